"""The clients beside the libraries that they meet: OpenAI, Anthropic, OpenTelemetry, gunicorn.

`tools/clients` installs these into build/clients. Without them the tests are skipped.
"""
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import hosting
import stub
import typescript_test
from hosting import PYTHON, ROOT, HostTest

PLACE = pathlib.Path(os.environ.get("HENCE_CLIENTS", ROOT / "build" / "clients"))
BIN = PLACE / "venv" / "bin"


def setUpModule():
    if not (BIN / "python").exists():
        raise unittest.SkipTest("the libraries are not installed: run tools/clients")


class PythonLibraries(HostTest):
    def run_real(self, code, *arguments):
        return self.run_host(code, *arguments, python=str(BIN / "python"), PYTHONWARNINGS="")

    def check_calls(self, model, seen):
        calls = self.events("--kinds", "llm_call")
        self.assertEqual(len(calls), seen)
        self.assertEqual(len(model.requests), seen)
        for call in calls[:-1]:
            fields = call["fields"]
            self.assertEqual((fields["completion"], fields["prompt_tokens"], fields["completion_tokens"]),
                             ("Hello", 3, 2), call)
            self.assertNotIn("flags", call)
        self.assertIn("no such model", calls[-1]["fields"]["error"])

    def test_openai(self):
        with stub.Model() as model:
            self.run_real('''
import asyncio, sys, openai
hence.open(agent="a")
given = dict(base_url=sys.argv[1] + "/v1", api_key="k", max_retries=0)
ask = dict(model="gpt", messages=[{"role": "user", "content": "hi"}])
client = hence.wrap(openai.OpenAI(**given))
assert client.chat.completions.create(**ask).choices[0].message.content == "Hello"
stream = client.chat.completions.create(stream=True, **ask)
assert isinstance(stream, openai.Stream) and len(list(stream)) == 3
with client.chat.completions.create(stream=True, **ask) as stream:
    assert len([piece for piece in stream]) == 3
async def later():
    other = hence.wrap(openai.AsyncOpenAI(**given))
    assert (await other.chat.completions.create(**ask)).choices[0].message.content == "Hello"
    stream = await other.chat.completions.create(stream=True, **ask)
    assert isinstance(stream, openai.AsyncStream) and len([piece async for piece in stream]) == 3
    await other.close()
asyncio.run(later())
try:
    client.chat.completions.create(model="broken", messages=[])
    raise SystemExit(1)
except openai.BadRequestError:
    pass
''', model.address)
            self.check_calls(model, 6)

    def test_anthropic(self):
        with stub.Model() as model:
            self.run_real('''
import asyncio, sys, anthropic
hence.open(agent="a")
given = dict(base_url=sys.argv[1], api_key="k", max_retries=0)
ask = dict(model="claude", max_tokens=9, messages=[{"role": "user", "content": "hi"}])
client = hence.wrap(anthropic.Anthropic(**given))
assert client.messages.create(**ask).content[0].text == "Hello"
stream = client.messages.create(stream=True, **ask)
assert isinstance(stream, anthropic.Stream) and len(list(stream)) == 7
with client.messages.stream(**ask) as stream:
    assert "".join(stream.text_stream) == "Hello"
    assert stream.get_final_message().content[0].text == "Hello"
async def later():
    other = hence.wrap(anthropic.AsyncAnthropic(**given))
    assert (await other.messages.create(**ask)).content[0].text == "Hello"
    async with other.messages.stream(**ask) as stream:
        assert "".join([text async for text in stream.text_stream]) == "Hello"
    await other.close()
asyncio.run(later())
try:
    client.messages.create(model="broken", max_tokens=9, messages=[])
    raise SystemExit(1)
except anthropic.BadRequestError:
    pass
''', model.address)
            self.check_calls(model, 6)

    def test_opentelemetry(self):
        self.run_real('''
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from hence_trace.otel import HenceSpanExporter, HenceSpanProcessor
hence.open(agent="a")
provider = TracerProvider()
provider.add_span_processor(HenceSpanProcessor())
tracer = provider.get_tracer("t")
with hence.session("s1"), hence.decision("d"):
    with tracer.start_as_current_span("chat gpt-x", attributes={
            "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-x", "gen_ai.usage.input_tokens": 3,
            "gen_ai.usage.output_tokens": 2}):
        pass
other = TracerProvider()
other.add_span_processor(BatchSpanProcessor(HenceSpanExporter()))
with other.get_tracer("u").start_as_current_span("alone"):
    pass
other.shutdown()
''')
        [call] = self.events("--kinds", "llm_call")
        self.assertEqual((call["session"], call["agent"], call["fields"]["model"]), ("s1", "a", "gpt-x"))
        start = next(one for one in self.events() if one["kind"] == "decision")
        self.assertEqual(call["parent"], start["id"])
        self.assertEqual(len(self.events("--kinds", "span")), 1)

    def test_gunicorn_with_preload(self):
        (self.directory / "app.py").write_text('''
import hence_trace as hence
hence.open(agent="web")
hence.thought("before the fork")
def app(environ, start_response):
    step = hence.thought(environ["PATH_INFO"])
    start_response("200 OK", [("Content-Length", "36")])
    return [step.id.encode()]
''')
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{free.getsockname()[1]}"
        web = subprocess.Popen([BIN / "gunicorn", "--preload", "-w", "3", "-b", address, "app:app"],
                               cwd=self.directory, env=self.environment(PYTHONWARNINGS=""),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            ids = [self.get(address, f"/{number}") for number in range(100)]
        finally:
            web.send_signal(signal.SIGKILL)
            web.wait()
        self.assertEqual(len(set(ids)), 100)
        stored = {one["id"] for one in self.events()}
        self.assertEqual(set(ids) - stored, set())
        self.assertEqual(len(stored), 101)

    def get(self, address, path):
        import urllib.request

        end = time.monotonic() + 60
        while True:
            try:
                return urllib.request.urlopen(f"http://{address}{path}", timeout=10).read().decode()
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def test_types_and_style(self):
        for command in (["mypy", "--strict", "hence_trace"], ["ruff", "check", "--no-cache", "."],
                        ["ruff", "format", "--no-cache", "--check", "."]):
            with self.subTest(command=command), tempfile.TemporaryDirectory() as cache:
                done = subprocess.run([BIN / command[0], *command[1:]], cwd=PYTHON, capture_output=True, text=True,
                                      env={**os.environ, "MYPY_CACHE_DIR": cache}, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_package_installs(self):
        target = self.directory / "installed"
        done = subprocess.run([BIN / "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--target", target,
                               self.copy_of_package()], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((target / "hence_trace" / "py.typed").exists())

    def copy_of_package(self):
        """pip leaves its work beside the sources."""
        import shutil

        return shutil.copytree(PYTHON, self.directory / "package")


class NodeLibraries(typescript_test.NodeTest):
    setUpClass = classmethod(lambda cls: typescript_test.setUpModule())

    def test_openai_and_anthropic(self):
        if not (PLACE / "node_modules").exists():
            self.skipTest("npm installed nothing")
        (self.directory / "node_modules").symlink_to(PLACE / "node_modules")
        script = self.directory / "host.mjs"
        script.write_text('''
import OpenAI from "openai";
import Anthropic from "@anthropic-ai/sdk";
const hence = await import(process.argv[2]);
const assert = (holds) => { if (!holds) throw new Error("it does not hold"); };
hence.open({ agent: "a" });
const all = async (stream) => { const seen = []; for await (const one of stream) seen.push(one); return seen.length; };
const openai = hence.wrap(new OpenAI({ baseURL: process.argv[3] + "/v1", apiKey: "k", maxRetries: 0 }));
const ask = { model: "gpt", messages: [{ role: "user", content: "hi" }] };
assert((await openai.chat.completions.create(ask)).choices[0].message.content === "Hello");
assert(await all(await openai.chat.completions.create({ ...ask, stream: true })) === 3);
const anthropic = hence.wrap(new Anthropic({ baseURL: process.argv[3], apiKey: "k", maxRetries: 0 }));
const say = { model: "claude", max_tokens: 9, messages: ask.messages };
assert((await anthropic.messages.create(say)).content[0].text === "Hello");
assert(await all(await anthropic.messages.create({ ...say, stream: true })) === 7);
assert((await anthropic.messages.stream(say).finalMessage()).content[0].text === "Hello");
const { data } = await openai.chat.completions.create(ask).withResponse();
assert(data.choices[0].message.content === "Hello");
await openai.chat.completions.create({ model: "broken", messages: [] }).then(() => assert(false), (e) => assert(e.status === 400));
''')
        with stub.Model() as model:
            client = pathlib.Path(typescript_test.BUILT.name) / "esm" / "index.js"
            done = subprocess.run(["node", script, client, model.address], env=self.environment(),
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(len(model.requests), 7)
        calls = self.events("--kinds", "llm_call")
        self.assertEqual(len(calls), 7)
        for call in calls[:-1]:
            self.assertEqual((call["fields"]["completion"], call["fields"]["completion_tokens"]), ("Hello", 2))
            self.assertNotIn("flags", call)
        self.assertIn("400", calls[-1]["fields"]["error"])


if __name__ == "__main__":
    hosting.main()
