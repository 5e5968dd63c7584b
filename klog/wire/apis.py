"""The one table of APIs: key, name, the two messages, and which versions there are.

``versions`` is every declared version, ``announced`` those that a broker may offer: what Kafka itself marks unstable is declared, so that
it can be read and tested, and not announced. To add an API write its file in ``klog.wire.messages`` and add its request here: to
`REQUESTS` where klog's broker has a handler for it, to `CLIENTS_ONLY` where only klog's clients ask it, of Apache Kafka, to
`NOT_SERVED_YET` where Kafka's brokers ask each other and klog's has no handler.
"""

from __future__ import annotations

from typing import NamedTuple

from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest
from klog.wire.messages.add_partitions_to_txn import AddPartitionsToTxnRequest
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest
from klog.wire.messages.alter_configs import AlterConfigsRequest
from klog.wire.messages.alter_partition import AlterPartitionRequest
from klog.wire.messages.alter_partition_reassignments import AlterPartitionReassignmentsRequest
from klog.wire.messages.alter_replica_log_dirs import AlterReplicaLogDirsRequest
from klog.wire.messages.alter_user_scram_credentials import AlterUserScramCredentialsRequest
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.consumer_group_describe import ConsumerGroupDescribeRequest
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest
from klog.wire.messages.create_acls import CreateAclsRequest
from klog.wire.messages.create_partitions import CreatePartitionsRequest
from klog.wire.messages.create_topics import CreateTopicsRequest
from klog.wire.messages.delete_acls import DeleteAclsRequest
from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.delete_records import DeleteRecordsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.describe_acls import DescribeAclsRequest
from klog.wire.messages.describe_client_quotas import DescribeClientQuotasRequest
from klog.wire.messages.describe_cluster import DescribeClusterRequest
from klog.wire.messages.describe_configs import DescribeConfigsRequest
from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from klog.wire.messages.describe_producers import DescribeProducersRequest
from klog.wire.messages.describe_topic_partitions import DescribeTopicPartitionsRequest
from klog.wire.messages.describe_transactions import DescribeTransactionsRequest
from klog.wire.messages.describe_user_scram_credentials import DescribeUserScramCredentialsRequest
from klog.wire.messages.elect_leaders import ElectLeadersRequest
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.fetch import FetchRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.incremental_alter_configs import IncrementalAlterConfigsRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.join_group import JoinGroupRequest
from klog.wire.messages.leader_and_isr import LeaderAndIsrRequest
from klog.wire.messages.leave_group import LeaveGroupRequest
from klog.wire.messages.list_config_resources import ListConfigResourcesRequest
from klog.wire.messages.list_groups import ListGroupsRequest
from klog.wire.messages.list_offsets import ListOffsetsRequest
from klog.wire.messages.list_partition_reassignments import ListPartitionReassignmentsRequest
from klog.wire.messages.list_transactions import ListTransactionsRequest
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest
from klog.wire.messages.offset_delete import OffsetDeleteRequest
from klog.wire.messages.offset_fetch import OffsetFetchRequest
from klog.wire.messages.offset_for_leader_epoch import OffsetForLeaderEpochRequest
from klog.wire.messages.produce import ProduceRequest
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest
from klog.wire.messages.stop_replica import StopReplicaRequest
from klog.wire.messages.sync_group import SyncGroupRequest
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest
from klog.wire.messages.update_features import UpdateFeaturesRequest
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.wire.messages.write_txn_markers import WriteTxnMarkersRequest
from klog.wire.schema import Message, Versions


class Api(NamedTuple):
    """One API."""

    key: int
    name: str
    request: type[Message]
    response: type[Message]
    versions: Versions
    announced: Versions


#: What klog's broker answers, too.
REQUESTS: tuple[type[Message], ...] = (
    ProduceRequest,
    FetchRequest,
    ListOffsetsRequest,
    MetadataRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    FindCoordinatorRequest,
    JoinGroupRequest,
    HeartbeatRequest,
    LeaveGroupRequest,
    SyncGroupRequest,
    DescribeGroupsRequest,
    ListGroupsRequest,
    ApiVersionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    DeleteRecordsRequest,
    InitProducerIdRequest,
    OffsetForLeaderEpochRequest,
    DescribeConfigsRequest,
    AlterConfigsRequest,
    AlterReplicaLogDirsRequest,
    DescribeLogDirsRequest,
    CreatePartitionsRequest,
    DeleteGroupsRequest,
    IncrementalAlterConfigsRequest,
    AlterPartitionReassignmentsRequest,
    ListPartitionReassignmentsRequest,
    OffsetDeleteRequest,
    DescribeClusterRequest,
    DescribeProducersRequest,
    ConsumerGroupHeartbeatRequest,
    ConsumerGroupDescribeRequest,
    ListConfigResourcesRequest,
    DescribeTopicPartitionsRequest,
    AddPartitionsToTxnRequest,
    AddOffsetsToTxnRequest,
    EndTxnRequest,
    WriteTxnMarkersRequest,
    TxnOffsetCommitRequest,
    SaslHandshakeRequest,
    SaslAuthenticateRequest,
    DescribeClientQuotasRequest,
    DescribeUserScramCredentialsRequest,
    AlterUserScramCredentialsRequest,
    DescribeTransactionsRequest,
    ListTransactionsRequest,
    DescribeAclsRequest,
    CreateAclsRequest,
    DeleteAclsRequest,
)

#: What only klog's clients speak, or a broker announces in a cluster alone.
CLIENTS_ONLY: tuple[type[Message], ...] = (ElectLeadersRequest,)

#: What brokers speak among themselves, and no handler of klog's answers: declared, not announced. A handler moves its own up to `REQUESTS`.
NOT_SERVED_YET: tuple[type[Message], ...] = (
    LeaderAndIsrRequest,
    StopReplicaRequest,
    UpdateMetadataRequest,
    ControlledShutdownRequest,
    AlterPartitionRequest,
    UpdateFeaturesRequest,
    AllocateProducerIdsRequest,
)


def _api(request: type[Message]) -> Api:
    versions, unstable = request.valid_versions, request.unstable_versions
    highest = unstable.lowest - 1 if unstable.lowest <= unstable.highest else versions.highest
    announced = Versions(versions.lowest, highest)
    return Api(request.api_key, request.__name__.removesuffix("Request"), request, request.response_type, versions, announced)


#: Every API by its key.
APIS: dict[int, Api] = {request.api_key: _api(request) for request in (*REQUESTS, *CLIENTS_ONLY, *NOT_SERVED_YET)}

#: Those that klog's broker answers and announces.
SERVED: dict[int, Api] = {request.api_key: APIS[request.api_key] for request in REQUESTS}
