"""A whole broker over two data directories: where partitions go, and what becomes of it when one of the directories fails."""

from __future__ import annotations

import errno
import os

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import StartRefused
from klog.errors import ErrorCode, KlogError
from klog.records.implementations import codec
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData


class SeveralDirectoriesTests(SynchronousTestCase):
    """`/one` and `/two`."""

    def setUp(self) -> None:
        #: Errors by the beginning of a path, for everything that is done below it.
        self.dead: dict[str, int] = {}
        self.memory = self.broker()
        self.memory.start()
        self.addCleanup(lambda: self.memory.stop() if self.memory.is_ready else None)

    def broker(self, file_system: MemoryFileSystem | None = None, **properties: str) -> MemoryBroker:
        given = {"log.dirs": "/one,/two", **{name.replace("_", "."): value for name, value in properties.items()}}
        memory = MemoryBroker(given, file_system=file_system)
        memory.file_system.before_act = self.before_act
        return memory

    def before_act(self, name: str, path: str) -> None:
        for prefix, number in self.dead.items():
            if path.startswith(prefix):
                raise OSError(number, os.strerror(number), path)

    def restart(self, **properties: str) -> None:
        """The same disk."""
        if self.memory.is_ready:
            self.memory.stop()
        self.memory = self.broker(self.memory.file_system, **properties)
        self.memory.start()

    def homes(self) -> dict[str, list[str]]:
        """Partitions by directory."""
        assert self.memory.broker.directories is not None
        return {one.path: sorted(str(name) for name in one.logs) for one in self.memory.broker.directories}

    def produce(self, topic: str, partition: int) -> tuple[int, int]:
        """(error code, offset)."""
        records = codec.build_batch([(self.memory.now_ms(), None, b"v", ())])
        data = TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=partition, records=records)])
        answer = self.memory.connect().ask(ProduceRequest(acks=-1, timeout_ms=1000, topic_data=[data]), 9)
        (one,) = answer.responses[0].partition_responses
        return one.error_code, one.base_offset

    def fetch(self, topic: str, partition: int) -> int:
        """The error code."""
        wanted = FetchTopic(topic=topic, partitions=[FetchPartition(partition=partition, fetch_offset=0, partition_max_bytes=1000)])
        answer = self.memory.connect().ask(FetchRequest(max_wait_ms=0, min_bytes=0, topics=[wanted]), 11)
        code: int = answer.responses[0].partitions[0].error_code
        return code

    def leaders(self, topic: str) -> list[int]:
        answer = self.memory.connect().ask(MetadataRequest(topics=[MetadataRequestTopic(name=topic)]), 8)
        return [one.leader_id for one in sorted(answer.topics[0].partitions, key=lambda one: one.partition_index)]

    def described(self) -> dict[str, tuple[int, list[str]]]:
        answer = self.memory.connect().ask(DescribeLogDirsRequest(topics=None), 4)
        return {
            one.log_dir: (
                one.error_code,
                [f"{topic.name}-{each.partition_index}" for topic in one.topics for each in topic.partitions],
            )
            for one in answer.results
        }

    def with_topic(self) -> None:
        """``t-0`` and ``t-2`` in the first, ``t-1`` and ``t-3`` in the second, each with a record."""
        self.memory.create_topics({"t": 4})
        for index in range(4):
            self.memory.put("t", [b"%d" % index], partition=index)

    # All is well

    def test_new_partitions_go_where_fewest_are(self) -> None:
        self.with_topic()
        self.assertEqual(self.homes(), {"/one": ["t-0", "t-2"], "/two": ["t-1", "t-3"]})
        self.memory.create_topics({"u": 1})
        self.memory.create_topics({"v": 1})
        self.assertEqual(self.homes(), {"/one": ["t-0", "t-2", "u-0"], "/two": ["t-1", "t-3", "v-0"]})
        self.assertEqual(self.described(), {"/one": (0, ["t-0", "t-2", "u-0"]), "/two": (0, ["t-1", "t-3", "v-0"])})

    def test_over_a_restart(self) -> None:
        self.with_topic()
        self.restart()
        self.assertIn("data=/one,/two", self.memory.announced[0])
        self.assertEqual(self.homes(), {"/one": ["t-0", "t-2"], "/two": ["t-1", "t-3"]})
        self.assertEqual([self.produce("t", index) for index in range(4)], [(0, 1)] * 4)
        self.assertEqual(self.memory.file_system.read("/one/klog.state"), self.memory.file_system.read("/two/klog.state"))

    def test_over_a_power_cut(self) -> None:
        self.with_topic()
        self.memory = self.memory.crash()
        self.memory.start()
        self.assertEqual(self.homes(), {"/one": ["t-0", "t-2"], "/two": ["t-1", "t-3"]})

    def test_a_second_directory_for_a_broker_that_had_one(self) -> None:
        self.memory.stop()
        self.memory = self.broker(MemoryFileSystem(), log_dirs="/one")
        self.memory.start()
        self.with_topic()
        self.restart(log_dirs="/one,/two")
        self.assertEqual(self.homes(), {"/one": ["t-0", "t-1", "t-2", "t-3"], "/two": []})
        self.memory.create_topics({"u": 2})
        self.assertEqual(self.homes()["/two"], ["u-0", "u-1"])
        self.assertEqual(self.leaders("t"), [1] * 4)

    def test_a_deleted_topic_goes_from_all(self) -> None:
        self.with_topic()
        self.successResultOf(self.memory.broker.coordination.delete_topic("t"))
        self.restart()
        self.assertEqual(self.homes(), {"/one": [], "/two": []})

    # Refused

    def refused(self, **properties: str) -> str:
        if self.memory.is_ready:
            self.memory.stop()
        self.memory = self.broker(self.memory.file_system, **properties)
        return str(self.assertRaises(StartRefused, self.memory.start))

    def test_directories_that_do_not_go_together(self) -> None:
        self.assertIn("names /one twice", self.refused(log_dirs="/one,/two,/one"))
        self.assertIn("inside of it, /one/more", self.refused(log_dirs="/one,/one/more"))

    def test_directories_of_two_brokers(self) -> None:
        self.memory.stop()
        self.memory = self.broker(MemoryFileSystem(), log_dirs="/one", broker_id="1")
        self.memory.start()
        self.restart(log_dirs="/two", broker_id="2")
        self.assertIn("belongs to", self.refused(log_dirs="/one,/two", broker_id="1"))

    # One fails

    def fail(self, number: int = errno.EIO) -> None:
        """`/two` fails, and is found to have failed by an append."""
        self.dead["/two"] = number
        self.assertEqual(self.produce("t", 1)[0], ErrorCode.KAFKA_STORAGE_ERROR)
        self.memory.advance(0.1)

    def test_a_failed_one_goes_with_its_partitions(self) -> None:
        self.with_topic()
        self.fail()
        self.assertEqual([self.produce("t", index)[0] for index in range(4)], [0, 56, 0, 56])
        self.assertEqual([self.fetch("t", index) for index in range(4)], [0, 56, 0, 56])
        self.assertEqual(self.leaders("t"), [1, -1, 1, -1])
        self.assertEqual(self.described(), {"/one": (0, ["t-0", "t-2"]), "/two": (56, [])})
        values = {reading.name: reading.value for reading in self.memory.broker.metrics}
        self.assertEqual((values["log.directories.count"], values["log.directories.offline.count"]), (2, 1))
        # New ones go into the other.
        self.memory.create_topics({"u": 2})
        self.assertEqual([self.produce("u", index) for index in range(2)], [(0, 0)] * 2)

    def test_it_comes_back_by_a_restart(self) -> None:
        self.with_topic()
        self.fail()
        self.memory.create_topics({"u": 1})
        self.memory.stop()
        self.dead.clear()
        self.restart()
        self.assertEqual([self.produce("t", index)[0] for index in range(4)], [0] * 4)
        self.assertEqual(self.produce("u", 0), (0, 0))
        self.assertEqual(self.leaders("t"), [1] * 4)

    def test_a_fetch_that_waits_is_told(self) -> None:
        self.with_topic()
        client = self.memory.connect()
        wanted = FetchTopic(topic="t", partitions=[FetchPartition(partition=1, fetch_offset=1, partition_max_bytes=1000)])
        client.send((FetchRequest(max_wait_ms=60_000, min_bytes=1, topics=[wanted]), 11))
        self.assertEqual(client.receive(), [])
        self.fail()
        (answer,) = client.receive()
        self.assertEqual(answer.responses[0].partitions[0].error_code, ErrorCode.KAFKA_STORAGE_ERROR)

    def test_the_last_one_is_read_on(self) -> None:
        self.with_topic()
        self.dead["/one/t-0"] = errno.EIO
        self.assertEqual(self.produce("t", 0)[0], ErrorCode.KAFKA_STORAGE_ERROR)
        self.memory.advance(0.1)
        self.dead["/two/t-1/00000000000000000000.log"] = errno.EIO
        self.assertEqual(self.produce("t", 1)[0], ErrorCode.KAFKA_STORAGE_ERROR)
        self.memory.advance(0.1)
        self.dead.clear()
        self.assertEqual([self.fetch("t", index) for index in range(4)], [56, 0, 56, 0])

    def test_a_topic_that_is_deleted_meanwhile_does_not_come_back(self) -> None:
        """A part of it lies where nobody can remove it."""
        self.with_topic()
        self.fail()
        self.successResultOf(self.memory.broker.coordination.delete_topic("t"))
        self.assertEqual(self.homes()["/one"], [])
        # Not with a start at which it is still away, nor with the one at which it is back.
        for dead in ({"/two": errno.EIO}, {}):
            self.memory.stop()
            self.dead.clear()
            self.dead.update(dead)
            self.restart()
            self.assertEqual(self.memory.broker.coordination.topics(), {})
        self.assertEqual(self.homes(), {"/one": [], "/two": []})

    def test_a_topic_of_the_same_name_meanwhile(self) -> None:
        self.with_topic()
        self.fail()
        self.successResultOf(self.memory.broker.coordination.delete_topic("t"))
        self.memory.create_topics({"t": 2})
        self.memory.put("t", [b"new"], partition=1)
        self.memory.stop()
        self.dead.clear()
        self.restart()
        self.assertEqual(self.homes()["/one"], ["t-0", "t-1"])
        self.assertEqual([one.value for one in self.memory.messages("t", 1)], [b"new"])

    # At the start

    def test_one_that_is_not_there_at_the_start(self) -> None:
        """Its partitions are away, and not made anew anywhere; the others serve."""
        self.with_topic()
        first_id = self.successResultOf(self.memory.broker.coordination.next_producer_id())
        self.memory.stop()
        self.dead["/two"] = errno.EIO
        self.restart()
        self.assertEqual([self.produce("t", index)[0] for index in range(4)], [0, 56, 0, 56])
        self.assertEqual(self.leaders("t"), [1, -1, 1, -1])
        self.assertEqual(self.homes(), {"/one": ["t-0", "t-2"], "/two": []})
        self.assertEqual(self.described()["/two"], (56, []))
        # What the missing one remembers may be newer.
        self.assertGreater(self.successResultOf(self.memory.broker.coordination.next_producer_id()), first_id + 1_000_000)
        self.memory.create_topics({"u": 1})
        self.memory.stop()
        self.dead.clear()
        self.restart()
        self.assertEqual([self.produce("t", index)[0] for index in range(4)], [0] * 4)
        self.assertEqual(self.leaders("u"), [1])

    def test_groups_of_a_failed_directory_have_no_coordinator(self) -> None:
        memory = self.memory
        memory.create_topics({"__consumer_offsets": 4})
        coordinator = memory.broker.coordinator
        assert coordinator is not None
        memory.advance(1)
        self.assertEqual(sorted(coordinator.shards), [0, 1, 2, 3])
        self.dead["/two"] = errno.EIO
        self.assertRaises(KlogError, memory.put, "__consumer_offsets", [b"x"], partition=1)
        memory.advance(0.1)
        self.assertEqual(sorted(coordinator.shards), [0, 2])

    def test_none_is_there(self) -> None:
        self.memory.stop()
        self.dead.update({"/one": errno.EIO, "/two": errno.EACCES})
        self.assertIn("/one/meta.properties: Input/output error", self.refused())


class ReserveTests(SynchronousTestCase):
    """A full disk, on which retention needs a little room to make room."""

    def test_retention_makes_room_on_a_full_disk(self) -> None:
        memory = MemoryBroker(
            {
                "log.dirs": "/one",
                "klog.reserve.bytes": "20000",
                "log.retention.bytes": "5000",
                "log.segment.delete.delay.ms": "0",
                "log.retention.check.interval.ms": "3600000",
            }
        )
        memory.file_system.capacity_bytes = 120_000
        memory.start()
        self.addCleanup(memory.stop)
        memory.advance(1)
        self.successResultOf(memory.broker.coordination.create_topic("t", [[1]], {"internal.segment.bytes": "4000"}))
        with self.assertRaises(KlogError):
            for _ in range(1000):
                memory.put("t", [b"x" * 900])
        memory.advance(6)
        found = memory.broker.directories.all[0]
        self.assertTrue(found.room.is_low)
        self.assertRaises(KlogError, memory.put, "t", [b"x"])
        for _ in range(6):
            memory.advance(5)
        self.assertFalse(found.room.is_low)
        self.assertTrue(memory.file_system.exists("/one/klog.reserve"))
        memory.put("t", [b"x" * 900])
        self.assertGreater(found.logs[next(iter(found.logs))].start_offset, 0)
