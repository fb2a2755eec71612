"""What the answer of a model tells: its words, its tokens, the calls it asks for.

Answers are read by their members, whether they are objects of a client or dictionaries: OpenAI's
chat completions and responses, and Anthropic's messages. What is not there is left out.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def member(value: Any, *names: str) -> Any:
    """A member of a member, or nothing."""
    for name in names:
        if value is None:
            return None
        value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
    return value


def _items(value: Any) -> Iterable[Any]:
    return value if isinstance(value, (list, tuple)) else ()


def told_by(answer: Any) -> dict[str, Any]:
    if answer is None:
        return {}
    if isinstance(answer, str):
        return {"completion": answer}
    told: dict[str, Any] = {}
    if member(answer, "choices") is not None:
        told = _chat(answer)
    elif member(answer, "output") is not None and member(answer, "content") is None:
        told = _response(answer)
    elif member(answer, "content") is not None:
        told = _message(answer)
    told["model"] = member(answer, "model")
    told["response_id"] = member(answer, "id")
    told.update(_usage(member(answer, "usage")))
    return {key: value for key, value in told.items() if value is not None}


def _chat(answer: Any) -> dict[str, Any]:
    words = []
    calls = []
    finish = None
    for choice in _items(member(answer, "choices")):
        message = member(choice, "message")
        finish = finish or member(choice, "finish_reason")
        text = member(message, "content") or member(message, "refusal")
        if isinstance(text, str):
            words.append(text)
        for call in _items(member(message, "tool_calls")):
            calls.append(
                _call(
                    member(call, "id"),
                    member(call, "function", "name") or member(call, "custom", "name"),
                    member(call, "function", "arguments") or member(call, "custom", "input"),
                )
            )
    return _said(words, calls, finish)


def _response(answer: Any) -> dict[str, Any]:
    words = []
    calls = []
    for item in _items(member(answer, "output")):
        kind = member(item, "type")
        if kind == "message":
            for part in _items(member(item, "content")):
                text = member(part, "text") or member(part, "refusal")
                if isinstance(text, str):
                    words.append(text)
        elif kind in ("function_call", "custom_tool_call"):
            given = member(item, "arguments") or member(item, "input")
            calls.append(_call(member(item, "call_id"), member(item, "name"), given))
    return _said(words, calls, member(answer, "status"))


def _message(answer: Any) -> dict[str, Any]:
    words = []
    calls = []
    for part in _items(member(answer, "content")):
        kind = member(part, "type")
        if kind == "text":
            words.append(str(member(part, "text") or ""))
        elif kind == "tool_use":
            calls.append(_call(member(part, "id"), member(part, "name"), member(part, "input")))
    return _said(words, calls, member(answer, "stop_reason"))


def _call(identity: Any, name: Any, given: Any) -> dict[str, Any]:
    return {"id": identity, "name": name, "arguments": given}


def _said(words: list[str], calls: list[dict[str, Any]], finish: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"completion": "\n".join(words) or None, "finish_reason": finish}
    if calls:
        told["call_ids"] = [call["id"] for call in calls if call["id"]]
        told["tool_calls"] = calls
    return told


def _usage(usage: Any) -> dict[str, Any]:
    if usage is None:
        return {}
    prompt = _first(member(usage, "prompt_tokens"), member(usage, "input_tokens"))
    completion = _first(member(usage, "completion_tokens"), member(usage, "output_tokens"))
    read = _first(
        member(usage, "cache_read_input_tokens"),
        member(usage, "prompt_tokens_details", "cached_tokens"),
        member(usage, "input_tokens_details", "cached_tokens"),
    )
    thought = _first(
        member(usage, "completion_tokens_details", "reasoning_tokens"),
        member(usage, "output_tokens_details", "reasoning_tokens"),
    )
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": _first(member(usage, "total_tokens")),
        "cache_read_tokens": read,
        "cache_write_tokens": _first(member(usage, "cache_creation_input_tokens")),
        "reasoning_tokens": thought,
    }


def _first(*counts: Any) -> int | None:
    for count in counts:
        if isinstance(count, int) and not isinstance(count, bool):
            return count
    return None


class Gathered:
    """An answer that comes in pieces: OpenAI's chunks and events, and Anthropic's events."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}
        self._words: list[str] = []
        self._calls: dict[int, dict[str, Any]] = {}

    def add(self, piece: Any) -> None:
        kind = member(piece, "type")
        if member(piece, "choices") is not None:
            self._add_chunk(piece)
        elif kind in ("response.completed", "response.incomplete", "response.failed"):
            self.told.update(told_by(member(piece, "response")))
        elif kind == "message_start":
            message = member(piece, "message")
            self.told.update(
                {"model": member(message, "model"), "response_id": member(message, "id")}
            )
            self._add_usage(member(message, "usage"))
        elif kind == "content_block_start":
            block = member(piece, "content_block")
            if member(block, "type") == "tool_use":
                at = int(member(piece, "index") or 0)
                self._calls[at] = _call(member(block, "id"), member(block, "name"), "")
        elif kind == "content_block_delta":
            self._add_delta(piece)
        elif kind == "message_delta":
            self.told["finish_reason"] = member(piece, "delta", "stop_reason")
            self._add_usage(member(piece, "usage"))

    def _add_usage(self, usage: Any) -> None:
        known = {key: value for key, value in _usage(usage).items() if value is not None}
        self.told.update(known)

    def _add_delta(self, piece: Any) -> None:
        text = member(piece, "delta", "text")
        if isinstance(text, str):
            self._words.append(text)
        part = member(piece, "delta", "partial_json")
        call = self._calls.get(int(member(piece, "index") or 0))
        if isinstance(part, str) and call is not None:
            call["arguments"] += part

    def _add_chunk(self, piece: Any) -> None:
        for name, told in (("model", "model"), ("id", "response_id")):
            if member(piece, name):
                self.told[told] = member(piece, name)
        self._add_usage(member(piece, "usage"))
        for choice in _items(member(piece, "choices")):
            if member(choice, "finish_reason"):
                self.told["finish_reason"] = member(choice, "finish_reason")
            text = member(choice, "delta", "content")
            if isinstance(text, str):
                self._words.append(text)
            for part in _items(member(choice, "delta", "tool_calls")):
                at = int(member(part, "index") or 0)
                call = self._calls.setdefault(at, _call(None, None, ""))
                call["id"] = call["id"] or member(part, "id")
                call["name"] = call["name"] or member(part, "function", "name")
                call["arguments"] += member(part, "function", "arguments") or ""

    def fields(self) -> dict[str, Any]:
        calls = [self._calls[at] for at in sorted(self._calls)]
        said = _said(["".join(self._words)], calls, None)
        told = {key: value for key, value in said.items() if value is not None}
        told.update({key: value for key, value in self.told.items() if value is not None})
        return told
