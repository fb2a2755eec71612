"""Records the model calls of OpenAI's and Anthropic's clients.

The methods of this one client are replaced, not those of its class. Each call is made exactly once,
and its result is the client's own object. A stream keeps its class, too: it becomes an object of a
subclass that looks at each piece as it passes.
"""

from __future__ import annotations

from functools import lru_cache, update_wrapper

from ._answers import Gathered, member
from ._functions import _ASYNC_GENERATOR, _COROUTINE, _code_flags
from ._scope import current, set_current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from typing import Any, Callable

    from ._recorder import Recorder
    from ._scope import ModelCall

    Keeper = Callable[[], Recorder]

# Where a method stands in a client, and who provides the model.
_METHODS = (
    (("chat", "completions"), "create", "openai"),
    (("chat", "completions"), "parse", "openai"),
    (("responses",), "create", "openai"),
    (("responses",), "parse", "openai"),
    (("messages",), "create", "anthropic"),
    (("messages",), "parse", "anthropic"),
    (("beta", "messages"), "create", "anthropic"),
    (("beta", "messages"), "parse", "anthropic"),
)
_STREAMS = (
    (("messages",), "stream", "anthropic"),
    (("beta", "messages"), "stream", "anthropic"),
)
_COPIES = ("copy", "with_options")
_RAW = "x-stainless-raw-response"
_MARK = "_hence_wrapped"
# Calls whose method runs: one method of a client may call another one, and that is one call.
_running: set[str] = set()


def wrap(client: Any, keeper: Keeper) -> None:
    if getattr(client, _MARK, False):
        return
    found = False
    for where, name, provider in (*_METHODS, *_STREAMS):
        # Only what the library is known to have: an attribute of a mock exists under every name.
        if provider not in type(client).__module__ and not _has(client, where):
            continue
        holder = client
        for part in where:
            holder = getattr(holder, part, None)
        method = getattr(holder, name, None)
        if holder is None or not callable(method):
            continue
        make = _stream_manager if name == "stream" else _create
        setattr(holder, name, make(method, provider, keeper))
        found = True
    if not found:
        raise TypeError(f"{type(client).__name__} is no client that can be wrapped")
    for name in _COPIES:
        copy = getattr(client, name, None)
        if hasattr(type(client), name) and callable(copy):
            setattr(client, name, _copying(copy, keeper))
    try:
        setattr(client, _MARK, True)
    except Exception:
        pass


def _copying(method: Any, keeper: Keeper) -> Any:
    """A client with other options is wrapped as the one that it was made of."""

    def copy(*args: Any, **kwargs: Any) -> Any:
        made = method(*args, **kwargs)
        try:
            wrap(made, keeper)
        except Exception as error:
            keeper().fail(error)
        return made

    return _named(copy, method)


def _has(client: Any, where: tuple[str, ...]) -> bool:
    return where[0] in getattr(client, "__dict__", {}) or hasattr(type(client), where[0])


def _begin(keeper: Keeper, provider: str, request: dict[str, Any]) -> ModelCall | None:
    recorder = keeper()
    try:
        if _is_inside():
            return None
        messages = request.get("messages", request.get("input"))
        settings: dict[str, Any] = {}
        for name in ("system", "instructions", "temperature", "max_tokens", "tool_choice"):
            if _is_given(request.get(name)):
                settings[name] = request[name]
        tools = request.get("tools")
        if isinstance(tools, (list, tuple)):
            settings["tools"] = [
                member(one, "name") or member(one, "function", "name") for one in tools
            ]
        model = request.get("model")
        return recorder.llm_call(
            str(model) if model else "unknown", messages, provider=provider, **settings
        )
    except Exception as error:
        recorder.fail(error)
        return None


def _is_inside() -> bool:
    """Whether another method of a client, which is recorded, made this call."""
    return bool(_running) and getattr(current(), "id", None) in _running


def _is_given(value: Any) -> bool:
    """A client has an object of its own for what was left out."""
    return value is not None and type(value).__name__ not in ("NotGiven", "Omit")


def _end(call: ModelCall | None, error: BaseException | None) -> None:
    if call is None:
        return
    try:
        if error is None:
            call.end()
        else:
            call.failed(error)
    except Exception as failure:
        call._recorder.fail(failure)


def _finish(call: ModelCall | None, answer: Any, request: dict[str, Any] | None = None) -> Any:
    """The answer, recorded; of a stream, once it has come to its end."""
    if call is None:
        return answer
    try:
        if hasattr(answer, "__anext__") or hasattr(answer, "__next__"):
            return _watched(answer, call)
        if not hasattr(answer, "choices") and hasattr(answer, "parse"):
            _finish_raw(call, answer, request or {})
        else:
            call.result(answer)
    except Exception as error:
        call._recorder.fail(error)
        _end(call, None)
    return answer


def _started(call: ModelCall | None) -> ModelCall | None:
    if call is not None:
        _running.add(call.id)
    return call


def _stopped(call: ModelCall | None) -> None:
    if call is not None:
        _running.discard(call.id)


def _finish_raw(call: ModelCall, answer: Any, request: dict[str, Any]) -> None:
    """An answer that was asked for raw: its body was read, or is the host's to read."""
    headers = request.get("extra_headers") or {}
    asked = {str(name).lower(): value for name, value in dict(headers).items()}.get(_RAW)
    was_read = asked in ("true", "raw") and request.get("stream") is not True
    if was_read and not _code_flags(answer.parse) & _COROUTINE:
        call.result(answer.parse())  # The answer keeps it: the host gets the same object.
    else:
        call.end()


class _Asked:
    """A model call while it is asked: the place of what happens meanwhile."""

    def __init__(self, call: ModelCall | None) -> None:
        self.call = call

    def __enter__(self) -> _Asked:
        self._before = current()
        set_current(_started(self.call) or self._before)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None:
            _end(self.call, error)
        _stopped(self.call)
        set_current(self._before)


def _create(method: Any, provider: str, keeper: Keeper) -> Any:
    if _code_flags(method) & (_COROUTINE | _ASYNC_GENERATOR) or _is_async(method):

        async def create_async(*args: Any, **kwargs: Any) -> Any:
            with _Asked(_begin(keeper, provider, kwargs)) as asked:
                answer = await method(*args, **kwargs)
            return _finish(asked.call, answer, kwargs)

        return _named(create_async, method)

    def create(*args: Any, **kwargs: Any) -> Any:
        with _Asked(_begin(keeper, provider, kwargs)) as asked:
            answer = method(*args, **kwargs)
        return _finish(asked.call, answer, kwargs)

    return _named(create, method)


def _is_async(method: Any) -> bool:
    """A client decorates its methods: the innermost function tells."""
    for _ in range(32):
        inner = getattr(method, "__wrapped__", None)
        if inner is None:
            break
        method = inner
    return bool(_code_flags(method) & _COROUTINE) or type(
        getattr(method, "__self__", None)
    ).__name__.startswith("Async")


def _named(made: Any, method: Any) -> Any:
    try:
        update_wrapper(made, method)
    except Exception:
        pass
    return made


class _Watching:
    """What a watched stream tells of."""

    def __init__(self, call: ModelCall) -> None:
        self.call = call
        self.gathered = Gathered()
        self.last: Any = None

    def see(self, piece: Any) -> None:
        if piece is self.last:
            return
        self.last = piece
        try:
            self.gathered.add(piece)
        except Exception as error:
            self.call._recorder.fail(error)

    def end(self, error: BaseException | None) -> None:
        try:
            self.call.fields.update(self.gathered.fields())
        except Exception as failure:
            self.call._recorder.fail(failure)
        stopped = isinstance(error, (GeneratorExit, StopIteration, StopAsyncIteration))
        _end(self.call, None if stopped else error)

    def __enter__(self) -> None:
        """What is raised inside a `with` ends the stream."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None:
            self.end(error)


def _watched(stream: Any, call: ModelCall) -> Any:
    watching = _Watching(call)
    base: Any = type(stream)
    kind = _watched_class(base)
    stream.__dict__["_hence_watching"] = watching
    stream.__class__ = kind
    return stream


@lru_cache(maxsize=64)
def _watched_class(base: Any) -> type[Any]:
    members: dict[str, Any] = {"__module__": base.__module__, "__doc__": base.__doc__}
    if hasattr(base, "__anext__"):
        members.update(_async_members(base))
    else:
        members.update(_sync_members(base))
    return type(base.__name__, (base,), members)


def _sync_members(base: Any) -> dict[str, Any]:
    def __next__(self: Any) -> Any:
        watching = self.__dict__["_hence_watching"]
        with watching:
            piece = base.__next__(self)
        watching.see(piece)
        return piece

    def __iter__(self: Any) -> Iterator[Any]:
        watching = self.__dict__["_hence_watching"]
        with watching:
            for piece in base.__iter__(self):
                watching.see(piece)
                yield piece
        watching.end(None)

    def __exit__(self: Any, *args: Any) -> Any:
        self.__dict__["_hence_watching"].end(args[1] if len(args) > 1 else None)
        return base.__exit__(self, *args)

    def close(self: Any) -> Any:
        self.__dict__["_hence_watching"].end(None)
        return base.close(self)

    members: dict[str, Any] = {"__next__": __next__, "__iter__": __iter__}
    if hasattr(base, "__exit__"):
        members["__exit__"] = __exit__
    if hasattr(base, "close"):
        members["close"] = close
    return members


def _async_members(base: Any) -> dict[str, Any]:
    async def __anext__(self: Any) -> Any:
        watching = self.__dict__["_hence_watching"]
        with watching:
            piece = await base.__anext__(self)
        watching.see(piece)
        return piece

    async def __aiter__(self: Any) -> AsyncIterator[Any]:
        watching = self.__dict__["_hence_watching"]
        with watching:
            async for piece in base.__aiter__(self):
                watching.see(piece)
                yield piece
        watching.end(None)

    async def __aexit__(self: Any, *args: Any) -> Any:
        self.__dict__["_hence_watching"].end(args[1] if len(args) > 1 else None)
        return await base.__aexit__(self, *args)

    async def close(self: Any) -> Any:
        self.__dict__["_hence_watching"].end(None)
        return await base.close(self)

    members: dict[str, Any] = {"__anext__": __anext__, "__aiter__": __aiter__}
    if hasattr(base, "__aexit__"):
        members["__aexit__"] = __aexit__
    if hasattr(base, "close"):
        members["close"] = close
    return members


def _stream_manager(method: Any, provider: str, keeper: Keeper) -> Any:
    """Anthropic's `messages.stream` gives a manager; the stream begins when it is entered."""

    def stream(*args: Any, **kwargs: Any) -> Any:
        manager = method(*args, **kwargs)
        try:
            manager.__dict__["_hence_request"] = (keeper, provider, kwargs)
            base: Any = type(manager)
            manager.__class__ = _manager_class(base)
        except Exception as error:
            keeper().fail(error)
        return manager

    return _named(stream, method)


@lru_cache(maxsize=16)
def _manager_class(base: Any) -> type[Any]:
    def __enter__(self: Any) -> Any:
        call = _begin(*self.__dict__["_hence_request"])
        self.__dict__["_hence_call"] = call
        try:
            stream = base.__enter__(self)
        except BaseException as error:
            _end(call, error)
            raise
        return _finish(call, stream)

    def __exit__(self: Any, *args: Any) -> Any:
        _leave(self, args)
        return base.__exit__(self, *args)

    async def __aenter__(self: Any) -> Any:
        call = _begin(*self.__dict__["_hence_request"])
        self.__dict__["_hence_call"] = call
        try:
            stream = await base.__aenter__(self)
        except BaseException as error:
            _end(call, error)
            raise
        return _finish(call, stream)

    async def __aexit__(self: Any, *args: Any) -> Any:
        _leave(self, args)
        return await base.__aexit__(self, *args)

    members: dict[str, Any] = {"__module__": base.__module__}
    if hasattr(base, "__aenter__"):
        members.update({"__aenter__": __aenter__, "__aexit__": __aexit__})
    if hasattr(base, "__enter__"):
        members.update({"__enter__": __enter__, "__exit__": __exit__})
    return type(base.__name__, (base,), members)


def _leave(manager: Any, args: tuple[Any, ...]) -> None:
    call = manager.__dict__.get("_hence_call")
    _end(call, args[1] if len(args) > 1 else None)
