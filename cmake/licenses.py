#!/usr/bin/env python3
"""licenses.py TEXT SOURCE [NODE_MODULES]: gathers the licences of everything that is inside the program.

TEXT is all of them, with TEXT.gz beside it; SOURCE is a C++ file that carries the latter. The texts are those that Debian and the npm packages
install with what is linked, so they are always of the version that was linked. What is not there is named all the same.
"""

import json
import pathlib
import re
import sys
import zlib

# What is linked or included, by the Debian package that brings it.
PACKAGES = ["librocksdb-dev", "libssl-dev", "zlib1g-dev", "libzstd-dev", "libre2-dev", "libsqlite3-dev",
            "libarchive-dev", "libnghttp2-dev", "libboost1.81-dev", "libcli11-dev", "libspdlog-dev", "libfmt-dev",
            "libprotozero-dev", "libgflags-dev", "libsnappy-dev", "liblz4-dev", "libbz2-dev", "liblzma-dev",
            "nettle-dev", "libc6-dev", "libstdc++-12-dev"]
DOCUMENTS = pathlib.Path("/usr/share/doc")
COMMON = pathlib.Path("/usr/share/common-licenses")
ROOT = pathlib.Path(__file__).resolve().parent.parent
RULE = "=" * 100
# Boost's file names each of its thousands of authors; of it, only headers under this licence are used.
BOOST = re.compile(r"(?ms)^License: BSL-1\.0\n(.*?)(?=^\S|\Z)")


def debian(package):
    file = DOCUMENTS / package / "copyright"
    if not file.exists():
        return f"Its licence is not installed here: see the source package of {package}.\n"
    text = file.read_text(encoding="utf-8", errors="replace")
    boost = BOOST.search(text) if package.startswith("libboost") else None
    return "License: BSL-1.0\n" + boost[1] if boost else text


def npm(modules):
    """Name and licence of each package that the page is built from."""
    lock = json.loads((ROOT / "ui" / "package-lock.json").read_text(encoding="utf-8"))
    for place, package in sorted(lock["packages"].items()):
        if not place or package.get("dev") or "/@types/" in place or place.endswith("/csstype"):
            continue
        name = place.removeprefix("node_modules/")
        files = sorted(path for path in (modules / name).glob("*") if re.match(r"(?i)licen[cs]e", path.name))
        text = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)
        yield f"{name} {package['version']}", text or f"License: {package.get('license', 'see its source')}\n"


def gathered(modules):
    parts = [("Hence", (ROOT / "LICENSE").read_text(encoding="utf-8"))]
    parts += [(package, debian(package)) for package in PACKAGES]
    if modules:
        parts += npm(modules)
    referred = set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", "".join(text for _, text in parts)))
    for name in sorted(referred):
        if (COMMON / name).exists():
            parts.append((f"The licence {name}", (COMMON / name).read_text(encoding="utf-8", errors="replace")))
    return "\n".join(f"{RULE}\n{name}\n{RULE}\n\n{text.rstrip()}\n" for name, text in parts)


def main():
    plain, source = map(pathlib.Path, sys.argv[1:3])
    pack = plain.with_name(plain.name + ".gz")
    modules = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    text = gathered(modules).encode()
    plain.write_bytes(text)
    pack.write_bytes(zlib.compress(text, 9, wbits=31))
    source.write_text(f'''// Made by cmake/licenses.py.
#include "cli/commands/licenses.h"

asm(R"(.pushsection .rodata
.hidden hence_licenses_pack
.global hence_licenses_pack
hence_licenses_pack:
.incbin "{pack.resolve()}"
.popsection)");
extern "C" [[gnu::visibility("hidden")]] const char hence_licenses_pack[];

namespace hence {{

PackedText packed_licenses() {{ return {{{{hence_licenses_pack, {pack.stat().st_size}}}, {len(text)}}}; }}

}}  // namespace hence
''', encoding="utf-8")


if __name__ == "__main__":
    main()
