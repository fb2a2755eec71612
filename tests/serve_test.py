#!/usr/bin/env python3
"""`hence serve` as its clients see it: serve_test.py HENCE.

Every command against a server gives what it gives on the directory; and who may ask: names, pages, tokens.
"""

import json
import pathlib
import re
import socket
import subprocess
import time

import doors
import serving
import story
from serving import CLEAN, JSON, WAIT_S, ServeTest, event, hence

HERE = pathlib.Path(__file__).parent
EXAMPLES = sorted((HERE.parent / "examples").glob("*.ndjson"))


class Commands(ServeTest):
    """The same bytes and the same exit status, whether a command asks a directory or a server."""

    READS = [
        "sessions", "runs", "agents", "correlations", "events", "events --kinds decision --limit 3",
        "events --where duration_ms>100 --newest --limit 2", "tree pr-218", "tree nothing",
        "tree pr-218 --delegations --flat", "explain pos-18", "explain pos-18 --graph --assumed",
        "explain nothing", "replay trade trade-7c41", "replay incident nothing", "replay session pr-218", "replay directive trade-7c41", "gaps incident-0519",
        "debrief answer-1", "debrief latest --markdown", "context pr-218", "context pr-218 --by run",
        "map pr-218", "map pr-218 --limit 8 --fan 2", "outline pr-218", "timeline pr-218",
        "trajectory pr-218", "files pr-218", "files pr-218 --diffs", "files pr-218 --path none", "calibration", "calibration --max-brier 0.0001", "search shares", "similar shares", "sql --schema", "review nobody",
        "drift analyst", "drift nobody", "directives", "directives --open", "alignment pr-218",
        "alignment trade-7c41", "cohort", "cohort --by model", "topology", "topology --format dot",
        "dossier pos-18", "knew pos-18", "knew nothing", "sessions --errors --status",
        "runs --text a --kind decision", "events --text nvo", "export training", "export csv", "export ndjson", "export dot tree pr-218",
        "export mermaid explain pos-18", "export html pr-218", "export html nothing", "export messages pr-218",
        "export langgraph pr-218 --at run-09", "export messages nothing",
        "diff answer-1 answer-2", "stats", "stats --slower-than 100",
        "rationale prompt", "rationale schema", "graph query active_goals", "graph context",
        "graph export", "graph get nothing", "graph history nothing", "graph edges", "formats", "kinds", "spool", "quarantine", "quarantine show 1",
        "quarantine show 9", "events --from yesterday", "completion bash",
    ]

    def same(self, words, other, **more):
        for form in ([], ["--json"]):
            local = hence(self.store, *words, *form, **more)
            remote = hence(other, *words, *form, **more)
            self.assertEqual((remote.returncode, remote.stdout, remote.stderr),
                             (local.returncode, local.stdout, local.stderr), words + form)

    def test_reading(self):
        bad = b'{"kind":"thought"}\n'
        done = hence(self.store, "record", *map(str, EXAMPLES), "-", input=bad)
        self.assertEqual(done.returncode, 1, done.stderr)
        with self.serving() as server:
            for words in self.READS:
                self.same(words.split(), server.address)

    # GET routes that no command asks, and what does.
    NO_COMMAND = {
        "event": "test_api", "nodes": "graph export has them", "live": "serve_life_test.py", "page": "page_test.py",
        "page_file": "page_test.py", "status": "command_line_test.py", "health": "Probes", "ready": "Probes", "metrics": "Probes", "openapi": "openapi_test.py",
        "integrity": "integrity_test.py", "proof": "integrity_test.py", "provenEvents": "integrity_test.py",
        "checkpoint": "integrity_test.py", "consistency": "integrity_test.py",
    }

    def test_every_question_is_asked_through_every_door(self):
        """A route that nobody thought of here is never compared between the doors."""
        with self.serving() as server:
            document = json.loads(server.ask("GET", "/api/v1/openapi.json")[2])
        told = [step.arguments for path in (HERE / "stories").rglob("*.story")
                for step in story.parse(path.read_text(encoding="utf-8"))]
        every = {one.name for one in doors.operations(document) if one.method == "GET"} - set(self.NO_COMMAND)
        self.assertEqual(every - doors.asked_by(document, [words.split() for words in self.READS]), set(),
                         "not in READS")
        self.assertEqual(every - doors.asked_by(document, told), set(), "in no story")

    # Each line is told to two empty stores, one behind a server. Ids are given, so that they agree.
    WRITES = [
        "graph add-node --type goal --label Ship --id g1", "graph add-node --type goal --label Ship --id g1",
        "graph add-node --type decision --label Tuesday --id d1 --confidence 0.5", "graph add-edge g1 d1 --type leads_to",
        "graph add-node --type decision --label Friday --id d2", "graph supersede d1 d2 later",
        "graph update-node d2 --status completed", "graph update-node nothing --status completed",
        "graph delete-node g1", "graph delete-node g1", "graph add-node --type dream --label x",
        "outcome e1 --correct good --id o1", "outcome e1 --incorrect bad --id o2", "outcome nothing --correct",
        "session fork s1 --at e1 --as s2 --id f1", "session fork s1 --at e1 --as s2 --id f1",
        "session fork s1 --as s2", "session fork s1 --at nothing", "session rewind s1 --to e1 --id r1",
        "session rewind s1 --to nothing", "session checkpoint s1 before --id c1", "session checkpoint nothing",
        "session rewind s1 --to before --id r2", "quarantine retry",
    ]

    def test_writing(self):
        decision = event("e1", kind="decision", run="r", agent="a", fields={"description": "go"})
        given = (json.dumps(decision) + "\nnonsense\n").encode()
        steady = lambda text: re.sub(rb"\d{4}-\d\d-\d\d[T ][\d:.]+Z|[0-9a-f-]{36}|[0-9a-f]{8}\b", b"*", text)
        with self.serving(store=self.directory / "served") as server:
            for words in [["record"], *(line.split() for line in self.WRITES)]:
                local, remote = (hence(place, *words, input=given) for place in (self.store, server.address))
                self.assertEqual((remote.returncode, steady(remote.stdout), steady(remote.stderr)),
                                 (local.returncode, steady(local.stdout), steady(local.stderr)), words)
            graph = hence(server.address, "graph", "export").stdout
            taken = hence(server.address, "graph", "import", "-", "--graph", "copy", input=graph)
            self.assertEqual(taken.returncode, 0, taken.stderr)

    def test_large_files(self):
        path = self.directory / "large.ndjson"
        with path.open("w") as file:
            for n in range(4000):
                file.write(json.dumps(event(f"n{n}", fields={"text": "x" * 10_000})) + "\n")
        with self.serving(store=self.directory / "served") as server:
            done = hence(server.address, "record", "--json", str(path))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["accepted"], 4000)
            again = hence(server.address, "record", "--json", str(path))
            self.assertEqual(json.loads(again.stdout)["duplicates"], 4000)
            self.assertEqual(len(hence(server.address, "events", "--json").stdout.splitlines()), 4000)

    def test_mcp(self):
        ask = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "add_goal", "arguments": {"label": "Ship"}}}).encode() + b"\n"
        with self.serving() as server:
            done = hence(server.address, "mcp", input=ask)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertFalse(json.loads(done.stdout)["result"].get("isError", False), done.stdout)
            self.assertIn(b"Ship", hence(self.store, "graph", "query", "active_goals").stdout)

    def test_servers_that_cannot_be_asked(self):
        for address, status, said in [("http://127.0.0.1:1", 3, b"is the server running there?"),
                                      ("https://127.0.0.1:4318", 3, b"tunnel"),
                                      ("http://", 2, b"write http://host:port"),
                                      ("http://user@localhost", 2, b"write http://host:port")]:
            done = hence(address, "sessions")
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(said, done.stderr)

    def test_the_directory_serves_other_commands_meanwhile(self):
        with self.serving() as server:
            self.assertEqual(hence(self.store, "record", input=json.dumps(event("a")).encode()).returncode, 0)
            self.assertEqual(server.ask("GET", "/api/v1/events/a")[0], 200)
            second = hence(self.store, "serve", "--listen", "127.0.0.1:0", "--grpc", "off")
            self.assertEqual(second.returncode, 3)
            self.assertIn(b"hence serve keeps the store", second.stderr)
            self.assertEqual(self.ids(), ["a"])
        self.assertEqual(self.ids(), ["a"])

    def test_an_owner_hands_over(self):
        owner = subprocess.Popen([serving.HENCE, "--store", str(self.store), "record"], stdin=subprocess.PIPE,
                                 stdout=subprocess.DEVNULL, env=CLEAN)
        while not (self.store / "hence.sock").exists():
            time.sleep(0.01)
        with self.serving():
            owner.communicate(json.dumps(event("late")).encode() + b"\n", WAIT_S)
            self.assertEqual(owner.returncode, 0)
        self.assertEqual(self.ids(), ["late"])

    def test_memory(self):
        with self.serving(store="memory:") as server:
            self.assertEqual(server.post([event("a")])[0], 200)
            self.assertIn(b'"a"', hence(server.address, "events", "--json").stdout)


class Access(ServeTest):
    def test_names_and_pages(self):
        with self.serving() as server:
            for target in ("/", "/api/v1/events", "/healthz", "/v1/traces", "/mcp", "/nothing", "/metrics",
                           "/api/v1/live", "/..%2f..%2fetc/passwd"):
                for host in ("evil.example", "localhost.evil.com", "127.0.0.1.nip.io", "localhost:1", "127.0.0.1:1", "",
                             "user@localhost", "localhost.", "0.0.0.0"):
                    self.assertEqual(server.ask("GET", target, headers={"Host": host})[0], 403, (target, host))
                for page in ("https://evil.example", "null", "http://localhost:1", "http://127.0.0.1:1", ""):
                    self.assertEqual(server.ask("GET", target, headers={"Origin": page})[0], 403, (target, page))
                self.assertEqual(server.ask("GET", target, headers={"Host": None})[0], 400, target)
                self.assertEqual(server.ask("GET", target, headers={"Sec-Fetch-Site": "cross-site"})[0], 403)
            status, header, _ = server.ask("GET", "/api/v1/events", headers={"Origin": server.address})
            self.assertEqual((status, header["Access-Control-Allow-Origin"]), (200, None))
            self.assertEqual(header["X-Content-Type-Options"], "nosniff")
            self.assertIn("default-src 'none'", header["Content-Security-Policy"])

    def test_forms_write_nothing(self):
        body = (json.dumps(event("a")) + "\n").encode()
        with self.serving() as server:
            for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"):
                for target in ("/api/v1/events", "/mcp", "/v1/traces", "/api/v1/events/a/outcome",
                               "/api/v1/graphs/default/nodes", "/api/v1/quarantine/retry"):
                    self.assertEqual(server.ask("POST", target, body, {"Content-Type": kind})[0], 415, target)
            page = {"Origin": server.address}
            self.assertEqual(server.ask("POST", "/api/v1/events", body, page)[0], 415)
            self.assertEqual(json.loads(server.ask("GET", "/healthz")[2])["last_seq"], 0)
            self.assertEqual(server.ask("POST", "/api/v1/events", body, {**page, **JSON})[0], 200)

    def test_tokens_and_scopes(self):
        file = self.tokens("# scopes\ningest-0123456789 ingest agents\nread-0123456789abc read\n"
                           "write-0123456789ab write\nadmin-0123456789ab admin me\n")
        known = {each: f"{each}-0123456789ab" + ("c" if each == "read" else "") for each in ("read", "write", "admin")}
        known["ingest"] = "ingest-0123456789"
        body = (json.dumps(event("a")) + "\n").encode()
        with self.serving(*file) as server:
            def status(method, target, token, sent=None):
                bearer = {"Authorization": f"Bearer {token}"} if token else {}
                return server.ask(method, target, sent, {**JSON, **bearer})[0]
            for method, target, scope, sent in [("POST", "/api/v1/events", "ingest", body),
                                                ("POST", "/v1/traces", "ingest", b"{}"),
                                                ("GET", "/api/v1/events", "read", None),
                                                ("GET", "/metrics", "read", None),
                                                ("POST", "/api/v1/graphs/g/nodes", "write", b'{"type":"goal","label":"x"}'),
                                                ("POST", "/api/v1/quarantine/retry", "admin", b"")]:
                for token, expected in [(None, 401), ("nobody-0123456789", 401)]:
                    self.assertEqual(status(method, target, token, sent), expected, target)
                for name, token in known.items():
                    got = status(method, target, token, sent)
                    self.assertEqual(got < 300, name in (scope, "admin"), (target, name, got))
                    self.assertTrue(got < 300 or got == 403, (target, name, got))
            for tool, scope in [("search_events", "read"), ("add_goal", "write")]:
                call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                        "params": {"name": tool, "arguments": {"label": "x"} if scope == "write" else {}}}
                for name, token in known.items():
                    got = status("POST", "/mcp", token, json.dumps(call).encode())
                    self.assertEqual(got, 200 if name in (scope, "admin") else 403, (tool, name))
            self.assertEqual(status("GET", "/healthz", None), 200)
            self.assertEqual(status("GET", "/readyz", None), 200)
            self.assertEqual(status("GET", "/nothing", None), 401)
            self.assertEqual(status("GET", "/nothing", known["ingest"]), 404)
            for token, exit_status, said in [(known["read"], 0, b""), (None, 3, b"HENCE_TOKEN"),
                                             ("nobody-0123456789", 3, b"not known"),
                                             (known["ingest"], 3, b"lacks the scope read")]:
                done = hence(server.address, "sessions", token=token)
                self.assertEqual(done.returncode, exit_status, done.stderr)
                self.assertIn(said, done.stderr)
        text = "".join(server.said)
        for token in (*known.values(), "nobody-0123456789"):
            self.assertNotIn(token, text)

    def test_the_page_about_the_server_names_every_option_and_shows_tokens_that_work(self):
        page = (HERE.parent / "docs" / "SERVER.md").read_text(encoding="utf-8")
        for option in re.findall(r"(?m)^ +(--[a-z-]+)", hence(self.store, "serve", "--help").stdout.decode()):
            self.assertIn(f"`{option}", page)
        shown = re.search(r"(?s)```\n(# TOKEN.*?)```", page)[1]
        with self.serving(*self.tokens(shown)) as server:
            used = re.search(r"HENCE_TOKEN=(\w+)", page)[1]
            self.assertEqual(hence(server.address, "sessions", token=used).returncode, 0)
            used = re.search(r"Bearer%20(\w+)", page)[1]
            header = {**JSON, "Authorization": f"Bearer {used}"}
            self.assertEqual(server.ask("POST", "/v1/traces", b"{}", header)[0], 200)

    def test_a_refusal_is_heard_while_much_is_sent(self):
        text = "".join(json.dumps(event(f"n{n}", fields={"text": "x" * 10_000})) + "\n" for n in range(2000))
        with self.serving(*self.tokens("reader-0123456789 read\n")) as server:
            done = hence(server.address, "record", input=text.encode(), token="reader-0123456789")
            self.assertEqual(done.returncode, 3)
            self.assertEqual(done.stderr, b"hence: the token lacks the scope ingest; use one that has it\n")

    def test_allowed_pages_may_read(self):
        page = {"Origin": "https://pages.example"}
        with self.serving("--origin", "https://pages.example") as server:
            status, header, _ = server.ask("GET", "/api/v1/events", headers=page)
            self.assertEqual((status, header["Access-Control-Allow-Origin"]), (200, page["Origin"]))
            self.assertIn("Origin", ", ".join(header.get_all("Vary")))
            asks = {**page, "Access-Control-Request-Method": "POST"}
            status, header, body = server.ask("OPTIONS", "/api/v1/events", headers=asks)
            self.assertEqual((status, body), (204, b""))
            self.assertIn("POST", header["Access-Control-Allow-Methods"])
            asks["Origin"] = "https://evil.example"
            status, header, _ = server.ask("OPTIONS", "/api/v1/events", headers=asks)
            self.assertEqual((status, header["Access-Control-Allow-Origin"]), (403, None))

    def test_what_does_not_start(self):
        shown = self.directory / "shown"
        shown.write_text("reader-0123456789 read\n")
        shown.chmod(0o644)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            for words, status, said in [
                    (["--listen", "0.0.0.0:0"], 2, b"--token-file"), (["--grpc", "0.0.0.0:0"], 2, b"--token-file"),
                    (["--listen", ":4318"], 2, b"127.0.0.1:4318"), (["--listen", f"127.0.0.1:{port}"], 3, str(port).encode()),
                    (["--listen", "0.0.0.0:0", "--token-file", str(shown)], 2, b"chmod 600"),
                    (["--token-file", str(shown) + "x"], 3, b"token file"), (["--origin", "*"], 2, b"origin"),
                    (["--host", "http://x"], 2, b"host"), (["--max-body-bytes", "0"], 2, b"--max-body-bytes"),
                    (["--header-timeout", "0"], 2, b"--header-timeout"), (["--log", "xml"], 2, b"--log")]:
                ports = [] if "--listen" in words else ["--listen", "127.0.0.1:0"]
                grpc = [] if "--grpc" in words else ["--grpc", "off"]
                done = hence(self.store, "serve", *ports, *grpc, *words)
                self.assertEqual(done.returncode, status, (words, done.stderr))
                self.assertIn(said, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(hence("http://127.0.0.1:1", "serve").returncode, 2)
        self.assertEqual(hence(self.store, "serve", "--file", "-").returncode, 2)


if __name__ == "__main__":
    serving.main()
