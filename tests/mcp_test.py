#!/usr/bin/env python3
"""`hence mcp` as programs of agents see it: mcp_test.py HENCE.

Line by line on standard input and output, beside another owner of the store, without a store; and with
the protocol's own clients from npm, in both generations (mcp/client.mjs), where npm is there: these also
over HTTP.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import serving

HERE = pathlib.Path(__file__).parent
HENCE = ""
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {}}


def request(id, method, **params):
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def call(id, name, **arguments):
    return request(id, "tools/call", name=name, arguments=arguments)


INITIALIZE = request(0, "initialize", protocolVersion="2025-11-25", capabilities={},
                     clientInfo={"name": "test", "version": "1"})


class Conversation:
    """One `hence mcp`, to which lines can be sent one at a time."""

    def __init__(self, store, *arguments, **environment):
        self.process = subprocess.Popen(
            [HENCE, "--store", str(store), "mcp", *arguments], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ, **environment))

    def ask(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


class McpTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        self.store = self.directory / "store"

    def told(self, *messages, store=None, arguments=()):
        """The answers to lines that are all there at once; each is a message or bytes."""
        lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in messages]
        done = subprocess.run([HENCE, "--store", str(store or self.store), "mcp", *arguments],
                              input=b"\n".join(lines) + b"\n", capture_output=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def hence(self, *arguments):
        done = subprocess.run([HENCE, "--store", str(self.store), *arguments], capture_output=True,
                              timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode()

    def test_both_eras(self):
        answers = self.told(INITIALIZE, {"jsonrpc": "2.0", "method": "notifications/initialized"},
                            request(1, "ping"), request("two", "tools/list"))
        self.assertEqual([each["id"] for each in answers], [0, 1, "two"])
        self.assertEqual(answers[0]["result"]["protocolVersion"], "2025-11-25")
        modern, bare = self.told(request(1, "server/discover", _meta=MODERN), request(2, "tools/list"))
        self.assertEqual(modern["result"]["supportedVersions"], ["2026-07-28"])
        self.assertEqual(bare["error"]["code"], -32602)

    def test_errors_of_json_rpc(self):
        answers = self.told(b"{", b"[]", b'{"id":1}', request(2, "no/such"), call(3, "none"),
                            b'{"jsonrpc":"2.0","method":"no/such"}', b"", request(4, "ping"))
        self.assertEqual([each.get("error", {}).get("code") for each in answers],
                         [-32700, -32600, -32600, -32601, -32602, None])
        self.assertEqual([each["id"] for each in answers], [None, None, 1, 2, 3, 4])

    def test_a_message_that_is_too_large_is_refused_and_the_next_is_answered(self):
        large = call(1, "add_goal", label="x" * (10 * 1024 * 1024))
        refused, answered = self.told(large, request(2, "ping"))
        self.assertEqual(refused["error"]["code"], -32600)
        self.assertEqual(answered["id"], 2)

    def test_what_was_cancelled_before_it_began_is_dropped(self):
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
        answers = self.told(call(1, "add_goal", label="never"), cancel,
                            call(2, "query_decisions", query_type="active_goals"))
        self.assertEqual([each["id"] for each in answers], [2])
        self.assertEqual(answers[0]["result"]["structuredContent"]["nodes"], [])

    def test_other_answers_see_what_agents_record(self):
        talk = Conversation(self.store, HENCE_SESSION="s1", HENCE_AGENT="planner", HENCE_RUN="r1")
        decision = talk.ask(call(1, "record_decision", label="Use JWT", rationale="stateless",
                                 confidence=0.8, correlation="c1", decision_type="design",
                                 alternatives=["Use cookies"]))["result"]["structuredContent"]
        # While the conversation owns the store, and after it.
        explained = json.loads(self.hence("explain", decision["event"], "--json"))
        self.assertEqual(explained["chain"][0]["agent"], "planner")
        talk.ask(call(2, "record_outcome", label="fine", parent_id=decision["id"], correct=True))
        self.assertEqual(talk.close()[0], 0)
        calibration = json.loads(self.hence("calibration", "--json"))
        self.assertEqual(calibration["n"], 1)
        training = json.loads(self.hence("export", "training"))
        self.assertEqual((training["chosen"], training["correct"]), ("Use JWT", True))
        replay = json.loads(self.hence("replay", "session", "s1", "--json"))
        self.assertEqual(replay["traces"][0]["outcome"]["fields"]["correct"], True)
        self.assertIn("Use JWT", self.hence("graph", "context"))

    def test_two_conversations_share_a_store(self):
        one, two = Conversation(self.store), Conversation(self.store)
        goal = one.ask(call(1, "add_goal", label="ours"))["result"]["structuredContent"]
        answer = two.ask(call(1, "query_decisions", query_type="active_goals"))
        self.assertEqual(answer["result"]["structuredContent"]["nodes"][0]["id"], goal["id"])
        self.assertEqual(one.close()[0], 0)
        two.ask(call(2, "update_node", node_id=goal["id"], status="completed"))
        self.assertEqual(two.close()[0], 0)
        self.assertEqual(json.loads(self.hence("graph", "get", goal["id"], "--json"))["status"],
                         "completed")

    def test_a_store_that_cannot_be_opened_is_told_by_every_tool(self):
        self.store.write_text("a file")
        begun, listed, called = self.told(INITIALIZE, request(1, "tools/list"),
                                          call(2, "add_goal", label="x"))
        self.assertIn("record_decision", begun["result"]["instructions"])
        self.assertEqual(len(listed["result"]["tools"]), 28)
        self.assertTrue(called["result"]["isError"])
        self.assertIn("is not a directory", called["result"]["content"][0]["text"])

    def test_options(self):
        self.told(call(1, "add_goal", label="Ship"), arguments=["--graph", "mine"])
        def begun(*arguments):
            return self.told(INITIALIZE, arguments=["--graph", "mine", *arguments])[0]["result"]
        self.assertIn("Ship", begun()["instructions"])
        self.assertNotIn("Ship", begun("--no-auto-inject")["instructions"])
        query = call(1, "query_decisions", query_type="open")
        every, = self.told(query, arguments=["--graph", "mine", "--inject", "every_iteration"])
        self.assertIn("Ship", every["result"]["content"][-1]["text"])
        self.assertEqual(len(every["result"]["content"]), 2)
        wrong = subprocess.run([HENCE, "mcp", "--inject", "never"], capture_output=True)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("Example:", self.hence("mcp", "--help"))

    def test_clients_of_both_generations(self):
        if not shutil.which("npm"):
            self.skipTest("npm is not there")
        work = self.directory / "client"
        work.mkdir()
        for name in ("package.json", "package-lock.json", "client.mjs"):
            shutil.copy(HERE / "mcp" / name, work)
        for attempt in range(3):  # A download may fail; a client that does not work may not.
            installed = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                                       cwd=work, capture_output=True, text=True, timeout=80)
            if installed.returncode == 0:
                break
        self.assertEqual(installed.returncode, 0, installed.stderr)
        def speak(*arguments):
            done = subprocess.run(["node", "client.mjs", *arguments], cwd=work, capture_output=True,
                                  text=True, timeout=120)
            self.assertEqual((done.returncode, done.stdout), (0, "ok\n"), done.stderr)
        for generation in ("1", "legacy", "auto"):
            with self.subTest(generation):
                speak(generation, HENCE, str(self.directory / generation))
            with self.subTest(generation, over="http"):
                server = serving.Server("memory:")
                self.addCleanup(server.process.kill)
                speak(generation, server.address)


if __name__ == "__main__":
    HENCE = serving.HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
