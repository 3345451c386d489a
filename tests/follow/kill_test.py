"""A follower that is killed again and again while the logs are written: its output has each transaction exactly once."""
import json
import multiprocessing
import os
import random
import signal
import tempfile
import time
import unittest

import chain

KILLS = 30


class Kill(unittest.TestCase):
    def follow_under_fire(self, seed):
        rng = random.Random(seed)
        source = chain.Source("mysql", "01_oltp", "binlog.000001")
        with tempfile.TemporaryDirectory() as folder:
            logs, out = os.path.join(folder, "logs"), os.path.join(folder, "out")
            os.mkdir(logs)
            series = source.series(rng, 7, number=99998)
            writer = multiprocessing.Process(target=chain.grow, args=(logs, series, seed, 5.0))
            writer.start()
            first = os.path.join(logs, series[0][0])
            self.assertTrue(chain.wait_until(lambda: os.path.exists(first) and os.path.getsize(first) >= 4))
            arguments = ("--follow", "--checkpoint", os.path.join(folder, "point"), "--output", out, logs)
            kills, lengths = 0, set()
            while kills < KILLS or writer.is_alive():
                following = chain.Following(*arguments)
                time.sleep(rng.uniform(0.02, 0.3))
                self.assertIsNone(following.process.poll(), following.process.poll() is not None and following.end())
                following.stop(signal.SIGKILL)
                kills += 1
                lengths.add(os.path.getsize(out) if os.path.exists(out) else 0)
            writer.join()
            self.assertEqual(writer.exitcode, 0)
            # The checkpoint goes on as well where nobody follows any more.
            last = chain.run("rows", *arguments[1:])
            self.assertIn(last.returncode, (0, 3), last.stderr)
            whole = chain.run("rows", logs)
            self.assertEqual(chain.read(out), whole.stdout)
            unbroken = chain.run("rows", chain.fixture("mysql", "01_oltp", "binlog.000001")).stdout
            changes = [chain.change(row) for row in chain.rows_of(chain.read(out))]
            self.assertEqual(changes, [chain.change(row) for row in chain.rows_of(unbroken)])
            self.assertEqual(chain.final_tables(chain.read(out)), chain.server_tables("mysql", "01_oltp"))
            # It was killed at work, not only before and behind it.
            self.assertGreater(len(lengths), 5)

    def test_killed_at_random_moments(self):
        self.follow_under_fire(20261130)

    def test_the_long_form_was_run_against_a_real_server(self):
        proof = json.loads(chain.read(chain.fixture("mysql", "kill-follow.json")))
        self.assertGreaterEqual(proof["kills"], 1000)
        self.assertGreater(proof["kills_that_left_output_beyond_the_checkpoint"], 100)
        for claim in ("equal_to_uninterrupted_run", "equal_to_reading_of_finished_logs", "equal_to_server_tables"):
            self.assertIs(proof[claim], True)


if __name__ == "__main__":
    unittest.main()
