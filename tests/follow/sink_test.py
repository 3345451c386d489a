"""README's sink database: its statements run as they stand there, and after any number of stops it has everything once."""
import os
import random
import re
import sqlite3
import unittest

import chain

LOG = chain.fixture("mysql", "01_oltp", "binlog.000001")


def statements():
    text = chain.read(os.path.join(chain.ROOT, "README.md")).decode("utf-8")
    block = re.search(r"^```sql\n(CREATE TABLE read_up_to.*?)^```$", text, re.S | re.M)[1]
    lines = [line for line in block.splitlines() if not line.startswith("--")]
    return [one.strip() for one in "\n".join(lines).split(";") if one.strip()]


class Stopped(Exception):
    pass


class Sink:
    def __init__(self):
        self.create, self.begin, self.update, self.commit = statements()
        self.base = sqlite3.connect(":memory:", isolation_level=None)
        self.base.execute(self.create)
        self.base.execute("CREATE TABLE sbtest1 (id INTEGER PRIMARY KEY, k INTEGER, c TEXT, pad TEXT)")
        self.base.execute("INSERT INTO read_up_to VALUES ('shop', 'binlog.000001', '')")

    def position(self):
        return self.base.execute("SELECT file, gtids FROM read_up_to WHERE source = 'shop'").fetchone()

    def apply(self, rows, stop):
        """One transaction of the log; `stop` says behind how many statements it ends in the middle."""
        _, before = self.position()
        uuid, number = rows[0]["gtid"].split(":")
        self.base.execute(self.begin)
        for count, row in enumerate(rows):
            if count == stop:
                self.base.execute("ROLLBACK")  # what a stop does
                raise Stopped
            if row["before"] is not None:
                assert self.base.execute("DELETE FROM sbtest1 WHERE id = :id", row["before"]).rowcount == 1
            if row["after"] is not None:
                self.base.execute("INSERT INTO sbtest1 VALUES (:id, :k, :c, :pad)", row["after"])
        values = {"file": rows[0]["file"], "gtids": f"{uuid}:1-{number}", "source": "shop", "gtids_before": before}
        assert self.base.execute(self.update, values).rowcount == 1
        assert self.base.execute(self.update, values).rowcount == 0  # a second consumer
        self.base.execute(self.commit)


class SinkTest(unittest.TestCase):
    def test_stops_in_the_middle_of_transactions(self):
        rng, sink, stops = random.Random(3), Sink(), 0
        for _ in range(200):
            file, gtids = sink.position()
            result = chain.run("rows", "--start-file", file, "--exclude-gtids", gtids, LOG)
            self.assertEqual(result.returncode, 0, result.stderr)
            groups = {}
            for row in chain.rows_of(result.stdout):
                groups.setdefault(row["gtid"], []).append(row)
            try:
                for rows in groups.values():
                    sink.apply(rows, rng.randrange(len(rows)) if rng.random() < 0.1 else -1)
                break
            except Stopped:
                stops += 1
        self.assertGreater(stops, 10)
        held = [[str(value) for value in row] for row in sink.base.execute("SELECT id, k, c, pad FROM sbtest1")]
        self.assertEqual(sorted(held), chain.server_tables("mysql", "01_oltp")["sbtest1"])


if __name__ == "__main__":
    unittest.main()
