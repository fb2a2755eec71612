"""Records what an agent does, so that Hence can tell why it did it.

    import hence_trace as hence

    hence.open("~/.local/share/hence", agent="coder")
    with hence.session("deploy-42", goal="ship 1.4"):
        hence.decision("vitest or jest", chosen="vitest", why="shares the build")
    print(hence.flush())

Recording never raises into the host, starts no thread before a store in a directory, and keeps no
queue: an event that was recorded lies in a file when the call returns.
"""

from __future__ import annotations

import os as _os

from ._event import text_of as _text_of
from ._recorder import Flush, Recorder
from ._scope import ModelCall, Scope, Session, Step, ToolCall, scope_from
from ._scope import current as _current_scope
from ._spool import CAP_BYTES as _CAP_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Concatenate, Optional, ParamSpec, TypeVar, overload

    from . import answers as answers
    from ._ask import Answer as Answer
    from ._ask import HenceError as HenceError
    from ._ask import ask as ask
    from ._ask import sql as sql
    from ._functions import Watch
    from ._page import Page as Page
    from ._page import page as page
    from ._questions import agents as agents
    from ._questions import alignment as alignment
    from ._questions import calibration as calibration
    from ._questions import cohort as cohort
    from ._questions import consistency as consistency
    from ._questions import context as context
    from ._questions import correlations as correlations
    from ._questions import debrief as debrief
    from ._questions import diff as diff
    from ._questions import directives as directives
    from ._questions import dossier as dossier
    from ._questions import drift as drift
    from ._questions import edges as edges
    from ._questions import events as events
    from ._questions import export as export
    from ._questions import export_graph as export_graph
    from ._questions import files as files
    from ._questions import formats as formats
    from ._questions import gaps as gaps
    from ._questions import graph_context as graph_context
    from ._questions import integrity as integrity
    from ._questions import kinds as kinds
    from ._questions import knew as knew
    from ._questions import map as map
    from ._questions import node as node
    from ._questions import node_history as node_history
    from ._questions import nodes as nodes
    from ._questions import outline as outline
    from ._questions import proof as proof
    from ._questions import proven_events as proven_events
    from ._questions import quarantine as quarantine
    from ._questions import quarantined as quarantined
    from ._questions import query_graph as query_graph
    from ._questions import replay_directive as replay_directive
    from ._questions import replay_incident as replay_incident
    from ._questions import replay_session as replay_session
    from ._questions import replay_trade as replay_trade
    from ._questions import review as review
    from ._questions import runs as runs
    from ._questions import search as search
    from ._questions import sessions as sessions
    from ._questions import show as show
    from ._questions import similar as similar
    from ._questions import spool as spool
    from ._questions import sql_schema as sql_schema
    from ._questions import stats as stats
    from ._questions import status as status
    from ._questions import timeline as timeline
    from ._questions import topology as topology
    from ._questions import trajectory as trajectory
    from ._questions import tree as tree
    from ._questions import why as why
    from ._scope import Parent

    F = TypeVar("F", bound=Callable[..., Any])
    P = ParamSpec("P")
    R = TypeVar("R")
    T = TypeVar("T")

__version__ = "0.1.0"
__all__ = [
    "Answer",
    "Flush",
    "HenceError",
    "ModelCall",
    "Page",
    "Recorder",
    "Scope",
    "Session",
    "Step",
    "ToolCall",
    "agent",
    "agents",
    "alignment",
    "answers",
    "ask",
    "assumption",
    "calibration",
    "carry",
    "cohort",
    "consistency",
    "context",
    "correlation",
    "correlations",
    "current",
    "debrief",
    "decision",
    "delegate",
    "diff",
    "directives",
    "dossier",
    "drift",
    "edges",
    "error",
    "events",
    "export",
    "export_graph",
    "files",
    "flush",
    "formats",
    "gaps",
    "graph_context",
    "integrity",
    "iteration",
    "kinds",
    "knew",
    "llm_call",
    "log",
    "map",
    "message",
    "node",
    "node_history",
    "nodes",
    "note",
    "observation",
    "open",
    "outcome",
    "outline",
    "page",
    "prompt",
    "proof",
    "proven_events",
    "quarantine",
    "quarantined",
    "query_graph",
    "record",
    "recorder",
    "replay_directive",
    "replay_incident",
    "replay_session",
    "replay_trade",
    "resume",
    "review",
    "run",
    "runs",
    "search",
    "session",
    "sessions",
    "show",
    "similar",
    "span",
    "spool",
    "sql",
    "sql_schema",
    "stats",
    "status",
    "thought",
    "timeline",
    "tool",
    "tool_call",
    "topology",
    "trajectory",
    "tree",
    "why",
    "wrap",
]

_QUESTIONS = frozenset(
    "agents alignment calibration cohort consistency context correlations debrief diff "
    "directives dossier drift edges events export export_graph files formats gaps "
    "graph_context integrity kinds knew map node node_history nodes outline proof "
    "proven_events quarantine quarantined query_graph replay_directive replay_incident "
    "replay_session replay_trade review runs search sessions show similar spool sql_schema "
    "stats status timeline topology trajectory tree why".split()
)
_recorder: Recorder | None = None


def __getattr__(name: str) -> Any:
    """What asks is loaded when it is first used: an agent that only records does not need it."""
    if name in _QUESTIONS:
        from . import _questions

        return getattr(_questions, name)
    if name in ("Answer", "HenceError", "ask", "sql"):
        from . import _ask

        return getattr(_ask, name)
    if name in ("Page", "page"):
        from . import _page

        return getattr(_page, name)
    if name == "answers":
        from importlib import import_module

        return import_module(".answers", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def open(
    store: str | _os.PathLike[str] | None = None,
    *,
    agent: str | None = None,
    sync: bool = False,
    on_error: Callable[[Exception], object] | None = None,
    cap: int = _CAP_BYTES,
    token: str | None = None,
) -> Recorder:
    """Says where events go: a directory or http://host:port. Never raises.

    Without a store, it is $HENCE_STORE, and else the usual one of the user. `agent` is who records.
    `sync`: an event survives also the death of the machine. `on_error` hears of each failure. `cap`
    limits the bytes that wait in the spool. `token` is for a server; else $HENCE_TOKEN.
    """
    global _recorder
    try:
        _recorder = Recorder(store, agent, sync, on_error, cap, token)
    except Exception as failure:
        _recorder = Recorder(_os.devnull, agent, sync, on_error, cap, token)
        _recorder.fail(failure)
    return _recorder


def recorder() -> Recorder:
    """The recorder that `open` made, or one with the usual settings."""
    return _recorder if _recorder is not None else open()


def current() -> Scope:
    """The place where something would be recorded now."""
    return recorder().here()


def _of_recorder(method: Callable[Concatenate[Recorder, P], R]) -> Callable[P, R]:
    """A method of the recorder as a function: it is called on the one that `open` made."""

    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        keeper = _recorder
        return method(open() if keeper is None else keeper, *args, **kwargs)

    made: Any = call
    of: Any = method
    made.__name__, made.__qualname__, made.__doc__ = of.__name__, of.__name__, of.__doc__
    made.__wrapped__ = of.__get__(Recorder)  # Then `help` shows what it takes, without `self`.
    return call


record = _of_recorder(Recorder.record)
session = _of_recorder(Recorder.session)
decision = _of_recorder(Recorder.decision)
delegate = _of_recorder(Recorder.delegate)
tool_call = _of_recorder(Recorder.tool_call)
flush = _of_recorder(Recorder.flush)


def run(name: str) -> Scope:
    """A run within the session, for a `with`."""
    return current().run(name)


def correlation(name: str) -> Scope:
    """A key that crosses sessions (an order, an incident), for a `with`."""
    return current().correlation(name)


def agent(name: str) -> Scope:
    """Another agent, for a `with`."""
    return current().as_agent(name)


def iteration(number: int) -> Scope:
    """A step of a loop, for a `with`."""
    return current().at_iteration(number)


def resume(handoff: str | None = None) -> Scope:
    """The place that another process handed over, for a `with`; else from $HENCE_HANDOFF."""
    given = handoff if handoff is not None else _os.environ.get("HENCE_HANDOFF", "")
    return scope_from(recorder(), given)


def prompt(text: str, *, parent: Parent = None) -> Step:
    """What a person or a caller asked."""
    return record("prompt", {"text": _text_of(text)}, parent=parent)


def thought(text: str, *, parent: Parent = None) -> Step:
    return record("thought", {"text": _text_of(text)}, parent=parent)


def observation(
    content: Any, *, key: str | None = None, parent: Parent = None, causes: object = None
) -> Step:
    """A fact that the agent saw; a rationale's `refs` can name its key."""
    return record("observation", {"key": key, "content": content}, parent=parent, causes=causes)


def assumption(
    text: str,
    *,
    why: str | None = None,
    confidence: float | None = None,
    refs: object = None,
    parent: Parent = None,
) -> Step:
    return record(
        "assumption",
        {"assumption": _text_of(text)},
        why=why,
        confidence=confidence,
        refs=refs,
        parent=parent,
    )


def message(
    payload: Any,
    *,
    to: str | list[str] | None = None,
    sender: str | None = None,
    subtype: str | None = None,
    status: str | None = None,
    message_id: str | None = None,
    correlation: str | None = None,
    parent: Parent = None,
) -> Step:
    """A message between agents; without `to`, an action of the system."""
    fields = {
        "message_id": message_id,
        "from": sender if sender is not None else current().agent,
        "to": [to] if isinstance(to, str) else to,
        "subtype": subtype,
        "status": status,
        "payload": payload,
    }
    return record("message", fields, correlation=correlation, parent=parent)


def error(what: BaseException | str, *, context: Any = None, parent: Parent = None) -> Step:
    """A failure."""
    from ._scope import _said

    text = _said(what) if isinstance(what, BaseException) else _text_of(what)
    return record("error", {"error": text, "context": context}, parent=parent)


def log(body: str, *, severity: str = "info", parent: Parent = None) -> Step:
    return record("log", {"severity": severity, "body": _text_of(body)}, parent=parent)


def note(of: Parent, text: str, *, author: str | None = None) -> Step:
    """A person's remark on an event."""
    from ._scope import id_of

    return record("note", {"of": id_of(of), "text": _text_of(text), "author": author})


def outcome(of: Parent, *, correct: bool | None = None, text: str | None = None) -> Step:
    """What came of a decision, or of another event."""
    keeper = recorder()
    try:
        return keeper.outcome(of, correct, text)
    except Exception as failure:
        return keeper.lost(failure)


def llm_call(
    model: str,
    messages: Any = None,
    *,
    provider: str | None = None,
    parent: Parent = None,
    causes: object = None,
    why: str | None = None,
    **fields: Any,
) -> ModelCall:
    """A call of a model, for a `with`; give its answer to `result`."""
    return recorder().llm_call(
        model, messages, provider=provider, parent=parent, causes=causes, why=why, **fields
    )


def _watched(
    function: Any,
    name: str | None,
    start: Callable[[Any, str, tuple[Any, ...], dict[str, Any]], Watch],
) -> Any:
    """The function, or a decorator for it: `start` begins what is recorded of each call."""
    from ._functions import Carried, at_place

    def decorate(inner: Any) -> Any:
        called = name or getattr(inner, "__name__", None) or type(inner).__name__

        def begin(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Carried:
            try:
                return start(inner, called, args, kwargs)
            except Exception as failure:
                recorder().fail(failure)
                return Carried(_current_scope())

        return at_place(inner, begin)

    return decorate if function is None else decorate(function)


def _tool(
    function: Any = None,
    *,
    name: str | None = None,
    capture_input: bool = True,
    capture_output: bool = True,
    why: str | None = None,
) -> Any:
    """Records each call of a function as a tool call. Works on every sort of function."""
    from ._functions import Watch, arguments_of

    def start(inner: Any, called: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Watch:
        given = arguments_of(inner, args, kwargs) if capture_input else None
        return Watch(recorder().tool_call(called, given, why=why), capture_output)

    return _watched(function, name, start)


def _span(function: Any = None, *, name: str | None = None) -> Any:
    """Records each call of a function as a wrapper that holds what happens in it."""
    from ._functions import Watch

    def start(inner: Any, called: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Watch:
        return Watch(recorder().record("span", {"name": called}), False)

    return _watched(function, name, start)


if TYPE_CHECKING:

    @overload
    def tool(function: F) -> F: ...
    @overload
    def tool(
        *,
        name: str | None = ...,
        capture_input: bool = ...,
        capture_output: bool = ...,
        why: str | None = ...,
    ) -> Callable[[F], F]: ...
    def tool(*args: Any, **kwargs: Any) -> Any: ...

    @overload
    def span(function: F) -> F: ...
    @overload
    def span(*, name: str | None = ...) -> Callable[[F], F]: ...
    def span(*args: Any, **kwargs: Any) -> Any: ...
else:
    tool, span = _tool, _span


def carry(function: F, scope: Optional[Scope] = None) -> F:
    """The function, run at the place that is current now: for another thread, or a callback."""
    from ._functions import Carried, at_place

    place = scope if scope is not None else _current_scope()
    return at_place(function, lambda args, kwargs: Carried(place))  # type: ignore[return-value]


def wrap(client: T) -> T:
    """Records the model calls of a client of OpenAI or Anthropic, and returns that client."""
    try:
        from ._wrap import wrap as wrap_client

        wrap_client(client, recorder)
    except Exception as failure:
        recorder().fail(failure)
    return client
