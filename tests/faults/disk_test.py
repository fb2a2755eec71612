#!/usr/bin/env python3
"""A disk that is full, and one that cannot be written. Needs root, for the mounts; else it is skipped.

    disk_test.py HENCE DRIVER
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

import history

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import serving

DISK_SIZE = "24m"
BALLAST_SIZE = 8 << 20


class Disk(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory(prefix="disk-")
        self.addCleanup(self.directory.cleanup)
        self.disk = pathlib.Path(self.directory.name) / "disk"
        self.disk.mkdir()

    def mount(self, *arguments):
        if os.geteuid() != 0:
            self.skipTest("only root can mount a small disk")
        done = subprocess.run(["mount", *arguments, str(self.disk)], text=True, capture_output=True)
        if done.returncode != 0:
            self.skipTest(f"nothing can be mounted here: {done.stderr.strip()}")

    def unmount_later(self):
        self.addCleanup(subprocess.run, ["umount", "-l", str(self.disk)])

    def hence(self, *arguments, **more):
        return subprocess.run([HENCE, "--store", str(self.disk / "store"), *arguments], text=True,
                              capture_output=True, timeout=history.WAIT_S, **more)

    def drive(self, past, name, *plan):
        done = subprocess.run(past.command(name, *plan), text=True, capture_output=True,
                              timeout=history.WAIT_S)
        past.take(done.stdout)
        return done

    def test_a_full_disk_is_said_and_costs_nothing_that_was_acknowledged(self):
        self.mount("-t", "tmpfs", "-o", f"size={DISK_SIZE}", "tmpfs")
        self.unmount_later()
        past = history.History(HENCE, DRIVER, self.disk / "store")
        ballast = self.disk / "ballast"
        ballast.write_bytes(b"x" * BALLAST_SIZE)
        full = self.drive(past, "a", 10**9, 50, 2000)
        self.assertEqual(full.returncode, 3)
        self.assertIn("No space left", full.stderr)
        self.assertGreater(len(past.acknowledged), 100)

        extra = '{"id":"extra","kind":"thought","time":"2026-02-23T10:00:00Z"}\n'
        refused = self.hence("record", input=extra)
        past.in_flight.append(["extra"])
        if refused.returncode != 0:  # A little room may have been found.
            self.assertEqual(refused.returncode, 3, refused.stderr)
            self.assertRegex(refused.stderr, "^hence: ")
        past.check()  # Questions are answered.
        ballast.unlink()
        past.check()
        again = self.drive(past, "b", 3)
        self.assertEqual(again.returncode, 0, again.stderr)
        past.check()

    def test_a_server_on_a_full_disk_answers_and_goes_on_once_there_is_room(self):
        self.mount("-t", "tmpfs", "-o", "size=12m", "tmpfs")
        self.unmount_later()
        serving.HENCE = HENCE
        ballast = self.disk / "ballast"
        ballast.write_bytes(b"x" * (4 << 20))
        server = serving.Server(self.disk / "store")
        self.addCleanup(server.process.kill)
        stored = []
        for number in range(10_000):
            event = serving.event(f"e{number}", fields={"text": os.urandom(1500).hex()})
            status = server.post([event])[0]
            if status != 200:
                break
            stored.append(f"e{number}")
        self.assertEqual(status, 503)
        self.assertGreater(len(stored), 50)
        for _ in range(3):
            self.assertEqual(server.ask("GET", "/api/v1/sessions")[0], 200)
        ballast.unlink()
        for _ in range(200):
            status = server.post([serving.event("after")])[0]
            if status == 200:
                break
            time.sleep(0.1)
        self.assertEqual(status, 200)
        self.assertEqual(server.end(), 0, server.said)
        there = self.hence("--json", "events").stdout
        for name in [*stored, "after"]:
            self.assertEqual(there.count(f'"id":"{name}",'), 1, name)

    def test_a_disk_that_cannot_be_written_is_said_and_left_alone(self):
        past = history.History(HENCE, DRIVER, self.disk / "store")
        self.mount("-t", "tmpfs", "-o", f"size={DISK_SIZE}", "tmpfs")
        self.unmount_later()
        self.assertEqual(self.drive(past, "a", 5).returncode, 0)
        self.mount("-o", "remount,ro")
        refused = self.hence("record", input='{"kind":"thought","time":"2026-02-23T10:00:00Z"}\n')
        self.assertEqual(refused.returncode, 3, refused.stdout)
        self.assertRegex(refused.stderr, "^hence: ")
        self.assertEqual(self.drive(past, "b", 1).returncode, 3)
        past.check()  # Questions are answered.
        self.mount("-o", "remount,rw")
        past.check()
        self.assertEqual(self.drive(past, "c", 1).returncode, 0)
        past.check()


if __name__ == "__main__":
    HENCE, DRIVER = history.programs()
    unittest.main()
