#!/usr/bin/env python3
"""Corpora as one file a target: pack.py pack CORPUS_DIRECTORY ARCHIVE, pack.py unpack ARCHIVE DIRECTORY.

An archive is gzip over, for each input, four bytes of length (little-endian) and the input. The same inputs always give the
same archive.
"""
import gzip
import hashlib
import os
import struct
import sys


def pack(directory, archive):
    inputs = []
    for name in os.listdir(directory):
        with open(os.path.join(directory, name), "rb") as data:
            inputs.append(data.read())
    inputs.sort(key=lambda data: (len(data), data))
    with open(archive, "wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=9, mtime=0) as out:
        for data in inputs:
            out.write(struct.pack("<I", len(data)) + data)
    print(f"{archive}: {len(inputs)} inputs, {os.path.getsize(archive)} bytes")


def unpack(archive, directory):
    os.makedirs(directory, exist_ok=True)
    with gzip.open(archive, "rb") as packed:
        rest = packed.read()
    at = 0
    while at < len(rest):
        (size,) = struct.unpack_from("<I", rest, at)
        data = rest[at + 4:at + 4 + size]
        with open(os.path.join(directory, hashlib.sha1(data).hexdigest()), "wb") as out:
            out.write(data)
        at += 4 + size


if __name__ == "__main__":
    {"pack": pack, "unpack": unpack}[sys.argv[1]](sys.argv[2], sys.argv[3])
