"""``klog cluster reassign`` (which is ``klog topic reassign``, too), ``drain`` and ``rebalance``: partitions move between brokers.

What is to move is said here, or planned by `klog.cli.cluster.replica_plans`; `klog.cli.cluster.move_execution` shows it and carries it out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import parse_partitions, report_failures
from klog.cli.cluster.move_execution import MOVING, Execution, Wish, carry_out, end_throttle, execution_options, layout
from klog.cli.cluster.replica_plans import Places, drained, rebalanced
from klog.cli.cluster.throttles import as_resources, ended, idle_partitions, read_throttles
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, not_found, usage
from klog.cli.missing_features import supported, with_feature
from klog.cli.name_completion import complete_topics
from klog.cli.output import Column, Output, number
from klog.model import TopicPartition
from klog.reports.cluster import move_rows

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes, Reassignment

#: More brokers than any partition has.
MAX_REPLICAS = 100
_MOVES = (Column("topic"), number("partition"), Column("replicas"), Column("adding"), Column("removing"))
_THROTTLES = (Column("of"), Column("setting"), Column("before"), Column("after"))


@click.command(epilog=EXIT_CODES)
@click.argument("moves", nargs=-1, metavar="[TOPIC[:PARTITIONS]=BROKERS…]", shell_complete=complete_topics)
@click.option(
    "--cancel", multiple=True, metavar="TOPIC[:PARTITIONS]", help="Give up moves that are under way.", shell_complete=complete_topics
)
@click.option("--unthrottle", is_flag=True, help="Take away throttles of partitions that do not move.")
@execution_options
@broker_options
def reassign(
    moves: tuple[str, ...],
    cancel: tuple[str, ...],
    unthrottle: bool,
    execute: bool,
    wait: bool,
    throttle: int | None,
    connection: Connection,
    out: Output,
) -> None:
    """Move partitions to other brokers: orders:0=1,2,3 (the first leads), or orders=1,2,3, where they lead by turns.

    Without anything to move it shows what is moving. Interrupted, the move goes on; called again, the command waits for it.
    """
    wanted = parse_moves(moves)
    how = Execution(execute, wait, throttle)
    if bool(cancel) + bool(moves) + unthrottle > 1:
        raise usage("either TOPIC=BROKERS, or --cancel, or --unthrottle")
    if throttle is not None and not moves:
        raise usage("--throttle is for moves that are begun: name TOPIC=BROKERS")
    if cancel:
        _cancel(cancel, execute, connection, out)
    elif unthrottle:
        _unthrottle(execute, connection, out)
    elif not wanted:
        if execute:
            raise usage("nothing to move: name TOPIC=BROKERS, like orders:0=1,2,3")
        _show_moves(connection, out)
    else:

        async def make(admin: Admin) -> Wish:
            found = await layout(admin, dict.fromkeys(one.topic for one in wanted))
            plan = plan_moves(wanted, found.now, list(found.racks))
            on_the_way = {name for name in found.moving if plan.get(name) == found.places[name]}
            return Wish({name: after for name, after in plan.items() if name not in on_the_way}, found, on_the_way)

        carry_out(connection, out, how, make)


@click.command(epilog=EXIT_CODES)
@click.argument("broker", type=click.IntRange(0, 2**31 - 1), metavar="BROKER")
@execution_options
@broker_options
def drain(broker: int, execute: bool, wait: bool, throttle: int | None, connection: Connection, out: Output) -> None:
    """Move everything from a broker to the others, so that it can be taken away.

    Each copy goes to a rack that has none, then to the broker that has fewest. Nothing else moves.
    """
    how = Execution(execute, wait, throttle)

    async def make(admin: Admin) -> Wish:
        found = await layout(admin)
        if broker not in found.racks and not any(broker in replicas for replicas in found.places.values()):
            raise not_found(f"the cluster has no broker {broker}; it has {', '.join(map(str, sorted(found.racks)))}")
        leaving = [name for name in found.moving if broker in found.now[name] and broker not in found.places[name]]
        return Wish(drained(found.places, broker, found.racks), found, leaving, keeps_count=True)

    carry_out(connection, out, how, make)


@click.command(epilog=EXIT_CODES)
@click.argument("topics", nargs=-1, metavar="[TOPIC…]", shell_complete=complete_topics)
@execution_options
@broker_options
def rebalance(topics: tuple[str, ...], execute: bool, wait: bool, throttle: int | None, connection: Connection, out: Output) -> None:
    """Spread partitions evenly over brokers and racks (of these topics, or of all), moving as little as can be.

    Copies that share a rack go to one that has none, then brokers get equally many, and lead equally many.
    """
    how = Execution(execute, wait, throttle)

    async def make(admin: Admin) -> Wish:
        found = await layout(admin, list(topics) or None)
        return Wish(rebalanced(found.places, found.racks), found, found.moving, keeps_count=True)

    carry_out(connection, out, how, make)


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


def plan_moves(wanted: Iterable[Wanted], now: Places, brokers: Iterable[int]) -> dict[TopicPartition, tuple[int, ...]]:
    """Brokers of each partition, the preferred leader first. Where a whole topic is named, its partitions take turns with the leader.

    :param now: the partitions of the named topics.
    :param brokers: those that the cluster has.
    :raises CommandFailed: a partition or broker that there is not, or a partition that is named twice.
    """
    known = set(brokers)
    plan: dict[TopicPartition, tuple[int, ...]] = {}
    for one in wanted:
        strange = [broker for broker in one.brokers if broker not in known]
        if strange:
            raise not_found(f"the cluster has no broker {strange[0]}; it has {', '.join(map(str, sorted(known)))}")
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


def _cancel(texts: tuple[str, ...], execute: bool, connection: Connection, out: Output) -> None:
    topics, partitions = parse_partitions(texts)

    async def work(admin: Admin) -> tuple[dict[TopicPartition, Reassignment], Outcomes[TopicPartition, None] | None]:
        moving = await admin.list_reassignments()
        chosen = {tp: found for tp, found in moving.items() if tp.topic in topics or tp in partitions}
        if not chosen:
            raise not_found("none of these is moving; `klog cluster reassign` shows what is")
        if not execute:
            return chosen, None
        outcomes = supported(await admin.reassign(dict.fromkeys(chosen)))
        await end_throttle(admin, outcomes.done.keys(), out)
        return chosen, outcomes

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


def _unthrottle(execute: bool, connection: Connection, out: Output) -> None:
    async def work(admin: Admin) -> list[dict[str, Any]]:
        moving = await admin.list_reassignments()
        cluster = await admin.describe_cluster()
        found = await read_throttles(admin, {node.node_id for node in cluster.nodes})
        changes = ended(found, idle_partitions(found, moving))
        if changes and execute:
            (await admin.alter_configs(as_resources(changes))).check()
        return [
            {
                "of": f"topic {each}" if isinstance(each, str) else f"broker {each}",
                "setting": name,
                "before": found.text(each, name),
                "after": value,
            }
            for each, values in changes.items()
            for name, value in values.items()
        ]

    rows = with_feature(connection, MOVING, work)
    if execute:
        out.done("throttles", _THROTTLES, rows)
    else:
        out.rows("throttles", _THROTTLES, rows, empty="No partition is throttled that does not move.")
        if rows:
            out.note("Nothing was changed; --execute does it.")
