#!/usr/bin/env python3
"""Keeps the promises that a compiler cannot: who may include whom, how long a file may grow, and
that the documents still describe the code. Runs as a test; prints one line for each broken promise.

To bend a rule, add the file to its allowlist with a reason. Allowlists may shrink, never grow
without one.
"""

import os
import pathlib
import re
import sys

import names

# Each room, and the rooms that it may include besides itself and include/hence. Lowest first: nothing
# points upward.
ROOMS = {
    "hence": [],
    "base": [],
    "sqlite": ["base"],
    "model": ["base"],
    "store": ["model", "base"],
    "formats": ["model", "base"],
    "intake": ["formats", "store", "model", "base"],
    "record": ["intake", "formats", "sqlite", "store", "model", "base"],
    "graph": ["store", "model", "base"],
    "views": ["graph", "store", "model", "base"],
    "sql": ["views", "sqlite", "graph", "store", "model", "base"],
    "server": ["sql", "graph", "views", "record", "intake", "formats", "store", "model", "base"],
    "api": ["server", "sql", "graph", "views", "record", "intake", "formats", "store", "model",
            "base"],
    "cli": ["api", "server", "sql", "sqlite", "graph", "views", "record", "intake", "formats",
            "store", "model", "base"],
}

# The folders of a room, lowest level first. A folder may include itself and the levels below; "" is
# the room's own folder. Tests may include all of their room.
WALLS = {
    "model": ["json", "", "counted rationale redact where words", "summary", "files"],
    "store": ["format", "search", "rocks/files rocks/names rocks/sheets", "integrity", "common rocks/sealed",
              "memory rocks postgres", "verify", ""],
    "formats": [
        "common otlp/decode",
        "otlp/conventions",
        "otlp/translate",
        "otlp",
        "spans",
        "a2a agents atif claude_code codex cortex deciduous google_cloud inspect jaeger langfuse"
        " langgraph langsmith mapping mayros mini_swe_agent openhands reactive_agents replay swe_agent",
        # A Nous graph has Deciduous rows; both of OpenAI's have its items; the lines of a Qwen Code
        # transcript hang together as Claude Code's do.
        "nous openai_agents qwen_code",
        "",
    ],
    "intake": ["once", ""],
    "record": ["", "spool"],
    "views": [
        "find write",
        "cause lists shape diff graph",
        "tree explain",
        "branch calibration context debrief dossier erase events files gaps knew note outcome outline review search"
        " show similar stats timeline trajectory",
        "alignment cohort directives drift export map replay topology",
        "kept",
        "testing",
    ],
    "server": [
        "wire",
        "http watch",
        "router",
        "access door otlp mcp",
        "grpc page",
        "routes",
        "routes/recording routes/tlog",
        "serve",
    ],
    "cli": ["console", "commands", "commands/answers", ""],
}
# The same for the folders of the page: those of ui/src, lowest level first. Its tests keep to it, too.
UI_WALLS = [
    "api layout",
    "ground",
    "parts",
    "parts/rich parts/sharing parts/windowed",
    "session/state",
    "session/find session/graph/scene session/timeline session/transcript/tools session/tree session/why",
    "session/graph/drawing session/playback session/transcript",
    "session/graph/controls",
    "session/graph",
    "session",
    "pages/calibration pages/cohort pages/compare pages/debrief pages/decisions pages/dossier"
    " pages/figures pages/integrity pages/search pages/sessions pages/sql pages/topology",
    "pages/replay",
    "pages",
    "shell",
    "",
]
FILES_MAX = 45  # In one folder: more does not fit on a screen.
# Folders that nobody outside their room may know.
HIDDEN = ["store/rocks", "store/postgres"]

# Each library, and the rooms that know it. What is not named here (fmt, GoogleTest, RapidCheck) is free.
FENCES = {
    "rocksdb/": ["store"],
    "zstd.h": ["base", "store"],
    "zlib.h": ["base"],
    "spdlog/": ["server", "cli"],
    "protozero/": ["formats"],
    "openssl/": ["base"],
    "boost/json": ["formats", "server"],
    "boost/beast": ["server"],
    "boost/asio": ["server"],
    "nghttp2/": ["server"],
    "CLI/": ["cli"],
    "archive": ["record"],
    "re2/": ["model"],
    "sqlite3": ["sqlite"],
}

BANNED = [
    (r"\bstd::(cout|cerr|endl)\b", "the stream or Sink that was handed in"),
    (r"\busing namespace\b", "the full name"),
    (r"\bstd::views::", "a loop or an algorithm: clang-tidy 14 cannot read GCC 12's views"),
    (r"\bstd::ranges::(equal_range|unique|rotate|remove|remove_if|search|partition|subrange)\b",
     "the algorithm over iterators: clang 14 cannot read GCC 12's subrange"),
    (r"\b(new|delete)\s+\w", "std::make_unique"),
    (r"\bthrow\b", "an Error"),
    (r"\b(FIXME|XXX)\b", "a fix, before it is merged"),
    (r"TODO(?!\(ADR-\d{4}\)|\(#\d+\))", "TODO(#issue), so that it can be found and closed"),
    (r"^(?!\s*TRY\()(?!.*= TRY\().*\bTRY\(", "`x = TRY(...)` or `TRY(...)`, on its own"),
]

# Texts come from outside, and whoever knows the hash of a table can fill one place of it. Tests may.
KNOWN_HASH = re.compile(r"\bstd::unordered_(multi)?(map|set)<\s*(const )?std::string(_view)?\b"
                        r"(?!.*TextHash)|\bstd::hash<std::string")

# A kind is compared with `Kind` of model/kinds.h, so that all that is known of kinds is in one table.
KIND_COMPARED = re.compile(r"""\bkind(\(\))?\s*[!=]=\s*"(\w+)\"""")
KIND_ROOMS = {"model", "formats"}

# The same for the page. Text that was recorded never becomes markup or code, and one folder talks to
# the server: what a page may ask for is decided in one place.
UI_BANNED = [
    (r"\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b",
     "text: what was recorded is never markup"),
    (r"\beval\(|\bnew Function\b|\bjavascript:", "code that is there when the page is built"),
    (r"^(?! *(\*|/\*|//)).*((:|<|\bas|\||\() *any\b|\bany\[\])|@ts-(ignore|nocheck)",
     "a type, or unknown"),
    (r"^export default\b", "a named export"),
    (r"\bhttps?://(?!www\.w3\.org/)", "the page's own origin"),
    *(rule for rule in BANNED if "FIXME" in rule[0] or "TODO" in rule[0]),
]
UI_ASKING = re.compile(r"\bfetch\(|\b(XMLHttpRequest|WebSocket|sendBeacon|EventSource)\b")
# The types of the answers stand once, in the client; `api` hands them on to the page.
UI_TYPES = ("api", "../../clients/typescript/src")
UI_IMPORT = re.compile(r"^(?:import|export|\}).*'(\.{1,2}/[^']+)'")
UI_FUNCTION = re.compile(r"( *)(?:export )?(?:(?:async )?function\*? (\w+)"
                         r"|const (\w+)\b.*(?:=>(?: [{(])?|function.*\{|= (?:async )?\()$"
                         r"|(?:(?:private|static|async|get|set) )*(?!if|for|while|switch|catch)(\w+)\(.*\{$)")
UI_FUNCTION_MAX = 80
UI_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl|oklch)a?\(")

# What ties a file to the machine it was written on.
MACHINE = re.compile(r"(?<![\w.~-])/(work|root|home)/|localhost:\d{4,5}/simple"
                     r"|registry\.npmjs|pypi\.org|index\.crates|docker\.io|ghcr\.io")
MACHINE_FREE = {"tools/tidy.py", "tools/tidy_test.py"}  # They spell out what they forbid.

TEXT = {".h", ".cpp", ".py", ".md", ".cmake", ".txt", ".json", ".ndjson", ".story", ".yml", "",
        ".ts", ".tsx", ".css", ".html", ".mjs"}
LINES_MAX = 500
UI_LINES_MAX = 250
LONG_FILES = {  # path: reason
    "ui/tests/hostile.ts": "a list of two hundred texts, one a line",
}


class Tidy:
    """One walk over a project; `errors` has a line for each broken promise."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.errors = []
        table = self.root / "src" / "model" / "kinds.h"
        listed = re.search(r"enum class Kind .*?\{(.*?)\};", table.read_text(encoding="utf-8"), re.S) \
            if table.exists() else None
        self.kinds = set(re.findall(r"\w+", listed[1])) if listed else set()

    def report(self, path, line, message):
        self.errors.append(f"{path.relative_to(self.root)}:{line}: {message}")

    def check(self):
        for source in self.files("include", "src"):
            if source.suffix in (".h", ".cpp"):
                self.check_source(source)
        self.check_names()
        self.check_folders()
        self.check_page_folders()
        for source in self.files("ui/src", "ui/tests"):
            if source.suffix in (".ts", ".tsx", ".css"):
                self.check_page_source(source)
        for document in sorted([*self.root.glob("*.md"), *(self.root / "docs").rglob("*.md")]):
            self.check_document(document)
        self.check_map()
        self.check_decisions()
        self.check_machine()
        return self.errors

    def files(self, *folders):
        found = []
        for folder in folders:
            for place, inner, names in os.walk(self.root / folder):
                inner[:] = [name for name in inner if name != "node_modules"]
                found += [pathlib.Path(place) / name for name in names]
        return sorted(found)

    def check_source(self, path):
        room = path.relative_to(self.root).parts[1]
        lines = path.read_text(encoding="utf-8").splitlines()
        if room not in ROOMS:
            return self.report(path, 1, f"{room}/ is no room of ours: see ROOMS in tools/tidy.py")
        if path.suffix == ".h" and not (lines and lines[0].startswith("// ")):
            self.report(path, 1, "a header opens with a sentence saying what it is for")
        if len(lines) > LINES_MAX and str(path.relative_to(self.root)) not in LONG_FILES:
            self.report(path, LINES_MAX,
                        f"{len(lines)} lines; split it, or give a reason in LONG_FILES")
        if re.search(r"\butils?\b", path.stem):
            self.report(path, 1, "a file is named after what it holds, never utils")
        for number, line in enumerate(lines, 1):
            self.check_line(path, room, number, line)

    def check_folders(self):
        """No folder grows beyond a screen, and the walls between folders name them all."""
        for folder in sorted({path.parent for path in self.files("include", "src", "ui/src", "tests")}):
            count = sum(path.is_file() for path in folder.iterdir())
            if count > FILES_MAX and "corpus" not in folder.parts:
                self.report(folder, 0, f"{count} files; a folder holds {FILES_MAX} at most")
        for room, levels in WALLS.items():
            place = self.root / "src" / room
            if place.exists() and any(path.is_dir() for path in place.iterdir()):
                for folder in " ".join(levels).split():
                    if not (place / folder).is_dir():
                        self.errors.append(f"tools/tidy.py: src/{room}/{folder} is in WALLS and not there")

    def check_wall(self, path, room, number, included):
        """Within a room, a folder includes the levels below it."""
        if room not in WALLS or re.search(r"_test$", path.stem):
            return
        level = {folder: height for height, level in enumerate(WALLS[room])
                 for folder in level.split(" ")}
        here = path.parent.relative_to(self.root / "src" / room).as_posix().replace(".", "", 1)
        there = str(pathlib.PurePosixPath(included).parent).replace(".", "", 1)
        if here not in level:
            return self.report(path, number, f"src/{room}/{here} has no place in WALLS")
        if there != here and level.get(there, 99) >= level[here]:
            self.report(path, number, f"{room}/{here} may not include {room}/{there}: see WALLS")

    def check_names(self):
        """One name, one thing: what files share under a name is defined in one of them."""
        first = {}
        for path in self.files("include", "src", "tests", "bench", "examples"):
            if path.suffix not in (".h", ".cpp"):
                continue
            for name, line in names.definitions(path.read_text(encoding="utf-8")):
                where = first.setdefault(name, path)
                if where != path:
                    self.report(path, line, f"{name} is defined in "
                                f"{where.relative_to(self.root)}, too: one name, one thing")

    def check_line(self, path, room, number, line):
        if len(line) > 100:
            self.report(path, number, f"{len(line)} columns")
        if include := re.match(r'#include "(\w+)/', line):
            if include[1] not in (room, "hence", *ROOMS[room]):
                self.report(path, number, f"{room}/ may not include {include[1]}/")
        if include := re.match(rf'#include "{room}/(.+)"', line):
            self.check_wall(path, room, number, include[1])
        if include := re.match(r'#include "((\w+)/.+)"', line):
            for folder in HIDDEN:
                if include[1].startswith(folder + "/") and room != include[2]:
                    self.report(path, number, f"nobody outside {include[2]}/ knows {folder}")
        if include := re.match(r"#include <(.+)>", line):
            for library, owners in FENCES.items():
                if include[1].startswith(library) and room not in owners:
                    self.report(path, number, f"only {' and '.join(owners)} may know <{library}...>")
            if room == "hence" and re.search(r"[./]", include[1]) and path.name != "c.h":
                self.report(path, number, "include/ needs nothing but the standard library")
        if KNOWN_HASH.search(code_only(line)) and not path.stem.endswith("_test"):
            self.report(path, number, "use ByText, Texts or TextHash of base/by_text.h")
        compared = KIND_COMPARED.search(line)
        if (compared and room not in KIND_ROOMS and not re.search(r"_test$", path.stem)
                and compared[2] in self.kinds):
            self.report(path, number, f"use Kind::{compared[2]} of model/kinds.h")
        for pattern, instead in BANNED:
            text = line if "TODO" in pattern or "FIXME" in pattern else code_only(line)
            if not line.startswith("#define") and re.search(pattern, text):
                self.report(path, number, f"use {instead}")

    def check_page_source(self, path):
        name = str(path.relative_to(self.root))
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        if len(lines) > UI_LINES_MAX and name not in LONG_FILES:
            self.report(path, UI_LINES_MAX,
                        f"{len(lines)} lines; split it, or give a reason in LONG_FILES")
        if re.search(r"\butils?\b", path.name.lower()):
            self.report(path, 1, "a file is named after what it holds, never utils")
        tests = name.startswith("ui/tests/") or "from 'vitest'" in text
        if name.startswith("ui/src/") and path.suffix != ".css":
            self.check_page_walls(path, lines)
            self.check_page_functions(path, [] if tests else lines)
        for number, line in enumerate(lines, 1):
            if path.suffix == ".css":
                if path.name != "tokens.css" and UI_COLOUR.search(line):
                    self.report(path, number, "use a colour of tokens.css")
                continue
            if tests:  # They spell out what must not happen, and name places that are none.
                continue
            if not name.startswith("ui/src/api/") and UI_ASKING.search(line):
                self.report(path, number, "only ui/src/api asks the server")
            for pattern, instead in UI_BANNED:
                if re.search(pattern, line):
                    self.report(path, number, f"use {instead}")

    def check_page_folders(self):
        page = self.root / "ui" / "src"
        for folder in " ".join(UI_WALLS).split():
            if (page / "main.tsx").exists() and not (page / folder).is_dir():
                self.errors.append(f"tools/tidy.py: ui/src/{folder} is in UI_WALLS and not there")

    def check_page_walls(self, path, lines):
        """A folder of the page imports itself and the levels below it."""
        page = self.root / "ui" / "src"
        level = {folder: height for height, level in enumerate(UI_WALLS) for folder in level.split(" ")}
        here = path.parent.relative_to(page).as_posix().replace(".", "", 1)
        if here not in level:
            return self.report(path, 1, f"ui/src/{here} has no place in UI_WALLS")
        for number, line in enumerate(lines, 1):
            if imported := UI_IMPORT.match(line):
                there = os.path.relpath((path.parent / imported[1]).parent, page)
                there = there if there.startswith("..") else there.replace(".", "", 1)
                if (here, there) != UI_TYPES and there != here and level.get(there, 99) >= level[here]:
                    self.report(path, number, f"ui/src/{here} may not import ui/src/{there}: see UI_WALLS")

    def check_page_functions(self, path, lines):
        for number, line in enumerate(lines):
            if found := UI_FUNCTION.match(line):
                length = function_length(lines[number:], found[1])
                if length > UI_FUNCTION_MAX:
                    self.report(path, number + 1, f"{found[2] or found[3] or found[4]} has {length} lines; "
                                f"a function of the page has {UI_FUNCTION_MAX} at most")

    def check_document(self, path):
        text = path.read_text(encoding="utf-8")
        prose = re.sub(r"(?s)```.*?```", lambda block: "\n" * block[0].count("\n"), text)
        if len(re.findall(r"(?m)^# ", prose)) != 1:
            self.report(path, 1, "a document has one title")
        for number, line in enumerate(prose.splitlines(), 1):
            for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", line):
                if not (path.parent / target).exists():
                    self.report(path, number, f"{target} is not there")
            if re.search(r"\.(h|cpp|tsx?):\d+", line):
                self.report(path, number, "name the function, not the line: lines move")

    def check_map(self):
        """ARCHITECTURE.md has one section for each room, and no room that is gone."""
        path = self.root / "docs" / "ARCHITECTURE.md"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        mapped = set(re.findall(r"(?m)^### `src/(\w+)`", text))
        there = {path.relative_to(self.root).parts[1] for path in self.files("src")}
        for room in sorted(there ^ mapped):
            state = "unmapped" if room in there else "gone"
            self.errors.append(f"docs/ARCHITECTURE.md: src/{room} is {state}")

    def check_decisions(self):
        """Records of decisions are numbered without a hole, and say what every one of them must."""
        paths = sorted((self.root / "docs" / "adr").glob("*.md"))
        for number, path in enumerate(paths, 1):
            if not path.name.startswith(f"{number:04d}-"):
                self.report(path, 1, f"expected number {number:04d}")
            text = path.read_text(encoding="utf-8")
            for part in ("Status", "Date", "Context", "Decision", "Consequences"):
                if not re.search(rf"(?m)^## {part}\b|\b{part}: ", text):
                    self.report(path, 1, f"says nothing under {part}")

    def check_machine(self):
        """Nothing points at the machine it was written on, or at one place to download from."""
        folders = ["include", "src", "tests", "tools", "cmake", "docs", "examples", "bench", "ui",
                   ".ci"]
        tops = [path for path in self.root.iterdir() if path.is_file()]
        for path in [*sorted(tops), *self.files(*folders)]:
            name = str(path.relative_to(self.root))
            if path.suffix not in TEXT or name in MACHINE_FREE or "/corpus/" in name:
                continue
            for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
                lock = name == "ui/package-lock.json" and '"resolved"' in line
                if lock or MACHINE.search(line):
                    self.report(path, number, "names a machine's own path or a place to download from")


def function_length(lines, indent):
    """How many lines the function has that begins with the first of `lines`, in Prettier's form.

    Everything inside of a function stands further to the right than its beginning. The first line that
    does not is the function's own end, the end of its parameters, or the next statement.
    """
    for number, line in enumerate(lines[1:], 2):
        if line == "" or line.startswith(indent + " "):
            continue
        if line[len(indent):len(indent) + 1] not in ("}", ")", "]", ">"):
            return number - 1
        if not line.endswith(("{", "(", "[", "=>")):
            return number
    return len(lines)


def code_only(line):
    return re.sub(r'"(\\.|[^"\\])*"', '""', line).split("//")[0]


if __name__ == "__main__":
    broken = Tidy(sys.argv[1] if len(sys.argv) > 1 else ".").check()
    print("\n".join(broken) or "tidy")
    sys.exit(1 if broken else 0)
