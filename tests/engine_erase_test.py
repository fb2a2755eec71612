#!/usr/bin/env python3
"""Erasure and proofs of a log in PostgreSQL, through the whole program: engine_erase_test.py HENCE."""

import json
import pathlib
import re
import time
import unittest

import engine
import serving

EXAMPLE = pathlib.Path(__file__).parent.parent / "examples" / "price-lookup.ndjson"


def steady(text):
    """Without ids that Hence made, and without what depends on when the test runs."""
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", "*", text)
    text = re.sub(r"\([0-9a-f]{8}\)", "(*)", text)
    text = re.sub(r'"received":"[^"]*"', "", text)
    return re.sub(time.strftime(r"%Y-%m-%d", time.gmtime()) + r"[T ][0-9:.]*Z", "*", text)


@unittest.skipUnless(engine.PROGRAMS, "PostgreSQL is not installed")
class EngineErase(serving.ServeTest):
    @classmethod
    def setUpClass(cls):
        cls.engine = engine.Engine("fsync=off")
        cls.addClassCleanup(cls.engine.close)

    def setUp(self):
        super().setUp()
        config = str(self.directory / "config")
        before = dict(serving.CLEAN)
        serving.CLEAN["XDG_CONFIG_HOME"] = config
        self.addCleanup(lambda: (serving.CLEAN.clear(), serving.CLEAN.update(before)))
        self.address = self.engine.address(self.id().rsplit(".", 1)[1].replace("test_", "")[:60])

    def hence(self, store, *arguments, status=0):
        done = serving.hence(store, *arguments)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout.decode()} {done.stderr.decode()}")
        return done.stdout.decode()

    def both(self, *arguments):
        here = self.hence(self.store, *arguments)
        there = self.hence(self.address, *arguments)
        self.assertEqual(steady(here), steady(there), arguments)
        return there

    def test_what_is_erased_is_gone_as_from_a_directory(self):
        self.both("record", str(EXAMPLE))
        session = json.loads(self.hence(self.store, "--json", "sessions"))[0]["id"]
        event = json.loads(self.hence(self.store, "--json", "events", "--limit", "3").splitlines()[-1])["id"]
        words = self.hence(self.store, "--json", "show", event)
        self.both("erase", event, "--reason", "leaked", "--dry-run")
        self.both("erase", event, "--reason", "leaked")
        self.assertNotEqual(self.hence(self.address, "--json", "show", event), words)
        for command in ("tree", "debrief", "gaps", "context", "trajectory"):
            self.both(command, session)
        for asked in (("stats",), ("sessions",), ("search", "leaked"), ("explain", event), ("events",)):
            self.both(*asked)
        self.both("erase", "--session", session, "--reason", "asked for")
        self.both("tree", session)
        self.both("retain", "--older-than", "1d")
        self.both("events")

    def test_proofs(self):
        key = self.hence(self.address, "key", "new", "example.com/log").strip()
        self.hence(self.address, "record", str(EXAMPLE))
        event = json.loads(self.hence(self.address, "--json", "events", "--limit", "1").splitlines()[0])["id"]
        proof = self.directory / "event.proof"
        proof.write_text(self.hence(self.address, "prove", event))
        self.hence(proof, "verify", str(proof), "--key", key)
        self.hence(self.address, "verify", "--key", key)
        report = json.loads(self.hence(self.address, "--json", "verify"))
        self.assertEqual(report["verified_up_to"], report["events"])
        self.assertIn(str(report["events"]), self.hence(self.address, "integrity"))
        self.hence(self.address, "erase", event, "--reason", "leaked")
        self.hence(proof, "verify", str(proof), "--key", key)
        self.hence(self.address, "verify", "--key", key)
        exported = self.directory / "proof"
        self.hence(self.address, "export", "proof", str(exported))
        self.hence(exported, "verify", str(exported), "--key", key)
        with self.serving(store=self.address) as server:
            answer = server.ask("GET", "/tlog/checkpoint")
            self.assertEqual(answer[0], 200)
            self.assertIn("example.com/log", str(answer[-1]))

    def test_a_changed_row_is_found(self):
        self.hence(self.address, "key", "new", "example.com/log")
        self.hence(self.address, "record", str(EXAMPLE))
        self.hence(self.address, "verify")
        log = self.engine.sql("SELECT max(log) FROM hence_log")
        self.engine.sql(f"DELETE FROM hence_proof WHERE log = {log} AND part = 'K'")
        self.hence(self.address, "verify", status=1)

    def test_servers_make_the_same_marks(self):
        secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
        marks = set()
        for number in range(2):
            file = self.directory / f"{number}.ndjson"
            file.write_text(json.dumps(serving.event(f"m{number}", fields={"text": f"token {secret}"})) + "\n")
            self.hence(self.address, "record", "--redact", str(file))
            shown = self.hence(self.address, "--json", "show", f"m{number}")
            self.assertNotIn(secret, shown)
            marks.add(re.search(r"\[redacted [^\]]*\]", shown).group())
        self.assertEqual(len(marks), 1, marks)


if __name__ == "__main__":
    serving.main()
