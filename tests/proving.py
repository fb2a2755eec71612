"""A store with proofs, the verifiers of others, a witness and an authority: for the tests of the tree from outside."""

import base64
import contextlib
import hashlib
import http.server
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

import serving

TAMPERS = int(os.environ.get("HENCE_TAMPERS", "500"))
SEED = int(os.environ.get("HENCE_SEED", "0")) or random.randrange(1 << 32)
FSCK = "github.com/transparency-dev/tessera/cmd/fsck@v1.0.4"
HERE = pathlib.Path(__file__).resolve().parent
TOOLS = pathlib.Path(os.environ.get("HENCE_GO_TOOLS", HERE.parent / "build" / "go"))
HENCE = ""


def main():
    """Runs the tests of a file whose first argument is the program."""
    global HENCE
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    print("seed", SEED)
    unittest.main(argv=sys.argv, module="__main__", verbosity=1)


def fitting_go():
    """The directory of a Go that is new enough; nothing where there is no Go at all."""
    if not shutil.which("go"):
        return None
    there = subprocess.run([HERE.parent / "tools" / "go"], capture_output=True, text=True, timeout=500)
    if there.returncode != 0:
        raise AssertionError(there.stderr)
    return pathlib.Path(there.stdout.strip())


def go_environment(go):
    """Modules and programs go into build/go, and nothing into the user's directories but Go's cache."""
    TOOLS.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "GOPATH": str(TOOLS), "GOBIN": str(TOOLS / "bin"), "GOFLAGS": "-modcacherw",
                   "GOTOOLCHAIN": "local", "PATH": f"{go}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("GOROOT", None)
    return environment


def go_tool(name):
    """A verifier from the Go module proxy, built once; nothing where there is no Go at all."""
    built = TOOLS / "bin" / name
    if built.exists():
        return str(built)
    go = fitting_go()
    if not go:
        return None
    arguments = [go / "go", "install", FSCK] if name == "fsck" else [go / "go", "build", "-o", str(built), "."]
    environment = go_environment(go)
    ran = subprocess.run(arguments, cwd=HERE / "integrity" if name != "fsck" else TOOLS, env=environment,
                         capture_output=True, text=True, timeout=500)
    if ran.returncode != 0:
        raise AssertionError(f"Go is here, and {name} is not to be had: {ran.stderr}")
    return str(built)


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
        """What a command prints; on standard error, when it is to fail."""
        ran = subprocess.run([HENCE, "--store", str(self.store), *map(str, arguments)], input=input,
                             capture_output=True, env=self.environment, timeout=300)
        if status is not None:
            self.assertEqual(ran.returncode, status, (arguments, ran.stdout[-2000:], ran.stderr[-2000:]))
        return (ran.stdout if status == 0 else ran.stdout + ran.stderr).decode()

    def record(self, first, count):
        self.hence("record", "-", input="\n".join(events(first, count)).encode())

    def key(self, name="example.com/log"):
        made = subprocess.run([HENCE, "key", "new", name], capture_output=True, env=self.environment)
        self.assertEqual(made.returncode, 0, made.stderr)
        return made.stdout.decode().strip()

    @contextlib.contextmanager
    def served(self, wait_s=60):
        """A server; when it is told to end, it does so within `wait_s`."""
        serving.HENCE = HENCE
        serving.CLEAN.update(self.environment)
        server = serving.Server(self.store)
        try:
            yield server
        finally:
            server.process.terminate()
            try:
                server.process.wait(wait_s)
            except subprocess.TimeoutExpired:
                server.process.kill()
                raise
            server.reader.join(10)
            server.process.stdout.close()
            server.process.stderr.close()

    def verify(self, *arguments):
        ran = subprocess.run([HENCE, "--json", "verify", *map(str, arguments)], capture_output=True,
                             env=self.environment, timeout=300)
        self.assertIn(ran.returncode, (0, 1), ran.stderr)
        return ran.returncode, json.loads(ran.stdout)


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


def vkey_of(name, seed):
    """The key of a witness that nobody runs: any 32 bytes are an Ed25519 key to the one who reads them."""
    public = b"\4" + hashlib.sha256(seed.encode()).digest()
    identity = hashlib.sha256(name.encode() + b"\n" + public).digest()[:4]
    return "%s+%s+%s" % (name, identity.hex(), base64.b64encode(public).decode())


@contextlib.contextmanager
def odd_witness(answer):
    """A witness that does what `answer(handler, body)` does. Hands out its address and what it was sent."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            asked.append(body)
            with contextlib.suppress(OSError):
                answer(self, body)

        def say(self, status, body):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield "http://127.0.0.1:%d" % server.server_port, asked
    finally:
        server.shutdown()
        server.server_close()


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
