"""A shared library of the C interface with debug information, for tools that describe or compare binary interfaces.

    tests/abi/abi.py write      # writes exported.list and nanobinlog.abi anew (x86-64, GCC), after a change that was meant

Only the C interface is compiled with debug information: the core behind it is no part of the interface."""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("NBL_BUILD_DIR") or os.path.join(ROOT, "build")
ARCHIVE = os.environ.get("NBL_ARCHIVE") or os.path.join(BUILD, "libnanobinlog.a")
CXX = os.environ.get("CXX") or "c++"
CC = os.environ.get("CC") or "cc"
NM = os.environ.get("NBL_NM") or "nm"
KEPT = os.path.join(HERE, "nanobinlog.abi")
EXPORTED = os.path.join(HERE, "exported.list")


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise AssertionError("%s\n%s%s" % (" ".join(command), done.stdout[-4000:], done.stderr[-4000:]))
    return done.stdout


def build(folder, header=None, sanitize=()):
    """libnanobinlog.so in `folder`, with another nanobinlog.h where one is given."""
    include = os.path.join(folder, "include", "nanobinlog")
    os.makedirs(include)
    with open(os.path.join(ROOT, "include", "nanobinlog", "nanobinlog.h"), encoding="utf-8") as text:
        original = text.read()
    with open(os.path.join(include, "nanobinlog.h"), "w", encoding="utf-8") as out:
        out.write(header or original)
    objects = []
    source_folder = os.path.join(ROOT, "src", "capi")
    for name in sorted(os.listdir(source_folder)):
        if not name.endswith(".cpp") or (header and name == "constants.cpp"):
            continue
        objects.append(os.path.join(folder, name[:-4] + ".o"))
        run([CXX, "-std=c++17", "-g", "-O1", "-fPIC", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-DNBL_BUILD_SHARED",
             "-fdebug-prefix-map=%s=." % folder, "-fdebug-prefix-map=%s=." % ROOT, "-I", os.path.join(folder, "include"),
             "-I", os.path.join(ROOT, "include"), "-I", os.path.join(ROOT, "src"), "-c", os.path.join(source_folder, name),
             "-o", objects[-1]] + list(sanitize))
    library = os.path.join(folder, "libnanobinlog.so.1")
    run([CC, "-shared", "-Wl,-soname,libnanobinlog.so.1", "-Wl,--no-undefined",
         "-Wl,--version-script=" + os.path.join(ROOT, "ports", "packaging", "exports.map")] + objects + [ARCHIVE] + list(sanitize) +
        ["-o", library])
    return library


def exported(library):
    """Names that a shared library gives to others."""
    listing = run([NM, "-D", "--defined-only", "-P", library])
    return sorted({line.split()[0].split("@")[0] for line in listing.splitlines() if line.split()[1] in "TWDBRVi"})


def describe(library):
    """What abidw says of it: no places on this machine, and handles as the opaque types that they are."""
    headers = os.path.join(os.path.dirname(library), "include", "nanobinlog")
    text = run(["abidw", "--no-show-locs", "--no-corpus-path", "--no-comp-dir-path", "--exported-interfaces-only",
                "--headers-dir", headers, "--drop-private-types", library])
    return re.sub(r"='/[^']*/([^'/]*)'", r"='\1'", text)


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        raise SystemExit(__doc__)
    with tempfile.TemporaryDirectory() as work:
        built = build(work)
        with open(EXPORTED, "w", encoding="utf-8") as kept_list:
            kept_list.write("".join(name + "\n" for name in exported(built)))
        with open(KEPT, "w", encoding="utf-8") as kept_abi:
            kept_abi.write(describe(built))
