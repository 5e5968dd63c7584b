"""``klog cluster elect`` and ``klog cluster reassign``: who leads partitions, and which brokers hold them.

What a reassignment would do is shown first; ``--execute`` begins it, and it goes on in the cluster after the command has ended. The plan is
a pure function of the partitions as they are (`plan_moves`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import confirm, parse_partitions, report_failures
from klog.cli.broker_features import supported, with_feature
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, not_found, usage
from klog.cli.name_completion import complete_topics
from klog.cli.output import Column, Output, number
from klog.model import TopicPartition
from klog.reports.cluster import move_rows

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes, Reassignment

MOVING = "moves of partitions (reassignment)"
#: More brokers than any partition has.
MAX_REPLICAS = 100
_MOVES = (Column("topic"), number("partition"), Column("replicas"), Column("adding"), Column("removing"))
_PLAN = (Column("topic"), number("partition"), Column("before"), Column("after"), Column("executed", wide=True))
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


@click.command(epilog=EXIT_CODES)
@click.argument("moves", nargs=-1, metavar="[TOPIC[:PARTITIONS]=BROKERS…]", shell_complete=complete_topics)
@click.option(
    "--cancel", multiple=True, metavar="TOPIC[:PARTITIONS]", help="Give up moves that are under way.", shell_complete=complete_topics
)
@click.option("--execute", is_flag=True, help="Begin it; without this the plan is shown.")
@broker_options
def reassign(moves: tuple[str, ...], cancel: tuple[str, ...], execute: bool, connection: Connection, out: Output) -> None:
    """Move partitions to other brokers: orders:0=1,2,3 (the first leads), or orders=1,2,3, where they lead by turns.

    Without anything to move it shows what is moving.
    """
    wanted = parse_moves(moves)
    if cancel and moves:
        raise usage("either TOPIC=BROKERS or --cancel, not both")
    if cancel:
        _cancel(cancel, execute, connection, out)
    elif not wanted:
        if execute:
            raise usage("nothing to move: name TOPIC=BROKERS, like orders:0=1,2,3")
        _show_moves(connection, out)
    else:
        _move(wanted, execute, connection, out)


def _show_moves(connection: Connection, out: Output) -> None:
    async def work(admin: Admin) -> dict[TopicPartition, Reassignment]:
        return await admin.list_reassignments()

    out.rows("moves", _MOVES, move_rows(with_feature(connection, MOVING, work)), empty="Nothing is moving.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one argument asks for: these partitions, or all of a topic where `partitions` is empty, on these brokers."""

    topic: str
    partitions: tuple[int, ...]
    brokers: tuple[int, ...]


def parse_moves(texts: Iterable[str]) -> list[Wanted]:
    """``orders:0,2=1,2,3``.

    :raises CommandFailed: another form, or a broker twice.
    """
    found = []
    for text in texts:
        left, equals, right = text.rpartition("=")
        pieces = right.split(",")
        if not equals or not left or not all(piece.isascii() and piece.isdigit() and len(piece) <= 10 for piece in pieces):
            raise usage(f"{text} names no move; write TOPIC:PARTITION=BROKERS, like orders:0=1,2,3")
        brokers = tuple(int(piece) for piece in pieces)
        if len(set(brokers)) < len(brokers) or len(brokers) > MAX_REPLICAS or max(brokers) >= 2**31:
            raise usage(f"{text}: name each broker once, at most {MAX_REPLICAS} of them")
        topics, partitions = parse_partitions([left])
        topic = topics[0] if topics else partitions[0].topic
        found.append(Wanted(topic, tuple(one.partition for one in partitions), brokers))
    return found


def plan_moves(
    wanted: Iterable[Wanted], now: Mapping[TopicPartition, Collection[int]], brokers: Collection[int]
) -> dict[TopicPartition, tuple[int, ...]]:
    """Brokers of each partition, the preferred leader first. Where a whole topic is named, its partitions take turns with the leader.

    :param now: the partitions of the named topics.
    :param brokers: those that the cluster has.
    :raises CommandFailed: a partition or broker that there is not, or a partition that is named twice.
    """
    plan: dict[TopicPartition, tuple[int, ...]] = {}
    for one in wanted:
        strange = [broker for broker in one.brokers if broker not in brokers]
        if strange:
            raise not_found(f"the cluster has no broker {strange[0]}; it has {', '.join(map(str, sorted(brokers)))}")
        numbers = one.partitions or tuple(sorted(tp.partition for tp in now if tp.topic == one.topic))
        for number_ in numbers:
            tp = TopicPartition(one.topic, number_)
            if tp not in now:
                raise not_found(f"topic {one.topic} has no partition {number_}")
            if tp in plan:
                raise usage(f"{tp.topic}:{tp.partition} is named twice")
            turn = 0 if one.partitions else number_ % len(one.brokers)
            plan[tp] = one.brokers[turn:] + one.brokers[:turn]
    return plan


def _move(wanted: list[Wanted], execute: bool, connection: Connection, out: Output) -> None:
    rows, outcomes = with_feature(connection, MOVING, lambda admin: move(admin, wanted, execute))
    (out.rows if outcomes is None else out.done)("partitions", _PLAN, rows)
    if outcomes is not None:
        report_failures(outcomes, out.warn)
        out.note("The cluster moves them now; `klog cluster reassign` shows what is still moving.")
    else:
        out.note("Nothing was moved; --execute does it.")


async def move(admin: Admin, wanted: list[Wanted], execute: bool) -> tuple[list[dict[str, Any]], Outcomes[TopicPartition, None] | None]:
    """The plan as rows, and what became of it."""
    described = (await admin.describe_topics(dict.fromkeys(one.topic for one in wanted))).check()
    now = {TopicPartition(topic.name, one.partition): one.replicas for topic in described.values() for one in topic.partitions}
    cluster = await admin.describe_cluster()
    plan = plan_moves(wanted, now, [node.node_id for node in cluster.nodes])
    outcomes = supported(await admin.reassign(plan)) if execute else None
    rows = [
        {
            "topic": tp.topic,
            "partition": tp.partition,
            "before": list(now[tp]),
            "after": list(after),
            "executed": outcomes is not None and tp in outcomes.done,
        }
        for tp, after in sorted(plan.items())
    ]
    return rows, outcomes


def _cancel(texts: tuple[str, ...], execute: bool, connection: Connection, out: Output) -> None:
    topics, partitions = parse_partitions(texts)

    async def work(admin: Admin) -> tuple[dict[TopicPartition, Reassignment], Outcomes[TopicPartition, None] | None]:
        moving = await admin.list_reassignments()
        chosen = {tp: found for tp, found in moving.items() if tp.topic in topics or tp in partitions}
        if not chosen:
            raise not_found("none of these is moving; `klog cluster reassign` shows what is")
        return chosen, supported(await admin.reassign(dict.fromkeys(chosen))) if execute else None

    chosen, outcomes = with_feature(connection, MOVING, work)
    rows: list[dict[str, Any]] = [
        {**row, "cancelled": outcomes is not None and TopicPartition(row["topic"], row["partition"]) in outcomes.done}
        for row in move_rows(chosen)
    ]
    (out.rows if outcomes is None else out.done)("moves", (*_MOVES, Column("cancelled", wide=True)), rows)
    if outcomes is not None:
        report_failures(outcomes, out.warn)
    else:
        out.note("Nothing was given up; --execute does it.")
