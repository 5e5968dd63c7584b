"""``klog mirror promote`` and ``klog mirror failover``: copies become ordinary topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import confirm
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed
from klog.cli.mirror.mirrors import with_mirrors
from klog.cli.mirror.sides import patterns_of
from klog.cli.number_range import NumberRange
from klog.cli.output import Column, Output, number

if TYPE_CHECKING:
    from klog.mirror.administration import Mirrors
    from klog.mirror.decisions.states import Event

_ENDS = (
    Column("topic"),
    number("partition"),
    number("end"),
    number("source_end", "source's end"),
    number("missing"),
    number("lost"),
    number("open_transactions", "open transactions"),
)
_TOPICS_HELP = "Only these topics: names, or patterns with * and ?. Several times, or with commas.  [default: all of the mirror]"


@click.command(epilog=EXIT_CODES)
@click.argument("name")
@click.option("--topics", multiple=True, metavar="PATTERN", help=_TOPICS_HELP)
@click.option(
    "--wait", "wait_s", type=NumberRange(1, 86_400), default=300.0, show_default=True, metavar="SECONDS", help="To wait, at most."
)
@broker_options
def promote(name: str, topics: tuple[str, ...], wait_s: float, connection: Connection, out: Output) -> None:
    """Have topics take records from clients, once nothing of the source is missing.

    Stop the producers at the source first: what they write afterwards stays there. The source must be reachable. Committed offsets are
    copied once more.
    """
    from klog.mirror.decisions.states import Event

    rows = with_mirrors(connection, out, lambda mirrors: end_topics(mirrors, name, patterns_of(topics), Event.PROMOTE, wait_s))
    out.rows("promoted", _ENDS, rows)


@click.command(epilog=EXIT_CODES)
@click.argument("name")
@click.option("--topics", multiple=True, metavar="PATTERN", help=_TOPICS_HELP)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--wait", "wait_s", type=NumberRange(1, 86_400), default=60.0, show_default=True, metavar="SECONDS", help="To wait, at most.")
@broker_options
def failover(name: str, topics: tuple[str, ...], yes: bool, wait_s: float, connection: Connection, out: Output) -> None:
    """Have topics take records from clients at once, whatever is missing, and tell what was open.

    For a source that is lost. Transactions that were open are aborted here; missing is what the source was known to have beyond the copy.
    """
    from klog.mirror.decisions.states import Event

    confirm(f"Fail over {', '.join(topics) or 'all topics'} of mirror {name}? What was not copied yet stays behind.", yes)
    rows = with_mirrors(connection, out, lambda mirrors: end_topics(mirrors, name, patterns_of(topics), Event.FAIL_OVER, wait_s))
    out.rows("failed_over", _ENDS, rows)


async def end_topics(mirrors: Mirrors, name: str, patterns: tuple[str, ...], event: Event, timeout_s: float) -> list[dict[str, Any]]:
    """Wish it, wait for it, and tell how it ended.

    :raises CommandFailed: it has not come so far in time.
    """
    from klog.mirror.decisions.report import end_rows, topic_row

    topics = mirrors.topics(name, patterns)
    await mirrors.wish(name, topics, event)
    if not await mirrors.wait_for(lambda: mirrors.has_ended(name, topics), timeout_s):
        link = mirrors.link(name)
        rows = [topic_row(link, topic) for topic in topics if link.topics[topic].state.is_read_only]
        first = rows[0]
        behind = "an unknown number of" if first["records_behind"] is None else first["records_behind"]
        raise CommandFailed(
            f"{len(rows)} of {len(topics)} topics are not there after {timeout_s:g} s, and are waited for on: {first['topic']} is "
            f"{first['state']}, {behind} records behind{': ' + first['reason'] if first['reason'] else ''}"
        )
    link = mirrors.link(name)
    return [row for topic in topics for row in end_rows(topic, link.topics[topic].report)]
