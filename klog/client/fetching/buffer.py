"""What was fetched and not taken yet, who waits for it, and where each partition stands.

Between two sides, and without a network of its own. Whoever reads assigns, seeks, takes and waits. A `Fetcher` puts records in and a
`PositionFinder` places; both say what has failed, and hear through `schedule` that there may be something to do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred, fail, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.client.fetching.record_views import BadRecords, FetchedRecords, MessageSet
from klog.client.fetching.subscriptions import NoPosition, OffsetReset, PartitionState, Position
from klog.client.retry import Action, ClientStopped, what_to_do_about
from klog.client.routing import Routing
from klog.client.waiters import tell_all
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.retry_policy import jittered_ms

_log = Logger()


class _Waiter(NamedTuple):
    """Somebody who waits for records of some (None: any) partitions."""

    partitions: Collection[TopicPartition] | None
    deferred: Deferred[None]


class EmptyRange(NamedTuple):
    """A stretch of a partition in which there was nothing to hand out: markers, aborted and compacted records."""

    begin: int
    end: Position
    #: Whether nothing was handed out before it, so that it begins where the user's place was set.
    is_first: bool


class FetchBuffer:
    """The partitions of a `Fetcher`, and what is held of them.

    :param routing: for metadata of what is assigned, and the clock.
    :param capacity_bytes: what all partitions together may hold. It is the fetcher that asks for no more; here, whoever waits has it look
        again where all is used up.
    :param schedule: called when there may be something to do.
    """

    def __init__(self, routing: Routing, auto_offset_reset: OffsetReset, capacity_bytes: int, schedule: Callable[[], None]) -> None:
        self.routing = routing
        self.auto_offset_reset = auto_offset_reset
        self.capacity_bytes = capacity_bytes
        self._schedule = schedule
        #: What is known of each partition that is read.
        self.states: dict[TopicPartition, PartitionState] = {}
        #: Partitions with something to take, the next one first.
        self._ready: dict[TopicPartition, None] = {}
        self._failed: dict[TopicPartition, None] = {}
        self._trouble: KlogError | None = None
        self._waiters: list[_Waiter] = []
        self._position_waiters: dict[TopicPartition, list[Deferred[int]]] = {}
        self._generation = 0
        #: Whether there was no room to ask for more at all: taking anything makes some.
        self.is_starved = False
        self._topics: dict[str, int] = {}
        self._assignment: frozenset[TopicPartition] | None = frozenset()
        #: The last such stretch of each partition, as far as `take` has come.
        self.empty_ranges: dict[TopicPartition, EmptyRange] = {}
        #: What is held now, bytes; and the most it ever was.
        self.held_bytes = 0
        self.most_held_bytes = 0
        #: Rises with every change of assignment or place.
        self.changes = 0
        self.stopped = False
        #: Called before anything is handed out; may `unassign`, or `hold`.
        self.before_hand_out: Callable[[], object] | None = None
        #: Told of what users were given, where somebody counts.
        self.on_handed: Callable[[MessageSet], None] | None = None
        #: Nothing is handed out for the moment, of no partition.
        self.on_hold = False
        self._held_up: list[Deferred[None]] = []
        #: Called when places were looked up, where somebody counts.
        self.on_found: Callable[[], object] | None = None
        #: Called with a partition and where it goes on, after a reset by policy.
        self.on_reset: Callable[[TopicPartition, Position], None] | None = None

    # What is read, and from where

    @property
    def assignment(self) -> frozenset[TopicPartition]:
        """The partitions that are read."""
        if self._assignment is None:
            self._assignment = frozenset(self.states)
        return self._assignment

    def assign(self, positions: Mapping[TopicPartition, int | Position | None]) -> None:
        """Read these too, each from its position: an offset, a `Position`, `klog.model.EARLIEST_TIMESTAMP`, `LATEST_TIMESTAMP`, or None for
        the policy. One that is read already is moved.

        :raises ValueError: an offset that cannot be; nothing has changed then.
        """
        check_offsets(positions)
        for tp, position in positions.items():
            state = self.states.get(tp)
            if state is None:
                state = self.states[tp] = PartitionState(tp)
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
            state = self.states.pop(tp, None)
            if state is None:
                continue
            self.changes += 1
            self.drop(state)
            self._failed.pop(tp, None)
            self.empty_ranges.pop(tp, None)
            self._assignment = None
            self._tell_position(tp, ClientStopped(f"{tp} was unassigned"))
            self._topics[tp.topic] -= 1
            if not self._topics[tp.topic]:
                del self._topics[tp.topic]
        self._schedule()

    def seek(self, tp: TopicPartition, position: int | Position | None) -> None:
        """Go on elsewhere; as in `assign`.

        :raises KeyError: `tp` is not assigned.
        :raises ValueError: an offset that cannot be.
        """
        check_offsets({tp: position})
        self._place(self._state(tp), position)
        self._schedule()

    def _place(self, state: PartitionState, position: int | Position | None) -> None:
        tp = state.topic_partition
        self._ready.pop(tp, None)
        self._failed.pop(tp, None)
        self.empty_ranges.pop(tp, None)
        self.count_move()
        if position is None:
            timestamp = self.auto_offset_reset.timestamp
            if timestamp is None:
                state.generation = self._generation
                self.fail(state, NoPosition(tp))
            else:
                self._freed(state.look_up(timestamp, self._generation))
            return
        offset, epoch = position if isinstance(position, Position) else (position, -1)
        if offset >= 0:
            self._freed(state.go_to(Position(offset, epoch), self._generation))
            self._tell_position(tp, offset)
        else:
            self._freed(state.look_up(offset, self._generation))

    def count_move(self) -> None:
        """A partition's place is another one: what was handed out before does not count any more."""
        self._generation += 1
        self.changes += 1

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
            waiting = self._position_waiters.get(tp, [])
            if deferred in waiting:
                waiting.remove(deferred)

        deferred: Deferred[int] = Deferred(cancelled)
        self._position_waiters.setdefault(tp, []).append(deferred)
        return deferred

    def _tell_position(self, tp: TopicPartition, outcome: int | KlogError) -> None:
        tell_all(self._position_waiters.pop(tp, []), outcome)

    def positions(self) -> dict[TopicPartition, Position]:
        """All positions that are known."""
        return {tp: Position(state.position, state.position_epoch) for tp, state in self.states.items() if state.is_positioned}

    def high_watermark(self, tp: TopicPartition) -> int:
        """The end of the partition as the last answer has it; -1 before.

        :raises KeyError: `tp` is not assigned.
        """
        return self._state(tp).high_watermark

    def source_of(self, tp: TopicPartition) -> int | None:
        """The broker whose records of `tp` came last; None where none came, or `tp` is not assigned."""
        state = self.states.get(tp)
        return None if state is None or state.source < 0 else state.source

    def error_of(self, tp: TopicPartition) -> KlogError | None:
        """Why nothing more comes of `tp`."""
        state = self.states.get(tp)
        return None if state is None else state.error

    def is_current(self, message_set: MessageSet) -> bool:
        """Whether nobody has moved the partition of `message_set`, which `take` gave, since."""
        state = self.states.get(TopicPartition(message_set.topic, message_set.partition))
        return state is not None and state.generation == message_set.tag

    def pause(self, partitions: Iterable[TopicPartition]) -> None:
        """Neither fetch nor hand out these; what is held stays.

        :raises KeyError: one is not assigned.
        """
        for tp in partitions:
            self._state(tp).paused = True
            self._ready.pop(tp, None)
        self.changes += 1

    def give_back(self, tp: TopicPartition, place: Position) -> None:
        """Fetch `tp` again from `place`: a stream has dropped what it had taken from there on. What was handed out before counts as
        ever."""
        state = self._state(tp)
        # What failed lies behind what comes again, and so does.
        self._failed.pop(tp, None)
        self._ready.pop(tp, None)
        self._freed(state.go_back(place))

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
            self.fire()

    def hold(self) -> None:
        """Hand out nothing, until `go_on`; what was taken and not handed on yet included (`until_go_on`)."""
        self.on_hold = True
        self.changes += 1

    def go_on(self) -> None:
        """As before `hold`."""
        if self.on_hold:
            self.on_hold = False
            held_up, self._held_up = self._held_up, []
            tell_all(held_up, None)
            self.fire()

    def until_go_on(self) -> Deferred[None]:
        """Fires when nothing is on hold. Cancelling is fine.

        :raises ClientStopped: by `stop`.
        """
        if self.stopped:
            return fail(ClientStopped())
        if not self.on_hold:
            return succeed(None)

        def cancelled(deferred: Deferred[None]) -> None:
            if deferred in self._held_up:
                self._held_up.remove(deferred)

        deferred: Deferred[None] = Deferred(cancelled)
        self._held_up.append(deferred)
        return deferred

    def paused(self) -> frozenset[TopicPartition]:
        """What `pause` was said to."""
        return frozenset(tp for tp, state in self.states.items() if state.paused)

    def _state(self, tp: TopicPartition) -> PartitionState:
        try:
            return self.states[tp]
        except KeyError:
            raise KeyError(f"{tp[0]}-{tp[1]} is not assigned") from None

    # Taking

    def take(
        self, max_records: int = 500_000, partitions: Collection[TopicPartition] | None = None, *, max_bytes: int = 64 << 20
    ) -> list[MessageSet]:
        """What is held, of all or of some partitions, in turn; at most `max_records`, and about `max_bytes` at most. Never waits.

        :raises KlogError: a partition has failed (`BadRecords`, `OffsetOutOfRange`, `LogTruncated`, …) or brokers refuse us.
        """
        if self.before_hand_out is not None:
            self.before_hand_out()
        self._raise_new(partitions)
        taken: list[MessageSet] = []
        if self.on_hold:
            return taken
        ready = self._ready
        makes_room = self.is_starved
        for tp in list(ready) if partitions is None else [tp for tp in ready if tp in partitions]:
            state = self.states[tp]
            state.taken_s = self.routing.reactor.seconds()
            while state.chunks and max_records > 0 and max_bytes > 0:
                chunk = state.chunks[0]
                try:
                    found = chunk.take(max_records, max_bytes)
                except BadRecords as error:
                    state.position = chunk.next_offset
                    self.fail(state, error)
                    break
                before, state.position = state.position, chunk.next_offset
                if chunk.leader_epoch >= 0:
                    state.position_epoch = chunk.leader_epoch
                if chunk.finished:
                    state.chunks.popleft()
                    state.held_bytes -= chunk.size_bytes
                    self.held_bytes -= chunk.size_bytes
                if not len(found):
                    self._note_empty_range(state, before)
                else:
                    state.was_taken = True
                    found.tag = state.generation
                    taken.append(found)
                    max_records -= len(found)
                    max_bytes -= chunk.size_bytes if chunk.finished else max_bytes
            makes_room |= state.is_left_out
            ready.pop(tp, None)
            if state.chunks:
                ready[tp] = None
            if max_records <= 0 or max_bytes <= 0:
                break
        if makes_room:
            self._schedule()
        if not taken:
            self._raise_any(partitions)
        return taken

    def _note_empty_range(self, state: PartitionState, before: int) -> None:
        tp, end = state.topic_partition, Position(state.position, state.position_epoch)
        last = self.empty_ranges.get(tp)
        if last is not None and last.end.offset == before:
            self.empty_ranges[tp] = last._replace(end=end)
        elif end.offset > before:
            self.empty_ranges[tp] = EmptyRange(before, end, not state.was_taken)

    @property
    def anybody_waits(self) -> bool:
        """Whether somebody waits for records."""
        return bool(self._waiters)

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
        if self.held_bytes >= self.capacity_bytes:
            self._schedule()
        return deferred

    def _can_take(self, partitions: Collection[TopicPartition] | None) -> bool:
        if self._trouble is not None:
            return True
        if self.on_hold:
            return False
        if partitions is None:
            return bool(self._ready or self._failed)
        return any(tp in partitions for tp in self._ready) or any(tp in partitions for tp in self._failed)

    def _raise_new(self, partitions: Collection[TopicPartition] | None) -> None:
        if self._trouble is not None:
            trouble, self._trouble = self._trouble, None
            raise trouble
        for tp in self._failed:
            state = self.states[tp]
            if not state.error_told and (partitions is None or tp in partitions):
                state.error_told = True
                assert state.error is not None
                raise state.error

    def _raise_any(self, partitions: Collection[TopicPartition] | None) -> None:
        for tp in self._failed:
            if partitions is None or tp in partitions:
                state = self.states[tp]
                state.error_told = True
                assert state.error is not None
                raise state.error

    # Filling

    def store(self, state: PartitionState, chunk: FetchedRecords) -> None:
        """Hold these, too."""
        state.chunks.append(chunk)
        state.held_bytes += chunk.size_bytes
        self.held_bytes += chunk.size_bytes
        self.most_held_bytes = max(self.most_held_bytes, self.held_bytes)
        if not state.paused:
            self._ready.setdefault(state.topic_partition)

    def drop(self, state: PartitionState) -> None:
        """Hold nothing of it any more; it is fetched again from its position."""
        self._freed(state.drop_held())
        self._ready.pop(state.topic_partition, None)

    def position_found(self, state: PartitionState, position: Position) -> None:
        """What was looked up."""
        tp = state.topic_partition
        state.go_to(position, state.generation)
        self._tell_position(tp, position.offset)
        if self.on_reset is not None:
            self.on_reset(tp, position)

    def look_up_again(self, state: PartitionState, timestamp: int) -> None:
        """Its place does not exist any more: the policy says where to go on. After `count_move`."""
        self.empty_ranges.pop(state.topic_partition, None)
        self._freed(state.look_up(timestamp, self._generation))

    def go_back(self, state: PartitionState, position: Position) -> None:
        """Its place does not exist any more, and what is there goes on at `position`. After `count_move`."""
        self.empty_ranges.pop(state.topic_partition, None)
        self._freed(state.go_to(position, self._generation))
        if self.on_reset is not None:
            self.on_reset(state.topic_partition, position)

    def back_off(self, state: PartitionState) -> None:
        """Leave it alone for a while, longer each time."""
        settings = self.routing.settings
        pause_ms = jittered_ms(settings.retry_backoff_ms, settings.retry_backoff_max_ms, state.backoff_failures, self.routing.random)
        state.backoff_failures += 1
        state.not_before_s = self.routing.reactor.seconds() + pause_ms / 1000

    def fire(self) -> None:
        """Tell those who wait, as far as there is something for them."""
        if not self._waiters:
            return
        fired = [waiter for waiter in self._waiters if self._can_take(waiter.partitions)]
        if fired:
            self._waiters = [waiter for waiter in self._waiters if waiter not in fired]
            tell_all([waiter.deferred for waiter in fired], None)

    def fire_later(self, turns: int) -> None:
        """`fire` after as many turns of the reactor: what was written leaves in the first."""
        if self.stopped:
            return
        if turns:
            self.routing.reactor.callLater(0, self.fire_later, turns - 1)
        else:
            self.fire()

    def is_awaited(self, tp: TopicPartition) -> bool:
        """Whether somebody waits for records of this partition."""
        return any(waiter.partitions is None or tp in waiter.partitions for waiter in self._waiters)

    def _freed(self, size_bytes: int) -> None:
        self.held_bytes -= size_bytes

    def fail(self, state: PartitionState, error: KlogError) -> None:
        """Nothing more is fetched of the partition until the user moves it; whoever takes next is told."""
        self._freed(state.fail(error))
        self._ready.pop(state.topic_partition, None)
        self._failed[state.topic_partition] = None
        self._schedule()
        if state.topic_partition in self._position_waiters:
            state.error_told = True
            self._tell_position(state.topic_partition, error)
        self.fire_later(1)

    def complain(self, error: KlogError) -> None:
        """Brokers refuse us: whoever takes next is told."""
        self._trouble = error
        self.fire_later(1)

    def unexpected(self, failure: Failure) -> None:
        """A mistake of klog's own, told to whoever reads."""
        _log.failure("fetching failed", failure)
        self.complain(KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"fetching failed: {failure.value!r}"))

    def stop(self) -> None:
        """Nothing is held any more; whoever waits is told `ClientStopped`. By `Fetcher.stop`, which readers call."""
        if self.stopped:
            return
        self.stopped = True
        self._freed(sum(state.drop_held() for state in self.states.values()))
        self._ready.clear()
        waiters, self._waiters = self._waiters, []
        held_up, self._held_up = self._held_up, []
        tell_all([waiter.deferred for waiter in waiters] + held_up, ClientStopped())
        for tp in list(self._position_waiters):
            self._tell_position(tp, ClientStopped())

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


def check_offsets(places: Mapping[TopicPartition, int | Position | None]) -> None:
    """Whether partitions can be read from there.

    :raises ValueError: an offset below zero that is none of `EARLIEST_TIMESTAMP` and `LATEST_TIMESTAMP`.
    """
    for tp, place in places.items():
        offset = place.offset if isinstance(place, Position) else place
        if offset is not None and offset < 0 and offset not in (EARLIEST_TIMESTAMP, LATEST_TIMESTAMP):
            raise ValueError(f"{tp} cannot be read from offset {offset}")
