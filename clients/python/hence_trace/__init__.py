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

from ._event import new_id as _new_id
from ._recorder import Flush, Recorder
from ._scope import ModelCall, Scope, Session, Step, ToolCall, scope_from
from ._scope import current as _current_scope
from ._spool import CAP_BYTES as _CAP_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Callable, Optional, TypeVar, overload

    from ._ask import Answer as Answer
    from ._ask import HenceError as HenceError
    from ._ask import agents as agents
    from ._ask import ask as ask
    from ._ask import calibration as calibration
    from ._ask import debrief as debrief
    from ._ask import drift as drift
    from ._ask import events as events
    from ._ask import gaps as gaps
    from ._ask import runs as runs
    from ._ask import search as search
    from ._ask import sessions as sessions
    from ._ask import show as show
    from ._ask import similar as similar
    from ._ask import stats as stats
    from ._ask import tree as tree
    from ._ask import why as why
    from ._scope import Parent

    F = TypeVar("F", bound=Callable[..., Any])
    T = TypeVar("T")

__version__ = "0.1.0"
__all__ = [
    "Answer",
    "Flush",
    "HenceError",
    "ModelCall",
    "Recorder",
    "Scope",
    "Session",
    "Step",
    "ToolCall",
    "agent",
    "agents",
    "ask",
    "assumption",
    "calibration",
    "carry",
    "correlation",
    "current",
    "debrief",
    "decision",
    "delegate",
    "drift",
    "error",
    "events",
    "flush",
    "gaps",
    "iteration",
    "llm_call",
    "log",
    "message",
    "note",
    "observation",
    "open",
    "outcome",
    "prompt",
    "record",
    "recorder",
    "resume",
    "run",
    "runs",
    "search",
    "session",
    "sessions",
    "show",
    "similar",
    "span",
    "stats",
    "thought",
    "tool",
    "tool_call",
    "tree",
    "why",
    "wrap",
]

_ASKED = frozenset(
    "Answer HenceError agents ask calibration debrief drift events gaps runs search sessions show "
    "similar stats tree why".split()
)
_recorder: Recorder | None = None


def __getattr__(name: str) -> Any:
    """What asks is loaded when it is first used: an agent that only records does not need it."""
    if name in _ASKED:
        from . import _ask

        return getattr(_ask, name)
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


def session(
    name: str | None = None,
    *,
    goal: str | None = None,
    run: str | None = None,
    correlation: str | None = None,
    agent: str | None = None,
) -> Session:
    """A session, for a `with`: a conversation or a job, with its start and its end."""
    return recorder().session(name, goal=goal, run=run, correlation=correlation, agent=agent)


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


def record(
    kind: str,
    fields: Mapping[str, Any] | None = None,
    *,
    parent: Parent = None,
    causes: object = None,
    why: str | None = None,
    confidence: float | None = None,
    alternatives: object = None,
    refs: object = None,
    correlation: str | None = None,
    duration_ms: float | None = None,
    id: str | None = None,
) -> Step:
    """An event of any kind."""
    return recorder().record(
        kind,
        fields,
        parent=parent,
        causes=causes,
        why=why,
        confidence=confidence,
        alternatives=alternatives,
        refs=refs,
        correlation=correlation,
        duration_ms=duration_ms,
        id=id,
    )


def prompt(text: str, *, parent: Parent = None) -> Step:
    """What a person or a caller asked."""
    return record("prompt", {"text": text}, parent=parent)


def thought(text: str, *, parent: Parent = None) -> Step:
    return record("thought", {"text": text}, parent=parent)


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
        "assumption", {"assumption": text}, why=why, confidence=confidence, refs=refs, parent=parent
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

    text = _said(what) if isinstance(what, BaseException) else what
    return record("error", {"error": text, "context": context}, parent=parent)


def log(body: str, *, severity: str = "info", parent: Parent = None) -> Step:
    return record("log", {"severity": severity, "body": body}, parent=parent)


def note(of: Parent, text: str, *, author: str | None = None) -> Step:
    """A person's remark on an event."""
    from ._scope import id_of

    return record("note", {"of": id_of(of), "text": text, "author": author})


def _step(make: Callable[[Recorder], Step]) -> Step:
    """What a host says in an odd way costs the event, and not the host."""
    keeper = recorder()
    try:
        return make(keeper)
    except Exception as failure:
        keeper.spool.dropped += 1
        keeper.fail(failure)
        return Step(keeper.ground, _new_id())


def decision(
    description: str,
    *,
    chosen: object = None,
    why: str | None = None,
    confidence: float | None = None,
    alternatives: object = None,
    refs: object = None,
    decision_type: str | None = None,
    inputs: Any = None,
    status: str = "made",
    correlation: str | None = None,
    parent: Parent = None,
    causes: object = None,
) -> Step:
    """A choice, why it was made, and what was not chosen: {option: why not}, or a list."""
    return _step(
        lambda keeper: keeper.decision(
            description,
            chosen=chosen,
            why=why,
            confidence=confidence,
            alternatives=alternatives,
            refs=refs,
            decision_type=decision_type,
            inputs=inputs,
            status=status,
            correlation=correlation,
            parent=parent,
            causes=causes,
        )
    )


def outcome(of: Parent, *, correct: bool | None = None, text: str | None = None) -> Step:
    """What came of a decision, or of another event."""
    return _step(lambda keeper: keeper.outcome(of, correct, text))


def delegate(
    child: str, task: str | None = None, *, run: str | None = None, parent: Parent = None
) -> Step:
    """Hands a task to another agent. The answer is its place: see `handoff`."""
    return _step(lambda keeper: keeper.delegate(child, task, run=run, parent=parent))


def tool_call(
    tool_name: str,
    input: Any = None,
    *,
    call_id: str | None = None,
    parent: Parent = None,
    causes: object = None,
    why: str | None = None,
    confidence: float | None = None,
    alternatives: object = None,
    refs: object = None,
) -> ToolCall:
    """A call of a tool, for a `with`, or ended by `result` or `failed`."""
    return recorder().tool_call(
        tool_name,
        input,
        call_id=call_id,
        parent=parent,
        causes=causes,
        why=why,
        confidence=confidence,
        alternatives=alternatives,
        refs=refs,
    )


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


def _tool(
    function: Any = None,
    *,
    name: str | None = None,
    capture_input: bool = True,
    capture_output: bool = True,
    why: str | None = None,
) -> Any:
    """Records each call of a function as a tool call. Works on every sort of function."""
    from ._functions import Carried, Watch, arguments_of, at_place

    def decorate(inner: Any) -> Any:
        called = name or getattr(inner, "__name__", None) or type(inner).__name__

        def begin(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Carried:
            keeper = recorder()
            try:
                given = arguments_of(inner, args, kwargs) if capture_input else None
                return Watch(keeper.tool_call(called, given, why=why), capture_output)
            except Exception as failure:
                keeper.fail(failure)
                return Carried(_current_scope())

        return at_place(inner, begin)

    return decorate if function is None else decorate(function)


def _span(function: Any = None, *, name: str | None = None) -> Any:
    """Records each call of a function as a wrapper that holds what happens in it."""
    from ._functions import Carried, Watch, at_place

    def decorate(inner: Any) -> Any:
        called = name or getattr(inner, "__name__", None) or type(inner).__name__

        def begin(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Carried:
            keeper = recorder()
            try:
                return Watch(keeper.record("span", {"name": called}), False)
            except Exception as failure:
                keeper.fail(failure)
                return Carried(_current_scope())

        return at_place(inner, begin)

    return decorate if function is None else decorate(function)


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


def flush(timeout: float = 2.0) -> Flush:
    """Says what became of the events, within `timeout` seconds. Never raises."""
    return recorder().flush(timeout)
