"""The table of bench/footprint.md: writing it, and comparing new figures with its lines."""
import os
import re
import subprocess

STRUCTS = ("Span", "Status", "Header", "FormatDescription", "Event", "Query", "Gtid", "Step", "Limits", "LogOptions", "EventRecord",
           "Transaction", "TransactionStep", "GtidTransactionStep", "TableDefinition", "Table", "Column", "Cell", "RowImage",
           "RowsReader", "Temporal", "Decimal", "JsonReader", "JsonToken", "Writer", "TextOptions", "GtidSet", "GtidSetRecord",
           "Checkpoint", "CheckpointStore", "LogReader", "TransactionDecoder", "GtidTransactionDecoder")

# The design's own lines. They are never moved by --write.
HARD = {("cortex-m3", "transactions", "code"): 16384, ("cortex-m3", "values", "code"): 32768,
        ("cortex-m3", "full", "code"): 49152}
HARD_STACK = 1024

BEGIN = "<!-- figures -->"
END = "<!-- end of figures -->"
AFTER = "<!-- after the structures -->"


def struct_sizes(compiler, flags, folder):
    """sizeof of each public struct, out of the assembly, so that nothing has to be run."""
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, "sizes.cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write('#include "nanobinlog/checkpoint.hpp"\n#include "nanobinlog/gtid_set.hpp"\n#include "nanobinlog/log.hpp"\n'
                   '#include "nanobinlog/text.hpp"\n')
        for name in STRUCTS:
            file.write('extern "C" const char size_of_%s[sizeof(nbl::%s)] = {1};\n' % (name, name))
    output = os.path.join(folder, "sizes.o")
    subprocess.run([compiler, *flags, "-fvisibility=default", "-c", source, "-o", output], check=True)
    listing = subprocess.run([compiler.replace("g++", "nm"), "-S", output], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for line in listing.splitlines():
        parts = line.split()
        if parts[-1].startswith("size_of_"):
            found[parts[-1][len("size_of_"):]] = int(parts[1], 16)
    return found


def line_for(target, configuration, figure, value):
    """Where a figure's line is drawn: a little above it, and never above the design's own."""
    step = 16 if figure == "stack" else 256
    # Servers have room, and inlining at -O2 moves more with each change.
    above = value // 32 if target.startswith("cortex") else value // 8
    line = (value + above + step) // step * step
    hard = HARD.get((target, configuration, figure))
    if figure == "stack" and target == "cortex-m3":
        hard = HARD_STACK
    return min(line, hard) if hard and value <= hard else line


def rows(text):
    """(target, configuration) -> figure -> line, out of the file."""
    lines = {}
    part = text[text.index(BEGIN):text.index(END)]
    for row in part.splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) != 8 or not re.match(r"^\d+$", cells[3]):
            continue
        lines[cells[0], cells[1]] = {"code": int(cells[3]), "data": 0, "bss": 0, "stack": int(cells[7])}
    return lines


def struct_rows(text):
    found = {}
    part = text[text.index(END):]
    header = None
    for row in part.splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if cells[0] == "struct":
            header = cells[1:]
        elif header and len(cells) == len(header) + 1 and re.match(r"^\d+$", cells[1]):
            for target, size in zip(header, cells[1:]):
                found[target, cells[0]] = int(size)
    return found


def check(path, figures, structs):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines, sizes = rows(text), struct_rows(text)
    problems = []
    for (target, configuration), got in sorted(figures.items()):
        known = lines.get((target, configuration))
        if known is None:
            problems.append("%s %s has no line in %s" % (target, configuration, path))
            continue
        for figure, line in known.items():
            if got[figure] > line:
                problems.append("%s %s: %s is %d, its line %d" % (target, configuration, figure, got[figure], line))
                if figure == "stack":
                    problems += ["    " + step for step in got["path"]]
    for target, found in sorted(structs.items()):
        for name, size in found.items():
            if size > sizes.get((target, name), 0):
                problems.append("%s: sizeof(%s) is %d, its line %d" % (target, name, size, sizes.get((target, name), 0)))
    return problems


def kept_rows(text, measured):
    """The rows of targets that were not measured this time."""
    found = {}
    for row in text[text.index(BEGIN):text.index(END)].splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if len(cells) == 8 and re.match(r"^\d+$", cells[3]) and cells[0] not in measured:
            found.setdefault(cells[0], []).append(row)
    return found


def write(path, figures, structs, configurations, order):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    kept, kept_structs = kept_rows(text, structs), struct_rows(text)
    targets = [target for target in order if target in structs or target in kept]
    out = [BEGIN, "", "| target | configuration | code | line | of it helpers | .data + .bss | stack | line |",
           "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for target in targets:
        out += kept.get(target, [])
        for configuration in configurations:
            got = figures.get((target, configuration))
            if got:
                out.append("| %s | %s | %d | %d | %d | %d | %d | %d |" % (
                    target, configuration, got["code"], line_for(target, configuration, "code", got["code"]), got["helpers"],
                    got["data"] + got["bss"], got["stack"], line_for(target, configuration, "stack", got["stack"])))
    out += ["", END, "", "## Public structures", "", "Bytes of each. A board keeps the large ones in static memory.", "",
            "| struct | %s |" % " | ".join(targets), "| --- |" + " ---: |" * len(targets)]
    for name in STRUCTS:
        sizes = [structs[target][name] if target in structs else kept_structs.get((target, name), 0) for target in targets]
        out.append("| %s | %s |" % (name, " | ".join(map(str, sizes))))
    head = text[:text.index(BEGIN)]
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + "\n".join(out) + "\n\n" + text[text.index(AFTER):])
