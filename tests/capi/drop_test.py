"""The single-file drop compiles alone, by GCC and Clang, without exceptions and run-time types, and passes the C suite."""
import os
import shutil
import sys
import unittest

from harness import CC, CXX, EMULATOR, FIXTURES, HERE, LINK, NM, ROOT, STRICT, TARGET_ROOT, InFolder, c_files, run

FLAGS = ["-std=c++17", "-O1", "-fno-exceptions", "-fno-rtti", "-fno-asynchronous-unwind-tables", "-Wall", "-Wextra", "-Werror"]


class Drop(InFolder):
    def setUp(self):
        super().setUp()
        self.drop = self.path("drop")
        run([sys.executable, os.path.join(ROOT, "ports", "packaging", "amalgamate.py"), self.drop])

    def check(self, cc, cxx, emulator=(), link=()):
        self.assertEqual(sorted(os.listdir(self.drop)), ["nanobinlog.cpp", "nanobinlog.h"])
        obj = self.path("nanobinlog.o")
        run([cxx] + FLAGS + ["-c", os.path.join(self.drop, "nanobinlog.cpp"), "-o", obj])
        undefined = {line.split()[-1] for line in run([NM, "-u", obj]).splitlines()}
        undefined = {name for name in undefined if not name.startswith(("__aeabi_", "__udiv", "__umod", "__div", "__mod", "__ucmp", "__cmp"))}
        self.assertLessEqual(undefined, {"memcpy", "memmove", "memset", "memcmp", "bcmp", "__stack_chk_fail", "__stack_chk_fail_local",
                                         "_GLOBAL_OFFSET_TABLE_", "_gp_disp"})
        # The suite says "nanobinlog/nanobinlog.h", as after an installation.
        os.makedirs(self.path("include", "nanobinlog"))
        shutil.copy(os.path.join(self.drop, "nanobinlog.h"), self.path("include", "nanobinlog"))
        suite = self.path("suite")
        run([cc] + STRICT + ["-O1", "-I", self.path("include")] + c_files(HERE) + [obj, "-o", suite] + list(link))
        self.assertRegex(run(list(emulator) + [suite, FIXTURES]), r"^\d+ checks, 0 failed\n$")

    if TARGET_ROOT:
        def test_another_machine(self):
            self.check(CC, CXX, EMULATOR, LINK)
    else:
        def test_gcc(self):
            self.check("gcc", "g++")

        def test_clang(self):
            self.check("clang", "clang++")

        if shutil.which("arm-linux-gnueabihf-g++") and shutil.which("qemu-arm"):
            def test_32_bits(self):
                self.check("arm-linux-gnueabihf-gcc", "arm-linux-gnueabihf-g++", ["qemu-arm"], ["-static"])

    def test_it_says_what_it_is(self):
        with open(os.path.join(self.drop, "nanobinlog.cpp"), encoding="utf-8") as text:
            source = text.read()
        self.assertNotIn(ROOT, source)
        self.assertIn("Copyright", source)
        includes = [line for line in source.splitlines() if line.startswith('#include "')]
        self.assertEqual(includes, ['#include "nanobinlog.h"'])


if __name__ == "__main__":
    unittest.main()
