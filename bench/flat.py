#!/usr/bin/env python3
"""The cost per byte over the size of the log, the rows a transaction has and the columns a table has, drawn into flat.svg.

    flat.py BUILD DATA [--largest BYTES] [--output SVG]

Each log is generated, measured and removed again; the largest takes 3 GB. The time is processor time, the best of fifteen passes
that feed the log and read every cell, set against the best pass of zlib's crc32() over the same file.
"""
import argparse
import math
import os
import re
import subprocess
import sys

SIZES = (10_000_000, 30_000_000, 100_000_000, 300_000_000, 1_000_000_000, 3_000_000_000)
ROWS = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
COLUMNS = (2, 5, 10, 30, 100, 300, 1_000)
SWEEP_BYTES = 100_000_000
PASSES = "5"
ROUNDS = 3
LARGE = 300_000_000  # a pass over more lasts long enough


def best(build, what, path):
    text = subprocess.run([f"{build}/one_pass", what, path, PASSES], check=True, capture_output=True, text=True).stdout
    return min(float(ms) for ms in re.findall(r": ([\d.]+) ms", text)) / 1e3


def measure(build, data, shape, options):
    path = os.path.join(data, "flat.binlog")
    subprocess.run([f"{build}/generate", shape, path] + [str(o) for o in options], check=True, stdout=subprocess.DEVNULL)
    try:
        size = os.path.getsize(path)
        crc = best(build, "crc", path)
        seconds = {name: best(build, name, path) for name in ("feed", "cells")}
        return {name: (value / size * 1e9, value / crc) for name, value in seconds.items()}
    finally:
        os.remove(path)


def sweeps(build, data, largest):
    """Every point in turn, then all again: what else the machine does then spoils no point in every round."""
    plans = [
        ("bytes of log (oltp)", [(size, "oltp", ["--bytes", size]) for size in SIZES if size <= largest]),
        ("rows a transaction (bulk)", [(rows, "bulk", ["--bytes", SWEEP_BYTES, "--rows", rows]) for rows in ROWS]),
        ("columns (wide)", [(columns, "wide", ["--bytes", SWEEP_BYTES, "--columns", columns]) for columns in COLUMNS]),
    ]
    found = {}
    for number in range(ROUNDS):
        for title, points in plans:
            for x, shape, options in points:
                if number != 0 and shape == "oltp" and x > LARGE:
                    continue
                new = measure(build, data, shape, options)
                old = found.get((title, x), new)
                found[title, x] = {name: min(old[name], new[name]) for name in new}
    for title, points in plans:
        for x, _, _ in points:
            print(title, x, {k: f"{v[0]:.3f} ns a byte, {v[1]:.2f} x CRC" for k, v in found[title, x].items()}, flush=True)
    return [(title, [(x, found[title, x]) for x, _, _ in points]) for title, points in plans]


WIDTH, HEIGHT, LEFT, TOP = 320, 300, 60, 50
COLOURS = {"feed": "#1f77b4", "cells": "#d62728"}
NAMES = {"feed": "feed alone", "cells": "feed, every cell read"}


def label(value):
    for limit, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if value >= limit:
            return f"{value // limit}{unit}"
    return str(value)


def panel(number, title, measured, top):
    x0, y0 = LEFT + number * (WIDTH + LEFT), TOP
    low, high = math.log10(measured[0][0]), math.log10(measured[-1][0])

    def place(x, y):
        return x0 + (math.log10(x) - low) / (high - low) * WIDTH, y0 + HEIGHT - y / top * HEIGHT

    out = [f'<rect x="{x0}" y="{y0}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888"/>',
           f'<text x="{x0 + WIDTH / 2}" y="{y0 + HEIGHT + 40}" text-anchor="middle">{title}</text>']
    for step in range(0, 5):
        y = top * step / 4
        _, py = place(measured[0][0], y)
        out.append(f'<line x1="{x0}" x2="{x0 + WIDTH}" y1="{py:.1f}" y2="{py:.1f}" stroke="#ddd"/>'
                   f'<text x="{x0 - 6}" y="{py + 4:.1f}" text-anchor="end">{y:.2f}</text>')
    for x, _ in measured:
        px, _ = place(x, 0)
        out.append(f'<text x="{px:.1f}" y="{y0 + HEIGHT + 18}" text-anchor="middle">{label(x)}</text>')
    for name, colour in COLOURS.items():
        points = [place(x, values[name][0]) for x, values in measured]
        line = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in points]
    return out


def draw(results, output):
    top = max(values[name][0] for _, measured in results for _, values in measured for name in COLOURS)
    top = math.ceil(top * 4 * 1.05) / 4
    width, height = LEFT + 3 * (WIDTH + LEFT), TOP + HEIGHT + 60
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>',
           f'<text x="{LEFT}" y="22" font-size="14">Nanoseconds of processor time a byte of log</text>']
    for i, (name, colour) in enumerate(COLOURS.items()):
        x = LEFT + 360 + i * 160
        out.append(f'<line x1="{x}" x2="{x + 24}" y1="18" y2="18" stroke="{colour}" stroke-width="2"/><text x="{x + 30}" y="22">{NAMES[name]}</text>')
    for number, (title, measured) in enumerate(results):
        out += panel(number, title, measured, top)
    with open(output, "w", encoding="utf-8") as svg:
        svg.write("\n".join(out + ["</svg>", ""]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("data")
    parser.add_argument("--largest", type=int, default=SIZES[-1])
    parser.add_argument("--output", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "flat.svg"))
    arguments = parser.parse_args()
    os.makedirs(arguments.data, exist_ok=True)
    results = sweeps(arguments.build, arguments.data, arguments.largest)
    if any(len(measured) < 2 for _, measured in results):
        sys.exit("too few points to draw")
    draw(results, arguments.output)


if __name__ == "__main__":
    main()
