"""Worst-case stack out of the call graphs that GCC writes with -fcallgraph-info=su."""
import collections
import re
import subprocess
import sys

Deepest = collections.namedtuple("Deepest", "bytes path")

NODE = re.compile(r'node: \{ title: "([^"]+)" label: "([^"]*)"')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"(?: label: "([^"]*)")?')
STACK = re.compile(r"(\d+) bytes \(([^)]*)\)")

# What a call through a pointer may reach, told by the line of source that makes it. None: the caller's own function,
# whose stack is the caller's to count.
INDIRECT = (
    (re.compile(r"\bcrc\(|->crc\(|\.crc\(|kPromised\("), re.compile(r"crc32_(slicing|nibble|arm|pclmul|avx2|avx512|zlib)")),
    (re.compile(r"codec\.(begin|read)\("), None),
    (re.compile(r"port\.(read|write|sync)\("), None),
    (re.compile(r"options\.(label|convert|decompress|charsets)\("), None),
    (re.compile(r"\b(digits|hook)\("), re.compile(r"15shortest_digits")),
    (re.compile(r"\bbelongs\("), re.compile(r"_GLOBAL__N_1\d+(is_numeric|is_character|is_labelled|is_vector)")),
    (re.compile(r"\bwrite\("), re.compile(r"write_")),
)
# What is not the library's: C's memory functions and the compiler's helpers, by a bound that holds for all of them.
OUTSIDE = re.compile(r"^(mem(cpy|set|move|cmp)|strlen|__.*|abort)$")
OUTSIDE_BYTES = 64

_lines = {}


def source_line(place):
    path, line = place.split(":")[:2]
    if path not in _lines:
        with open(path, encoding="utf-8") as file:
            _lines[path] = file.read().split("\n")
    return _lines[path][int(line) - 1]


def read(graphs):
    stack, calls, names = {}, collections.defaultdict(set), {}
    indirect = []
    for graph in graphs:
        with open(graph, encoding="utf-8") as file:
            text = file.read()
        for title, label in NODE.findall(text):
            found = STACK.search(label)
            if found is None:
                continue
            if "dynamic" in found.group(2) and "bounded" not in found.group(2):
                sys.exit("the stack of %s has no bound" % label)
            stack[title] = max(stack.get(title, 0), int(found.group(1)))
            names[title] = label.split("\\n")[0]
        for source, target, place in EDGE.findall(text):
            if target == "__indirect_call":
                indirect.append((source, place))
            else:
                calls[source].add(target)
    for source, place in indirect:
        line = source_line(place)
        rules = [rule for rule in INDIRECT if rule[0].search(line)]
        if not rules:
            sys.exit("%s: a call through a pointer that nobody has explained: %s" % (place, line.strip()))
        if rules[0][1] is not None:
            calls[source] |= {title for title in stack if rules[0][1].search(title)}
    return stack, calls, names


def kept_functions(elf, nm):
    output = subprocess.run([nm, elf], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {line.split()[-1] for line in output.splitlines() if line.split()[-2].lower() in "tw"}


def deepest(graphs, elf, nm):
    """The deepest path from a function that the linker kept."""
    stack, calls, names = read(graphs)
    kept = kept_functions(elf, nm)
    memo, active = {}, []

    def depth(title):
        if title in memo:
            return memo[title]
        if title in active:
            cycle = active[active.index(title):] + [title]
            sys.exit("recursion: " + " calls ".join(names.get(t, t) for t in cycle))
        if title not in stack:
            if OUTSIDE.match(title):
                return OUTSIDE_BYTES, ["%5d %s" % (OUTSIDE_BYTES, title)]
            return 0, []
        active.append(title)
        below = (0, [])
        for target in sorted(calls[title]):
            below = max(below, depth(target), key=lambda item: item[0])
        active.pop()
        memo[title] = (stack[title] + below[0], ["%5d %s" % (stack[title], names[title])] + below[1])
        return memo[title]

    best = (0, [])
    for title in sorted(stack):
        found = depth(title)  # every function, so that a cycle is found wherever it is
        if title.split(":")[-1] in kept:
            best = max(best, found, key=lambda item: item[0])
    return Deepest(*best)
