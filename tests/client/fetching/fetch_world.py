"""A cluster to fetch from: the fake one with logs in memory, fetch sessions that insist on their rules, and whatever an answer may say."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from klog.client.fetching.fetcher import Fetcher
from klog.client.routing import Routing
from klog.client.settings import ClientSettings
from klog.errors import ErrorCode
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.implementations import codec
from klog.wire.messages.fetch import FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.list_offsets import (
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopicResponse,
)
from klog.wire.messages.offset_commit import (
    OffsetCommitRequest,
    OffsetCommitResponse,
    OffsetCommitResponsePartition,
    OffsetCommitResponseTopic,
)
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchResponse,
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopics,
)
from klog.wire.messages.offset_for_leader_epoch import (
    EpochEndOffset,
    OffsetForLeaderEpochRequest,
    OffsetForLeaderEpochResponse,
    OffsetForLeaderTopicResult,
)
from tests.client.fake_cluster import FakeCluster

T = TopicPartition("t", 0)


def topic_id(name: str) -> bytes:
    """As the fake cluster has it."""
    return name.encode().ljust(16, b"\1")[:16]


class Log:
    """A partition's batches: (first offset, offset behind, epoch, bytes)."""

    def __init__(self) -> None:
        self.start = 0
        self.batches: list[tuple[int, int, int, bytes]] = []

    @property
    def end(self) -> int:
        return self.batches[-1][1] if self.batches else self.start

    def put(self, values: Sequence[bytes | None], epoch: int = 0, **fields: Any) -> bytes:
        """One batch."""
        base = self.end
        batch = codec.build_batch([(1000 + base + i, None, v, ()) for i, v in enumerate(values)], base_offset=base,
                                  partition_leader_epoch=epoch, **fields)  # fmt: skip
        self.batches.append((base, base + len(values), epoch, batch))
        return batch

    def put_bytes(self, data: bytes, count: int, epoch: int = 0) -> None:
        """Whatever, as `count` records."""
        self.batches.append((self.end, self.end + count, epoch, data))

    def read(self, offset: int, max_bytes: int) -> bytes:
        """As brokers do: whole batches, the first one at any rate."""
        out = b""
        for _, end, _, data in self.batches:
            if end > offset:
                if out and len(out) + len(data) > max_bytes:
                    break
                out += data
        return out

    def truncate(self, offset: int) -> None:
        """Forget what is from `offset` (a batch's first) on."""
        self.batches = [batch for batch in self.batches if batch[1] <= offset]


class FetchWorld(FakeCluster):
    """See above."""

    def __init__(self, nodes: int = 2) -> None:
        super().__init__(Clock(), nodes)
        self.logs: dict[TopicPartition, Log] = {}
        #: What a partition answers instead: an error code, or a function that changes its answer.
        self.errors: dict[TopicPartition, int] = {}
        self.change: Callable[[TopicPartition, PartitionData], None] | None = None
        self.change_all: Callable[[FetchResponse], None] | None = None
        self.sessions: dict[tuple[str, int], tuple[int, int, dict[tuple[Any, int], tuple[int, int, int]]]] = {}
        self.keeps_sessions = True
        self._next_session = 100
        self.fetches: list[FetchRequest] = []
        self.offsets: dict[tuple[str, TopicPartition], tuple[int, int, str | None]] = {}
        self.commit_errors: list[int] = []
        self.commits: list[OffsetCommitRequest] = []
        self.handlers[FetchRequest] = self._fetch
        self.handlers[ListOffsetsRequest] = self._list_offsets
        self.handlers[OffsetForLeaderEpochRequest] = self._epoch_ends
        self.handlers[OffsetCommitRequest] = self._commit
        self.handlers[OffsetFetchRequest] = self._offset_fetch

    def topic(self, name: str, partitions: int, leader: int = 1, epoch: int = 0) -> list[Log]:
        """Make one."""
        self.topics[name] = [(leader, epoch)] * partitions
        logs = [Log() for _ in range(partitions)]
        self.logs.update({TopicPartition(name, number): log for number, log in enumerate(logs)})
        return logs

    def lead(self, tp: TopicPartition, leader: int, epoch: int) -> None:
        """Another leader."""
        self.topics[tp.topic][tp.partition] = (leader, epoch)

    def routing(self, **options: Any) -> Routing:
        """A client."""
        settings = ClientSettings(bootstrap_servers="host1:9092,host2:9092", **options)
        return Routing(self.clock, settings, random=random.Random(1), connect=self.connect)

    def fetcher(self, **options: Any) -> Fetcher:
        """A fetcher of an own client."""
        return Fetcher(self.routing(), **options)

    def advance(self, seconds: float, step: float = 0.01) -> None:
        """Let time pass."""
        for _ in range(round(seconds / step)):
            self.clock.advance(step)

    def until(self, deferred: Deferred[Any], seconds: float = 30) -> Any:
        """Its result."""
        out: list[Any] = []
        failed: list[Any] = []
        deferred.addCallbacks(out.append, failed.append)
        left = seconds
        while not out and not failed and left > 0:
            self.advance(0.01)
            left -= 0.01
        if failed:
            raise failed[0].value
        assert out, "nothing happened"
        return out[0]

    def read(self, fetcher: Fetcher, count: int, seconds: float = 10) -> list[bytes | None]:
        """So many values."""
        values: list[bytes | None] = []
        while len(values) < count and seconds > 0:
            for message_set in fetcher.buffer.take():
                values += message_set.values()
            self.advance(0.01)
            seconds -= 0.01
        return values

    # The broker's side

    def _node(self, server: tuple[str, int]) -> int:
        return next(node for node, address in self.nodes.items() if address == server)

    def _fetch(self, server: tuple[str, int], request: FetchRequest) -> FetchResponse:
        self.fetches.append(request)
        by_id = any(topic.topic_id != bytes(16) for topic in request.topics) and self.ranges.ranges[1][1] >= 13
        names = {topic_id(name): name for name in self.topics}
        session_id, epoch, told = self.sessions.get(server, (0, 0, {}))
        if request.session_epoch <= 0:
            told = {}
            session_id, epoch = 0, 0
            if request.session_epoch == 0 and self.keeps_sessions:
                self._next_session += 1
                session_id, epoch = self._next_session, 1
        elif request.session_id != session_id or not session_id:
            return FetchResponse(error_code=ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
        elif request.session_epoch != epoch:
            return FetchResponse(error_code=ErrorCode.INVALID_FETCH_SESSION_EPOCH)
        else:
            epoch += 1
        for topic in request.topics:
            name = names[topic.topic_id] if by_id else topic.topic
            for partition in topic.partitions:
                told[name, partition.partition] = (partition.fetch_offset, partition.current_leader_epoch, partition.partition_max_bytes)
        for gone in request.forgotten_topics_data:
            name = names[gone.topic_id] if gone.topic_id != bytes(16) and self.ranges.ranges[1][1] >= 13 else gone.topic
            for number in gone.partitions:
                assert (name, number) in told, "forgotten, and never told"
                del told[name, number]
        if session_id:
            self.sessions[server] = (session_id, epoch, told)
        responses: dict[str, FetchableTopicResponse] = {}
        left = request.max_bytes
        for (name, number), (offset, leader_epoch, max_bytes) in told.items():
            tp = TopicPartition(name, number)
            data = self._partition(server, tp, offset, leader_epoch, min(max_bytes, max(left, 1)))
            if self.change is not None:
                self.change(tp, data)
            left -= len(data.records or b"")
            if session_id and epoch > 1 and not data.error_code and not data.records:
                continue
            entry = responses.setdefault(name, FetchableTopicResponse(topic=name, topic_id=topic_id(name), partitions=[]))
            if self.ranges.ranges[1][1] >= 13:
                entry.topic = ""
            entry.partitions.append(data)
        response = FetchResponse(session_id=session_id, responses=list(responses.values()))
        if self.change_all is not None:
            self.change_all(response)
        return response

    def _partition(self, server: tuple[str, int], tp: TopicPartition, offset: int, epoch: int, max_bytes: int) -> PartitionData:
        log = self.logs[tp]
        leader, now = self.topics[tp.topic][tp.partition]
        answer = PartitionData(partition_index=tp.partition, high_watermark=log.end, last_stable_offset=log.end,
                               log_start_offset=log.start, aborted_transactions=[], records=b"")  # fmt: skip
        if tp in self.errors:
            answer.error_code = self.errors[tp]
        elif leader != self._node(server):
            answer.error_code = ErrorCode.NOT_LEADER_OR_FOLLOWER
        elif epoch >= 0 and epoch != now:
            answer.error_code = ErrorCode.FENCED_LEADER_EPOCH if epoch < now else ErrorCode.UNKNOWN_LEADER_EPOCH
        elif not log.start <= offset <= log.end:
            answer.error_code = ErrorCode.OFFSET_OUT_OF_RANGE
        else:
            answer.records = log.read(offset, max_bytes)
        return answer

    def _list_offsets(self, server: tuple[str, int], request: ListOffsetsRequest) -> ListOffsetsResponse:
        topics = []
        for topic in request.topics:
            partitions = []
            for partition in topic.partitions:
                tp = TopicPartition(topic.name, partition.partition_index)
                log = self.logs[tp]
                answer = ListOffsetsPartitionResponse(partition_index=tp.partition)
                if tp in self.errors:
                    answer.error_code = self.errors[tp]
                elif self.topics[tp.topic][tp.partition][0] != self._node(server):
                    answer.error_code = ErrorCode.NOT_LEADER_OR_FOLLOWER
                elif partition.timestamp == LATEST_TIMESTAMP:
                    answer.offset = log.end
                elif partition.timestamp == EARLIEST_TIMESTAMP:
                    answer.offset = log.start
                elif partition.timestamp - 1000 < log.end:
                    answer.offset = max(0, partition.timestamp - 1000)
                    answer.timestamp = answer.offset + 1000
                partitions.append(answer)
            topics.append(ListOffsetsTopicResponse(name=topic.name, partitions=partitions))
        return ListOffsetsResponse(topics=topics)

    def _epoch_ends(self, server: tuple[str, int], request: OffsetForLeaderEpochRequest) -> OffsetForLeaderEpochResponse:
        topics = []
        for topic in request.topics:
            partitions = []
            for partition in topic.partitions:
                tp = TopicPartition(topic.topic, partition.partition)
                log = self.logs[tp]
                answer = EpochEndOffset(partition=tp.partition)
                if self.topics[tp.topic][tp.partition][0] != self._node(server):
                    answer.error_code = ErrorCode.NOT_LEADER_OR_FOLLOWER
                else:
                    known = [batch for batch in log.batches if batch[2] <= partition.leader_epoch]
                    if known:
                        answer.leader_epoch, answer.end_offset = known[-1][2], known[-1][1]
                partitions.append(answer)
            topics.append(OffsetForLeaderTopicResult(topic=topic.topic, partitions=partitions))
        return OffsetForLeaderEpochResponse(topics=topics)

    def _commit(self, server: tuple[str, int], request: OffsetCommitRequest) -> OffsetCommitResponse:
        self.commits.append(request)
        code = self.commit_errors.pop(0) if self.commit_errors else 0
        topics = []
        for topic in request.topics:
            partitions = []
            for partition in topic.partitions:
                if not code:
                    place = partition.committed_offset, partition.committed_leader_epoch, partition.committed_metadata
                    self.offsets[request.group_id, TopicPartition(topic.name, partition.partition_index)] = place
                partitions.append(OffsetCommitResponsePartition(partition_index=partition.partition_index, error_code=code))
            topics.append(OffsetCommitResponseTopic(name=topic.name, partitions=partitions))
        return OffsetCommitResponse(topics=topics)

    def _offset_fetch(self, server: tuple[str, int], request: OffsetFetchRequest) -> OffsetFetchResponse:
        groups = []
        for group in request.groups:
            names: dict[str, list[int]] = {}
            if group.topics is None:
                for name, tp in self.offsets:
                    if name == group.group_id:
                        names.setdefault(tp.topic, []).append(tp.partition)
            else:
                names = {topic.name: topic.partition_indexes for topic in group.topics}
            topics = []
            for name, numbers in names.items():
                partitions = []
                for number in numbers:
                    offset, epoch, metadata = self.offsets.get((group.group_id, TopicPartition(name, number)), (-1, -1, ""))
                    partitions.append(
                        OffsetFetchResponsePartitions(
                            partition_index=number, committed_offset=offset, committed_leader_epoch=epoch, metadata=metadata
                        )
                    )
                topics.append(OffsetFetchResponseTopics(name=name, partitions=partitions))
            groups.append(OffsetFetchResponseGroup(group_id=group.group_id, topics=topics))
        return OffsetFetchResponse(groups=groups)
