"""How fast a broker inside a test is ready, and gone: no sockets but its own, nothing compared with Kafka, which takes seconds."""

from __future__ import annotations

import itertools
import socket
import statistics
import tempfile
import time

from klog.span import join_parts
from klog.testing.broker import MemoryBroker
from klog.testing.embedded import Broker
from klog.wire.client import ClientConnection
from klog.wire.messages.api_versions import ApiVersionsRequest

TIMES = 100


def first_answer(bootstrap: str) -> None:
    """One question over the port, answered."""
    host, _, port = bootstrap.rpartition(":")
    wire = ClientConnection("bench")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(join_parts(wire.request(ApiVersionsRequest(client_software_name="x", client_software_version="1"), 3)[1]))
        while not wire.receive(connection.recv(1 << 16)):
            pass


def in_a_thread(data_directory: str | None) -> list[float]:
    """`klog.testing.embedded.Broker`: milliseconds to ready, to the first answer, to make a topic, to stop."""
    broker = Broker(data_directory=data_directory)
    marks = [time.perf_counter()]
    for step in (broker.start, lambda: first_answer(broker.bootstrap), lambda: broker.create_topic("t"), broker.stop):
        step()
        marks.append(time.perf_counter())
    return [(after - before) * 1000 for before, after in itertools.pairwise(marks)]


def in_virtual_time() -> list[float]:
    """`klog.testing.broker.MemoryBroker`: the same."""
    broker = MemoryBroker()
    question = ApiVersionsRequest(client_software_name="x", client_software_version="1")
    marks = [time.perf_counter()]
    for step in (broker.start, lambda: broker.connect().ask(question, 3), lambda: broker.create_topics({"t": 1}), broker.stop):
        step()
        marks.append(time.perf_counter())
    return [(after - before) * 1000 for before, after in itertools.pairwise(marks)]


def measure() -> dict[str, list[tuple[float, float]]]:
    """For each kind: median and largest of the four times."""
    found: dict[str, list[tuple[float, float]]] = {}
    for name in ("in a thread, files in memory", "in a thread, files on the disk", "in virtual time"):
        rounds = []
        for _ in range(TIMES):
            if name == "in virtual time":
                rounds.append(in_virtual_time())
            elif "disk" in name:
                with tempfile.TemporaryDirectory(prefix="klog-bench-") as folder:
                    rounds.append(in_a_thread(folder))
            else:
                rounds.append(in_a_thread(None))
        # Without the first, which imports.
        found[name] = [(statistics.median(column), max(column)) for column in zip(*rounds[1:], strict=True)]
    return found
