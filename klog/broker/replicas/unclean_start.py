"""Whether a replica leads that may have lost acknowledged records in an unclean stop (``klog.unclean.start``;
`klog.storage.log.start_kind`)."""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.replicas.partition import Partition
from klog.replication.control import PartitionTold
from klog.storage.log.start_kind import MayLead, UncleanStart, may_lead


class UncleanStartRule:
    """Asked before a replica leads.

    :param setting: ``klog.unclean.start`` as it is now.
    :param warn: takes sentences for people.
    """

    def __init__(self, setting: Callable[[], str | None], warn: Callable[[str], None]) -> None:
        self._setting = setting
        self._warn = warn

    def __call__(self, partition: Partition, told: PartitionTold) -> str | None:
        """Why it must not; None where it may, which is said where something may be missing."""
        start = partition.log.start_kind
        verdict = may_lead(
            start,
            flush_rule=partition.flush_rule,
            setting=UncleanStart(self._setting() or "lead"),
            replicas=len(told.replicas),
            is_recovering=told.is_recovering,
        )
        if verdict is MayLead.NO:
            return (
                f"its last stop was none in order ({start.value}), and acknowledged records may be missing here that another replica has; "
                "it leads when it has got them back, or when somebody decides it (klog cluster elect --unclean)"
            )
        if verdict is MayLead.AT_RISK:
            self._warn(
                f"{partition.topic_partition} is led by a replica whose last stop was none in order ({start.value}): acknowledged records "
                "may be missing (klog.unclean.start=refuse lets another replica lead)"
            )
        return None
