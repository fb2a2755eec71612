#!/usr/bin/env python3
"""How much memory `hence serve` holds a minute after somebody looked at a long session.

    idle_memory.py HENCE [--events N] [--dir DIRECTORY]

Records one session of N events (1,000,000), serves it, asks what the views of the page ask, and then asks nothing for
a minute. Prints a table of resident memory, of which the part in files is the program itself. Exits with 1 when the
bar is missed.
"""
import argparse
import http.client
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

EVENTS = 1_000_000
IDLE_S = 75  # What nobody asked for leaves after half a minute to a minute.
BAR_MB = 150
START_S = 1_760_000_000
QUESTIONS = (
    "sessions?limit=50",
    "sessions/s/outline?limit=200",
    "sessions/s/outline?limit=200&offset={middle}",
    "sessions/s/outline?kinds=decision&limit=200",
    "sessions/s/timeline",
    "sessions/s/map?by=turn",
    "sessions/s/map?by=run",
    "sessions/s/trajectory?limit=100",
    "events?session=s&limit=100",
    "events/{event}/explain",
    "search?q=w1a2&limit=50",
    "stats",
)


def lines(count):
    """A tree some hundred levels deep: model calls, tool calls of two events, decisions; five agents."""
    draw = random.Random(20260223)

    def words(number):
        return " ".join(f"w{draw.randrange(4096):x}" for _ in range(number))

    root = above = turn = call = None
    for i in range(count):
        name = f"{i * 2654435761 >> 7:08x}-{i:08}"
        root = root or name
        if above is None or draw.randrange(50) == 0:
            above = root
        moment = START_S + i // 10
        event = {"id": name, "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment)) + f".{i % 10}00Z",
                 "agent": f"a{i // 4 % 5}", "session": "s", "run": f"r{i // 5000}"}
        if i % 4 == 0:
            event.update(kind="llm_call", duration_ms=300, fields={"model": "m", "call_id": f"k{i // 4}"})
            parent, turn = above, name
        elif i % 4 == 1:
            event.update(kind="tool_call", fields={"tool_name": "Read", "call_id": f"k{i // 4}"})
            parent, call = turn, name
        elif i % 4 == 2:
            event.update(kind="observation", duration_ms=40,
                         fields={"content": words(25), "call_id": f"k{i // 4}"})
            parent = call
        else:
            event.update(kind="decision", fields={"description": words(6), "call_id": f"k{i // 4}"})
            parent = turn
            above = name if draw.randrange(3) == 0 else turn
        if i > 0:
            event["parent"] = parent
        yield json.dumps(event, separators=(",", ":")) + "\n"


def record(hence, store, file, count):
    with file.open("w", encoding="ascii") as out:
        out.writelines(lines(count))
    subprocess.run([hence, "record", "--store", store, file], check=True, stdout=subprocess.DEVNULL)
    file.unlink()
    return next(iter(lines(1))).split('"')[3]


class Server:
    def __init__(self, hence, store):
        self.process = subprocess.Popen([hence, "serve", "--store", store, "--listen", "127.0.0.1:0", "--grpc", "off"],
                                        stderr=subprocess.PIPE, text=True)
        listening = re.compile(r"listening on http://(\S+)")
        self.address = next(found[1] for found in map(listening.search, self.process.stderr) if found)

    def ask(self, target):
        connection = http.client.HTTPConnection(self.address, timeout=300)
        connection.request("GET", f"/api/v1/{target}")
        answer = connection.getresponse()
        size = len(answer.read())
        connection.close()
        if answer.status != 200:
            raise RuntimeError(f"{target}: {answer.status}")
        return size

    def memory_mb(self):
        """Resident now, its part in files, and the most so far."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return [int(re.search(rf"{name}:\s+(\d+)", status)[1]) * 1024 / 1e6 for name in ("VmRSS", "RssFile", "VmHWM")]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def measure(hence, directory, count):
    """The memory at the end, in MB."""
    store = directory / "store"
    first = record(hence, store, directory / "events.jsonl", count)
    server = Server(hence, store)
    print(f"| `hence serve`, one session of {count} events | resident | of which the program | most so far |")
    print("|---|--:|--:|--:|", flush=True)

    def row(what):
        now, program, most = server.memory_mb()
        print(f"| {what} | {now:.0f} MB | {program:.0f} MB | {most:.0f} MB |", flush=True)
        return now

    try:
        row("started")
        for question in QUESTIONS:
            target = question.format(middle=count // 2, event=first)
            server.ask(target)
            server.ask(target)
            row(f"`{target}`, twice")
        time.sleep(IDLE_S)
        return row(f"nothing asked for {IDLE_S} s (bar: {BAR_MB} MB)")
    finally:
        server.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("hence")
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--dir")
    arguments = parser.parse_args()
    directory = pathlib.Path(tempfile.mkdtemp(dir=arguments.dir))
    try:
        return 0 if measure(arguments.hence, directory, arguments.events) <= BAR_MB else 1
    finally:
        shutil.rmtree(directory)


if __name__ == "__main__":
    sys.exit(main())
