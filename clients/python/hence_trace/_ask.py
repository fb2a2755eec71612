"""Asks the store: through the process that owns it, over HTTP, or by running `hence`.

Asking, unlike recording, is done for its answer: what goes wrong is raised, as a HenceError.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import time
from typing import Generic, TypeVar
from urllib.parse import quote, urlencode, urlsplit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    from . import answers
    from ._recorder import Recorder
    from ._scope import Scope

    # A name, or a step or session that has it.
    Named = Union[str, int, Scope]

Value = TypeVar("Value")

SOCKET_NAME = "hence.sock"
COMMAND_JSON = "application/vnd.hence.command+json"
ASK_SECONDS = 60.0


class HenceError(Exception):
    """A question that got no answer: why, and the exit status that `hence` has for it."""

    def __init__(self, message: str, exit_status: int = 3) -> None:
        super().__init__(message)
        self.exit_status = exit_status


class NoOwner(HenceError):
    """Nobody answers at the socket of the store."""


class SocketConnection(http.client.HTTPConnection):
    """HTTP through the socket in the store's directory."""

    def __init__(self, directory: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._directory = directory

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        path = os.path.join(self._directory, SOCKET_NAME)
        if len(os.fsencode(path)) < 100:
            self.sock.connect(path)
            return
        # An address of a socket is short; the directory's descriptor is a shorter name for it.
        directory = os.open(self._directory, os.O_RDONLY)
        try:
            self.sock.connect(f"/proc/self/fd/{directory}/{SOCKET_NAME}")
        finally:
            os.close(directory)


class Reply:
    __slots__ = ("body", "exit_status", "status")

    def __init__(self, status: int, exit_status: int, body: bytes) -> None:
        self.status = status
        self.exit_status = exit_status
        self.body = body


def exchange(
    store: str,
    method: str,
    target: str,
    *,
    token: str = "",
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    timeout: float = ASK_SECONDS,
) -> Reply:
    """One request, answered within `timeout` seconds in all. Fails with OSError."""
    deadline = time.monotonic() + timeout
    connection: http.client.HTTPConnection
    if "://" in store:
        place = urlsplit(store)
        if place.scheme == "https":
            connection = http.client.HTTPSConnection(place.netloc, timeout=timeout)
        else:
            connection = http.client.HTTPConnection(place.netloc, timeout=timeout)
    else:
        connection = SocketConnection(store, timeout)
    sent = dict(headers or {})
    if token:
        sent["Authorization"] = f"Bearer {token}"
    try:
        connection.request(method, target, body=body, headers=sent)
        # A server may send its answer drop by drop: the deadline is for all of it.
        _limit(connection, deadline)
        response = connection.getresponse()
        pieces = []
        while True:
            _limit(connection, deadline)
            piece = response.read1(1 << 16)
            if not piece:
                break
            pieces.append(piece)
        return Reply(
            response.status, int(response.headers.get("Hence-Exit") or 0), b"".join(pieces)
        )
    except http.client.HTTPException as error:
        raise OSError(f"{type(error).__name__}: {error}") from error
    finally:
        connection.close()


def _limit(connection: http.client.HTTPConnection, deadline: float) -> None:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("there was no answer in time")
    if connection.sock is not None:
        connection.sock.settimeout(left)


def program() -> str | None:
    """The `hence` program: $HENCE_PROGRAM, else the one on the path."""
    named = os.environ.get("HENCE_PROGRAM", "")
    if named:
        return named
    import shutil

    return shutil.which("hence")


def run_program(
    store: str, arguments: list[str], timeout: float, token: str = ""
) -> tuple[int, bytes, str]:
    """Exit status, standard output and the last line of standard error."""
    import subprocess

    found = program()
    if found is None:
        raise HenceError("the program hence is not on the path: set HENCE_PROGRAM")
    environment = dict(os.environ)
    if token:
        environment["HENCE_TOKEN"] = token
    try:
        done = subprocess.run(
            [found, "--store", store, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError("hence did not answer in time") from None
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return done.returncode, done.stdout, lines[-1] if lines else ""


class Answer(Generic[Value]):
    """An answer: `value` is its JSON, `text` what the command prints, `exit_status` its verdict."""

    def __init__(self, question: Question, value: Value, exit_status: int) -> None:
        self._question = question
        self._text: str | None = None
        self.value = value
        self.exit_status = exit_status

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = self._question.send("text/plain").body.decode("utf-8", "replace")
        return self._text

    def __getitem__(self, key: Any) -> Any:
        held: Any = self.value
        return held[key]

    def __iter__(self) -> Any:
        held: Any = self.value
        return iter(held)

    def __len__(self) -> int:
        held: Any = self.value
        return len(held)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Answer to {self._question.target}>"

    def _repr_html_(self) -> str:
        from html import escape

        return f'<pre style="line-height:1.3;overflow-x:auto">{escape(self.text)}</pre>'


class Question:
    """A question: its path with parameters, and the command that asks it where nobody serves."""

    def __init__(
        self,
        recorder: Recorder,
        path: str,
        parameters: dict[str, Any],
        command: list[str] | None = None,
        body: Any = None,
    ) -> None:
        self._recorder = recorder
        self._path = path
        self.target = f"/api/v1/{path}"
        named = {key: _said(value) for key, value in parameters.items() if value is not None}
        if named:
            self.target += "?" + urlencode(named)
        self._command = command or ["ask", "--", self.target]
        self._body = body

    def send(self, accept: str) -> Reply:
        recorder = self._recorder
        body, headers = None, {"Accept": accept}
        if self._body is not None:
            body = json.dumps(self._body).encode()
            headers["Content-Type"] = "application/json"
        try:
            return exchange(
                recorder.store,
                "GET" if body is None else "POST",
                self.target,
                token=recorder.token,
                body=body,
                headers=headers,
            )
        except OSError as error:
            if "://" in recorder.store:
                raise HenceError(f"cannot ask {recorder.store}: {error}") from error
        arguments = ["--json"] if accept == COMMAND_JSON else []
        status, out, said = run_program(
            recorder.store, arguments + self._command, ASK_SECONDS, recorder.token
        )
        if status != 0 and not out.strip():
            raise HenceError(said or f"hence ended with {status}", status)
        return Reply(200, status, out)

    def answer(self) -> Answer[Any]:
        reply = self.send(COMMAND_JSON)
        if reply.status >= 400:
            raise HenceError(_error_in(reply.body), reply.exit_status or 1)
        return Answer(self, _value_in(reply.body, self._path), reply.exit_status)


def _said(value: Any) -> str:
    if value is True or value is False:
        return "1" if value else "0"
    if isinstance(value, (list, tuple)):
        return ",".join(_said(one) for one in value)
    return str(getattr(value, "id", value))


def _error_in(body: bytes) -> str:
    try:
        error = json.loads(body)["error"]
        return "; ".join(part for part in (error["message"], error.get("hint")) if part)
    except Exception:
        return body.decode("utf-8", "replace").strip()


def _value_in(body: bytes, path: str) -> Any:
    """JSON; events are printed one to a line, and an export is the text of a file."""
    if path.startswith("export/"):
        return body.decode("utf-8", "replace")
    if path in ("events", "integrity/events"):
        return [json.loads(line) for line in body.splitlines() if line.strip()]
    return json.loads(body)


def part(name: Named) -> str:
    """A name as a part of a path."""
    return quote(_said(name), safe="")


def asked(path: str, parameters: dict[str, Any] | None = None) -> Answer[Any]:
    from . import recorder

    return Question(recorder(), path, parameters or {}).answer()


def ask(path: str, *command: str, **parameters: Any) -> Answer[Any]:
    """Any question: its path below /api/v1, with its parameters: `ask("sessions/s1/tree")`.

    Where nobody serves the store, `hence ask` is run, or the command that is given.
    """
    from . import recorder

    return Question(recorder(), path, parameters, list(command)).answer()


def sql(
    query: str,
    *,
    limit: int | None = None,
    timeout_ms: int | None = None,
    memory_mb: int | None = None,
) -> Answer[answers.SqlAnswer]:
    """One SELECT over what was recorded; `sql_schema` has the tables."""
    from . import recorder

    bounds = {"limit": limit, "timeout_ms": timeout_ms, "memory_mb": memory_mb}
    given = {key: value for key, value in bounds.items() if value is not None}
    words = [f"--{key.partition('_')[0]}={value}" for key, value in given.items()]
    command = ["sql", *words, "--", query]
    return Question(recorder(), "sql", {}, command, {"query": query, **given}).answer()
