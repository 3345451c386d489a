"""The synthetic values as whole logs through the tool: each cell's text, and what it says of values that cannot be right.

The cases are written by an encoder that shares nothing with the decoder: fixtures/synthetic.
"""
import json
import os
import re
import struct
import tempfile
import unittest
import zlib

import logs
import tool

FILES = ("values.cases", "json.cases", "rows.cases", "rows_v1.cases", "partial_update.cases")
_scan = json.JSONDecoder().scan_once


class Case:
    def __init__(self, name):
        self.name, self.fde, self.events, self.expected = name, None, [], []
        self.start, self.plain = 4, True


def load(name):
    """(formats by name, cases) of one file."""
    formats, cases = {}, []
    for line in logs.read(os.path.join(logs.FIXTURES, "synthetic", name)).decode("utf-8").split("\n"):
        word, _, rest = line.partition(" ")
        if word == "format":
            key, data = rest.split(" ")
            formats[key] = bytes.fromhex(data)
        elif word == "case":
            cases.append(Case(rest))
        elif word == "fde":
            cases[-1].fde = rest
        elif word == "event":
            data = b"" if rest == "-" else bytes.fromhex(rest)
            cases[-1].events.append(data)
            if len(data) < 19 or struct.unpack_from("<I", data, 9)[0] != len(data):
                cases[-1].plain = False  # cut, or with other bytes behind it
        elif word == "start":
            cases[-1].start = int(rest)
        elif word in ("limits", "gap", "back", "options") or (word == "decoder" and rest != "rows"):
            cases[-1].plain = False  # nothing that a log and no setting could show
        elif word == "expect":
            cases[-1].expected.append(rest)
    return formats, cases


def has_checksums(fde):
    version = fde[21:71].split(b"\0")[0]
    return not re.match(rb"5\.[0-5]\.", version) and fde[-5] == 1


def event(kind, body, fde):
    head = struct.pack("<IBIIIH", 1780000000, kind, 11, 19 + len(body) + 4 * has_checksums(fde), 0, 0)
    data = head + body
    return data + struct.pack("<I", zlib.crc32(data)) if has_checksums(fde) else data


def log_of(case, formats):
    """(a whole log with the events in a committed transaction, where the first of them starts)."""
    fde = formats[case.fde]
    begin = event(2, struct.pack("<IIBHH", 7, 0, 4, 0, 0) + b"shop\0BEGIN", fde)
    head = b"\xfebin" + fde + begin
    return head + b"".join(case.events) + event(16, struct.pack("<Q", 77), fde), len(head)


def cells(text):
    """[value text, or None where the column is absent] of "@1=... @2=..."."""
    found, at = [], 0
    while at < len(text):
        label = f"@{len(found) + 1}="
        if not text.startswith(label, at):
            raise ValueError(f"{label} is not at {at} of {text}")
        at += len(label)
        if text.startswith("absent", at):
            found.append(None)
            at += 6
        else:
            _, end = _scan(text, at)
            found.append(text[at:end])
            at = end
        at += 1
    return found


def expected_rows(case):
    for line in case.expected:
        if line.startswith("row update "):
            before, after = re.fullmatch(r"row update before (.*) after (@1=.*)", line).groups()
            yield "update", cells(before), cells(after)
        elif line.startswith("row insert "):
            yield "insert", None, cells(line[11:])
        elif line.startswith("row delete "):
            yield "delete", cells(line[11:]), None


class Cases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.log = os.path.join(self.folder.name, "case.000001")

    def read(self, data):
        with open(self.log, "wb") as out:
            out.write(data)
        return tool.rows("--assume-signed", self.log)

    def check_values(self, case, data):
        status, rows, messages = self.read(data)
        self.assertEqual((status, messages), (0, ""))
        wanted = list(expected_rows(case))
        told = [(row.op, row.before, row.after) for row in rows]
        self.assertEqual([row[0] for row in told], [row[0] for row in wanted])
        for one, other in zip(told, wanted):
            for mine, theirs in zip(one[1:], other[1:]):
                self.assertEqual(mine is None, theirs is None)
                if theirs is not None:
                    self.assertEqual(list(mine.values()), [value for value in theirs if value is not None])
        return sum(len(image or ()) for row in told for image in row[1:])

    def check_refusal(self, case, data, first):
        """The fault is in the event that has the error; table, column and offset are told."""
        status, rows, messages = self.read(data)
        self.assertEqual((status, rows), (1, []), messages)
        fault = next(line for line in case.expected if line.startswith("error"))
        codes, low, high, column = re.fullmatch(r"error code=(\S+) within=(\d+)\.\.(\d+) column=(\d+)", fault).groups()
        offset, code, place = re.search(r"offset (\d+): (\w+): (table `[^`]*`\.`[^`]*` column [^:]*): ", messages).groups()
        self.assertIn(code, codes.split("|"))
        shift = first - case.start
        self.assertTrue(int(low) + shift <= int(offset) < int(high) + shift, messages)
        self.assertIn(place, (f"table `shop`.`v` column {int(column) + 1}", f"table `shop`.`v` column `c{int(column) + 1}`"))

    def test_every_case(self):
        values = refusals = cell_count = 0
        for name in FILES:
            formats, cases = load(name)
            for case in cases:
                faults = [line for line in case.expected if line.startswith("error")]
                if not case.plain or (faults and "column=" not in faults[0]):
                    continue
                with self.subTest(file=name, case=case.name):
                    data, first = log_of(case, formats)
                    if faults:
                        self.check_refusal(case, data, first)
                        refusals += 1
                    else:
                        cell_count += self.check_values(case, data)
                        values += 1
        print(f"{values} cases with {cell_count} cells, {refusals} refused values")
        self.assertGreater(values, 60)
        self.assertGreater(refusals, 50)


if __name__ == "__main__":
    unittest.main()
