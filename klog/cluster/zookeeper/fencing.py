"""Whether this broker may lead anything at all.

It may while *none* of the reasons below stands. Reasons are put up at once and taken away only after the picture is current again, so that
between doubt and certainty nothing is served. Which partitions are ours the controller says (`klog.replication.control`).
"""

from __future__ import annotations

import enum


class Reason(enum.Enum):
    """Why we must not lead."""

    NOT_REGISTERED = "it is not registered in ZooKeeper"
    SUSPENDED = "ZooKeeper has not answered for two thirds of the session timeout"
    NO_SESSION = "it has no session with ZooKeeper"
    STALE = "what it knows of the cluster is being read again"
    FOREIGN = "brokers that are not klog's are in the cluster"
    STOPPING = "it is stopping"


class Fence:
    """The reasons that stand."""

    def __init__(self) -> None:
        self.reasons: set[Reason] = {Reason.NOT_REGISTERED, Reason.NO_SESSION}

    @property
    def is_open(self) -> bool:
        """Whether we may lead."""
        return not self.reasons

    def put(self, *reasons: Reason) -> bool:
        """These reasons stand from now on; returns whether that closed the fence."""
        was_open = self.is_open
        self.reasons.update(reasons)
        return was_open and not self.is_open

    def take_away(self, *reasons: Reason) -> bool:
        """These reasons stand no longer; returns whether that opened the fence."""
        was_open = self.is_open
        self.reasons.difference_update(reasons)
        return not was_open and self.is_open

    def sentence(self) -> str:
        """The first of the reasons, for people; empty while there is none."""
        return next((reason.value for reason in Reason if reason in self.reasons), "")
