#!/usr/bin/env python3
"""A store that changes hands all the time: many recorders, somebody who asks each owner to leave, and kills.

    handover_test.py HENCE DRIVER

No process hangs, and what a recorder said it stored is there once. HENCE_HANDOVERS says how often the store changes
hands.
"""

import json
import os
import random
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import commands
import history

HANDOVERS = int(os.environ.get("HENCE_HANDOVERS", "200"))
RECORDERS = 4
EVENTS = 40
REQUEST = (b"POST /api/v1/handover HTTP/1.1\r\nHost: hence\r\nContent-Type: application/json\r\n"
           b"Accept: application/json\r\nContent-Length: 0\r\n\r\n")


def event(name):
    return json.dumps({"id": name, "kind": "thought", "time": "2026-02-23T10:00:00Z", "session": name.split("-")[0]})


class Handover(commands.StoreTest):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.run_to_end("record", given=event("first-0") + "\n")[0], 0)
        self.handed = 0
        self.stored = {"first-0"}
        self.unknown = set()
        self.problems = []
        self.lock = threading.Lock()
        self.done = threading.Event()

    def ask_to_leave(self, seed):
        """Asks whoever owns the store to hand it over, again and again, as a server does that wants to start."""
        dice = random.Random(seed)
        while not self.done.is_set():
            try:
                with socket.socket(socket.AF_UNIX) as asked:
                    asked.settimeout(history.WAIT_S)
                    asked.connect(os.path.join(self.store, "hence.sock"))
                    asked.sendall(REQUEST)
                    answered = asked.recv(64)
                if answered.startswith(b"HTTP/1.1 200"):
                    with self.lock:
                        self.handed += 1
                        if self.handed >= HANDOVERS:
                            self.done.set()
            except TimeoutError:
                self.problems.append("an owner took a request and did not answer")
                self.done.set()
            except OSError:
                pass  # Nobody owns it at this moment, or the owner has just left.
            time.sleep(dice.random() * 0.004)

    def record(self, number, seed):
        """Recorders one after the other, each with a few events, some of them killed."""
        dice = random.Random(seed)
        turn = 0
        while not self.done.is_set():
            turn += 1
            names = [f"w{number}-{turn}-{i}" for i in range(dice.randrange(1, EVENTS))]
            process = self.start("record")
            kill_after = dice.random() * 0.1 if dice.random() < 0.2 else None
            try:
                out, err = process.communicate("".join(event(name) + "\n" for name in names),
                                               timeout=kill_after or history.WAIT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                if kill_after is None:
                    self.problems.append("a recorder hangs")
                    self.done.set()
                self.unknown.update(names)
                continue
            if process.returncode == 3 and "the answer broke off" in err:
                self.unknown.update(names)  # The owner was killed while it answered.
                continue
            if process.returncode != 0:
                self.problems.append(f"exit {process.returncode}: {err or out}")
                self.done.set()
            self.stored.update(names)

    def test_nobody_hangs_and_nothing_is_lost(self):
        seed = history.seed()
        dice = random.Random(seed)
        threads = [threading.Thread(target=self.ask_to_leave, args=(dice.random(),)) for _ in range(2)]
        threads += [threading.Thread(target=self.record, args=(number, dice.random())) for number in range(RECORDERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.problems, [], f"HENCE_SEED={seed}")
        code, out, err = self.run_to_end("--json", "events")
        self.assertEqual((code, err), (0, ""))
        there = [json.loads(line)["id"] for line in out.splitlines()]
        self.assertEqual(len(there), len(set(there)), "an event is there twice")
        self.assertEqual(self.stored - set(there), set(), "what was said to be stored is gone")
        self.assertEqual(set(there) - self.stored - self.unknown, set(), "nobody recorded this")
        self.assertGreaterEqual(self.handed, HANDOVERS)


if __name__ == "__main__":
    commands.main()
