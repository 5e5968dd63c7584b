"""Which broker a partition is read from by a consumer that says in which rack it is (KIP-392).

Every Fetch to a leader names the rack. A leader that knows a better replica names it, and sends no records; from then on the consumer reads
there. Whatever goes wrong there, the leader is asked again, and for a while without a rack, so that it gives records instead of naming the
same replica once more::

    LEADER  ──names a replica──> REPLICA  ──its time is over, another leader, not in sync any more, unknown──> LEADER
                                    │ an error, no answer, no such offset
                                    v
                                 GIVEN UP, for 10 s, twice as long each time in a row; then LEADER

Only the replica's own answers count: one of the leader, or of a replica that was named before, neither gives it up nor makes up for its
failures.

A replica is read from for as long as metadata counts (``metadata_max_age_ms``), as Java's consumer does it; then the leader decides anew.
Java's consumer asks with its rack at once where a replica has failed; it is sent back there until the brokers have found out that it is
dead. Pure; no Twisted here.
"""

from __future__ import annotations

from klog.client.metadata import ClusterMetadata, PartitionMetadata

#: How long a replica that failed is left alone at first.
FIRST_PAUSE_S = 10.0
_LONGEST_PAUSE_S = 300.0


class NearestReplica:
    """One partition's; see above."""

    __slots__ = ("_failures", "_given_up_until_s", "_replica", "_until_s")

    def __init__(self) -> None:
        self._replica = -1
        self._until_s = 0.0
        self._given_up_until_s = 0.0
        #: In a row.
        self._failures = 0

    def named(self, replica: int, until_s: float) -> None:
        """A leader has named `replica`, which is to be read from until then."""
        self._replica = replica
        self._until_s = until_s

    def forget(self) -> None:
        """There is another leader: it decides."""
        self._replica = -1

    def failed(self, replica: int, now_s: float) -> None:
        """Reading from `replica` has failed. No change where another one is read from by now."""
        if replica != self._replica:
            return
        self._replica = -1
        self._given_up_until_s = now_s + min(FIRST_PAUSE_S * 2**self._failures, _LONGEST_PAUSE_S)
        self._failures = min(self._failures + 1, 10)

    def worked(self, replica: int) -> None:
        """`replica` has given records: its failures are forgotten. No change where another one is read from by now."""
        if replica == self._replica:
            self._failures = 0

    def is_given_up(self, now_s: float) -> bool:
        """Whether the leader is to give records itself: the request names no rack then."""
        return now_s < self._given_up_until_s

    def source(self, partition: PartitionMetadata, metadata: ClusterMetadata, now_s: float) -> int:
        """The broker to read from."""
        replica = self._replica
        if replica >= 0 and now_s < self._until_s and replica in partition.isr and metadata.node(replica) is not None:
            return replica
        return partition.leader
