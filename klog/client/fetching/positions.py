"""Where to read from: positions that are to be looked up, and positions that a new leader may not have.

A position is looked up by ListOffsets: where there is none yet, where the user wants the beginning or the end, or where it turned out to
be out of range. After a change of leader the leader epoch of the last record is shown to the new one (OffsetForLeaderEpoch, KIP-320): if
its log ends that epoch before our position, records that we read are gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.client.fetching.buffer import FetchBuffer
from klog.client.fetching.fetch_decisions import phase_under_epoch
from klog.client.fetching.subscriptions import LogTruncated, OffsetOutOfRange, PartitionState, Phase, Position
from klog.client.isolation import IsolationLevel
from klog.client.offsets import OffsetAt, list_offsets_once
from klog.client.requests.errors import partition_error
from klog.client.retry import Action, ClientStopped, what_to_do, what_to_do_about
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.fetch import PartitionData
from klog.wire.messages.offset_for_leader_epoch import (
    OffsetForLeaderEpochRequest,
    OffsetForLeaderPartition,
    OffsetForLeaderTopic,
)

_log = Logger()

#: The first version that says which epoch it answers for, and is told which one we believe in.
_OLDEST_EPOCHS = 2


class PositionFinder:
    """Finds and checks the positions of what is in a `FetchBuffer`.

    :param isolation_level: where the end of a partition is.
    :param found: called when what was asked is settled, so that the next step can be taken.
    """

    def __init__(self, routing: Routing, buffer: FetchBuffer, isolation_level: IsolationLevel, found: Callable[[], None]) -> None:
        self.routing = routing
        self._buffer = buffer
        self._isolation_level = isolation_level
        self._found = found
        #: Brokers that are asked for the ends of leader epochs.
        self.validating: set[int] = set()
        #: Whether ListOffsets is under way.
        self.is_resetting = False

    def reset(self, states: list[PartitionState]) -> None:
        """Look these positions up."""
        self.is_resetting = True
        Deferred.fromCoroutine(self._reset(states)).addErrback(self._buffer.unexpected)

    def validate(self, node: int, states: list[PartitionState]) -> None:
        """Have `node`, which leads these partitions now, say whether it has what we read."""
        self.validating.add(node)
        Deferred.fromCoroutine(self._validate(node, states)).addErrback(self._buffer.unexpected)

    def leader_changed(self, state: PartitionState, leader_epoch: int) -> None:
        """Another leader: what the old one gave is dropped, and the position checked where it can be."""
        if state.chunks:
            self._buffer.drop(state)
        if state.nearest is not None:
            state.nearest.forget()
        state.phase = phase_under_epoch(state, leader_epoch)
        if state.phase is Phase.FETCHING:
            state.validated_epoch = leader_epoch

    async def _reset(self, states: list[PartitionState]) -> None:
        rounds = {state.topic_partition: state.round for state in states}
        try:
            found = await list_offsets_once(
                self.routing, {state.topic_partition: state.reset_to for state in states}, self._isolation_level
            )
        except KlogError as error:
            found = dict.fromkeys(rounds, error)
        finally:
            self.is_resetting = False
        if self._buffer.stopped:
            return
        for state in states:
            tp = state.topic_partition
            if self._buffer.states.get(tp) is not state or state.phase is not Phase.RESETTING or state.round != rounds[tp]:
                continue
            answer = found[tp]
            if isinstance(answer, OffsetAt):
                position = Position(max(answer.offset, 0), -1)
                self._buffer.position_found(state, position)
            elif isinstance(answer, ClientStopped):
                return
            elif what_to_do_about(answer) is Action.FAIL:
                self._buffer.fail(state, answer)
            else:
                self._buffer.back_off(state)
        if self._buffer.on_found is not None:
            self._buffer.on_found()
        self._found()

    async def _validate(self, node: int, states: list[PartitionState]) -> None:
        topics: dict[str, OffsetForLeaderTopic] = {}
        asked: dict[TopicPartition, tuple[PartitionState, int, int]] = {}
        for state in states:
            tp = state.topic_partition
            leader_epoch = self.routing.metadata.leader_epoch(tp)
            asked[tp] = state, state.round, leader_epoch
            topics.setdefault(tp.topic, OffsetForLeaderTopic(topic=tp.topic, partitions=[])).partitions.append(
                OffsetForLeaderPartition(partition=tp.partition, current_leader_epoch=leader_epoch, leader_epoch=state.position_epoch)
            )
        answered: dict[TopicPartition, Any] = {}
        skipped = False
        try:
            ranges = await self.routing.versions(node)
            version = ranges.choose(OffsetForLeaderEpochRequest, at_least=_OLDEST_EPOCHS)
            request = OffsetForLeaderEpochRequest(replica_id=-1, topics=list(topics.values()))
            answer = await self.routing.ask(node, request, version=version)
            for topic in answer.topics:
                for partition in topic.partitions:
                    answered[TopicPartition(topic.topic, partition.partition)] = partition
        except ClientStopped:
            return
        except KlogError as error:
            skipped = error.code is ErrorCode.UNSUPPORTED_VERSION
            if what_to_do_about(error) is Action.FAIL and not skipped:
                self._buffer.complain(error)
            for topic_name in topics:
                self.routing.stale(topic_name)
        finally:
            self.validating.discard(node)
        for tp, (state, round_, leader_epoch) in asked.items():
            if self._buffer.states.get(tp) is state and state.phase is Phase.VALIDATING and state.round == round_:
                if skipped:
                    state.validated_epoch = leader_epoch
                    state.phase = Phase.FETCHING
                else:
                    self._validated(state, answered.get(tp), leader_epoch)
        if not self._buffer.stopped:
            self._found()

    def _validated(self, state: PartitionState, answer: Any, leader_epoch: int) -> None:
        tp = state.topic_partition
        if answer is None:
            self._buffer.back_off(state)
        elif answer.error_code:
            if what_to_do(answer.error_code) is Action.FAIL:
                self._buffer.fail(state, partition_error(answer.error_code, tp, "asking where its leader epoch ends"))
            else:
                self._buffer.back_off(state)
                self.routing.stale(tp.topic)
        elif answer.end_offset < 0 or answer.leader_epoch < 0:
            self._truncated(state, None)
        elif answer.end_offset < state.position:
            self._truncated(state, Position(answer.end_offset, answer.leader_epoch))
        else:
            state.validated_epoch = leader_epoch
            state.phase = Phase.FETCHING
            state.backoff_failures = 0

    def _truncated(self, state: PartitionState, diverging: Position | None) -> None:
        tp = state.topic_partition
        position = Position(state.position, state.position_epoch)
        timestamp = self._buffer.auto_offset_reset.timestamp
        self._buffer.count_move()
        if timestamp is None:
            self._buffer.fail(state, LogTruncated(tp, position, diverging))
        elif diverging is None:
            _log.warn("{tp} was truncated somewhere below offset {offset}; going on by auto_offset_reset", tp=tp, offset=position.offset)
            self._buffer.look_up_again(state, timestamp)
        else:
            _log.warn(
                "{tp} was truncated below offset {offset}; going on at {diverging}",
                tp=tp,
                offset=position.offset,
                diverging=diverging.offset,
            )
            self._buffer.go_back(state, diverging)

    def out_of_range(self, state: PartitionState, partition: PartitionData) -> None:
        """Its leader has no such offset: go on by the policy."""
        tp = state.topic_partition
        timestamp = self._buffer.auto_offset_reset.timestamp
        if timestamp is None:
            self._buffer.fail(state, OffsetOutOfRange(tp, state.fetch_offset, partition.log_start_offset, partition.high_watermark))
            return
        _log.warn(
            "{tp} has no offset {offset}; going on at its {where}",
            tp=tp,
            offset=state.fetch_offset,
            where=self._buffer.auto_offset_reset.value,
        )
        self._buffer.count_move()
        self._buffer.look_up_again(state, timestamp)
