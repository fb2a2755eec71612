#!/usr/bin/env python3
"""walk_test.py HENCE: every answer over every recording at hand, held against the record itself.

The recordings are the bundled examples, generated events, and the samples that $HENCE_SAMPLES names or
that lie beside the project. No line of an answer may show words that
nobody recorded, a duration of 0ms or the year 1970 for something unknown; and no explanation that
rests on an assumed link may call itself complete.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HENCE = sys.argv.pop(1)
ROOT = Path(__file__).resolve().parent.parent
SAMPLES = Path(os.environ.get("HENCE_SAMPLES") or ROOT.parent / "shared" / "samples")
EVENTS_MAX = 4  # Of each session, that are explained.
SESSIONS_MAX = 1  # Of each recording, that are walked through.

# Answers about a session, a run and an event.
OF_SESSION = ["tree", "tree --steps", "outline", "timeline", "context", "map", "trajectory", "files --diffs", "replay session", "gaps"]
OF_EVENT = ["explain", "explain --all", "explain --down", "show", "knew", "dossier"]


def ask(store, line, *names):
    """What a command prints, and its exit status. A crash is no answer."""
    done = subprocess.run(
        [HENCE, "--store", store, *line.split(), *names], capture_output=True, text=True, errors="replace"
    )
    if done.returncode not in (0, 1, 2):
        raise AssertionError(f"{line} {names}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def ask_json(store, line, *names):
    text = ask(store, "--json " + line, *names)
    return json.loads(text) if text.strip() else None


def events_of(store):
    return [json.loads(line) for line in ask(store, "--json events").splitlines()]


def texts_in(value):
    """Every text of a JSON value, the ones inside texts of JSON included, on one line each."""
    waiting, texts = [value], []
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += list(one.values()) + list(one)
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            texts.append(one)
    return texts


def squeezed(text):
    return re.sub(r"\s+", "", text)


def recordings():
    """Name and path of each, the smallest first."""
    found = [(p.name, p) for p in sorted((ROOT / "examples").rglob("*")) if p.suffix in (".ndjson", ".jsonl", ".json")]
    if SAMPLES.is_dir():
        found += [(str(p.relative_to(SAMPLES)), p) for p in sorted(SAMPLES.rglob("*")) if p.suffix != ".md" and p.is_file()]
    return found


def generated():
    """Events that say little: no times, no durations, no words."""
    lines = [{"id": f"g{i}", "kind": kind, "time": f"2026-01-01T00:00:{i:02}Z", "session": "bare", "agent": "a"}
             for i, kind in enumerate(["prompt", "llm_call", "tool_call", "observation", "thought", "decision", "error",
                                       "message", "termination", "session_end", "alternatives", "some_kind"])]
    lines += [{"id": "h1", "kind": "tool_call", "time": "1970-01-01T00:00:00.000000001Z", "session": "untimed",
               "flags": ["time_derived"], "fields": {"tool_name": "t", "input": {"command": "true"}}},
              {"id": "h2", "kind": "llm_call", "time": "1970-01-01T00:00:00.000000002Z", "session": "untimed",
               "flags": ["time_derived"], "fields": {"model": "m"}}]
    return "".join(json.dumps(line) + "\n" for line in lines)


class WalkTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def record(self, path):
        store = tempfile.mkdtemp(dir=self.folder.name)
        done = subprocess.run([HENCE, "--store", store, "record", "--no-sync", str(path)], capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return store

    def check_words(self, store, events, where, text):
        """No 0ms and no 1970 that nobody recorded."""
        if not any(float(event.get("duration_ms", 1)) == 0 for event in events):
            self.assertIsNone(re.search(r"(?<![\d.])0ms", text), f"{where} says 0ms")
        timed_1970 = any(event["time"].startswith("1970-") and "time_derived" not in event.get("flags", [])
                         for event in events)
        recorded_1970 = any("1970-" in line for event in events for line in texts_in(event.get("fields", {})))
        if not timed_1970 and not recorded_1970:
            self.assertNotIn("1970-", text, where)

    def check_said(self, store, recorded, where, text):
        """What stands in quotation marks behind "said:" was recorded, word for word."""
        for said in re.findall(r'^\s*said: "(.*?)(?:…)?"$', text, re.M):
            wanted = squeezed(said.replace("\\", ""))[:60]
            self.assertIn(wanted, recorded, f"{where} says words that nobody recorded: {said}")

    def check_explanation(self, where, answer):
        links = answer["chain"]
        assumed = [link["event_id"] for link in links if link["via"] and link["via"]["provenance"] == "assumed"]
        lacks = answer["completeness"]
        if assumed:
            self.assertFalse(lacks["complete"], f"{where} is complete with an assumed link")
            self.assertTrue(set(assumed) <= set(lacks["uncaused"]), where)
        ids = [link["event_id"] for link in links]
        self.assertEqual(len(ids), len(set(ids)), where)

    def walk(self, store):
        events = events_of(store)
        if not events:
            return 0
        recorded = squeezed("\n".join(texts_in(events))).replace("\\", "")
        asked = 0
        lists = ["sessions", "runs", "agents", "stats", "events --limit 200", "correlations"]
        for line in lists:
            self.check_words(store, events, line, ask(store, line))
        for session in ask_json(store, "sessions")[:SESSIONS_MAX]:
            name = session["id"]
            for line in OF_SESSION:
                self.check_words(store, events, f"{line} {name}", ask(store, line, name))
                asked += 1
            own = [event for event in events if event.get("session") == name]
            for event in own[:: max(1, len(own) // EVENTS_MAX)]:
                for line in OF_EVENT:
                    text = ask(store, line, event["id"])
                    self.check_words(store, events, f"{line} {event['id']}", text)
                    self.check_said(store, recorded, f"{line} {event['id']}", text)
                    asked += 1
                for line in ("explain", "explain --down"):
                    answer = ask_json(store, line, event["id"])
                    self.check_explanation(f"{line} {event['id']}", answer)
        for run in ask_json(store, "runs")[:SESSIONS_MAX]:
            names = [run["id"]] + (["--session", run["session"]] if run["session"] else [])
            self.check_words(store, events, f"debrief {run['id']}", ask(store, "debrief", *names))
        return asked

    def test_generated(self):
        path = Path(self.folder.name) / "generated.ndjson"
        path.write_text(generated())
        self.assertGreater(self.walk(self.record(path)), 20)

    def test_recordings(self):
        asked = 0
        for name, path in recordings():
            with self.subTest(name):
                asked += self.walk(self.record(path))
        self.assertGreater(asked, 50)


if __name__ == "__main__":
    unittest.main()
