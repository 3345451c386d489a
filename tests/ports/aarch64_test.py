"""64-bit Arm: its CRC32 instructions against the table. The whole suite is `make ports`."""
import re
import unittest

import machines


class Machine(unittest.TestCase):
    def test_prints_what_this_machine_prints_and_sums_with_its_instructions(self):
        output = machines.check("aarch64", "crc32")
        outputs, size = map(int, re.search(r"^aarch64: (\d+) outputs, (\d+) bytes, equal to the host's$", output, re.M).groups())
        self.assertGreater(outputs, 100)
        self.assertGreater(size, 1000000)
        passed, failed = map(int, re.search(r"test cases: +\d+ \| +(\d+) passed \| +(\d+) failed", output).groups())
        self.assertGreater(passed, 5)
        self.assertEqual(0, failed)


if __name__ == "__main__":
    machines.main(Machine)
