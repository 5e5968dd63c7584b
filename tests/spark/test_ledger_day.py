"""What a worker reads that begins when a stream has run for a day; ``python -m tests.spark.test_ledger_day`` prints the figure."""

from __future__ import annotations

import json
import os
import time
import unittest
from collections.abc import Iterator
from typing import Any

import pytest

from klog.client.blocking.client import BlockingClient
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.spark import ledger_topic
from klog.spark.ledger_topic import Claim, LedgerTopic
from klog.testing.embedded import Broker
from tests import peers

TASKS = 200
#: Of a day, one every 10 s.
BATCHES = 8_640


def claims(batch: int) -> list[tuple[int, bytes, bytes, tuple[()]]]:
    """What the tasks of a batch say, each following its claim of the batch before."""
    rows: list[tuple[int, bytes, bytes, tuple[()]]] = []
    for task in range(TASKS):
        follows = f"{task}-{batch - 1}" if batch else None
        claim = Claim("q", task, batch, 5 + task, batch, {"t": [batch] * 8}, False, f"{task}-{batch}", follows)
        value = json.dumps(ledger_topic._value(claim), separators=(",", ":")).encode()
        rows.append((time.time_ns() // 1_000_000, json.dumps(["q", task]).encode(), value, ()))
    return rows


@pytest.mark.soak
class DayTests(unittest.TestCase):
    """A day of a query, or a part of it."""

    def test_a_worker_that_begins_reads_little(self) -> None:
        batches = BATCHES if peers.SOAK else 100
        with Broker() as broker, BlockingClient(broker.bootstrap) as client, BlockingClient(broker.bootstrap) as fresh:
            driver = LedgerTopic(client, "__ledger")
            driver.is_done("q", 0)
            for batch in range(batches):
                client.produce(TopicPartition("__ledger", 0), codec.build_batch(claims(batch)))
                driver.finish("q", batch)
            read = 0
            whole = fresh.read

            def counted(*args: Any, **options: Any) -> Iterator[Any]:
                nonlocal read
                for message in whole(*args, **options):
                    read += 1
                    yield message

            fresh.read = counted  # type: ignore[method-assign]
            began_s = time.perf_counter()
            worker = LedgerTopic(fresh, "__ledger")
            self.assertTrue(worker.is_done("q", batches - 1))
            took_s = time.perf_counter() - began_s
            self.assertFalse(worker.is_done("q", batches))
            self.assertLess(read, 12_000)
            self.assertEqual(worker._claims.keys(), {("q", task) for task in range(TASKS)})
            # It goes on as if it had read everything: the next one follows the last one.
            following = worker.claim("q", 7, batches, lambda: {"t": [1]})
            self.assertEqual((following.producer_id, following.epoch, following.follows), (12, batches, f"7-{batches - 1}"))
            driver.check(following)
            if peers.SOAK or "KLOG_PRINT" in os.environ:
                print(f"{batches * TASKS} claims: a worker read {read} records and began in {took_s:.3f} s")
            if peers.SOAK:
                self.assertLessEqual(took_s, 1.0)


if __name__ == "__main__":
    os.environ["KLOG_PRINT"] = "1"
    unittest.main()
