"""Finds out what became of the events of this process, within a time.

`stored` counts only what the owner of the store says it has taken. Whatever cannot be confirmed in
time counts as spooled: it lies in a file, and whoever opens the store next takes it.
"""

from __future__ import annotations

import json
import os
import time

from ._recorder import Flush

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._recorder import Recorder
    from ._spool import Spool


_DAY = 86_400.0


def flush(recorder: Recorder, timeout: float) -> Flush:
    spool = recorder.spool
    try:
        deadline = time.monotonic() + _seconds(timeout)
        if os.getpid() != spool._pid:
            spool.after_fork()
        if "://" in recorder.store:
            return _of_server(recorder, deadline)
        return _of_directory(recorder, deadline)
    except Exception as error:
        recorder.fail(error)
        return Flush(0, spool.lines, spool.dropped, None, f"{type(error).__name__}: {error}")


def _seconds(timeout: object) -> float:
    """What was given as a timeout, as far as it is one: at most a day, as clocks can wait."""
    if timeout is None:
        return _DAY
    given = float(timeout)  # type: ignore[arg-type]
    return min(given, _DAY) if given > 0 else 0.0


def _of_directory(recorder: Recorder, deadline: float) -> Flush:
    spool = recorder.spool
    if spool.lines == 0:
        return Flush(0, 0, spool.dropped, None, spool.error)
    answer, error = _ask_owner(recorder, deadline)
    if answer is None:
        return Flush(0, spool.lines, spool.dropped, None, error or spool.error)
    stored, spooled, refused = _counted(spool, answer)
    problems = answer.get("problems") or []
    if error is None and refused:
        error = f"{refused} events were refused: see hence quarantine"
    if error is None and spooled and problems:
        error = str(problems[0])
    return Flush(stored, spooled, spool.dropped, answer.get("last_seq"), error or spool.error)


def _counted(spool: Spool, answer: dict[str, Any]) -> tuple[int, int, int]:
    """Lines stored, waiting and refused, of all files of this process."""
    rows = {row["file"]: row for row in answer.get("files", [])}
    with spool._lock:
        total = spool.lines
        waiting = refused = 0
        segments = [*spool.earlier, *([spool.segment] if spool.segment else [])]
        for segment in segments:
            row = _row_of(rows, os.path.basename(segment.path))
            if row is not None:
                waiting += max(0, segment.lines - row["lines"])
                refused += row["quarantined"]
            elif os.path.exists(segment.path):
                waiting += segment.lines
    waiting = min(waiting, total)
    return max(0, total - waiting - refused), waiting, refused


def _row_of(rows: dict[str, Any], name: str) -> Any:
    """A file that is about to be removed has a longer name."""
    if name in rows:
        return rows[name]
    stem = name[: -len("ndjson")]
    for file, row in rows.items():
        if file.startswith(stem) and file.endswith(".closing.ndjson"):
            return row
    return None


def _ask_owner(recorder: Recorder, deadline: float) -> tuple[dict[str, Any] | None, str | None]:
    from . import _ask

    left = deadline - time.monotonic()
    if left <= 0:
        return None, "there was no time to ask"
    try:
        reply = _ask.exchange(
            recorder.store,
            "GET",
            "/api/v1/spool",
            headers={"Accept": "application/json"},
            timeout=left,
        )
        if reply.status == 200:
            return json.loads(reply.body), None
        return None, _ask._error_in(reply.body)
    except TimeoutError as error:
        return None, str(error)
    except OSError:
        pass  # Nobody owns the store: whoever runs the program does.
    left = deadline - time.monotonic()
    if left <= 0:
        return None, "there was no time to ask"
    try:
        status, out, said = _ask.run_program(recorder.store, ["--json", "spool"], left)
        if status == 0:
            return json.loads(out), None
        return None, said
    except Exception as error:
        return None, str(error)


def _of_server(recorder: Recorder, deadline: float) -> Flush:
    spool = recorder.spool
    if spool.lines > 0:
        recorder.send()
    sender = recorder.sender
    if sender is None or not sender.runs_here():  # Nothing was recorded in this process.
        return Flush(0, 0, spool.dropped, None, spool.error)
    sender.wait(deadline)
    return sender.told()
