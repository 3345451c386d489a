"""The C suite and the examples, compiled by the C compiler as C99 and linked by it against the static library."""
import os
import re
import unittest

from harness import ARCHIVE, CC, CXX, FIXTURES, HERE, ROOT, NM, InFolder, c_files, compile_c, execute, instrumentation, run

EXAMPLES = os.path.join(ROOT, "ports", "examples")
LOG = os.path.join(FIXTURES, "mysql", "12_transactions", "binlog.000001")


class CSuite(InFolder):
    def test_the_suite_passes(self):
        suite = compile_c(c_files(HERE), self.path("suite"))
        self.assertRegex(execute([suite, FIXTURES]), r"^\d+ checks, 0 failed\n$")

    def test_no_cpp_runtime_is_needed(self):
        suite = compile_c(c_files(HERE), self.path("suite"))
        if instrumentation(ARCHIVE):
            return  # its own runtime brings it
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run(["readelf", "-dW", suite]))
        self.assertIn("libc.so.6", needed)
        self.assertNotRegex(" ".join(needed), r"stdc\+\+|c\+\+abi|libgcc_s")

    def test_the_header_is_c99_c11_and_cpp(self):
        header = os.path.join(ROOT, "include", "nanobinlog", "nanobinlog.h")
        for command in ([CC, "-std=c99", "-x", "c"], [CC, "-std=c11", "-x", "c"], [CXX, "-std=c++17", "-x", "c++"]):
            run(command + ["-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", header])

    def test_text_is_linked_only_where_it_is_used(self):
        source = self.file("plain.c", '#include "nanobinlog/nanobinlog.h"\n'
                           "int main(void) { nbl_reader *r; nbl_step s = NBL_STEP_INIT; size_t u;\n"
                           "  return nbl_init((void *)0, 0, (void *)0, &r, (void *)0) == NBL_OK && nbl_feed(r, 0, 0, &u, &s); }\n")
        program = compile_c([source], self.path("plain"))
        symbols = run([NM, "-C", program])
        self.assertTrue("nbl::LogReader::feed" in symbols)
        self.assertIsNone(re.search(r"nbl::write_cell|nbl_cell_text|nbl::shortest_digits|nbl::charset_of", symbols))


class Examples(InFolder):
    def example(self, name, log=LOG):
        path = os.path.join(EXAMPLES, name + ".c")
        return execute([compile_c([path], self.path(name), more=["-pthread"]), log])

    def test_each_is_short(self):
        names = [os.path.basename(path) for path in c_files(EXAMPLES)]
        self.assertEqual(names, ["print_changes.c", "second_thread.c", "socket_feed.c", "static_block.c"])
        for name in names:
            with open(os.path.join(EXAMPLES, name), encoding="utf-8") as text:
                self.assertLess(len(text.readlines()), 80, name)

    def test_print_changes(self):
        lines = self.example("print_changes", os.path.join(FIXTURES, "mysql", "02_numbers", "binlog.000001")).splitlines()
        # INSERT INTO ints VALUES (1, -128, 0, ...), as the scenario has it.
        self.assertIn("  insert after numbers.ints [1,-128,0,-32768,0,-8388608,0,-2147483648,0,-9223372036854775808,0,0]", lines)
        self.assertIn('  insert after numbers.signs [4000000000,2026,-5,"999.99","v",1.5,-1.5,5,18000000000000000000,'
                      '"2026-11-30T01:02:03Z",200,16000000,-200,"x"]', lines)

    def test_the_others_agree(self):
        socket = self.example("socket_feed")
        match = re.fullmatch(r"(\d+) transactions, (\d+) changes, ok\n", socket)
        self.assertIsNotNone(match, socket)
        self.assertEqual(self.example("second_thread"), socket)
        images = self.example("print_changes")
        self.assertEqual(images.count("transaction "), int(match.group(1)))
        changes = sum(1 for line in images.splitlines() if re.match(r"  (insert after|update after|delete before) ", line))
        self.assertEqual(changes, int(match.group(2)))

    def test_a_static_block(self):
        small = self.example("static_block")
        self.assertNotIn("oversized", small)
        # Ten thousand rows in one event are over a quota; their table is told all the same.
        large = self.example("static_block", os.path.join(FIXTURES, "mysql", "32_quotas", "binlog.000001"))
        self.assertRegex(large, r"(?m)^oversized: (rows_limit|\w+_quota), \d+ of \d+$")
        self.assertRegex(small, r"(?m)^bank\.later \+3 ~0 -0$")
        self.assertRegex(small, r"(?m)^ok, \d+ bytes of memory$")
        if instrumentation(ARCHIVE):
            return  # its runtime allocates
        self.assertNotRegex(run([NM, "-D", "--undefined-only", self.path("static_block")]), r" (malloc|calloc|realloc|free)\b")


if __name__ == "__main__":
    unittest.main()
