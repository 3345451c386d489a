"""Rows that came through the C interface, applied in order, give the tables that the server itself had in the end."""
import collections
import gzip
import json
import os
import struct
import unittest

from harness import FIXTURES, HERE, InFolder, compile_c, execute

# Scenarios whose rows are whole, with both servers and compressed transactions among them.
SCENARIOS = [
    "mysql/01_oltp", "mysql/02_numbers", "mysql/03_temporal", "mysql/04_strings", "mysql/05_json",
    "mysql/06_geometry", "mysql/07_vector", "mysql/09_names", "mysql/10_wide", "mysql/11_keys",
    "mysql/12_transactions", "mysql/17_gtid_tags", "mysql/18_checksum_switch",
    "mysql/19_checksum_none_stop", "mysql/20_metadata_minimal", "mysql/23_rows_query",
    "mysql/26_compression", "mysql/27_compression_large", "mysql/28_partitions", "mysql/29_rotation",
    "mysql/30_killed", "mysql/31_random", "mysql/35_group_replication", "mysql/36_replication",
    "mariadb/01_numbers", "mariadb/07_annotate", "mariadb/08_log_bin_compress", "mariadb/12_checksum",
    "mariadb/13_savepoint_row", "mariadb/16_system_versioned", "mariadb/20_domains",
    "mariadb/21_rotation", "mariadb/25_nontransactional", "mariadb/27_oltp", "mariadb/30_split_statements",
]
CODECS = {"latin1": "cp1252", "cp1251": "cp1251", "utf32": "utf-32-be"}


def tables_of(scenario):
    """{(database, table): (columns, rows)}"""
    path = os.path.join(FIXTURES, scenario, "tables.jsonl")
    opened = gzip.open(path + ".gz", "rt", encoding="utf-8") if os.path.exists(path + ".gz") else open(path, encoding="utf-8")
    tables = {}
    with opened as lines:
        for line in lines:
            value = json.loads(line)
            if isinstance(value, dict):
                rows = []
                tables[value["database"], value["table"]] = (value["columns"], rows)
            else:
                rows.append(value)
    return tables


def normal(cell, column):
    """A cell of tables.jsonl as something that can be compared."""
    if cell is None:
        return None
    kind = column["data_type"]
    if kind in ("float", "double"):
        return struct.pack("<d", float(cell))
    if kind == "enum":
        return cell.split(":", 1)[0]
    if kind == "set":  # by how many labels: the server's client shows the highest bit of a mask as a sign or a float
        labels = cell.split(":", 1)[1]
        return labels.count(",") + 1 if labels else 0
    return cell


def value_of(field, column):
    """A field of replay.c's as that same thing."""
    if field == "null":
        return None
    form, text = field.split(":", 1)
    kind = column["data_type"]
    if form == "f":
        return struct.pack("<d", float.fromhex(text))
    if form == "j":
        return "json:" + bytes.fromhex(text).decode("utf-8")
    if form == "b":
        if column["charset"] is None or column["charset"] == "binary":
            length = column["type"].partition("(")[2].rstrip(")")
            return "hex:" + (text.ljust(2 * int(length), "0") if kind == "binary" else text)
        return bytes.fromhex(text).decode(CODECS.get(column["charset"], "utf-8"))
    if kind == "set":
        return bin(int(text)).count("1")
    if kind == "year":
        return "%04d" % int(text)
    return text


class Replay(InFolder):
    def check(self, program, scenario):
        folder = os.path.join(FIXTURES, scenario)
        logs = sorted(name for name in os.listdir(folder) if name.startswith("binlog.") and name[7:].isdigit())
        tables = tables_of(scenario)
        state = {name: collections.Counter() for name in tables}
        images = 0
        for line in execute([program] + [os.path.join(folder, name) for name in logs]).split("\n")[:-1]:
            operation, image, database, table, *fields = line.split("\t")
            columns = tables[database, table][0]
            row = tuple(value_of(field, column) for field, column in zip(fields, columns, strict=True))
            rows = state[database, table]
            if image == "1":
                rows[row] += 1
            else:
                self.assertGreater(rows[row], 0, "%s: %s.%s has no row %r" % (scenario, database, table, row))
                rows[row] -= 1
            images += 1
        for name, (columns, rows) in tables.items():
            expected = collections.Counter(tuple(normal(cell, column) for cell, column in zip(row, columns, strict=True)) for row in rows)
            self.assertEqual(+state[name], expected, "%s: %s" % (scenario, name))
        self.assertGreater(images, 0, scenario)

    def test_every_scenario(self):
        program = compile_c([os.path.join(HERE, "replay", "replay.c")], self.path("replay"), more=["-lz", "-lzstd"])
        for scenario in SCENARIOS:
            with self.subTest(scenario):
                self.check(program, scenario)


if __name__ == "__main__":
    unittest.main()
