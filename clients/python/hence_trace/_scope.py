"""Places in the record, and what is recorded there.

A scope is a value: agent, session, run, correlation, iteration, and the event because of which
everything in it happens. The current one is kept in a ContextVar. It is put back by value, never by
a token: a generator may be closed, and a task cancelled, in another context than it began in.
"""

from __future__ import annotations

import time
from contextvars import ContextVar

from ._event import UNSTATED, id_of_any, name_of, new_id_and_time, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Optional, Union

    from ._recorder import Recorder

    Parent = Union["Step", "Scope", str, None]
    # How a `with` ended.
    Kind = Optional[type[BaseException]]
    Raised = Optional[BaseException]
    Trace = Optional[TracebackType]

HANDOFF_VARIABLE = "HENCE_HANDOFF"
_PARTS = ("agent", "session", "run", "correlation", "parent")
_current: ContextVar[Scope | None] = ContextVar("hence_scope", default=None)


_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~:/")


def _quoted(text: str) -> str:
    raw = text.encode("utf-8", "replace")
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in raw)


def _unquoted(text: str) -> str:
    first, *rest = text.encode("utf-8", "replace").split(b"%")
    out = bytearray(first)
    for part in rest:
        try:
            out += bytes.fromhex(part[:2].decode("ascii")) + part[2:]
        except ValueError:
            out += b"%" + part
    return out.decode("utf-8", "replace")


class Scope:
    """Where something happens. Use it in a `with`, or pass it on as `parent`."""

    __slots__ = (
        "_before",
        "_recorder",
        "agent",
        "correlation_id",
        "iteration",
        "parent",
        "run_id",
        "session_id",
    )

    def __init__(
        self,
        recorder: Recorder,
        agent: str | None = None,
        session: str | None = None,
        run: str | None = None,
        correlation: str | None = None,
        iteration: int | None = None,
        parent: str | None = None,
    ) -> None:
        self._recorder = recorder
        self.agent = agent
        self.session_id = session
        self.run_id = run
        self.correlation_id = correlation
        self.iteration = iteration
        self.parent = parent
        self._before: list[Scope | None] | None = None

    def _with(self, **changed: Any) -> Scope:
        scope = Scope(
            self._recorder,
            self.agent,
            self.session_id,
            self.run_id,
            self.correlation_id,
            self.iteration,
            self.parent,
        )
        for name, value in changed.items():
            setattr(scope, name, value)
        return scope

    def run(self, name: str) -> Scope:
        return self._with(run_id=name_of(name))

    def correlation(self, name: str) -> Scope:
        return self._with(correlation_id=name_of(name))

    def as_agent(self, name: str) -> Scope:
        return self._with(agent=name_of(name))

    def at_iteration(self, number: int) -> Scope:
        try:
            step = int(number)
            if not -1 <= step < 1 << 63:
                raise ValueError(f"an iteration is -1 or more, and {step} is not")
        except Exception as error:
            self._recorder.fail(error)
            return self._with()
        return self._with(iteration=step)

    @property
    def handoff(self) -> str:
        """This place as one line, for another process: in HENCE_HANDOFF, or a header."""
        parts = ["hence1"]
        for name, value in zip(
            _PARTS,
            (self.agent, self.session_id, self.run_id, self.correlation_id, self.parent),
        ):
            if value:
                parts.append(f"{name}={_quoted(value)}")
        return ";".join(parts)

    def __enter__(self) -> Scope:
        if self._before is None:
            self._before = []
        self._before.append(_current.get())
        _current.set(self)
        return self

    def __exit__(self, kind: Kind, error: Raised, trace: Trace) -> None:
        if self._before:
            _current.set(self._before.pop())


def scope_from(recorder: Recorder, handoff: str) -> Scope:
    """The place that `handoff` names; an empty one when it is none."""
    scope = Scope(recorder)
    head, *parts = str.split(handoff, ";") if isinstance(handoff, str) else [""]
    if head != "hence1" or len(handoff) > 16 * 1024:
        return scope
    for part in parts:
        name, _, value = part.partition("=")
        if name in _PARTS:
            member = name if name in ("agent", "parent") else f"{name}_id"
            setattr(scope, member, name_of(_unquoted(value)))
    return scope


def current() -> Scope | None:
    return _current.get()


def set_current(scope: Scope | None) -> None:
    _current.set(scope)


def id_of(parent: Parent) -> str | None:
    if isinstance(parent, Step):
        return parent.id
    return parent.parent if isinstance(parent, Scope) else id_of_any(parent)


class Step(Scope):
    """An event that was recorded, and the place of what follows from it."""

    __slots__ = ("id", "recorded")

    def __init__(self, scope: Scope, event_id: str) -> None:
        # Written out: it is done for every event.
        self._recorder = scope._recorder
        self.agent = scope.agent
        self.session_id = scope.session_id
        self.run_id = scope.run_id
        self.correlation_id = scope.correlation_id
        self.iteration = scope.iteration
        self.parent = event_id
        self._before = None
        self.id = event_id
        self.recorded = False

    def __str__(self) -> str:
        return self.id

    def delegate(self, child: str, task: str | None = None, run: str | None = None) -> Step:
        """Hands a task to another agent. The answer is the child's place: see `handoff`."""
        return self._recorder.delegate(child, task, run=run, parent=self)

    def outcome(self, correct: bool | None = None, text: str | None = None) -> Step:
        """Records what came of it."""
        return self._recorder.outcome(self, correct=correct, text=text)


class Session(Scope):
    """A session, from its start to its end."""

    __slots__ = ("_goal", "id")

    def __init__(self, scope: Scope, goal: str | None) -> None:
        super().__init__(
            scope._recorder,
            scope.agent,
            scope.session_id,
            scope.run_id,
            scope.correlation_id,
            scope.iteration,
            None,
        )
        self._goal = goal
        self.id: str | None = None

    def __enter__(self) -> Session:
        goal = "" if self._goal is None else shown(self._goal)
        fields = {"goal": goal} if goal else {}
        started = self._recorder.record("session_start", fields, scope=self)
        # It is no parent: a session is where something happens, and not why. What hangs on nothing
        # else hangs on the model call before it.
        self.id = started.id
        super().__enter__()
        return self

    def __exit__(self, kind: Kind, error: Raised, trace: Trace) -> None:
        super().__exit__(kind, error, trace)
        fields: dict[str, Any] = {"status": _ending(kind)}
        if error is not None and fields["status"] == "failure":
            fields["output"] = _said(error)
        self._recorder.record("session_end", fields, scope=self._with(parent=self.id))


def _ending(kind: type[BaseException] | None) -> str:
    if kind is None:
        return "success"
    cancelled = kind.__name__ in ("CancelledError", "GeneratorExit", "KeyboardInterrupt")
    return "cancelled" if cancelled else "failure"


def _said(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class Timed(Step):
    """Something that takes time: its end tells how long it took, and how it ended."""

    __slots__ = ("_began", "_ended", "fields")

    def __init__(self, scope: Scope, event_id: str, fields: dict[str, Any]) -> None:
        super().__init__(scope, event_id)
        self.fields = fields
        self._began = time.perf_counter_ns()
        self._ended = False

    def _took(self) -> float:
        return (time.perf_counter_ns() - self._began) // 1000 / 1000

    def __exit__(self, kind: Kind, error: Raised, trace: Trace) -> None:
        super().__exit__(kind, error, trace)
        if error is not None:
            self.failed(error)
        else:
            self.end()

    def set(self, **fields: Any) -> None:
        """Adds what is known by now."""
        self.fields.update(fields)

    def failed(self, error: BaseException | str) -> None:
        self._end(_said(error) if isinstance(error, BaseException) else shown(error))

    def end(self) -> None:
        self._end(None)

    def _end(self, error: str | None) -> None:
        raise NotImplementedError


class ToolCall(Timed):
    """A call of a tool: recorded when it begins, and again when it ends."""

    __slots__ = ("_content", "call_id")

    def __init__(self, scope: Scope, event_id: str, fields: dict[str, Any], call_id: str) -> None:
        super().__init__(scope, event_id, fields)
        self.call_id = call_id
        self._content: Any = None

    def __enter__(self) -> ToolCall:
        super().__enter__()
        return self

    def result(self, content: Any) -> None:
        """What came back. It is recorded when the `with` ends, or at once outside of one."""
        self._content = content
        if not self._before:
            self.end()

    def _end(self, error: str | None) -> None:
        if self._ended:
            return
        self._ended = True
        fields: dict[str, Any] = {
            "call_id": self.call_id,
            "status": "ok" if error is None else "error",
        }
        if error is not None:
            fields["error"] = error
        if self._content is not None:
            fields["content"] = self._content
        keeper = self._recorder
        made, moment = new_id_and_time()
        keeper.put(made, "observation", moment, self, self.id, fields, None, self._took())


class ModelCall(Timed):
    """A call of a model. While it runs, an unfinished event of the same id stands for it."""

    __slots__ = ("_above", "_causes", "_rationale", "_time")

    def __init__(
        self,
        scope: Scope,
        fields: dict[str, Any],
        rationale: dict[str, Any] | None,
        causes: list[str] | None,
    ) -> None:
        made, moment = new_id_and_time()
        super().__init__(scope, made, fields)
        self._above = scope.parent
        self._causes = causes
        self._rationale = rationale
        self._time = moment
        self._write("unfinished")

    def __enter__(self) -> ModelCall:
        super().__enter__()
        return self

    def result(self, answer: Any) -> None:
        """Takes what the answer of OpenAI's or Anthropic's client tells: tokens, words, calls."""
        try:
            from ._answers import told_by

            self.fields.update(told_by(answer))
        except Exception as error:
            self._recorder.fail(error)
        if not self._before:
            self.end()

    def _write(self, flag: str | None = None, duration_ms: float | None = None) -> None:
        more: dict[str, Any] = {}
        if self._causes:
            more["causes"] = self._causes
        if self._rationale:
            more["rationale"] = self._rationale
        flags = [] if flag is None else [flag]
        if self._rationale and self._rationale["why"] == UNSTATED:
            flags.append("rationale_derived")
        if flags:
            more["flags"] = flags
        fields = {key: one for key, one in self.fields.items() if one is not None}
        above = self._above
        self.recorded = self._recorder.put(
            self.id, "llm_call", self._time, self, above, fields, more, duration_ms
        )

    def _end(self, error: str | None) -> None:
        if self._ended:
            return
        self._ended = True
        if error is not None:
            self.fields["error"] = error
            self.fields["status"] = "error"
        self._write(None, self._took())
