"""What an official tool's -vv reading says about a log's transactions: where each lies, how it ended, how many rows of
which table it changed. Reads the text alone; shares nothing with the tool under test."""
import gzip
import re
import unicodedata

AT = re.compile(r"^# at (\d+)$")
EVENT = re.compile(r"^#\d{6} +\d+:\d\d:\d\d server id +\d+ +end_log_pos (\d+) ?(?:CRC32 0x[0-9a-f]+ ?)?(?:\t(.*))?$")
ROW = re.compile(r"^### (INSERT INTO|UPDATE|DELETE FROM) `(.*)`\.`(.*?)`(?: VALUES \(\))?(?: /\*.*\*/)?$")
# The tool gives up on the rest of an event with a geometry in it.
GIVES_UP = "Don't know how to handle column type"
SAVEPOINT = re.compile(r"^savepoint\s+(.*)$", re.I | re.S)
ROLLBACK_TO = re.compile(r"^rollback\s+(?:work\s+)?to\s+(?:savepoint\s+)?(.*)$", re.I | re.S)


def read_text(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        return file.read().decode("utf-8", "surrogateescape")


class Group:
    def __init__(self, start):
        self.start = start
        self.end = None
        self.begin = None
        self.outcome = None
        self.rows = []
        self.lossy = False  # the reading does not show all rows
        self.savepoints = []

    def counts(self):
        counts = {}
        for operation, table in self.rows:
            counts.setdefault(table, [0, 0, 0])[operation] += 1
        return counts


def events_of(text):
    """(offset, end as the log has it, description, the lines behind it) of each event, in order."""
    events = []
    at = None
    for line in text.split("\n"):
        match = AT.match(line)
        if match:
            at = int(match.group(1))
            continue
        match = EVENT.match(line)
        if match:
            events.append((at, int(match.group(1)), match.group(2) or "", []))
        elif events:
            events[-1][3].append(line)
    return events


def statement_of(lines):
    """The SQL of a Query: what remains without the settings in front of it."""
    kept = []
    for line in lines:
        if line.startswith(("### ", "# ", "#Q>", "/*!", "SET ", "use `", "DELIMITER", "/*M!")):
            continue
        kept.append(line)
    return "\n".join(kept).split("/*!*/;")[0].strip()


def plain_name(text):
    text = text.strip()
    if text[:1] == "`" and text[-1:] == "`":
        text = text[1:-1].replace("``", "`")
    # The server compares these names by a collation that knows neither case nor accents.
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return plain.casefold().replace("ss", "s")


class Reading:
    def __init__(self):
        self.groups = []
        self.open = None
        self.prefix = None
        self.payload = None  # offset of the compressed event that the next events come out of

    def end(self, outcome):
        self.open.outcome = outcome
        self.groups.append(self.open)
        self.open = None
        self.prefix = None

    def begin(self, at):
        if self.payload is not None:
            at = self.payload
        self.open = Group(self.prefix if self.prefix is not None else at)
        self.open.begin = at

    def query(self, at, sql):
        word = sql.lower().rstrip(";").strip()
        if self.open is None:
            if word == "begin" or word.startswith("xa start"):
                self.begin(at)
            else:
                self.prefix = None
            return
        if word == "commit":
            self.end("committed")
        elif word == "rollback":
            self.end("rolled_back")
        elif ROLLBACK_TO.match(sql):
            name = plain_name(ROLLBACK_TO.match(sql).group(1))
            names = [savepoint for savepoint, _ in self.open.savepoints]
            if name in names:
                del self.open.savepoints[len(names) - names[::-1].index(name):]
                del self.open.rows[self.open.savepoints[-1][1]:]
        elif SAVEPOINT.match(sql):
            self.open.savepoints.append((plain_name(SAVEPOINT.match(sql).group(1)), len(self.open.rows)))

    def rows(self, what, lines):
        # The rows of a statement are told behind its last event.
        if re.match(r"(Write|Update|Delete)_rows.*STMT_END_F", what) and self.open is not None:
            self.open.lossy = self.open.lossy or not any(ROW.match(line) for line in lines)
        for line in lines:
            match = ROW.match(line)
            if GIVES_UP in line and self.open is not None:
                self.open.lossy = True
            if match and self.open is not None:
                operation = ("INSERT INTO", "UPDATE", "DELETE FROM").index(match.group(1))
                name = (match.group(2).replace("``", "`"), match.group(3).replace("``", "`"))
                self.open.rows.append((operation, name))


def groups_of(path, log_size):
    """All transactions with rows or boundaries of their own, in log order; a pending one at the end is left out."""
    reading = Reading()
    events = events_of(read_text(path))
    for index, (at, log_end, what, lines) in enumerate(events):
        ended = len(reading.groups)
        if what.startswith(("GTID", "Anonymous_GTID", "Anonymous_Gtid")):
            reading.open = None
            reading.prefix = at
            if any(line == "START TRANSACTION" or line.startswith("XA START") for line in lines):
                reading.begin(at)
        elif what.startswith("Transaction_Payload"):
            reading.payload = at
        elif what.startswith("Query"):
            reading.query(at, statement_of(lines))
        elif what.startswith("Xid") and reading.open is not None:
            reading.rows(what, lines)
            reading.end("committed")
        elif what.startswith(("XA PREPARE", "XID =")) and reading.open is not None:
            one_phase = any("ONE PHASE" in line for line in lines[:2])
            reading.end("committed" if one_phase else "xa_prepared")
        reading.rows(what, lines)
        if len(reading.groups) != ended:
            # What comes out of a compressed event stands, for the tool, where that ends; the next event is behind it.
            inside = reading.payload is not None
            later = [other[0] for other in events[index + 1:] if inside or other[0] > at]
            reading.groups[-1].end = later[0] if later else log_end if log_end > at else log_size
            reading.payload = None
    # A reading that was made in two runs tells the same group twice.
    return list({group.start: group for group in reading.groups}.values())
