"""What the format of the paper's days takes on the disk, beside klog's.

The sides are ``klog`` and ``kafka-0.8.2.2``. Both are given the same messages by 0.8.2.2's own producer: the old Kafka keeps them as they
came, in format 0, klog in the format of today.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping

from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.amounts import EVERY_SIDE, PAPER_TOPIC
from klog.cli.suite.loads.limits import limit_s
from klog.cli.suite.loads.measured import SETTLE_S, Measured
from klog.cli.suite.loads.paper import RECORD_BYTES
from klog.cli.suite.sides.names import OURS, side_named
from klog.cli.suite.sides.old_kafka import OLD, OLD_KAFKA_VERSION, check_all_there, create_topic_on, old_kafka, old_producer_words


@dataclasses.dataclass(frozen=True)
class OldFormat:
    """Bytes on the disk for each message that 0.8.2.2's producer sent.

    :param batch_bytes: of the producer: 0 for one message to a request.
    """

    messages: Mapping[str, int]
    batch_bytes: int

    warm_up_told = ""

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.messages[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        messages = self.messages[site.size]
        found = Measured()
        context = old_kafka(site) if side == OLD else side_named(OURS).serve(site)
        with context as running:
            tools = running.tools(site)
            found.commands = tools.commands
            create_topic_on(site, tools, running, PAPER_TOPIC)
            before = running.disk_bytes()
            settings = {"bootstrap.servers": running.bootstrap, "acks": 0, "batch.size": self.batch_bytes}
            words = old_producer_words(site, PAPER_TOPIC, messages, RECORD_BYTES, settings)
            site.say(f"producing {messages:,} messages by Kafka {OLD_KAFKA_VERSION}")
            limit = limit_s(messages, RECORD_BYTES, one_by_one=self.batch_bytes == 0)
            tools.run(f"kafka-producer-perf-test {OLD_KAFKA_VERSION}", words, limit)
            check_all_there(site, tools, running, PAPER_TOPIC, messages)
            time.sleep(SETTLE_S[site.size])
            disk_bytes = (running.disk_bytes() - before) / messages
            found.add("", {"disk_bytes": disk_bytes, "overhead_bytes": disk_bytes - RECORD_BYTES})
        return found
