"""Stands between a program and PostgreSQL, reads the messages of both, and breaks the connection at a chosen one.

A message of PostgreSQL's protocol is a letter, a size of four bytes that counts itself, and so many bytes. The first
message of a client has no letter.
"""

import socket
import struct
import threading

ENGINE = "engine"
PROGRAM = "program"


def exactly(source, size):
    data = b""
    while len(data) < size:
        piece = source.recv(min(size - len(data), 1 << 16))
        if not piece:
            return None
        data += piece
    return data


class Relay:
    """Listens where an engine would in `path`, and connects whoever comes with the one at `target`."""

    refusing = False

    def __init__(self, path, target):
        self.target = str(target)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path / ".s.PGSQL.5432"))
        self.listener.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def accept(self):
        while True:
            try:
                program, _ = self.listener.accept()
            except OSError:
                return
            if self.refusing:
                program.close()
                continue
            engine = socket.socket(socket.AF_UNIX)
            engine.connect(self.target)
            for side, source, sink in ((PROGRAM, program, engine), (ENGINE, engine, program)):
                threading.Thread(target=self.move, args=(side, source, sink), daemon=True).start()

    def move(self, side, source, sink):
        try:
            self.pass_on(side, source, sink)
        except OSError:
            pass
        for each in (source, sink):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        source.close()  # The other thread closes the other.

    def pass_on(self, side, source, sink):
        """What comes from that side, until the connection is to end."""
        raise NotImplementedError


class Proxy(Relay):
    """Counts the messages of all connections together, from each side. `break_at` says where one is broken."""

    def __init__(self, path, target):
        self.lock = threading.Lock()
        self.reset()
        super().__init__(path, target)

    def reset(self):
        with self.lock:
            self.counts = {ENGINE: 0, PROGRAM: 0}
            self.point = None
            self.broken = 0
            self.refusing = False
            self.stays_broken = False

    def break_at(self, side, number, after, stays=False):
        """At that message from that side: before it is passed on, or after. `stays`: and no connection afterwards."""
        self.reset()
        self.point = (side, number, after)
        self.stays_broken = stays

    def verdict(self, side):
        """Whether this message is passed on, and whether the connection ends with it."""
        with self.lock:
            self.counts[side] += 1
            if self.refusing:
                return False, True
            if self.point is None or self.point[:2] != (side, self.counts[side]):
                return True, False
            after = self.point[2]
            self.point = None
            self.broken += 1
            self.refusing = self.stays_broken
            return after, True

    def pass_on(self, side, source, sink):
        begun = side == ENGINE
        while True:
            head = exactly(source, 5 if begun else 4)
            if head is None:
                return
            size = struct.unpack("!I", head[-4:])[0]
            body = exactly(source, size - 4)
            if body is None:
                return
            begun = True
            passed, ends = self.verdict(side)
            if passed:
                sink.sendall(head + body)
            if ends:
                return
