"""README, the man page and the completions say what the library and the tool say.

    tests/capi/docs_test.py write      # the tables of README anew"""
import os
import re
import sys
import unittest

from harness import FIXTURES, ROOT, TOOL, InFolder, compile_c, execute, run

README = os.path.join(ROOT, "README.md")
PACKAGING = os.path.join(ROOT, "ports", "packaging")
SIZES = [("a microcontroller: 64 events, 16 KiB", 64, 16 << 10, 8, 128, 4 << 10, 2), ("512 events, 256 KiB", 512, 256 << 10, 32, 512, 32 << 10, 8),
         ("4,096 events, 4 MiB", 4096, 4 << 20, 256, 4096, 256 << 10, 16), ("the defaults: 4,096 events, 64 MiB", 4096, 64 << 20, 256, 4096, 256 << 10, 16),
         ("65,536 events, 1 GiB", 65536, 1 << 30, 1024, 16384, 1 << 20, 64)]


def text_of(*names):
    with open(os.path.join(*names), encoding="utf-8") as text:
        return text.read()


def section(title):
    return re.search(r"(?ms)^## %s\n(.*?)(?=^## |\Z)" % re.escape(title), text_of(README)).group(1)


def table_of(title, number=0):
    """The rows of a section's table, without its head."""
    tables = re.findall(r"(?m)(?:^\|.*\n)+", section(title))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in tables[number].splitlines()[2:]]


class Asking(InFolder):
    """What the library itself says, through a C program."""

    def ask(self, body):
        source = self.file("ask.c", '#include <stdio.h>\n#include "nanobinlog/nanobinlog.h"\nint main(void) {\n%s\nreturn 0; }\n' % body)
        return execute([compile_c([source], self.path("ask"))])

    def codes(self):
        listing = self.ask('unsigned i; for (i = 0; i <= 65535; ++i) \n'
                           'printf("%u|%s|%s\\n", i, nbl_code_name(i), nbl_code_text(i));')
        return [line.split("|") for line in listing.splitlines() if line.split("|")[1] != "unknown"]

    def sizes(self):
        rows = []
        for words, *limits in SIZES:
            copied = "NBL_WORKSPACE_SIZE(%d, %d, %d, %d, %d, %d, 0)" % tuple(limits)
            stable = "NBL_WORKSPACE_SIZE(%d, 0, %d, %d, %d, %d, 0)" % (limits[0], *limits[2:])
            copied, stable = self.ask('printf("%%llu %%llu", (unsigned long long)%s, (unsigned long long)%s);' % (copied, stable)).split()
            rows.append([words, *("{:,}".format(n) for n in limits[2:]), "{:,}".format(int(copied)), "{:,}".format(int(stable))])
        return rows


class Readme(Asking):
    def test_the_errors_are_the_librarys(self):
        self.assertEqual(table_of("Errors"), [[number, "`%s`" % name, text] for number, name, text in self.codes()])

    def test_every_code_has_its_c_constant(self):
        listed = {number: name for number, name, _ in self.codes()}
        body = "".join('printf("%%d|%s\\n", (int)NBL_%s);' % (name, name.upper()) for name in listed.values())
        self.assertEqual(self.ask(body).split(), ["%s|%s" % pair for pair in listed.items()])

    def test_the_sizes_are_the_macros(self):
        self.assertEqual(table_of("Sizing memory", 1), self.sizes())

    def test_the_prices_are_the_headers(self):
        prices = dict((row[0].strip("`"), row[1]) for row in table_of("Sizing memory"))
        macros = {"max_events": "NBL_EVENT_SIZE", "max_tables": "NBL_TABLE_SIZE", "max_columns": "NBL_COLUMN_SIZE",
                  "max_savepoints": "NBL_SAVEPOINT_SIZE", "the state": "NBL_STATE_SIZE"}
        for quota, macro in macros.items():
            self.assertEqual(prices[quota].split()[0].replace(",", ""), self.ask('printf("%%u", %s);' % macro), quota)
        defaults = {row[0].strip("`"): row[2] for row in table_of("Sizing memory")}
        options = [line for line in re.findall(r"uint(?:32|64)_t (max_\w+);", text_of(ROOT, "include", "nanobinlog", "nanobinlog.h"))]
        self.assertEqual(sorted(options), sorted(name for name in defaults if name.startswith("max_")))
        for name in options:
            self.assertEqual(defaults[name].replace(",", ""), self.ask('printf("%%u", NBL_DEFAULT_%s);' % name.upper()), name)

    def test_the_five_minutes_compile_and_run(self):
        program = re.search(r"(?s)```c\n(.*?)```", section("Five minutes in C")).group(1)
        source = self.file("five.c", program)
        binary = compile_c([source], self.path("five"))
        output = execute([binary, os.path.join(FIXTURES, "mysql", "01_oltp", "binlog.000001")])
        self.assertEqual(output.count("changes\n"), 300)
        self.assertRegex(output.splitlines()[-1], r"^[0-9a-f-]{36}:302 at \d+: [1-4] changes$")


class Tool(unittest.TestCase):
    def setUp(self):
        self.help = run([TOOL, "--help"])
        self.options = sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", re.sub(r'"[^"]*"', "", self.help))))
        self.commands = re.findall(r"(?m)^  ([a-z]+)   ", self.help.split("commands\n")[1].split("\n\n")[0] + "\n")

    def test_the_help_is_understood(self):
        self.assertIn("--start-position", self.options)
        self.assertIn("transactions", self.commands)

    def everywhere(self, words, escape=False):
        for name in (("nanobinlog.1",), ("completion", "nanobinlog.bash"), ("completion", "_nanobinlog")):
            text = text_of(PACKAGING, *name).replace("\\-", "-")
            for word in words:
                self.assertRegex(text, r"(?<![\w-])%s(?![\w-])" % re.escape(word), name)

    def test_options_and_commands_are_everywhere(self):
        self.everywhere(self.options + self.commands)

    def test_nothing_else_is_there(self):
        known = set(self.options) | {"--help", "--version"}
        for name in (("nanobinlog.1",), ("completion", "nanobinlog.bash"), ("completion", "_nanobinlog")):
            found = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*(?![\w*-])", text_of(PACKAGING, *name).replace("\\-", "-")))
            self.assertLessEqual(found, known, name)

    def test_bash_takes_the_completion(self):
        script = os.path.join(PACKAGING, "completion", "nanobinlog.bash")
        words = run(["bash", "-c", 'set -eu; . "$1"; COMP_WORDS=(nanobinlog ""); COMP_CWORD=1; _nanobinlog; echo "${COMPREPLY[@]}"', "-", script])
        self.assertLessEqual(set(self.commands), set(words.split()))
        words = run(["bash", "-c", 'set -eu; . "$1"; COMP_WORDS=(nanobinlog rows --format "s"); COMP_CWORD=3; _nanobinlog; '
                     'echo "${COMPREPLY[@]}"', "-", script])
        self.assertEqual(words.split(), ["sql"])
        # As readline gives what was typed as --format=d and --format=.
        for typed, words in (('--format = d', "debezium"), ('--format =', "native maxwell debezium canal sql")):
            got = run(["bash", "-c", 'set -eu; . "$1"; COMP_WORDS=(nanobinlog rows %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); '
                       '_nanobinlog; echo "${COMPREPLY[@]}"' % typed, "-", script])
            self.assertEqual(got.split(), words.split(), typed)


class Versions(unittest.TestCase):
    def test_one_version_everywhere(self):
        version = re.search(r"project\(nanobinlog VERSION ([\d.]+)", text_of(ROOT, "CMakeLists.txt")).group(1)
        header = text_of(ROOT, "include", "nanobinlog", "nanobinlog.h")
        self.assertEqual(re.search(r'NBL_VERSION_STRING "([^"]+)"', header).group(1), version)
        self.assertIn("nanobinlog " + version, text_of(PACKAGING, "nanobinlog.1"))

    def test_the_soname_is_the_abi_version(self):
        header = text_of(ROOT, "include", "nanobinlog", "nanobinlog.h")
        abi = re.search(r"NBL_ABI_VERSION (\d+)u", header).group(1)
        self.assertEqual(re.search(r"SOVERSION (\d+)", text_of(PACKAGING, "shared.cmake")).group(1), abi)
        self.assertIn("NANOBINLOG_%s {" % abi, text_of(PACKAGING, "exports.map"))


def rewrite():
    asking = Asking()
    asking.setUp()
    text = text_of(README)
    errors = "".join("| %s | `%s` | %s |\n" % tuple(row) for row in asking.codes())
    sizes = "".join("| %s |\n" % " | ".join(row) for row in asking.sizes())
    for title, number, rows in (("Errors", 0, errors), ("Sizing memory", 1, sizes)):
        start = text.index("## %s\n" % title)
        for _ in range(number + 1):
            start = re.compile(r"(?m)^\|[ -]+-[-| ]*\n").search(text, start).end()
        end = re.compile(r"(?m)^(?!\|)").search(text, start).start()
        text = text[:start] + rows + text[end:]
    with open(README, "w", encoding="utf-8") as out:
        out.write(text)
    asking.doCleanups()


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        rewrite()
    else:
        unittest.main()
