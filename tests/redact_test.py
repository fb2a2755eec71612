#!/usr/bin/env python3
"""redact_test.py HENCE: secrets at every door of a running server, and what the samples of real sessions hold.

HENCE_SAMPLES names a directory of recordings as other programs write them; at most one of them may have a false find.
"""

import json
import os
import pathlib
import unittest

import serving

TOKEN = "ghp_" + "a8Kd0Zq3Xw7Rt5Yb" * 2 + "a8Kd"
MARK = "[redacted github_token "


class RedactTest(serving.ServeTest):
    def post(self, server, path, **body):
        status, _, said = server.ask("POST", path, json.dumps(body).encode(), {**serving.JSON, "Accept": "application/json"})
        self.assertEqual(status, 200, (path, said))
        return said.decode()

    def call_tool(self, server, tool, **arguments):
        said = self.post(server, "/mcp", jsonrpc="2.0", id=1, method="tools/call",
                         params={"name": tool, "arguments": arguments})
        self.assertNotIn('"isError":true', said)
        return said

    def tell_by_every_door(self, server):
        """What each door answers to a text with a token in it."""
        decision = serving.event("d1", kind="decision", fields={"description": "which", "decision_type": "t", "chosen": "a"})
        self.assertEqual(server.post([decision, serving.event("e1")])[0], 200)
        return {
            "native events": server.post([serving.event("n1", fields={"text": f"with {TOKEN}"})])[2].decode(),
            "an outcome": self.post(server, "/api/v1/events/d1/outcome", correct=True, outcome=f"it used {TOKEN}"),
            "a note": self.post(server, "/api/v1/events/e1/notes", text=f"see {TOKEN}", author="me"),
            "a fork": self.post(server, "/api/v1/sessions/s/fork", **{"as": f"fork {TOKEN}"}),
            "a checkpoint of a session": self.post(server, "/api/v1/sessions/s/checkpoint", name=f"at {TOKEN}"),
            "a node of a graph": self.post(server, "/api/v1/graphs/g/nodes", id="n1", type="goal", label=f"use {TOKEN}"),
            "an MCP tool": self.call_tool(server, "add_goal", label=f"try {TOKEN}"),
            "a decision by MCP": self.call_tool(server, "record_decision", label=f"take {TOKEN}", rationale=f"{TOKEN} works"),
        }

    def stored(self):
        return serving.hence(self.store, "export", "ndjson").stdout.decode()

    def test_a_server_that_redacts_keeps_no_secret_of_any_door(self):
        with self.serving("--redact") as server:
            for door, said in self.tell_by_every_door(server).items():
                # A tool of MCP says back what it was told, to the one who told it.
                if "MCP" not in door:
                    self.assertNotIn(TOKEN, said, door)
            asked = server.ask("GET", "/api/v1/search?q=token")[2].decode()
            self.assertNotIn(TOKEN, asked)
        stored = self.stored()
        self.assertNotIn(TOKEN, stored)
        self.assertGreaterEqual(sum(MARK in line for line in stored.splitlines()), 8, stored)
        found = [str(path) for path in pathlib.Path(self.store).rglob("*")
                 if path.is_file() and TOKEN.encode() in path.read_bytes()]
        self.assertEqual(found, [])
        # Equal secrets have equal marks, at whatever door they came.
        marks = {part.split("]")[0] for part in stored.split(MARK)[1:]}
        self.assertEqual(len(marks), 1, marks)

    def test_a_server_that_does_not_is_asked_for_it_event_by_event(self):
        with self.serving() as server:
            self.tell_by_every_door(server)
            line = json.dumps(serving.event("r1", fields={"text": f"again {TOKEN}"})).encode()
            status, _, said = server.ask("POST", "/api/v1/events?redact=1", line, serving.JSON)
            self.assertEqual((status, json.loads(said)["redacted"]), (200, 1))
        stored = self.stored()
        self.assertGreaterEqual(sum(TOKEN in line for line in stored.splitlines()), 8)
        self.assertEqual(sum(MARK in line for line in stored.splitlines()), 1)
        shown = serving.hence(self.store, "export", "ndjson", "--redact").stdout.decode()
        self.assertNotIn(TOKEN, shown)

    @unittest.skipUnless(os.environ.get("HENCE_SAMPLES"), "HENCE_SAMPLES names no samples")
    def test_no_export_has_a_secret_in_the_name_of_an_agent(self):
        secret = "tr0ub" + "4dor"
        named = serving.event("e1", agent=f"postgres://app:{secret}@db.example/app", fields={"text": "words"})
        serving.hence(self.store, "record", input=json.dumps(named).encode() + b"\n")
        page = serving.hence(self.store, "export", "html", "s", "--redact").stdout.decode()
        self.assertIn("[redacted url_password ", page)
        self.assertNotIn(secret, page)
        database = self.directory / "out.db"
        serving.hence(self.store, "export", "sqlite", str(database), "--redact")
        self.assertNotIn(secret.encode(), database.read_bytes())

    def test_a_proof_is_not_said_to_be_redacted(self):
        exported = self.directory / "proof"
        for options in (["--redact"], ["--session", "s"]):
            done = serving.hence(self.store, "export", "proof", str(exported), *options)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(b"export proof takes no " + options[0].lstrip("-").encode(), done.stderr)
            self.assertFalse(exported.exists())

    def test_the_samples_have_at_most_one_false_find(self):
        files = [str(path) for path in sorted(pathlib.Path(os.environ["HENCE_SAMPLES"]).rglob("*"))
                 if path.is_file() and path.suffix in (".json", ".jsonl", ".ndjson")]
        self.assertGreater(len(files), 10)
        done = serving.hence(self.store, "--json", "redact", *(word for file in files for word in ("--check", file)))
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertLessEqual(json.loads(done.stdout)["total"], 1, done.stdout)


if __name__ == "__main__":
    serving.main()
