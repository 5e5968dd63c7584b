"""``klog audit``: reads the audit topic, balances the books, and says what is missing.

Exit codes are for scripts: 0 complete, 1 missing (or too much, or changed), 2 not known; wrong usage is 2, too: nothing is proven then.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import click

from klog.audit.balance import Balance
from klog.audit.heat_map import heat_map, svg
from klog.audit.ledger import SETTLE_MS, Ledger
from klog.audit.rows import window_rows
from klog.audit.windows import UNTIMED, Window
from klog.cli.admin_session import parse_duration_ms, parse_time_ms, wall_clock_ms
from klog.cli.audit import outcome, pages
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import CommandFailed, usage
from klog.cli.output import Output

if TYPE_CHECKING:
    from klog.client.fetching.consumer import Consumer

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

AUDIT_EXIT_CODES = """\
Exit codes: 0 all windows that are over are complete, 1 something is missing, too much or changed, 2 not known (or wrong usage), 3 no broker
could be reached, 4 nobody counts, 130 interrupted."""


def _consuming(connection: Connection, body: Callable[[Any, Consumer], Coroutine[Any, Any, T]]) -> T:
    """The result of ``body(reactor, consumer)``."""
    from klog.cli.admin_session import first_contact
    from klog.cli.audit.topic_reader import make_consumer
    from klog.cli.run_coroutine import run

    async def with_it(reactor: Any) -> T:
        async with make_consumer(reactor, connection.bootstrap, connection.client) as consumer:
            await first_contact(consumer.routing, connection)
            return await body(reactor, consumer)

    return run(with_it)


def _read(connection: Connection) -> Ledger:
    from klog.cli.audit.topic_reader import TopicReader

    async def work(reactor: Any, consumer: Consumer) -> Ledger:
        return await TopicReader(consumer).read()

    return _consuming(connection, work)


def _times(function: F) -> F:
    function = click.option(
        "--grace", default="10min", show_default=True, metavar="TIME", help="How long after its end a window may be incomplete."
    )(function)
    return click.option("--since", metavar="TIME", help="Only windows that end later: 2h (ago), 2011-06-12T08:00, or milliseconds.")(
        function
    )


def balanced(ledger: Ledger, now_ms: int, topics: tuple[str, ...], since: str | None, grace: str) -> Balance:
    """The balance of what the options choose.

    :raises CommandFailed: a time in another form.
    """
    since_ms = 0 if since is None else parse_time_ms(since, lambda: now_ms)
    grace_ms = parse_duration_ms(grace)
    # Whoever waits for no late record longer than that waits no longer for those who report of it, either.
    found = ledger.balance(now_ms, grace_ms=grace_ms, settle_ms=min(SETTLE_MS, grace_ms), topics=topics or None)
    if since is None:
        return found

    def is_wanted(window: Window) -> bool:
        return window == UNTIMED or window.end_ms > since_ms

    return Balance([edge for edge in found.edges if is_wanted(edge.window)], [one for one in found.unaudited if is_wanted(one.window)])


@click.group(epilog=AUDIT_EXIT_CODES)
def audit() -> None:
    """Has all that was sent arrived? What brokers, producers and consumers have counted, balanced.

    Brokers count where klog.audit.counts=true is set, klog's own clients where they were given an Audit. Begin with status; show and
    explain go into a topic that is not complete. Who was allowed or denied what is told elsewhere: klog.audit.log.
    """


@audit.command("status", epilog=AUDIT_EXIT_CODES)
@click.argument("topics", nargs=-1, metavar="[TOPIC]…")
@click.option(
    "--expect",
    "expected",
    multiple=True,
    metavar="TIER",
    help='Who has to be compared, as the table names it: "sink hourly", "mirror dc1"; else the command ends with 2. Repeatable.',
)
@_times
@broker_options
def status(topics: tuple[str, ...], expected: tuple[str, ...], since: str | None, grace: str, connection: Connection, out: Output) -> None:
    """The verdict on each topic, from whom to whom, and a map of topics and windows."""
    sides = [outcome.side_named(name) for name in expected]
    ledger = _read(connection)
    balance = balanced(ledger, wall_clock_ms(), topics, since, grace)
    with out.readers_may_go():
        pages.status_page(out, ledger, balance)
    outcome.end(balance, topics, sides)


@audit.command("show", epilog=AUDIT_EXIT_CODES)
@click.argument("topic")
@_times
@broker_options
def show(topic: str, since: str | None, grace: str, connection: Connection, out: Output) -> None:
    """The windows of a topic, one by one."""
    ledger = _read(connection)
    balance = balanced(ledger, wall_clock_ms(), (topic,), since, grace)
    with out.readers_may_go():
        pages.show_page(out, balance)
    outcome.end(balance)


@audit.command("explain", epilog=AUDIT_EXIT_CODES)
@click.argument("topic")
@click.argument("time", required=False)
@click.option(
    "--read", "reads", is_flag=True, help="Read the whole topic, and tell which numbered records are missing, double or elsewhere."
)
@broker_options
def explain(topic: str, time: str | None, reads: bool, connection: Connection, out: Output) -> None:
    """Who has counted what of a topic, in the window of a time or in all; with --read, which records are missing."""
    from klog.cli.audit.topic_reader import TopicReader, read_numbers

    at_ms = None if time is None else parse_time_ms(time, wall_clock_ms)

    async def work(reactor: Any, consumer: Consumer) -> Any:
        ledger = await TopicReader(consumer).read()
        return ledger, await read_numbers(consumer, topic) if reads else None

    ledger, book = _consuming(connection, work)
    with out.readers_may_go():
        if book is None:
            pages.cells_page(out, ledger, topic, None if at_ms is None else Window(at_ms, at_ms + 1))
            return
        found = pages.numbers_page(out, ledger, book)
    if found:
        raise CommandFailed(f"{topic}: not all numbered records are where they were sent, once")


@audit.command("watch", epilog=AUDIT_EXIT_CODES)
@click.argument("topics", nargs=-1, metavar="[TOPIC]…")
@click.option("--every", default="10s", show_default=True, metavar="TIME", help="How often to look.")
@click.option("--grace", default="10min", show_default=True, metavar="TIME", help="How long after its end a window may be incomplete.")
@broker_options
def watch(topics: tuple[str, ...], every: str, grace: str, connection: Connection, out: Output) -> None:
    """Tell of each window that becomes missing, duplicate, changed or unknown, and of each that is well again; until interrupted."""
    from klog.cli.audit.topic_reader import TopicReader

    every_ms = parse_duration_ms(every)
    if every_ms < 100:
        raise usage(f"--every {every} is too often; 100ms at least")
    parse_duration_ms(grace)

    async def work(reactor: Any, consumer: Consumer) -> None:
        from klog.cli.audit.watching import watch_topic

        def look(ledger: Ledger) -> Balance:
            return balanced(ledger, wall_clock_ms(), topics, None, grace)

        await watch_topic(reactor, TopicReader(consumer), look, every_ms / 1000, out)

    _consuming(connection, work)


@audit.command("export", epilog=AUDIT_EXIT_CODES)
@click.argument("topics", nargs=-1, metavar="[TOPIC]…")
@click.option("--svg", "svg_path", type=click.Path(dir_okay=False), metavar="FILE", help="Draw the map of topics and windows into a file.")
@_times
@broker_options
def export(topics: tuple[str, ...], svg_path: str | None, since: str | None, grace: str, connection: Connection, out: Output) -> None:
    """A line of JSON for each window and pair of tiers; or the map as a drawing."""
    ledger = _read(connection)
    balance = balanced(ledger, wall_clock_ms(), topics, since, grace)
    if svg_path is not None:
        pathlib.Path(svg_path).write_text(svg(heat_map(balance)), encoding="utf-8")
    else:
        with out.readers_may_go():
            for row in window_rows(balance):
                out.json_line(row)
    outcome.end(balance, topics)
