#!/usr/bin/env python3
"""Three PostgreSQL servers against one: postgres_nodes.py [ARGUMENT...], after `tools/build bench postgres_bench`.

Of the three, two follow the first, and a commit is acknowledged when one of the two has it (`ANY 1`). Both sides have
the same settings and lie on the same disk, and the servers, the followers and the client share the processors. The
arguments go to `postgres_bench`.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import engine  # noqa: E402
import engine_cluster  # noqa: E402

SETTINGS = ("shared_buffers=512MB", "max_wal_size=4GB", "max_connections=100")
FOLLOWED = ("wal_level=replica", "hot_standby=on", "max_wal_senders=10", "wal_keep_size=1GB",
            "synchronous_standby_names=ANY 1 (*)")


def main():
    program = ROOT / "build" / "bench" / "bench" / "programs" / "postgres_bench"
    engine_cluster.SETTINGS = SETTINGS + FOLLOWED
    alone = engine.Engine(*SETTINGS)
    try:
        three = engine_cluster.Cluster()
        try:
            beside = f"postgres:///postgres?host={three.primary.directory}&user=hence"
            return subprocess.run([program, "--store", alone.address(), "--beside", beside, *sys.argv[1:]],
                                  check=False).returncode
        finally:
            three.close()
    finally:
        alone.close()


if __name__ == "__main__":
    sys.exit(main())
