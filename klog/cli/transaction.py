"""``klog transaction``: transactional ids, the transactions that they have open, and how to end those that nobody ends.

`abort` and `find-hanging` do what Apache Kafka's ``kafka-transactions`` does under the same names, with one question more: a transaction
that its coordinator knows is not aborted in one of its partitions, where the others could still be committed.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import click

from klog.cli.admin_session import confirm, parse_duration_ms, parse_partitions, report_failures, wall_clock_ms
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, not_found, usage
from klog.cli.missing_features import with_feature
from klog.cli.output import Column, Output, number
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.reports.transactions import details_rows, fenced_rows, open_rows, transaction_rows
from klog.wire.transaction_records import STATES

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import FencedProducer, OpenTransaction, Outcomes, TransactionDescription, TransactionListing

T = TypeVar("T")
_COLUMNS = (Column("id"), Column("state"), number("producer_id"), number("coordinator"))
_OPEN = (
    Column("topic"),
    *map(number, ("partition", "producer_id", "producer_epoch", "coordinator_epoch", "start_offset", "last_timestamp_ms", "idle_ms")),
)
_FENCED = (Column("id"), number("producer_id"), number("epoch"))
_LONGEST_16, _LONGEST_32, _LONGEST_64 = 2**15 - 1, 2**31 - 1, 2**63 - 1
_DETAILS = (*_COLUMNS, number("epoch"), number("timeout_ms"), number("open_ms"), Column("partitions"))


def _ask(connection: Connection, body: Callable[[Admin], Coroutine[Any, Any, T]]) -> T:
    lacking = "these brokers list no transactions; klog's do, and Apache Kafka's from 3.0 on"
    return with_feature(connection, "transactions", body, lacking=lacking)


@click.group(epilog=EXIT_CODES)
def transaction() -> None:
    """Transactions of producers: list the transactional ids, describe what they have open, end what nobody ends."""


@transaction.command("list", epilog=EXIT_CODES)
@click.option("--state", "states", multiple=True, type=click.Choice(STATES, case_sensitive=False), help="Only in this state; repeatable.")
@broker_options
def list_command(states: tuple[str, ...], connection: Connection, out: Output) -> None:
    """List transactional ids, all or those in some state, with the broker that coordinates each."""

    async def work(admin: Admin) -> list[TransactionListing]:
        return await admin.list_transactions(states=states)

    out.rows("transactions", _COLUMNS, transaction_rows(_ask(connection, work)), empty="There are no such transactions.")


@transaction.command("describe", epilog=EXIT_CODES)
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@broker_options
def describe(names: tuple[str, ...], connection: Connection, out: Output) -> None:
    """Describe transactional ids: their producer, since when a transaction is open, and the partitions that it was written to."""

    async def work(admin: Admin) -> Outcomes[str, TransactionDescription]:
        return await admin.describe_transactions(names)

    outcomes = _ask(connection, work)
    with out.readers_may_go():
        out.rows("transactions", _DETAILS, details_rows(outcomes.done.values(), wall_clock_ms()))
    report_failures(outcomes, out.warn)


@transaction.command("fence", epilog=EXIT_CODES)
@click.argument("names", nargs=-1, required=True, metavar="ID…")
@click.option("--yes", is_flag=True, help="Do not ask.")
@broker_options
def fence(names: tuple[str, ...], yes: bool, connection: Connection, out: Output) -> None:
    """Abort what transactional ids have open, and refuse their producers from now on: they have to be made anew."""
    confirm(f"Abort the transactions of {', '.join(names)}, and have their producers refused?", yes)

    async def work(admin: Admin) -> Outcomes[str, FencedProducer]:
        return await admin.fence_producers(names)

    outcomes = _ask(connection, work)
    out.done("producers", _FENCED, fenced_rows(outcomes.done))
    report_failures(outcomes, out.warn)


@transaction.command("find-hanging", epilog=EXIT_CODES)
@click.argument("texts", nargs=-1, metavar="[TOPIC[:PARTITIONS]]…")
@click.option("--broker", "broker_id", type=click.IntRange(0, _LONGEST_32), help="Only partitions with a replica at this broker.")
@click.option(
    "--older-than",
    default="15min",
    show_default=True,
    metavar="TIME",
    help="Only those whose producer has written nothing for so long; no less than transaction.max.timeout.ms of the brokers.",
)
@broker_options
def find_hanging(texts: tuple[str, ...], broker_id: int | None, older_than: str, connection: Connection, out: Output) -> None:
    """Find transactions that are open and that no coordinator will end: readers of committed data stop in front of them, and nothing of
    the partition is compacted. In all topics where none is named. The exit code is 1 where there are some."""
    topics, partitions = parse_partitions(texts)
    older_than_ms = parse_duration_ms(older_than)

    async def work(admin: Admin) -> Outcomes[TopicPartition, tuple[OpenTransaction, ...]]:
        return await admin.find_hanging_transactions(
            topics if texts else None, partitions, broker_id=broker_id, older_than_ms=older_than_ms
        )

    outcomes = _ask(connection, work)
    rows = open_rows([one for each in outcomes.done.values() for one in each], wall_clock_ms())
    with out.readers_may_go():
        out.rows("transactions", _OPEN, rows, empty="No transaction hangs.")
    report_failures(outcomes, out.warn)
    if rows:
        first = rows[0]
        how = f"klog transaction abort {first['topic']}:{first['partition']} --start-offset {first['start_offset']}"
        raise CommandFailed(f"{len(rows)} transaction{' hangs' if len(rows) == 1 else 's hang'}; nobody ends them but you: {how}")


@transaction.command("abort", epilog=EXIT_CODES)
@click.argument("text", metavar="TOPIC:PARTITION")
@click.option("--start-offset", type=click.IntRange(0, _LONGEST_64), help="Where the transaction begins; find-hanging tells.")
@click.option("--producer-id", type=click.IntRange(0, _LONGEST_64), help="Instead, with the two epochs, for brokers before Kafka 2.8.")
@click.option("--producer-epoch", type=click.IntRange(0, _LONGEST_16))
@click.option("--coordinator-epoch", type=click.IntRange(-1, _LONGEST_32), help="-1 where the producer has no marker there yet.")
@click.option("--force", is_flag=True, help="Also where its coordinator knows of it, and other partitions of it may be committed.")
@broker_options
def abort(
    text: str,
    start_offset: int | None,
    producer_id: int | None,
    producer_epoch: int | None,
    coordinator_epoch: int | None,
    force: bool,
    connection: Connection,
    out: Output,
) -> None:
    """Abort a hanging transaction in its partition, by writing the marker that its coordinator does not write."""
    _, partitions = parse_partitions([text])
    if len(partitions) != 1:
        raise usage(f"{text} is not one partition; write orders:0")
    (partition,) = partitions
    named = (producer_id, producer_epoch, coordinator_epoch)
    if (start_offset is None) == (producer_id is None) or (producer_id is None) != (named == (None, None, None)):
        raise usage("give --start-offset, or --producer-id with --producer-epoch and --coordinator-epoch")
    if producer_id is not None and None in named:
        raise usage("beside --producer-id give --producer-epoch and --coordinator-epoch")

    async def work(admin: Admin) -> OpenTransaction:
        from klog.client.admin.types import OpenTransaction

        if start_offset is None:
            assert producer_id is not None and producer_epoch is not None and coordinator_epoch is not None
            found = OpenTransaction(partition, producer_id, producer_epoch, coordinator_epoch, -1, -1)
        else:
            found = await _open_at(admin, partition, start_offset)
        if not force:
            await _check_unknown(admin, found)
        await admin.abort_transaction(found)
        return found

    try:
        found = _ask(connection, work)
    except KlogError as error:
        raise _refused(error, text) or error from None
    out.done("transactions", _OPEN, open_rows([found], wall_clock_ms()))


async def _open_at(admin: Admin, partition: TopicPartition, start_offset: int) -> OpenTransaction:
    opened = (await admin.find_open_transactions([partition])).check()[partition]
    for one in opened:
        if one.start_offset == start_offset:
            return one
    begins = ", ".join(str(one.start_offset) for one in sorted(opened, key=lambda one: one.start_offset))
    there = f"those that are open begin at {begins}" if opened else "none is open there"
    raise not_found(f"no transaction that is open in {partition} begins at offset {start_offset}; {there}")


async def _check_unknown(admin: Admin, found: OpenTransaction) -> None:
    """That nobody else will end it.

    :raises CommandFailed: somebody will.
    """
    try:
        listed = [one.transactional_id for one in await admin.list_transactions(producer_ids=[found.producer_id])]
    except KlogError as error:
        if error.code is not ErrorCode.UNSUPPORTED_VERSION:
            raise
        # Brokers before Kafka 3.0 cannot be asked.
        return
    for known in (await admin.describe_transactions(listed)).done.values():
        if found.partition in known.partitions and known.producer_id == found.producer_id:
            raise CommandFailed(
                f"the transaction does not hang: it is transactional id {known.transactional_id}'s ({known.state}), whose coordinator ends"
                f" it after {known.timeout_ms} ms; 'klog transaction fence {known.transactional_id}' aborts all of it now, and --force only"
                f" {found.partition}"
            )


def _refused(error: KlogError, text: str) -> CommandFailed | None:
    """What to do next, where that is known."""
    match error.code:
        case ErrorCode.INVALID_PRODUCER_EPOCH:
            return CommandFailed(
                f"{text}: the producer has gone on with a newer epoch, so this transaction has ended; look again with find-hanging"
            )
        case ErrorCode.TRANSACTION_COORDINATOR_FENCED:
            return CommandFailed(
                f"{text}: the coordinator epoch is older than that of the last marker there; leave it out and give --start-offset"
            )
        case ErrorCode.CLUSTER_AUTHORIZATION_FAILED:
            return CommandFailed(f"{text}: markers may be written by those who may ALTER the CLUSTER; ask for that right")
    return None
