"""What a broker of the source is asked about the log of one partition, beside all that is copied: how far it goes, a batch, an epoch's end.

Each question is put once. One that is not answered, for this partition, fails with KlogError; who asks waits, and asks again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from klog.client.offsets import list_offsets_once
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError, row_of
from klog.mirror.parting import Batch, first_batch
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.contract import CorruptRecords
from klog.replication.truncation import EpochEnd
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.offset_for_leader_epoch import OffsetForLeaderEpochRequest, OffsetForLeaderPartition, OffsetForLeaderTopic

#: How much an answer with records may hold, but for its first batch.
MAX_BYTES = 8 << 20
#: The newest version of Fetch in which topics are called by their names.
_BY_NAME = 12


class Extent(NamedTuple):
    """From where to where a log goes, as the source says it."""

    start: int
    end: int


class SourceLog:
    """The log of one partition at the source.

    :param node_id: the broker that is asked, by its number at the source.
    """

    def __init__(self, routing: Routing, node_id: int, tp: TopicPartition) -> None:
        self._routing = routing
        self._node_id = node_id
        self._tp = tp

    async def extent(self) -> Extent:
        """Its first offset, and the one behind its last. Ends that cannot be are no answer: nothing is cut, stopped or told by them."""
        start, end = await self._offset_at(EARLIEST_TIMESTAMP), await self._offset_at(LATEST_TIMESTAMP)
        if not 0 <= start <= end:
            raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"the source says that its log starts at {start} and ends at {end}")
        return Extent(start, end)

    async def _offset_at(self, timestamp: int) -> int:
        found = (await list_offsets_once(self._routing, {self._tp: timestamp}))[self._tp]
        if isinstance(found, KlogError):
            raise found
        return found.offset

    async def batch_at(self, offset: int) -> Batch | None:
        """The batch that holds `offset`, or the next one; None where there is none."""
        ranges = await self._routing.versions(self._node_id)
        topic, partition = self._tp
        asked = FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=1)
        # By name: what the topic's id says is looked at by who fetches.
        request = FetchRequest(max_wait_ms=0, min_bytes=0, max_bytes=MAX_BYTES, topics=[FetchTopic(topic=topic, partitions=[asked])])
        answer = await self._routing.ask(self._node_id, request, version=ranges.choose(FetchRequest, at_most=_BY_NAME))
        if answer.error_code:
            raise KlogError(row_of(answer.error_code).code)
        data = self._of_partition((topic.topic, one.partition_index, one) for topic in answer.responses for one in topic.partitions)
        try:
            return first_batch(data.records)
        except CorruptRecords as broken:
            raise KlogError(ErrorCode.CORRUPT_MESSAGE, str(broken)) from None

    async def end_of_epoch(self, epoch: int) -> EpochEnd:
        """Where a leader epoch ended, or the newest older one that it knows."""
        topic, partition = self._tp
        asked = OffsetForLeaderPartition(partition=partition, leader_epoch=epoch)
        request = OffsetForLeaderEpochRequest(replica_id=-1, topics=[OffsetForLeaderTopic(topic=topic, partitions=[asked])])
        answer = await self._routing.ask(self._node_id, request)
        one = self._of_partition((topic.topic, one.partition, one) for topic in answer.topics for one in topic.partitions)
        return EpochEnd(one.leader_epoch, one.end_offset)

    def _of_partition(self, answered: Iterator[tuple[str, int, Any]]) -> Any:
        """What an answer says of this partition, out of (topic, partition, what is said of it)."""
        for topic, partition, one in answered:
            if (topic, partition) == self._tp:
                if one.error_code:
                    raise KlogError(row_of(one.error_code).code)
                return one
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "the source has not answered for this partition")
