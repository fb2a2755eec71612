"""Three PostgreSQL servers, one of which takes writes: the others follow it, and take over when it is killed.

A commit is acknowledged when one of the two others has it (`ANY 1`). So the most advanced of the others has everything
that was ever acknowledged, and it alone may be promoted.
"""

import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import time

import engine

SETTINGS = ("wal_level=replica", "hot_standby=on", "wal_log_hints=on", "max_wal_senders=10", "wal_keep_size=64MB",
            "max_wal_size=128MB", "min_wal_size=80MB", "shared_buffers=64MB", "max_connections=60",
            "wal_retrieve_retry_interval=200ms", "synchronous_standby_names=ANY 1 (*)")
WAIT_S = 90


def as_other_user(command):
    """A command as the user of PostgreSQL: for what must first be done as root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups", *command]


def wait_until(true, what, seconds=WAIT_S):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited for {seconds} s: {what}"
        time.sleep(0.05)


class Node(engine.Engine):
    """One server. `namespace` is the network namespace that it runs in, and `listen` its address there."""

    def __init__(self, name, namespace=None, listen=""):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix=f"engine-{name}-", dir="/tmp"))
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.directory, user.pw_uid, user.pw_gid)
        self.name = name
        self.namespace = namespace
        self.listen = listen
        self.data = self.directory / "data"
        self.settings = SETTINGS
        self.process = None

    def create(self):
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "hence", "--no-locale", "-E", "UTF8", "-N")
        with open(self.data / "pg_hba.conf", "a", encoding="utf-8") as access:
            access.write("host all,replication all 10.77.0.0/24 trust\nhost replication all 10.77.0.0/24 trust\n")
        self.start()

    def start(self, wait=True):
        self.spawn()
        if wait:
            wait_until(self.is_up, f"{self.name} starts")

    def is_up(self):
        """After a kill it may end at once, while a child of the one before still lives: then it is begun again."""
        if self.process.poll() is not None:
            self.spawn()
        return self.answers()

    def spawn(self):
        options = [part for setting in self.settings for part in ("-c", setting)]
        command = as_other_user([str(engine.PROGRAMS / "postgres"), "-D", str(self.data), "-k", str(self.directory),
                                 "-h", self.listen, *options])
        if self.namespace:
            command = ["ip", "netns", "exec", self.namespace, *command]
        with open(self.directory / "output", "ab") as output:
            self.process = subprocess.Popen(command, stdout=output, stderr=output, cwd=self.directory)

    def answers(self):
        return subprocess.run([engine.PROGRAMS / "pg_isready", "-q", "-h", self.directory, "-U", "hence"],
                              check=False).returncode == 0

    def conninfo(self, of):
        """How another node reaches this one."""
        host = self.listen or self.directory
        return f"host={host} user=hence application_name={of.name} connect_timeout=5"

    def follow(self, primary):
        """Begins to follow, when it starts."""
        with open(self.data / "postgresql.auto.conf", "a", encoding="utf-8") as settings:
            settings.write(f"primary_conninfo = '{primary.conninfo(self)}'\n")
        (self.data / "standby.signal").touch()
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            for file in ("postgresql.auto.conf", "standby.signal"):
                os.chown(self.data / file, user.pw_uid, user.pw_gid)

    def copy_of(self, primary):
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-h", primary.directory, "-U", "hence", "-D", self.data, "-X", "stream", "-c", "fast")
        self.follow(primary)
        self.start()

    def rejoin(self, primary):
        """After it was killed: what it wrote and nobody has is taken back, and it follows."""
        done = subprocess.run([engine.PROGRAMS / "pg_rewind", "-D", self.data, "--source-server",
                               f"host={primary.directory} user=hence dbname=postgres"],
                              preexec_fn=engine.as_user, capture_output=True, text=True, cwd=self.directory, check=False)
        if done.returncode != 0:
            self.copy_of(primary)
            return
        self.follow(primary)
        self.start()

    def received(self):
        """How far it has come, as a number."""
        return int(self.sql("SELECT pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), "
                            "'0/0')::bigint"))


class Cluster:
    def __init__(self, *nodes):
        self.nodes = list(nodes) or [Node(f"n{number}") for number in range(1, 4)]
        self.primary = self.nodes[0]
        try:
            self.primary.create()
            for node in self.nodes[1:]:
                node.copy_of(self.primary)
            self.wait_for_followers(len(self.nodes) - 1)
        except BaseException:
            self.close()
            raise

    def standbys(self):
        return [node for node in self.nodes if node is not self.primary]

    def wait_for_followers(self, count):
        wait_until(lambda: int(self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"))
                   >= count, f"{count} follow {self.primary.name}")

    def address(self, log="default"):
        hosts = ",".join(node.listen or str(node.directory) for node in self.nodes)
        return f"postgres:///postgres?host={hosts}&user=hence&connect_timeout=3&log={log}"

    def promote(self):
        """After the primary is gone. Gives the one that was, and the seconds that it took."""
        gone = self.primary
        began = time.monotonic()
        self.primary = max(self.standbys(), key=Node.received)
        self.primary.sql("SELECT pg_promote(true, 60)")
        for node in self.nodes:
            if node not in (gone, self.primary):
                node.sql(f"ALTER SYSTEM SET primary_conninfo = '{self.primary.conninfo(node)}'")
                node.sql("SELECT pg_reload_conf()")
        return gone, time.monotonic() - began

    def close(self):
        for node in self.nodes:
            if node.process is not None:
                node.close()
            else:
                shutil.rmtree(node.directory, ignore_errors=True)
