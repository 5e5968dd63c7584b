"""What lives of mirrors have in common, each of which is made from one number: how they are chosen and named, transactions at a source, and
what its copy is compared by.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from klog.client.producing.producer import Producer
from klog.client.transactions.errors import TransactionFailed
from klog.records.contract import Entry
from klog.records.implementations import codec
from klog.storage.cold_read import wait_for


def chosen_lives(usual: Mapping[int, int], length: int) -> dict[int, int]:
    """The seeds of those to live, and how long each is: as ``KLOG_SEED`` or ``KLOG_SEEDS`` say, else the `usual` ones.

    :param length: of those that are asked for, in whatever a life counts.
    """
    if "KLOG_SEED" in os.environ:
        return {int(os.environ["KLOG_SEED"]): length}
    if "KLOG_SEEDS" in os.environ:
        first, _, last = os.environ["KLOG_SEEDS"].partition("-")
        return dict.fromkeys(range(int(first), int(last) + 1), length)
    return dict(usual)


def add_life(case: type[Any], seed: int, length: int, name: str = "test_life") -> str:
    """Give `case` a test that lives one (`live`); what it is called."""

    def test(self: Any) -> None:
        self.live(seed, length)

    test.__name__ = f"{name}_{seed}"
    test.__doc__ = f"KLOG_SEED={seed}"
    setattr(case, test.__name__, test)
    return test.__name__


def entries(log: Any) -> Iterator[tuple[Entry, bytes]]:
    """Each batch of a log, with the bytes in which it lies."""
    offset = log.start_offset
    while offset < log.end_offset:
        read = wait_for(partial(log.read, offset, 1 << 20, upper_bound=log.end_offset))
        data = read.span.read()
        for entry in codec.scan(data):
            yield entry, data
        offset = read.next_offset


def batches(log: Any) -> list[tuple[int, int, bytes]]:
    """First and last offset of each batch, and its bytes."""
    return [(entry.base_offset, entry.last_offset, data[entry.position : entry.position + entry.size]) for entry, data in entries(log)]


def holes(found: list[tuple[int, int, bytes]]) -> set[int]:
    """Offsets between the first and the last that no batch has."""
    if not found:
        return set()
    there = {offset for first, last, _ in found for offset in range(first, last + 1)}
    return set(range(found[0][0], found[-1][1] + 1)) - there


async def transact(
    reactor: Any, bootstrap: str, topic: str, partitions: int, *, aborts: bool, value: Callable[[], bytes] = lambda: b"in a transaction"
) -> None:
    """A transaction with a record in each partition, and its marker, by a producer of its own."""
    producer = Producer(reactor, bootstrap, transactional_id="t", random=random.Random(6))
    try:
        async with producer.transaction() as transaction:
            for partition in range(partitions):
                transaction.send(topic, value(), partition=partition)
            await producer.flush()
            if aborts:
                raise ZeroDivisionError
    except ZeroDivisionError:
        pass
    finally:
        await producer.stopService()


def transact_by_chance(chance: random.Random, until: Callable[[Any], Any], make: Callable[[bool], Any]) -> None:
    """A transaction that aborts or not; the next one has the same transactional id, whatever became of the broker.

    :param make: one of them, given whether it aborts.
    """
    aborts = chance.random() < 0.5
    try:
        until(make(aborts))
    except TransactionFailed:
        # A power cut had taken the end of the coordinator's log: the id has another producer id by now, for a new producer.
        until(make(aborts))
