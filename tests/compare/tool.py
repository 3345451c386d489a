"""The command-line tool under test: runs it and reads its lines, each cell as the text that was printed.

A cell must stay text: a number's digits and a JSON document's spaces are part of what is compared.
"""
import json
import os
import subprocess

TOOL = os.environ.get("NANOBINLOG") or os.path.join(os.environ.get("NBL_BUILD_DIR", "build"), "nanobinlog")
SOURCE = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

_scan = json.JSONDecoder().scan_once


class Row:
    """One line of `rows`: images are {column name: cell text} in column order, or None."""
    __slots__ = ("op", "database", "table", "position", "number", "before", "after", "line")


def image(line, at):
    """({name: cell text}, the place behind it) of the object or null at `at`."""
    if line.startswith("null", at):
        return None, at + 4
    cells = {}
    if line[at + 1] == "}":
        return cells, at + 2
    while True:
        name, at = _scan(line, at + 1)
        if line[at] != ":":
            raise ValueError(f"no colon at {at} of {line}")
        _, end = _scan(line, at + 1)
        if name in cells:
            raise ValueError(f"{name} stands twice in {line}")
        cells[name] = line[at + 1:end]
        at = end
        if line[at] == "}":
            return cells, at + 1


def row(line):
    split = line.index(',"before":')
    head = json.loads(line[:split] + "}")
    made = Row()
    made.op, made.database, made.table = head["op"], head["database"], head["table"]
    made.position, made.number, made.line = head["position"], head["row"], line
    made.before, at = image(line, split + 10)
    if not line.startswith(',"after":', at):
        raise ValueError(f"no after image in {line}")
    made.after, at = image(line, at + 9)
    if line[at:] != "}":
        raise ValueError(f"more behind the images of {line}")
    return made


def run(*arguments, data=None):
    """(exit status, standard output, messages)."""
    done = subprocess.run([TOOL, *map(str, arguments)], input=data, capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def rows(*arguments):
    """(exit status, rows, messages) of `rows --format native`."""
    status, out, messages = run("rows", "--format", "native", *arguments)
    return status, [row(line) for line in out.decode("utf-8").split("\n")[:-1]], messages


def transactions(*arguments):
    """(exit status, lines as objects, messages) of `transactions --format json`."""
    status, out, messages = run("transactions", "--format", "json", *arguments)
    return status, [json.loads(line) for line in out.decode("utf-8").split("\n")[:-1]], messages
