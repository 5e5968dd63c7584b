"""One partition whose answers a test writes: what a broker does that klog's own never would, on a clock that only tests move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from twisted.internet.task import Clock

from klog.arrow.ranges import TopicRange
from klog.arrow.reading import RangeReader, ReadOptions
from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP
from klog.records.contract import CONTROL, TRANSACTIONAL
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.wire.messages.fetch import AbortedTransaction, FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.list_offsets import (
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopicResponse,
)
from tests.client.fake_cluster import BlockingFake, FakeCluster

TOPIC = "t"


def batch(first: int, *values: bytes | None, producer_id: int = -1, deltas: list[int] | None = None, **more: Any) -> bytes:
    """Records from offset `first` on, in a transaction where there is a producer."""
    attributes = TRANSACTIONAL if producer_id >= 0 else 0
    records = [(1_000 + number, None, value, ()) for number, value in enumerate(values)]
    return codec.build_batch(
        records,
        base_offset=first,
        producer_id=producer_id,
        producer_epoch=0 if producer_id >= 0 else -1,
        base_sequence=first if producer_id >= 0 else -1,
        attributes=attributes,
        offset_deltas=deltas,
        **more,
    )


def marker(offset: int, producer_id: int, *, commit: bool) -> bytes:
    """The end of a transaction."""
    return build_marker(codec, Marker(commit, 0), producer_id=producer_id, producer_epoch=0, timestamp_ms=5_000, base_offset=offset)


def rows(reader: RangeReader, *names: str) -> list[Any]:
    """One column, or several as tuples."""
    found: list[Any] = []
    for one in reader:
        one.validate(full=True)
        assert one.schema.equals(reader.options.schema, check_metadata=True)
        columns = [one.column(name).to_pylist() for name in names or ("offset",)]
        found += columns[0] if len(columns) == 1 else zip(*columns, strict=True)
    return found


class ScriptedLog:
    """`batches` in order of their offsets; everything may be changed at any time."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.cluster.topics[TOPIC] = [(1, 1), (2, 1)]
        self.batches: list[bytes] = []
        self.log_start = 0
        #: The high watermark and the last stable offset; what the batches say where None.
        self.end: int | None = None
        self.stable: int | None = None
        self.aborted: list[AbortedTransaction] = []
        #: Met by the next fetches, in turn.
        self.errors: list[ErrorCode | KlogError | None] = []
        #: Called with each request before it is answered.
        self.on_fetch: Callable[[Any], object] = lambda request: None
        #: Batches of one answer.
        self.per_answer = 2
        self.fetches: list[int] = []
        self.cluster.handlers[FetchRequest] = self._fetch
        self.cluster.handlers[ListOffsetsRequest] = self._list
        self.client = BlockingClient(
            "host1,host2,host3", random=random.Random(2), clock=self.clock.seconds, sleep=self.clock.advance, connect=self._connect
        )

    def _connect(self, host: str, port: int) -> Any:
        return BlockingFake(self.cluster, host, port)

    @property
    def high_watermark(self) -> int:
        """Where the log ends."""
        return self.end if self.end is not None else max((last_offset(data) + 1 for data in self.batches), default=0)

    def reader(self, start: int, end: int, *, topic_id: bytes = bytes(16), partition: int = 0, **options: Any) -> RangeReader:
        """A reader on the clock."""
        wanted = TopicRange(TOPIC, partition, start, end, topic_id)
        return RangeReader(self.client, wanted, ReadOptions(**options), clock=self.clock.seconds, sleep=self.clock.advance)

    def _fetch(self, server: tuple[str, int], request: FetchRequest) -> FetchResponse:
        self.on_fetch(request)
        (topic,) = request.topics
        (asked,) = topic.partitions
        self.fetches.append(asked.fetch_offset)
        one = PartitionData(partition_index=asked.partition, high_watermark=self.high_watermark, log_start_offset=self.log_start)
        one.last_stable_offset = self.stable if self.stable is not None else self.high_watermark
        error = self.errors.pop(0) if self.errors else None
        leader = self.cluster.nodes[self.cluster.topics[TOPIC][asked.partition][0]]
        if isinstance(error, KlogError):
            raise error
        if error is None and server != leader:
            error = ErrorCode.NOT_LEADER_OR_FOLLOWER
        if error is None and not self.log_start <= asked.fetch_offset <= self.high_watermark:
            error = ErrorCode.OFFSET_OUT_OF_RANGE
        if error is not None:
            one.error_code = error
        else:
            limit = self.stable if self.stable is not None and request.isolation_level else 1 << 62
            found = [data for data in self.batches if last_offset(data) >= asked.fetch_offset and first_offset(data) < limit]
            one.records = b"".join(found[: self.per_answer])
            one.aborted_transactions = self._aborted(asked.fetch_offset) if request.isolation_level else None
        return FetchResponse(responses=[FetchableTopicResponse(topic=topic.topic, topic_id=topic.topic_id, partitions=[_received(one)])])

    def _aborted(self, offset: int) -> list[AbortedTransaction]:
        """Those that end at `offset` or later."""
        found = []
        for entry in self.aborted:
            ends = [
                first_offset(data)
                for data in self.batches
                if (header := codec.read_header(data)).attributes & CONTROL
                and header.producer_id == entry.producer_id
                and header.base_offset >= entry.first_offset
            ]
            if min(ends) >= offset:
                found.append(entry)
        return found

    def _list(self, server: tuple[str, int], request: ListOffsetsRequest) -> ListOffsetsResponse:
        (topic,) = request.topics
        (asked,) = topic.partitions
        offset = self.log_start if asked.timestamp == EARLIEST_TIMESTAMP else self.high_watermark
        one = ListOffsetsPartitionResponse(partition_index=asked.partition_index, offset=offset, timestamp=-1)
        return ListOffsetsResponse(topics=[ListOffsetsTopicResponse(name=topic.name, partitions=[one])])


def first_offset(data: bytes) -> int:
    """Of a batch."""
    return codec.read_header(data).base_offset


def last_offset(data: bytes) -> int:
    """Of a batch."""
    header = codec.read_header(data)
    return header.base_offset + header.last_offset_delta


def _received(one: PartitionData) -> PartitionData:
    """Records as a connection gives them."""
    if one.records is not None:
        view: Any = memoryview(one.records)  # type: ignore[arg-type]
        one.records = view
    return one
