#!/usr/bin/env python3
"""An empty Debian 12 without Node.js can build and test: what `make run` and `make test` do first, in a root of its own.

    bare_debian_test.py

debootstrap makes the root from the archive that this machine is set up with. In it are installed only git and make, as
the README asks for; then come the packages that tools/setup names, the Node.js that tools/node brings, the page, both
configurations, and one library. Takes minutes and a gigabyte, so it is part of `make soak`.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUITE = "bookworm"
# What says how this machine reaches its archives: certificates and settings of the tools that download.
SETTINGS = ["/etc/apt/sources.list", "/etc/apt/sources.list.d/debian.sources", "/etc/resolv.conf", "/etc/hosts",
            "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt", str(pathlib.Path.home() / ".npmrc")]
PASSED_ON = re.compile(r"(?i)^(pip|npm|ssl|node|curl|requests|git)_|_proxy$")
STEPS = """
set -eu
cd /hence
if command -v node || command -v npm; then exit 1; fi
tools/setup build test page verifiers
again=$(tools/setup build test page verifiers 2>&1)
test -z "$again"
tools/ui
test -s build/ui/index.html
if command -v node; then exit 1; fi
node=$(tools/node)
case $node in /hence/build/node/bin) ;; *) echo "node is $node"; exit 1 ;; esac
PATH=$node:$PATH
for preset in release dev; do cmake --preset $preset >/dev/null; done
cmake --build build/release --target hence_base
make -n run test >/dev/null
echo all of it works
"""


def archive():
    """Where this machine gets Debian 12 from; None where it does not."""
    if not shutil.which("apt-get"):
        return None
    told = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)", "Created-By: Packages"],
                          text=True, capture_output=True, check=False).stdout
    found = [line.split()[0] for line in told.splitlines() if line.split()[1:] == [SUITE]]
    return found[0] if found else None


@unittest.skipUnless(os.geteuid() == 0, "only root can leave its root")
@unittest.skipUnless(shutil.which("debootstrap"), "debootstrap is not installed")
@unittest.skipUnless(archive(), "this machine installs no Debian 12")
class BareDebian(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="bare-debian-")
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name) / "root"

    def run_well(self, *command, **more):
        done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, **more)
        self.assertEqual(done.returncode, 0, done.stdout[-4000:])
        return done.stdout

    def copy_sources(self):
        """What git knows of, changed or new: nothing that was built here."""
        names = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True,
                               capture_output=True, text=True).stdout.split("\0")
        for name in filter(None, names):
            if (ROOT / name).is_file():
                place = self.root / "hence" / name
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, place)

    def copy_settings(self):
        for name in map(pathlib.Path, SETTINGS):
            place = self.root / name.relative_to("/")
            if name.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(name, place)

    def inside(self, script):
        """Runs a script there. What is mounted for it is gone with its last process."""
        passed_on = {name: value for name, value in os.environ.items() if PASSED_ON.search(name)}
        return self.run_well(
            "unshare", "--mount", "--fork", "sh", "-c",
            'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" sh -c "$1"', self.root, script,
            env={**passed_on, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(pathlib.Path.home()), "LANG": "C.UTF-8"})

    def test_everything_begins(self):
        self.run_well("debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, self.root, archive())
        self.copy_settings()
        self.copy_sources()
        self.inside("apt-get -qq update && apt-get -qq install -y --no-install-recommends git make")
        self.assertTrue(self.inside(STEPS).endswith("all of it works\n"))


if __name__ == "__main__":
    unittest.main()
