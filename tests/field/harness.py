"""Logs under construction, committed logs rewritten, and what the tool says about either."""
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

ROOT = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get("NANOBINLOG") or os.path.join(ROOT, "build", "nanobinlog")
sys.path.insert(0, os.path.join(ROOT, "fixtures", "synthetic"))

from encode import Format, MAGIC  # noqa: E402


def fixture(*parts):
    return os.path.join(ROOT, "fixtures", *parts)


def read(path):
    with open(path, "rb") as handle:
        return handle.read()


class Log:
    """A file of encoded events; add() gives an event's start and end."""

    def __init__(self, fmt=None, describe=True):
        self.fmt, self.data = fmt or Format(), MAGIC
        if describe:
            self.add(self.fmt.event())

    def add(self, event, fmt=None):
        start = len(self.data)
        self.data += event.encode(fmt or self.fmt, start)
        return start, len(self.data)

    def add_all(self, *events):
        return [self.add(event) for event in events][-1]


def events_of(data):
    """(offset, type, size) of every event of a whole log."""
    at, found = 4, []
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 9)[0]
        found.append((at, data[at + 4], size))
        at += size
    return found


def resum(log, at, size):
    """The checksum of an event that was changed."""
    struct.pack_into("<I", log, at + size - 4, zlib.crc32(bytes(log[at:at + size - 4])))


class Answer:
    def __init__(self, arguments):
        done = subprocess.run([TOOL, *arguments], capture_output=True, timeout=300, check=False)
        self.status, self.errors = done.returncode, done.stderr.decode("utf-8", "replace")
        self.output = done.stdout
        self.lines = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]

    def outcomes(self):
        return [line["outcome"] for line in self.lines if "outcome" in line]

    def told(self, outcome):
        return [line for line in self.lines if line.get("outcome") == outcome]


def rows(*arguments):
    return Answer(["rows", *arguments])


def transactions(*arguments):
    return Answer(["transactions", "--format", "json", *arguments])


def events(*arguments):
    return Answer(["events", "--format", "json", *arguments])


def check(*arguments):
    return Answer(["check", "--format", "json", *arguments])


def changes(path, *tables):
    """(op, table, before, after) of the committed changes, of some tables where they are named."""
    answer = rows(path)
    assert answer.status == 0, answer.errors
    return [(line["op"], line["table"], line["before"], line["after"]) for line in answer.lines
            if not tables or line["table"] in tables]


class FieldTest(unittest.TestCase):
    def write(self, data):
        """A file with the bytes, gone at the test's end."""
        if isinstance(data, Log):
            data = data.data
        with tempfile.NamedTemporaryFile(suffix=".000001", delete=False) as handle:
            handle.write(data)
        self.addCleanup(os.unlink, handle.name)
        return handle.name
