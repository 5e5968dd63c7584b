"""Lag of 1,000 groups: each on a partition of its own, and all on one partition at different places.

A reactor runs once in a process, and two brokers are measured; so the client is a process of its own:
``python -m tests.bench.lag ADDRESS``.
"""

from __future__ import annotations

import functools
import json
import subprocess
import sys
import time
from typing import Any, NamedTuple

from klog.client.admin.admin import Admin
from klog.client.admin.calls import run_concurrently
from klog.client.admin.types import NewTopic
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.bench.measure import BROKERS

GROUPS, TOPICS = 1_000, 10
#: Records of 100 bytes in each partition of the first kind: a batch of 12 KB, of which the group has read half.
RECORDS = 100
SHAPES = ("a partition each", "one partition")


class Measured(NamedTuple):
    """Medians of one broker."""

    shape: str
    seconds: float
    fastest: float


async def _fill(admin: Admin) -> None:
    per_topic = GROUPS // TOPICS
    topics = [NewTopic(f"lag-{number}", per_topic, 1) for number in range(TOPICS)] + [NewTopic("lag-one", 1, 1)]
    (await admin.create_topics(topics, timeout_ms=120_000)).check()
    now = int(time.time() * 1000)
    batch = codec.build_batch([(now, None, b"v" * 100, ()) for _ in range(RECORDS)])
    node = (await admin.describe_cluster()).nodes[0].node_id

    async def produce(topic: str, partitions: list[int]) -> None:
        rows = [PartitionProduceData(index=partition, records=batch) for partition in partitions]
        while rows:
            request = ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[TopicProduceData(name=topic, partition_data=rows)])
            answer = await admin.routing.ask(node, request, at_most=9)
            wrong = {one.index for one in answer.responses[0].partition_responses if one.error_code}
            codes = {one.error_code for one in answer.responses[0].partition_responses} - {0, ErrorCode.NOT_LEADER_OR_FOLLOWER}
            if codes:
                raise AssertionError(answer)
            rows = [row for row in rows if row.index in wrong]
            if rows:
                await admin.routing.wait_ms(100)

    for number in range(TOPICS):
        await produce(f"lag-{number}", list(range(per_topic)))
    for _ in range(GROUPS // RECORDS):
        await produce("lag-one", [0])

    async def commit(number: int) -> None:
        own = TopicPartition(f"lag-{number // per_topic}", number % per_topic)
        (await admin.alter_group_offsets(f"own-{number}", {own: RECORDS // 2}, timeout_ms=60_000)).check()
        (await admin.alter_group_offsets(f"one-{number}", {TopicPartition("lag-one", 0): number}, timeout_ms=60_000)).check()

    await run_concurrently([functools.partial(commit, number) for number in range(GROUPS)], 16)


async def _client(reactor: Any, address: str, runs: int) -> None:
    found = []
    async with Admin(reactor, address) as admin:
        await _fill(admin)
        for shape, prefix in zip(SHAPES, ("own", "one"), strict=True):
            names = [f"{prefix}-{number}" for number in range(GROUPS)]
            times = []
            for _ in range(runs + 1):
                began = time.monotonic()
                outcomes = await admin.lag(names)
                times.append(time.monotonic() - began)
                lags = [lag for partitions in outcomes.check().values() for lag in partitions.values()]
                if len(lags) != GROUPS or not all(lag.seconds_behind is not None and lag.records_behind for lag in lags):
                    raise AssertionError(outcomes)
            times = sorted(times[1:])  # the first is the warm-up
            found.append(Measured(shape, times[len(times) // 2], times[0]))
    print(json.dumps(found))


def measure(runs: int) -> dict[str, list[Measured]]:
    """klog and Kafka, each with a client process of its own."""
    found = {}
    for key, start in BROKERS.items():
        with start({"offsets.topic.num.partitions": "50"}) as broker:
            command = [sys.executable, "-m", "tests.bench.lag", broker.address, str(3 * runs)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
            if done.returncode:
                raise AssertionError(done.stdout + done.stderr)
            found[key] = [Measured(*row) for row in json.loads(done.stdout)]
    return found


if __name__ == "__main__":
    from twisted.internet import task

    def main(reactor: Any, address: str, runs: str = "3") -> Any:
        """The client process."""
        from twisted.internet.defer import Deferred

        return Deferred.fromCoroutine(_client(reactor, address, int(runs)))

    task.react(main, sys.argv[1:])
