"""What the tests of the command share: an `Output` that keeps what it is given, and connections to a broker in memory."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.cli.cat.format import default_format
from klog.cli.cat.options import CatOptions, Mode
from klog.cli.connection import Connection
from klog.cli.output import Format, Output
from klog.cli.rdkafka_names import Translated, translate
from klog.client.admin.admin import Admin
from klog.testing.broker import MemoryBroker


class Terminal(io.TextIOWrapper):
    """A text stream over bytes that says whether it is a terminal."""

    def __init__(self, is_terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal

    @property
    def data(self) -> bytes:
        """All that was written."""
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue()

    @property
    def text(self) -> str:
        """The same as text."""
        return self.data.decode("utf-8", "replace")


class Captured(Output):
    """An `Output` whose two streams are kept."""

    def __init__(self, format: Format | None = Format.TEXT, *, is_terminal: bool = False, quiet: bool = False) -> None:
        self.out = Terminal(is_terminal)
        self.err = Terminal(is_terminal)
        super().__init__(format, stdout=self.out, stderr=self.err, quiet=quiet)


def connection_to(broker: MemoryBroker, *pairs: tuple[str, str], timeout_s: float = 15.0) -> Connection:
    """With these ``-X`` pairs."""
    names = translate(pairs) if pairs else Translated()
    return Connection(broker.bootstrap, names, timeout_s)


def cat_options(mode: Mode, topic: str | None = None, **more: Any) -> CatOptions:
    """The flags of ``klog cat``, most of them not given."""
    values: dict[str, Any] = {
        "mode": mode,
        "topic": topic,
        "partition": None,
        "group": None,
        "arguments": (),
        "questions": (),
        "start": None,
        "stop_ms": None,
        "exit_at_end": False,
        "count": None,
        "delimiter": b"\n",
        "key_delimiter": None,
        "fixed_key": None,
        "headers": (),
        "nulls": False,
        "tee": False,
        "lines": False,
        "json": False,
        "exit_on_error": True,
        "unbuffered": False,
        "formatter": default_format(b"\n", None),
        "plain": True,
    }
    return CatOptions(**{**values, **more})


def with_admin(broker: MemoryBroker, body: Callable[[Admin], Awaitable[Any]]) -> Any:
    """The result of ``body(admin)`` in virtual time."""

    async def run() -> Any:
        async with Admin(broker.reactor, broker.bootstrap) as admin:
            return await body(admin)

    return broker.reactor.until(run())


def asking(module: str, broker: MemoryBroker, act: Callable[[], int]) -> tuple[int, str, str]:
    """A whole command whose questions go to a broker in memory: exit code, standard output, standard error.

    :param module: where the command takes `with_admin` from.
    """
    return _captured(module, lambda connection, body: with_admin(broker, body), act)


def answered(module: str, admin: Any, act: Callable[[], int]) -> tuple[int, str, str]:
    """The same, where `admin` answers at once."""

    def at_once(connection: Connection, body: Callable[[Any], Coroutine[Any, Any, Any] | Deferred[Any]]) -> Any:
        asked = body(admin)
        deferred = asked if isinstance(asked, Deferred) else Deferred.fromCoroutine(asked)
        found: list[Any] = []
        deferred.addBoth(found.append)
        (result,) = found
        if isinstance(result, Failure):
            result.raiseException()
        return result

    return _captured(module, at_once, act)


def _captured(module: str, instead: Callable[..., Any], act: Callable[[], int]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with mock.patch(f"{module}.with_admin", instead), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = act()
    return int(code), out.getvalue(), err.getvalue()
