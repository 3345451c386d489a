"""Places in a log, events that nobody knows, and going on behind what is broken: faults M37, E1, E7, E15, P3, P6, P7, P10,
P11, P17, P23."""
import os
import struct
import tempfile
import unittest

import harness
from harness import FieldTest, Log, events_of, fixture, read, resum

import encode_control as control
from encode import Event, FLAG_ARTIFICIAL, FLAG_IGNORABLE, Format, mariadb_post_header_lengths, u8, u32
from encode_gtid import Gtid
from encode_rows import Column, Table, write
from tables import int_column, order, orders

# What stands inside a transaction, or is a statement: QUERY, XID, TABLE_MAP, ROWS, ANNOTATE and the compressed ones.
INSIDE = {2, 16, 19, 23, 24, 25, 160, 165, 166, 167, 168}


def insert(number, note="row"):
    return orders().event(), write(orders(), [order(number, note)])


def numbers(answer):
    return [line["after"]["@1"] for line in answer.lines]


class LogPositions(FieldTest):
    def test_p3_positions_of_zero_inside_transactions(self):
        """MariaDB from 11.4 on writes 0 where it does not know the position yet."""
        seen = 0
        for folder in ("01_numbers", "08_log_bin_compress", "13_savepoint_row", "14_rollback", "27_oltp", "12_checksum"):
            path = fixture("mariadb", folder, "binlog.000001")
            whole = harness.transactions(path)
            log = bytearray(read(path))
            if not harness.events(path).lines[0]["detail"].endswith("CRC32"):
                continue
            for at, kind, size in events_of(bytes(log)):
                if kind in INSIDE:
                    struct.pack_into("<I", log, at + 13, 0)
                    resum(log, at, size)
            zeroed = os.path.join(self.folder_of_its_name(), os.path.basename(path))
            with open(zeroed, "wb") as handle:
                handle.write(log)
            with self.subTest(log=folder):
                again = harness.transactions(zeroed)
                self.assertEqual((again.status, again.output), (whole.status, whole.output), again.errors)
                before, after = (harness.rows("--assume-signed", name) for name in (path, zeroed))
                self.assertEqual((after.status, after.output), (before.status, before.output), after.errors)
                self.assertTrue(before.lines)
                starts = [line["offset"] for line in harness.events(zeroed).lines if line["type"] == "event"]
                self.assertEqual(starts, [at for at, _, _ in events_of(bytes(log))])
                seen += 1
        self.assertGreaterEqual(seen, 5)

    def folder_of_its_name(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return folder.name

    def test_p6_start_and_end_are_two_fields(self):
        """Each event starts where the one before it ended, and reading from an end gives what comes behind it, no more."""
        path = fixture("mysql", "01_oltp", "binlog.000001")
        listed = [line for line in harness.events(path).lines if line["type"] == "event"]
        self.assertEqual([line["next_position"] for line in listed[:-1]], [line["offset"] for line in listed[1:]])
        told = harness.transactions(path).told("committed")
        for at in (0, 17, len(told) - 2):
            rest = harness.transactions("--start-position", str(told[at]["end"]), path).told("committed")
            self.assertEqual([line["start"] for line in rest], [line["start"] for line in told[at + 1:]])
            rest = harness.transactions("--start-position", str(told[at]["start"]), path).told("committed")
            self.assertEqual([line["start"] for line in rest], [line["start"] for line in told[at:]])

    def test_p7_a_rotation_without_a_position_of_its_own(self):
        """The body says where the next log begins; a header that says 0 moves nothing."""
        log = Log()
        log.add(control.rotate(b"binlog.000009", flags=FLAG_ARTIFICIAL, log_pos=0, timestamp=0))
        start = log.add(Gtid(5).event())[0]
        end = log.add_all(control.begin(), *insert(1), control.xid(1))[1]
        place = log.add(control.rotate(b"binlog.000002", position=4))[0]
        path = self.write(log)
        told = harness.transactions(path).told("committed")[0]
        self.assertEqual((told["start"], told["end"]), (start, end))
        listed = {line["offset"]: line for line in harness.events(path).lines if line.get("event_type") == 4}
        self.assertIn("binlog.000002", listed[place]["detail"])
        self.assertIn("4", listed[place]["detail"].replace("binlog.000002", ""))

    def test_e15_the_format_is_read_wherever_reading_starts(self):
        """Checksums are looked at behind a start in the middle, and with a switch of them too."""
        path = fixture("mysql", "01_oltp", "binlog.000001")
        told = harness.transactions(path).told("committed")
        middle, later = told[100], told[200]
        log = bytearray(read(path))
        log[later["end"] - 10] ^= 1  # in the XID's number
        answer = harness.transactions("--start-position", str(middle["start"]), self.write(bytes(log)))
        self.assertEqual(answer.status, 1)
        self.assertIn("bad_checksum", answer.errors)
        self.assertEqual([line["start"] for line in answer.told("committed")], [line["start"] for line in told[100:200]])
        log = Log(Format("off"))
        log.add_all(Gtid(5).event(), control.begin(), *insert(1), control.xid(1))
        start = log.add(Gtid(6).event())[0]
        log.add_all(control.begin(), *insert(2), control.xid(2))
        self.assertEqual(numbers(harness.rows("--start-position", str(start), self.write(log))), [2])

    def test_e7_a_rotation_before_any_format(self):
        """On a connection the server sends one first. It is the client's, and a reader fed with it says what it lacks."""
        for fmt in (Format(), Format("off")):
            log = Log(describe=False)
            log.add(control.rotate(b"binlog.000001", flags=FLAG_ARTIFICIAL, log_pos=0, timestamp=0), fmt)
            log.add(Format().event())
            log.add_all(control.begin(), *insert(1), control.xid(1))
            answer = harness.transactions(self.write(log))
            self.assertEqual((answer.status, answer.outcomes()), (1, []))
            self.assertIn("missing_format_description", answer.errors)

    def test_e7_rotation_and_format_between_two_logs(self):
        """What a dump gives at the change of logs: the real rotation, the made-up one, the next log's format, other checksums."""
        log = Log()
        log.add_all(Gtid(5).event(), control.begin(), *insert(1), control.xid(1), control.rotate(b"binlog.000002"))
        log.add(control.rotate(b"binlog.000002", flags=FLAG_ARTIFICIAL, log_pos=0, timestamp=0))
        off = Format("off")
        log.add(off.event())
        log.fmt = off
        log.add_all(Gtid(6).event(), control.begin(), *insert(2), control.xid(2))
        answer = harness.rows(self.write(log))
        self.assertEqual((answer.status, numbers(answer)), (0, [1, 2]), answer.errors)


class Unknown(FieldTest):
    def test_m37_rows_in_fragments(self):
        """MariaDB 12.3 cuts a large rows event into events of type 172: fragments in all, this one's number, flags, size, bytes."""
        fmt = Format(lengths=mariadb_post_header_lengths() + bytes([9]), version="12.3.1-MariaDB-log")
        whole = insert(2)[1].encode(fmt, 0)
        log = Log(fmt)
        log.add_all(control.begin(), *insert(1), control.xid(1))
        log.add_all(control.begin(), insert(2)[0])
        place, _ = log.add(Event(172, struct.pack("<IIBQ", 2, 1, 1, len(whole)) + whole[:20]))
        log.add(Event(172, struct.pack("<IIB", 2, 2, 0) + whole[20:]))
        log.add(control.xid(2))
        log.add_all(control.begin(), *insert(3), control.xid(3))
        path = self.write(log)
        answer = harness.transactions(path)
        self.assertEqual(answer.status, 3, answer.errors)
        told = [(line["event_type"], line["start"]) for line in answer.told("unsupported")]
        self.assertIn((172, place), told)
        self.assertNotIn(2, numbers(harness.rows(path)))
        self.assertEqual([n for n in numbers(harness.rows(path)) if n != 2], [1, 3])

    def test_e1_unknown_types_are_passed_by_their_length(self):
        for flags, status, outcomes in ((FLAG_IGNORABLE, 0, ["committed"] * 2), (0, 3, ["committed", "unsupported", "committed"])):
            for kind in (100, 101, 202, 255):
                with self.subTest(kind=kind, flags=flags):
                    log = Log()
                    log.add_all(control.begin(), *insert(1), control.xid(1))
                    log.add(Event(kind, b"\xfe" * 70, flags=flags))
                    log.add_all(control.begin(), *insert(2), control.xid(2))
                    path = self.write(log)
                    answer = harness.transactions(path)
                    self.assertEqual((answer.status, [o for o in answer.outcomes() if o != "ignored"]), (status, outcomes), answer.errors)
                    self.assertEqual(numbers(harness.rows(path)), [1, 2])


class Large(FieldTest):
    def test_p10_p11_a_row_larger_than_the_room(self):
        """A row of three megabytes is over a quota that was asked for, and printed whole where its rows are wanted."""
        table = Table(7, b"d", b"t", [int_column(), Column(252, b"\x04", charset=63)])
        size = 3 << 20
        log = Log()
        log.add_all(control.begin(), table.event(), write(table, [[u32(1), u32(size) + b"x" * size]]), control.xid(1))
        log.add_all(control.begin(), *insert(2), control.xid(2))
        path = self.write(log)
        told = harness.transactions("--max-bytes", "65536", path)
        self.assertEqual(told.outcomes(), ["oversized", "committed"])
        answer = harness.rows(path)
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertEqual(len(answer.lines[0]["after"]["@2"]["base64"]), size // 3 * 4)
        self.assertEqual(answer.lines[1]["after"]["@1"], 2)

    def test_p17_order_is_the_logs(self):
        log, count = Log(), 400
        for number in range(0, count, 4):
            log.add(control.begin())
            for one in range(number, number + 4):
                log.add_all(*insert(one))
            log.add(control.xid(number))
        self.assertEqual(numbers(harness.rows(self.write(log))), list(range(count)))


class GoingOn(FieldTest):
    def test_p23_one_bad_value_and_the_rest(self):
        """A number of ten digits in DECIMAL(9,0): told with its column, `check` goes on, and reading can begin behind it."""
        table = Table(7, b"d", b"t", [Column(246, u8(9) + u8(0))])

        def one(value, number):
            return [control.begin(), table.event(), write(table, [[value]]), control.xid(number)]
        log = Log()
        log.add_all(*one(bytes.fromhex("80000001"), 1))
        start = len(log.data)
        end = log.add_all(*one(bytes.fromhex("ffffffff"), 2))[1]
        log.add_all(*one(bytes.fromhex("80000003"), 3))
        path = self.write(log)
        answer = harness.rows(path)
        self.assertEqual(answer.status, 1)
        self.assertIn("bad_decimal", answer.errors)
        self.assertEqual([line["after"]["@1"] for line in answer.lines], ["1"])
        told = harness.check(path)
        self.assertEqual(told.status, 1)
        faults = [line for line in told.lines if line["type"] == "fault"]
        self.assertEqual([line["code"] for line in faults], ["bad_decimal"])
        self.assertTrue(start <= faults[0]["offset"] < end)
        self.assertEqual(numbers(harness.rows("--start-position", str(end), path)), ["3"])
        for command in (harness.rows, harness.transactions, harness.check):
            behind = command("--start-position", str(end), path)
            self.assertEqual((behind.status, behind.errors), (0, ""))
            self.assertEqual(command("--start-position", str(start), path).status, 1)


if __name__ == "__main__":
    unittest.main()
