"""A start as a load: from the process to the first acknowledged record, and what a broker takes that has nothing to do."""

from __future__ import annotations

import dataclasses
import time

from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.amounts import TOPIC
from klog.cli.suite.loads.measured import SETTLE_S, Measured
from klog.cli.suite.sides.names import side_named
from klog.client.blocking.client import BlockingClient
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec


@dataclasses.dataclass(frozen=True)
class Start:
    """From the start of the process to the first acknowledged record, and memory of a broker that has nothing to do."""

    warm_up_told = ""

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        found = Measured()
        with side_named(side).serve(site) as running:
            ready = time.monotonic()
            acknowledge_one(running.name, BlockingClient(running.bootstrap, allow_auto_create_topics=True))
            # From the start of the broker's own process: what its script does before that is no part of it.
            found.add("", {"first_ack_s": running.ready_s + time.monotonic() - ready, "ready_s": running.ready_s})
            site.say("at rest")
            time.sleep(SETTLE_S[site.size])
            found.add("", {"rss_idle_mb": running.memory_mb()})
        return found


def acknowledge_one(name: str, client: BlockingClient) -> None:
    """One record, acknowledged; its topic is made by the broker, which is asked until it has found its controller.

    :raises StepFailed: it is not.
    """
    batch = codec.build_batch([(time.time_ns() // 1_000_000, None, b"first", ())])
    with client:
        try:
            client.find_topic(TOPIC, unknown_ms=60_000, timeout_ms=60_000)
            client.produce(TopicPartition(TOPIC, 0), batch, timeout_ms=60_000)
        except KlogError as error:
            raise StepFailed(f"{name}: the first record was not acknowledged: {error}") from None
