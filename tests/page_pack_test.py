#!/usr/bin/env python3
"""What cmake/page.mjs makes of a built page: page_pack_test.py NODE."""

import base64
import gzip
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "cmake" / "page.mjs"
NODE = ""
INDEX = ('<!doctype html>\n<html>\n<head>\n<meta charset="utf-8" />\n'
         '<script type="module" crossorigin src="/assets/a-1.js"></script>\n'
         '<link rel="stylesheet" crossorigin href="/assets/b-2.css">\n'
         '<link rel="icon" href="/assets/c-3.svg">\n'
         '</head>\n<body>\n<div id="root"></div>\n</body>\n</html>\n')
PAGE = {"index.html": INDEX, "assets/a-1.js": "run('</script><!-- $& </SCRIPT>');",
        "assets/b-2.css": "a { background: url(/assets/c-3.svg) }", "assets/c-3.svg": "<svg/>"}


class Pack(unittest.TestCase):
    def packed(self, page):
        """The files in the pack by name, or what was complained about."""
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for name, text in page.items():
                path = root / "page" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            done = subprocess.run([NODE, SCRIPT, root / "page", root / "pack", root / "pack.cpp"],
                                  capture_output=True, text=True, timeout=60)
            if done.returncode != 0:
                return done.stderr
            pack = (root / "pack").read_bytes()
            rows = re.findall(r'\{"([^"]+)", "([^"]+)", \{hence_page_pack \+ (\d+), (\d+)\}, (\d+), "(\w+)"\}',
                              (root / "pack.cpp").read_text())
        files = {}
        for name, kind, offset, size, length, tag in rows:
            text = gzip.decompress(pack[int(offset):int(offset) + int(size)])
            self.assertEqual(len(text), int(length))
            self.assertEqual(hashlib.sha256(text).hexdigest()[:32], tag)
            files[name] = (kind, text.decode())
        return files

    def test_every_file_is_in_it_with_its_type(self):
        files = self.packed(PAGE)
        self.assertEqual({name: text for name, (_, text) in files.items() if name != "recorded.html"}, PAGE)
        self.assertEqual(files["assets/a-1.js"][0], "text/javascript; charset=utf-8")
        self.assertEqual(files["assets/c-3.svg"][0], "image/svg+xml")

    def test_the_page_for_exports_stands_alone(self):
        _, page = self.packed(PAGE)["recorded.html"]
        script = re.search(r'<script type="module">(.*?)</script>', page, re.S)[1]
        self.assertEqual(script, r"run('\x3c/script>\x3c!-- $& \x3c/SCRIPT>');")
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        self.assertIn(f"script-src 'sha256-{digest}';", page)
        self.assertEqual(page.count("<!--"), 1)
        self.assertRegex(page, r"<!--hence-recorded-->\s*</body>\s*</html>\s*$")
        svg = "data:image/svg+xml;base64," + base64.b64encode(b"<svg/>").decode()
        self.assertIn(f"<style>a {{ background: url({svg}) }}</style>", page)
        self.assertIn(f'<link rel="icon" href="{svg}">', page)
        self.assertNotIn("/assets/", page)
        self.assertLess(page.index("Content-Security-Policy"), page.index("<script"))

    def test_what_cannot_stand_alone_is_refused(self):
        self.assertIn("must be built as one", self.packed({**PAGE, "assets/d-4.js": "more()"}))
        self.assertIn("no known type", self.packed({**PAGE, "assets/d.xyz": ""}))
        self.assertIn("neither index.html", self.packed({**PAGE, "other/a.js": ""}))
        self.assertIn("run tools/ui", self.packed({"assets/a-1.js": ""}))
        self.assertIn("not there", self.packed({**PAGE, "index.html": INDEX.replace("b-2", "b-9")}))
        self.assertIn("no <head>", self.packed({**PAGE, "index.html": INDEX.replace("<head>", "")}))


if __name__ == "__main__":
    NODE = sys.argv.pop(1)
    unittest.main()
