"""Markers for partitions that this broker leads: what WriteTxnMarkers asks, and what this broker's own coordinator does without asking.

A marker is a batch like any other: it goes through the partition and its log, where producers' state, the transaction index and the last
stable offset follow in the same step. For ``__consumer_offsets`` it goes past the group coordinator, which counts the offsets of the
transaction, or drops them, in that step, too: nobody is told of a marker before its offsets count (KAFKA-17507).

=============================================================== ==========================================
not led here; the group coordinator is loading                  NOT_LEADER_OR_FOLLOWER
no such partition                                               UNKNOWN_TOPIC_OR_PARTITION
an epoch from the past; of the second version, the present one  INVALID_PRODUCER_EPOCH
a coordinator from the past                                     TRANSACTION_COORDINATOR_FENCED
not acknowledged in time                                        REQUEST_TIMED_OUT
=============================================================== ==========================================
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.purgatory import Purgatory
from klog.broker.replicas.acknowledgement import ALL_REPLICAS, when_acknowledged
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.transactions.marker_sender import EndMarker
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.storage.log.values import AppendEntry

#: The version of Produce whose checks a marker passes.
_PRODUCE_VERSION = 11
#: How long a marker may wait for its acknowledgement.
ACKNOWLEDGEMENT_TIMEOUT_MS = 30_000

#: What the group coordinator says, and what a transaction's coordinator is told.
_OF_GROUPS: dict[int, ErrorCode] = {
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS: ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.COORDINATOR_NOT_AVAILABLE: ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.NOT_COORDINATOR: ErrorCode.NOT_LEADER_OR_FOLLOWER,
}


class MarkerWriter:
    """Writes markers. Implements `klog.broker.transactions.marker_sender.LocalMarkers`.

    :param now_ms: for the markers' timestamps.
    """

    def __init__(self, partitions: Partitions, groups: GroupCoordinator, now_ms: Callable[[], int]) -> None:
        self._partitions = partitions
        self._groups = groups
        self._now_ms = now_ms
        #: The last marker, when it was, and its batch: it is for many partitions. The next transaction's may be the same, but for the time.
        self._built: tuple[EndMarker, int] | None = None
        self._bytes = b""

    def write(self, marker: EndMarker, partition: TopicPartition) -> ErrorCode | Deferred[ErrorCode]:
        """Write one into a partition; the code, when it is acknowledged. Never raises or fails."""
        found = self._partitions.get(*partition)
        if found is None:
            return self._partitions.missing(*partition)
        code = found.refusal_of(ALL_REPLICAS)
        if code:
            return code
        batch = self._batch(marker)
        if partition.topic == CONSUMER_OFFSETS:
            return self._write_past_groups(marker, partition.partition, batch)
        entry = AppendEntry(batch, _PRODUCE_VERSION, internal=True, transaction_version=marker.version)
        result = found.append([entry])[0]
        if result.code:
            return result.code
        return acknowledged(found, result.last_offset + 1, self._partitions.produces)

    def _batch(self, marker: EndMarker) -> bytes:
        now_ms = self._now_ms()
        if self._built != (marker, now_ms):
            end = Marker(marker.commit, marker.coordinator_epoch)
            self._bytes = build_marker(codec, end, producer_id=marker.producer_id, producer_epoch=marker.epoch, timestamp_ms=now_ms)
            self._built = marker, now_ms
        return self._bytes

    def _write_past_groups(self, marker: EndMarker, index: int, batch: bytes) -> ErrorCode | Deferred[ErrorCode]:
        try:
            waiting = self._groups.end_transaction(index, batch, marker.producer_id, commit=marker.commit, version=marker.version)
        except KlogError as error:
            return _OF_GROUPS.get(error.code, error.code)
        if waiting is None:
            return ErrorCode.NONE

        def told(result: Failure | None) -> ErrorCode:
            if result is None:
                return ErrorCode.NONE
            code = refusal_in(result).code
            return _OF_GROUPS.get(code, code)

        return waiting.addBoth(told)


def acknowledged(partition: Partition, required_offset: int, purgatory: Purgatory) -> ErrorCode | Deferred[ErrorCode]:
    """What to tell of records below `required_offset` that all replicas in sync shall have; never fails."""
    if not partition.waits_for(ALL_REPLICAS):
        return ErrorCode.NONE
    code = partition.acknowledgement(ALL_REPLICAS, required_offset)
    if code is not None:
        return code
    waiting = when_acknowledged(partition, required_offset, purgatory, ACKNOWLEDGEMENT_TIMEOUT_MS)
    if partition.flush_rule:
        # What waits must be there when it has ended.
        partition.request_flush()
    # By a mistake of klog's own: it is asked again.
    return waiting.addErrback(lambda _: ErrorCode.UNKNOWN_SERVER_ERROR)
