"""Bare-metal images on QEMU's boards print what this machine prints, byte for byte."""
import os
import re
import subprocess
import unittest

SOURCE = os.environ["NBL_SOURCE_DIR"]
BUILD = os.path.join(os.environ["NBL_BUILD_DIR"], "ports")
CHANGES = os.path.join(os.environ["NBL_BUILD_DIR"], "tests", "ports", "nanobinlog-changes")
OLTP = os.path.join(SOURCE, "fixtures/mysql/01_oltp/binlog.000001")
# Values of every kind, MariaDB's as well, and what is no transaction.
MORE = [os.path.join(SOURCE, "fixtures", name, "binlog.000001") for name in (
    "mysql/02_numbers", "mysql/03_temporal", "mysql/05_json", "mysql/06_geometry", "mysql/10_wide", "mysql/12_transactions",
    "mysql/24_partial_json", "mariadb/02_temporals", "mariadb/05_old_temporals", "mariadb/13_savepoint_row")]


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        raise AssertionError(" ".join(command) + "\n" + result.stdout[-4000:])
    return result.stdout


def build(name, cpu, *more):
    folder = os.path.join(BUILD, name)
    run(["cmake", "-S", os.path.join(SOURCE, "ports/cortex-m"), "-B", folder, "-DNANOBINLOG_CPU=" + cpu, "-DNANOBINLOG_LOG=" + OLTP,
         "-DCMAKE_TOOLCHAIN_FILE=" + os.path.join(SOURCE, "ports/cortex-m/toolchain.cmake"), *more])
    run(["cmake", "--build", folder])
    return folder


def emulate(machine, image):
    # Time is counted in instructions, so that interrupts come at the same place in every run.
    result = subprocess.run(["qemu-system-arm", "-M", machine, "-icount", "shift=6,sleep=off", "-nographic", "-monitor", "none",
                             "-serial", "none", "-semihosting-config", "enable=on,target=native", "-kernel", image],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    return result.returncode, result.stdout, result.stderr.decode()


def host(log, *options):
    result = subprocess.run([CHANGES, *options, log], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return result.returncode, result.stdout


def symbols(image):
    return {line.split()[-1] for line in run(["arm-none-eabi-nm", image]).splitlines()}


class CortexM(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.expected = host(OLTP, "--small")
        assert cls.expected[0] == 0 and cls.expected[1].count(b"\n  insert ") > 100, cls.expected[1][:400]
        cls.m3 = build("cortex-m3", "cortex-m3", "-DNANOBINLOG_MORE_LOGS=" + ";".join(MORE))

    def same(self, machine, image):
        status, output, told = emulate(machine, image)
        self.assertEqual(self.expected[1], output)
        self.assertEqual(self.expected[0], status)
        return told

    def test_m3_decodes_an_oltp_log_in_16_kib(self):
        told = self.same("mps2-an385", self.m3 + "/changes.elf")
        block, stack = map(int, re.match(r"block (\d+) stack (\d+)\n", told).groups())
        self.assertLessEqual(block, 16384)
        self.assertGreater(stack, 100)  # it has been measured
        self.assertLessEqual(stack, 1024)

    def test_m3_prints_values_of_every_kind(self):
        for index, log in enumerate(MORE):
            with self.subTest(log=log):
                expected = host(log)
                self.assertGreater(len(expected[1]), 500)
                status, output, _ = emulate("mps2-an385", "%s/log%d.elf" % (self.m3, index))
                self.assertEqual(expected, (status, output))

    def test_task_fed_by_an_interrupt(self):
        told = self.same("mps2-an385", self.m3 + "/rtos.elf")
        # Interrupts have come while the decoder worked, and the ring has been full: both ways of losing bytes were there.
        during, held_back = map(int, re.match(r"interrupts while decoding (\d+) held back (\d+)\n", told).groups())
        self.assertGreater(during, 0)
        self.assertGreater(held_back, 0)

    def test_m4(self):
        self.same("mps2-an386", build("cortex-m4", "cortex-m4") + "/changes.elf")

    def test_m0_code_without_division_of_64_bits(self):
        image = build("cortex-m0", "cortex-m0") + "/changes.elf"
        self.same("mps2-an385", image)
        self.assertEqual(set(), symbols(image) & {"__aeabi_uldivmod", "__aeabi_ldivmod", "__udivmoddi4", "__divdi3", "malloc", "_sbrk"})

    def test_m0_with_16_kib_of_memory_and_no_unaligned_access(self):
        # This core faults on any access that is not aligned, in the emulator too.
        folder = build("microbit", "cortex-m0", "-DNANOBINLOG_MEMORY=microbit")
        self.same("microbit", folder + "/changes.elf")


if __name__ == "__main__":
    unittest.main()
