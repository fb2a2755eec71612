#!/usr/bin/env python3
"""System calls that fail, one at a time, once or from then on, while a store is opened, recorded into, asked and closed.

    io_test.py HENCE DRIVER

No program is ever ended by a signal, nothing is acknowledged that is not there afterwards, and once the calls succeed
again recording goes on. HENCE_IO_POINTS says how many of all points are tried, chosen at random; 0 is all of them.
"""

import errno
import itertools
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

import history

POINTS = int(os.environ.get("HENCE_IO_POINTS", "160"))
LAST_POINT = 400
CALLS = ["write", "pwrite", "fsync", "fdatasync", "sync_file_range", "rename", "open", "fallocate", "mmap", "unlink",
         "ftruncate", "read", "pread", "close", "mkdir"]
HOWS = [errno.EIO, errno.ENOSPC, errno.EMFILE, errno.EINTR, "short"]
TRANSFERS = {"write", "pwrite", "read", "pread"}
EVENT = '{"id":"%s","kind":"thought","time":"2026-02-23T10:00:00Z","session":"cli"}\n'


def kinds():
    """Every way of failing that makes sense."""
    for call, how, times in itertools.product(CALLS, HOWS, ("once", "for_ever")):
        # A call that is interrupted for ever, or transfers half for ever, is one that a program may well try for ever.
        if how == "short" and (call not in TRANSFERS or times == "for_ever"):
            continue
        if how == errno.EINTR and times == "for_ever":
            continue
        yield call, how, times


class FailingIo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shim = pathlib.Path(DRIVER).resolve().parent / "libfailing_io.so"
        if not cls.shim.exists():
            raise AssertionError(f"{cls.shim} is not built")
        cls.directory = tempfile.TemporaryDirectory(prefix="io-")
        cls.work = pathlib.Path(cls.directory.name)
        cls.filled = cls.work / "filled"
        # Tables and a write-ahead log, so that opening has something to read.
        subprocess.run([DRIVER, cls.filled, "first", "40", "8", "2000"], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def run_failing(self, command, store, call, how, times, at, **more):
        note = self.work / "note"
        note.unlink(missing_ok=True)
        environment = dict(os.environ, LD_PRELOAD=str(self.shim), FAIL_CALL=call, FAIL_AT=str(at), FAIL_HOW=str(how),
                           FAIL_TIMES=times, FAIL_PATH=str(store), FAIL_NOTE=str(note))
        done = subprocess.run(command, env=environment, text=True, capture_output=True, timeout=history.WAIT_S, **more)
        self.assertGreaterEqual(done.returncode, 0, f"ended by a signal: {done.stderr}")
        return done, note.exists()

    def history_of_filled(self, store):
        past = history.History(HENCE, DRIVER, store)
        shutil.copytree(self.filled, store)
        past.seen = dict(self.filled_events)
        return past

    def try_recording(self, point):
        """The driver, which goes on after a refusal and asks for what was acknowledged."""
        store = self.work / "store"
        past = self.history_of_filled(store)
        done, fired = self.run_failing([*past.command("b", 25, 6, 3000), "go_on"], store, *point)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        past.take(done.stdout)
        past.check()
        again = subprocess.run(past.command("c", 2), text=True, capture_output=True, timeout=history.WAIT_S)
        self.assertEqual(again.returncode, 0, again.stderr)
        past.take(again.stdout)
        past.check()
        return fired

    def try_command(self, point, *arguments, given=None):
        store = self.work / "store"
        past = self.history_of_filled(store)
        done, fired = self.run_failing([HENCE, "--store", str(store), *arguments], store, *point, input=given)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        if done.returncode == 3:
            self.assertRegex(done.stderr, "(?m)^hence: ")
        if given:
            if done.returncode == 0:
                past.seen["cli"] = len(self.filled_events) + 1
            past.in_flight.append(["cli"])
        past.check()
        return fired

    def try_asking(self, point):
        return self.try_command(point, "sessions")

    def try_record_command(self, point):
        return self.try_command(point, "record", given=EVENT % "cli")

    def test_no_failing_call_ends_a_program_or_loses_what_was_acknowledged(self):
        self.__class__.filled_events = history.History(HENCE, DRIVER, self.filled).events()
        seed = history.seed()
        dice = random.Random(seed)
        series = [(work, kind) for work in (self.try_recording, self.try_asking, self.try_record_command)
                  for kind in kinds()]
        fired = tried = 0
        if POINTS:
            tries = []
            for _ in range(POINTS):
                work, kind = dice.choice(series)
                tries.append((work, kind, [min(LAST_POINT, int(dice.expovariate(1 / 12)) + 1)]))
        else:
            tries = [(work, kind, range(1, LAST_POINT)) for work, kind in series]
        for work, kind, points in tries:
            for at in points:
                with self.subTest(work=work.__name__, kind=kind, at=at, seed=seed):
                    hit = False
                    try:
                        hit = work((*kind, at))
                    finally:
                        shutil.rmtree(self.work / "store", ignore_errors=True)
                tried += 1
                fired += hit
                if not hit:
                    break  # The program makes fewer such calls.
        print(f"{tried} runs, {fired} failing calls")
        self.assertGreater(fired, tried // 8)


if __name__ == "__main__":
    HENCE, DRIVER = history.programs()
    unittest.main()
