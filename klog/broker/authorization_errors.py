"""The error code with which each API refuses a client that may not ask for it: Kafka's, for a client that lacks the right.

A refusal is the API's own error answer (`error_answer`, or its ``error_code``) with one of these codes, and says nothing but what the
request itself said: neither what exists nor what the sentence of an error could tell. An API that is not in the table has no
handler: `klog.broker.dispatch` takes none whose refusal nobody has thought about.

=================================================== =======================================================================
rights to topics, partitions and their records      TOPIC_AUTHORIZATION_FAILED
rights to groups and their offsets                  GROUP_AUTHORIZATION_FAILED
rights to transactional ids                         TRANSACTIONAL_ID_AUTHORIZATION_FAILED
rights to the cluster                               CLUSTER_AUTHORIZATION_FAILED
FindCoordinator, InitProducerId                     by what is asked for: a group, a transactional id, or neither
configurations                                      by the type of each resource that is named
ApiVersions, SaslHandshake, SaslAuthenticate        none has a place for it: the connection is closed
=================================================== =======================================================================

Where an answer has no place for an error (Produce with acks 0), the connection is closed, too. An old version without the field that the
code stands in gets an answer that lists nothing (DescribeLogDirs 0 to 2, Metadata of all topics before 13), as from Kafka.

Source: ``KafkaApis``, ``ControllerApis``, ``AbstractRequest.getErrorResponse``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klog.broker.settings.config_admin import ResourceType
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest

_TOPIC = ErrorCode.TOPIC_AUTHORIZATION_FAILED
_GROUP = ErrorCode.GROUP_AUTHORIZATION_FAILED
_CLUSTER = ErrorCode.CLUSTER_AUTHORIZATION_FAILED
_TRANSACTIONAL_ID = ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED


def _of_coordinator(request: FindCoordinatorRequest) -> ErrorCode:
    return {0: _GROUP, 1: _TRANSACTIONAL_ID}.get(request.key_type, _CLUSTER)


def _of_producer_id(request: InitProducerIdRequest) -> ErrorCode:
    return _CLUSTER if request.transactional_id is None else _TRANSACTIONAL_ID


#: By API key; None: the connection is closed.
REFUSALS: dict[int, ErrorCode | Callable[[Any], ErrorCode] | None] = {
    0: _TOPIC,  # Produce
    1: _TOPIC,  # Fetch
    2: _TOPIC,  # ListOffsets
    3: _TOPIC,  # Metadata
    4: _CLUSTER,  # LeaderAndIsr
    5: _CLUSTER,  # StopReplica
    6: _CLUSTER,  # UpdateMetadata
    7: _CLUSTER,  # ControlledShutdown
    8: _GROUP,  # OffsetCommit
    9: _GROUP,  # OffsetFetch
    10: _of_coordinator,  # FindCoordinator
    11: _GROUP,  # JoinGroup
    12: _GROUP,  # Heartbeat
    13: _GROUP,  # LeaveGroup
    14: _GROUP,  # SyncGroup
    15: _GROUP,  # DescribeGroups
    16: _CLUSTER,  # ListGroups
    17: None,  # SaslHandshake
    18: None,  # ApiVersions
    19: _TOPIC,  # CreateTopics
    20: _TOPIC,  # DeleteTopics
    21: _TOPIC,  # DeleteRecords
    22: _of_producer_id,  # InitProducerId
    23: _TOPIC,  # OffsetForLeaderEpoch
    24: _TRANSACTIONAL_ID,  # AddPartitionsToTxn
    25: _TRANSACTIONAL_ID,  # AddOffsetsToTxn
    26: _TRANSACTIONAL_ID,  # EndTxn
    27: _CLUSTER,  # WriteTxnMarkers
    28: _TRANSACTIONAL_ID,  # TxnOffsetCommit
    29: _CLUSTER,  # DescribeAcls
    30: _CLUSTER,  # CreateAcls
    31: _CLUSTER,  # DeleteAcls
    32: _CLUSTER,  # DescribeConfigs
    33: _CLUSTER,  # AlterConfigs
    34: _CLUSTER,  # AlterReplicaLogDirs
    35: _CLUSTER,  # DescribeLogDirs
    36: None,  # SaslAuthenticate
    37: _TOPIC,  # CreatePartitions
    42: _GROUP,  # DeleteGroups
    43: _CLUSTER,  # ElectLeaders
    44: _CLUSTER,  # IncrementalAlterConfigs
    45: _CLUSTER,  # AlterPartitionReassignments
    46: _CLUSTER,  # ListPartitionReassignments
    47: _GROUP,  # OffsetDelete
    48: _CLUSTER,  # DescribeClientQuotas
    50: _CLUSTER,  # DescribeUserScramCredentials
    51: _CLUSTER,  # AlterUserScramCredentials
    56: _CLUSTER,  # AlterPartition
    60: _CLUSTER,  # DescribeCluster
    61: _TOPIC,  # DescribeProducers
    65: _TRANSACTIONAL_ID,  # DescribeTransactions
    66: _CLUSTER,  # ListTransactions
    67: _CLUSTER,  # AllocateProducerIds
    68: _GROUP,  # ConsumerGroupHeartbeat
    69: _GROUP,  # ConsumerGroupDescribe
    74: _CLUSTER,  # ListConfigResources
    75: _TOPIC,  # DescribeTopicPartitions
}

#: Answers that name resources of several types: where those stand in them.
_RESOURCES = {32: "results", 33: "responses", 44: "responses"}
_OF_RESOURCE = {ResourceType.TOPIC: _TOPIC, ResourceType.GROUP: _GROUP}


def refusal_code(api_key: int, request: Any) -> ErrorCode | None:
    """What who sent `request` and may not is told; None: nothing, the connection is closed.

    :param request: the decoded message.
    """
    found = REFUSALS[api_key]
    return found if found is None or isinstance(found, ErrorCode) else found(request)


def tell_resources(api_key: int, answer: Any) -> None:
    """Give each resource that `answer`, a refusal, names the code of its own type."""
    field = _RESOURCES.get(api_key)
    if field is None:
        return
    for one in getattr(answer, field):
        error = KlogError(_OF_RESOURCE.get(one.resource_type, _CLUSTER))
        one.error_code, one.error_message = error.code, error.message
