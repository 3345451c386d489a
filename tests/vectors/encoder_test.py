"""The committed case files are what the encoder writes: same names, same bytes."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYNTHETIC = ROOT / "fixtures" / "synthetic"


class EncoderTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
        subprocess.run([sys.executable, str(SYNTHETIC / "make.py"), cls.directory.name], check=True, env=environment,
                       stdout=subprocess.DEVNULL)
        cls.written = {p.name: p.read_bytes() for p in pathlib.Path(cls.directory.name).iterdir()}
        cls.committed = {p.name: p.read_bytes() for p in SYNTHETIC.glob("*.cases")}

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def test_the_same_files(self):
        self.assertTrue(self.written)
        self.assertEqual(sorted(self.written), sorted(self.committed))

    def test_the_same_bytes(self):
        for name, content in self.written.items():
            self.assertTrue(content == self.committed.get(name), "%s differs from what make.py writes" % name)


if __name__ == "__main__":
    unittest.main()
