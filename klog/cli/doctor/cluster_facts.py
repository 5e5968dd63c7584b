"""What ``klog doctor --migration`` finds out by asking every broker of a cluster; `klog.cli.doctor.migration` judges it.

Everything is asked of the brokers, nothing of ZooKeeper: settings by DescribeConfigs, which tells what stands in each broker's file (but
for passwords), versions by ApiVersions, copies by Metadata, disks by DescribeLogDirs, what is moving by ListPartitionReassignments,
transactional ids by ListTransactions, groups of the new protocol by ListGroups. What a broker does not answer stands in
`BrokerFacts.trouble`, or is None where its version has no such question.

Of copies the controller's word counts, and what others tell otherwise is named: one that has not heard yet who fell out of sync would let
the wrong broker be stopped.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from klog.errors import KlogError, row_of
from klog.net.blocking_connection import BlockingConnection
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from klog.wire.messages.list_groups import ListGroupsRequest
from klog.wire.messages.list_partition_reassignments import ListPartitionReassignmentsRequest
from klog.wire.messages.list_transactions import ListTransactionsRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataResponse, MetadataResponseBroker

_TOPIC, _BROKER = 2, 4
#: ``DescribeConfigsResponse.ConfigSource``: what stands in the broker's file or on its command line.
_STATIC = 4
#: And what was set for this very topic.
_DYNAMIC_OF_TOPIC = 1
#: Settings that are judged of every topic, whether it has them of its own or of its broker.
_JUDGED_OF_TOPICS = ("min.insync.replicas", "unclean.leader.election.enable", "remote.storage.enable")
#: From this version on ListGroups tells groups by type; that of the new protocol.
_GROUP_TYPES_SINCE, _NEW_PROTOCOL = 5, "consumer"
#: Topics of which one request asks the configurations.
_TOPICS_AT_ONCE = 500


class DirectoryFacts(NamedTuple):
    """One data directory.

    :ivar error: None where it serves.
    :ivar total_bytes: of its volume; -1 where the broker does not tell (before Kafka 3.2).
    """

    path: str
    error: str | None
    total_bytes: int
    usable_bytes: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class BrokerFacts:
    """One broker.

    :ivar number: its id.
    :ivar address: host:port where clients are sent.
    :ivar settings: all that it describes; None for what it keeps to itself.
    :ivar in_file: names of those that somebody has set for it.
    :ivar versions: lowest and highest of each API.
    :ivar directories: None where it does not say.
    :ivar transactional_ids: those that it coordinates, and in which state; None where it cannot say (before Kafka 3.0).
    :ivar new_groups: those of the new protocol (KIP-848) that it coordinates; None where it cannot say (before Kafka 3.8).
    :ivar controller: who that is, as it says; None where it was not asked.
    :ivar differing: names of partitions of which it tells other in-sync replicas than the controller does, or nothing.
    :ivar trouble: why it could not be asked; everything else is empty then.
    """

    number: int
    address: str
    settings: Mapping[str, str | None] = dataclasses.field(default_factory=dict)
    in_file: Collection[str] = ()
    versions: Mapping[int, tuple[int, int]] = dataclasses.field(default_factory=dict)
    directories: Sequence[DirectoryFacts] | None = None
    transactional_ids: Mapping[str, str] | None = None
    new_groups: Collection[str] | None = None
    controller: int | None = None
    differing: Sequence[str] = ()
    trouble: str | None = None

    @property
    def is_klog(self) -> bool:
        """Whether it has settings of klog's own."""
        return "klog.shutdown.timeout.ms" in self.settings

    def setting(self, name: str) -> str:
        """Its value, without blanks around it; empty where there is none."""
        return (self.settings.get(name) or "").strip()


class PartitionFacts(NamedTuple):
    """One partition."""

    topic: str
    partition: int
    leader: int
    replicas: tuple[int, ...]
    in_sync: tuple[int, ...]

    @property
    def name(self) -> str:
        """``topic-partition``."""
        return f"{self.topic}-{self.partition}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class ClusterFacts:
    """All of it.

    :ivar controller: its number; -1 where there is none.
    :ivar topics: settings of each topic: its own, and of those that it has from its broker the few that are judged of every topic.
    :ivar moving: names of partitions that are being reassigned; None where nobody says.
    """

    cluster_id: str | None
    controller: int
    brokers: Sequence[BrokerFacts]
    partitions: Sequence[PartitionFacts] = ()
    topics: Mapping[str, Mapping[str, str | None]] = dataclasses.field(default_factory=dict)
    moving: Sequence[str] | None = ()


def ask_cluster(connection: BlockingConnection, connect: Callable[[str, int], BlockingConnection]) -> ClusterFacts:
    """Ask all brokers that `connection` knows.

    :param connect: a connection to a host and port, not open yet.
    :raises KlogError: the first broker does not say who the others are.
    """
    answer = _controllers_metadata(_metadata(connection), connect)
    partitions = _partitions(answer)
    in_sync = {(one.topic, one.partition): frozenset(one.in_sync) for one in partitions}
    numbered = sorted(answer.brokers, key=lambda one: one.node_id)
    brokers = [_ask_broker(one.node_id, one.host, one.port, connect, in_sync) for one in numbered]
    controller = _controller_of(answer)
    return ClusterFacts(
        cluster_id=answer.cluster_id,
        controller=answer.controller_id,
        brokers=brokers,
        partitions=partitions,
        topics=_topic_settings(connection, sorted({one.topic for one in partitions})),
        moving=None if controller is None else _moving(controller.host, controller.port, connect),
    )


def _metadata(connection: BlockingConnection) -> MetadataResponse:
    answer: MetadataResponse = connection.request(MetadataRequest(topics=None, allow_auto_topic_creation=False))
    return answer


def _controller_of(answer: MetadataResponse) -> MetadataResponseBroker | None:
    return next((one for one in answer.brokers if one.node_id == answer.controller_id), None)


def _controllers_metadata(answer: MetadataResponse, connect: Callable[[str, int], BlockingConnection]) -> MetadataResponse:
    """What the broker tells that is the controller by its own account, as far as there is one; else `answer`."""
    first, asked = answer, set[int]()
    while (controller := _controller_of(answer)) is not None and controller.node_id not in asked:
        asked.add(controller.node_id)
        try:
            with connect(controller.host, controller.port) as connection:
                connection.connect()
                answer = _metadata(connection)
        except KlogError:
            return first
        if answer.controller_id == controller.node_id:
            return answer
    return first


def _partitions(answer: MetadataResponse) -> list[PartitionFacts]:
    return [
        PartitionFacts(topic.name or "", one.partition_index, one.leader_id, tuple(one.replica_nodes), tuple(one.isr_nodes))
        for topic in answer.topics
        for one in topic.partitions
    ]


def _differing(answer: MetadataResponse, in_sync: Mapping[tuple[str, int], frozenset[int]]) -> list[str]:
    """Names of the partitions of which `answer` tells other in-sync replicas than `in_sync`, or nothing."""
    told = {(one.topic, one.partition): frozenset(one.in_sync) for one in _partitions(answer)}
    return [
        f"{topic}-{partition}"
        for topic, partition in sorted(told.keys() | in_sync)
        if told.get((topic, partition)) != in_sync.get((topic, partition))
    ]


def _ask_broker(
    number: int,
    host: str,
    port: int,
    connect: Callable[[str, int], BlockingConnection],
    in_sync: Mapping[tuple[str, int], frozenset[int]],
) -> BrokerFacts:
    address = f"{host}:{port}"
    try:
        with connect(host, port) as connection:
            ranges = connection.connect()
            resource = DescribeConfigsResource(resource_type=_BROKER, resource_name=str(number), configuration_keys=None)
            described = connection.request(DescribeConfigsRequest(resources=[resource], include_synonyms=True)).results[0]
            if described.error_code:
                row = row_of(described.error_code)
                raise KlogError(row.code, described.error_message or row.sentence)
            answer = _metadata(connection)
            return BrokerFacts(
                number=number,
                address=address,
                controller=answer.controller_id,
                differing=_differing(answer, in_sync),
                settings={one.name: None if one.is_sensitive else one.value for one in described.configs},
                in_file=frozenset(one.name for one in described.configs if any(each.source == _STATIC for each in one.synonyms)),
                versions=ranges.ranges,
                directories=_directories(connection),
                transactional_ids=_transactional_ids(connection) if ranges.has(ListTransactionsRequest) else None,
                new_groups=_new_groups(connection) if _tells_types(ranges.ranges) else None,
            )
    except KlogError as error:
        return BrokerFacts(number=number, address=address, trouble=error.message)


def _directories(connection: BlockingConnection) -> list[DirectoryFacts] | None:
    try:
        answer = connection.request(DescribeLogDirsRequest(topics=None))
    except KlogError:
        return None
    return [
        DirectoryFacts(one.log_dir, row_of(one.error_code).code.name if one.error_code else None, one.total_bytes, one.usable_bytes)
        for one in answer.results
    ]


def _transactional_ids(connection: BlockingConnection) -> dict[str, str] | None:
    try:
        answer = connection.request(ListTransactionsRequest())
    except KlogError:
        return None
    return None if answer.error_code else {one.transactional_id: one.transaction_state for one in answer.transaction_states}


def _tells_types(ranges: Mapping[int, tuple[int, int]]) -> bool:
    return ranges.get(ListGroupsRequest.api_key, (0, 0))[1] >= _GROUP_TYPES_SINCE


def _new_groups(connection: BlockingConnection) -> list[str] | None:
    try:
        answer = connection.request(ListGroupsRequest(types_filter=[_NEW_PROTOCOL]))
    except KlogError:
        return None
    return None if answer.error_code else sorted(one.group_id for one in answer.groups)


def _topic_settings(connection: BlockingConnection, names: Sequence[str]) -> dict[str, Mapping[str, str | None]]:
    found: dict[str, Mapping[str, str | None]] = {}
    for first in range(0, len(names), _TOPICS_AT_ONCE):
        asked = [
            DescribeConfigsResource(resource_type=_TOPIC, resource_name=name, configuration_keys=None)
            for name in names[first : first + _TOPICS_AT_ONCE]
        ]
        try:
            results: Sequence[Any] = connection.request(DescribeConfigsRequest(resources=asked)).results
        except KlogError:
            continue
        found |= {
            one.resource_name: {
                each.name: each.value for each in one.configs if each.name in _JUDGED_OF_TOPICS or each.config_source == _DYNAMIC_OF_TOPIC
            }
            for one in results
            if not one.error_code
        }
    return found


def _moving(host: str, port: int, connect: Callable[[str, int], BlockingConnection]) -> list[str] | None:
    try:
        with connect(host, port) as connection:
            answer = connection.request(ListPartitionReassignmentsRequest(topics=None))
    except KlogError:
        return None
    if answer.error_code:
        return None
    return [f"{topic.name}-{one.partition_index}" for topic in answer.topics for one in topic.partitions]
