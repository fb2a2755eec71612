#!/usr/bin/env python3
"""witness_test.py HENCE: what others say of a log: verifiers, witnesses and time stamping authorities.

The verifiers are programs that nobody here wrote. Where there is no Go at all they are skipped, and the test says so;
`tools/setup verifiers` installs it.
"""
import contextlib
import hashlib
import json
import os
import shutil
import struct
import subprocess
import threading
import time

import proving
from proving import Case, authority, events, fetch, free_port, odd_witness, vkey_of, wait_for

ROUND_S = 10  # How often a server sends a checkpoint.


class Tools(Case):
    """Verifiers, a witness and an authority that share no code with Hence."""

    def tool(self, name):
        found = proving.go_tool(name)
        if not found:
            self.skipTest("Go is not here: run tools/setup verifiers")
        return found

    def fsck(self, url, key, wanted=True):
        (self.place / "vkey").write_text(key)
        ran = subprocess.run(["timeout", "60", self.tool("fsck"), "-ui=false", "-N", "8", "-storage_url", url,
                              "-public_key", str(self.place / "vkey")], capture_output=True)
        # It ends with 0 when it finds a difference: only the line counts.
        self.assertEqual(b"Successfully fsck'd log" in ran.stdout + ran.stderr, wanted, ran.stderr[-2000:])

    @contextlib.contextmanager
    def witness(self, key, seed="seed"):
        """A witness of the log with this key: its address and its own key."""
        port = str(free_port())
        running = subprocess.Popen([self.tool("integrity"), "witness", port, key, seed], stdout=subprocess.PIPE, text=True)
        try:
            vkey = running.stdout.readline().strip()
            wait_for(port)
            yield "http://127.0.0.1:" + port, vkey
        finally:
            running.kill()
            running.wait()
            running.stdout.close()

    def rewrite_last(self, change):
        """Changes the last record of the list of checkpoints as somebody would who knows its checksums."""
        file = self.store / "tree" / "checkpoints"
        whole = file.read_bytes()
        size, = struct.unpack(">I", whole[-4:])
        front = whole[:-(6 + size + 12)]
        payload = change(whole[len(front) + 6:-12])
        count = struct.pack(">I", len(payload))
        file.write_bytes(front + b"HC" + count + payload + hashlib.sha256(payload).digest()[:8] + count)


class Others(Tools):
    def test_verifiers_of_others_agree(self):
        tlog, key = self.tool("integrity"), self.key()
        self.record(0, 70_000 if os.environ.get("HENCE_TAMPERS") else 1500)
        with self.served() as server:
            self.fsck(server.address + "/tlog/", key)
            ran = subprocess.run([tlog, "check", server.address + "/tlog", key], capture_output=True, timeout=120)
            self.assertIn(b"checked a log of", ran.stdout, ran.stderr)
        exported = self.place / "exported"
        self.hence("export", "proof", exported)
        self.fsck("file://%s/" % exported, key)
        bundle = exported / "tile" / "entries" / "000"
        changed = bytearray(bundle.read_bytes())
        changed[100] ^= 1
        bundle.write_bytes(changed)
        self.fsck("file://%s/" % exported, key, wanted=False)

    def test_a_witness_cosigns_and_refuses_another_history(self):
        with self.witness(self.key()) as (address, vkey):
            self.record(0, 100)
            self.hence("witness", "add", address, vkey)
            self.record(100, 57)
            said = self.hence("witness", "send")
            self.assertIn("cosigned the checkpoint of 157 events", said)
            with self.served() as server:
                self.assertIn("example.com/witness", fetch(server, "/tlog/checkpoint").decode())
            self.assertEqual(self.verify(self.store)[0], 0)
            shutil.rmtree(self.store)
            self.hence("record", "-", input="\n".join(events(0, 400, "t")).encode())
            self.assertIn("refused", self.hence("witness", "send", status=3))

    def test_verify_counts_cosignatures_and_finds_a_forged_one(self):
        with self.witness(self.key()) as (address, vkey):
            self.record(0, 40)
            self.hence("witness", "add", address, vkey)
            self.record(40, 10)
            self.hence("witness", "send")
        report = self.verify(self.store)[1]
        self.assertEqual((report["cosigned"], report["cosigned_up_to"], report["cosigned_by_others"]), (2, 50, 0))
        # Who does not know the witness is told that nobody looked, and how to.
        witnesses = next((self.place / "config").rglob("witnesses"))
        kept = witnesses.read_bytes()
        witnesses.unlink()
        status, report = self.verify(self.store)
        self.assertEqual((status, report["cosigned"], report["cosigned_by_others"]), (0, 0, 2))
        self.assertIn("--witness", " ".join(report["notes"]))
        self.assertEqual(self.verify(self.store, "--witness", vkey)[1]["cosigned"], 2)
        witnesses.write_bytes(kept)
        self.rewrite_last(lambda payload: payload.replace(b"\xe2\x80\x94 example.com/witness ",
                                                          b"\xe2\x80\x94 example.com/witnest ", 1))
        self.assertEqual(self.verify(self.store)[1]["cosigned_by_others"], 1)
        self.rewrite_last(lambda payload: payload.replace(b"example.com/witnest", b"example.com/witness"))
        self.assertEqual(self.verify(self.store)[1]["cosigned"], 2)
        # The last character before the line feed, or before its padding, belongs to the signature.
        self.rewrite_last(lambda payload: payload[:-9] + bytes([payload[-9] ^ 3]) + payload[-8:])
        status, report = self.verify(self.store)
        self.assertEqual(status, 1)
        self.assertIn("osignature", " ".join(report["differences"]))

    def test_an_authority_stamps_the_time(self):
        if not shutil.which("openssl"):
            self.skipTest("openssl is not here")
        self.key()
        self.record(0, 30)
        with authority(self.place) as address:
            self.assertIn("stamped the checkpoint of 30 events", self.hence("anchor", "--tsa", address + "/tsr"))
        rows = json.loads(self.hence("--json", "integrity"))["checkpoints"]
        self.assertEqual(rows[0]["type"], "timestamp")
        note = json.loads(self.hence("--json", "integrity"))["checkpoint"]
        (self.place / "note").write_text(note)
        checked = subprocess.run(["openssl", "ts", "-verify", "-data", "note", "-in", "answer.tsr", "-CAfile",
                                  "ca.pem"], cwd=self.place, capture_output=True)
        self.assertIn(b"Verification: OK", checked.stdout + checked.stderr)
        status, report = self.verify(self.store)
        self.assertEqual((status, report["stamped"], report["stamped_up_to"]), (0, 1, 30))
        self.assertIn("--tsa-ca", " ".join(report["notes"]))
        status, report = self.verify(self.store, "--tsa-ca", self.place / "ca.pem")
        self.assertEqual((status, report["stamped"], report["notes"]), (0, 1, []))
        self.assertIn("tsa", report["authority"])
        # Another authority, and a stamp of another checkpoint.
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "other.key", "-out",
                        "other.pem", "-subj", "/CN=other", "-days", "2"], cwd=self.place, check=True, capture_output=True)
        self.assertEqual(self.verify(self.store, "--tsa-ca", self.place / "other.pem")[0], 1)
        digest = hashlib.sha256(note.encode()).digest()
        self.rewrite_last(lambda payload: payload.replace(digest, hashlib.sha256(b"other").digest()))
        status, report = self.verify(self.store)
        self.assertEqual(status, 1)
        self.assertIn("time stamp", report["differences"][0])


class Auditor(Tools):
    def test_the_program_of_the_document_checks_an_export_and_finds_a_changed_line(self):
        """docs/INTEGRITY.md has it, for somebody with nothing but Go."""
        go = self.go()
        text = (proving.HERE.parent / "docs" / "INTEGRITY.md").read_text()
        program = self.place / "program"
        program.mkdir()
        (program / "main.go").write_text(text.split("```go\n")[1].split("```")[0])
        for name in ("go.mod", "go.sum"):
            shutil.copy(proving.HERE / "integrity" / name, program)
        subprocess.run([go / "go", "build", "-o", program / "audit", "."], cwd=program, check=True, timeout=500,
                       env=proving.go_environment(go))
        key = self.key()
        self.record(0, 600)
        self.hence("erase", "e300", "--reason", "it leaked")
        self.hence("export", "proof", self.place / "audit")
        (self.place / "audit.key").write_text(key + "\n")

        def run():
            return subprocess.run([program / "audit"], cwd=self.place, capture_output=True, text=True, timeout=60)

        self.assertEqual(run().stdout, "601 events of example.com/log are those of the signed checkpoint; 1 were erased\n")
        file = self.place / "audit" / "events.ndjson"
        lines = file.read_text().splitlines(keepends=True)
        changed = json.loads(lines[499])
        changed["stored"] = json.loads(lines[498])["stored"]
        file.write_text("".join([*lines[:499], json.dumps(changed) + "\n", *lines[500:]]))
        done = run()
        self.assertEqual(done.returncode, 1)
        self.assertIn("event 500 is not the one that was recorded", done.stderr)

    def go(self):
        go = proving.fitting_go()
        if not go:
            self.skipTest("Go is not here: run tools/setup verifiers")
        return go


class Serving(Tools):
    """A server sends checkpoints to witnesses of all kinds, and minds its own business meanwhile."""

    def wait_until(self, asks, seconds=6 * ROUND_S):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if asks():
                return
            time.sleep(0.2)
        self.fail("it never came to be")

    def know(self, *witnesses):
        """As `hence witness add` writes them down."""
        file = self.place / "config" / "hence" / "keys" / "witnesses"
        file.write_text("".join("%s %s\n" % (address, vkey) for address, vkey in witnesses))

    def test_a_server_has_its_checkpoints_cosigned_though_another_witness_is_down(self):
        with self.witness(self.key()) as (address, vkey):
            self.record(0, 20)
            self.know(("http://127.0.0.1:%d" % free_port(), vkey_of("example.com/down", "d")), (address, vkey))
            with self.served() as server:
                self.wait_until(lambda: "example.com/witness" in fetch(server, "/tlog/checkpoint").decode())
                server.post([proving.serving.event("more")])
                self.wait_until(lambda: "example.com/witness" in fetch(server, "/tlog/checkpoint").decode() and
                                fetch(server, "/tlog/checkpoint").decode().splitlines()[1] == "21")
                said = [line for line in server.said if "could not be cosigned" in line]
                self.assertEqual(len(said), 1, server.said)
            report = self.verify(self.store)[1]
            self.assertEqual((report["cosigned_up_to"], report["difference_count"]), (21, 0))

    def test_a_silent_witness_keeps_neither_the_server_nor_the_other_witnesses(self):
        silence = threading.Event()
        self.addCleanup(silence.set)
        with self.witness(self.key()) as (address, vkey), \
                odd_witness(lambda handler, body: silence.wait(120)) as (silent, asked):
            self.record(0, 20)
            self.know((silent, vkey_of("example.com/silent", "s")), (address, vkey))
            with self.served(wait_s=3 * ROUND_S) as server:
                self.wait_until(lambda: asked)
                begin = time.monotonic()
                self.assertEqual(server.post([proving.serving.event("more")])[0], 200)
                self.assertLess(time.monotonic() - begin, 5)
                self.wait_until(lambda: "example.com/witness" in fetch(server, "/tlog/checkpoint").decode())
                self.wait_until(lambda: len(asked) > 1)  # It ends while the witness is being asked.

    def test_a_lying_witness_is_told_of_and_nothing_of_it_is_kept(self):
        key = self.key()
        self.record(0, 20)
        line = "\u2014 example.com/liar %s\n" % ("A" * 103 + "=")

        def drip(handler, body):
            handler.send_response(200)
            handler.end_headers()
            while True:
                handler.wfile.write(b"x")
                time.sleep(0.5)

        def flood(handler, body):
            handler.send_response(400)
            handler.end_headers()
            while True:
                handler.wfile.write(b"x" * 65536)

        answers = {"a signature that is none": lambda handler, body: handler.say(200, line.encode()),
                   "nothing": lambda handler, body: handler.say(200, b""),
                   "rubbish": lambda handler, body: handler.say(200, b"\0\xff" * 1000),
                   "more events than there are": lambda handler, body: handler.say(409, b"1000000\n"),
                   "a size for ever": lambda handler, body: handler.say(409, b"3\n"),
                   "no size": lambda handler, body: handler.say(409, b"-1\n"),
                   "two megabytes": lambda handler, body: handler.say(200, b"x" * (2 << 20)),
                   "a byte now and then": drip,
                   "a complaint without end": flood}
        for name, answer in answers.items():
            with self.subTest(name), odd_witness(answer) as (address, asked):
                begin = time.monotonic()
                self.hence("witness", "add", address, vkey_of("example.com/liar", "l"), status=3)
                self.assertLess(time.monotonic() - begin, 4 * ROUND_S)
                self.assertLessEqual(len(asked), 2)
        # The right answer of a witness that has another key than the one it was added with.
        with self.witness(key) as (address, _):
            said = self.hence("witness", "add", address, vkey_of("example.com/witness", "x"), status=3)
            self.assertIn("not signed by the witness's key", said)
        report = self.verify(self.store)[1]
        self.assertEqual((report["cosigned"] + report["cosigned_by_others"], report["difference_count"]), (0, 0))
        self.assertFalse((self.place / "config" / "hence" / "keys" / "witnesses").exists())

    def test_every_witness_is_asked_by_the_command_though_the_first_is_down(self):
        with self.witness(self.key()) as (address, vkey):
            self.record(0, 20)
            self.know(("http://127.0.0.1:%d" % free_port(), vkey_of("example.com/down", "d")), (address, vkey))
            self.assertIn("example.com/witness cosigned the checkpoint of 20 events", self.hence("witness", "send", status=3))


class Receipts(Case):
    def test_a_recording_waits_for_its_checkpoint(self):
        self.key()
        file = self.place / "events.ndjson"
        file.write_text("\n".join(events(0, 30)))
        receipt = json.loads(self.hence("--json", "record", "--checkpoint", file))
        self.assertEqual(receipt["checkpoint"], 30)
        self.assertEqual(self.verify(self.store)[1]["verified_up_to"], 30)
        with self.served() as server:
            body = "\n".join(events(30, 5)).encode()
            status, _, said = server.ask("POST", "/api/v1/events?checkpoint=1", body, proving.serving.JSON)
            self.assertEqual((status, json.loads(said)["checkpoint"]), (200, 35), said)
            status, _, said = server.ask("POST", "/api/v1/events", body, proving.serving.JSON)
            self.assertNotIn("checkpoint", json.loads(said))
            newest = fetch(server, "/tlog/checkpoint").decode()
        self.assertEqual(newest.splitlines()[1], "35")


if __name__ == "__main__":
    proving.main()
