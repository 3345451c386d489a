"""What belongs to a transaction and what became of it: faults M23, M27, X3, X3b, X4, X5, X12, X26, X27, X28, P21, C10.

Expected changes are those of the SQL that the servers ran (fixtures/capture), or were given to the encoder."""
import base64
import json
import unittest

import harness
from harness import FieldTest, Log, changes, events_of, fixture, read

import encode_control as control
import encode_packed as maria
from encode import Format, mariadb_post_header_lengths
from encode_gtid import Gtid
from encode_rows import write
from tables import order, orders


def server_rows(path, table):
    """The rows that the server held in the end, from tables.jsonl."""
    found, here = [], False
    with open(path, encoding="utf-8") as handle:
        for line in handle:
            value = json.loads(line)
            if isinstance(value, dict):
                here = value["table"] == table
            elif here:
                found.append(value)
    return found


def text(value):
    """MariaDB keeps character sets out of its log by default; then text comes as its bytes."""
    return base64.b64decode(value["base64"]).decode() if isinstance(value, dict) else value


def maria_log():
    return Log(Format(lengths=mariadb_post_header_lengths(), version="10.11.14-MariaDB-log"))


def insert(number):
    return orders().event(), write(orders(), [order(number, "row")])


def numbers(answer):
    return [line["after"]["@1"] for line in answer.lines]


class Savepoints(FieldTest):
    def kept(self, *events):
        log = maria_log()
        log.add(maria.MariaGtid(7).event())
        for event in events:
            log.add_all(*(event if isinstance(event, tuple) else (event,)))
        answer = harness.rows(self.write(log))
        self.assertEqual(answer.status, 0, answer.errors)
        return numbers(answer)

    def test_x3_a_savepoint_ends_nothing(self):
        found = [row[3] for row in changes(fixture("mysql", "12_transactions", "binlog.000001"), "heap")]
        self.assertIn({"id": 10, "v": 1}, found)
        self.assertIn({"id": 14, "v": 1}, found)
        for undone in (11, 12, 13):
            self.assertNotIn({"id": undone, "v": 1}, found)
        lines = harness.rows(fixture("mysql", "12_transactions", "binlog.000001")).lines
        both = [line["gtid"] for line in lines if (line["after"] or {}).get("id") in (10, 14) and line["table"] == "heap"]
        self.assertEqual(len(set(both)), 1)

    def test_x3b_rows_behind_a_savepoint_are_taken_back(self):
        self.assertEqual(self.kept(insert(1), control.query("SAVEPOINT `a`"), insert(2), control.query("ROLLBACK TO `a`"), insert(3),
                                   control.xid(9)), [1, 3])
        self.assertEqual(self.kept(insert(1), control.query("SAVEPOINT `B`"), insert(2), control.query("ROLLBACK TO `b`"),
                                   control.xid(9)), [1])
        again = control.query("SAVEPOINT `a`")
        self.assertEqual(self.kept(insert(1), again, insert(2), again, insert(3), control.query("ROLLBACK TO `a`"), control.xid(9)), [1, 2])
        self.assertEqual(self.kept(insert(1), control.query("SAVEPOINT `o`"), insert(2), control.query("SAVEPOINT `i`"), insert(3),
                                   control.query("ROLLBACK TO `o`"), insert(4), control.xid(9)), [1, 4])

    def test_x3b_as_the_server_wrote_it(self):
        answer = harness.rows("--schema", fixture("mariadb", "13_savepoint_row", "columns.tsv"),
                              fixture("mariadb", "13_savepoint_row", "binlog.000001"))
        self.assertEqual(answer.status, 0, answer.errors)
        found = [text(line["after"]["v"]) for line in answer.lines if line["after"]]
        self.assertIn("kept", found)
        self.assertNotIn("gone", found)


class Ends(FieldTest):
    def test_x4_a_group_that_ends_with_rollback(self):
        """Nothing of it is printed, and its GTID is told as used."""
        folder = fixture("mariadb", "14_rollback")
        logs = [folder + "/binlog.000001", folder + "/binlog.000002"]
        answer = harness.rows("--schema", folder + "/columns.tsv", *logs)
        found = [[str(line["after"]["id"]), text(line["after"]["v"])] for line in answer.lines if line["table"] == "x"]
        self.assertEqual(found, server_rows(folder + "/tables.jsonl", "x"))
        told = harness.transactions(*logs)
        back = told.told("rolled_back")
        self.assertIn(("0-11-5", 1), [(line["gtid"], line["discarded_changes"]) for line in back])
        self.assertEqual(sorted({line["gtid"] for line in back}), sorted(line["gtid"] for line in back))
        self.assertTrue(all(line["changes"] == 0 and line["tables"] == [] for line in back))

    def test_x5_a_temporary_table_ends_nothing(self):
        answer = harness.transactions(fixture("mariadb", "15_temporary_tables", "binlog.000001"))
        committed = {line["gtid"]: line["changes"] for line in answer.told("committed")}
        self.assertEqual(committed["0-11-4"], 2)  # a row, CREATE and DROP TEMPORARY TABLE, a row
        for end, outcome, told in (("xid", "committed", [1, 2]), ("ROLLBACK", "rolled_back", [])):
            log = Log()
            log.add_all(Gtid(5).event(), control.begin(), *insert(1))
            log.add(control.query("DROP TEMPORARY TABLE `tq` /* generated by server */"))
            log.add(control.query("CREATE TEMPORARY TABLE q2(a int)"))
            log.add_all(*insert(2), control.xid(1) if end == "xid" else control.query(end))
            path = self.write(log)
            self.assertEqual(harness.transactions(path).outcomes(), [outcome])
            self.assertEqual(numbers(harness.rows(path)), told)

    def test_x12_a_gtid_counts_with_its_end_only(self):
        """A log that ends anywhere behind the GTID event and before the XID's last byte has executed nothing of it."""
        log = Log()
        log.add_all(Gtid(5).event(), control.begin(), *insert(1), control.xid(1))
        whole = len(log.data)
        start = log.add(Gtid(6).event())[0]
        end = log.add_all(control.begin(), *insert(2), control.xid(2))[1]
        for cut in (*range(start + 1, end, 23), end - 1):
            answer = harness.transactions(self.write(log.data[:cut]))
            self.assertEqual([line["gtid"].split(":")[1] for line in answer.told("committed")], ["5"], cut)
            self.assertEqual([line["end"] for line in answer.told("committed")], [whole])
            self.assertEqual(answer.status, 3)

    def test_x27_a_group_that_a_crash_cut(self):
        """Killed with open transactions: what was committed is there, in one log and the next."""
        folder = fixture("mysql", "30_killed")
        found = [row[3] for row in changes(folder + "/binlog.000001")]
        self.assertEqual(found, [{"id": 1, "v": "a"}, {"id": 2, "v": "b"}, {"id": 1, "v": "c"}])
        data = read(folder + "/binlog.000001")
        rows_at, _, size = [event for event in events_of(data) if event[1] == 31][-1]
        cut = self.write(data[:rows_at + size])
        answer = harness.rows(cut)
        self.assertEqual(answer.status, 3)
        self.assertEqual([line["after"] for line in answer.lines], [{"id": 1, "v": "a"}])
        crash = fixture("mariadb", "28_crash")
        answer = harness.rows("--schema", crash + "/columns.tsv", "--include-prepared", crash + "/binlog.000001", crash + "/binlog.000002")
        self.assertEqual(sorted([str(line["after"]["id"]), text(line["after"]["v"])] for line in answer.lines),
                         sorted(server_rows(crash + "/tables.jsonl", "t")))

    def test_c10_a_payload_begins_at_its_gtid(self):
        """What is inside has no place of its own: from the transaction's start all of it comes, from its payload on none."""
        log = fixture("mysql", "26_compression", "binlog.000001")
        data = read(log)
        payloads = {at: size for at, kind, size in events_of(data) if kind == 40}
        told = [line for line in harness.transactions(log).lines if line.get("begin") in payloads]
        self.assertEqual(len(told), len(payloads))
        for line in told:
            self.assertEqual(line["end"], line["begin"] + payloads[line["begin"]])
            self.assertIn(data[line["start"] + 4], (33, 42))
        second = told[1]
        window = ["--stop-position", str(second["end"])]
        inside = [line for line in harness.rows(log).lines if line["gtid"] == second["gtid"]]
        self.assertEqual({line["position"] for line in inside}, {second["begin"]})
        self.assertEqual(harness.rows("--start-position", str(second["start"]), *window, log).lines, inside)
        self.assertEqual(harness.rows("--start-position", str(second["begin"] + 1), *window, log).lines, [])


class Statements(FieldTest):
    def test_m23_system_versioning_is_passed_on_as_logged(self):
        found = [(op, before, after) for op, _, before, after in changes(fixture("mariadb", "16_system_versioned", "binlog.000001"), "exp")]
        first, second, third = "2026-11-30T00:53:20.250000Z", "2026-11-30T00:53:21.500000Z", "2026-11-30T00:53:22.750000Z"
        never = "2038-01-19T03:14:07.999999Z"

        def row(text, start, end):
            return {"id": 1, "v": text, "s": start, "e": end}
        self.assertEqual(found, [("insert", None, row("a", first, never)), ("update", row("a", first, never), row("c", second, never)),
                                 ("insert", None, row("a", first, second)), ("update", row("c", second, never), row("c", second, third))])

    def test_m27_rows_of_a_foreign_key_come_in_order(self):
        found = [(op, table, (before or after)["id"]) for op, table, before, after in
                 changes(fixture("mysql", "12_transactions", "binlog.000001"), "parent", "child", "grandchild")]
        cascade = [("delete", "child", 1), ("update", "grandchild", 1), ("delete", "child", 2), ("delete", "parent", 1)]
        at = found.index(cascade[0])
        self.assertEqual(found[at:at + 4], cascade)

    def test_x26_upserts_are_what_was_logged(self):
        found = [(op, table, (before or {}).get("owner"), (after or {}).get("owner")) for op, table, before, after in
                 changes(fixture("mysql", "12_transactions", "binlog.000001"), "account")]
        self.assertIn(("update", "account", "Ada", "Ada L."), found)
        self.assertIn(("insert", "account", None, "Gus"), found)
        self.assertIn(("update", "account", "Fay", "Fay R."), found)
        parents = [(op, (before or after)["v"]) for op, _, before, after in
                   changes(fixture("mysql", "12_transactions", "binlog.000001"), "parent") if (before or after)["id"] == 4]
        self.assertEqual(parents[-2:], [("delete", 40), ("insert", 44)])
        heap = [row for row in changes(fixture("mysql", "12_transactions", "binlog.000001"), "heap") if row[0] == "update"]
        self.assertNotIn(1, [before["id"] for _, _, before, _ in heap])  # SET v = v changes nothing

    def test_x28_a_sequence_is_a_table_of_one_row(self):
        answer = harness.transactions(fixture("mariadb", "17_sequences", "binlog.000001"))
        first = answer.told("committed")[0]
        self.assertEqual((first["xid"], first["changes"], first["tables"]),
                         (None, 1, [{"database": "sq", "table": "s1", "inserts": 1, "updates": 0, "deletes": 0}]))
        values = [after["next_not_cached_value"] for _, _, _, after in changes(fixture("mariadb", "17_sequences", "binlog.000001"), "s1")]
        self.assertEqual(values[:2], [15, 101])  # START 10 CACHE 5, then SETVAL 100

    def test_p21_a_memory_table_is_emptied_by_a_statement(self):
        """A server that restarted says so as text, by TRUNCATE now and by DELETE before; both are told, and nothing fails."""
        log = Log()
        log.add_all(Gtid(5).event(), control.query("TRUNCATE TABLE `shop`.`heap` /* generated by server */"))
        log.add_all(Gtid(6).event(), control.begin(), control.query("DELETE FROM `shop`.`heap`"), control.query("COMMIT"))
        log.add_all(Gtid(7).event(), control.begin(), *insert(1), control.xid(1))
        path = self.write(log)
        answer = harness.transactions(path)
        self.assertEqual(answer.status, 0, answer.errors)
        self.assertEqual(answer.outcomes(), ["statement", "committed", "committed"])
        self.assertEqual(answer.told("statement")[0]["statement"], "TRUNCATE TABLE `shop`.`heap` /* generated by server */")
        told = harness.rows(path)
        self.assertEqual((told.status, numbers(told)), (0, [1]))
        self.assertIn("logged as text", told.errors)


if __name__ == "__main__":
    unittest.main()
