#!/usr/bin/env python3
"""What the README shows is what the program prints: readme_test.py HENCE.

The first JSON block is the file `events.ndjson`; each `$ hence ...` in a console block is run beside it, and
must say what stands below it.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

README = pathlib.Path(__file__).parent.parent / "README.md"
HENCE = ""


def blocks(language):
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"))


def commands():
    """Each command of the console blocks, and what is shown below it."""
    for block in blocks("console"):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            command, _, shown = part.partition("\n")
            yield command, shown.rstrip("\n")


class Readme(unittest.TestCase):
    def test_shows_something(self):
        self.assertGreaterEqual(len(list(commands())), 3)

    def test_shows_what_is_printed(self):
        with tempfile.TemporaryDirectory(prefix="readme-") as directory:
            (pathlib.Path(directory) / "events.ndjson").write_text(blocks("json")[0], encoding="utf-8")
            environment = dict(os.environ, HENCE_STORE=f"{directory}/store", NO_COLOR="1")
            for command, shown in commands():
                program, *arguments = shlex.split(command)
                self.assertEqual(program, "hence")
                result = subprocess.run([HENCE, *arguments], cwd=directory, env=environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        encoding="utf-8", timeout=60)
                self.assertEqual(result.stdout.rstrip("\n"), shown, command)


if __name__ == "__main__":
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
