"""How ``klog cluster reassign``, ``drain`` and ``rebalance`` carry out their plans.

A plan is shown first; ``--execute`` begins it, and a bar shows how far the copies are. What moves goes on in the cluster whether or not the
command waits: interrupted and called again it finds what is under way, adds what is missing, and waits for the rest. A plan therefore goes
by where partitions *are going to lie* (`Layout`).

The bar counts bytes: of each copy that is made what its broker has on its disk, as the leader had it when the move began; what has arrived
counts in full.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import report_failures
from klog.cli.cluster.replica_plans import CannotPlace, Places, Racks, with_copies
from klog.cli.cluster.throttles import Side, as_resources, begun, ended, entries_of, read_throttles
from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, not_found, usage
from klog.cli.formatting import bytes_text
from klog.cli.missing_features import supported, with_feature
from klog.cli.output import Column, Output, number
from klog.errors import KlogError
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes

MOVING = "moves of partitions (reassignment)"
#: How often is asked how far the copies are.
LOOK_S = 1.0
#: Between controllers, and while brokers start, nobody can say; after so long it is given up.
MOST_FAILURES = 60
#: How often brokers are asked until they agree with the controller.
MOST_LOOKS = 10
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
    :ivar keeps_count: whether no partition gets more copies, or fewer.
    """

    plan: Plan
    found: Layout
    under_way: Collection[TopicPartition] = ()
    keeps_count: bool = False


async def layout(admin: Admin, topics: Iterable[str] | None = None) -> Layout:
    """Ask the cluster.

    :param topics: None: all, internal ones as well.
    :raises KlogError: UNKNOWN_TOPIC_OR_PARTITION.
    """
    moving = await admin.list_reassignments()
    for _ in range(MOST_LOOKS):
        before = moving
        described = (await admin.describe_topics(topics)).check()
        moving = await admin.list_reassignments()
        if moving == before:
            break
        # One that ended between the two questions shows the brokers of both ends, and nothing says any more which of them stay.
        await _pause(admin)
    now = {TopicPartition(topic.name, one.partition): tuple(one.replicas) for topic in described.values() for one in topic.partitions}
    # Who is on its way does not have it yet: of what is begun again the same copies are to be made.
    now |= {name: tuple(each for each in now[name] if each not in move.adding) for name, move in moving.items() if name in now}
    goals = {name: tuple(each for each in move.replicas if each not in move.removing) for name, move in moving.items() if name in now}
    cluster = await admin.describe_cluster()
    return Layout(now, {**now, **goals}, {node.node_id: node.rack for node in cluster.nodes})


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
        moved = plan.keys() | under_way.keys()
        made = None if how.throttle is None else await begin_throttle(admin, copies, found.now, moved, how.throttle)
        try:
            outcomes = supported(await admin.reassign(dict(plan), keeps_count=wish.keeps_count)) if plan else None
        except KlogError:
            if made is not None:
                await end_throttle(admin, plan.keys(), out, rate=how.throttle, made=made)
            raise
        done = set() if outcomes is None else set(outcomes.done)
        out.done("partitions", _PLAN, plan_rows(plan, found.places, done))
        waited = {name: plan.get(name, under_way.get(name, ())) for name in sorted(done | under_way.keys())}
        refusal = None if outcomes is None else tell_refusals_but_last(outcomes, out)
        if how.wait:
            if waited:
                if refusal is not None:
                    # The command ends with it, but that may be in hours.
                    out.warn(refusal.sentence)
                out.note(f"{_amount(copies, sizes)} The cluster moves them also without this command; --cancel gives them up.")
                if made is not None:
                    out.note("The throttle stays until this command is done; where it is interrupted, until it is called again.")
            await follow(admin, waited, copies, sizes, out)
            if made is not None:
                await end_throttle(admin, moved, out, rate=how.throttle, made=made)
            await check(admin, waited, out)
        elif waited or refusal is None:
            out.note("The cluster moves them now; `klog cluster reassign` shows what is still moving.")
        # Only now: what did begin was to be waited for, and the throttle to go, that of what was refused as well.
        if refusal is not None:
            raise refusal
        return outcomes

    with_feature(connection, MOVING, work)


def tell_refusals_but_last(outcomes: Outcomes[TopicPartition, None], out: Output) -> CommandFailed | None:
    """Warn of each partition that was refused but the last; the failure for that one, with which the command is to end. None where none was
    refused."""
    try:
        report_failures(outcomes, out.warn)
    except CommandFailed as refusal:
        return refusal
    return None


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
    """Tell of what does not lie where it was to go: somebody else has moved it, or given it up.

    The controller has said that it moves no more, which other brokers hear of a little later.
    """
    lies: dict[TopicPartition, tuple[int, ...]] = {}
    wrong = sorted(waited)
    for look in range(MOST_LOOKS):
        if not wrong:
            return
        if look:
            await _pause(admin)
        described = await admin.describe_topics(sorted({name.topic for name in wrong}))
        lies = {
            TopicPartition(topic.name, one.partition): tuple(one.replicas) for topic in described.done.values() for one in topic.partitions
        }
        wrong = [name for name in wrong if lies.get(name) != waited[name]]
    for name in wrong:
        where = "is no more" if name not in lies else f"lies on {', '.join(map(str, lies[name]))} now"
        out.warn(f"{name.topic}:{name.partition} {where}: somebody else has changed it meanwhile")


async def begin_throttle(
    admin: Admin, copies: Collection[tuple[TopicPartition, int]], before: Places, moved: Collection[TopicPartition], rate: int
) -> set[tuple[Side, int]]:
    """Let these copies be made no faster (KIP-73); others' throttles stay as they are.

    :param moved: all partitions of the move.
    :return: sides and brokers that had no rate.
    :raises CommandFailed: somebody else has set another rate.
    """
    brokers = {broker for _, broker in copies} | {broker for name, _ in copies for broker in before[name]}
    found = await read_throttles(admin, brokers)
    changes = begun(found, entries_of(copies, before), moved, rate)
    if changes:
        (await admin.alter_configs(as_resources(changes))).check()
    return found.missing_rates(changes)


async def end_throttle(
    admin: Admin,
    moved: Collection[TopicPartition],
    out: Output,
    *,
    rate: int | None = None,
    made: Collection[tuple[Side, int]] = (),
) -> None:
    """Take away what these partitions' move was throttled by, but for those that still move.

    :param rate: what was set; None: whatever is.
    :param made: as `begin_throttle` gave them.
    """
    try:
        moving = await admin.list_reassignments()
        cluster = await admin.describe_cluster()
        found = await read_throttles(admin, {node.node_id for node in cluster.nodes})
        changes = ended(found, set(moved) - moving.keys(), rate=rate, made=made)
        if changes:
            (await admin.alter_configs(as_resources(changes))).check()
    except KlogError as error:
        out.warn(f"the throttle may still be set ({error.message}); `klog cluster reassign --unthrottle --execute` takes it away")


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
