"""Size does not cost memory: a log of 5 GiB (sparse, so that it takes no disk) with positions beyond 32 bits, and one transaction of
two million rows, are read with the same few hundred KiB as small ones. Where addresses have no room for a file it is read as a stream,
piece by piece."""
import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get("NANOBINLOG") or os.path.join(ROOT, "build", "nanobinlog")
sys.path.insert(0, os.path.join(ROOT, "fixtures", "synthetic"))

import encode_control as control  # noqa: E402
from encode import Event, FLAG_IGNORABLE, Format, WRITE  # noqa: E402
from encode_rows import write  # noqa: E402
from tables import order, orders  # noqa: E402

GIB = 1 << 30
ANONYMOUS_LIMIT_KIB = 6 << 10
BUFFER_KIB = 5 << 8
EMULATED = bool(os.environ.get("NBL_EMULATOR"))  # whose own memory would be counted


class Run:
    """The tool with its peak of anonymous memory; pages of the mapped file are the system's to take back and do not count."""

    def __init__(self, *arguments, addresses=None, stdin=None):
        self.arguments = arguments
        limit = addresses and (lambda: resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses)))
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen([TOOL, *arguments], stdout=out, stderr=subprocess.PIPE, preexec_fn=limit, stdin=stdin)
            self.anonymous, self.samples = 0, 0
            while process.poll() is None:
                self.sample(process.pid)
                time.sleep(0.002)
            self.status, self.errors = process.returncode, process.stderr.read().decode()
            process.stderr.close()
            self.size = out.seek(0, os.SEEK_END)
            out.seek(max(0, self.size - (1 << 16)))
            self.tail = out.read().decode(errors="replace").splitlines()

    def seen(self):
        """The same, run again until it was seen at least once: on a busy machine a short run can be over before."""
        run = self
        for _ in range(50):
            if run.samples != 0:
                break
            run = Run(*self.arguments)
        return run

    def sample(self, pid):
        try:
            with open("/proc/%d/status" % pid) as handle:
                for line in handle:
                    if line.startswith("RssAnon:"):
                        self.anonymous = max(self.anonymous, int(line.split()[1]))
                        self.samples += 1
        except OSError:
            pass


def add(handle, fmt, event):
    at = handle.tell()
    handle.write(event.encode(fmt, at & 0xFFFFFFFF))
    return at


def transaction(handle, fmt, xid):
    start = add(handle, fmt, control.begin())
    add(handle, fmt, orders().event())
    add(handle, fmt, write(orders(), [order(1, "a")]))
    add(handle, fmt, control.xid(xid))
    return start


def addresses_are_narrow():
    """Of the machine that the tool is for."""
    done = subprocess.run([os.environ.get("CXX") or "c++", "-E", "-P", "-x", "c", "-"], input="__SIZEOF_POINTER__", capture_output=True,
                          text=True, check=True)
    return done.stdout.split() == ["4"]


def sparse_log(path, holes=5, hole=GIB):
    """Transactions between events whose body of so many bytes is a hole in the file."""
    fmt, starts = Format("off"), []
    with open(path, "wb") as handle:
        handle.write(b"\xfebin")
        add(handle, fmt, fmt.event())
        for number in range(holes + 1):
            starts.append(transaction(handle, fmt, number))
            if number < holes:
                at, size = handle.tell(), hole
                head = struct.pack("<IBIIIH", 1780000000, 28, 11, size, (at + size) & 0xFFFFFFFF, FLAG_IGNORABLE)
                handle.write(head)
                handle.seek(at + size)
    return starts


def long_transaction(path, rows):
    """One transaction of single-column rows, in events of about 8 KiB as servers write them."""
    fmt = Format("off")
    per_event = 1600
    table = orders()
    with open(path, "wb") as handle:
        handle.write(b"\xfebin")
        add(handle, fmt, fmt.event())
        add(handle, fmt, control.begin())
        done = 0
        while done < rows:
            count = min(per_event, rows - done)
            one = write(table, [order(1, "a")]).encode(fmt, 0)[19:]
            head, image = one[:-7], one[-7:]
            add(handle, fmt, table.event())
            add(handle, fmt, Event(WRITE, head + image * count))
            done += count
        add(handle, fmt, control.xid(1))


class LargeLogs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def bounded(self, run, limit):
        if not EMULATED:
            run = run.seen()
            self.assertGreater(run.samples, 0)
            self.assertLess(run.anonymous, limit)

    def starts(self, run):
        self.assertEqual((run.status, run.errors), (0, ""))
        lines = [json.loads(line) for line in run.tail if line.startswith("{")]
        self.assertEqual(lines[-1]["committed"], len(lines) - 1)
        return [line["start"] for line in lines if line["type"] == "transaction"]

    def test_five_gibibytes(self):
        path = self.path("sparse.000001")
        # A stream's event is kept whole until it ends, in 2 GiB of addresses on MIPS.
        narrow = addresses_are_narrow()
        starts = sparse_log(path, 40, GIB // 8) if narrow else sparse_log(path)
        self.assertGreater(os.path.getsize(path), 5 * GIB)
        self.assertGreater(starts[-1], 0xFFFFFFFF)
        limit = GIB // 2 >> 10 if narrow else ANONYMOUS_LIMIT_KIB
        run = Run("transactions", "--format", "json", path)
        self.assertEqual(self.starts(run), starts)
        self.bounded(run, limit)
        rows = Run("rows", path)
        self.assertEqual(rows.status, 0)
        self.assertEqual(json.loads(rows.tail[-1])["position"] > 0xFFFFFFFF, True)
        self.bounded(rows, limit)

    @unittest.skipIf(EMULATED, "the limit would be the emulator's")
    def test_more_bytes_than_addresses(self):
        path = self.path("sparse.000001")
        starts = sparse_log(path, holes=3)
        run = Run("transactions", "--format", "json", path, addresses=2 * GIB)
        self.assertEqual(self.starts(run), starts)
        # What must be read twice cannot be a stream.
        run = Run("rows", "--format", "sql", "--flashback", "--schema", os.devnull, path, addresses=2 * GIB)
        self.assertEqual(run.status, 1)
        self.assertIn("is too large for this machine's addresses", run.errors)
        run = Run("locate", "--gtid", "0-1-1", path, addresses=2 * GIB)
        self.assertEqual(run.status, 1)
        self.assertIn("is too large for this machine's addresses", run.errors)

    @unittest.skipIf(EMULATED, "the limit would be the emulator's")
    def test_less_room_than_a_stream_or_flashback_would_take(self):
        log = os.path.join(ROOT, "fixtures", "mysql", "01_oltp", "binlog.000001")
        for command in (("rows",), ("rows", "--format", "sql", "--flashback")):
            runs = []
            for addresses in (None, GIB // 2):
                with subprocess.Popen(["cat", log], stdout=subprocess.PIPE) as cat:
                    runs.append(Run(*command, "-", addresses=addresses, stdin=cat.stdout))
            self.assertEqual([(run.status, run.errors) for run in runs], [(0, "")] * 2)
            self.assertGreater(runs[0].size, 50000)
            self.assertEqual((runs[0].size, runs[0].tail), (runs[1].size, runs[1].tail))

    def test_two_million_rows(self):
        small, large = self.path("small"), self.path("large")
        long_transaction(small, 200_000)
        long_transaction(large, 2_000_000)
        for command in ("transactions", "rows", "check"):
            with self.subTest(command=command):
                # A short run may be over before much of it has been seen, on a busy machine all twelve: they have the output's
                # buffer of a megabyte and a quarter at least. One byte a row would be two megabytes.
                few, many = [Run(command, small) for _ in range(1 if EMULATED else 12)], Run(command, large)
                self.assertEqual([run.status for run in few + [many]], [0] * (len(few) + 1), many.errors)
                self.bounded(many, ANONYMOUS_LIMIT_KIB)
                self.bounded(many, max([run.anonymous for run in few] + [BUFFER_KIB]) + (1 << 10))
        last = json.loads(Run("transactions", "--format", "json", large).tail[-1])
        self.assertEqual((last["committed"], last["changes"], last["oversized"]), (1, 2_000_000, 0))
        self.assertEqual(json.loads(Run("rows", large).tail[-1])["after"], json.loads(Run("rows", small).tail[-1])["after"])


if __name__ == "__main__":
    unittest.main()
