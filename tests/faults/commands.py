"""A store of its own for each test, and the program run on it by many commands."""

import pathlib
import subprocess
import tempfile
import unittest

import history


class StoreTest(unittest.TestCase):
    hence = ""  # The program; set before the tests are run.

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory(prefix="fault-")
        self.store = str(pathlib.Path(self.directory.name) / "store")

    def tearDown(self):
        self.directory.cleanup()

    def start(self, *arguments):
        return subprocess.Popen([self.hence, "--store", self.store, *arguments], text=True,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_to_end(self, *arguments, given=""):
        process = self.start(*arguments)
        out, err = process.communicate(given, timeout=history.WAIT_S)
        return process.returncode, out, err


def main():
    StoreTest.hence, _ = history.programs()
    unittest.main()
