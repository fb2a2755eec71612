#!/usr/bin/env python3
"""The page can be built on a machine without Node.js: tools/node brings one into build/.

    nodeless_test.py
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from without_node import path_without_node

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Nodeless(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="nodeless-")
        self.addCleanup(directory.cleanup)
        self.work = pathlib.Path(directory.name)
        self.path = path_without_node(self.work / "path")
        (self.work / "tools").mkdir()
        shutil.copy(ROOT / "tools" / "node", self.work / "tools")

    def node(self, **more):
        return subprocess.run([self.work / "tools" / "node"], text=True, capture_output=True, timeout=600,
                              env={**os.environ, "PATH": str(self.path), **more})

    def test_a_machine_without_node_gets_one(self):
        first = self.node()
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn("installing one into build/node", first.stderr)
        place = pathlib.Path(first.stdout.strip())
        self.assertEqual(place, (self.work / "build" / "node" / "bin").resolve())
        for program in ("node", "npm", "npx"):
            said = subprocess.run([place / program, "--version"], text=True, capture_output=True,
                                  env={**os.environ, "PATH": f"{place}:{self.path}"})
            self.assertRegex(said.stdout, r"^v?\d+\.\d+\.\d+\n$", said.stderr)
        again = self.node()
        self.assertEqual((again.stdout, again.stderr), (first.stdout, ""))

    def test_one_that_is_too_old_is_not_taken(self):
        (self.path / "node").write_text("#!/bin/sh\necho v18.20.4\n")
        (self.path / "npm").write_text("#!/bin/sh\n")
        for name in ("node", "npm"):
            (self.path / name).chmod(0o755)
        # pip finds nothing to install from, so the failure is told, and nothing half-made stays.
        told = self.node(PIP_NO_INDEX="1")
        self.assertEqual(told.returncode, 1)
        self.assertIn("install Node.js 20.19 or newer yourself", told.stderr)
        self.assertFalse((self.work / "build" / "node").exists())


if __name__ == "__main__":
    unittest.main()
