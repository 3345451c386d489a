#!/usr/bin/env python3
"""Writes the library as two files, nanobinlog.h and nanobinlog.cpp, to drop into a tree that has a build of its own.

    ports/packaging/amalgamate.py [FOLDER]        # build/drop where no folder is given

Headers come in once, in the order in which they need each other. What a source file hides in an unnamed namespace is seen by
all others in one file, so a name that two of them use gets the file's name behind it."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SEARCH = [os.path.join(ROOT, "src"), os.path.join(ROOT, "include")]
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])*\'|#(?:[^\n\\]|\\\n|\\.)*'
                   r'|[A-Za-z_]\w*|[0-9](?:[\w.]|\'\w)*|->|::|\s+|.', re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"][^\n]*\n', re.M)
WORD = re.compile(r"[A-Za-z_]\w*$")
NOT_NAMES = {"if", "for", "while", "switch", "return", "sizeof", "alignas", "alignof", "decltype", "noexcept", "static_assert",
             "const", "constexpr", "inline", "static", "struct", "class", "enum", "union", "using", "template", "namespace"}


def sources():
    """Every source file of the core; the C interface last, as it stands on the rest."""
    found = []
    for folder, folders, names in os.walk(os.path.join(ROOT, "src")):
        folders.sort()
        found += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".cpp")]
    return sorted(found, key=lambda path: (os.sep + "capi" + os.sep in path, path))


def headers():
    """Every header of the core, and the C++ ones that are installed."""
    for top in SEARCH:
        for folder, _, names in os.walk(top):
            yield from (os.path.join(folder, name) for name in names if name.endswith(".hpp"))


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


def tokens_of(text):
    return TOKEN.findall(text)


def declared(tokens):
    """Names that are declared right inside an unnamed namespace, or constant and so hidden as well; and all others that are
    declared right inside a named one."""
    hidden, known, scopes, statement = set(), set(), [], []

    def take():
        if scopes[-1:] == ["hidden"] or (scopes[-1:] == ["namespace"] and statement[:1] in (["constexpr"], ["static"])):
            hidden.update(name_in(statement))
        elif scopes[-1:] == ["namespace"]:
            known.update(name_in(statement))

    for token in tokens:
        if token.isspace() or token.startswith(("//", "/*", "#")):
            continue
        if token == "{":
            opened = "hidden" if statement == ["namespace"] else "namespace" if statement[:1] == ["namespace"] else "body"
            if opened == "body":
                take()
                if scopes[-1:] == ["hidden"] and statement[:1] == ["enum"] and statement[1:2] not in (["class"], ["struct"]):
                    opened = "enumerators"
            scopes.append(opened)
            statement = []
        elif scopes[-1:] == ["enumerators"] and token != "}":
            if WORD.match(token) and statement in ([], [","]):
                hidden.add(token)
            statement = [token]
        elif token == "}":
            if scopes:
                scopes.pop()
            statement = []
        elif token == ";":
            take()
            statement = []
        else:
            statement.append(token)
    return hidden, known


def name_in(statement):
    """The name that a declaration introduces, as a list of none or one."""
    words = [w for w in statement if w not in ("inline", "static", "constexpr")]
    while words[:1] == ["["]:  # attributes
        words = words[words.index("]") + 1:]
        if words[:1] == ["]"]:
            words = words[1:]
    for kind in ("struct", "class", "union", "enum", "using"):
        if words[:1] == [kind]:
            rest = [w for w in words[1:] if w not in ("class", "struct")]
            return [rest[0]] if rest and WORD.match(rest[0]) and rest[0] != "namespace" else []
    if words[:1] in (["template"], ["static_assert"]):
        if words[:1] == ["static_assert"]:
            return []
        depth = 0
        for at, word in enumerate(words[1:], 1):
            depth += (word == "<") - (word == ">")
            if depth == 0:
                return name_in(words[at + 1:])
    for at, word in enumerate(words):
        if word in ("(", "=", "["):
            before = words[at - 1] if at else ""
            if WORD.match(before) and before not in NOT_NAMES:
                return [before]
            if word == "(":  # an attribute's or alignas()'s
                continue
            return []
    return [words[-1]] if len(words) > 1 and WORD.match(words[-1]) and words[-1] not in NOT_NAMES else []


def renamed(tokens, names, suffix):
    """The text with these names changed; not members, and not names of another scope."""
    out, before = [], ""
    for token in tokens:
        if token in names and before not in (".", "->", "::"):
            out.append(token + suffix)
        elif token.startswith("#"):
            out.append(re.sub(r"[A-Za-z_]\w*", lambda m: m.group() + suffix if m.group() in names else m.group(), token))
        else:
            out.append(token)
        if not token.isspace():
            before = token
    return "".join(out)


class Drop:
    def __init__(self):
        self.done = set()
        self.system = []
        self.parts = []

    def find(self, name, includer):
        for folder in [os.path.dirname(includer)] + SEARCH:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return os.path.realpath(path)
        raise SystemExit("%s includes %s, which is nowhere" % (includer, name))

    def take_includes(self, path, text):
        """Brings in what `text` includes, and gives it without those lines. System headers under #if stay where they are."""
        def replace(match):
            if match.group(1) == "<":
                depth = 0
                for line in text[:match.start()].splitlines():
                    depth += bool(re.match(r"\s*#\s*if", line)) - bool(re.match(r"\s*#\s*endif", line))
                if depth > (1 if path.endswith((".hpp", ".h")) else 0):
                    return match.group()
                if match.group(2) not in self.system:
                    self.system.append(match.group(2))
                return ""
            if match.group(2) != "nanobinlog/nanobinlog.h":
                self.header(self.find(match.group(2), path))
            return ""
        return INCLUDE.sub(replace, text)

    def header(self, path):
        if path in self.done:
            return
        self.done.add(path)
        text = self.take_includes(path, read(path))
        self.parts.append((os.path.relpath(path, ROOT), text))

    def source(self, path, names):
        text = self.take_includes(path, read(path))
        suffix = "_in_" + os.path.splitext(os.path.relpath(path, os.path.join(ROOT, "src")))[0].replace(os.sep, "_")
        text = renamed(tokens_of(text), names, suffix)
        macros = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M)
        text += "".join("#undef %s\n" % name for name in dict.fromkeys(macros))
        self.parts.append((os.path.relpath(path, ROOT), text))


def write(folder):
    os.makedirs(folder, exist_ok=True)
    drop = Drop()
    hidden, users = {}, {}
    for path in sources():
        hidden[path], known = declared(tokens_of(read(path)))
        for name in hidden[path] | (known - hidden[path]):
            users[name] = users.get(name, 0) + 1
    for path in headers():
        for name in set().union(*declared(tokens_of(read(path)))):
            users[name] = users.get(name, 0) + 1
    for path, names in hidden.items():
        drop.source(path, {name for name in names if users[name] > 1})
    header = read(os.path.join(ROOT, "include", "nanobinlog", "nanobinlog.h"))
    with open(os.path.join(folder, "nanobinlog.h"), "w", encoding="utf-8") as out:
        out.write(header)
    licence = "".join(("// " + line).rstrip() + "\n" for line in read(os.path.join(ROOT, "LICENSE")).splitlines())
    with open(os.path.join(folder, "nanobinlog.cpp"), "w", encoding="utf-8") as out:
        out.write("// nanobinlog in one file, generated; compile it as C++17, with -fno-exceptions -fno-rtti where there is no C++ runtime.\n//\n")
        out.write(licence)
        for name in sorted(drop.system):
            out.write("#include <%s>\n" % name)
        out.write('#include "nanobinlog.h"\n')
        for name, text in drop.parts:
            out.write("\n// ---- %s\n%s" % (name, text))
    return folder


if __name__ == "__main__":
    if any(argument.startswith("-") for argument in sys.argv[1:]) or len(sys.argv) > 2:
        sys.exit(__doc__)
    print(write(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "drop")))
