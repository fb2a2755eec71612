#!/usr/bin/env python3
"""A store in PostgreSQL through the whole program: engine_test.py HENCE.

The answers are those of a directory, byte for byte. Several servers stand before one log. What was acknowledged is
there once, whoever is killed and wherever the connection breaks.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import threading
import time
import unittest

import engine
import engine_proxy
import serving

EXAMPLES = sorted((pathlib.Path(__file__).parent.parent / "examples").glob("*.ndjson"))
KILLS = int(os.environ.get("HENCE_KILLS", "6"))


def hence(store, *arguments, status=0):
    done = serving.hence(store, *arguments)
    assert done.returncode == status, f"{arguments}: {done.returncode} {done.stderr.decode()}"
    return done.stdout.decode()


def told(store, *arguments):
    """What a command answers, and how it ends."""
    done = serving.hence(store, *arguments)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def without_arrival(answer):
    """An event that is recorded twice arrives twice."""
    return re.sub(r'"received":"[^"]*"', "", str(answer))


def questions(store):
    """Questions about everything that a store holds."""
    asked = [("sessions",), ("runs",), ("agents",), ("correlations",), ("stats",), ("events",), ("calibration",),
             ("search", "the"), ("quarantine", "list"), ("topology",), ("directives",)]
    listed = json.loads(hence(store, "--json", "sessions"))
    for session in [each["id"] for each in listed][:6]:
        asked += [(command, session) for command in ("tree", "debrief", "gaps", "context", "trajectory", "files")]
    for line in hence(store, "--json", "events", "--limit", "12").splitlines():
        asked.append(("explain", json.loads(line)["id"]))
    return asked


class Proxy(engine_proxy.Relay):
    """Passes bytes between the program and the engine, and breaks the connection after so many messages."""

    left = None

    def pass_on(self, side, source, sink):
        while data := source.recv(2048):
            if self.left is not None:
                self.left -= 1
                if self.left < 0:
                    return
            sink.sendall(data)


@unittest.skipUnless(engine.PROGRAMS, "PostgreSQL is not installed")
class EngineTest(serving.ServeTest):
    @classmethod
    def setUpClass(cls):
        cls.engine = engine.Engine()
        cls.addClassCleanup(cls.engine.close)

    def address(self):
        return self.engine.address(self.id().rsplit(".", 1)[1].replace("test_", "")[:60])

    def events(self, count, prefix="e"):
        file = self.directory / f"{prefix}.ndjson"
        file.write_text("".join(json.dumps(serving.event(f"{prefix}{n}", session=f"s{n % 3}")) + "\n"
                                for n in range(count)))
        return str(file)

    def test_answers_are_those_of_a_directory(self):
        self.assertTrue(EXAMPLES)
        address = self.address()
        for example in EXAMPLES:
            for store in (self.store, address):
                serving.hence(store, "record", str(example))
        for question in questions(self.store):
            for form in ((), ("--json",)):
                self.assertEqual(without_arrival(told(address, *form, *question)),
                                 without_arrival(told(self.store, *form, *question)), question)

    def test_a_copy_is_the_same_both_ways(self):
        for example in EXAMPLES:
            serving.hence(self.store, "record", str(example))
        address = self.address()
        first = json.loads(hence(self.store, "--json", "copy", "--to", address))
        self.assertEqual(first["copied"], first["events"])
        again = json.loads(hence(self.store, "--json", "copy", "--to", address))
        self.assertEqual((again["copied"], again["root"]), (0, first["root"]))
        back = self.directory / "back"
        self.assertEqual(json.loads(hence(address, "--json", "copy", "--to", str(back)))["root"], first["root"])
        for question in questions(self.store):
            answer = told(self.store, "--json", *question)
            self.assertEqual(told(address, "--json", *question), answer, question)
            self.assertEqual(told(back, "--json", *question), answer, question)
        serving.hence(self.store, "record", self.events(5, "later"))
        more = json.loads(hence(self.store, "--json", "copy", "--to", address))
        self.assertEqual(more["copied"], 5)
        other = self.directory / "other"
        serving.hence(other, "record", self.events(3, "other"))
        refused = serving.hence(other, "copy", "--to", address)
        self.assertEqual(refused.returncode, 1, refused.stderr)
        self.assertIn(b"holds something else", refused.stderr)

    def test_logs_are_apart(self):
        one, two = self.engine.address("one"), self.engine.address("two")
        hence(one, "record", self.events(4, "a"))
        hence(two, "record", self.events(2, "a"))
        logs = {each["log"]: each["events"] for each in json.loads(hence(one, "--json", "logs"))["logs"]}
        self.assertEqual((logs["one"], logs["two"]), (4, 2))
        plain = self.engine.address()
        self.assertEqual(hence(plain, "--log", "one", "events"), hence(one, "events"))
        self.assertIn(b"there is no log", serving.hence(self.engine.address("nowhere"), "events").stderr)
        self.assertEqual(serving.hence(self.store, "--log", "one", "events").returncode, 2)
        self.assertEqual(serving.hence(self.engine.address("a b"), "events").returncode, 2)

    def test_two_servers_write_to_one_log_and_tell_each_other(self):
        address = self.address()
        with self.serving(store=address) as one, self.serving(store=address) as two:
            for number in range(20):
                server = (one, two)[number % 2]
                status, _, body = server.post([serving.event(f"e{number}")])
                self.assertEqual((status, json.loads(body)["last_seq"]), (200, number + 1), body)
            for server in (one, two):
                told = json.loads(server.ask("GET", "/api/v1/events?limit=100")[2])
                self.assertEqual([each["seq"] for each in told["events"]], list(range(1, 21)))
            again = json.loads(two.post([serving.event("e0")])[2])
            self.assertEqual(again["duplicates"], 1)
            listening = serving.http.client.HTTPConnection(two.host, timeout=30)
            listening.request("GET", "/api/v1/live")
            feed = listening.getresponse()
            one.post([serving.event("fresh")])
            told = b""
            while b"fresh" not in told:
                told += feed.read1(4096)
            listening.close()

    def test_what_was_acknowledged_is_there_once_whoever_is_killed(self):
        address = self.address()
        acknowledged = set()
        ended = threading.Event()

        def write(writer):
            number = 0
            while not ended.is_set():
                name = f"{writer}-{number}"
                done = serving.hence(address, "record", "-", input=json.dumps(serving.event(name)).encode())
                if done.returncode == 0:
                    acknowledged.add(name)
                    number += 1
        writers = [threading.Thread(target=write, args=(n,)) for n in range(3)]
        for each in writers:
            each.start()
        try:
            for _ in range(KILLS):
                time.sleep(0.4)
                self.engine.kill()
                self.engine.start()
        finally:
            ended.set()
            for each in writers:
                each.join()
        stored = [json.loads(line) for line in hence(address, "--json", "events", "--limit", "1000000").splitlines()]
        names = [each["id"] for each in stored]
        self.assertTrue(acknowledged)
        self.assertLessEqual(acknowledged, set(names))
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(sorted(each["seq"] for each in stored), list(range(1, len(names) + 1)))

    def test_a_connection_that_breaks_anywhere_loses_and_doubles_nothing(self):
        self.engine.sql("SELECT 1")
        hence(self.engine.address("broken"), "record", self.events(1, "first"))
        path = self.directory / "proxy"
        path.mkdir()
        proxy = Proxy(path, self.engine.directory / ".s.PGSQL.5432")
        address = f"postgres:///postgres?host={path}&user=hence&log=broken"
        broken = 0
        for point in range(2, 60, 2):
            file = self.events(3, f"p{point}-")
            proxy.left = None
            running = subprocess.Popen([serving.HENCE, "--store", address, "record", file], env=serving.CLEAN,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            proxy.left = point
            threading.Timer(0.3, lambda: setattr(proxy, "left", None)).start()
            output, error = running.communicate(timeout=serving.WAIT_S)
            broken += running.returncode != 0
            self.assertGreaterEqual(running.returncode, 0, error)
            proxy.left = None
            hence(address, "record", file)
            stored = [json.loads(line)["id"] for line in
                      hence(address, "--json", "events", "--limit", "100000").splitlines()]
            self.assertEqual(len(stored), len(set(stored)))
            self.assertTrue({f"p{point}-{n}" for n in range(3)} <= set(stored), (point, output, error))

    def test_a_token_of_a_log_opens_no_other(self):
        tokens = self.tokens("of-team-a-0123456 ingest,read@team-a\nof-all-01234567890 read\n")
        bound = {"Authorization": "Bearer of-team-a-0123456"}
        free = {"Authorization": "Bearer of-all-01234567890"}
        with (self.serving(*tokens, store=self.engine.address("team-a")) as a,
              self.serving(*tokens, store=self.engine.address("team-b")) as b):
            line = json.dumps(serving.event("e1")).encode()
            self.assertEqual(a.ask("POST", "/api/v1/events", line, {**bound, **serving.JSON})[0], 200)
            self.assertEqual(a.ask("GET", "/api/v1/events/e1", headers=bound)[0], 200)
            for method, target in (("GET", "/api/v1/events"), ("POST", "/api/v1/events"), ("GET", "/nowhere")):
                status, _, body = b.ask(method, target, line if method == "POST" else None, {**bound, **serving.JSON})
                self.assertEqual(status, 401, body)
                self.assertIn(b"bound to another log", body)
            self.assertEqual(b.ask("GET", "/api/v1/events", headers=free)[0], 200)
        only = self.tokens("of-team-a-0123456 read@team-a\n")
        for store in (self.engine.address("team-c"), self.store):
            done = serving.hence(store, "serve", "--listen", "127.0.0.1:0", "--grpc", "off", *only)
            self.assertEqual(done.returncode, 2, done.stderr)

    def test_what_the_engine_cannot_promise_is_said(self):
        careless = engine.Engine("fsync=off")
        self.addCleanup(careless.close)
        with self.serving(store=careless.address()) as server:
            server.ask("GET", "/healthz")
        self.assertIn("fsync is off", "".join(server.said))
        self.assertIn("fsync is off", hence(careless.address(), "status"))

    def test_an_engine_that_is_away_is_said_in_readyz(self):
        with self.serving(store=self.address()) as server:
            self.assertEqual(server.ask("GET", "/readyz")[0], 200)
            self.engine.process.send_signal(signal.SIGQUIT)
            self.engine.process.wait()
            status, _, body = server.ask("GET", "/readyz")
            self.engine.start()
            self.assertEqual(status, 503, body)
            self.assertEqual(server.ask("GET", "/readyz")[0], 200)


if __name__ == "__main__":
    serving.main()
