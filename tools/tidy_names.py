"""Finds what a C++ file defines at namespace scope under a name that other files can see.

The linker keeps one of two inline functions with one name, whatever the files meant by it: two types of
one name share a destructor, and memory is lost by it without a word from the compiler. What is in an
anonymous namespace is the file's own and not listed here; nor are functions, which may be overloaded.
"""

import re

TOKENS = re.compile(r"""
    //[^\n]* | /\*.*?\*/                               # comments
  | R"(?P<mark>[^()\s\\]*)\(.*?\)(?P=mark)"            # raw texts
  | "(?:\\.|[^"\\\n])*" | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'  # texts, and not the ' of 1'000
  | ^[ \t]*\#(?:\\\n|[^\n])*                           # directives
  | \[\[ .*? \]\]                                      # attributes
""", re.VERBOSE | re.DOTALL | re.MULTILINE)

NAME = r"(?P<name>(?:\w+::)*\w+(?:<[^;{}]*>)?)"
TYPE = re.compile(r"(?:enum\s+(?:class|struct)|enum|struct|class|union)\b"
                  rf"\s*(?:alignas\([^)]*\)\s*)?{NAME}"
                  r"\s*(?:final\s*)?(?::(?!:).*)?$", re.DOTALL)
ALIAS = re.compile(r"(?:using|concept)\s+(?P<name>\w+)\s*=")
VALUE = re.compile(r"(?:inline|constexpr|constinit)\b[^(={]*?\b(?P<name>\w+)\s*(?:=|\{|$)")
NAMESPACE = re.compile(r"(?:inline\s+)?namespace\b\s*(?P<name>[\w:]*)\s*$")


def without_template(text):
    """`text` behind its `template <...>` and `requires` heads."""
    while match := re.match(r"\s*template\s*<", text):
        depth, at = 1, match.end()
        while depth and at < len(text):
            depth += {"<": 1, ">": -1}.get(text[at], 0)
            at += 1
        text = re.sub(r"^\s*requires\b.*?(?=\b(?:struct|class|using|inline|constexpr|enum)\b)", "",
                      text[at:], count=1, flags=re.DOTALL)
    return text.strip()


def named(statement):
    """What a statement that stands at namespace scope defines, if it is a type, an alias or a value."""
    found = TYPE.match(statement) or ALIAS.match(statement) or VALUE.match(statement)
    return found and found["name"]


def definitions(text):
    """Yields (qualified name, line) for every type, alias and value defined for others to see."""
    blank = TOKENS.sub(lambda found: '""' * (found[0][0] in "R\"'") + "\n" * found[0].count("\n"), text)
    scopes = []  # A namespace's name, "" for an anonymous one, None for any other brace.
    start, line_of_start = 0, None
    line = 1
    for at, letter in enumerate(blank):
        if letter == "\n":
            line += 1
        elif line_of_start is None and not letter.isspace():
            line_of_start = line
        if letter not in "{};":
            continue
        statement = without_template(blank[start:at])
        outside = all(scopes)  # In named namespaces only.
        opened = letter == "{" and NAMESPACE.match(statement)
        if outside and not opened and letter != "}" and (letter == "{" or not is_declared(statement)):
            if name := named(statement):
                yield "::".join([*scopes, re.sub(r"\s+", "", name)]), line_of_start
        if letter == "{":
            scopes.append(opened["name"] if opened else None)
        elif letter == "}" and scopes:
            scopes.pop()
        start, line_of_start = at + 1, None


def is_declared(statement):
    """Whether it only says that there is such a type: `class Store;`."""
    return re.match(r"(?:friend|enum|struct|class|union|extern)\b", statement) is not None
