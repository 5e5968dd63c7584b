"""Apache Kafka 0.8.2.2 on the ZooKeeper of its time, by the peers' script: the format and the groups of the paper's days."""

from __future__ import annotations

import contextlib
import dataclasses
import pathlib
import re
from collections.abc import Iterator, Mapping

from klog.cli.suite.host.processes import Child, StepFailed, Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.sides.broker import READY_S, Running, ended_in_order, with_ports
from klog.cli.suite.sides.kafka_broker import install
from klog.cli.suite.sides.names import OURS
from klog.cli.suite.sides.topics import check_nothing_lost, create_topic, wait_for_all

OLD_KAFKA_VERSION = "0.8.2.2"
#: As a side, and the sides of what is measured beside it.
OLD = f"kafka-{OLD_KAFKA_VERSION}"
OLD_KAFKA_SIDES = (OURS, OLD)
#: The last Kafka that came with a ZooKeeper: it is what runs beside the old one.
ZOOKEEPER_OF = "3.9.2"
_READY = r"READY port=(\d+)(?: pid=(\d+))?"


@dataclasses.dataclass
class OldKafka(Running):
    """A broker that serves, and its ZooKeeper.

    :param connect: ZooKeeper's ``host:port``.
    """

    connect: str


@contextlib.contextmanager
def old_kafka(site: Site) -> Iterator[OldKafka]:
    """Fresh ones.

    :raises Skip: they cannot be had. :raises StepFailed: they do not get ready.
    """
    install(site, OLD_KAFKA_VERSION)
    install(site, ZOOKEEPER_OF)
    site.say(f"Apache Kafka {OLD_KAFKA_VERSION}: starting")
    running = with_ports(2, lambda ports: _start(site, site.below("kafka"), ports))
    with ended_in_order(running):
        yield running


@contextlib.contextmanager
def old_zookeeper(site: Site) -> Iterator[str]:
    """The ZooKeeper of the old one alone; its ``host:port``.

    :raises Skip: it cannot be had. :raises StepFailed: it does not get ready.
    """
    install(site, ZOOKEEPER_OF)

    def start(ports: list[int]) -> tuple[Child, str]:
        return _start_zookeeper(site, ports[0]), f"127.0.0.1:{ports[0]}"

    child, connect = with_ports(1, start)
    with child:
        yield connect


def _start_zookeeper(site: Site, port: int) -> Child:
    words = [site.script("kafka"), ZOOKEEPER_OF, "zookeeper", "--port", port, "--dir", site.below("zookeeper"), "--quiet"]
    child = Child("ZooKeeper", words, site.below("logs") / "zookeeper.log")
    try:
        child.wait_for(_READY, READY_S)
    except BaseException:
        child.end()
        raise
    return child


def _start(site: Site, folder: pathlib.Path, ports: list[int]) -> OldKafka:
    script = site.script("kafka")
    children = [_start_zookeeper(site, ports[0])]
    try:
        connect = f"127.0.0.1:{ports[0]}"
        words = [script, OLD_KAFKA_VERSION, "serve", "--port", ports[1], "--dir", folder, "--zookeeper", connect, "--quiet"]
        children.append(Child(f"Kafka {OLD_KAFKA_VERSION}", words, site.below("logs") / "kafka.log"))
        found = children[1].wait_for(_READY, READY_S)
    except BaseException:
        for child in children:
            child.end()
        raise
    name, bootstrap, ready_s = f"Kafka {OLD_KAFKA_VERSION}", f"127.0.0.1:{ports[1]}", children[1].seconds
    return OldKafka(name, bootstrap, [int(found[2])], children, folder, site.machine, ready_s, connect)


def create_old_topic(site: Site, tools: Tools, running: OldKafka, name: str, partitions: int) -> None:
    """By its own tool.

    :raises StepFailed: it cannot be made.
    """
    words = [site.script("kafka"), OLD_KAFKA_VERSION, "topics", "--zookeeper", running.connect, "--create", "--topic", name]
    tools.run(f"kafka-topics {OLD_KAFKA_VERSION}", [*words, "--partitions", partitions, "--replication-factor", 1], 60)


def old_records(site: Site, tools: Tools, bootstrap: str, name: str, partitions: int = 1) -> int:
    """How many records a topic has that was never cut.

    :raises StepFailed: nobody says.
    """
    words = [site.script("kafka"), OLD_KAFKA_VERSION, "get-offsets", "--broker-list", bootstrap, "--topic", name, "--time", -1]
    text = tools.run(f"GetOffsetShell {OLD_KAFKA_VERSION}", words, 60).text
    ends = {int(found[1]): int(found[2]) for found in re.finditer(rf"^{re.escape(name)}:(\d+):(\d+)$", text, re.MULTILINE)}
    if len(ends) != partitions:
        raise StepFailed(f"GetOffsetShell {OLD_KAFKA_VERSION} does not say where {name} ends: {text.strip()[-300:]}")
    return sum(ends.values())


def create_topic_on(site: Site, tools: Tools, running: Running, name: str, partitions: int = 1) -> None:
    """On the old Kafka or on klog. Raises as `create_old_topic` and `create_topic`."""
    if isinstance(running, OldKafka):
        create_old_topic(site, tools, running, name, partitions)
    else:
        create_topic(running, name, partitions)


def check_all_there(site: Site, tools: Tools, running: Running, name: str, messages: int, partitions: int = 1) -> None:
    """On the old Kafka or on klog. Raises as `wait_for_all` and `old_records`."""
    if isinstance(running, OldKafka):
        wait_for_all(running.name, lambda: old_records(site, tools, running.bootstrap, name, partitions), messages, "messages")
    else:
        check_nothing_lost(running, name, messages, partitions)


def old_producer_words(site: Site, topic: str, messages: int, message_bytes: int, settings: Mapping[str, object]) -> list[object]:
    """``kafka-producer-perf-test`` of then, as fast as it goes.

    :param settings: of its new producer, ``bootstrap.servers`` among them.
    """
    words: list[object] = [site.script("kafka"), OLD_KAFKA_VERSION, "producer-perf-test", topic, messages, message_bytes, -1]
    return [*words, *(f"{name}={value}" for name, value in settings.items())]
