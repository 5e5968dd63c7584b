"""Latency from end to end in a closed loop, by Kafka's own tool: a record is sent when the one before it has come back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import kafka_tools
from klog.cli.suite.loads.amounts import EVERY_SIDE, TOPIC, WARM_UP_WORDS, warm_up_of
from klog.cli.suite.loads.limits import LEAST_S
from klog.cli.suite.loads.measured import Measured, PhaseWatch
from klog.cli.suite.sides.names import side_named
from klog.cli.suite.sides.topics import create_topic


@dataclasses.dataclass(frozen=True)
class EndToEnd:
    """Kafka's ``e2e-latency``, one record at a time (2014's tenth).

    :param acks: ``1`` or ``all``.
    """

    records: Mapping[str, int]
    acks: str = "1"
    record_bytes: int = 100
    brokers: int = 1

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return f"{WARM_UP_WORDS} of the records, before"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        records = self.records[site.size]
        found = Measured()
        with side_named(side).serve(site, brokers=self.brokers) as running:
            tools = running.tools(site)
            found.commands = tools.commands
            create_topic(running, TOPIC, 1, self.brokers)
            script = site.script("kafka")

            def once(count: int) -> dict[str, float]:
                words = kafka_tools.latency_words(script, running.bootstrap, TOPIC, count, self.acks, self.record_bytes)
                return kafka_tools.read_latency(tools.run("kafka-e2e-latency", words, LEAST_S + count / 10).text)

            site.say("warming up the latency tool")
            once(max(1, warm_up_of(records)))
            site.say(f"one record at a time, {records:,} times")
            watch = PhaseWatch(running, site.size)
            latencies = once(records)
            found.add("", {**latencies, **watch.figures(records)})
        return found
