"""Series of logs as a server writes them one after the other, cut out of one committed log, and how they are written: in
pieces, by a process of its own. Layouts: MySQL's protocol documentation, "Binary Log Event Structures"."""
import json
import os
import random
import struct
import subprocess
import time
import zlib

ROOT = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get("NANOBINLOG") or os.path.join(ROOT, "build", "nanobinlog")
MAGIC = b"\xfebin"
QUERY, STOP, ROTATE, FORMAT, GTID, PREVIOUS_GTIDS = 2, 3, 4, 15, 33, 35
IN_USE = 1


def fixture(*parts):
    return os.path.join(ROOT, "fixtures", *parts)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def append(path, data):
    with open(path, "ab") as file:
        file.write(data)


def run(*arguments, **options):
    return subprocess.run([TOOL, *arguments], capture_output=True, timeout=120, check=False, **options)


def rows_of(output):
    return [json.loads(line) for line in output.decode("utf-8").splitlines()]


def change(row):
    """A row without what depends on how the log is divided into files."""
    return row["op"], row["database"], row["table"], row["gtid"], row["xid"], row["row"], row["before"], row["after"]


def events(data):
    at = 4
    while at < len(data):
        size, = struct.unpack_from("<I", data, at + 9)
        yield data[at + 4], data[at:at + size]
        at += size


def event(kind, body, timestamp=1764491292, server_id=11):
    head = struct.pack("<IBIIIH", timestamp, kind, server_id, 19 + len(body) + 4, 0, 0)
    return head + body + struct.pack("<I", zlib.crc32(head + body))


def rotate(name):
    return event(ROTATE, struct.pack("<Q", 4) + name.encode())


def previous_gtids(uuid, last):
    if last == 0:
        return event(PREVIOUS_GTIDS, struct.pack("<Q", 0))
    return event(PREVIOUS_GTIDS, struct.pack("<Q16sQqq", 1, uuid, 1, 1, last + 1))


class Source:
    """The groups of a committed log that GTIDs begin, numbered from 1 without a gap."""

    def __init__(self, *parts):
        self.groups, self.uuid = [], None
        for kind, data in events(read(fixture(*parts))):
            if kind == FORMAT:
                self.format = data
            elif kind == GTID:
                self.uuid = data[20:36]
                assert struct.unpack_from("<q", data, 36)[0] == len(self.groups) + 1
                self.groups.append(data)
            elif kind not in (PREVIOUS_GTIDS, ROTATE, STOP):
                self.groups[-1] += data

    def head(self, before, in_use=False):
        """Magic, format and the GTIDs of the logs before, which hold `before` groups."""
        flags = struct.pack("<H", IN_USE if in_use else 0)  # not covered by the checksum
        return MAGIC + self.format[:17] + flags + self.format[19:] + previous_gtids(self.uuid, before)

    def log(self, first, last, end=b"", in_use=False):
        """Groups first to last, counted from 1, both included."""
        return self.head(first - 1, in_use) + b"".join(self.groups[first - 1:last]) + end

    def series(self, rng, logs, name="binlog.{:06d}", number=1):
        """[(name, bytes)]: all groups in `logs` files. Most end in a ROTATE; some as after a crash, with a group cut off."""
        cuts = [0, *sorted(rng.sample(range(1, len(self.groups)), logs - 1)), len(self.groups)]
        made = []
        for i, (first, last) in enumerate(zip(cuts, cuts[1:])):
            if i + 1 == logs:
                end, in_use = b"", True
            elif rng.random() < 0.3:
                lost = self.groups[last]
                end, in_use = lost[:rng.randrange(1, len(lost))], True
            else:
                end, in_use = rotate(name.format(number + i + 1)), False
            made.append((name.format(number + i), self.log(first + 1, last, end, in_use)))
        return made


def grow(folder, series, seed, seconds):
    """Writes the series in random pieces, in about so many seconds."""
    rng = random.Random(seed)
    total = sum(len(data) for _, data in series)
    for name, data in series:
        with open(os.path.join(folder, name), "wb", buffering=0) as file:
            at = 0
            while at < len(data):
                piece = rng.choice((1, 7, 40, 300, 2000, 9000))
                file.write(data[at:at + piece])
                at += piece
                time.sleep(seconds * min(piece, len(data)) / total * rng.uniform(0.2, 1.8))


def final_tables(output):
    """The rows that are left once all changes have been made, by table."""
    tables = {}
    for row in rows_of(output):
        table = tables.setdefault(row["table"], {})
        before, after = row["before"], row["after"]
        if before is not None:
            held = table.pop(before["id"], None)
            assert held == before, (held, row)
        if after is not None:
            assert after["id"] not in table, row
            table[after["id"]] = after
    return {name: sorted([str(value) for value in row.values()] for row in table.values()) for name, table in tables.items()}


def server_tables(*parts):
    tables, rows = {}, None
    for line in read(fixture(*parts, "tables.jsonl")).decode("utf-8").splitlines():
        value = json.loads(line)
        if isinstance(value, dict):
            rows = tables[value["table"]] = []
        else:
            rows.append(value)
    return {name: sorted(rows) for name, rows in tables.items()}


class Following:
    """A run of the tool that is watched from outside."""

    def __init__(self, *arguments, stdout=None):
        self.process = subprocess.Popen([TOOL, "rows", *arguments], stdout=stdout or subprocess.DEVNULL, stderr=subprocess.PIPE)

    def stop(self, signal):
        """Exit status and messages."""
        self.process.send_signal(signal)
        return self.end()

    def end(self):
        messages = self.process.communicate(timeout=20)[1].decode()
        return self.process.returncode, messages

    def cpu_ticks(self):
        fields = read(f"/proc/{self.process.pid}/stat").rsplit(b")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


def wait_until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
