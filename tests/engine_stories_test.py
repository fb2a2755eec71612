#!/usr/bin/env python3
"""Every story is told to a log in PostgreSQL, too, and every answer is that of a directory: engine_stories_test.py HENCE.

HENCE_STORIES=PART tells only those whose name has that part.
"""

import os
import pathlib
import sys
import tempfile
import unittest

import engine
import story

HENCE = None
STORIES = sorted((pathlib.Path(__file__).parent / "stories").rglob("*.story"))


@unittest.skipUnless(engine.PROGRAMS, "PostgreSQL is not installed")
class EngineStories(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.engine = engine.Engine("fsync=off")
        cls.addClassCleanup(cls.engine.close)

    def test_stories(self):
        told = [each for each in STORIES if os.environ.get("HENCE_STORIES", "") in each.stem]
        self.assertTrue(told)
        for each in told:
            with self.subTest(story=each.stem), tempfile.TemporaryDirectory(prefix="story-") as directory:
                teller = story.Teller(HENCE, pathlib.Path(directory))
                teller.store = self.engine.address(each.stem[:60])
                for step in story.parse(each.read_text(encoding="utf-8")):
                    teller.tell(step, "in an engine")
                self.assertEqual(teller.wrong, [], "\n\n".join(teller.wrong))


if __name__ == "__main__":
    HENCE = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
