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
5. A partition is read from its leader, or, where we say in which rack we are, from the replica that the leader names
   (`klog.client.nearest_replica`). What goes wrong at such a replica is no trouble of the partition's: the leader is asked.

Nothing is decoded here before it is taken (`FetchedRecords`), so nothing is decoded for those who seek away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred

from klog.client.fetching.buffer import FetchBuffer
from klog.client.fetching.fetch_decisions import RequestsUnderWay, earlier_of, next_steps, source_of
from klog.client.fetching.positions import PositionFinder
from klog.client.fetching.record_views import BadRecords, FetchedRecords
from klog.client.fetching.sessions import IDS_VERSION, Asked, FetchSession
from klog.client.fetching.subscriptions import OffsetReset, PartitionState, Phase, offset_reset
from klog.client.isolation import IsolationLevel
from klog.client.isolation import isolation_level as as_isolation_level
from klog.client.nearest_replica import NearestReplica
from klog.client.offsets import without_leader
from klog.client.requests.errors import partition_error
from klog.client.retry import Action, ClientStopped, what_to_do, what_to_do_about
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.net.client.errors import AuthenticationFailed, BadAnswer
from klog.records.implementations import views
from klog.retry_policy import Backoff
from klog.wire.messages.fetch import FetchRequest, FetchResponse, PartitionData

#: The least that a partition is asked for, however small its share.
SMALLEST_FETCH_BYTES = 16 << 10
#: Magic 2 and isolation levels.
_OLDEST_FETCH = 4
#: Longest wait while somebody reads what makes a partition full.
_EAGER_WAIT_MS = 10
#: A broker may ask us to slow down for so long at most.
_MAX_THROTTLE_MS = 60_000
#: Behind an answer this large, the next request leaves before the records are given to who waits.
_LARGE_ANSWER_BYTES = 128 << 10


class _Sent(NamedTuple):
    """In which round of its partition a Fetch was sent, and whether to the leader or to a replica that this had named."""

    round: int
    to_leader: bool


class Fetcher:
    """Fills its `buffer`, a `FetchBuffer`, with records of what is assigned there, ahead of whoever takes them.

    ::

        fetcher = Fetcher(routing, auto_offset_reset="earliest")
        fetcher.buffer.assign({TopicPartition("orders", 0): 1000, TopicPartition("orders", 1): None})
        await fetcher.buffer.wait()
        for message_set in fetcher.buffer.take(500):
            ...

    :param isolation_level: "read_committed" or "read_uncommitted".
    :param fetch_min_bytes: brokers wait for so much, up to `fetch_max_wait_ms`.
    :param fetch_max_bytes: of one answer.
    :param partition_fetch_bytes: of one partition in one answer.
    :param prefetch_bytes: what all partitions may hold.
    :param auto_offset_reset: where to go without a position, or with one out of range: "earliest", "latest" or "error".
    :param max_uncompressed_bytes: the most that one batch may hold.
    :param client_rack: where we are, for leaders that know a nearer replica.
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
        client_rack: str | None = None,
    ) -> None:
        self.routing = routing
        self._rack = client_rack or ""
        self.isolation_level = as_isolation_level(isolation_level)
        self.buffer = FetchBuffer(routing, offset_reset(auto_offset_reset), prefetch_bytes, self._schedule)
        self._positions = PositionFinder(routing, self.buffer, self.isolation_level, self._pump)
        self._min_bytes = fetch_min_bytes
        self._max_wait_ms = fetch_max_wait_ms
        self._max_bytes = fetch_max_bytes
        self._partition_bytes = partition_fetch_bytes
        self._max_uncompressed_bytes = max_uncompressed_bytes
        self._sessions: dict[int, FetchSession] = {}
        #: Brokers with a Fetch under way, and how many bytes it may bring.
        self._under_way: dict[int, int] = {}
        self._node_backoffs: dict[int, Backoff] = {}
        self._not_before_s: dict[int, float] = {}
        self._pump_call: Any = None
        self._wake_call: Any = None
        routing.on_change.append(self._schedule)

    def stop(self) -> None:
        """Fetch nothing more; whoever waits is told `ClientStopped`."""
        if self.buffer.stopped:
            return
        if self._schedule in self.routing.on_change:
            self.routing.on_change.remove(self._schedule)
        for call in (self._pump_call, self._wake_call):
            if call is not None and call.active():
                call.cancel()
        self.buffer.stop()

    # What to do next

    def _schedule(self) -> None:
        if self._pump_call is None and not self.buffer.stopped:
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
        """Look at every partition, and do what it needs: `next_steps` says what."""
        call, self._pump_call = self._pump_call, None
        if call is not None and call.active():
            call.cancel()
        buffer, positions = self.buffer, self._positions
        if buffer.stopped:
            return
        share, unit = self._shares()
        under_way = RequestsUnderWay(positions.is_resetting, positions.validating, self._under_way, self._not_before_s)
        steps = next_steps(
            buffer.states.values(), self.routing.metadata, self.routing.reactor.seconds(), share - unit, under_way, buffer.is_awaited
        )
        for state, leader_epoch in steps.moved:
            positions.leader_changed(state, leader_epoch)
        for state in steps.left_out:
            state.is_left_out = True
        for state in steps.let_in:
            state.is_left_out = False
        if steps.resets:
            positions.reset(steps.resets)
        for node, states in steps.checks.items():
            positions.validate(node, states)
        buffer.is_starved = False
        for node, states in steps.fetches.items():
            self._fetch_from(node, states, unit, is_hurried=node in steps.hurried)
        # Last: whoever is told that a partition has failed may do anything.
        look_again_s = steps.look_again_s
        for state in steps.leaderless:
            if buffer.states.get(state.topic_partition) is state:
                self._leaderless(state)
                if state.phase is not Phase.FAILED:
                    look_again_s = earlier_of(look_again_s, state.not_before_s)
        if look_again_s is not None and not buffer.stopped:
            self._wake_at(look_again_s)

    def _leaderless(self, state: PartitionState) -> None:
        error = without_leader(self.routing, state.topic_partition)
        if what_to_do_about(error) is Action.FAIL:
            self.buffer.fail(state, error)
        else:
            self.buffer.back_off(state)

    def _fetch_from(self, node: int, states: list[PartitionState], unit: int, *, is_hurried: bool) -> None:
        """Send a Fetch where there is room for what it may bring."""
        room = self._room(len(states) * unit)
        if room <= 0:
            room = self._evict(states, unit)
        if room <= 0:
            self.buffer.is_starved = True
            return
        self._under_way[node] = room
        wait_ms = min(self._max_wait_ms, _EAGER_WAIT_MS) if is_hurried else self._max_wait_ms
        Deferred.fromCoroutine(self._fetch(node, states, unit, room, wait_ms)).addErrback(self.buffer.unexpected)

    def _shares(self) -> tuple[int, int]:
        """What each partition may hold, and what it is asked for at a time."""
        share = self.buffer.capacity_bytes // max(1, len(self.buffer.states))
        return share, max(min(self._partition_bytes, share // 2), min(SMALLEST_FETCH_BYTES, self._partition_bytes))

    def _room(self, wanted: int) -> int:
        """How many bytes a new request may bring."""
        return min(wanted, self._max_bytes, self.buffer.capacity_bytes - self.buffer.held_bytes - sum(self._under_way.values()))

    def _evict(self, states: list[PartitionState], unit: int) -> int:
        """Drop the largest share that nobody waits for, where somebody waits for one of `states`; the room that there is then."""
        hungry = [state for state in states if not state.chunks and self.buffer.is_awaited(state.topic_partition)]
        if not hungry or self._under_way:
            return 0
        fed = [state for state in self.buffer.states.values() if state.chunks and not self.buffer.is_awaited(state.topic_partition)]
        while fed and self._room(unit) <= 0:
            victim = max(fed, key=lambda state: state.held_bytes)
            fed.remove(victim)
            self.buffer.drop(victim)
        return self._room(len(states) * unit)

    def _pause_node(self, node: int) -> None:
        backoff = self._node_backoffs.get(node)
        if backoff is None:
            backoff = self._node_backoffs[node] = self.routing.backoff()
        self._not_before_s[node] = self.routing.reactor.seconds() + backoff.next_ms() / 1000

    # Fetching

    async def _fetch(self, node: int, states: list[PartitionState], unit: int, room: int, wait_ms: int) -> None:
        routing = self.routing
        session = self._sessions.setdefault(node, FetchSession())
        sent: dict[TopicPartition, _Sent] = {}
        response: FetchResponse | None = None
        began_s = 0.0
        try:
            ranges = await routing.versions(node, purpose="fetch")
            version = ranges.choose(FetchRequest, at_least=_OLDEST_FETCH)
            wanted: dict[TopicPartition, Asked] = {}
            by_id = version >= IDS_VERSION
            metadata, now_s = routing.metadata, routing.reactor.seconds()
            name, topic = "", None
            for state in states:
                tp = state.topic_partition
                if state.phase is not Phase.FETCHING or state.paused or self.buffer.states.get(tp) is not state:
                    continue
                if tp[0] != name:
                    name, topic = tp[0], metadata.topic(tp[0])
                partition = None if topic is None else topic.partition(tp[1])
                # While the broker was waited for another one may have become the leader: one that follows may lack what that one has given.
                if partition is None or source_of(state, partition, metadata, now_s) != node:
                    continue
                topic_id = NO_TOPIC_ID if topic is None else topic.topic_id
                if topic_id == NO_TOPIC_ID:
                    by_id = False
                wanted[tp] = Asked(topic_id, state.fetch_offset, state.validated_epoch, unit)
                sent[tp] = _Sent(state.round, partition.leader == node)
            if not wanted:
                return
            if not by_id:
                version = ranges.choose(FetchRequest, at_most=IDS_VERSION - 1, at_least=_OLDEST_FETCH)
            request = FetchRequest(
                max_wait_ms=wait_ms, min_bytes=self._min_bytes, max_bytes=max(room, 1), isolation_level=int(self.isolation_level)
            )
            session.fill(request, wanted, by_id)
            began_s = routing.reactor.seconds()
            if self._rack and not any(state.nearest is not None and state.nearest.is_given_up(began_s) for state in states):
                request.rack_id = self._rack
            response = await routing.ask(
                node, request, version=version, purpose="fetch", timeout_ms=wait_ms + routing.settings.request_timeout_ms
            )
        except ClientStopped:
            # Whoever stopped the routing has forgotten us.
            self.stop()
        except KlogError as error:
            session.failed()
            self._pause_node(node)
            for state in states:
                self._leave_replica(state, node)
            if isinstance(error, AuthenticationFailed | BadAnswer) or what_to_do_about(error) is Action.FAIL:
                self.buffer.complain(error)
            for topic_name in {state.topic_partition.topic for state in states}:
                routing.stale(topic_name)
        finally:
            self._under_way.pop(node, None)
            if not self.buffer.stopped:
                if response is None:
                    self._schedule()
                else:
                    self._answered(node, session, response, sent, states, began_s)

    def _answered(
        self,
        node: int,
        session: FetchSession,
        response: FetchResponse,
        sent: Mapping[TopicPartition, _Sent],
        states: list[PartitionState],
        began_s: float,
    ) -> None:
        if response.throttle_time_ms > 0:
            self._not_before_s[node] = self.routing.reactor.seconds() + min(response.throttle_time_ms, _MAX_THROTTLE_MS) / 1000
        if not session.answered(response):
            # At once where the broker only forgot; not in a circle where it keeps refusing.
            self._pause_node(node)
            if what_to_do(response.error_code) is Action.FAIL:
                for one in states:
                    self._leave_replica(one, node)
                if all(asked_for.to_leader for asked_for in sent.values()):
                    row = row_of(response.error_code)
                    self.buffer.complain(KlogError(row.code, f"node {node} refuses to be fetched from: {row.sentence}"))
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
                state = self.buffer.states.get(tp)
                asked_for = sent.get(tp)
                if state is None or state.phase is not Phase.FETCHING or asked_for is None or asked_for.round != state.round:
                    continue
                if partition.error_code and asked_for.to_leader:
                    self._partition_failed(state, partition, address)
                elif partition.error_code:
                    self._leave_replica(state, node)
                    self.routing.stale(name)
                elif partition.preferred_read_replica not in (-1, node):
                    # Only a leader may send us elsewhere: two who name each other would have us ask them for ever.
                    if asked_for.to_leader:
                        self._go_to_replica(state, partition.preferred_read_replica)
                    else:
                        self._leave_replica(state, node)
                elif (stored := self._store(state, partition, address)) > 0:
                    size += stored
                    state.source = node
                    if state.nearest is not None:
                        state.nearest.worked(node)
        self.routing.meter.fetched(node, size, self.routing.reactor.seconds() - began_s)
        if size >= _LARGE_ANSWER_BYTES:
            self._pump()
            self.buffer.fire_later(2)
        else:
            self.buffer.fire()
            self._pump()

    def _go_to_replica(self, state: PartitionState, replica: int) -> None:
        """The leader knows a nearer replica: read there. One that our metadata does not show is looked for, and the leader read from."""
        metadata, now_s = self.routing.metadata, self.routing.reactor.seconds()
        partition = metadata.partition(state.topic_partition)
        if partition is None:
            return
        nearest = state.nearest = state.nearest or NearestReplica()
        nearest.named(replica, now_s + self.routing.settings.metadata_max_age_ms / 1000)
        if nearest.source(partition, metadata, now_s) != replica:
            nearest.failed(replica, now_s)
            self.routing.stale(state.topic_partition.topic)

    def _leave_replica(self, state: PartitionState, node: int) -> None:
        """Reading from `node` has failed: where it is the replica that the leader had named, the leader is asked again."""
        if state.nearest is not None:
            state.nearest.failed(node, self.routing.reactor.seconds())

    def _store(self, state: PartitionState, partition: PartitionData, address: str) -> int:
        """Keep what came for a partition; how many bytes."""
        state.high_watermark = partition.high_watermark
        state.last_stable_offset = partition.last_stable_offset
        state.log_start_offset = partition.log_start_offset
        if not partition.records:
            state.backoff_failures = 0
            return 0
        data, size_bytes = copied_part(partition.records)
        tp = state.topic_partition
        try:
            chunk = FetchedRecords(
                tp,
                data,
                state.fetch_offset,
                address=address,
                aborted=partition.aborted_transactions if self.isolation_level else None,
                max_uncompressed_bytes=self._max_uncompressed_bytes,
                size_bytes=size_bytes,
            )
        except BadRecords as error:
            if state.chunks:
                state.draining = True
            else:
                self.buffer.fail(state, error)
            return 0
        end = views.fetched_end(data)
        if end > state.fetch_offset:
            state.fetch_offset = end
            state.draining = False
            state.backoff_failures = 0
        else:
            # Nothing that moves on: whoever takes it is told why.
            state.draining = True
            self.buffer.back_off(state)
        state.round += 1
        self.buffer.store(state, chunk)
        return chunk.size_bytes

    def _partition_failed(self, state: PartitionState, partition: PartitionData, address: str) -> None:
        tp = state.topic_partition
        code = partition.error_code
        if state.chunks and code == ErrorCode.OFFSET_OUT_OF_RANGE:
            # What is held can still be read; the question is asked again behind it.
            state.draining = True
        elif code == ErrorCode.OFFSET_OUT_OF_RANGE:
            self._positions.out_of_range(state, partition)
        elif code in (ErrorCode.UNKNOWN_SERVER_ERROR, ErrorCode.OFFSET_NOT_AVAILABLE) or what_to_do(code) is not Action.FAIL:
            if code == ErrorCode.CORRUPT_MESSAGE:
                self.buffer.fail(state, partition_error(code, tp, f"fetching offset {state.fetch_offset} from broker {address}"))
                return
            self.buffer.back_off(state)
            if what_to_do(code) is Action.REFRESH_METADATA:
                self.routing.stale(tp.topic)
        else:
            self.buffer.fail(state, partition_error(code, tp, f"fetching offset {state.fetch_offset} from broker {address}"))


def copied_part(records: Any) -> tuple[bytes | memoryview, int]:
    """A partition's part of an answer as it is held, and what that costs: a copy, so that an unread partition does not keep those of the
    others; the answer itself where most of it is this part.
    """
    if isinstance(records, memoryview):
        whole = records.obj
        size_bytes = len(whole) if isinstance(whole, bytes | bytearray) else 0
        if 0 < size_bytes <= len(records) * 5 // 4:
            return records, size_bytes
    data = bytes(records)
    return data, len(data)
