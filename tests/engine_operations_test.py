#!/usr/bin/env python3
"""What people do with a database that they run: engine_operations_test.py HENCE

Recovery to a point in time, and connections through PgBouncer (skipped where it is not installed).
"""

import json
import os
import pwd
import shutil
import subprocess
import time
import unittest

import engine
import engine_cluster
import serving

PGBOUNCER = shutil.which("pgbouncer", path=os.environ.get("PATH", "") + ":/usr/sbin")


def lines(name, count):
    return "".join(json.dumps(serving.event(f"{name}{n}", session=f"s{n % 3}")) + "\n" for n in range(count)).encode()


def owned(path):
    """Makes a directory that PostgreSQL may write to."""
    path.mkdir()
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(path, user.pw_uid, user.pw_gid)
    return path


@unittest.skipUnless(engine.PROGRAMS, "PostgreSQL is not installed")
class OperationsTest(serving.ServeTest):
    def record(self, address, name, count=40):
        done = serving.hence(address, "record", "--json", "-", input=lines(name, count))
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def asked(self, address, *question):
        done = serving.hence(address, "--json", *question)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_database_that_was_restored_to_a_point_in_time_is_whole_up_to_there(self):
        self.directory.chmod(0o755)
        archive = owned(self.directory / "archive")
        node = engine_cluster.Node("live")
        self.addCleanup(node.close)
        node.settings = ("wal_level=replica", "archive_mode=on", f"archive_command=cp %p {archive}/%f")
        node.create()
        address = node.address()
        self.record(address, "a")
        restored = engine_cluster.Node("restored")
        self.addCleanup(restored.close)
        restored.run("pg_basebackup", "-h", node.directory, "-U", "hence", "-D", restored.data, "-X", "none", "-c", "fast")
        self.record(address, "b")
        then = self.asked(address, "events", "--limit", "1000")
        node.sql("SELECT pg_create_restore_point('after_b')")
        self.record(address, "c")
        node.sql("SELECT pg_switch_wal()")
        engine_cluster.wait_until(lambda: node.sql("SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) "
                                                   "FROM pg_stat_archiver") == "t", "the archive has everything")
        restored.settings = (f"restore_command=cp {archive}/%f %p", "recovery_target_name=after_b",
                             "recovery_target_action=promote")
        (restored.data / "recovery.signal").touch()
        restored.start()
        engine_cluster.wait_until(lambda: restored.sql("SELECT pg_is_in_recovery()") == "f", "it takes writes")
        again = restored.address()
        self.assertEqual(self.asked(again, "events", "--limit", "1000"), then)
        copy = json.loads(self.asked(again, "copy", "--to", str(self.directory / "copy")))
        self.assertEqual(copy["events"], 80)
        self.assertEqual(self.asked(self.directory / "copy", "events", "--limit", "1000"), then)
        # What was lost is sent again, and what was not counts once.
        self.assertEqual(self.record(again, "b")["duplicates"], 40)
        self.assertEqual(self.record(again, "c")["last_seq"], 120)

    @unittest.skipUnless(PGBOUNCER, "PgBouncer is not installed")
    def test_sessions_through_pgbouncer(self):
        server = engine.Engine()
        self.addCleanup(server.close)
        self.directory.chmod(0o755)
        place = owned(self.directory / "pgbouncer")
        users, settings = place / "users", place / "pgbouncer.ini"
        users.write_text('"hence" ""\n')
        settings.write_text(f"[databases]\npostgres = host={server.directory} user=hence\n[pgbouncer]\nlisten_addr =\n"
                            f"unix_socket_dir = {place}\nlisten_port = 6432\nauth_type = trust\nauth_file = {users}\n"
                            "pool_mode = session\nmax_client_conn = 100\ndefault_pool_size = 40\n"
                            "ignore_startup_parameters = extra_float_digits\n")
        running = subprocess.Popen([PGBOUNCER, str(settings)], preexec_fn=engine.as_user, stderr=subprocess.DEVNULL)
        self.addCleanup(running.wait)
        self.addCleanup(running.terminate)
        engine_cluster.wait_until((place / ".s.PGSQL.6432").exists, "PgBouncer listens")
        address = f"postgres:///postgres?host={place}&port=6432&user=hence"
        self.assertEqual(self.record(address, "a")["accepted"], 40)
        self.assertEqual(self.record(server.address(), "a")["duplicates"], 40)
        with self.serving(store=address) as one, self.serving(store=address) as two:
            for number in range(20):
                status, _, body = (one, two)[number % 2].post([serving.event(f"e{number}")])
                self.assertEqual((status, json.loads(body)["last_seq"]), (200, 41 + number), body)
            self.assertEqual(one.ask("GET", "/readyz")[0], 200)
            # A server whose connections PgBouncer closes opens others.
            running.terminate()
            running.wait()
            again = subprocess.Popen([PGBOUNCER, str(settings)], preexec_fn=engine.as_user, stderr=subprocess.DEVNULL)
            self.addCleanup(again.wait)
            self.addCleanup(again.terminate)
            time.sleep(0.5)
            self.assertEqual(one.post([serving.event("after")])[0], 200)
        self.assertEqual(self.asked(address, "events", "--limit", "1000"),
                         self.asked(server.address(), "events", "--limit", "1000"))


if __name__ == "__main__":
    serving.main()
