"""The adapters: hooks and emitter as Mayros has them, the bus as Reactive Agents names it, the tracer of ReplayBuilder.

Each host speaks as its framework does, and Hence is asked afterwards.
"""
import json
import pathlib
import subprocess

import hosting
import typescript_test
from hosting import HostTest

HOST = pathlib.Path(__file__).parent / "adapters.mjs"


class Adapters(HostTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        typescript_test.setUpModule()

    def run_scene(self, scene, form="esm"):
        host = subprocess.run(["node", HOST, pathlib.Path(typescript_test.BUILT.name) / form, scene],
                              env=self.environment(), capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual((host.returncode, host.stderr), (0, ""), host.stderr)
        return json.loads(host.stdout)

    def by_id(self):
        return {one["id"]: one for one in self.events()}


class Hooks(Adapters):
    def test_hooks_become_a_session_whose_steps_have_causes(self):
        for form in ("esm", "cjs"):
            with self.subTest(form=form):
                self.store = self.directory / form
                self.assertEqual(self.run_scene("hooks", form), [0, 0])
                self.check_hooks()

    def check_hooks(self):
        events = self.by_id()
        mine = [one for one in events.values() if one.get("session") == "s1"]
        self.assertEqual([one["kind"] for one in mine], [
            "session_start", "prompt", "llm_call", "tool_call", "tool_call", "observation", "observation",
            "llm_call", "delegation", "error", "curation", "error", "termination", "session_end"])
        prompt, first, second = mine[1], mine[2], mine[7]
        self.assertEqual((first["parent"], first["fields"]["completion"]), (prompt["id"], "I read both files."))
        self.assertEqual((first["fields"]["prompt_tokens"], first["fields"]["cache_read_tokens"]), (10, 2))
        self.assertNotIn("flags", first)
        self.assertEqual({one["parent"] for one in mine[3:5]}, {first["id"]})
        # Each result is that of its own call, though they ended in another order.
        called = {one["fields"]["call_id"]: one["fields"]["input"]["path"] for one in mine[3:5]}
        told = {called[one["fields"]["call_id"]]: one["fields"] for one in mine[5:7]}
        self.assertEqual((told["b"]["content"], told["a"]["error"]), ("of b", "ENOENT"))
        self.assertEqual((second["parent"], second["causes"]), (first["id"], [one["id"] for one in mine[5:7]]))
        given = mine[8]
        self.assertEqual((given["parent"], given["agent"], given["fields"]["child_id"], given["fields"]["run_id"]),
                         (second["id"], "main", "reviewer", "r2"))
        # The child's session begins with what it was given.
        theirs = [one for one in events.values() if one.get("session") == "agent:reviewer:1"]
        self.assertEqual([one["kind"] for one in theirs], ["prompt", "llm_call"])
        self.assertEqual((theirs[0]["parent"], theirs[0]["agent"]), (given["id"], "reviewer"))
        self.assertEqual((mine[9]["parent"], mine[9]["fields"]["error"]), (given["id"], "timed out"))
        chain = json.loads(self.hence("--json", "explain", theirs[1]["id"]))["chain"]
        self.assertEqual([one["summary"].split(":")[0] for one in chain],
                         ["Prompt", "LLM call", "Tool call", "Observation", "LLM call", "Delegation", "Prompt", "LLM call"])

    def test_odd_events_harm_nobody(self):
        [hooks, spooled] = self.run_scene("oddHooks")
        self.assertEqual((hooks, spooled), (11, 0))
        self.assertEqual(self.quarantined(), [])

    def test_emitter_keeps_its_signatures_and_gains_parents(self):
        call, read, made, given, failed = self.run_scene("emitter")
        events = self.by_id()
        self.assertEqual([events[one].get("parent") for one in (call, read, made, given, failed)],
                         [None, call, call, call, given])
        tree = self.hence("tree", "s1", "--steps")
        for line in ("LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)", "Tool call: Read package.json (45ms)",
                     "Decision: use vitest or jest -> vitest", "Delegation: main -> reviewer (code review)",
                     "Error: ENOENT: no such file"):
            self.assertIn(line, tree)
        self.assertIn("already a dependency", self.hence("explain", made))


class Bus(Adapters):
    def test_debrief_of_what_the_bus_said(self):
        self.assertEqual(self.run_scene("bus"), ["web_search", "calculator"])
        debrief = self.hence("debrief", "run-debrief-test")
        for line in ("├─ Goal: find current price of AAPL stock",
                     '│   • iter 1 chose tool:web_search: "needs fresh price data" (refs: scratch:goal)',
                     '│   • iter 2 chose tool:calculator: "verify cited number" (refs: obs:1)',
                     '│   • "user means USD" (conf: 0.60) — no currency specified',
                     '│   • iter 2 marked-untrusted obs:1 — "no audit trail"',
                     "│     ✗ ask-human — no human in loop",
                     '├─ Termination: quality_threshold — "quality 0.92 ≥ threshold 0.90"',
                     "└─ Verdict: success | 1500 tok | 2500ms"):
            self.assertIn(line, debrief)
        events = self.by_id()
        calls = [one for one in events.values() if one["kind"] == "tool_call"]
        self.assertEqual([events[one["parent"]]["kind"] for one in calls[:2]], ["llm_call", "llm_call"])
        [first, second] = [one for one in events.values() if one["kind"] == "observation"]
        self.assertEqual((first["fields"]["key"], first["duration_ms"], second["fields"]["error"]),
                         ("obs:1", 6, "overflow"))
        models = [one for one in events.values() if one["kind"] == "llm_call"]
        self.assertEqual(models[1]["causes"], [first["id"]])
        self.assertEqual([one["kind"] for one in events.values() if one["kind"] == "entropy_scored"], ["entropy_scored"])
        self.assertEqual(self.quarantined(), [])

    def test_odd_events_and_endless_tasks_harm_nobody(self):
        self.assertEqual(self.run_scene("oddBus"), 6)
        self.assertEqual(self.quarantined(), [])


REPLAY = '''
from hence_trace.tracer import AgentTracer, AuditLog

class Builder:
    """A replay built by the reader, from a tracer and an audit log."""
    def __init__(self, tracer, audit):
        self.tracer, self.audit = tracer, audit
    def trade(self, key):
        entries = sorted(self.audit.query(correlation_id=key), key=lambda one: one["created_at"])
        return entries, self.tracer.query_traces(correlation_id=key)

hence.open(agent="host")
tracer, audit = AgentTracer(), AuditLog()
audit.write(from_agent="router", to_agents=["foresight", "cfo"], status="dispatched", payload={"signal": "AAPL"},
            message_id="m1", correlation_id="trade-7", session_id="s1")
tracer.decision(agent_id="evaluator", decision_type="signal_eval", rationale="momentum confirmed", confidence=0.71,
                inputs={"signal": "AAPL"}, session_id="s1", correlation_id="trade-7")
sized = tracer.decision(agent_id="foresight", decision_type="position_sizing", rationale="1.4x: three signals confirm",
                        confidence=0.68, inputs={"base_size": 100}, session_id="s1", correlation_id="trade-7",
                        chosen="140", alternatives={"100": "too cautious"})
audit.write(from_agent="risk-guard", subtype="kill_switch", status="fired", correlation_id="trade-7")
tracer.record_outcome(str(sized), "position lost 4 %", correct=False)
for number in range(150):
    tracer.decision("foresight", "noise", "x", session_id="s2", correlation_id="many")
done = hence.flush(timeout=60)
entries, traces = Builder(tracer, audit).trade("trade-7")
replay = tracer.replay("trade", "trade-7")
print(json.dumps([done.dropped, entries, traces, len(tracer.query_traces(correlation_id="many")),
                  len(tracer.query_traces(session_id="s2", limit=5)), replay["completeness"]["complete"],
                  len(audit.query(session_id="s1"))]))
'''


class Tracer(HostTest):
    def test_replay_of_what_the_tracer_recorded(self):
        [told] = self.run_host(REPLAY)
        dropped, entries, traces, many, few, complete, of_session = told
        self.assertEqual((dropped, many, few, of_session), (0, 150, 5, 1))
        self.assertEqual([(one["message_id"], one["from_agent"], one["to_agents"]) for one in entries][:1],
                         [("m1", "router", ["foresight", "cfo"])])
        self.assertEqual((entries[1]["from_agent"], entries[1]["subtype"], entries[1]["to_agents"]),
                         ("risk-guard", "kill_switch", []))
        self.assertEqual([(one["decision_type"], one["rationale"], one["confidence"], one["outcome_correct"])
                          for one in traces],
                         [("signal_eval", "momentum confirmed", 0.71, None),
                          ("position_sizing", "1.4x: three signals confirm", 0.68, False)])
        self.assertEqual((traces[1]["inputs"], traces[1]["chosen"], traces[1]["outcome"]),
                         ({"base_size": 100}, "140", "position lost 4 %"))
        # A decision without an outcome is a gap, and the replay says so.
        self.assertFalse(complete)
        outcome = self.events("--kinds", "outcome")[0]
        self.assertEqual((outcome["session"], outcome["correlation"]), ("s1", "trade-7"))
        self.assertIn("foresight", self.hence("review", "foresight"))
        with self.serving():
            [served] = self.run_host(REPLAY[:REPLAY.index("tracer, audit = ")] + '''
tracer, audit = AgentTracer(), AuditLog()
entries, traces = Builder(tracer, audit).trade("trade-7")
print(json.dumps([entries, traces]))
''')
        self.assertEqual(served, [entries, traces])

    def test_odd_values_harm_nobody(self):
        [(errors, dropped)] = self.run_host('''
from hence_trace.tracer import AgentTracer, AuditLog
class Odd:
    def __str__(self): raise ValueError("no")
hence.open(agent="host")
tracer, audit = AgentTracer(), AuditLog()
for value in (None, 3, Odd(), {"a": Odd()}, [Odd()], "\\ud800", "x" * 5000):
    step = tracer.decision(value, value, value, value, value, value, value, alternatives=value, chosen=value)
    tracer.record_outcome(step, value, correct=value)
    tracer.record_outcome(value, value)
    audit.write(value, value, payload=value, message_id=value, correlation_id=value)
done = hence.flush(timeout=60)
print(json.dumps([hence.recorder().errors, done.dropped]))
''')
        self.assertGreater(errors, 0)
        self.assertLess(dropped, 20)


if __name__ == "__main__":
    hosting.main()
