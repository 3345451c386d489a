# The front door. CMakeLists.txt is the build behind it.
BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PYTHON ?= python3
CMAKE_ARGS ?=

.PHONY: all configure demo test test-build packages clean format

# The tool, the library and its headers, from a compiler, make and CMake alone.
all: configure
	cmake --build $(BUILD) -j $(JOBS) --target nanobinlog nanobinlog-cli
	cmake --install $(BUILD) --prefix $(BUILD)/install >/dev/null
	@echo "built $(BUILD)/nanobinlog, $(BUILD)/libnanobinlog.a and $(BUILD)/install/include"

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

format:
	clang-format -i $$(git ls-files '*.cpp' '*.hpp' '*.h' | grep -v '^fixtures/')

clean:
	cmake -E rm -rf $(BUILD)
