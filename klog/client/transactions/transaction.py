"""One transaction, as a user sees it: `klog.client.producing.producer.Producer.transaction` makes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from twisted.internet.defer import Deferred

from klog.client.groups.members import Identity
from klog.client.requests.group_offsets import NOBODY, GroupMember
from klog.client.transactions.transactions import Transactions
from klog.errors import ErrorCode
from klog.model import Committed, TopicPartition

if TYPE_CHECKING:
    from klog.client.producing.entries import Headers


class Sends(Protocol):
    """What takes the records: the producer."""

    def send(
        self,
        topic: str,
        value: bytes | None,
        *,
        key: bytes | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> Deferred[Any]:
        """See `Producer.send`."""

    def send_many(
        self,
        topic: str,
        values: Iterable[bytes | None],
        *,
        key: bytes | None = None,
        keys: Sequence[bytes | None] | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> Deferred[Any]:
        """See `Producer.send_many`."""

    def room(self) -> Deferred[None]:
        """See `Producer.room`."""


class ReadsInGroup(Protocol):
    """A member of a group: `klog.client.groups.group.ConsumerGroup`."""

    group_id: str

    @property
    def identity(self) -> Identity:
        """Who the group knows it as."""

    @property
    def taken_unfinished(self) -> frozenset[TopicPartition]:
        """Partitions that went to others while records of them were worked on."""

    def handed(self) -> Mapping[TopicPartition, tuple[int, int]]:
        """For each partition the place behind the last record that was handed out, and its leader epoch."""

    def sent(self, offsets: Mapping[TopicPartition, int]) -> None:
        """The coordinator has these, to count with a transaction."""


class Transaction:
    """Records to many partitions, and offsets of groups, that count together or not at all.

    ::

        async with producer.transaction() as transaction:
            transaction.send("orders", b"...", key=b"7")
            transaction.send("invoices", b"...")
            await transaction.send_offsets(group)

    Leaving the block commits, once all that was sent is written; leaving it by an exception aborts, and the exception goes on. Without
    ``async with``: `begin`, then `commit` or `abort`.

    What a producer's own `send` is given meanwhile belongs to the transaction as well, and tells where each record stands.
    """

    def __init__(self, producer: Sends, transactions: Transactions) -> None:
        self._producer = producer
        self._transactions = transactions

    async def __aenter__(self) -> Self:
        await self.begin()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if value is None:
            await self.commit()
            return
        if isinstance(value, GeneratorExit):
            # Nobody runs us any more.
            return
        try:
            await self.abort()
        except Exception as error:
            # What the user did wrong comes first; that the producer is fenced, the next call says, too.
            value.add_note(f"the transaction was not aborted in order: {error}")

    def begin(self) -> Deferred[None]:
        """Open it. Raises like `Transactions.begin`."""
        return Deferred.fromCoroutine(self._transactions.begin())

    def send(
        self,
        topic: str,
        value: bytes | None,
        *,
        key: bytes | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> None:
        """Send one record; what became of it, `commit` says.

        :raises TransactionFailed: the transaction is not open, or cannot be committed any more.
        :raises TypeError: a key or value that is not bytes or None.
        :raises ValueError: a negative partition or timestamp.
        """
        self._transactions.check_open()
        sent = self._producer.send(topic, value, key=key, headers=headers, partition=partition, timestamp_ms=timestamp_ms)
        sent.addErrback(_told_by_commit)

    def send_many(
        self,
        topic: str,
        values: Iterable[bytes | None],
        *,
        key: bytes | None = None,
        keys: Sequence[bytes | None] | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> None:
        """Send many values, as `Producer.send_many` does. Raises like `send`."""
        self._transactions.check_open()
        sent = self._producer.send_many(topic, values, key=key, keys=keys, headers=headers, partition=partition, timestamp_ms=timestamp_ms)
        sent.addErrback(_told_by_commit)

    def send_offsets(self, group: str | ReadsInGroup, offsets: Mapping[TopicPartition, int | Committed] | None = None) -> Deferred[None]:
        """Write down how far a group has read, to count when the transaction does.

        :param group: the member that has read, whose commits should not be automatic; it is refused where it has lost partitions to others
            since records of them were handed out (here, or by the group: KIP-447, Kafka 2.5). Or the id of a group without members.
        :param offsets: for each partition the next record to read; of a member all that was handed out, where not given.
        :raises TransactionFailed: the group refuses, and the transaction cannot be committed any more.
        :raises ValueError: a group's id without `offsets`.
        """
        if isinstance(group, str):
            if offsets is None:
                raise ValueError("of a group by its id, offsets are needed")
            return Deferred.fromCoroutine(self._transactions.commit_offsets(group, dict(offsets), NOBODY))
        return Deferred.fromCoroutine(self._send_offsets_of(group, None if offsets is None else dict(offsets)))

    async def _send_offsets_of(self, group: ReadsInGroup, offsets: dict[TopicPartition, int | Committed] | None) -> None:
        known = group.identity
        if taken := group.taken_unfinished:
            named = ", ".join(map(str, sorted(taken)[:3])) + (" and others" if len(taken) > 3 else "")
            raise self._transactions.doom(
                ErrorCode.REBALANCE_IN_PROGRESS,
                f"group {group.group_id}: {named} went to others while their records were worked on; rewind()",
            )
        if not known.is_member:
            # Without a member's name the group would take them from anybody.
            raise self._transactions.doom(ErrorCode.UNKNOWN_MEMBER_ID, f"group {group.group_id}: we are not a member of it now; rewind()")
        member = GroupMember(known.generation, known.member_id, known.instance_id)
        places = {tp: Committed(*place) for tp, place in group.handed().items()} if offsets is None else offsets
        await self._transactions.commit_offsets(group.group_id, places, member)
        group.sent({tp: place.offset if isinstance(place, Committed) else place for tp, place in places.items()})

    def room(self) -> Deferred[None]:
        """Fires when the producer's backlog is at most half full: for those who send a lot, see `Producer.room`."""
        return self._producer.room()

    def commit(self) -> Deferred[None]:
        """End it, and have all of it count. Raises like `Transactions.commit`."""
        return Deferred.fromCoroutine(self._transactions.commit())

    def abort(self) -> Deferred[None]:
        """End it, and have nothing of it count. Raises like `Transactions.abort`."""
        return Deferred.fromCoroutine(self._transactions.abort())


def _told_by_commit(_: object) -> None:
    """The transaction is doomed already."""
