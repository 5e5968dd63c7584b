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
from tests.bench.measure import KAFKA, Measured
from tests.bench.perf_tools import Figure
from tests.bench.written_and_read import Loaded, one_round, prepare
from tests.integration.running import KlogBroker, start_kafka


class Row(NamedTuple):
    """One kind of work: the medians of both."""

    work: str
    klog: Figure
    kafka: Figure


def _settings(certificates: Certificates, *ports: int) -> dict[str, str]:
    listeners = f"PLAINTEXT://127.0.0.1:{ports[0]},SSL://127.0.0.1:{ports[1]}"
    return {
        "listeners": listeners,
        # The script that starts Kafka would have it advertise the first alone.
        "advertised.listeners": listeners,
        "inter.broker.listener.name": "PLAINTEXT",
        "group.initial.rebalance.delay.ms": "0",
        **certificates.broker_settings,
    }


def _klog(stack: ExitStack, certificates: Certificates, client: tuple[str, ...]) -> Loaded:
    ports = peers.free_port(), peers.free_port()
    broker = stack.enter_context(KlogBroker(port=ports[0], settings=_settings(certificates, *ports)))
    return Loaded(Measured("klog", broker.address, broker.pid, 0), Measured("klog", f"127.0.0.1:{ports[1]}", broker.pid, 0), client)


def _kafka(stack: ExitStack, certificates: Certificates, client: tuple[str, ...]) -> Loaded:
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
    administered, measured = (Measured(f"Kafka {KAFKA}", f"127.0.0.1:{port}", pid, 0) for port in ports)
    return Loaded(administered, measured, client)


def measure(runs: int) -> list[Row]:
    """`runs` rounds after a warm-up."""
    found: dict[str, dict[str, list[Figure]]] = {}
    with ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-bench-")))
        certificates = make_certificates(folder)
        client = perf_tools.command_config(folder, certificates.client_settings)
        brokers = {"klog": _klog(stack, certificates, client), "kafka": _kafka(stack, certificates, client)}
        for broker in brokers.values():
            prepare(broker)
        for run in range(runs + 1):
            for key in sorted(brokers, reverse=bool(run % 2)):
                for work, figure in one_round(brokers[key], run).items():
                    if run:
                        found.setdefault(work, {}).setdefault(key, []).append(figure)
    return [Row(work, *(_median(sides[key]) for key in ("klog", "kafka"))) for work, sides in found.items()]


def _median(figures: list[Figure]) -> Figure:
    return Figure(*(statistics.median(column) for column in zip(*figures, strict=True)))
