#!/usr/bin/env python3
"""Each package installs where nothing else is, and what it installs records, asks and serves.

    packages_test.py PACKAGES
"""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "price-lookup.ndjson"
PACKAGES = pathlib.Path()
STRIPPED_MAX = 25_000_000


def run(*command, status=0, **more):
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, timeout=300, **more)
    if done.returncode != status:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Packages(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="packages-")
        self.addCleanup(directory.cleanup)
        self.work = pathlib.Path(directory.name)

    def one(self, pattern):
        [path] = PACKAGES.glob(pattern)
        return path

    def check(self, *program, **more):
        """Records the example and asks about it; `program` may be a program in a root of its own."""
        store = more.pop("store", self.work / "store")
        example = more.pop("example", EXAMPLE)
        self.assertIn("recorded", run(*program, "--store", store, "record", example, **more))
        self.assertIn("chat-9001", run(*program, "--store", store, "sessions", **more))
        self.assertIn("Causal Chain", run(*program, "--store", store, "explain", "price-13", **more))
        return store

    def unpacked(self):
        with tarfile.open(self.one("hence-*.tar.xz")) as archive:
            archive.extractall(self.work)
        [place] = self.work.glob("hence-*")
        return place

    def test_the_program_needs_nothing_of_the_machine(self):
        place = self.unpacked()
        program = place / "bin" / "hence"
        self.assertLess(program.stat().st_size, STRIPPED_MAX)
        told = subprocess.run(["ldd", program], text=True, capture_output=True)
        self.assertIn("not a dynamic executable", told.stdout + told.stderr)
        for path in ("share/man/man1/hence.1", "share/doc/hence/licenses.txt", "hence.service",
                     "share/bash-completion/completions/hence"):
            self.assertGreater((place / path).stat().st_size, 100, path)

    @unittest.skipUnless(os.geteuid() == 0, "only root can leave its root")
    def test_it_records_and_serves_in_an_empty_root(self):
        root = self.work / "root"
        for name in ("proc", "dev", "etc", "tmp"):
            (root / name).mkdir(parents=True)
        shutil.copy(self.unpacked() / "bin" / "hence", root)
        shutil.copy(EXAMPLE, root / "example.ndjson")
        (root / "etc" / "hosts").write_text("127.0.0.1 localhost\n")
        # A namespace of its own: what is mounted there is gone with the last process.
        inside = ["unshare", "--mount", "--fork", "sh", "-c",
                  'mount -t proc proc "$0/proc" && mount -o bind /dev "$0/dev" && exec chroot "$0" "$@"', root]
        self.check(*inside, "/hence", store="/tmp/store", example="/example.ndjson")
        port = free_port()
        server = subprocess.Popen([*map(str, inside), "/hence", "--store", "/tmp/store", "serve", "--listen",
                                   f"127.0.0.1:{port}", "--grpc", "off"], stderr=subprocess.PIPE)
        try:
            self.assertIn("<script", self.fetched(port, "/"))
            self.assertIn("chat-9001", self.fetched(port, "/api/v1/sessions"))
        finally:
            subprocess.run(["pkill", "-INT", "-P", str(server.pid)], check=False)
            server.terminate()
            server.wait(30)
            server.stderr.close()

    def fetched(self, port, path):
        for _ in range(100):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
                    return answer.read().decode()
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def test_the_manual_has_every_command(self):
        place = self.unpacked()
        page = (place / "share/man/man1/hence.1").read_text(encoding="utf-8")
        for command in ("record", "explain", "serve", "search", "completion"):
            self.assertIn(f".SS hence {command}\n", page)
        if shutil.which("man"):
            shown = subprocess.run(["man", "--warnings", "-l", place / "share/man/man1/hence.1"], text=True,
                                   capture_output=True, env={**os.environ, "MANWIDTH": "120", "LC_ALL": "C.UTF-8"})
            self.assertEqual(shown.stderr, "")
            self.assertIn("a flight recorder for AI agents", shown.stdout)

    def dpkg_of(self, root):
        """dpkg for a root in which nothing is installed."""
        administration = root / "var/lib/dpkg"
        for name in ("info", "updates", "triggers"):
            (administration / name).mkdir(parents=True)
        for name in ("status", "available"):
            (administration / name).touch()
        return administration, ["dpkg", f"--root={root}", "--force-not-root", "--force-script-chrootless", "--log=/dev/null"]

    @unittest.skipUnless(os.geteuid() == 0, "only root can stand in for systemd")
    def test_the_debian_package_tells_systemd(self):
        """A systemctl that writes down what it is told, where a machine that runs systemd has one."""
        told = self.work / "told"
        (self.work / "bin").mkdir()
        (self.work / "bin/systemctl").write_text(f'#!/bin/sh\necho "$@" >>{told}\n')
        (self.work / "bin/systemctl").chmod(0o755)
        _, dpkg = self.dpkg_of(self.work / "debian")
        package = self.one("hence_*_amd64.deb")
        for words, expected in (
                (["--install", package], "daemon-reload\n"),
                (["--install", package], "daemon-reload\ntry-restart hence.service\n"),
                (["--purge", "hence"], "disable --now hence.service\ndaemon-reload\n")):
            told.write_text("")
            run("unshare", "--mount", "sh", "-c", 'mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system && exec "$@"',
                "sh", *dpkg, *words, env={**os.environ, "PATH": f"{self.work}/bin:{os.environ['PATH']}"})
            self.assertEqual(told.read_text(), expected)

    def test_the_debian_package_installs_and_goes(self):
        package = self.one("hence_*_amd64.deb")
        root = self.work / "debian"
        administration, dpkg = self.dpkg_of(root)
        before = {path for path in root.rglob("*") if not path.is_relative_to(administration)}
        run(*dpkg, "--install", package)
        self.check(root / "usr/bin/hence")
        self.assertTrue((root / "usr/share/man/man1/hence.1.gz").exists())
        self.assertTrue((root / "usr/share/doc/hence/copyright").exists())
        run(*dpkg, "--purge", "hence")
        after = {path for path in root.rglob("*") if not path.is_relative_to(administration)}
        self.assertEqual(after - before, set())
        self.assertIn("Depends", run("dpkg-deb", "--field", package) + "Depends")
        self.assertNotRegex(run("dpkg-deb", "--field", package), r"(?m)^Depends:")

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is not installed")
    def test_the_service_is_confined(self):
        unit = ROOT / "packaging" / "hence.service"
        told = run("systemd-analyze", "security", "--offline=yes", "--no-pager", unit)
        self.assertLess(float(re.search(r"exposure level.*: ([\d.]+)", told)[1]), 3.0)

    def test_the_wheel_brings_client_and_program(self):
        place = self.work / "venv"
        run(sys.executable, "-m", "venv", place)
        run(place / "bin/pip", "install", "--quiet", "--no-index", self.one("*.whl"))
        store = self.check(place / "bin/hence")
        self.assertIn("chat-9001", run(place / "bin/hence-trace", "--store", store, "sessions"))
        recorded = run(place / "bin/python", "-c", "import hence_trace; print(hence_trace.__name__)")
        self.assertEqual(recorded, "hence_trace\n")
        run(place / "bin/pip", "uninstall", "--quiet", "--yes", "hence-trace")
        self.assertFalse((place / "bin/hence").exists())

    @unittest.skipUnless(shutil.which("npm"), "npm is not installed")
    def test_the_npm_package_brings_client_and_program(self):
        (self.work / "package.json").write_text('{"private":true,"type":"module"}')
        packages = sorted((PACKAGES / "npm").glob("*.tgz"))
        self.assertEqual(len(packages), 2)
        run("npm", "install", "--no-audit", "--no-fund", "--offline", *packages, cwd=self.work)
        store = self.check("npx", "--no-install", "hence-trace", cwd=self.work)
        run("npx", "--no-install", "hence-trace", "--store", store, "explain", "nothing", status=1, cwd=self.work)
        for script in ("import * as hence from 'hence-trace'; console.log(Object.keys(hence).length > 0)",):
            self.assertEqual(run("node", "--input-type=module", "-e", script, cwd=self.work), "true\n")
        self.assertEqual(run("node", "--input-type=commonjs", "-e",
                             "console.log(Object.keys(require('hence-trace')).length > 0)", cwd=self.work), "true\n")

    def test_the_image_has_what_its_file_names(self):
        place = PACKAGES / "docker"
        text = (place / "Dockerfile").read_text(encoding="utf-8")
        for sources in re.findall(r"(?m)^COPY (?:--\S+ )?(.+) \S+$", text):
            for source in sources.split():
                self.assertTrue((place / source).exists(), source)
        self.assertRegex(text, r"(?m)^FROM scratch$")
        self.assertRegex(text, r"(?m)^USER 10001:10001$")

    def test_the_sums_are_right(self):
        told = run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=PACKAGES)
        self.assertEqual(told.count(": OK"), 5)


if __name__ == "__main__":
    PACKAGES = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
