"""What goes wrong around the tool: a full disk, a reader that leaves, files that vanish or shrink, signals. Each ends with a
message and its exit status, and nothing half-written stands where a whole is looked for."""
import fcntl
import os
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "follow"))
import chain  # noqa: E402

LOG = chain.fixture("mysql", "01_oltp", "binlog.000001")
SOURCE = chain.Source("mysql", "01_oltp", "binlog.000001")
WHOLE = chain.run("rows", LOG).stdout
READING = (("rows",), ("rows", "--format", "sql"), ("transactions", "--format", "json"), ("events", "--format", "json"))


def transaction_ends(output):
    """Lengths of `output` at which a transaction has ended."""
    ends, at, last = {0}, 0, None
    for line, row in zip(output.splitlines(True), chain.rows_of(output)):
        if row["gtid"] != last:
            ends.add(at)
        at, last = at + len(line), row["gtid"]
    return ends | {at}


ENDS = transaction_ends(WHOLE)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def long_log(self, name="binlog.000001", times=25):
        """The committed log's transactions several times over: some megabytes."""
        chain.write(self.path(name), SOURCE.head(0) + b"".join(SOURCE.groups) * times)
        return self.path(name)

    def told(self, result, status, *words):
        text = result.stderr.decode()
        self.assertEqual(result.returncode, status, text)
        self.assertTrue(text.startswith("nanobinlog: "), text)
        for word in words:
            self.assertIn(word, text)


class FullDisk(Case):
    def test_standard_output(self):
        for command in (*READING, ("check",), ("locate", "--datetime", "2020-01-01"), ("rows", "--checkpoint", self.path("point"))):
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                result = subprocess.run([chain.TOOL, *command, LOG], stdout=full, stderr=subprocess.PIPE, check=False)
                self.told(result, 1, "standard output", "No space left")
        # Nothing arrived, so nothing was acknowledged.
        self.assertEqual(chain.run("rows", "--checkpoint", self.path("point"), LOG).stdout, WHOLE)

    def test_a_device(self):
        self.told(chain.run("rows", "--output", "/dev/full", LOG), 1, "/dev/full", "No space left")
        self.told(chain.run("rows", "--output", "/dev/full", "--checkpoint", self.path("point"), LOG), 2, "no regular file")

    def limited(self, size, *arguments):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return subprocess.run([chain.TOOL, "rows", *arguments], stderr=subprocess.PIPE, check=False, preexec_fn=limit)

    def test_an_output_file_keeps_whole_transactions(self):
        out, log = self.path("out"), self.long_log()
        whole = chain.run("rows", log).stdout
        ends = transaction_ends(whole)
        for size in (1, 1000, 1 << 20, (1 << 20) + 12345, 3 << 20):
            with self.subTest(size=size):
                self.told(self.limited(size, "--output", out, log), 1, "File too large")
                got = chain.read(out)
                self.assertTrue(whole.startswith(got))
                self.assertIn(len(got), ends)
                self.assertLessEqual(len(got), size)

    def test_output_and_checkpoint_stay_in_step(self):
        out, point, log = self.path("out"), self.path("point"), self.long_log()
        whole = chain.run("rows", log).stdout
        ends = transaction_ends(whole)
        for size in (1000, 60000, 1 << 20, 2 << 20, 2500000):
            self.told(self.limited(size, "--output", out, "--checkpoint", point, log), 1, "File too large")
            self.assertTrue(whole.startswith(chain.read(out)))
            self.assertIn(os.path.getsize(out), ends)
        result = chain.run("rows", "--output", out, "--checkpoint", point, log)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(chain.read(out), whole)

    def test_a_file_system_without_room(self):
        if os.geteuid() != 0:
            return  # the limits above stand in for it
        small = self.path("small")
        os.mkdir(small)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", small], check=False, capture_output=True).returncode != 0:
            return
        try:
            out, point, log = os.path.join(small, "out"), os.path.join(small, "point"), self.long_log()
            whole = chain.run("rows", log).stdout
            result = chain.run("rows", "--output", out, "--checkpoint", point, log)
            self.told(result, 1, "No space left")
            self.assertTrue(whole.startswith(chain.read(out)))
            self.assertIn(os.path.getsize(out), transaction_ends(whole))
            subprocess.run(["mount", "-o", "remount,size=64m", small], check=True)
            self.assertEqual(chain.run("rows", "--output", out, "--checkpoint", point, log).returncode, 0)
            self.assertEqual(chain.read(out), whole)
        finally:
            subprocess.run(["umount", small], check=True)


class ClosedPipe(Case):
    def test_head(self):
        log = self.long_log()
        for command in READING:
            with self.subTest(command=command):
                process = subprocess.Popen([chain.TOOL, *command, log], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.assertTrue(process.stdout.readline().endswith(b"\n"))
                process.stdout.close()
                text = process.stderr.read().decode()
                process.stderr.close()
                self.assertEqual(process.wait(), 1)
                self.assertEqual(text, "nanobinlog: standard output: its reader has closed it\n")

    def test_no_output_at_all(self):
        for command in READING:
            result = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", chain.TOOL, *command, LOG], stderr=subprocess.PIPE, check=False)
            self.told(result, 1, "standard output is closed")

    def test_no_messages_either(self):
        result = subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", chain.TOOL, "rows", self.path("missing")], check=False)
        self.assertEqual(result.returncode, 1)


class Unreadable(Case):
    def test_in_the_middle_of_a_list(self):
        os.symlink("nowhere", self.path("dangling"))
        os.mkdir(self.path("empty"))
        chain.write(self.path("locked"), b"x")
        os.chmod(self.path("locked"), 0)
        cases = [(self.path("missing"), "No such file"), (self.path("dangling"), "No such file")]
        if os.geteuid() != 0:
            cases.append((self.path("locked"), "Permission denied"))
        for bad, word in cases:
            with self.subTest(bad=bad):
                result = chain.run("rows", LOG, bad, LOG)
                self.told(result, 1, bad, word)
                self.assertEqual(result.stdout, WHOLE)
        self.told(chain.run("rows", LOG, self.path("empty"), LOG), 1, "without a binary log")

    def test_the_checkpoint_waits_before_it(self):
        chain.write(self.path("binlog.000001"), SOURCE.log(1, 100))
        chain.write(self.path("binlog.000003"), SOURCE.log(201, 302))
        logs = [self.path(f"binlog.00000{n}") for n in (1, 2, 3)]
        first = chain.run("rows", "--checkpoint", self.path("point"), *logs)
        self.told(first, 1, "binlog.000002", "No such file")
        chain.write(logs[1], SOURCE.log(101, 200))
        second = chain.run("rows", "--checkpoint", self.path("point"), *logs)
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertEqual(first.stdout + second.stdout, chain.run("rows", *logs).stdout)

    def test_a_checkpoint_nobody_can_write(self):
        result = chain.run("rows", "--checkpoint", self.path("no/such/folder"), LOG)
        self.told(result, 1, "no/such/folder.0", "No such file")
        self.assertEqual(result.stdout, b"")

    def test_damaged_checkpoints(self):
        point = self.path("point")
        chain.run("rows", "--checkpoint", point, LOG)
        for slot in (".0", ".1"):
            data = bytearray(chain.read(point + slot))
            data[20] ^= 1
            chain.write(point + slot, bytes(data))
        result = chain.run("rows", "--checkpoint", point, LOG)
        self.told(result, 1, point, "checkpoint_corrupt")
        self.assertEqual(result.stdout, b"")


class Shrinking(Case):
    @unittest.skipIf(os.environ.get("NBL_WITHOUT_SIGBUS"), "the emulator gives SIGBUS a wrong address: see ports/check")
    def test_truncated_while_mapped(self):
        for command in (*READING, ("rows", "--checkpoint", self.path("point"))):
            with self.subTest(command=command):
                log = self.long_log()
                whole = chain.run(*command[:1], *(() if "--checkpoint" in command else command[1:]), log).stdout
                process = subprocess.Popen([chain.TOOL, *command, log], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                got = process.stdout.read(1)  # it now waits until this reader takes more
                time.sleep(0.15)
                os.truncate(log, 40960)
                got += process.stdout.read()
                text = process.stderr.read().decode()
                process.stdout.close()
                process.stderr.close()
                self.assertEqual(process.wait(), 1, text)
                self.assertIn("cut short while it was read", text)
                self.assertTrue(whole.startswith(got))
                self.assertTrue(got.endswith(b"\n"))
                self.assertLess(len(got), len(whole))


class Signals(Case):
    def blocked(self, *command):
        process = subprocess.Popen([chain.TOOL, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        process.stdout.read(1)
        # It waits once nothing more comes into the pipe. Before that a run that follows would end as it should.
        waiting, before = 0, -1
        while waiting < 3 and process.poll() is None:
            time.sleep(0.05)
            here = struct.unpack("i", fcntl.ioctl(process.stdout, termios.FIONREAD, bytes(4)))[0]
            waiting = waiting + 1 if here == before and here > 4096 else 0
            before = here
        return process

    def ends(self, process, number):
        process.send_signal(number)
        status = process.wait(timeout=20)
        text = process.stderr.read().decode()
        process.stdout.close()
        process.stderr.close()
        self.assertEqual(status, 128 + number, text)
        self.assertIn("stopped by " + signal.Signals(number).name, text)

    def test_while_its_reader_lets_it_wait(self):
        log = self.long_log()
        for number in (signal.SIGINT, signal.SIGTERM):
            for command in READING:
                with self.subTest(command=command, number=number):
                    self.ends(self.blocked(*command, log), number)
            for options in ((), ("--follow",)):
                with self.subTest(options=options, number=number):
                    self.ends(self.blocked("rows", "--checkpoint", self.path(f"point{len(options)}{number}"), *options, log), number)

    def waiting_for_input(self, pause):
        process = subprocess.Popen([chain.TOOL, "rows", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(SOURCE.log(1, 5))
        process.stdin.flush()
        time.sleep(pause)
        return process

    def test_while_it_waits_for_input(self):
        # A signal that comes before the program has begun ends it in the system's way: then it is given longer.
        pause = 0.15
        while pause < 20:
            process = self.waiting_for_input(pause)
            process.send_signal(signal.SIGTERM)
            began = process.wait(timeout=20) != -signal.SIGTERM
            for stream in (process.stdin, process.stdout, process.stderr):
                stream.close()
            if began:
                break
            pause *= 2
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.waiting_for_input(2 * pause)
            self.ends(process, number)
            process.stdin.close()

    def test_between_transactions_with_a_checkpoint(self):
        # Many logs, so that a signal comes in the middle of them.
        log = self.long_log("binlog.000001", times=1)
        os.mkdir(self.path("logs"))
        data = chain.read(log)
        for number in range(1, 60):
            chain.write(self.path(f"logs/binlog.{number:06d}"), data)
        began = time.monotonic()
        whole = chain.run("rows", "--checkpoint", self.path("whole"), "--output", self.path("whole-out"), self.path("logs"))
        took = time.monotonic() - began
        self.assertEqual(whole.returncode, 0)
        # From a signal that is late to one that comes before the program has begun, each over a new checkpoint: one is in between.
        saved = 0
        turns = 60 if took < 0.3 else 12  # the faster the tool, the less likely is a moment in between
        for turn in range(turns):
            point, out = self.path(f"point{turn}"), self.path(f"out{turn}")
            arguments = ("rows", "--checkpoint", point, "--output", out, self.path("logs"))
            process = subprocess.Popen([chain.TOOL, *arguments], stderr=subprocess.PIPE)
            time.sleep(took * (1 - turn / turns))
            process.send_signal(signal.SIGTERM)
            text = process.communicate()[1].decode()
            self.assertIn(process.returncode, (0, 143, -signal.SIGTERM), text)
            if "saved" not in text:
                continue
            saved += 1
            self.assertEqual(chain.run(*arguments).returncode, 0)
            self.assertEqual(chain.read(out), chain.read(self.path("whole-out")))
        self.assertGreater(saved, 0)
        self.assertEqual(chain.read(self.path("whole-out")), chain.run("rows", self.path("logs")).stdout)

    def test_ignored_signals_stay_ignored(self):
        process = subprocess.Popen([chain.TOOL, "rows", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(chain.read(LOG), timeout=20)
        self.assertEqual((process.returncode, output), (0, WHOLE.replace(b'"binlog.000001"', b'"-"')))


if __name__ == "__main__":
    unittest.main()
