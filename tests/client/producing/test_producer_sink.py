"""klog.client.producing.producer_sink."""

from __future__ import annotations

import io
import random
from typing import Any

from twisted.internet.interfaces import IConsumer, IPullProducer, IPushProducer
from twisted.protocols.basic import FileSender
from twisted.trial.unittest import SynchronousTestCase
from zope.interface import implementer
from zope.interface.verify import verifyObject

from klog.client.producing.producer_sink import ProducerSink
from klog.client.producing.producer_types import DeliveryFailed
from klog.errors import ErrorCode
from tests.client.producing.produce_world import World


@implementer(IPushProducer)
class Push:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.paused = False

    def pauseProducing(self) -> None:
        self.told.append("pause")
        self.paused = True

    def resumeProducing(self) -> None:
        self.told.append("resume")
        self.paused = False

    def stopProducing(self) -> None:
        self.told.append("stop")


@implementer(IPullProducer)
class Pull:
    """A file."""

    def __init__(self, sink: ProducerSink, data: bytes, chunk: int) -> None:
        self.sink, self.data, self.chunk, self.asked, self.stopped = sink, data, chunk, 0, False

    def resumeProducing(self) -> None:
        self.asked += 1
        if self.data:
            piece, self.data = self.data[: self.chunk], self.data[self.chunk :]
            self.sink.write(piece)
        else:
            self.sink.unregisterProducer()

    def stopProducing(self) -> None:
        self.stopped = True


class SinkTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.world = World(max_request_bytes=1 << 17, backlog_bytes=1 << 20)
        self.addCleanup(self.world.stop)

    def sink(self, **options: Any) -> ProducerSink:
        return self.world.producer.sink("t", **options)

    def values(self) -> list[bytes | None]:
        return self.world.cluster.log("t").values()

    def test_it_is_a_consumer(self) -> None:
        self.assertTrue(verifyObject(IConsumer, self.sink()))

    def test_lines(self) -> None:
        lines = [b"x" * (n % 50) + b"%d" % n for n in range(500)]
        data = b"\r\n".join(lines)
        for seed in range(5):
            rng = random.Random(seed)
            self.world.cluster.log("t").records.clear()
            sink = self.sink(delimiter=b"\r\n")
            position = 0
            while position < len(data):
                step = rng.choice([1, 2, 7, 100, 3000])
                sink.write(data[position : position + step])
                position += step
            self.assertEqual(self.world.until(sink.finish()), 500)
            self.assertEqual(self.values(), lines)

    def test_empty_lines_are_records(self) -> None:
        sink = self.sink()
        sink.write(b"a\n\nb\n")
        self.assertEqual(self.world.until(sink.finish()), 3)
        self.assertEqual(self.values(), [b"a", b"", b"b"])

    def test_long_lines_are_cut(self) -> None:
        for step in (1, 13, 100_000):
            self.world.cluster.log("t").records.clear()
            sink = self.sink(max_record_bytes=10)
            data = b"0123456789abcdefghijKLM\nshort\n" + b"y" * 25
            for start in range(0, len(data), step):
                sink.write(data[start : start + step])
            self.world.until(sink.finish())
            self.assertEqual(b"".join(value or b"" for value in self.values()), data.replace(b"\n", b""))
            self.assertTrue(all(len(value or b"") <= 20 for value in self.values()))
            self.assertLessEqual(len(sink._rest), 10)

    def test_chunks(self) -> None:
        sink = self.sink(delimiter=None, max_record_bytes=4)
        sink.write(b"ab\n")
        sink.write(b"")
        sink.write(b"0123456789")
        self.world.until(sink.finish())
        self.assertEqual(self.values(), [b"ab\n", b"0123", b"4567", b"89"])

    def test_a_push_producer_is_paused_while_the_brokers_are_slow(self) -> None:
        sink = self.sink(high_bytes=50_000)
        source = Push()
        sink.registerProducer(source, True)
        self.world.until(self.world.producer.send("t", b"warm"))
        self.world.cluster.mute.update(self.world.cluster.nodes.values())
        written = 0
        while not source.paused:
            sink.write(b"x" * 999 + b"\n")
            written += 1
            self.assertLess(written, 100)
        self.assertGreater(written, 45)
        self.world.cluster.mute.clear()
        for connection in self.world.cluster.connections:
            connection.lose()
        self.world.pass_ms(60_000, 50)
        self.assertEqual(source.told, ["pause", "resume"])
        sink.unregisterProducer()
        self.assertEqual(self.world.until(sink.finish()), written)

    def test_a_pull_producer_is_asked_as_long_as_there_is_room(self) -> None:
        data = b"".join(b"line %d\n" % n for n in range(20_000))
        sink = self.sink(high_bytes=20_000)
        source = Pull(sink, data, 1_000)
        sink.registerProducer(source, False)
        most = 0
        for _ in range(100_000):
            self.world.pass_ms(1)
            most = max(most, sink.unacknowledged_bytes)
            if sink._source is None:
                break
        self.assertEqual(self.world.until(sink.finish()), 20_000)
        self.assertLess(most, 20_000 + 5_000)
        self.assertEqual(self.values()[-1], b"line 19999")

    def test_a_failure_stops_the_source(self) -> None:
        sink = self.sink()
        source = Push()
        sink.registerProducer(source, True)
        self.world.until(self.world.producer.send("t", b"warm"))
        self.world.cluster.faults.append(ErrorCode.INVALID_RECORD)
        sink.write(b"a\nb\n")
        self.world.pass_ms(100)
        self.assertEqual(source.told, ["stop"])
        sink.write(b"c\n")
        self.failureResultOf(sink.finish(), DeliveryFailed)
        late = Push()
        sink.registerProducer(late, True)
        self.assertEqual(late.told, ["stop"])

    def test_a_file(self) -> None:
        sink = self.sink()
        sent = FileSender().beginFileTransfer(io.BytesIO(b"".join(b"line %d\n" % n for n in range(9_000)) + b"end"), sink)
        self.world.until(sent)
        self.assertEqual(self.world.until(sink.finish()), 9_001)
        self.assertEqual(self.values()[-2:], [b"line 8999", b"end"])

    def test_two_sources(self) -> None:
        sink = self.sink()
        sink.registerProducer(Push(), True)
        self.assertRaises(RuntimeError, sink.registerProducer, Push(), True)
        sink.unregisterProducer()
        self.assertEqual(self.world.until(sink.finish()), 0)

    def test_what_no_sink_can_be(self) -> None:
        self.assertRaises(ValueError, self.sink, delimiter=b"")
