#!/usr/bin/env python3
"""`hence serve` as OpenTelemetry's own exporters see it: otel_test.py HENCE.

The exporters from npm and from PyPI over each protocol that they speak, each sending everything twice;
a real agent framework whose model is scripted here; and the examples of docs/OTEL_HENCE.md. Only what can
be installed is tried.
"""

import collections
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parent / "docs" / "OTEL_HENCE.md"
HENCE = ""
INSTALL = pathlib.Path()


def install(command, directory, attempts=3):
    """Whether it could be installed. A download may fail: then once more."""
    for _ in range(attempts):
        done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=240)
        if done.returncode == 0:
            return True
    print(f"cannot install: {' '.join(map(str, command))}\n{done.stderr}", file=sys.stderr)
    return False


def node_packages():
    """Where the packages of npm are, or None."""
    work = INSTALL / "node"
    if not work.exists():
        work.mkdir()
        for name in ("package.json", "package-lock.json", "client.mjs", "agent.mjs"):
            shutil.copy(HERE / "otel" / name, work)
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        if not shutil.which("npm") or not install(command, work):
            return None
    return work if (work / "node_modules").exists() else None


def python_with_packages():
    """A Python that has the packages of PyPI, or None."""
    work = INSTALL / "python"
    python = work / "bin" / "python"
    if not work.exists():
        subprocess.run([sys.executable, "-m", "venv", str(work)], check=True, timeout=120)
        if not install([python, "-m", "pip", "install", "-q", "-r", HERE / "otel" / "requirements.txt"],
                       INSTALL):
            python.unlink()
    return python if python.exists() else None


# What the examples leave out: an SDK with its default settings.
PYTHON_SETUP = """
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
"""
NODE_SETUP = """
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
"""


def example(language):
    """The program of that language that the page shows."""
    block, = re.findall(rf"(?ms)^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"))
    return block


class Server:
    """One `hence serve`, on ports of its own."""

    def __init__(self, store):
        self.process = subprocess.Popen(
            [HENCE, "--store", str(store), "serve", "--listen", "127.0.0.1:0", "--grpc", "127.0.0.1:0"],
            stderr=subprocess.PIPE, text=True)
        self.http = self.port(r"listening on http://127\.0\.0\.1:(\d+)")
        self.grpc = self.port(r"OTLP/gRPC on 127\.0\.0\.1:(\d+)")
        self.reader = threading.Thread(target=self.process.stderr.read)
        self.reader.start()

    def port(self, pattern):
        for line in self.process.stderr:
            found = re.search(pattern, line)
            if found:
                return int(found.group(1))
        raise AssertionError("the server did not start")

    def ask(self, *arguments):
        done = subprocess.run([HENCE, "--store", f"http://127.0.0.1:{self.http}", *arguments],
                              capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise AssertionError(f"{arguments}: {done.stderr}")
        return done.stdout

    def events(self, *filters):
        return [json.loads(line) for line in self.ask("events", "--json", *filters).splitlines()]

    def stop(self):
        """Its exit status, once it has stopped."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=60)
        finally:
            self.process.kill()
            self.reader.join()
            self.process.stderr.close()


class ScriptedModel(http.server.BaseHTTPRequestHandler):
    """Speaks OpenAI's chat completions: asks for the tool once, then answers."""

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        knows = any(message["role"] == "tool" for message in asked["messages"])
        call = {"id": "call_1", "type": "function",
                "function": {"name": "get_weather", "arguments": '{"city":"Paris"}'}}
        message = {"content": "Rainy: take a coat."} if knows else {"content": None, "tool_calls": [call]}
        answer = json.dumps({
            "id": "r2" if knows else "r1", "object": "chat.completion", "created": 1,
            "model": "scripted-1",
            "choices": [{"index": 0, "message": {"role": "assistant", **message},
                         "finish_reason": "stop" if knows else "tool_calls"}],
            "usage": {"prompt_tokens": 30 if knows else 20, "completion_tokens": 4,
                      "total_tokens": 34 if knows else 24}}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


class OtelTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.server = Server(pathlib.Path(directory.name) / "store")
        self.addCleanup(self.stop_server)

    def stop_server(self):
        self.assertEqual(self.server.stop(), 0)

    def run_client(self, command, **environment):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120,
                              env=dict(os.environ, **environment))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def check_sent(self, sent):
        """That what a client told is there: once, and in its place."""
        events = self.server.events("--session", sent["session"])
        kinds = collections.Counter(event["kind"] for event in events)
        self.assertEqual(kinds, {"span": 1, "prompt": 1, "llm_call": 2, "tool_call": 1, "decision": 1,
                                 "assumption": 1, "log": 1, "outcome": 1})
        by_id = {event["id"]: event for event in events}
        def of(name):
            return by_id[f"{sent[name]}-{sent['trace']}"]
        agent = of("agent")["id"]
        self.assertNotIn("parent", of("agent"))
        for name in ("first", "tool", "decision", "last"):
            self.assertEqual(of(name)["parent"], agent)
            self.assertEqual(of(name)["run"], sent["trace"])
        self.assertEqual(of("first")["fields"]["call_ids"], ["call_1"])
        self.assertEqual(of("last")["fields"]["completion"], "Rainy: take a coat.")
        tool = of("tool")["fields"]
        self.assertEqual((tool["tool_name"], tool["input"], tool["output"]),
                         ("get_weather", {"city": "Paris"}, "rainy"))
        decision = of("decision")
        self.assertEqual(decision["causes"], [of("tool")["id"]])
        self.assertEqual(decision["correlation"], "trip-7")
        self.assertEqual(decision["rationale"], {"why": "it rains", "confidence": 0.8})
        self.assertEqual(decision["fields"]["alternatives"], ["coat", "shirt"])
        one = {event["kind"]: event for event in events}
        self.assertEqual(one["prompt"]["fields"]["told_in"], of("first")["id"])
        self.assertEqual(one["assumption"]["parent"], decision["id"])
        self.assertEqual(one["log"]["parent"], of("tool")["id"])
        self.assertEqual(one["log"]["fields"]["body"], "asked the station")
        self.assertEqual(one["outcome"]["fields"]["of"], decision["id"])
        self.assertEqual(one["outcome"]["fields"]["correct"], True)

    def check_all(self, clients):
        sessions = {}
        for command, protocol, compression in clients:
            session = f"{protocol} {compression}"
            with self.subTest(session):
                sent = json.loads(self.run_client(
                    [*command, protocol, compression, self.server.http, self.server.grpc, session]))
                self.check_sent(sent)
                sessions[session] = 322
        listed = json.loads(self.server.ask("sessions", "--json"))
        self.assertEqual({each["id"]: each["tokens"] for each in listed}, sessions)
        self.assertEqual(json.loads(self.server.ask("quarantine", "--json")), [])
        calibration = json.loads(self.server.ask("calibration", "--json"))
        self.assertEqual(calibration["n"], len(sessions))

    def test_exporters_from_npm(self):
        work = node_packages()
        if work is None:
            self.skipTest("npm cannot install OpenTelemetry's exporters")
        command = ["node", work / "client.mjs"]
        self.check_all([(command, protocol, compression)
                        for protocol in ("http/json", "http/protobuf", "grpc")
                        for compression in ("none", "gzip")])

    def test_exporters_from_pypi(self):
        python = python_with_packages()
        if python is None:
            self.skipTest("pip cannot install OpenTelemetry's exporters")
        command = [python, HERE / "otel" / "client.py"]
        self.check_all([(command, protocol, compression)
                        for protocol in ("http/protobuf", "grpc") for compression in ("none", "gzip")])

    def check_example(self, command):
        self.run_client(command,
                        OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{self.server.http}")
        events = {event["kind"]: event for event in self.server.events("--session", "ticket-81")}
        self.assertEqual(set(events), {"span", "observation", "decision", "assumption", "outcome"})
        decision = events["decision"]
        self.assertEqual(decision["causes"], [events["observation"]["id"]])
        self.assertEqual(decision["rationale"], {
            "why": "paid three days ago, the rule allows fourteen", "refs": ["obs:order"],
            "alternatives": [{"option": "voucher",
                              "rejected_because": "the customer asked for money"}],
            "confidence": 0.9})
        self.assertEqual(events["observation"]["fields"]["content"], {"paid": 42, "days": 3})
        self.assertEqual(events["outcome"]["fields"]["of"], decision["id"])
        self.assertEqual(events["assumption"]["parent"], decision["id"])
        explained = json.loads(self.server.ask("explain", decision["id"], "--graph", "--json"))
        self.assertIn((events["observation"]["id"], decision["id"], "cause"),
                      [(link["from"], link["to"], link["type"]) for link in explained["links"]])
        self.assertIn("refund order 7?", self.server.ask("replay", "trade", "order-7"))
        self.assertEqual(json.loads(self.server.ask("calibration", "--json"))["n"], 1)
        self.assertEqual(json.loads(self.server.ask("quarantine", "--json")), [])

    def test_the_example_in_python(self):
        python = python_with_packages()
        if python is None:
            self.skipTest("pip cannot install OpenTelemetry")
        program = INSTALL / "example.py"
        program.write_text(PYTHON_SETUP + example("python") + "provider.shutdown()\n", encoding="utf-8")
        self.check_example([python, program])

    def test_the_example_in_javascript(self):
        work = node_packages()
        if work is None:
            self.skipTest("npm cannot install OpenTelemetry")
        program = work / "example.mjs"
        program.write_text(NODE_SETUP + example("js") + "await provider.shutdown();\n",
                           encoding="utf-8")
        self.check_example(["node", program])

    def test_an_agent_framework(self):
        work = node_packages()
        if work is None:
            self.skipTest("npm cannot install the framework")
        model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), ScriptedModel)
        threading.Thread(target=model.serve_forever, daemon=True).start()
        self.addCleanup(model.server_close)
        self.addCleanup(model.shutdown)
        said = self.run_client(
            ["node", work / "agent.mjs", f"http://127.0.0.1:{model.server_port}/v1"],
            OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{self.server.http}",
            OTEL_RESOURCE_ATTRIBUTES="session.id=paris,service.name=weather")
        self.assertEqual(said, "Rainy: take a coat.\n")
        self.check_framework()

    def check_framework(self):
        events = self.server.events("--session", "paris")
        models = [event for event in events if event["kind"] == "llm_call"]
        tool, = [event for event in events if event["kind"] == "tool_call"]
        self.assertEqual([event["fields"]["prompt_tokens"] for event in models], [20, 30])
        self.assertEqual(models[0]["fields"]["call_ids"], ["call_1"])
        self.assertEqual((tool["fields"]["tool_name"], tool["fields"]["output"]),
                         ("get_weather", "rainy in Paris"))
        tree = self.server.ask("tree", "paris")
        steps = re.findall(r"(LLM call: \S+|Tool call: \S+)", tree)
        self.assertEqual(steps, ["LLM call: scripted-1", "Tool call: get_weather",
                                 "LLM call: scripted-1"], tree)
        explained = json.loads(self.server.ask("explain", tool["id"], "--graph", "--json"))
        self.assertIn({"from": models[0]["id"], "to": tool["id"], "type": "call",
                       "provenance": "derived"}, explained["links"])
        debrief = self.server.ask("debrief", "latest")
        self.assertIn("Goal: Weather in Paris?", debrief)
        self.assertIn("Path: get_weather", debrief)
        self.assertIn("58 tok", debrief)
        context = self.server.ask("context", "paris")
        self.assertIn("returned: rainy in Paris", context)
        self.assertIn("ACTION: Rainy: take a coat.", context)
        self.assertEqual(json.loads(self.server.ask("quarantine", "--json")), [])


if __name__ == "__main__":
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    with tempfile.TemporaryDirectory() as directory:
        INSTALL = pathlib.Path(directory)
        unittest.main()
