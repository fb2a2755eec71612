"""Decorators, and `carry`: functions that run at a place in the record.

A function is called exactly once, with the arguments it was given; what it returns or raises goes
through untouched. Coroutines, generators and asynchronous generators stay what they are: the place
is set around each of their steps, and put back by value after it.
"""

from __future__ import annotations

from functools import WRAPPER_ASSIGNMENTS, update_wrapper

from ._scope import Scope, Step, ToolCall, current, set_current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Coroutine, Generator
    from typing import Any, Callable, Optional, Protocol, Union

    class Ended(Protocol):
        """What is told how a call went."""

        def began(self) -> Scope | None: ...
        def item(self, value: Any) -> None: ...
        def returned(self, value: Any) -> None: ...
        def raised(self, error: BaseException) -> None: ...

    Begin = Callable[[tuple[Any, ...], dict[str, Any]], Union["Watch", "Carried"]]

_GENERATOR = 0x20
_COROUTINE = 0x80
_ITERABLE_COROUTINE = 0x100
_ASYNC_GENERATOR = 0x200
_ITEMS_MAX = 100


def _code_flags(function: Callable[..., Any]) -> int:
    """What sort of function it is, also of a partial, a method or a wrapped one."""
    for _ in range(32):
        code = getattr(function, "__code__", None)
        if code is not None:
            return int(getattr(code, "co_flags", 0))
        inner = getattr(function, "func", None) or getattr(function, "__func__", None)
        inner = inner or type(function).__dict__.get("__call__")
        if inner is None or inner is function:
            return 0
        function = inner
    return 0


class Carried:
    """Only a place: nothing is recorded of the call."""

    __slots__ = ("scope",)

    def __init__(self, scope: Scope | None) -> None:
        self.scope = scope

    def item(self, value: Any) -> None:
        pass

    def returned(self, value: Any) -> None:
        pass

    def raised(self, error: BaseException) -> None:
        pass


class Watch(Carried):
    """A call that is recorded, with what it gives."""

    __slots__ = ("_items", "_keeps", "_more", "_step")

    def __init__(self, step: Step, keeps: bool) -> None:
        super().__init__(step)
        self._step = step
        self._keeps = keeps
        self._items: list[Any] | None = None
        self._more = 0

    def item(self, value: Any) -> None:
        if self._items is None:
            self._items = []
        if self._keeps and len(self._items) < _ITEMS_MAX:
            self._items.append(value)
        else:
            self._more += 1

    def returned(self, value: Any) -> None:
        try:
            if not isinstance(self._step, ToolCall):
                return
            content = value
            if self._items is not None:
                content = {"items": self._items} if self._keeps else {}
                if self._more:
                    content["more"] = self._more
            if self._keeps or self._items is not None:
                self._step._content = content
            self._step.end()
        except Exception as error:
            self._step._recorder.fail(error)

    def raised(self, error: BaseException) -> None:
        try:
            if isinstance(error, GeneratorExit) and self._items is not None:
                self.returned(None)  # Nobody wanted more of it: that is no failure.
            elif isinstance(self._step, ToolCall):
                self._step.failed(error)
            else:
                self._step._recorder.record("error", {"error": _said(error)}, parent=self._step)
        except Exception as failure:
            self._step._recorder.fail(failure)


def _said(error: BaseException) -> str:
    from ._scope import _said as said

    return said(error)


class _Placed:
    """A place, around one step of a function. It is put back by value."""

    __slots__ = ("_before", "scope")

    def __init__(self, scope: Scope | None) -> None:
        self.scope = scope

    def __enter__(self) -> None:
        self._before = current()
        set_current(self.scope)

    def __exit__(self, *how: object) -> None:
        set_current(self._before)


class _Watched:
    """One whole call: its place, and what its watch is told when it is over."""

    __slots__ = ("_before", "_watch", "value")

    def __init__(self, watch: Carried) -> None:
        self._watch = watch
        self.value: Any = None

    def __enter__(self) -> _Watched:
        self._before = current()
        set_current(self._watch.scope)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None:
            self._watch.raised(error)
        set_current(self._before)
        if error is None:
            self._watch.returned(self.value)


def _plain(function: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        with _Watched(begin(args, kwargs)) as watched:
            watched.value = function(*args, **kwargs)
        return watched.value

    return call


def _coroutine(function: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> Any:
        with _Watched(begin(args, kwargs)) as watched:
            watched.value = await function(*args, **kwargs)
        return watched.value

    return call


def _generator(function: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        watch = begin(args, kwargs)
        inner = function(*args, **kwargs)
        step: Callable[[], Any] = lambda: next(inner)  # noqa: E731
        while True:
            try:
                with _Placed(watch.scope):
                    value = step()
            except StopIteration as end:
                watch.returned(end.value)
                return end.value
            except BaseException as error:
                watch.raised(error)
                raise
            watch.item(value)
            try:
                sent = yield value
            except GeneratorExit as error:
                with _Placed(watch.scope):
                    inner.close()
                watch.raised(error)
                raise
            except BaseException as error:
                step = _thrower(inner, error)
            else:
                step = _sender(inner, sent)

    return call


def _thrower(inner: Any, error: BaseException) -> Callable[[], Any]:
    return lambda: inner.throw(error)


def _sender(inner: Any, sent: Any) -> Callable[[], Any]:
    return lambda: inner.send(sent)


def _async_generator(function: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> AsyncGenerator[Any, Any]:
        watch = begin(args, kwargs)
        inner = function(*args, **kwargs)
        step: Callable[[], Coroutine[Any, Any, Any]] = inner.__anext__
        while True:
            try:
                with _Placed(watch.scope):
                    value = await step()
            except StopAsyncIteration:
                watch.returned(None)
                return
            except BaseException as error:
                watch.raised(error)
                raise
            watch.item(value)
            try:
                sent = yield value
            except GeneratorExit as error:
                try:
                    with _Placed(watch.scope):
                        await inner.aclose()
                finally:
                    watch.raised(error)
                raise
            except BaseException as error:
                step = _async_thrower(inner, error)
            else:
                step = _async_sender(inner, sent)

    return call


def _async_thrower(inner: Any, error: BaseException) -> Callable[[], Coroutine[Any, Any, Any]]:
    return lambda: inner.athrow(error)


def _async_sender(inner: Any, sent: Any) -> Callable[[], Coroutine[Any, Any, Any]]:
    return lambda: inner.asend(sent)


def at_place(function: Callable[..., Any], begin: Begin) -> Callable[..., Any]:
    """The function, run at the place that `begin` gives for each call."""
    flags = _code_flags(function)
    if flags & _ASYNC_GENERATOR:
        made = _async_generator(function, begin)
    elif flags & (_COROUTINE | _ITERABLE_COROUTINE):
        made = _coroutine(function, begin)
    elif flags & _GENERATOR:
        made = _generator(function, begin)
    else:
        made = _plain(function, begin)
    try:
        update_wrapper(made, function, assigned=WRAPPER_ASSIGNMENTS)
    except Exception:
        pass
    return made


def arguments_of(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Optional[dict[str, Any]]:
    """What a function was called with, by name; without the object that it is a method of."""
    code = getattr(function, "__code__", None)
    named: dict[str, Any] = {}
    if code is None:
        if args:
            named["args"] = list(args)
    else:
        names = code.co_varnames[: code.co_argcount]
        for name, value in zip(names, args):
            if not (name in ("self", "cls") and name == names[0]):
                named[name] = value
        if len(args) > len(names):
            named["args"] = list(args[len(names) :])
    named.update(kwargs)
    return named or None
