#!/usr/bin/env python3
"""Tells a story to the program and compares every answer, byte for byte.

    story.py HENCE STORY [--update]

A story is text. Lines that begin with "# " are for the reader. A step is a command and, after
`----`, what it must print; a blank line ends it where the next step or comment begins.

    record                              records the lines below it, up to a blank line
    {"id":"a","kind":"thought",
     "time":"2026-01-01T00:00:00Z"}     a line that begins with a space continues the one before it

    hence explain nothing               runs the program on the same store
    exit 1                              its exit status, where that is not 0
    ----                                what it prints on standard output ...
    ---- folded                         ... or the same, where a space at the beginning continues a line
    ---- stderr                         what it says on standard error; not compared when left out

Each story is told twice, to a store of its own: once by commands that own the store, one after the
other; once by commands that are clients of another process, which owns it all the while. The second
time each command that asks for something is also asked over HTTP, through the owner's socket. All must
give the same answer. The time of arrival is shown as `*`, and so are an id that the store assigned and the
digits of a mark in place of a secret, which depend on a key.

With --update nothing is compared: what the program prints as the owner of the store is written into the
story, to be read before it is kept.
"""

import difflib
import http.client
import json
import os
import pathlib
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

import doors

WAIT_S = 60
FOLD_AT = 110  # Columns of a folded line, about.
UUID7 = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"


@dataclass
class Step:
    """One command of a story, and what is expected of it."""

    line: int
    arguments: list
    input: str = ""
    exit: int = 0
    expected: dict = field(default_factory=dict)  # "stdout" and "stderr", as far as they are given

    @property
    def records(self):
        return "record" in self.arguments


def unfolded(lines):
    """Joins each line that begins with a space to the one before it."""
    whole = []
    for line in lines:
        if line.startswith(" ") and whole:
            whole[-1] += line.strip()
        else:
            whole.append(line)
    return whole


def begins_step(line):
    return re.match(r"(record|hence)( |$)", line) or line.startswith("# ")


def parse(text):
    """The steps of a story. Raises ValueError, naming the line, for what it cannot read."""
    lines = text.splitlines()
    steps = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line or line.startswith("#"):
            at += 1
            continue
        if not begins_step(line):
            raise ValueError(f"line {at + 1}: expected `record`, `hence` or a comment: {line}")
        words = shlex.split(line)
        step = Step(at + 1, words if words[0] == "record" else words[1:])
        at = read_head(lines, at + 1, step)
        at = read_expectations(lines, at, step)
        if not step.records and "stdout" not in step.expected:
            raise ValueError(f"line {step.line}: says nothing of what it prints")
        steps.append(step)
    if not steps:
        raise ValueError("line 1: no step in this story")
    return steps


def read_head(lines, at, step):
    """What stands between a command and its expectations: the input and the exit status."""
    given = []
    while at < len(lines) and lines[at] and not lines[at].startswith("----"):
        if status := re.fullmatch(r"exit (\d+)", lines[at]):
            step.exit = int(status[1])
        elif step.records:
            given.append(lines[at])
        else:
            raise ValueError(f"line {at + 1}: a command takes no input: {lines[at]}")
        at += 1
    step.input = "".join(f"{line}\n" for line in unfolded(given))
    return at


def read_expectations(lines, at, step):
    while at < len(lines) and lines[at].startswith("----"):
        mode = lines[at][4:].strip() or "stdout"
        if mode not in ("stdout", "folded", "stderr"):
            raise ValueError(f"line {at + 1}: no such part: {mode}")
        at += 1
        start = at
        while at < len(lines) and not lines[at].startswith("----"):
            if begins_step(lines[at]) and at > start and not lines[at - 1]:
                break
            if begins_step(lines[at]) and at == start:
                break
            at += 1
        text = lines[start:at]
        while text and not text[-1]:
            text.pop()
        if mode == "folded":
            text = unfolded(text)
        step.expected["stdout" if mode == "folded" else mode] = "\n".join(text)
    return at


def steady(text, step):
    """The text without what differs from one telling to the next."""
    text = re.sub(r'"received":"[^"]*"', '"received":"*"', text)
    text = re.sub(r"(\[redacted \w+) [0-9a-f]{4}\]", r"\1 *]", text)
    return re.sub(UUID7, "*", text) if step.records else text


class SocketConnection(http.client.HTTPConnection):
    """HTTP over the socket in a store's directory."""

    def __init__(self, path):
        super().__init__("localhost", timeout=WAIT_S)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(WAIT_S)
        self.sock.connect(self.path)


class Teller:
    """Runs the steps of a story on one store, and keeps what went wrong."""

    def __init__(self, hence, directory):
        self.hence = str(hence)
        self.store = directory / "store"
        # A time zone with a quarter of an hour shows whether a time is ever local.
        self.environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(directory),
                            "TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"}
        for key in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
            if key in os.environ:
                self.environment[key] = os.environ[key]
        self.wrong = []
        self.openapi = None

    def start(self, *arguments, **streams):
        return subprocess.Popen([self.hence, "--store", str(self.store), *arguments],
                                env=self.environment, text=True, encoding="utf-8",
                                errors="surrogateescape", **streams)

    def tell(self, step, how):
        process = self.start(*step.arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
        out, err = process.communicate(step.input, timeout=WAIT_S)
        said = {"stdout": out, "stderr": err}
        self.compare(step, how, "exit status", str(step.exit), str(process.returncode),
                     err if process.returncode != step.exit else "")
        for stream, expected in step.expected.items():
            got = steady(said[stream], step)
            if got and not got.endswith("\n") and step.arguments[:2] != ["quarantine", "show"]:
                self.wrong.append(f"line {step.line}, {how}: {stream} does not end its last line")
            self.compare(step, how, stream, expected, got.rstrip("\n"))

    def ask(self, step):
        """Asks for the same over HTTP, where that is possible."""
        if step.records or not (request := doors.as_request(self.document(), step.arguments)):
            return
        response, body = self.get(*request)
        self.compare(step, "over HTTP", "exit status", str(step.exit),
                     response.getheader("Hence-Exit", "0"))
        if step.exit == 0:
            self.compare(step, "over HTTP", "answer", step.expected["stdout"],
                         steady(body, step).rstrip("\n"))

    def get(self, path, accept):
        connection = SocketConnection(self.store / "hence.sock")
        connection.request("GET", path, headers={"Accept": accept})
        response = connection.getresponse()
        body = response.read().decode("utf-8", "surrogateescape")
        connection.close()
        return response, body

    def document(self):
        """What the owner of the store can be asked, in its own words."""
        if self.openapi is None:
            self.openapi = json.loads(self.get("/api/v1/openapi.json", "application/json")[1])
        return self.openapi

    def compare(self, step, how, what, expected, got, note=""):
        if expected == got:
            return
        difference = difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got",
                                          lineterm="")
        command = " ".join(step.arguments)
        self.wrong.append("\n".join(
            [f"line {step.line}, {how}: `{command}`: another {what}", *difference, note]).rstrip())


def tell_alone(teller, steps):
    """Every command owns the store while it runs."""
    for step in steps:
        teller.tell(step, "as owner")


def tell_as_client(teller, steps):
    """A `record` that waits for its input owns the store all the while."""
    owner = teller.start("record", stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + WAIT_S
        while not (teller.store / "hence.sock").exists():
            if owner.poll() is not None or time.monotonic() > end:
                teller.wrong.append("the process that should own the store does not listen")
                return
            time.sleep(0.01)
        for step in steps:
            teller.tell(step, "as client")
            teller.ask(step)
    finally:
        _, err = owner.communicate(timeout=WAIT_S)
    if owner.returncode != 0:
        teller.wrong.append(f"the owner of the store ended with {owner.returncode}: {err}")


def refold(text):
    """Breaks long lines of JSON, so that a person can read them; unfolded gives them back.

    Objects in a list stand on lines of their own, as far as a line is too long otherwise.
    """
    out = []
    for line in text.split("\n"):
        parts = re.split(r'(?<=\[)(?=\{")|(?<=\},)(?=\{")', line) if len(line) > FOLD_AT else [line]
        for number, part in enumerate(parts):
            first = number == 0
            while len(part) > FOLD_AT:
                cut = max(part.rfind(mark, 1, FOLD_AT) for mark in (',"', ",{", ",["))
                if cut <= 0:
                    break
                out.append(("" if first else " ") + part[:cut + 1])
                part, first = part[cut + 1:], False
            out.append(("" if first else " ") + part)
    return out


def update(hence, story):
    """Writes what the program prints into the story."""
    lines = story.read_text(encoding="utf-8").splitlines()
    steps = parse("\n".join(lines) + "\n")
    replaced = []
    with tempfile.TemporaryDirectory(prefix="story-") as directory:
        teller = Teller(hence, pathlib.Path(directory))
        for step in steps:
            process = teller.start(*step.arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
            out, err = process.communicate(step.input, timeout=WAIT_S)
            replaced.append((step, {"stdout": steady(out, step).rstrip("\n"), "stderr": steady(err, step).rstrip("\n")}))
    for step, said in reversed(replaced):
        end = len(lines)
        for other in steps:
            if other.line > step.line:
                end = min(end, other.line - 1)
        at = step.line
        while at < end:
            mark = lines[at]
            if not mark.startswith("----"):
                at += 1
                continue
            mode = mark[4:].strip() or "stdout"
            stop = at + 1
            while stop < end and not lines[stop].startswith("----") and not (
                    lines[stop].startswith("# ") and not lines[stop - 1]):
                stop += 1
            kept = stop
            while kept > at + 1 and not lines[kept - 1]:
                kept -= 1
            name = "stdout" if mode == "folded" else mode
            if name in step.expected and step.expected[name] != said[name]:
                text = refold(said[name]) if mode == "folded" else said[name].split("\n")
                fresh = [] if said[name] == "" else text
                lines[at + 1:kept] = fresh
                end += len(fresh) - (kept - at - 1)
                stop += len(fresh) - (kept - at - 1)
            at = stop
    story.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    hence, story = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    if sys.argv[3:] == ["--update"]:
        return update(hence, story)
    try:
        steps = parse(story.read_text(encoding="utf-8"))
    except ValueError as error:
        print(f"{story.name}: {error}")
        return 2
    wrong = []
    for tell in (tell_alone, tell_as_client):
        with tempfile.TemporaryDirectory(prefix="story-") as directory:
            teller = Teller(hence, pathlib.Path(directory))
            tell(teller, steps)
            wrong += teller.wrong
    for each in wrong:
        print(f"{story.name}: {each}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
