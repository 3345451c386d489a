"""Every cell of `rows --format native` against the official tools' reading of the same log."""
import json
import os
import re
import unittest

import cells
import logs
import official
import tables
import tool

# Logs that are not read to their end, and why that is right.
STATUS = {
    "mariadb/05_old_temporals/binlog.000001": (3, "old_hires_temporal"),
    "mariadb/23_encrypted/binlog.000001": (1, "encrypted_log"),
    "mariadb/29_incident/binlog.000001": (3, "incident"),
    "corpus/blackbeam-binlog_truncated_event.000001": (3, "incomplete_event"),
    "corpus/osheroff-mysql-bin.aurora-padding": (3, "incomplete_transaction"),
}
# The tool could not print the row event at this place and stopped; the replay against the tables has what is behind it.
TOOL_STOPS = {"mariadb/05_old_temporals/binlog.000001": 2920}
# Integers of which the log says nothing: the schema does.
WITH_SCHEMA = ("mariadb/10_row_metadata/binlog.000001",)
# The official text came from the server, which has the key.
NOT_READABLE = ("mariadb/23_encrypted/binlog.000001",)


class Facts:
    """What is known of a column beside the text: its declared type, where the table has kept its shape to the end."""

    def __init__(self, column=None):
        self.unsigned = self.charset = None
        self.index_of = {}
        self.labels = None
        if column is None:
            return
        kind = column["type"]
        self.charset = column["charset"]
        if column["data_type"] in ("tinyint", "smallint", "mediumint", "int", "bigint"):
            self.unsigned = " unsigned" in kind
        if column["data_type"] in ("enum", "set"):
            self.labels = tables.labels_of(column)

    def label(self, index, label):
        """Whether a label belongs to an index: by the declaration, and always to that index alone."""
        if self.labels is not None and self.labels[index - 1] != label:
            return False
        return self.index_of.setdefault(index, label) == label and list(self.index_of.values()).count(label) == 1


class Columns:
    """The facts of one log's columns."""

    def __init__(self, scenario):
        self.known, self.made, self.named = {}, {}, scenario is not None and names_are_final(scenario)
        if scenario is not None:
            for line in logs.read(scenario.path("tables.jsonl")).decode("utf-8").splitlines():
                head = json.loads(line)
                if isinstance(head, dict):
                    self.known[head["database"], head["table"]] = head["columns"]

    def facts(self, row, number, name):
        key = (row.database, row.table, number, name)
        if key not in self.made:
            columns = self.known.get((row.database, row.table)) if self.named else None
            column = columns[number - 1] if columns and number <= len(columns) else None
            if column is not None and not name.startswith("@") and column["name"] != name:
                raise ValueError(f"column {number} of {row.table} is {column['name']}, not {name}")
            self.made[key] = Facts(column)
        return self.made[key]


def names_are_final(scenario):
    """Whether no table of the log was altered on the way to tables.jsonl."""
    for log in scenario.all_logs:
        text = logs.read(scenario.path(scenario.text_name(log)))
        if re.search(rb"(?im)^\s*(alter|drop|rename|create or replace) (table|database)", text):
            return False
    return True


def differences(name, ours, theirs, columns):
    """Yields what differs between two rows of one change."""
    if (ours.op, ours.database, ours.table) != (theirs.op, theirs.database, theirs.table):
        yield f"{name}: {ours.line[:200]} is not {theirs.op} of {theirs.database}.{theirs.table}"
        return
    if ours.position not in theirs.positions:
        yield f"{name}: position {ours.position} is not one of {theirs.positions}"
    for side in ("before", "after"):
        wanted, got = getattr(theirs, side), getattr(ours, side)
        if wanted is None or got is None or (not theirs.cut and len(wanted) != len(got)):
            if theirs.cut or wanted == got:
                continue
            yield f"{name} at {ours.position}: {side} has {got and len(got)} cells, the tool has {wanted and len(wanted)}"
            continue
        unnamed = all(re.fullmatch(r"@\d+", column) for column in got)
        for cell, (column, text) in zip(wanted, got.items()):
            if unnamed and int(column[1:]) != cell.number:
                yield f"{name} at {ours.position}: column {column} is @{cell.number}"
            printed = cells.compare(cell, text, columns.facts(ours, cell.number, column))
            if printed is not None:
                yield (f"{name} at {ours.position} row {ours.number} {ours.table}.{column} ({cell.type}): {text[:200]} is not "
                       f"{printed[:200]!r}")


def pairs(ours, groups, outcomes):
    """Pairs rows with those of the text. Behind a cut row the rest of its event was not printed: it is passed over."""
    left = list(ours)
    for group in groups:
        if group.outcome not in outcomes:
            continue
        for theirs in group.rows:
            if not left:
                raise AssertionError("the tool shows more rows")
            row = left.pop(0)
            yield row, theirs
            if theirs.cut:
                while left and left[0].position == row.position:
                    left.pop(0)
    if left:
        raise AssertionError(f"{len(left)} rows more than the tool shows, first {left[0].line[:200]}")


def text_of(name, text):
    if name not in TOOL_STOPS:
        return text
    return text[:text.rindex(b"DELIMITER /*!*/;")]  # a second reading without row contents follows


class Values(unittest.TestCase):
    def compare(self, name, path, text, scenario):
        how = ("--schema", scenario.schema) if name in WITH_SCHEMA else ("--assume-signed",)
        groups = official.read(text_of(name, text), os.path.getsize(path)).groups()
        prepared = any(group.outcome == "xa_prepared" for group in groups)
        result = self.compare_with(name, path, scenario, groups, how, ("committed",))
        if prepared:
            self.compare_with(name, path, scenario, groups, (*how, "--include-prepared"), ("committed", "xa_prepared"))
        return result

    def compare_with(self, name, path, scenario, groups, how, outcomes):
        status, ours, messages = tool.rows(*how, path)
        wanted, word = STATUS.get(name, (0, ""))
        self.assertEqual(status, wanted, messages)
        self.assertIn(word, messages)
        if name in NOT_READABLE:
            self.assertEqual(ours, [])
            return 0, 0
        if name in TOOL_STOPS:
            ours = [row for row in ours if row.position < TOOL_STOPS[name]]
        columns, found, count, cell_count = Columns(scenario), [], 0, 0
        for row, theirs in pairs(ours, groups, outcomes):
            found += list(differences(name, row, theirs, columns))[:3]
            count += 1
            cell_count += len(row.before or ()) + len(row.after or ())
        self.assertEqual(found[:10], [], f"{len(found)} differences")
        return count, cell_count

    def test_every_reading(self):
        total_rows = total_cells = logs_seen = 0
        for name, path, text, scenario in logs.readings():
            with self.subTest(log=name):
                rows, cell_count = self.compare(name, path, text, scenario)
                total_rows, total_cells, logs_seen = total_rows + rows, total_cells + cell_count, logs_seen + 1
        print(f"{logs_seen} logs, {total_rows} rows, {total_cells} cells are as the official tools read them")
        self.assertGreaterEqual(logs_seen, 100)
        self.assertGreater(total_rows, 4000)


if __name__ == "__main__":
    unittest.main()
