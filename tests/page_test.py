#!/usr/bin/env python3
"""The page that `hence serve` shows, and a session as one file: page_test.py HENCE."""

import gzip
import json
import pathlib
import re

import serving
from serving import ServeTest, event, hence

EXAMPLES = sorted((pathlib.Path(__file__).parent.parent / "examples").glob("*.ndjson"))
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
           "Accept-Encoding": "gzip, deflate, br, zstd"}
LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
BLOCK = re.compile(rb'<script type="application/json" id="hence-recorded">(.*?)</script>', re.S)
EVIL = "</script><script>alert(1)</script><!--<script>\u2028"


class Page(ServeTest):
    def test_it_is_loaded_and_kept(self):
        with self.serving() as server:
            status, header, body = server.ask("GET", "/", headers=BROWSER)
            self.assertEqual((status, header["Content-Type"]), (200, "text/html; charset=utf-8"))
            self.assertEqual(header["Content-Encoding"], "gzip")
            self.assertEqual(header["X-Content-Type-Options"], "nosniff")
            self.assertEqual(header["Referrer-Policy"], "no-referrer")
            self.assertEqual(len(header.get_all("Content-Security-Policy")), 1)
            self.assertIn("script-src 'self'", header["Content-Security-Policy"])
            page = gzip.decompress(body)
            self.assertEqual(server.ask("GET", "/")[2], page)
            same = {**BROWSER, "If-None-Match": header["ETag"]}
            self.assertEqual(server.ask("GET", "/", headers=same)[::2], (304, b""))
            status, head, body = server.ask("HEAD", "/", headers=BROWSER)
            self.assertEqual((status, body, head["ETag"]), (200, b"", header["ETag"]))

            files = re.findall(rb'="/(assets/[^"]+)"', page)
            self.assertGreaterEqual(len(files), 2)
            for name in files:
                status, header, body = server.ask("GET", "/" + name.decode(), headers=BROWSER)
                self.assertEqual((status, header["Cache-Control"]),
                                 (200, "public, max-age=31536000, immutable"))
                plain = server.ask("GET", "/" + name.decode())[2]
                self.assertEqual(gzip.decompress(body), plain)
            for name in ("assets/none", "assets/%2e%2e/index.html", "assets/..%2findex.html", "index.html"):
                self.assertEqual(server.ask("GET", "/" + name)[0], 404, name)

    def test_a_link_to_it_may_be_followed(self):
        with self.serving() as server:
            self.assertEqual(server.ask("GET", "/", headers=LINK)[0], 200)
            self.assertEqual(server.ask("GET", "/", headers={**LINK, "Sec-Fetch-Dest": "iframe"})[0], 403)
            self.assertEqual(server.ask("GET", "/", headers={**LINK, "Host": "evil.example"})[0], 403)
            for target in ("/api/v1/sessions", "/api/v1/export/html?session=s", "/healthz"):
                self.assertEqual(server.ask("GET", target, headers=LINK)[0], 403, target)

    def test_it_needs_no_token_and_what_it_asks_for_does(self):
        tokens = self.tokens("read-0123456789ab read\n")
        with self.serving(*tokens) as server:
            page = server.ask("GET", "/")
            self.assertEqual(page[0], 200)
            script = re.search(rb'src="(/assets/[^"]+)"', page[2])[1].decode()
            self.assertEqual(server.ask("GET", script)[0], 200)
            self.assertEqual(server.ask("GET", "/api/v1/sessions")[0], 401)
            self.assertEqual(server.ask("GET", "/api/v1/export/html?session=s")[0], 401)
            self.assertEqual(server.ask("POST", "/", b"")[0], 401)

    def test_serve_says_where_it_is(self):
        with self.serving() as server:
            pass
        self.assertIn(f"hence: look at {server.address}/\n", server.said)


class OneFile(ServeTest):
    def exported(self, store, *arguments):
        done = hence(store, "export", "html", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def test_the_command_and_the_server_write_the_same(self):
        hence(self.store, "record", *map(str, EXAMPLES))
        local = self.exported(self.store, "pr-218")
        with self.serving() as server:
            self.assertEqual(self.exported(server.address, "pr-218"), local)
            status, header, body = server.ask("GET", "/api/v1/export/html?session=pr-218")
            self.assertEqual((status, body), (200, local))
            self.assertEqual(header["Content-Type"], "text/html; charset=utf-8")
            self.assertEqual(header["Content-Disposition"], 'attachment; filename="pr-218.html"')
            # Shown in place, it would run nothing.
            self.assertIn("default-src 'none'", header["Content-Security-Policy"])
            self.assertNotIn("script-src", header["Content-Security-Policy"])
            recorded = json.loads(BLOCK.search(local)[1])
            self.assertEqual(recorded["session"], "pr-218")
            self.assertEqual(recorded["events_kept"], recorded["events_total"])
            for target, answer in recorded["answers"].items():
                if "explain" in target or target.startswith("/api/v1/runs") or "/gaps" in target:
                    self.assertEqual(json.loads(server.ask("GET", target)[2]), answer, target)
        self.assertNotRegex(local.replace(b"http://www.w3.org", b""), rb'(src|href)="(/|http)')

    def test_recorded_text_stays_text(self):
        bad = event(EVIL, session=EVIL, run=EVIL, agent=EVIL, kind="decision",
                    fields={EVIL: EVIL, "__proto__": {"x": EVIL}, "description": EVIL})
        hence(self.store, "record", input=json.dumps(bad).encode())
        text = self.exported(self.store, EVIL)
        self.assertEqual(text.count(b"alert(1)</"), 0)
        block = BLOCK.search(text)[1]
        self.assertNotIn(b"<", block)
        recorded = json.loads(block)
        self.assertEqual(recorded["session"], EVIL)
        self.assertIn(EVIL, json.dumps(recorded["answers"], ensure_ascii=False).replace("\\u2028", "\u2028"))

    def test_a_session_that_is_not_there(self):
        hence(self.store, "record", str(EXAMPLES[0]))
        done = hence(self.store, "export", "html", "nothing")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertEqual(hence(self.store, "export", "html").returncode, 2)
        self.assertEqual(hence(self.store, "export", "html", "s", "--kinds", "x").returncode, 2)


if __name__ == "__main__":
    serving.main()
