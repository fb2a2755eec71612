"""The client for Python, in host programs that fork, hang, are cancelled and killed."""
import ast
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import time
import unittest

import hosting
from hosting import PYTHON, HostTest

STORY = '''
hence.open(agent="coder")
@hence.tool
def read(path):
    return "data of " + path
with hence.session("s1", goal="ship it", run="r1"):
    hence.prompt("which test runner?")
    with hence.llm_call("claude-sonnet-4-6", [{"role": "user", "content": "which?"}]) as call:
        call.result({"id": "m1", "content": [{"type": "text", "text": "I look."}],
                     "stop_reason": "end_turn", "usage": {"input_tokens": 10, "output_tokens": 5}})
    with hence.decision("vitest or jest", chosen="vitest", why="shares the build", confidence=0.9,
                        alternatives={"jest": "a second configuration"}, refs=[call.id]) as made:
        read("package.json")
    child = made.delegate("reviewer", "review it")
    with child:
        hence.thought("fine")
    hence.outcome(made.id, correct=True, text="tests pass")
'''


class Recording(HostTest):
    def test_story_is_told_as_it_happened(self):
        self.run_host(STORY)
        tree = self.hence("tree", "s1", "--steps")
        for part in ("Session started: ship it", "Prompt: which test runner?", "(15 tokens,",
                     "Decision: vitest or jest -> vitest", "Tool call: read package.json",
                     "Delegation: coder -> reviewer (review it)", "Thought: fine",
                     "Outcome: correct (tests pass)", "Session ended: success"):
            self.assertIn(part, tree)
        made = next(one for one in self.events() if one["kind"] == "decision")
        self.assertEqual(made["rationale"]["alternatives"],
                         [{"option": "jest", "rejected_because": "a second configuration"}])
        self.assertEqual((made["agent"], made["session"], made["run"]), ("coder", "s1", "r1"))
        self.assertIn('why: shares the build (confidence 0.9; instead of: jest',
                      self.hence("explain", made["id"]))
        thought = next(one for one in self.events() if one["kind"] == "thought")
        self.assertEqual(thought["agent"], "reviewer")
        self.assertEqual(self.quarantined(), [])

    def test_spool_recorded_as_a_file_gives_the_same_tree(self):
        self.run_host(STORY)
        [file] = (self.store / "spool").glob("*.ndjson")
        copy = self.directory / "copy.ndjson"
        copy.write_bytes(file.read_bytes())
        told = self.hence("tree", "s1", "--steps")
        self.assertFalse(file.exists())
        self.store = self.directory / "other"
        self.hence("record", str(copy))
        self.assertEqual(self.hence("tree", "s1", "--steps"), told)

    def test_flush_counts_what_the_store_has(self):
        [first, second] = self.run_host('''
hence.open()
def told(done):
    return {name: getattr(done, name) for name in done.__slots__}
for number in range(7):
    hence.thought(str(number))
print(json.dumps(told(hence.flush(timeout=60))))
hence.thought("one more")
print(json.dumps(told(hence.flush(timeout=60))))
''')
        self.assertEqual(first, {"stored": 7, "spooled": 0, "dropped": 0, "last_seq": 7, "error": None})
        self.assertEqual((second["stored"], second["last_seq"]), (8, 8))

    def test_without_the_program_events_are_spooled_and_kept(self):
        [done] = self.run_host('''
hence.open()
hence.thought("x")
done = hence.flush(timeout=5)
print(json.dumps([done.stored, done.spooled, done.dropped, done.error]))
''', HENCE_PROGRAM="/no/such/program")
        self.assertEqual(done[:3], [0, 1, 0])
        self.assertTrue(done[3])
        self.assertEqual(len(self.events()), 1)

    def test_place_that_cannot_be_written_harms_nobody(self):
        [done] = self.run_host('''
heard = []
hence.open("/dev/null/store", on_error=heard.append)
step = hence.decision("a or b", chosen="a")
with hence.session("s"):
    hence.thought("x")
done = hence.flush(timeout=5)
print(json.dumps([done.stored, done.spooled, done.dropped, bool(done.error), bool(heard),
                  step.recorded, bool(step.id)]))
''')
        self.assertEqual(done, [0, 0, 4, True, True, False, True])

    def test_store_without_a_spool_is_refused_and_harms_nobody(self):
        for place in ("memory:", "postgres://host/name"):
            [done] = self.run_host('''
import os, sys
heard = []
hence.open(sys.argv[1], on_error=heard.append)
print(json.dumps([str(heard[0]), hence.thought("x").recorded, hence.flush(timeout=5).dropped, os.listdir(".")]))
''', place)
            self.assertEqual(done[:3], [f"{place} has no spool: record into a directory or http://host:port", False, 1])
            self.assertNotIn(place, done[3])

    def test_any_value_may_be_recorded(self):
        self.run_host('''
import datetime, decimal
hence.open()
circle = []
circle.append(circle)
deep = "end"
for _ in range(5000):
    deep = [deep]
class Odd:
    def __str__(self): raise ValueError("no")
    __repr__ = __str__
class Model:
    def model_dump(self): return {"a": 1}
for value in (float("nan"), float("inf"), circle, deep, b"\\xff\\x00", "\\ud800", Odd(), {1: 2, None: 3},
              {Odd(): 1}, Model(), {1, 2}, datetime.datetime(2026, 1, 1), decimal.Decimal("1.10"),
              object, lambda: 0, 10**400, "x" * (20 << 20), ["y" * (1 << 20)] * 20, range(3), "\\x00"):
    step = hence.record("thought", {"text": "odd", "value": value})
    assert step.recorded
hence.record("Not A Kind!", {"a": 1})
hence.record("")
hence.decision("d", confidence=float("nan"), why="")
hence.decision("d", confidence=7, alternatives={"": "", "x": ""}, refs="one")
hence.decision("d", alternatives=5, causes=3)
hence.decision(Odd(), chosen=Odd(), why=Odd(), refs=Odd(), parent=5)
with hence.session(Odd()), hence.tool_call(Odd(), Odd(), call_id=Odd(), causes=3), hence.llm_call(Odd(), Odd(), causes=3):
    pass
with hence.session("s" * 5000, goal=""):
    hence.outcome("", correct="yes")
hence.thought(None)
''')
        self.events()
        self.assertEqual([row["reason"] for row in self.quarantined()], [])
        nan = [one for one in self.events("--kinds", "thought") if one["fields"].get("value") == "nan"]
        self.assertEqual(len(nan), 1)

    def test_no_argument_can_raise_into_the_host(self):
        """Whatever stands in the place of a name, a reason, a number, a parent or a time."""
        self.run_host('''
import inspect
keeper = hence.open(agent="a")
class Silent:
    def __str__(self): raise ValueError("no")
    __repr__ = __str__
class Ambiguous:
    def __bool__(self): raise ValueError("several")
class Name(str):
    def __len__(self): raise ValueError("no length")
ODD = [None, Silent(), Ambiguous(), Name("n"), 5, -7, 2**70, 1.5, float("nan"), float("inf"), 10**400, True,
       b"\\xff", [], {}, {"a": Silent()}, {1}, object, "", "\\ud800", "x" * 3000, iter([1]), ["a", None]]
def within(scope):
    with scope:
        hence.thought("inside")
for odd in ODD:
    for name in ("name", "goal", "run", "correlation", "agent"):
        within(hence.session(**{"name": "s", name: odd}))
    for scope in (hence.run, hence.correlation, hence.agent, hence.iteration, hence.resume):
        within(scope(odd))
    for call in (hence.prompt, hence.thought, hence.observation, hence.assumption, hence.message, hence.error, hence.log,
                 hence.record, hence.decision, hence.delegate, hence.tool_call, hence.llm_call, hence.outcome, hence.note):
        for parameter in inspect.signature(call).parameters.values():
            if parameter.kind != parameter.VAR_KEYWORD:
                given = {one.name: "x" for one in inspect.signature(call).parameters.values()
                         if one.default is one.empty and one.kind != one.VAR_KEYWORD}
                call(**{**given, parameter.name: odd})
    hence.tool_call("t").failed(odd)
    hence.llm_call("m").failed(odd)
    hence.llm_call("m").result(odd)
    step = hence.thought("x")
    step.outcome(odd)
    step.delegate(odd, odd, odd).handoff
    step.at_iteration(odd).run(odd)
    keeper.outcome(odd)
    hence.flush(odd if not isinstance(odd, (int, float)) or odd != odd else 0)
''')
        self.events()
        reasons = {row["reason"] for row in self.quarantined()}
        self.assertEqual({one for one in reasons if "outcome" not in one}, set())

    def test_what_was_not_said_is_not_made_up(self):
        [heard] = self.run_host('''
heard = []
hence.open(agent="a", on_error=lambda error: heard.append(str(error)))
with hence.session("s"), hence.run("r"):
    hence.decision("sure", chosen="x", confidence=0.9)
    hence.decision("percent", chosen="x", confidence=90, why="said")
    hence.record("thought", {"text": "t"}, duration_ms=-5)
    with hence.llm_call("m", why=""), hence.iteration(3), hence.iteration(-9):
        hence.decision("reasoned", chosen="x", why="because")
    hence.tool_call("t").failed("")
print(json.dumps(heard))
''')
        sure, percent, reasoned = self.events("--kinds", "decision")
        # A confidence without a reason is kept, and nobody is told that a reason was given.
        self.assertEqual(sure["rationale"]["confidence"], 0.9)
        self.assertEqual(sure["flags"], ["rationale_derived"])
        self.assertEqual(percent["rationale"], {"why": "said"})
        self.assertEqual((reasoned["iteration"], reasoned.get("flags")), (3, None))
        self.assertNotIn("duration_ms", self.events("--kinds", "thought")[0])
        self.assertEqual(self.events("--kinds", "observation")[0]["fields"]["status"], "error")
        self.assertEqual(len(heard), 3, heard)
        missing = [one for one in json.loads(self.hence("--json", "gaps", "s", status=1))["completeness"]["gaps"]
                   if one["rule"] == "rationale_missing"]
        self.assertEqual([one["event"] for one in missing], [sure["id"]])

    def test_functions_stay_what_they_are(self):
        [seen] = self.run_host('''
import asyncio, inspect
hence.open()
calls = []
@hence.tool
def plain(a, b=2, *more, **named):
    calls.append("plain")
    return [a, b, more, named]
@hence.tool(name="Fails")
def fails():
    raise KeyError("why")
@hence.tool
async def later(a):
    await asyncio.sleep(0)
    return a
@hence.tool
def steps(n):
    got = []
    for i in range(n):
        got.append((yield i))
    return got
@hence.tool
async def async_steps(n):
    for i in range(n):
        yield i
class Thing:
    @hence.tool
    def method(self, a):
        return a
assert plain(1, 3, 4, x=5) == [1, 3, (4,), {"x": 5}] and calls == ["plain"]
try:
    fails()
    raise SystemExit(1)
except KeyError as error:
    assert error.args == ("why",)
assert inspect.iscoroutinefunction(later) and asyncio.run(later(5)) == 5
assert inspect.isgeneratorfunction(steps) and list(steps(3)) == [0, 1, 2]
g = steps(2)
assert next(g) == 0 and g.send("x") == 1
try:
    g.send("y")
except StopIteration as end:
    assert end.value == ["x", "y"]
async def collect():
    return [i async for i in async_steps(3)]
assert inspect.isasyncgenfunction(async_steps) and asyncio.run(collect()) == [0, 1, 2]
assert Thing().method(9) == 9
assert str(inspect.signature(plain)) == "(a, b=2, *more, **named)" and plain.__name__ == "plain"
print(json.dumps("done"))
''')
        self.assertEqual(seen, "done")
        calls = self.events("--kinds", "tool_call")
        self.assertEqual([one["fields"]["tool_name"] for one in calls],
                         ["plain", "Fails", "later", "steps", "steps", "async_steps", "method"])
        self.assertEqual(calls[0]["fields"]["input"], {"a": 1, "b": 3, "args": [4], "x": 5})
        self.assertEqual(calls[-1]["fields"]["input"], {"a": 9})
        ends = self.events("--kinds", "observation")
        self.assertEqual([one["fields"]["status"] for one in ends],
                         ["ok", "error", "ok", "ok", "ok", "ok", "ok"])
        self.assertEqual(ends[1]["fields"]["error"], "KeyError: 'why'")

    def test_handoff_goes_on_in_another_process(self):
        self.run_host('''
import os, subprocess, sys
hence.open(agent="lead")
with hence.session("s1"):
    child = hence.delegate("worker", "do it", run="w1")
    code = "import hence_trace as hence; hence.open(); hence.thought('from the child')"
    subprocess.run([sys.executable, "-c", code], check=True,
                   env={**os.environ, "HENCE_HANDOFF": child.handoff})
''')
        events = {one["kind"]: one for one in self.events()}
        thought = events["thought"]
        self.assertEqual((thought["agent"], thought["session"], thought["run"], thought["parent"]),
                         ("worker", "s1", "w1", events["delegation"]["id"]))


class Concurrency(HostTest):
    def test_threads_keep_their_place_if_it_is_carried(self):
        self.run_host('''
from concurrent.futures import ThreadPoolExecutor
hence.open(agent="a")
def work(n):
    return hence.thought(f"carried {n}").id
def bare(n):
    return hence.thought(f"bare {n}").id
with hence.session("s1"), ThreadPoolExecutor(8) as pool:
    with hence.decision("d") as made:
        list(pool.map(hence.carry(work), range(500)))
        list(pool.map(bare, range(100)))
        list(pool.map(lambda n: hence.thought(f"told {n}", parent=made), range(100)))
''')
        made = next(one for one in self.events() if one["kind"] == "decision")["id"]
        thoughts = self.events("--kinds", "thought")
        self.assertEqual(len(thoughts), 700)
        for one in thoughts:
            bare = one["fields"]["text"].startswith("bare")
            self.assertEqual(one.get("parent"), None if bare else made, one)

    def test_tasks_that_are_cancelled_and_broken_off_keep_their_parents(self):
        [wrong] = self.run_host('''
import asyncio, random
hence.open(agent="a")
random.seed(1)
wrong = []
@hence.tool
async def numbers(n):
    for i in range(n):
        hence.thought(f"in {n}")
        yield i
        await asyncio.sleep(0)
async def task(n):
    with hence.session(f"s{n}") as s:
        stream = numbers(5)
        async for i in stream:
            if hence.current() is not s:
                wrong.append(n)
            if i == n % 4:
                break
        if n % 3 == 0:
            await asyncio.create_task(close(stream))  # From another task.
        else:
            await stream.aclose()
        if hence.current() is not s:
            wrong.append(n)
        if n % 5 == 0:
            await asyncio.sleep(60)
async def close(stream):
    await stream.aclose()
async def main():
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: wrong.append(str(context)))
    for block in range(10):
        tasks = [asyncio.create_task(task(block * 1000 + n)) for n in range(1000)]
        for _ in range(30):
            await asyncio.sleep(0)
        for one in tasks:
            one.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
asyncio.run(main())
assert hence.current() is hence.recorder().ground
print(json.dumps(wrong))
''')
        self.assertEqual(wrong, [])
        starts = {one["session"]: one["id"] for one in self.events("--kinds", "session_start")}
        self.assertEqual(len(starts), 10000)
        calls = {one["id"]: one for one in self.events("--kinds", "tool_call")}
        self.assertEqual(len(calls), 10000)
        for thought in self.events("--kinds", "thought"):
            self.assertEqual(calls[thought["parent"]]["session"], thought["session"])
        self.assertEqual(self.quarantined(), [])

    def test_forked_children_record_and_nothing_doubles(self):
        self.run_host('''
import os
hence.open(agent="a")
def fork(name, before):
    pids = []
    for child in range(4):
        pid = os.fork()
        if pid == 0:
            for n in range(200):
                hence.thought(f"{name} {child} {n}")
            os._exit(0)
        pids.append(pid)
    for pid in pids:
        assert os.waitpid(pid, 0)[1] == 0
fork("early", None)
hence.thought("parent")
fork("late", None)
hence.thought("parent again")
''')
        texts = [one["fields"]["text"] for one in self.events()]
        self.assertEqual(len(texts), 1602)
        self.assertEqual(len(set(texts)), 1602)

    def test_children_have_ids_of_their_own_when_the_clock_stands_still(self):
        """Also those that a library forks, of which Python hears nothing."""
        [told] = self.run_host('''
import ctypes, os, time
time.time_ns = lambda: 1_795_067_000_123_456_789
hence.open(agent="a")
ids = [hence.thought("parent").id]
for fork in (os.fork, os.fork, ctypes.CDLL(None).fork, ctypes.CDLL(None).fork):
    reader, writer = os.pipe()
    if fork() == 0:
        os.write(writer, " ".join(hence.thought(f"child {n}").id for n in range(100)).encode())
        os._exit(0)
    os.close(writer)
    os.wait()
    ids += os.read(reader, 1 << 16).decode().split()
ids += [hence.thought("parent").id for _ in range(100)]
print(json.dumps(ids))
''')
        self.assertEqual((len(told), len(set(told))), (501, 501))
        for one in told:
            self.assertRegex(one, r"^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
        times = {one["time"] for one in self.events()}
        self.assertEqual(times, {"2026-11-19T05:43:20.123456Z"})

    def test_threads_have_ids_of_their_own(self):
        [told] = self.run_host('''
import sys, threading, time
sys.setswitchinterval(1e-6)
time.time_ns = lambda: 1_795_067_000_123_456_789
hence.open(agent="a")
ids = []
def work():
    for n in range(2000):
        ids.append(hence.thought("x").id)
threads = [threading.Thread(target=work) for _ in range(8)]
for one in threads: one.start()
for one in threads: one.join()
print(json.dumps([len(ids), len(set(ids))]))
''')
        self.assertEqual(told, [16000, 16000])

    def test_pools_of_processes_go_on_where_they_were_handed_over(self):
        (self.directory / "pooled.py").write_text('''
import hence_trace as hence
def work(task):
    number, handoff = task
    with hence.resume(handoff):
        return hence.thought(f"{number}").id
''')
        [told] = self.run_host('''
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
sys.path.insert(0, sys.argv[1])
from pooled import work
hence.open(agent="a")
told = {}
with hence.session("s1"):
    for method in ("fork", "spawn", "forkserver"):
        with hence.decision(method) as made:
            tasks = [(f"{method} {n}", made.handoff) for n in range(100)]
            with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context(method)) as pool:
                told[made.id] = list(pool.map(work, tasks))
print(json.dumps(told))
''', str(self.directory), PYTHONWARNINGS="", PYTHONPATH=f"{PYTHON}:{self.directory}")
        thoughts = {one["id"]: one for one in self.events("--kinds", "thought")}
        self.assertEqual(len(thoughts), 300)
        for decision, ids in told.items():
            self.assertEqual({(thoughts[one]["parent"], thoughts[one]["session"]) for one in ids}, {(decision, "s1")})

    def test_fork_while_other_threads_record(self):
        self.run_host('''
import os, threading
hence.open(agent="a")
stop = False
def busy():
    while not stop:
        hence.thought("busy")
threads = [threading.Thread(target=busy) for _ in range(4)]
[one.start() for one in threads]
for child in range(20):
    pid = os.fork()
    if pid == 0:
        hence.thought(f"child {child}")
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
stop = True
[one.join() for one in threads]
''', PYTHONWARNINGS="ignore")
        children = [one for one in self.events() if one["fields"]["text"] != "busy"]
        self.assertEqual(len(children), 20)
        self.assertEqual(self.quarantined(), [])


class Death(HostTest):
    WRITER = '''
import hence_trace as hence, sys
hence.open(agent="a", sync=len(sys.argv) > 2)
n = 0
while True:
    step = hence.thought(f"{sys.argv[1]} {n} " + "x" * (n % 3000))
    sys.stdout.write(step.id + "\\n")
    sys.stdout.flush()
    n += 1
'''

    def kill_later(self, hosts, seconds):
        time.sleep(seconds)
        told = []
        for host in hosts:
            host.kill()
            told += host.communicate()[0].splitlines()
        return [one for one in told if len(one) == 36]

    def test_what_was_returned_survives_kill(self):
        random.seed(7)
        told = []
        for number in range(int(os.environ.get("HENCE_KILLS", "12"))):
            host = self.start(self.WRITER, str(number))
            host.stdout.readline()
            told += self.kill_later([host], random.random() * 0.1)
            if number % 4 == 3:
                self.hence("spool")
        stored = [one["id"] for one in self.events()]
        self.assertEqual(len(stored), len(set(stored)))
        self.assertEqual(set(told) - set(stored), set())
        self.assertEqual([one for one in os.listdir(self.store / "spool")], [])

    def test_eight_processes_and_owners_that_are_killed(self):
        hosts = [self.start(self.WRITER, str(number)) for number in range(8)]
        first = [host.stdout.readline().strip() for host in hosts]
        end = time.monotonic() + 3
        while time.monotonic() < end:
            owner = subprocess.Popen([hosting.HENCE, "--store", str(self.store), "mcp"],
                                     stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            owner.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'
                              b'{"name":"list_sessions","arguments":{}}}\n')
            owner.stdin.flush()
            time.sleep(random.random() * 0.4)
            owner.kill()
            owner.wait()
            owner.stdin.close()
        told = first + self.kill_later(hosts, 0)
        stored = [one["id"] for one in self.events()]
        self.assertEqual(len(stored), len(set(stored)))
        self.assertEqual(set(told) - set(stored), set())

    def test_clock_that_jumps_loses_nothing(self):
        self.run_host('''
import random, time
random.seed(3)
hence.open(agent="a")
from hence_trace import _spool
_spool.SEGMENT_BYTES = 2000
real = time.time_ns
for n in range(300):
    jump = random.choice([0, 0, -86_400_000_000_000, 3_600_000_000_000])
    time.time_ns = lambda: real() // 10**12 * 10**12 + jump
    hence.thought(str(n))
''')
        texts = sorted(int(one["fields"]["text"]) for one in self.events())
        self.assertEqual(texts, list(range(300)))

    def test_full_disk_drops_and_says_so(self):
        disk = self.directory / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("a small disk cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=False)
        [told] = self.run_host('''
import os, sys
disk = sys.argv[1]
hence.open(disk)
stuffing = open(disk + "/stuffing", "wb")
stuffing.write(b"x" * 50_000)
stuffing.close()
kept = []
for n in range(300):
    step = hence.thought(str(n) + "y" * 1000)
    if step.recorded:
        kept.append(step.id)
full = hence.recorder().spool.dropped
os.unlink(disk + "/stuffing")
for n in range(5):
    kept.append(hence.thought("after").id)
done = hence.flush(timeout=0)
print(json.dumps({"kept": kept, "dropped": full, "flush": [done.dropped, bool(done.error)]}))
''', str(disk))
        self.assertGreater(told["dropped"], 0)
        self.assertEqual(told["flush"], [told["dropped"], True])
        # The store itself needs more room than this disk has.
        (self.store / "spool").mkdir(parents=True)
        for file in (disk / "spool").iterdir():
            (self.store / "spool" / file.name).write_bytes(file.read_bytes())
        events = {one["id"]: one for one in self.events()}
        self.assertEqual(set(told["kept"]) - set(events), set())
        self.assertEqual(self.quarantined(), [])
        lost = [one["fields"]["dropped"] for one in events.values() if one["kind"] == "log"]
        self.assertEqual(sum(lost), told["dropped"])

    def test_spool_is_capped(self):
        [told] = self.run_host('''
from hence_trace import _spool
_spool.SEGMENT_BYTES = 10_000
hence.open(cap=50_000)
kept = sum(hence.thought("x" * 1000).recorded for _ in range(500))
print(json.dumps([kept, hence.recorder().spool.dropped]))
''')
        self.assertEqual(sum(told), 500)
        self.assertLess(told[0], 70)


class Servers(HostTest):
    RECORD = '''
import sys, time
hence.open(sys.argv[1])
began = time.perf_counter()
for n in range(1000):
    hence.thought(str(n))
took = time.perf_counter() - began
began = time.perf_counter()
done = hence.flush(timeout=float(sys.argv[2]))
print(json.dumps([took, time.perf_counter() - began, done.stored, done.spooled, done.dropped,
                  done.last_seq, done.error]))
'''

    def test_silent_server_costs_no_more_than_it_is_given(self):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        self.addCleanup(listener.close)
        [told] = self.run_host(self.RECORD, f"http://127.0.0.1:{listener.getsockname()[1]}", "1")
        self.assertLess(told[1], 2)
        self.assertEqual(told[2:6], [0, 1000, 0, None])
        self.assertTrue(told[6])

    def test_dead_server_costs_no_more_either_and_nothing_is_lost(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{taken.getsockname()[1]}"
        [told] = self.run_host(self.RECORD, f"http://{address}", "1")
        self.assertLess(told[1], 2)
        self.assertEqual(told[2:6], [0, 1000, 0, None])
        # Another process finds the server alive, and sends what the first one left.
        with self.serving("--listen", address, "--grpc", "127.0.0.1:0", ports=False) as server:
            self.run_host('''
import sys, time
hence.open(sys.argv[1])
hence.thought("later")
assert hence.flush(timeout=30).stored == 1
end = time.monotonic() + 30
import os
while len(os.listdir(hence.recorder().spool.directory)) > 1 and time.monotonic() < end:
    time.sleep(0.05)
''', f"http://{address}")
            count = json.loads(server.ask("GET", "/healthz")[2])["last_seq"]
        self.assertEqual(count, 1001)

    def test_server_has_what_flush_says(self):
        with self.serving() as server:
            [told] = self.run_host(self.RECORD, server.address, "60")
            self.assertEqual(told[2:], [1000, 0, 0, 1000, None])
        state = self.directory / "state"
        self.assertEqual([one for one in state.rglob("*.ndjson")], [])

    def test_child_has_recorded_nothing_of_its_parents(self):
        with self.serving() as server:
            told = self.run_host('''
import os, sys
hence.open(sys.argv[1])
for n in range(5):
    hence.thought(str(n))
assert hence.flush(timeout=60).stored == 5
if os.fork() == 0:
    done = hence.flush(timeout=5)
    print(json.dumps([done.stored, done.spooled, done.dropped]), flush=True)
    hence.thought("mine")
    print(json.dumps([hence.flush(timeout=60).stored]), flush=True)
    os._exit(0)
os.wait()
''', server.address)
            self.assertEqual(told, [[0, 0, 0], [1]])

    def test_question_sees_what_was_written_before_it(self):
        with self.serving() as server:
            self.run_host('''
hence.open()
for n in range(200):
    step = hence.thought(str(n))
    assert len(hence.events(limit=1000).value) == n + 1, n
''')
            self.assertEqual(json.loads(server.ask("GET", "/api/v1/spool")[2])["files"], [])


# A client as those of OpenAI and Anthropic are built: resources of their own, streams of a class.
FAKE = '''
class Stream:
    def __init__(self, pieces):
        self._pieces = iter(pieces)
    def __next__(self):
        return next(self._pieces)
    def __iter__(self):
        for piece in self._pieces:
            yield piece
    def __enter__(self):
        return self
    def __exit__(self, *args):
        self.close()
    def close(self):
        pass
class AsyncStream:
    def __init__(self, pieces):
        self._pieces = iter(pieces)
    async def __anext__(self):
        try:
            return next(self._pieces)
        except StopIteration:
            raise StopAsyncIteration
    def __aiter__(self):
        return self._each()
    async def _each(self):
        for piece in self._pieces:
            yield piece
    async def close(self):
        pass
made = []
CHUNKS = [{"id": "c1", "model": "gpt-x", "choices": [{"delta": {"content": "Hel"}}]},
          {"choices": [{"delta": {"content": "lo", "tool_calls": [{"index": 0, "id": "t1",
                        "function": {"name": "read", "arguments": "{}"}}]}, "finish_reason": "stop"}]},
          {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 2}}]
class Completions:
    def create(self, **request):
        made.append(request)
        if request.get("fail"):
            raise ConnectionError("429")
        if request.get("stream"):
            return Stream(CHUNKS)
        return {"id": "c1", "model": "gpt-x", "choices": [{"message": {"content": "Hello", "tool_calls":
                [{"id": "t1", "function": {"name": "read", "arguments": "{}"}}]}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 3, "completion_tokens": 2}}
class AsyncCompletions:
    async def create(self, **request):
        made.append(request)
        return AsyncStream(CHUNKS)
class Chat:
    def __init__(self, completions):
        self.completions = completions
class Client:
    def __init__(self, completions):
        self.chat = Chat(completions)
'''


class Wrapping(HostTest):
    def test_calls_are_made_once_and_come_back_untouched(self):
        self.run_host(FAKE + '''
import asyncio
hence.open(agent="a")
client = hence.wrap(Client(Completions()))
assert hence.wrap(client) is client
answer = client.chat.completions.create(model="gpt", messages=[{"role": "user", "content": "hi"}])
assert answer["choices"][0]["message"]["content"] == "Hello"
stream = client.chat.completions.create(model="gpt", messages=[], stream=True)
assert isinstance(stream, Stream) and list(stream) == CHUNKS
with client.chat.completions.create(model="gpt", messages=[], stream=True) as stream:
    assert next(stream) == CHUNKS[0]
for piece in client.chat.completions.create(model="gpt", messages=[], stream=True):
    break
try:
    client.chat.completions.create(model="gpt", messages=[], fail=True)
    raise SystemExit(1)
except ConnectionError as error:
    assert str(error) == "429"
async def later():
    other = hence.wrap(Client(AsyncCompletions()))
    return [piece async for piece in await other.chat.completions.create(model="gpt", messages=[])]
assert asyncio.run(later()) == CHUNKS
assert len(made) == 6
assert hence.wrap(5) == 5
''')
        calls = self.events("--kinds", "llm_call")
        self.assertEqual(len(calls), 6)
        for at in (0, 1, 5):
            fields = calls[at]["fields"]
            self.assertEqual((fields["completion"], fields["model"], fields["prompt_tokens"],
                              fields["call_ids"], fields["finish_reason"]),
                             ("Hello", "gpt-x", 3, ["t1"], "stop"))
            self.assertNotIn("flags", calls[at])
        self.assertEqual(calls[2]["fields"]["completion"], "Hel")
        self.assertEqual(calls[4]["fields"]["error"], "ConnectionError: 429")
        self.assertIn("FAILED: ConnectionError: 429", self.hence("events", "--kinds", "llm_call"))

    def test_call_that_never_ended_is_unfinished(self):
        self.run_host('''
import os
hence.open(agent="a")
call = hence.llm_call("m")
hence.recorder()
os._exit(0)
''')
        [call] = self.events()
        self.assertEqual(call["flags"], ["unfinished"])


class Asking(HostTest):
    def test_answers_with_and_without_an_owner_are_the_same(self):
        ask = STORY + '''
made = hence.events(kinds="decision").value[0]["id"]
answers = [hence.sessions().value, hence.tree("s1").value, hence.why(made).value, hence.why(made, down=True).value,
           hence.debrief("r1").value, hence.show(made).value["id"], hence.gaps("s1").exit_status,
           hence.runs(limit=1).value, hence.stats(session="s1").value, hence.tree("s1").text,
           hence.search("a*").value["matches"], hence.similar(made).value["compared"],
           hence.drift(hence.show(made).value["agent"], max="extreme").value["enough"],
           hence.why(made)._repr_html_()]
print(json.dumps(answers))
try:
    hence.why("nothing")
    raise SystemExit(1)
except hence.HenceError as error:
    assert error.exit_status == 1, error.exit_status
'''
        [alone] = self.run_host(ask)
        self.assertIn("<pre", alone[-1])
        with self.serving():
            [served] = self.run_host('hence.open()\n' + ask.replace(STORY, ""))
        self.assertEqual(alone, served)

    def test_repr_in_a_notebook_is_escaped(self):
        [html] = self.run_host('''
hence.open()
with hence.session("s1"):
    hence.thought("<script>alert(1)</script>")
print(json.dumps(hence.tree("s1")._repr_html_()))
''')
        self.assertIn("&lt;script&gt;", html)
        self.assertNotIn("<script>", html)


class Package(HostTest):
    def test_import_is_light(self):
        code = "import sys; before = set(sys.modules)\nimport time; began = time.process_time()\n" \
               "import hence_trace\ntook = time.process_time() - began\nmodules = sorted(set(sys.modules) - before)\n" \
               "import json\nprint(json.dumps([took, modules]))"
        # It is compiled once, as an installed package is.
        env = {**os.environ, "PYTHONPATH": str(PYTHON), "PYTHONPYCACHEPREFIX": str(self.directory / "compiled")}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        best = 1.0
        for _ in range(9):
            out = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True,
                                 env=env, check=True).stdout
            took, modules = json.loads(out)
            best = min(best, took)
        heavy = {"typing", "inspect", "dataclasses", "asyncio", "logging", "http", "urllib", "socket",
                 "subprocess", "threading", "uuid", "random", "json", "re", "enum"}
        self.assertEqual(heavy & set(modules), set())
        self.assertLess(best, 0.02)

    def test_source_is_python_3_9(self):
        for file in sorted(PYTHON.rglob("*.py")):
            ast.parse(file.read_text(encoding="utf-8"), str(file), feature_version=(3, 9))

    def test_memory_does_not_grow_with_events(self):
        count = int(os.environ.get("HENCE_EVENTS", "150000"))
        [(first, last)] = self.run_host(f'''
import resource
hence.open(agent="a")
def size():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with hence.session("s"):
    for n in range(20_000):
        hence.thought("hello world")
    first = size()
    for n in range({count}):
        hence.thought("hello world")
print(json.dumps([first, size()]))
''')
        self.assertLess(last - first, 4096)

    def test_no_thread_before_a_directory(self):
        [threads] = self.run_host('''
import threading
hence.open()
hence.thought("x")
hence.flush(timeout=30)
print(json.dumps(threading.active_count()))
''')
        self.assertEqual(threads, 1)


class Plugin(HostTest):
    def test_run_of_tests_is_recorded_and_can_fail(self):
        try:
            import pytest  # noqa: F401
        except ImportError:
            self.skipTest("pytest is not installed")
        tests = self.directory / "test_agent.py"
        tests.write_text('''
import hence_trace as hence
def test_good(hence_run):
    step = hence.decision("a or b", chosen="a", why="x", confidence=0.9, decision_type="t")
    hence.outcome(step, correct=False)
def test_bad():
    hence.thought("before")
    assert 1 == 2
''')
        def run(*words):
            return subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "hence_trace.pytest_plugin", "-p", "no:cacheprovider",
                 "--hence", f"--hence-store={self.store}", *words, str(tests)],
                env=self.environment(PYTHONWARNINGS=""), capture_output=True, text=True, check=False,
                cwd=self.directory)
        self.assertEqual(run("-k", "good").returncode, 0)
        failed = run("-k", "good", "--hence-max-brier=0.5")
        self.assertEqual(failed.returncode, 1, failed.stdout)
        self.assertIn("Brier", failed.stdout)
        self.assertEqual(run().returncode, 1)
        runs = json.loads(self.hence("--json", "runs"))
        self.assertEqual({one["id"] for one in runs}, {"test_agent.py::test_good", "test_agent.py::test_bad"})
        self.assertEqual({one["status"] for one in runs if one["id"].endswith("bad")}, {"failure"})


if __name__ == "__main__":
    hosting.main()
