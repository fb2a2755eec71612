"""A running `hence serve`, for the tests that ask it."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

WAIT_S = 120
JSON = {"Content-Type": "application/json"}
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("HENCE_")}
HENCE = ""


def main():
    """Runs the tests of a file whose first argument is the program."""
    global HENCE
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()


def event(name, **more):
    return {"id": name, "kind": "thought", "time": "2026-01-01T00:00:00Z", "session": "s",
            "fields": {"text": name}, **more}


def hence(store, *arguments, input=None, token=None):
    environment = dict(CLEAN, **({"HENCE_TOKEN": token} if token else {}))
    return subprocess.run([HENCE, "--store", str(store), *arguments], input=input, env=environment,
                          capture_output=True, timeout=WAIT_S)


class Server:
    """A running `hence serve` on free ports, and what it says on standard error."""

    def __init__(self, store, *arguments, descriptors=None, command=("serve",), ports=True):
        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
        where = ("--listen", "127.0.0.1:0", "--grpc", "127.0.0.1:0") if ports else ()
        self.process = subprocess.Popen(
            [HENCE, "--store", str(store), *command, *where, *arguments], env=CLEAN, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)
        self.said = []
        self.listens = threading.Event()
        self.address = None
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        if not self.listens.wait(WAIT_S) or not self.address:
            self.process.kill()
            raise AssertionError("it does not listen: " + "".join(self.said))
        self.host = self.address.removeprefix("http://")

    def read(self):
        for line in self.process.stderr:
            self.said.append(line)
            found = re.search(r"(?:^hence: listening on |\"http\":\")(http://[^\s\"]+)", line)
            if found:
                self.address = found[1]
                self.listens.set()
        self.listens.set()

    def ask(self, method, target, body=None, headers=(), timeout=WAIT_S):
        """The status, the header and the body of an answer. A header that is None is not sent."""
        connection = http.client.HTTPConnection(self.host, timeout=timeout)
        try:
            given = dict(headers)
            connection.putrequest(method, target, skip_host="Host" in given)
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def post(self, events, **more):
        text = "".join(json.dumps(each) + "\n" for each in events).encode()
        return self.ask("POST", "/api/v1/events", text, JSON, **more)

    def end(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(WAIT_S)
        self.reader.join(WAIT_S)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class ServeTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="serve-")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        self.store = self.directory / "store"

    @contextlib.contextmanager
    def serving(self, *arguments, status=0, **more):
        server = Server(more.pop("store", self.store), *arguments, **more)
        try:
            yield server
        except BaseException:
            server.process.kill()
            server.end()
            raise
        self.assertEqual(server.end(), status, "".join(server.said))

    def tokens(self, text):
        path = self.directory / "tokens"
        path.write_text(text)
        path.chmod(0o600)
        return ("--token-file", str(path))

    def ids(self):
        done = hence(self.store, "events", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line)["id"] for line in done.stdout.splitlines()]
