#!/usr/bin/env python3
"""Code, constants, data and worst-case stack of the core, for each target and configuration.

    bench/footprint.py [--build DIR] [--check] [--write] [--map CONFIGURATION] [TARGET...]

Without an option the figures are printed. --check compares them with the lines in bench/footprint.md and fails where
one has grown past its line; --write writes that file anew. --map shows where one configuration's bytes lie.

Code and constants are what a linker keeps of the library and of the compiler's own helpers (libgcc) for a program that
uses the configuration's part and nothing else (bench/footprint.cpp). memcpy and the like are the platform's and are not
counted. Stack is the deepest path from any public function through the compiler's own call graph; a cycle in that graph
is an error, as is a call through a pointer that INDIRECT does not explain.
"""
import argparse
import os
import re
import subprocess
import sys

import footprint_stack
import footprint_table

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOMS = ("base", "event", "log", "row", "text", "transaction", "value")

FIRMWARE = ["-Os", "-DNBL_CRC32_SMALL"]
TARGETS = {
    "cortex-m3": ("arm-none-eabi-g++", ["-mcpu=cortex-m3", "-mthumb", *FIRMWARE]),
    "cortex-m0": ("arm-none-eabi-g++", ["-mcpu=cortex-m0", "-mthumb", *FIRMWARE]),
    "cortex-m4": ("arm-none-eabi-g++", ["-mcpu=cortex-m4", "-mthumb", *FIRMWARE]),
    "aarch64": ("aarch64-linux-gnu-g++", ["-O2"]),
    "armhf": ("arm-linux-gnueabihf-g++", ["-O2"]),
    "i686": ("i686-linux-gnu-g++", ["-O2"]),
    "x86-64": ("x86_64-linux-gnu-g++", ["-O2"]),
    "s390x": ("s390x-linux-gnu-g++", ["-O2"]),
    "mips": ("mips-linux-gnu-g++", ["-O2"]),
}
# name, what bench/footprint.cpp uses, what is left out of the library
CONFIGURATIONS = (
    ("transactions", 1, ["NBL_NO_VALUES", "NBL_NO_JSON"]),
    ("log", 2, ["NBL_NO_VALUES", "NBL_NO_JSON"]),
    ("values", 3, ["NBL_NO_JSON"]),
    ("no-text", 4, []),
    ("no-json", 5, ["NBL_NO_JSON"]),
    ("full", 5, []),
    ("everything", 6, []),
)
COMMON = ["-std=c++17", "-fno-exceptions", "-fno-rtti", "-ffunction-sections", "-fdata-sections", "-fno-threadsafe-statics",
          "-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-fvisibility=hidden", "-fvisibility-inlines-hidden",
          "-fno-pic", "-fno-pie", "-fno-stack-protector",
          "-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "src")]


def run(command, cwd):
    result = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), result.stdout))
    return result.stdout


def sources():
    """Each source file, with whether leaving something out changes it."""
    found = []
    for room in ROOMS:
        for name in sorted(os.listdir(os.path.join(ROOT, "src", room))):
            if name.endswith(".cpp"):
                path = os.path.join(ROOT, "src", room, name)
                with open(path, encoding="utf-8") as file:
                    found.append((path, room + "_" + name[:-4], "NBL_NO_" in file.read()))
    for room in ROOMS:
        for name in os.listdir(os.path.join(ROOT, "src", room)):
            if name.endswith(".hpp"):
                with open(os.path.join(ROOT, "src", room, name), encoding="utf-8") as file:
                    if "NBL_NO_" in file.read():
                        sys.exit("src/%s/%s: only sources may leave something out" % (room, name))
    return found


def is_stale(path, product, newest_header):
    return not os.path.exists(product) or os.path.getmtime(product) < max(os.path.getmtime(path), newest_header)


def newest_header():
    times = []
    for top in ("include", "src", "bench"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            times += [os.path.getmtime(os.path.join(folder, n)) for n in names if n.endswith((".hpp", ".h", "footprint.py"))]
    return max(times)


def compile_all(target, left_out, folder, jobs):
    """Objects and call graphs of the library; files that `left_out` does not touch are shared between configurations."""
    compiler, flags = TARGETS[target]
    products, waiting = [], []
    header = newest_header()
    for path, name, depends in sources():
        tag = "-".join(sorted(left_out)) if depends and left_out else "whole"
        where = os.path.join(folder, tag)
        os.makedirs(where, exist_ok=True)
        product = os.path.join(where, name + ".o")
        products.append(product)
        if is_stale(path, product, header):
            macros = ["-D" + macro for macro in left_out] if depends else []
            waiting.append([compiler, *COMMON, *flags, *macros, "-fcallgraph-info=su", "-c", path, "-o", product])
    running = []
    for command in waiting:
        if len(running) == jobs:
            finish(running.pop(0))
        running.append((command, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)))
    for one in running:
        finish(one)
    return products


def finish(one):
    command, process = one
    output, _ = process.communicate()
    if process.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), output))


SECTION = re.compile(r"^ (\.\S+)\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S.*)$", re.M)


def link_map(target, use, left_out, objects, folder):
    """What the linker kept: (section, bytes, where from)."""
    compiler, flags = TARGETS[target]
    entry = os.path.join(folder, "entry.o")
    run([compiler, *COMMON, *flags, "-Os", "-DNBL_USE=%d" % use, *["-D" + macro for macro in left_out], "-c",
         os.path.join(ROOT, "bench", "footprint.cpp"), "-o", entry], folder)
    archive = os.path.join(folder, "core.a")
    if os.path.exists(archive):
        os.remove(archive)
    run([compiler.replace("g++", "gcc-ar"), "rc", archive, *objects], folder)
    static = ["-specs=nano.specs", "-specs=nosys.specs"] if target.startswith("cortex") else ["-static", "-no-pie", "-Wl,--defsym,_start=entry"]
    run([compiler, *flags, *static, "-nostartfiles", "-Wl,-e,entry", "-Wl,--gc-sections", "-Wl,-Map=" + folder + "/map", entry,
         archive, "-o", folder + "/entry.elf"], folder)
    with open(folder + "/map", encoding="utf-8", errors="replace") as file:
        text = file.read()
    text = text[text.index("Linker script and memory map"):]
    text = re.sub(r"\n {10,}(0x[0-9a-f]+\s+0x)", r" \1", text)  # long section names have a line of their own
    return [(section, int(size, 16), origin) for section, size, origin in SECTION.findall(text)]


def kind(section):
    for prefixes, name in (((".text", ".rodata", ".ARM.ex", ".eh_frame", ".data.rel.ro"), "code"), ((".data", ".sdata"), "data"),
                           ((".bss", ".sbss"), "bss")):
        if section.startswith(prefixes):
            return name
    return None


def measure(target, configuration, build, jobs):
    name, use, left_out = configuration
    folder = os.path.join(build, target)
    os.makedirs(folder, exist_ok=True)
    objects = compile_all(target, left_out, folder, jobs)
    own = os.path.join(folder, name)
    os.makedirs(own, exist_ok=True)
    sizes = {"core": 0, "helpers": 0, "data": 0, "bss": 0}
    parts = {}
    kept = set()
    for section, size, origin in link_map(target, use, left_out, objects, own):
        what = kind(section)
        if size == 0 or what is None:
            continue
        if "core.a(" in origin:
            kept.add(re.search(r"\((.*)\.o\)", origin).group(1))
            sizes["core" if what == "code" else what] += size
            parts[section + " " + origin[origin.rindex("("):]] = size
        elif "libgcc.a(" in origin and what == "code" and "unwind" not in origin and ".eh_frame" not in section:
            sizes["helpers"] += size
            parts[section + " libgcc" + origin[origin.rindex("("):]] = size
    graphs = [o[:-2] + ".ci" for o in objects if os.path.basename(o)[:-2] in kept]
    deepest = footprint_stack.deepest(graphs, os.path.join(own, "entry.elf"), TARGETS[target][0].replace("g++", "nm"))
    return {"code": sizes["core"] + sizes["helpers"], "helpers": sizes["helpers"], "data": sizes["data"], "bss": sizes["bss"],
            "stack": deepest.bytes, "path": deepest.path, "parts": parts}


def available(target):
    compiler = TARGETS[target][0]
    return any(os.access(os.path.join(p, compiler), os.X_OK) for p in os.environ["PATH"].split(os.pathsep))


def struct_sizes(target, folder):
    return footprint_table.struct_sizes(TARGETS[target][0], [*COMMON, *TARGETS[target][1]], folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "footprint"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--map", metavar="CONFIGURATION")
    parser.add_argument("--path", action="store_true", help="show the deepest call path")
    parser.add_argument("--configurations", default="", help="only these, by comma")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    targets = options.targets or [t for t in TARGETS if available(t)]
    wanted = [c for c in CONFIGURATIONS if not options.configurations or c[0] in options.configurations.split(",")]
    figures, structs = {}, {}
    for target in targets:
        for configuration in wanted:
            if options.map and configuration[0] != options.map:
                continue
            got = measure(target, configuration, os.path.abspath(options.build), options.jobs)
            figures[target, configuration[0]] = got
            print("%-10s %-13s code %6d (helpers %5d) data %d bss %d stack %5d" %
                  (target, configuration[0], got["code"], got["helpers"], got["data"], got["bss"], got["stack"]))
            if options.path:
                print("\n".join("    " + line for line in got["path"]))
            if options.map:
                for part, size in sorted(got["parts"].items(), key=lambda item: -item[1]):
                    print("  %6d %s" % (size, part))
        structs[target] = struct_sizes(target, os.path.join(os.path.abspath(options.build), target))
    path = os.path.join(ROOT, "bench", "footprint.md")
    if options.write:
        footprint_table.write(path, figures, structs, [c[0] for c in CONFIGURATIONS], list(TARGETS))
    if options.check:
        problems = footprint_table.check(path, figures, structs)
        print("\n".join(problems) if problems else "no figure is past its line")
        return 1 if problems else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
