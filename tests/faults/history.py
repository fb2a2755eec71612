"""What a driver said before it died, and what must be in the store because of it."""

import json
import os
import random
import subprocess
import sys

WAIT_S = 120


def seed():
    """The seed of all randomness; HENCE_SEED repeats a run."""
    return int(os.environ.get("HENCE_SEED") or random.SystemRandom().randrange(2**32))


class History:
    """The batches that were handed to a store, over many lives of the driver."""

    def __init__(self, hence, driver, store):
        self.hence = hence
        self.driver = driver
        self.store = str(store)
        self.acknowledged = {}  # id: seq
        self.in_flight = []     # Batches of which nobody knows.
        self.seen = {}          # id: seq, as the store told it the last time.

    def command(self, name, batches, *more):
        return [self.driver, self.store, name, str(batches), *map(str, more)]

    def take(self, output):
        """Reads what a driver said. A last line that is cut short was not said."""
        batch = None
        for line in output.split("\n")[:-1]:
            word, *rest = line.split()
            if word == "try":
                batch = rest
            elif word == "refused":
                self.in_flight.append(batch)
                batch = None
            elif word == "lost":
                raise AssertionError(f"{rest[0]} was acknowledged and is not found")
            elif word == "ack":
                first, last = map(int, rest)
                if last - first + 1 != len(batch):
                    raise AssertionError(f"{len(batch)} events were numbered {first} to {last}")
                self.acknowledged.update(zip(batch, range(first, last + 1)))
                batch = None
        if batch is not None:
            self.in_flight.append(batch)

    def events(self):
        """The events that the program shows, seq by id."""
        result = subprocess.run([self.hence, "--store", self.store, "events", "--json"], text=True,
                                capture_output=True, timeout=WAIT_S)
        if result.returncode != 0:
            if result.returncode == 1 and "is not there" in result.stderr:
                return {}  # It was killed before it made the store: what was acknowledged is missed below.
            raise AssertionError(f"exit {result.returncode}: {result.stderr}")
        events = [json.loads(line) for line in result.stdout.splitlines()]
        seqs = {event["id"]: event["seq"] for event in events}
        if len(seqs) != len(events):
            raise AssertionError("an event is there twice")
        return seqs

    def check_search(self):
        """Every event has the word `told`, and the search index has every event."""
        result = subprocess.run([self.hence, "--store", self.store, "--json", "search", "told"], text=True,
                                capture_output=True, timeout=WAIT_S)
        if result.returncode != 0:
            raise AssertionError(f"exit {result.returncode}: {result.stderr}")
        matches = json.loads(result.stdout)["matches"]
        if matches != len(self.seen):
            raise AssertionError(f"search finds {matches} of {len(self.seen)} events")

    def check(self):
        """Every acknowledged event once, whole batches, numbers without a hole, nothing else."""
        seqs = self.events()
        if sorted(seqs.values()) != list(range(1, len(seqs) + 1)):
            raise AssertionError("the numbers of the events have a hole")
        for expected in (self.acknowledged, self.seen):
            for event, seq in expected.items():
                if seqs.get(event) != seq:
                    raise AssertionError(f"{event} was number {seq}, and is {seqs.get(event)}")
        explained = set(self.acknowledged) | set(self.seen)
        for batch in self.in_flight:
            if len({event in seqs for event in batch}) != 1:
                raise AssertionError(f"half of a batch is there: {batch}")
            explained.update(batch)
        if set(seqs) - explained:
            raise AssertionError(f"nobody recorded {sorted(set(seqs) - explained)[:5]}")
        self.seen = seqs
        self.in_flight = []
        return len(seqs)


def programs():
    """The two programs that a test is given: hence and the driver."""
    if len(sys.argv) < 3:
        sys.exit(f"{sys.argv[0]} HENCE DRIVER")
    hence, driver = sys.argv[1:3]
    del sys.argv[1:3]
    return hence, driver
