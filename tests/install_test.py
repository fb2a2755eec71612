#!/usr/bin/env python3
"""What is installed is enough to embed us, and shows no more than it promises.

    install_test.py BUILD COMPILER
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
AGENT = ROOT / "examples" / "embed" / "agent.cpp"
C_AGENTS = ROOT / "examples" / "c"
BUILD = ""
COMPILER = ""

TREE = re.compile(r"""\ASession: setup
Events: 1 root\(s\), depth: 8

\[.*\] Session started: choose a test runner  \(.{8}\)
└─ \[.*\] LLM call: some-model .*\(1200 tokens, 350ms\)  \(.{8}\)
   └─ \[.*\] Tool call: Read .*\(.*s\)  \(.{8}\)
      └─ \[.*\] Observation: .*  \(.{8}\)
         └─ \[.*\] Decision: use vitest or jest -> vitest  \(.{8}\)
            ├─ \[.*\] Delegation: coder -> reviewer \(review the choice\)  \(.{8}\)
            │  └─ \[.*\] Thought: one test runner is enough  \(.{8}\)
            │     └─ \[.*\] Log: info: nothing to object to  \(.{8}\)
            └─ \[.*\] Outcome: correct \(tests run in 2 s\)  \(.{8}\)
               └─ \[.*\] Session ended: success  \(.{8}\)
""")


def run(*command, **more):
    result = subprocess.run([str(part) for part in command], text=True, capture_output=True,
                            encoding="utf-8", timeout=300, **more)
    if result.returncode != 0:
        raise AssertionError(f"{command}: {result.returncode}\n{result.stdout}\n{result.stderr}")
    return result.stdout


def public_functions():
    """The free functions that our headers declare: those that begin a line and end with a semicolon."""
    for header in sorted((ROOT / "include" / "hence").glob("*.h")):
        if header.name == "c.h":
            continue  # Its calls have a test of their own.
        text = re.sub(r"//.*", "", header.read_text(encoding="utf-8"))
        for name in re.findall(r"(?m)^(?!using|inline|struct|class|enum|#)[A-Za-z][\w:<>,& *]*? (\w+)\([^;]*;", text):
            yield name


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(prefix="install-")
        cls.work = pathlib.Path(cls.directory.name)
        cls.prefix = cls.work / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.library = next(cls.prefix.rglob("libhence.so"))

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def check_agent(self, agent, **more):
        printed = run(agent, **more)
        self.assertRegex(printed, TREE)
        why = printed.partition("Causal Chain:")[2]
        self.assertRegex(why, r"(?s)Session started.*LLM call.*Tool call.*Observation.*Decision")
        self.assertNotIn("incomplete", printed)

    def test_a_cmake_project_finds_it(self):
        build = self.work / "by-cmake"
        run("cmake", "-S", AGENT.parent, "-B", build, "-D", f"CMAKE_PREFIX_PATH={self.prefix}",
            "-D", f"CMAKE_CXX_COMPILER={COMPILER}")
        run("cmake", "--build", build)
        self.check_agent(build / "agent")

        # What the agent recorded into a directory, the installed program reads.
        store = self.work / "store"
        printed = run(build / "agent", store)
        tree = run(self.prefix / "bin" / "hence", "--store", store, "tree", "setup", "--steps")
        self.assertTrue(printed.startswith(tree.rstrip("\n")), printed + tree)

    def test_pkg_config_finds_it(self):
        environment = dict(os.environ, PKG_CONFIG_PATH=str(self.library.parent / "pkgconfig"))
        flags = run("pkg-config", "--cflags", "--libs", "hence", env=environment).split()
        agent = self.work / "by-pkg-config"
        run(COMPILER, "-std=c++20", AGENT, "-o", agent, "-pthread", *flags)
        self.check_agent(agent, env=dict(os.environ, LD_LIBRARY_PATH=str(self.library.parent)))

    def check_c_agent(self, name, *command, **more):
        """Records into one store, where the agents of the other languages may have been before."""
        store = self.work / "shared-store"
        printed = run(*command, store, **more)
        self.assertRegex(printed, r"^2 recorded, 0 known already\nCausal Chain:\n")
        self.assertRegex(printed, r"Tool call: Bash `make test`(?s:.*)why: see what fails first")
        self.assertRegex(run(*command, store, **more), r"^0 recorded, 2 known already\n")
        listed = run(self.prefix / "bin" / "hence", "--store", store, "sessions")
        self.assertRegex(listed, rf"(?m)^{name} ")

    def with_library(self):
        return dict(os.environ, LD_LIBRARY_PATH=str(self.library.parent),
                    PKG_CONFIG_PATH=str(self.library.parent / "pkgconfig"))

    def test_a_c_program_records_and_asks(self):
        flags = run("pkg-config", "--cflags", "--libs", "hence", env=self.with_library()).split()
        agent = self.work / "c-agent"
        run("cc", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", C_AGENTS / "agent.c", "-o", agent, *flags)
        self.check_c_agent("c", agent, env=self.with_library())

    def test_python_records_and_asks_by_ctypes(self):
        self.check_c_agent("p", sys.executable, C_AGENTS / "agent.py", self.library)

    @unittest.skipUnless(shutil.which("rustc"), "rustc is not installed")
    def test_a_rust_program_records_and_asks(self):
        agent = self.work / "rust-agent"
        run("rustc", C_AGENTS / "agent.rs", "-L", self.library.parent, "-l", "hence", "-o", agent)
        self.check_c_agent("r", agent, env=self.with_library())

    def test_c_calls_carry_a_version(self):
        lines = run("nm", "-D", "--defined-only", self.library).splitlines()
        calls = {name.split("@@")[0] for name in (line.split(" ")[-1] for line in lines)
                 if re.fullmatch(r"hence_\w+@@HENCE_0\.1", name)}
        header = (ROOT / "include" / "hence" / "c.h").read_text(encoding="utf-8")
        self.assertEqual(calls, set(re.findall(r"HENCE_C_API [\w *]+?(hence_\w+)\(", header)))

    def test_the_program_is_there(self):
        self.assertRegex(run(self.prefix / "bin" / "hence", "--version"), r"^hence \d+\.\d+\.\d+")

    def test_licences_are_printed_and_installed(self):
        printed = run(self.prefix / "bin" / "hence", "--version", "--licenses")
        for name in ("Hence", "librocksdb-dev", "libcli11-dev", "react 1", "d3-zoom", "The licence Apache-2.0"):
            self.assertIn(f"\n{name}", printed)
        self.assertNotIn("is not installed here", printed)
        installed = next(self.prefix.rglob("licenses.txt")).read_text(encoding="utf-8")
        self.assertTrue(printed.endswith(installed))
        self.assertTrue(next(self.prefix.rglob("LICENSE")).exists())

    def symbols(self):
        lines = run("nm", "-DC", "--defined-only", self.library).splitlines()
        return [line.split(" ", 2)[2] for line in lines]

    def test_only_the_promise_is_exported(self):
        symbols = self.symbols()
        ours = re.compile(r"hence_\w+@@HENCE_|HENCE_[\d.]+$|(typeinfo for |typeinfo name for |vtable for |guard variable for )?hence::")
        self.assertEqual([name for name in symbols if not ours.match(name)], [])
        inner = re.compile(r"hence::(rocks::|minify|new_id|handle\(|Listener|MemoryStore|Scribe|Keys)")
        self.assertEqual([name for name in symbols if inner.search(name)], [])

    def test_all_of_the_promise_is_exported(self):
        names = {match[1] for symbol in self.symbols()
                 if (match := re.match(r"hence::(\w+)(\[abi:cxx11\])?\(", symbol))}
        wanted = set(public_functions())
        self.assertGreater(len(wanted), 20)
        self.assertEqual(sorted(wanted - names), [])
        exported = "\n".join(self.symbols())
        for member in ("Event::parse(", "Event::to_json", "Recorder::Recorder(", "Scope::tool_call(",
                       "Call::result(", "Handoff::parse(", "Completeness::append_json(",
                       "EventList::next(", "Listing::next(", "Summary::add("):
            self.assertIn(f"hence::{member}", exported)

    def test_one_header_has_them_all(self):
        headers = {path.name for path in (self.prefix / "include" / "hence").glob("*.h")}
        umbrella = (ROOT / "include" / "hence" / "hence.h").read_text(encoding="utf-8")
        included = set(re.findall(r'#include "hence/(.+)"', umbrella))
        self.assertEqual(sorted(headers - included), ["hence.h"])

    def test_the_document_shows_the_example(self):
        document = (ROOT / "docs" / "EMBEDDING.md").read_text(encoding="utf-8")
        example = " ".join(AGENT.read_text(encoding="utf-8").split())
        blocks = re.findall(r"(?ms)^```cpp\n(.*?)^```$", document)
        self.assertGreaterEqual(len(blocks), 3)
        for block in blocks:
            self.assertIn(" ".join(block.split()), example)


if __name__ == "__main__":
    COMPILER = sys.argv.pop(2)
    BUILD = sys.argv.pop(1)
    unittest.main()
