#!/usr/bin/env python3
"""Makes starting inputs for the fuzz targets out of the fixtures: make_seeds.py DIRECTORY.

Every log, and every synthetic case, is cut into what each target reads. The fuzz targets' decompressors take bytes as
they are, so compressed events are unpacked into such "streams" first.
"""
import ctypes
import ctypes.util
import hashlib
import os
import re
import struct
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAGIC = b"\xfebin"
LONGEST = 6000
EVENT_TYPES = [4, 16, 38, 29, 27, 26, 160, 5, 41, 13, 40, 161, 14, 0, 36, 37]  # in the order of run_event_body
GTID_TYPES = [33, 34, 42, 162]
ROWS_V2 = {30: 0, 31: 1, 32: 2}
COMPRESSED_ROWS = range(166, 172)


class Seeds:
    def __init__(self, directory):
        self.directory = directory
        self.count = 0

    def add(self, target, data):
        if len(data) > 2 * LONGEST:
            return
        folder = os.path.join(self.directory, target)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, hashlib.sha1(data).hexdigest())
        if not os.path.exists(path):
            with open(path, "wb") as out:
                out.write(data)
            self.count += 1


def packed(data, at):
    """A length-encoded integer: value and the place behind it."""
    head = data[at]
    if head < 251:
        return head, at + 1
    width = {252: 2, 253: 3, 254: 8}[head]
    return int.from_bytes(data[at + 1:at + 1 + width], "little"), at + 1 + width


def unzstd(data, size):
    name = ctypes.util.find_library("zstd")
    if name is None:
        return None
    library = ctypes.CDLL(name)
    library.ZSTD_decompress.restype = ctypes.c_size_t
    library.ZSTD_decompress.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    out = ctypes.create_string_buffer(size)
    got = library.ZSTD_decompress(out, size, data, len(data))
    return out.raw[:got] if got <= size else None


def with_size(event):
    return event[:9] + struct.pack("<I", len(event)) + event[13:]


def plain_payload(event, tail):
    """The same TRANSACTION_PAYLOAD with its stream unpacked, still marked as compressed."""
    at, fields, sizes = 19, [], {}
    while event[at] != 0:
        kind, at = packed(event, at)
        length, at = packed(event, at)
        sizes[kind] = packed(event, at)[0]
        at += length
    plain = unzstd(event[at + 1:at + 1 + sizes[1]], sizes.get(3, 1 << 20))
    if plain is None or sizes.get(2) != 0:
        return event
    for kind, value in ((1, len(plain)), (2, 0), (3, len(plain))):
        number = bytes([value]) if value < 251 else b"\xfc" + struct.pack("<H", value & 0xffff)
        fields.append(bytes([kind, len(number)]) + number)
    return with_size(event[:19] + b"".join(fields) + b"\0" + plain + event[len(event) - tail:])


def plain_block(block):
    """MariaDB's compressed block with its stream unpacked."""
    if not block or block[0] & 0xf0 != 0x80:
        return block
    width = block[0] & 7
    try:
        return block[:1 + width] + zlib.decompress(block[1 + width:])
    except zlib.error:
        return block


def plain_event(event, tail):
    kind = event[4]
    end = len(event) - tail
    if kind == 40:
        return plain_payload(event, tail)
    if kind == 165:
        at = 19 + 13 + struct.unpack_from("<H", event, 19 + 11)[0] + event[19 + 8] + 1
        return with_size(event[:at] + plain_block(event[at:end]) + event[end:])
    if kind in COMPRESSED_ROWS:
        for at in range(19 + 8, end):
            if event[at] & 0xf8 == 0x80 and plain_block(event[at:end]) != event[at:end]:
                return with_size(event[:at] + plain_block(event[at:end]) + event[end:])
    return event


def split_events(data):
    events, at = [], 4 if data[:4] == MAGIC else 0
    while at + 19 <= len(data):
        size = struct.unpack_from("<I", data, at + 9)[0]
        if size < 19 or at + size > len(data):
            break
        events.append(data[at:at + size])
        at += size
    return events


def checksum_tail(format_event):
    version = format_event[21:71].split(b"\0")[0]
    numbers = [int(n) for n in re.findall(rb"\d+", version)[:3]]
    known = numbers >= ([5, 3, 0] if b"MariaDB" in version else [5, 6, 1])
    return 4 if known and format_event[-5] == 1 else 0


def add_bodies(seeds, events, tail, maria):
    head = 1 if maria else 0
    maps = {}
    for event in events:
        kind, body = event[4], event[19:len(event) - tail]
        if kind in (2, 165):
            seeds.add("query", bytes([head, 0 if kind == 2 else 1]) + body)
        if kind == 16:
            seeds.add("query", bytes([head, 2]) + body)
        if kind in GTID_TYPES:
            seeds.add("gtid", bytes([head, GTID_TYPES.index(kind)]) + body)
        if kind in (35, 163):
            seeds.add("previous_gtids", bytes([head, 0 if kind == 35 else 1]) + body)
        if kind in EVENT_TYPES:
            seeds.add("event_body", bytes([head, EVENT_TYPES.index(kind)]) + body)
        if kind == 165:
            at = 13 + struct.unpack_from("<H", body, 11)[0] + body[8] + 1
            seeds.add("event_body", bytes([head, 13]) + body[at:])
        if kind == 19:
            maps[body[:6]] = body
            if len(body) < LONGEST:
                seeds.add("table_map", bytes([head | 0x80 | 8]) + struct.pack("<H", len(body)) + body)
        row_kind = {20 + 3 + i: i for i in range(3)}
        row_kind.update(ROWS_V2)
        if kind in row_kind and body[:6] in maps:
            table = maps[body[:6]]
            if kind < 30:
                body = body[:8] + b"\2\0" + body[8:]
            if len(table) + len(body) < LONGEST:
                seeds.add("rows", bytes([head | 8]) + struct.pack("<H", len(table)) + table + bytes([row_kind[kind]]) +
                          struct.pack("<H", len(body)) + body)
            try:
                add_values(seeds, head, table, body, row_kind[kind])
            except (IndexError, KeyError, struct.error):
                pass  # a synthetic case whose table is broken on purpose


def add_values(seeds, head, table, body, operation):
    """Tables of two columns are what the value target makes up itself."""
    if operation == 1:
        return
    at = 8
    for _ in range(2):
        at += table[at] + 2
    count, at = packed(table, at)
    types = table[at:at + count]
    length, metadata_at = packed(table, at + count)
    metadata = table[metadata_at:metadata_at + length]
    widths = {4: 1, 5: 1, 15: 2, 16: 2, 17: 1, 18: 1, 19: 1, 242: 1, 245: 1, 246: 2, 247: 2, 248: 2, 249: 1, 250: 1, 251: 1,
              252: 1, 253: 2, 254: 2, 255: 1, 140: 1, 141: 2}
    extra = struct.unpack_from("<H", body, 8)[0]
    images = body[8 + extra:]
    place = 0
    for kind in types:
        width = widths.get(kind, 0)
        own = metadata[place:place + width]
        place += width
        for start in range(0, min(len(images), 200), 17):
            seeds.add("value", bytes([head << 4 | width, kind]) + own + b"\0" + images[start:start + 80])


def hexadecimal(text):
    return bytes.fromhex(text) if text != "-" else b""


def read_cases():
    folder = os.path.join(ROOT, "fixtures", "synthetic")
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".cases"):
            continue
        formats, case = {}, {}
        with open(os.path.join(folder, name), encoding="utf-8") as lines:
            for line in lines:
                word, _, rest = line.rstrip("\n").partition(" ")
                if word == "format":
                    key, _, value = rest.partition(" ")
                    formats[key] = hexadecimal(value)
                elif word == "case":
                    case = {"events": [], "decoder": "", "fde": ""}
                elif word in ("decoder", "fde"):
                    case[word] = rest
                elif word in ("event", "raw"):
                    case["events"].append(hexadecimal(rest))
                elif word == "end":
                    yield case, formats.get(case["fde"], b"")


# Calls of run_calls(): feed, ask, open a view, ask it, open rows, walk images and cells, write them, detach, close.
CALLS = bytes.fromhex("01ff 0500 01ff 0500 0600 0702 0800 0900 0b02 0c00 0b04 0c00 0900 0a04 0d02 0800 08020900 0b02 0c00 01ff 0702"
                      "0600 0800 0900 0b02 0c00 01ff 01ff 0600 0700 0804 0900 0b02 0c00 0200 0f00 0300 0e02".replace(" ", "")) * 3


def add_log(seeds, prefixes, log):
    for flags in (0, 8, 16, 24) if len(log) < 1500 else ():
        seeds.add("c_calls", bytes([3, flags, 0, 0, 0, 0, 0, len(CALLS)]) + log + CALLS)
    for target in ("log_stable", "log_pieces", "log_events", "transaction", "gtid_transaction"):
        for prefix in prefixes:
            seeds.add(target, prefix + log)


def add_logs(seeds, path):
    with open(path, "rb") as log:
        data = log.read()
    if data[:4] != MAGIC:
        return
    events = split_events(data)
    if not events or events[0][4] != 15:
        return
    tail = checksum_tail(events[0])
    maria = b"MariaDB" in events[0][21:71]
    seeds.add("format", b"\0" + b"".join(events[:3]))
    events = [plain_event(event, tail) for event in events]
    add_bodies(seeds, events[1:], tail, maria)
    roomy, narrow = bytes([2, 0, 40, 7, 1, 0, 0, 0]), bytes([0, 4, 9, 3, 2, 0, 0, 0])
    whole = MAGIC + b"".join(events)
    if len(whole) <= LONGEST:
        add_log(seeds, [roomy], whole)
    # And in slices of a few events, so that each is small.
    first = events[0]
    for start in range(1, len(events), 6):
        part = MAGIC + first + b"".join(events[start:start + 9])
        if len(part) <= 2500:
            add_log(seeds, [narrow if start % 4 else roomy], part)


def add_cases(seeds):
    for case, format_event in read_cases():
        tail = checksum_tail(format_event) if len(format_event) > 76 else 0
        maria = b"MariaDB" in format_event
        events = [event for event in case["events"] if len(event) >= 19]
        if format_event:
            seeds.add("format", b"\0" + format_event)
            log = MAGIC + format_event + b"".join(case["events"])
            if len(log) <= LONGEST:
                add_log(seeds, [bytes([2, 0, 30, 5, 1, 0, 0, 0])], log)
        add_bodies(seeds, [event for event in events if len(event) >= 19 + 13 + tail], tail, maria)
        if "json" in case["decoder"]:
            for raw in case["events"]:
                seeds.add("json", raw)
                seeds.add("json_diff", raw)


def add_json(seeds):
    """Documents and lists of operations in their binary form, small ones of every kind."""
    small_object = bytes.fromhex("00 0100 0c00 0b00 0100 05 0700 61".replace(" ", ""))
    documents = [b"", b"\x04\x00", b"\x04\x01", b"\x04\x02", b"\x05\xff\x7f", b"\x06\xff\xff", b"\x07" + bytes(4), b"\x08" + bytes(4),
                 b"\x09" + bytes(8), b"\x0a" + bytes(8), b"\x0b" + struct.pack("<d", 1.5), b"\x0c\x03abc", b"\x0f\xf6\x04\x03\x02\x81\x05",
                 b"\x0f\x0c\x08" + bytes(8), b"\x0f\xfc\x03abc", small_object, b"\x02\x01\x00\x07\x00\x05\x01\x00",
                 b"\x00\x00\x00\x04\x00", b"\x02\x00\x00\x04\x00", b"\x01" + bytes(4) + b"\x08\0\0\0", b"\x03" + bytes(4) + b"\x08\0\0\0"]
    for document in documents:
        seeds.add("json", document)
        seeds.add("json_diff", b"\0\x03$.a" + bytes([len(document)]) + document)
        seeds.add("json_diff", b"\1\x04$[0]" + bytes([len(document)]) + document + b"\2\x03$.b")
        seeds.add("value", bytes([0x01, 245, 4, 0]) + struct.pack("<I", len(document)) + document + bytes(4))


def add_texts(seeds):
    for value in (0.0, 1.5, -1e308, 5e-324, 1e15, 0.1, 123456789012345678.0):
        seeds.add("text", b"\0\0" + struct.pack("<d", value))
        if abs(value) < 1e30:
            seeds.add("text", b"\1\0" + struct.pack("<f", value))
    seeds.add("text", b"\2\0\x09\x02\x80\x00\x00\x7b\x2d")
    for text in ("plain", "\"\\\n\t\x01", "\u00e4\u20ac\U0001f600"):
        seeds.add("text", b"\3\1" + text.encode())
        seeds.add("text", b"\4\1" + text.encode())
        for collation in (8, 11, 33, 45, 63, 255, 28, 95):
            seeds.add("text", b"\5\1\0" + struct.pack("<H", collation) + b"\0" + text.encode())
    uuids = "3E11FA47-71CA-11E1-9E33-C80AA9429562", "{3e11fa4771ca11e19e33c80aa9429563}"
    texts = [f"{uuids[0]}:1-5", f"{uuids[0]}:1-5:11-18, {uuids[1]}:1", f"{uuids[0]}:tag_1:1-2:9:b:3", "",
             f" {uuids[0]} : 9223372036854775806 ,,\n{uuids[1]}:7-5", "0-1-5,1-2-7", "4294967295-1-18446744073709551615"]
    for first in texts:
        for second in texts:
            for head in (b"\0", b"\1"):
                seeds.add("gtid_set", head + struct.pack("<H", len(first)) + first.encode() + second.encode())
    name, gtids, maria = b"binlog.000001", texts[0].encode(), b"0-1-5"
    record = struct.pack("<4sHHIIQQQ16sIHHII", b"NBCP", 1, 72, 72 + len(name + gtids + maria) + 4, 7, 3, 1234, 99, bytes(range(16)), 1,
                         len(name), 0, len(gtids), len(maria)) + name + gtids + maria
    seeds.add("checkpoint", record + struct.pack("<I", zlib.crc32(record)))
    seeds.add("checkpoint", record + bytes(4))
    seeds.add("checkpoint", b"\1\0\2\0\3\0abc\x06\0" + b"0-1-50")


def main():
    seeds = Seeds(sys.argv[1])
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "fixtures"))):
        for name in sorted(names):
            if re.search(r"\.\d{6}$", name):
                add_logs(seeds, os.path.join(folder, name))
    add_cases(seeds)
    add_json(seeds)
    add_texts(seeds)
    print(seeds.count, "seeds")


if __name__ == "__main__":
    main()
