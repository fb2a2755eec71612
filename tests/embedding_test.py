#!/usr/bin/env python3
"""A host that forks, exits or runs out of disk with a store open loses nothing and is never ended.

    embedding_test.py HENCE HOST
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

WAIT_S = 60
HENCE = ""
HOST = ""
CHILD = "was opened by process"


class Embedding(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="embedding-")
        self.addCleanup(directory.cleanup)
        self.work = pathlib.Path(directory.name)
        self.store = self.work / "store"

    def host(self, mode, *numbers, **more):
        """What the host says, fact by fact. It must end by itself and well."""
        done = subprocess.run([HOST, mode, str(more.pop("store", self.store)), *map(str, numbers)],
                              text=True, capture_output=True, timeout=WAIT_S, cwd=self.work, **more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stderr, "")
        return dict((line + " ").split(" ", 1) for line in done.stdout.splitlines())

    def sessions(self, store=None):
        """How many events each session has, as the program tells."""
        done = subprocess.run([HENCE, "--store", str(store or self.store), "--json", "events"],
                              text=True, capture_output=True, timeout=WAIT_S)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        counts = {}
        for line in done.stdout.splitlines():
            session = json.loads(line)["session"]
            counts[session] = counts.get(session, 0) + 1
        return counts

    def test_a_child_that_records_is_refused_and_costs_nothing(self):
        for number, counts in enumerate([(10, 5, 20), (10, 5, 3), (1, 1, 1), (1, 1, 100),
                                         (10, 50, 50, 1)]):
            with self.subTest(counts=counts):
                store = self.work / f"store-{number}"
                said = self.host("fork_and_record", *counts, store=store)
                self.assertEqual(said["before"].split()[0], str(counts[0]))
                self.assertEqual(said["parent"].split()[0], str(counts[2]))
                self.assertEqual(said["child"].split()[0], "ended")
                self.assertEqual(self.sessions(store), {"before": counts[0], "parent": counts[2]})

    def test_a_child_is_told_why(self):
        done = subprocess.run([HOST, "fork_and_record", self.store, "2", "3", "2"], text=True,
                              capture_output=True, timeout=WAIT_S)
        self.assertRegex(done.stdout, f"(?m)^child 0 the store .* {CHILD} \\d+, of which this is a child$")

    def test_a_child_that_asks_is_refused(self):
        said = self.host("fork_and_ask", 3, 0, 3)
        self.assertIn(CHILD, said["find"])
        self.assertIn(CHILD, said["next"])
        self.assertEqual(self.sessions(), {"before": 3, "parent": 3})

    def test_a_child_that_destroys_its_copy_touches_nothing(self):
        said = self.host("fork_and_destroy", 3, 0, 4)
        self.assertIn("destroyed", said)
        self.assertEqual(self.sessions(), {"before": 3, "parent": 4})

    def test_a_child_that_lives_on_does_not_keep_the_store(self):
        with subprocess.Popen([HOST, "fork_and_close", self.store, "2"], text=True,
                              stdout=subprocess.PIPE) as host:
            for line in host.stdout:
                if line.strip() == "closed":
                    break
            self.assertEqual(self.sessions(), {"before": 2})
            self.assertIsNone(host.poll(), "the child is gone already")
            self.assertIn("child ended with 0", host.stdout.read())
        self.assertEqual(host.returncode, 0)

    def test_a_child_that_lives_on_does_not_keep_the_store_of_a_killed_parent(self):
        with subprocess.Popen([HOST, "fork_and_close", self.store, "2"], text=True,
                              stdout=subprocess.PIPE) as host:
            host.stdout.readline()
            host.kill()
            host.wait()
            self.assertEqual(self.sessions(), {"before": 2})
            host.stdout.close()

    def test_a_child_that_opens_another_store_is_told_how(self):
        said = self.host("fork_and_open_another", 3, 0, 5)
        self.assertIn("had opened a store when it forked this one", said["opening"])
        self.assertEqual(self.sessions(), {"before": 3, "parent": 5})

    def test_children_made_at_any_moment_are_refused(self):
        said = self.host("fork_under_load", 200)
        self.assertEqual(said["children"].strip(), "200")
        self.assertEqual(sum(self.sessions().values()), int(said["acknowledged"]))

    def test_a_store_opens_in_a_host_with_busy_threads(self):
        self.host("open_among_threads", 20)
        self.assertEqual(self.sessions(self.work / "among"), {"before": 20})

    def test_a_store_in_a_global_is_closed_before_what_it_needs_is_gone(self):
        for mode in ("exit_with_a_global", "record_in_a_destructor", "record_in_a_thread",
                     "exit_in_a_callback"):
            with self.subTest(mode=mode):
                store = self.work / mode
                said = self.host(mode, 5, store=store)
                self.assertEqual(said["before"].strip(), "5")
                self.assertEqual(self.sessions(store)["before"], 5)
                if mode == "record_in_a_destructor":
                    self.assertIn("the program is exiting", said["destructor"])

    def test_handlers_of_an_exit_may_record(self):
        for mode, name in (("record_in_a_handler", "handler"),
                           ("record_in_a_thread_local", "thread_local")):
            with self.subTest(mode=mode):
                store = self.work / mode
                self.assertEqual(self.host(mode, 5, store=store)[name].strip(), "1")
                self.assertEqual(self.sessions(store), {"before": 5, name: 1})

    def small_disk(self, size):
        if os.geteuid() != 0:
            self.skipTest("only root can mount a small disk")
        disk = self.work / "disk"
        disk.mkdir(exist_ok=True)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk],
                              text=True, capture_output=True)
        if done.returncode != 0:
            self.skipTest(f"nothing can be mounted here: {done.stderr.strip()}")
        return disk

    def test_a_full_disk_is_an_error_and_recording_goes_on_once_there_is_room(self):
        for size, text in ((6, 200), (8, 10), (12, 5000), (24, 100_000)):
            with self.subTest(size=size, text=text):
                disk = self.small_disk(f"{size}m")
                try:
                    self.fill(disk, text, ballast_size=size * 2 // 3 << 20)
                finally:
                    subprocess.run(["umount", "-l", disk])

    def fill(self, disk, text, ballast_size):
        ballast = disk / "ballast"
        ballast.write_bytes(b"x" * ballast_size)
        with subprocess.Popen([HOST, "fill", disk / "store", str(text), "1000000"], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as host:
            full = host.stdout.readline()
            self.assertRegex(full, "^full [0-9]+ .*No space left", full + host.stderr.read()
                             if not full else full)
            self.assertEqual(host.stdout.readline().strip(), "asked")
            during = subprocess.run([HENCE, "--store", disk / "store", "sessions"],
                                    capture_output=True, timeout=WAIT_S)
            self.assertEqual(during.returncode, 0, during.stderr)
            ballast.unlink()
            said, errors = host.communicate("\n", timeout=WAIT_S)
        self.assertEqual((host.returncode, errors), (0, ""))
        self.assertEqual(said.splitlines()[-1], "after 5")
        counts = self.sessions(disk / "store")
        self.assertEqual(counts.pop("after"), 5)
        # One more may be there for each refusal: whether it was written was not known.
        self.assertIn(sum(counts.values()) - int(full.split()[1]), range(4))


if __name__ == "__main__":
    HENCE, HOST = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main()
