"""Turns what a program says into one line of JSON that the store accepts.

A host may pass anything: objects that are not JSON, texts of any size, broken Unicode. The first
try is the quick one, for values that are JSON already. What fails there is made plain, piece by
piece, so that one odd value never costs the event it is in.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Callable

EVENT_BYTES_MAX = 16 << 20
NAME_BYTES_MAX = 1024
ID_BYTES_MAX = 256
DEPTH_MAX = 60  # Of `fields`; the store takes 64 levels.
_TEXT_MAX = 1 << 20  # What is left of a text in an event that is too large.
_NODES_MAX = 100_000  # Of a value that has to be made plain.
UNSTATED = "no reason was stated"  # In the place of a reason, which a rationale must have.


def _refuse(value: object) -> object:
    raise TypeError(type(value).__name__)


def _encoders() -> tuple[Callable[[object], str], Callable[[str], str]]:
    """Of any value, and of a text alone. They are made once: json makes one for each text, which
    costs as much as it does.

    They are what json is made of: json itself loads the module for regular expressions, which takes
    longer than the rest of this package. What refers to itself ends with a RecursionError, and is
    made plain like everything odd.
    """
    try:
        import _json

        inner: Any = _json
        quote: Callable[[str], str] = inner.encode_basestring
        chunks = inner.make_encoder(None, _refuse, quote, None, ":", ",", False, False, False)
        if "".join(chunks({"a": [1, quote("\u00e9")]}, 0)) == '{"a":[1,"\\"\u00e9\\""]}':
            return (lambda value: "".join(chunks(value, 0))), quote
    except Exception:
        pass
    import json

    whole = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
    return whole, whole


quick, quoted = _encoders()


# Ids and times. The parts that stay the same for a millisecond are made once in it, and the random
# parts of many ids are fetched from the system together: both are done for each event.

_TAILS = 32
_VERSION = bytes(0x70 | one & 0x0F for one in range(256))  # Of a UUID, in its seventh byte.
_VARIANT = bytes(0x80 | one & 0x3F for one in range(256))  # In its ninth.
_tails: list[str] = []
_tails_pid = 0
_moment = (-1, "", -1, "", "")  # Replaced as a whole: another thread sees one or the other.


def _fetch_tails() -> None:
    """Of each id, what follows the time: 7rrr-8rrr-rrrrrrrrrrrr."""
    middle = bytearray(os.urandom(4 * _TAILS))
    middle[0::4] = middle[0::4].translate(_VERSION)
    middle[2::4] = middle[2::4].translate(_VARIANT)
    middles = middle.hex("-", 2).split("-")
    ends = os.urandom(6 * _TAILS).hex("-", 6).split("-")
    _tails.extend(map("-".join, zip(middles[0::2], middles[1::2], ends)))


def _tail() -> str:
    """Never one that another process has: a forked child throws away what its parent fetched."""
    global _tails_pid
    pid = os.getpid()
    if pid != _tails_pid:
        _tails.clear()
        _tails_pid = pid
    while True:
        try:
            return _tails.pop()  # No two threads pop the same one.
        except IndexError:
            _fetch_tails()


def _moment_of(ms: int) -> tuple[int, str, int, str, str]:
    """A millisecond: how its ids begin, and how its times do."""
    global _moment
    second, day_and_time = _moment[2:4]
    if ms // 1000 != second:
        second = ms // 1000
        day_and_time = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
    head = f"{ms >> 16:08x}-{ms & 0xFFFF:04x}-"
    told = f"{day_and_time}.{ms % 1000:03d}"
    _moment = moment = (ms, head, second, day_and_time, told)
    return moment


def new_id() -> str:
    """A UUIDv7: it begins with the time, so that ids lie in the order in which they were made."""
    ms = time.time_ns() // 1_000_000
    moment = _moment
    if moment[0] != ms:
        moment = _moment_of(ms)
    return moment[1] + _tail()


def new_id_and_time() -> tuple[str, str]:
    """An id, and the time that it was made at: in UTC, to the microsecond."""
    us = time.time_ns() // 1000
    ms = us // 1000
    moment = _moment
    if moment[0] != ms:
        moment = _moment_of(ms)
    return moment[1] + _tail(), f"{moment[4]}{str(us)[-3:]}Z"


def id_of_any(value: object) -> str | None:
    """An id as the store takes it: 1 to 256 bytes. What is longer is cut, everywhere alike."""
    return name_of(value, ID_BYTES_MAX)


def name_of(value: object, bytes_max: int = NAME_BYTES_MAX) -> str | None:
    """A name as the store takes it: 1 to 1024 bytes; nothing for an empty one."""
    if value is None:
        return None
    text = value if type(value) is str else shown(value)
    if len(text) > bytes_max // 4:
        text = text.encode("utf-8", "replace")[:bytes_max].decode("utf-8", "ignore")
    return text or None


def kind_of(kind: object) -> str:
    """A kind as the store takes it: [a-z][a-z0-9_]{0,63}."""
    text = shown(kind)
    if text.isidentifier() and text.isascii() and text.islower() and text[0] != "_":
        return text[:64]
    text = "".join(c if c in "abcdefghijklmnopqrstuvwxyz0123456789_" else "_" for c in text.lower())
    if not text or not "a" <= text[0] <= "z":
        text = "e_" + text
    return text[:64]


def rationale_of(
    why: object = None,
    confidence: object = None,
    alternatives: object = None,
    refs: object = None,
) -> dict[str, Any] | None:
    """The rationale of an event, or nothing where nothing of it was said.

    Where no reason was given but a confidence or something else was, `why` is UNSTATED: an event
    with it is flagged, so that nobody counts it as a reason.
    """
    rejected: list[dict[str, str]] = []
    if isinstance(alternatives, dict):
        for option, because in alternatives.items():
            name, said = shown(option), "" if because is None else shown(because)
            if name:
                rejected.append({"option": name, "rejected_because": said or "not stated"})
    sure = None
    if isinstance(confidence, (int, float)) and not isinstance(confidence, bool):
        sure = float(confidence) if 0 <= confidence <= 1 else None
    names = []
    if refs is not None:
        for one in [refs] if isinstance(refs, str) or hasattr(refs, "id") else listed(refs):
            names.append(shown(getattr(one, "id", one)))
    reason = "" if why is None else shown(why)
    if not reason and sure is None and not rejected and not names:
        return None
    rationale: dict[str, Any] = {"why": reason or UNSTATED}
    if names:
        rationale["refs"] = names
    if rejected:
        rationale["alternatives"] = rejected
    if sure is not None:
        rationale["confidence"] = sure
    return rationale


def listed(values: object) -> list[object]:
    """The values of a list, or of whatever was given in its place."""
    try:
        return list(values)  # type: ignore[call-overload, no-any-return]
    except Exception:
        return [values]


def encode(event: Mapping[str, Any]) -> bytes:
    """One line. Never fails: what cannot be said as it is, is said as well as it can be."""
    try:
        line = checked(quick(event)).encode()
        if len(line) < EVENT_BYTES_MAX:
            return line + b"\n"
    except Exception:
        pass
    return encode_odd(event)


def checked(text: str) -> str:
    """JSON that is not nested too deep. Nothing is nested deeper than it has brackets, and each one
    that is opened is closed.
    """
    if len(text) > 2 * DEPTH_MAX and text.count("{") + text.count("[") > DEPTH_MAX:
        raise ValueError("nested too deep")
    return text


def encode_odd(event: Mapping[str, Any]) -> bytes:
    plain_event = _plain(event, [_NODES_MAX], text_max=EVENT_BYTES_MAX)
    line = _safe_line(plain_event)
    for text_max in (_TEXT_MAX, _TEXT_MAX >> 6, _TEXT_MAX >> 12):
        if len(line) < EVENT_BYTES_MAX:
            return line
        line = _safe_line(_plain(event, [_NODES_MAX], text_max=text_max))
    if len(line) >= EVENT_BYTES_MAX and isinstance(plain_event, dict):
        plain_event["fields"] = {"too_large": len(line)}
        line = _safe_line(plain_event)
    return line


def _safe_line(value: object) -> bytes:
    import json

    text = json.dumps(
        value, ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":")
    )
    try:
        # Escapes only where it must: a text that is no Unicode keeps its half pair as an escape.
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except Exception:
        return text.encode("ascii") + b"\n"


def _cut(text: str, text_max: int) -> str:
    if len(text) <= text_max:
        return text
    return f"{text[:text_max]}… [{text_max} of {len(text)} characters]"


def _plain(value: object, left: list[int], text_max: int, depth: int = 0) -> Any:
    """The value as JSON: bounded in depth and number, whatever its objects do.

    `depth` is bounded, and so is this recursion.
    """
    left[0] -= 1
    try:
        if value is None or value is True or value is False:
            return value
        if isinstance(value, str):
            return _cut(str(value), text_max)
        if isinstance(value, int):
            return int(value) if abs(value) < 1 << 1000 else str(value)
        if isinstance(value, float):
            return float(value) if value - value == 0 else str(value)
        if isinstance(value, (bytes, bytearray, memoryview)):
            return _cut(bytes(value).decode("utf-8", "backslashreplace"), text_max)
        if left[0] <= 0 or depth >= DEPTH_MAX - 4:
            return _cut(shown(value), min(text_max, 1000))
        if isinstance(value, dict):
            return {_key(key): _plain(one, left, text_max, depth + 1) for key, one in value.items()}
        if isinstance(value, (list, tuple, set, frozenset)):
            return [_plain(one, left, text_max, depth + 1) for one in value]
        dump = getattr(value, "model_dump", None) or getattr(value, "_asdict", None)
        if callable(dump) and not isinstance(value, type):
            return _plain(dump(), left, text_max, depth + 1)
        members = getattr(value, "__dict__", None)
        if isinstance(members, dict) and members and not isinstance(value, (type, BaseException)):
            said = {key: one for key, one in members.items() if not str(key).startswith("_")}
            if said and not callable(value):
                return _plain(said, left, text_max, depth + 1)
        return _cut(shown(value), text_max)
    except Exception:
        return _cut(shown(value), 1000)


def _key(key: object) -> str:
    return _cut(key if isinstance(key, str) else shown(key), 1000)


def text_of(value: object) -> str | None:
    """A text, where the store takes no other value; nothing stays nothing."""
    return value if value is None or isinstance(value, str) else shown(value)


def shown(value: object) -> str:
    try:
        return str(value)
    except Exception:
        return f"<{type(value).__name__}>"
