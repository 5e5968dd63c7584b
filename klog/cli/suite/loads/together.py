"""A producer and a consumer at the same time, by Kafka's own tools."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import kafka_tools
from klog.cli.suite.loads.amounts import EVERY_SIDE, TOPIC
from klog.cli.suite.loads.limits import check_disk, limit_s
from klog.cli.suite.loads.measured import Measured, PhaseWatch
from klog.cli.suite.loads.producing import SETTINGS_2014, forget_segments
from klog.cli.suite.sides.names import side_named
from klog.cli.suite.sides.topics import check_nothing_lost, create_topic


@dataclasses.dataclass(frozen=True)
class Together:
    """A producer and a consumer at the same time, on an empty topic (2014's eighth); or a reader of what is old beside a producer.

    :param old: first so many records are written and the page cache made to forget them, and the consumer reads those.
    """

    records: Mapping[str, int]
    record_bytes: int = 100
    partitions: int = 6
    brokers: int = 1
    old: bool = False

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return "as many records, written before, which are those that are read" if self.old else ""

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        records = self.records[site.size]
        check_disk(site, records * self.record_bytes * self.brokers * (2 if self.old else 1))
        found = Measured()
        # Segments are old when there are newer ones: so small ones that there are many.
        settings = {"log.segment.bytes": str(64 << 20)} if self.old else {}
        with side_named(side).serve(site, settings, brokers=self.brokers) as running:
            tools = running.tools(site)
            found.commands = tools.commands
            create_topic(running, TOPIC, self.partitions, self.brokers)
            writing = kafka_tools.producer_words(site.script("kafka"), running.bootstrap, TOPIC, records, self.record_bytes, SETTINGS_2014)
            limit = limit_s(2 * records, self.record_bytes)
            if self.old:
                site.say("writing what will be old")
                tools.run("kafka-producer-perf-test", writing, limit)
                check_nothing_lost(running, TOPIC, records, self.partitions)
                forget_segments(running)
            site.say("a producer beside a reader of old segments" if self.old else "a producer and a consumer together")
            reading = kafka_tools.consumer_words(
                site.script("kafka"), running.bootstrap, TOPIC, records, group="suite-together", timeout_ms=60_000
            )
            watch = PhaseWatch(running, site.size)
            produced, consumed = tools.run_together([("kafka-producer-perf-test", writing), ("kafka-consumer-perf-test", reading)], limit)
            sent = kafka_tools.read_producer(produced.text, records)
            received = kafka_tools.read_consumer(consumed.text, records)
            check_nothing_lost(running, TOPIC, records * (2 if self.old else 1), self.partitions)
            # Both at once: what the broker used is not to be divided among them.
            found.add("both", watch.figures(records, produced.cpu_s + consumed.cpu_s))
            found.add("produce", {"rate": sent.per_second, **kafka_tools.warm(sent.rates)})
            found.add("produce", {"mean_ms": sent.latencies_ms["mean"], "p99_ms": sent.latencies_ms["p99"]})
            found.add("consume", {"rate": received.fetching_per_second})
            found.series["produce"] = sent.series(self.record_bytes)
        return found
