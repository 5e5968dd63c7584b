"""``klog topic``: create, list, describe, alter, delete and trim topics."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from klog.cli.admin_session import confirm, parse_partitions, parse_settings, parse_time_ms, report_failures, wall_clock_ms, with_admin
from klog.cli.cluster.move_execution import change_copies
from klog.cli.cluster.moves import reassign
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, usage
from klog.cli.name_completion import complete_topics
from klog.cli.output import Column, Format, Output, number
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.reports.topics import TopicFacts, TopicReport, created_row, topic_facts, topic_report

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import ConfigEntry, Outcomes, TopicDescription


@click.group(epilog=EXIT_CODES)
def topic() -> None:
    """Create, list, describe, alter, delete and trim topics."""


_LISTING = (Column("topic"), number("partitions"), Column("internal", wide=True), Column("topic_id", wide=True))


topic.add_command(reassign)


@topic.command("list", epilog=EXIT_CODES)
@click.argument("patterns", nargs=-1, metavar="[PATTERN…]")
@click.option("--internal", is_flag=True, help="Also topics that brokers keep for themselves (__consumer_offsets).")
@broker_options
def list_command(patterns: tuple[str, ...], internal: bool, connection: Connection, out: Output) -> None:
    """List topics, all or those that match a PATTERN (like logs-*)."""

    async def work(admin: Admin) -> list[TopicFacts]:
        found = await admin.list_topics(internal=internal)
        return [topic_facts(one) for one in found if not patterns or any(fnmatch.fnmatchcase(one.name, pattern) for pattern in patterns)]

    out.rows("topics", _LISTING, with_admin(connection, work), empty="There are no such topics." if patterns else "There are no topics.")


_PARTITIONS = (
    number("partition"),
    number("leader"),
    number("leader_epoch", "epoch"),
    Column("replicas"),
    Column("isr"),
    Column("offline_replicas", wide=True),
    Column("lag", show=lambda value: ",".join("?" if one is None else str(one) for one in value)),
    number("start_offset", "start"),
    number("end_offset", "end"),
    Column("error", wide=True),
)


@topic.command(epilog=EXIT_CODES)
@click.argument("names", nargs=-1, required=True, metavar="TOPIC…", shell_complete=complete_topics)
@click.option("--configs/--no-configs", default=True, show_default=True, help="Settings that were changed for the topic.")
@click.option("--all-configs", is_flag=True, help="All settings.")
@broker_options
def describe(names: tuple[str, ...], configs: bool, all_configs: bool, connection: Connection, out: Output) -> None:
    """Show partitions, leaders, replicas, offsets and settings. LAG is how many records each replica is behind the leader."""
    described, outcomes = with_admin(connection, lambda admin: _describe(admin, names, configs or all_configs, all_configs))
    with out.readers_may_go():
        _show(described, out)
    report_failures(outcomes, out.warn)


def _show(described: list[TopicReport], out: Output) -> None:
    if out.format is Format.JSON:
        out.document({"topics": described})
        return
    for place, found in enumerate(described):
        if place:
            out.line()
        out.fields("topic", {name: value for name, value in found.items() if name != "partitions"})
        out.rows("partitions", _PARTITIONS, found["partitions"])


async def _describe(
    admin: Admin, names: tuple[str, ...], configs: bool, all_configs: bool
) -> tuple[list[TopicReport], Outcomes[str, TopicDescription]]:
    outcomes = await admin.describe_topics(names)
    described = outcomes.done
    partitions = [TopicPartition(found.name, one.partition) for found in described.values() for one in found.partitions]
    starts = await admin.list_offsets(dict.fromkeys(partitions, EARLIEST_TIMESTAMP))
    ends = await admin.list_offsets(dict.fromkeys(partitions, LATEST_TIMESTAMP))
    log_ends = await _log_ends(admin, described.values())
    settings = await _settings(admin, list(described)) if configs else {}
    rows = []
    for name, found in described.items():
        row = topic_report(found, starts.done, ends.done, log_ends)
        if configs:
            entries = settings.get(name, {})
            shown = {entry.name: entry.value for entry in entries.values() if all_configs or _is_own(entry)}
            row["configs"] = shown
        rows.append(row)
    return rows, outcomes


async def _log_ends(admin: Admin, topics: Iterable[TopicDescription]) -> dict[TopicPartition, dict[int, int]]:
    """Where the replicas' logs end, by broker; of partitions with several of them."""
    asked = {
        TopicPartition(topic.name, one.partition): [node for node in one.replicas if node not in one.offline_replicas]
        for topic in topics
        for one in topic.partitions
        if len(one.replicas) > 1
    }
    found: dict[TopicPartition, dict[int, int]] = {}
    if asked:
        for replica, end in (await admin.replica_ends(asked)).done.items():
            found.setdefault(TopicPartition(replica.topic, replica.partition), {})[replica.broker] = end
    return found


def _is_own(entry: ConfigEntry) -> bool:
    from klog.client.admin.types import ConfigSource

    return entry.source is ConfigSource.TOPIC


async def _settings(admin: Admin, names: list[str]) -> dict[str, dict[str, ConfigEntry]]:
    from klog.client.admin.types import ConfigResource

    resources = {ConfigResource.topic(name): name for name in names}
    found = await admin.describe_configs(resources)
    return {resources[resource]: entries for resource, entries in found.done.items()}


@topic.command(epilog=EXIT_CODES)
@click.argument("names", nargs=-1, required=True, metavar="TOPIC…")
@click.option("-p", "--partitions", type=click.IntRange(1, 2**31 - 1), help="How many; the broker's default where not given.")
@click.option(
    "-r",
    "--replicas",
    "--replication-factor",
    "replicas",
    type=click.IntRange(1, 32767),
    help="Brokers for each partition; the broker's default where not given.",
)
@click.option("-c", "--config", "configs", metavar="NAME=VALUE", multiple=True, help="A setting of the topic.")
@click.option("--if-not-exists", is_flag=True, help="Fine where it is there already.")
@click.option("--dry-run", is_flag=True, help="Only find out whether it would work.")
@broker_options
def create(
    names: tuple[str, ...],
    partitions: int | None,
    replicas: int | None,
    configs: tuple[str, ...],
    if_not_exists: bool,
    dry_run: bool,
    connection: Connection,
    out: Output,
) -> None:
    """Create topics."""
    from klog.client.admin.types import NewTopic

    settings = parse_settings(configs)
    topics = [NewTopic(name, partitions or -1, replicas or -1, settings) for name in names]

    async def work(admin: Admin) -> Any:
        return await admin.create_topics(topics, validate_only=dry_run)

    outcomes = with_admin(connection, work)
    if if_not_exists:
        for name in [name for name, error in outcomes.errors.items() if error.code is ErrorCode.TOPIC_ALREADY_EXISTS]:
            del outcomes.errors[name]
    rows = [created_row(one, partitions, replicas, created=not dry_run) for one in outcomes.done.values()]
    out.done("topics", (Column("topic"), number("partitions"), number("replicas"), Column("created")), rows)
    report_failures(outcomes, out.warn)


@topic.command(epilog=EXIT_CODES)
@click.argument("name", metavar="TOPIC", shell_complete=complete_topics)
@click.option("-p", "--partitions", type=click.IntRange(1, 2**31 - 1), help="Raise the number of partitions to this.")
@click.option("-r", "--replication-factor", type=click.IntRange(1, 100), metavar="N", help="Have so many copies of each partition.")
@click.option("-c", "--config", "configs", metavar="NAME=VALUE", multiple=True, help="Change a setting.")
@click.option("-d", "--unset", "unset", metavar="NAME", multiple=True, help="Give a setting its default again.")
@click.option("--dry-run", is_flag=True, help="Only find out whether it would work.")
@broker_options
def alter(
    name: str,
    partitions: int | None,
    replication_factor: int | None,
    configs: tuple[str, ...],
    unset: tuple[str, ...],
    dry_run: bool,
    connection: Connection,
    out: Output,
) -> None:
    """Change settings, add partitions, or have more or fewer copies.

    With more partitions a key may go to another partition than before. New copies are made in the background: klog topic reassign shows
    which.
    """
    changes = parse_settings(configs) | dict.fromkeys(unset)
    if partitions is None and replication_factor is None and not changes:
        raise usage("nothing to change: give --partitions, --replication-factor, --config NAME=VALUE or --unset NAME")

    async def work(admin: Admin) -> None:
        from klog.client.admin.types import ConfigResource

        if partitions is not None:
            (await admin.create_partitions({name: partitions}, validate_only=dry_run)).check()
        if changes:
            (await admin.alter_configs({ConfigResource.topic(name): changes}, validate_only=dry_run)).check()
        if replication_factor is not None:
            await change_copies(admin, name, replication_factor, dry_run=dry_run)

    with_admin(connection, work)
    result = {
        "topic": name,
        "partitions": partitions,
        "replication_factor": replication_factor,
        "configs": changes,
        "changed": not dry_run,
    }
    if out.tells_what_was_done:
        out.fields("topic", {key: value for key, value in result.items() if value not in (None, {})})


@topic.command(epilog=EXIT_CODES)
@click.argument("names", nargs=-1, required=True, metavar="TOPIC…", shell_complete=complete_topics)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@broker_options
def delete(names: tuple[str, ...], yes: bool, connection: Connection, out: Output) -> None:
    """Delete topics with all that is in them."""
    confirm(f"Delete {', '.join(names)} with all records?", yes)

    async def work(admin: Admin) -> Any:
        return await admin.delete_topics(names)

    outcomes = with_admin(connection, work)
    out.done("topics", (Column("topic"), Column("deleted")), [{"topic": name, "deleted": True} for name in outcomes.done])
    report_failures(outcomes, out.warn)


@topic.command(epilog=EXIT_CODES)
@click.argument("names", nargs=-1, required=True, metavar="TOPIC[:PARTITIONS]…", shell_complete=complete_topics)
@click.option("--before", type=click.IntRange(0), metavar="OFFSET", help="Delete records before this offset, which is not beyond the end.")
@click.option("--before-time", metavar="TIME", help="Delete records before the first one of this time: ms, 2011-06-12T08:00, 7d (ago).")
@click.option("--all", "everything", is_flag=True, help="Delete all records.")
@click.option("--execute", is_flag=True, help="Do it; without this the plan is shown.")
@broker_options
def trim(
    names: tuple[str, ...],
    before: int | None,
    before_time: str | None,
    everything: bool,
    execute: bool,
    connection: Connection,
    out: Output,
) -> None:
    """Delete the oldest records of topics or partitions (orders, orders:0,2)."""
    if sum((before is not None, before_time is not None, everything)) != 1:
        raise usage("say what is to go: one of --before OFFSET, --before-time TIME, --all")
    topics, partitions = parse_partitions(names)
    time_ms = None if before_time is None else parse_time_ms(before_time, wall_clock_ms)
    rows, errors = with_admin(connection, lambda admin: _trim(admin, topics, partitions, before, time_ms, execute))
    columns = (
        Column("topic"),
        number("partition"),
        number("start_offset", "start"),
        number("end_offset", "end"),
        number("new_start_offset", "new start"),
        number("records_deleted", "deleted"),
        Column("executed", wide=True),
    )
    (out.done if execute else out.rows)("partitions", columns, rows)
    for error in errors[1:]:
        out.warn(error.message)
    if errors:
        raise errors[0]
    if not execute:
        out.note("Nothing was deleted; --execute does it.")


async def _trim(
    admin: Admin, topics: list[str], partitions: list[TopicPartition], before: int | None, time_ms: int | None, execute: bool
) -> tuple[list[dict[str, Any]], list[KlogError]]:
    wanted = set(partitions)
    if topics:
        described = (await admin.describe_topics(topics)).check()
        wanted |= {TopicPartition(found.name, one.partition) for found in described.values() for one in found.partitions}
    chosen = sorted(wanted)
    starts = (await admin.list_offsets(dict.fromkeys(chosen, EARLIEST_TIMESTAMP))).check()
    ends = (await admin.list_offsets(dict.fromkeys(chosen, LATEST_TIMESTAMP))).check()
    targets = {}
    by_time = (await admin.list_offsets(dict.fromkeys(chosen, time_ms))).check() if time_ms is not None else {}
    errors: list[KlogError] = []
    for tp in chosen:
        start, end = starts[tp].offset, ends[tp].offset
        if before is not None and before > end > start:
            # Up to the end would be all of it, which is --all's to ask for. An empty partition has nothing to lose.
            sentence = (
                f"{tp.topic} [{tp.partition}] ends at {end}: there is no offset {before} to delete up to, and nothing of it was deleted"
            )
            errors.append(KlogError(ErrorCode.OFFSET_OUT_OF_RANGE, sentence))
            continue
        offset = before if before is not None else end
        if tp in by_time:
            offset = by_time[tp].offset if by_time[tp].offset >= 0 else end
        targets[tp] = min(max(offset, start), end)
    done: dict[TopicPartition, int] = {}
    if execute:
        outcomes = await admin.delete_records({tp: offset for tp, offset in targets.items() if offset > starts[tp].offset})
        errors += outcomes.errors.values()
        done = outcomes.done
    rows = []
    for tp, offset in targets.items():
        reached = done.get(tp, starts[tp].offset) if execute else offset
        rows.append(
            {
                "topic": tp.topic,
                "partition": tp.partition,
                "start_offset": starts[tp].offset,
                "end_offset": ends[tp].offset,
                "new_start_offset": reached,
                "records_deleted": reached - starts[tp].offset,
                "executed": execute,
            }
        )
    return rows, errors
