#!/usr/bin/env python3
"""What is compiled together cannot change what any of it means, and a new file changes little."""

import pathlib
import re
import tempfile
import unittest

import batches

HEAD = "namespace hence {\nnamespace {\n"
TAIL = "\n}\n}\n"


class BatchesTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def source(self, name, text):
        return batches.Source(self.root, self.write(f"src/base/{name}", text))

    def go_together(self, one, other):
        count = len(list(self.root.rglob("*.cpp")))  # What a file includes is read once.
        a, b = self.source(f"a{count}.cpp", one), self.source(f"b{count}.cpp", other)
        self.assertEqual(a.goes_with(b), b.goes_with(a))
        return a.goes_with(b)

    def test_what_is_one_files_own_is_not_said_by_another(self):
        for own in ("int walk(int a) { return a; }", "template <class T>\nT walk(T a);",
                    "std::vector<int> walk(\n    int a) {}", "static int walk(int a) {}"):
            self.assertFalse(self.go_together(HEAD + own + TAIL, HEAD + own + TAIL), own)
            self.assertFalse(self.go_together(HEAD + own + TAIL, "int x = walk(2);\n"), own)
            self.assertFalse(self.go_together(HEAD + own + TAIL, "int x = walk<int>(2);\n"), own)
        for own in ("struct Walk {};", "enum class Walk { a };", "using Walk = int;",
                    "const int Walk = 3;", "constexpr std::array Walk = {1};", "std::mutex Walk;"):
            self.assertFalse(self.go_together(HEAD + own + TAIL, HEAD + own + TAIL), own)
            self.assertFalse(self.go_together(HEAD + own + TAIL, "void f(Walk walk);\n"), own)

    def test_what_another_only_seems_to_say_is_no_hindrance(self):
        for other in ("int x = a.walk(2);", "int x = a->walk(2);", "int x = std::walk(2);",
                      "void f(int walk);", "// walk(2)", 'auto x = "walk(2)";', "int walker(int a);"):
            self.assertTrue(self.go_together(HEAD + "int walk(int a) {}" + TAIL, other + "\n"), other)
        self.assertTrue(self.go_together(HEAD + "using std::chrono::seconds;" + TAIL,
                                         HEAD + "using std::chrono::seconds;" + TAIL))

    def test_what_anothers_headers_show_is_said_by_it(self):
        self.write("src/base/inner.h", "// A.\nnamespace hence { Json number_in(std::string_view a); }\n")
        self.write("include/hence/outer.h", '// A.\n#include "base/inner.h"\n')
        own = HEAD + "int number_in(std::string_view a) { return 1; }" + TAIL
        self.assertFalse(self.go_together(own, '#include "hence/outer.h"\n'))
        self.assertTrue(self.go_together(own, "#include <string>\n"))

    def written(self, count):
        """The batches of a room of so many files, of which every third has a `walk` of its own."""
        for number in range(count):
            self.write(f"src/base/f{number}.cpp",
                       HEAD + ("int walk();" if number % 3 == 0 else f"int f{number}();") + TAIL)
        self.write("src/base/a_test.cpp", "TEST(A, A) {}\n")
        self.write("src/base/main.cpp", "int main() {}\n")
        return self.batches()

    def batches(self):
        """What is compiled, as it is written: by the name of what is compiled, the files in it."""
        directory = self.root / "build"
        directory.mkdir(exist_ok=True)
        batches.write_all(self.root, directory)
        self.listed = (directory / "batches.cmake").read_text(encoding="utf-8")
        compiled = [pathlib.Path(line.strip(" )")) for line in self.listed.splitlines() if ".cpp" in line]
        return {path.name: re.findall(r'#include "base/(.*)"', path.read_text(encoding="utf-8"))
                if directory in path.parents else [path.name] for path in compiled}

    def test_every_file_is_in_one_batch_and_tests_are_apart(self):
        compiled = self.written(60)
        files = [name for batch in compiled.values() for name in batch]
        self.assertEqual(sorted(files), sorted([*(f"f{n}.cpp" for n in range(60)), "a_test.cpp"]))
        self.assertEqual(compiled["a_test.cpp"], ["a_test.cpp"])
        self.assertIn("set(batches_base_test\n", self.listed)
        self.assertLess(len(compiled), 30)

    def test_a_new_file_changes_one_batch(self):
        before = self.written(60)
        self.write("src/base/a_new_one.cpp", HEAD + "int new_one();" + TAIL)
        after = self.batches()
        self.assertEqual(sum(files not in after.values() for files in before.values()), 1)

    def test_what_is_as_it_was_is_not_written_again_and_what_is_gone_is_removed(self):
        self.written(60)
        times = {path: path.stat().st_mtime_ns for path in (self.root / "build").iterdir()}
        self.batches()
        self.assertEqual(times, {path: path.stat().st_mtime_ns for path in (self.root / "build").iterdir()})
        for path in list((self.root / "src/base").glob("f*.cpp"))[1:]:
            path.unlink()
        self.batches()
        self.assertEqual(list((self.root / "build").glob("base.*.cpp")), [])

    def test_who_is_given_a_macro_is_compiled_alone(self):
        self.assertFalse(self.go_together("auto x = HENCE_VERSION;\n", "int y;\n"))


if __name__ == "__main__":
    unittest.main()
