#!/usr/bin/env python3
"""Line and branch coverage of the core, out of gcov's data: report.py BUILD [--missing].

BUILD was compiled with --coverage and its tests have run. Branches that only an exception could take are not counted, nor are
those that the compiler marks as such. A line counts once, whatever the number of objects it was compiled into.
"""
import collections
import json
import os
import subprocess
import sys


def collect(build, root):
    lines = collections.defaultdict(lambda: collections.defaultdict(int))
    branches = collections.defaultdict(dict)
    notes = [os.path.join(folder, name) for folder, _, names in os.walk(build) for name in names if name.endswith(".gcda")]
    # To standard output, a document a line: as files, those of two sources of the same name would be one.
    said = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *notes], check=False, capture_output=True)
    if said.returncode != 0:
        sys.exit(said.stderr.decode())
    for document in said.stdout.splitlines():
        for entry in json.loads(document)["files"]:
            path = os.path.normpath(os.path.join(build, entry["file"]))
            for core in ("src", "include"):
                if path.startswith(os.path.join(root, core) + os.sep):
                    add(entry, os.path.relpath(path, root), lines, branches)
    return lines, branches


def add(entry, path, lines, branches):
    for line in entry["lines"]:
        number = line["line_number"]
        lines[path][number] += line["count"]
        for index, branch in enumerate(branch for branch in line["branches"] if not branch["throw"]):
            key = (number, index)
            branches[path][key] = branches[path].get(key, 0) + branch["count"]


def main():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    lines, branches = collect(os.path.abspath(sys.argv[1]), root)
    totals = [0, 0, 0, 0]
    for path in sorted(lines):
        hit = sum(1 for count in lines[path].values() if count)
        taken = sum(1 for count in branches[path].values() if count)
        totals = [a + b for a, b in zip(totals, (hit, len(lines[path]), taken, len(branches[path])))]
        print(f"{path:44} lines {hit:5}/{len(lines[path]):5}  branches {taken:5}/{len(branches[path]):5}")
        if "--missing" in sys.argv:
            missing = [number for number, count in sorted(lines[path].items()) if not count]
            if missing:
                print("    never run:", *missing)
            half = sorted({number for (number, _), count in branches[path].items() if not count} - set(missing))
            if half:
                print("    one way only:", *half)
    print(f"all: lines {100 * totals[0] / totals[1]:.2f}% of {totals[1]}, branches {100 * totals[2] / totals[3]:.2f}% of {totals[3]}")


if __name__ == "__main__":
    main()
