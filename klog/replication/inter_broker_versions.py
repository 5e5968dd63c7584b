"""Which versions brokers speak among themselves: the table of ``inter.broker.protocol.version``.

Controller to broker and follower to leader send exactly one version of each request, the one that the sender's setting stands for, and do
not ask for ApiVersions first; whoever receives reads every version of the request, whatever its own setting. So a cluster of brokers of
different ages works while all are set to what the oldest reads: beside Apache Kafka 2.8.2 at most 2.8. What a broker asks the controller
(AlterPartition, AllocateProducerIds) is negotiated by ApiVersions and not in the table.

A setting is a release, ``3.9`` (which stands for its last step), or one step of its development, ``3.9-IV0``; what follows the second
number of a release is not looked at, ``2.8.2`` is ``2.8``. Sources: ``server-common: MetadataVersion.java``; ``core:
ControllerChannelManager.scala, KafkaServer.scala``.
"""

from __future__ import annotations

from typing import NamedTuple

from klog.config import ConfigError
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from klog.wire.messages.fetch import FetchRequest
from klog.wire.messages.leader_and_isr import LeaderAndIsrRequest
from klog.wire.messages.list_offsets import ListOffsetsRequest
from klog.wire.messages.offset_for_leader_epoch import OffsetForLeaderEpochRequest
from klog.wire.messages.stop_replica import StopReplicaRequest
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.wire.messages.write_txn_markers import WriteTxnMarkersRequest

SETTING = "inter.broker.protocol.version"

#: The newest version of Fetch that names topics by their names: what a follower falls back to where a topic has no id (KIP-516).
FETCH_BY_NAME = 12


def client_id(broker_id: int) -> str:
    """By which a broker makes itself known to another: as controller, and as who asks the controller."""
    return str(broker_id)


def fetcher_client_id(broker_id: int, fetcher: int) -> str:
    """By which a follower makes itself known to its leader.

    :param broker_id: the follower's.
    :param fetcher: which of its ``num.replica.fetchers`` connections to that leader.
    """
    return f"broker-{broker_id}-fetcher-{fetcher}"


class RequestVersions(NamedTuple):
    """What one setting stands for: a version for each request, and for two znodes."""

    #: Step, as ``3.9-IV0``.
    protocol: str
    leader_and_isr: int
    update_metadata: int
    stop_replica: int
    controlled_shutdown: int
    fetch: int
    list_offsets: int
    offset_for_leader_epoch: int
    write_txn_markers: int
    #: Of the registration in ``/brokers/ids``.
    registration: int
    #: Of the ``/feature`` znode; 0 where there is none.
    feature: int

    @classmethod
    def of(cls, text: str) -> RequestVersions:
        """What `text`, a value of the setting, stands for.

        :raises ConfigError: it is no release from 1.0 to 3.9, nor a step of one.
        """
        # Of "3.9.2" two numbers count; a step has no more of them.
        found = _BY_TEXT.get(".".join(text.strip().split(".")[:2]))
        if found is None:
            oldest, newest = _ROWS[0], _ROWS[-1]
            sentence = f"it must be a release from {oldest.release} to {newest.release}, or a step of one, as {newest.protocol}"
            raise ConfigError(SETTING, text, sentence)
        return found

    @classmethod
    def newest(cls) -> RequestVersions:
        """The newest of all."""
        return _ROWS[-1]

    @property
    def release(self) -> str:
        """The release without its step, as ``3.9``."""
        return self.protocol.partition("-")[0]

    def by_api_key(self) -> dict[int, int]:
        """API key → version, of what is sent without asking for ApiVersions."""
        return {
            LeaderAndIsrRequest.api_key: self.leader_and_isr,
            UpdateMetadataRequest.api_key: self.update_metadata,
            StopReplicaRequest.api_key: self.stop_replica,
            ControlledShutdownRequest.api_key: self.controlled_shutdown,
            FetchRequest.api_key: self.fetch,
            ListOffsetsRequest.api_key: self.list_offsets,
            OffsetForLeaderEpochRequest.api_key: self.offset_for_leader_epoch,
            WriteTxnMarkersRequest.api_key: self.write_txn_markers,
        }


#: What each step brought; steps that are not here brought nothing that brokers with ZooKeeper see.
_CHANGES: dict[str, dict[str, int]] = {
    "1.1-IV0": {"fetch": 7},
    "2.0-IV0": {"offset_for_leader_epoch": 1},
    "2.0-IV1": {"fetch": 8, "list_offsets": 3},
    "2.1-IV0": {},
    "2.1-IV1": {"offset_for_leader_epoch": 2, "list_offsets": 4},
    "2.1-IV2": {"fetch": 10},
    "2.2-IV0": {"leader_and_isr": 2, "update_metadata": 5, "stop_replica": 1, "controlled_shutdown": 2},
    "2.2-IV1": {"list_offsets": 5},
    "2.3-IV0": {},
    "2.3-IV1": {"fetch": 11, "offset_for_leader_epoch": 3},
    "2.4-IV0": {"leader_and_isr": 3},
    "2.4-IV1": {"leader_and_isr": 4, "update_metadata": 6, "stop_replica": 2, "controlled_shutdown": 3},
    "2.5-IV0": {},
    "2.6-IV0": {"stop_replica": 3},
    "2.7-IV0": {"registration": 5, "feature": 1},
    "2.7-IV1": {"fetch": 12},
    "2.7-IV2": {},
    "2.8-IV0": {"offset_for_leader_epoch": 4, "list_offsets": 6, "write_txn_markers": 1},
    "2.8-IV1": {"leader_and_isr": 5, "update_metadata": 7},
    "3.0-IV0": {},
    "3.0-IV1": {"list_offsets": 7},
    "3.1-IV0": {"fetch": 13},
    "3.2-IV0": {"leader_and_isr": 6},
    "3.3-IV0": {"feature": 2},
    "3.3-IV1": {},
    "3.3-IV2": {},
    "3.3-IV3": {},
    "3.4-IV0": {"leader_and_isr": 7, "update_metadata": 8, "stop_replica": 4},
    "3.5-IV0": {"fetch": 14, "list_offsets": 8},
    "3.5-IV1": {"fetch": 15},
    "3.5-IV2": {},
    "3.6-IV0": {},
    "3.6-IV1": {},
    "3.6-IV2": {},
    "3.7-IV0": {},
    "3.7-IV1": {},
    "3.7-IV2": {},
    "3.7-IV3": {},
    "3.7-IV4": {"fetch": 16},
    "3.8-IV0": {},
    "3.9-IV0": {"fetch": 17, "list_offsets": 9},
}


_OLDEST = RequestVersions(
    "1.0-IV0",
    leader_and_isr=1,
    update_metadata=4,
    stop_replica=0,
    controlled_shutdown=1,
    fetch=5,
    list_offsets=2,
    offset_for_leader_epoch=0,
    write_txn_markers=0,
    registration=4,
    feature=0,
)


def _rows() -> list[RequestVersions]:
    rows = [_OLDEST]
    for step, changes in _CHANGES.items():
        rows.append(rows[-1]._replace(protocol=step, **changes))
    return rows


#: Every step, oldest first.
_ROWS = _rows()
#: By step, and by release: its newest step.
_BY_TEXT = {name: row for row in _ROWS for name in (row.protocol, row.release)}
