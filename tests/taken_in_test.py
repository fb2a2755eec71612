#!/usr/bin/env python3
"""A project takes us in by add_subdirectory and by FetchContent, from a clone as it is: with neither Node.js nor GoogleTest.

    taken_in_test.py

It is configured, and asked what it would build. With HENCE_TAKEN_IN=build (`make soak`) everything is built, and the agent of
examples/embed runs in it.
"""

import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import unittest

from without_node import path_without_node

ROOT = pathlib.Path(__file__).resolve().parent.parent
WAYS = {
    "add_subdirectory": "add_subdirectory(hence)",
    "FetchContent": "include(FetchContent)\nFetchContent_Declare(hence URL ${CMAKE_SOURCE_DIR}/hence.tar)\n"
                    "FetchContent_MakeAvailable(hence)",
}
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(host LANGUAGES CXX)
{way}
add_executable(agent agent.cpp)
target_link_libraries(agent hence::hence)
"""
# What a machine that builds no page and runs no tests does not have.
NOT_THERE = ("GTest", "rapidcheck", "benchmark")
UNWANTED = ("_test.cpp", "gtest", "node_modules", "src/cli/", "hence-static", "/bench/")


class TakenIn(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="taken-in-")
        self.addCleanup(directory.cleanup)
        self.work = pathlib.Path(directory.name)
        self.path = path_without_node(self.work / "path")

    def run_well(self, *command):
        done = subprocess.run([str(word) for word in command], text=True, capture_output=True, check=False,
                              env={**os.environ, "PATH": str(self.path)})
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
        return done.stdout

    def clone(self):
        """What git knows of, changed or new: nothing that was built here."""
        names = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True,
                               capture_output=True, text=True).stdout.split("\0")
        archive = self.work / "hence.tar"
        with tarfile.open(archive, "w") as tar:
            for name in names:
                if name and (ROOT / name).is_file():
                    tar.add(ROOT / name, f"hence/{name}")
        return archive

    def project(self, way, archive):
        place = self.work / way
        place.mkdir()
        shutil.copy(ROOT / "examples" / "embed" / "agent.cpp", place)
        (place / "CMakeLists.txt").write_text(PROJECT.format(way=WAYS[way]))
        if way == "FetchContent":
            shutil.copy(archive, place)
        else:
            with tarfile.open(archive) as tar:
                tar.extractall(place)
        return place

    def test_what_it_builds_is_the_library_alone(self):
        archive = self.clone()
        for way in WAYS:
            with self.subTest(way=way):
                place = self.project(way, archive)
                build = place / "build"
                self.run_well("cmake", "-G", "Ninja", "-S", place, "-B", build,
                              *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in NOT_THERE))
                steps = self.run_well("ninja", "-C", build, "-t", "commands", "all")
                self.assertEqual([part for part in ("libhence.so", "agent.cpp") if part not in steps], [])
                self.assertEqual([part for part in UNWANTED if part in steps], [])
                if os.environ.get("HENCE_TAKEN_IN") == "build":
                    self.run_well("ninja", "-C", build)
                    self.assertIn("Causal Chain:", self.run_well(build / "agent"))


if __name__ == "__main__":
    unittest.main()
