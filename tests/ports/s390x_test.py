"""64-bit big-endian: the C++ suite, less what tries every place of a log. That is `make ports`."""
import re
import unittest

import machines


class Machine(unittest.TestCase):
    def test_prints_what_this_machine_prints_and_passes_the_suite(self):
        output = machines.check("s390x", "brief")
        outputs, size = map(int, re.search(r"^s390x: (\d+) outputs, (\d+) bytes, equal to the host's$", output, re.M).groups())
        self.assertGreater(outputs, 100)
        self.assertGreater(size, 1000000)
        passed, failed = map(int, re.search(r"test cases: +\d+ \| +(\d+) passed \| +(\d+) failed", output).groups())
        self.assertGreater(passed, 150)
        self.assertEqual(0, failed)


if __name__ == "__main__":
    machines.main(Machine)
