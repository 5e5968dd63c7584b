"""One partition of ``__consumer_offsets`` and all that it says: groups, and committed offsets.

What is in the log is the truth; what is in memory is the same, ready for use. So every change that must last goes one way::

    decide (look at memory)  →  `write`: append to the log  →  apply to memory  →  answer when the append is acknowledged

`write` appends first: where the log refuses (disk full, record too large) it raises, and nothing has changed. All records of one call
are one batch: a crash keeps all of them or none. An answer that needs no record may still rest on records that are not acknowledged yet,
and a crash would take it back; so a write of nothing is acknowledged with the last write before it (as in Kafka's ``CoordinatorRuntime``).
Applying is the same function at run time and when the partition is loaded at start: a table from the key's class to whoever keeps such
things (`on`). Records of kinds that nobody keeps are left alone in the log.

A shard is LOADING until its partition has been read; requests for its groups are refused with COORDINATOR_LOAD_IN_PROGRESS meanwhile, those
of other shards are not concerned.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.broker.groups.group import Group, GroupEnvironment, GroupRecord
from klog.broker.together import refusal_in, when_all
from klog.errors import ErrorCode, KlogError
from klog.wire.schema import Struct

_T = TypeVar("_T")
_Answer = TypeVar("_Answer")

#: Applies one record to memory: key, value (None: tombstone), producer id (-1 outside of transactions).
Apply = Callable[[Any, Any, int], None]


class ShardState(enum.Enum):
    """What a shard can do now."""

    LOADING = "loading"
    ACTIVE = "active"
    #: The partition could not be read, or is not served any more.
    FAILED = "failed"


class GroupLog(Protocol):
    """The partition of ``__consumer_offsets`` as a shard writes it (``group_log.PartitionGroupLog``)."""

    @property
    def end(self) -> int:
        """Behind the last record that was appended; at first, behind what is there."""

    @property
    def settled(self) -> int:
        """Records below this offset count as acknowledged."""

    def append(self, records: Sequence[GroupRecord]) -> Deferred[None] | None:
        """Append `records` as one batch.

        :returns: None where they count as acknowledged; else what fires when they do, with a `KlogError` failure where they never will
            (the paper's flush rule).
        :raises KlogError: COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR, UNKNOWN_SERVER_ERROR as Kafka translates the log's errors.
        """

    def append_encoded(self, records: Sequence[tuple[bytes, bytes | None]]) -> Deferred[None] | None:
        """The same for records whose keys and values (None: tombstone) are bytes already."""

    def acknowledged(self) -> Deferred[None] | None:
        """None where all that was appended counts as acknowledged; else what fires when it does, as that of `append`."""


class _ClosedLog:
    """The log of a shard that is closed: work that was under way ends here, whoever keeps the partition now. Implements `GroupLog`."""

    end = settled = 0

    def append(self, records: Sequence[GroupRecord]) -> Deferred[None] | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)

    def append_encoded(self, records: Sequence[tuple[bytes, bytes | None]]) -> Deferred[None] | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)

    def acknowledged(self) -> Deferred[None] | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)


class Shard:
    """The groups whose id falls on `partition`.

    :ivar groups: by group id.
    :ivar offsets: the `offsets.OffsetStore`; set by the coordinator.
    """

    def __init__(self, partition: int, environment: GroupEnvironment, log: GroupLog) -> None:
        self.partition = partition
        self.environment = environment
        self.log = log
        self.state = ShardState.LOADING
        self.groups: dict[str, Group] = {}
        self.offsets: Any = None
        self._appliers: dict[type[Struct], Apply] = {}

    def __repr__(self) -> str:
        return f"Shard({self.partition}, {self.state.value}, {len(self.groups)} groups)"

    def on(self, key_type: type[Struct], apply: Apply) -> None:
        """Records with keys of `key_type` are applied by `apply`."""
        self._appliers[key_type] = apply

    def check_active(self) -> None:
        """Whether requests can be answered. Raises KlogError."""
        if self.state is ShardState.LOADING:
            raise KlogError(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        if self.state is ShardState.FAILED:
            raise KlogError(ErrorCode.NOT_COORDINATOR)

    def write(self, records: Sequence[GroupRecord], *, apply: bool = True) -> Deferred[None] | None:
        """Append `records` as one batch, then apply them. Raises KlogError, with nothing changed; returns as `GroupLog.append`. Of no
        records it returns when what was written before is acknowledged.

        :param apply: False where memory already is as the records say (a classic group at run time).
        """
        if not records:
            return self.log.acknowledged()
        acknowledged = self.log.append(records)
        if apply:
            for record in records:
                self.apply(record.key, record.value)
        return acknowledged

    def apply(self, key: Struct, value: Struct | None, producer_id: int = -1) -> bool:
        """Apply one record; False where nobody keeps records of its kind."""
        apply = self._appliers.get(type(key))
        if apply is None:
            return False
        apply(key, value, producer_id)
        return True

    def activate(self) -> None:
        """The partition has been read: requests are answered from now on."""
        self.state = ShardState.ACTIVE
        for group in list(self.groups.values()):
            group.loaded()

    def close(self) -> None:
        """Requests are refused with NOT_COORDINATOR from now on, and whoever waits is answered with it. Nothing is written any more."""
        self.state = ShardState.FAILED
        self.log = _ClosedLog()
        for group in list(self.groups.values()):
            group.forget()
        self.groups.clear()


def when_all_acknowledged(
    resting: Iterable[tuple[Shard, _T]], refuse: Callable[[_T, KlogError], None], answer: _Answer
) -> _Answer | Deferred[_Answer]:
    """`answer`, at once or when all that was written to these shards till now is acknowledged. What is told of a group rests on it.

    :param resting: shards, and the parts of the answer that rest on them.
    :param refuse: makes the error of a part where a shard's never will be, or not in time.
    """
    by_shard: dict[Shard, list[_T]] = {}
    for shard, part in resting:
        by_shard.setdefault(shard, []).append(part)
    waiting: list[Deferred[None]] = []
    for shard, parts in by_shard.items():
        acknowledged = shard.write([])
        if acknowledged is not None:
            waiting.append(acknowledged.addErrback(_refuse_all, parts, refuse))
    return when_all(waiting, answer)


def _refuse_all(failure: Failure, parts: Sequence[_T], refuse: Callable[[_T, KlogError], None]) -> None:
    error = refusal_in(failure)
    for part in parts:
        refuse(part, error)


def when_acknowledged(acknowledged: Deferred[None] | None, answer: _T) -> _T | Deferred[_T]:
    """`answer`, at once or when the records that it rests on are acknowledged."""
    if acknowledged is None:
        return answer
    return acknowledged.addCallback(lambda result: answer)
