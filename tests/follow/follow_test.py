"""Following logs that grow, turn, are cut back, replaced or lost; and the checkpoint's refusals."""
import os
import signal
import tempfile
import time
import unittest

import chain
from chain import Following, append, wait_until, write

SOURCE = chain.Source("mysql", "01_oltp", "binlog.000001")
ROWS = chain.rows_of(chain.run("rows", chain.fixture("mysql", "01_oltp", "binlog.000001")).stdout)
# Groups 1 and 2 are statements; each behind them has rows.


def rows_of_groups(first, last):
    wanted = {f"{number}" for number in range(first, last + 1)}
    return [chain.change(row) for row in ROWS if row["gtid"].rsplit(":", 1)[1] in wanted]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "logs")
        os.mkdir(self.folder)
        self.out = os.path.join(folder.name, "out")
        self.point = os.path.join(folder.name, "point")
        self.running = []
        self.addCleanup(self.kill)

    def kill(self):
        for one in self.running:
            if one.process.poll() is None:
                one.process.kill()
            one.process.communicate()

    def path(self, number, name="binlog"):
        return os.path.join(self.folder, f"{name}.{number:06d}")

    def follow(self, *arguments):
        following = Following("--follow", "--output", self.out, "--checkpoint", self.point, *(arguments or (self.folder,)))
        self.running.append(following)
        return following

    def printed(self):
        data = chain.read(self.out) if os.path.exists(self.out) else b""
        return [chain.change(row) for row in chain.rows_of(data[:data.rfind(b"\n") + 1])]

    def wait_for(self, first, last):
        wanted = rows_of_groups(first, last)
        self.assertTrue(wait_until(lambda: len(self.printed()) >= len(wanted)), (len(self.printed()), len(wanted)))
        self.assertEqual(self.printed(), wanted)

    def stops(self, following, status=0):
        got, messages = following.stop(signal.SIGTERM)
        self.assertEqual(got, status, messages)
        self.assertIn("stopped by SIGTERM; the checkpoint is saved", messages)
        return messages

    def breaks(self, following, *words):
        status, messages = following.end()
        self.assertEqual(status, 1, messages)
        for word in words:
            self.assertIn(word, messages)


class Growing(Case):
    def test_waits_for_the_rest_of_an_event(self):
        log = SOURCE.log(1, 6)
        write(self.path(1), log[:-30])
        following = self.follow()
        self.wait_for(1, 5)
        append(self.path(1), log[-30:-1])
        time.sleep(0.2)
        self.assertEqual(self.printed(), rows_of_groups(1, 5))
        append(self.path(1), log[-1:])
        self.wait_for(1, 6)
        self.stops(following)

    def test_waits_without_being_busy_and_is_prompt(self):
        write(self.path(1), SOURCE.log(1, 6))
        following = self.follow()
        self.wait_for(1, 6)
        before = following.cpu_ticks()
        time.sleep(1.5)
        self.assertLessEqual(following.cpu_ticks() - before, 2)
        begun = time.monotonic()
        append(self.path(1), SOURCE.groups[6])
        self.wait_for(1, 7)
        # Well below the second after which it looks by itself.
        self.assertLess(time.monotonic() - begun, 0.7)
        self.stops(following)

    def test_begins_with_a_log_of_a_few_bytes(self):
        write(self.path(1), chain.MAGIC)
        following = self.follow()
        log = SOURCE.log(1, 6)
        for at in range(4, len(log), 97):
            append(self.path(1), log[at:at + 97])
            time.sleep(0.01)
        self.wait_for(1, 6)
        self.stops(following)

    def test_a_transaction_larger_than_the_quota_is_printed_whole(self):
        write(self.path(1), SOURCE.log(1, 6))
        following = Following("--follow", "--max-events", "3", "--output", self.out, "--checkpoint", self.point, self.folder)
        self.running.append(following)
        self.wait_for(1, 6)
        append(self.path(1), SOURCE.groups[6][:100])
        append(self.path(1), SOURCE.groups[6][100:])
        self.wait_for(1, 7)
        self.stops(following)


class Turning(Case):
    def test_goes_on_with_the_next_log(self):
        write(self.path(1), SOURCE.log(1, 10))
        following = self.follow()
        self.wait_for(1, 10)
        append(self.path(1), chain.rotate("binlog.000002"))
        write(self.path(2), SOURCE.log(11, 20, chain.event(chain.STOP, b"")))
        self.wait_for(1, 20)
        # A clean shutdown, then a start.
        write(self.path(3), SOURCE.log(21, 30))
        self.wait_for(1, 30)
        self.stops(following)

    def test_numbers_of_any_width(self):
        for number, first in ((999999, 1), (1000000, 11)):
            end = chain.rotate("binlog.1000000") if first == 1 else b""
            write(self.path(number), SOURCE.log(first, first + 9, end))
        write(os.path.join(self.folder, "binlog.index"), b"./binlog.1000000\n./binlog.999999\n")
        following = self.follow(os.path.join(self.folder, "binlog.index"))
        self.wait_for(1, 20)
        self.stops(following)

    def test_after_a_crash_the_unfinished_tail_stays_behind(self):
        write(self.path(1), SOURCE.log(1, 10, SOURCE.groups[10][:200], in_use=True))
        following = self.follow()
        self.wait_for(1, 10)
        write(self.path(2), SOURCE.log(11, 20))
        self.wait_for(1, 20)
        messages = self.stops(following, 3)
        self.assertIn("binlog.000001", messages)
        self.assertIn("incomplete", messages)

    def test_recovery_cuts_off_the_unfinished_tail(self):
        write(self.path(1), SOURCE.log(1, 10, SOURCE.groups[10][:200], in_use=True))
        following = self.follow()
        self.wait_for(1, 10)
        os.truncate(self.path(1), len(SOURCE.log(1, 10)))
        time.sleep(0.1)
        write(self.path(2), SOURCE.log(11, 20))
        self.wait_for(1, 20)
        self.stops(following)

    def test_a_log_is_purged_once_it_has_been_read(self):
        write(self.path(1), SOURCE.log(1, 10, chain.rotate("binlog.000002")))
        write(self.path(2), SOURCE.log(11, 20))
        following = self.follow()
        self.wait_for(1, 20)
        os.unlink(self.path(1))
        append(self.path(2), SOURCE.groups[20])
        self.wait_for(1, 21)
        self.stops(following)


    def test_goes_on_in_a_log_that_the_index_does_not_have_yet(self):
        index = os.path.join(self.folder, "binlog.index")
        write(index, b"./binlog.000001\n")
        write(self.path(1), SOURCE.log(1, 10, chain.rotate("binlog.000002")))
        write(self.path(2), SOURCE.log(11, 20))
        for first in (index, self.folder, self.path(1)):
            following = self.follow(first)
            self.wait_for(1, 20)
            time.sleep(0.2)  # all is there already from the second run on: it has to begin before it is stopped
            self.stops(following)
        append(self.path(2), SOURCE.groups[20])
        os.unlink(self.path(1))
        following = self.follow(index)
        self.wait_for(1, 21)
        self.stops(following)

    def test_a_server_dies_while_it_makes_a_log_and_makes_it_anew(self):
        write(self.path(1), SOURCE.log(1, 10, chain.rotate("binlog.000002")))
        write(self.path(2), SOURCE.head(10))
        following = self.follow()
        self.wait_for(1, 10)
        time.sleep(0.1)
        os.unlink(self.path(2))
        time.sleep(0.1)
        write(self.path(2) + ".new", SOURCE.log(11, 20))
        os.rename(self.path(2) + ".new", self.path(2))
        self.wait_for(1, 20)
        self.stops(following)


class Losing(Case):
    def begin(self):
        write(self.path(1), SOURCE.log(1, 10))
        following = self.follow()
        self.wait_for(1, 10)
        return following

    def test_cut_behind_what_was_read(self):
        following = self.begin()
        os.truncate(self.path(1), len(SOURCE.log(1, 9)) + 20)
        self.breaks(following, "was cut to")

    def test_replaced(self):
        following = self.begin()
        write(self.path(1) + ".new", SOURCE.log(1, 12))
        os.rename(self.path(1) + ".new", self.path(1))
        self.breaks(following, "another log has taken its place")

    def test_removed(self):
        following = self.begin()
        os.unlink(self.path(1))
        self.breaks(following, "was removed")

    def test_the_log_that_the_rotation_names_is_gone(self):
        following = self.begin()
        write(self.path(3), SOURCE.log(11, 20))
        append(self.path(1), chain.rotate("binlog.000002"))
        self.breaks(following, "binlog.000003", "one before it is gone")

    def test_the_next_log_has_another_past(self):
        following = self.begin()
        append(self.path(1), chain.rotate("binlog.000002"))
        write(self.path(2), SOURCE.log(5, 20))
        self.breaks(following, "does not come behind the last one")

    def test_a_broken_event_ends_it_with_what_was_whole(self):
        following = self.begin()
        broken = bytearray(SOURCE.groups[10])
        broken[-10] ^= 1
        append(self.path(1), bytes(broken))
        self.breaks(following, "bad_checksum")
        self.assertEqual(self.printed(), rows_of_groups(1, 10))

    def test_bytes_that_come_late(self):
        # As where the length of a file is seen before its bytes.
        following = self.begin()
        size = os.path.getsize(self.path(1))
        group = SOURCE.groups[10]
        append(self.path(1), group[:100] + bytes(len(group) - 100))
        with open(self.path(1), "r+b", buffering=0) as file:
            file.seek(size + 100)
            file.write(group[100:])
        self.wait_for(1, 11)
        self.stops(following)


class Checkpoint(Case):
    def run_once(self, *arguments, status=0, logs=None):
        result = chain.run("rows", "--checkpoint", self.point, *arguments, logs or self.folder)
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def test_each_run_goes_on_where_the_last_ended(self):
        got = []
        for last in (3, 4, 9, 9, 30):
            write(self.path(1), SOURCE.log(1, last, SOURCE.groups[last][:150]))
            result = self.run_once(status=3)
            got += [chain.change(row) for row in chain.rows_of(result.stdout)]
            self.assertEqual(got, rows_of_groups(1, last))

    def test_over_several_logs(self):
        write(self.path(1), SOURCE.log(1, 10, chain.rotate("binlog.000002")))
        self.run_once("--output", self.out)
        write(self.path(2), SOURCE.log(11, 15, chain.rotate("binlog.000010")))
        write(self.path(10), SOURCE.log(16, 20))
        self.run_once("--output", self.out)
        self.assertEqual(self.printed(), rows_of_groups(1, 20))

    def test_a_log_is_missing_between_two(self):
        write(self.path(1), SOURCE.log(1, 10, chain.rotate("binlog.000002")))
        self.run_once("--output", self.out)
        write(self.path(3), SOURCE.log(16, 20))
        for logs in (self.folder, None):
            got = chain.run("rows", "--checkpoint", self.point, "--output", self.out,
                            *([logs] if logs else [self.path(1), self.path(3)]))
            self.assertEqual(got.returncode, 1)
            self.assertIn("binlog.000003: one before it is gone", got.stderr.decode())
            self.assertEqual(self.printed(), rows_of_groups(1, 10))
        write(self.path(2), SOURCE.log(11, 15))
        self.run_once("--output", self.out)
        self.assertEqual(self.printed(), rows_of_groups(1, 20))

    def test_start_file(self):
        write(self.path(1), SOURCE.log(1, 10, chain.rotate("binlog.000002")))
        write(self.path(2), SOURCE.log(11, 20))
        self.run_once("--output", self.out, "--start-file", "binlog.000002")
        self.assertEqual(self.printed(), rows_of_groups(11, 20))

    def test_what_stays_of_an_output_that_got_further_is_cut_off(self):
        write(self.path(1), SOURCE.log(1, 10))
        self.run_once("--output", self.out)
        append(self.out, b'{"op":"insert","data')
        append(self.path(1), SOURCE.groups[10])
        self.run_once("--output", self.out)
        self.assertEqual(self.printed(), rows_of_groups(1, 11))

    def refused(self, word, *arguments, status=1, logs=None):
        before = chain.read(self.out) if os.path.exists(self.out) else None
        result = self.run_once(*arguments, status=status, logs=logs)
        self.assertIn(word, result.stderr.decode())
        self.assertEqual(result.stdout, b"")
        if before is not None:
            self.assertEqual(chain.read(self.out), before)

    def test_refusals(self):
        write(self.path(1), SOURCE.log(1, 10))
        write(self.out, b"what somebody else wrote\n")
        self.refused("is not empty", "--output", self.out, status=2)
        os.unlink(self.out)
        self.run_once("--output", self.out)
        self.refused("belongs to an --output file")
        os.rename(self.path(1), self.path(2))
        self.refused("binlog.000001, which is not among the logs", "--output", self.out)
        write(self.path(1), SOURCE.log(1, 9))
        self.refused("the log ends at", "--output", self.out)
        write(self.path(1), SOURCE.log(20, 40))
        self.refused("another log of this name", "--output", self.out)
        other = bytearray(SOURCE.log(1, 20))
        other[4 + 5] ^= 1
        write(self.path(1), bytes(other))
        self.refused("of server 10", "--output", self.out)
        write(self.path(1), SOURCE.log(1, 10))
        os.truncate(self.out, os.path.getsize(self.out) - 1)
        self.refused("is not the output of that checkpoint", "--output", self.out)

    def test_two_at_once(self):
        write(self.path(1), SOURCE.log(1, 10))
        following = self.follow()
        self.wait_for(1, 10)
        self.refused("another process", "--output", self.out)
        self.stops(following)

    def test_a_log_is_no_output(self):
        write(self.path(1), SOURCE.log(1, 10))
        self.refused("cannot be the output", "--output", self.path(1), status=2)
        self.assertEqual(chain.read(self.path(1)), SOURCE.log(1, 10))

    def test_usage(self):
        write(self.path(1), SOURCE.log(1, 10))
        for arguments, word in ((("rows", "--follow", "-"), "standard input"), (("rows", "--checkpoint", self.point, "-"), "standard input"),
                                (("rows", "--follow", "--stop-position", "5", self.folder), "--stop-position"),
                                (("rows", "--checkpoint", self.point, "--start-position", "5", self.folder), "--start-file"),
                                (("rows", "--follow", "--format", "sql", "--flashback", self.folder), "--flashback"),
                                (("transactions", "--follow", self.folder), "--follow"),
                                (("events", "--checkpoint", self.point, self.folder), "--checkpoint"),
                                (("check", "--output", self.out, self.folder), "--output"),
                                (("rows", "--start-file", "binlog.000009", self.folder), "binlog.000009")):
            with self.subTest(arguments=arguments):
                result = chain.run(*arguments)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(word, result.stderr.decode())
                self.assertEqual(result.stdout, b"")


class Lists(Case):
    def test_directories_and_index_files(self):
        write(self.path(9), SOURCE.log(1, 10))
        write(self.path(10), SOURCE.log(11, 20))
        write(os.path.join(self.folder, "binlog.note"), b"not a log")
        write(os.path.join(self.folder, "slow.000001"), b"not a log either")
        wanted = rows_of_groups(1, 20)

        def rows(*arguments):
            result = chain.run("rows", *arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
            return [chain.change(row) for row in chain.rows_of(result.stdout)]

        self.assertEqual(rows(self.folder), wanted)
        # With two series in it, an index or the name of a log tells.
        write(self.path(1, "relay"), SOURCE.log(21, 30))
        result = chain.run("rows", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("logs of several names", result.stderr.decode())
        self.assertEqual(rows("--start-file", "binlog.000010", self.folder), rows_of_groups(11, 20))
        self.assertEqual(rows("--start-file", "relay.000001", self.folder), rows_of_groups(21, 30))
        index = os.path.join(self.folder, "binlog.index")
        write(index, b"/var/lib/elsewhere/binlog.000009\n./binlog.000010\n")
        self.assertEqual(rows(self.folder), wanted)
        self.assertEqual(rows(index), wanted)
        self.assertEqual(rows(index, self.path(1, "relay")), rows_of_groups(1, 30))
        # As the server leaves it for a moment when it replaces it.
        os.rename(index, index + "_crash_safe")
        self.assertEqual(rows(index), wanted)
        os.unlink(index + "_crash_safe")
        result = chain.run("rows", index)
        self.assertEqual(result.returncode, 1)
        self.assertIn("No such file", result.stderr.decode())
        write(index, b"./binlog.000010\n./binlog.000077\n")
        result = chain.run("rows", index)
        self.assertEqual(result.returncode, 1)
        self.assertIn("binlog.000077", result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
