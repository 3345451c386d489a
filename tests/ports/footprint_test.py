"""No figure of the small machines is past its line in bench/footprint.md, and the measurement can fail."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.environ["NBL_SOURCE_DIR"]
BUILD = os.path.join(os.environ["NBL_BUILD_DIR"], "ports", "footprint")
sys.path.insert(0, os.path.join(SOURCE, "bench"))

import footprint_stack  # noqa: E402
import footprint_table  # noqa: E402


def measure(*arguments):
    return subprocess.run([sys.executable, os.path.join(SOURCE, "bench", "footprint.py"), "--build", BUILD, *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class Footprint(unittest.TestCase):
    def test_no_figure_is_past_its_line(self):
        result = measure("--check", "--jobs", "1", "cortex-m3", "cortex-m0", "cortex-m4")
        self.assertEqual(0, result.returncode, result.stdout)
        rows = re.findall(r"^cortex-m\d +\S+ +code +(\d+) .* data (\d+) bss (\d+) stack +(\d+)$", result.stdout, re.M)
        self.assertEqual(21, len(rows), result.stdout)
        for code, data, bss, stack in rows:
            self.assertGreater(int(code), 8000)
            self.assertEqual(("0", "0"), (data, bss))
            self.assertGreater(int(stack), 300)

    def test_the_lines_are_the_designs_own(self):
        with open(os.path.join(SOURCE, "bench", "footprint.md"), encoding="utf-8") as file:
            lines = footprint_table.rows(file.read())
        for configuration, code in (("transactions", 16384), ("values", 32768), ("full", 49152)):
            self.assertLessEqual(lines["cortex-m3", configuration]["code"], code)
        for (target, _), line in lines.items():
            if target == "cortex-m3":
                self.assertLessEqual(line["stack"], 1024)

    def test_a_figure_past_its_line_is_told(self):
        with open(os.path.join(SOURCE, "bench", "footprint.md"), encoding="utf-8") as file:
            line = footprint_table.rows(file.read())["cortex-m3", "full"]
        got = {"code": line["code"] + 1, "data": 4, "bss": 0, "stack": line["stack"], "path": []}
        problems = footprint_table.check(os.path.join(SOURCE, "bench", "footprint.md"), {("cortex-m3", "full"): got}, {})
        self.assertEqual(2, len(problems), problems)
        self.assertIn("code is %d" % (line["code"] + 1), problems[0])
        self.assertIn("data is 4", problems[1])

    def graph(self, source):
        """The call graph of a piece of C++, and the program it makes."""
        folder = tempfile.mkdtemp()
        path = os.path.join(folder, "piece.cpp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        flags = ["-O1", "-fno-exceptions", "-fno-unwind-tables", "-fno-asynchronous-unwind-tables", "-mcpu=cortex-m3", "-mthumb", "-nostdlib", "-fno-optimize-sibling-calls", "-Wl,-e,top"]
        subprocess.run(["arm-none-eabi-g++", *flags, "-fcallgraph-info=su", "-c", path, "-o", folder + "/piece.o"], check=True)
        subprocess.run(["arm-none-eabi-g++", *flags, folder + "/piece.o", "-o", folder + "/piece.elf"], check=True)
        return footprint_stack.deepest([folder + "/piece.ci"], folder + "/piece.elf", "arm-none-eabi-nm")

    def test_stack_is_the_sum_of_the_deepest_path(self):
        deepest = self.graph("""
            extern "C" {
            [[gnu::noinline]] int low(volatile char* p) { volatile char room[200]; room[0] = *p; return room[0]; }
            [[gnu::noinline]] int side(volatile char* p) { volatile char room[40]; room[0] = *p; return room[0]; }
            int top(volatile char* p) { volatile char room[100]; room[1] = *p; return low(p) + side(p) + room[1]; }
            }""")
        self.assertEqual(["top", "low"], [re.search(r"(\w+)\(", line).group(1) for line in deepest.path])
        self.assertGreaterEqual(deepest.bytes, 300)
        self.assertLess(deepest.bytes, 400)

    def test_recursion_is_an_error(self):
        with self.assertRaisesRegex(SystemExit, "recursion: .*odd.* calls .*even|recursion: .*even.* calls .*odd"):
            self.graph("""
                extern "C" {
                int odd(int n);
                [[gnu::noinline]] int even(int n) { return n == 0 ? 1 : 1 + odd(n - 1); }
                [[gnu::noinline]] int odd(int n) { return n == 0 ? 0 : 1 + even(n - 1); }
                int top(int n) { return even(n); }
                }""")

    def test_a_pointer_that_nobody_has_explained_is_an_error(self):
        with self.assertRaisesRegex(SystemExit, "nobody has explained"):
            self.graph('extern "C" int top(int (*mystery)(int), int n) { return mystery(n) + 1; }')


if __name__ == "__main__":
    unittest.main()
