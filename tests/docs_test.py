#!/usr/bin/env python3
"""Compares the documents with the program and with the sources: docs_test.py HENCE.

Examples: the test runs every `$ ...` in a ```console block, in order, in a separate directory for each page. The
command must print the text below, standard error included. A line that is only `…` stands for any lines. A
command that fails names its exit status: `$ hence gaps s1  # exit 1`. A block that begins ```json file=NAME is
that file. In the pages of docs/answers the bundled examples are recorded; other pages begin with an empty store.

Names: every subcommand has a page, every kind that a format reader emits is in docs/EVENT.md, and every source
path in a document exists.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parent.parent
# docs/clients/TYPESCRIPT.md needs the compiled client: tests/clients/typescript_test.py runs it.
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.name != "TYPESCRIPT.md")]
EXAMPLES = sorted((ROOT / "examples").glob("*.ndjson"))
HENCE = ""

# Commands that are documented on another page than docs/answers/COMMAND.md.
PAGE_OF = {
    "record": "RECORD.md",
    "redact": "howto/redact.md",
    "erase": "howto/erase.md",
    "retain": "howto/erase.md",
    "serve": "SERVER.md",
    "mcp": "MCP.md",
    "sessions": "answers/lists.md",
    "runs": "answers/lists.md",
    "agents": "answers/lists.md",
    "correlations": "answers/lists.md",
    "formats": "answers/other.md",
    "kinds": "answers/other.md",
    "completion": "answers/other.md",
    "demo": "answers/other.md",
    "spool": "SPOOL.md",
    "verify": "INTEGRITY.md",
    "init": "howto/encrypt.md",
    "prove": "INTEGRITY.md",
    "integrity": "INTEGRITY.md",
    "key": "INTEGRITY.md",
    "witness": "INTEGRITY.md",
    "anchor": "INTEGRITY.md",
    "status": "COMMANDS.md",
    "ask": "COMMANDS.md",
    "open": "COMMANDS.md",
    "help": "COMMANDS.md",
    "copy": "COMMANDS.md",
    "logs": "COMMANDS.md",
}


def files(text):
    """The files that a page shows, by name."""
    return re.findall(r"(?ms)^```\w+ file=(\S+)\n(.*?)^```$", text)


def commands(text):
    """Each command of a page: the line, its exit status, and what is shown below it."""
    for block in re.findall(r"(?ms)^```console\n(.*?)^```$", text):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            line, _, shown = part.partition("\n")
            status = re.search(r"  # exit (\d+)$", line)
            yield (re.sub(r"  # exit \d+$", "", line), int(status[1]) if status else 0,
                   shown.rstrip("\n"))


def fits(shown, printed):
    """Whether a text is what a page shows of it."""
    pattern = "\n".join(".*?" if line == "…" else re.escape(line) for line in shown.split("\n"))
    return re.fullmatch(pattern, printed, re.S) is not None


def outside_blocks(text):
    """Lines that look like a command to be typed, and that nothing would run."""
    rest = re.sub(r"(?ms)^```.*?^```$", "", text)
    return re.findall(r"(?m)^ *\$ hence .*$|^ {4,}hence [a-z].*$", rest)


def subcommands():
    """The names that the help of the program lists, under whatever heading."""
    help = subprocess.run([HENCE, "--help"], stdout=subprocess.PIPE, text=True, timeout=60).stdout
    return re.findall(r"(?m)^  ([a-z][\w-]*) ", help)


def names_of_sources():
    """The paths of all source files and of their folders, relative to the project."""
    names = set()
    for folder in ("src", "include", "tests", "bench", "examples", "tools", "ui/src", "cmake", "clients"):
        for path in (ROOT / folder).rglob("*"):
            if "node_modules" not in path.parts:
                names.add(path.relative_to(ROOT).as_posix())
        names.add(folder)
    return names


# A path that ends in .h or .cpp, with or without folders, and any path that begins with src/.
SOURCE_PATH = re.compile(r"(?<![\w./~-])(?:(?:[\w*-]+/)*[\w*.-]+\.(?:h|cpp)\b|src/[\w*/.-]*[\w*])")


def source_paths(text):
    """The source paths that the prose of a page names. Code blocks show paths of other projects."""
    return SOURCE_PATH.findall(re.sub(r"(?ms)^(`{3,}).*?^\1`*$", "", text))


class Kinds:
    """Finds the kinds that the format readers emit, in the tokens of the sources.

    A kind is a text in one of four places: the value that is assigned to a variable or member `kind`; the argument
    of a function or lambda whose parameter is called `kind`; the value that a function `kind_of...` returns; and the
    column `kind` of a table, whose row is a struct. The sources spell kinds as texts or as `Kind::name`.
    """

    TOKEN = re.compile(r"""(?s)//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'"""
                       r"""|[A-Za-z_]\w*|[0-9][\w']*|::|[=!]=|\S""")

    def __init__(self, sources):
        """`sources` maps the name of a source to its text."""
        self.found = {}  # From the kind to the sources that emit the kind.
        self.takers = {}  # From the name of a function to the indexes of its parameters `kind`.
        self.files = {name: [match[0] for match in self.TOKEN.finditer(text)
                             if not match[0].startswith(("//", "/*"))]
                      for name, text in sources.items()}
        for tokens in self.files.values():
            self.find_takers(tokens)
        for name, tokens in self.files.items():
            if "enum class Kind" not in " ".join(tokens):  # A Kind of another sort.
                self.read(name, tokens)

    @staticmethod
    def until(tokens, at, ends):
        """The tokens from `at` up to the first of `ends` outside of brackets."""
        depth, begin = 0, at
        while at < len(tokens) and (depth > 0 or tokens[at] not in ends):
            depth += (tokens[at] in "([{") - (tokens[at] in ")]}")
            at += 1
        return tokens[begin:at]

    @classmethod
    def split(cls, tokens):
        """The parts between commas outside of brackets."""
        parts, at = [], 0
        while at <= len(tokens):
            parts.append(cls.until(tokens, at, ","))
            at += len(parts[-1]) + 1
        return parts

    @staticmethod
    def values(tokens):
        """The kinds that an expression can result in, without texts that it compares with or passes on."""
        calls, kinds = [], []
        for at, token in enumerate(tokens):
            before = tokens[at - 1] if at > 0 else ""
            if token in "([{":
                calls.append(re.fullmatch(r"[\w\])]+", before) is not None
                             and before not in ("return", "string", "string_view"))
            elif token in ")]}":
                calls and calls.pop()
            elif any(calls) or before in ("==", "!="):
                continue
            elif token.startswith('"'):
                kinds.append(token[1:-1])
            elif tokens[max(at - 2, 0):at] == ["Kind", "::"] and tokens[max(at - 3, 0)] != "::":
                kinds.append(token)
        return [kind for kind in kinds if re.fullmatch(r"[a-z][a-z0-9_]{0,63}", kind)]

    def take(self, name, tokens):
        for kind in self.values(tokens):
            self.found.setdefault(kind, set()).add(name)

    def find_takers(self, tokens):
        """Functions that return an EventDraft or a Result<void>, and lambdas, with a parameter `kind`."""
        for at, token in enumerate(tokens):
            if token != "(":
                continue
            name, before = tokens[at - 1], tokens[max(at - 12, 0):at - 1]
            if name == "]":  # about = [&](std::string_view kind) {
                name = next((before[i - 1] for i in range(len(before) - 1, 0, -1) if before[i] == "="), "")
            elif "EventDraft" not in before and before[-4:] != ["Result", "<", "void", ">"]:
                continue
            for index, part in enumerate(self.split(self.until(tokens, at + 1, ")"))):
                if part[-1:] == ["kind"] and {"string", "string_view", "Kind"} & set(part):
                    self.takers.setdefault(name, set()).add(index)

    @classmethod
    def tables_in(cls, tokens):
        """The structs of a source with a member `kind`, and the index of that member."""
        tables = {}
        for at, token in enumerate(tokens):
            if token == "struct" and tokens[at + 2:at + 3] == ["{"]:
                body = cls.until(tokens, at + 3, "}")
                members = [body[i - 1] for i in range(1, len(body))
                           if body[i] in ";=" and re.fullmatch(r"[a-z]\w*", body[i - 1])]
                if "kind" in members:
                    tables[tokens[at + 1]] = members.index("kind")
        return tables

    @classmethod
    def rows(cls, tokens, at):
        """The rows behind the name of a struct: Row{...}, to_array<Row>({...}), array<Row, 2> x{{...}}."""
        if tokens[at + 1:at + 2] == ["{"]:
            return [cls.until(tokens, at + 2, "}")]
        if tokens[at + 1:at + 4] == [">", "(", "{"]:
            begin = at + 4
        elif tokens[at + 1:at + 2] == [","] and tokens[at + 5:at + 7] == ["{", "{"]:
            begin = at + 7
        else:
            return []
        return [row[1:-1] for row in cls.split(cls.until(tokens, begin, "}"))]

    def read(self, name, tokens):
        tables = self.tables_in(tokens)
        for at, token in enumerate(tokens):
            called = tokens[at + 1:at + 2] == ["("]
            arguments = self.split(self.until(tokens, at + 2, ")")) if called else []
            if re.fullmatch(r"(\w+_)?kind", token) and tokens[at + 1:at + 2] in (["="], ["("]):
                self.take(name, self.until(tokens, at + 2, ";,)}"))
            for index in self.takers.get(token, ()) if called else ():
                self.take(name, arguments[index] if index < len(arguments) else [])
            if called and re.fullmatch(r"(\w+_)?kind(_\w+)?", token):
                self.read_function(name, tokens, at)
            for row in self.rows(tokens, at) if token in tables else ():
                self.take(name, dict(enumerate(self.split(row))).get(tables[token], []))

    def read_function(self, name, tokens, at):
        """The function `kind_of(...)`, if its body follows: its values, and its lists of kinds that stay."""
        end = at + 2 + len(self.until(tokens, at + 2, ")"))
        begin = end + 1 + len(self.until(tokens, end + 1, "{;),=?:"))
        if tokens[begin:begin + 1] != ["{"]:
            return
        body = self.until(tokens, begin + 1, "}")
        for i, token in enumerate(body):
            if token == "return":
                self.take(name, self.until(body, i + 1, ";"))
            elif token == "kept" and body[i + 1:i + 2] == ["{"]:
                self.take(name, self.until(body, i + 2, "}"))


def emitted_kinds():
    """From each kind that a format reader emits to the sources that emit the kind."""
    sources = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
               for path in sorted((ROOT / "src" / "formats").rglob("*"))
               if path.suffix in (".h", ".cpp") and not re.search(r"_test$", path.stem)}
    return Kinds(sources).found


class Page:
    """A directory and a store in which the commands of one page are run."""

    def __init__(self, path, directory):
        self.text = path.read_text(encoding="utf-8")
        self.directory = pathlib.Path(directory)
        bin = self.directory / ".bin"
        bin.mkdir()
        (bin / "hence").symlink_to(HENCE)
        self.environment = dict(os.environ, HENCE_STORE=f"{directory}/.store", NO_COLOR="1",
                                LC_ALL="C.UTF-8", PYTHONPATH=str(ROOT / "clients" / "python"), PATH=f"{bin}:{os.environ['PATH']}")
        for name, content in files(self.text):
            (self.directory / name).write_text(content, encoding="utf-8")
        if path.parent.name == "answers":
            self.run(f"hence record {' '.join(map(str, EXAMPLES))}")

    def run(self, line):
        return subprocess.run(["bash", "-c", line], cwd=self.directory, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, encoding="utf-8", timeout=60)


class Docs(unittest.TestCase):
    maxDiff = None

    def test_what_is_shown_is_what_is_printed(self):
        for path in PAGES:
            with tempfile.TemporaryDirectory(prefix="docs-") as directory:
                page = Page(path, directory)
                for line, status, shown in commands(page.text):
                    with self.subTest(page=path.name, command=line):
                        result = page.run(line)
                        printed = result.stdout.rstrip("\n")
                        if not fits(shown, printed):
                            self.assertEqual(shown, printed)
                        self.assertEqual(status, result.returncode)

    def test_every_command_stands_where_it_is_run(self):
        for path in PAGES:
            self.assertEqual(outside_blocks(path.read_text(encoding="utf-8")), [], path.name)

    def test_every_page_of_an_answer_and_of_a_format_shows_one(self):
        pages = [path for path in PAGES if path.parent.name in ("answers", "formats")]
        for path in pages:
            shown = list(commands(path.read_text(encoding="utf-8")))
            self.assertGreaterEqual(len(shown), 1, path.name)


class Names(unittest.TestCase):
    def test_every_subcommand_has_a_page(self):
        commands = subcommands()
        self.assertIn("record", commands, "`hence --help` lists no subcommands any more: mend subcommands()")
        for command in commands:
            page = ROOT / "docs" / PAGE_OF.get(command, f"answers/{command}.md")
            with self.subTest(command=command):
                self.assertTrue(page.exists(), f"`hence {command}` has no page: write docs/answers/{command}.md, "
                                "or name its page in PAGE_OF")
                self.assertTrue(re.search(rf"\bhence {command}\b", page.read_text(encoding="utf-8")),
                                f"{page.name} does not name `hence {command}`")
        self.assertEqual(sorted(set(PAGE_OF) - set(commands)), [], "PAGE_OF names commands that do not exist")

    def test_every_kind_that_a_format_emits_is_described(self):
        text = (ROOT / "docs" / "EVENT.md").read_text(encoding="utf-8")
        found = emitted_kinds()
        for kind in ("tool_call", "span", "prompt", "log", "graph_node", "run_update", "score_edit"):
            self.assertIn(kind, found, "src/formats spells kinds in a way that Kinds does not find any more")
        for kind, sources in sorted(found.items()):
            with self.subTest(kind=kind):
                self.assertTrue(f"`{kind}`" in text, f"docs/EVENT.md does not name the kind {kind}, "
                                f"which {', '.join(sorted(sources))} emits")

    def test_the_table_of_kinds_is_the_documented_one(self):
        with tempfile.TemporaryDirectory(prefix="docs-") as directory:
            printed = Page(ROOT / "README.md", directory).run("hence --json kinds").stdout
        text = (ROOT / "docs" / "EVENT.md").read_text(encoding="utf-8")
        shown = {kind: re.sub(r" \([^)]*\)", "", fields).replace("\\*", "*").split(", ")
                 for kind, fields in re.findall(r"(?m)^\| `(\w+)` \| ((?:\w+(?:\\\*)?[^|]*)?) \| [^|]* \|$", text)}
        for row in json.loads(printed):
            fields = [field["name"] + ("*" if field["expected"] else "") for field in row["fields"]]
            self.assertEqual(shown.get(row["kind"]), fields, row["kind"])

    def test_every_source_path_exists(self):
        names = names_of_sources()
        # A page may name a source by the end of its path: `links.h`, `cause/links.h`, `src/views/cause/links.h`.
        ends = {name.split("/", cut)[-1] for name in names for cut in range(name.count("/") + 1)}
        for path in [*PAGES, ROOT / "CONTRIBUTING.md"]:
            for named in sorted(set(source_paths(path.read_text(encoding="utf-8")))):
                with self.subTest(page=path.name, named=named):
                    there = any(ROOT.glob(named)) if "*" in named else named.rstrip("/") in ends
                    self.assertTrue(there, f"{path.relative_to(ROOT)} names {named}, which is not in the tree")


class Finding(unittest.TestCase):
    """The tests above depend on these functions, which must find something."""

    def kinds(self, code):
        return sorted(Kinds({"a.cpp": code}).found)

    def test_a_kind_is_found_wherever_it_is_spelled(self):
        self.assertEqual(self.kinds('draft.kind = whole ? "one" : "two";'), ["one", "two"])
        self.assertEqual(self.kinds('kind = kind == "not" ? "one" : kind_from("neither");'), ["one"])
        self.assertEqual(self.kinds('kind = Kind::one; part.kind = GraphPart::Kind::edge;'), ["one"])
        self.assertEqual(self.kinds('EventDraft draft(int at, std::string_view kind);\nx = draft(f("no"), "one");'),
                         ["one"])
        self.assertEqual(self.kinds('auto part = [&](std::string_view kind) {}; part("one");'), ["one"])
        self.assertEqual(self.kinds('Text kind_of(Role role) { if (role == a) { return "one"; } return "two"; }'),
                         ["one", "two"])
        self.assertEqual(self.kinds('struct Row { std::string_view name; std::string_view kind; };\n'
                                    'auto rows = std::to_array<Row>({{"no", "one"}, {"no", "two"}});'),
                         ["one", "two"])
        self.assertEqual(self.kinds('if (draft.kind == "no") { f("no"); } // kind = "no"'), [])

    def test_a_path_is_found_in_prose_alone(self):
        self.assertEqual(source_paths("see `src/views/cause`, a.cpp and `base/try.h`.\n```\nsrc/gone\n```\n"),
                         ["src/views/cause", "a.cpp", "base/try.h"])
        self.assertEqual(source_paths("~/src/a, https://x/src/b and `agent.html`"), [])


class Fitting(unittest.TestCase):
    def test_a_difference_is_seen(self):
        self.assertTrue(fits("a\n…\nd", "a\nb\nc\nd"))
        self.assertTrue(fits("a.", "a."))
        self.assertFalse(fits("a.", "ab"))
        self.assertFalse(fits("a\n…\nd", "a\nb\nc\ne"))


if __name__ == "__main__":
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
