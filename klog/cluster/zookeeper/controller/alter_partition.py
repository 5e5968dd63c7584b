"""AlterPartition: a leader asks for other in-sync replicas (``KafkaController.tryProcessAlterPartition``). Pure: what is to be written, and
what is answered.

For a request, the first that fits:

==================================================================  ===========================================
the broker is not live, or its epoch is not the one of its life     STALE_BROKER_EPOCH for all
the topic id is unknown                                             UNKNOWN_TOPIC_ID
==================================================================  ===========================================

For a partition, the first that fits:

==================================================================  ===========================================
it has no state, or its topic is to be deleted                      UNKNOWN_TOPIC_OR_PARTITION
its partition epoch or leader epoch is above ours                   NOT_CONTROLLER: we are the one who is behind
its leader epoch is below ours, or it is not the leader, or not     FENCED_LEADER_EPOCH: LeaderAndIsr is coming
since its broker was registered
the state is the wanted one already, whatever its partition epoch   NONE, with the state
its partition epoch is below ours                                   INVALID_UPDATE_VERSION (in version 0 NONE, with
                                                                    the state)
it is recovering, and others would be in sync                       INVALID_REQUEST
somebody in sync is not live, shutting down, or registered anew     INELIGIBLE_REPLICA (in version 1
                                                                    OPERATION_NOT_ATTEMPTED; version 0: below)
the new in-sync replicas are none, twice the same, without the      INVALID_REQUEST (version 0: below)
leader, or not assigned (or not any more, as far as a move has come)
it had recovered, and would be recovering again, alone in sync      it is written, with the next leader epoch;
                                                                    NONE, with the new state
else                                                                it is written; NONE, with the new state
==================================================================  ===========================================

A leader that would be recovering again is one that is about to cut its own log, with what was committed in it, as one does that copies a
partition of another cluster: it is elected once more, as if it had not been in sync. Nobody else can be elected then who has what it cuts,
and its followers find out by the new leader epoch that they are to cut theirs. Kafka's controllers refuse this with INVALID_REQUEST.

**In version 0 Kafka 2.8 asks** (``AlterIsrManager.scala``, ``Partition.handleAlterIsrResponse``). It takes an error of a partition that it
does not know for one to ask again after, does so before it has forgotten that it has asked, and never asks for the partition again until it
is told to lead anew (KAFKA-12686). So does it after those errors that it knows, but for NOT_CONTROLLER, after which it sends the whole
request again. What it takes is a state whose partition epoch is not below its own: then it goes on from that, and asks when there is reason
to. It is told so:

* somebody who is in sync by now must leave first, being gone or registered anew: FENCED_LEADER_EPOCH. LeaderAndIsr is coming. The state
  must not be written before: it would be newer than the registration (`klog.cluster.zookeeper.controller.live_brokers`), and who came
  back without what it had would be in sync.
* else what cannot be is answered with the state as it is, which is written for that: NONE, with a newer partition epoch
* what ZooKeeper has not taken is an error of the whole request, after which it is sent again
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from klog.cluster.zookeeper.controller.acts import SetState
from klog.cluster.zookeeper.controller.leader_election import RECOVERING, Standing
from klog.cluster.zookeeper.controller.live_brokers import LiveBrokers
from klog.cluster.zookeeper.controller.reassignment import shown_assignment
from klog.cluster.zookeeper.view import ClusterView
from klog.cluster.zookeeper.view_types import StateAt, Topic
from klog.errors import ErrorCode
from klog.model import TopicId, TopicPartition
from klog.wire.messages.alter_partition import (
    AlteredPartition,
    AlterPartitionPartitionResponse,
    AlterPartitionRequest,
    AlterPartitionResponse,
    AlterPartitionTopicResponse,
)
from klog.zookeeper.znodes import PartitionState

#: From this version on an error of a partition is followed by another question.
FIRST_WITHOUT_KAFKA_12686 = 1
#: From this version on topics have ids in place of names, and ineligible replicas a code of their own (KIP-841).
FIRST_WITH_IDS = 2
#: From this version on in-sync replicas come with epochs (KIP-903).
FIRST_WITH_EPOCHS = 3


@dataclasses.dataclass(frozen=True)
class Change:
    """One partition of a request that is to be written.

    :ivar whole: the answer to the request, where an error of one partition has to be one of all.
    """

    at: TopicPartition
    act: SetState
    answer: AlterPartitionPartitionResponse
    whole: AlterPartitionResponse | None = None

    def done(self) -> None:
        """The change was written."""
        _show(self.answer, self.act.state, self.act.version + 1)

    def failed(self, code: ErrorCode) -> None:
        """The change was not written, for the reason `code`."""
        self.answer.error_code = code
        if self.whole is not None:
            self.whole.error_code, self.whole.topics = ErrorCode.UNKNOWN_SERVER_ERROR, []


@dataclasses.dataclass(frozen=True)
class Altered:
    """What follows from one request.

    :ivar response: complete when each of `changes` is done or has failed.
    """

    response: AlterPartitionResponse
    changes: list[Change] = dataclasses.field(default_factory=list)


def alter_partition(
    view: ClusterView, brokers: LiveBrokers, request: AlterPartitionRequest, version: int, controller_epoch: int
) -> Altered:
    """The tables of the module.

    :param version: of the request.
    :param controller_epoch: ours.
    """
    if brokers.epoch(request.broker_id) != request.broker_epoch:
        return Altered(AlterPartitionResponse(error_code=ErrorCode.STALE_BROKER_EPOCH))
    altered = Altered(AlterPartitionResponse())
    for asked in request.topics:
        name = _name_of(view, TopicId(asked.topic_id)) if version >= FIRST_WITH_IDS else asked.topic_name
        topic = None if name is None else view.topics.get(name)
        answered = AlterPartitionTopicResponse(topic_name=asked.topic_name, topic_id=asked.topic_id)
        altered.response.topics.append(answered)
        for partition in asked.partitions:
            answer = AlterPartitionPartitionResponse(partition_index=partition.partition_index)
            answered.partitions.append(answer)
            if name is None:
                answer.error_code = ErrorCode.UNKNOWN_TOPIC_ID
                continue
            found = _decide(view, topic, brokers, request.broker_id, partition, version, controller_epoch)
            if isinstance(found, SetState):
                whole = altered.response if version < FIRST_WITHOUT_KAFKA_12686 else None
                altered.changes.append(Change(TopicPartition(name, partition.partition_index), found, answer, whole))
            elif isinstance(found, StateAt):
                assert found.state is not None
                _show(answer, found.state, found.version)
            else:
                answer.error_code = found
    return altered


def _name_of(view: ClusterView, topic_id: TopicId) -> str | None:
    """Also of a topic whose znode has lost its id just now."""
    name = view.topic_of.get(topic_id)
    if name is not None:
        return name
    return next((topic.name for topic in view.topics.values() if topic.topic_id is None and topic.last_id == topic_id), None)


def _decide(
    view: ClusterView,
    topic: Topic | None,
    brokers: LiveBrokers,
    broker_id: int,
    asked: AlteredPartition,
    version: int,
    controller_epoch: int,
) -> SetState | StateAt | ErrorCode:
    at = None if topic is None or topic.name in view.deletions else topic.newest(asked.partition_index)
    if topic is None or at is None or at.state is None:
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    state = at.state
    partition = TopicPartition(topic.name, asked.partition_index)
    in_sync = tuple(each.broker_id for each in asked.new_isr_with_epochs) if version >= FIRST_WITH_EPOCHS else tuple(asked.new_isr)

    def stands(each: int, *allowed: Standing) -> bool:
        return brokers.standing(each, partition, at.mzxid) in allowed

    def may_be_in_sync(each: int) -> bool:
        """Of one who joins only its present life matters: the leader has seen that one, or asks in vain."""
        return stands(each, Standing.FINE) or (each not in state.isr and stands(each, Standing.ANEW))

    if asked.partition_epoch > at.version or asked.leader_epoch > state.leader_epoch:
        return ErrorCode.NOT_CONTROLLER
    if asked.leader_epoch < state.leader_epoch or state.leader != broker_id or not stands(broker_id, Standing.FINE, Standing.LEAVING):
        return ErrorCode.FENCED_LEADER_EPOCH
    if in_sync == state.isr and asked.leader_recovery_state == state.leader_recovery_state:
        return at
    if asked.partition_epoch < at.version:
        return ErrorCode.INVALID_UPDATE_VERSION if version >= FIRST_WITHOUT_KAFKA_12686 else at
    if asked.leader_recovery_state not in (0, RECOVERING) or (asked.leader_recovery_state == RECOVERING and len(in_sync) > 1):
        return ErrorCode.INVALID_REQUEST
    # Not those that leave, once they are to delete their logs.
    replicas = shown_assignment(topic.replica_assignment(asked.partition_index), state).replicas
    refusal = ErrorCode.NONE
    if not all(may_be_in_sync(each) for each in in_sync):
        refusal = ErrorCode.INELIGIBLE_REPLICA if version >= FIRST_WITH_IDS else ErrorCode.OPERATION_NOT_ATTEMPTED
    elif not _is_sensible(in_sync, broker_id, replicas):
        refusal = ErrorCode.INVALID_REQUEST
    if refusal and version >= FIRST_WITHOUT_KAFKA_12686:
        return refusal
    if refusal and not all(stands(each, Standing.FINE, Standing.LEAVING) for each in state.isr):
        return ErrorCode.FENCED_LEADER_EPOCH
    if refusal:
        return SetState(topic.name, asked.partition_index, dataclasses.replace(state, controller_epoch=controller_epoch), at.version)
    wanted = dataclasses.replace(state, isr=in_sync, leader_recovery_state=asked.leader_recovery_state, controller_epoch=controller_epoch)
    if asked.leader_recovery_state == RECOVERING and state.leader_recovery_state != RECOVERING:
        wanted = dataclasses.replace(wanted, leader_epoch=state.leader_epoch + 1)
    return SetState(topic.name, asked.partition_index, wanted, at.version)


def _is_sensible(in_sync: tuple[int, ...], leader: int, replicas: Collection[int]) -> bool:
    return leader in in_sync and len(set(in_sync)) == len(in_sync) and set(in_sync) <= set(replicas)


def _show(answer: AlterPartitionPartitionResponse, state: PartitionState, partition_epoch: int) -> None:
    answer.error_code = ErrorCode.NONE
    answer.leader_id = state.leader
    answer.leader_epoch = state.leader_epoch
    answer.isr = list(state.isr)
    answer.leader_recovery_state = state.leader_recovery_state
    answer.partition_epoch = partition_epoch
