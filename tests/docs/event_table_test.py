"""README's table of event types, line by line: each type is looked up in a committed log, or written by the encoder of
fixtures/synthetic where no server here writes it, and the tool must treat it as the table says."""
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

ROOT = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get("NANOBINLOG") or os.path.join(ROOT, "build", "nanobinlog")
sys.path.insert(0, os.path.join(ROOT, "fixtures", "synthetic"))

import encode_control as control  # noqa: E402
import encode_packed as packed  # noqa: E402
from encode import Event, FLAG_IGNORABLE, Format  # noqa: E402
from tables import order, orders  # noqa: E402
from encode_rows import write  # noqa: E402

TRANSACTION_ENDS = {"committed", "rolled_back", "xa_prepared", "xa_committed", "xa_rolled_back", "oversized"}


def table_rows():
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as handle:
        section = handle.read().split("## What happens to each event", 1)[1].split("\n## ", 1)[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 4 and re.fullmatch(r"[\d, ]+", cells[0]):
            yield [int(number) for number in cells[0].split(",")], cells[1], cells[2]


def events_of(data):
    at = 4
    while at + 19 <= len(data):
        size = struct.unpack_from("<I", data, at + 9)[0]
        if size < 19:
            return
        yield at, data[at + 4]
        if data[at + 4] == 164:
            return
        at += size


def committed_logs():
    """type -> [(path, offset)] of the committed logs."""
    found = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "fixtures", "m*", "*", "*.0*"))):
        if not re.search(r"\.\d+$", path):
            continue
        with open(path, "rb") as handle:
            data = handle.read()
        for at, kind in events_of(data):
            found.setdefault(kind, []).append((path, at))
    return found


def wrapped(body):
    """MariaDB's compressed block around a zlib stream."""
    return b"\x82" + struct.pack(">H", len(body)) + zlib.compress(body)


def written(kind):
    """A log with one event of the type, inside a transaction where that is its place, and the event's offset."""
    inside = {20: bytes(20), 21: bytes(20), 22: bytes(20)}
    alone = {27: b"binlog.000002", 41: packed_fields(), 26: b"\x01\x00\x0bLOST_EVENTS", 43: b"\x01" + bytes(8) + b"\x10" + bytes(9),
             1: bytes(50), 6: bytes(30), 7: bytes(30), 8: bytes(30), 10: bytes(4), 12: bytes(30), 28: b"x", 100: bytes(12)}
    fmt, data, place = Format(), b"\xfebin", None

    def add(event):
        nonlocal data
        at = len(data)
        data += event.encode(fmt, at)
        return at

    add(fmt.event())
    if kind in alone:
        place = add(Event(kind, alone[kind], flags=FLAG_IGNORABLE if kind == 28 else 0))
    add(control.begin())
    if kind in inside:
        place = add(Event(kind, inside[kind]))
    add(orders().event())
    if kind in (169, 170, 171):
        whole = write(orders(), [order(1, "a")])
        return compressed_rows(data, fmt, whole, kind)
    add(write(orders(), [order(1, "a")]))
    add(control.xid(7))
    if kind in (9, 11, 17):
        place = add(Event(kind, b"\x01\x00\x00\x00abc"))
        add(control.query("LOAD DATA INFILE 'x' INTO TABLE t"))
    return data, place


def packed_fields():
    name = b"binlog.000002"
    return bytes([1, len(name)]) + name + bytes([2, 1, 4, 0])


def compressed_rows(data, fmt, whole, kind):
    """The insert of one row as MariaDB's compressed form; update and delete share its image bytes."""
    raw = whole.encode(fmt, 0)
    body = raw[19:-4]
    head = 10 + 1 + 1  # post-header with its empty extra data, column count, one bitmap byte
    bitmaps, images = body[:head], body[head:]
    if kind == 170:
        bitmaps, images = bitmaps + bitmaps[-1:], images * 2
    place = len(data)
    data += Event(kind, bitmaps + wrapped(images)).encode(fmt, place)
    data += control.xid(7).encode(fmt, len(data))
    return data, place


def run(command, path):
    done = subprocess.run([TOOL, command, "--format", "json", path], capture_output=True, text=True, timeout=60)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def covers(lines, outcomes, offset):
    return any(line.get("outcome") in outcomes and line["start"] <= offset < line["end"] for line in lines)


class EventTable(unittest.TestCase):
    def check(self, kind, seen, path, offset):
        _, listed, _ = run("events", path)
        self.assertIn((offset, kind), [(line.get("offset"), line.get("event_type")) for line in listed])
        status, lines, errors = run("transactions", path)
        unsupported = [line for line in lines if line.get("outcome") == "unsupported" and line.get("event_type") == kind]
        if seen == "transaction":
            self.assertTrue(covers(lines, TRANSACTION_ENDS, offset), (path, offset))
        elif seen == "group":
            self.assertTrue(covers(lines, TRANSACTION_ENDS | {"statement"}, offset), (path, offset))
        elif seen == "refused":
            self.assertEqual(status, 1)
            self.assertIn("encrypted_log", errors)
            return
        elif seen in ("unsupported", "told"):
            self.assertTrue(unsupported, path)
            self.assertEqual(status, 3)
            return
        else:
            self.assertIn(seen, ("silent", "ignored"))
        self.assertEqual(unsupported, [])
        self.assertIn(status, (0, 3))

    def test_every_line(self):
        logs = committed_logs()
        seen_types = set()
        with tempfile.TemporaryDirectory() as folder:
            for kinds, name, seen in table_rows():
                for kind in kinds:
                    seen_types.add(kind)
                    with self.subTest(type=kind, event=name):
                        if kind in logs and kind not in (28,):
                            for path, offset in logs[kind][:3]:
                                self.check(kind, seen, path, offset)
                            continue
                        if kind in (36, 37):
                            data, offset = group_replication(kind)
                        else:
                            data, offset = written(kind)
                        path = os.path.join(folder, "type%d" % kind)
                        with open(path, "wb") as handle:
                            handle.write(data)
                        self.check(kind, seen, path, offset)
        known = set(range(1, 44)) | set(range(160, 172))
        self.assertEqual(known - seen_types, set(), "types without a line in the table")


def group_replication(kind):
    fmt, data = Format(), b"\xfebin"
    data += fmt.event().encode(fmt, 4)
    data += control.begin().encode(fmt, len(data))
    place = len(data)
    if kind == 37:
        body = b"16400000000000000:1".ljust(40, b"\0") + struct.pack("<QI", 7, 0)
    else:
        uuid = b"b3b21ab9-ec9f-11f1-bb97-02fc00000001"
        body = struct.pack("<BIBIIIB", len(uuid), 7, 0, 0, 0, 0, 0)[:18] + uuid
    data += Event(kind, body).encode(fmt, place)
    data += control.xid(7).encode(fmt, len(data))
    return data, place


if __name__ == "__main__":
    unittest.main()
