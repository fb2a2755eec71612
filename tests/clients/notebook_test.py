"""A session in a notebook: a real kernel runs the cells. Needs nbclient and ipykernel: `tools/clients` installs them."""
import html
import json
import os
import pathlib
import re
import subprocess

import hosting
from hosting import ROOT, HostTest

PLACE = pathlib.Path(os.environ.get("HENCE_CLIENTS", ROOT / "build" / "clients"))
KERNEL = PLACE / "venv" / "bin" / "python"

RUN = '''
import json, sys
import nbformat
from nbclient import NotebookClient
book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in json.load(sys.stdin)])
NotebookClient(book, timeout=120, kernel_name="python3").execute()
print(json.dumps([[output.get("data", output) for output in cell.outputs] for cell in book.cells]))
'''
HOSTILE = '</iframe><script>alert(1)</script>" onload="alert(2)'
STORY = f'''
import hence_trace as hence
hence.open(agent="coder")
with hence.session("s1", goal="ship it"):
    hence.prompt({HOSTILE!r})
    made = hence.decision("a or b", chosen="a", why="it is shorter")
'''


class Page(HostTest):
    def check_page(self, shown):
        frame = shown["text/html"]
        self.assertRegex(frame, r'^<iframe [^<>]*sandbox="allow-scripts"[^<>]*></iframe>$')
        self.assertNotIn("allow-same-origin", frame)
        self.assertEqual(re.findall(r"onload", re.sub(r'srcdoc="[^"]*"', "", frame)), [])
        inside = html.unescape(re.search(r'srcdoc="([^"]*)"', frame)[1])
        self.assertIn("Content-Security-Policy", inside)
        self.assertNotIn("<script>alert", inside)
        self.assertIn("it is shorter", inside)
        self.assertIn("Decision: a or b -> a", shown["text/plain"])

    def test_page_without_a_notebook(self):
        [shown] = self.run_host(STORY + '''
page = hence.page("s1", event=made, view="graph")
assert page.html == hence.page(event=made, view="graph").html
print(json.dumps(page._repr_mimebundle_()))
try:
    hence.page("nothing")
    raise SystemExit(1)
except hence.HenceError as error:
    assert error.exit_status == 1, error.exit_status
''')
        self.check_page(shown)
        with self.serving():
            [served] = self.run_host('''
hence.open()
print(json.dumps(hence.page("s1", view="graph")._repr_mimebundle_()))
''')
        self.check_page(served)

    def test_title_is_escaped(self):
        [shown] = self.run_host('''
hence.open()
with hence.session('"><script>alert(1)</script>'):
    hence.thought("x")
print(json.dumps(hence.page()._repr_html_()))
''')
        self.assertNotIn("<script>", shown)
        self.assertEqual(shown.count("<"), 2)

    def test_notebook_shows_the_page(self):
        if not KERNEL.exists():
            self.skipTest("nbclient is not installed: run tools/clients")
        cells = [STORY, "hence.page('s1')", "hence.why(made)", "hence.page('nothing')"]
        runs = subprocess.run([KERNEL, "-c", RUN], input=json.dumps(cells[:3]), text=True, capture_output=True,
                              check=False, timeout=300,
                              env={**self.environment(PYTHONWARNINGS=""), "HOME": str(self.directory)})
        self.assertEqual(runs.returncode, 0, runs.stderr)
        told = json.loads(runs.stdout.splitlines()[-1])
        self.check_page(told[1][0])
        why = told[2][0]["text/html"]
        self.assertIn("&lt;script&gt;", why)
        self.assertNotIn("<script>", why)


if __name__ == "__main__":
    hosting.main()
