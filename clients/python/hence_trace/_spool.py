"""Where events go: a file of this process, to which each event is one write.

Whoever owns the store takes the file from there, so there is no queue, no thread and nothing to
close, and what was written outlives the process. A file is closed at SEGMENT_BYTES and another one
begun, so that the owner can remove what it has taken. All files of a spool together are capped.
"""

from __future__ import annotations

import os
import time
from _thread import RLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

SEGMENT_BYTES = 8 << 20
CAP_BYTES = 1 << 30
RETRY_SECONDS = 1.0

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-")


def host_name() -> str:
    """The name of this machine, as it may stand in a file's name."""
    try:
        name = os.uname().nodename
    except AttributeError:  # Not on Windows.
        name = os.environ.get("COMPUTERNAME", "")
    return "".join(c if c in _PLAIN else "_" for c in name)[:64] or "localhost"


class Segment:
    """A file that this process has written."""

    __slots__ = ("lines", "path", "size")

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines = 0
        self.size = 0


class Spool:
    """Appends lines to files in a directory. Never raises; never waits but for the disk."""

    def __init__(
        self,
        directory: str,
        sync: bool = False,
        cap: int = CAP_BYTES,
        on_error: Callable[[Exception], object] | None = None,
    ) -> None:
        self.directory = directory
        self.sync = sync
        self.cap = cap
        self.on_error = on_error
        self.begin()

    def begin(self) -> None:
        """Forgets what an earlier process had: a forked child has a file of its own."""
        self._lock = RLock()
        self._pid = os.getpid()
        self._fd = -1
        self.segment: Segment | None = None
        self.earlier: list[Segment] = []  # Those that may not have been taken yet.
        self.taken = 0  # Lines of those that have.
        self.lines = 0
        self.dropped = 0
        self.error: str | None = None
        self._dropped_told = 0
        self._next_try = 0.0

    def write(self, line: bytes) -> bool:
        """False when the line was dropped: there is no room, or no place to write to."""
        try:
            if os.getpid() != self._pid:
                self.after_fork()
            with self._lock:
                segment = self.segment
                if segment is None or segment.size >= SEGMENT_BYTES:
                    segment = self._next_segment(len(line))
                if segment is None:
                    self.dropped += 1
                    return False
                return self._put(segment, line)
        except Exception as error:
            self._fail(error)
            self.dropped += 1
            return False

    def after_fork(self) -> None:
        """The child's copy of the descriptor is closed, so that it does not keep the file open."""
        fd = self._fd
        self.begin()
        if fd >= 0:
            try:
                os.close(fd)
            except OSError:
                pass

    def _put(self, segment: Segment, line: bytes) -> bool:
        size = len(line)
        try:
            put = os.write(self._fd, line)
            while put < size:
                more = os.write(self._fd, line[put:])
                if more <= 0:
                    raise OSError("the line could not be written whole")
                put += more
            if self.sync:
                getattr(os, "fdatasync", os.fsync)(self._fd)
        except Exception as error:
            self._undo(segment)
            self._fail(error)
            self.dropped += 1
            return False
        segment.size += size
        segment.lines += 1
        self.lines += 1
        if self.dropped != self._dropped_told:
            self._tell_dropped(segment)
        return True

    def _undo(self, segment: Segment) -> None:
        """Half a line must not spoil the next one: it is cut off, or a new file is begun."""
        try:
            os.ftruncate(self._fd, segment.size)
        except Exception:
            self._close()
        self._next_try = 0.0

    def _fail(self, error: Exception) -> None:
        self.error = f"{type(error).__name__}: {error}"
        if self.on_error is not None:
            try:
                self.on_error(error)
            except Exception:
                pass

    def _close(self) -> None:
        if self._fd >= 0:
            try:
                os.close(self._fd)
            except OSError:
                pass
        self._fd = -1
        if self.segment is not None:
            self.earlier.append(self.segment)
        self.segment = None

    def _next_segment(self, size: int) -> Segment | None:
        clock = time.monotonic()
        if clock < self._next_try:
            return None
        try:
            self._close()
            self._forget_taken()
            os.makedirs(self.directory, mode=0o700, exist_ok=True)
            if self._spooled_bytes() + size > self.cap:
                raise OSError(f"the spool {self.directory} has reached its cap of {self.cap} bytes")
            self.segment = self._open()
        except Exception as error:
            self._next_try = clock + RETRY_SECONDS
            self._fail(error)
            return None
        return self.segment

    def _open(self) -> Segment:
        start = time.time_ns() // 1000
        while True:
            name = f"{host_name()}-{self._pid}-{start}.ndjson"
            path = os.path.join(self.directory, name)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL
            try:
                fd = os.open(path, flags | getattr(os, "O_CLOEXEC", 0), 0o600)
            except FileExistsError:  # The clock was set back.
                start += 1
                continue
            try:
                import fcntl

                fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except Exception:
                pass  # The owner of the store has other ways to see that the file is in use.
            if os.fstat(fd).st_nlink == 0:  # Removed before it was locked.
                os.close(fd)
                start += 1
                continue
            self._fd = fd
            return Segment(path)

    def _forget_taken(self) -> None:
        """A file that is gone was taken: only its count is kept."""
        left = []
        for segment in self.earlier:
            if os.path.exists(segment.path):
                left.append(segment)
            else:
                self.taken += segment.lines
        self.earlier = left

    def _spooled_bytes(self) -> int:
        total = 0
        with os.scandir(self.directory) as entries:
            for entry in entries:
                if entry.name.endswith(".ndjson"):
                    try:
                        total += entry.stat(follow_symlinks=False).st_size
                    except OSError:
                        pass
        return total

    def _tell_dropped(self, segment: Segment) -> None:
        """What was dropped is part of the record."""
        missing = self.dropped - self._dropped_told
        self._dropped_told = self.dropped
        from ._event import encode, new_id_and_time

        body = f"{missing} events were dropped: {self.error}"
        fields = {"severity": "warn", "body": body, "dropped": missing}
        made, moment = new_id_and_time()
        line = encode({"id": made, "kind": "log", "time": moment, "fields": fields})
        if self._put(segment, line):
            self.lines -= 1  # Ours, and none of the host's.
        else:
            self.dropped -= 1
            self._dropped_told -= missing
