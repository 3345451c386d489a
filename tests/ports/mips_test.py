"""32-bit big-endian. The whole suite is `make ports`."""
import re
import unittest

import machines


class Machine(unittest.TestCase):
    def test_prints_what_this_machine_prints(self):
        output = machines.check("mips", "none")
        outputs, size = map(int, re.search(r"^mips: (\d+) outputs, (\d+) bytes, equal to the host's$", output, re.M).groups())
        self.assertGreater(outputs, 100)
        self.assertGreater(size, 1000000)


if __name__ == "__main__":
    machines.main(Machine)
