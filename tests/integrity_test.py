#!/usr/bin/env python3
"""integrity_test.py HENCE: the tree of proofs from outside: verify, tampering, kill -9.

HENCE_TAMPERS says how many random single bytes are changed (500), of a plain and of an encrypted store.
"""
import base64
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import time

import proving
from proving import SEED, TAMPERS, Case, events, fetch


class Verify(Case):
    def test_a_store_is_verified_and_so_are_its_parts(self):
        key = self.key()
        self.record(0, 700)
        self.record(700, 300)
        status, report = self.verify(self.store, "--key", key)
        self.assertEqual((status, report["differences"]), (0, []))
        self.assertEqual((report["events"], report["verified_up_to"]), (1000, 1000))
        self.assertEqual(report["key"], key)
        self.assertGreaterEqual(report["signed"], 2)

        shutil.rmtree(self.store / "index")
        self.assertEqual(self.verify(self.store)[0], 0)

        proof = self.place / "proof"
        proof.write_text(self.hence("prove", "e500"))
        self.assertEqual(self.verify(proof, "--key", key)[0], 0)
        exported = self.place / "exported"
        self.hence("export", "proof", exported)
        status, report = self.verify(exported, "--key", key)
        self.assertEqual((status, report["events"]), (0, 1000), report)

    def test_a_proof_may_be_written_anew_by_other_programs(self):
        """A dossier carries the proof of its decision; whoever takes it out writes it in a form of their own."""
        key = self.key()
        decision = {"id": "d", "kind": "decision", "time": "2026-03-01T10:00:00Z", "session": "s",
                    "fields": {"description": "caf\u00e9 or tea", "decision_type": "drink", "chosen": "tea"}}
        self.hence("record", "-", input=json.dumps(decision, ensure_ascii=False).encode())
        carried = json.loads(self.hence("--json", "dossier", "d", "--proof"))["proof"]
        asked = json.loads(self.hence("prove", "d"))
        self.assertEqual(carried["event"], asked["event"])
        file = self.place / "proof"
        for form in ({}, {"indent": 2}, {"ensure_ascii": False}, {"sort_keys": True}):
            file.write_text(json.dumps(carried, **form))
            status, report = self.verify(file, "--key", key)
            self.assertEqual((status, report["differences"]), (0, []), form)
        for change in ({"chosen": "coffee"}, {"more": 1}):
            changed = json.loads(json.dumps(carried))
            changed["event"]["fields"].update(change)
            file.write_text(json.dumps(changed, indent=2))
            self.assertEqual(self.verify(file, "--key", key)[0], 1, change)
        self.assertIn("```json", self.hence("dossier", "d", "--proof"))

    def test_a_store_without_a_key_says_so(self):
        self.record(0, 20)
        status, report = self.verify(self.store)
        self.assertEqual(status, 0)
        self.assertIn("hence key new", report["notes"][0])
        other = subprocess.run([proving.HENCE, "verify", str(self.place / "nothing")], capture_output=True)
        self.assertEqual(other.returncode, 1)

    def test_another_key_is_not_enough(self):
        self.key()
        self.record(0, 20)
        other = "example.com/other+" + "00000000"
        status, report = self.verify(self.store, "--key", self.other_key())
        self.assertEqual(status, 1, other)
        self.assertIn("no checkpoint is signed", report["differences"][0])

    def other_key(self):
        made = subprocess.run([proving.HENCE, "key", "new", "example.com/other"], capture_output=True,
                              env={**self.environment, "XDG_CONFIG_HOME": str(self.place / "elsewhere")})
        return made.stdout.decode().strip()

    def test_a_shortened_and_a_rewritten_log_are_noticed(self):
        self.key()
        self.record(0, 300)
        older = self.place / "older"
        older.write_text(json.loads(self.hence("--json", "integrity"))["checkpoint"])
        kept = self.place / "kept"
        shutil.copytree(self.store, kept)
        self.record(300, 100)
        self.assertEqual(self.verify(self.store, "--checkpoint", older)[0], 0)
        # Shortened: the old log under the new list of checkpoints.
        short = self.place / "short"
        shutil.copytree(self.store, short)
        for name in ("log", "head"):
            (shutil.rmtree if (short / name).is_dir() else os.remove)(short / name)
            (shutil.copytree if (kept / name).is_dir() else shutil.copy)(kept / name, short / name)
        self.assertEqual(self.verify(short)[0], 1)
        # Rewritten as a whole, with the right key.
        shutil.rmtree(self.store)
        self.hence("record", "-", input="\n".join(events(0, 500, "t")).encode())
        self.assertEqual(self.verify(self.store)[0], 0)
        status, report = self.verify(self.store, "--checkpoint", older)
        self.assertEqual(status, 1)
        self.assertIn("older checkpoint", report["differences"][0])

    def test_every_changed_byte_is_noticed(self):
        self.tamper(TAMPERS)

    def test_every_changed_byte_of_an_encrypted_store_is_noticed(self):
        self.hence("init", "--encrypt")
        self.tamper(-(-TAMPERS // 2))

    def tamper(self, times):
        self.key()
        self.record(0, 400)
        self.record(400, 300)
        exported = self.place / "exported"
        self.hence("export", "proof", exported)
        proof = self.place / "proof"
        proof.write_text(self.hence("prove", "e450"))
        # Left out: the key that the salts of a plain store come from, whose text has white space; RocksDB's name of
        # the log and keys of what is derived, of which a changed one makes the index be built again.
        left_out = ("IDENTITY", "origin", "master", "index", "search")
        own = [f for part in ("log", "tree", "keys") for f in (self.store / part).iterdir()
               if f.is_file() and f.stat().st_size > 0 and f.name not in left_out]
        kinds = {"store": own, "export": [f for f in exported.rglob("*") if f.is_file()], "proof": [proof]}
        dice = random.Random(SEED)
        missed = []
        for number in range(times):
            kind = dice.choice(["store", "store", "export", "proof"])
            # Half of the time by size; else every file has its turn, however small.
            sized = kinds[kind]
            file = dice.choices(sized, [f.stat().st_size if number % 2 else 1 for f in sized])[0]
            bytes_ = bytearray(file.read_bytes())
            at = dice.randrange(len(bytes_))
            before = bytes_[at]
            bytes_[at] ^= dice.randrange(1, 256)
            file.write_bytes(bytes_)
            ran = subprocess.run([proving.HENCE, "verify", str({"store": self.store, "export": exported}.get(kind, proof))],
                                 capture_output=True, env=self.environment, timeout=300)
            # A file of keys that does not read at all keeps everybody out: that is noticed, too.
            if ran.returncode != 1 and not (ran.returncode == 3 and file.parent.name == "keys"):
                missed.append((kind, str(file.relative_to(self.place)), at, before, bytes_[at], ran.returncode))
            bytes_[at] = before
            file.write_bytes(bytes_)
        self.assertEqual(missed, [], "seed %d" % SEED)
        self.assertEqual(self.verify(self.store)[0], 0)
        print(f"{times} changed bytes")


class Life(Case):
    def test_after_a_kill_the_tree_extends_the_last_checkpoint(self):
        self.key()
        dice = random.Random(SEED)
        recorded = 0
        for _ in range(6):
            running = subprocess.Popen([proving.HENCE, "--store", str(self.store), "record", "-"], stdin=subprocess.PIPE,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
            try:
                running.stdin.write(("\n".join(events(recorded, 3000)) + "\n").encode())
                running.stdin.flush()
            except BrokenPipeError:
                pass
            time.sleep(dice.uniform(0.05, 1.4))
            running.send_signal(signal.SIGKILL)
            running.wait()
            running.stdin.close()
            recorded += 3000
        self.record(recorded, 10)
        status, report = self.verify(self.store)
        self.assertEqual((status, report["differences"]), (0, []))
        self.assertEqual(report["verified_up_to"], report["events"])

    def test_all_pairs_of_checkpoints_are_consistent(self):
        self.key()
        for number in range(12):
            self.record(number * 40, 40)
        heads = [row for row in json.loads(self.hence("--json", "integrity"))["checkpoints"]
                 if row["type"] == "checkpoint"]
        self.assertGreaterEqual(len(heads), 12)
        with self.served() as server:
            for newer in heads:
                for older in heads:
                    if older["size"] <= newer["size"]:
                        answer = json.loads(fetch(server, "/api/v1/integrity/consistency?from=%d&to=%d"
                                                  % (older["size"], newer["size"])))
                        self.assertTrue(consistent(older, newer, answer["path"]), (older, newer))


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def consistent(older, newer, path):
    """RFC 9162, section 2.1.4.2."""
    path = [base64.b64decode(each) for each in path]
    old, new = (base64.b64decode(each["root"]) for each in (older, newer))
    first, second = older["size"], newer["size"]
    if first == second:
        return not path and old == new
    if first & (first - 1) == 0:
        path.insert(0, old)
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for each in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(each, fr), node(each, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, each)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == old and sr == new


if __name__ == "__main__":
    proving.main()
