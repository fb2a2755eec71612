"""Reads from a C++ file which names it defines at namespace scope: for others, and for itself alone.

No compiler, but enough of one for files in our style. What it knows of are statements that stand in a
namespace and nothing else; what is inside of functions and types is passed over.
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
DECLARED = re.compile(r"(?:friend|enum|struct|class|union|extern)\b")
# A function, or any other value; not `using std::x` and `namespace x = y`, which may be said twice.
OTHER = re.compile(r"(?!(?:using|namespace|static_assert)\b)[^(=]*?(?P<name>\w+)\s*(?P<call>\(|=|\[|$)")
MACROS = {"TEST", "TEST_F", "TEST_P", "INSTANTIATE_TEST_SUITE_P", "RC_GTEST_PROP", "RC_GTEST_FIXTURE_PROP"}
WORD = re.compile(r"(?<![\w.>:])([A-Za-z_]\w*)(?=\s*([(<])?)")


def definitions(text):
    """Yields (qualified name, line) for every type, alias and value that other files can see.

    Not for functions: they may be overloaded.
    """
    for scopes, statement, line in statements(text):
        found = TYPE.match(statement) or ALIAS.match(statement) or VALUE.match(statement)
        if found and "" not in scopes:
            yield "::".join([*scopes, re.sub(r"\s+", "", found["name"])]), line


def own_names(text):
    """What stands in an anonymous namespace; of a function, `name(`."""
    return {said_name(statement) for scopes, statement, _ in statements(text) if "" in scopes} - {""}


def shown_names(text):
    """What a header shows to those who include it; of a function, `name(`."""
    return {said_name(statement) for scopes, statement, _ in statements(text) if "" not in scopes} - {""}


def said_name(statement):
    if found := TYPE.match(statement) or ALIAS.match(statement) or VALUE.match(statement):
        return found["name"].split("<")[0]
    found = OTHER.match(statement)
    return found["name"] + found["call"].strip("=[") if found and found["name"] not in MACROS else ""


def words(text):
    """Every name that is said in `text`, and once more as `name(` where it may be a call.

    But for members, and what is said with its namespace: these are what they are, whoever is near.
    """
    said = WORD.findall(TOKENS.sub(" ", text))
    return {name for name, _ in said} | {name + "(" for name, after in said if after}


def statements(text):
    """Yields (namespaces, statement, line) of what stands in namespaces; "" is an anonymous one.

    A statement ends before its `{` or `;`, and begins behind its `template <...>`. Declarations of
    types are left out: `class Store;`.
    """
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
        opened = letter == "{" and NAMESPACE.match(statement)
        if statement and letter != "}" and not opened and None not in scopes:
            if letter == "{" or not DECLARED.match(statement):
                yield tuple(scopes), statement, line_of_start
        if letter == "{":
            scopes.append(opened["name"] if opened else None)
        elif letter == "}" and scopes:
            scopes.pop()
        start, line_of_start = at + 1, None


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
