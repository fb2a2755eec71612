#!/usr/bin/env python3
"""Ends the process at its Nth call of each kind that changes the disk, for as many N as time allows.

    crash_points_test.py HENCE DRIVER   HENCE_FAULT_SECONDS (40; 0: all), HENCE_SEED

Every second point crashes once more, at another call, while the store is opened again.
"""

import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time
import unittest

import history

CALLS = ["write", "pwrite64", "fdatasync", "fsync", "rename", "openat", "unlink", "fallocate",
         "ftruncate", "mkdir"]
BATCHES = 60
POINTS_MIN = 15
SECONDS = float(os.environ.get("HENCE_FAULT_SECONDS", 40))
SEED = history.seed()


@unittest.skipUnless(shutil.which("strace"), "strace is not installed")
class CrashPoints(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory(prefix="crash-")
        self.addCleanup(self.directory.cleanup)
        self.count = 0

    def new_history(self):
        self.count += 1
        path = pathlib.Path(self.directory.name) / str(self.count)
        return history.History(HENCE, DRIVER, path)

    def run_driver(self, past, name, *strace):
        result = subprocess.run(["strace", "-f", "-qq", *strace, *past.command(name, BATCHES, 40)],
                                text=True, capture_output=True, timeout=history.WAIT_S)
        past.take(result.stdout)
        return result

    def points(self):
        """Each kind of call and how often one thread makes it."""
        trace = pathlib.Path(self.directory.name) / "trace"
        past = self.new_history()
        done = self.run_driver(past, "whole", "-e", f"trace={','.join(CALLS)}", "-o", str(trace))
        if "PTRACE" in done.stderr or "Operation not permitted" in done.stderr:
            self.skipTest(f"strace may not trace here: {done.stderr}")
        self.assertEqual(done.returncode, 0, done.stderr)
        counts = collections.Counter()
        for line in trace.read_text(errors="replace").splitlines():
            if call := re.match(r"(\d+) +(\w+)\(", line):
                counts[call.group(1, 2)] += 1
        most = collections.Counter()
        for (_, name), number in counts.items():
            most[name] = max(most[name], number)
        return [(name, n) for name, number in most.items() for n in range(1, number + 1)]

    def crash_at(self, past, name, call, n):
        self.run_driver(past, name, "-o", os.devnull, "-e", f"trace={call}", "-e",
                        f"inject={call}:signal=SIGKILL:when={n}")

    def test_no_crash_point_loses_or_doubles_an_event(self):
        dice = random.Random(SEED)
        points = self.points()
        dice.shuffle(points)
        end = time.monotonic() + (SECONDS or float("inf"))
        tried = 0
        for call, n in points:
            if time.monotonic() > end and tried >= POINTS_MIN:
                break
            with self.subTest(call=call, n=n, HENCE_SEED=SEED):
                past = self.new_history()
                self.crash_at(past, "a", call, n)
                if tried % 2 == 1:
                    again, m = dice.choice(points)
                    self.crash_at(past, "b", again, 1 + m % 12)
                past.check()
                last = subprocess.run(past.command("c", 2), text=True, capture_output=True,
                                      timeout=history.WAIT_S)
                self.assertEqual(last.returncode, 0, last.stderr)
                past.take(last.stdout)
                past.check()
                shutil.rmtree(past.store)
            tried += 1
        print(f"{tried} of {len(points)} crash points")


if __name__ == "__main__":
    HENCE, DRIVER = history.programs()
    unittest.main()
