#!/usr/bin/env python3
"""A store of format 1 is upgraded where it lies, by processes that die on the way: nothing of it is lost.

    upgrade_test.py HENCE DRIVER        HENCE_KILLS (12), HENCE_SEED

A store of format 1 has a log and a head that says so; tree, keys, search and the index of today are made when it
is opened. Whoever opens it may be killed. Then a copy of what is there must be readable, whole, and the next one
goes on.
"""

import hashlib
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import threading
import time
import unittest

import commands
import history

KILLS = int(os.environ.get("HENCE_KILLS", 12))
SEED = history.seed()
SLOT = 512
SIGNED = 44  # Of a slot: what its check is over.
CHECK = 16
VERSION_AT = 8
EVENTS = 3000
SESSIONS = 40


def versions(head):
    """What the two slots of a head say, as far as they read."""
    for at in (0, SLOT):
        slot = head[at:at + SLOT]
        if hashlib.sha256(slot[:SIGNED]).digest()[:CHECK] == slot[SIGNED:SIGNED + CHECK]:
            yield struct.unpack(">I", slot[VERSION_AT:VERSION_AT + 4])[0]


def in_format_1(head):
    """The same head, as the program wrote it that knew format 1."""
    aged = b""
    for at in (0, SLOT):
        signed = head[at:at + VERSION_AT] + struct.pack(">I", 1) + head[at + VERSION_AT + 4:at + SIGNED]
        aged += signed + hashlib.sha256(signed).digest()[:CHECK] + head[at + SIGNED + CHECK:at + SLOT]
    return aged


def event(name, number):
    return {"id": name, "kind": "thought", "time": f"2026-03-01T09:00:00.{number % 1000:03d}Z", "session": f"s{number % SESSIONS}",
            "fields": {"text": f"thought {number} " + "of many words " * (number % 60)}}


class Upgrade(commands.StoreTest):
    def setUp(self):
        super().setUp()
        self.dice = random.Random(SEED)
        self.environment = dict(os.environ, XDG_CONFIG_HOME=str(pathlib.Path(self.directory.name) / "config"))
        self.place = pathlib.Path(self.store)
        self.told = {}
        lines = []
        for number in range(EVENTS):
            self.told[f"e{number}"] = event(f"e{number}", number)["fields"]
            lines.append(json.dumps(event(f"e{number}", number)) + "\n")
        self.ask("record", "-", given="".join(lines))
        for derived in self.place.iterdir():
            if derived.name not in ("log", "head"):
                shutil.rmtree(derived) if derived.is_dir() else derived.unlink()
        head = self.place / "head"
        head.write_bytes(in_format_1(head.read_bytes()))
        self.assertEqual(list(versions(head.read_bytes())), [1, 1])
        self.ask("key", "new", "example.com/upgrade")

    def start_here(self, *words, store=None):
        return subprocess.Popen([self.hence, "--store", str(store or self.store), *words], env=self.environment, text=True,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ask(self, *words, given="", store=None):
        process = self.start_here(*words, store=store)
        out, err = process.communicate(given, timeout=history.WAIT_S)
        self.assertEqual(process.returncode, 0, (words, err))
        return out

    def stored(self, store=None):
        return {one["id"]: one["fields"] for one in map(json.loads, self.ask("export", "ndjson", store=store).splitlines())}

    def upgrade_takes(self, aged, copy):
        """How long a command takes that upgrades the store and is left alone, so that kills fall within it."""
        shutil.copytree(aged, copy)
        start = time.monotonic()
        self.ask("record", "-", given=json.dumps(event("alone", 0)) + "\n", store=copy)
        return time.monotonic() - start

    def killed(self, number, within):
        """A command that is killed on its way, at a time that the dice say. Whether its event was acknowledged."""
        name = f"late{number}"
        process = self.start_here("record", "-")
        timer = threading.Timer(self.dice.uniform(0, within), process.kill)
        timer.start()
        process.communicate(json.dumps(event(name, number)) + "\n", timeout=history.WAIT_S)
        timer.cancel()
        return process.returncode == 0

    def test_a_store_of_format_1_is_read_as_it_is(self):
        self.assertEqual(self.stored(), self.told)
        self.assertEqual(len(json.loads(self.ask("--json", "sessions"))), SESSIONS)
        self.assertIn("thought 7", self.ask("search", "thought 7"))

    def test_it_is_readable_whenever_the_upgrade_is_killed(self):
        copy = pathlib.Path(self.directory.name) / "copy"
        aged = pathlib.Path(self.directory.name) / "aged"
        shutil.copytree(self.place, aged)
        within = self.upgrade_takes(aged, copy)
        base = dict(self.told)
        dead = 0
        for number in range(KILLS):
            with self.subTest(kill=number, HENCE_SEED=SEED):
                # A process or two go on with what a dead one left; then it begins anew.
                if number % 3 == 0:
                    shutil.rmtree(self.place)
                    shutil.copytree(aged, self.place)
                    self.told = dict(base)
                name = f"late{number}"
                if self.killed(number, within):
                    self.told[name] = event(name, number)["fields"]
                else:
                    dead += 1
                # The copy is upgraded; the store itself stays as the dead process left it.
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(self.place, copy, ignore=shutil.ignore_patterns("*.sock"))
                held = self.stored(copy)
                if name in held:
                    self.told[name] = held[name]
                self.assertEqual(held, self.told)
                self.assertLessEqual(set(versions((self.place / "head").read_bytes())), {1, 2})
        self.assertGreater(dead, 0, "nothing died on the way")
        self.ask("record", "-", given=json.dumps(event("last", 0)) + "\n")
        self.told["last"] = event("last", 0)["fields"]
        self.assertEqual(self.stored(), self.told)
        self.assertIn(2, versions((self.place / "head").read_bytes()))
        said = self.ask("verify")
        self.assertIn(str(len(self.told)), said)


if __name__ == "__main__":
    commands.main()
