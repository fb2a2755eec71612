#!/usr/bin/env python3
"""tools/batches.py DIRECTORY: decides which sources are compiled together, and says so to CMake.

Most of what a compiler does for one of our files it does for the headers, and for the same templates
again in each. So files are compiled in batches: see batch() in cmake/room.cmake. In a batch, what is one
file's own is seen by the files behind it, and so is what its headers show. So no file is put beside one
that says a name of its own, or includes one: what a file means does not depend on its neighbours.

A file's batch follows from its name, so that a new file changes one batch and not all of them. DIRECTORY
gets a source for each batch, which includes its files, and batches.cmake, which lists them.
"""

import functools
import pathlib
import re
import sys
import zlib

import names

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALONE = {"HENCE_VERSION", "HENCE_BUILD"}  # Who says these is given them by CMake, file by file.
SIZE = 24  # Files in a batch, if none had to go elsewhere. More is quicker from nothing, less from little.

# A type that only one source defines may have members of types of its own. GCC takes that source for a
# header, and warns.
HEAD = """#ifndef __clang__
#pragma GCC diagnostic ignored "-Wsubobject-linkage"
#endif
"""


class Source:
    def __init__(self, root, path):
        self.path = path
        text = path.read_text(encoding="utf-8")
        self.own = names.own_names(text)
        self.alone = any(name in text for name in ALONE)
        self.says = names.words(text).union(*map(shown, headers_of(root, path)))

    def goes_with(self, other):
        return (not self.alone and not other.alone and self.own.isdisjoint(other.says)
                and other.own.isdisjoint(self.says))


def headers_of(root, path):
    """The headers of ours that `path` includes, and those that they include."""
    found, ahead = set(), [path]
    while ahead:
        for header in included(root, ahead.pop()) - found:
            found.add(header)
            ahead.append(header)
    return found


@functools.cache
def included(root, path):
    asked = re.findall(r'(?m)^#include "(.+)"', path.read_text(encoding="utf-8"))
    return {place / name for name in asked for place in (root / "src", root / "include")
            if (place / name).exists()}


@functools.cache
def shown(header):
    return names.shown_names(header.read_text(encoding="utf-8"))


def placed(sources, count):
    """Puts each into one of `count` batches, by its name; yields the batches, and what fits in none."""
    batches, left = {}, []
    for source in sources:
        batch = batches.setdefault(zlib.crc32(source.path.stem.encode()) % count, [])
        fits = all(source.goes_with(other) for other in batch)
        (batch if fits else left).append(source)
    return list(batches.values()), left


def batches_of(sources):
    """All sources, in batches. What does not fit is tried again, with half as many to choose from."""
    batches, left = [], sorted(sources, key=lambda source: source.path)
    count = 1
    while count * SIZE < len(left):
        count *= 2
    while left:
        more, left = placed(left, count)
        batches += more
        count = max(1, count // 2)
    return batches


def groups(root):
    """The sources of each target: a room's own, and the tests beside them."""
    for room in sorted(path for path in (root / "src").iterdir() if path.is_dir()):
        paths = sorted(room.rglob("*.cpp"))
        tests = [path for path in paths if path.stem.endswith("_test")]
        code = [path for path in paths if path not in tests and path.name != "main.cpp"]
        yield room.name, code
        yield f"{room.name}_test", tests


def write(path, text):
    """Leaves alone what is right already: others look at its time."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def write_all(root, directory):
    """Writes a file for each batch, and batches.cmake: for each target, what is to be compiled."""
    lines, written = ["# Made by tools/batches.py."], {directory / "batches.cmake"}
    for name, paths in groups(root):
        compiled = []
        for batch in batches_of([Source(root, path) for path in paths]):
            if len(batch) == 1:
                compiled.append(batch[0].path)
                continue
            # Named after its first file: a number would change with what comes before it.
            compiled.append(directory / ".".join(batch[0].path.relative_to(root / "src").parts))
            write(compiled[-1], HEAD + "".join(
                f'#include "{source.path.relative_to(root / "src")}"\n' for source in batch))
        written.update(compiled)
        lines.append(f"set(batches_{name}\n  " + "\n  ".join(map(str, compiled)) + ")")
    write(directory / "batches.cmake", "\n".join(lines) + "\n")
    for old in set(directory.iterdir()) - written:
        old.unlink()


if __name__ == "__main__":
    write_all(ROOT, pathlib.Path(sys.argv[1]).resolve())
