"""What a consumer hands out: `MessageSet` and `Message`, and the fetched bytes of one partition that they are taken from.

The views themselves live in ``klog.records`` (Cython, or plain Python where that is not built); here they get the isolation filter, and
errors that name topic, partition, offset and broker. Pure; no Twisted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from klog.client.isolation import Aborted, aborted_batches
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import Buffer, CorruptRecords, RecordsError
from klog.records.implementations import views

if TYPE_CHECKING:
    from klog.records.views import PlainMessage as Message
    from klog.records.views import PlainMessageSet as MessageSet
else:
    Message = views.message
    MessageSet = views.message_set

__all__ = ["BadRecords", "FetchedRecords", "Message", "MessageSet"]


class BadRecords(KlogError):
    """What a broker sent as records is none: a checksum that does not fit (CORRUPT_MESSAGE), or bytes that are not what they say
    (INVALID_RECORD). Reading the partition stops there; ``seek`` beyond `offset` goes on.

    :param address: ``host:port`` of the broker.
    """

    def __init__(self, tp: TopicPartition, offset: int, address: str, reason: RecordsError) -> None:
        code = ErrorCode.CORRUPT_MESSAGE if isinstance(reason, CorruptRecords) else ErrorCode.INVALID_RECORD
        super().__init__(code, f"topic {tp.topic}, partition {tp.partition}, offset {offset}: broker {address} sent bad records: {reason}")
        self.topic_partition = tp
        self.offset = offset
        self.address = address


class FetchedRecords:
    """One partition's part of one fetch answer, taken from the front.

    ::

        fetched = FetchedRecords(TopicPartition("t", 0), data, 100, address="broker:9092")
        message_set = fetched.take(500)

    :param data: as answered.
    :param position: the offset that was asked for; what is below it is not handed out.
    :param aborted: the answer's list; None or empty: everything counts.
    :param address: whose answer it is, for errors.
    :param max_uncompressed_bytes: the most that one batch may hold.
    :param size_bytes: what keeping `data` costs, where that is more than its size.
    """

    __slots__ = ("_cursor", "address", "size_bytes", "topic_partition")

    def __init__(
        self,
        tp: TopicPartition,
        data: Buffer,
        position: int,
        *,
        address: str,
        aborted: Sequence[Aborted] | None = None,
        max_uncompressed_bytes: int = 100 << 20,
        size_bytes: int | None = None,
    ) -> None:
        self.topic_partition = tp
        self.address = address
        #: What keeping it costs.
        self.size_bytes = len(data) if size_bytes is None else size_bytes
        try:
            skip = aborted_batches(data, aborted) if aborted else frozenset()
        except RecordsError as reason:
            raise BadRecords(tp, position, address, reason) from None
        self._cursor = views.cursor(
            data, position, topic=tp.topic, partition=tp.partition, skip=skip, max_uncompressed_bytes=max_uncompressed_bytes
        )

    @property
    def next_offset(self) -> int:
        """Where it goes on."""
        return self._cursor.next_offset

    @property
    def leader_epoch(self) -> int:
        """Of the last batch that was looked into; -1 where unknown."""
        return self._cursor.leader_epoch

    @property
    def finished(self) -> bool:
        """Whether nothing is left."""
        return self._cursor.finished

    def take(self, max_records: int, max_bytes: int = 1 << 62) -> MessageSet:
        """The next records, perhaps none.

        :raises BadRecords: at `next_offset`; again with each call.
        """
        try:
            return self._cursor.take(max_records, max_bytes)
        except RecordsError as reason:
            raise BadRecords(self.topic_partition, self._cursor.next_offset, self.address, reason) from None
