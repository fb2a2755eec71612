#!/usr/bin/env python3
"""The story runner can fail: it reads what it should, and sees a difference where there is one."""

import pathlib
import stat
import tempfile
import unittest

import doors
import story

TWO_STEPS = """\
# A comment.
record --json
{"id":"a",
 "kind":"thought"}
exit 1
---- folded
{"accepted":1,
 "duplicates":0}

hence tree s1
----
Session: s1

[time] Thought: one

# Another comment.
hence explain nothing
exit 1
----
---- stderr
hence: nothing
"""


class Parsing(unittest.TestCase):
    def test_reads_commands_inputs_and_expectations(self):
        record, tree, explain = story.parse(TWO_STEPS)
        self.assertEqual(record.arguments, ["record", "--json"])
        self.assertEqual(record.input, '{"id":"a","kind":"thought"}\n')
        self.assertEqual(record.exit, 1)
        self.assertEqual(record.expected, {"stdout": '{"accepted":1,"duplicates":0}'})
        self.assertEqual(tree.expected, {"stdout": "Session: s1\n\n[time] Thought: one"})
        self.assertEqual(explain.expected, {"stdout": "", "stderr": "hence: nothing"})

    def test_refuses_what_it_cannot_read(self):
        for text in ("", "heence tree s1\n", "hence tree s1\n", "hence tree s1\ninput\n----\n",
                     "hence tree s1\n---- sideways\n"):
            with self.assertRaises(ValueError):
                story.parse(text)


DOCUMENT = {
    "components": {"schemas": {"Page": {"properties": {"next": {}}}, "Tree": {"properties": {}}}},
    "paths": {
        "/api/v1/sessions": {"get": {
            "operationId": "sessions", "x-hence-command": "sessions", "parameters": [
                {"name": "kinds", "schema": {"type": "string"}}],
            "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/x/Page"}}}}}}},
        "/api/v1/sessions/{id}/tree": {"get": {
            "operationId": "tree", "x-hence-command": "tree {id}", "parameters": [
                {"name": "id", "schema": {"type": "string"}}, {"name": "flat", "schema": {"type": "boolean"}}],
            "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/x/Tree"}}}}}}},
        "/api/v1/export/{id}": {"get": {
            "operationId": "export", "x-hence-command": "export {id}", "parameters": [
                {"name": "id", "schema": {"type": "string"}}, {"name": "tree", "schema": {"type": "string"}}],
            "responses": {"200": {"content": {}}}}},
        "/api/v1/live": {"get": {"operationId": "live", "parameters": [],
                                 "responses": {"200": {"content": {}}}}},
    }}


class Requests(unittest.TestCase):
    def request(self, *words):
        return doors.as_request(DOCUMENT, words)

    def test_commands_become_requests(self):
        self.assertEqual(self.request("tree", "a/b", "--flat"),
                         ("/api/v1/sessions/a%2Fb/tree?flat=true", "text/plain"))
        self.assertEqual(self.request("tree", "e", "--json"),
                         ("/api/v1/sessions/e/tree", "application/json"))
        self.assertEqual(self.request("sessions", "--kinds", "a,b"),
                         ("/api/v1/sessions?kinds=a%2Cb", "text/plain"))
        self.assertEqual(self.request("export", "dot", "tree", "s"),
                         ("/api/v1/export/dot?tree=s", "text/plain"))

    def test_what_is_no_question_is_not_asked(self):
        self.assertIsNone(self.request("quarantine", "retry"))
        self.assertIsNone(self.request("sessions", "--json"))
        self.assertIsNone(self.request("tree", "s", "--unheard-of", "1"))

    def test_what_is_not_asked_is_seen(self):
        self.assertEqual(doors.asked_by(DOCUMENT, [["tree", "s"], ["events"]]), {"tree"})


class Telling(unittest.TestCase):
    def told(self, script, text):
        """What is wrong when a program that runs `script` is told the story."""
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory) / "hence"
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            teller = story.Teller(program, pathlib.Path(directory))
            story.tell_alone(teller, story.parse(text))
            return teller.wrong

    def test_the_right_answer_is_right(self):
        self.assertEqual(self.told("echo yes", "hence ask\n----\nyes\n"), [])

    def test_another_answer_is_wrong(self):
        self.assertEqual(len(self.told("echo no", "hence ask\n----\nyes\n")), 1)

    def test_another_exit_status_is_wrong(self):
        self.assertEqual(len(self.told("echo yes; exit 1", "hence ask\n----\nyes\n")), 1)

    def test_a_last_line_without_end_is_wrong(self):
        self.assertEqual(len(self.told("printf yes", "hence ask\n----\nyes\n")), 1)

    def test_the_time_of_arrival_is_not_compared(self):
        self.assertEqual(self.told("""echo '{"received":"2026"}'""",
                                   'hence ask\n----\n{"received":"*"}\n'), [])


if __name__ == "__main__":
    unittest.main()
