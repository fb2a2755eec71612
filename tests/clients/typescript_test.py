"""The client for TypeScript, compiled as it ships (ESM and CommonJS), in host programs of Node.js."""
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import tempfile
import time
import unittest

import hosting
from hosting import ROOT, HostTest

CLIENT = ROOT / "clients" / "typescript"
TOOLS = ROOT / "ui" / "node_modules"
HOST = pathlib.Path(__file__).parent / "host.mjs"
BUILT = None


def setUpModule():
    """Compiles it with what the page is compiled with."""
    global BUILT
    if not (TOOLS / ".bin" / "tsc").exists():
        raise unittest.SkipTest("the page's packages are not installed: run tools/ui")
    BUILT = tempfile.TemporaryDirectory(prefix="hence-ts-")
    unittest.addModuleCleanup(BUILT.cleanup)
    for form, project in (("esm", "tsconfig.json"), ("cjs", "tsconfig.cjs.json")):
        done = subprocess.run([TOOLS / ".bin" / "tsc", "-p", CLIENT / project, "--typeRoots", TOOLS / "@types",
                               "--outDir", pathlib.Path(BUILT.name) / form], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, done.stdout
        kind = "module" if form == "esm" else "commonjs"
        (pathlib.Path(BUILT.name) / form / "package.json").write_text(f'{{"type":"{kind}"}}')


class NodeTest(HostTest):
    def start_node(self, scene, *words, form="esm", options=(), **more):
        client = pathlib.Path(BUILT.name) / form / "index.js"
        return subprocess.Popen(["node", *options, HOST, client, scene, *words], text=True,
                                env=self.environment(**more), stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_node(self, scene, *words, **more):
        host = self.start_node(scene, *words, **more)
        out, complaints = host.communicate(timeout=300)
        self.assertEqual((host.returncode, complaints), (0, ""), complaints)
        return [json.loads(line) for line in out.splitlines()]


def shape(tree):
    """A tree without what differs from one recording to another."""
    return re.sub(r"\[[^\]]*Z\] |  \(\w+\)|, [\d.]+ms\)|\([\d.]+ms\)", "", tree)


class Recording(NodeTest):
    def test_story_is_the_same_from_both_clients(self):
        for form in ("esm", "cjs"):
            with self.subTest(form=form):
                self.store = self.directory / form
                [done] = self.run_node("story", form=form)
                self.assertEqual((done["spooled"], done["dropped"], done["error"]), (0, 0, None))
                self.assertEqual(done["stored"], done["lastSeq"])
        told = shape(self.hence("tree", "s1", "--steps"))
        self.assertIn("Decision: vitest or jest -> vitest", told)
        self.store = self.directory / "python"
        import python_test

        self.run_host(python_test.STORY)
        self.assertEqual(shape(self.hence("tree", "s1", "--steps")), told)

    def test_any_value_may_be_recorded(self):
        self.run_node("odd")
        self.events()
        self.assertEqual([row["reason"] for row in self.quarantined()], [])

    def test_what_was_not_said_is_not_made_up(self):
        [heard] = self.run_node("unsaid")
        sure, percent, reasoned = self.events("--kinds", "decision")
        self.assertEqual((sure["rationale"]["confidence"], sure["flags"]), (0.9, ["rationale_derived"]))
        self.assertEqual(percent["rationale"], {"why": "said"})
        self.assertEqual((reasoned["iteration"], reasoned.get("flags")), (3, None))
        self.assertEqual(len(heard), 5, heard)
        self.assertEqual(self.quarantined(), [])

    def test_call_of_a_generator_ends_with_it(self):
        self.run_node("generators")
        calls = {one["id"]: one["fields"] for one in self.events("--kinds", "tool_call")}
        ends = [(calls[one["parent"]]["tool_name"], one["fields"].get("content"), one["fields"].get("error"))
                for one in self.events("--kinds", "observation")]
        self.assertEqual(ends, [("numbers", {"items": [0, 1, 2]}, None), ("later", {"items": [1, 2]}, None),
                                ("numbers", {"items": [0, 1]}, None), ("failing", None, "Error: torn")])
        thoughts = self.events("--kinds", "thought")
        self.assertEqual({calls[one["parent"]]["tool_name"] for one in thoughts}, {"numbers"})
        self.assertEqual(len(thoughts), 5)

    def test_places_follow_asynchronous_calls(self):
        self.run_node("places")
        by_id = {one["id"]: one for one in self.events()}
        thoughts = [one for one in by_id.values() if one["kind"] == "thought"]
        self.assertEqual(len(thoughts), 1000)
        for one in thoughts:
            if one["fields"]["text"] == "out":
                self.assertNotIn("parent", one)
            else:
                parent = by_id[one["parent"]]
                self.assertEqual((parent["session"], parent["kind"]), (one["session"], "decision"))

    def test_threads_write_files_of_their_own(self):
        [(codes, done)] = self.run_node("workers")
        self.assertEqual((codes, done["dropped"], done["error"]), ([0] * 8, 0, None))
        texts = [one["fields"]["text"] for one in self.events()]
        self.assertEqual((len(texts), len(set(texts))), (4001, 4001))
        self.assertEqual(self.quarantined(), [])

    def test_functions_stay_what_they_are(self):
        self.run_node("functions")
        calls = self.events("--kinds", "tool_call")
        self.assertEqual([one["fields"]["tool_name"] for one in calls], ["plain", "later", "fails", "rejects", "method"])
        self.assertEqual(calls[0]["fields"]["input"], {"a": 1, "b": 2})
        self.assertEqual([one["fields"]["status"] for one in self.events("--kinds", "observation")],
                         ["ok", "ok", "error", "error", "ok"])

    def test_clients_are_wrapped(self):
        self.run_node("wrap")
        calls = self.events("--kinds", "llm_call")
        self.assertEqual(len(calls), 4)
        for at in (0, 1):
            fields = calls[at]["fields"]
            self.assertEqual((fields["completion"], fields["model"], fields["prompt_tokens"], fields["call_ids"]),
                             ("Hello", "gpt-x", 3, ["t1"]))
            self.assertNotIn("flags", calls[at])
        self.assertEqual(calls[2]["fields"]["completion"], "Hel")
        self.assertEqual(calls[3]["fields"]["error"], "Error: 429")

    def test_spans_of_the_vercel_sdk_reach_the_store(self):
        self.run_node("telemetry")
        calls = [one for one in self.events() if one["kind"] == "llm_call"]
        self.assertEqual([(one["session"], one["fields"]["model"], one["fields"]["completion"]) for one in calls],
                         [("s1", "gpt-x", "Hello")])
        self.assertEqual(self.quarantined(), [])

    def test_place_that_cannot_be_written_harms_nobody(self):
        [(recorded, heard, done)] = self.run_node("nowhere")
        self.assertEqual((recorded, heard, done["dropped"], done["stored"]), (False, True, 1, 0))
        self.assertTrue(done["error"])

    def test_spool_is_capped(self):
        [(kept, dropped, files)] = self.run_node("capped")
        self.assertEqual(kept + dropped, 20_000)
        self.assertGreater(dropped, 0)
        self.assertLess(files, 5)

    def test_memory_does_not_grow_with_events(self):
        [(first, last)] = self.run_node("memory", os.environ.get("HENCE_EVENTS", "100000"), options=["--expose-gc"])
        self.assertLess(last - first, 4 << 20)

    def test_answers_with_and_without_an_owner_are_the_same(self):
        self.run_node("story")
        [alone] = self.run_node("ask")
        with self.serving():
            [served] = self.run_node("ask")
        self.assertEqual(alone, served)
        self.assertEqual(alone[2], "HenceError")

    def test_without_the_program_events_are_spooled(self):
        [done] = self.run_node("story", HENCE_PROGRAM="/no/such/program")
        self.assertEqual((done["stored"], done["dropped"]), (0, 0))
        self.assertTrue(done["spooled"] and done["error"])


class Quickstart(NodeTest):
    def test_page_shows_what_happens(self):
        import docs_test

        docs_test.HENCE = hosting.HENCE
        (self.directory / "node_modules").mkdir()
        (self.directory / "node_modules" / "hence-trace").mkdir()
        (self.directory / "node_modules" / "hence-trace" / "dist").symlink_to(BUILT.name)
        (self.directory / "node_modules" / "hence-trace" / "package.json").write_bytes(
            (CLIENT / "package.json").read_bytes())
        page = docs_test.Page(ROOT / "docs" / "clients" / "TYPESCRIPT.md", self.directory)
        shown = list(docs_test.commands(page.text))
        self.assertGreater(len(shown), 2)
        for line, status, expected in shown:
            done = page.run(line)
            printed = done.stdout.rstrip("\n")
            self.assertTrue(docs_test.fits(expected, printed), printed)
            self.assertEqual(done.returncode, status)


class Death(NodeTest):
    def test_what_was_returned_survives_kill(self):
        random.seed(5)
        told = []
        for _ in range(int(os.environ.get("HENCE_KILLS", "5"))):
            host = self.start_node("write")
            told.append(host.stdout.readline().strip())
            time.sleep(random.random() * 0.1)
            host.kill()
            told += [line for line in host.communicate()[0].splitlines() if len(line) == 36]
        stored = [one["id"] for one in self.events()]
        self.assertEqual(len(stored), len(set(stored)))
        self.assertEqual(set(told) - set(stored), set())


class Servers(NodeTest):
    def test_silent_server_costs_no_more_than_it_is_given(self):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen(16)
            [told] = self.run_node("server", f"http://127.0.0.1:{listener.getsockname()[1]}", "1000")
        self.assertLess(told["flush"], 2000)
        self.assertEqual((told["stored"], told["spooled"], told["dropped"]), (0, 1000, 0))
        self.assertTrue(told["error"])

    def test_dead_server_loses_nothing(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{taken.getsockname()[1]}"
        [told] = self.run_node("server", f"http://{address}", "1000")
        self.assertLess(told["flush"], 2000)
        self.assertEqual((told["stored"], told["spooled"]), (0, 1000))
        with self.serving("--listen", address, "--grpc", "127.0.0.1:0", ports=False) as server:
            [told] = self.run_node("server", f"http://{address}", "60000")
            self.assertEqual((told["stored"], told["spooled"], told["error"]), (1000, 0, None))
            self.assertEqual(json.loads(server.ask("GET", "/healthz")[2])["last_seq"], 2000)


if __name__ == "__main__":
    hosting.main()
