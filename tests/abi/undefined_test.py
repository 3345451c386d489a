"""The core library needs nothing from anybody but mem* and compiler helpers. Reads nm, so that a stray libstdc++ or libc
call is found whatever compiler it came from."""
import os
import re
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ARCHIVE = os.environ.get("NBL_ARCHIVE", os.path.join(HERE, "..", "..", "build", "libnanobinlog.a"))
NM = os.environ.get("NBL_NM") or "nm"
AR = os.environ.get("NBL_AR") or "ar"
CXX = os.environ.get("CXX") or "c++"


def allowed():
    with open(os.path.join(HERE, "undefined.allow"), encoding="utf-8") as lines:
        patterns = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    return re.compile("|".join("(?:%s)" % pattern for pattern in patterns))


def undefined(archive):
    """Symbols that some object of the archive uses and none defines."""
    listing = subprocess.run([NM, "-P", archive], check=True, capture_output=True, text=True).stdout
    used, defined = set(), set()
    for line in listing.splitlines():
        fields = line.split()
        if len(fields) < 2 or len(fields[1]) != 1:
            continue
        (used if fields[1] in "Uvw" else defined).add(fields[0])
    return used - defined


def foreign(archive):
    pattern = allowed()
    return sorted(symbol for symbol in undefined(archive) if not pattern.fullmatch(symbol))


class UndefinedSymbols(unittest.TestCase):
    def test_the_library_needs_only_what_the_list_allows(self):
        self.assertEqual(foreign(ARCHIVE), [])

    def test_the_library_is_not_empty(self):
        listing = subprocess.run([NM, "-P", ARCHIVE], check=True, capture_output=True, text=True).stdout
        self.assertGreater(sum(" T " in line for line in listing.splitlines()), 20)

    def test_a_library_that_allocates_is_found(self):
        source = '#include <string>\nvoid* operator_new_user() { return new std::string(64, \'x\'); }\n'
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.cpp")
            with open(path, "w", encoding="utf-8") as out:
                out.write(source)
            obj, lib = os.path.join(folder, "bad.o"), os.path.join(folder, "libbad.a")
            subprocess.run([CXX, "-O1", "-c", path, "-o", obj], check=True)
            subprocess.run([AR, "rcs", lib, obj], check=True)
            self.assertTrue({"_Znwm", "_Znwj"} & set(foreign(lib)))  # size_t is unsigned long or unsigned int


if __name__ == "__main__":
    unittest.main()
