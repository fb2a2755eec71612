"""Records events into a spool: the one place through which everything passes.

Nothing here raises into the host. What goes wrong is counted, told to `on_error`, and reported by
`flush`.
"""

from __future__ import annotations

import os

from ._event import (
    EVENT_BYTES_MAX,
    UNSTATED,
    checked,
    encode_odd,
    id_of_any,
    kind_of,
    listed,
    name_of,
    new_id,
    new_id_and_time,
    quick,
    quoted,
    rationale_of,
    shown,
    text_of,
)
from ._scope import (
    HANDOFF_VARIABLE,
    ModelCall,
    Scope,
    Session,
    Step,
    ToolCall,
    current,
    id_of,
    scope_from,
)
from ._spool import CAP_BYTES, Spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Callable

    from ._scope import Parent
    from ._sender import Sender


class Flush:
    """What became of the events of this process."""

    __slots__ = ("dropped", "error", "last_seq", "spooled", "stored")

    def __init__(
        self,
        stored: int = 0,
        spooled: int = 0,
        dropped: int = 0,
        last_seq: int | None = None,
        error: str | None = None,
    ) -> None:
        self.stored = stored  # In the store.
        self.spooled = spooled  # In a file that survives this process, and not known to be stored.
        self.dropped = dropped  # Lost: there was no room, or no place to write to.
        self.last_seq = last_seq  # The number of the newest event of the store, if it is known.
        self.error = error

    def __repr__(self) -> str:
        return (
            f"Flush(stored={self.stored}, spooled={self.spooled}, dropped={self.dropped}, "
            f"last_seq={self.last_seq}, error={self.error!r})"
        )


def store_named(store: str | os.PathLike[str] | None) -> str:
    """The place that is meant, by the rules of the `hence` program."""
    text = os.fspath(store) if store is not None else ""
    text = text or os.environ.get("HENCE_STORE", "")
    if text.startswith(("http://", "https://")):
        return text.rstrip("/")
    if text == "memory:" or "://" in text:
        raise ValueError(f"{text} has no spool: record into a directory or http://host:port")
    if not text:
        data = os.environ.get("XDG_DATA_HOME", "")
        base = data if data.startswith("/") else os.path.expanduser("~/.local/share")
        text = os.path.join(base, "hence")
    return os.path.abspath(os.path.expanduser(text))


def spool_of(store: str) -> str:
    """Beside the store, or, before a server, in the user's state directory."""
    if "://" not in store:
        return os.path.join(store, "spool")
    state = os.environ.get("XDG_STATE_HOME", "")
    base = state if state.startswith("/") else os.path.expanduser("~/.local/state")
    server = "".join(c if c.isalnum() or c in ".-" else "_" for c in store.split("://", 1)[1])
    return os.path.join(base, "hence", "spool", server[:128])


class Recorder:
    """Records for one agent into one store. `hence_trace.open` makes the usual one."""

    def __init__(
        self,
        store: str | os.PathLike[str] | None = None,
        agent: str | None = None,
        sync: bool = False,
        on_error: Callable[[Exception], object] | None = None,
        cap: int = CAP_BYTES,
        token: str | None = None,
    ) -> None:
        self.on_error = on_error
        self.errors = 0
        self.last_error: str | None = None
        self.store = store_named(store)
        self.token = token if token is not None else os.environ.get("HENCE_TOKEN", "")
        self.spool = Spool(spool_of(self.store), sync, cap, self.fail)
        self.sender: Sender | None = None
        self._last_place: tuple[object, str] = (None, "")
        self.ground = scope_from(self, os.environ.get(HANDOFF_VARIABLE, ""))
        self.ground.agent = name_of(agent) or self.ground.agent

    # What goes wrong, and where things go.

    def fail(self, error: BaseException) -> None:
        self.errors += 1
        self.last_error = f"{type(error).__name__}: {error}"
        if self.on_error is not None and isinstance(error, Exception):
            try:
                self.on_error(error)
            except Exception:
                pass

    def here(self) -> Scope:
        """The current scope, or the one that this process began in."""
        scope = current()
        return scope if scope is not None and scope._recorder is self else self.ground

    def put(
        self,
        event_id: str,
        kind: str,
        moment: str,
        scope: Scope,
        parent: str | None,
        fields: Mapping[str, Any] | None,
        more: dict[str, Any] | None = None,
        duration_ms: float | None = None,
    ) -> bool:
        """Writes an event at its place; `more` are other keys of it. False when it was dropped."""
        try:
            line = None
            try:
                # Its parts are put together by hand: most of them are known to need no encoder.
                text = f'{{"id":{quoted(event_id)},"kind":"{kind}","time":"{moment}"'
                if duration_ms is not None:
                    text += f',"duration_ms":{duration_ms!r}'
                if more:
                    text += "," + quick(more)[1:-1]
                if fields is not None:
                    text += ',"fields":' + checked(quick(fields))
                text += self._where(scope)
                if parent is not None:
                    text += ',"parent":' + quoted(parent)
                line = (text + "}\n").encode()
            except Exception:
                pass
            if line is None or len(line) > EVENT_BYTES_MAX:
                event = _known(id=event_id, kind=kind, time=moment, duration_ms=duration_ms)
                if fields is not None:
                    event["fields"] = fields
                line = encode_odd({**event, **(more or {}), **_place_of(scope, parent)})
            return self.write_line(line)
        except Exception as error:
            self.spool.dropped += 1
            self.fail(error)
            return False

    def _where(self, scope: Scope) -> str:
        """What an event tells of its place: mostly the same as the event before it."""
        place = (
            scope.agent,
            scope.session_id,
            scope.run_id,
            scope.correlation_id,
            scope.iteration,
        )
        last, text = self._last_place
        if place != last:
            named = quick(_place_of(scope, None))[1:-1]
            text = "," + named if named else ""
            self._last_place = (place, text)
        return text

    def write_line(self, line: bytes) -> bool:
        written = self.spool.write(line)
        if "://" in self.store:
            self.send()
        return written

    def send(self) -> None:
        """Before a server, one thread carries what is in the spool there."""
        sender = self.sender
        if sender is None or not sender.runs_here():
            from ._sender import Sender

            self.sender = sender = Sender(self)
        sender.wake()

    # What is recorded.

    def record(
        self,
        kind: str,
        fields: Mapping[str, Any] | None = None,
        *,
        scope: Scope | None = None,
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
        """One event of any kind, at the current place or beneath `parent`."""
        try:
            place = self._place(scope, parent)
            made, moment = new_id_and_time()
            step = Step(place, made if id is None else id_of_any(id) or made)
            if correlation is not None:
                step.correlation_id = name_of(correlation)
            told = None
            if fields:
                told = {key: one for key, one in fields.items() if one is not None}
            more = None if causes is None else _links(causes)
            took = None if duration_ms is None else self._duration(duration_ms)
            if not (why is None and confidence is None and alternatives is None and refs is None):
                more = {**(more or {}), **self._reasons(why, confidence, alternatives, refs)}
            name = kind_of(kind)
            above = place.parent
            step.recorded = self.put(step.id, name, moment, step, above, told, more, took)
            return step
        except Exception as error:
            return self.lost(error)

    def _duration(self, duration_ms: float) -> float | None:
        took = float(duration_ms)
        if 0 <= took < float("inf"):
            return took
        self.fail(ValueError(f"no event takes {took} ms"))
        return None

    def _reasons(
        self, why: object, confidence: object, alternatives: object, refs: object
    ) -> dict[str, Any]:
        told: dict[str, Any] = {}
        rationale = rationale_of(why, confidence, alternatives, refs)
        if rationale is not None:
            told["rationale"] = rationale
            if rationale["why"] == UNSTATED:
                told["flags"] = ["rationale_derived"]
        if confidence is not None and "confidence" not in (rationale or {}):
            self.fail(ValueError(f"a confidence is 0 to 1, and {shown(confidence)} is not"))
        return told

    def lost(self, error: BaseException) -> Step:
        """What a host says in an odd way costs the event, and not the host."""
        self.spool.dropped += 1
        self.fail(error)
        return Step(self.ground, new_id())

    def _place(self, scope: Scope | None, parent: Parent) -> Scope:
        if isinstance(parent, Scope):
            return parent
        place = scope if scope is not None else self.here()
        if parent is None:
            return place
        above = id_of(parent)
        return place if above is None else place._with(parent=above)

    def session(
        self,
        name: str | None = None,
        *,
        goal: str | None = None,
        run: str | None = None,
        correlation: str | None = None,
        agent: str | None = None,
    ) -> Session:
        """A session, for a `with`: a conversation or a job, with its start and its end.

        Without a name it gets an id of its own.
        """
        here = self.here()
        scope = here._with(
            session_id=name_of(name) or new_id(),
            run_id=name_of(run),
            agent=name_of(agent) or here.agent,
            correlation_id=name_of(correlation) or here.correlation_id,
        )
        return Session(scope, goal)

    def tool_call(
        self,
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
        identity = name_of(call_id) or new_id()
        fields: dict[str, Any] = {"tool_name": shown(tool_name), "call_id": identity}
        if input is not None:
            fields["input"] = input
        try:
            place = self._place(None, parent)
            made, moment = new_id_and_time()
            call = ToolCall(place, made, fields, identity)
            more = None if causes is None else _links(causes)
            if not (why is None and confidence is None and alternatives is None and refs is None):
                more = {**(more or {}), **self._reasons(why, confidence, alternatives, refs)}
            call.recorded = self.put(made, "tool_call", moment, call, place.parent, fields, more)
            return call
        except Exception as error:
            return ToolCall(self.lost(error), new_id(), fields, identity)

    def llm_call(
        self,
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
        told: dict[str, Any] = {"model": shown(model), "provider": provider, "messages": messages}
        told.update(fields)
        return ModelCall(self._place(None, parent), told, rationale_of(why), _ids(causes))

    def decision(
        self,
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
        """A choice, why it was made, and what was not chosen: {option: why not} or a list."""
        try:
            options = None
            if alternatives is not None:
                options = [shown(one) for one in listed(alternatives)]
            fields = {
                "description": shown(description),
                "decision_type": decision_type,
                "alternatives": options,
                "chosen": None if chosen is None else shown(chosen),
                "inputs": inputs,
                "status": status,
            }
        except Exception as error:
            return self.lost(error)
        return self.record(
            "decision",
            fields,
            parent=parent,
            causes=causes,
            why=why,
            confidence=confidence,
            alternatives=alternatives,
            refs=refs,
            correlation=correlation,
        )

    def outcome(self, of: Parent, correct: bool | None = None, text: str | None = None) -> Step:
        """What came of an event. There is one outcome for each event; the first one stands."""
        try:
            judged = id_of(of)
            if not judged:
                raise ValueError("an outcome needs the event that it judges")
            known = None if correct is None else bool(correct)
        except Exception as error:
            return self.lost(error)
        place = of if isinstance(of, Scope) else None
        step_fields: dict[str, Any] = {"of": judged, "outcome": text_of(text)}
        if known is not None:
            step_fields["correct"] = known
        return self.record("outcome", step_fields, scope=place)

    def delegate(
        self,
        child: str,
        task: str | None = None,
        *,
        run: str | None = None,
        parent: Parent = None,
    ) -> Step:
        """Hands a task to another agent. The answer is its place: see `handoff`."""
        try:
            place = self._place(None, parent)
            names = {"parent_id": place.agent, "child_id": shown(child)}
            step = self.record(
                "delegation", {**names, "task": text_of(task), "run_id": name_of(run)}, parent=place
            )
            step.agent = name_of(child) or step.agent
            step.run_id = name_of(run) or step.run_id
            return step
        except Exception as error:
            return self.lost(error)

    def flush(self, timeout: float = 2.0) -> Flush:
        """Says what became of the events, within `timeout` seconds. Never raises."""
        from ._flush import flush

        return flush(self, timeout)


def _place_of(scope: Scope, parent: str | None) -> dict[str, Any]:
    return _known(
        parent=parent,
        agent=scope.agent,
        session=scope.session_id,
        run=scope.run_id,
        correlation=scope.correlation_id,
        iteration=scope.iteration,
    )


def _known(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _links(causes: object) -> dict[str, Any]:
    names = _ids(causes)
    return {"causes": names} if names else {}


def _ids(causes: object) -> list[str] | None:
    if causes is None:
        return None
    given = [causes] if isinstance(causes, (str, Scope)) else listed(causes)
    names = [id_of(one) for one in given if isinstance(one, (str, Scope))]
    return [name for name in names if name] or None
