#!/usr/bin/env python3
"""What is exported can be recorded again, and answers the same: round_trip_test.py HENCE.

Only `seq` and `received` may differ: they say when a store got an event, and the export is in the order in
which events happened.
"""

import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

EXAMPLES = sorted((pathlib.Path(__file__).parent.parent / "examples").glob("*.ndjson"))
HENCE = ""

# What a spreadsheet or a reader of JSON could stumble over.
AWKWARD = [
    {"id": "=1+1", "kind": "thought", "time": "2026-06-01T00:00:00Z", "agent": "@a,b", "session": "odd",
     "run": "-1", "iteration": -1, "fields": {"text": "two\nlines, \"quoted\"\r\n\tand more"}},
    {"id": "late", "kind": "x", "time": "2020-01-01T00:00:00.123456789+02:00", "session": "odd",
     "causes": ["=1+1", "never"], "duration_ms": 0.5, "flags": ["parent_derived"]},
    {"id": "loose", "kind": "decision", "time": "2026-06-01T00:00:00Z", "run": "-1", "parent": "=1+1",
     "fields": {"description": "é \u2028 \U0001f600", "chosen": "x"}},
]


def steady(text):
    """The text without what a store adds by itself."""
    return re.sub(r'"seq":\d+,"received":"[^"]*"', "", text)


class RoundTrip(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(prefix="round-trip-")
        cls.hence("first", "record", *map(str, EXAMPLES))
        cls.hence("first", "record", input="".join(json.dumps(event) + "\n" for event in AWKWARD))
        cls.exported = cls.hence("first", "export", "ndjson")
        cls.receipt = json.loads(cls.hence("second", "record", "--json", input=cls.exported))
        cls.events = [json.loads(line) for line in cls.exported.splitlines()]

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    @classmethod
    def run_on(cls, store, *arguments, input=""):
        command = [HENCE, "--store", f"{cls.directory.name}/{store}", *arguments]
        return subprocess.run(command, input=input.encode("utf-8", "surrogateescape"), timeout=60,
                              capture_output=True)

    @classmethod
    def hence(cls, store, *arguments, input=""):
        result = cls.run_on(store, *arguments, input=input)
        assert result.returncode == 0, (arguments, result.stderr)
        return result.stdout.decode("utf-8", "surrogateescape")

    def named(self, key):
        return sorted({event[key] for event in self.events if key in event})

    def questions(self):
        yield from (["events", "--json"], ["stats", "--json"], ["export", "training"])
        yield from ([command, "--json"] for command in ("sessions", "runs", "agents", "correlations"))
        for session in self.named("session"):
            yield from ([command, session, "--json"] for command in ("tree", "context", "trajectory", "files", "gaps"))
            yield ["replay", "session", session, "--json"]
            yield ["stats", "--session", session, "--json"]
            yield from (["export", language, answer, session] for language in ("dot", "mermaid")
                        for answer in ("tree", "context"))
            for run in {event["run"] for event in self.events
                        if event.get("session") == session and "run" in event}:
                yield ["debrief", "--session", session, "--json", "--", run]
                yield ["diff", "--session", session, "--json", "--", run, run]
        for correlation in self.named("correlation"):
            yield from (["replay", kind, correlation, "--json"]
                        for kind in ("trade", "directive", "incident"))
        for event in self.events:
            if event["kind"] in ("outcome", "session_end", "x"):
                yield ["explain", event["id"], "--graph", "--json"]
            if "parent" not in event:
                yield ["explain", event["id"], "--down", "--json"]

    def test_every_event_is_taken(self):
        self.assertEqual((self.receipt["accepted"], self.receipt["quarantined"]), (len(self.events), 0))

    def test_an_export_is_what_events_prints(self):
        self.assertEqual(self.exported, self.hence("first", "events", "--json"))

    def test_every_answer_is_the_same(self):
        known = self.run_on("first", "--help").stdout.decode()
        for question in self.questions():
            if not re.search(rf"(?m)^  {question[0]} ", known):
                continue  # Left out of this build.
            with self.subTest(question=" ".join(question)):
                first, second = (self.run_on(store, *question) for store in ("first", "second"))
                self.assertEqual(first.returncode, second.returncode)
                self.assertIn(first.returncode, (0, 1), first.stderr)
                self.assertEqual(steady(first.stdout.decode()), steady(second.stdout.decode()))

    def test_a_table_has_a_row_for_each_event(self):
        rows = list(csv.DictReader(io.StringIO(self.hence("first", "export", "csv"), newline="")))
        self.assertEqual(len(rows), len(self.events))
        for row, event in zip(rows, self.events):
            for key in ("id", "kind", "time", "agent", "session", "run", "parent", "correlation"):
                cell = event.get(key, "")
                self.assertEqual(row[key], "'" + cell if cell[:1] in tuple("=+-@\t\r") else cell)
            for key in ("causes", "rationale", "fields", "flags"):
                self.assertEqual(json.loads(row[key] or "null"), event.get(key))
            self.assertEqual(int(row["seq"]), event["seq"])
            self.assertEqual(row["received"], event["received"])


if __name__ == "__main__":
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
