"""Fetching ahead: records of many partitions, from whoever leads them, held until somebody takes them.

How it goes:

1. Each broker has at most one Fetch under way, over a connection of its own. It asks for every partition led there that has room; the
   broker waits up to ``fetch_max_wait_ms`` where there is nothing new. When the answer is in, the next request leaves at once.
2. Memory is bounded. All partitions together hold at most ``prefetch_bytes``: each has an equal share of it, and is left out of requests
   while its share is used up. So a partition that nobody reads stops being fetched, and the others go on. One batch may be larger than any
   share (the broker then sends it whole, KIP-74): while the sum is over the bound nothing more is asked for, and where somebody waits for a
   partition that has nothing, the largest unread share is dropped, to be fetched again when it is read.
3. Positions that are not known are looked up (ListOffsets); positions under a new leader are checked against its history
   (OffsetForLeaderEpoch, KIP-320) before anything is fetched from it; what was held from the old one is dropped.
4. A partition's trouble stays its own: it waits with growing pauses, or fails for good, and is told by `take`: once at first sight, and
   again whenever there is nothing else to take. ``seek`` brings it back.

Nothing is decoded here before it is taken (`FetchedRecords`), so nothing is decoded for those who seek away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, cast

from twisted.internet.defer import Deferred, fail, succeed
from twisted.logger import Logger

from klog.client.fetch_sessions import IDS_VERSION, Asked, FetchSession
from klog.client.isolation import IsolationLevel, isolation_level
from klog.client.offsets import OffsetAt, list_offsets_once, partition_error, without_leader
from klog.client.record_views import BadRecords, FetchedRecords, MessageSet
from klog.client.retry import Action, Backoff, ClientStopped, what_to_do, what_to_do_about
from klog.client.routing import Routing
from klog.client.subscriptions import (
    LogTruncated,
    NoPosition,
    OffsetOutOfRange,
    OffsetReset,
    PartitionState,
    Phase,
    Position,
    offset_reset,
)
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, NO_TOPIC_ID, TopicPartition
from klog.net.client_errors import AuthenticationFailed, BadAnswer
from klog.records.select import views
from klog.wire.messages.fetch import FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.offset_for_leader_epoch import (
    OffsetForLeaderEpochRequest,
    OffsetForLeaderPartition,
    OffsetForLeaderTopic,
)

_log = Logger()

#: The least that a partition is asked for, however small its share.
SMALLEST_FETCH_BYTES = 16 << 10
#: Magic 2 and isolation levels.
_OLDEST_FETCH = 4
_OLDEST_EPOCHS = 2
#: Longest wait while somebody reads what makes a partition full.
_EAGER_WAIT_MS = 10
#: A partition is being read where something was taken from it within this time.
_EAGER_S = 0.5
#: A broker may ask us to slow down for so long at most.
_MAX_THROTTLE_MS = 60_000
#: Behind an answer this large, the next request leaves before the records are given to who waits.
_LARGE_ANSWER_BYTES = 128 << 10


class _Waiter(NamedTuple):
    """Somebody who waits for records of some (None: any) partitions."""

    partitions: Collection[TopicPartition] | None
    deferred: Deferred[None]


class Fetcher:
    """Reads partitions ahead of whoever takes their records.

    ::

        fetcher = Fetcher(routing, auto_offset_reset="earliest")
        fetcher.assign({TopicPartition("orders", 0): 1000, TopicPartition("orders", 1): None})
        await fetcher.wait()
        for message_set in fetcher.take(500):
            ...

    :param isolation_level: "read_committed" or "read_uncommitted".
    :param fetch_min_bytes: brokers wait for so much, up to `fetch_max_wait_ms`.
    :param fetch_max_bytes: of one answer.
    :param partition_fetch_bytes: of one partition in one answer.
    :param prefetch_bytes: what all partitions may hold.
    :param auto_offset_reset: where to go without a position, or with one out of range: "earliest", "latest" or "error".
    :param max_uncompressed_bytes: the most that one batch may hold.
    """

    def __init__(
        self,
        routing: Routing,
        *,
        isolation_level: str | IsolationLevel = IsolationLevel.READ_UNCOMMITTED,
        fetch_min_bytes: int = 1,
        fetch_max_wait_ms: int = 500,
        fetch_max_bytes: int = 50 << 20,
        partition_fetch_bytes: int = 1 << 20,
        prefetch_bytes: int = 64 << 20,
        auto_offset_reset: str | OffsetReset = OffsetReset.LATEST,
        max_uncompressed_bytes: int = 100 << 20,
    ) -> None:
        self.routing = routing
        self.isolation_level = _isolation(isolation_level)
        self.auto_offset_reset = offset_reset(auto_offset_reset)
        self._min_bytes = fetch_min_bytes
        self._max_wait_ms = fetch_max_wait_ms
        self._max_bytes = fetch_max_bytes
        self._partition_bytes = partition_fetch_bytes
        self._prefetch_bytes = prefetch_bytes
        self._max_uncompressed_bytes = max_uncompressed_bytes
        self._states: dict[TopicPartition, PartitionState] = {}
        #: Partitions with something to take, the next one first.
        self._ready: dict[TopicPartition, None] = {}
        self._failed: dict[TopicPartition, None] = {}
        self._sessions: dict[int, FetchSession] = {}
        #: Brokers with a Fetch under way, and how many bytes it may bring.
        self._under_way: dict[int, int] = {}
        self._validating: set[int] = set()
        self._resetting = False
        self._node_backoffs: dict[int, Backoff] = {}
        self._not_before_s: dict[int, float] = {}
        self._trouble: KlogError | None = None
        self._waiters: list[_Waiter] = []
        self._position_waiters: dict[TopicPartition, list[Deferred[int]]] = {}
        self._pump_call: Any = None
        self._wake_call: Any = None
        self._fire_calls = 0
        self._generation = 0
        self._topics: dict[str, int] = {}
        self._assignment: frozenset[TopicPartition] | None = frozenset()
        #: What is held now, bytes; and the most it ever was.
        self.held_bytes = 0
        self.most_held_bytes = 0
        #: Rises with every change of assignment or place.
        self.changes = 0
        self.stopped = False
        #: Called with a partition and where it goes on, after a reset by policy.
        self.on_reset: Callable[[TopicPartition, Position], None] | None = None
        routing.on_change.append(self._schedule)

    # What is read, and from where

    @property
    def assignment(self) -> frozenset[TopicPartition]:
        """The partitions that are read."""
        if self._assignment is None:
            self._assignment = frozenset(self._states)
        return self._assignment

    def assign(self, positions: Mapping[TopicPartition, int | Position | None]) -> None:
        """Read these too, each from its position: an offset, a `Position`, `klog.model.EARLIEST_TIMESTAMP`, `LATEST_TIMESTAMP`, or None for
        the policy. One that is read already is moved.
        """
        for tp, position in positions.items():
            state = self._states.get(tp)
            if state is None:
                state = self._states[tp] = PartitionState(tp)
                self._topics[tp.topic] = self._topics.get(tp.topic, 0) + 1
                self._assignment = None
            self._place(state, position)
        known = {tp.topic for tp in positions}
        if known:
            self.routing.know(known).addErrback(self._metadata_failed)
        self._schedule()

    def unassign(self, partitions: Iterable[TopicPartition]) -> None:
        """Read these no more; what is held of them is dropped."""
        for tp in partitions:
            state = self._states.pop(tp, None)
            if state is None:
                continue
            self.changes += 1
            self._freed(state.drop_held())
            self._ready.pop(tp, None)
            self._failed.pop(tp, None)
            self._assignment = None
            self._tell_position(tp, ClientStopped(f"{tp} was unassigned"))
            self._topics[tp.topic] -= 1
            if not self._topics[tp.topic]:
                del self._topics[tp.topic]
        self._schedule()

    def seek(self, tp: TopicPartition, position: int | Position | None) -> None:
        """Go on elsewhere; as in `assign`.

        :raises KeyError: `tp` is not assigned.
        """
        self._place(self._state(tp), position)
        self._schedule()

    def _place(self, state: PartitionState, position: int | Position | None) -> None:
        tp = state.topic_partition
        self._ready.pop(tp, None)
        self._failed.pop(tp, None)
        self._generation += 1
        self.changes += 1
        if position is None:
            timestamp = self.auto_offset_reset.timestamp
            if timestamp is None:
                state.generation = self._generation
                self._fail(state, NoPosition(tp))
            else:
                self._freed(state.look_up(timestamp, self._generation))
            return
        offset, epoch = position if isinstance(position, Position) else (position, -1)
        if offset >= 0:
            self._freed(state.go_to(Position(offset, epoch), self._generation))
            self._tell_position(tp, offset)
        elif offset in (EARLIEST_TIMESTAMP, LATEST_TIMESTAMP):
            self._freed(state.look_up(offset, self._generation))
        else:
            raise ValueError(f"{tp} cannot be read from offset {offset}")

    def position(self, tp: TopicPartition) -> int:
        """The next offset to be handed out; -1 where it is still to be looked up.

        :raises KeyError: `tp` is not assigned.
        """
        return self._state(tp).position

    def positioned(self, tp: TopicPartition) -> Deferred[int]:
        """Fires with the position of `tp` once it is known.

        :raises KlogError: why it cannot be; `ClientStopped` where `tp` is unassigned meanwhile.
        :raises KeyError: `tp` is not assigned.
        """
        state = self._state(tp)
        if self.stopped:
            return fail(ClientStopped())
        if state.error is not None:
            state.error_told = True
            return fail(state.error)
        if state.is_positioned:
            return succeed(state.position)

        def cancelled(deferred: Deferred[int]) -> None:
            self._position_waiters[tp].remove(deferred)

        deferred: Deferred[int] = Deferred(cancelled)
        self._position_waiters.setdefault(tp, []).append(deferred)
        return deferred

    def _tell_position(self, tp: TopicPartition, outcome: int | KlogError) -> None:
        for deferred in self._position_waiters.pop(tp, []):
            if isinstance(outcome, int):
                deferred.callback(outcome)
            else:
                deferred.errback(outcome)

    def positions(self) -> dict[TopicPartition, Position]:
        """All positions that are known."""
        return {tp: Position(state.position, state.position_epoch) for tp, state in self._states.items() if state.is_positioned}

    def high_watermark(self, tp: TopicPartition) -> int:
        """The end of the partition as the last answer has it; -1 before.

        :raises KeyError: `tp` is not assigned.
        """
        return self._state(tp).high_watermark

    def error_of(self, tp: TopicPartition) -> KlogError | None:
        """Why nothing more comes of `tp`."""
        state = self._states.get(tp)
        return None if state is None else state.error

    def is_current(self, message_set: MessageSet) -> bool:
        """Whether nobody has moved the partition of `message_set`, which `take` gave, since."""
        state = self._states.get(TopicPartition(message_set.topic, message_set.partition))
        return state is not None and state.generation == message_set.tag

    def pause(self, partitions: Iterable[TopicPartition]) -> None:
        """Neither fetch nor hand out these; what is held stays.

        :raises KeyError: one is not assigned.
        """
        for tp in partitions:
            self._state(tp).paused = True
            self._ready.pop(tp, None)

    def resume(self, partitions: Iterable[TopicPartition]) -> None:
        """Go on with these.

        :raises KeyError: one is not assigned.
        """
        woken = False
        for tp in partitions:
            state = self._state(tp)
            state.paused = False
            if state.chunks:
                self._ready.setdefault(tp)
                woken = True
        self._schedule()
        if woken:
            self._fire()

    def paused(self) -> frozenset[TopicPartition]:
        """What `pause` was said to."""
        return frozenset(tp for tp, state in self._states.items() if state.paused)

    def _state(self, tp: TopicPartition) -> PartitionState:
        try:
            return self._states[tp]
        except KeyError:
            raise KeyError(f"{tp[0]}-{tp[1]} is not assigned") from None

    # Taking

    def take(
        self, max_records: int = 500_000, partitions: Collection[TopicPartition] | None = None, *, max_bytes: int = 64 << 20
    ) -> list[MessageSet]:
        """What is held, of all or of some partitions, in turn; at most `max_records`, and about `max_bytes` at most. Never waits.

        :raises KlogError: a partition has failed (`BadRecords`, `OffsetOutOfRange`, `LogTruncated`, …) or brokers refuse us.
        """
        self._raise_new(partitions)
        taken: list[MessageSet] = []
        ready = self._ready
        for tp in list(ready) if partitions is None else [tp for tp in ready if tp in partitions]:
            state = self._states[tp]
            state.taken_s = self.routing.reactor.seconds()
            while state.chunks and max_records > 0 and max_bytes > 0:
                chunk = state.chunks[0]
                try:
                    found = chunk.take(max_records, max_bytes)
                except BadRecords as error:
                    state.position = chunk.next_offset
                    self._fail(state, error)
                    break
                state.position = chunk.next_offset
                if chunk.leader_epoch >= 0:
                    state.position_epoch = chunk.leader_epoch
                if chunk.finished:
                    state.chunks.popleft()
                    state.held_bytes -= chunk.size_bytes
                    self.held_bytes -= chunk.size_bytes
                if len(found):
                    found.tag = state.generation
                    taken.append(found)
                    max_records -= len(found)
                    max_bytes -= chunk.size_bytes if chunk.finished else max_bytes
            ready.pop(tp, None)
            if state.chunks:
                ready[tp] = None
            if max_records <= 0 or max_bytes <= 0:
                break
        self._schedule()
        if not taken:
            self._raise_any(partitions)
        return taken

    def take_for(self, partitions: Collection[TopicPartition], max_records: int = 500_000) -> list[MessageSet]:
        """`take` of some partitions."""
        return self.take(max_records, partitions)

    def wait(self, partitions: Collection[TopicPartition] | None = None) -> Deferred[None]:
        """Fires when `take` of the same partitions would give or raise something. Cancelling is fine.

        :raises ClientStopped: by `stop`.
        """
        if self.stopped:
            return fail(ClientStopped())
        if self._can_take(partitions):
            return succeed(None)

        def cancelled(deferred: Deferred[None]) -> None:
            self._waiters = [waiter for waiter in self._waiters if waiter.deferred is not deferred]

        deferred: Deferred[None] = Deferred(cancelled)
        self._waiters.append(_Waiter(partitions, deferred))
        if self.held_bytes >= self._prefetch_bytes:
            self._schedule()
        return deferred

    def _can_take(self, partitions: Collection[TopicPartition] | None) -> bool:
        if self._trouble is not None:
            return True
        if partitions is None:
            return bool(self._ready or self._failed)
        return any(tp in partitions for tp in self._ready) or any(tp in partitions for tp in self._failed)

    def _raise_new(self, partitions: Collection[TopicPartition] | None) -> None:
        if self._trouble is not None:
            trouble, self._trouble = self._trouble, None
            raise trouble
        for tp in self._failed:
            state = self._states[tp]
            if not state.error_told and (partitions is None or tp in partitions):
                state.error_told = True
                assert state.error is not None
                raise state.error

    def _raise_any(self, partitions: Collection[TopicPartition] | None) -> None:
        for tp in self._failed:
            if partitions is None or tp in partitions:
                state = self._states[tp]
                state.error_told = True
                assert state.error is not None
                raise state.error

    def _fire(self) -> None:
        """Tell those who wait, as far as there is something for them."""
        if not self._waiters:
            return
        fired = [waiter for waiter in self._waiters if self._can_take(waiter.partitions)]
        if fired:
            self._waiters = [waiter for waiter in self._waiters if waiter not in fired]
            for waiter in fired:
                waiter.deferred.callback(None)

    def _fire_later(self, turns: int) -> None:
        """`_fire` after as many turns of the reactor: what was written leaves in the first."""
        if self.stopped:
            return
        if turns:
            self.routing.reactor.callLater(0, self._fire_later, turns - 1)
        else:
            self._fire()

    def stop(self) -> None:
        """Nothing more is fetched; whoever waits is told `ClientStopped`."""
        if self.stopped:
            return
        self.stopped = True
        if self._schedule in self.routing.on_change:
            self.routing.on_change.remove(self._schedule)
        for call in (self._pump_call, self._wake_call):
            if call is not None and call.active():
                call.cancel()
        self._freed(sum(state.drop_held() for state in self._states.values()))
        self._ready.clear()
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            waiter.deferred.errback(ClientStopped())
        for tp in list(self._position_waiters):
            self._tell_position(tp, ClientStopped())

    # What to do next

    def _schedule(self) -> None:
        if self._pump_call is None and not self.stopped:
            self._pump_call = self.routing.reactor.callLater(0, self._pump)

    def _wake_at(self, seconds: float) -> None:
        """Look again then."""
        call = self._wake_call
        if call is not None and call.active():
            if call.getTime() <= seconds:
                return
            call.cancel()
        self._wake_call = self.routing.reactor.callLater(max(0.0, seconds - self.routing.reactor.seconds()), self._pump)

    def _pump(self) -> None:
        """Look at every partition, and ask for what it needs."""
        call, self._pump_call = self._pump_call, None
        if call is not None and call.active():
            call.cancel()
        if self.stopped:
            return
        now_s = self.routing.reactor.seconds()
        metadata = self.routing.metadata
        share, unit = self._shares()
        resets: list[PartitionState] = []
        checks: dict[int, list[PartitionState]] = {}
        fetches: dict[int, list[PartitionState]] = {}
        full: dict[int, bool] = {}
        wake_s: float | None = None
        for tp, state in self._states.items():
            if state.phase is Phase.FAILED:
                continue
            if state.not_before_s > now_s:
                wake_s = state.not_before_s if wake_s is None else min(wake_s, state.not_before_s)
                continue
            partition = metadata.partition(tp)
            if partition is None or partition.leader < 0:
                if metadata.topic(tp.topic) is not None or metadata.updated_ms is not None:
                    self._leaderless(state)
                    wake_s = state.not_before_s if wake_s is None else min(wake_s, state.not_before_s)
                continue
            if state.phase is Phase.RESETTING:
                resets.append(state)
                continue
            if partition.leader_epoch != state.validated_epoch:
                self._leader_changed(state, partition.leader_epoch)
            if state.phase is Phase.VALIDATING:
                checks.setdefault(partition.leader, []).append(state)
            elif state.paused or (state.draining and state.chunks):
                continue
            elif state.held_bytes > share - unit and state.chunks:
                if now_s - state.taken_s < _EAGER_S:
                    full[partition.leader] = True
            else:
                fetches.setdefault(partition.leader, []).append(state)
        if resets and not self._resetting:
            self._resetting = True
            Deferred.fromCoroutine(self._reset(resets)).addErrback(self._unexpected)
        for node, states in checks.items():
            if node not in self._validating:
                self._validating.add(node)
                Deferred.fromCoroutine(self._validate(node, states)).addErrback(self._unexpected)
        for node, states in fetches.items():
            not_before_s = self._not_before_s.get(node, 0.0)
            if node in self._under_way:
                continue
            if not_before_s > now_s:
                wake_s = not_before_s if wake_s is None else min(wake_s, not_before_s)
                continue
            room = self._room(len(states) * unit)
            if room <= 0:
                room = self._evict(states, unit)
            if room > 0:
                self._under_way[node] = room
                wait_ms = min(self._max_wait_ms, _EAGER_WAIT_MS) if full.get(node) else self._max_wait_ms
                Deferred.fromCoroutine(self._fetch(node, states, unit, room, wait_ms)).addErrback(self._unexpected)
        if wake_s is not None:
            self._wake_at(wake_s)

    def _shares(self) -> tuple[int, int]:
        """What each partition may hold, and what it is asked for at a time."""
        share = self._prefetch_bytes // max(1, len(self._states))
        return share, max(min(self._partition_bytes, share // 2), min(SMALLEST_FETCH_BYTES, self._partition_bytes))

    def _room(self, wanted: int) -> int:
        """How many bytes a new request may bring."""
        return min(wanted, self._max_bytes, self._prefetch_bytes - self.held_bytes - sum(self._under_way.values()))

    def _evict(self, states: list[PartitionState], unit: int) -> int:
        """Drop the largest share that nobody waits for, where somebody waits for one of `states`; the room that there is then."""
        hungry = [state for state in states if not state.chunks and self._is_awaited(state.topic_partition)]
        if not hungry or self._under_way:
            return 0
        fed = [state for state in self._states.values() if state.chunks and not self._is_awaited(state.topic_partition)]
        while fed and self._room(unit) <= 0:
            victim = max(fed, key=lambda state: state.held_bytes)
            fed.remove(victim)
            self._freed(victim.drop_held())
            self._ready.pop(victim.topic_partition, None)
        return self._room(len(states) * unit)

    def _is_awaited(self, tp: TopicPartition) -> bool:
        return any(waiter.partitions is None or tp in waiter.partitions for waiter in self._waiters)

    def _freed(self, size_bytes: int) -> None:
        self.held_bytes -= size_bytes

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
        if state.position_epoch >= 0 and leader_epoch >= 0:
            state.phase = Phase.VALIDATING
        else:
            state.validated_epoch = leader_epoch
            state.phase = Phase.FETCHING

    def _pause_partition(self, state: PartitionState) -> None:
        """Leave it alone for a while, longer each time."""
        settings = self.routing.settings
        pause_ms = min(settings.retry_backoff_max_ms, settings.retry_backoff_ms * (1 << min(state.backoff_failures, 16)))
        state.backoff_failures += 1
        state.not_before_s = self.routing.reactor.seconds() + pause_ms * self.routing.random.uniform(0.8, 1.2) / 1000

    def _pause_node(self, node: int) -> None:
        backoff = self._node_backoffs.get(node)
        if backoff is None:
            backoff = self._node_backoffs[node] = self.routing.backoff()
        self._not_before_s[node] = self.routing.reactor.seconds() + backoff.next_ms() / 1000

    def _fail(self, state: PartitionState, error: KlogError) -> None:
        self._freed(state.fail(error))
        self._ready.pop(state.topic_partition, None)
        self._failed[state.topic_partition] = None
        if state.topic_partition in self._position_waiters:
            state.error_told = True
            self._tell_position(state.topic_partition, error)
        self._fire_later(1)

    def complain(self, error: KlogError) -> None:
        """Brokers refuse us: whoever takes next is told."""
        self._trouble = error
        self._fire_later(1)

    def _metadata_failed(self, failure: Any) -> None:
        error = failure.value
        if not isinstance(error, KlogError):
            _log.failure("asking for metadata failed", failure)
        elif not isinstance(error, ClientStopped) and not self.stopped:
            if what_to_do_about(error) is Action.FAIL:
                self.complain(error)
                again_ms = self.routing.settings.retry_backoff_max_ms
            else:
                again_ms = 0
            if self._topics:
                self.routing.wait_ms(again_ms).addCallback(lambda _: self.routing.know(self._topics)).addErrback(self._metadata_failed)

    def _unexpected(self, failure: Any) -> None:
        """Nothing that ought to happen: a fault of ours, told to whoever reads."""
        _log.failure("fetching failed", failure)
        self.complain(KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"fetching failed: {failure.value!r}"))

    # Looking positions up

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
            if ranges.has(OffsetForLeaderEpochRequest):
                version = ranges.choose(OffsetForLeaderEpochRequest, at_least=_OLDEST_EPOCHS)
                request = OffsetForLeaderEpochRequest(replica_id=-1, topics=list(topics.values()))
                answer = await self.routing.ask(node, request, version=version)
                for topic in answer.topics:
                    for partition in topic.partitions:
                        answered[TopicPartition(topic.topic, partition.partition)] = partition
            else:
                skipped = True
        except ClientStopped:
            return
        except KlogError as error:
            if what_to_do_about(error) is Action.FAIL:
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
            self._freed(state.look_up(timestamp, self._generation))
        else:
            _log.warn(
                "{tp} was truncated below offset {offset}; going on at {diverging}",
                tp=tp,
                offset=position.offset,
                diverging=diverging.offset,
            )
            self._freed(state.go_to(diverging, self._generation))
            if self.on_reset is not None:
                self.on_reset(tp, diverging)

    # Fetching

    async def _fetch(self, node: int, states: list[PartitionState], unit: int, room: int, wait_ms: int) -> None:
        routing = self.routing
        session = self._sessions.setdefault(node, FetchSession())
        rounds: dict[TopicPartition, int] = {}
        response: FetchResponse | None = None
        try:
            ranges = await routing.versions(node, purpose="fetch")
            version = ranges.choose(FetchRequest, at_least=_OLDEST_FETCH)
            wanted: dict[TopicPartition, Asked] = {}
            by_id = version >= IDS_VERSION
            metadata = routing.metadata
            for state in states:
                tp = state.topic_partition
                if state.phase is not Phase.FETCHING or state.paused or self._states.get(tp) is not state:
                    continue
                topic = metadata.topic(tp.topic)
                topic_id = NO_TOPIC_ID if topic is None else topic.topic_id
                if topic_id == NO_TOPIC_ID:
                    by_id = False
                wanted[tp] = Asked(topic_id, state.fetch_offset, state.validated_epoch, unit)
                rounds[tp] = state.round
            if not wanted:
                return
            if not by_id:
                version = ranges.choose(FetchRequest, at_most=IDS_VERSION - 1, at_least=_OLDEST_FETCH)
            request = FetchRequest(
                max_wait_ms=wait_ms, min_bytes=self._min_bytes, max_bytes=max(room, 1), isolation_level=int(self.isolation_level)
            )
            session.fill(request, wanted, by_id)
            response = await routing.ask(
                node, request, version=version, purpose="fetch", timeout_ms=wait_ms + routing.settings.request_timeout_ms
            )
        except ClientStopped:
            return
        except KlogError as error:
            session.failed()
            self._pause_node(node)
            if isinstance(error, AuthenticationFailed | BadAnswer) or what_to_do_about(error) is Action.FAIL:
                self.complain(error)
            for topic_name in {state.topic_partition.topic for state in states}:
                routing.stale(topic_name)
        finally:
            self._under_way.pop(node, None)
            if not self.stopped:
                if response is None:
                    self._schedule()
                else:
                    self._answered(node, session, response, rounds, states)

    def _answered(
        self, node: int, session: FetchSession, response: FetchResponse, rounds: Mapping[TopicPartition, int], states: list[PartitionState]
    ) -> None:
        if response.throttle_time_ms > 0:
            self._not_before_s[node] = self.routing.reactor.seconds() + min(response.throttle_time_ms, _MAX_THROTTLE_MS) / 1000
        if not session.answered(response):
            # At once where the broker only forgot; not in a circle where it keeps refusing.
            self._pause_node(node)
            if what_to_do(response.error_code) is Action.FAIL:
                self.complain(KlogError(*_of_answer(response.error_code, node)))
            for topic_name in {state.topic_partition.topic for state in states}:
                self.routing.stale(topic_name)
            self._pump()
            return
        backoff = self._node_backoffs.get(node)
        if backoff is not None:
            backoff.reset()
        known = self.routing.metadata.node(node)
        address = known.address if known is not None else f"node {node}"
        size = 0
        for topic in response.responses:
            name = topic.topic or session.topic_name(topic.topic_id)
            if name is None:
                continue
            for partition in topic.partitions:
                tp = TopicPartition(name, partition.partition_index)
                state = self._states.get(tp)
                if state is None or state.phase is not Phase.FETCHING or rounds.get(tp) != state.round:
                    continue
                if partition.error_code:
                    self._partition_failed(state, partition, address)
                else:
                    size += self._store(state, partition, address)
        self._pump()
        if self._waiters:
            self._fire_later(2 if size >= _LARGE_ANSWER_BYTES else 0)

    def _store(self, state: PartitionState, partition: PartitionData, address: str) -> int:
        """Keep what came for a partition; how many bytes."""
        state.high_watermark = partition.high_watermark
        state.last_stable_offset = partition.last_stable_offset
        state.log_start_offset = partition.log_start_offset
        if not partition.records:
            state.backoff_failures = 0
            return 0
        # A copy, so that an unread partition does not keep the others' part of the answer.
        data = bytes(cast("memoryview", partition.records))
        tp = state.topic_partition
        try:
            chunk = FetchedRecords(
                tp,
                data,
                state.fetch_offset,
                address=address,
                aborted=partition.aborted_transactions if self.isolation_level else None,
                max_uncompressed_bytes=self._max_uncompressed_bytes,
            )
        except BadRecords as error:
            if state.chunks:
                state.draining = True
            else:
                self._fail(state, error)
            return 0
        end = views.fetched_end(data)
        if end > state.fetch_offset:
            state.fetch_offset = end
            state.draining = False
            state.backoff_failures = 0
        else:
            # Nothing that moves on: whoever takes it is told why.
            state.draining = True
            self._pause_partition(state)
        state.round += 1
        state.chunks.append(chunk)
        state.held_bytes += chunk.size_bytes
        self.held_bytes += chunk.size_bytes
        self.most_held_bytes = max(self.most_held_bytes, self.held_bytes)
        if not state.paused:
            self._ready.setdefault(tp)
        return chunk.size_bytes

    def _partition_failed(self, state: PartitionState, partition: PartitionData, address: str) -> None:
        tp = state.topic_partition
        code = partition.error_code
        if state.chunks and code == ErrorCode.OFFSET_OUT_OF_RANGE:
            # What is held can still be read; the question is asked again behind it.
            state.draining = True
        elif code == ErrorCode.OFFSET_OUT_OF_RANGE:
            self._out_of_range(state, partition)
        elif code in (ErrorCode.UNKNOWN_SERVER_ERROR, ErrorCode.OFFSET_NOT_AVAILABLE) or what_to_do(code) is not Action.FAIL:
            if code == ErrorCode.CORRUPT_MESSAGE:
                self._fail(state, partition_error(code, tp, f"fetching offset {state.fetch_offset} from broker {address}"))
                return
            self._pause_partition(state)
            if what_to_do(code) is Action.REFRESH_METADATA:
                self.routing.stale(tp.topic)
        else:
            self._fail(state, partition_error(code, tp, f"fetching offset {state.fetch_offset} from broker {address}"))

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
        self._freed(state.look_up(timestamp, self._generation))


def _of_answer(code: int, node: int) -> tuple[ErrorCode, str]:
    error = partition_error(code, TopicPartition("", 0), "")
    return error.code, f"node {node} refuses to be fetched from: {KlogError(error.code).message}"


def _isolation(level: str | IsolationLevel) -> IsolationLevel:
    return isolation_level(level)
