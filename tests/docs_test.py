#!/usr/bin/env python3
"""What the documents show is what the program prints: docs_test.py HENCE.

Every `$ ...` in a ```console block is run, in order, in a directory of its own for each page, and must print
what stands below it, standard error included. A line that is only `…` stands for any lines. A command that
does not succeed says so: `$ hence gaps s1  # exit 1`. A block that begins ```json file=NAME is that file.
The pages in docs/answers find the bundled examples recorded; the others begin with an empty store.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.ndjson"))
HENCE = ""


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


class Page:
    """A directory and a store in which the commands of one page are run."""

    def __init__(self, path, directory):
        self.text = path.read_text(encoding="utf-8")
        self.directory = pathlib.Path(directory)
        bin = self.directory / ".bin"
        bin.mkdir()
        (bin / "hence").symlink_to(HENCE)
        self.environment = dict(os.environ, HENCE_STORE=f"{directory}/.store", NO_COLOR="1",
                                LC_ALL="C.UTF-8", PATH=f"{bin}:{os.environ['PATH']}")
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


class Fitting(unittest.TestCase):
    def test_a_difference_is_seen(self):
        self.assertTrue(fits("a\n…\nd", "a\nb\nc\nd"))
        self.assertTrue(fits("a.", "a."))
        self.assertFalse(fits("a.", "ab"))
        self.assertFalse(fits("a\n…\nd", "a\nb\nc\ne"))


if __name__ == "__main__":
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
