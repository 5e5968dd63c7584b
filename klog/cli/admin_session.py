"""What the commands that administer share: one `Admin` for the length of a command, and how people write partitions, times and settings."""

from __future__ import annotations

import datetime
import math
import re
import sys
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, usage
from klog.durations import milliseconds
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes
    from klog.client.routing import Routing

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

_SPEC = re.compile(r"([^:]+)(?::([0-9,\-]+))?")


def with_admin(connection: Connection, body: Callable[[Admin], Coroutine[Any, Any, T]]) -> T:
    """The result of ``body(admin)``, run on the reactor.

    :raises CommandFailed: nobody answers, or a signal came; `KlogError` for what brokers refuse.
    """
    from klog.cli.run_coroutine import run
    from klog.client.admin.admin import Admin

    async def with_it(reactor: Any) -> T:
        async with Admin(reactor, connection.bootstrap, **connection.client) as admin:
            await first_contact(admin.routing, connection)
            return await body(admin)

    return run(with_it)


async def first_contact(routing: Routing, connection: Connection) -> None:
    """Some broker answers.

    :raises KlogError: none does, soon.
    """
    from klog.wire.messages.metadata import MetadataRequest

    await routing.ask_any(MetadataRequest(topics=[]), timeout_ms=max(1, int(connection.first_contact_s * 1000)))


def parse_partitions(texts: Iterable[str]) -> tuple[list[str], list[TopicPartition]]:
    """``topic`` (all of it), ``topic:0``, ``topic:0,2,5-7``: whole topics, and single partitions.

    :raises CommandFailed: another form.
    """
    topics: list[str] = []
    partitions: list[TopicPartition] = []
    for text in texts:
        match = _SPEC.fullmatch(text)
        if match is None:
            raise usage(f"{text} is no topic and no topic:partition (several partitions: orders:0,2,5-7)")
        if match[2] is None:
            topics.append(match[1])
            continue
        for piece in match[2].split(","):
            low, dash, high = piece.partition("-")
            if not low.isdigit() or (dash and not high.isdigit()) or len(low) > 10 or len(high) > 10:
                raise usage(f"{text}: {piece or 'nothing'} is no partition; write orders:0,2,5-7")
            last = int(high) if dash else int(low)
            if not int(low) <= last < 2**31 or last - int(low) > 100_000:
                raise usage(f"{text}: {piece} is no range of partitions")
            partitions += [TopicPartition(match[1], number) for number in range(int(low), last + 1)]
    return topics, partitions


def parse_duration_ms(text: str) -> int:
    """``90s``, ``5min``, ``2h``, ``7d`` in milliseconds.

    :raises CommandFailed: another form.
    """
    found = milliseconds(text)
    if found is None:
        raise usage(f"{text} is no length of time; write 30s, 5min, 2h or 7d")
    return found


def parse_time_ms(text: str, now_ms: Callable[[], int]) -> int:
    """A time as people write it, in milliseconds since 1970: milliseconds, ``2011-06-12T08:00``, or how long ago: ``2h``. Without a zone
    it is UTC.

    :raises CommandFailed: another form.
    """
    if re.fullmatch(r"[0-9]{1,16}", text):
        return int(text)
    ago_ms = milliseconds(text)
    if ago_ms is not None:
        return max(0, now_ms() - ago_ms)
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise usage(f"{text} is no time; write milliseconds since 1970, 2011-06-12T08:00 (UTC) or how long ago: 2h") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.UTC)
    time_ms = math.floor(moment.timestamp() * 1000)
    if time_ms < 0:
        # Brokers take numbers below zero for the ends of a log.
        raise usage(f"{text} is before 1970, where times begin")
    return time_ms


def parse_settings(texts: Iterable[str]) -> dict[str, str | None]:
    """``name=value`` pairs of ``--config``.

    :raises CommandFailed: one has no ``=``.
    """
    found: dict[str, str | None] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise usage(f"--config {text}: write name=value")
        found[name.strip()] = value
    return found


def wall_clock_ms() -> int:
    """Milliseconds since 1970."""
    import time

    return int(time.time() * 1000)


def confirm(question: str, yes: bool) -> None:
    """Ask before something is gone for good.

    :raises CommandFailed: nobody is there to ask, or the answer is no.
    """
    if yes:
        return
    if not sys.stdin.isatty():
        raise usage(f"{question} Nobody is there to answer: give --yes")
    if not click.confirm(question, default=False, err=True):
        raise CommandFailed("nothing was done")


def report_failures(outcomes: Outcomes[K, V], complain: Callable[[str], None]) -> None:
    """Tell each failure; the command fails with the first one's exit code.

    :raises CommandFailed: there is one.
    """
    from klog.cli.exit_codes import as_failure

    if not outcomes.errors:
        return
    failures = [failure for error in outcomes.errors.values() if (failure := as_failure(error)) is not None]
    for failure in failures[:-1]:
        complain(failure.sentence)
    last = failures[-1]
    raise CommandFailed(last.sentence, failures[0].code)
