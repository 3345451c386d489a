"""What the tests of the other machines share."""
import os
import subprocess
import sys
import unittest

SOURCE = os.environ["NBL_SOURCE_DIR"]
BUILD = os.environ["NBL_BUILD_DIR"]


def check(target, suite, optimise="-O1"):
    """Builds for `target`, compares what it prints of every log with this machine, and runs `suite` there."""
    environment = dict(os.environ, NBL_CHANGES=os.path.join(BUILD, "tests", "ports", "nanobinlog-changes"))
    result = subprocess.run([sys.executable, os.path.join(SOURCE, "ports", "check"), "--build", os.path.join(BUILD, "ports"),
                             "--jobs", "1", "--suite", suite, "--optimise=" + optimise, target],
                            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        raise AssertionError(result.stdout)
    return result.stdout


def main(case):
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    sys.exit(0 if unittest.TextTestRunner().run(suite).wasSuccessful() else 1)
