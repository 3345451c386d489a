# The front door. CMakeLists.txt is the build behind it.
BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PYTHON ?= python3
CMAKE_ARGS ?=

.PHONY: all install drop deb configure demo test test-build packages ports footprint clean format bench bench-build bench-data bench-crc bench-flat bench-instructions bench-capture

# The tool, the library and its headers, from a compiler, make and CMake alone.
all: configure
	cmake --build $(BUILD) -j $(JOBS)
	cmake --install $(BUILD) --prefix $(BUILD)/install >/dev/null
	@echo "built $(BUILD)/nanobinlog, $(BUILD)/libnanobinlog.a and $(BUILD)/install/include"

# Into $(DESTDIR)$(PREFIX).
PREFIX ?= /usr/local
install: configure
	cmake --build $(BUILD) -j $(JOBS)
	DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

# The whole library as nanobinlog.h and nanobinlog.cpp, for a tree with a build of its own.
drop:
	$(PYTHON) ports/packaging/amalgamate.py $(BUILD)/drop

# Debian packages.
deb: all
	cd $(BUILD) && cpack -G DEB

configure:
	cmake -S . -B $(BUILD) $(CMAKE_ARGS) >$(BUILD).configure.log 2>&1 || { cat $(BUILD).configure.log; rm -f $(BUILD).configure.log; exit 1; }
	@rm -f $(BUILD).configure.log

# A real server's log as committed transactions.
demo: all
	$(BUILD)/nanobinlog transactions fixtures/mysql/01_oltp/binlog.000001 | tail -n 24

packages:
	.ci/packages

test-build: packages
	cmake -S . -B $(BUILD) -DNANOBINLOG_BUILD_TESTS=ON $(CMAKE_ARGS)
	cmake --build $(BUILD) -j $(JOBS)
	cmake --install $(BUILD) --prefix $(BUILD)/install >/dev/null

test: test-build
	ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $(JOBS)

# Other machines: everything the tests know, on each of them, and the bare-metal images. Takes its time.
ports: test-build
	NBL_CHANGES=$(abspath $(BUILD))/tests/ports/nanobinlog-changes ports/check --build $(BUILD)/ports --jobs $(JOBS) --suite all
	ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -R '^ports/cortex_m'

# Code, stack and structure sizes, against the lines in bench/footprint.md.
footprint: packages
	$(PYTHON) bench/footprint.py --build $(BUILD)/ports/footprint --jobs $(JOBS) --check

format:
	clang-format -i $$(git ls-files '*.cpp' '*.hpp' '*.h' | grep -v '^fixtures/')

clean:
	cmake -E rm -rf $(BUILD)

# What is measured, and how, stands in bench/README.md. The logs take 660 MB.
BENCH_BUILD ?= $(BUILD)/bench
BENCH_DATA ?= $(BENCH_BUILD)/data
BENCH_ARGS ?=

bench: bench-data
	$(PYTHON) bench/run.py $(BENCH_BUILD) $(BENCH_DATA) $(BENCH_ARGS)

bench-build:
	cmake -S bench -B $(BENCH_BUILD) $(CMAKE_ARGS) >/dev/null
	cmake --build $(BENCH_BUILD) -j $(JOBS)

bench-data: bench-build
	mkdir -p $(BENCH_DATA)
	for shape in oltp mixed bulk; do \
	  test -s $(BENCH_DATA)/$$shape.binlog || $(BENCH_BUILD)/generate $$shape $(BENCH_DATA)/$$shape.binlog || exit 1; done

# Each CRC32 implementation against zlib, libdeflate and ISA-L.
bench-crc: bench-build
	$(BENCH_BUILD)/crc32_bench

# The cost per byte over size, rows a transaction and columns, drawn into bench/flat.svg. Needs 3 GB.
bench-flat: bench-build
	$(PYTHON) bench/flat.py $(BENCH_BUILD) $(BENCH_DATA)

# Instructions instead of seconds: x86 without its CRC instructions, and 64-bit Arm.
bench-instructions: bench-data
	bench/instructions.sh $(BENCH_BUILD) $(BENCH_DATA)

# The same shapes from a real server, measured alike; needs root and, once, the network. See fixtures/capture.
bench-capture: bench-build
	bench/capture.sh $(BENCH_BUILD) $(BENCH_DATA)

# Damage: every target fuzzed for SECONDS each, two at a time (needs clang and its libFuzzer), and every fixture damaged in
# every way. What they prove stands in SECURITY.md.
SECONDS ?= 10

.PHONY: fuzz sweep cost
# What a byte of a crafted log costs, as a ratio to an ordinary one's; fails over 20.
cost: test-build
	$(BUILD)/tests/cost/nanobinlog-cost 20

fuzz:
	FUZZ_BUILD=$(BUILD)/fuzz tests/fuzz/run $(SECONDS)

sweep: test-build
	cmake --build $(BUILD) -j $(JOBS) --target sweep

# Static checks of the core: clang-tidy, cppcheck and GCC's analyzer. What is left out, and why, stands in tests/lint/run.
.PHONY: lint
lint:
	tests/lint/run

# Line and branch coverage of the core by the tests and the corpora, with what is never run.
.PHONY: coverage
coverage: packages
	cmake -S . -B $(BUILD)/coverage -DNANOBINLOG_BUILD_TESTS=ON -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O0 --coverage" \
	  -DCMAKE_C_FLAGS="-O0 --coverage" >/dev/null
	cmake --build $(BUILD)/coverage -j $(JOBS)
	ctest --test-dir $(BUILD)/coverage --output-on-failure -j $(JOBS) -R '^(unit|fuzz_corpus|fuzz_regressions|edge|sweep|capi)'
	$(PYTHON) tests/coverage/report.py $(BUILD)/coverage --missing
