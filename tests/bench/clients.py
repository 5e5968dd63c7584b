"""klog's client beside confluent-kafka, aiokafka and kafka-python, against klog's broker: in bulk, and with a future per message.

The works themselves are `klog.cli.suite.programs.clients`; `measure` runs them in turns, each in a process of its own.
``python -m tests.bench.clients CLIENT WORK ADDRESS TOPIC COUNT`` is one measurement and prints JSON.
"""

from __future__ import annotations

import json
import os
import pathlib
import statistics
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from klog.cli.run_coroutine import run
from klog.cli.suite.loads.python_clients import CLIENT_COUNTS
from klog.cli.suite.programs.clients import command
from klog.cli.suite.programs.clients.client_settings import BATCH_BYTES, LINGER_MS, PARTITIONS, VALUE_BYTES, WARM_UP
from klog.cli.suite.programs.clients.client_settings import SETTINGS_TOLD as SETTINGS
from klog.cli.suite.programs.clients.command import WORK
from klog.cli.suite.programs.clients.timing import Timed, Watch, turn
from tests import peers

__all__ = ["PARTITIONS", "SETTINGS"]

#: Those that begin with an empty topic of their own; the others read one that was filled.
PRODUCING = ("produce in bulk", "a future per message")
FILLED = "filled"


class Rate(NamedTuple):
    """The middle of some measurements."""

    per_second: float
    cpu_per_million: float


def in_process(client: str, work: str, address: str, topic: str, count: int, checkout: pathlib.Path = peers.ROOT) -> Timed:
    """One measurement in a process of its own.

    :param checkout: of which klog, and of which clients.py.
    """
    command = [sys.executable, "-m", "tests.bench.clients", client, work, address, topic, str(count)]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300, cwd=checkout, env=environment)
    if done.returncode:
        raise AssertionError(f"{client}, {work}: ended with {done.returncode}")
    return Timed(*json.loads(done.stdout.splitlines()[-1]))


def measure(runs: int, only: tuple[str, ...] = ()) -> dict[str, dict[str, Rate]]:
    """All clients, in turns; medians."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    from tests.bench.measure import klog, medians

    found: dict[str, dict[str, list[Rate]]] = {}
    with klog() as broker:
        admin = AdminClient({"bootstrap.servers": broker.address})
        if not only or set(only) - set(PRODUCING):
            admin.create_topics([NewTopic(FILLED, PARTITIONS, 1)])[FILLED].result(30)
            most = max(count for work, counts in CLIENT_COUNTS.items() if work not in PRODUCING for count in counts.values())
            in_process("klog", PRODUCING[0], broker.address, FILLED, most)
        for run in range(runs):
            for work, clients in WORK.items():
                if only and work not in only:
                    continue
                # Whoever begins may be at an advantage.
                for client in sorted(clients, reverse=bool(run % 2)):
                    topic = f"{work}-{client}-{run}".replace(" ", "-") if work in PRODUCING else FILLED
                    count = CLIENT_COUNTS[work][client]
                    if work in PRODUCING:
                        admin.create_topics([NewTopic(topic, PARTITIONS, 1)])[topic].result(30)
                    timed = in_process(client, work, broker.address, topic, count)
                    if work in PRODUCING:
                        admin.delete_topics([topic])[topic].result(30)
                    rate = Rate(count / timed.seconds, timed.cpu_seconds / count * 1e6)
                    found.setdefault(work, {}).setdefault(client, []).append(rate)
    return {work: {client: medians(Rate, rates) for client, rates in clients.items()} for work, clients in found.items()}


def measure_topics(runs: int) -> dict[int, float]:
    """Messages a second with five and with five thousand topics in the metadata; medians of CPU time, which is what metadata would cost."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    from tests.bench.measure import klog

    count = 200_000
    found: dict[int, list[float]] = {5: [], 5_000: []}
    with klog() as broker:
        admin = AdminClient({"bootstrap.servers": broker.address})
        for future in admin.create_topics([NewTopic(f"among-{number}", 1, 1) for number in range(5_000)], request_timeout=60).values():
            future.result(60)
        for _ in range(runs):
            for known, rates in found.items():
                timed = in_process("klog", f"among {known}", broker.address, "among", count)
                rates.append(count / timed.cpu_seconds)
    return {known: statistics.median(rates) for known, rates in found.items()}


def klog_among_topics(address: str, topic: str, count: int, known: int) -> Timed:
    """A Deferred for each message to one of five topics, with the metadata of `known` topics kept."""

    async def work(reactor: Any) -> Timed:
        from klog.client.producing.producer import Producer

        value = b"x" * VALUE_BYTES
        names = [f"{topic}-{number}" for number in range(5)]
        async with Producer(reactor, address, linger_ms=LINGER_MS, batch_bytes=BATCH_BYTES) as producer:
            await producer.routing.know([f"{topic}-{number}" for number in range(known)])
            for number in range(0, known, 10):
                producer.send(f"{topic}-{number}", value)
            for name in names:
                producer.send_many(name, [value] * (WARM_UP // 5))
            await producer.flush()
            watch = Watch()
            for sent in range(count):
                producer.send(names[sent % 5], value)
                if sent % 500 == 0:
                    await turn(reactor)
                    await producer.room()
            await producer.flush()
            return watch.read()

    return run(work)


def main(arguments: Sequence[str]) -> int:
    """One measurement: the suite's works, and ``among KNOWN``, which is not one of the suite's."""
    _, work, address, topic, count = arguments
    if not work.startswith("among "):
        return command.main(arguments)
    print(json.dumps(klog_among_topics(address, topic, int(count), int(work.split()[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
