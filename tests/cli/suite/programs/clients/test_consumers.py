"""The consumers of other libraries: each is there for each of its works (`tests.bench clients` and the suite run them)."""

from __future__ import annotations

import inspect
import sys
import types
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

from klog.cli.suite.programs.clients import consumers
from klog.cli.suite.programs.clients.command import WORK
from klog.cli.suite.programs.clients.timing import Timed


class LibrdkafkaTests(unittest.TestCase):
    """What confluent-kafka is told."""

    def test_it_does_not_pause_where_its_queue_is_full(self) -> None:
        made: list[dict[str, Any]] = []
        consumer = mock.Mock()
        consumer.consume.side_effect = lambda count, _: [mock.Mock()] * count
        consumer.poll.return_value.value.return_value = b"x"

        def make(config: dict[str, Any]) -> mock.Mock:
            made.append(config)
            return consumer

        module: Any = types.SimpleNamespace(Consumer=make, OFFSET_BEGINNING=-2, TopicPartition=lambda *place: place)
        with mock.patch.dict(sys.modules, {"confluent_kafka": module}):
            consumers.confluent_consume("b:1", "t", 100)
            consumers.confluent_poll("b:1", "t", 100)
        self.assertEqual(len(made), 2)
        for config in made:
            self.assertGreaterEqual(config["queued.min.messages"], 1_000_000)
            self.assertLessEqual(config["fetch.queue.backoff.ms"], 10)


class ReadBeforeTests(unittest.TestCase):
    """What is read before the watch is started, and what against its time."""

    def setUp(self) -> None:
        self.happened: list[str] = []
        self.enterContext(mock.patch.object(consumers, "Watch", self.watch))

    def watch(self, warm_up: int) -> mock.Mock:
        self.happened.append(f"watch {warm_up}")
        return mock.Mock(read=lambda: Timed(1.0, 1.0, warm_up))

    def hand(self, count: int) -> list[mock.Mock]:
        """So many messages."""
        self.happened.append(str(count))
        return [mock.Mock(value=b"x")] * count

    def run_work(self, run: Callable[[str, str, int], Timed], modules: dict[str, Any]) -> list[str]:
        self.happened.clear()
        with mock.patch.dict(sys.modules, modules):
            self.assertEqual(run("b:1", "t", 5).warm_up, 1)
        return self.happened

    def test_confluent(self) -> None:
        consumer = mock.Mock()
        consumer.consume.side_effect = [[], [mock.Mock()], [mock.Mock()] * 5]
        module: Any = types.SimpleNamespace(Consumer=lambda config: consumer, OFFSET_BEGINNING=-2, TopicPartition=lambda *place: place)
        self.assertEqual(self.run_work(consumers.confluent_consume, {"confluent_kafka": module}), ["watch 1"])
        self.assertEqual([call.args[0] for call in consumer.consume.mock_calls], [1, 1, 10_000])
        message = mock.Mock()
        message.value.return_value = b"x"
        consumer.poll.side_effect = [None, message, *[message] * 2, None, *[message] * 3]
        self.run_work(consumers.confluent_poll, {"confluent_kafka": module})
        self.assertEqual(consumer.poll.call_count, 8, "one before, and five against the time")

    def test_aiokafka(self) -> None:
        test = self

        class Consumer:
            """Hands what it is asked for."""

            def __init__(self, **_: object) -> None:
                self.empty = True

            async def start(self) -> None:
                pass

            async def stop(self) -> None:
                pass

            def assign(self, places: object) -> None:
                pass

            async def getmany(self, timeout_ms: int, max_records: int = 4) -> dict[str, list[mock.Mock]]:
                self.empty = not self.empty
                return {} if self.empty else {"t": test.hand(max_records)}

            async def getone(self) -> mock.Mock:
                return test.hand(1)[0]

            def __aiter__(self) -> Consumer:
                return self

            async def __anext__(self) -> mock.Mock:
                return test.hand(1)[0]

        module: Any = types.SimpleNamespace(AIOKafkaConsumer=Consumer, TopicPartition=lambda *place: place)
        self.assertEqual(self.run_work(consumers.aiokafka_getmany, {"aiokafka": module}), ["1", "watch 1", "4", "4"])
        self.assertEqual(self.run_work(consumers.aiokafka_iterate, {"aiokafka": module}), ["1", "watch 1", *["1"] * 5])

    def test_kafka_python(self) -> None:
        test, polled = self, list[int]()

        class Consumer:
            """Has nothing at first, and then as much as it is asked for, three at the most."""

            def __init__(self, **_: object) -> None:
                pass

            def assign(self, places: object) -> None:
                pass

            def close(self) -> None:
                pass

            def poll(self, timeout_ms: int, max_records: int) -> dict[str, list[mock.Mock]]:
                polled.append(max_records)
                return {"t": test.hand(min(3, max_records))} if len(polled) > 1 else {}

            def __iter__(self) -> Consumer:
                return self

            def __next__(self) -> mock.Mock:
                return test.hand(1)[0]

        module: Any = types.SimpleNamespace(KafkaConsumer=Consumer, TopicPartition=lambda *place: place)
        self.assertEqual(self.run_work(consumers.kafka_python_poll, {"kafka": module}), ["1", "watch 1", "3", "3"])
        self.assertEqual(polled, [1, 1, 10_000, 10_000])
        self.assertEqual(self.run_work(consumers.kafka_python_iterate, {"kafka": module}), ["1", "watch 1", *["1"] * 5])


class TableTests(unittest.TestCase):
    """Functions of (address, topic, count)."""

    def test_all_are_in_the_table(self) -> None:
        here = [run for works in WORK.values() for run in works.values() if run.__module__ == consumers.__name__]
        self.assertEqual(len(here), 8)
        for run in here:
            self.assertEqual(list(inspect.signature(run).parameters)[:3], ["address", "topic", "count"])
