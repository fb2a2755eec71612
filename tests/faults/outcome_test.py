#!/usr/bin/env python3
"""Many commands judge the same decisions at once, and some are killed: each decision has one outcome.

    outcome_test.py HENCE DRIVER           HENCE_SEED
"""

import concurrent.futures
import json
import random
import subprocess

import commands
import history

WRITERS = 12
ROUNDS = 6
SEED = history.seed()


class Outcomes(commands.StoreTest):
    def decide(self, count):
        lines = "".join(json.dumps({"id": f"d{n:03}", "kind": "decision", "correlation": "c",
                                    "time": f"2026-02-23T10:{n // 60:02}:{n % 60:02}Z",
                                    "fields": {"decision_type": "t"}}) + "\n" for n in range(count))
        status, _, err = self.run_to_end("record", given=lines)
        self.assertEqual(status, 0, err)

    def outcomes(self):
        """The id of each outcome by the id of what it judges; fails when there are two of one."""
        status, out, err = self.run_to_end("events", "--kinds", "outcome", "--json")
        self.assertEqual(status, 0, err)
        found = [json.loads(line) for line in out.splitlines()]
        by_decision = {event["fields"]["of"]: event["id"] for event in found}
        self.assertEqual(len(by_decision), len(found), "a decision has two outcomes")
        return by_decision

    def assert_nothing_was_quarantined(self):
        self.assertEqual(self.run_to_end("quarantine", "list", "--json")[1], "[]\n")

    def test_of_many_at_once_one_is_taken_and_the_others_name_it(self):
        self.decide(ROUNDS)
        for n in range(ROUNDS):
            with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
                done = list(pool.map(lambda writer: self.run_to_end(
                    "outcome", f"d{n:03}", "--correct" if writer % 2 else "--incorrect",
                    "--id", f"o{n}-{writer}"), range(WRITERS)))
            taken = [writer for writer, (status, _, _) in enumerate(done) if status == 0]
            self.assertEqual(len(taken), 1, done)
            for status, _, err in done:
                self.assertIn(status, (0, 1), err)
                self.assertTrue(status == 0 or f"o{n}-{taken[0]}" in err, err)
        self.assertEqual(len(self.outcomes()), ROUNDS)
        self.assert_nothing_was_quarantined()

    def test_many_at_once_each_find_a_decision_of_their_own(self):
        self.decide(WRITERS)
        with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
            done = list(pool.map(lambda writer: self.run_to_end(
                "outcome", "--correlation", "c", "--latest-decision", "t", "--correct"),
                range(WRITERS)))
        self.assertEqual([status for status, _, _ in done], [0] * WRITERS, done)
        self.assertEqual(len(self.outcomes()), WRITERS)
        self.assert_nothing_was_quarantined()

    def kill_one(self, dice, n):
        """Judges d{n} by several commands, of which one, the owner or not, dies somewhere."""
        writers = [self.start("outcome", f"d{n:03}", "--correct", "--id", f"o{n}-{writer}")
                   for writer in range(4)]
        victim = dice.choice(writers)
        try:
            victim.wait(timeout=dice.uniform(0, 0.15))
        except subprocess.TimeoutExpired:
            victim.kill()
        said = {}
        for writer, process in enumerate(writers):
            out, err = process.communicate(timeout=history.WAIT_S)
            self.assertIn(process.returncode, (0, 1) if process is not victim else (0, 1, -9), err)
            said[f"o{n}-{writer}"] = (process.returncode, err)
        return said

    def test_what_was_acknowledged_stands_though_others_were_killed(self):
        dice = random.Random(SEED)
        rounds = 4 * ROUNDS
        self.decide(rounds)
        for n in range(rounds):
            with self.subTest(round=n, HENCE_SEED=SEED):
                said = self.kill_one(dice, n)
                stands = self.outcomes()[f"d{n:03}"]
                for id, (status, err) in said.items():
                    self.assertTrue(status != 0 or id == stands, f"{id} was told that it stands")
                    self.assertTrue(status != 1 or (id != stands and stands in err), err)
        self.assert_nothing_was_quarantined()


if __name__ == "__main__":
    commands.main()
