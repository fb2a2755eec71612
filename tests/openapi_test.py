#!/usr/bin/env python3
"""The page knows the answers that the server describes: openapi_test.py HENCE [--update].

With --update nothing is compared: the copy of the server's document and all that follows from it are
written anew. `tools/ui openapi` does that.
"""

import difflib
import json
import pathlib
import sys
import tempfile
import unittest

import serving

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import client_answers  # noqa: E402
import openapi  # noqa: E402

UPDATE = "run `tools/ui openapi` to update it, and then see what `npm run check` says in ui/"
SHOWN_MAX = 40  # Lines of a difference.


def answer_of_the_server(target):
    with tempfile.TemporaryDirectory(prefix="openapi-") as directory:
        server = serving.Server(pathlib.Path(directory) / "store")
        try:
            status, _, body = server.ask("GET", target)
        finally:
            server.end()
    assert status == 200, body
    return body.decode()


def document_of_the_server():
    return openapi.normalised(answer_of_the_server("/api/v1/openapi.json"))


def kinds_of_the_server():
    """What the page shows of each kind: the table of kinds, without what it has no use for."""
    rows = json.loads(answer_of_the_server("/api/v1/kinds"))
    return json.dumps([{key: row[key] for key in ("kind", "group", "colour")} for row in rows], indent=2) + "\n"


def update():
    for path, text in ((openapi.DOCUMENT, document_of_the_server()), (openapi.KINDS, kinds_of_the_server())):
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8")
        print(f"{path.name} {'is as it was' if text == before else 'is updated'}")
    client_answers.update()


def typed(schema, required=True):
    """The TypeScript of a property with this schema."""
    one = {"type": "object", "properties": {"a": schema}, "required": ["a"] if required else []}
    return openapi.declaration("One", one).removeprefix("\nexport type One = {\n").removesuffix("};\n")


class Document(unittest.TestCase):
    def check(self, path, expected):
        kept = path.read_text(encoding="utf-8")
        if kept != expected:
            lines = difflib.unified_diff(kept.splitlines(), expected.splitlines(), "kept", "expected",
                                         lineterm="")
            shown = "\n".join(list(lines)[:SHOWN_MAX])
            self.fail(f"ui/src/api/{path.name} is out of date: {UPDATE}\n{shown}")

    def test_the_page_has_the_document_of_the_server(self):
        self.check(openapi.DOCUMENT, document_of_the_server())

    def test_the_page_has_the_kinds_of_the_server(self):
        self.check(openapi.KINDS, kinds_of_the_server())

    def test_the_order_of_routes_and_schemas_does_not_matter(self):
        one = {"paths": {"/b": {}, "/a": {}}, "components": {"schemas": {"B": {}, "A": {}}}}
        other = {"paths": {"/a": {}, "/b": {}}, "components": {"schemas": {"A": {}, "B": {}}}}
        self.assertEqual(openapi.normalised(json.dumps(one)), openapi.normalised(json.dumps(other)))


class Types(unittest.TestCase):
    def test_each_schema_has_a_type(self):
        text = {"type": "string"}
        for schema, expected in (
                (text, "string"),
                ({"type": "string", "format": "date-time"}, "string"),
                ({"type": "integer"}, "number"),
                ({}, "Json"),
                ({"type": "object"}, "JsonObject"),
                ({"type": "object", "additionalProperties": {"type": "integer"}},
                 "{ readonly [name: string]: number }"),
                ({"$ref": "#/components/schemas/Event"}, "Event"),
                ({"anyOf": [text, {"type": "null"}]}, "string | null"),
                ({"type": "string", "enum": ["ok", "it's"]}, "'ok' | 'it\\'s'"),
                ({"type": "array", "items": text}, "readonly string[]"),
                ({"type": "array", "items": {"anyOf": [text, {"type": "null"}]}},
                 "readonly (string | null)[]"),
                ({"type": "array", "items": {"type": "array", "items": text}},
                 "readonly (readonly string[])[]")):
            self.assertEqual(typed(schema), f"  readonly a: {expected};\n")
        self.assertEqual(typed(text, required=False), "  readonly a?: string;\n")

    def test_a_long_union_is_broken_into_lines(self):
        def union(length):
            return typed({"type": "string", "enum": [letter * length for letter in "abc"]})
        self.assertEqual(union(1), "  readonly a: 'a' | 'b' | 'c';\n")
        self.assertEqual(len(union(24).splitlines()), 1)
        self.assertEqual(len(union(25).splitlines()), 2)
        self.assertEqual([line[:7] for line in union(28).splitlines()],
                         ["  reado", "    | '", "    | '", "    | '"])

    def test_what_has_no_type_is_refused(self):
        for schema in ({"type": "string", "pattern": "x"}, {"oneOf": []}, {"type": "array"},
                       {"$ref": "#/components/schemas/A", "nullable": True}):
            with self.assertRaises((ValueError, KeyError), msg=schema):
                typed(schema)


if __name__ == "__main__":
    if sys.argv[2:] == ["--update"]:
        serving.HENCE = str(pathlib.Path(sys.argv[1]).resolve())
        sys.exit(update())
    serving.main()
