#!/usr/bin/env python3
"""integrity_test.py HENCE: the tree of proofs from outside: verify, tampering, kill -9, other programs' verifiers.

HENCE_TAMPERS says how many random single bytes are changed (500). Where Go cannot be had, the verifiers that
nobody here wrote are skipped, and the test says so.
"""
import base64
import contextlib
import hashlib
import http.server
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

import serving

HENCE = sys.argv.pop(1)
TAMPERS = int(os.environ.get("HENCE_TAMPERS", "500"))
SEED = int(os.environ.get("HENCE_SEED", "0")) or random.randrange(1 << 32)
FSCK = "github.com/transparency-dev/tessera/cmd/fsck@v1.0.4"
HERE = pathlib.Path(__file__).resolve().parent
TOOLS = pathlib.Path(os.environ.get("HENCE_GO_TOOLS", HERE.parent / "build" / "go"))


def go_tool(name):
    """A verifier from the Go module proxy, built once; nothing where that cannot be had."""
    built = TOOLS / "bin" / name
    if built.exists():
        return str(built)
    go = shutil.which("go")
    if not go:
        return None
    TOOLS.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "GOPATH": str(TOOLS), "GOBIN": str(TOOLS / "bin"), "GOFLAGS": "-modcacherw"}
    arguments = [go, "install", FSCK] if name == "fsck" else [go, "build", "-o", str(built), "."]
    ran = subprocess.run(arguments, cwd=HERE / "integrity" if name != "fsck" else TOOLS, env=environment,
                         capture_output=True, timeout=500)
    return str(built) if ran.returncode == 0 and built.exists() else None


def events(first, count, session="s"):
    for number in range(first, first + count):
        text = ("long text %d " % number) * 60 if number % 50 == 0 else "event %d" % number
        yield json.dumps({"id": "e%d" % number, "kind": "thought", "time": "2026-02-23T10:00:00Z",
                          "session": "%s%d" % (session, number % 7), "fields": {"text": text}})


class Case(unittest.TestCase):
    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="hence-integrity-"))
        self.addCleanup(shutil.rmtree, self.place, True)
        self.store = self.place / "store"
        self.environment = {**os.environ, "XDG_CONFIG_HOME": str(self.place / "config"), "HOME": str(self.place)}

    def hence(self, *arguments, input=None, status=0):
        ran = subprocess.run([HENCE, "--store", str(self.store), *map(str, arguments)], input=input,
                             capture_output=True, env=self.environment, timeout=300)
        if status is not None:
            self.assertEqual(ran.returncode, status, (arguments, ran.stdout[-2000:], ran.stderr[-2000:]))
        return ran.stdout.decode()

    def record(self, first, count):
        self.hence("record", "-", input="\n".join(events(first, count)).encode())

    def key(self, name="example.com/log"):
        made = subprocess.run([HENCE, "key", "new", name], capture_output=True, env=self.environment)
        self.assertEqual(made.returncode, 0, made.stderr)
        return made.stdout.decode().strip()

    @contextlib.contextmanager
    def served(self):
        serving.HENCE = HENCE
        serving.CLEAN.update(self.environment)
        server = serving.Server(self.store)
        try:
            yield server
        finally:
            server.process.terminate()
            server.process.wait(60)
            server.reader.join(10)
            server.process.stdout.close()
            server.process.stderr.close()

    def verify(self, *arguments):
        ran = subprocess.run([HENCE, "--json", "verify", *map(str, arguments)], capture_output=True,
                             env=self.environment, timeout=300)
        self.assertIn(ran.returncode, (0, 1), ran.stderr)
        return ran.returncode, json.loads(ran.stdout)


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
        other = subprocess.run([HENCE, "verify", str(self.place / "nothing")], capture_output=True)
        self.assertEqual(other.returncode, 1)

    def test_another_key_is_not_enough(self):
        self.key()
        self.record(0, 20)
        other = "example.com/other+" + "00000000"
        status, report = self.verify(self.store, "--key", self.other_key())
        self.assertEqual(status, 1, other)
        self.assertIn("no checkpoint is signed", report["differences"][0])

    def other_key(self):
        made = subprocess.run([HENCE, "key", "new", "example.com/other"], capture_output=True,
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
        self.key()
        self.record(0, 400)
        self.record(400, 300)
        exported = self.place / "exported"
        self.hence("export", "proof", exported)
        proof = self.place / "proof"
        proof.write_text(self.hence("prove", "e450"))
        files = [f for f in [*(self.store / "log").iterdir(), *(self.store / "tree").iterdir()]
                 if f.is_file() and f.stat().st_size > 0 and f.name not in ("origin",)]
        kinds = {"store": files, "export": [f for f in exported.rglob("*") if f.is_file()], "proof": [proof]}
        dice = random.Random(SEED)
        missed = []
        for number in range(TAMPERS):
            kind = dice.choice(["store", "store", "export", "proof"])
            sized = kinds[kind]
            file = dice.choices(sized, [f.stat().st_size for f in sized])[0]
            bytes_ = bytearray(file.read_bytes())
            at = dice.randrange(len(bytes_))
            before = bytes_[at]
            bytes_[at] ^= dice.randrange(1, 256)
            file.write_bytes(bytes_)
            ran = subprocess.run([HENCE, "verify", str({"store": self.store, "export": exported}.get(kind, proof))],
                                 capture_output=True, env=self.environment, timeout=300)
            if ran.returncode != 1:
                missed.append((kind, str(file.relative_to(self.place)), at, before, bytes_[at], ran.returncode))
            bytes_[at] = before
            file.write_bytes(bytes_)
        self.assertEqual(missed, [], "seed %d" % SEED)
        self.assertEqual(self.verify(self.store)[0], 0)


class Life(Case):
    def test_after_a_kill_the_tree_extends_the_last_checkpoint(self):
        self.key()
        dice = random.Random(SEED)
        recorded = 0
        for _ in range(6):
            running = subprocess.Popen([HENCE, "--store", str(self.store), "record", "-"], stdin=subprocess.PIPE,
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


class Others(Case):
    """Verifiers, a witness and an authority that share no code with Hence."""

    def tool(self, name):
        found = go_tool(name)
        if not found:
            self.skipTest("Go is not here, or reaches no module proxy")
        return found

    def fsck(self, url, key, wanted=True):
        (self.place / "vkey").write_text(key)
        ran = subprocess.run(["timeout", "60", self.tool("fsck"), "-ui=false", "-N", "8", "-storage_url", url,
                              "-public_key", str(self.place / "vkey")], capture_output=True)
        # It ends with 0 when it finds a difference: only the line counts.
        self.assertEqual(b"Successfully fsck'd log" in ran.stdout + ran.stderr, wanted, ran.stderr[-2000:])

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
        tlog, key = self.tool("integrity"), self.key()
        port = str(free_port())
        running = subprocess.Popen([tlog, "witness", port, key, "seed"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(running.kill)
        self.addCleanup(running.stdout.close)
        vkey = running.stdout.readline().strip()
        wait_for(port)
        self.record(0, 100)
        self.hence("witness", "add", "http://127.0.0.1:" + port, vkey)
        self.record(100, 57)
        said = self.hence("witness", "send")
        self.assertIn("cosigned the checkpoint of 157 events", said)
        with self.served() as server:
            self.assertIn("example.com/witness", fetch(server, "/tlog/checkpoint").decode())
        self.assertEqual(self.verify(self.store)[0], 0)
        shutil.rmtree(self.store)
        self.hence("record", "-", input="\n".join(events(0, 400, "t")).encode())
        self.hence("witness", "send", status=3)

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
        self.assertEqual(self.verify(self.store)[0], 0)


def free_port():
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return bound.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", int(port)), 1):
            return
        time.sleep(0.05)
    raise AssertionError("nobody listens")


TSA_SETTINGS = """[req]
distinguished_name = name
[name]
[tsa]
default_tsa = t
[t]
serial = serial
signer_cert = ca.pem
signer_key = ca.key
certs = ca.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
[ext]
extendedKeyUsage = critical,timeStamping
keyUsage = digitalSignature
basicConstraints = critical,CA:TRUE
"""


@contextlib.contextmanager
def authority(place):
    """A time stamping authority: `openssl ts` behind a small server."""
    (place / "tsa.cnf").write_text(TSA_SETTINGS)
    (place / "serial").write_text("01\n")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out",
                    "ca.pem", "-subj", "/CN=tsa", "-config", "tsa.cnf", "-extensions", "ext", "-days", "2"],
                   cwd=place, check=True, capture_output=True)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            (place / "query.tsq").write_bytes(self.rfile.read(int(self.headers["Content-Length"])))
            subprocess.run(["openssl", "ts", "-reply", "-config", "tsa.cnf", "-section", "t", "-queryfile",
                            "query.tsq", "-out", "answer.tsr"], cwd=place, check=True, capture_output=True)
            body = (place / "answer.tsr").read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield "http://127.0.0.1:%d" % server.server_port
    finally:
        server.shutdown()
        server.server_close()


def fetch(server, path):
    with urllib.request.urlopen(server.address + path, timeout=60) as answer:
        return answer.read()


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
    print("seed", SEED)
    unittest.main(verbosity=1)
