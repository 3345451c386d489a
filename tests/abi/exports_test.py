"""What the shared library exports, and that its binary interface is the kept one. A meant change: tests/abi/abi.py write."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import abi

HEADER = os.path.join(abi.ROOT, "include", "nanobinlog", "nanobinlog.h")


def kept_names():
    with open(abi.EXPORTED, encoding="utf-8") as lines:
        return lines.read().split()


def header():
    with open(HEADER, encoding="utf-8") as text:
        return text.read()


def sanitizers():
    used = abi.run([abi.NM, "-u", abi.ARCHIVE])
    marks = (("address", "__asan_init"), ("undefined", "__ubsan_"), ("thread", "__tsan_init"))
    found = [name for name, mark in marks if mark in used]
    return ["-fsanitize=" + ",".join(found)] if found else []


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="nanobinlog-abi-")
        cls.library = abi.build(os.path.join(cls.folder, "now"), sanitize=sanitizers())

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, True)

    def test_the_exports_are_the_kept_list(self):
        self.assertEqual([name for name in abi.exported(self.library) if name.startswith("nbl_")], kept_names())
        self.assertFalse([name for name in abi.exported(self.library) if not name.startswith(("nbl_", "NANOBINLOG_", "__", "_edata", "_end"))])

    def test_the_built_library_exports_the_same(self):
        built = os.path.join(abi.BUILD, "libnanobinlog.so.1")
        self.assertTrue(os.path.exists(built), "the build makes the shared library")
        self.assertEqual([name for name in abi.exported(built) if name != "NANOBINLOG_1"], kept_names())
        dynamic = abi.run(["readelf", "-dW", built])
        self.assertIn("Library soname: [libnanobinlog.so.1]", dynamic)
        if not sanitizers():
            self.assertIsNone(re.search(r"NEEDED.*(stdc\+\+|libgcc_s)", dynamic), dynamic)

    def test_the_list_is_what_the_header_declares(self):
        text = re.sub(r"/\*.*?\*/", "", header(), flags=re.S)
        declared = re.findall(r"NBL_API[^;(]*?\b(nbl_\w+)\s*\(", text)
        self.assertEqual(sorted(declared), kept_names())

    def differ(self, library):
        """Exit status and words of abidiff between the kept description and this library's."""
        path = os.path.join(self.folder, "now.abi")
        with open(path, "w", encoding="utf-8") as out:
            out.write(abi.describe(library))
        done = subprocess.run(["abidiff", abi.KEPT, path], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def on_the_kept_machine(self):
        version = abi.run([abi.CXX, "--version"])
        machine = abi.run([abi.CXX, "-dumpmachine"]).split("-")[0]
        return machine == "x86_64" and "Free Software Foundation" in version and not sanitizers()

    def test_the_interface_is_the_kept_one(self):
        if not self.on_the_kept_machine():
            return self.test_the_exports_are_the_kept_list()
        status, words = self.differ(self.library)
        self.assertEqual(status, 0, words)

    def test_a_changed_struct_is_found(self):
        if not self.on_the_kept_machine():
            return self.assertTrue(kept_names())
        for name, old, new in (("moved", "  nbl_code code;\n  uint32_t event_type;", "  uint32_t event_type;\n  nbl_code code;"),
                               ("inserted", "  uint32_t struct_size;\n  nbl_code code;", "  uint32_t struct_size;\n  uint64_t more;\n  nbl_code code;"),
                               ("widened", "typedef uint32_t nbl_code;", "typedef uint64_t nbl_code;")):
            with self.subTest(name):
                changed = re.sub(r"[ \t]*/\*[^*]*\*/", "", header()).replace(old, new)
                self.assertIn(new, changed)
                status, words = self.differ(abi.build(os.path.join(self.folder, name), header=changed))
                self.assertNotEqual(status & 4, 0, words)

    def test_the_description_names_no_place(self):
        with open(abi.KEPT, encoding="utf-8") as text:
            self.assertNotRegex(text.read(), r"='/|\.\./")


if __name__ == "__main__":
    unittest.main()
