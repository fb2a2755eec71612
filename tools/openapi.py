"""The document in which the server describes its answers, and the TypeScript of its schemas.

The server describes its answers at /api/v1/openapi.json. The page is built before the program that
carries it, so the repository keeps a copy of the document, ui/src/api/openapi.json. The types that
follow from the document stand once, in the TypeScript client (tools/client_answers.py); the page takes
them from there. tests/openapi_test.py compares the copy with the program, and updates copy and types
when it is asked to: `tools/ui openapi`.

This module knows the part of JSON Schema that the server uses. It refuses any other keyword: a keyword
that is passed over would give a type that promises too much.
"""

import json
import pathlib

API = pathlib.Path(__file__).resolve().parent.parent / "ui" / "src" / "api"
DOCUMENT = API / "openapi.json"
KINDS = DOCUMENT.parent / "kinds.json"

COLUMNS = 100
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
SAYS_NO_TYPE = {"description", "format"}
REFERENCE = "#/components/schemas/"


def normalised(text):
    """The document as it is kept: indented, and with paths and schemas in the order of their names.

    The order in which the server lists its routes is no part of the contract. The order of an
    object's properties is kept: it is the order in which an answer has them.
    """
    document = json.loads(text)
    document["paths"] = dict(sorted(document["paths"].items()))
    schemas = document["components"]["schemas"]
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def declaration(name, schema):
    if "properties" not in schema:
        raise ValueError(f"the schema {name} has no properties")
    told = f"\n/** {comment(schema['description'])} */" if "description" in schema else ""
    known(name, schema, {"type", "properties", "required"})
    required = set(schema.get("required", []))
    members = "".join(member(name, key, value, key in required)
                      for key, value in schema["properties"].items())
    return f"{told}\nexport type {name} = {{\n{members}}};\n"


def member(owner, key, schema, required):
    """One member of a type, broken into lines as Prettier would break it."""
    start = f"  readonly {key}{'' if required else '?'}:"
    choices = alternatives(f"{owner}.{key}", schema)
    union = " | ".join(choices) + ";"
    if len(start) + 1 + len(union) <= COLUMNS or len(choices) == 1:
        return f"{start} {union}\n"
    if 4 + len(union) <= COLUMNS:
        return f"{start}\n    {union}\n"
    return start + "".join(f"\n    | {choice}" for choice in choices) + ";\n"


def alternatives(place, schema):
    """The members of a union; one for a type that is no union."""
    if "anyOf" in schema:
        known(place, schema, {"anyOf"})
        return [choice for each in schema["anyOf"] for choice in alternatives(place, each)]
    if "enum" in schema:
        known(place, schema, {"type", "enum"})
        return [quoted(value) for value in schema["enum"]]
    return [single(place, schema)]


def single(place, schema):
    if "$ref" in schema:
        known(place, schema, {"$ref"})
        return schema["$ref"].removeprefix(REFERENCE)
    if "type" not in schema:
        known(place, schema, set())
        return "Json"  # The server hands on whatever was recorded there.
    if schema["type"] == "array":
        known(place, schema, {"type", "items"})
        choices = alternatives(place, schema["items"])
        item = " | ".join(choices)
        return f"readonly ({item})[]" if len(choices) > 1 or item.startswith("readonly") else f"readonly {item}[]"
    if schema["type"] == "object":
        known(place, schema, {"type", "additionalProperties"})
        if "additionalProperties" not in schema:
            return "JsonObject"
        value = " | ".join(alternatives(place, schema["additionalProperties"]))
        return f"{{ readonly [name: string]: {value} }}"
    known(place, schema, {"type"})
    return PLAIN[schema["type"]]


def known(place, schema, keywords):
    if others := schema.keys() - keywords - SAYS_NO_TYPE:
        raise ValueError(f"{place}: no type is known for {', '.join(sorted(others))}")


def quoted(value):
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def comment(text):
    return text.replace("*/", "* /")
