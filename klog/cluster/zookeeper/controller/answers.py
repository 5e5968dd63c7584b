"""What brokers' answers to a controller's requests tell it. Pure.

Kafka's controller looks at little: of LeaderAndIsr, whether a replica's data directory is out of service (KAFKA_STORAGE_ERROR) or not
(NONE); of StopReplica, which replicas are deleted. Everything else is noted for people: whoever refuses a request as stale knows a newer
controller, or lives a newer life, of which ZooKeeper tells in time.
"""

from __future__ import annotations

import dataclasses

from klog.cluster.zookeeper.controller.broker_requests import topics_by_id
from klog.cluster.zookeeper.controller.pending_updates import Kind, Piece
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.leader_and_isr import LeaderAndIsrRequest, LeaderAndIsrResponse
from klog.wire.messages.stop_replica import StopReplicaResponse
from klog.wire.messages.update_metadata import UpdateMetadataResponse
from klog.wire.schema import Message


@dataclasses.dataclass
class Heard:
    """What one answer tells.

    :ivar complaint: for the log; empty where all is well.
    :ivar broken: partitions whose data directory is out of service there.
    :ivar sound: partitions whose is not.
    :ivar deleted: NONE or an error, of each replica that was to be deleted.
    """

    complaint: str = ""
    broken: set[TopicPartition] = dataclasses.field(default_factory=set)
    sound: set[TopicPartition] = dataclasses.field(default_factory=set)
    deleted: dict[TopicPartition, int] = dataclasses.field(default_factory=dict)


def heard(piece: Piece, request: Message, answer: Message) -> Heard:
    """What `answer` says of what `piece` asked. What an answer does not mention was not done; what was not asked is passed over."""
    found = Heard()
    match piece.kind:
        case Kind.METADATA if isinstance(answer, UpdateMetadataResponse):
            _complain(found, answer.error_code)
        case Kind.LEADERSHIP if isinstance(answer, LeaderAndIsrResponse) and isinstance(request, LeaderAndIsrRequest):
            _complain(found, answer.error_code)
            _hear_roles(found, piece, request, answer)
        case Kind.STOP if isinstance(answer, StopReplicaResponse):
            _complain(found, answer.error_code)
            for each in answer.partition_errors:
                _complain(found, each.error_code, TopicPartition(each.topic_name, each.partition_index))
        case Kind.DELETE if isinstance(answer, StopReplicaResponse):
            _complain(found, answer.error_code)
            said = {TopicPartition(each.topic_name, each.partition_index): each.error_code for each in answer.partition_errors}
            for at in piece.partitions:
                code = answer.error_code or said.get(at, ErrorCode.UNKNOWN_SERVER_ERROR)
                found.deleted[at] = code
                _complain(found, code, at)
        case _:
            found.complaint = f"it is answered with {type(answer).__name__}"
            found.deleted = dict.fromkeys(piece.partitions, ErrorCode.UNKNOWN_SERVER_ERROR) if piece.kind is Kind.DELETE else {}
    return found


def _hear_roles(found: Heard, piece: Piece, request: LeaderAndIsrRequest, answer: LeaderAndIsrResponse) -> None:
    if answer.error_code:
        return
    names = topics_by_id(request)
    for topic in answer.topics:
        name = names.get(topic.topic_id)
        for each in topic.partition_errors if name is not None else ():
            at = TopicPartition(name or "", each.partition_index)
            if at not in piece.partitions:
                continue
            if each.error_code == ErrorCode.NONE:
                found.sound.add(at)
                continue
            if each.error_code == ErrorCode.KAFKA_STORAGE_ERROR:
                found.broken.add(at)
            _complain(found, each.error_code, at)


def _complain(found: Heard, code: int, at: TopicPartition | None = None) -> None:
    """The first one is enough."""
    if code and not found.complaint:
        try:
            name = ErrorCode(code).name
        except ValueError:
            name = f"an unknown error {code}"
        found.complaint = name if at is None else f"{name} for {at.topic}-{at.partition}, perhaps more"
