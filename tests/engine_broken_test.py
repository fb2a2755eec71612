#!/usr/bin/env python3
"""The connection to the engine breaks at every message: engine_broken_test.py HENCE. HENCE_EVERY (8): of so many, one.

A commit whose connection breaks before or after any of its messages is stored once or not at all, and the program says
which. An answer whose connection breaks is whole, or an error; it is never shorter.
"""

import http.client
import json
import os
import subprocess
import unittest

import engine
import engine_proxy
import serving

EVERY = int(os.environ.get("HENCE_EVERY", "8"))
SIDES = (engine_proxy.PROGRAM, engine_proxy.ENGINE)


@unittest.skipUnless(engine.PROGRAMS, "PostgreSQL is not installed")
class BrokenTest(serving.ServeTest):
    @classmethod
    def setUpClass(cls):
        cls.engine = engine.Engine()
        cls.addClassCleanup(cls.engine.close)

    def setUp(self):
        super().setUp()
        path = self.directory / "proxy"
        path.mkdir()
        self.proxy = engine_proxy.Proxy(path, self.engine.directory / ".s.PGSQL.5432")
        self.addCleanup(self.proxy.close)
        log = self.id().rsplit("_", 1)[1]
        self.direct = self.engine.address(log)
        self.address = f"postgres:///postgres?host={path}&user=hence&connect_timeout=2&log={log}"

    def batch(self, name, count=5):
        return "".join(json.dumps(serving.event(f"{name}-{n}", session="s")) + "\n" for n in range(count)).encode()

    def record(self, name):
        return serving.hence(self.address, "record", "--json", "-", input=self.batch(name))

    def stored(self):
        done = serving.hence(self.direct, "--json", "events", "--limit", "1000000")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def points(self):
        """Every message of the run that was just made, before and after it."""
        for side in SIDES:
            for number in range(1, self.proxy.counts[side] + 1):
                for after in (False, True):
                    yield side, number, after

    def test_a_commit_that_breaks_anywhere_is_stored_once_or_not_at_all(self):
        serving.hence(self.direct, "record", "-", input=self.batch("first"))
        self.proxy.reset()
        self.assertEqual(self.record("whole").returncode, 0)
        points = list(self.points())[::EVERY]
        acknowledged, refused, broken = {"first", "whole"}, 0, 0
        for number, point in enumerate(points):
            with self.subTest(point=point):
                name = f"p{number}"
                self.proxy.break_at(*point)
                done = self.record(name)
                broken += self.proxy.broken
                self.assertIn(done.returncode, (0, 1, 3), done.stderr)
                if done.returncode == 0:
                    told = json.loads(done.stdout)
                    self.assertEqual((told["accepted"], told["duplicates"]), (5, 0), "a receipt that was not the first")
                    acknowledged.add(name)
                refused += done.returncode != 0
        self.proxy.reset()
        stored = self.stored()
        names = [each["id"] for each in stored]
        self.assertEqual(len(names), len(set(names)), "an event is stored twice")
        self.assertEqual(sorted(each["seq"] for each in stored), list(range(1, len(stored) + 1)))
        for name in acknowledged:
            self.assertLessEqual({f"{name}-{n}" for n in range(5)}, set(names), name)
        for number in range(len(points)):
            there = sum(f"p{number}-{n}" in names for n in range(5))
            self.assertIn(there, (0, 5), "a part of a batch is stored")
        self.assertGreater(broken, len(points) * 0.8)
        print(f"{broken} connections broken in a commit, {refused} commits refused, the others stored once")

    def test_an_answer_that_breaks_is_an_error_and_never_shorter(self):
        for number in range(60):  # Many batches, so that a question needs many messages.
            serving.hence(self.direct, "record", "-", input=self.batch(f"b{number}", 20))
        question = ("--json", "events", "--limit", "100000")
        self.proxy.reset()
        whole = serving.hence(self.address, *question)
        self.assertEqual((whole.returncode, len(whole.stdout.splitlines())), (0, 1200))
        points = list(self.points())[::EVERY * 4]
        errors = 0
        for side, number, after in points:
            with self.subTest(side=side, number=number, after=after):
                self.proxy.break_at(side, number, after, stays=True)
                done = serving.hence(self.address, *question)
                if done.returncode == 0:
                    self.assertEqual(done.stdout, whole.stdout, "an answer is shorter, and says nothing of it")
                else:
                    errors += 1
                    self.assertIn(b"hence: ", done.stderr)
        self.assertGreater(errors, len(points) // 2)
        print(f"{len(points)} answers broken, {errors} of them told as an error, the others whole")

    def test_an_answer_of_a_server_breaks(self):
        for number in range(30):
            serving.hence(self.direct, "record", "-", input=self.batch(f"b{number}", 40))
        self.proxy.reset()
        with self.serving(store=self.address) as server:
            self.proxy.reset()
            target = "/api/v1/export/ndjson"
            whole = server.ask("GET", target)
            self.assertEqual(whole[0], 200, whole[2])
            seen = self.proxy.counts[engine_proxy.ENGINE]
            errors = 0
            for number in range(1, seen + 1, max(1, seen * EVERY // 24)):
                self.proxy.break_at(engine_proxy.ENGINE, number, False, stays=True)
                try:
                    status, _, body = server.ask("GET", target)
                    self.assertTrue(status >= 500 or body == whole[2], "an answer is shorter, and says nothing of it")
                    errors += status >= 500
                except http.client.IncompleteRead:
                    errors += 1
                self.proxy.reset()
            self.assertGreater(errors, 0)


if __name__ == "__main__":
    serving.main()
