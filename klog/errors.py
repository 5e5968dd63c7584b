"""Kafka's table of errors, and the exceptions that carry them.

One row per code: number, name, whether a client may try again, and what it means in one sentence. ``ErrorCode`` and
``KlogError`` are all that the rest of klog uses. Numbers, names and retriability are those of Apache Kafka 4.3.1
(``org.apache.kafka.common.protocol.Errors``); a test holds them against it.
"""

from __future__ import annotations

import enum
from typing import NamedTuple


class ErrorCode(enum.IntEnum):
    """An error code as it stands on the wire (int16)."""

    UNKNOWN_SERVER_ERROR = -1
    NONE = 0
    OFFSET_OUT_OF_RANGE = 1
    CORRUPT_MESSAGE = 2
    UNKNOWN_TOPIC_OR_PARTITION = 3
    INVALID_FETCH_SIZE = 4
    LEADER_NOT_AVAILABLE = 5
    NOT_LEADER_OR_FOLLOWER = 6
    REQUEST_TIMED_OUT = 7
    BROKER_NOT_AVAILABLE = 8
    REPLICA_NOT_AVAILABLE = 9
    MESSAGE_TOO_LARGE = 10
    STALE_CONTROLLER_EPOCH = 11
    OFFSET_METADATA_TOO_LARGE = 12
    NETWORK_EXCEPTION = 13
    COORDINATOR_LOAD_IN_PROGRESS = 14
    COORDINATOR_NOT_AVAILABLE = 15
    NOT_COORDINATOR = 16
    INVALID_TOPIC_EXCEPTION = 17
    RECORD_LIST_TOO_LARGE = 18
    NOT_ENOUGH_REPLICAS = 19
    NOT_ENOUGH_REPLICAS_AFTER_APPEND = 20
    INVALID_REQUIRED_ACKS = 21
    ILLEGAL_GENERATION = 22
    INCONSISTENT_GROUP_PROTOCOL = 23
    INVALID_GROUP_ID = 24
    UNKNOWN_MEMBER_ID = 25
    INVALID_SESSION_TIMEOUT = 26
    REBALANCE_IN_PROGRESS = 27
    INVALID_COMMIT_OFFSET_SIZE = 28
    TOPIC_AUTHORIZATION_FAILED = 29
    GROUP_AUTHORIZATION_FAILED = 30
    CLUSTER_AUTHORIZATION_FAILED = 31
    INVALID_TIMESTAMP = 32
    UNSUPPORTED_SASL_MECHANISM = 33
    ILLEGAL_SASL_STATE = 34
    UNSUPPORTED_VERSION = 35
    TOPIC_ALREADY_EXISTS = 36
    INVALID_PARTITIONS = 37
    INVALID_REPLICATION_FACTOR = 38
    INVALID_REPLICA_ASSIGNMENT = 39
    INVALID_CONFIG = 40
    NOT_CONTROLLER = 41
    INVALID_REQUEST = 42
    UNSUPPORTED_FOR_MESSAGE_FORMAT = 43
    POLICY_VIOLATION = 44
    OUT_OF_ORDER_SEQUENCE_NUMBER = 45
    DUPLICATE_SEQUENCE_NUMBER = 46
    INVALID_PRODUCER_EPOCH = 47
    INVALID_TXN_STATE = 48
    INVALID_PRODUCER_ID_MAPPING = 49
    INVALID_TRANSACTION_TIMEOUT = 50
    CONCURRENT_TRANSACTIONS = 51
    TRANSACTION_COORDINATOR_FENCED = 52
    TRANSACTIONAL_ID_AUTHORIZATION_FAILED = 53
    SECURITY_DISABLED = 54
    OPERATION_NOT_ATTEMPTED = 55
    KAFKA_STORAGE_ERROR = 56
    LOG_DIR_NOT_FOUND = 57
    SASL_AUTHENTICATION_FAILED = 58
    UNKNOWN_PRODUCER_ID = 59
    REASSIGNMENT_IN_PROGRESS = 60
    DELEGATION_TOKEN_AUTH_DISABLED = 61
    DELEGATION_TOKEN_NOT_FOUND = 62
    DELEGATION_TOKEN_OWNER_MISMATCH = 63
    DELEGATION_TOKEN_REQUEST_NOT_ALLOWED = 64
    DELEGATION_TOKEN_AUTHORIZATION_FAILED = 65
    DELEGATION_TOKEN_EXPIRED = 66
    INVALID_PRINCIPAL_TYPE = 67
    NON_EMPTY_GROUP = 68
    GROUP_ID_NOT_FOUND = 69
    FETCH_SESSION_ID_NOT_FOUND = 70
    INVALID_FETCH_SESSION_EPOCH = 71
    LISTENER_NOT_FOUND = 72
    TOPIC_DELETION_DISABLED = 73
    FENCED_LEADER_EPOCH = 74
    UNKNOWN_LEADER_EPOCH = 75
    UNSUPPORTED_COMPRESSION_TYPE = 76
    STALE_BROKER_EPOCH = 77
    OFFSET_NOT_AVAILABLE = 78
    MEMBER_ID_REQUIRED = 79
    PREFERRED_LEADER_NOT_AVAILABLE = 80
    GROUP_MAX_SIZE_REACHED = 81
    FENCED_INSTANCE_ID = 82
    ELIGIBLE_LEADERS_NOT_AVAILABLE = 83
    ELECTION_NOT_NEEDED = 84
    NO_REASSIGNMENT_IN_PROGRESS = 85
    GROUP_SUBSCRIBED_TO_TOPIC = 86
    INVALID_RECORD = 87
    UNSTABLE_OFFSET_COMMIT = 88
    THROTTLING_QUOTA_EXCEEDED = 89
    PRODUCER_FENCED = 90
    RESOURCE_NOT_FOUND = 91
    DUPLICATE_RESOURCE = 92
    UNACCEPTABLE_CREDENTIAL = 93
    INCONSISTENT_VOTER_SET = 94
    INVALID_UPDATE_VERSION = 95
    FEATURE_UPDATE_FAILED = 96
    PRINCIPAL_DESERIALIZATION_FAILURE = 97
    SNAPSHOT_NOT_FOUND = 98
    POSITION_OUT_OF_RANGE = 99
    UNKNOWN_TOPIC_ID = 100
    DUPLICATE_BROKER_REGISTRATION = 101
    BROKER_ID_NOT_REGISTERED = 102
    INCONSISTENT_TOPIC_ID = 103
    INCONSISTENT_CLUSTER_ID = 104
    TRANSACTIONAL_ID_NOT_FOUND = 105
    FETCH_SESSION_TOPIC_ID_ERROR = 106
    INELIGIBLE_REPLICA = 107
    NEW_LEADER_ELECTED = 108
    OFFSET_MOVED_TO_TIERED_STORAGE = 109
    FENCED_MEMBER_EPOCH = 110
    UNRELEASED_INSTANCE_ID = 111
    UNSUPPORTED_ASSIGNOR = 112
    STALE_MEMBER_EPOCH = 113
    MISMATCHED_ENDPOINT_TYPE = 114
    UNSUPPORTED_ENDPOINT_TYPE = 115
    UNKNOWN_CONTROLLER_ID = 116
    UNKNOWN_SUBSCRIPTION_ID = 117
    TELEMETRY_TOO_LARGE = 118
    INVALID_REGISTRATION = 119
    TRANSACTION_ABORTABLE = 120
    INVALID_RECORD_STATE = 121
    SHARE_SESSION_NOT_FOUND = 122
    INVALID_SHARE_SESSION_EPOCH = 123
    FENCED_STATE_EPOCH = 124
    INVALID_VOTER_KEY = 125
    DUPLICATE_VOTER = 126
    VOTER_NOT_FOUND = 127
    INVALID_REGULAR_EXPRESSION = 128
    REBOOTSTRAP_REQUIRED = 129
    STREAMS_INVALID_TOPOLOGY = 130
    STREAMS_INVALID_TOPOLOGY_EPOCH = 131
    STREAMS_TOPOLOGY_FENCED = 132
    SHARE_SESSION_LIMIT_REACHED = 133


class ErrorRow(NamedTuple):
    """What is known of one error code."""

    code: ErrorCode
    #: Whether the same request may succeed later (Kafka's ``RetriableException``).
    retriable: bool
    sentence: str


_ROWS: tuple[tuple[ErrorCode, bool, str], ...] = (
    (ErrorCode.UNKNOWN_SERVER_ERROR, False, "The broker failed in a way it has no name for; its log says more."),
    (ErrorCode.NONE, False, "No error."),
    (ErrorCode.OFFSET_OUT_OF_RANGE, False, "The offset is outside what the partition holds."),
    (ErrorCode.CORRUPT_MESSAGE, True, "The records are damaged: their checksum or size does not fit."),
    (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, True, "This broker has no such topic or partition."),
    (ErrorCode.INVALID_FETCH_SIZE, False, "The fetch size is not valid."),
    (ErrorCode.LEADER_NOT_AVAILABLE, True, "The partition has no leader at the moment."),
    (ErrorCode.NOT_LEADER_OR_FOLLOWER, True, "This broker does not lead the partition."),
    (ErrorCode.REQUEST_TIMED_OUT, True, "The request was not done within its time limit."),
    (ErrorCode.BROKER_NOT_AVAILABLE, False, "The broker is not available."),
    (ErrorCode.REPLICA_NOT_AVAILABLE, True, "The replica is not available."),
    (ErrorCode.MESSAGE_TOO_LARGE, False, "The record batch is larger than the topic accepts."),
    (ErrorCode.STALE_CONTROLLER_EPOCH, False, "A newer controller has spoken since."),
    (ErrorCode.OFFSET_METADATA_TOO_LARGE, False, "The text stored with the offset is too long."),
    (ErrorCode.NETWORK_EXCEPTION, True, "The connection broke before the answer came."),
    (ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, True, "The coordinator is still loading."),
    (ErrorCode.COORDINATOR_NOT_AVAILABLE, True, "There is no coordinator for this yet."),
    (ErrorCode.NOT_COORDINATOR, True, "This broker is not the coordinator."),
    (ErrorCode.INVALID_TOPIC_EXCEPTION, False, "The topic's name is not valid, or the topic may not be written to."),
    (ErrorCode.RECORD_LIST_TOO_LARGE, False, "The records are larger than a segment of the topic."),
    (ErrorCode.NOT_ENOUGH_REPLICAS, True, "Too few replicas are in sync to accept the write."),
    (ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND, True, "The write was done, but too few replicas were in sync afterwards."),
    (ErrorCode.INVALID_REQUIRED_ACKS, False, "acks must be -1, 0 or 1."),
    (ErrorCode.ILLEGAL_GENERATION, False, "The group's generation is another one."),
    (ErrorCode.INCONSISTENT_GROUP_PROTOCOL, False, "The member shares no protocol with the group."),
    (ErrorCode.INVALID_GROUP_ID, False, "The group id is not valid."),
    (ErrorCode.UNKNOWN_MEMBER_ID, False, "The group does not know this member."),
    (ErrorCode.INVALID_SESSION_TIMEOUT, False, "The session timeout is outside what the broker allows."),
    (ErrorCode.REBALANCE_IN_PROGRESS, False, "The group is rebalancing; the member should join again."),
    (ErrorCode.INVALID_COMMIT_OFFSET_SIZE, False, "The committed offsets are too large to store."),
    (ErrorCode.TOPIC_AUTHORIZATION_FAILED, False, "Not authorized for the topic."),
    (ErrorCode.GROUP_AUTHORIZATION_FAILED, False, "Not authorized for the group."),
    (ErrorCode.CLUSTER_AUTHORIZATION_FAILED, False, "Not authorized for the cluster."),
    (ErrorCode.INVALID_TIMESTAMP, False, "A record's timestamp is outside what the topic accepts."),
    (ErrorCode.UNSUPPORTED_SASL_MECHANISM, False, "The broker does not offer this SASL mechanism."),
    (ErrorCode.ILLEGAL_SASL_STATE, False, "The request does not fit the state of the SASL exchange."),
    (ErrorCode.UNSUPPORTED_VERSION, False, "The version of the API is not supported."),
    (ErrorCode.TOPIC_ALREADY_EXISTS, False, "The topic exists already."),
    (ErrorCode.INVALID_PARTITIONS, False, "The number of partitions is not valid."),
    (ErrorCode.INVALID_REPLICATION_FACTOR, False, "The replication factor is not valid."),
    (ErrorCode.INVALID_REPLICA_ASSIGNMENT, False, "The replica assignment is not valid."),
    (ErrorCode.INVALID_CONFIG, False, "A configuration is not valid."),
    (ErrorCode.NOT_CONTROLLER, True, "This broker is not the controller."),
    (ErrorCode.INVALID_REQUEST, False, "The request contradicts itself or the protocol."),
    (ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT, False, "The topic's message format does not allow this."),
    (ErrorCode.POLICY_VIOLATION, False, "The request breaks a policy of the broker."),
    (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, False, "A sequence number is missing before this batch."),
    (ErrorCode.DUPLICATE_SEQUENCE_NUMBER, False, "A batch with this sequence number was written already."),
    (ErrorCode.INVALID_PRODUCER_EPOCH, False, "A newer instance of this producer has written since."),
    (ErrorCode.INVALID_TXN_STATE, False, "The transaction's state does not allow this."),
    (ErrorCode.INVALID_PRODUCER_ID_MAPPING, False, "The producer id does not belong to the transactional id."),
    (ErrorCode.INVALID_TRANSACTION_TIMEOUT, False, "The transaction timeout is larger than the broker allows."),
    (ErrorCode.CONCURRENT_TRANSACTIONS, True, "Another request on this transaction is still under way."),
    (ErrorCode.TRANSACTION_COORDINATOR_FENCED, False, "A newer transaction coordinator has spoken since."),
    (ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED, False, "Not authorized for the transactional id."),
    (ErrorCode.SECURITY_DISABLED, False, "Security features are switched off."),
    (ErrorCode.OPERATION_NOT_ATTEMPTED, False, "The operation was not tried."),
    (ErrorCode.KAFKA_STORAGE_ERROR, True, "The broker's disk failed or is full."),
    (ErrorCode.LOG_DIR_NOT_FOUND, False, "The log directory does not exist."),
    (ErrorCode.SASL_AUTHENTICATION_FAILED, False, "The credentials were refused."),
    (ErrorCode.UNKNOWN_PRODUCER_ID, False, "The partition does not know this producer."),
    (ErrorCode.REASSIGNMENT_IN_PROGRESS, False, "A reassignment is under way."),
    (ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED, False, "Delegation tokens are switched off."),
    (ErrorCode.DELEGATION_TOKEN_NOT_FOUND, False, "There is no such delegation token."),
    (ErrorCode.DELEGATION_TOKEN_OWNER_MISMATCH, False, "The delegation token belongs to somebody else."),
    (ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED, False, "Delegation tokens may not be asked for here."),
    (ErrorCode.DELEGATION_TOKEN_AUTHORIZATION_FAILED, False, "Not authorized for the delegation token."),
    (ErrorCode.DELEGATION_TOKEN_EXPIRED, False, "The delegation token has expired."),
    (ErrorCode.INVALID_PRINCIPAL_TYPE, False, "The principal's type is not valid."),
    (ErrorCode.NON_EMPTY_GROUP, False, "The group still has members."),
    (ErrorCode.GROUP_ID_NOT_FOUND, False, "There is no such group."),
    (ErrorCode.FETCH_SESSION_ID_NOT_FOUND, True, "The broker does not know the fetch session; begin a new one."),
    (ErrorCode.INVALID_FETCH_SESSION_EPOCH, True, "The fetch session's epoch is not the expected one; begin a new one."),
    (ErrorCode.LISTENER_NOT_FOUND, True, "The leader has no listener that matches the one of the request."),
    (ErrorCode.TOPIC_DELETION_DISABLED, False, "Topics may not be deleted on this broker."),
    (ErrorCode.FENCED_LEADER_EPOCH, True, "The leader epoch is older than the broker's."),
    (ErrorCode.UNKNOWN_LEADER_EPOCH, True, "The leader epoch is newer than the broker's."),
    (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, False, "The version of the API cannot carry this compression."),
    (ErrorCode.STALE_BROKER_EPOCH, False, "A newer registration of the broker exists."),
    (ErrorCode.OFFSET_NOT_AVAILABLE, True, "The leader does not know the offset yet."),
    (ErrorCode.MEMBER_ID_REQUIRED, False, "The member must join again with the id it was given."),
    (ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE, True, "The preferred leader is not available."),
    (ErrorCode.GROUP_MAX_SIZE_REACHED, False, "The group is full."),
    (ErrorCode.FENCED_INSTANCE_ID, False, "Another member with the same instance id has taken over."),
    (ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE, True, "No eligible leader is available."),
    (ErrorCode.ELECTION_NOT_NEEDED, True, "The election is not needed."),
    (ErrorCode.NO_REASSIGNMENT_IN_PROGRESS, False, "No reassignment is under way."),
    (ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC, False, "The group is subscribed to the topic."),
    (ErrorCode.INVALID_RECORD, False, "A record is not valid; the batch was not stored."),
    (ErrorCode.UNSTABLE_OFFSET_COMMIT, True, "Offsets of an open transaction cover these."),
    (ErrorCode.THROTTLING_QUOTA_EXCEEDED, True, "A quota is used up."),
    (ErrorCode.PRODUCER_FENCED, False, "A newer producer with the same transactional id exists."),
    (ErrorCode.RESOURCE_NOT_FOUND, False, "There is no such resource."),
    (ErrorCode.DUPLICATE_RESOURCE, False, "The resource is named twice."),
    (ErrorCode.UNACCEPTABLE_CREDENTIAL, False, "The credential is not acceptable."),
    (ErrorCode.INCONSISTENT_VOTER_SET, False, "The voter sets differ."),
    (ErrorCode.INVALID_UPDATE_VERSION, False, "The update's version is not valid."),
    (ErrorCode.FEATURE_UPDATE_FAILED, False, "The features could not be updated."),
    (ErrorCode.PRINCIPAL_DESERIALIZATION_FAILURE, False, "The principal could not be read."),
    (ErrorCode.SNAPSHOT_NOT_FOUND, False, "There is no such snapshot."),
    (ErrorCode.POSITION_OUT_OF_RANGE, False, "The position is outside the snapshot."),
    (ErrorCode.UNKNOWN_TOPIC_ID, True, "This broker has no topic with this id."),
    (ErrorCode.DUPLICATE_BROKER_REGISTRATION, False, "The broker id is registered already."),
    (ErrorCode.BROKER_ID_NOT_REGISTERED, False, "The broker id is not registered."),
    (ErrorCode.INCONSISTENT_TOPIC_ID, True, "The log belongs to a topic with another id."),
    (ErrorCode.INCONSISTENT_CLUSTER_ID, False, "The request is for another cluster."),
    (ErrorCode.TRANSACTIONAL_ID_NOT_FOUND, False, "There is no such transactional id."),
    (ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR, True, "The fetch session mixes topic names and topic ids."),
    (ErrorCode.INELIGIBLE_REPLICA, False, "The replica may not join the in-sync replicas."),
    (ErrorCode.NEW_LEADER_ELECTED, False, "A new leader was elected by this request."),
    (ErrorCode.OFFSET_MOVED_TO_TIERED_STORAGE, False, "The offset lives in tiered storage."),
    (ErrorCode.FENCED_MEMBER_EPOCH, False, "The member's epoch is older than the coordinator's."),
    (ErrorCode.UNRELEASED_INSTANCE_ID, False, "The instance id is still held by another member."),
    (ErrorCode.UNSUPPORTED_ASSIGNOR, False, "The coordinator does not offer this assignor."),
    (ErrorCode.STALE_MEMBER_EPOCH, False, "The member's epoch is stale; heartbeat first."),
    (ErrorCode.MISMATCHED_ENDPOINT_TYPE, False, "The request is for another kind of endpoint."),
    (ErrorCode.UNSUPPORTED_ENDPOINT_TYPE, False, "The kind of endpoint is not supported."),
    (ErrorCode.UNKNOWN_CONTROLLER_ID, False, "The controller id is not known."),
    (ErrorCode.UNKNOWN_SUBSCRIPTION_ID, False, "The telemetry subscription is not known."),
    (ErrorCode.TELEMETRY_TOO_LARGE, False, "The telemetry is too large."),
    (ErrorCode.INVALID_REGISTRATION, False, "The registration is not valid."),
    (ErrorCode.TRANSACTION_ABORTABLE, False, "The transaction must be aborted."),
    (ErrorCode.INVALID_RECORD_STATE, False, "The record's state does not allow this."),
    (ErrorCode.SHARE_SESSION_NOT_FOUND, True, "There is no such share session."),
    (ErrorCode.INVALID_SHARE_SESSION_EPOCH, True, "The share session's epoch is not the expected one."),
    (ErrorCode.FENCED_STATE_EPOCH, False, "The share coordinator's state is newer."),
    (ErrorCode.INVALID_VOTER_KEY, False, "The voter's key does not fit."),
    (ErrorCode.DUPLICATE_VOTER, False, "The voter is there already."),
    (ErrorCode.VOTER_NOT_FOUND, False, "There is no such voter."),
    (ErrorCode.INVALID_REGULAR_EXPRESSION, False, "The regular expression is not valid."),
    (ErrorCode.REBOOTSTRAP_REQUIRED, False, "The client should start again from its bootstrap servers."),
    (ErrorCode.STREAMS_INVALID_TOPOLOGY, False, "The streams topology is not valid."),
    (ErrorCode.STREAMS_INVALID_TOPOLOGY_EPOCH, False, "The streams topology's epoch is not valid."),
    (ErrorCode.STREAMS_TOPOLOGY_FENCED, False, "The streams topology is older than the group's."),
    (ErrorCode.SHARE_SESSION_LIMIT_REACHED, True, "The broker keeps no more share sessions."),
)

#: Every row by its code.
ERRORS: dict[ErrorCode, ErrorRow] = {row[0]: ErrorRow(*row) for row in _ROWS}


class KlogError(Exception):
    """An error that has a code on the wire.

    :param code: what the client is told.
    :param message: a sentence for people: who sent what, and which side must change. The table's own when not given.
    """

    def __init__(self, code: ErrorCode, message: str | None = None) -> None:
        self.code = code
        self.message = ERRORS[code].sentence if message is None else message
        super().__init__(code, self.message)

    @property
    def retriable(self) -> bool:
        """Whether trying again may help."""
        return ERRORS[self.code].retriable

    def __str__(self) -> str:
        return f"{self.code.name}: {self.message}"


def row_of(code: int) -> ErrorRow:
    """The row of a code off the wire; an unknown number reads as UNKNOWN_SERVER_ERROR."""
    try:
        return ERRORS[ErrorCode(code)]
    except ValueError:
        return ERRORS[ErrorCode.UNKNOWN_SERVER_ERROR]
