#!/usr/bin/env python3
"""Commands that change one decision graph are killed anywhere: a supersede is there whole, or not at all.

    graph_test.py HENCE DRIVER           HENCE_KILLS (40), HENCE_SEED
"""

import concurrent.futures
import json
import os
import random
import subprocess
import time

import commands
import history

KILLS = int(os.environ.get("HENCE_KILLS", 40))
WRITERS = 8
SEED = history.seed()


class Graph(commands.StoreTest):
    def ask(self, *arguments):
        status, out, err = self.run_to_end("--json", "graph", *arguments)
        self.assertEqual(status, 0, err)
        return json.loads(out)

    def record_nodes(self, count):
        lines = "".join(json.dumps({"kind": "graph_node", "time": "2026-02-23T10:00:00Z", "fields": {
            "node": {"id": f"{side}{n}", "type": "decision", "label": "l"}}}) + "\n"
            for n in range(count) for side in ("old", "new"))
        self.assertEqual(self.run_to_end("record", given=lines)[0], 0)

    def test_supersede_is_there_whole_or_not_at_all(self):
        dice = random.Random(SEED)
        self.record_nodes(KILLS)
        begin = time.monotonic()
        self.ask("get", "old0")
        usual = time.monotonic() - begin  # So that some die too early and some too late.
        whole = 0
        for n in range(KILLS):
            with self.subTest(kill=n, HENCE_SEED=SEED):
                victim = self.start("graph", "supersede", f"old{n}", f"new{n}", "why", "--id", f"edge{n}")
                try:
                    victim.wait(timeout=dice.uniform(0, 1.5 * usual))
                except subprocess.TimeoutExpired:
                    victim.kill()
                out, _ = victim.communicate(timeout=history.WAIT_S)
                superseded = self.ask("get", f"old{n}")["status"] == "superseded"
                edges = self.ask("edges", f"old{n}", "--in")
                self.assertEqual([edge["from_id"] for edge in edges], [f"new{n}"] * superseded)
                self.assertTrue(superseded or "superseded" not in out, "what was said is gone")
                whole += superseded
        print(f"{KILLS} kills, {whole} supersedes")

    def test_of_many_that_add_the_same_node_one_does(self):
        with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
            done = list(pool.map(lambda writer: self.run_to_end(
                "graph", "add-node", "--type", "goal", "--label", str(writer), "--id", "same"), range(WRITERS)))
        taken = [writer for writer, (status, _, _) in enumerate(done) if status == 0]
        self.assertEqual(len(taken), 1, done)
        self.assertEqual(self.ask("get", "same")["label"], str(taken[0]))
        self.assertEqual({status for status, _, _ in done}, {0, 1})

    def test_two_that_supersede_each_other_leave_no_circle(self):
        self.record_nodes(WRITERS)
        for n in range(WRITERS):
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                done = list(pool.map(lambda pair: self.run_to_end("graph", "supersede", *pair),
                                     [(f"old{n}", f"new{n}"), (f"new{n}", f"old{n}")]))
            self.assertEqual(sorted(status for status, _, _ in done), [0, 1], done)


if __name__ == "__main__":
    commands.main()
