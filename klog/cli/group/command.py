"""``klog group``: consumer groups, how far they are behind, and moving them.

What changes a group's places (reset, seek, delete) shows the plan first; ``--execute`` carries it out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import parse_duration_ms, parse_partitions, parse_time_ms, report_failures, wall_clock_ms
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, not_found, usage
from klog.cli.group.keeper import Groups, Keeper, SessionOver, group_options
from klog.cli.name_completion import complete_groups
from klog.cli.number_range import NumberRange
from klog.cli.output import Column, Format, Output, number, seconds
from klog.model import TopicPartition
from klog.reports.groups import GroupReport, MemberRow, group_facts, group_report, reset_rows, total_lag

if TYPE_CHECKING:
    from klog.client.admin.reset import ResetPlan, ResetTo
    from klog.client.admin.types import Outcomes


@click.group(epilog=EXIT_CODES)
def group() -> None:
    """Consumer groups: list, describe, lag, reset, seek, delete."""


_LISTING = (
    Column("group"),
    Column("state"),
    Column("type"),
    Column("protocol", wide=True),
    number("coordinator", wide=True),
    number("partitions"),
    number("records_behind", "lag"),
    seconds("seconds_behind", "behind"),
)


@group.command("list", epilog=EXIT_CODES)
@click.option("--state", "states", multiple=True, metavar="STATE", help="Only groups in this state: Stable, Empty, …")
@click.option("--no-lag", is_flag=True, help="Do not work out how far each is behind.")
@group_options
def list_command(states: tuple[str, ...], no_lag: bool, keeper: Keeper, out: Output) -> None:
    """List groups, and how far each is behind in records and in time."""

    async def work(groups: Groups) -> list[dict[str, Any]]:
        listed = await groups.list_groups(states=states)
        lags = None if no_lag or not listed else await groups.lag([one.group_id for one in listed])
        return [{**group_facts(one), **(total_lag(lags.done.get(one.group_id, {})) if lags is not None else {})} for one in listed]

    columns = tuple(column for column in _LISTING if not no_lag or column.name not in ("partitions", "records_behind", "seconds_behind"))
    out.rows("groups", columns, keeper.run(work, asks_brokers=not no_lag), empty="There are no groups.")


_PARTITIONS = (
    Column("topic"),
    number("partition", "part"),
    number("committed"),
    number("end"),
    number("records_behind", "lag"),
    seconds("seconds_behind", "behind"),
    Column("client_id", "client"),
    Column("client_host", "host", wide=True),
    Column("member_id", wide=True),
    Column("error", wide=True),
)
_MEMBERS = (
    Column("client_id", "client"),
    Column("client_host", "host"),
    Column("member_id", "member"),
    Column("instance_id", wide=True),
    Column("assignment"),
)


@group.command(epilog=EXIT_CODES)
@click.argument("names", nargs=-1, required=True, metavar="GROUP…", shell_complete=complete_groups)
@click.option("--members", is_flag=True, help="Members rather than partitions.")
@click.option("--watch", type=NumberRange(0.1, 86_400), metavar="SECONDS", help="Show it again every so many seconds, until Ctrl-C.")
@group_options
def describe(names: tuple[str, ...], members: bool, watch: float | None, keeper: Keeper, out: Output) -> None:
    """Show a group's partitions, how far it is behind in records and in time, and its members.

    Behind is the age of the next unread record.
    """
    if watch is not None:
        _watch(keeper, names, members, watch, out)
        return
    found, failures = keeper.run(lambda groups: describe_groups(groups, names))
    with out.readers_may_go():
        show(out, found, members)
    for outcomes in failures:
        report_failures(outcomes, out.warn)


def _watch(keeper: Keeper, names: tuple[str, ...], members: bool, every_s: float, out: Output) -> None:
    from klog.cli.run_coroutine import run

    run(lambda reactor: watch_groups(reactor, keeper, names, members, every_s, out))


async def watch_groups(reactor: Any, keeper: Keeper, names: Sequence[str], members: bool, every_s: float, out: Output) -> None:
    """Show groups every so many seconds, until it is cancelled.

    :raises CommandFailed: nobody answers at first.
    """
    from klog.errors import KlogError
    from klog.zookeeper.errors import SessionExpiredException, ZookeeperError

    async def rounds(groups: Groups) -> None:
        from twisted.internet.task import deferLater

        while True:
            try:
                found, failures = await describe_groups(groups, names)
            except SessionExpiredException:
                raise
            except (KlogError, ZookeeperError) as error:
                # Who is started again is no reason to end.
                out.warn(error.message if isinstance(error, KlogError) else str(error))
            else:
                if out.is_terminal and out.format is Format.TABLE:
                    out.stdout.write("\x1b[H\x1b[2J")
                    out.line(f"{time.strftime('%H:%M:%S')}, every {every_s:g} s; Ctrl-C ends")
                if out.format is Format.JSON:
                    out.json_line({"time_ms": wall_clock_ms(), "groups": found})
                else:
                    show(out, found, members)
                for outcomes in failures:
                    for failed in outcomes.errors.values():
                        out.warn(failed.message)
            out.flush()
            await deferLater(reactor, every_s, lambda: None)

    while True:
        try:
            await keeper.work(reactor, rounds)
        except SessionOver as over:
            out.warn(over.sentence)


def show(out: Output, found: Sequence[GroupReport], members: bool) -> None:
    """Print described groups."""
    if out.format is Format.JSON:
        out.document({"groups": found})
        return
    for place, one in enumerate(found):
        if place:
            out.line()
        if out.format is Format.TABLE:
            facts = [one["state"], f"{one['type']} protocol", f"assignor {one['assignor'] or '-'}", f"{len(one['members'])} members"]
            out.line(f"{one['group']}: {', '.join(facts)}")
            if members:
                out.rows("members", _MEMBERS, [_flat(one, row) for row in one["members"]])
            else:
                out.rows("partitions", _PARTITIONS, one["partitions"], empty="It has no partitions and has committed nothing.")
        elif members:
            out.rows("members", (Column("group"), *_MEMBERS), [_flat(one, row) for row in one["members"]])
        else:
            rows = [{"group": one["group"], "state": one["state"], **row} for row in one["partitions"]]
            out.rows("partitions", (Column("group"), Column("state"), *_PARTITIONS), rows)


def _flat(one: GroupReport, row: MemberRow) -> dict[str, Any]:
    """A member for a table."""
    return {"group": one["group"], **row, "assignment": [f"{tp['topic']}-{tp['partition']}" for tp in row["assignment"]]}


async def describe_groups(groups: Groups, names: Iterable[str]) -> tuple[list[GroupReport], list[Outcomes[Any, Any]]]:
    """Reports of groups, and what could not be learned."""
    wanted = list(dict.fromkeys(names))
    described = await groups.describe_groups(wanted)
    for name in [name for name, one in described.done.items() if one.state == "Dead" and not one.members]:
        # How brokers before KIP-1043 say that there is no such group.
        from klog.errors import ErrorCode, KlogError

        del described.done[name]
        described.errors[name] = KlogError(
            ErrorCode.GROUP_ID_NOT_FOUND, f"there is no group {name}; `klog group list` shows those that there are"
        )
    lags = await groups.lag(described.done) if described.done else None
    found = [group_report(one, lags.done.get(name, {}) if lags is not None else {}) for name, one in described.done.items()]
    return found, [described, *([lags] if lags is not None else [])]


# -- moving -----------------------------------------------------------------------------------------------------------------------------

_PLAN = (
    Column("topic"),
    number("partition", "part"),
    number("before"),
    number("after"),
    number("start"),
    number("end"),
    Column("note"),
    Column("executed", wide=True),
)


@group.command(epilog=EXIT_CODES)
@click.argument("name", metavar="GROUP", shell_complete=complete_groups)
@click.option(
    "-t", "--topic", "topics", multiple=True, metavar="TOPIC[:PARTITIONS]", help="Only these; all that the group has where not given."
)
@click.option("--to-earliest", is_flag=True, help="To the first records.")
@click.option("--to-latest", is_flag=True, help="Behind the last records.")
@click.option("--to-current", is_flag=True, help="To where it is.")
@click.option("--to-offset", type=click.IntRange(0), metavar="N", help="To this offset in each partition.")
@click.option("--to-time", metavar="TIME", help="To the first records from this time on: ms, 2011-06-12T08:00.")
@click.option("--ago", metavar="DURATION", help="To the first records of the last 30s, 5min, 2h, 7d.")
@click.option("--shift", type=int, metavar="N", help="So many records forward, or back where negative.")
@click.option("--execute", is_flag=True, help="Do it; without this the plan is shown.")
@group_options
def reset(
    name: str,
    topics: tuple[str, ...],
    to_earliest: bool,
    to_latest: bool,
    to_current: bool,
    to_offset: int | None,
    to_time: str | None,
    ago: str | None,
    shift: int | None,
    execute: bool,
    keeper: Keeper,
    out: Output,
) -> None:
    """Move a group without members elsewhere."""
    from klog.client.admin.reset import ResetTo

    chosen: list[Callable[[], ResetTo]] = []
    if to_earliest:
        chosen.append(ResetTo.earliest)
    if to_latest:
        chosen.append(ResetTo.latest)
    if to_current:
        chosen.append(ResetTo.current)
    if to_offset is not None:
        chosen.append(lambda: ResetTo.offset(to_offset))
    if to_time is not None:
        chosen.append(lambda: ResetTo.time(parse_time_ms(to_time, wall_clock_ms)))
    if ago is not None:
        chosen.append(lambda: ResetTo.duration_ago(parse_duration_ms(ago)))
    if shift is not None:
        chosen.append(lambda: ResetTo.shift(shift))
    if len(chosen) != 1:
        raise usage("say where to: one of --to-earliest, --to-latest, --to-current, --to-offset, --to-time, --ago, --shift")
    _move(name, chosen[0](), topics, execute, keeper, out)


@group.command(epilog=EXIT_CODES)
@click.argument("name", metavar="GROUP", shell_complete=complete_groups)
@click.argument("places", nargs=-1, required=True, metavar="TOPIC:PARTITION:OFFSET…")
@click.option("--execute", is_flag=True, help="Do it; without this the plan is shown.")
@group_options
def seek(name: str, places: tuple[str, ...], execute: bool, keeper: Keeper, out: Output) -> None:
    """Set offsets of single partitions of a group without members."""
    from klog.client.admin.reset import ResetTo

    _move(name, ResetTo.offsets(parse_places(places)), (), execute, keeper, out)


def parse_places(texts: Iterable[str]) -> dict[TopicPartition, int]:
    """``topic:partition:offset``.

    :raises CommandFailed: another form.
    """
    found: dict[TopicPartition, int] = {}
    for text in texts:
        pieces = text.split(":")
        numbers = pieces[1:]
        if len(pieces) != 3 or not pieces[0] or not all(piece.isascii() and piece.isdigit() and len(piece) <= 18 for piece in numbers):
            raise usage(f"{text} is no place; write topic:partition:offset, like orders:0:1000")
        if int(numbers[0]) >= 2**31:
            raise usage(f"{text}: {numbers[0]} is no partition")
        found[TopicPartition(pieces[0], int(numbers[0]))] = int(numbers[1])
    return found


def _move(name: str, to: ResetTo, topics: Iterable[str], execute: bool, keeper: Keeper, out: Output) -> None:
    whole, single = parse_partitions(topics)

    async def work(groups: Groups) -> tuple[ResetPlan, Outcomes[TopicPartition, None] | None]:
        single_places = [*single, *to.by_partition]
        plan = await groups.plan_reset(name, to, topics=whole, partitions=single_places)
        if not execute:
            return plan, None
        if plan.members:
            raise _has_members(name, plan.members)
        return plan, await groups.execute_reset(plan)

    plan, outcomes = keeper.run(work)
    rows = reset_rows(plan, () if outcomes is None else outcomes.done)
    (out.rows if outcomes is None else out.done)("partitions", _PLAN, rows)
    if outcomes is not None:
        report_failures(outcomes, out.warn)
    elif plan.members:
        out.note(f"Nothing was changed, and --execute would be refused: {_has_members(name, plan.members).sentence}")
    else:
        out.note("Nothing was changed; --execute does it.")


def _has_members(name: str, count: int) -> CommandFailed:
    members = "a member" if count == 1 else f"{count} members"
    return CommandFailed(f"group {name} has {members}; stop what reads as this group first (`klog group describe {name} --members`)")


@group.command(epilog=EXIT_CODES)
@click.argument("names", nargs=-1, required=True, metavar="GROUP…", shell_complete=complete_groups)
@click.option("-t", "--topic", "topics", multiple=True, metavar="TOPIC[:PARTITIONS]", help="Only what is committed for these.")
@click.option("--execute", is_flag=True, help="Do it; without this it is shown what would go.")
@group_options
def delete(names: tuple[str, ...], topics: tuple[str, ...], execute: bool, keeper: Keeper, out: Output) -> None:
    """Delete groups without members, or their offsets of single topics."""
    whole, single = parse_partitions(topics)
    rows, failures = keeper.run(lambda groups: _delete(groups, names, whole, single, bool(topics), execute), asks_brokers=False)
    columns = (Column("group"), Column("state"), number("members"), Column("topic"), number("partition"), Column("deleted"))
    (out.done if execute else out.rows)(
        "groups", columns if topics else tuple(one for one in columns if one.name not in ("topic", "partition")), rows
    )
    for outcomes in failures:
        report_failures(outcomes, out.warn)
    if not execute:
        out.note("Nothing was deleted; --execute does it.")


async def _delete(
    groups: Groups, names: tuple[str, ...], whole: list[str], single: list[TopicPartition], only_offsets: bool, execute: bool
) -> tuple[list[dict[str, Any]], list[Outcomes[Any, Any]]]:
    described = {one.group_id: one for one in await groups.list_groups() if one.group_id in names}
    missing = [name for name in names if name not in described]
    if missing:
        raise not_found(f"there is no group {missing[0]}; `klog group list` shows those that there are")
    details = (await groups.describe_groups(names)).done
    rows: list[dict[str, Any]] = []
    failures: list[Outcomes[Any, Any]] = []
    if not only_offsets:
        outcomes = await groups.delete_groups(names) if execute else None
        for name in names:
            row = {
                "group": name,
                "state": described[name].state or None,
                "members": len(details[name].members) if name in details else None,
            }
            rows.append({**row, "deleted": outcomes is not None and name in outcomes.done})
        return rows, [outcomes] if outcomes is not None else []
    offsets = (await groups.list_group_offsets(names)).check()
    for name in names:
        chosen = [tp for tp in offsets[name] if tp.topic in whole or tp in single]
        if not chosen:
            raise not_found(f"group {name} has committed nothing for what is named")
        gone = await groups.delete_group_offsets(name, chosen) if execute else None
        if gone is not None:
            failures.append(gone)
        for tp in sorted(chosen):
            deleted = gone is not None and tp in gone.done
            rows.append({"group": name, "state": described[name].state, "topic": tp.topic, "partition": tp.partition, "deleted": deleted})
    return rows, failures
