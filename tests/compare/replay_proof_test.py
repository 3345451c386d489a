"""What `sql` and `--flashback` print today is what was proved on real servers: see fixtures/capture/replay_sql.py."""
import unittest

import logs
import proof
import tool


class Proof(unittest.TestCase):
    def test_every_scenario_has_a_proof(self):
        wanted = {scenario.name for scenario in logs.scenarios() if proof.proved(scenario)}
        self.assertEqual(set(proof.load()), wanted)
        self.assertGreaterEqual(len(wanted), 51)

    def test_what_the_log_does_not_hold_cannot_be_brought_back(self):
        for scenario in logs.scenarios():
            if scenario.name in proof.FORWARD_ONLY:
                with self.subTest(scenario=scenario.name):
                    status, _, messages = tool.run("rows", "--format", "sql", "--flashback", *proof.options(scenario),
                                                   *scenario.paths())
                    self.assertEqual(status, 1)
                    self.assertRegex(messages, r"offset \d+: table `\w+`\.`\w+`: the log does not hold .*; it cannot be undone")

    def test_the_output_is_the_proved_one(self):
        saved = proof.load()
        for scenario in logs.scenarios():
            if scenario.name not in saved or scenario.name in logs.LEFT_OUT:
                continue
            with self.subTest(scenario=scenario.name):
                entry = saved[scenario.name]
                self.assertIs(entry["ok"], True)
                self.assertEqual(proof.hash_of(proof.tables(scenario)), entry["tables"], "the tables were captured again")
                self.assertEqual("flashback" in entry, scenario.name not in proof.FORWARD_ONLY)
                for kind, flashback in (("sql", False), ("flashback", True)):
                    if kind not in entry:
                        continue
                    printed = proof.output(tool.TOOL, scenario, flashback)
                    self.assertEqual((len(printed), proof.hash_of(printed)), (entry[kind + "_bytes"], entry[kind]),
                                     f"{kind} has changed: prove it again with fixtures/capture/replay_sql.py")


if __name__ == "__main__":
    unittest.main()
