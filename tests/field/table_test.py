"""README.md of this folder: every known fault has its line, and every place that a line names is there."""
import os
import re
import unittest

from harness import ROOT

HERE = os.path.dirname(os.path.abspath(__file__))
NOT_OURS = "does not apply"


def readme():
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as handle:
        return handle.read()


def ids(text):
    return re.search(r"^Ids: (.*?)\n\n", text, re.S | re.M).group(1).split()


def lines(text):
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 3 and cells[0] not in ("id", "---"):
            yield cells


def names_in(path, kept={}):
    """The tests or cases of a file, by name."""
    if path not in kept:
        with open(os.path.join(ROOT, path), encoding="utf-8") as handle:
            text = handle.read()
        if path.endswith(".cases"):
            found = re.findall(r"^case (\S+)$", text, re.M)
        elif path.endswith(".py"):
            found = re.findall(r"^    def (test_\w+)\(", text, re.M)
        else:
            titles = re.findall(r"TEST_CASE\(\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)\)", text)
            found = ["".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", title)) for title in titles]
            found += ["main"] if re.search(r"^int main\(", text, re.M) else []
        kept[path] = set(found)
    return kept[path]


class Table(unittest.TestCase):
    def test_each_id_has_one_line(self):
        text = readme()
        self.assertEqual([cells[0] for cells in lines(text)], ids(text))
        self.assertEqual(len(set(ids(text))), len(ids(text)))
        self.assertGreater(len(ids(text)), 140)

    def test_each_place_is_there(self):
        count = 0
        for number, what, where in lines(readme()):
            self.assertTrue(what, number)
            for place in [] if where == NOT_OURS else where.split("<br>"):
                path, _, name = place.partition("::")
                with self.subTest(id=number, place=place):
                    self.assertIn(name, names_in(path))
                    count += 1
        self.assertGreater(count, 200)

    def test_what_does_not_apply_says_why(self):
        apart = [cells for cells in lines(readme()) if cells[2] == NOT_OURS]
        self.assertEqual([cells[0] for cells in apart], ["E37", "E39", "P2", "P8", "P9", "P14", "P15", "P16", "P18", "4.4", "4.5", "4.6"])
        self.assertTrue(all(len(cells[1]) > 20 for cells in apart))


if __name__ == "__main__":
    unittest.main()
