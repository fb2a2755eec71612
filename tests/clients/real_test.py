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

# How a host program begins that asks a model of either library.
OPENAI = '''
import asyncio, sys, openai
hence.open(agent="a")
given = dict(base_url=sys.argv[1] + "/v1", api_key="k", max_retries=0)
ask = dict(model="gpt", messages=[{"role": "user", "content": "hi"}])
'''
ANTHROPIC = '''
import asyncio, sys, anthropic
hence.open(agent="a")
given = dict(base_url=sys.argv[1], api_key="k", max_retries=0)
ask = dict(model="claude", max_tokens=9, messages=[{"role": "user", "content": "hi"}])
client = hence.wrap(anthropic.Anthropic(**given))
'''


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
            self.run_real(OPENAI + '''
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
            self.run_real(ANTHROPIC + '''
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

    def check_every_way(self, model, failed=0):
        """Each request is one call, whole, whichever of the client's methods made it."""
        calls = self.events("--kinds", "llm_call")
        self.assertEqual(len(calls), len(model.requests))
        for call in calls[:len(calls) - failed]:
            fields = call["fields"]
            self.assertEqual((fields["completion"], fields["prompt_tokens"], fields["completion_tokens"]),
                             ("Hello", 3, 2), call)
            self.assertNotIn("flags", call)
        for call in calls[len(calls) - failed:]:
            self.assertIn("error", call["fields"], call)
        self.assertEqual(self.quarantined(), [])
        return calls

    def test_every_way_to_ask_openai(self):
        with stub.Model() as model:
            self.run_real(OPENAI + '''
say = dict(model="gpt", input="hi")
client = hence.wrap(hence.wrap(openai.OpenAI(**given)))
assert client.chat.completions.parse(**ask).choices[0].message.content == "Hello"
with client.chat.completions.stream(**ask) as stream:
    list(stream)
    assert stream.get_final_completion().choices[0].message.content == "Hello"
assert client.responses.create(**say).output_text == "Hello"
assert client.responses.parse(**say).output_text == "Hello"
assert len(list(client.responses.create(stream=True, **say))) == 9
with client.responses.stream(**say) as stream:
    assert stream.until_done().get_final_response().output_text == "Hello"
raw = client.chat.completions.with_raw_response.create(**ask)
assert raw.parse().choices[0].message.content == "Hello" and raw.headers
assert client.with_options(timeout=9).chat.completions.create(**ask).choices[0].message.content == "Hello"
assert client.copy().responses.create(**say).output_text == "Hello"
async def later():
    other = hence.wrap(openai.AsyncOpenAI(**given))
    assert (await other.chat.completions.parse(**ask)).choices[0].message.content == "Hello"
    async with other.chat.completions.stream(**ask) as stream:
        assert (await stream.get_final_completion()).choices[0].message.content == "Hello"
    assert (await other.responses.parse(**say)).output_text == "Hello"
    async with other.responses.stream(**say) as stream:
        assert (await stream.get_final_response()).output_text == "Hello"
    raw = await other.chat.completions.with_raw_response.create(**ask)
    assert raw.parse().choices[0].message.content == "Hello"
    assert (await other.with_options(timeout=9).responses.create(**say)).output_text == "Hello"
    for model in ("broken", "busy"):
        try:
            await other.chat.completions.create(model=model, messages=[])
            raise SystemExit(1)
        except openai.APIStatusError:
            pass
    try:
        async for piece in await other.chat.completions.create(stream=True, **{**ask, "model": "torn"}):
            pass
        raise SystemExit(1)
    except Exception as error:
        assert not isinstance(error, SystemExit)
    await other.close()
asyncio.run(later())
''', model.address)
            calls = self.check_every_way(model, failed=3)
        self.assertIn("429", calls[-2]["fields"]["error"])
        # What was said before it broke off is kept.
        self.assertIn("Hel", calls[-1]["fields"]["completion"])

    def test_every_way_to_ask_anthropic(self):
        with stub.Model() as model:
            self.run_real(ANTHROPIC + '''
assert client.beta.messages.create(**ask).content[0].text == "Hello"
with client.beta.messages.stream(**ask) as stream:
    assert stream.get_final_message().content[0].text == "Hello"
if hasattr(client.messages, "parse"):
    assert client.messages.parse(**ask).content[0].text == "Hello"
raw = client.messages.with_raw_response.create(**ask)
assert raw.parse().content[0].text == "Hello"
assert client.with_options(timeout=9).messages.create(**ask).content[0].text == "Hello"
async def later():
    other = hence.wrap(anthropic.AsyncAnthropic(**given))
    async with other.beta.messages.stream(**ask) as stream:
        assert (await stream.get_final_message()).content[0].text == "Hello"
    async with other.with_options(timeout=9).messages.stream(**ask) as stream:
        assert (await stream.get_final_text()) == "Hello"
    for model in ("broken", "busy"):
        try:
            await other.messages.create(**{**ask, "model": model})
            raise SystemExit(1)
        except anthropic.APIStatusError:
            pass
    try:
        async with other.messages.stream(**{**ask, "model": "torn"}) as stream:
            await stream.get_final_message()
        raise SystemExit(1)
    except Exception:
        pass
    await other.close()
asyncio.run(later())
''', model.address)
            calls = self.check_every_way(model, failed=3)
        self.assertIn("Hel", calls[-1]["fields"]["completion"])

    def test_tools_are_tied_to_the_call_that_asked_for_them(self):
        with stub.Model() as model:
            self.run_real('''
import sys, json, openai, anthropic
hence.open(agent="a")
def weather(city): return "18 degrees in " + city
tool = {"type": "object", "properties": {"city": {"type": "string"}}}
with hence.session("chat"):
    client = hence.wrap(openai.OpenAI(base_url=sys.argv[1] + "/v1", api_key="k"))
    messages = [{"role": "user", "content": "weather?"}]
    ask = dict(model="gpt", tools=[{"type": "function", "function": {"name": "weather", "parameters": tool}}])
    with client.chat.completions.stream(messages=messages, **ask) as stream:
        asked = stream.get_final_completion().choices[0].message
    call = asked.tool_calls[0]
    with hence.tool_call(call.function.name, json.loads(call.function.arguments), call_id=call.id) as ran:
        ran.result(weather("Paris"))
    messages += [asked.model_dump(exclude_none=True), {"role": "tool", "tool_call_id": call.id, "content": "18"}]
    assert client.chat.completions.create(messages=messages, **ask).choices[0].message.content == "Hello"
with hence.session("messages"):
    client = hence.wrap(anthropic.Anthropic(base_url=sys.argv[1], api_key="k"))
    ask = dict(model="claude", max_tokens=9, tools=[{"name": "weather", "input_schema": tool}])
    asked = client.messages.create(messages=[{"role": "user", "content": "weather?"}], **ask)
    call = asked.content[1]
    with hence.tool_call(call.name, call.input, call_id=call.id) as ran:
        ran.result(weather("Paris"))
''', model.address)
        for session in ("chat", "messages"):
            asked = self.events("--session", session, "--kinds", "llm_call")[0]
            [ran] = self.events("--session", session, "--kinds", "tool_call")
            self.assertEqual(asked["fields"]["call_ids"], ["call_1"])
            chain = [one["event_id"] for one in json.loads(self.hence("--json", "explain", ran["id"]))["chain"]]
            self.assertIn(asked["id"], chain)

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

    def host(self, package, text):
        """A program that uses a package that npm installed: the test is skipped where it is not there."""
        if not (PLACE / "node_modules" / package).exists():
            self.skipTest("npm installed nothing")
        (self.directory / "node_modules").symlink_to(PLACE / "node_modules")
        script = self.directory / "host.mjs"
        script.write_text(text)
        return script

    def run_host(self, script, client, *arguments):
        client = pathlib.Path(typescript_test.BUILT.name) / client
        done = subprocess.run(["node", script, client, *arguments], env=self.environment(),
                              capture_output=True, text=True, check=False, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_openai_and_anthropic(self):
        script = self.host(".", '''
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
const say_it = { model: "gpt", input: "hi" };
assert((await openai.chat.completions.parse(ask)).choices[0].message.content === "Hello");
assert((await openai.chat.completions.stream(ask).finalChatCompletion()).choices[0].message.content === "Hello");
assert((await openai.responses.create(say_it)).output_text === "Hello");
assert((await openai.responses.parse(say_it)).output_text === "Hello");
assert(await all(await openai.responses.create({ ...say_it, stream: true })) === 9);
assert((await openai.responses.stream(say_it).finalResponse()).output_text === "Hello");
assert((await openai.withOptions({ timeout: 9000 }).chat.completions.create(ask)).choices[0].message.content === "Hello");
assert((await anthropic.beta.messages.create(say)).content[0].text === "Hello");
assert((await anthropic.beta.messages.stream(say).finalMessage()).content[0].text === "Hello");
assert((await anthropic.withOptions({ timeout: 9000 }).messages.create(say)).content[0].text === "Hello");
const fails = (promise) => promise.then(() => assert(false), (e) => e);
assert((await fails(openai.chat.completions.create({ model: "broken", messages: [] }))).status === 400);
assert((await fails(anthropic.messages.create({ ...say, model: "busy" }))).status === 429);
await fails(anthropic.messages.stream({ ...say, model: "torn" }).finalMessage());
await fails(all(await openai.chat.completions.create({ ...ask, model: "torn", stream: true })));
''')
        with stub.Model() as model:
            self.run_host(script, "esm/index.js", model.address)
            self.assertEqual(len(model.requests), 20)
        calls = self.events("--kinds", "llm_call")
        self.assertEqual(len(calls), 20)
        self.assertEqual([n for n, call in enumerate(calls[:-4]) if "completion" not in call["fields"]], [])
        for call in calls[:-4]:
            self.assertEqual((call["fields"]["completion"], call["fields"]["completion_tokens"]), ("Hello", 2), call)
            self.assertNotIn("flags", call)
        self.assertIn("400", calls[-4]["fields"]["error"])
        self.assertIn("429", calls[-3]["fields"]["error"])
        for torn in calls[-2:]:
            self.assertIn("Hel", torn["fields"]["completion"])
            self.assertTrue(torn["fields"]["error"])

    def test_reactive_agents_bus(self):
        script = self.host("@reactive-agents", '''
import { Effect } from "effect";
import { EventBus, EventBusLive } from "@reactive-agents/core";
const hence = await import(`${process.argv[2]}/index.js`);
const { busRecorder } = await import(`${process.argv[2]}/bus.js`);
hence.open();
const record = busRecorder();
const say = (bus, _tag, more) => bus.publish({ _tag, taskId: "real-1", timestamp: Date.now(), ...more });
await Effect.runPromise(Effect.gen(function* () {
    const bus = yield* EventBus;
    yield* bus.subscribe((event) => Effect.sync(() => record(event)));
    yield* say(bus, "AgentStarted", { agentId: "analyst", provider: "p", model: "m", task: "find the price" });
    yield* say(bus, "ToolCallStarted", { toolName: "search", callId: "c1", iteration: 1, rationale: { why: "fresh data" } });
    yield* say(bus, "ToolCallCompleted", { toolName: "search", callId: "c1", durationMs: 6, success: true, result: "182" });
    yield* say(bus, "AgentCompleted", { agentId: "analyst", success: true, totalIterations: 1, totalTokens: 10, durationMs: 15 });
}).pipe(Effect.provide(EventBusLive)));
''')
        self.run_host(script, "esm")
        debrief = self.hence("debrief", "real-1")
        for line in ("├─ Goal: find the price", '│   • iter 1 chose tool:search: "fresh data"',
                     "└─ Verdict: success | 10 tok | 15ms"):
            self.assertIn(line, debrief)

    def test_vercel_ai_sdk(self):
        script = self.host("ai", '''
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, stepCountIs, streamText, tool } from "ai";
import { z } from "zod";
const hence = await import(process.argv[2]);
const assert = (holds) => { if (!holds) throw new Error("it does not hold"); };
hence.open({ agent: "a" });
const openai = createOpenAI({ baseURL: process.argv[3] + "/v1", apiKey: "k" });
const given = (model) => ({
    model: openai.chat(model), prompt: "weather?", maxRetries: 0, stopWhen: stepCountIs(3),
    experimental_telemetry: { isEnabled: true, functionId: "forecaster", tracer: hence.tracer() },
});
const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: async ({ city }) => `18 degrees in ${city}` });
await hence.session("asked", { goal: "weather" }, async (s) => {
    const made = s.decision("ask a model", { chosen: "yes" });
    await made.run(async () => assert((await generateText({ ...given("gpt"), tools: { weather } })).text === "Hello"));
});
await hence.session("streamed", {}, async () => {
    const stream = streamText({ ...given("gpt"), tools: { weather } });
    assert((await stream.text) === "Hello");
});
await hence.session("refused", {}, async () => {
    await generateText(given("broken")).then(() => assert(false), () => undefined);
});
''')
        with stub.Model() as model:
            self.run_host(script, "esm/index.js", model.address)
            self.assertEqual(len(model.requests), 5)
        self.assertEqual(self.quarantined(), [])
        for session in ("asked", "streamed"):
            stats = json.loads(self.hence("--json", "stats", "--session", session))
            # Two calls of the model and one of a tool, however many spans tell of them.
            self.assertEqual((stats["llm_calls"]["n"], stats["tool_calls"]["n"]), (2, 1), session)
            [called] = [one for one in self.events("--session", session, "--kinds", "tool_call")
                        if one["fields"]["tool_name"] == "weather"]
            self.assertIn("18 degrees in Paris", json.dumps(called["fields"]))
            chain = self.hence("explain", called["id"])
            self.assertIn("LLM call: gpt", chain)
        decision = self.events("--session", "asked", "--kinds", "decision")[0]
        self.assertIn("LLM call", self.hence("explain", "--down", decision["id"]))
        stats = json.loads(self.hence("--json", "stats", "--session", "refused"))
        self.assertEqual(stats["llm_calls"]["n"], 1)
        self.assertIn("LLM call: broken FAILED: AI_APICallError: no such model", self.hence("tree", "refused", "--steps"))


if __name__ == "__main__":
    hosting.main()
