"""What `sql` and `--flashback` print today is what was proved on real servers: see fixtures/capture/replay_sql.py."""
import unittest

import logs
import proof
import tool


class Proof(unittest.TestCase):
    def test_every_replayable_scenario_has_a_proof(self):
        wanted = {s.name for s in logs.scenarios() if s.replayable} - set(proof.NOT_BY_SQL)
        self.assertEqual(set(proof.load()), wanted)
        self.assertGreaterEqual(len(wanted), 43)

    def test_the_output_is_the_proved_one(self):
        saved = proof.load()
        for scenario in logs.scenarios():
            if scenario.name not in saved:
                continue
            with self.subTest(scenario=scenario.name):
                entry = saved[scenario.name]
                self.assertIs(entry["ok"], True)
                self.assertEqual(proof.hash_of(proof.tables(scenario)), entry["tables"], "the tables were captured again")
                for kind, flashback in (("sql", False), ("flashback", True)):
                    printed = proof.output(tool.TOOL, scenario, flashback)
                    self.assertEqual((len(printed), proof.hash_of(printed)), (entry[kind + "_bytes"], entry[kind]),
                                     f"{kind} has changed: prove it again with fixtures/capture/replay_sql.py")


if __name__ == "__main__":
    unittest.main()
