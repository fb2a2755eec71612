"""Which request asks for the same as a command, worked out from the server's own OpenAPI document.

An operation names its command under `x-hence-command`: "explain {id}", "diff {a} {b}". So a new answer
is compared between the doors as soon as its route names its command; nothing is listed here.
"""

import re
import urllib.parse
from dataclasses import dataclass


@dataclass
class Operation:
    """One route of the document."""

    name: str
    method: str
    pattern: str
    command: list  # Its words; empty when no command asks it.
    takes: dict  # The type of each parameter, by name.
    paged: bool  # Over HTTP the JSON is a page, which a command does not print.

    def bind(self, plain):
        """The values of parameters that these plain arguments give, or None if they do not fit."""
        values, rest = {}, list(plain)
        for word in self.command:
            if not rest:
                return None
            given = rest.pop(0)
            if named := re.fullmatch(r"\{(\w+)\}", word):
                values[named[1]] = given
            elif word != given:
                return None
        while len(rest) >= 2 and rest[0] in self.takes:  # export dot tree SESSION
            name, value, *rest = rest
            values[name] = value
        return None if rest else values


def operations(document):
    schemas = document["components"]["schemas"]
    for pattern, methods in document["paths"].items():
        for method, told in methods.items():
            answer = told["responses"]["200"]["content"].get("application/json", {}).get("schema", {})
            shape = schemas.get(answer.get("$ref", "").rpartition("/")[2], {})
            yield Operation(
                told["operationId"], method.upper(), pattern, told.get("x-hence-command", "").split(),
                {one["name"]: one["schema"].get("type") for one in told["parameters"]},
                "next" in shape.get("properties", {}))


def options(words, takes):
    """Splits arguments into plain ones and (name, value) pairs; None for an option that is none of these."""
    plain, pairs, words = [], [], list(words)
    while words:
        word = words.pop(0)
        name = word[2:].replace("-", "_")
        if not word.startswith("--"):
            plain.append(word)
        elif name not in takes:
            return None
        else:
            pairs.append((name, "true" if takes[name] == "boolean" else words.pop(0)))
    return plain, pairs


def as_request(document, arguments):
    """The path and `Accept` that ask for the same over HTTP, or None where there is no such request.

    Pages are objects over HTTP, so only their text is compared.
    """
    words = [word for word in arguments if word != "--json"]
    as_json = len(words) < len(arguments)
    for operation in operations(document):
        if operation.method != "GET" or not operation.command or operation.command[0] != words[0]:
            continue
        given = options(words, operation.takes)
        values = operation.bind(given[0]) if given else None
        if values is None or (as_json and operation.paged):
            continue
        values = [*values.items(), *given[1]]
        names = re.findall(r"\{(\w+)\}", operation.pattern)
        in_path = {name: urllib.parse.quote(dict(values).get(name, "default"), safe="") for name in names}
        query = urllib.parse.urlencode([pair for pair in values if pair[0] not in names])
        path = operation.pattern.format(**in_path)
        return f"{path}?{query}".rstrip("?"), "application/json" if as_json else "text/plain"
    return None


def asked_by(document, commands):
    """The names of the GET operations that these commands ask, each a list of words."""
    asked = set()
    for operation in operations(document):
        bare = [word for word in operation.command if not word.startswith("{")]
        if operation.method == "GET" and bare and any(words[:len(bare)] == bare for words in commands):
            asked.add(operation.name)
    return asked
