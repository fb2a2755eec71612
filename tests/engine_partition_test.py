#!/usr/bin/env python3
"""Networks that come apart, with network namespaces: engine_partition_test.py HENCE (as root; else it is skipped).

Three nodes of PostgreSQL and a client stand in namespaces of their own, joined by a bridge in a fifth. Two ports of the
bridge that are both isolated pass nothing to each other, and say nothing of it: packets vanish, as on a broken network.
"""

import json
import os
import shutil
import subprocess
import time
import unittest

import engine
import engine_cluster
import serving

CLIENT = "client"
MARK = f"hence{os.getpid()}"


def ip(*words, check=True):
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


def can_part():
    """Whether this user may make namespaces and a bridge here."""
    if os.geteuid() != 0 or not shutil.which("ip") or not shutil.which("setpriv"):
        return False
    name = f"{MARK}-try"
    if ip("netns", "add", name, check=False).returncode != 0:
        return False
    made = ip("-n", name, "link", "add", "bridge0", "type", "bridge", check=False).returncode == 0
    ip("netns", "del", name)
    return made


class Network:
    """Namespaces of these names at 10.77.0.1 and up."""

    def __init__(self, names):
        self.names = names
        self.hub = f"{MARK}-hub"
        ip("netns", "add", self.hub)
        ip("-n", self.hub, "link", "add", "bridge0", "type", "bridge")
        ip("-n", self.hub, "link", "set", "bridge0", "up")
        for number, name in enumerate(names, 1):
            ip("netns", "add", self.space(name))
            ip("-n", self.hub, "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", self.space(name))
            ip("-n", self.hub, "link", "set", name, "master", "bridge0", "up")
            ip("-n", self.space(name), "addr", "add", f"10.77.0.{number}/24", "dev", "eth0")
            for device in ("eth0", "lo"):
                ip("-n", self.space(name), "link", "set", device, "up")

    def space(self, name):
        return f"{MARK}-{name}"

    def part(self, *names):
        """These no longer reach each other. They still reach all others."""
        for name in names:
            ip("-n", self.hub, "link", "set", name, "type", "bridge_slave", "isolated", "on")

    def heal(self):
        for name in self.names:
            ip("-n", self.hub, "link", "set", name, "type", "bridge_slave", "isolated", "off")

    def close(self):
        for name in self.names:
            ip("netns", "del", self.space(name), check=False)
        ip("netns", "del", self.hub, check=False)


@unittest.skipUnless(engine.PROGRAMS and can_part(), "PostgreSQL is not installed, or there are no namespaces")
class PartitionTest(unittest.TestCase):
    def setUp(self):
        names = ["n1", "n2", "n3"]
        self.network = Network([*names, CLIENT])
        self.addCleanup(self.network.close)
        self.cluster = engine_cluster.Cluster(*(
            engine_cluster.Node(name, self.network.space(name), f"10.77.0.{number}")
            for number, name in enumerate(names, 1)))
        self.addCleanup(self.cluster.close)
        self.acknowledged = set()
        self.said("first", self.cluster.address())

    def begin(self, name, address):
        """Begins to record five events."""
        running = subprocess.Popen(
            ["ip", "netns", "exec", self.network.space(CLIENT), serving.HENCE, "--store", address, "record", "--json", "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=serving.CLEAN)
        running.stdin.write("".join(json.dumps(serving.event(f"{name}-{n}")) + "\n" for n in range(5)).encode())
        running.stdin.close()
        running.stdin = None
        self.addCleanup(self.end, running)
        return running

    def end(self, running):
        if running.poll() is None:
            running.kill()
        running.communicate()

    def ended(self, running, name, seconds):
        """What it acknowledged, or None: an error, or nothing within that time."""
        try:
            output, error = running.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        self.last_error = error.decode()
        if running.returncode != 0:
            return None
        self.acknowledged.add(name)
        return json.loads(output)

    def said(self, name, address, seconds=90):
        told = self.ended(self.begin(name, address), name, seconds)
        self.assertIsNotNone(told, f"{name} was not acknowledged: {getattr(self, 'last_error', '')}")
        return told

    def check(self, *more):
        """All that was acknowledged is stored once, and besides it nothing but `more`."""
        primary = self.cluster.primary
        done = serving.hence(f"postgres:///postgres?host={primary.directory}&user=hence", "--json", "events", "--limit",
                             "100000")
        self.assertEqual(done.returncode, 0, done.stderr)
        stored = [json.loads(line) for line in done.stdout.splitlines()]
        ids = [each["id"] for each in stored]
        self.assertEqual(len(ids), len(set(ids)), "an event is stored twice")
        self.assertEqual(sorted(each["seq"] for each in stored), list(range(1, len(ids) + 1)))
        must = {f"{name}-{n}" for name in self.acknowledged for n in range(5)}
        self.assertEqual(must - set(ids), set(), "acknowledged, and not stored")
        self.assertLessEqual({each.rsplit("-", 1)[0] for each in ids} - self.acknowledged, set(more))

    def test_a_client_that_does_not_reach_the_primary_is_told_nothing_wrong(self):
        self.network.part(CLIENT, "n1")
        self.assertIsNone(self.ended(self.begin("cut off", self.cluster.address()), "cut off", 90))
        self.network.heal()
        self.said("healed", self.cluster.address())
        self.check()

    def test_a_primary_alone_acknowledges_nothing(self):
        address = self.cluster.address()
        self.network.part("n1", "n2", "n3")
        waiting = self.begin("waits", address)
        self.assertIsNone(self.ended(waiting, "waits", 6), "acknowledged, and no standby has it")
        self.network.heal()
        self.assertEqual(self.ended(waiting, "waits", 90)["accepted"], 5)
        self.check()

    def test_a_duplicate_of_what_no_standby_has_is_not_acknowledged(self):
        """A restarted primary shows a commit that it never replicated."""
        address = self.cluster.address()
        self.network.part("n1", "n2", "n3")
        waiting = self.begin("twice", address)
        self.assertIsNone(self.ended(waiting, "twice", 4))
        waiting.kill()
        waiting.communicate()
        self.cluster.primary.kill()
        self.cluster.primary.start()
        self.assertEqual(self.cluster.primary.sql("SELECT last_seq FROM hence_head"), "10")
        again = self.begin("twice", address)
        self.assertIsNone(self.ended(again, "twice", 6), "acknowledged as known, and no standby has it")
        self.network.heal()
        self.assertEqual(self.ended(again, "twice", 90)["duplicates"], 5)
        self.check()

    def test_an_old_primary_acknowledges_nothing_beside_a_new_one(self):
        old = self.cluster.primary
        both = self.cluster.address()
        self.network.part("n1", "n2", "n3")
        waiting = self.begin("old", both)
        self.assertIsNone(self.ended(waiting, "old", 4), "a primary alone acknowledges")
        self.cluster.promote()  # Through sockets in the file system, which no network parts.
        for node in ("n2", "n3"):
            ip("-n", self.network.hub, "link", "set", node, "type", "bridge_slave", "isolated", "off")
        self.cluster.wait_for_followers(1)
        new = self.cluster.primary
        self.said("new", f"postgres:///postgres?host={new.listen}&user=hence")
        self.assertIsNone(self.ended(waiting, "old", 4), "two primaries acknowledge")
        old.kill()
        # The client finds the new primary, sees there that its commit never took place, and sends it again.
        self.assertEqual(self.ended(waiting, "old", 90)["accepted"], 5, self.last_error)
        self.network.heal()
        old.rejoin(new)
        self.cluster.wait_for_followers(2)
        self.said("healed", both)
        self.check()


if __name__ == "__main__":
    serving.main()
