"""klog's TLS beside Apache Kafka's, with one certificate: Kafka's own load programs write and read through TLS 1.3.

Both brokers are up at once and asked in turns, in an order that turns round by round; the first round warms the JVM and is not counted.
Topics are made on a plain listener.
"""

from __future__ import annotations

import pathlib
import shutil
import statistics
import tempfile
from contextlib import ExitStack
from typing import NamedTuple

from klog.cli.suite.sides.certificates import Certificates, make_certificates
from tests import peers
from tests.bench import perf_tools
from tests.bench.heartbeats import await_coordinators
from tests.bench.measure import KAFKA, Measured
from tests.bench.perf_tools import Figure
from tests.integration.running import KlogBroker, start_kafka

#: Written for one round, and read.
RECORDS, READ = 600_000, 2_000_000
PRODUCE = {
    "producer-perf-test, 100 B, batch.size 8196": {"batch_size": 8196, "acks": 1},
    "producer-perf-test, 100 B, batch.size 65536": {"batch_size": 65536, "linger_ms": 10, "acks": 1},
}
CONSUME = "consumer-perf-test, a classic group"


class Row(NamedTuple):
    """One kind of work: the medians of both."""

    work: str
    klog: Figure
    kafka: Figure


class _Broker(NamedTuple):
    administered: Measured
    measured: Measured


def _settings(certificates: Certificates, *ports: int) -> dict[str, str]:
    return {
        "listeners": f"PLAINTEXT://127.0.0.1:{ports[0]},SSL://127.0.0.1:{ports[1]}",
        "inter.broker.listener.name": "PLAINTEXT",
        "group.initial.rebalance.delay.ms": "0",
        **certificates.broker_settings,
    }


def _klog(stack: ExitStack, certificates: Certificates) -> _Broker:
    ports = peers.free_port(), peers.free_port()
    broker = stack.enter_context(KlogBroker(port=ports[0], settings=_settings(certificates, *ports)))
    return _Broker(Measured("klog", broker.address, broker.pid, 0), Measured("klog", f"127.0.0.1:{ports[1]}", broker.pid, 0))


def _kafka(stack: ExitStack, certificates: Certificates) -> _Broker:
    folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-bench-kafka-"))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    ports = peers.free_port(), peers.free_port()
    controller = f"127.0.0.1:{peers.free_port()}"
    settings = _settings(certificates, *ports)
    settings["listeners"] += f",CONTROLLER://{controller}"
    settings["controller.quorum.voters"] = f"1@{controller}"
    settings["listener.security.protocol.map"] = "PLAINTEXT:PLAINTEXT,SSL:SSL,CONTROLLER:PLAINTEXT"
    server = start_kafka(KAFKA, folder, ports[0], settings=settings, heap=None)
    stack.callback(server.terminate)
    assert server.match is not None
    pid = int(server.match[2])
    return _Broker(*(Measured(f"Kafka {KAFKA}", f"127.0.0.1:{port}", pid, 0) for port in ports))


def _work(broker: _Broker, run: int, client: tuple[str, ...]) -> dict[str, Figure]:
    found = {}
    for number, (work, settings) in enumerate(PRODUCE.items()):
        topic = f"perf-{run}-{number}"
        perf_tools.create_topic(broker.administered, topic)
        found[work] = perf_tools.producer_perf(broker.measured, topic, RECORDS, 100, more=client, **settings)
    found[CONSUME] = perf_tools.consumer_perf(broker.measured, "perf", READ, f"perf-{run}", more=client)
    return found


def measure(runs: int) -> list[Row]:
    """`runs` rounds after a warm-up."""
    found: dict[str, dict[str, list[Figure]]] = {}
    with ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-bench-")))
        certificates = make_certificates(folder)
        client = perf_tools.command_config(folder, certificates.client_settings)
        brokers = {"klog": _klog(stack, certificates), "kafka": _kafka(stack, certificates)}
        for broker in brokers.values():
            await_coordinators(broker.administered.address)
            perf_tools.create_topic(broker.administered, "perf", 4)
            perf_tools.producer_perf(broker.measured, "perf", READ, 100, more=client, batch_size=65536, linger_ms=10, acks=1)
        for run in range(runs + 1):
            for key in sorted(brokers, reverse=bool(run % 2)):
                for work, figure in _work(brokers[key], run, client).items():
                    if run:
                        found.setdefault(work, {}).setdefault(key, []).append(figure)
    return [Row(work, *(_median(sides[key]) for key in ("klog", "kafka"))) for work, sides in found.items()]


def _median(figures: list[Figure]) -> Figure:
    return Figure(*(statistics.median(column) for column in zip(*figures, strict=True)))
