#!/usr/bin/env python3
"""Compares `hence serve` with Phoenix and Jaeger: the same spans over OTLP/HTTP, until the last one can be read.

    server_peers.py HENCE JAEGER PHOENIX [--spans N] [--phoenix-spans N]

`tools/peers servers` installs the others and runs this in a network of its own. Each server gets an empty
directory, four connections that send requests of 512 spans, and then questions for whole traces. A server that says
it is full is asked again. The clock runs until every span of the last traces is in an answer. Jaeger keeps its spans
in badger, which syncs each write; Phoenix keeps them in SQLite; both are otherwise as they come. Processor time is
that of the server.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse

from opentelemetry.proto.collector.trace.v1 import trace_service_pb2
from opentelemetry.proto.trace.v1 import trace_pb2

CONNECTIONS = 4
REQUEST_SPANS = 512
TRACE_SPANS = 8
TRACES_READ = 21
START_LIMIT_S = 120
STORE_LIMIT_S = 1800
FULL = (429, 503)
FULL_PAUSE_S = 0.05
PROTOBUF = {"Content-Type": "application/x-protobuf"}

JAEGER_CONFIG = """
service:
  extensions: [jaeger_storage, jaeger_query]
  pipelines:
    traces: {{receivers: [otlp], processors: [batch], exporters: [jaeger_storage_exporter]}}
  telemetry:
    metrics: {{level: none}}
    logs: {{level: error}}
extensions:
  jaeger_query:
    storage: {{traces: spans}}
    http: {{endpoint: "127.0.0.1:{query}"}}
    grpc: {{endpoint: "127.0.0.1:{grpc}"}}
  jaeger_storage:
    backends:
      spans:
        badger:
          directories: {{keys: "{directory}/keys", values: "{directory}/values"}}
          ephemeral: false
          consistency: true
receivers:
  otlp: {{protocols: {{http: {{endpoint: "127.0.0.1:{ingest}"}}}}}}
processors:
  batch:
exporters:
  jaeger_storage_exporter: {{trace_storage: spans}}
"""


def free_ports(count):
    sockets = [http.client.socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def get(port, path):
    """The JSON of an answer; nothing while there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        return json.loads(body) if answer.status == 200 else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


class Peer:
    """A server in a directory of its own. A class of each says how it is begun and what it answers."""

    def __init__(self, program, directory):
        self.program = program
        self.directory = pathlib.Path(directory)
        self.ingest, self.query, self.spare = free_ports(3)
        self.log = (self.directory.parent / f"{self.name}.log").open("ab")

    def start(self):
        """Seconds until it answers."""
        began = time.monotonic()
        self.process = subprocess.Popen(self.command(), env={**os.environ, **self.environment()},
                                        stdout=self.log, stderr=self.log)
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() - began > START_LIMIT_S:
                raise RuntimeError(f"{self.name} does not start: see {self.log.name}")
            time.sleep(0.01)
        return time.monotonic() - began

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def environment(self):
        return {}

    def peak_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def processor_s(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def disk_mib(self):
        return sum(file.stat().st_blocks * 512 for file in self.directory.rglob("*") if file.is_file()) / 2**20


class Hence(Peer):
    name = "hence"

    def version(self):
        return subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]

    def command(self):
        return [self.program, "--store", str(self.directory), "serve", "--listen", f"127.0.0.1:{self.ingest}",
                "--grpc", "off", "--log-level", "error"]

    def answers(self):
        return get(self.ingest, "/api/v1/sessions?limit=1") is not None

    def spans(self, trace):
        """How many spans of a trace can be read. Each trace is a conversation of its own, so it is a session."""
        told = get(self.ingest, f"/api/v1/sessions/conversation-{trace}/tree") or {"events": []}
        return len(set(re.findall(rf"([0-9a-f]{{16}})-{trace}", json.dumps(told))))


class Jaeger(Peer):
    name = "jaeger"

    def version(self):
        return re.search(r"v[\d.]+", pathlib.Path(self.program).with_suffix(".version").read_text(encoding="ascii"))[0]

    def command(self):
        config = self.directory.parent / "jaeger.yaml"
        config.write_text(JAEGER_CONFIG.format(directory=self.directory, ingest=self.ingest, query=self.query,
                                               grpc=self.spare), encoding="utf-8")
        return [self.program, "--config", str(config)]

    def answers(self):
        return get(self.query, "/api/services") is not None

    def spans(self, trace):
        told = get(self.query, f"/api/traces/{trace}")
        return len(told["data"][0]["spans"]) if told and told.get("data") else 0


class Phoenix(Peer):
    name = "phoenix"

    def version(self):
        python = pathlib.Path(self.program).with_name("python")
        return subprocess.run([python, "-c", "import importlib.metadata as m; print(m.version('arize-phoenix'))"],
                              capture_output=True, text=True, check=True).stdout.strip()

    def command(self):
        return [self.program, "serve"]

    def environment(self):
        return {"PHOENIX_WORKING_DIR": str(self.directory), "PHOENIX_HOST": "127.0.0.1",
                "PHOENIX_PORT": str(self.ingest), "PHOENIX_GRPC_PORT": str(self.spare),
                "PHOENIX_TELEMETRY_ENABLED": "false", "PHOENIX_ALLOW_EXTERNAL_RESOURCES": "false"}

    def answers(self):
        return get(self.ingest, "/v1/projects") is not None

    def spans(self, trace):
        told = get(self.ingest, f"/v1/projects/default/spans?trace_id={trace}&limit=1000")
        return len(told["data"]) if told else 0


def words(dice, vocabulary, size):
    out = []
    while size > 0:
        out.append(vocabulary[int(len(vocabulary) ** dice.random()) - 1])
        size -= len(out[-1]) + 1
    return " ".join(out)


class Spans:
    """Traces of an agent, its model calls and its tool calls, about 1 KB a span. The same seed gives the same."""

    def __init__(self):
        self.dice = random.Random(20260223)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self.vocabulary = ["".join(self.dice.choices(letters, k=self.dice.randint(2, 10))) for _ in range(20_000)]
        self.clock = 1_767_225_600_000_000_000
        self.traces = []

    def text(self, size):
        return words(self.dice, self.vocabulary, size)

    def add(self, scope, trace, parent, name, attributes):
        span = scope.spans.add(trace_id=trace, span_id=self.dice.randbytes(8), parent_span_id=parent, name=name,
                               kind=trace_pb2.Span.SPAN_KIND_CLIENT, start_time_unix_nano=self.clock,
                               end_time_unix_nano=self.clock + 12_000_000)
        self.clock += 12_000_000
        for key, value in {"gen_ai.conversation.id": f"conversation-{trace.hex()}", **attributes}.items():
            pair = span.attributes.add(key=key)
            if isinstance(value, int):
                pair.value.int_value = value
            else:
                pair.value.string_value = value
        return span.span_id

    def trace(self, scope):
        trace = self.dice.randbytes(16)
        self.traces.append(trace.hex())

        def message(role, size, *more):
            return json.dumps([{"role": role, "parts": [{"type": "text", "content": self.text(size)}, *more]}])
        root = self.add(scope, trace, b"", "invoke_agent researcher", {
            "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "researcher",
            "gen_ai.input.messages": message("user", 600)})
        for number in range(1, TRACE_SPANS):
            if number % 2 == 1:
                call = f"call_{self.dice.randbytes(12).hex()}"
                asked = {"type": "tool_call", "id": call, "name": "search", "arguments": {"query": self.text(40)}}
                self.add(scope, trace, root, "chat gpt-4o", {
                    "gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai", "gen_ai.request.model": "gpt-4o",
                    "gen_ai.response.id": f"chatcmpl-{self.dice.randbytes(12).hex()}",
                    "gen_ai.usage.input_tokens": self.dice.randint(200, 4200),
                    "gen_ai.usage.output_tokens": self.dice.randint(20, 820),
                    "gen_ai.input.messages": message("user", 300),
                    "gen_ai.output.messages": message("assistant", 120, asked)})
            else:
                self.add(scope, trace, root, "execute_tool search", {
                    "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.tool.call.id": call,
                    "gen_ai.tool.call.arguments": json.dumps(asked["arguments"]),
                    "gen_ai.tool.call.result": self.text(600)})

    def requests(self, count):
        made = []
        for _ in range(count // REQUEST_SPANS):
            request = trace_service_pb2.ExportTraceServiceRequest()
            resource = request.resource_spans.add()
            resource.resource.attributes.add(key="service.name").value.string_value = "bench-agent"
            scope = resource.scope_spans.add()
            for _ in range(REQUEST_SPANS // TRACE_SPANS):
                self.trace(scope)
            made.append(request.SerializeToString())
        return made


def send(port, bodies):
    """Sends in turn; how often it was told to come again."""
    again = 0
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    for body in bodies:
        while True:
            connection.request("POST", "/v1/traces", body, PROTOBUF)
            answer = connection.getresponse()
            answer.read()
            if answer.status == 200:
                break
            if answer.status not in FULL:
                raise RuntimeError(f"it answers {answer.status}")
            again += 1
            time.sleep(FULL_PAUSE_S)
    connection.close()
    return again


def send_all(port, requests):
    told = []

    def one(bodies):
        try:
            told.append(send(port, bodies))
        except (OSError, RuntimeError) as error:
            told.append(error)
    threads = [threading.Thread(target=one, args=(requests[n::CONNECTIONS],)) for n in range(CONNECTIONS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for each in told:
        if isinstance(each, Exception):
            raise each
    return sum(told)


def until_readable(peer, traces):
    limit = time.monotonic() + STORE_LIMIT_S
    for trace in traces:
        while peer.spans(trace) < TRACE_SPANS:
            if time.monotonic() > limit:
                raise RuntimeError(f"{peer.name} does not show trace {trace}")
            time.sleep(0.02)


def measure(kind, program, count):
    with tempfile.TemporaryDirectory() as place:
        directory = pathlib.Path(place) / "data"
        directory.mkdir()
        spans = Spans()
        requests = spans.requests(count)
        sent = len(requests) * REQUEST_SPANS
        last = [trace for n in range(1, CONNECTIONS + 1)
                for trace in spans.traces[-n * (REQUEST_SPANS // TRACE_SPANS):][:REQUEST_SPANS // TRACE_SPANS]]
        peer = kind(program, directory)
        start = peer.start()
        began, idle = time.monotonic(), peer.processor_s()
        again = send_all(peer.ingest, requests)
        taken = time.monotonic() - began
        until_readable(peer, last)
        stored = time.monotonic() - began
        processor = peer.processor_s() - idle
        reads = []
        for trace in random.Random(1).choices(spans.traces, k=TRACES_READ):
            asked = time.monotonic()
            if peer.spans(trace) != TRACE_SPANS:
                raise RuntimeError(f"{peer.name} lost spans of trace {trace}")
            reads.append(time.monotonic() - asked)
        peak = peer.peak_mib()
        peer.stop()
        disk = peer.disk_mib()
        raw = sum(map(len, requests)) / 2**20
        restart = peer.start()
        peer.stop()
        return (f"| {peer.name} {peer.version()} | {sent:,} | {sent / stored:,.0f} | {sent / taken:,.0f} | {again:,} | "
                f"{processor / sent * 1e6:.0f} us | {start:.2f} s, {restart:.2f} s | {peak:,.0f} MiB | "
                f"{disk:,.0f} MiB of {raw:,.0f} | {statistics.median(reads) * 1000:.1f} ms |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("hence")
    parser.add_argument("jaeger")
    parser.add_argument("phoenix")
    parser.add_argument("--spans", type=int, default=200_704)
    parser.add_argument("--phoenix-spans", type=int, default=20_480, help="so many are enough to wait for")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}, {REQUEST_SPANS} spans a request, "
          f"{CONNECTIONS} connections\n")
    print("| server | spans | spans/s until readable | spans/s taken | told to come again | processor, a span | "
          "start, empty and full | most memory | disk | read a trace of 8 |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    for kind, program, count in ((Hence, options.hence, options.spans), (Jaeger, options.jaeger, options.spans),
                                 (Hence, options.hence, options.phoenix_spans),
                                 (Jaeger, options.jaeger, options.phoenix_spans),
                                 (Phoenix, options.phoenix, options.phoenix_spans)):
        print(measure(kind, program, count), flush=True)


if __name__ == "__main__":
    main()
