"""`transactions` against the official tools' readings of every committed and shared log."""
import os
import re
import struct
import tempfile
import unittest

import logs
import official_groups


def lines_of(log):
    result = logs.run("transactions", "--format", "json", log)
    return result, logs.json_lines(result.stdout)


def counts_of(line):
    counts = {}
    for table in line["tables"]:
        values = [table["inserts"], table["updates"], table["deletes"]]
        if any(values):
            counts[(table["database"], table["table"])] = values
    return counts


def utf8(counts):
    return {tuple(part.encode("utf-8", "surrogateescape") for part in name): value for name, value in counts.items()}


class AgainstOfficialTools(unittest.TestCase):
    def compare(self, log, reading):
        result, lines = lines_of(log)
        expected = official_groups.groups_of(reading, os.path.getsize(log))
        seen = [line for line in lines[:-1] if line["outcome"] in ("committed", "rolled_back", "xa_prepared")]
        # Where reading ended early, what was whole before must still be there.
        if result.returncode == 1:
            expected = expected[:len(seen)]
        self.assertEqual([(line["outcome"], line["start"], line["begin"], line["end"]) for line in seen],
                         [(group.outcome, group.start, group.begin, group.end) for group in expected])
        for line, group in zip(seen, expected):
            self.assertEqual(line["wire_bytes"], line["end"] - line["start"], line)
            if group.outcome == "rolled_back":
                self.assertEqual((line["changes"], line["tables"]), (0, []), line)
                continue
            if group.lossy:
                self.assertGreaterEqual(line["changes"], len(group.rows), line)
                continue
            self.assertEqual(utf8(counts_of(line)), utf8(group.counts()), line)
            self.assertEqual(line["changes"], len(group.rows), line)
        return len(seen)

    def test_every_log(self):
        compared = transactions = 0
        for log, reading in logs.logs_with_readings():
            with self.subTest(log=logs.short(log)):
                transactions += self.compare(log, reading)
                compared += 1
        self.assertGreater(compared, 60)
        self.assertGreater(transactions, 1000)
        print("%d logs, %d transactions" % (compared, transactions))

    def test_statements_inside_are_told(self):
        # By mysqlbinlog's reading: QUERY and EXECUTE_LOAD_QUERY events between BEGIN and the end, savepoints left out.
        with open(logs.fixture("mysql", "14_statement", "binlog.000001.mysqlbinlog.txt"), encoding="utf-8", errors="surrogateescape") as text:
            events = re.split(r"(?m)^# at (\d+)\n", text.read())
        wanted, inside = [], None
        for at, body in zip(events[1::2], events[2::2]):
            if re.search(r"(?m)^BEGIN$", body):
                inside = 0
            elif inside is not None and re.search(r"(?m)^COMMIT|^ROLLBACK\n", body):
                wanted.append(inside)
                inside = None
            elif inside is not None and re.search(r"\t(Query|Execute_load_query)\t", body) and not re.search(r"(?m)^(SAVEPOINT|ROLLBACK TO)", body):
                inside += 1
        got = [line for line in logs.run("transactions", logs.fixture("mysql", "14_statement", "binlog.000001")).stdout.decode().splitlines()
               if line.startswith("committed ")]
        self.assertEqual([int((re.search(r"  statements (\d+)", line) or [0, 0])[1]) for line in got], wanted)
        self.assertGreater(sum(wanted), 10)

    def test_the_summary_adds_up(self):
        for log, _ in logs.logs_with_readings():
            with self.subTest(log=logs.short(log)):
                _, lines = lines_of(log)
                summary = lines[-1]
                self.assertEqual(summary["type"], "summary")
                committed = [line for line in lines[:-1] if line["outcome"] == "committed"]
                self.assertEqual(summary["committed"], len(committed))
                self.assertEqual(summary["changes"], sum(line["changes"] for line in committed))
                self.assertEqual(summary["statements"], sum(line["outcome"] == "statement" for line in lines[:-1]))
                totals = {}
                for line in committed:
                    for table in line["tables"]:
                        total = totals.setdefault((table["database"], table["table"]), [0, 0, 0])
                        for i, kind in enumerate(("inserts", "updates", "deletes")):
                            total[i] += table[kind]
                self.assertEqual({name: total for name, total in totals.items()},
                                 {(t["database"], t["table"]): [t["inserts"], t["updates"], t["deletes"]] for t in summary["tables"]})


class Members(unittest.TestCase):
    """The members of each line are the contract's, in its order."""
    HEAD = ["type", "outcome"]
    TAIL = ["file", "start", "begin", "end", "gtid", "xid", "timestamp", "server_id", "events", "wire_bytes", "changes",
            "discarded_changes", "tables"]

    def test_transactions(self):
        _, lines = lines_of(logs.fixture("mysql", "12_transactions", "binlog.000001"))
        for line in lines[:-1]:
            members = list(line)
            self.assertEqual(members[:2], self.HEAD)
            self.assertEqual(members[-len(self.TAIL):], self.TAIL)
            between = members[2:-len(self.TAIL)]
            self.assertEqual(between, ["kind", "database", "statement"] if line["outcome"] == "statement" else between)
            self.assertRegex(line["timestamp"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
            self.assertEqual(line["file"], "binlog.000001")
            self.assertEqual(line["server_id"], 11)
            self.assertRegex(line["gtid"], r"^[0-9a-f-]{36}:\d+$")

    def test_summary(self):
        _, lines = lines_of(logs.fixture("mysql", "12_transactions", "binlog.000001"))
        self.assertEqual(list(lines[-1])[:10], ["type", "files", "bytes", "events", "committed", "rolled_back", "statements",
                                                "unsupported", "incomplete", "changes"])
        self.assertEqual(list(lines[-1])[-1], "tables")

    def test_xa(self):
        _, lines = lines_of(logs.fixture("mysql", "15_xa", "binlog.000001"))
        outcomes = [line["outcome"] for line in lines[:-1]]
        for outcome in ("xa_prepared", "xa_committed", "xa_rolled_back"):
            self.assertIn(outcome, outcomes)
        prepared = next(line for line in lines if line.get("outcome") == "xa_prepared")
        self.assertEqual(prepared["xa"], {"format": 7, "gtrid": "a", "bqual": "b"})


class Options(unittest.TestCase):
    LOG = logs.fixture("mysql", "01_oltp", "binlog.000001")

    def committed(self, *options, log=LOG):
        result = logs.run("transactions", "--format", "json", *options, log)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [line for line in logs.json_lines(result.stdout)[:-1] if line["outcome"] == "committed"]

    def test_without_the_prefix_a_transaction_starts_at_begin(self):
        both = zip(self.committed(), self.committed("--no-gtid"))
        for outer, inner in both:
            self.assertEqual(inner["start"], outer["begin"])
            self.assertEqual(inner["events"], outer["events"] - 1)
            self.assertEqual(inner["wire_bytes"], outer["wire_bytes"] - (outer["begin"] - outer["start"]))
            self.assertIsNone(inner["gtid"])

    def test_a_transaction_without_prefix_is_refused_on_demand(self):
        """A log as servers before 5.6 wrote it: the same events without their GTIDs."""
        with open(logs.fixture("mysql", "19_checksum_none_stop", "binlog.000001"), "rb") as file:
            log = file.read()
        kept, at = log[:4], 4
        while at < len(log):
            size = struct.unpack_from("<I", log, at + 9)[0]
            kept += log[at:at + size] if log[at + 4] not in (33, 34) else b""
            at += size
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "old.000001")
            with open(path, "wb") as file:
                file.write(kept)
            plain = logs.run("transactions", "--format", "json", path)
            lines = [line for line in logs.json_lines(plain.stdout) if line.get("outcome") == "committed"]
            self.assertEqual(plain.returncode, 0, plain.stderr)
            self.assertTrue(lines)
            self.assertTrue(all(line["gtid"] is None and line["start"] == line["begin"] for line in lines))
            for command in ("transactions", "rows"):
                refused = logs.run(command, "--with-gtid", path)
                self.assertEqual(refused.returncode, 1)
                self.assertIn(b"offset %d: missing_gtid" % lines[0]["start"], refused.stderr)
        self.assertEqual(logs.run("transactions", "--with-gtid", self.LOG).returncode, 0)

    def test_positions(self):
        lines = self.committed()
        start, stop = lines[10]["start"], lines[20]["end"]
        self.assertEqual(self.committed("--start-position", str(start), "--stop-position=%d" % stop), lines[10:21])
        self.assertEqual(self.committed("--start-position", str(start + 1)), lines[11:])
        self.assertEqual(self.committed("--stop-position", str(stop - 1)), lines[:20])

    def test_datetimes(self):
        environment = dict(os.environ, TZ="UTC")
        lines = self.committed()
        moment = lines[150]["timestamp"]
        before = [line for line in lines if line["timestamp"] < moment]
        for spelled in (moment, moment.replace("T", " ").rstrip("Z")):
            result = logs.run("transactions", "--format", "json", "--start-datetime", spelled, self.LOG, env=environment)
            after = [line for line in logs.json_lines(result.stdout) if line.get("outcome") == "committed"]
            self.assertEqual(len(after), len(lines) - len(before))
            result = logs.run("transactions", "--format", "json", "--stop-datetime", spelled, self.LOG, env=environment)
            self.assertEqual([line for line in logs.json_lines(result.stdout) if line.get("outcome") == "committed"], before)

    def test_gtids(self):
        lines = self.committed()
        uuid = lines[0]["gtid"].split(":")[0]
        self.assertEqual([line["gtid"] for line in self.committed("--include-gtids", uuid + ":5-6:9")],
                         ["%s:%d" % (uuid, number) for number in (5, 6, 9)])
        self.assertEqual(self.committed("--exclude-gtids", uuid + ":1-290"), lines[-12:])

    def test_mariadb_gtids(self):
        log = logs.fixture("mariadb", "27_oltp", "binlog.000001")
        lines = self.committed(log=log)
        domain, server, number = lines[4]["gtid"].split("-")
        self.assertEqual(self.committed("--include-gtids", "-".join((domain, server, number)), log=log), lines[:5])

    def test_tables(self):
        log = logs.fixture("mysql", "12_transactions", "binlog.000001")
        lines = [line for line in self.committed(log=log) if any(t["database"] == "audit" for t in line["tables"])]
        filtered = self.committed("--database", "audit", log=log)
        self.assertEqual([line["start"] for line in filtered], [line["start"] for line in lines])
        self.assertTrue(all(t["database"] == "audit" for line in filtered for t in line["tables"]))
        self.assertEqual(self.committed("--table", "audit.trail", log=log), filtered)

    def test_quotas_that_were_asked_for_are_reported(self):
        result = logs.run("transactions", "--format", "json", "--max-changes", "3", self.LOG)
        self.assertEqual(result.returncode, 3)
        lines = logs.json_lines(result.stdout)
        oversized = [line for line in lines if line.get("outcome") == "oversized"]
        expected = [line for line in self.committed() if line["changes"] > 3]
        self.assertEqual([(line["start"], line["end"], line["changes"]) for line in oversized],
                         [(line["start"], line["end"], line["changes"]) for line in expected])
        self.assertEqual({line["quota"] for line in oversized}, {"max_changes"})

    def test_standard_input_gives_the_same(self):
        with open(self.LOG, "rb") as log:
            piped = logs.run("transactions", "--format", "json", "-", input=log.read())
        for line, other in zip(logs.json_lines(piped.stdout), logs.json_lines(logs.run("transactions", "--format", "json", self.LOG).stdout)):
            other.pop("file", None)
            line.pop("file", None)
            self.assertEqual(line, other)

    def test_text_shows_a_table(self):
        output = logs.run("transactions", self.LOG).stdout.decode()
        self.assertRegex(output, r"\nshop\.sbtest1 +230 +272 +140\n")
        self.assertIn("300 committed", output)


if __name__ == "__main__":
    unittest.main()
