#!/usr/bin/env python3
"""Erases through the whole program: erase_test.py HENCE.

A command that is killed at any moment leaves an erasure done or not begun; a server forgets what it kept of answers; a
rule of age erases what is too old, and the spool keeps nothing that was taken from it.
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import time

import serving

KILLS = int(os.environ.get("HENCE_KILLS", "25"))


def hence(store, *arguments, status=0):
    """What a command prints on standard output."""
    done = serving.hence(store, *arguments)
    assert done.returncode == status, f"{arguments}: {done.returncode} {done.stderr}"
    return (done.stdout if status == 0 else done.stderr).decode()


def event(number, text, session="s1", time_of_day="09:00:00", **more):
    return json.dumps({"id": f"e{number}", "kind": "thought", "time": f"2026-03-01T{time_of_day}Z", "session": session,
                       "fields": {"text": text}, **more})


def files_with(store, text):
    """The files below a directory that hold these bytes as they are."""
    return [str(path) for path in pathlib.Path(store).rglob("*")
            if path.is_file() and text.encode() in path.read_bytes()]


class EraseTest(serving.ServeTest):
    def record(self, lines):
        file = self.directory / "events.ndjson"
        file.write_text("\n".join(lines) + "\n")
        return hence(self.store, "record", str(file))

    def test_a_killed_erasure_is_done_or_has_not_begun(self):
        chance = random.Random(3)
        secrets = [f"secret{chance.getrandbits(200):x}" for _ in range(KILLS)]
        self.record([event(i, secret, parent=f"e{i - 1}" if i else None, session=f"s{i % 3}")
                     for i, secret in enumerate(secrets)])
        killed = 0
        for number, secret in enumerate(secrets):
            running = subprocess.Popen([serving.HENCE, "--store", str(self.store), "erase", f"e{number}", "--reason", "it leaked"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 0.12))
            running.send_signal(signal.SIGKILL)
            killed += running.wait() == -signal.SIGKILL
            found = json.loads(hence(self.store, "--json", "events", "--where", f'id = "e{number}"'))
            announced = [json.loads(line) for line in
                         hence(self.store, "--json", "events", "--kinds", "erasure").splitlines()]
            named = any(first <= number + 1 <= last for each in announced for first, last in each["fields"]["seqs"])
            self.assertEqual("erased" in found.get("flags", []), named, found)
            if named:
                self.assertNotIn(secret, json.dumps(found))
                self.assertEqual(files_with(self.store, secret), [])
            else:
                self.assertEqual(found["fields"]["text"], secret)
        self.assertGreater(killed, 0, "no command was killed on its way: HENCE_KILLS may be larger")
        tree = hence(self.store, "tree", "s0")
        (self.store / "index").rename(self.directory / "old index")
        self.assertEqual(hence(self.store, "tree", "s0"), tree, "an index that is built anew says something else")

    def test_what_was_proven_before_stays_proven(self):
        home = self.directory / "config"
        before = os.environ.get("XDG_CONFIG_HOME")
        os.environ["XDG_CONFIG_HOME"] = str(home)
        try:
            hence(self.store, "key", "new")
            self.record([event(i, f"words {i}", parent=f"e{i - 1}" if i else None) for i in range(20)])
            proof = self.directory / "proof"
            proof.write_text(hence(self.store, "prove", "e7"))
            hence(self.store, "erase", "e7", "--reason", "it leaked")
            hence(self.store, "erase", "--where", "id = \"e9\"", "--reason", "that, too")
            said = hence(self.store, "verify")
            self.assertIn("Erased: 2 events, 2 announced by an erasure event", said)
            self.assertIn("Verified: the event is in the log", hence(self.store, "verify", str(proof)))
        finally:
            if before is None:
                del os.environ["XDG_CONFIG_HOME"]
            else:
                os.environ["XDG_CONFIG_HOME"] = before

    def test_a_server_forgets_what_it_kept(self):
        self.record([event(1, "first words"), event(2, "secret words", parent="e1"), event(3, "last words", parent="e2")])
        with self.serving() as server:
            def get(path):
                status, _, body = server.ask("GET", path, headers={"Accept": "application/json"})
                self.assertEqual(status, 200, (path, body))
                return body.decode()

            asked = ["/api/v1/sessions/s1/outline", "/api/v1/sessions/s1/map", "/api/v1/sessions/s1/tree",
                     "/api/v1/sessions/s1/timeline", "/api/v1/search?q=secret", "/api/v1/events?text=secret",
                     "/api/v1/export/html?session=s1"]
            for path in asked:
                get(path)
            status, _, said = server.ask("POST", "/api/v1/erasures", json.dumps({"event": "e2", "reason": "it leaked"}).encode(),
                                         serving.JSON)
            self.assertEqual((status, json.loads(said)["events"]), (200, 1))
            status, _, _ = server.ask("POST", "/api/v1/erasures", b'{"event":"e1"}', serving.JSON)
            self.assertEqual(status, 400)
            for path in asked:
                self.assertNotIn("secret words", get(path), path)
            self.assertIn("erased: it leaked", get("/api/v1/sessions/s1/tree"))
            self.assertIn('"erased":1', get("/api/v1/events/e3/explain"))
        self.assertIn('["erased"]', hence(self.store, "sql", "select flags from events where id = 'e2'"))
        self.assertNotIn("secret words", hence(self.store, "export", "ndjson"))
        self.assertIn("Nothing matches", hence(self.store, "search", "secret words"))

    def test_what_is_too_old_goes_and_the_rest_stays(self):
        self.record([event(1, "old", time_of_day="09:00:00"), event(2, "young", time_of_day="10:00:00")])
        said = json.loads(hence(self.store, "--json", "retain", "--older-than", "2026-03-01T09:30:00Z"))
        self.assertEqual((said["events"], said["reason"]), (1, "retention: older than 2026-03-01T09:30:00Z"))
        self.assertIn("Thought: young", hence(self.store, "events"))
        self.assertNotIn("Thought: old", hence(self.store, "events"))
        again = json.loads(hence(self.store, "--json", "retain", "--older-than", "2026-03-01T09:30:00Z"))
        self.assertEqual((again["events"], again["already"], again["erasures"]), (0, 1, []))

    def test_a_server_erases_by_its_rule(self):
        self.record([event(1, "old words")])
        with self.serving("--retain", "1d"):
            for _ in range(100):
                if "retention: older than 1d" in hence(self.store, "events"):
                    break
                time.sleep(0.1)
            self.assertIn("erased: retention: older than 1d", hence(self.store, "events"))
        self.assertIn("how long", hence(self.store, "serve", "--retain", "2026-01-01", status=2))

    def test_the_spool_of_a_writer_that_lives_is_wiped(self):
        (self.store / "spool").mkdir(parents=True)
        file = self.store / "spool" / "mine.ndjson"
        with file.open("a") as writer:
            writer.write(event(1, "spooled secret") + "\n")
            writer.flush()
            hence(self.store, "events")
            hence(self.store, "erase", "e1", "--reason", "it leaked")
            self.assertEqual(files_with(self.store, "spooled secret"), [])
            writer.write(event(2, "goes on") + "\n")
            writer.flush()
            self.assertIn("Thought: goes on", hence(self.store, "events"))
        self.assertEqual(hence(self.store, "events", "--where", 'id = "e1"').count("erased: it leaked"), 1)

    def test_a_refused_line_is_erased_and_the_others_stay(self):
        def refused(number):
            return json.dumps({"id": f"q{number}", "kind": "thought", "time": "2026-03-01T09:00:00Z", "sesion": "s1",
                               "fields": {"text": f"refused secret {number}"}})

        file = self.directory / "events.ndjson"
        file.write_text("\n".join([event(1, "kept words"), refused(1), refused(2), refused(1)]) + "\n")
        self.assertEqual(serving.hence(self.store, "record", str(file)).returncode, 1)
        rows = json.loads(hence(self.store, "--json", "quarantine"))
        self.assertEqual(len(rows), 2, rows)
        hence(self.store, "erase", "--quarantine", "7", "--reason", "it leaked", status=1)
        hence(self.store, "erase", "--quarantine", "1", status=2)
        hence(self.store, "erase", "--quarantine", "1", "--reason", "it leaked", "--dry-run")
        self.assertIn("refused secret 1", hence(self.store, "quarantine", "show", "1"))
        hence(self.store, "erase", "--quarantine", "1", "--reason", "it leaked")
        self.assertEqual(files_with(self.store, "refused secret 1"), [])
        self.assertNotIn("refused secret 1", hence(self.store, "quarantine", "show", "1"))
        self.assertIn("refused secret 2", hence(self.store, "quarantine", "show", "2"))
        self.assertIn("kept words", hence(self.store, "events"))
        announced = json.loads(hence(self.store, "--json", "events", "--kinds", "erasure"))
        self.assertEqual(announced["fields"]["reason"], "it leaked")
        # The same line that comes again is refused again, and counts as another one or as the same: never by its bytes.
        serving.hence(self.store, "record", str(file))
        self.assertIn("refused secret 2", hence(self.store, "quarantine", "show", "2"))
        hence(self.store, "verify")

    def test_refused_lines_go_with_what_they_name_and_leave_no_reason(self):
        broken = [{"id": "e1", "kind": "thought", "tiem": "x", "fields": {"text": "broken secret one"}},
                  {"kind": "broken secret two", "session": "s1"}, {"id": "other", "kind": "broken secret three"}]
        file = self.directory / "events.ndjson"
        file.write_text("\n".join([event(1, "words"), *map(json.dumps, broken)]) + "\n")
        serving.hence(self.store, "record", str(file))
        hence(self.store, "erase", "--session", "s1", "--reason", "it leaked")
        for secret in ("broken secret one", "broken secret two"):
            self.assertEqual(files_with(self.store, secret), [], secret)
        self.assertEqual([row["n"] for row in json.loads(hence(self.store, "--json", "quarantine"))], [3])
        hence(self.store, "erase", "--quarantine", "3", "--reason", "it leaked")
        emptied = json.loads(hence(self.store, "--json", "quarantine", "show", "3"))
        self.assertEqual((emptied["reason"], emptied["bytes"]), ("erased", ""))
        self.assertEqual(files_with(self.store, "broken secret three"), [])

    def test_the_reason_of_an_erasure_repeats_no_secret(self):
        token = "ghp_" + "a8Kd0Zq3Xw7Rt5Yb" * 2 + "a8Kd"
        self.record([event(1, f"with {token}")])
        said = hence(self.store, "erase", "e1", "--reason", f"{token} leaked", "--by", f"who has {token}")
        self.assertIn("[redacted github_token ", said)
        self.assertNotIn(token, said + hence(self.store, "export", "ndjson"))

    def test_answers_do_not_say_that_an_erased_call_had_no_reason(self):
        call = {"kind": "tool_call", "run": "r1", "rationale": {"why": "needed"}}
        self.record([event(1, "", **{**call, "fields": {"tool_name": "Read", "input": {"path": "/a"}}}),
                     event(2, "", **{**call, "fields": {"tool_name": "Bash"}, "time": "2026-03-01T09:00:01Z"})])
        hence(self.store, "erase", "e1", "--reason", "it leaked")
        told = json.loads(hence(self.store, "--json", "debrief", "r1"))
        self.assertEqual([step["action"] for step in told["path"]], ["erased", "tool:Bash"])
        self.assertEqual(told["coverage"], {"tool_calls": 1, "with_rationale": 1})
        text = hence(self.store, "debrief", "r1")
        self.assertIn("Path: erased → Bash", text)
        self.assertNotIn("carry no rationale", text)
        page = hence(self.store, "dossier", "e1")
        self.assertIn("- what the event said: it was erased\n", page)
        self.assertNotIn("a rationale given", page)
        self.assertIn("## Why\n\nErased.\n", page)

    def test_what_cannot_be_erased_says_why(self):
        self.record([event(1, "words")])
        self.assertIn("no reason", hence(self.store, "erase", "e1", status=2))
        self.assertIn("which events", hence(self.store, "erase", "--reason", "r", status=2))
        self.assertIn("exclude", hence(self.store, "erase", "e1", "--session", "s1", "--reason", "r", status=2))
        hence(self.store, "erase", "nothing", "--reason", "r", status=1)
        hence(self.store, "erase", "--session", "nothing", "--reason", "r", status=1)
        hence(self.store, "erase", "--where", "fields.", "--reason", "r", status=2)
        hence(self.store, "erase", "e1", "--reason", "a\nb", status=2)
        hence(self.store, "erase", "e1", "--reason", "x" * 241, status=2)
        hence(self.store, "erase", "e1", "--reason", "r")
        hence(self.store, "erase", "latest", "--reason", "r", status=1)  # It is the erasure itself.


if __name__ == "__main__":
    serving.main()
