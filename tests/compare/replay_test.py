"""Replays `rows` into empty tables in memory and compares with what the server held in the end."""
import collections
import math
import unittest

import logs
import tables
import tool

# A log that needs more than its own bytes; a table's rows that the log cannot give without a decoder that has its definition.
WITH_SCHEMA = ("mariadb/10_row_metadata",)
NOT_READ = {"mariadb/05_old_temporals": {("old", "hires_datetime"), ("old", "hires_time"), ("old", "hires_timestamp")}}
# The server prints these negative zeros as 0.
UNSIGNED_ZERO = ("mariadb/01_numbers",)
# Not in information_schema, and so neither in tables.jsonl: the hash of a UNIQUE over long columns.
HIDDEN = "DB_ROW_HASH_"


def key_of(value):
    """A number that also tells the sign of a zero."""
    if isinstance(value, float):
        return (value, math.copysign(1, value))
    return value


class Replay:
    def __init__(self, scenario, named=False):
        self.scenario = scenario
        self.named = named  # all names must be there
        self.tables = tables.load(scenario)
        self.held = {name: collections.Counter() for name in self.tables}
        self.other = collections.Counter()  # changes to tables that are gone in the end
        self.plain_zero = scenario.name in UNSIGNED_ZERO
        # MariaDB's own default, NO_LOG, keeps character sets out of the log.
        options = scenario.facts["options"]
        self.told = scenario.server == "mysql" or any("metadata=FULL" in o or "metadata=MINIMAL" in o for o in options)

    def key(self, value):
        return value + 0.0 if self.plain_zero and isinstance(value, float) else key_of(value)

    def values(self, table, image):
        cells = [(name, text) for name, text in image.items() if not name.startswith(HIDDEN)]
        if len(cells) != len(table.columns):
            raise AssertionError(f"{table.table}: {len(cells)} columns, not {len(table.columns)}")
        for at, (name, _) in enumerate(cells):
            if name != table.names[at] and (self.named or name != f"@{at + 1}"):
                raise AssertionError(f"{table.table}: column {at + 1} is {table.names[at]}, not {name}")
        return tuple(self.key(tables.content(text, column, labels, self.told))
                     for (_, text), column, labels in zip(cells, table.columns, table.labels))

    def apply(self, row):
        name = (row.database, row.table)
        if name not in self.tables:
            self.other[name] += 1
            return
        table, held = self.tables[name], self.held[name]
        if row.before is not None:
            before = self.values(table, row.before)
            if held[before] == 0:
                raise AssertionError(f"{row.op} of a row that is not there: {row.line[:400]}")
            held[before] -= 1
        if row.after is not None:
            held[self.values(table, row.after)] += 1

    def differences(self):
        for name, table in self.tables.items():
            if name in NOT_READ.get(self.scenario.name, ()):
                continue
            wanted = collections.Counter(
                tuple(self.key(tables.server_content(*cell)) for cell in zip(row, table.columns, table.labels))
                for row in table.rows)
            held = +self.held[name]
            for row in held - wanted:
                yield f"{name}: not on the server: {str(row)[:400]}"
            for row in wanted - held:
                yield f"{name}: missing: {str(row)[:400]}"


class Replayed(unittest.TestCase):
    def all_prepared_are_committed(self, scenario):
        """An XA transaction's rows stand where it was prepared; what became of it is said later."""
        _, lines, _ = tool.transactions(*scenario.paths())
        xa = {outcome: [line["xa"] for line in lines if line.get("outcome") == outcome]
              for outcome in ("xa_prepared", "xa_committed", "xa_rolled_back")}
        self.assertEqual(xa["xa_rolled_back"], [], "a replay would need its own handling")
        self.assertEqual(sorted(xa["xa_prepared"], key=str), sorted(xa["xa_committed"], key=str))
        return xa["xa_prepared"] != []

    def replay(self, scenario, how, named):
        """How many tables and rows there are in the end."""
        how = list(how)
        if self.all_prepared_are_committed(scenario):
            how.append("--include-prepared")
        status, changes, messages = tool.rows(*how, *scenario.paths())
        self.assertEqual(status, 3 if scenario.name in NOT_READ else 0, messages)
        replay = Replay(scenario, named)
        for change in changes:
            replay.apply(change)
        found = list(replay.differences())
        self.assertEqual(found[:6], [], f"{len(found)} differences")
        self.assertEqual(replay.other, {})
        return len(replay.tables), sum(len(table.rows) for table in replay.tables.values())

    def test_with_the_schema_file_all_columns_have_names(self):
        count = 0
        for scenario in logs.scenarios():
            if scenario.replayable and scenario.name not in logs.LEFT_OUT:
                with self.subTest(scenario=scenario.name):
                    self.replay(scenario, ["--schema", scenario.schema], True)
                    count += 1
        self.assertGreaterEqual(count, 44 - len(logs.LEFT_OUT))

    def test_every_replayable_scenario(self):
        scenario_count = table_count = row_count = 0
        for scenario in logs.scenarios():
            if not scenario.replayable or scenario.name in logs.LEFT_OUT:
                continue
            with self.subTest(scenario=scenario.name):
                how = ["--schema", scenario.schema] if scenario.name in WITH_SCHEMA else []
                tables_here, rows_here = self.replay(scenario, how, False)
                scenario_count, table_count, row_count = scenario_count + 1, table_count + tables_here, row_count + rows_here
        print(f"{scenario_count} scenarios, {table_count} tables and their {row_count} rows are as the servers held them")
        self.assertGreaterEqual(scenario_count, 44 - len(logs.LEFT_OUT))
        self.assertGreater(row_count, 20000)


if __name__ == "__main__":
    unittest.main()
