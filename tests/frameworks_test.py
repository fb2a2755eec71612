#!/usr/bin/env python3
"""What real frameworks sent, sent again: frameworks_test.py HENCE.

Each folder of frameworks/captured is the telemetry of a framework and the truth about it. It is sent as it
was sent, cut into single spans and records, and cut and shuffled. misses.json lists the points that do not
hold. A point that is listed and holds fails the test, too: the list may only shrink. A new capture comes from
`tools/frameworks --capture CASE`.
"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "frameworks"))

import captures  # noqa: E402
import cases  # noqa: E402

HENCE = ""
NAMES = sorted(place.name for place in captures.PLACE.iterdir() if place.is_dir())


class FrameworksTest(unittest.TestCase):
    def test_every_capture_belongs_to_a_case(self):
        self.assertLessEqual(set(NAMES), {case.name for case in cases.CASES})
        self.assertGreaterEqual(len(NAMES), 15)

    def test_captures_stay_small(self):
        size = sum(file.stat().st_size for file in captures.PLACE.rglob("*") if file.is_file())
        self.assertLess(size, 1_500_000)


def replays(name, order):
    def test(self):
        requests, truth, misses = captures.read(name)
        seen = captures.replay(HENCE, requests, truth, order)
        lost = {point: text for point, text in seen.items() if point not in misses[order]}
        self.assertEqual(lost, {}, f"{name}, {order}: these points held before")
        found = sorted(set(misses[order]) - set(seen))
        self.assertEqual(found, [], f"{name}, {order}: these points hold now; delete them from "
                         f"tests/frameworks/captured/{name}/misses.json")
    return test


for each in NAMES:
    for way in captures.ORDERS:
        setattr(FrameworksTest, f"test_{each}_{way}", replays(each, way))


if __name__ == "__main__":
    HENCE = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
