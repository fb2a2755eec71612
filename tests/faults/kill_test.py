#!/usr/bin/env python3
"""Ends a recording process by force, again and again: what it acknowledged is there, exactly once.

    kill_test.py HENCE DRIVER           HENCE_KILLS (60), HENCE_SEED
"""

import os
import pathlib
import random
import subprocess
import tempfile
import threading
import unittest

import history

KILLS = int(os.environ.get("HENCE_KILLS", 60))
KILLS_OF_A_STORE = 20
SEED = history.seed()


class Kill(unittest.TestCase):
    def live_and_die(self, past, name, dice):
        """One in five dies while it opens the store, or before."""
        driver = subprocess.Popen(past.command(name, 10**9), text=True, stdout=subprocess.PIPE)
        begin = "" if dice.random() < 0.2 else driver.stdout.readline()
        timer = threading.Timer(dice.uniform(0, 0.2), driver.kill)
        timer.start()
        with driver:
            past.take(begin + driver.stdout.read())

    def test_what_was_acknowledged_survives_exactly_once(self):
        dice = random.Random(SEED)
        events = 0
        for first in range(0, KILLS, KILLS_OF_A_STORE):
            with tempfile.TemporaryDirectory(prefix="kill-") as directory:
                past = history.History(HENCE, DRIVER, pathlib.Path(directory) / "store")
                for n in range(first, min(first + KILLS_OF_A_STORE, KILLS)):
                    with self.subTest(kill=n, HENCE_SEED=SEED):
                        self.live_and_die(past, f"k{n}", dice)
                        past.check()
                        if n % 5 == 4 and past.seen:
                            past.check_search()
                events += len(past.seen)
        self.assertGreater(events, KILLS, "too little was recorded to test anything")
        print(f"{KILLS} kills, {events} events")


if __name__ == "__main__":
    HENCE, DRIVER = history.programs()
    unittest.main()
