"""A library without values, JSON and text decodes the same transactions; what was left out is missing at the link."""
import glob
import os
import re
import subprocess
import tempfile
import unittest

SOURCE = os.environ["NBL_SOURCE_DIR"]
BUILD = os.environ["NBL_BUILD_DIR"]
CXX = os.environ.get("CXX", "c++")


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        raise AssertionError(" ".join(command) + "\n" + result.stdout[-4000:])
    return result.stdout


def build(name, *options):
    folder = os.path.join(BUILD, "ports", name)
    run(["cmake", "-S", SOURCE, "-B", folder, "-DNANOBINLOG_BUILD_CLI=OFF", "-DCMAKE_BUILD_TYPE=MinSizeRel", *options])
    run(["cmake", "--build", folder, "--target", "nanobinlog"])
    return os.path.join(folder, "libnanobinlog.a")


def link(source, archive, program):
    return subprocess.run([CXX, "-std=c++17", "-O1", "-I", os.path.join(SOURCE, "include"), "-I", SOURCE, source, archive, "-o", program],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def logs():
    found = []
    for path in sorted(glob.glob(os.path.join(SOURCE, "fixtures", "m*", "*", "binlog.0*"))):
        with open(path, "rb") as file:
            if file.read(4) == b"\xfebin":
                found.append(path)
    return found


class Options(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.bare = build("bare", "-DNANOBINLOG_VALUES=OFF", "-DNANOBINLOG_TEXT=OFF")
        cls.opaque = build("opaque", "-DNANOBINLOG_JSON=OFF")

    def output(self, archive):
        program = os.path.join(self.folder, "counts")
        result = link(os.path.join(SOURCE, "tests/ports/counts.cpp"), archive, program)
        self.assertEqual(0, result.returncode, result.stdout)
        return run([program, *logs()])

    def test_transactions_and_counts_are_the_same(self):
        whole = self.output(os.environ["NBL_ARCHIVE"])
        self.assertGreater(len(re.findall(r"^1 .* changes [1-9]", whole, re.M)), 1000)
        self.assertEqual(whole, self.output(self.bare))
        self.assertEqual(whole, self.output(self.opaque))

    def test_what_is_left_out_is_missing(self):
        for call, header, archive in (
                ("nbl::write_char(nullptr, 'a')", "text.hpp", self.bare),
                ("nbl::json_open(nbl::Span{}, nullptr)", "json.hpp", self.bare),
                ("nbl::json_open(nbl::Span{}, nullptr)", "json.hpp", self.opaque)):
            with self.subTest(call=call, archive=archive):
                path = os.path.join(self.folder, "call.cpp")
                with open(path, "w", encoding="utf-8") as file:
                    file.write('#include "nanobinlog/%s"\nint main() { %s; }\n' % (header, call))
                self.assertEqual(0, link(path, os.environ["NBL_ARCHIVE"], path + ".whole").returncode)
                result = link(path, archive, path + ".part")
                self.assertNotEqual(0, result.returncode)
                self.assertIn("undefined reference", result.stdout)

    def test_json_without_its_reader_is_bytes(self):
        program = os.path.join(self.folder, "changes")
        log = os.path.join(SOURCE, "fixtures/mysql/05_json/binlog.000001")
        outputs = []
        for archive in (os.environ["NBL_ARCHIVE"], self.opaque):
            run([CXX, "-std=c++17", "-O1", "-I", os.path.join(SOURCE, "include"), "-I", SOURCE,
                 os.path.join(SOURCE, "ports/changes/changes.cpp"), os.path.join(SOURCE, "ports/changes/host.cpp"), archive, "-o", program])
            outputs.append(run([program, log]).splitlines())
        whole, opaque = outputs
        self.assertEqual(len(whole), len(opaque))
        self.assertIn('{"k": 1}', "\n".join(whole))
        self.assertNotIn('{"k": 1}', "\n".join(opaque))
        # {"k": 1} as the server stores it: an object of one element and 12 bytes, key at 11, an inlined int16.
        self.assertIn('{"base64":"AAEADAALAAEABQEAaw=="}', "\n".join(opaque))


if __name__ == "__main__":
    unittest.main()
