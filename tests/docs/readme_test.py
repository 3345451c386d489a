"""Every example of README.md is run: in ```console blocks a line `$ command` is executed by a shell in the repository's root, and
the lines behind it are its output. A line `...` stands for any number of lines, `...` inside a line for any text."""
import os
import re
import subprocess
import sys
import unittest

ROOT = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get("NANOBINLOG") or os.path.join(ROOT, "build", "nanobinlog")
DOCUMENTS = ["README.md"]


def examples(path):
    with open(path, encoding="utf-8") as handle:
        text = handle.read()
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.S | re.M):
        command, output = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, output
                command, output = line[2:], []
            else:
                output.append(line)
        if command:
            yield command, output


def pattern(lines):
    parts = []
    for line in lines:
        parts.append("(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n")
    return re.compile("".join(parts) + r"\Z")


class Examples(unittest.TestCase):
    def test_first_commands(self):
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as handle:
            commands = re.findall(r"^    (make \w+)", handle.read(), re.M)
        self.assertEqual(commands[:2], ["make demo", "make test"])

    def test_examples(self):
        environment = dict(os.environ, PATH=os.path.dirname(TOOL) + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8", TZ="UTC")
        count = 0
        for document in DOCUMENTS:
            for command, expected in examples(os.path.join(ROOT, document)):
                count += 1
                with self.subTest(command=command):
                    done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment, stdout=subprocess.PIPE,
                                          stderr=subprocess.STDOUT, text=True, timeout=120)
                    self.assertRegex(done.stdout, pattern(expected), "\n" + done.stdout[:2000])
        self.assertGreaterEqual(count, 4)

    def test_an_example_can_fail(self):
        self.assertNotRegex("one\ntwo\n", pattern(["one"]))
        self.assertNotRegex("one\n", pattern(["one", "two"]))
        self.assertRegex("one\nx\ny\nlast 7\n", pattern(["one", "...", "last ..."]))


if __name__ == "__main__":
    sys.exit(unittest.main())
