#!/usr/bin/env python3
"""Many processes and one store: nobody fails, nothing is lost, nothing is there twice.

    processes_test.py HENCE [SEED]
"""

import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest

HENCE = ""
SEED = 0
WAIT_S = 60


def lines(name, count):
    """`count` events of a session of that name."""
    return "".join(json.dumps({"id": f"{name}-{n}", "kind": "thought", "time": "2026-01-01T00:00:00Z",
                               "session": name, "fields": {"text": f"thought {n}"}}) + "\n"
                   for n in range(count))


class Processes(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory(prefix="processes-")
        self.addCleanup(self.directory.cleanup)
        self.store = pathlib.Path(self.directory.name) / "store"

    def hence(self, *arguments, **more):
        return subprocess.run([HENCE, "--store", str(self.store), *arguments], text=True,
                              capture_output=True, timeout=WAIT_S, **more)

    def record(self, name, count):
        result = self.hence("record", "--json", input=lines(name, count))
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def own(self):
        """A process that owns the store until its standard input ends."""
        owner = subprocess.Popen([HENCE, "--store", str(self.store), "record"],
                                 stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        end = time.monotonic() + WAIT_S
        while not (self.store / "hence.sock").exists():
            self.assertLess(time.monotonic(), end, "nobody listens")
            time.sleep(0.01)
        return owner

    def check_holds_exactly(self, names, count):
        """The store holds these sessions' events once each, and numbered without a hole."""
        result = self.hence("events", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        events = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(sorted(event["id"] for event in events),
                         sorted(f"{name}-{n}" for name in names for n in range(count)))
        self.assertEqual(sorted(event["seq"] for event in events), list(range(1, len(events) + 1)))

    def test_twenty_at_once_take_turns(self):
        names = [f"p{n}" for n in range(20)]
        with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
            receipts = list(pool.map(lambda name: self.record(name, 10), names))
        self.assertEqual([receipt["accepted"] for receipt in receipts], [10] * len(names))
        self.check_holds_exactly(names, 10)

    def test_what_was_acknowledged_survives_the_death_of_the_owner(self):
        dice = random.Random(SEED)
        names = [f"r{n}" for n in range(12)]
        deaths = set(dice.sample(names, 3))
        owner = self.own()
        for name in names:
            self.record(name, 20)
            if name in deaths:
                owner.kill()
                owner.communicate()
                owner = self.own() if dice.random() < 0.5 else owner
        if owner.returncode is None:
            owner.communicate()
        self.check_holds_exactly(names, 20)

    def test_a_record_that_was_killed_can_be_told_again(self):
        dice = random.Random(SEED)
        text = lines("whole", 5000)
        for _ in range(4):
            process = subprocess.Popen([HENCE, "--store", str(self.store), "record"],
                                       stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, text=True)
            try:
                process.stdin.write(text[:dice.randrange(len(text))])
                process.stdin.flush()
            except BrokenPipeError:
                pass
            time.sleep(dice.random() / 5)
            process.kill()
            process.communicate()
        self.record("whole", 5000)
        self.check_holds_exactly(["whole"], 5000)


if __name__ == "__main__":
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    SEED = int(sys.argv.pop(1)) if len(sys.argv) > 1 else random.randrange(1 << 30)
    print(f"seed {SEED}", file=sys.stderr)
    unittest.main()
