#!/usr/bin/env python3
"""Primaries are killed and standbys promoted under four writers, and servers are killed, too.

    engine_promotion_test.py HENCE           HENCE_PROMOTIONS (3), HENCE_MINUTES (then no more are begun), HENCE_SEED

Four writers post through two servers before three nodes of PostgreSQL. In each round the primary is killed and the most
advanced standby is promoted. In every third round a server is killed at the same moment, and in every fourth a server
alone. What was acknowledged must be stored, every number must be taken once, and no event may be there twice.
"""

import http.client
import json
import os
import random
import threading
import time
import unittest

import engine
import engine_cluster
import serving

PROMOTIONS = int(os.environ.get("HENCE_PROMOTIONS", "3"))
MINUTES = float(os.environ.get("HENCE_MINUTES", "inf"))
SEED = int(os.environ.get("HENCE_SEED", "1"))
WRITERS = 4
BATCH = 20


class Writer(threading.Thread):
    """Posts batches; sends one again whose answer it did not get, or sometimes leaves it."""

    def __init__(self, number, servers):
        super().__init__(daemon=True)
        self.name = f"w{number}"
        self.dice = random.Random(f"{SEED} {number}")
        self.servers = servers
        self.acknowledged = []
        self.last_seq = 0
        self.tried = 0
        self.failed = 0
        self.wrong = []
        self.ending = threading.Event()

    def run(self):
        while not self.ending.is_set():
            batch = [serving.event(f"{self.name}-{self.tried}-{n}", session=f"{self.name}-{self.tried % 7}")
                     for n in range(BATCH)]
            self.tried += 1
            time.sleep(0.02)  # The faults are tested, not the machine.
            while not self.send(batch) and not self.ending.is_set():
                self.failed += 1
                time.sleep(0.05)
                if self.dice.random() < 0.2:
                    break  # Nobody knows whether it is stored, and that is allowed.

    def send(self, batch):
        try:
            status, _, body = self.dice.choice(self.servers).post(batch, timeout=60)
        except (OSError, http.client.HTTPException):
            return False
        if status != 200:
            return False
        told = json.loads(body)
        if told["accepted"] + told["duplicates"] != len(batch) or told["quarantined"]:
            self.wrong.append(told)
        self.acknowledged += [each["id"] for each in batch]
        self.last_seq = max(self.last_seq, told["last_seq"] or 0)  # Of duplicates alone there is none.
        return True


@unittest.skipUnless(engine.PROGRAMS, "PostgreSQL is not installed")
class PromotionTest(serving.ServeTest):
    def setUp(self):
        super().setUp()
        self.cluster = engine_cluster.Cluster()
        self.addCleanup(self.cluster.close)
        self.servers = []
        self.addCleanup(self.end_servers)

    def end_servers(self):
        for server in self.servers:
            server.process.kill()
            server.end()

    def kill_a_server(self, dice):
        at = dice.randrange(len(self.servers))
        self.servers[at].process.kill()
        self.servers[at].end()
        for _ in range(60):
            try:
                self.servers[at] = serving.Server(self.cluster.address())
                return
            except AssertionError as refused:  # There is no primary yet: as a supervisor does, it starts another.
                self.assertIn("the engine does not answer", str(refused))
                time.sleep(0.2)
        raise AssertionError("no server starts")

    def acknowledged(self, writers):
        return sum(len(writer.acknowledged) for writer in writers)

    def wait_for_writers(self, writers):
        """Until each has been told of something new: the whole way works again."""
        before = [len(writer.acknowledged) for writer in writers]
        engine_cluster.wait_until(
            lambda: all(len(writer.acknowledged) > was for writer, was in zip(writers, before)),
            "every writer is acknowledged something", 120)

    def test_what_was_acknowledged_is_stored_once_whoever_takes_over(self):
        dice = random.Random(SEED)
        self.servers += [serving.Server(self.cluster.address()) for _ in range(2)]
        writers = [Writer(number, self.servers) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        self.wait_for_writers(writers)
        away, servers_killed = [], 0
        end = time.monotonic() + MINUTES * 60
        for number in range(PROMOTIONS):
            if time.monotonic() > end:
                break
            time.sleep(dice.uniform(0.1, 0.6))
            if number % 4 == 3:
                self.kill_a_server(dice)
                servers_killed += 1
                time.sleep(dice.uniform(0, 0.3))
            began = time.monotonic()
            self.cluster.primary.kill()
            killer = None
            if number % 3 == 2:
                killer = threading.Thread(target=self.kill_a_server, args=(dice,))
                killer.start()
                servers_killed += 1
            seen = max(writer.last_seq for writer in writers)
            gone, _ = self.cluster.promote()
            count = self.acknowledged(writers)
            engine_cluster.wait_until(lambda: self.acknowledged(writers) > count, "a first acknowledgement", 120)
            away.append(time.monotonic() - began)
            head = int(self.cluster.primary.sql("SELECT last_seq FROM hence_head"))
            self.assertGreaterEqual(head, seen)
            if killer:
                killer.join()
            gone.rejoin(self.cluster.primary)
            self.cluster.wait_for_followers(1)
            self.wait_for_writers(writers)
        for writer in writers:
            writer.ending.set()
        for writer in writers:
            writer.join(120)
        stored = self.check(writers)
        away.sort()
        print(f"{len(away)} promotions, {servers_killed} servers killed, {self.acknowledged(writers)} events "
              f"acknowledged, {stored} stored, {sum(w.failed for w in writers)} posts without an answer, away for "
              f"{away[len(away) // 2]:.1f} s (median), {away[-1]:.1f} s (longest)")

    def test_a_standby_answers_questions_and_says_so(self):
        address = self.cluster.address()
        standby = self.cluster.standbys()[0]
        stale = f"postgres:///postgres?host={standby.directory}&user=hence"
        one = json.dumps(serving.event("e1")).encode()
        self.assertEqual(serving.hence(address, "record", "-", input=one).returncode, 0)
        with self.serving("--stale-reads", stale, store=address) as server:
            self.servers.append(server)  # So that it ends, whatever happens.
            wait = engine_cluster.wait_until
            wait(lambda: server.ask("GET", "/api/v1/events/e1")[0] == 200, "the standby has the event")
            standby.sql("SELECT pg_wal_replay_pause()")
            wait(lambda: standby.sql("SELECT pg_get_wal_replay_pause_state()") == "paused", "it halts")
            self.assertEqual(server.post([serving.event("e2")])[0], 200)
            status, header, body = server.ask("GET", "/api/v1/events")
            self.assertEqual((status, header["Hence-Stale"], [e["id"] for e in json.loads(body)["events"]]),
                             (200, "1", ["e1"]))
            self.assertIn("a standby answered", header["Hence-Warning"])
            self.assertIsNone(header["ETag"])
            self.assertEqual(server.ask("GET", "/api/v1/events/e2")[0], 404)
            # What a standby cannot answer comes from the primary, and is not marked.
            status, header, body = server.ask("GET", "/api/v1/search?q=e2")
            self.assertEqual((status, header["Hence-Stale"]), (200, None), body)
            self.assertIn(b"e2", body)
            told = serving.hence(address, "--stale-reads", stale, "events")
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertIn(b"warning: a standby answered: it has the events up to 1", told.stderr)
            self.assertNotIn(b"e2", told.stdout)
            standby.sql("SELECT pg_wal_replay_resume()")
            wait(lambda: server.ask("GET", "/api/v1/events/e2")[0] == 200, "the standby follows again")
            # Without its standby the primary answers.
            standby.kill()
            status, header, body = server.ask("GET", "/api/v1/events")
            self.assertEqual((status, header["Hence-Stale"]), (200, None), body)
            self.servers.remove(server)
        self.assertEqual(serving.hence(self.store, "--stale-reads", stale, "serve").returncode, 2)

    def check(self, writers):
        done = serving.hence(self.cluster.address(), "--json", "events", "--limit", "100000000")
        self.assertEqual(done.returncode, 0, done.stderr)
        stored = [json.loads(line) for line in done.stdout.splitlines()]
        ids = {each["id"] for each in stored}
        self.assertEqual(len(ids), len(stored), "an event is stored twice")
        self.assertEqual(sorted(each["seq"] for each in stored), list(range(1, len(stored) + 1)))
        for writer in writers:
            self.assertEqual(writer.wrong, [])
            self.assertEqual([each for each in writer.acknowledged if each not in ids], [])
            self.assertGreater(len(writer.acknowledged), 0)
        return len(stored)


if __name__ == "__main__":
    serving.main()
