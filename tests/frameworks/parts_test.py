#!/usr/bin/env python3
"""The parts of the comparison with real frameworks: each can tell right from wrong."""

import contextlib
import copy
import gzip
import io
import json
import pathlib
import sys
import tempfile
import types
import unittest
import unittest.mock
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import captures  # noqa: E402
import cases  # noqa: E402
import model  # noqa: E402
import observe  # noqa: E402
import otlp  # noqa: E402
import points  # noqa: E402
import report  # noqa: E402
import running  # noqa: E402

TOOLS = [{"name": "get_weather"}, {"name": "lookup"}]


def field(number, value):
    """A field of protobuf: a number, or bytes that are shorter than 128."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    return bytes([number << 3 | 2, len(value)]) + value


class ScriptTest(unittest.TestCase):
    def setUp(self):
        self.script = model.Script()

    def ask(self, **more):
        return self.script.answer("completions", {"model": "m", "tools": TOOLS, **more})

    def tell(self, **arguments):
        self.script.tools.append({"name": "get_weather", "arguments": arguments, "output": "fine"})

    def test_a_scenario_from_begin_to_end(self):
        self.script.begin({"name": "weather", "agents": ["a"], "session": "s"})
        first, second = self.ask(), self.ask()
        self.assertEqual([call["arguments"]["city"] for call in first["asks"]], ["Paris", "Rome"])
        self.assertNotEqual(first["completion"], second["completion"])
        self.tell(city="Rome")
        self.tell(city="Paris")
        truth = self.script.truth()
        self.assertEqual(self.script.wrong, [])
        self.assertEqual([run["asked_by"] for run in truth["tools"]], [0, 0])

    def test_what_was_not_asked_for_is_out_of_step(self):
        self.script.begin({"name": "weather"})
        self.ask()
        self.script.begin({"name": "retry"})
        self.assertIn("weather: 1 answers were not asked for", self.script.wrong)

    def test_one_call_too_many_is_out_of_step(self):
        self.script.begin({"name": "retry"})
        self.assertEqual([self.ask()["status"] for _ in range(3)], [503, 200, 500])
        self.assertIn("retry: a model call after the last answer", self.script.wrong)

    def test_a_refusal_may_be_asked_for_again(self):
        self.script.begin({"name": "refused"})
        self.assertEqual([self.ask()["status"] for _ in range(3)], [400, 400, 400])
        self.script.truth()
        self.assertEqual(self.script.wrong, [])

    def test_a_tool_that_never_ran_is_out_of_step(self):
        self.script.begin({"name": "stream"})
        self.ask(), self.ask()
        self.script.truth()
        self.assertIn('lookup {"topic": "alpha"} never ran', self.script.wrong)

    def test_a_stream_without_usage_has_no_tokens(self):
        self.script.begin({"name": "retry"})
        self.ask()
        self.assertEqual(self.ask(stream=True)["prompt"], 0)


class WireTest(unittest.TestCase):
    def answer(self, path, **request):
        with model.Model() as scripted:
            scripted.script.begin({"name": "weather"})
            asked = urllib.request.Request(scripted.url + path, json.dumps(
                {"model": "m", "tools": TOOLS, **request}).encode(), {"content-type": "application/json"})
            with urllib.request.urlopen(asked, timeout=20) as answer:
                return answer.read().decode()

    def test_each_api_asks_for_both_calls(self):
        for path in ("/v1/chat/completions", "/v1/responses", "/v1/messages"):
            for stream in (False, True):
                with self.subTest(path, stream=stream):
                    said = self.answer(path, stream=stream)
                    self.assertIn("call_1_0", said)
                    self.assertIn("call_1_1", said)
                    self.assertEqual(said.startswith("{"), not stream)


class OtlpTest(unittest.TestCase):
    def test_protobuf_becomes_json(self):
        attribute = field(1, b"n") + field(2, field(3, 7))
        span = field(1, b"\1" * 16) + field(5, b"chat") + field(9, attribute) + field(15, field(3, 2))
        body = field(1, field(2, field(2, span)))
        self.assertEqual(otlp.as_json("/v1/traces", "application/x-protobuf", body), {
            "resourceSpans": [{"scopeSpans": [{"spans": [{
                "traceId": "01" * 16, "name": "chat", "status": {"code": 2},
                "attributes": [{"key": "n", "value": {"intValue": "7"}}]}]}]}]})

    def test_a_request_is_cut_into_spans(self):
        request = {"resourceSpans": [{"resource": {"r": 1}, "scopeSpans": [
            {"scope": {"s": 1}, "spans": [{"name": "a"}, {"name": "b"}]}]}]}
        cut = otlp.arranged([("/v1/traces", request)], "cut")
        self.assertEqual([each["resourceSpans"][0]["scopeSpans"][0] for _, each in cut],
                         [{"scope": {"s": 1}, "spans": [{"name": "a"}]},
                          {"scope": {"s": 1}, "spans": [{"name": "b"}]}])
        self.assertEqual(cut[0][1]["resourceSpans"][0]["resource"], {"r": 1})

    def test_a_capture_forgets_the_machine(self):
        path = "/" + "root/x/site-packages/a.py"
        kept = otlp.clean({"attributes": [
            {"key": "host.name", "value": {"stringValue": "box"}},
            {"key": "exception.stacktrace", "value": {"stringValue": path}},
            {"key": "url", "value": {"stringValue": f"http://127.0.0.1:4711/v1 {path}"}}]})
        self.assertEqual(kept["attributes"], [
            {"key": "url", "value": {"stringValue": "http://127.0.0.1/v1 /path"}}])


def event(name, kind, session="s", agent="a", **fields):
    return {"id": name, "kind": kind, "time": name, "session": session, "agent": agent, "fields": fields}


class PointsTest(unittest.TestCase):
    """One model call that asks for a tool, and one that answers."""

    def setUp(self):
        base = {"api": "completions", "model": "m", "stream": False, "status": 200, "scenario": 0,
                "agent": "a", "session": "s", "cached": 0, "reasoning": 0}
        ask = {"id": "c1", "name": "lookup", "arguments": {"topic": "x"}}
        self.truth = {
            "scenarios": [{"name": "stream", "prompt": "Look.", "agents": ["a"], "session": "s"}],
            "calls": [{**base, "id": "r1", "text": None, "asks": [ask], "prompt": 10, "completion": 3},
                      {**base, "id": "r2", "text": "Done.", "asks": [], "prompt": 20, "completion": 4}],
            "tools": [{"call_id": "c1", "name": "lookup", "arguments": {"topic": "x"}, "asked_by": 0,
                       "agent": "a", "session": "s", "output": "found", "error": None}]}
        self.events = [
            event("1", "llm_call", model="m", completion_tokens=3, messages=["Look."]),
            event("2", "tool_call", tool_name="lookup", call_id="c1", input={"topic": "x"}, output="found"),
            event("3", "llm_call", model="m", completion_tokens=4, messages=["more"], completion="Done.")]
        self.chains = {"2": {"1", "2"}}
        self.tokens = {"input": 30, "output": 7}

    def misses(self, sent=("Look.", "Done.", "found", "lookup", "x", "a", "s", "input_tokens")):
        hence = types.SimpleNamespace(
            events=lambda *filters: copy.deepcopy(self.events),
            ask=lambda what, *more: json.dumps([{"id": "s"}] if what == "sessions" else
                                               {"tokens": self.tokens}),
            explain=lambda ids: {each: self.chains.get(each, set()) for each in ids})
        answers = observe.Answers(hence, self.truth)
        self.results = points.compare(self.truth, answers, list(sent))
        return {result.point for result in self.results if not result.right}

    def test_what_is_right_holds(self):
        self.assertEqual(self.misses(), set())
        self.assertLessEqual({result.point for result in self.results}, set(points.POINTS))

    def test_a_call_that_is_told_twice_is_a_miss(self):
        self.events.append({**self.events[0], "id": "4"})
        self.assertEqual(self.misses(), {"calls"})

    def test_a_tool_that_is_told_twice_is_a_miss(self):
        self.events.append({**self.events[1], "id": "4"})
        self.assertEqual(self.misses(), {"tools", "asked"})

    def test_each_wrong_field_is_a_miss(self):
        for place, change, point in [
                (0, {"agent": "svc"}, "agents"), (0, {"fields": {"model": "other"}}, "models"),
                (0, {"fields": {"messages": None}}, "prompts"), (2, {"fields": {"completion": "?"}}, "answers"),
                (1, {"fields": {"input": {"topic": "y"}}}, "arguments"),
                (1, {"fields": {"output": None}}, "results")]:
            with self.subTest(point):
                self.setUp()
                fields = {**self.events[place]["fields"], **change.get("fields", {})}
                self.events[place] = {**self.events[place], **change, "fields": fields}
                self.assertEqual(self.misses(), {point})

    def test_wrong_tokens_and_causes_are_misses(self):
        self.tokens["output"] = 14
        self.chains = {}
        self.assertEqual(self.misses(), {"tokens", "asked"})

    def test_what_was_not_sent_is_marked(self):
        self.events[2]["fields"]["completion"] = None
        self.assertEqual(self.misses(sent=("Look.",)), {"answers"})
        self.assertEqual([result.sent for result in self.results if not result.right], [False])


class CaptureTest(unittest.TestCase):
    def shrink(self, seen):
        """What is left of the misses a and b, when the replay finds these misses; and the status."""
        with tempfile.TemporaryDirectory() as directory:
            place = pathlib.Path(directory)
            (place / "x").mkdir()
            with gzip.open(place / "x" / "requests.json.gz", "wt") as file:
                file.write("[]")
            (place / "x" / "truth.json").write_text("{}")
            (place / "x" / "misses.json").write_text(
                json.dumps({order: ["a", "b"] for order in captures.ORDERS}))
            with unittest.mock.patch.object(captures, "PLACE", place), \
                    unittest.mock.patch.object(captures, "replay", lambda *given: dict.fromkeys(seen, "")), \
                    contextlib.redirect_stdout(io.StringIO()):
                status = captures.shrink(["x", "never captured"], "hence")
            return json.loads((place / "x" / "misses.json").read_text())["cut"], status

    def test_misses_shrink_and_never_grow(self):
        self.assertEqual(self.shrink(["a", "b"]), (["a", "b"], 0))
        self.assertEqual(self.shrink(["b"]), (["b"], 0))
        self.assertEqual(self.shrink(["a", "c"]), (["a"], 1))


class TableTest(unittest.TestCase):
    def test_each_case_has_its_files(self):
        here = pathlib.Path(__file__).resolve().parent
        names = [case.name for case in cases.CASES]
        self.assertEqual(len(names), len(set(names)))
        for case in cases.CASES:
            with self.subTest(case.name):
                self.assertTrue((here / "agents" / case.script).exists())
                self.assertEqual(set(running.versions(case)), set(case.packages))

    def test_what_cannot_be_installed_is_reported(self):
        def refuse(command, limit_s, **more):
            return 1, "collecting\nno such package\n"
        with tempfile.TemporaryDirectory() as place, \
                unittest.mock.patch.object(running, "bounded", refuse):
            outcome = running.run(cases.CASES[0], "hence", pathlib.Path(place))
        self.assertEqual((outcome.reason, outcome.results), ("not installed: no such package", []))
        self.assertIn("not installed: no such package", report.row(outcome))

    def test_the_page_shows_the_last_outcome_of_each_case(self):
        first, second = cases.CASES[:2]
        with tempfile.TemporaryDirectory() as directory:
            place = pathlib.Path(directory)
            outcome = running.Outcome(first, {"p": "1"}, "http/json", day="2026-01-02", results=[
                points.Result("calls", False, "2 instead of 1"), points.Result("cache", False, "0", False),
                points.Result("tools", True)])
            outcome.save(place)
            report.write_docs([running.saved(each, place) for each in (first, second)], "hence 1",
                              place / "page.md")
            page = (place / "page.md").read_text(encoding="utf-8")
        self.assertIn("1 of 2 cases ran, and 1 of 3 points hold. Of the other points, 1 are", page)
        self.assertIn("| p 1 | http/json | 1 of 3 | calls: 2 instead of 1 | cache | 2026-01-02 |", page)
        self.assertIn("| not run |", page)

    def test_a_program_without_an_end_is_ended(self):
        code, said = running.bounded([sys.executable, "-c", "print('begun', flush=True); import time;"
                                      "time.sleep(60)"], 2)
        self.assertEqual((code, said), ("no end after 2 s", "begun\n"))


if __name__ == "__main__":
    unittest.main()
