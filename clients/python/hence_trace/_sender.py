"""Carries the files of the spool to a server: one daemon thread for each process.

The file is the queue. A file is removed once the server's receipts cover it and nobody can write to
it any more, and files that dead processes left behind are sent, too. A receipt that got lost makes
lines be sent again: events have ids, so they count once.
"""

from __future__ import annotations

import atexit
import json
import os
import time
from threading import Condition, Thread

from ._recorder import Flush

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._recorder import Recorder

POST_BYTES = 1 << 20
POST_SECONDS = 10.0
PAUSE_SECONDS = 0.05  # Events that come close together are sent together.
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)
ORPHANS_SECONDS = 5.0
EXIT_SECONDS = 0.5


class Sender:
    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._pid = os.getpid()
        self._changed = Condition()
        self._woken = False
        self._sent: dict[str, tuple[int, int]] = {}  # Of each own file: bytes and lines.
        self._stored = 0
        self._refused = 0
        self._last_seq: int | None = None
        self._error: str | None = None
        self._orphans_at = 0.0
        thread = Thread(target=self._run, name="hence-sender", daemon=True)
        thread.start()
        atexit.register(self._leave)

    def _leave(self) -> None:
        """The program ends: what is sent by then need not be sent by another process again."""
        if not self.runs_here():
            return
        spool = self._recorder.spool
        self.wait(time.monotonic() + EXIT_SECONDS)
        with spool._lock:
            segment = spool.segment
            sent = segment is not None and self._sent.get(segment.path, (0, 0))[0] >= segment.size
            if segment is not None and sent and self._waiting() == 0:
                spool._close()
                try:
                    os.unlink(segment.path)
                except OSError:
                    pass

    def runs_here(self) -> bool:
        return self._pid == os.getpid()

    def wake(self) -> None:
        if not self._woken:
            with self._changed:
                self._woken = True
                self._changed.notify_all()

    def _waiting(self) -> int:
        return max(0, self._recorder.spool.lines - self._stored - self._refused)

    def wait(self, deadline: float) -> None:
        """Until everything is sent, a try has failed for good, or the time is over."""
        with self._changed:
            while self._waiting() > 0:
                left = deadline - time.monotonic()
                if left <= 0:
                    return
                self._changed.wait(left)

    def told(self) -> Flush:
        spool = self._recorder.spool
        waiting = self._waiting()
        error = self._error if waiting else None
        if waiting and error is None:
            error = "the server has not answered in time"
        if self._refused and error is None:
            error = f"{self._refused} events were refused: see hence quarantine"
        return Flush(self._stored, waiting, spool.dropped, self._last_seq, error or spool.error)

    def _run(self) -> None:
        failures = 0
        while True:
            with self._changed:
                if not self._woken:
                    self._changed.wait(ORPHANS_SECONDS)
                self._woken = False
            time.sleep(PAUSE_SECONDS)
            try:
                self._send_own()
                self._send_orphans()
                failures = 0
                self._error = None
            except Exception as error:
                self._error = f"{type(error).__name__}: {error}"
                self._recorder.fail(error)
                time.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1
                self._woken = True
            with self._changed:
                self._changed.notify_all()

    def _send_own(self) -> None:
        spool = self._recorder.spool
        with spool._lock:
            current = spool.segment
            segments = [*spool.earlier, *([current] if current else [])]
        for segment in segments:
            if not os.path.exists(segment.path):
                continue
            at, lines = self._sent.get(segment.path, (0, 0))
            with open(segment.path, "rb") as file:
                while True:
                    body, count = _whole_lines(file, at)
                    if not body:
                        break
                    self._post(body, segment.path, lines, own=count)
                    at += len(body)
                    lines += count
                    self._sent[segment.path] = (at, lines)
            with spool._lock:
                done = segment is not spool.segment and at >= segment.size
            if done:
                os.unlink(segment.path)
                self._sent.pop(segment.path, None)

    def _send_orphans(self) -> None:
        """What dead processes left behind: their lock is free, and taken while it is sent."""
        clock = time.monotonic()
        if clock < self._orphans_at:
            return
        self._orphans_at = clock + ORPHANS_SECONDS
        import fcntl

        spool = self._recorder.spool
        with spool._lock:
            own = {segment.path for segment in spool.earlier}
            if spool.segment is not None:
                own.add(spool.segment.path)
        for name in sorted(os.listdir(spool.directory)):
            path = os.path.join(spool.directory, name)
            if not name.endswith(".ndjson") or path in own:
                continue
            with open(path, "rb") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    continue  # Its writer lives, or another process sends it.
                at = lines = 0
                while True:
                    body, count = _whole_lines(file, at, torn=True)
                    if not body:
                        break
                    self._post(body, path, lines, own=0)
                    at += len(body)
                    lines += count
                if os.path.exists(path):
                    os.unlink(path)

    def _post(self, body: bytes, path: str, lines: int, own: int) -> None:
        from ._ask import _error_in, exchange

        recorder = self._recorder
        for part, otlp in _by_format(body):
            target = f"/api/v1/events?format={'otlp' if otlp else 'native'}"
            reply = exchange(
                recorder.store,
                "POST",
                f"{target}&source=spool/{os.path.basename(path)}&first_line={lines + 1}",
                token=recorder.token,
                body=part,
                headers={
                    "Content-Type": "application/x-ndjson",
                    "Accept": "application/json",
                    "Idempotency-Key": f"{os.path.basename(path)}",
                },
                timeout=POST_SECONDS,
            )
            if reply.status not in (200, 207):
                raise OSError(f"{recorder.store} answers {reply.status}: {_error_in(reply.body)}")
            receipt: dict[str, Any] = json.loads(reply.body)
            count = part.count(b"\n")
            lines += count
            refused = min(count, receipt.get("quarantined", 0))
            with self._changed:
                if own:
                    self._stored += count - refused
                    self._refused += refused
                self._last_seq = receipt.get("last_seq") or self._last_seq
                self._changed.notify_all()


def _whole_lines(file: Any, at: int, torn: bool = False) -> tuple[bytes, int]:
    size = POST_BYTES
    while True:
        file.seek(at)
        body: bytes = file.read(size)
        end = body.rfind(b"\n") + 1
        if end:
            return body[:end], body.count(b"\n", 0, end)
        if len(body) < size:  # The last line has no end: nobody will write it, if it is torn.
            return (body, 1) if torn and body else (b"", 0)
        size *= 4


def _by_format(body: bytes) -> list[tuple[bytes, bool]]:
    """Runs of lines of one format."""
    runs: list[tuple[bytes, bool]] = []
    if b'{"resource' not in body:
        return [(body, False)]
    for line in body.splitlines(keepends=True):
        otlp = line.startswith((b'{"resourceSpans"', b'{"resourceLogs"'))
        if runs and runs[-1][1] == otlp:
            runs[-1] = (runs[-1][0] + line, otlp)
        else:
            runs.append((line, otlp))
    return runs
