"""``klog cluster elect``: who leads partitions. Which brokers hold them is `klog.cli.cluster.moves`'s."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from klog.cli.admin_session import confirm, parse_partitions, report_failures
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, usage
from klog.cli.missing_features import supported, with_feature
from klog.cli.name_completion import complete_topics
from klog.cli.output import Column, Output, number
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes

_ELECTED = (Column("topic"), number("partition"), Column("elected"))


@click.command(epilog=EXIT_CODES)
@click.argument("names", nargs=-1, metavar="[TOPIC[:PARTITIONS]…]", shell_complete=complete_topics)
@click.option("--all", "everything", is_flag=True, help="All partitions of all topics.")
@click.option("--unclean", is_flag=True, help="Any living replica where no other is left, though it may lack records: they are lost.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask (--unclean).")
@broker_options
def elect(names: tuple[str, ...], everything: bool, unclean: bool, yes: bool, connection: Connection, out: Output) -> None:
    """Let the preferred replicas lead again (orders, orders:0,2). A partition that is led as it should be stays."""
    if everything == bool(names):
        raise usage("say which partitions: TOPIC, TOPIC:0,2 or --all")
    topics, partitions = parse_partitions(names)
    if unclean:
        confirm("Elect leaders that may lack records, which are lost then?", yes)

    async def work(admin: Admin) -> Outcomes[TopicPartition, None]:
        chosen = None if everything else await places(admin, topics, partitions)
        return supported(await admin.elect_leaders(chosen, unclean=unclean))

    outcomes = with_feature(connection, "election of leaders", work)
    rows = [{"topic": tp.topic, "partition": tp.partition, "elected": True} for tp in sorted(outcomes.done)]
    out.done("partitions", _ELECTED, rows)
    report_failures(outcomes, out.warn)


async def places(admin: Admin, topics: Iterable[str], partitions: Iterable[TopicPartition]) -> list[TopicPartition]:
    """All partitions of the topics, and these.

    :raises KlogError: UNKNOWN_TOPIC_OR_PARTITION.
    """
    found = set(partitions)
    named = list(topics)
    if named:
        described = (await admin.describe_topics(named)).check()
        found |= {TopicPartition(one.name, each.partition) for one in described.values() for each in one.partitions}
    return sorted(found)
