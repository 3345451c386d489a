"""Compressed transactions that unpack to far more than they are: faults C6, C11."""
import os
import struct
import subprocess
import unittest

import harness
from harness import FieldTest, Log, fixture

import encode_control as control
import encode_packed as packed
from encode import HEADER_SIZE, Event, WRITE, u32
from encode_gtid import Gtid
from encode_rows import Column, Table, rows_body, write
from tables import int_column, order, orders

MIB = 1 << 20
BLOCK = 1 << 17  # the most that a block of a Zstandard frame holds
TABLE = Table(7, b"d", b"t", [int_column(), Column(252, b"\x04", charset=63)])


def block(kind, size, data, last=False):
    return struct.pack("<I", size << 3 | kind << 1 | last)[:3] + data


def bomb(size, count):
    """BEGIN, a map, `count` rows of `size` equal bytes, and XID, in a frame whose blocks of equal bytes take four bytes each."""
    fmt = Log().fmt.without_crc()
    body = rows_body(TABLE, WRITE, b"\x00" + u32(1) + u32(size), flags=0)
    row = Event(WRITE, body, size=HEADER_SIZE + len(body) + size).encode(fmt, 0)
    before, end = control.begin().encode(fmt, 0) + TABLE.event().encode(fmt, 0), control.xid(9).encode(fmt, 0)
    frame = b"\x28\xb5\x2f\xfd\x00" + b"\x38"  # no sizes; a window of 128 KiB
    frame += block(0, len(before), before)
    frame += (block(0, len(row), row) + block(1, BLOCK, b"x") * (size // BLOCK)) * count
    frame += block(0, len(end), end, last=True)
    return frame, len(before) + (len(row) + size) * count + len(end)


def peak(path):
    """Outcomes, exit status, and the most memory that the process had, in bytes."""
    with open(os.devnull, "wb") as nothing:
        child = subprocess.Popen([harness.TOOL, "transactions", path], stdout=nothing)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, usage.ru_maxrss * 1024


class Payloads(FieldTest):
    def log(self, size, count=1):
        frame, uncompressed = bomb(size, count)
        log = Log()
        log.add_all(Gtid(5, length=len(frame)).event(), packed.payload(frame, uncompressed=uncompressed))
        log.add_all(Gtid(6).event(), control.begin(), orders().event(), write(orders(), [order(2, "behind")]), control.xid(2))
        self.assertLess(len(log.data), size * count // 1000)
        return self.write(log)

    def test_c6_what_it_unpacks_to_is_never_held(self):
        """512 MiB in rows of four MiB pass through a window of 64 MiB."""
        least, most = peak(self.log(4 * MIB)), peak(self.log(4 * MIB, 128))
        self.assertEqual((least[0], most[0]), (0, 0))
        self.assertLess(most[1], least[1] + 128 * MIB)
        answer = harness.transactions(self.log(4 * MIB, 128))
        self.assertEqual([line["changes"] for line in answer.told("committed")], [128, 1], answer.errors)

    def test_c6_a_row_larger_than_the_window_is_told(self):
        answer = harness.transactions(self.log(256 * MIB))
        self.assertEqual((answer.status, answer.outcomes()), (3, ["unsupported", "committed"]), answer.errors)
        self.assertEqual(answer.told("unsupported")[0]["reason"], "codec_too_large")
        told = harness.rows(self.log(256 * MIB))
        self.assertEqual((told.status, [line["after"]["@1"] for line in told.lines]), (3, [2]))
        self.assertIn("codec_too_large", told.errors)

    def test_c11_the_value_is_whole_whatever_the_gtid_says_of_its_length(self):
        answer = harness.rows(fixture("mysql", "27_compression_large", "binlog.000001"))
        self.assertEqual(answer.status, 0, answer.errors)
        first = answer.lines[0]["after"]
        self.assertEqual((first["id"], first["b"] == "x" * 15000000), (1, True))
        self.assertEqual([(line["op"], (line["before"] or line["after"])["id"]) for line in answer.lines],
                         [("insert", 1), ("insert", 2), ("delete", 1)])


if __name__ == "__main__":
    unittest.main()
