"""The post's own commands of 2014, literally: Apache Kafka 0.8.2.2's producer and consumer tools, on klog with ZooKeeper and on that Kafka.

The consumer finds topics and brokers in ZooKeeper, where it also keeps its group; both sides have the same ZooKeeper's program. Six
partitions, one copy, records of 100 bytes, ``acks=1 buffer.memory=67108864 batch.size=8196``; then one thread reads all from the
beginning.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator, Mapping

from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import kafka_tools
from klog.cli.suite.loads.amounts import EVERY_SIDE, TOPIC
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.measured import Measured, PhaseWatch, memory_figures
from klog.cli.suite.loads.producing import SETTINGS_2014
from klog.cli.suite.sides.broker import Running
from klog.cli.suite.sides.names import side_named
from klog.cli.suite.sides.old_kafka import (
    OLD,
    OLD_KAFKA_VERSION,
    check_all_there,
    create_topic_on,
    old_kafka,
    old_producer_words,
    old_zookeeper,
)

PARTITIONS = 6
RECORD_BYTES = 100


@dataclasses.dataclass(frozen=True)
class CommandsOf2014:
    """See above.

    :param records: by size of the suite.
    """

    records: Mapping[str, int]

    warm_up_told = ""

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        records = self.records[site.size]
        check_disk(site, records * RECORD_BYTES)
        found = Measured()
        with _served(site, side) as (running, connect):
            tools = running.tools(site)
            found.commands = tools.commands
            create_topic_on(site, tools, running, TOPIC, PARTITIONS)
            site.say(f"producing {records:,} records by Kafka {OLD_KAFKA_VERSION}")
            watch = PhaseWatch(running, site.size)
            settings = {"bootstrap.servers": running.bootstrap, **SETTINGS_2014}
            words = old_producer_words(site, TOPIC, records, RECORD_BYTES, settings)
            done = tools.run(f"kafka-producer-perf-test {OLD_KAFKA_VERSION}", words, limit_s(records))
            sent = kafka_tools.read_producer(done.text, records)
            check_all_there(site, tools, running, TOPIC, records, PARTITIONS)
            found.add("produce", watch.figures(records, done.cpu_s, RECORD_BYTES))
            found.add("produce", {"rate": sent.per_second, "mean_ms": sent.latencies_ms["mean"], "p99_ms": sent.latencies_ms["p99"]})
            site.say(f"consuming {records:,} records by Kafka {OLD_KAFKA_VERSION}")
            watch = PhaseWatch(running, site.size)
            words = [site.script("kafka"), OLD_KAFKA_VERSION, "consumer-perf-test", "--zookeeper", connect, "--messages", records]
            words += ["--topic", TOPIC, "--threads", 1, "--hide-header"]
            done = tools.run(f"kafka-consumer-perf-test {OLD_KAFKA_VERSION}", words, limit_s(records))
            rate = read_old_consumer(done.text, records)
            found.add("consume", watch.figures(records, done.cpu_s, RECORD_BYTES))
            found.add("consume", {"rate": rate})
            found.add("", memory_figures(running))
        return found


@contextlib.contextmanager
def _served(site: Site, side: str) -> Iterator[tuple[Running, str]]:
    """A broker, and the address of the ZooKeeper that it has told of itself."""
    if side == OLD:
        with old_kafka(site) as running:
            yield running, running.connect
    else:
        with old_zookeeper(site) as connect, side_named(side).serve(site, {"zookeeper.connect": connect}) as ours:
            yield ours, connect


def read_old_consumer(text: str, records: int) -> float:
    """Records a second, by 0.8.2.2's consumer tool, which knows one rate.

    :raises StepFailed: it is not whole, or fewer came.
    """
    # Start, end, size of a fetch, MB, MB/s, records, records/s.
    rows = [[cell.strip() for cell in line.split(",")] for line in text.splitlines() if line.count(",") == 6]
    if not rows or not rows[-1][5].isdigit():
        raise StepFailed(f"kafka-consumer-perf-test {OLD_KAFKA_VERSION} reports nothing: {text.strip()[-300:]}")
    there = int(rows[-1][5])
    if there < records:
        raise StepFailed(f"kafka-consumer-perf-test {OLD_KAFKA_VERSION}: only {there:,} of {records:,} records came")
    return float(rows[-1][6])
