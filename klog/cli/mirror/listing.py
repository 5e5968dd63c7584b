"""``klog mirror list`` and ``klog mirror describe``: how far mirrors are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES
from klog.cli.mirror.mirrors import with_mirrors
from klog.cli.output import Column, Format, Output, number, seconds

if TYPE_CHECKING:
    from klog.mirror.administration import Mirrors

_LINKS = (
    Column("link"),
    Column("source"),
    Column("state"),
    number("topics"),
    number("partitions"),
    number("records_behind", "lag"),
    seconds("seconds_behind", "behind"),
    number("lost"),
    number("cut"),
    Column("reason"),
)
_TOPICS = (
    Column("topic"),
    Column("state"),
    number("partitions"),
    number("records_behind", "lag"),
    seconds("seconds_behind", "behind"),
    number("lost"),
    number("cut"),
    Column("reason"),
)
_PARTITIONS = (
    Column("topic"),
    number("partition"),
    Column("state"),
    number("broker"),
    number("end"),
    number("source_end", "source's end"),
    number("records_behind", "lag"),
    seconds("seconds_behind", "behind"),
    seconds("late_seconds", "was late"),
    Column("reason"),
)

_CARRIED = (Column("kind"), number("carried"), number("held_back", "held back"), Column("reason"))


@click.command("list", epilog=EXIT_CODES)
@broker_options
def list_links(connection: Connection, out: Output) -> None:
    """List mirrors: state, and how far they are behind in records and in time.

    Behind is the age of the newest record that was copied, while others are missing. Brokers tell every five seconds.
    """
    out.rows("mirrors", _LINKS, with_mirrors(connection, out, link_rows, missing=[]), empty="There are no mirrors.")


async def link_rows(mirrors: Mirrors) -> list[dict[str, Any]]:
    """All links."""
    from klog.mirror.decisions.report import link_row

    return [link_row(name, link) for name, link in sorted(mirrors.picture.links.items())]


@click.command(epilog=EXIT_CODES)
@click.argument("name")
@click.option("--partitions", is_flag=True, help="Each partition, not only the topics.")
@broker_options
def describe(name: str, partitions: bool, connection: Connection, out: Output) -> None:
    """Show a mirror: what it is, its topics, what stopped and why, what was lost, and what is carried beside the data."""
    show(out, with_mirrors(connection, out, lambda mirrors: describe_link(mirrors, name)), partitions)


async def describe_link(mirrors: Mirrors, name: str) -> dict[str, Any]:
    """All that is known of one link."""
    from klog.mirror.decisions.report import carried_rows, end_rows, link_facts, partition_rows, topic_row, topics_of

    link = mirrors.link(name)
    topics = topics_of(link)
    return {
        "mirror": link_facts(name, link),
        "topics": [topic_row(link, topic) for topic in topics],
        "partitions": [row for topic in topics for row in partition_rows(link, topic)],
        "beside_the_data": carried_rows(link),
        "ended": [row for topic, record in sorted(link.topics.items()) for row in end_rows(topic, record.report)],
    }


def show(out: Output, found: dict[str, Any], partitions: bool) -> None:
    """As it is wanted."""
    if out.format is Format.JSON:
        out.document(found)
        return
    out.fields("mirror", found["mirror"])
    out.line()
    out.rows("topics", _TOPICS, found["topics"], empty="No topic is copied yet.")
    if found["beside_the_data"]:
        out.line()
        out.rows("beside_the_data", _CARRIED, found["beside_the_data"])
    if partitions:
        out.line()
        out.rows("partitions", _PARTITIONS, found["partitions"])
