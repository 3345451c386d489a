"""Transactions chosen by whole sets: what a set includes and what it excludes part the log, and a large set costs nothing."""
import os
import random
import time
import unittest

import chain

LOG = chain.fixture("mysql", "01_oltp", "binlog.000001")
TAGS = chain.fixture("mysql", "17_gtid_tags")
DOMAINS = chain.fixture("mariadb", "20_domains")
UUID = "b3b21ab9-ec9f-11f1-bb97-02fc00000001"


def rows(*arguments):
    result = chain.run("rows", *arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines(), [row["gtid"] for row in chain.rows_of(result.stdout)]


class Sets(unittest.TestCase):
    def parts(self, log, chosen, sets):
        lines, gtids = rows(log)
        included, names = rows("--include-gtids", sets, log)
        self.assertEqual(names, [gtid for gtid in gtids if gtid in chosen])
        excluded, names = rows("--exclude-gtids", sets, log)
        self.assertEqual(names, [gtid for gtid in gtids if gtid not in chosen])
        self.assertEqual(sorted(included + excluded), sorted(lines))

    def test_random_numbers(self):
        rng = random.Random(5)
        for count in (1, 20, 150):
            numbers = sorted(rng.sample(range(1, 303), count))
            self.parts(LOG, {f"{UUID}:{n}" for n in numbers}, UUID + ":" + ":".join(map(str, numbers)))

    def test_intervals(self):
        self.parts(LOG, {f"{UUID}:{n}" for n in (*range(7, 91), 95, *range(200, 210))}, f" {UUID.upper()}:7-90:95, {UUID}:200-209")

    def test_tags_and_other_sources(self):
        gtids = sorted(set(rows(TAGS)[1]))
        self.assertGreater(len(gtids), 5)
        for i, gtid in enumerate(gtids):
            self.parts(TAGS, {gtid}, gtid)
            self.parts(TAGS, set(gtids[i:]), ",".join(gtids[i:]))

    def test_mariadb_positions_take_what_lies_before(self):
        gtids = sorted(set(rows(DOMAINS)[1]))
        for gtid in gtids:
            domain, _, number = gtid.split("-")
            chosen = {one for one in gtids if one.split("-")[0] == domain and int(one.split("-")[2]) <= int(number)}
            self.parts(DOMAINS, chosen, gtid)

    def test_both_at_once(self):
        names = rows("--include-gtids", f"{UUID}:10-20", "--exclude-gtids", f"{UUID}:15-99", LOG)[1]
        self.assertEqual(set(names), {f"{UUID}:{n}" for n in range(10, 15)})

    def test_what_is_no_set(self):
        for option in ("--include-gtids", "--exclude-gtids"):
            result = chain.run("rows", option, UUID + ":5-x", LOG)
            self.assertEqual(result.returncode, 2)
            self.assertIn("character", result.stderr.decode())

    def test_a_large_set_is_searched_and_not_walked(self):
        # 9,000 intervals that hold nothing here (a command line has its limits), before each of which a walk would stop.
        other = "a" + UUID[1:]
        large = other + ":" + ":".join(str(n) for n in range(1, 18001, 2)) + f",{UUID}:1-1000"

        def seconds(sets):
            best = 10.0
            for _ in range(3):
                begun = time.monotonic()
                self.assertEqual(len(rows("--include-gtids", sets, *[LOG] * 10)[0]), 10 * len(rows(LOG)[0]))
                best = min(best, time.monotonic() - begun)
            return best

        self.assertLess(seconds(large), 1.5 * seconds(f"{UUID}:1-1000") + 0.1)


if __name__ == "__main__":
    unittest.main()
