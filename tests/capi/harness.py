"""What the tests of the C interface share: where things are, and how C is compiled."""
import os
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("NBL_BUILD_DIR") or os.path.join(ROOT, "build")
ARCHIVE = os.environ.get("NBL_ARCHIVE") or os.path.join(BUILD, "libnanobinlog.a")
TOOL = os.environ.get("NANOBINLOG") or os.path.join(BUILD, "nanobinlog")
CC = os.environ.get("CC") or "cc"
CXX = os.environ.get("CXX") or "c++"
NM = os.environ.get("NBL_NM") or "nm"
# In front of a program that is another machine's, and what that machine's C programs find zlib and zstd by.
EMULATOR = (os.environ.get("NBL_EMULATOR") or "").split()
TARGET_ROOT = os.environ.get("NBL_TARGET_ROOT") or ""
LINK = (os.environ.get("NBL_LINK_FLAGS") or "").split()
STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
FIXTURES = os.path.join(ROOT, "fixtures")


def run(command, **more):
    """Runs and gives standard output; the failed command's own words are the test's message."""
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise AssertionError("%s\nexit status %d\n%s%s" % (" ".join(command), done.returncode, done.stdout[-4000:], done.stderr[-4000:]))
    return done.stdout


def execute(command, **more):
    """run() of a program that compile_c() made."""
    return run(EMULATOR + command, **more)


def instrumentation(archive):
    """Flags that an instrumented archive needs when it is linked."""
    used = run([NM, "-u", archive])
    if "__gcov_init" in used:
        return ["--coverage"]
    found = [name for name, mark in (("address", "__asan_init"), ("undefined", "__ubsan_"), ("thread", "__tsan_init")) if mark in used]
    if not found:
        return []
    # Clang's checks of C++ function types need C++'s own part of the runtime, which a C link leaves out.
    clang = "clang" in run([CC, "--version"])
    return ["-fsanitize=" + ",".join(found), "-lstdc++"] + (["-fsanitize-link-c++-runtime"] if clang else [])


def c_files(folder):
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".c"))


def compile_c(sources, output, archive=None, include=None, more=()):
    """As an ordinary C program: the C compiler compiles and links."""
    archive = archive or ARCHIVE
    if TARGET_ROOT:
        more = ["-I", os.path.join(TARGET_ROOT, "include"), "-L", os.path.join(TARGET_ROOT, "lib"), *more]
    run([CC] + STRICT + ["-O1", "-I", include or os.path.join(ROOT, "include")] + list(sources) + [archive] + instrumentation(archive) +
        list(more) + LINK + ["-o", output])
    return output


class InFolder(unittest.TestCase):
    """A test with a folder of its own, which goes away."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="nanobinlog-test-")
        self.addCleanup(shutil.rmtree, self.folder, True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def file(self, name, text):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path
