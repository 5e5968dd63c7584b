"""5,000 topics in a client's metadata against five: records a second, one Deferred each, in bulk, and consumed.

One broker holds all the topics; two clients in processes of their own know five of them or all, and both write and read the same five. The
two take turns. ``python -m tests.bench.metadata ADDRESS KNOWN`` is one measurement and prints JSON.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from typing import Any

from klog.cli import run_coroutine
from klog.cli.suite.programs.clients.timing import Watch
from klog.model import TopicPartition
from tests.integration.running import KlogBroker

TOPICS = 5_000
USED = [f"many-{number:04d}" for number in range(5)]
MESSAGES, BULK = 200_000, 2_000_000
#: The most that 5,000 topics may cost per record.
LIMIT = 1.2


def names(count: int) -> list[str]:
    """The first `count` topics."""
    return [f"many-{number:04d}" for number in range(count)]


async def fill(reactor: Any, address: str) -> None:
    """Make all topics."""
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import NewTopic

    async with Admin(reactor, address) as admin:
        for start in range(0, TOPICS, 500):
            outcomes = await admin.create_topics([NewTopic(name, 1, 1) for name in names(TOPICS)[start : start + 500]])
            outcomes.check()


async def measure_one(reactor: Any, address: str, known: int) -> dict[str, float]:
    """Seconds of CPU per million records by kind of work."""
    from klog.client.fetching.consumer import Consumer
    from klog.client.producing.producer import Producer

    found: dict[str, float] = {}
    value = b"x" * 100
    async with Producer(reactor, address, client_id="bench") as producer:
        await producer.routing.know(names(known))
        assert len(producer.routing.metadata.topics) == known
        for topic in USED:
            await producer.send_many(topic, [value] * 20_000)

        from twisted.internet.task import deferLater

        watch = Watch()
        for sent in range(MESSAGES):
            producer.send(USED[sent % len(USED)], value)
            if sent % 500 == 0:
                await deferLater(reactor, 0, lambda: None)
                await producer.room()
        await producer.flush()
        found["a Deferred per message"] = watch.read().cpu_seconds / MESSAGES * 1e6

        watch, waiting = Watch(), []
        for sent in range(0, BULK, 50_000):
            waiting.append(producer.send_many(USED[sent // 50_000 % len(USED)], [value] * 50_000))
            if len(waiting) > 4:
                await waiting.pop(0)
        for each in waiting:
            await each
        found["send_many"] = watch.read().cpu_seconds / BULK * 1e6

    async with Consumer(reactor, address, client_id="bench") as consumer:
        await consumer.routing.know(names(known))
        await consumer.assign({TopicPartition(topic, 0): 0 for topic in USED})
        watch, seen = Watch(), 0
        while seen < BULK:
            for message_set in await consumer.poll():
                seen += len(message_set.values())
        found["poll"] = watch.read().cpu_seconds / seen * 1e6
    return found


def measure(runs: int) -> dict[str, dict[int, float]]:
    """Medians: by kind of work and topics known, CPU seconds of the client per million records."""
    gathered: dict[str, dict[int, list[float]]] = {}
    with KlogBroker() as broker:
        run(broker.address, 0)
        for turn in range(runs):
            for known in (len(USED), TOPICS) if turn % 2 else (TOPICS, len(USED)):
                for work, cost in run(broker.address, known).items():
                    gathered.setdefault(work, {}).setdefault(known, []).append(cost)
    return {work: {known: statistics.median(costs) for known, costs in sides.items()} for work, sides in gathered.items()}


def run(address: str, known: int) -> dict[str, float]:
    """One measurement, in a process of its own; with 0, the topics are made."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.metadata", address, str(known)], stdout=subprocess.PIPE, check=True, timeout=600, text=True
    )
    result: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return result


def main(address: str, known: int) -> None:
    """Print one measurement."""
    found: dict[str, float] = {}

    async def work(reactor: Any) -> None:
        if known:
            found.update(await measure_one(reactor, address, known))
        else:
            await fill(reactor, address)

    run_coroutine.run(work)
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
