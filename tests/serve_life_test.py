#!/usr/bin/env python3
"""What a server does while it lives, and how it ends: serve_life_test.py HENCE.

What becomes of acknowledged events when it ends, is killed, or has more clients than it can bear; the live
feed, damage, logs.
"""

import concurrent.futures
import contextlib
import hashlib
import http.client
import json
import signal
import socket
import threading
import time

import serving
from serving import JSON, WAIT_S, Server, ServeTest, event, hence


def telemetry(trace, spans):
    """A request of OTLP in JSON, with model calls of these ids."""
    told = [{"traceId": trace, "spanId": span, "name": "chat m", "kind": 3,
             "startTimeUnixNano": "1770000000000000000", "endTimeUnixNano": "1770000001000000000",
             "attributes": [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
                            {"key": "gen_ai.request.model", "value": {"stringValue": "m"}}]} for span in spans]
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": told}]}]}).encode()


class SocketConnection(http.client.HTTPConnection):
    """HTTP over the socket in a store's directory."""

    def __init__(self, path):
        super().__init__("hence", timeout=WAIT_S)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(WAIT_S)
        self.sock.connect(self.path)


class Life(ServeTest):
    def writers(self, server, acknowledged, stop):
        """Four clients that send batches until they are told to stop or nobody answers, two of them telemetry."""
        def write(name, send):
            for n in range(1_000_000):
                if stop.is_set():
                    return
                try:
                    acknowledged.extend(send(f"{name}-{n}"))
                except (OSError, http.client.HTTPException):
                    return

        def send_events(name):
            batch = [event(f"{name}-{n}") for n in range(5)]
            status, _, body = server.post(batch, timeout=10)
            taken = status == 200 and json.loads(body)["accepted"] == len(batch)
            return [each["id"] for each in batch] if taken else []

        def send_spans(name):
            trace = hashlib.sha256(name.encode()).hexdigest()[:32]
            spans = [f"{n + 1:016x}" for n in range(5)]
            status, _, body = server.ask("POST", "/v1/traces", telemetry(trace, spans), JSON, timeout=10)
            taken = status == 200 and json.loads(body) == {}
            return [f"{span}-{trace}" for span in spans] if taken else []

        sends = [send_events, send_spans] * 2
        threads = [threading.Thread(target=write, args=(f"{server.process.pid}-{n}", send))
                   for n, send in enumerate(sends)]
        for thread in threads:
            thread.start()
        return threads

    def check_acknowledged(self, acknowledged):
        self.assertTrue(any("-" in name[16:17] for name in acknowledged), "no telemetry got through")
        self.assertTrue(any("-" not in name[16:17] for name in acknowledged), "no events got through")
        stored = self.ids()
        self.assertEqual(len(stored), len(set(stored)))
        self.assertLessEqual(set(acknowledged), set(stored))

    def end_under_load(self, number, status):
        acknowledged, stop = [], threading.Event()
        server = Server(self.store)
        threads = self.writers(server, acknowledged, stop)
        time.sleep(1)
        self.assertEqual(server.end(number), status, "".join(server.said))
        stop.set()
        for thread in threads:
            thread.join(WAIT_S)
        self.check_acknowledged(acknowledged)

    def test_ending_under_load_loses_nothing(self):
        self.end_under_load(signal.SIGTERM, 0)

    def test_interrupting_is_ending(self):
        self.end_under_load(signal.SIGINT, 0)

    def test_being_killed_under_load_loses_nothing(self):
        for _ in range(3):
            self.end_under_load(signal.SIGKILL, -signal.SIGKILL)

    def test_a_second_signal_ends_it_at_once(self):
        server = Server(self.store)
        server.post([event(f"e{n}", fields={"text": "x" * 100_000}) for n in range(100)])
        # Somebody who asks for much and reads nothing keeps it from ending for a while.
        with socket.create_connection(server.host.split(":")) as lazy:
            lazy.sendall(f"GET /api/v1/export/ndjson HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
            time.sleep(0.5)
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            self.assertIsNone(server.process.poll())
            begun = time.monotonic()
            self.assertEqual(server.end(), -signal.SIGTERM)
            self.assertLess(time.monotonic() - begun, 5)
        self.assertEqual(len(self.ids()), 100)

    def test_hanging_up_changes_nothing(self):
        with self.serving() as server:
            server.process.send_signal(signal.SIGHUP)
            time.sleep(0.2)
            self.assertEqual(server.ask("GET", "/healthz")[0], 200)

    def test_more_connections_than_descriptors(self):
        with self.serving(descriptors=100) as server:
            self.assertEqual(server.post([event("before")])[0], 200)
            many = []
            for _ in range(400):
                client = socket.socket()
                client.settimeout(5)
                with contextlib.suppress(OSError):
                    client.connect(("127.0.0.1", int(server.host.split(":")[1])))
                    many.append(client)
            time.sleep(1)
            for client in many:
                client.close()
            begun = time.monotonic()
            self.eventually(lambda: server.post([event("after")], timeout=10)[0] == 200)
            self.assertLess(time.monotonic() - begun, 20)
        self.assertEqual(sorted(self.ids()), ["after", "before"])

    def eventually(self, holds):
        end = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if holds():
                    return
            self.assertLess(time.monotonic(), end, "it does not recover")
            time.sleep(0.1)

    def test_slow_clients_do_not_keep_others_waiting(self):
        with self.serving("--header-timeout", "3") as server, contextlib.ExitStack() as slow:
            clients = [slow.enter_context(socket.create_connection(server.host.split(":"))) for _ in range(100)]
            for client in clients:
                client.sendall(b"POST /api/v1/events HTTP/1.1\r\nHost: ")
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(lambda n: server.post([event(f"e{n}")], timeout=20)[0], range(50)))
            self.assertEqual(answers, [200] * 50)
            # And their time is limited: 408 or nothing, then the end.
            for client in clients:
                client.settimeout(30)
                while client.recv(4096):
                    pass

    def test_questions_whose_answers_nobody_takes_hold_up_nobody_who_records(self):
        with self.serving() as server, contextlib.ExitStack() as slow:
            for n in range(10):
                batch = [event(f"e{n}-{i}", session="s", fields={"text": "x" * 80_000}) for i in range(10)]
                self.assertEqual(server.post(batch)[0], 200)
            # Each answer is larger than what is on its way to one reader.
            for _ in range(100):
                client = slow.enter_context(socket.create_connection(server.host.split(":")))
                client.sendall(f"GET /api/v1/events?session=s HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
            time.sleep(1)
            for n in range(5):
                self.assertEqual(server.post([event(f"then-{n}")], timeout=10)[0], 200)
            self.assertEqual(server.ask("GET", "/readyz", timeout=10)[0], 200)

    def test_the_live_feed_goes_on_where_it_was_left(self):
        def follow(last, count):
            seen = []
            connection = http.client.HTTPConnection(server.host, timeout=WAIT_S)
            connection.request("GET", "/api/v1/live", headers={"Last-Event-ID": str(last)})
            response = connection.getresponse()
            self.assertEqual(response.headers["Content-Type"].split(";")[0], "text/event-stream")
            at = last
            while len(seen) < count:
                line = response.readline().decode().rstrip("\n")
                if line.startswith("id: "):
                    at = int(line[4:])
                if line.startswith("data: ") and "\"id\"" in line:
                    seen.append((at, json.loads(line[6:])["id"]))
            connection.close()
            return seen
        with self.serving() as server:
            acknowledged, stop = [], threading.Event()
            threads = self.writers(server, acknowledged, stop)
            told = follow(0, 20)
            told += follow(told[-1][0], 30)
            stop.set()
            for thread in threads:
                thread.join(WAIT_S)
            told += follow(told[-1][0], len(acknowledged) - len(told))
        self.assertEqual([seq for seq, _ in told], list(range(1, len(told) + 1)))
        self.assertEqual(sorted(name for _, name in told), sorted(acknowledged))

    def test_a_damaged_store_is_read_and_not_ready(self):
        hence(self.store, "record", input=json.dumps(event("a")).encode())
        (self.store / "head").unlink()
        with self.serving() as server:
            status, header, _ = server.ask("GET", "/api/v1/events/a")
            self.assertEqual(status, 200)
            self.assertTrue(header["Hence-Warning"])
            self.assertEqual(server.ask("GET", "/readyz")[0], 503)
            self.assertEqual(server.ask("GET", "/healthz")[0], 200)
            self.assertGreaterEqual(server.post([event("b")])[0], 500)
            self.assertIn("damaged", "".join(server.said))

    def test_logs_are_json_when_asked(self):
        with self.serving("--log", "json", "--log-level", "debug") as server:
            server.ask("GET", "/api/v1/events?x=%1b%0a")
            server.ask("GET", "/%1b%0a%22", headers={"Host": "evil.example"})
        lines = [json.loads(line) for line in server.said]
        self.assertEqual([line["message"] for line in lines],
                         ["listening", "answered", "answered", "refused a request", "stopping", "stopped"])
        self.assertEqual(lines[3]["host"], "evil.example")

    def test_the_demonstration_is_served(self):
        server = Server(self.store, command=("demo",), ports=False)
        status, _, body = server.ask("GET", "/api/v1/sessions")
        self.assertEqual(status, 200)
        self.assertGreaterEqual(len(json.loads(body)["sessions"]), 5)
        self.assertEqual(server.end(signal.SIGINT), 0)
        self.assertIn(f"hence: look at {server.address}/\n", server.said)

    def test_telemetry_arrives(self):
        body = telemetry("5b8efff798038103d269b633813fc60c", ["eee19b7ec3c1b174"])
        with self.serving() as server:
            status, _, answer = server.ask("POST", "/v1/traces", body, JSON)
            self.assertEqual((status, json.loads(answer)), (200, {}))
            self.assertIn(b"LLM call: m", hence(server.address, "events").stdout)
            refused = server.ask("POST", "/v1/traces", body, {**JSON, "Host": "evil.example"})
            self.assertEqual((refused[0], json.loads(refused[2])["code"]), (403, 7))

    def test_the_socket_in_the_directory_counts_and_tells_likewise(self):
        with self.serving() as server:
            server.post([event("a")])
            connection = SocketConnection(self.store / "hence.sock")
            connection.request("GET", "/metrics")
            self.assertIn(b"hence_events_total", connection.getresponse().read())
            connection.close()
            connection.request("GET", "/api/v1/live", headers={"Last-Event-ID": "0"})
            response = connection.getresponse()
            while not (line := response.readline()).startswith(b"data: "):
                self.assertTrue(line)
            self.assertEqual(json.loads(line[6:])["id"], "a")
            connection.close()

    def test_readers_of_the_feed_are_told_the_end(self):
        with self.serving() as server:
            connection = http.client.HTTPConnection(server.host, timeout=WAIT_S)
            connection.request("GET", "/api/v1/live")
            response = connection.getresponse()
            self.assertTrue(response.readline())
            begun = time.monotonic()
            self.assertEqual(server.end(), 0)
            self.assertLess(time.monotonic() - begun, 8)
            self.assertIn(b"event: stopping", response.read())
            connection.close()


if __name__ == "__main__":
    serving.main()
