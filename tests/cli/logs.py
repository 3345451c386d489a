"""The logs that tests run on: the committed ones, and the shared corpus where it is there."""
import json
import os
import subprocess

ROOT = os.environ.get("NBL_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.environ.get("NANOBINLOG") or os.path.join(ROOT, "build", "nanobinlog")
READINGS = (".mysqlbinlog.txt", ".mariadb-binlog.txt", ".expected.txt")


def corpus_folder():
    for folder in (os.environ.get("NBL_CORPUS"), os.path.join(ROOT, "..", "shared", "corpus")):
        if folder and os.path.isdir(folder):
            return folder
    return None


def folders():
    found = []
    for kind in ("mysql", "mariadb"):
        base = os.path.join(ROOT, "fixtures", kind)
        found += [os.path.join(base, name) for name in sorted(os.listdir(base)) if os.path.isdir(os.path.join(base, name))]
    corpus = corpus_folder()
    return found + ([corpus] if corpus else [])


def logs_with_readings():
    """(log, official reading) of every log that has one."""
    for folder in folders():
        for name in sorted(os.listdir(folder)):
            for ending in READINGS:
                for packed in ("", ".gz"):
                    reading = os.path.join(folder, name + ending + packed)
                    if os.path.exists(reading):
                        yield os.path.join(folder, name), reading


def fixture(*parts):
    return os.path.join(ROOT, "fixtures", *parts)


def run(*arguments, **options):
    return subprocess.run([TOOL, *arguments], capture_output=True, timeout=300, check=False, **options)


def json_lines(output):
    return [json.loads(line) for line in output.decode("utf-8").splitlines()]


def short(path):
    return os.path.join(os.path.basename(os.path.dirname(path)), os.path.basename(path))
