"""Transactions as rows.

Pure functions from the values of administration to dictionaries of a fixed shape, which are JSON as they stand. The names of their fields
are what scripts rely on: they stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from klog.client.admin.types import FencedProducer, OpenTransaction, TransactionDescription, TransactionListing


class TransactionRow(TypedDict):
    """One transactional id, and the broker that coordinates it."""

    id: str
    state: str
    producer_id: int
    coordinator: int


class TransactionDetailsRow(TransactionRow):
    """The same with its producer, and the transaction that is open: null where none is.

    `timeout_ms`: after which the coordinator aborts it. `open_ms`: how long it has been open.
    """

    epoch: int
    timeout_ms: int
    open_ms: int | None
    partitions: list[str]


def transaction_rows(listings: Iterable[TransactionListing]) -> list[TransactionRow]:
    """By the id."""
    return [
        {"id": one.transactional_id, "state": one.state, "producer_id": one.producer_id, "coordinator": one.coordinator}
        for one in sorted(listings, key=lambda one: one.transactional_id)
    ]


def details_rows(descriptions: Iterable[TransactionDescription], now_ms: int) -> list[TransactionDetailsRow]:
    """By the id.

    :param now_ms: the time now, milliseconds since 1970.
    """
    return [
        {
            "id": one.transactional_id,
            "state": one.state,
            "producer_id": one.producer_id,
            "coordinator": one.coordinator,
            "epoch": one.producer_epoch,
            "timeout_ms": one.timeout_ms,
            # Of one that has ended, the broker still tells when it began.
            "open_ms": max(0, now_ms - one.started_ms) if one.started_ms is not None and one.partitions else None,
            "partitions": [str(tp) for tp in sorted(one.partitions)],
        }
        for one in sorted(descriptions, key=lambda one: one.transactional_id)
    ]


class OpenTransactionRow(TypedDict):
    """A transaction that is open in a partition.

    `coordinator_epoch`: -1 where its producer has no marker there yet. `idle_ms`: since when its producer has written nothing there, where
    that was asked.
    """

    topic: str
    partition: int
    producer_id: int
    producer_epoch: int
    coordinator_epoch: int
    start_offset: int
    last_timestamp_ms: int
    idle_ms: int | None


class FencedRow(TypedDict):
    """A transactional id whose producer is fenced, and what the next one has to have."""

    id: str
    producer_id: int
    epoch: int


def open_rows(transactions: Iterable[OpenTransaction], now_ms: int) -> list[OpenTransactionRow]:
    """By topic and partition.

    :param now_ms: the time now, milliseconds since 1970.
    """
    return [
        {
            "topic": one.partition.topic,
            "partition": one.partition.partition,
            "producer_id": one.producer_id,
            "producer_epoch": one.producer_epoch,
            "coordinator_epoch": one.coordinator_epoch,
            "start_offset": one.start_offset,
            "last_timestamp_ms": one.last_timestamp_ms,
            "idle_ms": max(0, now_ms - one.last_timestamp_ms) if one.last_timestamp_ms >= 0 else None,
        }
        for one in sorted(transactions, key=lambda one: (one.partition, one.start_offset))
    ]


def fenced_rows(fenced: Mapping[str, FencedProducer]) -> list[FencedRow]:
    """By the id."""
    return [{"id": name, "producer_id": one.producer_id, "epoch": one.producer_epoch} for name, one in sorted(fenced.items())]
