"""What happens to the replicas of one broker, counted: see ``klog.broker.replicas.replication_metrics`` for what each is."""

from __future__ import annotations

from klog.metrics import Metrics


class ReplicationCounts:
    """Counters of one broker.

    :param metrics: where they are found by name; a place of their own where not given.
    """

    __slots__ = ("elections", "isr_expands", "isr_refusals", "isr_shrinks", "unclean_elections")

    def __init__(self, metrics: Metrics | None = None) -> None:
        counter = (metrics or Metrics()).counter
        self.isr_shrinks = counter("replication.isr_shrinks.count", "Replicas that are behind were taken out of those in sync.")
        self.isr_expands = counter("replication.isr_expands.count", "Replicas that have caught up were taken in.")
        self.isr_refusals = counter("replication.isr_refusals.count", "The controller refused to change who is in sync.")
        self.elections = counter("replication.elections.count", "This broker was elected to lead a partition.")
        self.unclean_elections = counter(
            "replication.unclean_elections.count", "It was elected though it was not in sync: records may be lost."
        )
