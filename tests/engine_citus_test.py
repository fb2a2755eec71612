#!/usr/bin/env python3
"""A log that Citus spreads over two workers: engine_citus_test.py HENCE. HENCE_CITUS names the programs; HENCE_KILLS (6).

HENCE_CITUS is the `bin` directory of a PostgreSQL that has Citus. Without it nothing is tested: Debian has no Citus.
HENCE_STORE_TEST names the store's test program, and its conformance suite then runs over the workers, too.
"""

import json
import os
import pathlib
import random
import subprocess
import threading
import time
import unittest

import engine
import engine_cluster
import engine_test
import serving

CITUS = os.environ.get("HENCE_CITUS")
KILLS = int(os.environ.get("HENCE_KILLS", "6"))
# Every look-up and every walk concerns one part of a table, so a row stands where its part belongs.
SPREAD = ("hence_record", "hence_index", "hence_row", "hence_search")
# Citus makes up its mind about lost two-phase commits so often.
SETTINGS = ("shared_preload_libraries=citus", "citus.recover_2pc_interval=3s", "max_prepared_transactions=100",
            "citus.shard_count=8", "citus.node_conninfo=sslmode=disable", "max_connections=200", "wal_level=logical",
            "shared_buffers=64MB")


class Node(engine_cluster.Node):
    def __init__(self, name, port):
        super().__init__(name, listen="127.0.0.1")
        self.settings = (*SETTINGS, f"port={port}")
        self.port = port

    def sql(self, text):
        return self.run("psql", "-h", self.directory, "-p", self.port, "-U", "hence", "-d", "postgres", "-At", "-c",
                        text).strip()

    def answers(self):
        return subprocess.run([engine.PROGRAMS / "pg_isready", "-q", "-h", self.directory, "-p", str(self.port)],
                              check=False).returncode == 0


@unittest.skipUnless(CITUS, "HENCE_CITUS names no PostgreSQL with Citus")
class CitusTest(serving.ServeTest):
    @classmethod
    def setUpClass(cls):
        engine.PROGRAMS = pathlib.Path(CITUS)
        first = random.randrange(20_000, 30_000, 4)
        cls.nodes = [Node(name, first + n) for n, name in enumerate(("coordinator", "worker1", "worker2"))]
        for node in cls.nodes:
            cls.addClassCleanup(node.close)
            node.create()
            node.sql("CREATE EXTENSION citus")
        cls.coordinator = cls.nodes[0]
        cls.coordinator.sql(f"SELECT citus_set_coordinator_host('127.0.0.1', {first})")
        for node in cls.nodes[1:]:
            cls.coordinator.sql(f"SELECT citus_add_node('127.0.0.1', {node.port})")
        # The tables are made by whoever comes first, and then spread.
        made = serving.hence(cls.address("default"), "record", "-", input=json.dumps(serving.event("first")).encode())
        assert made.returncode == 0, made.stderr
        for table in SPREAD:
            cls.coordinator.sql(f"SELECT create_distributed_table('{table}', 'part')")

    @classmethod
    def address(cls, log):
        node = cls.nodes[0]
        return f"postgres:///postgres?host={node.directory}&port={node.port}&user=hence&log={log}"

    def test_answers_are_those_of_a_directory(self):
        address = self.address("answers")
        for example in engine_test.EXAMPLES:
            for store in (self.store, address):
                done = serving.hence(store, "record", str(example))
                self.assertIn(done.returncode, (0, 1), done.stderr)
        for question in engine_test.questions(self.store):
            told = [engine_test.without_arrival(engine_test.told(store, "--json", *question))
                    for store in (address, self.store)]
            self.assertEqual(*told, question)

    @unittest.skipUnless(os.environ.get("HENCE_STORE_TEST"), "HENCE_STORE_TEST names no program")
    def test_the_suite_of_every_store(self):
        done = subprocess.run([os.environ["HENCE_STORE_TEST"], "--gtest_filter=*ostgres*:*ngine*"],
                              env={**os.environ, "HENCE_TEST_ENGINE": self.address("x").removesuffix("&log=x")},
                              capture_output=True, text=True, check=False)
        print(done.stdout[-400:])
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-4000:])

    def test_what_was_acknowledged_is_stored_once_when_a_worker_is_killed(self):
        dice = random.Random(1)
        address = self.address("killed")
        acknowledged, ending = set(), threading.Event()

        def write(writer):
            number = 0
            while not ending.is_set():
                name = f"{writer}-{number}"
                batch = "".join(json.dumps(serving.event(f"{name}-{n}")) + "\n" for n in range(20)).encode()
                if serving.hence(address, "record", "-", input=batch).returncode == 0:
                    acknowledged.add(name)
                    number += 1
        writers = [threading.Thread(target=write, args=(n,)) for n in range(2)]
        for each in writers:
            each.start()
        for _ in range(KILLS):
            time.sleep(dice.uniform(0.3, 1.0))
            worker = dice.choice(self.nodes[1:])
            worker.kill()
            time.sleep(dice.uniform(0, 0.5))
            worker.start()
            before = len(acknowledged)
            engine_cluster.wait_until(lambda: len(acknowledged) > before, "a writer is acknowledged something")
        ending.set()
        for each in writers:
            each.join()
        engine_cluster.wait_until(
            lambda: all(node.sql("SELECT count(*) FROM pg_prepared_xacts") == "0" for node in self.nodes),
            "no prepared transaction is left")
        stored = [json.loads(line) for line in
                  engine_test.hence(address, "--json", "events", "--limit", "1000000").splitlines()]
        ids = [each["id"] for each in stored]
        self.assertEqual(len(ids), len(set(ids)), "an event is stored twice")
        self.assertEqual(sorted(each["seq"] for each in stored), list(range(1, len(ids) + 1)))
        for name in acknowledged:
            self.assertLessEqual({f"{name}-{n}" for n in range(20)}, set(ids))
        self.assertEqual(len(ids) % 20, 0, "a part of a batch is stored")
        print(f"{KILLS} workers killed, {len(acknowledged)} batches acknowledged, {len(ids) // 20} stored")


if __name__ == "__main__":
    serving.main()
