#!/usr/bin/env python3
"""Runs everything that is measured, prints the tables and writes them to bench/RESULTS.md.

    run.py BUILD DATA [--repetitions N] [--no-write]

BUILD holds the programs of bench/CMakeLists.txt, DATA the generated logs. All times are processor time (user and system), and
each is set against passes of zlib's crc32() over the same file close by. MYSQLBINLOG and MARIADB_BINLOG may hold commands;
else both are taken from the path if they are there.
"""
import argparse
import datetime
import json
import os
import platform
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

LOGS = ("oltp", "mixed", "bulk")
SUBJECTS = (
    ("feed", "feed alone"),
    ("cells", "feed, every cell read"),
    ("unpacked", "the same, temporals, decimals and JSON unpacked"),
    ("feed_chunked_4K", "feed in pieces of 4 KiB"),
    ("cells_chunked_4K", "pieces of 4 KiB, every cell read"),
    ("feed_unverified", "feed alone, checksums not verified"),
)
TARGETS = {("oltp", "feed"): 0.6, ("mixed", "feed"): 0.8, ("bulk", "feed"): 1.0,
           ("oltp", "cells"): 0.8, ("mixed", "cells"): 1.2, ("bulk", "cells"): 2.0}
ROW_FORMATS = ("native", "maxwell", "debezium", "canal", "sql")


def in_process(build, data, repetitions):
    command = [f"{build}/decode_bench", data, f"--benchmark_repetitions={repetitions}", "--benchmark_format=json",
               "--benchmark_report_aggregates_only=true", "--benchmark_enable_random_interleaving=true"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    medians = {}
    for entry in result["benchmarks"]:
        if entry.get("aggregate_name") == "median":
            log, subject = entry["run_name"].split("/")[:2]
            medians[log, subject] = entry
    return medians


def processor_seconds(command, output):
    """Processor seconds, wall seconds and peak RSS in KiB of one process."""
    with open(output, "wb") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{command}: exit status {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def crc_seconds(build, path):
    text = subprocess.run([f"{build}/one_pass", "crc", path, "3"], check=True, capture_output=True, text=True).stdout
    return min(float(ms) for ms in re.findall(r": ([\d.]+) ms", text)) / 1e3


def whole_process(build, command, path, repetitions):
    ratios, seconds, peak = [], [], 0
    with tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as folder:
        output = os.path.join(folder, "out")
        for _ in range(repetitions):
            crc = crc_seconds(build, path)
            took, rss = processor_seconds(command + [path], output)
            ratios.append(took / ((crc + crc_seconds(build, path)) / 2))
            seconds.append(took)
            peak = max(peak, rss)
        size = os.path.getsize(output)
    return {"ratio": statistics.median(ratios), "seconds": statistics.median(seconds), "rss": peak, "output": size}


def peers():
    found = []
    for name, variable in (("mysqlbinlog", "MYSQLBINLOG"), ("mariadb-binlog", "MARIADB_BINLOG")):
        command = os.environ.get(variable) or shutil.which(name)
        if command:
            found.append((f"{name} -v", shlex.split(command) + ["--base64-output=DECODE-ROWS", "-v", "--verify-binlog-checksum"]))
    return found


def processes(build, data, repetitions):
    tool = f"{build}/nanobinlog/nanobinlog"
    commands = [("transactions", [tool, "transactions"]), ("transactions --format json", [tool, "transactions", "--format", "json"])]
    commands += [(f"rows --format {f}", [tool, "rows", "--format", f]) for f in ROW_FORMATS]
    rows = []
    for name, command in commands + peers():
        for log in LOGS:
            path = os.path.join(data, f"{log}.binlog")
            count = 1 if name.endswith("-v") else repetitions
            try:
                rows.append((name, log, whole_process(build, command, path, count)))
            except (RuntimeError, OSError) as error:
                print(f"not measured: {error}", file=sys.stderr)
            else:
                print(f"{name} {log}: {rows[-1][2]['ratio']:.2f}", file=sys.stderr)
    return rows


def machine():
    model, cache = platform.processor() or platform.machine(), ""
    try:
        with open("/proc/cpuinfo", encoding="ascii") as info:
            model = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), model)
        with open("/sys/devices/system/cpu/cpu0/cache/index3/size", encoding="ascii") as size:
            cache = f", third-level cache {size.read().strip()}"
    except OSError:
        pass
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=False).stdout.split("\n")[0]
    return (f"{model}, {os.cpu_count()} processors{cache}, load average {os.getloadavg()[0]:.0f} at the start; "
            f"{platform.system()} {platform.release()}; {compiler}")


def in_process_table(medians):
    lines = ["| log | what | × CRC pass | target | GB/s | rows/s | cells/s | workspace touched |", "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    for log in LOGS:
        for subject, text in SUBJECTS:
            entry = medians[log, subject]
            target = TARGETS.get((log, subject))
            millions = [f"{entry[key] / 1e6:.1f} M" if entry[key] else "" for key in ("rows_per_s", "cells_per_s")]
            lines.append(f"| {log} | {text} | {entry['crc_ratio']:.2f} | {target or ''} | {entry['GBps']:.2f} | {millions[0]} | "
                         f"{millions[1]} | {entry['touched_KiB']:.0f} KiB |")
    return lines


def process_table(rows):
    lines = ["| command | log | × CRC pass | seconds | MB/s out | peak RSS |", "| --- | --- | --- | --- | --- | --- |"]
    for name, log, r in rows:
        lines.append(f"| `{name}` | {log} | {r['ratio']:.2f} | {r['seconds']:.3f} | {r['output'] / r['seconds'] / 1e6:.0f} | "
                     f"{r['rss'] // 1024} MiB |")
    return lines


def compare_lines(rows):
    best = {(name, log): r["seconds"] for name, log, r in rows}
    lines = []
    for peer in sorted({name for name, _, _ in rows if name.endswith("-v")}):
        for ours in ("rows --format native", "transactions"):
            times = [f"{best[peer, log] / best[ours, log]:.0f} on {log}" for log in LOGS if (peer, log) in best and (ours, log) in best]
            if times:
                lines.append(f"`{ours}` takes the time of `{peer}` divided by " + ", ".join(times) + ".")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("data")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--no-write", action="store_true")
    arguments = parser.parse_args()
    medians = in_process(arguments.build, arguments.data, arguments.repetitions)
    crc = ", ".join(f"{statistics.median(e['crc_GBps'] for (l, _), e in medians.items() if l == log):.2f} GB/s on {log}" for log in LOGS)
    text = [f"{datetime.date.today()}, {machine()}.", "", f"One pass of zlib's `crc32()` over the whole file: {crc}.", "",
            "## In one process", "", *in_process_table(medians), ""]
    print("\n".join(text), flush=True)
    rows = processes(arguments.build, arguments.data, max(1, arguments.repetitions // 3))
    tail = ["## As whole processes, to a file", "", *process_table(rows), "", *compare_lines(rows), ""]
    print("\n".join(tail))
    if not arguments.no_write:
        head = ["# Results", "", "Written by `make bench`; what is measured and how stands in [README.md](README.md). All times are processor",
                "time, medians; \"× CRC pass\" is the time over that of zlib's `crc32()` over the same file, measured next to it.", ""]
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "RESULTS.md")
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(head + text + tail).rstrip() + "\n")


if __name__ == "__main__":
    main()
