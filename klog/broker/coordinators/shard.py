"""One partition of a coordinator's topic, and all that it says.

What is in the log is the truth; what is in memory is the same, ready for use. So every change that must last goes one way::

    decide (look at memory)  →  `write`: append to the log  →  apply to memory  →  answer when the append is acknowledged

`write` appends first: where the log refuses (disk full, record too large) it raises, and nothing has changed. All records of one call
are one batch: a crash keeps all of them or none. An answer that needs no record may still rest on records that are not acknowledged yet,
and a crash would take it back; so a write of nothing is acknowledged with the last write before it (as in Kafka's ``CoordinatorRuntime``).
Applying is the same function at run time and when the partition is loaded: a table from the key's class to whoever keeps such things
(`on`). Records of kinds that nobody keeps are left alone in the log.

A shard is LOADING until its partition has been read; requests that belong to it are refused with COORDINATOR_LOAD_IN_PROGRESS meanwhile,
those of other shards are not concerned.

A coordinator makes a subclass: it names the `kinds` of its records, keeps what they say, and is told when it is `loaded` and `unloaded`
(Kafka's ``CoordinatorShard``).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in, when_all
from klog.broker.coordinators.environment import CoordinatorEnvironment
from klog.broker.coordinators.records import CoordinatorRecord, Encoded
from klog.broker.coordinators.replay import Replay
from klog.errors import ErrorCode, KlogError
from klog.storage.producers.transaction_guard import TransactionGuard
from klog.wire.coordinator_records import RecordKinds
from klog.wire.schema import Message, RecordKey

_T = TypeVar("_T")
_Answer = TypeVar("_Answer")
EnvironmentT = TypeVar("EnvironmentT", bound=CoordinatorEnvironment)

#: Applies one record to memory: key, value (None: tombstone), producer id (-1 outside of transactions).
Apply = Callable[[Any, Any, int], None]


class ShardState(enum.Enum):
    """What a shard can do now."""

    LOADING = "loading"
    ACTIVE = "active"
    #: The partition could not be read, or is not served any more.
    FAILED = "failed"


class CoordinatorLog(Protocol):
    """The partition as a shard writes it (``partition_writer.PartitionWriter``)."""

    @property
    def end(self) -> int:
        """Behind the last record that was appended; at first, behind what is there."""

    @property
    def settled(self) -> int:
        """Records below this offset count as acknowledged."""

    def append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        """Append `records` as one batch.

        :returns: None where they count as acknowledged; else what fires when they do, with a `KlogError` failure where they never will
            (the paper's flush rule).
        :raises KlogError: COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR, UNKNOWN_SERVER_ERROR as Kafka translates the log's errors.
        """

    def append_encoded(self, records: Sequence[Encoded]) -> Deferred[None] | None:
        """The same for records whose keys and values (None: tombstone) are bytes already."""

    def append_in_transaction(
        self, records: Sequence[Encoded], producer_id: int, epoch: int, guard: TransactionGuard | None
    ) -> Deferred[None] | None:
        """The same for records that are part of a producer's transaction.

        :param guard: as `begin_verification` gave it.
        :raises KlogError: besides, INVALID_PRODUCER_EPOCH, and INVALID_TXN_STATE where the guard is not known any more.
        """

    def append_marker(self, batch: bytes, version: int) -> Deferred[None] | None:
        """Append the marker that ends a transaction of that ``transaction.version``.

        :raises KlogError: besides, INVALID_PRODUCER_EPOCH and TRANSACTION_COORDINATOR_FENCED.
        """

    def begin_verification(self, producer_id: int, epoch: int, *, knows_epoch_bumps: bool) -> TransactionGuard | None:
        """See `klog.storage.producers.state.ProducerStateManager.begin_verification`."""

    def acknowledged(self) -> Deferred[None] | None:
        """None where all that was appended counts as acknowledged; else what fires when it does, as that of `append`."""


class _ClosedLog:
    """The log of a shard that is closed: work under way ends here, whoever keeps the partition now. Implements `CoordinatorLog`."""

    end = settled = 0

    def append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)

    def append_encoded(self, records: Sequence[Encoded]) -> Deferred[None] | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)

    def append_in_transaction(
        self, records: Sequence[Encoded], producer_id: int, epoch: int, guard: TransactionGuard | None
    ) -> Deferred[None] | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)

    def append_marker(self, batch: bytes, version: int) -> Deferred[None] | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)

    def begin_verification(self, producer_id: int, epoch: int, *, knows_epoch_bumps: bool) -> TransactionGuard | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)

    def acknowledged(self) -> Deferred[None] | None:
        raise KlogError(ErrorCode.NOT_COORDINATOR)


class CoordinatorShard(Generic[EnvironmentT]):
    """What belongs to `partition`.

    :ivar state: changed through `activate` and `close`, and by the loader where the partition cannot be read.
    """

    #: Of the records that the shard reads; others are counted and left in the log.
    kinds: RecordKinds

    def __init__(self, partition: int, environment: EnvironmentT, log: CoordinatorLog) -> None:
        self.partition = partition
        self.environment = environment
        self.log = log
        self.state = ShardState.LOADING
        self._appliers: dict[type[RecordKey], Apply] = {}

    def on(self, key_type: type[RecordKey], apply: Apply) -> None:
        """Records with keys of `key_type` are applied by `apply`."""
        self._appliers[key_type] = apply

    def check_active(self) -> None:
        """Whether requests can be answered. Raises KlogError."""
        if self.state is ShardState.LOADING:
            raise KlogError(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        if self.state is ShardState.FAILED:
            raise KlogError(ErrorCode.NOT_COORDINATOR)

    def write(self, records: Sequence[CoordinatorRecord], *, apply: bool = True) -> Deferred[None] | None:
        """Append `records` as one batch, then apply them. Raises KlogError, with nothing changed; returns as `CoordinatorLog.append`. Of no
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

    def apply(self, key: RecordKey, value: Message | None, producer_id: int = -1) -> bool:
        """Apply one record; False where nobody keeps records of its kind."""
        apply = self._appliers.get(type(key))
        if apply is None:
            return False
        apply(key, value, producer_id)
        return True

    def activate(self) -> None:
        """The partition has been read: requests are answered from now on."""
        self.state = ShardState.ACTIVE
        self.loaded()

    def close(self) -> None:
        """Requests are refused with NOT_COORDINATOR from now on, and whoever waits is answered with it. Nothing is written any more."""
        self.state = ShardState.FAILED
        self.log = _ClosedLog()
        self.unloaded()

    # What each coordinator has of its own

    def begin_replay(self) -> Replay:
        """What collects the partition's records while they are read; by default the newest record under each key."""
        return Replay(self.kinds)

    def loaded(self) -> None:
        """The partition has been read to its end: time begins to run for what it says."""

    def unloaded(self) -> None:
        """The shard is closed: deadlines end, and whoever waits is answered with NOT_COORDINATOR."""

    def postponed(self) -> Iterable[Iterator[None]]:
        """Long work, in steps, that came while the partition was read and could not be done then; asked once, behind `loaded`."""
        return ()

    def expire(self) -> Iterator[None]:
        """Let go what has been kept for long enough, in steps (``expiration``)."""
        return iter(())


def when_all_acknowledged(
    resting: Iterable[tuple[CoordinatorShard[Any], _T]], refuse: Callable[[_T, KlogError], None], answer: _Answer
) -> _Answer | Deferred[_Answer]:
    """`answer`, at once or when all that was written to these shards till now is acknowledged. What is told of them rests on it.

    :param resting: shards, and the parts of the answer that rest on them.
    :param refuse: makes the error of a part where a shard's never will be, or not in time.
    """
    by_shard: dict[CoordinatorShard[Any], list[_T]] = {}
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
