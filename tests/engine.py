"""A PostgreSQL server of the machine's own package in a directory of the test's, for tests of a store in an engine."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAMS = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def as_user():
    """PostgreSQL refuses to run as root."""
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)


class Engine:
    def __init__(self, *settings):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="engine-", dir="/tmp"))
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.directory, user.pw_uid, user.pw_gid)
        self.data = self.directory / "data"
        self.settings = settings
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "hence", "--no-locale", "-E", "UTF8", "-N")
        self.process = None
        self.start()

    def run(self, program, *arguments):
        done = subprocess.run([PROGRAMS / program, *map(str, arguments)], preexec_fn=as_user, capture_output=True,
                              text=True, cwd=self.directory)
        assert done.returncode == 0, f"{program}: {done.stderr}"
        return done.stdout

    def start(self):
        """Begins the server. After a kill it may end at once, while a child of the one before still lives."""
        for _ in range(600):
            if self.process is None or self.process.poll() is not None:
                self.spawn()
            ready = subprocess.run([PROGRAMS / "pg_isready", "-q", "-h", self.directory, "-U", "hence"], check=False)
            if ready.returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError((self.directory / "output").read_text(encoding="utf-8", errors="replace"))

    def spawn(self):
        options = [part for setting in self.settings for part in ("-c", setting)]
        with open(self.directory / "output", "ab") as output:
            self.process = subprocess.Popen(
                [PROGRAMS / "postgres", "-D", self.data, "-k", self.directory, "-h", "", *options],
                preexec_fn=as_user, stdout=output, stderr=output, cwd=self.directory)

    def kill(self):
        """All of its processes at once, as a crash of the machine does; what was synced stays. The postmaster is halted
        first, so that it starts no other."""
        self.process.send_signal(signal.SIGSTOP)
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False)
        for each in [*map(int, children.stdout.split()), self.process.pid]:
            try:
                os.kill(each, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def address(self, log=None):
        return f"postgres:///postgres?host={self.directory}&user=hence" + (f"&log={log}" if log else "")

    def sql(self, text):
        return self.run("psql", "-h", self.directory, "-U", "hence", "-d", "postgres", "-At", "-c", text).strip()

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)
