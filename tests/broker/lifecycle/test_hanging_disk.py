"""Whole brokers on a disk that hangs with one kind of thing: clients are answered or let go, and a stop ends, in bounded time."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk.threads import LIMITS
from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS
from klog.errors import ErrorCode
from klog.storage.disk_work import WorkKind
from klog.storage.filenames import CLEAN_SHUTDOWN
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker, MemoryClient
from klog.testing.interleaving import Act, Interleaving
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestTopic
from tests.broker.test_guard import produce

PROPERTIES = {
    "log.retention.ms": "1000",
    "log.retention.check.interval.ms": "1000",
    "log.initial.task.delay.ms": "1000",
    "log.segment.delete.delay.ms": "0",
    "log.cleaner.backoff.ms": "100",
    "offsets.topic.num.partitions": "2",
    "klog.shutdown.timeout.ms": "10000",
}
#: What a stop may take in all: its own time, what jobs and logs have at least, and a second for closing.
MOST_STOP_S = 10 + 2 * 2 + 1


class HangingDiskTests(SynchronousTestCase):
    """Everything is cold, as after a restart, and what `hangs` says never happens."""

    def broker(self, hangs: Callable[[Act], bool], seed: int = 1) -> MemoryBroker:
        """Started again over a topic of many segments, with committed offsets, on a disk that hangs from now on."""
        first = MemoryBroker({**PROPERTIES, "log.retention.ms": "-1"}, interleave=seed).start()
        self.addCleanup(first.end_threads)
        client = first.connect()
        topics = []
        for name, policy in (("t", "delete"), ("c", "compact")):
            configs = {"internal.segment.bytes": "200", "cleanup.policy": policy, "min.cleanable.dirty.ratio": "0"}
            values = [CreatableTopicConfig(name=key, value=value) for key, value in configs.items()]
            topics.append(CreatableTopic(name=name, num_partitions=1, replication_factor=1, configs=values))
        client.send((CreateTopicsRequest(topics=topics, timeout_ms=30_000), 5))
        first.advance(1)
        for number in range(30):
            first.put("t", [b"%04d" % number * 30])
        first.advance(1)
        self.commit(first)
        first.stop()
        return self.broker_again(first, hangs)

    def broker_again(self, before: MemoryBroker, hangs: Callable[[Act], bool]) -> MemoryBroker:
        """Another one over what `before` has left."""
        before.file_system.drop_caches()
        again = MemoryBroker(PROPERTIES, file_system=before.file_system, clock=before.clock, interleave=1)
        self.addCleanup(again.end_threads)
        threads = threads_of(again)
        drawn = threads.drawn_s
        threads.time_of = lambda act: math.inf if hangs(act) else drawn(act)
        return again.start()

    def commit(self, broker: MemoryBroker) -> None:
        partition = OffsetCommitRequestPartition(partition_index=0, committed_offset=7)
        request = OffsetCommitRequest(group_id="g", topics=[OffsetCommitRequestTopic(name="t", partitions=[partition])])
        for _ in range(20):
            client = broker.connect()
            client.send((FindCoordinatorRequest(key="g"), 0))
            broker.advance(0.5)
            client.send((request, 2))
            broker.advance(0.5)
            answer = client.receive()[-1]
            if not answer.topics[0].partitions[0].error_code:
                return
        self.fail("nothing can be committed")

    def stop(self, broker: MemoryBroker, *, is_clean: bool) -> None:
        """In its time; with the mark or without."""
        broker.stop(MOST_STOP_S)
        self.assertEqual(broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}"), is_clean)

    def ask(self, broker: MemoryBroker) -> list[list[object]]:
        """Cold reads of three kinds, each on a connection of its own, and what comes of them within their time."""
        fetched = FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=1, partition_max_bytes=1000)])
        listed = ListOffsetsTopic(name="t", partitions=[ListOffsetsPartition(partition_index=0, timestamp=broker.now_ms() - 1)])
        clients = [broker.connect() for _ in range(3)]
        clients[0].send((FetchRequest(max_wait_ms=500, min_bytes=1, topics=[fetched]), 4))
        clients[1].send((FetchRequest(max_wait_ms=500, min_bytes=1, topics=[fetched]), 3))
        clients[2].send((ListOffsetsRequest(topics=[listed]), 2))
        broker.advance(LONGEST_LOOK_MS / 1000 + 1)
        return [client.receive() for client in clients]

    def test_reads(self) -> None:
        """Of clients and of retention. Clients have an answer with which they ask again, nobody else notices, and the stop is in order."""
        for seed in range(5):
            broker = self.broker(lambda act: act.kind is WorkKind.READ and act.name in {"read", "open"}, seed)
            [fetched], [converted], [listed] = self.ask(broker)
            for answer in (fetched, converted):
                self.assertFalse(answer.responses[0].partitions[0].records)
            self.assertEqual(listed.topics[0].partitions[0].error_code, ErrorCode.KAFKA_STORAGE_ERROR)
            self.assertEqual(broker.put("t", [b"x"]), 30)
            self.assertLessEqual(len([act for act in threads_of(broker).waiting if act.kind is WorkKind.READ]), LIMITS[WorkKind.READ])
            self.ask(broker)
            self.stop(broker, is_clean=True)

    def test_loading_groups(self) -> None:
        """Clients are told to wait, at once; the stop is in order."""
        for seed in range(5):
            broker = self.broker(lambda act: act.kind is WorkKind.READ, seed)
            client = broker.connect()
            client.send((OffsetFetchRequest(group_id="g", topics=[OffsetFetchRequestTopic(name="t", partition_indexes=[0])]), 2))
            broker.advance(1)
            [answer] = client.receive()
            self.assertEqual(answer.error_code, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
            self.stop(broker, is_clean=True)

    def test_a_stop_with_requests_that_wait(self) -> None:
        """Their clients have an answer, or a closed connection, by the end of it."""
        for seed in range(5):
            broker = self.broker(lambda act: act.kind is WorkKind.READ, seed)
            fetched = FetchTopic(topic="t", partitions=[FetchPartition(partition=0, fetch_offset=1, partition_max_bytes=1000)])
            clients = [broker.connect() for _ in range(20)]
            for client in clients:
                client.send((FetchRequest(max_wait_ms=60_000, min_bytes=1, topics=[fetched]), 4 if client is clients[0] else 3))
            broker.advance(0.5)
            self.assertIn(WorkKind.READ, {act.kind for act in threads_of(broker).waiting})
            self.stop(broker, is_clean=True)
            for client in clients:
                client.receive()
            self.assertTrue(all(client.answers or client.scripted.disconnected for client in clients))

    def test_compaction(self) -> None:
        """The stop gives it up, and leaves no mark: nobody knows what of it is on the disk."""
        for seed in range(5):
            broker = self.broker(lambda act: act.kind is WorkKind.COMPACT, seed)
            for _ in range(5):
                broker.put("c", [b"x" * 100], key=b"key")
                broker.advance(1)
            self.assertIn(WorkKind.COMPACT, {act.kind for act in threads_of(broker).waiting})
            self.stop(broker, is_clean=False)


class OneOfTwoDisksTests(SynchronousTestCase):
    """A disk hangs for ever, and with it more than there are threads; the partitions on the other one go on as before."""

    #: Topics of one partition; half of them on each disk.
    COUNT = 2 * (LIMITS[WorkKind.FLUSH] + 4)

    def broker(self, seed: int) -> MemoryBroker:
        """With a cold record in each partition, and one disk that hangs from now on."""
        properties = {**PROPERTIES, "log.retention.ms": "-1", "log.dirs": "/one,/two"}
        first = MemoryBroker(properties, interleave=seed).start()
        self.addCleanup(first.end_threads)
        client = first.connect()
        configs = [CreatableTopicConfig(name="flush.messages", value="1"), CreatableTopicConfig(name="internal.segment.bytes", value="200")]
        topics = [CreatableTopic(name=f"t{n}", num_partitions=1, replication_factor=1, configs=configs) for n in range(self.COUNT)]
        client.send((CreateTopicsRequest(topics=topics, timeout_ms=30_000), 5))
        while not client.receive():
            first.advance(1)
        for n in range(self.COUNT):
            for number in range(4):
                first.put(f"t{n}", [b"%04d" % number * 30])
        first.advance(2)
        first.stop()
        first.file_system.drop_caches()
        broker = MemoryBroker(properties, file_system=first.file_system, clock=first.clock, interleave=seed)
        self.addCleanup(broker.end_threads)
        broker.start()
        threads = threads_of(broker)
        drawn = threads.drawn_s
        threads.time_of = lambda act: math.inf if act.path.startswith("/two") and act.kind is not None else drawn(act)
        partitions = broker.broker.partitions
        assert partitions is not None
        self.homes: dict[str, list[str]] = {"/one": [], "/two": []}
        for n in range(self.COUNT):
            found = partitions.get(f"t{n}", 0)
            assert found is not None
            self.homes[partitions.home(found).path].append(f"t{n}")
        self.assertEqual({path: len(some) for path, some in self.homes.items()}, {"/one": self.COUNT // 2, "/two": self.COUNT // 2})
        return broker

    def ask(self, broker: MemoryBroker, disk: str, request: Callable[[str], tuple[Any, int]]) -> list[MemoryClient]:
        """For each topic on that disk, on a connection of its own."""
        clients = []
        for name in self.homes[disk]:
            clients.append(broker.connect())
            clients[-1].send(request(name))
        return clients

    def test_flushes(self) -> None:
        for seed in range(2):
            broker = self.broker(seed)
            hung = self.ask(broker, "/two", produce)
            broker.advance(1)
            waiting = [act for act in threads_of(broker).waiting if act.kind is WorkKind.FLUSH and act.path.startswith("/two")]
            self.assertEqual(len(waiting), LIMITS[WorkKind.FLUSH], "all of the threads of that disk")
            for _ in range(2):
                well = self.ask(broker, "/one", produce)
                broker.advance(1)
                for client in well:
                    [answer] = client.receive()
                    self.assertEqual(answer.responses[0].partition_responses[0].error_code, ErrorCode.NONE)
            self.assertEqual([client.receive() for client in hung], [[]] * len(hung))

    def test_cold_reads(self) -> None:
        def fetch(name: str) -> tuple[Any, int]:
            topic = FetchTopic(topic=name, partitions=[FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1000)])
            return FetchRequest(max_wait_ms=60_000, min_bytes=1, topics=[topic]), 4

        for seed in range(2):
            broker = self.broker(seed)
            hung = self.ask(broker, "/two", fetch)
            broker.advance(1)
            self.assertIn(WorkKind.READ, {act.kind for act in threads_of(broker).waiting if act.path.startswith("/two")})
            well = self.ask(broker, "/one", fetch)
            broker.advance(2)
            for client in well:
                [answer] = client.receive()
                self.assertTrue(answer.responses[0].partitions[0].records)
            self.assertEqual([client.receive() for client in hung], [[]] * len(hung))

    def test_what_is_done_from_time_to_time(self) -> None:
        """Files that nobody needs go, and checkpoints are written, again and again; else the disk that is well would be full one day."""
        broker = self.broker(0)
        partitions = broker.broker.partitions
        assert partitions is not None
        logs = {disk: [partitions.get(name, 0).log for name in names] for disk, names in self.homes.items()}  # type: ignore[union-attr]
        well = logs["/one"][0]
        for start in (1, 2):
            for log in logs["/one"] + logs["/two"]:
                log.truncate_start(start)
                log.apply_retention(broker.now_ms())
            broker.put(well.topic_partition.topic, [b"another"])
            broker.advance(130, step=1)
            names = broker.file_system.list(well.directory)
            self.assertEqual([name for name in names if name.endswith(".deleted")], [])
            self.assertEqual(min(int(name[:20]) for name in names if name.endswith(".log")), start)
            points = broker.file_system.open("/one/recovery-point-offset-checkpoint")
            self.assertIn(b"%s 0 %d" % (well.topic_partition.topic.encode(), 4 + start), points.read_at(0, points.size()))


def threads_of(broker: MemoryBroker) -> Interleaving:
    """Its threads."""
    assert broker.interleaving is not None
    return broker.interleaving
