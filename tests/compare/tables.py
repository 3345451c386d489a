"""tables.jsonl, and a cell of `rows` in the form that tables.jsonl has: see fixtures/README.md.

What a log's text form does not tell apart is not told apart here either: JSON's own null and NULL, and the sign of a zero
where the server's text has none.
"""
import base64
import ipaddress
import json
import re
import struct
import uuid

import cells
import logs

GEOMETRIES = ("geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon", "geomcollection",
              "geometrycollection")
TEXTS = ("char", "varchar", "tinytext", "text", "mediumtext", "longtext")
BYTES = ("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob")


class Table:
    def __init__(self, head):
        self.database, self.table, self.columns = head["database"], head["table"], head["columns"]
        self.names = [column["name"] for column in self.columns]
        self.labels = [labels_of(column) for column in self.columns]
        self.rows = []


def labels_of(column):
    if column["data_type"] not in ("enum", "set"):
        return None
    return [plain(label) for label in re.findall(r"'((?:[^']|'')*)'", column["type"])]


def plain(label):
    """A label out of COLUMN_TYPE: quotes are doubled, backslashes and line ends escaped."""
    return re.sub(r"''|\\(.)", lambda m: {"n": "\n", "r": "\r", "0": "\0"}.get(m[1], m[1] or "'"), label)


def load(scenario):
    """{(database, table): Table} as the server held them at the end."""
    found, table = {}, None
    for line in logs.read(scenario.path("tables.jsonl")).decode("utf-8").split("\n")[:-1]:
        value = json.loads(line)
        if isinstance(value, dict):
            table = found[value["database"], value["table"]] = Table(value)
        else:
            table.rows.append(value)
    return found


def raw_bytes(ours):
    return base64.b64decode(json.loads(ours)["base64"], validate=True)


def real(text, single):
    value = float(text)
    if single:
        value = struct.unpack("<f", struct.pack("<f", value))[0]
    return value


def enumeration(ours, labels):
    if ours.isdigit():  # the log has no labels: what the number stands for is not its business
        return f"{ours}:" + (labels[int(ours) - 1] if ours != "0" else "")
    label = json.loads(ours)
    if isinstance(label, dict):
        label = base64.b64decode(label["base64"]).decode("utf-8")
    return f"{labels.index(label) + 1}:{label}" if label else "0:"


def members(ours, labels):
    if ours.isdigit():
        mask = int(ours)
        return f"{mask}:" + ",".join(label for bit, label in enumerate(labels) if mask >> bit & 1)
    listed = json.loads(ours)
    return f"{sum(1 << labels.index(label) for label in listed)}:" + ",".join(listed)


def address(ours, kind):
    raw = raw_bytes(ours)
    if kind == "uuid":
        return str(uuid.UUID(bytes=raw))
    return str(ipaddress.ip_address(raw))


def content(ours, column, labels, told=True):
    """A cell in the server's form; numbers of FLOAT and DOUBLE as the value they stand for. A log that does not tell
    (`told`) which character set a column has gives bytes."""
    kind = column["data_type"]
    if ours == "null":
        return None
    if kind in ("float", "double"):
        return real(ours, kind == "float")
    if kind == "enum":
        return enumeration(ours, labels)
    if kind == "set":
        return members(ours, labels)
    if kind in BYTES:
        return "hex:" + raw_bytes(ours).hex()
    if kind in GEOMETRIES:
        value = json.loads(ours)
        return "hex:" + struct.pack("<I", value["srid"]).hex() + value["wkb"]
    if kind == "vector":
        return "hex:" + b"".join(struct.pack("<f", number) for number in json.loads(ours)).hex()
    if kind == "json":
        return "json:" + ours
    if kind in ("inet4", "inet6", "uuid"):
        return address(ours, kind)
    if kind == "timestamp":
        return json.loads(ours).replace("T", " ").replace("Z", "")
    if kind in TEXTS or ours.startswith('"'):
        value = json.loads(ours)
        if isinstance(value, str):
            return value
        raw = raw_bytes(ours)
        charset = column["charset"]
        return "hex:" + raw.hex() if told or charset not in cells.CODECS else raw.decode(cells.CODECS[charset])
    return ours


def server_content(cell, column, labels):
    """A cell of tables.jsonl, for comparison with `content`."""
    kind = column["data_type"]
    if cell is None or cell == "json:null":
        return None
    if kind in ("float", "double"):
        return float(cell)
    if kind == "set" and not cell.partition(":")[0].isdigit():  # masks over 63 bits were printed as a double
        listed = cell.partition(":")[2].split(",")
        return f"{sum(1 << labels.index(label) for label in listed)}:" + ",".join(listed)
    if kind == "enum" and cell.endswith(":"):  # a member that is empty reads like the invalid index 0
        return "0:"
    if kind == "year":
        return str(int(cell))
    if kind in ("inet4", "inet6"):
        return str(ipaddress.ip_address(cell))
    return cell
