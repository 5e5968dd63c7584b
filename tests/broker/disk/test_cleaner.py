"""klog.broker.disk.cleaner, in a whole broker in memory."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk.cleaner import BUFFERS, PASSED_OVER, SLICE, Cleaner
from klog.broker.steps import Slices
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records import legacy
from klog.records.contract import Codec
from klog.records.implementations import codec
from klog.storage.checkpoint_files import read_offsets
from klog.storage.compaction.compaction import Step
from klog.storage.compaction.log_compaction import dirtiness_of
from klog.storage.disk_work import do_now
from klog.storage.log.log import Log, StillRunning
from klog.testing.broker import EPOCH_MS, MemoryBroker, MemoryClient
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.broker.lifecycle.test_service import fetch, make_topic, values_in

CHECKPOINT = "/data/cleaner-offset-checkpoint"
SMALL = {"internal_segment_bytes": "300", "cleanup_policy": "compact", "min_cleanable_dirty_ratio": "0.01"}


def keyed(*pairs: tuple[bytes | None, bytes | None], at: int = EPOCH_MS) -> bytes:
    return codec.build_batch([(at, key, value, ()) for key, value in pairs])


def produce(topic: str, records: bytes, version: int = 9) -> tuple[ProduceRequest, int]:
    data = [TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=0, records=records)])]
    return ProduceRequest(transactional_id=None, acks=-1, timeout_ms=1000, topic_data=data), version


class CleanerTests(SynchronousTestCase):
    """Rounds."""

    def broker(self, **properties: str) -> MemoryBroker:
        self.held = MemoryBroker(
            {"log.cleaner.backoff.ms": "1000", **{name.replace("_", "."): value for name, value in properties.items()}}
        )
        self.held.start()
        self.addCleanup(self.stop)
        return self.held

    def stop(self) -> None:
        if self.held.service.running:
            self.held.stop()

    def fill(self, client: MemoryClient, topic: str, count: int = 12, key: bytes = b"k") -> None:
        for number in range(count):
            answer = client.ask(*produce(topic, keyed((key, b"%030d" % number))))
            self.assertEqual(answer.responses[0].partition_responses[0].error_code, 0)

    def make_filled(self, client: MemoryClient, *topics: str) -> None:
        """Topics of small segments, each with something to compact."""
        for topic in topics:
            make_topic(client, topic, **SMALL)
            self.fill(client, topic)

    def log(self, topic: str) -> Log:
        assert self.held.broker.directories.all[0] is not None
        return self.held.broker.directories.all[0].logs[TopicPartition(topic, 0)]

    def cleaner(self) -> Cleaner:
        assert self.held.broker.cleaner is not None
        return self.held.broker.cleaner

    def reading(self, name: str) -> float:
        return next(reading.value for reading in self.held.broker.metrics if reading.name == name)

    def everything(self, client: MemoryClient, topic: str) -> list[tuple[int, bytes | None]]:
        offset, found = 0, []
        while True:
            answer = client.ask(*fetch(topic, offset))
            data = answer.responses[0].partitions[0].records or b""
            if not data:
                return found
            found += [(record.offset, record.value) for record in codec.records(data)]
            # As clients do: a batch may have no records any more.
            offset = codec.scan(data)[-1].last_offset + 1

    def test_a_compacted_topic_is_compacted(self) -> None:
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t", **SMALL)
        make_topic(client, "other", internal_segment_bytes="300")
        self.fill(client, "t")
        self.fill(client, "other")
        broker.advance(1.0)
        left = [offset for offset, _ in self.everything(client, "t")]
        active = self.log("t")._segments.active.base_offset
        self.assertEqual(left, [active - 1, *range(active, 12)])
        self.assertEqual(len(self.everything(client, "other")), 12)
        self.assertEqual(read_offsets(broker.file_system, CHECKPOINT), {TopicPartition("t", 0): active})
        self.assertEqual(self.reading("compaction.runs.count"), 1)
        self.assertGreater(self.reading("compaction.read_bytes"), self.reading("compaction.written_bytes"))
        self.assertEqual(self.reading("compaction.max_dirty.ratio"), 0)
        # Later rounds find nothing; after a restart neither.
        broker.advance(5.0)
        self.assertEqual(self.reading("compaction.runs.count"), 1)
        broker.stop()
        broker.start()
        broker.advance(5.0)
        self.assertEqual(self.reading("compaction.runs.count"), 0)
        client = broker.connect()
        self.assertEqual([offset for offset, _ in self.everything(client, "t")], left)
        self.fill(client, "t", 20)
        broker.advance(1.0)
        self.assertEqual(self.reading("compaction.runs.count"), 1)

    def test_the_filthiest_first_and_all_in_one_round(self) -> None:
        broker = self.broker()
        client = broker.connect()
        for name in ("a", "b", "c"):
            make_topic(client, name, **SMALL)
        self.fill(client, "a")
        broker.advance(1.0)
        self.fill(client, "a", 6)
        self.fill(client, "b")
        order: list[str] = []
        plain = self.cleaner()._compact

        def noted(directory: Any, log: Log, map_bytes: int) -> Any:
            order.append(log.topic_partition.topic)
            return plain(directory, log, map_bytes)

        self.cleaner()._compact = noted  # type: ignore[method-assign]
        broker.advance(1.0)
        self.assertEqual(order, ["b", "a"])

    def test_many_logs_are_looked_at_in_slices(self) -> None:
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "many", SLICE * 2 + 3, **SMALL)
        make_topic(client, "t", **SMALL)
        self.fill(client, "t")
        broker.advance(1.5, 0.1)
        self.assertEqual(self.reading("compaction.runs.count"), 1)

    def test_many_that_are_not_compacted_are_passed_over_in_slices(self) -> None:
        """And again and again, while there is nothing for a thread to do."""
        broker = self.broker()
        client = broker.connect()
        self.make_filled(client, "t", "u")
        logs = {number: mock.Mock(settings=mock.Mock(cleanup_compact=False)) for number in range(PASSED_OVER * 3)}
        directory = broker.broker.directories.all[0]
        assert directory is not None
        pauses: list[None] = []

        class Short(Slices):
            """Each is over at once."""

            is_over = True

            def pause(self) -> Deferred[None]:
                pauses.append(None)
                return super().pause()

        cleaner = self.cleaner()
        with (
            mock.patch.object(directory, "logs", {**logs, **directory.logs}),
            mock.patch.object(cleaner, "_slices", Short(cleaner._clock)),
            mock.patch.object(cleaner, "_schedule", lambda: None),
        ):
            broker.advance(1.0, 0.1)
        # Twice one that is found, and once none: through all of them, and behind each that is asked.
        self.assertGreaterEqual(len(pauses), 3 * 3)
        self.assertEqual(self.reading("compaction.runs.count"), 2)

    def test_a_broken_log_is_left_alone(self) -> None:
        broker = self.broker()
        client = broker.connect()
        self.make_filled(client, "bad", "good")
        path = self.log("bad")._segments.first.log_path
        data = bytearray(broker.file_system.read(path))
        data[-5] ^= 1
        broker.file_system.write(path, bytes(data))
        self.log("bad")._context.files.clear()
        broker.advance(3.0, 0.5)
        self.assertEqual(self.reading("compaction.uncleanable.count"), 1)
        self.assertEqual(self.reading("compaction.runs.count"), 1)
        self.assertIn("checksum", next(iter(self.cleaner().uncleanable.values())))
        self.assertEqual(len(self.everything(client, "bad")), 12, "it is served as before")
        self.assertFalse([text for text in broker.file_system.list("/data/bad-0") if text.endswith(".cleaned")])
        client.ask(DeleteTopicsRequest(topics=[DeleteTopicState(name="bad")], timeout_ms=1000), 6)
        broker.advance(2.0, 0.5)
        self.assertEqual(self.reading("compaction.uncleanable.count"), 0)

    def test_a_mistake_in_one_log_keeps_no_other_from_being_compacted(self) -> None:
        broker = self.broker()
        client = broker.connect()
        self.make_filled(client, "bad", "good")
        bad = self.log("bad")

        def dirtiness(log: Log, checkpoint: int | None) -> Any:
            if log is bad:
                raise ZeroDivisionError("a mistake")
            return dirtiness_of(log, checkpoint)

        with mock.patch("klog.broker.disk.cleaner.dirtiness_of", dirtiness):
            broker.advance(3.0, 0.5)
        self.assertEqual(self.reading("compaction.runs.count"), 1)
        self.assertEqual(self.cleaner().uncleanable, {bad: "a mistake"})
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_a_full_disk_is_tried_again(self) -> None:
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t", **SMALL)
        self.fill(client, "t")
        broker.file_system.fail_writes(28)
        broker.advance(3.0, 0.5)
        self.assertEqual((self.reading("compaction.runs.count"), self.reading("compaction.uncleanable.count")), (0, 0))
        broker.file_system.fail_writes(None)
        broker.advance(1.0)
        self.assertEqual(self.reading("compaction.runs.count"), 1)

    def test_a_stop_waits_for_the_end(self) -> None:
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t", **SMALL)
        self.fill(client, "t")
        broker.hold_threads = True
        broker.advance(1.0)
        self.assertIsNotNone(self.log("t").compaction)
        broker.hold_threads = True
        broker.stop()
        self.assertTrue(broker.file_system.exists("/data/.kafka_cleanshutdown"))
        broker.hold_threads = False
        broker.start()
        self.assertEqual(len(self.everything(broker.connect(), "t")), 12)

    def test_a_topic_deleted_meanwhile(self) -> None:
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t", **SMALL)
        self.fill(client, "t")
        broker.hold_threads = True
        broker.advance(1.0)
        client.send((DeleteTopicsRequest(topics=[DeleteTopicState(name="t")], timeout_ms=1000), 6))
        while broker.run_threads():
            pass
        broker.hold_threads = False
        broker.advance(2.0, 0.5)
        self.assertEqual((self.reading("compaction.runs.count"), self.reading("compaction.uncleanable.count")), (0, 0))
        self.assertFalse(self.cleaner()._busy)

    def test_switched_off(self) -> None:
        for properties in ({"log_cleaner_enable": "false"}, {"log_cleaner_threads": "0"}):
            broker = self.broker(**properties)
            client = broker.connect()
            make_topic(client, "t", **SMALL)
            self.fill(client, "t")
            broker.advance(3.0, 0.5)
            self.assertEqual(len(self.everything(client, "t")), 12)
            self.stop()

    def test_settings_count_while_the_broker_runs(self) -> None:
        broker = self.broker(log_cleaner_threads="0", log_cleaner_io_buffer_size="1024")
        client = broker.connect()
        make_topic(client, "t", **SMALL)
        self.fill(client, "t")
        self.assertEqual(self.cleaner().options(1 << 20).read_bytes, 1024 * BUFFERS)
        self.assertIsNone(self.cleaner()._share_bytes())
        changes = {"log.cleaner.threads": "1", "log.cleaner.io.max.bytes.per.second": "5000.5", "log.cleaner.dedupe.buffer.size": "2097152"}
        configs = [AlterableConfig(name=name, config_operation=0, value=value) for name, value in changes.items()]
        answer = client.ask(
            IncrementalAlterConfigsRequest(resources=[AlterConfigsResource(resource_type=4, resource_name="", configs=configs)]), 1
        )
        self.assertEqual(answer.responses[0].error_code, 0, answer)
        self.assertEqual(self.cleaner()._share_bytes(), 2 << 20)
        broker.advance(1.0)
        self.assertEqual(self.reading("compaction.runs.count"), 1)
        self.assertEqual(self.cleaner()._rate.bytes_per_second, 5000.5)

    def test_several_at_once_share_memory_and_rate(self) -> None:
        broker = self.broker(log_cleaner_threads="3", log_cleaner_dedupe_buffer_size="9437184")
        client = broker.connect()
        topics = ["a", "b", "c", "d", "e"]
        self.make_filled(client, *topics)
        broker.hold_threads = True
        broker.advance(1.0)
        cleaner = self.cleaner()
        self.assertEqual(list(cleaner._under_way.values()), [3 << 20] * 3)
        while len(cleaner._works) < 3:
            self.assertTrue(self.one_piece())
        options = [work.compaction._options for work in cleaner._works]
        self.assertEqual({(one.map_bytes, id(one.rate)) for one in options}, {(3 << 20, id(cleaner._rate))})
        seen = set()
        while self.one_piece():
            seen.add(len(cleaner._under_way))
            self.assertLessEqual(sum(cleaner._under_way.values()), 9 << 20)
        self.assertEqual(seen, {0, 1, 2, 3})
        broker.hold_threads = False
        broker.advance(2.0, 0.5)
        self.assertEqual((self.reading("compaction.runs.count"), cleaner._under_way), (5, {}))
        for topic in topics:
            active = self.log(topic)._segments.active.base_offset
            self.assertEqual([offset for offset, _ in self.everything(client, topic)], [active - 1, *range(active, 12)])
        self.assertEqual(len(read_offsets(broker.file_system, CHECKPOINT)), 5)

    def test_a_log_that_is_cut_as_its_compaction_ends(self) -> None:
        """What waits for the thread's last turn begins before the cleaner hears of the end: how far it got is not told beyond the cut."""
        broker = self.broker()
        self.make_filled(broker.connect(), "t")
        name, log = TopicPartition("t", 0), self.log("t")
        broker.hold_threads = True
        broker.advance(1.0)
        (work,) = self.cleaner()._works
        while not (work.compaction.step is Step.CLEAN and work.compaction._groups == []):
            self.assertTrue(self.one_piece())
        function, deferred = broker._held.pop()
        ran = broker._run(function)
        directory = broker.broker.directories.all[0]
        self.assertRaises(StillRunning, directory.prepare_truncation, name, 3)
        cuts: list[Any] = []
        log.work.when_idle(lambda: cuts.append(directory.prepare_truncation(name, 3)))
        ran.chainDeferred(deferred)
        broker.run()
        with broker.file_system.waiting_allowed():
            do_now(cuts[0])
        self.assertTrue(work.is_done)
        self.assertLessEqual(log.end_offset, 3)
        self.assertLessEqual(directory.cleaner_offsets.get(name, 0), 3)
        while broker.run_threads():
            pass
        broker.hold_threads = False

    def one_piece(self) -> bool:
        """The oldest of what waits for a thread is done."""
        broker = self.held
        if not broker._held:
            return False
        function, deferred = broker._held.popleft()
        broker._run(function).chainDeferred(deferred)
        broker.run()
        return True

    def change(self, **changes: str) -> None:
        """Dynamic settings, as the listener of settings brings them in."""
        self.held.broker.settings.set_dynamic({name.replace("_", "."): value for name, value in changes.items()}, {})

    def test_more_and_fewer_threads_while_logs_are_compacted(self) -> None:
        """Nobody gets memory that somebody else has been given."""
        broker = self.broker(log_cleaner_threads="1", log_cleaner_dedupe_buffer_size="8388608")
        client = broker.connect()
        self.make_filled(client, "a", "b", "c", "d", "e", "f")
        broker.hold_threads = True
        broker.advance(1.0)
        cleaner = self.cleaner()
        self.assertEqual(list(cleaner._under_way.values()), [8 << 20])
        self.change(log_cleaner_threads="4")
        self.assertIsNone(cleaner._share_bytes(), "the one that goes on has all of it")
        seen = set()
        while len(cleaner._under_way) < 4:
            self.assertTrue(self.one_piece())
            seen.add(tuple(sorted(cleaner._under_way.values())))
            self.assertLessEqual(sum(cleaner._under_way.values()), 8 << 20)
        self.assertIn((2 << 20,) * 4, seen)
        self.change(log_cleaner_threads="2", log_cleaner_io_max_bytes_per_second="1000000")
        self.assertIsNone(cleaner._share_bytes())
        broker.advance(1.0)
        self.assertEqual(cleaner._rate.bytes_per_second, 1e6, "those that go on hear of it")
        self.change(log_cleaner_threads="0")
        while self.one_piece():
            pass
        broker.hold_threads = False
        broker.advance(2.0, 0.5)
        self.assertEqual((cleaner._under_way, cleaner._busy), ({}, False))
        before = self.reading("compaction.runs.count")
        self.assertLess(before, 6)
        self.change(log_cleaner_threads="2")
        broker.advance(2.0, 0.5)
        self.assertEqual(self.reading("compaction.runs.count"), 6)

    def test_one_of_several_fails(self) -> None:
        broker = self.broker(log_cleaner_threads="2")
        client = broker.connect()
        self.make_filled(client, "a", "b", "c")
        path = self.log("a")._segments.first.log_path
        data = bytearray(broker.file_system.read(path))
        data[70] ^= 0xFF
        broker.file_system.write(path, bytes(data))
        broker.advance(3.0, 0.5)
        self.assertEqual((self.reading("compaction.runs.count"), self.reading("compaction.uncleanable.count")), (2, 1))
        self.flushLoggedErrors()

    def test_a_stop_while_several_are_compacted(self) -> None:
        broker = self.broker(log_cleaner_threads="3")
        client = broker.connect()
        self.make_filled(client, "a", "b", "c")
        before = {topic: self.everything(client, topic) for topic in ("a", "b", "c")}
        broker.hold_threads = True
        broker.advance(1.0)
        while len(self.cleaner()._works) < 3:
            self.assertTrue(self.one_piece())
        works = list(self.cleaner()._works)
        stopped: list[None] = []
        self.cleaner().stop().addCallback(stopped.append)
        self.assertEqual((stopped, [work.compaction.stopping for work in works]), ([], [True] * 3))
        while broker.run_threads():
            pass
        broker.hold_threads = False
        broker.advance(1.0, 0.5)
        self.assertEqual(stopped, [None])
        self.assertEqual({topic: self.everything(client, topic) for topic in before}, before)
        self.assertFalse([path for path in broker.file_system.walk("/data") if path.endswith(".cleaned")])

    def test_a_lost_checkpoint_only_costs_work(self) -> None:
        broker = self.broker()
        client = broker.connect()
        make_topic(client, "t", **SMALL)
        self.fill(client, "t")
        broker.advance(1.0)
        left = self.everything(client, "t")
        broker.stop()
        broker.file_system.write(CHECKPOINT, b"0\n1\nt 0 999\n")
        broker.start()
        broker.advance(1.0)
        self.assertEqual(self.everything(broker.connect(), "t"), left)
        self.assertEqual(read_offsets(broker.file_system, CHECKPOINT), {TopicPartition("t", 0): self.log("t")._segments.active.base_offset})


class KeylessTests(SynchronousTestCase):
    """A record without a key for a compacted topic is refused, whatever the format."""

    def test_refused(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        client = broker.connect()
        make_topic(client, "t", **SMALL)
        mixed = [(b"a", b"1"), (None, b"2"), (b"c", b"3"), (None, b"4")]
        plain = keyed(*mixed)
        packed = codec.build_batch([(EPOCH_MS, key, value, ()) for key, value in mixed], codec=Codec.GZIP)
        magic1 = b"".join(legacy.message_bytes(1, n, EPOCH_MS, key, value) for n, (key, value) in enumerate(mixed))
        magic0 = b"".join(legacy.message_bytes(0, n, -1, key, value) for n, (key, value) in enumerate(mixed))
        for records, version in ((plain, 9), (packed, 9), (plain, 8), (plain, 3), (magic1, 2), (magic0, 1), (magic0, 0)):
            with self.subTest(version=version):
                answer = client.ask(*produce("t", records, version)).responses[0].partition_responses[0]
                self.assertEqual(answer.error_code, ErrorCode.INVALID_RECORD)
                if version >= 8:
                    self.assertEqual([error.batch_index for error in answer.record_errors], [1, 3])
                    self.assertIn("without a key", answer.record_errors[0].batch_index_error_message)
        self.assertEqual(values_in(client.ask(*fetch("t"))), [])

    def test_old_consumers_get_past_empty_batches(self) -> None:
        broker = MemoryBroker({"log.cleaner.backoff.ms": "1000"}).start()
        self.addCleanup(broker.stop)
        client = broker.connect()
        make_topic(client, "t", **SMALL)
        idempotent = codec.build_batch([(EPOCH_MS, b"k", b"first", ())], producer_id=0, producer_epoch=0, base_sequence=0)
        client.ask(*produce("t", idempotent))
        for number in range(12):
            client.ask(*produce("t", keyed((b"k", b"%030d" % number))))
        broker.advance(1.0)
        partition = FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1 << 20)
        for version in (0, 1, 2, 3):
            request = FetchRequest(max_wait_ms=0, min_bytes=1, max_bytes=1 << 20, topics=[FetchTopic(topic="t", partitions=[partition])])
            answer = client.ask(request, version).responses[0].partitions[0]
            self.assertEqual(answer.error_code, 0)
            records = list(codec.records(answer.records))
            self.assertTrue(records, f"Fetch {version} is stuck before an empty batch")
            self.assertNotIn(b"first", [record.value for record in records])
