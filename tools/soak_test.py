#!/usr/bin/env python3
"""A soak does each thing once, goes on where it was stopped, and never takes a failure for done."""

import contextlib
import io
import pathlib
import tempfile
import threading
import time
import unittest

import soaking
from soaking import Part, Unit


class SoakTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)

    def ledger(self, commit="c1"):
        return soaking.Ledger(self.root / "soak" / "ledger.ndjson", commit)

    def unit(self, name, status=0, **more):
        """A unit that leaves a mark, and then ends like this."""
        return Unit(name, ["sh", "-c", f"echo {name} >> {self.root}/marks; echo 3 runs; exit {status}"],
                    **more)

    def part(self, *units):
        return Part("part", "a part", lambda: list(units), told=lambda log: log.strip())

    def run_part(self, part, commit="c1", **options):
        self.said = io.StringIO()
        with contextlib.redirect_stdout(self.said):
            return soaking.Soak(self.root, self.ledger(commit), **options).run(part)

    def marks(self):
        path = self.root / "marks"
        return path.read_text().split() if path.exists() else []

    def test_what_has_passed_is_not_run_again_at_the_same_commit(self):
        part = self.part(self.unit("a"), self.unit("b"))
        self.assertTrue(self.run_part(part))
        self.assertTrue(self.run_part(part))
        self.assertEqual(self.marks(), ["a", "b"])
        self.assertIn("2 of 2 were done before", self.said.getvalue())
        self.run_part(part, commit="c2")
        self.assertEqual(self.marks(), ["a", "b"] * 2)
        self.run_part(part, commit="c2", again=True)
        self.assertEqual(self.marks(), ["a", "b"] * 3)

    def test_a_unit_that_says_what_it_depends_on_outlives_a_commit(self):
        self.run_part(self.part(self.unit("a", state="s1")))
        self.run_part(self.part(self.unit("a", state="s1")), commit="c2")
        self.assertEqual(self.marks(), ["a"])
        self.run_part(self.part(self.unit("a", state="s2")), commit="c2")
        self.assertEqual(self.marks(), ["a", "a"])

    def test_a_failure_is_told_and_tried_again(self):
        part = self.part(self.unit("a", status=1), self.unit("b"))
        self.assertFalse(self.run_part(part))
        self.assertIn("a failed: see soak/part/a.log", self.said.getvalue())
        self.assertFalse(self.run_part(part))
        self.assertEqual(self.marks(), ["a", "b", "a"])
        self.assertIn("1 failed: a", soaking.table(self.ledger(), part, part.units()))
        self.assertTrue(self.run_part(self.part(self.unit("a"), self.unit("b"))))
        self.assertIn("none failed", soaking.table(self.ledger(), part, part.units()))

    def test_after_the_deadline_nothing_is_begun_and_nothing_has_failed(self):
        part = self.part(self.unit("a"))
        self.assertTrue(self.run_part(part, deadline=time.monotonic() - 1))
        self.assertEqual(self.marks(), [])
        self.assertIn("not run", soaking.table(self.ledger(), part, part.units()))

    def test_what_was_stopped_is_not_remembered(self):
        soak = soaking.Soak(self.root, self.ledger())
        slow = Part("part", "a part", lambda: [Unit("slow", ["sleep", "600"]), self.unit("b")])
        runner = threading.Thread(target=lambda: soak.run(slow))
        with contextlib.redirect_stdout(io.StringIO()):
            runner.start()
            while not soak.running:
                time.sleep(0.01)
            soak.stop()
            runner.join()
        self.assertEqual(self.ledger().rows, [])
        self.assertEqual(self.marks(), [])

    def test_half_a_line_of_the_ledger_is_passed_over(self):
        self.run_part(self.part(self.unit("a")))
        with (self.root / "soak" / "ledger.ndjson").open("a") as file:
            file.write('{"part": "part", "unit": "b", "sta')
        self.assertEqual([row["unit"] for row in self.ledger().rows], ["a"])

    def test_the_table_says_what_was_run(self):
        part = self.part(self.unit("a"), self.unit("b"), self.unit("c"))
        self.run_part(self.part(self.unit("a"), self.unit("b")))
        row = soaking.table(self.ledger(), part, part.units())
        self.assertRegex(row, r"^\| part \| \d{4}-\d\d-\d\d \| c1 \| 2 of 3 units, 0 min; 6 runs \| none failed \|$")
        self.assertEqual(soaking.summed(["1,200 runs, 3 kills", "", "4 kills"]), "1,200 runs, 7 kills")


if __name__ == "__main__":
    unittest.main()
