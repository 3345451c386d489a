"""The logs there are to compare: the committed captures and, where the folder is there, the shared public ones."""
import gzip
import json
import os

from tool import SOURCE

FIXTURES = os.path.join(SOURCE, "fixtures")
CORPUS = os.environ.get("NBL_CORPUS") or os.path.join(SOURCE, "..", "shared", "corpus")

# Text in other character sets than UTF-8 and latin1. A C library without iconv()'s converters, as Debian's for cross-compiling are,
# gives it as bytes.
NEEDS_CONVERTERS = ("mysql/08_charsets", "mysql/37_keyless", "mariadb/03_strings")
LEFT_OUT = NEEDS_CONVERTERS if os.environ.get("NBL_WITHOUT_CONVERTERS") else ()


def read(path):
    """A file's bytes, also where it is kept compressed."""
    if os.path.exists(path):
        if path.endswith(".gz"):
            with gzip.open(path) as source:
                return source.read()
        with open(path, "rb") as source:
            return source.read()
    with gzip.open(path + ".gz") as source:
        return source.read()


class Scenario:
    """A folder of one capture."""

    def __init__(self, folder):
        self.folder = folder
        self.server = os.path.basename(os.path.dirname(folder))
        self.name = self.server + "/" + os.path.basename(folder)
        self.facts = json.loads(read(self.path("scenario.json")))
        self.replayable = self.facts["replayable"]
        # The server's own logs in order; relay logs and a replica's logs of the same changes are apart.
        self.logs = sorted(name for name in os.listdir(folder) if name.startswith("binlog.") and name[-6:].isdigit())
        self.all_logs = sorted(name for name in os.listdir(folder) if name[-6:].isdigit())
        self.schema = self.path("columns.tsv")

    def path(self, name):
        return os.path.join(self.folder, name)

    def paths(self):
        return [self.path(name) for name in self.logs]

    def text_name(self, log):
        return log + (".mysqlbinlog.txt" if self.server == "mysql" else ".mariadb-binlog.txt")


def scenarios():
    for server in ("mysql", "mariadb"):
        base = os.path.join(FIXTURES, server)
        for name in sorted(os.listdir(base)):
            if name[0].isdigit() and os.path.exists(os.path.join(base, name, "scenario.json")):
                yield Scenario(os.path.join(base, name))


def readings():
    """(name, log, official text, scenario or None) of every log that has a reading."""
    for scenario in scenarios():
        if scenario.name in LEFT_OUT:
            continue
        for log in scenario.all_logs:
            yield scenario.name + "/" + log, scenario.path(log), read(scenario.path(scenario.text_name(log))), scenario
    if not os.path.isdir(CORPUS):
        return
    for name in sorted(os.listdir(CORPUS)):
        if name.endswith((".txt", ".txt.gz", ".md")):
            continue
        yield "corpus/" + name, os.path.join(CORPUS, name), read(os.path.join(CORPUS, name + ".expected.txt")), None
