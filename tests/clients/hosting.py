"""Runs small host programs that record with a client, and asks the store what arrived."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import serving

ROOT = pathlib.Path(__file__).parent.parent.parent
PYTHON = ROOT / "clients" / "python"
HENCE = ""


class HostTest(serving.ServeTest):
    """Each test has a store of its own."""

    def environment(self, **more):
        return {**serving.CLEAN, "HENCE_PROGRAM": HENCE, "HENCE_STORE": str(self.store),
                "XDG_STATE_HOME": str(self.directory / "state"),
                "PYTHONPATH": str(PYTHON), "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONWARNINGS": "error", **more}

    def start(self, code, *arguments, python=sys.executable, **more):
        """A host program, in Python."""
        return subprocess.Popen([python, "-c", code, *arguments], env=self.environment(**more),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_host(self, code, *arguments, **more):
        """What it prints, as JSON lines. It must say nothing else, and end well."""
        host = self.start("import hence_trace as hence, json\n" + code, *arguments, **more)
        out, complaints = host.communicate(timeout=300)
        self.assertEqual((host.returncode, complaints), (0, ""), complaints)
        return [json.loads(line) for line in out.splitlines()]

    def hence(self, *words, status=0):
        done = subprocess.run([HENCE, "--store", str(self.store), *words], capture_output=True,
                              text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def events(self, *words):
        return [json.loads(line) for line in self.hence("--json", "events", *words).splitlines()]

    def quarantined(self):
        return json.loads(self.hence("--json", "quarantine"))


def main():
    global HENCE
    HENCE = os.path.abspath(sys.argv.pop(1))
    serving.HENCE = HENCE
    unittest.main(module="__main__")
