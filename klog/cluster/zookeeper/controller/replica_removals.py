"""Replicas that leave their partition, by the answers of their brokers: who was asked to delete its log, and who has done it. Pure.

A topic that is deleted is `klog.cluster.zookeeper.controller.deletion`'s. Who asks once more for what is done already is answered that it
is done, so a new controller simply begins again.
"""

from __future__ import annotations

import enum
from collections.abc import Collection

from klog.errors import ErrorCode
from klog.model import TopicPartition


class RemovalState(enum.Enum):
    """How far one is."""

    ASKED = "asked"
    FAILED = "failed"
    GONE = "gone"


class ReplicaRemovals:
    """See the module."""

    def __init__(self) -> None:
        self._known: dict[TopicPartition, dict[int, RemovalState]] = {}

    def keep(self, at: TopicPartition, leaving: Collection[int]) -> None:
        """Forget all of a partition's but these: the others are replicas again, or their removal is done."""
        known = self._known.get(at)
        if known is not None:
            for broker_id in known.keys() - set(leaving):
                del known[broker_id]
            if not known:
                del self._known[at]

    def is_gone(self, at: TopicPartition, broker_id: int) -> bool:
        """Whether a broker has answered that its replica is deleted, or that its directory is out of service."""
        return self._known.get(at, {}).get(broker_id) is RemovalState.GONE

    def is_asked(self, at: TopicPartition, broker_id: int) -> bool:
        """Whether it has been asked, and need not be asked again now."""
        return broker_id in self._known.get(at, {})

    def asked(self, at: TopicPartition, broker_id: int) -> None:
        """The broker is being asked to remove its replica."""
        self._known.setdefault(at, {})[broker_id] = RemovalState.ASKED

    def answered(self, at: TopicPartition, broker_id: int, code: int) -> bool:
        """It has answered; whether it was asked for, and the partition has to be looked at."""
        known = self._known.get(at, {})
        if known.get(broker_id) is not RemovalState.ASKED:
            return False
        is_gone = code in (ErrorCode.NONE, ErrorCode.KAFKA_STORAGE_ERROR)
        known[broker_id] = RemovalState.GONE if is_gone else RemovalState.FAILED
        return is_gone

    def broker_went(self, broker_id: int) -> None:
        """A broker is gone, or was registered anew: if it comes, it is asked again."""
        for at in list(self._known):
            self._known[at].pop(broker_id, None)
            if not self._known[at]:
                del self._known[at]

    def retry(self) -> set[TopicPartition]:
        """Let those be asked again that answered with an error; returns their partitions."""
        found = set()
        for at, known in self._known.items():
            failed = [broker_id for broker_id, removal in known.items() if removal is RemovalState.FAILED]
            for broker_id in failed:
                del known[broker_id]
                found.add(at)
        return found
