"""``klog cluster reassign`` (which is ``klog topic reassign``, too), ``drain`` and ``rebalance``: partitions move between brokers.

A plan is shown first; ``--execute`` begins it, and a bar shows how far the copies are. What moves goes on in the cluster whether or not the
command waits: interrupted and called again it finds what is under way, adds what is missing, and waits for the rest. A plan therefore goes
by where partitions *are going to lie*.

The bar counts bytes: of each copy that is made what its broker has on its disk, as the leader had it when the move began; what has arrived
counts in full.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import parse_partitions, report_failures
from klog.cli.broker_features import supported, with_feature
from klog.cli.cluster.replica_plans import CannotPlace, Places, Racks, drained, rebalanced, with_copies
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, not_found, usage
from klog.cli.formatting import bytes_text
from klog.cli.name_completion import complete_topics
from klog.cli.output import Column, Output, number
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.reports.cluster import move_rows

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes, Reassignment

MOVING = "moves of partitions (reassignment)"
#: More brokers than any partition has.
MAX_REPLICAS = 100
#: How often is asked how far the copies are.
LOOK_S = 1.0
#: Between controllers, and while brokers start, nobody can say; after so long it is given up.
MOST_FAILURES = 60
_MOVES = (Column("topic"), number("partition"), Column("replicas"), Column("adding"), Column("removing"))
_PLAN = (Column("topic"), number("partition"), Column("before"), Column("after"), Column("executed", wide=True))

Plan = Mapping[TopicPartition, tuple[int, ...]]


def execution_options(function: Callable[..., None]) -> Callable[..., None]:
    """``--execute``, ``--no-wait``, ``--throttle``."""
    options = (
        click.option("--execute", is_flag=True, help="Begin it; without this the plan is shown."),
        click.option("--wait/--no-wait", default=True, help="Whether to wait until all of it is done, which it is without us, too."),
        click.option(
            "--throttle",
            type=click.IntRange(1, 2**63 - 1),
            metavar="BYTES",
            help="So many bytes a second at most into and out of each broker, until it is done.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


@dataclass(frozen=True)
class Execution:
    """What `execution_options` were given."""

    execute: bool
    wait: bool
    throttle: int | None

    def __post_init__(self) -> None:
        if self.throttle is not None and self.execute and not self.wait:
            raise usage("--throttle ends when all is done, so it cannot be combined with --no-wait")


@dataclass(frozen=True)
class Layout:
    """Where partitions lie, and where they are going to.

    :ivar now: brokers that have them, without those that only come.
    :ivar places: as `now`, but of those that move, where they go.
    :ivar racks: of live brokers.
    """

    now: Places
    places: Places
    racks: Racks

    @property
    def moving(self) -> list[TopicPartition]:
        """Those that are going elsewhere, or change the order of their brokers."""
        return [name for name, goal in self.places.items() if self.now[name] != goal]


@dataclass(frozen=True)
class Wish:
    """What is to be done.

    :ivar plan: partitions that are to begin to move, or to lie as they do.
    :ivar found: what it goes by.
    :ivar under_way: partitions that move already, and are waited for as well.
    """

    plan: Plan
    found: Layout
    under_way: Collection[TopicPartition] = ()


async def layout(admin: Admin, topics: Iterable[str] | None = None) -> Layout:
    """Ask the cluster.

    :param topics: None: all, internal ones as well.
    :raises KlogError: UNKNOWN_TOPIC_OR_PARTITION.
    """
    described = (await admin.describe_topics(topics)).check()
    now = {TopicPartition(topic.name, one.partition): tuple(one.replicas) for topic in described.values() for one in topic.partitions}
    moving = await admin.list_reassignments()
    # Who is on its way does not have it yet: of what is begun again the same copies are to be made.
    now |= {name: tuple(each for each in now[name] if each not in move.adding) for name, move in moving.items() if name in now}
    goals = {name: tuple(each for each in move.replicas if each not in move.removing) for name, move in moving.items() if name in now}
    cluster = await admin.describe_cluster()
    return Layout(now, {**now, **goals}, {node.node_id: node.rack for node in cluster.nodes})


# Carrying out


def carry_out(connection: Connection, out: Output, how: Execution, make: Callable[[Admin], Coroutine[Any, Any, Wish]]) -> None:
    """Show a plan and, where it is wanted, begin it and wait for it.

    :param make: asks the cluster, and makes the plan.
    """

    async def work(admin: Admin) -> Outcomes[TopicPartition, None] | None:
        try:
            wish = await make(admin)
        except CannotPlace as error:
            raise CommandFailed(str(error)) from None
        plan, found = wish.plan, wish.found
        under_way = {name: found.places[name] for name in wish.under_way if name not in plan}
        copies = copies_of({**plan, **under_way}, found.now)
        sizes = await sizes_of(admin, {name.topic for name, _ in copies}) if copies else {}
        if not how.execute:
            out.rows("partitions", _PLAN, plan_rows(plan, found.places, ()), empty="Nothing has to move.")
            if plan:
                out.note(f"{_amount(copies_of(plan, found.places), sizes)} Nothing was moved; --execute does it.")
            return None
        if how.throttle is not None and copies:
            await set_throttle(admin, copies, found.now, how.throttle)
        outcomes = supported(await admin.reassign(dict(plan))) if plan else None
        done = set() if outcomes is None else set(outcomes.done)
        out.done("partitions", _PLAN, plan_rows(plan, found.places, done))
        if outcomes is not None:
            report_failures(outcomes, out.warn)
        waited = {name: plan.get(name, under_way.get(name, ())) for name in sorted(done | under_way.keys())}
        if how.wait:
            if waited:
                out.note(f"{_amount(copies, sizes)} The cluster moves them also without this command; --cancel gives them up.")
            await follow(admin, waited, copies, sizes, out)
            if how.throttle is not None and copies:
                await set_throttle(admin, copies, found.now, None)
            await check(admin, waited, out)
        else:
            out.note("The cluster moves them now; `klog cluster reassign` shows what is still moving.")
        return outcomes

    with_feature(connection, MOVING, work)


def plan_rows(plan: Plan, before: Places, done: Iterable[TopicPartition]) -> list[dict[str, Any]]:
    """A plan as rows."""
    executed = set(done)
    return [
        {
            "topic": name.topic,
            "partition": name.partition,
            "before": list(before[name]),
            "after": list(after),
            "executed": name in executed,
        }
        for name, after in sorted(plan.items())
    ]


def copies_of(plan: Plan, before: Places) -> set[tuple[TopicPartition, int]]:
    """The copies that have to be made: partition, and the broker that gets it."""
    return {(name, broker) for name, after in plan.items() for broker in after if broker not in before[name] or name not in before}


async def sizes_of(admin: Admin, topics: Iterable[str], brokers: Iterable[int] | None = None) -> dict[tuple[TopicPartition, int], int]:
    """Bytes of each copy that there is, by partition and broker; fewer where brokers do not say."""
    found: dict[tuple[TopicPartition, int], int] = {}
    outcomes = await admin.describe_log_dirs(brokers, topics=sorted(topics))
    for broker, directories in outcomes.done.items():
        for directory in directories:
            for name, replica in directory.replicas.items():
                if not replica.future:
                    found[name, broker] = replica.size_bytes
    return found


def largest(sizes: Mapping[tuple[TopicPartition, int], int]) -> dict[TopicPartition, int]:
    """Of each partition its largest copy."""
    found: dict[TopicPartition, int] = {}
    for (name, _), size in sizes.items():
        found[name] = max(size, found.get(name, 0))
    return found


def arrived(
    copies: Iterable[tuple[TopicPartition, int]],
    moving: Iterable[TopicPartition],
    whole: Mapping[TopicPartition, int],
    sizes: Mapping[tuple[TopicPartition, int], int],
) -> int:
    """How many bytes of `copies` are there.

    :param moving: partitions that still move; of all others everything is there.
    :param whole: of each partition, when it began.
    :param sizes: of the copies, now.
    """
    under_way = set(moving)
    return sum(
        min(sizes.get((name, broker), 0), whole.get(name, 0)) if name in under_way else whole.get(name, 0) for name, broker in copies
    )


def _amount(copies: Iterable[tuple[TopicPartition, int]], sizes: Mapping[tuple[TopicPartition, int], int]) -> str:
    whole, names = largest(sizes), [name for name, _ in copies]
    if not names:
        return "No data has to be copied."
    return f"{len(names)} {'copy' if len(names) == 1 else 'copies'} to make, {bytes_text(sum(whole.get(name, 0) for name in names))}."


async def follow(
    admin: Admin,
    waited: Plan,
    copies: set[tuple[TopicPartition, int]],
    sizes: Mapping[tuple[TopicPartition, int], int],
    out: Output,
) -> None:
    """Wait until none of these moves any more, and show how far they are.

    :param waited: where each goes.
    :param sizes: when it began.
    :raises KlogError: nobody could be asked for long.
    """
    whole = largest(sizes)
    copies = {(name, broker) for name, broker in copies if name in waited}
    total = sum(whole.get(name, 0) for name, _ in copies)
    failures = 0
    with out.progress(total or len(waited), "bytes" if total else "partitions") as bar:
        while waited:
            try:
                moving = [name for name in await admin.list_reassignments() if name in waited]
                if not moving:
                    return
                if bar.enabled:
                    now = await sizes_of(admin, {name.topic for name in moving}, {broker for _, broker in copies}) if total else {}
                    bar.done = arrived(copies, moving, whole, now) if total else len(waited) - len(moving)
                    bar.label = f"{len(moving)} of {len(waited)} partition(s)"
                    bar.draw()
                failures = 0
            except KlogError:
                failures += 1
                if failures >= MOST_FAILURES:
                    raise
            await _pause(admin)


async def _pause(admin: Admin) -> None:
    from twisted.internet.task import deferLater

    await deferLater(admin.routing.reactor, LOOK_S, lambda: None)


async def check(admin: Admin, waited: Plan, out: Output) -> None:
    """Tell of what does not lie where it was to go: somebody else has moved it, or given it up."""
    if not waited:
        return
    described = await admin.describe_topics(sorted({name.topic for name in waited}))
    lies = {TopicPartition(topic.name, one.partition): tuple(one.replicas) for topic in described.done.values() for one in topic.partitions}
    for name, after in sorted(waited.items()):
        if lies.get(name) != after:
            where = "is no more" if name not in lies else f"lies on {', '.join(map(str, lies[name]))} now"
            out.warn(f"{name.topic}:{name.partition} {where}: somebody else has changed it meanwhile")


async def set_throttle(admin: Admin, copies: Iterable[tuple[TopicPartition, int]], before: Places, rate: int | None) -> None:
    """Let these copies be made no faster (KIP-73), as ``kafka-reassign-partitions --throttle`` does.

    :param rate: bytes a second, for each broker and direction; None: as fast as they can.
    """
    from klog.client.admin.types import ConfigResource

    changes = {ConfigResource(kind, name): values for (kind, name), values in throttle_changes(copies, before, rate).items()}
    (await admin.alter_configs(changes)).check()


def throttle_changes(
    copies: Iterable[tuple[TopicPartition, int]], before: Places, rate: int | None
) -> dict[tuple[Any, str], dict[str, str | None]]:
    """What `set_throttle` sets, by kind and name of what has settings."""
    from klog.client.admin.types import ResourceType

    leaders: dict[str, set[str]] = {}
    followers: dict[str, set[str]] = {}
    brokers: set[int] = set()
    for name, broker in copies:
        followers.setdefault(name.topic, set()).add(f"{name.partition}:{broker}")
        leaders.setdefault(name.topic, set()).update(f"{name.partition}:{each}" for each in before[name])
        brokers.update((broker, *before[name]))
    changes: dict[tuple[Any, str], dict[str, str | None]] = {}
    for topic in followers:
        changes[ResourceType.TOPIC, topic] = {
            "leader.replication.throttled.replicas": None if rate is None else ",".join(sorted(leaders[topic])),
            "follower.replication.throttled.replicas": None if rate is None else ",".join(sorted(followers[topic])),
        }
    for broker in sorted(brokers):
        text = None if rate is None else str(rate)
        changes[ResourceType.BROKER, str(broker)] = {
            "leader.replication.throttled.rate": text,
            "follower.replication.throttled.rate": text,
        }
    return changes


async def change_copies(admin: Admin, topic: str, count: int, *, dry_run: bool) -> None:
    """Begin to have `count` copies of a topic's partitions.

    :raises CommandFailed: there are too few brokers.
    :raises KlogError: a broker refuses it.
    """
    found = await layout(admin)
    names = [name for name in found.places if name.topic == topic]
    if not names:
        raise not_found(f"there is no topic {topic}")
    try:
        plan = with_copies(found.places, names, count, found.racks)
    except CannotPlace as error:
        raise CommandFailed(str(error)) from None
    if plan and not dry_run:
        supported(await admin.reassign(dict(plan))).check()


# Commands


@click.command(epilog=EXIT_CODES)
@click.argument("moves", nargs=-1, metavar="[TOPIC[:PARTITIONS]=BROKERS…]", shell_complete=complete_topics)
@click.option(
    "--cancel", multiple=True, metavar="TOPIC[:PARTITIONS]", help="Give up moves that are under way.", shell_complete=complete_topics
)
@execution_options
@broker_options
def reassign(
    moves: tuple[str, ...],
    cancel: tuple[str, ...],
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
    if cancel and moves:
        raise usage("either TOPIC=BROKERS or --cancel, not both")
    if cancel:
        _cancel(cancel, execute, connection, out)
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
        return Wish(drained(found.places, broker, found.racks), found, leaving)

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
        return Wish(rebalanced(found.places, found.racks), found, found.moving)

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
