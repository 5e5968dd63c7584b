"""Who sees what of transactions: the isolation level, and the filter that drops aborted records by the answer's own list.

A fetch answer in read_committed ends before the first open transaction, and lists the aborted ones that reach into it: producer id and
first offset. Which batches belong to them is found by walking over the batches in order (KIP-98): from its first offset on a transaction's
producer is aborted, until the abort marker of that producer. Records outside transactions always count. Pure; no Twisted here.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Protocol

from klog.config import ConfigError
from klog.records.contract import CONTROL, TRANSACTIONAL, Buffer
from klog.records.control import ControlType, control_type
from klog.records.implementations import codec


class IsolationLevel(enum.IntEnum):
    """The number on the wire."""

    READ_UNCOMMITTED = 0
    READ_COMMITTED = 1


class Aborted(Protocol):
    """An entry of the answer's list: `klog.wire.messages.fetch.AbortedTransaction`."""

    producer_id: int
    first_offset: int


def isolation_level(text: str | IsolationLevel) -> IsolationLevel:
    """The level that a user means by "read_uncommitted" or "read_committed".

    :raises ConfigError: by anything else.
    """
    if isinstance(text, IsolationLevel):
        return text
    try:
        return IsolationLevel[text.upper()]
    except (KeyError, AttributeError):
        raise ConfigError("isolation_level", repr(text), "allowed are read_uncommitted and read_committed") from None


def aborted_batches(data: Buffer, aborted: Sequence[Aborted]) -> frozenset[int]:
    """Positions in `data` (whole batches, as fetched) of the batches whose records do not count.

    :raises CorruptRecords: a size or a magic that cannot be.
    :raises InvalidRecords: a control batch without a marker.
    """
    if not aborted:
        return frozenset()
    waiting = sorted(aborted, key=lambda entry: entry.first_offset, reverse=True)
    producers: set[int] = set()
    skip: set[int] = set()
    for entry in codec.scan(data):
        if entry.magic != 2:
            continue
        while waiting and waiting[-1].first_offset <= entry.last_offset:
            producers.add(waiting.pop().producer_id)
        if entry.attributes & CONTROL:
            if entry.producer_id in producers and _is_abort(data, entry.position, entry.size):
                producers.discard(entry.producer_id)
        elif entry.attributes & TRANSACTIONAL and entry.producer_id in producers:
            skip.add(entry.position)
    return frozenset(skip)


def _is_abort(data: Buffer, position: int, size: int) -> bool:
    record = next(codec.records(bytes(data[position : position + size])), None)
    return record is not None and control_type(record) is ControlType.ABORT
