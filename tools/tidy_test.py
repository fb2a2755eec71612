#!/usr/bin/env python3
"""Each promise that tidy.py keeps can be broken, and is then reported."""

import pathlib
import tempfile
import unittest

import tidy

MAP = "# Map\n\n### `src/base`\n"
DECISION = "# One\n\nStatus: accepted\nDate: 2026-01-01\n\n## Context\n\n## Decision\n\n## Consequences\n"


class TidyTest(unittest.TestCase):
    def found(self, **files):
        """What tidy says of a project that is in order but for `files`."""
        project = {"docs/ARCHITECTURE.md": MAP, "src/base/a.h": "// A sentence.\n",
                   "include/hence/a.h": "// A sentence.\n", "docs/adr/0001-one.md": DECISION}
        project.update(files)
        with tempfile.TemporaryDirectory() as directory:
            for name, text in project.items():
                path = pathlib.Path(directory) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return "\n".join(tidy.Tidy(directory).check())

    def broken(self, name, text):
        return self.found(**{name: text})

    def test_a_project_in_order_is_tidy(self):
        self.assertEqual(self.found(), "")

    def test_includes_point_downwards(self):
        self.assertIn("base/ may not include model/",
                      self.broken("src/base/a.cpp", '#include "model/json/json.h"\n'))

    def test_folders_of_a_room_point_downwards(self):
        found = self.found(**{"src/cli/console/a.cpp": '#include "cli/commands/b.h"\n',
                              "src/cli/commands/b.h": '// B.\n#include "cli/console/c.h"\n'})
        self.assertIn("src/cli/console/a.cpp:1: cli/console may not include cli/commands", found)
        self.assertNotIn("src/cli/commands/b.h:", found)
        self.assertIn("has no place in WALLS",
                      self.broken("src/cli/attic/a.cpp", '#include "cli/console/c.h"\n'))

    def test_a_folder_fits_on_a_screen(self):
        files = {f"src/base/f{n}.h": "// A sentence.\n" for n in range(tidy.FILES_MAX)}
        self.assertIn(f"src/base:0: {tidy.FILES_MAX + 1} files", self.found(**files))

    def test_the_engine_is_hidden(self):
        self.assertIn("nobody outside store/ knows store/rocks",
                      self.broken("src/cli/a.cpp", '#include "store/rocks/a.h"\n'))

    def test_kinds_are_compared_by_the_table(self):
        table = "// Kinds.\nenum class Kind : int {\n    tool_call,\n};\n"
        for room, wrong in (("cli", True), ("formats", False)):
            found = self.found(**{"src/model/kinds.h": table,
                                  f"src/{room}/a.cpp": 'if (event.kind() == "tool_call") {\n'})
            self.assertEqual("use Kind::tool_call" in found, wrong, room)

    def test_one_room_knows_each_library(self):
        self.assertIn("only store may know", self.broken("src/base/a.cpp", "#include <rocksdb/db.h>\n"))
        self.assertIn("only base may know", self.broken(
            "src/model/a.cpp", "#include <openssl/evp.h>\n"))

    def test_public_headers_need_only_the_standard_library(self):
        self.assertIn("nothing but the standard library",
                      self.broken("include/hence/a.h", "// A.\n#include <fmt/format.h>\n"))
        self.assertIn("hence/ may not include base/",
                      self.broken("include/hence/a.h", '// A.\n#include "base/try.h"\n'))

    def test_banned_words_are_found_in_code_and_not_in_text(self):
        self.assertIn("use an Error", self.broken("src/base/a.cpp", "throw 1;\n"))
        self.assertEqual("", self.broken("src/base/a.cpp", 'say("throw");  // We throw nothing.\n'))
        self.assertIn("on its own", self.broken("src/base/a.cpp", "f(TRY(g()));\n"))
        self.assertEqual("", self.broken("src/base/a.cpp", "const int x = TRY(g());\n"))

    def test_texts_are_hashed_by_nobody_knows_what(self):
        for wrong in ("std::unordered_map<std::string, int> a;\n",
                      "std::unordered_set<std::string_view> a;\n",
                      "std::unordered_multimap<const std::string, int> a;\n",
                      "f(std::hash<std::string>()(text));\n"):
            self.assertIn("use ByText", self.broken("src/base/a.cpp", wrong), wrong)
            self.assertEqual("", self.broken("src/base/a_test.cpp", wrong), wrong)
        for right in ("std::unordered_map<std::uint64_t, std::string> a;\n",
                      "std::unordered_map<std::string, int, TextHash, std::equal_to<>> a;\n",
                      "// No std::unordered_set<std::string> here.\n", "ByText<int> a;\n"):
            self.assertEqual("", self.broken("src/base/a.cpp", right), right)

    def test_lines_and_files_have_a_length(self):
        self.assertEqual("", self.broken("src/base/a.cpp", ("/" * 100 + "\n") * 500))
        self.assertIn("101 columns", self.broken("src/base/a.cpp", "/" * 101 + "\n"))
        self.assertIn("501 lines", self.broken("src/base/a.cpp", "//\n" * 501))

    def test_a_header_opens_with_a_sentence(self):
        self.assertIn("opens with a sentence", self.broken("src/base/a.h", "#pragma once\n"))

    def twice(self, one, other):
        """What is said when one header and one source define these, in namespace hence."""
        return self.found(**{
            "include/hence/a.h": "// A.\nnamespace [[gnu::visibility(\"default\")]] hence {\n" + one + "\n}\n",
            "src/base/b.cpp": "namespace hence {\n" + other + "\n}\n"})

    def test_one_name_is_one_thing(self):
        for one in ("struct Walk { int a; };", "class Walk final : public Base<int> {};",
                    "enum class Walk : int { a };", "union Walk { int a; };", "using Walk = int;",
                    "template <class T, class U = A<T>>\nrequires B<T>\nstruct Walk {};",
                    "template <class T> concept Walk = true;", "struct alignas(8) [[nodiscard]] Walk {};",
                    "inline constexpr auto Walk = [](int a) { return a; };",
                    "inline constexpr std::array<int, 2> Walk{1, 2};"):
            self.assertIn("b.cpp:3: hence::Walk is defined in include/hence/a.h, too",
                          self.twice(one, "\nstruct Walk { long b; };"), one)
            self.assertIn("hence::Walk is defined", self.twice("class Walk {};", one), one)
        self.assertIn("hence::Hash<Id> is defined", self.twice(
            "template <> struct Hash<Id> {};", "template <>\nstruct Hash<Id> {};"))
        self.assertIn("hence::inner::Walk is defined", self.twice(
            "namespace inner { class Walk {}; }", "}\nnamespace hence::inner {\nclass Walk {};"))

    def test_one_name_may_be_said_twice_where_it_is_not_one_thing(self):
        for one in ("class Walk;", "struct Walk a();", "struct Outer { struct Walk {}; };",
                    "namespace { class Walk {}; }", "namespace inner { class Walk {}; }",
                    "void f() { struct Walk {}; }", "// struct Walk {};", 'auto a = "struct Walk {};";',
                    'auto a = R"(\nstruct Walk {};)";', "#define WALK \\\nstruct Walk {};",
                    "template <> struct Walk<int> {};", "class Outer { friend struct Walk; };",
                    "class Outer::Walk {};", "int a = 1'000; namespace { struct Walk { char b = '{'; }; }"):
            self.assertEqual("", self.twice(one, "struct Walk {};"), one)
            self.assertEqual("", self.twice("struct Walk {};", one), one)

    def test_what_was_recorded_never_becomes_markup(self):
        for text in ("<b dangerouslySetInnerHTML={x} />", "element.innerHTML = text;", "eval(text);"):
            self.assertIn("a.tsx:1: use", self.broken("ui/src/ground/a.tsx", text + "\n"))
        self.assertEqual("", self.broken(
            "ui/src/ground/a.test.tsx", "import { expect } from 'vitest';\nexpect(x.innerHTML).toBe('');\n"))

    def test_one_folder_of_the_page_asks_the_server(self):
        for text in ("await fetch(path);", "new EventSource(path);", "new WebSocket(path);"):
            self.assertIn("only ui/src/api", self.broken("ui/src/ground/a.ts", text + "\n"))
            self.assertEqual("", self.broken("ui/src/api/a.ts", text + "\n"))
        self.assertIn("own origin", self.broken("ui/src/api/a.ts", "get('https://elsewhere');\n"))

    def test_the_page_has_types_names_and_tokens(self):
        for text in ("const x: any = 1;", "f<any>();", "(x as any).y", "let x: any[];", "// @ts-ignore"):
            self.assertIn("a type, or unknown", self.broken("ui/src/ground/a.ts", text + "\n"))
        self.assertEqual("", self.broken("ui/src/ground/a.ts", "/** Takes these: any of them. */\n"))
        self.assertIn("named export", self.broken("ui/src/ground/a.ts", "export default f;\n"))
        self.assertIn("colour of tokens.css", self.broken("ui/src/ground/a.css", "a { color: #fff; }\n"))
        self.assertEqual("", self.broken("ui/src/ground/tokens.css", ":root { --ink: #fff; }\n"))

    def test_folders_of_the_page_import_those_below(self):
        for text in ("import { routes } from '../shell/routes';", "import '../parts/Tabs.css';",
                     "export type * from '../session/tree/fold';", "import {\n  a,\n} from '../main';"):
            self.assertIn("ui/src/ground may not import ui/src/", self.broken("ui/src/ground/a.ts", text + "\n"))
        for text in ("import { encoded } from '../api/encode';", "import { go } from './place';",
                     "import { useState } from 'react';", "// import { routes } from '../shell/routes';"):
            self.assertEqual("", self.broken("ui/src/ground/a.ts", text + "\n"))
        self.assertIn("session/tree may not import ui/src/session/why",
                      self.broken("ui/src/session/tree/a.test.ts", "import { a } from '../why/a';\n"))
        self.assertIn("ui/src/attic has no place", self.broken("ui/src/attic/a.ts", "//\n"))
        self.assertIn("ui/src/shell is in UI_WALLS and not there", self.broken("ui/src/main.tsx", "//\n"))

    def test_functions_of_the_page_have_a_length(self):
        # Each has four lines before the calls and one behind them, and begins in line 1 or 2.
        starts = {"export function a({\n  b,\n  c,\n}: Props) {\n": "}\n",
                  "function a(\n  b: string,\n  c: string,\n): void {\n": "}\n",
                  "export const a = memo(function a() {\n\n\n\n": "});\n",
                  "const a = async () => {\n\n\n\n": "};\n",
                  "class A {\n  async a(): void {\n\n\n\n": "  }\n}\n"}
        for start, end in starts.items():
            longest, longer = (start + "    b();\n" * count + end for count in (75, 76))
            self.assertEqual("", self.broken("ui/src/api/a.ts", longest), start)
            self.assertRegex(self.broken("ui/src/api/a.ts", longer), r"a\.ts:[12]: a has 81 lines", start)
            self.assertEqual("", self.broken(
                "ui/src/api/a.test.ts", "import { test } from 'vitest';\n" + longer), start)
        self.assertEqual("", self.broken(
            "ui/src/api/a.ts", "const a = (b: number) =>\n  b + 1;\n\nc(\n" + "  1,\n" * 90 + ");\n"))

    def test_files_of_the_page_have_a_length(self):
        self.assertEqual("", self.broken("ui/src/ground/a.ts", "//\n" * 250))
        self.assertIn("251 lines", self.broken("ui/src/ground/a.ts", "//\n" * 251))
        self.assertEqual("", self.broken("ui/node_modules/a/a.ts", "export default 1;\n"))

    def test_documents_have_one_title_and_links_that_resolve(self):
        self.assertIn("one title", self.broken("docs/A.md", "# One\n\n# Two\n"))
        self.assertIn("B.md is not there", self.broken("docs/A.md", "# One\n\n[b](B.md)\n"))
        self.assertIn("lines move", self.broken("docs/A.md", "# One\n\nsee a.cpp:12\n"))

    def test_the_map_shows_every_room_and_no_other(self):
        self.assertIn("src/model is unmapped", self.broken("src/model/a.cpp", "//\n"))
        self.assertIn("src/gone is gone",
                      self.broken("docs/ARCHITECTURE.md", MAP + "\n### `src/gone`\n"))
        self.assertIn("no room of ours", self.broken("src/attic/a.cpp", "//\n"))

    def test_decisions_are_numbered_and_whole(self):
        self.assertIn("expected number 0002", self.broken("docs/adr/0003-three.md", DECISION))
        self.assertIn("nothing under Date",
                      self.broken("docs/adr/0002-two.md", DECISION.replace("Date", "Day")))

    def test_nothing_names_the_machine_it_was_written_on(self):
        # Put together here, so that this file does not name what it forbids.
        for text in ("see /ro" + "ot/notes", "cp /ho" + "me/me/x .", "https://pypi" + ".org/x"):
            self.assertIn("machine's own path", self.broken("docs/A.md", f"# One\n\n{text}\n"))
        self.assertEqual("", self.broken("docs/A.md", "# One\n\nsrc/home/page and ~/.local/share\n"))
        self.assertIn("place to download from",
                      self.broken("ui/package-lock.json", '{\n"resolved": "http://somewhere/x.tgz"\n}\n'))


if __name__ == "__main__":
    unittest.main()
