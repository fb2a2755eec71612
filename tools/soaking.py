"""Work that takes hours, in units that are done once: runs them, and remembers what came of each.

The ledger is a file of JSON lines, one for each unit that was run: part, unit, state, commit, start,
seconds, result, and what it said of itself. A unit is skipped when the ledger has it as passed in the same
state: of the same commit, or, where a unit says what it depends on, of the same files.
"""

import collections
import concurrent.futures
import dataclasses
import datetime
import json
import os
import pathlib
import re
import signal
import subprocess
import time


@dataclasses.dataclass
class Unit:
    name: str
    command: list
    environment: dict = dataclasses.field(default_factory=dict)
    state: str = ""  # What it depends on; empty: everything, so the commit.
    told: str = ""  # What it has done when it has passed, as "50 cuts", unless its log says so.


@dataclasses.dataclass
class Part:
    name: str
    about: str  # What it does, for people.
    units: object  # A function that lists the units; called once what it needs is built.
    builds: list = dataclasses.field(default_factory=list)  # Arguments of tools/build.
    told: object = lambda log: ""  # What one unit's log says of it, as "1,234 runs".
    jobs: int = 1  # How many units at a time, if as many are asked for.


class Ledger:
    def __init__(self, path, commit):
        self.path = pathlib.Path(path)
        self.commit = commit
        self.rows = []
        if self.path.exists():
            lines = self.path.read_text(encoding="utf-8").splitlines()
            self.rows = [json.loads(line) for line in lines if line.endswith("}")]

    def state_of(self, unit):
        return unit.state or self.commit

    def last(self, part, unit):
        """The last run of a unit in the state that it is in, or nothing."""
        return next((row for row in reversed(self.rows) if row["part"] == part and
                     row["unit"] == unit.name and row["state"] == self.state_of(unit)), None)

    def passed(self, part, unit):
        row = self.last(part, unit)
        return row is not None and row["result"] == "passed"

    def add(self, part, unit, start, seconds, result, told):
        row = {"part": part, "unit": unit.name, "state": self.state_of(unit), "commit": self.commit,
               "start": start, "seconds": round(seconds, 1), "result": result, "told": told}
        self.rows.append(row)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


class Soak:
    """Runs parts. `deadline` is the time.monotonic() after which nothing new is begun."""

    def __init__(self, root, ledger, again=False, jobs=1, deadline=float("inf")):
        self.root = pathlib.Path(root)
        self.ledger = ledger
        self.again = again
        self.jobs = jobs
        self.deadline = deadline
        self.listed = {}  # The units of each part that was begun.
        self.running = set()
        self.stopped = False

    def run(self, part):
        """Whether nothing failed; what was not reached did not fail."""
        print(f"== {part.name}: {part.about}", flush=True)
        for build in part.builds:
            if subprocess.run([self.root / "tools" / "build", *build], cwd=self.root).returncode != 0:
                self.ledger.add(part.name, Unit(f"build {build[0]}", []), now(), 0, "failed", "")
                return False
        self.listed[part.name] = units = part.units()
        ahead = [unit for unit in units if self.again or not self.ledger.passed(part.name, unit)]
        if len(ahead) < len(units):
            print(f"   {len(units) - len(ahead)} of {len(units)} were done before", flush=True)
        with concurrent.futures.ThreadPoolExecutor(min(self.jobs, part.jobs)) as pool:
            try:
                results = list(pool.map(lambda unit: self.run_unit(part, unit), ahead))
            except BaseException:
                self.stop()
                raise
        return "failed" not in results

    def stop(self):
        """Ends what is running, with all that it started; of that nothing is remembered."""
        self.stopped = True
        for process in list(self.running):
            os.killpg(process.pid, signal.SIGTERM)

    def run_unit(self, part, unit):
        if self.stopped or time.monotonic() > self.deadline:
            return "left"
        log = self.ledger.path.parent / part.name / (re.sub(r"[^\w.-]+", "_", unit.name) + ".log")
        log.parent.mkdir(parents=True, exist_ok=True)
        start, begun = now(), time.monotonic()
        with log.open("w", encoding="utf-8") as file:
            process = subprocess.Popen(unit.command, cwd=self.root, stdin=subprocess.DEVNULL, stdout=file,
                                       stderr=subprocess.STDOUT, start_new_session=True,
                                       env={**os.environ, **unit.environment})
            self.running.add(process)
            status = process.wait()
            self.running.discard(process)
        if self.stopped:
            return "left"
        result = "passed" if status == 0 else "failed"
        told = part.told(log.read_text(encoding="utf-8", errors="replace"))
        told = told or (unit.told if status == 0 else "")
        self.ledger.add(part.name, unit, start, time.monotonic() - begun, result, told)
        if result == "failed":
            print(f"   {unit.name} failed: see {log.relative_to(self.root)}", flush=True)
        return result


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")


def summed(texts):
    """Adds up what units said: "3 kills, 40 events" and "4 kills, 2 events" are "7 kills, 42 events"."""
    total = collections.Counter()
    for text in texts:
        for number, words in re.findall(r"(\d[\d,]*) ([^\s\d,][^,]*)", text):
            total[words.strip()] += int(number.replace(",", ""))
    return ", ".join(f"{number:,} {words}" for words, number in total.items())


def table(ledger, part, units):
    """One row of Markdown for a part: what has been run of it in the state that it is in."""
    rows = [row for row in (ledger.last(part.name, unit) for unit in units) if row]
    failed = [row["unit"] for row in rows if row["result"] == "failed"]
    days = sorted({row["start"][:10] for row in rows})
    commits = sorted({row["commit"][:10] for row in rows})
    result = f"{len(failed)} failed: {', '.join(failed[:5])}" if failed else "none failed"
    ran = f"{len(rows)} of {len(units)} units, {sum(row['seconds'] for row in rows) / 60:.0f} min"
    told = summed(row["told"] for row in rows)
    return (f"| {part.name} | {' to '.join(days[:1] + days[1:][-1:])} | {', '.join(commits[:3])} | "
            f"{ran}{'; ' + told if told else ''} | {result if rows else 'not run'} |")
