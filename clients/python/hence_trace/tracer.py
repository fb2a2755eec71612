"""A tracer and an audit log, for agents that call `tracer.decision(…)` and replay by a correlation.

    tracer, audit = AgentTracer(), AuditLog()
    sized = tracer.decision(agent_id="foresight", decision_type="position_sizing",
                            rationale="three signals confirm", confidence=0.68,
                            session_id="s1", correlation_id="trade-7")
    audit.write(from_agent="foresight", to_agents=["vp-trading"], correlation_id="trade-7")
    tracer.record_outcome(sized, "the position lost 4 %", correct=False)

Recording never raises. The questions (`query_traces`, `query`, `replay`) do: they are asked for
their answer. They sort by time before they cut, and cut nothing unless they are told to.
"""

from __future__ import annotations

from collections import OrderedDict

from ._event import name_of
from ._scope import Scope, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._ask import Answer
    from ._recorder import Recorder

# Decisions whose place is remembered, so that an outcome that only has their id stands beside them.
_PLACES_MAX = 4096


def _recorder(given: Recorder | None) -> Recorder:
    if given is not None:
        return given
    from . import recorder

    return recorder()


def _place(
    keeper: Recorder, agent: object, session: object, correlation: object, run: object = None
) -> Scope:
    """The place that is named. It keeps the current parent as long as it is in the same session."""
    here = keeper.here()
    named = name_of(session)
    same = named is None or named == here.session_id
    return here._with(
        agent=name_of(agent) or here.agent,
        session_id=named or here.session_id,
        run_id=name_of(run) or (here.run_id if same else None),
        correlation_id=name_of(correlation) or here.correlation_id,
        parent=here.parent if same else None,
    )


class AgentTracer:
    """Records the decisions of agents, and what came of them."""

    def __init__(self, recorder: Recorder | None = None) -> None:
        self._given = recorder
        self._places: OrderedDict[str, Step] = OrderedDict()

    def decision(
        self,
        agent_id: str,
        decision_type: str,
        rationale: str | None = None,
        confidence: float | None = None,
        inputs: Mapping[str, Any] | None = None,
        session_id: str | None = None,
        correlation_id: str | None = None,
        *,
        description: str | None = None,
        chosen: object = None,
        alternatives: object = None,
        refs: object = None,
        run_id: str | None = None,
    ) -> Step:
        """Records a decision. The result is its place, and as a text its id."""
        keeper = _recorder(self._given)
        try:
            options = None
            if alternatives is not None:
                listed = alternatives if isinstance(alternatives, (list, tuple, dict)) else ()
                options = [str(one) for one in listed]
            fields = {
                "description": description,
                "decision_type": decision_type,
                "alternatives": options,
                "chosen": None if chosen is None else str(chosen),
                "inputs": inputs,
                "status": "made",
            }
            step = keeper.record(
                "decision",
                fields,
                scope=_place(keeper, agent_id, session_id, correlation_id, run_id),
                why=rationale,
                confidence=confidence,
                alternatives=alternatives,
                refs=refs,
            )
        except Exception as failure:
            keeper.spool.dropped += 1
            keeper.fail(failure)
            return keeper.record("error", {"error": f"a decision was not recorded: {failure}"})
        self._places[step.id] = step
        while len(self._places) > _PLACES_MAX:
            self._places.popitem(last=False)
        return step

    def record_outcome(
        self, trace: Step | str, outcome: str | None = None, correct: bool | None = None
    ) -> Step:
        """Records what came of a decision. There is one outcome for each; the first one stands."""
        keeper = _recorder(self._given)
        try:
            known = self._places.get(trace, trace) if isinstance(trace, str) else trace
            return keeper.outcome(known, correct, outcome)
        except Exception as failure:
            keeper.spool.dropped += 1
            keeper.fail(failure)
            return keeper.record("error", {"error": f"an outcome was not recorded: {failure}"})

    def query_traces(
        self,
        *,
        correlation_id: str | None = None,
        session_id: str | None = None,
        limit: int | None = None,
    ) -> list[dict[str, Any]]:
        """The decisions of a correlation or of a session, oldest first, with their outcomes."""
        replay = _replay(self._given, correlation_id, session_id, limit)
        return [_trace_of(one) for one in replay["traces"] if one["kind"] == "decision"]

    def replay(self, chain_type: str, chain_id: str, *, limit: int | None = None) -> Answer[Any]:
        """A chain (`trade`, `session`, `directive`, `incident`), and whether it is complete."""
        return _asked(self._given, chain_type, chain_id, limit)


class AuditLog:
    """Records the messages between agents, and the actions of the system."""

    def __init__(self, recorder: Recorder | None = None) -> None:
        self._given = recorder

    def write(
        self,
        from_agent: str,
        to_agents: str | list[str] | None = None,
        *,
        status: str | None = None,
        payload: Any = None,
        route: Any = None,
        subtype: str | None = None,
        message_id: str | None = None,
        correlation_id: str | None = None,
        session_id: str | None = None,
    ) -> Step:
        """Records a message. Without `to_agents` it is an action of the system."""
        keeper = _recorder(self._given)
        fields = {
            "message_id": message_id,
            "from": from_agent,
            "to": [to_agents] if isinstance(to_agents, str) else to_agents,
            "subtype": subtype,
            "status": status,
            "route": route,
            "payload": payload,
        }
        try:
            place = _place(keeper, from_agent, session_id, correlation_id)
            return keeper.record("message", fields, scope=place, id=message_id)
        except Exception as failure:
            keeper.spool.dropped += 1
            keeper.fail(failure)
            return keeper.record("error", {"error": f"a message was not recorded: {failure}"})

    def query(
        self,
        *,
        correlation_id: str | None = None,
        session_id: str | None = None,
        limit: int | None = None,
    ) -> list[dict[str, Any]]:
        """The messages of a correlation, oldest first."""
        if correlation_id is None and session_id is not None:
            from ._ask import Question

            keeper = _recorder(self._given)
            words = ["events", "--kinds", "message", "--session", session_id]
            asked = {"kinds": "message", "session": session_id}
            rows = Question(keeper, "events", asked, words).answer().value
            return [_entry_of(one) for one in rows][:limit]
        replay = _replay(self._given, correlation_id, session_id, limit)
        return [_entry_of(one) for one in replay["audit_entries"]]


def _replay(
    given: Recorder | None, correlation: str | None, session: str | None, limit: int | None
) -> Answer[Any]:
    if correlation is not None:
        return _asked(given, "directive", correlation, limit)
    if session is not None:
        return _asked(given, "session", session, limit)
    raise ValueError("name a correlation_id or a session_id")


def _asked(given: Recorder | None, kind: str, identity: str, limit: int | None) -> Answer[Any]:
    from urllib.parse import quote

    from ._ask import Question

    count = 0 if limit is None else limit
    words = ["replay", "--limit", str(count), "--", kind, identity]
    path = f"replay/{quote(kind, safe='')}/{quote(identity, safe='')}"
    return Question(_recorder(given), path, {"limit": count}, words).answer()


def _trace_of(event: dict[str, Any]) -> dict[str, Any]:
    """A decision as a row of a tracer's table."""
    fields = event.get("fields") or {}
    rationale = event.get("rationale") or {}
    outcome = (event.get("outcome") or {}).get("fields") or {}
    return {
        "trace_id": event["id"],
        "agent_id": event.get("agent"),
        "decision_type": fields.get("decision_type"),
        "description": fields.get("description"),
        "chosen": fields.get("chosen"),
        "rationale": rationale.get("why"),
        "confidence": rationale.get("confidence"),
        "inputs": fields.get("inputs"),
        "session_id": event.get("session"),
        "correlation_id": event.get("correlation"),
        "created_at": event["time"],
        "outcome": outcome.get("outcome"),
        "outcome_correct": outcome.get("correct"),
    }


def _entry_of(event: dict[str, Any]) -> dict[str, Any]:
    """A message as a row of an audit log."""
    fields = event.get("fields") or {}
    return {
        "message_id": fields.get("message_id") or event["id"],
        "from_agent": fields.get("from"),
        "to_agents": fields.get("to") or [],
        "subtype": fields.get("subtype"),
        "status": fields.get("status"),
        "route": fields.get("route"),
        "payload": fields.get("payload"),
        "session_id": event.get("session"),
        "correlation_id": event.get("correlation"),
        "created_at": event["time"],
    }
