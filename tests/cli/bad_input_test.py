"""What is no log, a broken one, or a failing machine: one clear line, the right exit status, and whole transactions before it."""
import json
import os
import struct
import subprocess
import tempfile
import time
import unittest
import zlib

import logs

LOG = logs.fixture("mysql", "01_oltp", "binlog.000001")
COMMANDS = ("transactions", "rows", "events", "check")


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, content, name="made.000001"):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def fails(self, arguments, status, *words):
        result = logs.run(*arguments)
        self.assertEqual(result.returncode, status, (arguments, result.stderr))
        text = result.stderr.decode()
        lines = text.splitlines()
        self.assertEqual(len(lines), 1, text)
        self.assertTrue(lines[0].startswith("nanobinlog: "), text)
        for word in words:
            self.assertIn(word, lines[0])
        return result


class NoLog(Case):
    def test_each_command(self):
        cases = [(self.write(b"#!/bin/sh\n"), "bad_magic"), (self.write(b"", "empty"), "empty_log"),
                 (self.write(b"\xfdbin" + bytes(600), "locked"), "encrypted_log"),
                 (os.path.join(self.folder.name, "missing"), "No such file"), (self.folder.name, "is a directory")]
        for path, word in cases:
            for command in ("transactions", "rows", "events"):
                with self.subTest(word=word, command=command):
                    self.fails([command, path], 1, path, word)

    def test_a_number_that_is_missing_is_told_and_the_rest_read(self):
        content = read(LOG)
        for number in (8, 9, 10, 12):
            self.write(content, "made.%06d" % number)
        for command in COMMANDS:
            result = logs.run(command, self.folder.name)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stderr.decode(), "nanobinlog: %s: no log between made.000010 and made.000012 is here\n" % self.folder.name)
        os.remove(os.path.join(self.folder.name, "made.000012"))
        self.assertEqual(logs.run("transactions", self.folder.name).stderr, b"")

    def test_check_lists_them_and_goes_on(self):
        result = logs.run("check", "--format", "json", self.write(b"nothing"), os.path.join(self.folder.name, "missing"), LOG)
        self.assertEqual(result.returncode, 1)
        lines = logs.json_lines(result.stdout)
        self.assertEqual([line["verdict"] for line in lines if line["type"] == "file"], ["broken", "broken", "ok"])
        self.assertEqual([line["code"] for line in lines if line["type"] == "fault"], ["bad_magic", "unreadable"])

    def test_an_unreadable_file_in_the_list_ends_it_behind_what_was_whole(self):
        result = self.fails(["transactions", "--format", "json", LOG, os.path.join(self.folder.name, "missing"), LOG], 1, "missing")
        lines = logs.json_lines(result.stdout)
        self.assertEqual(lines[-1]["committed"], 300)

    def test_a_log_that_begins_without_its_format(self):
        self.fails(["transactions", self.write(b"\xfebin" + read(LOG)[127:])], 1, "missing_format_description", "offset")


class Usage(Case):
    def test_mistakes(self):
        for arguments, word in ((["transactions"], "FILE"), (["nothing", LOG], "nothing"), ([], "command"),
                                (["transactions", "--formta", "json", LOG], "--formta"), (["rows", "--format", "xml", LOG], "--format"),
                                (["transactions", "--max-events", "0", LOG], "--max-events"),
                                (["transactions", "--max-events"], "--max-events"),
                                (["transactions", "--start-position", "-4", LOG], "--start-position"),
                                (["transactions", "--start-datetime", "yesterday", LOG], "--start-datetime"),
                                (["transactions", "--start-datetime", "2026-02-30", LOG], "2026-02-30"),
                                (["transactions", "--start-datetime", "2026-13-01", LOG], "2026-13-01"),
                                (["transactions", "--stop-datetime", "2026-2-1xx", LOG], "2026-2-1xx"),
                                (["transactions", "--stop-datetime", "2026-11-30 -9:00:00", LOG], "-9:00"),
                                (["transactions", "--include-gtids", "not a set", LOG], "--include-gtids"),
                                (["rows", "--flashback", LOG], "--flashback"), (["transactions", "-x", LOG], "-x"),
                                (["transactions", "--with-gtid=1", LOG], "--with-gtid")):
            with self.subTest(arguments=arguments):
                self.fails(arguments, 2, word)

    def test_help_and_version(self):
        for option, word in (("--help", b"usage: nanobinlog"), ("--version", b"nanobinlog ")):
            result = logs.run(option)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertTrue(word in result.stdout)


class Broken(Case):
    def events(self):
        log = read(LOG)
        at, events = 4, []
        while at < len(log):
            size = struct.unpack_from("<I", log, at + 9)[0]
            events.append((at, log[at + 4], size))
            at += size
        return events

    def committed(self, arguments):
        result = logs.run("transactions", "--format", "json", *arguments)
        return result, [line for line in logs.json_lines(result.stdout) if line.get("outcome") == "committed"]

    def test_a_checksum(self):
        log = bytearray(read(LOG))
        at, _, size = [event for event in self.events() if event[1] == 30][40]
        log[at + 30] ^= 1
        path = self.write(bytes(log))
        whole = [line for line in self.committed([LOG])[1] if line["end"] <= at]
        result = self.fails(["transactions", "--format", "json", path], 1, "bad_checksum", path, "offset %d:" % (at + size - 4))
        seen = [line for line in logs.json_lines(result.stdout) if line.get("outcome") == "committed"]
        self.assertEqual([line["end"] for line in seen], [line["end"] for line in whole])
        self.fails(["rows", path], 1, "bad_checksum")
        self.fails(["events", path], 1, "bad_checksum")

    def test_check_goes_on_behind_a_broken_event(self):
        log = bytearray(read(LOG))
        rows = [event for event in self.events() if event[1] == 30]
        for at, _, _ in (rows[40], rows[80]):
            log[at + 30] ^= 1
        result = logs.run("check", "--format", "json", self.write(bytes(log)))
        self.assertEqual(result.returncode, 1)
        lines = logs.json_lines(result.stdout)
        faults = [line for line in lines if line["type"] == "fault"]
        self.assertEqual([(line["code"], line["offset"]) for line in faults],
                         [("bad_checksum", at + size - 4) for at, _, size in (rows[40], rows[80])])
        # The two transactions around the broken events are lost, and no other.
        self.assertEqual(lines[-1]["committed"], 298)

    def test_rows_and_transactions_go_on_where_they_are_asked_to(self):
        log = bytearray(read(LOG))
        broken = [event for event in self.events() if event[1] == 30]
        broken = [broken[40], broken[80]]
        for at, _, _ in broken:
            log[at + 30] ^= 1
        path = self.write(bytes(log))
        whole = self.committed([LOG])[1]
        left = [line for line in whole if not any(line["start"] <= at < line["end"] for at, _, _ in broken)]
        self.assertEqual(len(left), 298)
        result, seen = self.committed(["--skip-broken", path])
        self.assertEqual(result.returncode, 1)
        self.assertEqual([(line["start"], line["end"]) for line in seen], [(line["start"], line["end"]) for line in left])
        told = ["nanobinlog: %s: offset %d: bad_checksum" % (path, at + size - 4) for at, _, size in broken]
        self.assertEqual([line[:len(told[0])] for line in result.stderr.decode().splitlines()], told)
        result = logs.run("rows", "--skip-broken", path)
        self.assertEqual(result.returncode, 1)
        keep = {line["gtid"] for line in left}
        expected = [line for line in logs.run("rows", LOG).stdout.splitlines() if json.loads(line)["gtid"] in keep]
        name = b'"file":"binlog.000001"'
        self.assertEqual(result.stdout.splitlines(), [line.replace(name, b'"file":"made.000001"') for line in expected])
        # A file that begins with something else is left out whole, and so is one that is not there.
        missing = os.path.join(self.folder.name, "missing")
        result, seen = self.committed(["--skip-broken", self.write(b"nothing at all", "other.000001"), missing, LOG])
        self.assertEqual((result.returncode, len(seen)), (1, 300))
        self.fails(["check", "--skip-broken", LOG], 2, "--skip-broken does not go with check")
        self.fails(["rows", "--skip-broken", "--checkpoint", missing, LOG], 2, "--skip-broken goes with none")

    def test_a_value_that_cannot_be_names_table_and_column(self):
        log = bytearray(read(logs.fixture("mysql", "02_numbers", "binlog.000001")))
        text = logs.run("events", "--format", "json", logs.fixture("mysql", "02_numbers", "binlog.000001")).stdout
        event = next(line for line in logs.json_lines(text) if line["event"] == "Write_rows" and line["table"] == "decimals")
        at, size = event["offset"], event["size"]
        # id, then DECIMAL(1,0): its one byte holds a digit with the sign bit on, so 0xff is 127.
        images = log.index(bytes([1, 0, 0, 0]), at + 29)
        log[images + 4] = 0xff
        struct.pack_into("<I", log, at + size - 4, zlib.crc32(bytes(log[at:at + size - 4])))
        self.fails(["rows", self.write(bytes(log))], 1, "bad_decimal", "`decimals`", "`d1_0`")

    def test_a_tail_that_was_cut(self):
        log = read(LOG)
        events = self.events()
        for at, kind, size in (events[-1], events[-6], events[-9]):
            for cut in (at + 1, at + 18, at + size - 1):
                path = self.write(log[:cut])
                result, seen = self.committed([path])
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertIn(b"incomplete", result.stderr)
                expected = [line for line in self.committed([LOG])[1] if line["end"] <= cut]
                self.assertEqual([line["end"] for line in seen], [line["end"] for line in expected])
                self.assertEqual(logs.run("rows", path).returncode, 3)
                self.assertEqual(logs.run("check", path).returncode, 3)
                self.assertEqual(logs.run("events", path).returncode, 3)

    def test_a_transaction_without_its_end(self):
        log = read(LOG)
        xid = [event for event in self.events() if event[1] == 16][-1]
        result, seen = self.committed([self.write(log[:xid[0]])])
        self.assertEqual(result.returncode, 3)
        self.assertEqual(len(seen), 299)
        self.assertEqual(logs.json_lines(result.stdout)[-1]["incomplete"], 1)


class Machine(Case):
    def test_no_room_for_the_output(self):
        with open("/dev/full", "wb") as full:
            for command in COMMANDS:
                result = subprocess.run([logs.TOOL, command, LOG], stdout=full, stderr=subprocess.PIPE, check=False)
                self.assertEqual(result.returncode, 1, command)
                self.assertIn(b"standard output: No space left", result.stderr)

    def test_a_reader_that_goes_away(self):
        process = subprocess.Popen([logs.TOOL, "rows", LOG, LOG, LOG, LOG, LOG, LOG, LOG, LOG], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.read(10)
        process.stdout.close()
        text = process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(), 1)
        self.assertIn(b"standard output", text)

    @unittest.skipIf(os.environ.get("NBL_WITHOUT_SIGBUS"), "the emulator gives SIGBUS a wrong address: see ports/check")
    def test_a_file_cut_while_it_is_mapped(self):
        path = self.write(read(LOG) * 1)
        whole = logs.run("rows", path).stdout
        # Large enough that the tool waits for its reader long before it has read all.
        log = read(LOG)
        body = log[690:]
        end = body.rindex(struct.pack("<B", 4) + struct.pack("<I", 11))
        body = body[:end - 4]
        path = self.write(log[:690] + body * 80)
        process = subprocess.Popen([logs.TOOL, "rows", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = process.stdout.read(1000)
        time.sleep(0.3)
        os.truncate(path, 1 << 20)
        rest, text = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, text)
        self.assertIn(b"cut short", text)
        # Each line that came out is one of the real ones: no zeros were taken for rows.
        lines = (first + rest).splitlines()
        self.assertGreater(len(lines), 1000)
        self.assertTrue(first.startswith(whole[:200]))
        for line in lines[-50:]:
            self.assertTrue(line.startswith(b'{"op":"') and line.endswith(b"}"), line)


if __name__ == "__main__":
    unittest.main()
