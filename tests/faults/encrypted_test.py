#!/usr/bin/env python3
"""What a process, a disk and a key can do to an encrypted store.

    encrypted_test.py HENCE DRIVER      HENCE_KILLS (60: a third of them here), HENCE_SEED

A kill loses nothing that was acknowledged, and no file ever tells a word. Without its key, with another one, or with a
key command that fails or hangs, the store says so and stays as it is. No value reaches the log before its key is safe.
"""

import hashlib
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

import history

KILLS = max(10, int(os.environ.get("HENCE_KILLS", 60)) // 3)
SEED = history.seed()
EVENT = '{"id":"%s","kind":"thought","time":"2026-02-23T10:00:00Z","session":"%s","fields":{"text":"%s"}}\n'


class Encrypted(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="encrypted-")
        self.addCleanup(directory.cleanup)
        self.place = pathlib.Path(directory.name)
        self.store = self.place / "store"
        self.key = self.place / "master"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("HENCE_MASTER")}
        self.environment.update(XDG_CONFIG_HOME=str(self.place / "config"), HOME=str(self.place))

    def hence(self, *arguments, status=0, more={}, **options):
        done = subprocess.run([HENCE, "--store", str(self.store), *map(str, arguments)], text=True, capture_output=True,
                              timeout=history.WAIT_S, env={**self.environment, **more}, **options)
        if status is not None:
            self.assertEqual(done.returncode, status, (arguments, done.stdout[-1000:], done.stderr[-1000:]))
        return done

    def init(self, *arguments):
        self.hence("init", "--encrypt", *(arguments or ("--key-file", self.key)))

    def record(self, *names, session="s", text="words", **options):
        return self.hence("record", "-", input="".join(EVENT % (name, session, text) for name in names), **options)

    def texts(self):
        return self.hence("--json", "events").stdout

    def state(self):
        """Every file of the store that holds anything, by its bytes; sockets, locks and what is derived left out."""
        return {str(path.relative_to(self.store)): hashlib.sha256(path.read_bytes()).hexdigest()
                for part in ("log", "keys", "tree") for path in (self.store / part).rglob("*")
                if path.is_file() and path.name != "LOCK"}

    def files_with(self, word):
        return [str(path) for path in self.store.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


class Kills(Encrypted):
    """The driver is told of the key by a variable, as a container would be."""

    def setUp(self):
        super().setUp()
        os.environ["HENCE_MASTER_KEY_FILE"] = str(self.key)
        self.addCleanup(os.environ.pop, "HENCE_MASTER_KEY_FILE")
        self.init()

    def test_what_was_acknowledged_survives_a_kill_exactly_once(self):
        dice = random.Random(SEED)
        past = history.History(HENCE, DRIVER, self.store)
        for number in range(KILLS):
            with self.subTest(kill=number, HENCE_SEED=SEED):
                driver = subprocess.Popen(past.command(f"k{number}", 10**9), text=True, stdout=subprocess.PIPE)
                begin = "" if dice.random() < 0.2 else driver.stdout.readline()
                timer = threading.Timer(dice.uniform(0, 0.2), driver.kill)
                timer.start()
                with driver:
                    past.take(begin + driver.stdout.read())
                timer.join()
                past.check()
                if number % 5 == 4 and past.seen:
                    past.check_search()
        self.assertGreater(len(past.seen), KILLS, "too little was recorded to test anything")
        self.assertEqual(self.files_with('"fields"'), [])
        self.assertEqual(self.files_with("told"), [])
        self.hence("verify", more={"HENCE_MASTER_KEY_FILE": str(self.key)})
        print(f"{KILLS} kills, {len(past.seen)} events in encrypted stores")

    @unittest.skipUnless(shutil.which("strace"), "strace is not installed")
    def test_the_key_of_a_session_is_safe_before_its_events_are_written(self):
        """Looks at the system calls: a write of the log behind an unsynced write of the keys is a loss at a power cut."""
        trace = self.place / "trace"
        past = history.History(HENCE, DRIVER, self.store)
        done = subprocess.run(["strace", "-f", "-qq", "-y", "-e", "trace=write,pwrite64,fsync,fdatasync", "-o", trace,
                               *past.command("a", 30)], text=True, capture_output=True, timeout=history.WAIT_S)
        if "PTRACE" in done.stderr or "Operation not permitted" in done.stderr:
            self.skipTest(f"strace may not trace here: {done.stderr}")
        self.assertEqual(done.returncode, 0, done.stderr)
        unsafe, keys, writes = False, 0, 0
        for line in trace.read_text(errors="replace").splitlines():
            call = re.search(r" (write|pwrite64|fsync|fdatasync)\(\d+<([^>]*)>", line)
            if not call:
                continue
            name, file = call.groups()
            if file.endswith("/keys/sessions"):
                unsafe = name in ("write", "pwrite64")
                keys += unsafe
            elif re.search(r"/log/\d+\.log$", file) and name in ("write", "pwrite64"):
                writes += 1
                self.assertFalse(unsafe, line)
        self.assertGreaterEqual(keys, 3)
        self.assertGreater(writes, 20)

    @unittest.skipUnless(shutil.which("strace"), "strace is not installed")
    def test_a_crash_at_a_call_that_writes_keys_loses_nothing(self):
        for number, (call, when) in enumerate([(call, when) for call in ("pwrite64", "fdatasync", "fsync", "rename")
                                               for when in (1, 2, 3, 5, 8)]):
            with self.subTest(call=call, when=when):
                past = history.History(HENCE, DRIVER, self.store)
                past.seen = past.events()
                done = subprocess.run(["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e",
                                       f"inject={call}:signal=SIGKILL:when={when}",
                                       *past.command(f"c{number}", 20)], text=True, capture_output=True,
                                      timeout=history.WAIT_S)
                if "PTRACE" in done.stderr or "Operation not permitted" in done.stderr:
                    self.skipTest(f"strace may not trace here: {done.stderr}")
                past.take(done.stdout)
                past.check()
        self.hence("verify", more={"HENCE_MASTER_KEY_FILE": str(self.key)})


class Keys(Encrypted):
    def check_refused(self, words, **options):
        """Neither a question nor a recording is answered, the words say why, and no byte of the store changes."""
        before = self.state()
        for ask in (lambda: self.hence("events", status=3, **options), lambda: self.record("x", status=3, **options)):
            self.assertIn(words, ask().stderr)
        self.assertEqual(self.state(), before)

    def test_a_missing_a_wrong_and_a_damaged_key_are_told_and_nothing_changes(self):
        self.init()
        self.record("a", "b")
        right = self.key.read_text()
        self.key.unlink()
        self.check_refused("master key is not to be had")
        for wrong in ("", "no key\n", right[:-3], right + right, "\0" * 64):
            self.key.write_text(wrong)
            self.check_refused("holds no master key")
        self.key.write_text("0" * 64 + "\n")
        self.check_refused("another master key")
        self.key.write_text(right)
        self.assertIn('"id":"a"', self.texts())
        self.hence("verify")

    def test_a_key_command_that_fails_or_says_nonsense_is_told(self):
        self.key.write_text("11" * 32)
        self.init("--key-command", f"cat {self.key}")
        self.record("a")
        for command, words in (("exit 7", "status 7"), ("echo no key", "prints no master key"),
                               ("yes", "prints more than"), ("kill -9 $$", "ended by a signal"),
                               ("/there/is/no/such/program", "status 127"),
                               (f"echo {'22' * 32}", "another master key")):
            with self.subTest(command=command):
                self.check_refused(words, more={"HENCE_MASTER_KEY_COMMAND": command})
        self.key.unlink()
        self.check_refused("status 1")
        self.key.write_text("11" * 32)
        self.assertIn('"id":"a"', self.texts())

    def test_a_key_command_that_hangs_is_ended(self):
        """It has a minute, whether it is silent or has closed its output."""
        self.key.write_text("11" * 32)
        self.init("--key-command", f"cat {self.key}")
        commands = ["exec sleep 600", f"cat {self.key}; exec sleep 600 >&-"]
        begin = time.monotonic()
        running = [subprocess.Popen([HENCE, "--store", str(self.store), "events"], text=True, stderr=subprocess.PIPE,
                                    env={**self.environment, "HENCE_MASTER_KEY_COMMAND": command})
                   for command in commands]
        for process in running:
            self.assertIn("not done after 60000 ms", process.communicate(timeout=history.WAIT_S + 60)[1])
            self.assertEqual(process.returncode, 3)
        self.assertLess(time.monotonic() - begin, 150)
        self.assertEqual(self.hence("events").returncode, 0)

    def test_a_damaged_file_of_keys_names_itself_and_the_rest_answers(self):
        self.init()
        for session in range(4):
            self.record(f"a{session}", f"b{session}", session=f"s{session}", text=f"text{session}")
        kept = self.place / "kept"
        shutil.copytree(self.store, kept)
        cases = {"keys/sessions, the second key": ("sessions", 64 + 20), "keys/encrypted": ("encrypted", 30),
                 "keys/index": ("index", 5)}
        for name, (file, at) in cases.items():
            with self.subTest(name):
                shutil.rmtree(self.store)
                shutil.copytree(kept, self.store)
                if file == "sessions":
                    shutil.rmtree(self.store / "index")  # So that every chunk is read.
                path = self.store / "keys" / file
                changed = bytearray(path.read_bytes())
                changed[at] ^= 0x20
                path.write_bytes(changed)
                done = self.hence("--json", "events", status=None)
                if file == "index":
                    self.assertEqual((done.returncode, done.stdout.count('"id"')), (0, 8), done.stderr)
                    self.hence("verify")
                    continue
                self.assertIn("keys/" + file, done.stderr)
                if file == "sessions":
                    found = re.findall(r'"text":"text(\d)"', done.stdout)
                    self.assertEqual(found, ["0", "0", "2", "2", "3", "3"], done.stderr)
                else:
                    self.assertEqual(done.returncode, 3)
                self.hence("verify", status=1 if file == "sessions" else None)


    def test_a_master_key_that_is_replaced_again_and_again_under_kills_opens_the_store(self):
        self.hence("init", "--encrypt")  # The key is in the user's keys.
        self.record("a")
        dice = random.Random(SEED)
        keys = set()
        for _ in range(20):
            running = subprocess.Popen([HENCE, "--store", str(self.store), "key", "replace-master"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
            time.sleep(dice.uniform(0, 0.06))
            running.kill()
            running.wait()
            self.assertIn('"id":"a"', self.texts())
            keys.add((self.store / "keys" / "encrypted").read_text())
        self.hence("key", "replace-master")
        keys.add((self.store / "keys" / "encrypted").read_text())
        self.assertGreater(len(keys), 1)
        self.assertIn('"id":"a"', self.texts())
        self.hence("verify")
        self.assertEqual([path.name for path in (self.place / "config").rglob("*.next")], [])

    def test_a_replaced_key_given_by_a_file_is_needed_from_then_on(self):
        self.init()
        self.record("a")
        before = self.key.read_text()
        other = self.place / "other"
        self.hence("key", "replace-master", "--key-file", other)
        self.assertIn('"id":"a"', self.texts())
        self.check_refused("another master key", more={"HENCE_MASTER_KEY_FILE": str(self.key)})
        self.assertEqual(self.key.read_text(), before)
        self.hence("key", "replace-master", status=2, more={"HENCE_MASTER_KEY_FILE": str(other)})


class Disk(Encrypted):
    def mount(self, *arguments):
        if os.geteuid() != 0:
            self.skipTest("only root can mount a small disk")
        self.disk = self.place / "disk"
        self.disk.mkdir(exist_ok=True)
        done = subprocess.run(["mount", *arguments, str(self.disk)], text=True, capture_output=True)
        if done.returncode != 0:
            self.skipTest(f"nothing can be mounted here: {done.stderr.strip()}")

    def setUp(self):
        super().setUp()
        self.mount("-t", "tmpfs", "-o", "size=24m", "tmpfs")
        self.addCleanup(subprocess.run, ["umount", "-l", str(self.disk)])
        self.store = self.disk / "store"
        os.environ["HENCE_MASTER_KEY_FILE"] = str(self.key)
        self.addCleanup(os.environ.pop, "HENCE_MASTER_KEY_FILE")
        self.init()
        self.environment["HENCE_MASTER_KEY_FILE"] = str(self.key)

    def drive(self, past, name, *plan):
        done = subprocess.run(past.command(name, *plan), text=True, capture_output=True, timeout=history.WAIT_S)
        past.take(done.stdout)
        return done

    def test_a_full_disk_is_said_and_costs_nothing_that_was_acknowledged(self):
        past = history.History(HENCE, DRIVER, self.store)
        ballast = self.disk / "ballast"
        ballast.write_bytes(b"x" * (8 << 20))
        full = self.drive(past, "a", 10**9, 50, 2000)
        self.assertEqual(full.returncode, 3)
        self.assertIn("No space left", full.stderr)
        self.assertGreater(len(past.acknowledged), 100)
        # A new session needs a key, for which there is no room, either.
        refused = self.record("extra", session="another", status=None)
        past.in_flight.append(["extra"])
        if refused.returncode != 0:  # A little room may have been found.
            self.assertEqual(refused.returncode, 3, refused.stderr)
            self.assertRegex(refused.stderr, "^hence: ")
        past.check()
        ballast.unlink()
        past.check()
        self.assertEqual(self.drive(past, "b", 3).returncode, 0)
        past.check()
        self.record("more", session="a third one")
        self.hence("verify")

    def test_a_disk_that_cannot_be_written_is_said_and_still_answers(self):
        past = history.History(HENCE, DRIVER, self.store)
        self.assertEqual(self.drive(past, "a", 5).returncode, 0)
        self.mount("-o", "remount,ro")
        refused = self.record("x", status=3)
        self.assertRegex(refused.stderr, "^hence: ")
        self.assertEqual(self.drive(past, "b", 1).returncode, 3)
        past.check()
        self.hence("verify")
        self.mount("-o", "remount,rw")
        self.assertEqual(self.drive(past, "c", 1).returncode, 0)
        past.check()


if __name__ == "__main__":
    HENCE, DRIVER = history.programs()
    unittest.main()
