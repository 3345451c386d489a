"""locate, against what the official tools say about the same logs: where each GTID lies, and when it was."""
import calendar
import gzip
import json
import os
import re
import struct
import tempfile
import unittest
import zlib
from time import gmtime

import chain

AT = re.compile(r"^# at (\d+)$")
EVENT = re.compile(r"^#(\d\d)(\d\d)(\d\d) +(\d+):(\d\d):(\d\d) server id +\d+ +end_log_pos \d+ ?(?:CRC32 0x[0-9a-f]+ ?)?\t(.*)$")
NEXT = re.compile(r"^SET @@SESSION\.GTID_NEXT= '(.*)'")
MOST = 25  # GTIDs asked for, of each scenario


def scenarios():
    for kind in ("mysql", "mariadb"):
        base = chain.fixture(kind)
        for name in sorted(os.listdir(base)):
            folder = os.path.join(base, name)
            if os.path.isdir(folder) and name not in ("23_encrypted", "refused"):
                yield kind, folder


def reading_of(log, kind):
    tool = "mysqlbinlog" if kind == "mysql" else "mariadb-binlog"
    for path, opener in ((f"{log}.{tool}.txt", open), (f"{log}.{tool}.txt.gz", gzip.open)):
        if os.path.exists(path):
            with opener(path, "rb") as file:
                return file.read().decode("utf-8", "replace")
    return None


def groups_of(log, kind):
    """[(offset, time, GTID or None)], as the official tool has them."""
    groups, at, open_group = [], None, None
    for line in (reading_of(log, kind) or "").split("\n"):
        match = AT.match(line)
        if match:
            at = int(match[1])
            continue
        match = EVENT.match(line)
        if match:
            time = calendar.timegm((2000 + int(match[1]), *map(int, match.groups()[1:6])))
            what = match[7]
            if what.startswith(("GTID", "Anonymous_GTID")) and not what.startswith("GTID list"):
                open_group = [at, time, what.split()[1] if kind == "mariadb" else None]
                groups.append(open_group)
            continue
        match = NEXT.match(line)
        if match and open_group and open_group[2] is None and match[1] not in ("AUTOMATIC", "ANONYMOUS"):
            open_group[2] = match[1]
    return groups


def log_names(folder):
    return sorted(name for name in os.listdir(folder) if re.fullmatch(r"\w+\.\d+", name))


def locate(*arguments):
    result = chain.run("locate", "--format", "json", *arguments)
    if result.returncode != 0:
        return result.returncode, result.stderr.decode()
    found = json.loads(result.stdout)
    return found["file"], found["offset"]


class Official(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scenarios = []
        for kind, folder in scenarios():
            logs = log_names(folder)
            groups = [(name, *group) for name in logs for group in groups_of(os.path.join(folder, name), kind)]
            if groups and len({name.split(".")[0] for name in logs}) == 1:
                cls.scenarios.append((folder, groups))

    def test_there_are_scenarios(self):
        self.assertGreater(len(self.scenarios), 40)

    def test_gtid(self):
        asked = 0
        for folder, groups in self.scenarios:
            named = [group for group in groups if group[3]]
            for name, offset, _, gtid in named[::max(1, len(named) // MOST)]:
                self.assertEqual(locate("--gtid", gtid, folder), (name, offset), (gtid, folder))
                asked += 1
        self.assertGreater(asked, 300)

    def test_datetime(self):
        asked = 0
        for folder, groups in self.scenarios:
            times = sorted({time for _, _, time, _ in groups})
            for time in times[::max(1, len(times) // 5)]:
                first = next(group for group in groups if group[2] >= time)
                text = "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*gmtime(time)[:6])
                self.assertEqual(locate("--datetime", text, folder), first[:2], (text, folder))
                asked += 1
        self.assertGreater(asked, 60)

    def test_gtid_set(self):
        asked = 0
        for folder, groups in self.scenarios:
            named = [group for group in groups if group[3]]
            for count in range(0, len(named), max(1, len(named) // 8)):
                gtids = [group[3] for group in named[:count]]
                if count and folder.endswith("20_domains") or not named:
                    continue  # out of order within a domain, where a list of positions says less than a set
                name, offset, _, _ = named[count]
                self.assertEqual(locate("--gtid-set", ",".join(gtids), folder), (name, offset), (gtids, folder))
                asked += 1
        self.assertGreater(asked, 150)


class Ends(unittest.TestCase):
    FOLDER = chain.fixture("mysql", "29_rotation")
    UUID = "b3b21ab9-ec9f-11f1-bb97-02fc00000001"

    def test_what_is_not_there(self):
        self.assertEqual(locate("--gtid", self.UUID + ":77", self.FOLDER)[0], 3)
        status, message = locate("--gtid", self.UUID + ":2", os.path.join(self.FOLDER, "binlog.000004"))
        self.assertEqual(status, 3)
        self.assertIn("no older log is here", message)
        status, message = locate("--gtid-set", self.UUID + ":2-3", os.path.join(self.FOLDER, "binlog.000004"))
        self.assertEqual(status, 3)
        self.assertIn(self.UUID + ":1:4-6", message)

    def test_behind_everything_is_the_end(self):
        size = os.path.getsize(os.path.join(self.FOLDER, "binlog.000006"))
        self.assertEqual(locate("--gtid-set", self.UUID + ":1-12", self.FOLDER), ("binlog.000006", size))
        self.assertEqual(locate("--datetime", "2100-01-01", self.FOLDER), ("binlog.000006", size))
        source = chain.Source("mysql", "01_oltp", "binlog.000001")
        with tempfile.TemporaryDirectory() as folder:
            log = source.log(1, 10)
            chain.write(os.path.join(folder, "binlog.000001"), log + source.groups[10][:200])
            self.assertEqual(locate("--datetime", "2100-01-01", folder), ("binlog.000001", len(log)))

    def test_usage(self):
        for arguments in ((), ("--gtid", "x"), ("--gtid", self.UUID + ":1-2"), ("--gtid-set", "x"), ("--datetime", "x"), ("--gtid", self.UUID + ":1", "--gtid-set", "")):
            self.assertEqual(locate(*arguments, self.FOLDER)[0], 2, arguments)

    def test_text(self):
        result = chain.run("locate", "--gtid", self.UUID + ":7", self.FOLDER)
        self.assertEqual(result.stdout.decode(), f"{self.FOLDER}/binlog.000004 199\n")

    def test_without_prefixes(self):
        # Groups that begin with their BEGIN, or are a statement by themselves.
        source = chain.Source("mysql", "01_oltp", "binlog.000001")
        wanted, log, at = [], source.head(0), len(source.head(0))
        for i, group in enumerate(source.groups[:12]):
            bare = b""
            for kind, event in chain.events(b"\xfebin" + group):
                if kind != chain.GTID:
                    stamped = struct.pack("<I", 1000000 + 10 * i) + event[4:-4]
                    bare += stamped + struct.pack("<I", zlib.crc32(stamped))
            wanted.append(at)
            log += bare
            at += len(bare)
        with tempfile.TemporaryDirectory() as folder:
            chain.write(os.path.join(folder, "binlog.000001"), log)
            for i, offset in enumerate(wanted):
                seconds = 1000000 + 10 * i - 3
                text = "1970-01-12T{:02}:{:02}:{:02}Z".format(seconds % 86400 // 3600, seconds % 3600 // 60, seconds % 60)
                self.assertEqual(locate("--datetime", text, folder), ("binlog.000001", offset))


class Sparing(unittest.TestCase):
    def test_nothing_but_heads_headers_and_gtids_is_read(self):
        source = chain.Source("mysql", "01_oltp", "binlog.000001")
        uuid = "b3b21ab9-ec9f-11f1-bb97-02fc00000001"
        with tempfile.TemporaryDirectory() as folder:
            for number in range(3):
                head = source.head(100 * number)
                log = head
                for group in source.groups[100 * number:100 * number + 100]:
                    for kind, event in chain.events(b"\xfebin" + group):
                        # Bodies that no checksum fits.
                        log += event if kind == chain.GTID else event[:19] + bytes(len(event) - 19)
                if number != 1:
                    log = head + b"\xff" * (len(log) - len(head))  # only its head is asked for
                chain.write(os.path.join(folder, f"binlog.{number + 1:06d}"), log)
            wanted = len(source.head(100)) + sum(len(group) for group in source.groups[100:150])
            self.assertEqual(locate("--gtid", uuid + ":151", folder), ("binlog.000002", wanted))
            self.assertEqual(locate("--gtid-set", uuid + ":1-150", folder), ("binlog.000002", wanted))

    def test_a_broken_header_is_told(self):
        source = chain.Source("mysql", "01_oltp", "binlog.000001")
        with tempfile.TemporaryDirectory() as folder:
            chain.write(os.path.join(folder, "binlog.000001"), source.log(1, 10, b"\x01\x00\x00\x00\x02" + b"\x01\x00\x00\x00\x05" + bytes(40)))
            status, message = locate("--datetime", "2100-01-01", folder)
            self.assertEqual(status, 1)
            self.assertIn("event_too_small", message)


if __name__ == "__main__":
    unittest.main()
