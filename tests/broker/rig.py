"""The data path on virtual time: logs and coordination in memory, and a disk that is slow on request."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.fetching.sessions import FetchSessions
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.broker.handlers.fetch import FetchHandler
from klog.broker.handlers.produce import ProduceHandler
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.topic_configs import to_log_settings
from klog.cluster.interfaces import Endpoint, TopicInfo
from klog.cluster.local import LocalCoordination
from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.records.contract import Codec, Header, Record
from klog.records.implementations import codec
from klog.span import FileSpan, join_parts
from klog.storage.directories.directory import LogDirectory
from klog.storage.settings import LogSettings
from klog.testing.coordination import HeldSteps, MemoryStore
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic, ForgottenTopic, PartitionData
from klog.wire.messages.produce import PartitionProduceData, PartitionProduceResponse, ProduceRequest, TopicProduceData

START_S = 1_700_000_000


class SlowThread:
    """Runs what it is given in another "thread", which may wait for the disk `fs`: at once, or when the test says so."""

    def __init__(self, fs: MemoryFileSystem | None = None) -> None:
        self._fs = fs
        self.slow = False
        self.waiting: list[tuple[Deferred[Any], Callable[[], Any]]] = []
        self.count = 0
        #: Whether this is such a thread.
        self.running = False

    def __call__(self, *kind_and_function: Any, disk: str = "") -> Deferred[Any]:
        """With the kind of work in front and the data directory behind, or for one kind without."""
        deferred: Deferred[Any] = Deferred()
        self.count += 1
        self.waiting.append((deferred, next(filter(callable, kind_and_function))))
        if not self.slow:
            self.run(-1)
        return deferred

    def run(self, index: int = 0) -> None:
        """Let the oldest one (or another) end."""
        deferred, function = self.waiting.pop(index)
        try:
            with nullcontext() if self._fs is None else self._fs.waiting_allowed():
                result = self._run(function)
        except Exception:
            deferred.errback(Failure())  # type: ignore[no-untyped-call]
        else:
            deferred.callback(result)

    def _run(self, function: Callable[[], Any]) -> Any:
        self.running = True
        try:
            return function()
        finally:
            self.running = False

    def run_all(self) -> None:
        """Let everything end, what comes meanwhile included."""
        while self.waiting:
            self.run()


def batch(*values: bytes | None, timestamp_ms: int = START_S * 1000, compression: Codec = Codec.NONE, **fields: Any) -> bytes:
    """A v2 batch of records with these values."""
    headers: tuple[Header, ...] = ()
    return codec.build_batch([(timestamp_ms, b"k", value, headers) for value in values], codec=compression, **fields)


def stop_leading(partitions: Partitions, partition: Partition) -> None:
    """Its leadership ends, as `ReplicaControl` has it end where the session is in doubt."""
    partitions.hide_led(partition)
    partition.resign()


def go_on_leading(partitions: Partitions, partition: Partition, leader_epoch: int) -> None:
    """It begins again, at this epoch: what a new role does of it that matters to whoever waits."""
    partition.log.assign_leader_epoch(leader_epoch)
    partition.leader_epoch = leader_epoch
    partition.resume()
    partition.changed()
    partitions.show_led(partition)


class NoCoordinator:
    """Whoever asks for a transaction's coordinator finds none just now. Implements `Verifier`."""

    def ask(
        self, transactional_id: str, producer_id: int, epoch: int, partitions: frozenset[TopicPartition], *, adds: bool
    ) -> dict[TopicPartition, ErrorCode]:
        """See `Verifier.ask`."""
        return dict.fromkeys(partitions, ErrorCode.COORDINATOR_NOT_AVAILABLE)


class DataPathTestCase(SynchronousTestCase):
    """Broker 1 with one data directory."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.clock.advance(START_S)
        self.fs = MemoryFileSystem(self.now_ms)
        self.thread = SlowThread(self.fs)
        self.settings = BrokerSettings({"node.id": "1"})
        self.coordination = LocalCoordination(MemoryStore(), 1, [Endpoint("PLAINTEXT", "h", 9092)])
        self.directories = [self.directory("/data")]
        #: What the partitions do in steps; None: at once.
        self.steps: HeldSteps | None = None
        self.begin()

    def directory(self, path: str) -> LogDirectory:
        """A data directory, loaded."""
        directory = LogDirectory(self.fs, path, self.now_ms, LogSettings(), 1)
        directory.load()
        self.addCleanup(directory.release)
        return directory

    def begin(self) -> None:
        """Partitions and handlers over what there is."""
        self.partitions = Partitions(
            self.directories,
            self.coordination,
            self.settings_of,
            clock=self.clock,
            run_in_thread=self.thread,
            flush_max_wait_ms=50,
            run_steps=self.steps,
        )
        self.partitions.load()
        self.coordination.subscribe(self.partitions)
        self.sessions = FetchSessions(self.now_ms, random.Random(1))
        self.producing = ProduceHandler(self.partitions, NoCoordinator())
        self.fetching = FetchHandler(self.partitions, self.sessions, codec, in_thread=self.thread)

    def now_ms(self) -> int:
        """The clock in milliseconds."""
        return round(self.clock.seconds() * 1000)

    def settings_of(self, topic: TopicInfo) -> LogSettings:
        """As the broker reads them."""
        return to_log_settings(topic.configs, self.settings, known=topic.configs_known)

    def create(self, name: str = "t", partitions: int = 1, **configs: str) -> TopicInfo:
        """Make a topic; underscores in names of configurations stand for dots."""
        overrides = {key.replace("_", "."): value for key, value in configs.items()}
        # Its directories are made in a thread; what the thread holds back stays there.
        slow, count = self.thread.slow, self.thread.count
        self.thread.slow = False
        info: TopicInfo = self.successResultOf(self.coordination.create_topic(name, [[1]] * partitions, overrides))
        self.thread.slow, self.thread.count = slow, count
        return info

    def configure(self, name: str, **configs: str) -> None:
        """Replace a topic's overrides."""
        self.successResultOf(self.coordination.set_topic_configs(name, {key.replace("_", "."): value for key, value in configs.items()}))

    def delete(self, name: str = "t") -> None:
        """Delete a topic."""
        self.successResultOf(self.coordination.delete_topic(name))

    def partition(self, name: str = "t", index: int = 0) -> Partition:
        """One that must be there."""
        partition = self.partitions.get(name, index)
        assert partition is not None
        return partition

    # Asking

    def context(self, version: int, api_key: int = 0, client_id: str | None = "test") -> RequestContext:
        """Of one request."""
        return RequestContext(api_key, version, 1, client_id, ConnectionInfo("PLAINTEXT", "127.0.0.9", 9999, "127.0.0.1", 5))

    def ask(self, handler: Any, version: int, request: Any, *, client_id: str | None = "test") -> Any:
        """The handler's answer as it arrives: request and answer cross the wire. A Deferred where it waits."""
        context = self.context(version, handler.request_type.api_key, client_id)
        result = handler.handle(context, over_the_wire(request, version))
        if isinstance(result, Deferred):
            return result.addCallback(self._answered, version)
        return None if result is None else self._answered(result, version)

    def _answered(self, answer: Any, version: int) -> Any:
        # What is sent is read ahead by the connection.
        with self.fs.waiting_allowed():
            return over_the_wire(answer, version)

    def produce(
        self, *batches: bytes | None, topic: str = "t", index: int = 0, version: int = 9, acks: int = -1, timeout_ms: int = 30_000
    ) -> Any:
        """The answers for `batches`, all appended to one partition, each in a request of its own, as one run."""
        run = [(self.context(version), over_the_wire(produce_request([(topic, index, one)], acks, timeout_ms), version)) for one in batches]
        return self.producing.handle_run(run)

    def put(self, *values: bytes, topic: str = "t", index: int = 0) -> None:
        """Append one batch of `values`, without waiting for anything."""
        self.producing.handle_run([(self.context(9), produce_request([(topic, index, memoryview(batch(*values)))], 0))])

    def fetch(self, *wanted: tuple[str, int, int], version: int = 12, **more: Any) -> Any:
        """Ask for (topic, partition, offset)s, sessionless unless `more` says otherwise."""
        return self.ask(self.fetching, version, self.fetch_request(*wanted, version=version, **more))

    def fetch_request(
        self,
        *wanted: tuple[str, int, int],
        version: int = 12,
        max_wait_ms: int = 500,
        min_bytes: int = 1,
        partition_max_bytes: int = 1 << 20,
        forget: tuple[tuple[str, int], ...] = (),
        partition_fields: dict[str, int] | None = None,
        ids: dict[str, bytes] | None = None,
        **fields: Any,
    ) -> FetchRequest:
        """One Fetch request."""

        def topic_id(name: str) -> bytes:
            if version < 13:
                return NO_TOPIC_ID
            if ids is not None and name in ids:
                return ids[name]
            return self.coordination.topics()[name].topic_id

        topics: dict[str, FetchTopic] = {}
        for name, index, offset in wanted:
            topic = topics.get(name)
            if topic is None:
                topic = topics[name] = FetchTopic(topic=name if version < 13 else "", topic_id=topic_id(name))
            topic.partitions.append(
                FetchPartition(partition=index, fetch_offset=offset, partition_max_bytes=partition_max_bytes, **(partition_fields or {}))
            )
        forgotten = [
            ForgottenTopic(topic=name if version < 13 else "", topic_id=topic_id(name), partitions=[index]) for name, index in forget
        ]
        return FetchRequest(
            max_wait_ms=max_wait_ms, min_bytes=min_bytes, topics=list(topics.values()), forgotten_topics_data=forgotten, **fields
        )

    def outcome(self, deferred: Any) -> Any:
        """What a Deferred has fired with; the thing itself where it is none."""
        return self.successResultOf(deferred) if isinstance(deferred, Deferred) else deferred


def produce_request(entries: list[tuple[str, int, Any]], acks: int = -1, timeout_ms: int = 30_000, **fields: Any) -> ProduceRequest:
    """(topic, partition, records)s, one topic after the other."""
    topics: list[TopicProduceData] = []
    for name, index, records in entries:
        if not topics or topics[-1].name != name:
            topics.append(TopicProduceData(name=name))
        topics[-1].partition_data.append(PartitionProduceData(index=index, records=records))
    return ProduceRequest(acks=acks, timeout_ms=timeout_ms, topic_data=topics, **fields)


def over_the_wire(message: Any, version: int) -> Any:
    """What the other side reads."""
    return decode(type(message), version, memoryview(join_parts(encode(message, version))))[0]


def answers_of(response: Any) -> list[PartitionProduceResponse]:
    """All partitions of a Produce answer."""
    return [answer for topic in response.responses for answer in topic.partition_responses]


def partitions_of(response: Any) -> list[PartitionData]:
    """All partitions of a Fetch answer."""
    return [partition for topic in response.responses for partition in topic.partitions]


def records_of(data: PartitionData) -> list[Record]:
    """All records of one partition's answer."""
    records = data.records
    if isinstance(records, FileSpan):
        records = records.read()
    assert not isinstance(records, list)
    return list(codec.records(records or b""))


def values_of(data: PartitionData) -> list[bytes | None]:
    """Their values."""
    return [record.value for record in records_of(data)]


def key(name: str = "t", index: int = 0) -> TopicPartition:
    """Short for tests."""
    return TopicPartition(name, index)


#: What a batch of one record with a value of one byte takes.
ONE = len(batch(b"x"))


class TwoPartitionsCase(DataPathTestCase):
    """With a topic of two partitions, ``t``."""

    def setUp(self) -> None:
        super().setUp()
        self.create("t", 2)

    def values(self, answer: Any) -> list[list[bytes | None]]:
        """Of each partition."""
        return [values_of(one) for one in partitions_of(self.outcome(answer))]

    def codes(self, answer: Any) -> list[int]:
        """Of each partition."""
        return [one.error_code for one in partitions_of(self.outcome(answer))]
