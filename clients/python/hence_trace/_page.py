"""Shows a session in a notebook: its graph, tree, timeline and transcript.

The session is the file that `hence export html` writes, inside of a frame. The frame has no origin
(`sandbox`), because a page of a notebook may run code: recorded text must not reach that page, also
if the file had a fault.
"""

from __future__ import annotations

from html import escape

from ._ask import HenceError, Question, _error_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._recorder import Recorder


class Page:
    """A session as a page. It shows itself as the last value of a cell."""

    def __init__(self, session: str, html: str, text: str, height: int) -> None:
        self.session = session
        self.html = html  # The whole file.
        self.text = text  # The session as a tree, for places that show no page.
        self.height = height

    def save(self, path: str) -> None:
        """Writes the page to a file, for a reader without a store."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="{escape(f"Session {self.session}")}" sandbox="allow-scripts" '
            f'referrerpolicy="no-referrer" style="width:100%;height:{self.height}px;border:0" '
            f'srcdoc="{escape(self.html)}"></iframe>'
        )

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": self.text}


def page(
    session: object = "latest",
    *,
    event: object = None,
    view: str | None = None,
    height: int = 640,
) -> Page:
    """A session for a notebook, from a server, or from the store where there is none.

    `view` is shown first (graph, tree, timeline or transcript), and `event` is selected.
    """
    from . import recorder

    keeper = recorder()
    name = _name_of(keeper, str(getattr(session, "session_id", None) or session))
    chosen = None if event is None else str(getattr(event, "id", event))
    asked = {"session": name, "event": chosen, "view": view}
    words = ["export", "html"]
    for option in ("event", "view"):
        if asked[option] is not None:
            words += [f"--{option}", str(asked[option])]
    reply = Question(keeper, "export/html", asked, [*words, "--", name]).send("text/html")
    if reply.status >= 400:
        raise HenceError(_error_in(reply.body), reply.exit_status or 1)
    from ._questions import tree

    return Page(name, reply.body.decode("utf-8"), tree(name).text, int(height))


def _name_of(keeper: Recorder, name: str) -> str:
    """`latest` as the name of that session: a page that is asked for later must be the same one."""
    if name != "latest":
        return name
    words = ["sessions", "--limit", "1"]
    newest = Question(keeper, "sessions", {"limit": 1}, words).answer().value
    if not newest:
        raise HenceError("nothing is recorded yet", 1)
    return str(newest[0]["id"])
