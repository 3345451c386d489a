"""Reads what `mysqlbinlog -vv` and `mariadb-binlog -vv` print: events, the groups they make, and each row's cells.

The text is handled as bytes, since strings stand in it as they are in the log. Both tools print the rows of a statement
behind all of its ROWS events, so a row is known to belong to one of several positions.
"""
import re
import unicodedata

HEADER = re.compile(rb"#(\d{6}) +(\d+):(\d\d):(\d\d) server id (\d+)  end_log_pos (\d+) (?:CRC32 0x[0-9a-f]+ )?\t(.*)", re.S)
CELL = re.compile(rb"###   @(\d+)=(.*) /\* (.*) meta=(\d+) nullable=[01] is_null=([01]) \*/", re.S)
OPERATION = re.compile(rb"### (INSERT INTO|UPDATE|DELETE FROM) `((?:[^`]|``)*)`\.`((?:[^`]|``)*)`( VALUES \(\))?$")
UNREADABLE = re.compile(rb"###   @(\d+)=!! Don't know how to handle column type=255 ")
ROWS = re.compile(rb"(Write|Update|Delete)(_compressed)?_rows(_v1|_partial)?(_compressed)?(_v1)?: ")
OPERATIONS = {b"INSERT INTO": "insert", b"UPDATE": "update", b"DELETE FROM": "delete"}


class Cell:
    __slots__ = ("number", "text", "type", "meta")

    def __init__(self, number, text, type_name, meta):
        self.number, self.text, self.type, self.meta = number, text, type_name, meta


class Row:
    """`cut` rows end where the tool could not go on; nothing of the event behind it was printed."""

    def __init__(self, op, database, table):
        self.op, self.database, self.table = op, database, table
        self.before = [] if op != "insert" else None
        self.after = [] if op != "delete" else None
        self.cut = False
        self.positions = ()


class Event:
    def __init__(self, at, kind):
        self.at, self.kind, self.sql = at, kind, []


class Group:
    """A transaction as the text shows it; `rows` without those behind a savepoint that was rolled back to."""

    def __init__(self):
        self.outcome = "incomplete"
        self.rows = []
        self.savepoints = []


def name_of(quoted):
    return quoted.replace(b"``", b"`").decode("utf-8")


def same_name(sql_name):
    """Savepoint names match without case and accents."""
    text = unicodedata.normalize("NFKD", sql_name.strip().strip("`").replace("``", "`"))
    return "".join(c for c in text.casefold() if not unicodedata.combining(c)).replace("ss", "s")


class Reader:
    def __init__(self, text, size):
        self.size = size
        self.events = []
        self.waiting = []  # "# at" lines whose event's head has not come yet
        self.statement = []  # positions of the ROWS events that the next rows may come from
        self.row = None
        self.side = None
        self.rows_of = {}  # event index -> rows printed behind it
        self.payload = None  # position of the compressed transaction that we are inside of
        lines = text.split(b"\n")
        starts = sorted({int(line[5:]) for line in lines if line.startswith(b"# at ")} | {size})
        self.before = dict(zip(starts[1:], starts))  # end of an event -> its start
        at = 0
        while at < len(lines):
            at += self.line(lines, at)

    def line(self, lines, at):
        """Takes one line, or more where a cell goes on; gives how many."""
        line = lines[at]
        if line.startswith(b"# at "):
            self.waiting.append(int(line[5:]))
            return 1
        if line.startswith(b"###"):
            return self.row_line(lines, at)
        if line == b"# Start of compressed events.":
            self.payload = self.events[-1].at
        elif line == b"# End of compressed events.":
            self.payload = None
        match = HEADER.match(line) if line.startswith(b"#") else None
        if match is None:
            if self.events:
                self.events[-1].sql.append(line)
            return 1
        kind = match[7]
        event = Event(self.place(int(match[6])), kind)
        if ROWS.match(kind):
            if self.row is not None:  # the rows before belong to another statement
                self.statement = []
            self.statement.append(event.at)
        else:
            self.statement = []
        self.row = None
        self.events.append(event)
        return 1

    def place(self, end):
        """Where the event of this end starts. Some events print no head, so the oldest "# at" is not always it; a relay
        log's ends are the source's, and then it is."""
        start = self.before.get(end)
        index = self.waiting.index(start) if start in self.waiting else 0
        start = self.waiting[index]
        del self.waiting[:index + 1]
        return start if self.payload is None else self.payload

    def row_line(self, lines, at):
        line = lines[at]
        match = OPERATION.match(line)
        if match and self.statement:
            self.row = Row(OPERATIONS[match[1]], name_of(match[2]), name_of(match[3]))
            self.row.positions = tuple(self.statement)
            self.side = None
            self.rows_of.setdefault(len(self.events) - 1, []).append(self.row)
            return 1
        if self.row is None or line.startswith(b"### Extra row info"):
            return 1
        if line in (b"### SET", b"### WHERE"):
            self.side = self.row.after if line == b"### SET" else self.row.before
            return 1
        if UNREADABLE.match(line):
            self.row.cut = True
            return 1
        count = 1
        while not (match := CELL.fullmatch(line)):  # functions of a partial JSON update stand on several lines
            line += b"\n" + lines[at + count].removeprefix(b"###")
            count += 1
            if count > 200:
                raise ValueError(f"not a cell: {lines[at]!r}")
        self.side.append(Cell(int(match[1]), match[2], match[3].decode(), int(match[4])))
        return count

    def groups(self):
        """All groups in order; rows outside of any stand in none."""
        found, group = [], None
        for index, event in enumerate(self.events):
            sql = self.sql(event)
            if event.kind.startswith((b"GTID", b"Anonymous_GTID")):  # MariaDB's is the begin as well
                group = Group() if any(line.startswith((b"START TRANSACTION", b"XA START ")) for line in event.sql) else None
            elif group is None and event.kind.startswith(b"Query") and self.begins(sql):
                group = Group()
            elif group is not None:
                self.inside(group, event, sql)
            if group is None:
                continue
            if not found or found[-1] is not group:
                found.append(group)
            for row in self.rows_of.get(index, ()):
                group.rows.append(row)
            if group.outcome != "incomplete":
                group = None
        return found

    @staticmethod
    def sql(event):
        if not event.kind.startswith(b"Query"):
            return ""
        body = []
        for line in event.sql:
            if line == b"/*!*/;":
                break
            if not line.startswith((b"SET TIMESTAMP", b"SET @@", b"/*!", b"use `", b"#")):
                body.append(line)
        return b"\n".join(body).decode("utf-8", "replace").removesuffix("/*!*/;").strip()

    @staticmethod
    def begins(sql):
        return sql == "BEGIN" or sql.upper().startswith("XA START ") or sql.endswith("START TRANSACTION")

    @staticmethod
    def inside(group, event, sql):
        upper = sql.upper()
        if event.kind.startswith(b"Xid =") or upper == "COMMIT":
            group.outcome = "committed"
        elif upper == "ROLLBACK":
            group.outcome = "rolled_back"
        elif event.kind.startswith((b"XA PREPARE", b"XID =")):
            one_phase = any(b"ONE PHASE" in line for line in event.sql)
            group.outcome = "committed" if one_phase else "xa_prepared"
        elif upper.startswith("SAVEPOINT "):
            name = same_name(sql[10:])
            group.savepoints = [s for s in group.savepoints if s[0] != name] + [(name, len(group.rows))]
        elif upper.startswith("ROLLBACK TO "):
            name = same_name(re.sub(r"(?i)^rollback to (savepoint )?", "", sql))
            index = [s[0] for s in group.savepoints].index(name)
            del group.rows[group.savepoints[index][1]:]
            del group.savepoints[index + 1:]


def read(text, size):
    return Reader(text, size)
