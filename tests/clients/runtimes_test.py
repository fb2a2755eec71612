"""The clients on other versions: each Python from 3.9 on that is found, and Node.js 22 and 24, Deno and Bun.

Pythons are those on the path (`python3.12`), those that pyenv has, and those in HENCE_PYTHONS. `tools/clients` installs the
others from npm into build/clients/runtimes, and Python 3.14 in WebAssembly. What is not there is skipped.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

import hosting
import python_test
import typescript_test
from hosting import PYTHON, ROOT

PLACE = pathlib.Path(os.environ.get("HENCE_CLIENTS", ROOT / "build" / "clients")) / "runtimes"
OLDEST = (3, 9)
RUNTIMES = {"node22": ["node"], "node24": ["node"], "deno": ["deno", "run", "-A"], "bun": ["bun"]}


def version_of(python):
    """(3, 12), or nothing when it does not run."""
    try:
        out = subprocess.run([python, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True,
                             timeout=60, check=True).stdout
        return tuple(map(int, out.split()))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def candidates():
    yield from filter(None, os.environ.get("HENCE_PYTHONS", "").split(":"))
    yield from filter(None, (shutil.which(f"python3.{minor}") for minor in range(OLDEST[1], 20)))
    if shutil.which("pyenv"):
        known = subprocess.run(["pyenv", "versions", "--bare"], capture_output=True, text=True, check=False).stdout
        for name in known.split():
            where = subprocess.run(["pyenv", "prefix", name], capture_output=True, text=True, check=False).stdout.strip()
            yield f"{where}/bin/python"


def pythons():
    """One interpreter for each version."""
    found = {}
    for python in candidates():
        version = version_of(python)
        if version is not None and version >= OLDEST:
            found.setdefault(version, python)
    return found


# Python inside of Node.js: the sources of the client and a store are directories of the machine.
INSIDE = '''
const { loadPyodide } = await import(process.argv[1] + "/pyodide.mjs");
const python = await loadPyodide({ env: { HENCE_STORE: "/store" } });
for (const [place, root] of [["/clients", process.argv[2]], ["/store", process.argv[3]]]) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
console.log(python.runPython(process.argv[4]).toJs().join(" "));
'''


class Pythons(hosting.HostTest):
    def test_story_is_the_same_in_webassembly(self):
        place = PLACE / "pyodide" / "node_modules" / "pyodide"
        if not place.exists():
            self.skipTest("pyodide is not installed: run tools/clients")
        self.run_host(python_test.STORY)
        told = typescript_test.shape(self.hence("tree", "s1", "--steps"))
        self.store = self.directory / "inside"
        self.store.mkdir()
        code = f'''
import sys, warnings
warnings.simplefilter("error")
sys.path.insert(0, "/clients")
import hence_trace as hence
{python_test.STORY}
import hence_trace.tracer, hence_trace.answers, hence_trace._wrap, hence_trace._page, hence_trace._questions
[*sys.version_info[:2], hence.recorder().errors]
'''
        done = subprocess.run(["node", "--input-type=module", "-e", INSIDE, place, PYTHON, self.store, code], text=True,
                              capture_output=True, check=False, timeout=300)
        self.assertEqual((done.returncode, done.stdout), (0, "3 14 0\n"), done.stderr[-2000:])
        self.assertEqual(typescript_test.shape(self.hence("tree", "s1", "--steps")), told)

    def test_story_is_the_same_on_every_version(self):
        found = pythons()
        found.setdefault(sys.version_info[:2], sys.executable)
        trees = {}
        for version, python in sorted(found.items()):
            with self.subTest(version=version):
                self.store = self.directory / f"python{version[1]}"
                self.run_host(python_test.STORY + "hence.flush(timeout=60)\n", python=python)
                trees[version] = typescript_test.shape(self.hence("tree", "s1", "--steps"))
                self.run_host('''
from concurrent.futures import ThreadPoolExecutor
import asyncio
import hence_trace.tracer, hence_trace._wrap, hence_trace._page
hence.open(agent="a")
@hence.tool
async def later(n):
    await asyncio.sleep(0)
    return n
async def many():
    return await asyncio.gather(*(later(n) for n in range(50)))
with hence.session("s2"), hence.decision("d") as d:
    assert asyncio.run(many()) == list(range(50))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(hence.carry(hence.thought), ["x"] * 50))
assert hence.flush(timeout=60).dropped == 0
assert len(hence.events(session="s2", kinds="tool_call,thought").value) == 100
''', python=python)
                parents = {one["parent"] for one in self.events("--session", "s2", "--kinds", "tool_call,thought")}
                self.assertEqual(len(parents), 1)
        self.assertEqual(len(set(trees.values())), 1, trees)
        print(f"Python {', '.join('.'.join(map(str, one)) for one in sorted(found))}", file=sys.stderr)


class Runtimes(typescript_test.NodeTest):
    setUpClass = classmethod(lambda cls: typescript_test.setUpModule())

    def run_in(self, runtime, scene, *words):
        program, *more = RUNTIMES[runtime]
        command = [PLACE / runtime / "node_modules" / ".bin" / program, *more, typescript_test.HOST,
                   pathlib.Path(typescript_test.BUILT.name) / "esm" / "index.js", scene, *words]
        done = subprocess.run(command, env=self.environment(DENO_NO_UPDATE_CHECK="1", NO_COLOR="1"), text=True,
                              capture_output=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_each_runtime_tells_the_same(self):
        there = [name for name in RUNTIMES if (PLACE / name / "node_modules").exists()]
        if not there:
            self.skipTest("no other runtime is installed: run tools/clients")
        self.store = self.directory / "node"
        self.run_node("story")
        told = typescript_test.shape(self.hence("tree", "s1", "--steps"))
        for runtime in there:
            with self.subTest(runtime=runtime):
                self.store = self.directory / runtime
                [done] = self.run_in(runtime, "story")
                self.assertEqual((done["spooled"], done["dropped"], done["error"]), (0, 0, None))
                self.assertEqual(typescript_test.shape(self.hence("tree", "s1", "--steps")), told)
                with self.serving():
                    [answers] = self.run_in(runtime, "ask")
                self.assertEqual(answers[2], "HenceError")
                for scene in ("odd", "functions", "wrap", "places", "telemetry"):
                    self.run_in(runtime, scene)
                self.assertEqual([row["reason"] for row in self.quarantined()], [])


if __name__ == "__main__":
    hosting.main()
