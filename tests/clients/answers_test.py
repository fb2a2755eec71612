"""Each answer of the server has a function in both clients, whose types say what it gives."""
import json
import subprocess
import sys
import unittest

import hosting
import typescript_test
from hosting import PYTHON, ROOT

sys.path.insert(0, str(ROOT / "tools"))
import client_answers  # noqa: E402
import openapi  # noqa: E402

UPDATE = "run `tools/client_answers.py`"
# What changes the store, or brings it something: no client asks that. What is new here needs a choice: an
# answer gets a function by hand (client_answers.BY_HAND), and nothing else does.
WRITES = set("""
    add_edge add_node checkpoint_session delete_node erase fork_session hand_over import_graph keepCountersigned mcp
    otlp_logs otlp_metrics otlp_traces record record_note record_outcome record_outcome_of_latest retry_quarantine
    rewind_session store_append store_call supersede update_node
""".split())
ARGUMENTS = {"event": "d1", "session": "s1", "run": "r1", "name": "s1", "correlation": "c1", "graph": "main", "kind": "csv",
             "row": "1", "node": "n1", "type": "open", "agent": "coder", "a": "r1", "b": "r2", "q": "one", "to": "d1"}
EVENTS = [
    {"id": "p1", "kind": "prompt", "run": "r1", "fields": {"text": "one"}},
    {"id": "t1", "kind": "tool_call", "run": "r1", "parent": "p1", "fields": {"tool_name": "Read", "input": {"path": "a.c"}}},
    {"id": "d1", "kind": "decision", "run": "r1", "parent": "t1", "rationale": {"why": "one", "confidence": 0.9},
     "fields": {"description": "one or two", "chosen": "one"}},
    {"id": "o1", "kind": "outcome", "run": "r1", "fields": {"of": "d1", "correct": True}},
    {"id": "m1", "kind": "message", "run": "r1", "fields": {"from": "coder", "to": "reviewer", "payload": "look"}},
    {"id": "p2", "kind": "prompt", "run": "r2", "fields": {"text": "two"}},
    {"id": "g1", "kind": "graph_node", "fields": {"graph": "main", "node": {"id": "n1", "type": "goal", "label": "one"}}},
]


class Functions(unittest.TestCase):
    def test_the_files_follow_from_the_document(self):
        for path, text in client_answers.written().items():
            self.assertTrue(path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: {UPDATE}")

    def test_each_answer_has_a_function(self):
        described = client_answers.document()
        functions = {each.id for each in client_answers.answers(described)}
        for path, methods in described["paths"].items():
            for method, operation in methods.items():
                name = operation["operationId"]
                asked = name in functions or name in client_answers.BY_HAND or name in client_answers.NOT_ASKED
                writes = method != "get" and name in WRITES
                self.assertTrue(asked != writes, f"{method} {path}: the clients have no function for {name}")

    def test_the_modules_give_the_functions_away(self):
        names = {each.name for each in client_answers.answers(client_answers.document())} | client_answers.BY_HAND
        code = "import hence_trace; print(sorted(hence_trace.__all__)); [getattr(hence_trace, n) for n in hence_trace.__all__]"
        done = subprocess.run([sys.executable, "-c", code], cwd=PYTHON, capture_output=True, text=True, check=True)
        self.assertLessEqual(names, set(eval(done.stdout)))


def faults(value, schema, schemas, place="value"):
    """Where a value is not what its schema says."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].removeprefix(openapi.REFERENCE)]
    if "anyOf" in schema:
        tried = [faults(value, each, schemas, place) for each in schema["anyOf"]]
        return [] if [] in tried else tried[0]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{place} is {value!r}"]
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None),
             "array": list, "object": dict}
    if "type" in schema and not isinstance(value, kinds[schema["type"]]):
        return [f"{place} is {value!r}, and no {schema['type']}"]
    found = []
    if isinstance(value, list):
        for at, each in enumerate(value):
            found += faults(each, schema.get("items", {}), schemas, f"{place}[{at}]")
    if isinstance(value, dict) and "properties" in schema:
        found += [f"{place} lacks {key}" for key in schema.get("required", []) if key not in value]
        found += [f"{place} has {key}, too" for key in value if key not in schema["properties"]]
        for key in value.keys() & schema["properties"].keys():
            found += faults(value[key], schema["properties"][key], schemas, f"{place}.{key}")
    return found


class Answers(typescript_test.NodeTest):
    """Every function is called, by both clients, with and without a server."""

    def setUp(self):
        super().setUp()
        lines = [json.dumps({"time": f"2026-03-01T09:00:0{at}Z", "session": "s1", "agent": "coder", "correlation": "c1",
                             **event}) + "\n" for at, event in enumerate(EVENTS)]
        subprocess.run([hosting.HENCE, "--store", self.store, "record", "-"], input="".join(lines) + "{}\n", text=True,
                       env=self.environment(), capture_output=True, check=False)
        self.answers = client_answers.answers(client_answers.document())

    def asked(self):
        """The name of each function in both languages, with its arguments."""
        return [(each.name, client_answers.typescript_name(each), [ARGUMENTS[one.name] for one in each.required])
                for each in self.answers]

    def ask_both(self, changing):
        [python] = self.run_host('''
import sys
hence.open()
print(json.dumps({name: getattr(hence, name)(*words).value for name, _, words in json.loads(sys.argv[1])}
                 | {"sql": hence.sql("SELECT count(*) FROM events", limit=3).value}))
''', json.dumps(self.asked()))
        [typescript] = self.run_node("questions", json.dumps(self.asked()))
        for name in changing:
            self.assertEqual(python.pop(name).keys(), typescript.pop(name).keys())
        self.maxDiff = 2000
        self.assertEqual(python, typescript)
        return python

    def test_the_values_are_what_the_types_say(self):
        changing = {"status", "integrity"}
        alone = self.ask_both(changing)
        with self.serving():
            served = self.ask_both(changing)
        self.assertEqual(alone, served)
        schemas = client_answers.document()["components"]["schemas"]
        for each in self.answers:
            if each.name not in changing:
                with self.subTest(each.name):
                    self.assertEqual(faults(alone[each.name], each.schema, schemas), [])
        self.assertEqual(alone["sql"]["rows"], [[len(EVENTS)]])

    def test_arguments_are_passed_on(self):
        values = self.run_host('''
hence.open()
print(json.dumps([hence.events(kinds=["prompt", "decision"], newest=True, limit=2).value,
                  hence.timeline("s1", from_="2026-03-01T09:00:02Z").value["from"],
                  hence.tree("s1", flat=True).value["events"][0]["id"],
                  "Read" in hence.tree("s1", steps=True).text,
                  hence.ask("sessions", totals=True).value["totals"]["rows"]]))
''')
        [[events, begin, first, named, rows]] = values
        self.assertEqual([each["id"] for each in events], ["d1", "p2"])
        self.assertEqual((begin[:19], first, named, rows), ("2026-03-01T09:00:02", "p1", True, 1))


if __name__ == "__main__":
    setUpModule = typescript_test.setUpModule
    hosting.main()
