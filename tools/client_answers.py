#!/usr/bin/env python3
"""Writes what the clients ask: one typed function for each answer, in Python and in TypeScript.

    tools/client_answers.py             writes the files anew; `tools/ui openapi` does it, too

The functions and their types follow from ui/src/api/openapi.json, the copy of the document in which the
server describes its answers. tests/clients/answers_test.py fails when an answer has no function: a new one
gets it here, or a reason in NOT_ASKED.
"""

import json
import keyword
import pathlib
import re
import textwrap

import openapi

CLIENTS = openapi.API.parent.parent.parent / "clients"
PYTHON_TYPES = CLIENTS / "python" / "hence_trace" / "answers.py"
PYTHON_QUESTIONS = CLIENTS / "python" / "hence_trace" / "_questions.py"
TYPESCRIPT_TYPES = CLIENTS / "typescript" / "src" / "schema.ts"
TYPESCRIPT_QUESTIONS = CLIENTS / "typescript" / "src" / "questions.ts"

PREFIX = "/api/v1/"
# What a client does not ask with a function of its own, and why.
NOT_ASKED = {
    "live": "a stream without an end",
    "openapi": "describes answers, and is none",
    "page": "for a browser",
    "page_file": "for a browser",
    "health": "for whoever watches the server",
    "ready": "for whoever watches the server",
    "metrics": "for whoever watches the server",
    "checkpoint": "for verifiers, which read the files of a tree",
    "statsPriced": "`stats`, with prices beside it",
}
# Answers that take a body, with functions written by hand.
BY_HAND = {"sql"}
# What a function is called where that is not the name of the route.
NAMES = {"explain": "why", "event": "show", "provenEvents": "proven_events"}
TYPESCRIPT_NAMES = {"export": "exportAs"}  # A word of the language.
# What the path names, by the folder before it; and what is meant without a name.
SUBJECTS = {"events": "event", "sessions": "session", "runs": "run", "graphs": "graph", "nodes": "node",
            "export": "kind", "quarantine": "row", "session": "session", "incident": "correlation",
            "trade": "correlation", "directive": "correlation"}
LATEST = {"session", "run"}
# Commands print these as lists of rows, without pages and totals; so do the clients.
ROWS = {"events": "Event", "sessions": "Session", "runs": "Run", "agents": "Agent", "correlations": "Correlation"}
PAGED = {"cursor", "totals"}
# Parameters that ask for something else than JSON: `ask` takes them.
OTHER_FORMS = {"debrief": {"markdown"}, "topology": {"format"}, "export_graph": {"format"}}
COLUMNS = 100
PYTHON_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def document():
    return json.loads(openapi.DOCUMENT.read_text(encoding="utf-8"))


class Parameter:
    """One parameter of an answer: what it is called on the wire and in each language."""

    def __init__(self, name, described):
        self.wire = described["name"]
        self.name = name
        self.schema = described["schema"]
        self.about = described.get("description", "")
        self.in_path = described["in"] == "path"
        self.required = described.get("required", False)
        self.default = "latest" if self.in_path and name in LATEST else None

    @property
    def python_name(self):
        return self.name + "_" if keyword.iskeyword(self.name) else self.name

    def types(self, plain, quoted):
        if "enum" in self.schema:
            return quoted(self.schema["enum"])
        return plain[self.schema["type"]]

    @property
    def names_something(self):
        """Whether a step may stand for its id here."""
        return self.in_path or self.wire in ("at", "node") or (self.wire == "to" and self.required)


class Answer:
    """An answer that a client asks for."""

    def __init__(self, path, operation):
        self.id = operation["operationId"]
        self.path = path.removeprefix(PREFIX)
        self.summary = operation.get("summary") or operation.get("description") or self.id
        left_out = OTHER_FORMS.get(self.id, set()) | (PAGED if self.id in ROWS else set())
        self.parameters = [Parameter(self.called(each), each) for each in operation.get("parameters", [])
                           if each["name"] not in left_out]
        self.parameters.sort(key=lambda each: not each.required)
        self.content = operation["responses"]["200"]["content"]

    def called(self, described):
        if described["in"] != "path":
            return described["name"]
        before = re.search(r"(\w+)/\{%s\}" % described["name"], self.path)
        return SUBJECTS.get(before[1] if before else "", "name")

    @property
    def name(self):
        return NAMES.get(self.id, self.id)

    @property
    def required(self):
        return [each for each in self.parameters if each.required]

    @property
    def options(self):
        return [each for each in self.parameters if not each.required]

    @property
    def schema(self):
        """Of the value: a text where the answer is no JSON, or of several forms."""
        if self.id in ROWS:
            return {"type": "array", "items": {"$ref": openapi.REFERENCE + ROWS[self.id]}}
        if self.id == "export":
            return {"type": "string"}
        if "application/json" in self.content:
            return self.content["application/json"]["schema"]
        return {"type": "array", "items": self.content["application/x-ndjson"]["schema"]}


def answers(described):
    """All answers, in the order of their names."""
    found = [Answer(path, methods["get"]) for path, methods in described["paths"].items()
             if path.startswith(PREFIX) and "get" in methods and methods["get"]["operationId"] not in NOT_ASKED]
    return sorted(found, key=lambda each: each.name)


# Python.

PYTHON_TYPES_HEAD = '''\
"""What the answers of Hence hold: a type for each. Written by tools/client_answers.py."""

from __future__ import annotations

from typing import Any, Literal, TypedDict
'''

PYTHON_QUESTIONS_HEAD = '''\
"""A function for each answer of Hence. Written by tools/client_answers.py."""

from __future__ import annotations

from ._ask import Answer, asked, part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from . import answers
    from ._ask import Named
'''


def python_type(schema, prefix=""):
    if "anyOf" in schema:
        return " | ".join(python_type(each, prefix) for each in schema["anyOf"])
    if "enum" in schema:
        return python_literal(schema["enum"])
    if "$ref" in schema:
        return prefix + schema["$ref"].removeprefix(openapi.REFERENCE)
    if "type" not in schema:
        return "Any"
    if schema["type"] == "array":
        return f"list[{python_type(schema['items'], prefix)}]"
    if schema["type"] == "object":
        inner = schema.get("additionalProperties")
        return f"dict[str, {python_type(inner, prefix) if inner else 'Any'}]"
    return PYTHON_PLAIN[schema["type"]]


def python_literal(values):
    return "Literal[" + ", ".join(json.dumps(value) for value in values) + "]"


def python_member(start, kind, end):
    """A line with a type, broken as ruff breaks it."""
    if len(start + kind + end) <= COLUMNS:
        return f"{start}{kind}{end}\n"
    indent = " " * (len(start) - len(start.lstrip()))
    if end.startswith(" |") and len(start + kind) <= COLUMNS:
        return f"{start}{kind}\n{indent}{end.lstrip()}\n"
    before, inside = kind.split("Literal[", 1)
    inside, after = inside.split("]", 1)
    if len(indent) + 4 + len(inside) <= COLUMNS:
        return f"{start}{before}Literal[\n{indent}    {inside}\n{indent}]{after}{end}\n"
    values = "".join(f"{indent}    {value},\n" for value in inside.split(", "))
    return f"{start}{before}Literal[\n{values}{indent}]{after}{end}\n"


def python_declaration(name, schema):
    """A type with keys that must be there and others; keys that are words of Python have no class."""
    needed = set(schema.get("required", []))
    parts, bases = [], []
    for required in (True, False):
        members = {key: one for key, one in schema["properties"].items() if (key in needed) == required}
        worded = {key: one for key, one in members.items() if keyword.iskeyword(key)}
        if worded:
            base = f"_{name}Worded" + ("" if required else "Sometimes")
            rows = "".join(f'        "{key}": "{python_type(one)}",\n' for key, one in worded.items())
            total = "" if required else "    total=False,\n"
            parts.append(f'{base} = TypedDict(\n    "{base}",\n    {{\n{rows}    }},\n{total})\n')
            bases.append(base)
        plain = {key: one for key, one in members.items() if not keyword.iskeyword(key)}
        if plain and not required:
            base = f"_{name}Sometimes"
            parts.append(f"class {base}(TypedDict, total=False):\n{python_members(plain)}")
            bases.append(base)
    told = python_docstring(schema["description"]) + "\n" if "description" in schema else ""
    own = {key: one for key, one in schema["properties"].items() if key in needed and not keyword.iskeyword(key)}
    body = told + python_members(own) or "    pass\n"
    parts.append(f"class {name}({', '.join(bases) or 'TypedDict'}):\n{body.rstrip()}\n")
    return "".join(f"\n\n{part}" for part in parts)


def python_docstring(text):
    first, *rest = textwrap.wrap(text, COLUMNS - 10)
    if not rest:
        return f'    """{first}"""\n'
    return f'    """{first}\n' + "".join(f"    {line}\n" for line in rest) + '    """\n'


def python_members(members):
    return "".join(python_member(f"    {key}: ", python_type(one), "") for key, one in members.items())


def python_types(described):
    schemas = described["components"]["schemas"]
    return PYTHON_TYPES_HEAD + "".join(python_declaration(name, one) for name, one in schemas.items())


def python_parameter(parameter):
    kind = "Named" if parameter.names_something else parameter.types(PYTHON_PLAIN, python_literal)
    if parameter.wire in ("kinds", "edge_types"):
        kind += " | list[str]"
    if parameter.default:
        end = f' = "{parameter.default}",'
    else:
        end = "," if parameter.required else " | None = None,"
    return python_member(f"    {parameter.python_name}: ", kind, end)


def python_function(answer):
    value = python_type(answer.schema, "answers.")
    if not answer.parameters:
        head = f"def {answer.name}() -> Answer[{value}]:\n"
    else:
        required, options = answer.required, answer.options
        head = f"def {answer.name}(\n" + "".join(map(python_parameter, required))
        head += "    *,\n" + "".join(map(python_parameter, options)) if options else ""
        head += f") -> Answer[{value}]:\n"
    told = [f'    """{answer.summary}.'] + [""] * bool(answer.parameters)
    for each in answer.parameters:
        told += textwrap.wrap(f"{each.python_name}: {each.about}".replace("\\", "\\\\"), COLUMNS - 4,
                              initial_indent="    ", subsequent_indent=" " * 8)
    if answer.parameters:
        told = "\n".join(told) + '\n    """\n'
    else:
        told = told[0] + '"""\n'
    return f"\n\n{head}{told}{python_body(answer)}"


def python_body(answer):
    in_path = [each for each in answer.parameters if each.in_path]
    path = answer.path
    for each in in_path:
        path = path.replace("{%s}" % each.wire, "{part(%s)}" % each.python_name)
    path = ("f" if in_path else "") + f'"{path}"'
    rest = [each for each in answer.parameters if not each.in_path]
    if not rest:
        return f"    return asked({path})\n"
    rows = "".join(f'            "{each.wire}": {each.python_name},\n' for each in rest)
    return f"    return asked(\n        {path},\n        {{\n{rows}        }},\n    )\n"


def python_questions(described):
    every = answers(described)
    listed = "".join(f'    "{each.name}",\n' for each in every)
    return (PYTHON_QUESTIONS_HEAD + f"\n__all__ = [\n{listed}]\n" + "".join(python_function(each) for each in every))


# TypeScript.

TYPESCRIPT_TYPES_HEAD = """\
// What the answers of Hence hold: a type for each. Written by tools/client_answers.py.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };
"""

TYPESCRIPT_QUESTIONS_HEAD = """\
// A function for each answer of Hence. Written by tools/client_answers.py.
import { asked, part, type Answer, type Named } from './asked.js';
import type * as answers from './schema.js';
"""


def typescript_types(described):
    return TYPESCRIPT_TYPES_HEAD + "".join(
        openapi.declaration(name, one) for name, one in described["components"]["schemas"].items())


def typescript_value(schema):
    kind = " | ".join(openapi.alternatives("value", schema))
    return re.sub(r"(?<!\w)(?!readonly\b|string\b|number\b|boolean\b|null\b)([A-Z]\w*)", r"answers.\1", kind)


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def typescript_name(answer):
    return TYPESCRIPT_NAMES.get(answer.name, camel(answer.name))


def typescript_parameter(parameter):
    if parameter.names_something:
        return "Named"
    kind = parameter.types(openapi.PLAIN, lambda values: " | ".join(map(openapi.quoted, values)))
    return kind + " | readonly string[]" if parameter.wire in ("kinds", "edge_types") else kind


def typescript_option(parameter):
    line = f"  {parameter.wire}?: {typescript_parameter(parameter)} | undefined;"
    if len(line) > COLUMNS:
        line = line.replace("?: ", "?:\n    ", 1)
    return f"  /** {openapi.comment(parameter.about)} */\n{line}\n"


def typescript_function(answer):
    name = typescript_name(answer)
    options = answer.options
    interface = ""
    asks = []
    for each in answer.required:
        end = f" = '{each.default}'" if each.default else ""
        asks.append(f"{each.name}: {typescript_parameter(each)}{end}".replace(": Named =", ": Named ="))
    if options:
        kind = name[0].upper() + name[1:] + "Question"
        rows = "".join(typescript_option(each) for each in options)
        interface = f"\nexport interface {kind} {{\n{rows}}}\n"
        asks.append(f"options: {kind} = {{}}")
    value = f"Promise<Answer<{typescript_value(answer.schema)}>>"
    head = f"export function {name}({', '.join(asks)}): {value} {{"
    if len(head) > COLUMNS:
        head = f"export function {name}(\n" + "".join(f"  {each},\n" for each in asks) + f"): {value} {{"
    path = answer.path
    for each in answer.required:
        path = path.replace("{%s}" % each.wire, "${part(%s)}" % each.name) if each.in_path else path
    path = f"`{path}`" if "${" in path else f"'{path}'"
    given = [each.name for each in answer.required if not each.in_path]
    given += ["...options"] if options else []
    said = f", {{ {', '.join(given)} }}" if given and given != ["...options"] else ", { ...options }" if given else ""
    return f"{interface}\n/** {answer.summary}. */\n{head}\n  return asked({path}{said});\n}}\n"


def typescript_questions(described):
    return TYPESCRIPT_QUESTIONS_HEAD + "".join(typescript_function(each) for each in answers(described))


def written():
    """Each file, and what it must hold."""
    described = document()
    return {
        PYTHON_TYPES: python_types(described),
        PYTHON_QUESTIONS: python_questions(described),
        TYPESCRIPT_TYPES: typescript_types(described),
        TYPESCRIPT_QUESTIONS: typescript_questions(described),
    }


def update():
    for path, text in written().items():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8")
        print(f"{path.name} {'is as it was' if text == before else 'is updated'}")


if __name__ == "__main__":
    update()
