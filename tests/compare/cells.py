"""Whether one cell of `rows` is what the official tool printed, for each column type.

Where the tool's text is lossy (see fixtures/README.md) what is left of it is compared, and the rest is the business of
the replay against the server's own SELECT. Nothing is taken for equal unseen: `compare` gives a reason or None.
"""
import base64
import datetime
import json
import math
import re
import struct
import zlib

INTEGERS = ("TINYINT", "SHORTINT", "MEDIUMINT", "INT", "LONGINT")
BLOBS = ("TINYBLOB/TINYTEXT", "BLOB/TEXT", "MEDIUMBLOB/MEDIUMTEXT", "LONGBLOB/LONGTEXT")
# The server's character sets that Python has, by the names it has for them.
CODECS = {
    "ascii": "ascii", "big5": "big5", "cp1250": "cp1250", "cp1251": "cp1251", "cp1256": "cp1256", "cp1257": "cp1257",
    "cp850": "cp850", "cp852": "cp852", "cp866": "cp866", "cp932": "cp932", "eucjpms": "euc_jis_2004", "euckr": "cp949",
    "gb18030": "gb18030", "gb2312": "gb2312", "gbk": "gbk", "greek": "iso8859_7", "hebrew": "iso8859_8", "koi8r": "koi8_r",
    "koi8u": "koi8_u", "latin1": "cp1252", "latin2": "iso8859_2", "latin5": "iso8859_9", "latin7": "iso8859_13",
    "macce": "mac_latin2", "macroman": "mac_roman", "sjis": "shift_jis", "tis620": "tis_620", "ucs2": "utf_16_be",
    "ujis": "euc_jp", "utf16": "utf_16_be", "utf16le": "utf_16_le", "utf32": "utf_32_be", "utf8mb3": "utf_8", "utf8mb4": "utf_8",
}
HOLES = "\x81\x8d\x8f\x90\x9d"
NO_CODEC = ("armscii8", "dec8", "geostd8", "hp8", "keybcs2", "swe7")


def single(value):
    """The 32-bit float nearest to a double."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def digits_of(text):
    return text.lstrip("-").split("e")[0].split("E")[0].replace(".", "").lstrip("0").rstrip("0")


def shortest_single(value):
    """How many digits the shortest text has that reads back to this 32-bit value."""
    for precision in range(1, 10):
        text = f"{value:.{precision - 1}e}"
        if abs(float(text)) < 3.4028235677973366e38 and single(float(text)) == value:
            return len(digits_of(text))
    raise ValueError(value)


NAMED = {0x08: b"\\b", 0x09: b"\\t", 0x0a: b"\\n", 0x0c: b"\\f", 0x0d: b"\\r", 0x27: b"\\'", 0x5c: b"\\\\"}


def quoted(raw):
    """Bytes as mysqlbinlog, and as mariadb-binlog, write a string."""
    named = re.sub(rb"[\x00-\x1f'\\]", lambda m: NAMED.get(m[0][0]) or b"\\x%02x" % m[0][0], raw)
    plain = re.sub(rb"[\x00-\x1f]", lambda m: b"\\x%02x" % m[0][0], raw)
    return b"'" + named + b"'", b"'" + plain + b"'"


def encoded(text, charset):
    """Bytes of a text in one of the server's character sets, or None. Its latin1 is cp1252 whose holes are controls."""
    try:
        return text.encode(CODECS[charset])
    except UnicodeEncodeError:
        if charset != "latin1" or any(ord(c) > 0x7f and c not in HOLES for c in text):
            return None
        return text.encode("latin_1")


def stored(ours, charset):
    """The candidates for the bytes that a text or bytes cell has in the log; empty where Python has no codec."""
    value = json.loads(ours)
    if isinstance(value, dict):
        return [base64.b64decode(value["base64"], validate=True)]
    if charset is None:  # nothing is known of the column: any will do
        if value.isascii():
            return [value.encode("ascii")]
        return [raw for raw in (encoded(value, name) for name in ("utf8mb4", *CODECS)) if raw is not None]
    raw = encoded(value, charset) if charset in CODECS else None
    return [] if raw is None else [raw]


def unpacked(raw):
    """What a compressed MariaDB column holds."""
    if not raw or raw[0] == 0:
        return raw[1:]
    if raw[0] >> 4 != 8:
        raise ValueError(f"header byte {raw[0]:#x}")
    return zlib.decompress(raw[1 + (raw[0] & 7):], -15 if raw[0] & 8 else 15)


def integer(official, ours, facts):
    both = re.fullmatch(rb"(-?\d+)(?: \((\d+)\))?", official)
    signed, unsigned = both[1].decode(), (both[2] or both[1]).decode()
    if facts.unsigned is None:
        return ours in (signed, unsigned)
    return ours == (unsigned if facts.unsigned else signed)


def real(official, ours, double):
    value, text = float(ours), official.decode().strip()
    if math.copysign(1, value) != math.copysign(1, float(text)):
        return False
    if double:  # 20 digits are printed, 17 tell a double
        return value == float(text) and len(digits_of(ours)) == len(digits_of(repr(value)))
    return single(value) == single(float(single(value))) and f"{single(value):.6g}" == f"{float(text):.6g}" and \
        (value == 0 or len(digits_of(ours)) == shortest_single(single(value)))


def timestamp(official, ours):
    seconds, _, fraction = official.decode().partition(".")
    dot = "." + fraction if fraction else ""
    if int(seconds) == 0 and not fraction.strip("0"):
        return ours == f'"0000-00-00 00:00:00{dot}"'
    at = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=int(seconds))
    return ours == f'"{at:%Y-%m-%dT%H:%M:%S}{dot}Z"'


def enumeration(official, ours, facts):
    index = int(official)
    if ours.isdigit():
        return int(ours) == index
    label = json.loads(ours)
    if isinstance(label, dict):  # in the character set binary
        label = base64.b64decode(label["base64"]).decode("utf-8")
    if index == 0:
        return label == ""
    return facts.label(index, label)


def members(official, ours, facts):
    bits = official[2:-1].decode()  # of the bytes as they are stored, the lowest first
    mask = int("".join(bits[at:at + 8] for at in range(len(bits) - 8, -1, -8)), 2)
    if not ours.startswith("["):
        return int(ours) == mask
    bits = [bit + 1 for bit in range(64) if mask >> bit & 1]
    labels = json.loads(ours)
    return len(bits) == len(labels) and all(facts.label(bit, label) for bit, label in zip(bits, labels))


def string(official, ours, cell, facts):
    candidates = stored(ours, facts.charset)
    if not candidates and facts.charset in NO_CODEC:
        return True  # the server's SELECT is compared elsewhere
    if any(official in quoted(raw) for raw in candidates):
        return True
    length = re.fullmatch(r"STRING\((\d+)\)", cell.type)
    if length and ours.startswith("{") and len(candidates[0]) == int(length[1]):  # BINARY: zeros at its end are not in the log
        return re.sub(rb"(\\x00)+'$", b"'", official) in quoted(candidates[0].rstrip(b"\0"))
    return False


def compressed(official, ours, facts):
    raw = re.sub(rb"\\x([01][0-9a-f])", lambda m: bytes([int(m[1], 16)]), official[1:-1])
    return unpacked(raw) in stored(ours, facts.charset)


def vector(official, ours):
    listed = official.decode()[1:-1].split(",")
    values = json.loads(ours)
    return len(listed) == len(values) and all(f"{single(v):.5e}" == text for v, text in zip(values, listed))


def geometry(official, ours):
    value = json.loads(ours)
    return official in quoted(struct.pack("<I", value["srid"]) + bytes.fromhex(value["wkb"]))


def json_argument(text, at):
    """(value as JSON text, the place behind it) of a value inside a JSON_INSERT(...) that the tool printed."""
    if text.startswith("CAST('", at):
        end = text.index("' AS JSON)", at)
        return text[at + 6:end], end + 10
    if text[at] == "'":
        end = re.compile(r"'(?=[,)])").search(text, at + 1).start()
        return json.dumps(text[at + 1:end], ensure_ascii=False), end + 1
    end = re.compile(r"[,)]").search(text, at).start()
    return text[at:end], end


def diff_operations(text, number):
    """[(operation, path, value text or None)] out of nested JSON_REPLACE(JSON_INSERT(@2, ...), ...)."""
    text = re.sub(r"\n *", " ", text)
    if text == f"@{number}":
        return []
    opened = re.match(r"((?:JSON_(?:REPLACE|INSERT|REMOVE)\( ?)+)@\d+", text)
    names = re.findall(r"JSON_(\w+)\(", opened[1])[::-1]
    found, at = [], opened.end()
    for name in names:
        while text[at] == ",":
            at += 3  # comma, blank, quote
            end = re.compile(r"'(?=[,)])").search(text, at).start()
            path, value, at = text[at:end].replace("\\\\", "\\"), None, end + 1
            if name != "REMOVE":
                value, at = json_argument(text, at + 2)
            found.append((name.lower(), path, value))
        if text[at] != ")":
            raise ValueError(f"not understood at {at}: {text}")
        at += 1
    if at != len(text):
        raise ValueError(f"more behind the functions: {text}")
    return found


def document(official, ours, cell):
    text = official.decode("utf-8")
    if not text.startswith("'"):
        wanted = diff_operations(text, cell.number)
        told = [(d["op"], d["path"], d.get("value")) for d in json.loads(ours)["$diff"]]
        return [(o, p, None if v is None else json.loads(v)) for o, p, v in wanted] == told
    if ours.startswith('"') and official in quoted(json.loads(ours).encode("utf-8")):
        return True  # a string at the top is printed without its quotes
    return official in quoted(ours.encode("utf-8"))


def compare(cell, ours, facts):
    """None where the cell is what the tool printed, else what was printed."""
    official, kind = cell.text, cell.type.split("(")[0]
    if official == b"NULL" or ours == "null":
        equal = ours == "null" and official in (b"NULL", b"'null'")  # JSON's own null is printed alike by us
        return None if equal else official
    if cell.type.endswith(" COMPRESSED"):
        equal = compressed(official, ours, facts)
    elif kind in INTEGERS:
        equal = integer(official, ours, facts)
    elif kind in ("FLOAT", "DOUBLE"):
        equal = real(official, ours, kind == "DOUBLE")
    elif kind == "DECIMAL":
        equal = ours == '"' + official.decode() + '"'
    elif kind == "YEAR":
        equal = int(ours) == int(official) or (ours == "0" and official == b"1900")
    elif kind == "DATE":
        equal = ours == '"' + official.decode()[1:-1].replace(":", "-") + '"'
    elif kind in ("TIME", "DATETIME"):
        equal = ours == '"' + official.decode().strip("'") + '"'
    elif kind == "TIMESTAMP":
        equal = timestamp(official, ours)
    elif kind == "BIT":
        equal = int(ours) == int(official[2:-1], 2)
    elif kind == "ENUM":
        equal = enumeration(official, ours, facts)
    elif kind == "SET":
        equal = members(official, ours, facts)
    elif kind in ("STRING", "VARSTRING") or kind in BLOBS:
        equal = string(official, ours, cell, facts)
    elif kind == "JSON":
        equal = document(official, ours, cell)
    elif kind == "GEOMETRY":
        equal = geometry(official, ours)
    elif kind == "VECTOR":
        equal = vector(official, ours)
    else:
        raise ValueError(f"no comparison for {cell.type}")
    return None if equal else official
