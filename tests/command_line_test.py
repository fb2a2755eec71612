#!/usr/bin/env python3
"""The command line as a person at a terminal meets it: command_line_test.py HENCE."""

import fcntl
import json
import os
import pty
import signal
import struct
import subprocess
import termios
import time
import unicodedata

import serving
from serving import CLEAN, event

ZONE = {"TZ": "CET-1CEST,M3.5.0,M10.5.0/3"}
SESSION = "01997ea4-a70d-7da3-8c20-c736db82a7c5:"


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


class CommandLine(serving.ServeTest):
    def setUp(self):
        super().setUp()
        self.top = self.directory

    def hence(self, *arguments, zone=None, **more):
        environment = dict(CLEAN, HOME=str(self.top), **(zone or {}))
        return subprocess.run([serving.HENCE, *arguments], env=environment, capture_output=True,
                              text=True, timeout=serving.WAIT_S, **more)

    def ask(self, *arguments, **more):
        return self.hence("--store", str(self.store), *arguments, **more)

    def record(self, *events):
        text = "".join(json.dumps(each) + "\n" for each in events)
        done = self.ask("record", input=text)
        self.assertEqual(done.returncode, 0, done.stderr)

    def on_terminal(self, width, *arguments):
        """What a terminal of that width is given."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        with subprocess.Popen([serving.HENCE, "--store", str(self.store), *arguments], stdout=theirs,
                              env=dict(CLEAN, NO_COLOR="1", TERM="xterm")) as process:
            os.close(theirs)
            text = b""
            while True:
                try:
                    piece = os.read(ours, 65536)
                except OSError:
                    break
                if not piece:
                    break
                text += piece
            process.wait(serving.WAIT_S)
        os.close(ours)
        return text.decode().replace("\r\n", "\n").splitlines()

    def two_sessions(self):
        for number, goal in (("1", "修复测试 " * 30), ("2", "g" * 300)):
            self.record(event("start" + number, kind="session_start", session=SESSION + number,
                              agent="planner", fields={"goal": goal}),
                        event("call" + number, kind="tool_call", session=SESSION + number, agent="planner",
                              parent="start" + number, rationale={"why": "word " * 50},
                              fields={"tool_name": "Bash", "input": {"command": "x" * 300}}))

    def test_tables_and_rows_fit_the_terminal_and_ids_stay_whole(self):
        self.two_sessions()
        for width in (80, 100, 132):
            for command in (["sessions"], ["runs"], ["events"], ["tree", "latest"], ["explain", "call1"],
                            ["outline", "latest"], ["replay", "session", "latest"]):
                lines = self.on_terminal(width, *command)
                for line in (line for line in lines if not line.startswith("! ")):
                    self.assertLessEqual(columns(line), width, (command, line))
        table = self.on_terminal(80, "sessions")
        self.assertIn("82a7c5:1", table[1] + table[2])
        self.assertIn("82a7c5:2", table[1] + table[2])
        self.assertTrue(any(line.endswith("(call1)") for line in self.on_terminal(80, "tree", "82a7c5:1")))

    def test_nothing_is_cut_in_a_pipe_or_when_wide(self):
        self.two_sessions()
        whole = self.ask("sessions").stdout
        self.assertIn("g" * 300, whole)
        self.assertIn(SESSION + "1", whole)
        self.assertEqual("\n".join(self.on_terminal(80, "--wide", "sessions")) + "\n", whole)

    def test_times_are_those_of_the_user(self):
        self.record(event("night", time="2026-01-01T23:30:00Z"), event("noon", time="2026-07-01T12:00:00Z"))
        ids = lambda *words: [json.loads(line)["id"] for line in
                              self.ask("--json", "events", *words, zone=ZONE).stdout.splitlines()]
        self.assertEqual(ids("--from", "2026-01-02", "--to", "2026-01-02"), ["night"])
        self.assertEqual(ids("--to", "2026-01-01"), [])
        self.assertEqual(ids("--from", "2026-07-01 14:00", "--to", "2026-07-01 14:00"), ["noon"])
        self.assertEqual(ids("--to", "9999d"), [])
        for words in (["events"], ["tree", "s"], ["sessions"], ["timeline", "s"], ["replay", "session", "s"]):
            shown = self.ask("--local", *words, zone=ZONE).stdout
            self.assertIn("2026-01-02 00:30:00+01:00", shown, words)
            self.assertNotIn("\x1e", shown)
            self.assertNotIn("23:30:00Z", shown)
        self.assertEqual(self.ask("--local", "--json", "events", zone=ZONE).stdout, self.ask("--json", "events").stdout)

    def test_a_time_within_recorded_text_stays(self):
        self.record(event("a", fields={"text": "since 2026-02-23 10:00:00Z"}))
        self.assertIn("since 2026-02-23 10:00:00Z", self.ask("--local", "events", zone=ZONE).stdout)

    def test_a_server_gives_the_same(self):
        self.two_sessions()
        expected = self.ask("--local", "sessions", zone=ZONE).stdout
        with self.serving() as server:
            self.assertEqual(self.hence("--store", server.address, "--local", "sessions", zone=ZONE).stdout, expected)
            self.assertEqual(self.ask("--local", "sessions", zone=ZONE).stdout, expected)
            table = server.ask("GET", "/api/v1/sessions", headers={"Accept": "text/plain; columns=80"})[2].decode()
            self.assertLessEqual(max(map(columns, table.splitlines())), 80)

    def test_any_answer_by_its_address(self):
        self.record(event("a/b"), event("t2"))
        for words in ((), ("--json",)):
            self.assertEqual(self.ask(*words, "ask", "events?limit=1").stdout, self.ask(*words, "events", "--limit", "1").stdout)
            self.assertEqual(self.ask(*words, "ask", "/api/v1/events/a%2Fb/explain").stdout,
                             self.ask(*words, "explain", "a/b").stdout)
        wrong = self.ask("ask", "events?sesion=s1")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("did you mean session?", wrong.stderr)
        self.assertEqual(self.ask("ask", "nothing").returncode, 1)

    def test_status_tells_who_has_the_store(self):
        self.record(event("a"))
        alone = json.loads(self.ask("--json", "status").stdout)
        self.assertEqual((alone["events"], alone["sessions"], alone["quarantined"]), (1, 1, 0))
        self.assertEqual((alone["owner"], alone["server"]), (None, None))
        self.assertEqual(alone["store"], str(self.store))
        self.assertGreater(alone["bytes"], 0)
        with self.serving() as server:
            served = json.loads(self.ask("--json", "status").stdout)
            self.assertEqual(served["server"], server.address)
            self.assertRegex(served["owner"], rf"pid {server.process.pid} \(hence serve\)")
            self.assertIn("Server: " + server.address, self.ask("status").stdout)
            self.assertEqual(json.loads(server.ask("GET", "/api/v1/status")[2])["events"], 1)

    def test_status_counts_what_answers_show(self):
        begun = event("a")
        self.record({**begun, "flags": ["unfinished"]})
        self.record({**begun, "duration_ms": 5})
        self.record(event("b"))
        listed = self.ask("--json", "events").stdout.splitlines()
        self.assertEqual([json.loads(line)["seq"] for line in listed], [2, 3])
        self.assertEqual(json.loads(self.ask("--json", "status").stdout)["events"], 2)
        self.assertIn("Events: 2,", self.ask("status").stdout)

    def test_open_prints_the_address_of_the_page(self):
        self.record(event("a", session="s/1"))
        alone = self.ask("open")
        self.assertEqual((alone.returncode, alone.stdout), (1, ""))
        self.assertIn(f"hence --store {self.store} serve", alone.stderr)
        with self.serving() as server:
            self.assertEqual(self.ask("open").stdout, f"{server.address}/#/sessions\n")
            self.assertEqual(self.ask("open", "latest").stdout, f"{server.address}/#/session/s%2F1\n")
            self.assertEqual(json.loads(self.ask("--json", "open", "a").stdout),
                             {"address": f"{server.address}/#/session/s%2F1?event=a"})
            self.assertEqual(self.ask("open", "nothing").returncode, 1)

    def test_what_is_unknown_is_never_an_empty_list(self):
        self.record(event("a", agent="planner", correlation="c"))
        for words in ("sessions --agent nobody", "runs --correlation nothing", "events --session nothing",
                      "stats --run nothing", "events --agent nobody", "tree nothing", "export html nothing"):
            done = self.ask(*words.split())
            self.assertEqual((done.returncode, done.stdout), (1, ""), words)
        typo = self.hence("--store", str(self.top / "typo"), "sessions")
        self.assertEqual((typo.returncode, typo.stdout), (1, ""))
        self.assertFalse((self.top / "typo").exists())
        self.assertEqual(self.hence("sessions").stdout, "No sessions.\n")

    def test_a_file_may_stand_in_for_a_store(self):
        file = self.top / "events.ndjson"
        file.write_text(json.dumps(event("a")) + "\nbroken\n")
        for words in (["--file", str(file), "events"], ["events", "--file", str(file)], ["--from", str(file), "events"]):
            done = self.hence(*words)
            self.assertIn("(a)", done.stdout)
            self.assertIn(f"1 line in quarantine; hence --file {file} quarantine lists them", done.stderr)

    def test_an_interrupted_recording_says_what_it_stored(self):
        process = subprocess.Popen([serving.HENCE, "--store", str(self.store), "record"], env=CLEAN, text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(json.dumps(event("a")) + "\n" + '{"id":"half')
        process.stdin.flush()
        deadline = time.monotonic() + serving.WAIT_S
        while self.ask("--json", "events").stdout.count("\n") < 1 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=serving.WAIT_S)
        self.assertEqual((process.returncode, said), (1, "recorded 1 event\n"), complained)
        self.assertIn("interrupted", complained)

    def test_a_closed_output_is_an_error(self):
        self.record(event("a"))
        before = sorted(path.stat().st_size for path in self.store.rglob("*") if path.is_file())
        done = subprocess.run(["sh", "-c", 'exec "$0" --store "$1" --json sessions >&-', serving.HENCE, str(self.store)],
                              env=CLEAN, capture_output=True, timeout=serving.WAIT_S)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(b"cannot write the answer", done.stderr)
        self.assertEqual(self.ask("--json", "events").returncode, 0)
        self.assertGreaterEqual(len(before), 1)


if __name__ == "__main__":
    serving.main()
