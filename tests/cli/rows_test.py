"""`rows`: which rows come out, in which members, from whatever way the log is read; and the formats of other projects."""
import base64
import os
import tempfile
import unittest

import logs
import official_groups

MEMBERS = ["op", "database", "table", "gtid", "xid", "file", "position", "row", "timestamp", "server_id", "before", "after"]
OLTP = logs.fixture("mysql", "01_oltp", "binlog.000001")
NUMBERS = logs.fixture("mysql", "02_numbers", "binlog.000001")


def rows(*arguments):
    result = logs.run("rows", *arguments)
    return logs.json_lines(result.stdout)


class Native(unittest.TestCase):
    def test_members_and_their_order(self):
        for line in rows(NUMBERS):
            self.assertEqual(list(line), MEMBERS)
            self.assertEqual(line["before"] is None, line["op"] == "insert")
            self.assertEqual(line["after"] is None, line["op"] == "delete")

    def test_each_committed_change_once(self):
        """By table and operation, against the official reading."""
        total = 0
        for log, reading in logs.logs_with_readings():
            groups = [g for g in official_groups.groups_of(reading, os.path.getsize(log)) if g.outcome == "committed"]
            result = logs.run("rows", "--assume-signed", log)
            if result.returncode == 1 or any(group.lossy for group in groups):
                continue
            with self.subTest(log=logs.short(log)):
                expected = {}
                for group in groups:
                    for (database, table), counts in group.counts().items():
                        name = (database.encode("utf-8", "surrogateescape"), table.encode("utf-8", "surrogateescape"))
                        old = expected.setdefault(name, [0, 0, 0])
                        expected[name] = [a + b for a, b in zip(old, counts)]
                seen = {}
                for line in logs.json_lines(result.stdout):
                    name = (line["database"].encode(), line["table"].encode())
                    seen.setdefault(name, [0, 0, 0])[("insert", "update", "delete").index(line["op"])] += 1
                    total += 1
                self.assertEqual(seen, {name: counts for name, counts in expected.items() if any(counts)})
        self.assertGreater(total, 20000)
        print("%d rows" % total)

    def test_positions_grow_and_rows_count_from_zero(self):
        last = (0, -1)
        for line in rows(OLTP):
            here = (line["position"], line["row"])
            self.assertGreater(here, last)
            self.assertTrue(line["row"] == 0 or here == (last[0], last[1] + 1), line)
            last = here

    def test_rows_inside_a_compressed_transaction_are_numbered_through(self):
        for line, following in zip(*[iter(rows(logs.fixture("mysql", "26_compression", "binlog.000001")))] * 2):
            if line["position"] == following["position"]:
                self.assertEqual(following["row"], line["row"] + 1)

    def test_reading_again_over_the_quotas_gives_the_same(self):
        compared = 0
        for log, _ in logs.logs_with_readings():
            plain = logs.run("rows", "--assume-signed", log)
            again = logs.run("rows", "--assume-signed", "--max-events", "2", log)
            with self.subTest(log=logs.short(log)):
                if plain.returncode == 0:
                    self.assertEqual(again.stdout, plain.stdout)
                    self.assertEqual(again.returncode, 0, again.stderr)
                    compared += 1
        self.assertGreater(compared, 60)

    def test_a_stream_gives_the_same(self):
        for log in (OLTP, NUMBERS, logs.fixture("mysql", "26_compression", "binlog.000001")):
            with open(log, "rb") as file:
                piped = logs.run("rows", "-", input=file.read())
            plain = logs.run("rows", log)
            self.assertEqual(piped.stdout.replace(b'"file":"-"', b'"file":"binlog.000001"'), plain.stdout)

    def test_several_files_follow_each_other(self):
        folder = logs.fixture("mysql", "29_rotation")
        paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name[-7:].startswith(".")]
        together = logs.run("rows", *paths)
        self.assertEqual(together.stdout, b"".join(logs.run("rows", path).stdout for path in paths))
        self.assertGreater(len(paths), 3)

    def test_prepared_rows_only_on_demand(self):
        log = logs.fixture("mysql", "15_xa", "binlog.000001")
        self.assertGreater(len(rows("--include-prepared", log)), len(rows(log)))

    def test_filters(self):
        log = logs.fixture("mysql", "12_transactions", "binlog.000001")
        all_rows = rows(log)
        self.assertEqual(rows("--table", "audit.trail", log), [r for r in all_rows if r["table"] == "trail"])
        self.assertEqual(rows("--database", "bank", "--table", "child", "--table", "parent", log),
                         [r for r in all_rows if r["database"] == "bank" and r["table"] in ("child", "parent")])
        self.assertEqual(rows("--start-position", str(all_rows[50]["position"]), log),
                         [r for r in all_rows if r["xid"] is not None and r["position"] > all_rows[50]["position"] and r["xid"] != all_rows[50]["xid"]])


class Schema(unittest.TestCase):
    LOG = logs.fixture("mysql", "20_metadata_minimal", "binlog.000001")
    SCHEMA = logs.fixture("mysql", "20_metadata_minimal", "columns.tsv")

    def changed(self, old, new):
        with open(self.SCHEMA, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        out = tempfile.NamedTemporaryFile("w", suffix=".tsv", delete=False, encoding="utf-8")
        self.addCleanup(os.unlink, out.name)
        out.write(text.replace(old, new, 1))
        out.close()
        return out.name

    def test_without_one_columns_have_numbers(self):
        names = set(rows(self.LOG)[0]["after"])
        self.assertTrue(all(name.startswith("@") for name in names), names)

    def test_names_and_labels_come_from_it(self):
        line = next(line for line in rows("--schema", self.SCHEMA, self.LOG) if line["table"] == "t")
        self.assertEqual(list(line["after"])[:6], ["id", "a", "b", "c", "d", "e"])
        labels = [row["after"] for row in rows("--schema", self.SCHEMA, self.LOG) if row["table"] == "t" and row["after"]]
        self.assertTrue(all(row["d"] in ("x", "y", "", None) for row in labels))
        self.assertTrue(all(row["e"] is None or set(row["e"]) <= {"p", "q"} for row in labels))
        self.assertTrue(any(row["d"] == "y" for row in labels) and any(row["e"] for row in labels))

    def test_a_type_that_contradicts_the_log(self):
        result = logs.run("rows", "--schema", self.changed("\tid\tint unsigned", "\tid\tbigint unsigned"), self.LOG)
        self.assertEqual(result.returncode, 1)
        for word in (b"`minmeta`.`t`", b"`id`", b"bigint unsigned", b"has int "):
            self.assertIn(word, result.stderr)

    def test_a_column_count_that_contradicts_the_log(self):
        result = logs.run("transactions", "--schema", self.changed("minmeta\tt\t18\tq\tdouble\n", ""), self.LOG)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"the log has 18 columns and the schema file 17", result.stderr)

    def test_a_line_that_is_none(self):
        result = logs.run("rows", "--schema", self.changed("minmeta\tt\t2\t", "minmeta\tt\t"), self.LOG)
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr.decode(), r"line \d+: ")

    def test_signedness_nobody_knows(self):
        log = logs.fixture("mariadb", "10_row_metadata", "binlog.000001")
        refused = logs.run("rows", log)
        self.assertEqual(refused.returncode, 1)
        self.assertIn(b"signedness_unknown: table `md`.`t` column `@1`", refused.stderr)
        self.assertEqual(refused.stdout, b"")
        self.assertEqual(logs.run("rows", "--assume-signed", log).returncode, 0)
        known = logs.run("rows", "--schema", logs.fixture("mariadb", "10_row_metadata", "columns.tsv"), log)
        self.assertEqual(known.returncode, 0, known.stderr)


class Maxwell(unittest.TestCase):
    def test_the_last_row_of_a_transaction_commits(self):
        by_transaction = {}
        for line in rows("--format", "maxwell", OLTP):
            by_transaction.setdefault(line["xid"], []).append(line)
        self.assertEqual(len(by_transaction), 300)
        for lines in by_transaction.values():
            self.assertEqual([line.get("xoffset") for line in lines[:-1]], list(range(len(lines) - 1)))
            self.assertEqual([line.get("commit", False) for line in lines], [False] * (len(lines) - 1) + [True])

    def test_old_holds_what_changed(self):
        for line, native in zip(rows("--format", "maxwell", OLTP), rows(OLTP)):
            self.assertEqual(line["type"], native["op"])
            if native["op"] == "update":
                changed = {name: value for name, value in native["before"].items() if value != native["after"][name]}
                self.assertEqual((line["data"], line["old"]), (native["after"], changed))
            else:
                self.assertEqual(line["data"], native["after"] or native["before"])
                self.assertNotIn("old", line)

    def test_with_a_filter_the_last_one_shown_commits(self):
        log = logs.fixture("mysql", "12_transactions", "binlog.000001")
        last = {}
        for line in rows("--format", "maxwell", "--table", "account", log):
            last[line["xid"]] = line
        self.assertTrue(all(line["commit"] for line in last.values()))

    def test_geometry_is_text(self):
        values = [value for line in rows("--format", "maxwell", logs.fixture("mysql", "06_geometry", "binlog.000001"))
                  for value in line["data"].values() if isinstance(value, str)]
        for start in ("POINT (", "LINESTRING (", "POLYGON ((", "MULTIPOINT (", "GEOMETRYCOLLECTION "):
            self.assertTrue(any(value.startswith(start) for value in values), start)


class Debezium(unittest.TestCase):
    def test_envelope(self):
        for line, native in zip(rows("--format", "debezium", OLTP), rows(OLTP)):
            self.assertEqual(set(line), {"before", "after", "source", "transaction", "op", "ts_ms", "ts_us", "ts_ns"})
            self.assertEqual((line["before"], line["after"]), (native["before"], native["after"]))
            self.assertEqual(line["op"], {"insert": "c", "update": "u", "delete": "d"}[native["op"]])
            source = line["source"]
            self.assertEqual((source["file"], source["pos"], source["row"], source["gtid"], source["db"], source["table"]),
                             (native["file"], native["position"], native["row"], native["gtid"], native["database"], native["table"]))
            self.assertEqual(line["transaction"]["id"], native["gtid"])

    def test_decimals_are_unscaled_integers(self):
        compared = 0
        for line, native in zip(rows("--format", "debezium", NUMBERS), rows(NUMBERS)):
            for side in ("before", "after"):
                for name, value in (native[side] or {}).items():
                    if native["table"] == "decimals" and isinstance(value, str):
                        unscaled = int(value.replace(".", ""))
                        self.assertEqual(int.from_bytes(base64.b64decode(line[side][name]), "big", signed=True), unscaled)
                        compared += 1
        self.assertGreater(compared, 50)

    def test_orders_inside_a_transaction(self):
        log = logs.fixture("mysql", "12_transactions", "binlog.000001")
        total, tables = {}, {}
        for line in rows("--format", "debezium", log):
            here = line["transaction"]
            total[here["id"]] = total.get(here["id"], 0) + 1
            table = (here["id"], line["source"]["db"], line["source"]["table"])
            tables[table] = tables.get(table, 0) + 1
            self.assertEqual((here["total_order"], here["data_collection_order"]), (total[here["id"]], tables[table]))


class Canal(unittest.TestCase):
    def test_every_value_is_text_or_null(self):
        for log in (OLTP, NUMBERS, logs.fixture("mysql", "04_strings", "binlog.000001"), logs.fixture("mysql", "05_json", "binlog.000001")):
            for line in rows("--format", "canal", log):
                self.assertEqual(set(line), {"data", "database", "es", "gtid", "id", "isDdl", "mysqlType", "old", "pkNames", "sql",
                                             "sqlType", "table", "ts", "type"})
                for row in line["data"] + (line["old"] or []):
                    self.assertTrue(all(value is None or isinstance(value, str) for value in row.values()))
                self.assertEqual(line["old"] is None, line["type"] != "UPDATE")

    def test_types_and_key(self):
        line = rows("--format", "canal", OLTP)[0]
        self.assertEqual(line["mysqlType"], {"id": "int", "k": "int", "c": "char(120)", "pad": "char(60)"})
        self.assertEqual(line["sqlType"], {"id": 4, "k": 4, "c": 1, "pad": 1})
        self.assertEqual(line["pkNames"], ["id"])


class Sql(unittest.TestCase):
    def statements(self, *arguments):
        result = logs.run("rows", "--format", "sql", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.decode("utf-8").splitlines()

    def test_one_statement_a_change_in_its_transaction(self):
        lines = self.statements(OLTP)
        self.assertEqual(lines.count("BEGIN;"), 300)
        self.assertEqual(lines.count("COMMIT;"), 300)
        self.assertEqual(sum(line.startswith("INSERT INTO `shop`.`sbtest1` (`id`,`k`,`c`,`pad`) VALUES (") for line in lines), 230)
        self.assertEqual(sum(line.startswith("DELETE FROM `shop`.`sbtest1` WHERE `id` = ") for line in lines), 140)

    def test_flashback_is_the_inverse_backwards(self):
        forward = [line for line in self.statements(OLTP) if line.startswith(("INSERT", "UPDATE", "DELETE"))]
        back = [line for line in self.statements("--flashback", OLTP) if line.startswith(("INSERT", "UPDATE", "DELETE"))]
        inverse = {"INSERT": "DELETE", "DELETE": "INSERT", "UPDATE": "UPDATE"}
        self.assertEqual([line.split()[0] for line in back], [inverse[line.split()[0]] for line in reversed(forward)])

    def test_flashback_over_several_files_and_a_stream(self):
        folder = logs.fixture("mysql", "29_rotation")
        paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name[-7:].startswith(".")]
        result = logs.run("rows", "--format", "sql", "--flashback", *paths)
        starts = [line for line in result.stdout.decode().splitlines() if line.startswith("-- binlog.")]
        self.assertEqual(starts, sorted(starts, key=lambda line: (line.split()[1], int(line.split()[2].split("..")[0])), reverse=True))
        with open(OLTP, "rb") as file:
            piped = logs.run("rows", "--format", "sql", "--flashback", "-", input=file.read())
        self.assertEqual(len(piped.stdout.splitlines()), len(self.statements("--flashback", OLTP)))

    def test_names_are_needed(self):
        result = logs.run("rows", "--format", "sql", Schema.LOG)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"--schema", result.stderr)
        self.assertEqual(result.stdout.decode().count("BEGIN;"), result.stdout.decode().count("COMMIT;"))
        self.assertTrue(self.statements("--schema", Schema.SCHEMA, Schema.LOG))

    def test_what_cannot_be_undone_is_refused(self):
        result = logs.run("rows", "--format", "sql", "--flashback", logs.fixture("mysql", "21_image_minimal", "binlog.000001"))
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"cannot be undone", result.stderr)


if __name__ == "__main__":
    unittest.main()
