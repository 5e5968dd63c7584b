"""Where to read from: positions that are to be looked up, and positions that a new leader may not have.

A position is looked up by ListOffsets: where there is none yet, where the user wants the beginning or the end, or where it turned out to
be out of range. After a change of leader the leader epoch of the last record is shown to the new one (OffsetForLeaderEpoch, KIP-320): if
its log ends that epoch before our position, records that we read are gone.
"""

from __future__ import annotations

from typing import Any

from twisted.logger import Logger

from klog.client.fetching.buffer import FetchBuffer
from klog.client.fetching.next_steps import phase_under
from klog.client.fetching.subscriptions import LogTruncated, OffsetOutOfRange, OffsetReset, PartitionState, Phase, Position
from klog.client.isolation import IsolationLevel
from klog.client.offsets import OffsetAt, list_offsets_once, partition_error, without_leader
from klog.client.retry import Action, ClientStopped, what_to_do, what_to_do_about
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.patience import jittered_ms
from klog.wire.messages.fetch import PartitionData
from klog.wire.messages.offset_for_leader_epoch import (
    OffsetForLeaderEpochRequest,
    OffsetForLeaderPartition,
    OffsetForLeaderTopic,
)

_log = Logger()

#: The first version that says which epoch it answers for, and is told which one we believe in.
_OLDEST_EPOCHS = 2


class FetchPositions(FetchBuffer):
    """The part of a `Fetcher` that finds positions."""

    def __init__(self, routing: Routing, auto_offset_reset: OffsetReset, isolation_level: IsolationLevel) -> None:
        super().__init__(routing, auto_offset_reset)
        self.isolation_level = isolation_level
        self._validating: set[int] = set()
        self._resetting = False

    def _pump(self) -> None:
        """Look at every partition, and ask for what it needs."""
        raise NotImplementedError

    def _leaderless(self, state: PartitionState) -> None:
        tp = state.topic_partition
        error = without_leader(self.routing, tp)
        if what_to_do_about(error) is Action.FAIL:
            self._fail(state, error)
        else:
            self._pause_partition(state)

    def _leader_changed(self, state: PartitionState, leader_epoch: int) -> None:
        if state.chunks:
            self._freed(state.drop_held())
            self._ready.pop(state.topic_partition, None)
        state.phase = phase_under(state, leader_epoch)
        if state.phase is Phase.FETCHING:
            state.validated_epoch = leader_epoch

    def _pause_partition(self, state: PartitionState) -> None:
        """Leave it alone for a while, longer each time."""
        settings = self.routing.settings
        pause_ms = jittered_ms(settings.retry_backoff_ms, settings.retry_backoff_max_ms, state.backoff_failures, self.routing.random)
        state.backoff_failures += 1
        state.not_before_s = self.routing.reactor.seconds() + pause_ms / 1000

    async def _reset(self, states: list[PartitionState]) -> None:
        rounds = {state.topic_partition: state.round for state in states}
        try:
            found = await list_offsets_once(self.routing, {state.topic_partition: state.reset_to for state in states}, self.isolation_level)
        except KlogError as error:
            found = dict.fromkeys(rounds, error)
        finally:
            self._resetting = False
        if self.stopped:
            return
        for state in states:
            tp = state.topic_partition
            if self._states.get(tp) is not state or state.phase is not Phase.RESETTING or state.round != rounds[tp]:
                continue
            answer = found[tp]
            if isinstance(answer, OffsetAt):
                position = Position(max(answer.offset, 0), -1)
                state.go_to(position, state.generation)
                self._tell_position(tp, position.offset)
                if self.on_reset is not None:
                    self.on_reset(tp, position)
            elif isinstance(answer, ClientStopped):
                return
            elif what_to_do_about(answer) is Action.FAIL:
                self._fail(state, answer)
            else:
                self._pause_partition(state)
        self._pump()

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
                self.complain(error)
            for topic_name in topics:
                self.routing.stale(topic_name)
        finally:
            self._validating.discard(node)
        for tp, (state, round_, leader_epoch) in asked.items():
            if self._states.get(tp) is state and state.phase is Phase.VALIDATING and state.round == round_:
                if skipped:
                    state.validated_epoch = leader_epoch
                    state.phase = Phase.FETCHING
                else:
                    self._validated(state, answered.get(tp), leader_epoch)
        if not self.stopped:
            self._pump()

    def _validated(self, state: PartitionState, answer: Any, leader_epoch: int) -> None:
        tp = state.topic_partition
        if answer is None:
            self._pause_partition(state)
        elif answer.error_code:
            if what_to_do(answer.error_code) is Action.FAIL:
                self._fail(state, partition_error(answer.error_code, tp, "asking where its leader epoch ends"))
            else:
                self._pause_partition(state)
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
        timestamp = self.auto_offset_reset.timestamp
        self._generation += 1
        self.changes += 1
        if timestamp is None:
            self._fail(state, LogTruncated(tp, position, diverging))
        elif diverging is None:
            _log.warn("{tp} was truncated somewhere below offset {offset}; going on by auto_offset_reset", tp=tp, offset=position.offset)
            self.voids.pop(state.topic_partition, None)
            self._freed(state.look_up(timestamp, self._generation))
        else:
            _log.warn(
                "{tp} was truncated below offset {offset}; going on at {diverging}",
                tp=tp,
                offset=position.offset,
                diverging=diverging.offset,
            )
            self.voids.pop(state.topic_partition, None)
            self._freed(state.go_to(diverging, self._generation))
            if self.on_reset is not None:
                self.on_reset(tp, diverging)

    def _out_of_range(self, state: PartitionState, partition: PartitionData) -> None:
        tp = state.topic_partition
        timestamp = self.auto_offset_reset.timestamp
        if timestamp is None:
            self._fail(state, OffsetOutOfRange(tp, state.fetch_offset, partition.log_start_offset, partition.high_watermark))
            return
        _log.warn(
            "{tp} has no offset {offset}; going on at its {where}", tp=tp, offset=state.fetch_offset, where=self.auto_offset_reset.value
        )
        self._generation += 1
        self.changes += 1
        self.voids.pop(state.topic_partition, None)
        self._freed(state.look_up(timestamp, self._generation))

    def _unexpected(self, failure: Any) -> None:
        """Nothing that ought to happen: a fault of ours, told to whoever reads."""
        _log.failure("fetching failed", failure)
        self.complain(KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"fetching failed: {failure.value!r}"))
