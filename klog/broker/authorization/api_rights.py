"""What each API needs: the one table of rights, which code, tests and documentation go by.

A right to the cluster that the whole request needs (`ApiRights.of_request`; any one of several) is asked for before a handler sees the
request, by `klog.broker.authorization.authorizer_guard`. Whatever depends on what the request names (`ApiRights.of_named`) the handler
asks for, which knows what it looks up first, what is left out of its answer and what stands there with an error. An authorizer refuses to
answer a question that is not in the table, and `klog.broker.handler_table` takes no handler of an API without a row.

With which code who lacks a right is refused goes by the type of the resource (`DENIALS`), whatever the API.

Source: ``KafkaApis``, ``AclApis``, ``ControllerApis`` of 4.3.1; of 3.9.2 for what brokers on ZooKeeper say to each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from klog.acls import AclOperation, AclResourceType
from klog.errors import ErrorCode

_READ, _WRITE, _CREATE, _DELETE = AclOperation.READ, AclOperation.WRITE, AclOperation.CREATE, AclOperation.DELETE
_ALTER, _DESCRIBE, _CLUSTER_ACTION = AclOperation.ALTER, AclOperation.DESCRIBE, AclOperation.CLUSTER_ACTION
_DESCRIBE_CONFIGS, _ALTER_CONFIGS = AclOperation.DESCRIBE_CONFIGS, AclOperation.ALTER_CONFIGS
_TOPIC, _GROUP, _CLUSTER = AclResourceType.TOPIC, AclResourceType.GROUP, AclResourceType.CLUSTER
_TRANSACTIONAL_ID = AclResourceType.TRANSACTIONAL_ID

#: With what who lacks a right to a resource of a type is refused.
DENIALS: Mapping[AclResourceType, ErrorCode] = {
    _TOPIC: ErrorCode.TOPIC_AUTHORIZATION_FAILED,
    _GROUP: ErrorCode.GROUP_AUTHORIZATION_FAILED,
    _CLUSTER: ErrorCode.CLUSTER_AUTHORIZATION_FAILED,
    _TRANSACTIONAL_ID: ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
}

Right = tuple[AclOperation, AclResourceType]


class ApiRights(NamedTuple):
    """One row.

    :ivar of_request: operations on the cluster, of which the request needs one; none needed where it is empty.
    :ivar of_named: what may be asked for what it names.
    """

    of_request: tuple[AclOperation, ...] = ()
    of_named: frozenset[Right] = frozenset()


def _cluster(*operations: AclOperation) -> ApiRights:
    return ApiRights(of_request=operations)


def _named(*rights: Right) -> ApiRights:
    return ApiRights(of_named=frozenset(rights))


_NONE = ApiRights()

#: By API key.
API_RIGHTS: Mapping[int, ApiRights] = {
    # Produce: the last beside the first where a topic is internal; nothing would keep who may write to all topics from making up offsets
    0: _named((_WRITE, _TOPIC), (_WRITE, _TRANSACTIONAL_ID), (_CLUSTER_ACTION, _CLUSTER)),
    1: _named((_READ, _TOPIC), (_CLUSTER_ACTION, _CLUSTER)),  # Fetch: as a follower the second
    2: _named((_DESCRIBE, _TOPIC)),  # ListOffsets
    # Metadata: the second and third where topics are made on the spot; the last for what may be done with the cluster
    3: _named((_DESCRIBE, _TOPIC), (_CREATE, _CLUSTER), (_CREATE, _TOPIC), (_DESCRIBE, _CLUSTER)),
    4: _cluster(_CLUSTER_ACTION),  # LeaderAndIsr
    5: _cluster(_CLUSTER_ACTION),  # StopReplica
    6: _cluster(_CLUSTER_ACTION),  # UpdateMetadata
    7: _cluster(_CLUSTER_ACTION),  # ControlledShutdown
    8: _named((_READ, _GROUP), (_READ, _TOPIC)),  # OffsetCommit
    9: _named((_DESCRIBE, _GROUP), (_DESCRIBE, _TOPIC)),  # OffsetFetch
    10: _named((_DESCRIBE, _GROUP), (_DESCRIBE, _TRANSACTIONAL_ID), (_CLUSTER_ACTION, _CLUSTER)),  # FindCoordinator
    11: _named((_READ, _GROUP), (_DESCRIBE, _TOPIC)),  # JoinGroup: the second for which topics a regular expression finds
    12: _named((_READ, _GROUP)),  # Heartbeat
    13: _named((_READ, _GROUP)),  # LeaveGroup
    14: _named((_READ, _GROUP)),  # SyncGroup
    15: _named((_DESCRIBE, _GROUP)),  # DescribeGroups
    16: _named((_DESCRIBE, _CLUSTER), (_DESCRIBE, _GROUP)),  # ListGroups
    17: _NONE,  # SaslHandshake
    18: _NONE,  # ApiVersions
    19: _named((_CREATE, _CLUSTER), (_CREATE, _TOPIC), (_DESCRIBE_CONFIGS, _TOPIC)),  # CreateTopics
    20: _named((_DELETE, _CLUSTER), (_DELETE, _TOPIC), (_DESCRIBE, _TOPIC)),  # DeleteTopics
    21: _named((_DELETE, _TOPIC)),  # DeleteRecords
    # InitProducerId: with a transactional id the first; else the second, or Write on any topic (KIP-679)
    22: _named((_WRITE, _TRANSACTIONAL_ID), (AclOperation.IDEMPOTENT_WRITE, _CLUSTER), (_WRITE, _TOPIC)),
    23: _named((_CLUSTER_ACTION, _CLUSTER), (_DESCRIBE, _TOPIC)),  # OffsetForLeaderEpoch
    # AddPartitionsToTxn: up to version 3 the first two, later the last
    24: _named((_WRITE, _TRANSACTIONAL_ID), (_WRITE, _TOPIC), (_CLUSTER_ACTION, _CLUSTER)),
    25: _named((_WRITE, _TRANSACTIONAL_ID), (_READ, _GROUP)),  # AddOffsetsToTxn
    26: _named((_WRITE, _TRANSACTIONAL_ID)),  # EndTxn
    27: _cluster(_CLUSTER_ACTION, _ALTER),  # WriteTxnMarkers
    28: _named((_WRITE, _TRANSACTIONAL_ID), (_READ, _GROUP), (_READ, _TOPIC)),  # TxnOffsetCommit
    29: _cluster(_DESCRIBE),  # DescribeAcls
    30: _cluster(_ALTER),  # CreateAcls
    31: _cluster(_ALTER),  # DeleteAcls
    32: _named((_DESCRIBE_CONFIGS, _TOPIC), (_DESCRIBE_CONFIGS, _GROUP), (_DESCRIBE_CONFIGS, _CLUSTER)),  # DescribeConfigs
    33: _named((_ALTER_CONFIGS, _TOPIC), (_ALTER_CONFIGS, _GROUP), (_ALTER_CONFIGS, _CLUSTER)),  # AlterConfigs
    34: _cluster(_ALTER),  # AlterReplicaLogDirs
    35: _cluster(_DESCRIBE),  # DescribeLogDirs
    36: _NONE,  # SaslAuthenticate
    37: _named((_ALTER, _TOPIC)),  # CreatePartitions
    42: _named((_DELETE, _GROUP)),  # DeleteGroups
    43: _cluster(_ALTER),  # ElectLeaders
    44: _named((_ALTER_CONFIGS, _TOPIC), (_ALTER_CONFIGS, _GROUP), (_ALTER_CONFIGS, _CLUSTER)),  # IncrementalAlterConfigs
    45: _cluster(_ALTER),  # AlterPartitionReassignments
    46: _cluster(_DESCRIBE),  # ListPartitionReassignments
    47: _named((_DELETE, _GROUP), (_READ, _TOPIC)),  # OffsetDelete
    48: _cluster(_DESCRIBE_CONFIGS),  # DescribeClientQuotas
    50: _cluster(_DESCRIBE),  # DescribeUserScramCredentials
    51: _cluster(_ALTER),  # AlterUserScramCredentials
    56: _cluster(_CLUSTER_ACTION),  # AlterPartition
    60: _named((_DESCRIBE, _CLUSTER)),  # DescribeCluster: only to be told what may be done with the cluster
    61: _named((_READ, _TOPIC)),  # DescribeProducers
    65: _named((_DESCRIBE, _TRANSACTIONAL_ID), (_DESCRIBE, _TOPIC)),  # DescribeTransactions
    66: _named((_DESCRIBE, _TRANSACTIONAL_ID)),  # ListTransactions
    67: _cluster(_CLUSTER_ACTION),  # AllocateProducerIds
    68: _named((_READ, _GROUP), (_DESCRIBE, _TOPIC)),  # ConsumerGroupHeartbeat
    69: _named((_DESCRIBE, _GROUP), (_DESCRIBE, _TOPIC)),  # ConsumerGroupDescribe
    74: _cluster(_DESCRIBE_CONFIGS),  # ListConfigResources
    75: _named((_DESCRIBE, _TOPIC)),  # DescribeTopicPartitions
}
