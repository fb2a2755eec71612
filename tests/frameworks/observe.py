"""What Hence answers about a case, and which event stands for which call of the truth."""

import ast
import collections
import http.client
import json
import os
import re
import subprocess
import threading
import urllib.parse

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("HENCE_")}
WAIT_S = 60


class Hence:
    """A fresh `hence serve` on free ports, with its store in memory."""

    def __init__(self, program):
        self.program = str(program)

    def __enter__(self):
        self.process = subprocess.Popen(
            [self.program, "--store", "memory:", "serve", "--listen", "127.0.0.1:0",
             "--grpc", "127.0.0.1:0"], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
        stop = threading.Timer(WAIT_S, self.process.kill)
        stop.start()
        self.grpc = self.host = None
        for line in self.process.stderr:
            found = re.search(r"listening on http://(127\.0\.0\.1:\d+)", line)
            self.host = found[1] if found else self.host
            found = re.search(r"OTLP/gRPC on (127\.0\.0\.1:\d+)", line)
            self.grpc = found[1] if found else self.grpc
            if self.host and self.grpc:
                break
        stop.cancel()
        if not self.host or not self.grpc:
            self.process.kill()
            self.process.wait()
            raise RuntimeError("hence serve did not start")
        self.reader = threading.Thread(target=self.process.stderr.read, daemon=True)
        self.reader.start()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(WAIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(WAIT_S)
        self.process.stderr.close()

    def send(self, requests):
        """Posts OTLP/JSON requests; gives those that were not taken."""
        connection = http.client.HTTPConnection(self.host, timeout=WAIT_S)
        refused = []
        try:
            for path, request in requests:
                connection.request("POST", path, json.dumps(request),
                                   {"content-type": "application/json"})
                answer = connection.getresponse()
                said = answer.read()
                if answer.status != 200 or b"rejected" in said:
                    refused.append((path, said[:200].decode("utf-8", "replace")))
        finally:
            connection.close()
        return refused

    def ask(self, *arguments):
        done = subprocess.run([self.program, "--store", f"http://{self.host}", "--json", *arguments],
                              capture_output=True, text=True, timeout=WAIT_S, env=ENVIRONMENT)
        if done.returncode != 0:
            raise RuntimeError(f"hence {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def events(self, *filters):
        return [json.loads(line) for line in self.ask("events", *filters).splitlines()]

    def explain(self, ids):
        """The chain of causes of each of these events, as ids."""
        chains = {}
        connection = http.client.HTTPConnection(self.host, timeout=WAIT_S)
        try:
            for each in ids:
                connection.request("GET", f"/api/v1/events/{urllib.parse.quote(each, safe='')}/explain",
                                   headers={"accept": "application/json"})
                answer = json.loads(connection.getresponse().read())
                chains[each] = {step.get("event_id") for step in answer.get("chain") or []}
        finally:
            connection.close()
        return chains


def parsed(value):
    """A value, freed from the text around it: JSON, or a literal of Python."""
    while isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            try:
                return ast.literal_eval(value) if value[:1] in "{[" else value
            except (ValueError, SyntaxError):
                return value
    return value


def holds(value, wanted):
    """Whether the wanted arguments are in a recorded input: as they are, in a wrapper around them, or, where
    a framework tells no names, as a single value or a list of values."""
    if [parsed(value)] == list(wanted.values()):
        return True
    left = [value]
    while left:
        value = parsed(left.pop())
        if isinstance(value, dict):
            if all(name in value and parsed(value[name]) == each for name, each in wanted.items()):
                return True
            left += value.values()
        elif isinstance(value, list):
            if [parsed(each) for each in value] == list(wanted.values()):
                return True
            left += value
    return False


class Answers:
    """What Hence says about everything that it was sent."""

    def __init__(self, hence, truth):
        self.events = hence.events()
        self.sessions = json.loads(hence.ask("sessions", "--limit", "0"))
        self.tokens = json.loads(hence.ask("stats")).get("tokens") or {}
        self.models = [event for event in self.events if event["kind"] == "llm_call"]
        self.tools = [event for event in self.events if event["kind"] == "tool_call"]
        self.delegations = [event for event in self.events if event["kind"] == "delegation"]
        self.session_of = {}
        for session in self.sessions:
            for event in hence.events("--session", session["id"]):
                self.session_of[event["id"]] = session["id"]
        self.chains = hence.explain([event["id"] for event in self.tools])
        self.failed = [event for event in self.models if failed(event)]
        self.of_call = self.match_calls(truth["calls"])
        self.of_tool = self.match_tools(truth["tools"])

    def match_calls(self, calls):
        """The events of each answered model call: by the number of its output tokens, which no other
        answer has; without tokens by the id of the answer or by its text, and at last by the order."""
        found = {n: [] for n, call in enumerate(calls) if call["status"] == 200}
        by_tokens = {calls[n]["completion"]: n for n in found if calls[n]["completion"]}
        rest = []
        for event in self.models:
            n = by_tokens.get(event["fields"].get("completion_tokens"))
            if n is not None:
                found[n].append(event)
            elif not failed(event):
                rest.append(event)
        free = [n for n in found if not found[n]]
        for event in list(rest):
            text = json.dumps(event["fields"].get("attributes"))
            said = json.dumps(event["fields"].get("completion") or "")
            for n in free:
                if f'"{calls[n]["id"]}"' in text or (calls[n]["text"] and calls[n]["text"] in said):
                    found[n].append(event)
                    rest.remove(event)
                    break
        free = [n for n in found if not found[n]]
        if len(free) == len(rest):
            for n, event in zip(free, sorted(rest, key=lambda each: each["time"])):
                found[n].append(event)
            rest = []
        self.unknown = rest
        return found

    def match_tools(self, runs):
        """The events of each run of a tool: by the id of the call, else by name and arguments."""
        found = {n: [] for n in range(len(runs))}
        by_id = {run["call_id"]: n for n, run in enumerate(runs)}
        for event in sorted(self.tools, key=lambda each: each["time"]):
            n = by_id.get(event["fields"].get("call_id"))
            if n is None:
                named = [n for n, run in enumerate(runs)
                         if run["name"] in str(event["fields"].get("tool_name"))]
                fit = [n for n in named if holds(event["fields"].get("input"), runs[n]["arguments"])]
                fit = fit or named
                n = min(fit, key=lambda each: (len(found[each]), each)) if fit else None
            if n is not None:
                found[n].append(event)
        return found

    def names(self):
        return collections.Counter(event["fields"].get("tool_name") for event in self.tools)


def failed(event):
    return event["fields"].get("status") == "error"
