#!/usr/bin/env python3
"""Twenty commands start at once on one directory: all succeed. The first twenty make the store, all by recording;
then some record and some ask.

    race_test.py HENCE DRIVER
"""

import concurrent.futures
import json
import pathlib
import subprocess
import tempfile
import unittest

import history

STARTS = 20
ROUNDS = 3
EVENTS = 5


def records(name):
    return name < STARTS or name % 2 == 0


class Race(unittest.TestCase):
    def start(self, store, name):
        """Records events, or lists sessions: whoever asks before the store is there is told so."""
        arguments, lines = ["sessions", "--json"], ""
        if records(name):
            arguments = ["record", "--json"]
            lines = "".join(json.dumps({"id": f"{name}-{n}", "kind": "thought", "session": str(name),
                                        "time": "2026-02-23T10:00:00Z"}) + "\n"
                            for n in range(EVENTS))
        return subprocess.run([HENCE, "--store", str(store), *arguments], input=lines, text=True,
                              capture_output=True, timeout=history.WAIT_S)

    def test_all_succeed_and_every_event_is_there_once(self):
        with tempfile.TemporaryDirectory(prefix="race-") as directory:
            store = pathlib.Path(directory) / "store"
            for start in range(0, ROUNDS * STARTS, STARTS):
                with concurrent.futures.ThreadPoolExecutor(STARTS) as pool:
                    names = range(start, start + STARTS)
                    for done in pool.map(lambda name: self.start(store, name), names):
                        self.assertEqual(done.returncode, 0, done.stderr)
            seqs = history.History(HENCE, DRIVER, store).events()
        self.assertEqual(set(seqs), {f"{name}-{n}" for name in range(ROUNDS * STARTS) if records(name)
                                     for n in range(EVENTS)})
        self.assertEqual(sorted(seqs.values()), list(range(1, len(seqs) + 1)))


if __name__ == "__main__":
    HENCE, DRIVER = history.programs()
    unittest.main()
