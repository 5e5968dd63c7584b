"""``klog transaction``: transactional ids, and the transactions that they have open."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import click

from klog.cli.admin_session import report_failures, wall_clock_ms, with_admin
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed
from klog.cli.output import Column, Output, number
from klog.errors import ErrorCode, KlogError
from klog.reports.transactions import details_rows, transaction_rows

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes, TransactionDescription, TransactionListing

T = TypeVar("T")
STATES = ("Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit", "CompleteAbort")
_COLUMNS = (Column("id"), Column("state"), number("producer_id"), number("coordinator"))
_DETAILS = (*_COLUMNS, number("epoch"), number("timeout_ms"), number("open_ms"), Column("partitions"))


def _ask(connection: Connection, body: Callable[[Admin], Coroutine[Any, Any, T]]) -> T:
    """What `with_admin` gives, or a sentence about brokers that know nothing of it."""
    try:
        return with_admin(connection, body)
    except KlogError as error:
        if error.code is not ErrorCode.UNSUPPORTED_VERSION:
            raise
        raise CommandFailed(
            "these brokers list no transactions; Apache Kafka's do from 3.0 on, and klog's where one is alone "
            f"({error.message.rstrip('.')})"
        ) from None


@click.group(epilog=EXIT_CODES)
def transaction() -> None:
    """Transactions of producers: list the transactional ids, describe what they have open."""


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
    out.rows("transactions", _DETAILS, details_rows(outcomes.done.values(), wall_clock_ms()))
    report_failures(outcomes, out.warn)
