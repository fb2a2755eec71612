#!/usr/bin/env python3
"""Recording what lies on a disk, as a user would: record_test.py HENCE."""

import gzip
import json
import os
import pathlib
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
import zipfile

import serving

LONG_LINE = 100 << 20


def event(name, **more):
    return json.dumps({"id": name, "kind": "thought", "time": "2026-01-01T00:00:00Z", "session": "s",
                       "fields": {"text": name}, **more}) + "\n"


def foreign(name):
    """A Mayros event."""
    return json.dumps({"id": name, "type": "error", "agentId": "a", "session": "s",
                       "timestamp": "2026-01-01T00:00:00Z", "fields": {"error": "x"}}) + "\n"


class Recording(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="record-")
        self.addCleanup(directory.cleanup)
        self.top = pathlib.Path(directory.name)
        self.store = self.top / "store"
        self.files = self.top / "files"
        self.files.mkdir()

    def write(self, name, content):
        path = self.files / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def hence(self, *arguments, store=None, **more):
        environment = dict(serving.CLEAN, XDG_STATE_HOME=str(self.top / "state"))
        return subprocess.run([serving.HENCE, "--store", str(store or self.store), *map(str, arguments)],
                              capture_output=True, env=environment, timeout=serving.WAIT_S, **more)

    def record(self, *files, status=0, **more):
        """The receipt, and what was said besides."""
        done = self.hence("record", "--json", *(files or [self.files]), **more)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return json.loads(done.stdout), done.stderr.decode()

    def ids(self, store=None):
        done = self.hence("events", "--json", store=store)
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(json.loads(line)["id"] for line in done.stdout.splitlines())

    def quarantine(self):
        return json.loads(self.hence("quarantine", "list", "--json").stdout)


class Directories(Recording):
    def test_every_file_of_a_known_format_is_read_and_the_others_are_counted(self):
        self.write("b/deep/er/one.jsonl", event("one"))
        self.write("a.json", foreign("two"))
        self.write(".hidden/three.log", event("three"))
        self.write("notes.md", "# Notes\n[not a list\n")
        self.write("package.json", '{\n  "name": "x"\n}\n')
        self.write("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 500)
        self.write("empty.jsonl", "")
        receipt, said = self.record()
        self.assertEqual((receipt["accepted"], receipt["quarantined"]), (3, 0))
        self.assertEqual(self.ids(), ["one", "three", "two"])
        self.assertIn("3 files of no known format skipped", said)

    def test_a_named_file_of_no_known_format_says_what_it_looks_like_and_stays(self):
        notes = self.write("notes.jsonl", '{"type":"user","ts":1}\n' * 200)
        receipt, said = self.record(notes, status=1)
        self.assertEqual((receipt["accepted"], receipt["quarantined"]), (0, 0))
        self.assertIn("notes.jsonl: no known format: it looks like JSON lines with the keys type, ts", said)
        self.assertIn("left as it is; --format NAME", said)
        self.assertLess(len(said.splitlines()), 5)
        self.assertIn("notes.jsonl: native: no \"kind\", no \"time\"", self.record(notes, "--verbose", status=1)[1])

    def test_a_named_file_that_is_understood_does_not_hide_one_that_is_not(self):
        notes = self.write("notes.md", "# Notes\n")
        receipt, said = self.record(notes, self.write("one.jsonl", event("one")), status=1)
        self.assertEqual(receipt["accepted"], 1)
        self.assertIn("notes.md: no known format: it looks like Markdown", said)

    def test_a_directory_of_which_nothing_is_understood_is_a_failure(self):
        self.write("notes.md", "# Notes\n")
        self.write("more.md", "# More\n")
        _, said = self.record(status=1)
        self.assertIn("2 files of no known format skipped", said)
        self.assertIn("2 x Markdown: ", said)
        self.write("one.jsonl", event("one"))
        _, said = self.record("--verbose", self.files)
        self.assertIn("more.md: Markdown", said)
        self.record()

    def test_lines_of_a_pipe_are_not_lost(self):
        receipt, said = self.record("-", input=b'{"a":1}\n', status=1)
        self.assertEqual(receipt["quarantined"], 1)
        self.assertIn("no known format", said)

    def test_links_are_followed_but_not_in_circles(self):
        self.write("one.jsonl", event("one"))
        (self.files / "again").symlink_to(self.files)
        (self.files / "nothing").symlink_to(self.files / "gone")
        elsewhere = self.top / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "two.jsonl").write_text(event("two"))
        (self.files / "more").symlink_to(elsewhere)
        os.mkfifo(self.files / "pipe")
        receipt, _ = self.record()
        self.assertEqual((receipt["accepted"], receipt["duplicates"]), (2, 0))

    def test_the_store_is_no_transcript(self):
        self.write("one.jsonl", event("one"))
        self.store = self.files / "store"
        self.record()
        receipt, said = self.record()
        self.assertEqual(receipt["duplicates"], 1)
        self.assertEqual(said, "")

    def test_what_cannot_be_read_is_told_and_the_rest_is_recorded(self):
        self.write("one.jsonl", event("one"))
        self.assertEqual(self.hence("record", self.files / "gone", self.files).returncode, 1)
        self.assertEqual(self.ids(), [])
        if os.geteuid() == 0:
            self.skipTest("root may read everything")
        self.write("two.jsonl", event("two")).chmod(0)
        receipt, said = self.record(status=1)
        self.assertEqual(receipt["accepted"], 1)
        self.assertIn("two.jsonl: Permission denied", said)

    def test_a_sub_agent_is_named_by_the_transcript_two_folders_above(self):
        def line(uuid, kind, content, **more):
            return json.dumps({"uuid": uuid, "parentUuid": None, "sessionId": "s1", "type": kind,
                               "timestamp": "2026-01-01T00:00:00Z",
                               "message": {"id": "m" + uuid, "content": content}, **more},
                              separators=(",", ":")) + "\n"
        call = {"type": "tool_use", "id": "t1", "name": "Task", "input": {"subagent_type": "Explore"}}
        result = {"type": "tool_result", "tool_use_id": "t1", "content": "x"}
        caller = (line("a1", "assistant", [call]) +
                  line("r1", "user", [result], toolUseResult={"agentId": "ag7"}))
        own = line("x1", "user", "look", agentId="ag7", isSidechain=True)
        self.write("s1.jsonl", caller)
        self.write("s1/subagents/agent-ag7.jsonl", own)
        # Any other folder says nothing about the file two folders above it.
        self.write("s1/elsewhere/agent-ag8.jsonl", own.replace("ag7", "ag8").replace("x1", "x2"))
        self.record()
        done = self.hence("events", "--json")
        agents = {e["id"]: e["agent"] for e in map(json.loads, done.stdout.splitlines())}
        self.assertEqual((agents["x1"], agents["x2"]), ("Explore", "ag8"))

    def test_from_answers_from_a_directory(self):
        self.write("one.jsonl", event("one"))
        done = subprocess.run([serving.HENCE, "--file", str(self.files), "events", "--json"],
                              capture_output=True, env=serving.CLEAN, timeout=serving.WAIT_S)
        self.assertEqual(len(done.stdout.splitlines()), 1)


class Packed(Recording):
    def test_compressed_files_are_known_by_their_content(self):
        text = "".join(event(f"e{n}") for n in range(1000))
        self.write("one.txt", gzip.compress(text.encode()))
        if shutil.which("zstd"):
            done = subprocess.run(["zstd", "-c"], input=foreign("f").encode(), capture_output=True)
            self.write("two.jsonl.zst", done.stdout)
        else:
            self.write("two.jsonl.gz", gzip.compress(foreign("f").encode()))
        receipt, _ = self.record()
        self.assertEqual(receipt["accepted"], 1001)

    def test_standard_input_is_inflated(self):
        receipt, _ = self.record("-", input=gzip.compress(event("one").encode()))
        self.assertEqual(receipt["accepted"], 1)

    def test_what_is_cut_off_is_recorded_as_far_as_it_goes(self):
        text = "".join(event(f"e{n}", fields={"text": os.urandom(8).hex()}) for n in range(5000))
        self.write("cut.gz", gzip.compress(text.encode())[:-20000])
        receipt, said = self.record(status=1)
        self.assertGreater(receipt["accepted"], 500)
        self.assertIn("cut off", said)
        self.assertEqual({row["source"] for row in self.quarantine()}, {str(self.files / "cut.gz")})

    def test_members_of_an_archive_are_texts_of_their_own(self):
        with zipfile.ZipFile(self.files / "log.eval", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("samples/1.json", event("one"))
            archive.writestr("samples/2.jsonl", event("two") + "broken\n")
            archive.writestr("samples/readme.txt", event("never"))
            archive.writestr("samples/other.json", '{"a":1}')
            archive.writestr("header.json", event("head"))
        receipt, said = self.record(status=1)
        self.assertEqual(self.ids(), ["head", "one", "two"])
        self.assertIn("log.eval!samples/2.jsonl:2: ", said)
        done = self.hence("events", "--json", "--where", "seq = 1")
        self.assertEqual(json.loads(done.stdout)["id"], "head")

    def test_an_archive_without_texts(self):
        with zipfile.ZipFile(self.files / "a.zip", "w") as archive:
            archive.writestr("a.txt", "x")
        _, said = self.record(status=1)
        self.assertIn("1 file of no known format skipped", said)
        _, said = self.record(self.files / "a.zip", status=1)
        self.assertIn("no member of the archive is of a known format", said)

    def test_a_damaged_archive_is_told(self):
        with zipfile.ZipFile(self.files / "a.zip", "w") as archive:
            archive.writestr("a.json", event("one") * 100)
        whole = (self.files / "a.zip").read_bytes()
        (self.files / "a.zip").write_bytes(whole[:len(whole) // 2])
        _, said = self.record(status=1)
        self.assertIn("a.zip", said)


class Databases(Recording):
    def database(self, name, statements):
        path = self.files / name
        connection = sqlite3.connect(path)
        connection.executescript(statements)
        connection.close()
        return path

    def broker(self, name="broker.db"):
        return self.database(name, """
            CREATE TABLE traces(id INTEGER PRIMARY KEY, agent_id, decision_type, rationale, confidence, inputs,
                session_id, correlation_id, created_at, outcome, outcome_correct);
            INSERT INTO traces VALUES(7, 'sizer', 'size', 'small', 0.7, '{"a":1}', 's', 'c',
                '2026-01-01T00:00:00Z', 'lost', 0);
            CREATE TABLE audit_log(message_id, from_agent, to_agents, status, route_json, payload, created_at,
                correlation_id);
            INSERT INTO audit_log VALUES('m1', 'router', '["cfo"]', 'dispatched', '{}', 'hi',
                '2026-01-01T00:00:01Z', 'c');""")

    def test_rows_of_a_known_system_are_events_and_the_file_stays(self):
        path = self.broker()
        before = path.read_bytes(), path.stat().st_mtime_ns
        receipt, _ = self.record()
        self.assertEqual(receipt["accepted"], 3)
        self.assertEqual((path.read_bytes(), path.stat().st_mtime_ns), before)
        self.assertEqual([entry.name for entry in self.files.iterdir()], ["broker.db"])
        kinds = self.hence("sql", "--csv", "SELECT id, kind FROM events ORDER BY kind").stdout.decode()
        self.assertIn("trace-7,decision\n", kinds)
        self.assertIn("m1,message\n", kinds)
        receipt, _ = self.record()
        self.assertEqual((receipt["accepted"], receipt["duplicates"]), (0, 3))

    def test_rows_in_a_log_beside_the_file_count(self):
        connection = sqlite3.connect(self.broker())
        connection.execute("PRAGMA journal_mode=WAL")
        self.record()
        connection.execute("INSERT INTO audit_log SELECT 'm2', from_agent, to_agents, status, route_json, payload,"
                           " created_at, correlation_id FROM audit_log")
        connection.commit()
        receipt, _ = self.record()
        self.assertEqual(receipt["accepted"], 1)
        connection.close()

    def test_nodes_and_edges_of_deciduous(self):
        self.database("deciduous.db", """
            CREATE TABLE decision_edges(id INTEGER PRIMARY KEY, from_node_id, to_node_id, from_change_id, to_change_id,
                edge_type, weight, rationale, created_at);
            INSERT INTO decision_edges VALUES(1, 1, 2, 'c-goal', 'c-jwt', 'leads_to', 1.0, 'stateless', NULL);
            CREATE TABLE decision_nodes(id INTEGER PRIMARY KEY, change_id, node_type, title, description, status,
                created_at, updated_at, metadata_json);
            INSERT INTO decision_nodes VALUES
                (1, 'c-goal', 'goal', 'Implement auth', NULL, 'active', '2026-01-01T10:00:00Z', NULL, '{"confidence":90}'),
                (2, 'c-jwt', 'decision', 'Use JWT', NULL, 'active', '2026-01-01T10:00:05Z', NULL, NULL);""")
        receipt, _ = self.record()
        self.assertEqual(receipt["accepted"], 3)
        found = self.hence("--json", "graph", "query", "descendants", "c-goal").stdout.decode()
        self.assertIn("c-jwt", found)

    def test_other_databases_say_what_to_do(self):
        other = self.database("other.db", "CREATE TABLE things(a); INSERT INTO things VALUES(1)")
        _, said = self.record(other, status=1)
        self.assertIn("its tables: things", said)
        self.assertIn("sqlite3 -json", said)
        _, said = self.record(self.write("graph.duckdb", b"\0" * 8 + b"DUCK" + b"\0" * 4096), status=1)
        self.assertIn("a DuckDB database", said)
        self.assertIn("duckdb -json", said)

    def test_a_damaged_database_is_told(self):
        whole = self.broker().read_bytes()
        damaged = self.write("broker.db", whole[:100] + b"\xff" * (len(whole) - 100))
        done = self.hence("record", damaged)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"the database is damaged", done.stderr)


class Damage(Recording):
    def test_a_very_long_line_is_refused_and_the_rest_recorded(self):
        path = self.files / "long.jsonl"
        with open(path, "w") as out:
            out.write(event("before") + '{"a":"')
            for _ in range(LONG_LINE >> 20):
                out.write("x" * (1 << 20))
            out.write('"}\n' + event("after"))
        receipt, said = self.record(status=1)
        self.assertEqual((receipt["accepted"], receipt["quarantined"]), (2, 1))
        self.assertIn(f"long.jsonl:2: too long: {LONG_LINE + 8} bytes", said)
        self.assertEqual(self.ids(), ["after", "before"])
        self.assertEqual(self.quarantine()[0]["size"], 16 << 20)

    def test_other_encodings_are_refused(self):
        self.write("utf16.jsonl", event("one").encode("utf-16"))
        self.write("latin.jsonl", event("two").encode() + b'{"id":"caf\xe9"}\n' + event("three").encode())
        self.write("marked.jsonl", b"\xef\xbb\xbf" + event("four").encode())
        receipt, said = self.record(status=1)
        self.assertEqual((receipt["accepted"], receipt["quarantined"]), (3, 2))
        self.assertIn("utf16.jsonl:1: the text is in UTF-16", said)
        self.assertIn("latin.jsonl:2: ", said)

    def test_a_file_that_may_not_grow_is_an_error_and_no_end(self):
        self.write("a.jsonl", "".join(event(f"e{n}") for n in range(2_000)))
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, 5_000))
        done = self.hence("record", self.files, preexec_fn=limit)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(b"File too large", done.stderr)
        receipt, _ = self.record()
        self.assertEqual(receipt["accepted"] + receipt["duplicates"], 2_000)

    def test_a_cut_last_line_and_another_format_in_the_middle(self):
        self.write("a.jsonl", event("one") + foreign("two") + event("three") + '{"id":"fo')
        receipt, said = self.record(status=1)
        self.assertEqual((receipt["accepted"], receipt["quarantined"]), (2, 2))
        self.assertIn("a.jsonl:2: ", said)
        self.assertIn("a.jsonl:4: ", said)


class Again(Recording):
    def test_nothing_is_added(self):
        self.write("one.jsonl", event("one") + event("two"))
        self.write("two.gz", gzip.compress(foreign("three").encode()))
        nameless = json.loads(event("x"))
        del nameless["id"]
        self.write("three.jsonl", json.dumps(nameless) + "\n")
        self.assertEqual(self.record()[0]["accepted"], 4)
        receipt, _ = self.record()
        self.assertEqual((receipt["accepted"], receipt["duplicates"]), (0, 4))
        with open(self.files / "three.jsonl", "a") as out:
            out.write(event("four"))
        receipt, _ = self.record()
        self.assertEqual((receipt["accepted"], receipt["duplicates"]), (1, 4))

    def seconds(self, *files):
        begin = time.monotonic()
        receipt, _ = self.record(*files)
        return time.monotonic() - begin, receipt

    def test_it_is_much_faster(self):
        for file in range(10):
            self.write(f"{file}.jsonl", "".join(
                event(f"{file}-{n}", fields={"text": "x" * 1000}) for n in range(4000)))
        first, _ = self.seconds()
        again, receipt = self.seconds()
        self.assertEqual((receipt["accepted"], receipt["duplicates"]), (0, 40000))
        # Apart from what it takes to open the store, which is the same for both.
        empty = self.top / "empty"
        empty.mkdir()
        opening = min(self.seconds(empty)[0] for _ in range(3))
        self.assertLess((again - opening) * 5, first - opening)

    def test_a_changed_file_is_read_again(self):
        path = self.write("one.jsonl", event("one"))
        self.record()
        path.write_text(event("uno"))
        self.assertEqual(self.record()[0]["accepted"], 1)

    def test_a_store_that_lost_the_events_gets_them_again(self):
        self.write("one.jsonl", event("one"))
        self.record()
        ledger = (self.store / "recorded").read_bytes()
        shutil.rmtree(self.store)
        self.store.mkdir()
        (self.store / "recorded").write_bytes(ledger)
        self.assertEqual(self.record()[0]["accepted"], 1)

    def test_a_spoiled_ledger_is_written_anew(self):
        self.write("one.jsonl", event("one"))
        self.record()
        ledger = self.store / "recorded"
        good = ledger.read_bytes()
        for bad in (b"", b"\0\xff", good[:-10], good + b"{}\n"):
            ledger.write_bytes(bad)
            receipt, said = self.record()
            self.assertEqual((receipt["duplicates"], said), (1, ""))
            self.assertEqual(ledger.read_bytes(), good)

    def test_a_session_that_is_filled_in_is_no_repetition(self):
        text = foreign("one").replace(' "session": "s",', "")
        self.write("one.jsonl", text)
        self.record(self.files, "--session", "a")
        self.assertEqual(self.record(self.files, "--session", "b", status=1)[0]["quarantined"], 1)


class Followed:
    """A running `hence record --follow`, and what it says."""

    def __init__(self, store, state, *files):
        self.process = subprocess.Popen(
            [serving.HENCE, "--store", str(store), "record", "--json", "--follow", *map(str, files)],
            env=dict(serving.CLEAN, XDG_STATE_HOME=str(state)), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.said = []
        self.follows = threading.Event()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stderr:
            self.said.append(line)
            if "following" in line:
                self.follows.set()
        self.follows.set()

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        receipt = self.process.stdout.read()
        self.process.wait(serving.WAIT_S)
        self.reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return json.loads(receipt)


class Following(Recording):
    def follow(self, *files, store=None):
        followed = Followed(store or self.store, self.top / "state", *(files or [self.files]))
        self.addCleanup(lambda: followed.process.poll() is None and followed.process.kill())
        self.assertTrue(followed.follows.wait(serving.WAIT_S))
        return followed

    def wait_for(self, *names, store=None):
        end = time.monotonic() + serving.WAIT_S
        while (ids := self.ids(store)) != sorted(names):
            self.assertLess(time.monotonic(), end, f"{ids} instead of {sorted(names)}")
            time.sleep(0.1)

    def append(self, name, text):
        with open(self.files / name, "a") as out:
            out.write(text)

    def test_growth_new_files_and_new_directories(self):
        self.write("a.jsonl", event("a1"))
        followed = self.follow()
        self.wait_for("a1")
        self.append("a.jsonl", event("a2"))
        self.write("b.jsonl", foreign("b1"))
        self.write("deep/er/c.jsonl", event("c1"))
        self.wait_for("a1", "a2", "b1", "c1")
        self.append("deep/er/c.jsonl", event("c2"))
        self.write("d.gz", gzip.compress(event("d1").encode()))
        self.wait_for("a1", "a2", "b1", "c1", "c2", "d1")
        receipt = followed.end(signal.SIGINT)
        self.assertEqual((followed.process.returncode, receipt["accepted"]), (0, 6))

    def test_a_partial_line_waits(self):
        whole = event("a2")
        self.write("a.jsonl", event("a1") + whole[:20])
        followed = self.follow()
        self.wait_for("a1")
        self.append("a.jsonl", whole[20:] + event("a3")[:5])
        self.wait_for("a1", "a2")
        receipt = followed.end()
        self.assertEqual((receipt["accepted"], receipt["pending"], receipt["quarantined"]), (2, 1, 0))

    def test_rotation_truncation_and_deletion(self):
        for files in ([self.files], [self.files / "a.jsonl"]):
            with self.subTest(files=files):
                shutil.rmtree(self.store, ignore_errors=True)
                shutil.rmtree(self.files)
                path = self.write("a.jsonl", event("one"))
                followed = self.follow(*files)
                self.wait_for("one")
                self.append("a.jsonl", event("two"))
                path.rename(self.top / "rotated")
                self.write("a.jsonl", event("three"))
                self.wait_for("one", "two", "three")
                path.write_text(event("four"))
                self.wait_for("one", "two", "three", "four")
                path.unlink()
                time.sleep(0.5)
                self.write("a.jsonl", event("five"))
                self.wait_for("one", "two", "three", "four", "five")
                self.assertEqual(followed.end()["accepted"], 5)

    def test_what_came_while_nobody_followed_is_taken(self):
        self.write("a.jsonl", event("a1"))
        self.write("b.jsonl", event("b1"))
        self.follow().end()
        self.append("a.jsonl", event("a2"))
        followed = self.follow()
        self.wait_for("a1", "a2", "b1")
        receipt = followed.end()
        self.assertEqual((receipt["accepted"], receipt["duplicates"]), (1, 2))

    def test_a_server_is_told_and_may_be_away_for_a_while(self):
        self.write("a.jsonl", event("a1"))
        server = serving.Server(self.store)
        followed = self.follow(store=server.address)
        self.wait_for("a1", store=server.address)
        server.end()
        self.append("a.jsonl", event("a2"))
        while not any("trying until it works" in line for line in followed.said):
            time.sleep(0.05)
        server = serving.Server(self.store, "--listen", server.host, "--grpc", "127.0.0.1:0",
                                ports=False)
        self.addCleanup(lambda: server.process.poll() is None and server.process.kill())
        self.wait_for("a1", "a2", store=server.address)
        self.assertEqual(followed.end()["accepted"], 2)
        receipt, _ = self.record(store=server.address)
        self.assertEqual(receipt["duplicates"], 2)
        self.assertEqual(len(list((self.top / "state" / "hence").iterdir())), 1)
        server.end()


if __name__ == "__main__":
    serving.main()
