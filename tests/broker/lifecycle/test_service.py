"""Ordered start and stop of a whole broker in memory."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import StartRefused
from klog.errors import ErrorCode
from klog.records.implementations import codec
from klog.storage.filenames import CLEAN_SHUTDOWN
from klog.storage.parallel_io import NotInTime, one_by_one
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker, MemoryClient
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.schema import Message


def batch(*values: bytes) -> bytes:
    """Records without keys."""
    return codec.build_batch([(1_795_000_000_000, None, value, ()) for value in values])


def produce(topic: str, records: bytes, acks: int = -1) -> tuple[Message, int]:
    """One partition's Produce request."""
    partition = PartitionProduceData(index=0, records=records)
    data = [TopicProduceData(name=topic, partition_data=[partition])]
    return ProduceRequest(transactional_id=None, acks=acks, timeout_ms=1000, topic_data=data), 9


def fetch(topic: str, offset: int = 0, max_wait_ms: int = 0, min_bytes: int = 1) -> tuple[Message, int]:
    """One partition's Fetch request, without a session."""
    partition = FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=1 << 20)
    topics = [FetchTopic(topic=topic, partitions=[partition])]
    return FetchRequest(max_wait_ms=max_wait_ms, min_bytes=min_bytes, max_bytes=1 << 20, session_epoch=-1, topics=topics), 11


def make_topic(client: MemoryClient, name: str, partitions: int = 1, **configs: str) -> None:
    """Create a topic."""
    from klog.wire.messages.create_topics import CreatableTopicConfig

    topic = CreatableTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=1,
        configs=[CreatableTopicConfig(name=key.replace("_", "."), value=value) for key, value in configs.items()],
    )
    answer = client.ask(CreateTopicsRequest(topics=[topic], timeout_ms=1000), 7)
    assert answer.topics[0].error_code == ErrorCode.NONE, answer


def values_in(answer: object) -> list[bytes | None]:
    """What a Fetch answer brought of its one partition."""
    records = answer.responses[0].partitions[0].records  # type: ignore[attr-defined]
    return [record.value for record in codec.records(records or b"")]


class JourneyTests(SynchronousTestCase):
    """Records go in, stay, and come out."""

    def test_produce_fetch_restart(self) -> None:
        broker = MemoryBroker().start()
        [line] = broker.announced
        self.assertRegex(line, r"^klog-broker READY listeners=PLAINTEXT://0\.0\.0\.0:9092 data=/data broker\.id=1 start=\d+\.\d\ds$")
        client = broker.connect()
        make_topic(client, "t")
        answer = client.ask(*produce("t", batch(b"a", b"b")))
        self.assertEqual(answer.responses[0].partition_responses[0].error_code, ErrorCode.NONE)
        self.assertEqual(values_in(client.ask(*fetch("t"))), [b"a", b"b"])
        broker.stop()
        self.assertTrue(client.scripted.disconnected)
        self.assertTrue(broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}"))
        broker.start()
        self.assertFalse(broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}"))
        self.assertEqual(values_in(broker.connect().ask(*fetch("t"))), [b"a", b"b"])
        broker.stop()

    def test_topic_on_demand(self) -> None:
        broker = MemoryBroker({"num.partitions": "3"}).start()
        client = broker.connect()
        client.ask(MetadataRequest(topics=[MetadataRequestTopic(name="new")], allow_auto_topic_creation=True), 9)
        answer = client.ask(MetadataRequest(topics=None), 9)
        self.assertEqual([(topic.name, len(topic.partitions)) for topic in answer.topics], [("new", 3)])
        self.assertEqual([(one.host, one.port) for one in answer.brokers], [("192.0.2.9", 9092)])
        broker.stop()

    def test_crash(self) -> None:
        broker = MemoryBroker().start()
        client = broker.connect()
        make_topic(client, "t", flush_messages="1")
        for number in range(5):
            answer = client.ask(*produce("t", batch(b"%d" % number)))
            self.assertEqual(answer.responses[0].partition_responses[0].error_code, ErrorCode.NONE)
        for _ in range(5):
            after = broker.crash()
            after.start()
            self.assertEqual(values_in(after.connect().ask(*fetch("t"))), [b"0", b"1", b"2", b"3", b"4"])
            after.stop()

    def test_dynamic_settings_survive(self) -> None:
        from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest

        broker = MemoryBroker().start()
        change = AlterConfigsResource(
            resource_type=4, resource_name="", configs=[AlterableConfig(name="log.retention.ms", config_operation=0, value="5000")]
        )
        answer = broker.connect().ask(IncrementalAlterConfigsRequest(resources=[change]), 1)
        self.assertEqual(answer.responses[0].error_code, ErrorCode.NONE)
        self.assertEqual(broker.broker.settings.integer("log.retention.ms"), 5000)
        broker.stop()
        broker.start()
        self.assertEqual(broker.broker.settings.integer("log.retention.ms"), 5000)
        broker.stop()


class StopTests(SynchronousTestCase):
    """An end in order, whatever clients do."""

    def test_waiting_fetches_are_answered(self) -> None:
        broker = MemoryBroker().start()
        client = broker.connect()
        make_topic(client, "t")
        client.send(fetch("t", max_wait_ms=30_000, min_bytes=1000))
        self.assertEqual(client.answers, [])
        broker.stop(seconds=1)
        self.assertEqual(len(client.receive()), 1)
        self.assertTrue(client.scripted.disconnected)

    def test_a_client_that_does_not_read_is_cut_off(self) -> None:
        broker = MemoryBroker({"klog.shutdown.timeout.ms": "2000"}).start()
        client = broker.connect(socket_bytes=1000)
        make_topic(client, "t")
        client.ask(*produce("t", batch(bytes(100_000))))
        client.scripted.stalled = True
        client.send(fetch("t"))
        before = broker.clock.seconds()
        broker.stop(seconds=5)
        self.assertLess(broker.clock.seconds() - before, 3)
        self.assertGreater(broker.clock.seconds() - before, 1.5)
        self.assertTrue(broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}"))

    def test_nobody_comes_in_any_more(self) -> None:
        broker = MemoryBroker().start()
        broker.stop()
        self.assertRaises(ConnectionRefusedError, broker.connect)
        self.assertEqual(broker.clock.getDelayedCalls(), [])

    def test_answers_that_wait_for_a_flush_leave_before_the_end(self) -> None:
        broker = MemoryBroker().start()
        client = broker.connect()
        make_topic(client, "t", flush_messages="1")
        broker.hold_threads = True
        client.send(produce("t", batch(b"a")))
        self.assertEqual(client.answers, [])
        broker.stop()
        [answer] = client.receive()
        self.assertEqual(answer.responses[0].partition_responses[0].error_code, ErrorCode.NONE)

    def test_a_flush_that_never_ends(self) -> None:
        """The stop ends all the same, with a sentence and without the mark."""
        broker = MemoryBroker({"klog.shutdown.timeout.ms": "3000"}).start()
        client = broker.connect()
        make_topic(client, "t", flush_messages="1")
        broker.hold_threads = True
        client.send(produce("t", batch(b"a")))
        parts = broker.broker
        parts.environment.run_all = lambda acts, seconds=None: [NotInTime("late") for _ in acts]
        warnings: list[str] = []
        parts.warn = warnings.append  # type: ignore[method-assign]
        before = broker.clock.seconds()
        stopped = broker.service.stopService()
        broker.advance(5, 0.1)
        broker._held.popleft()  # The flush: it never comes back.
        broker.run_threads()
        self.successResultOf(stopped)
        self.assertLess(broker.clock.seconds() - before, 5.5)
        self.assertFalse(broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}"))
        self.assertIn("work on /data does not end", warnings[0])
        self.assertIn("has no clean-shutdown marker", warnings[-1])
        after = broker.crash()
        after.start()
        after.stop()

    def test_time_that_connections_took_is_not_the_logs(self) -> None:
        """What is left of the timeout is for the last flush, and two seconds at least."""
        for timeout_ms, expected in (("10000", 2.0), ("20000", 4.0)):
            broker = MemoryBroker({"klog.shutdown.timeout.ms": timeout_ms}).start()
            client = broker.connect(socket_bytes=1000)
            make_topic(client, "t")
            client.ask(*produce("t", batch(bytes(100_000))))
            client.scripted.stalled = True
            client.send(fetch("t"))
            left: list[float | None] = []

            def run_all(acts: Any, seconds: float | None = None, left: list[float | None] = left) -> list[Exception | None]:
                left.append(seconds)
                return one_by_one(acts, seconds)

            broker.broker.environment.run_all = run_all
            broker.stop()
            self.assertLess(abs((left[0] or 0.0) - expected), 0.3)

    def test_who_asks_for_a_stop_again_waits_for_it(self) -> None:
        """The logs are not closed before the one stop that there is has closed them, whoever asks."""
        broker = MemoryBroker().start()
        client = broker.connect()
        make_topic(client, "t", flush_messages="1")
        broker.hold_threads = True
        client.send(produce("t", batch(b"a")))
        first, second = broker.service.stopService(), broker.service.stopService()
        broker.advance(0.1)
        self.assertNoResult(first)
        self.assertNoResult(second)
        for _ in range(20):
            broker.run_threads()
            broker.advance(0.1)
        self.successResultOf(first)
        self.successResultOf(second)
        self.assertTrue(broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}"))
        self.successResultOf(broker.service.stopService())
        broker.hold_threads = False
        broker.start()
        self.assertEqual(values_in(broker.connect().ask(*fetch("t"))), [b"a"])
        broker.stop()

    def test_stop_without_start(self) -> None:
        MemoryBroker().stop()


class RefusedStartTests(SynchronousTestCase):
    """One line each, and nothing is left behind."""

    def refused(self, broker: MemoryBroker) -> str:
        error = self.assertRaises(StartRefused, broker.start)
        self.assertEqual(broker.announced, [])
        sentence = str(error)
        self.assertNotIn("\n", sentence)
        return sentence

    def test_directory_in_use(self) -> None:
        first = MemoryBroker().start()
        second = MemoryBroker(file_system=first.file_system)
        self.assertIn("in use by another broker", self.refused(second))
        # The first goes on.
        first.connect().ask(MetadataRequest(topics=None), 9)
        first.stop()
        self.assertTrue(first.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}"))

    def test_listeners(self) -> None:
        self.assertIn("no protocol for the listener X", self.refused(MemoryBroker({"listeners": "X://:1"})))
        self.assertIn("SASL", self.refused(MemoryBroker({"listeners": "SASL_SSL://:1"})))
        self.assertIn("key store", self.refused(MemoryBroker({"listeners": "SSL://:1"})))

    def test_a_disk_that_does_not_write(self) -> None:
        broker = MemoryBroker()
        broker.file_system.fail_writes(28)
        self.assertIn("No space left on device", self.refused(broker))
        broker.file_system.fail_writes(None)
        broker.start()
        broker.stop()

    def test_mistakes_are_not_hidden(self) -> None:
        broker = MemoryBroker()
        broker.file_system.lock = None  # type: ignore[method-assign,assignment]
        self.assertRaises(TypeError, broker.start)
