"""The consumers of other libraries: each is there for each of its works (`tests.bench clients` and the suite run them)."""

from __future__ import annotations

import inspect
import sys
import types
import unittest
from typing import Any
from unittest import mock

from klog.cli.suite.programs.clients import consumers
from klog.cli.suite.programs.clients.command import WORK


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


class TableTests(unittest.TestCase):
    """Functions of (address, topic, count)."""

    def test_all_are_in_the_table(self) -> None:
        here = [run for works in WORK.values() for run in works.values() if run.__module__ == consumers.__name__]
        self.assertEqual(len(here), 8)
        for run in here:
            self.assertEqual(list(inspect.signature(run).parameters)[:3], ["address", "topic", "count"])
