#!/usr/bin/env python3
"""The last line of `make test` counts each test, and never says that all is well when it is not."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

LOADER = importlib.machinery.SourceFileLoader("test", str(pathlib.Path(__file__).with_name("test")))
test = importlib.util.module_from_spec(importlib.util.spec_from_loader("test", LOADER))
LOADER.exec_module(test)

CTEST = """<testsuite tests="3" failures="{failures}">
<testcase name="tidy" status="run"/><testcase name="page" status="{page}"><system-out>{said}</system-out></testcase>
<testcase name="base_1" status="{base}"/></testsuite>"""
GTEST = """<testsuites><testsuite tests="5" failures="{failures}" errors="0" skipped="1" disabled="1"/>
<testsuite tests="2" failures="0" errors="0" skipped="0" disabled="0"/></testsuites>"""


class TestTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.place = pathlib.Path(directory.name)

    def counted(self, inner=None, page="run", base="run", said=""):
        report = self.place / "tests.xml"
        report.write_text(CTEST.format(failures=0, page=page, base=base, said=said))
        many = self.place / "base_1.xml"
        many.unlink(missing_ok=True)
        if inner is not None:
            many.write_text(GTEST.format(failures=inner))
        return test.count_each(report, self.place)

    def test_a_run_of_many_tests_counts_as_many(self):
        self.assertEqual(self.counted(inner=0), (2 + 5, 0, 2))
        self.assertEqual(self.counted(inner=2, base="fail"), (2 + 3, 2, 2))

    def test_a_run_that_left_no_report_counts_as_one(self):
        self.assertEqual(self.counted(), (3, 0, 0))
        self.assertEqual(self.counted(base="fail"), (2, 1, 0))
        self.assertEqual(self.counted(page="fail"), (2, 1, 0))

    def test_a_run_that_ends_badly_after_its_last_test_has_failed(self):
        self.assertEqual(self.counted(inner=0, base="fail"), (2 + 5, 1, 2))

    def test_what_was_not_run_is_not_passed(self):
        self.assertEqual(self.counted(page="notrun"), (2, 0, 1))

    def test_what_a_python_test_skipped_is_not_passed(self):
        said = "...\nRan {} tests in 0.1s\n\n{}\n"
        self.assertEqual(self.counted(said=said.format(4, "OK (skipped=4)")), (2, 0, 4))
        self.assertEqual(self.counted(said=said.format(4, "OK")), (2 + 4, 0, 0))
        bad = said.format(4, "FAILED (failures=1, errors=1, skipped=1)")
        self.assertEqual(self.counted(said=bad, page="fail"), (2 + 1, 2, 1))


if __name__ == "__main__":
    unittest.main()
