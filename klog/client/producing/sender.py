"""Batches to brokers and answers back: the acting half of a producer, between `Accumulator` (what there is) and `Routing` (who is asked).

**Sending.** A lane with a closed batch stands in the queue of the node that leads it. As long as fewer than ``max_in_flight`` requests are
unanswered there, one request takes the oldest batch of each lane in the queue, up to ``max_request_bytes``. A partition may have several
batches in flight, once the broker has taken the first of an epoch; without idempotence only one, since a retry could overtake.

**Answers.** `klog.client.producing.retry_decisions.judge_answer` says what one means. A batch that shall be sent again goes back to the
front of its lane; nothing of the lane is sent until all its batches in flight are answered, and then, after a pause, all of them in their
order.

**Transactions.** A `Gate` says which partitions may be written to, and hears of what fails. Numbers never begin anew by themselves then:
the epoch is the coordinator's.

**Time.** Two timers for everybody: when the oldest open batch has lingered, and when the oldest of all has reached its delivery timeout.
A request is only handed to a broker that is connected; one that cannot be reached costs its batches a pause and the metadata a doubt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.client.metadata import Node
from klog.client.producing.accumulator import Accumulator
from klog.client.producing.batches import Batch, Lane, TopicLanes
from klog.client.producing.entries import delivery_failed, refused
from klog.client.producing.identity import Identity
from klog.client.producing.producer_types import NOT_MADE, DeliveryFailed, ProducerSettings
from klog.client.producing.retry_decisions import Verdict, judge_answer
from klog.client.requests.produce import Addressed, Placed, least_version, produce_request
from klog.client.requests.transactions import TransactionProtocol
from klog.client.retry import Action, ClientStopped, trouble_of, what_to_do
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.records.contract import TRANSACTIONAL
from klog.retry_policy import Trouble
from klog.wire.messages.produce import PartitionProduceResponse, ProduceRequest, ProduceResponse

_log = Logger()

#: By a name of this module: that of an enumeration's class takes as long as a call.
_ACKNOWLEDGED = Verdict.ACKNOWLEDGED
#: How many batches of a producer brokers recognise when they come again.
_REMEMBERED = 5


class Gate(Protocol):
    """What a transaction asks of the sender's batches (`klog.client.transactions.transactions`)."""

    transactional_id: str

    @property
    def protocol(self) -> TransactionProtocol:
        """By which version of the protocol it goes."""

    @property
    def is_doomed(self) -> bool:
        """Whether nothing more is sent."""

    def admits(self, tp: TopicPartition) -> bool:
        """Whether batches may go to `tp`; where they may not yet, `Sender.admitted` is called when they may."""

    def batch_failed(self, tp: TopicPartition, code: ErrorCode) -> None:
        """A batch was not written, or nobody knows."""


class NodeQueue:
    """What is to be sent to one broker."""

    __slots__ = ("draining", "flying", "lanes", "muted", "node_id")

    def __init__(self, node_id: int) -> None:
        self.node_id = node_id
        self.lanes: deque[Lane] = deque()
        self.flying = 0
        #: The broker asked for a pause (KIP-219).
        self.muted = False
        #: Requests are being made of what stands here.
        self.draining = False


class Sender:
    """See the module.

    :ivar accumulator: to be filled by the producer.
    """

    def __init__(self, routing: Routing, settings: ProducerSettings) -> None:
        self.routing = routing
        self.settings = settings
        self.accumulator = Accumulator(
            settings, routing.random, opened=self._opened, ready=self._ready, unknown=self._learn, now_ms=routing.now_ms
        )
        self.accumulator.on_failed = self._count_failed
        self.stopped = False
        self._reactor = routing.reactor
        self._nodes: dict[int, NodeQueue] = {}
        self._identity = Identity(routing, is_wanted=self._needs_identity, delayed=self._identity_delayed, over=self._identity_asked)
        self._timers: set[Any] = set()
        self._run_timer: Any = None
        self._linger_timer: Any = None
        self._deadline_timer: Any = None
        self._max_in_flight = routing.settings.max_in_flight
        # Properties that are asked for with each batch.
        self._is_idempotent, self._required_acks = settings.idempotent, settings.required_acks
        if settings.idempotent:
            self._lane_in_flight = min(self._max_in_flight, _REMEMBERED)
        else:
            self._lane_in_flight = 1 if settings.required_acks else self._max_in_flight
        self._oldest_version = least_version(settings.codec)
        #: Of a producer with transactions.
        self.gate: Gate | None = None
        self._landing: list[Deferred[None]] = []
        #: Called before the first request, which waits until it fires: has others know of the producer. None: nobody has to, or they do.
        self.announce: Callable[[], Deferred[None]] | None = None
        self._is_announcing = False
        routing.on_change.append(self._changed)

    def stop(self, error: Callable[[str, int], DeliveryFailed]) -> None:
        """Fail what is left, and do nothing more."""
        self.stopped = True
        if self._changed in self.routing.on_change:
            self.routing.on_change.remove(self._changed)
        for timer in (self._run_timer, self._linger_timer, self._deadline_timer, *self._timers):
            if timer is not None and timer.active():
                timer.cancel()
        self._timers.clear()
        self.accumulator.abandon(error)

    def _later(self, delay_ms: float, act: Callable[[], None]) -> None:
        def over() -> None:
            self._timers.discard(timer)
            act()

        timer = self._reactor.callLater(max(0.0, delay_ms) / 1000, over)
        self._timers.add(timer)

    # Topics

    def _learn(self, topic: TopicLanes) -> None:
        self.watch_deadline()
        if not topic.learning and not self.stopped:
            topic.learning = True
            learning = Deferred.fromCoroutine(self._ask_about(topic))
            learning.addErrback(lambda failure: _log.failure("learning of topic {topic} failed", failure, topic=topic.name))

    async def _ask_about(self, topic: TopicLanes) -> None:
        """Until its partitions are known, or it is clear that there are none, or nobody waits any more."""
        routing = self.routing
        retry_policy = routing.retry_policy()
        unknown_since_ms: int | None = None
        anew = topic.count > 0
        try:
            while topic.waiting and not self.stopped:
                try:
                    await (routing.refresh() if anew else routing.know([topic.name]))
                except KlogError as error:
                    topic.trouble = error.message
                    if trouble_of(error) is Trouble.LASTING:
                        self._refuse(topic, error)
                        return
                metadata = routing.metadata.topic(topic.name)
                if metadata is not None:
                    if metadata.partitions:
                        topic.update(metadata)
                        self.accumulator.known(topic)
                        return
                    topic.trouble = row_of(metadata.error).sentence
                    if unknown_since_ms is None:
                        unknown_since_ms = routing.now_ms()
                    creates = bool(routing.settings.allow_auto_create_topics)
                    outlook = "create it, or set allow_auto_create_topics"
                    if creates:
                        outlook = "they were asked to make it (auto.create.topics.enable), and make none"
                    if what_to_do(metadata.error) is Action.FAIL:
                        self._refuse(topic, KlogError(metadata.error, NOT_MADE.get(metadata.error)))
                        return
                    impatient = routing.now_ms() - unknown_since_ms >= self.settings.topic_patience_ms(creates=creates)
                    if impatient and metadata.error is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                        self._refuse(topic, KlogError(metadata.error, f"the brokers know no such topic; {outlook}"))
                        return
                    routing.stale(topic.name)
                await routing.wait_ms(retry_policy.pause_ms())
        except ClientStopped:
            pass  # everything that waits is failed by `stop`
        finally:
            topic.learning = False
            if topic.waiting and not self.stopped:
                # Came meanwhile, with another partition that nobody knows.
                self._later(retry_policy.pause_ms(), lambda: self._learn(topic) if topic.waiting else None)

    def _refuse(self, topic: TopicLanes, error: KlogError) -> None:
        # Forgotten, so that the next record asks anew.
        self.routing.forget([topic.name])
        self.accumulator.fail_waiting(topic, lambda: delivery_failed(error, topic.name, -1))

    def _changed(self) -> None:
        """The metadata is another."""
        known = self.routing.metadata.topic
        for topic in self.accumulator.topics.values():
            if topic.metadata is not None:
                metadata = known(topic.name)
                if metadata is not None and metadata is not topic.metadata:
                    topic.update(metadata)
                    for lane in topic.lanes:
                        if lane is not None and lane.leaderless:
                            lane.leaderless = lane.paused = False
                            self._ready(lane)
        self._follow_leaders()

    def _follow_leaders(self) -> None:
        """Lanes that wait for a broker which leads them no more go on with the one that does: the old one may never answer."""
        leader_of = self.routing.metadata.leader
        for node in list(self._nodes.values()):
            lanes, node.lanes = node.lanes, deque()
            for lane in lanes:
                if leader_of(lane.tp) in (None, node.node_id):
                    node.lanes.append(lane)
                else:
                    lane.queued = False
                    self._ready(lane)

    # Time

    def _opened(self, batch: Batch) -> None:
        """A batch is open: it may linger."""
        linger_ms = 0 if self.accumulator.flushing else self.settings.linger_ms
        batch.due_ms = self._reactor.seconds() * 1000 + linger_ms
        if self.stopped:
            return
        if self._linger_timer is None:
            self._linger_timer = self._reactor.callLater(linger_ms / 1000, self._lingered)
        elif not linger_ms:
            self._linger_timer.reset(0)
        if self._deadline_timer is None:
            self.watch_deadline()

    def _lingered(self) -> None:
        self._linger_timer = None
        lingering = self.accumulator.open_batches
        # A timer may be a hair early; a whole round for that is not worth it.
        now_ms = self._reactor.seconds() * 1000 + 0.5
        hurry = self.accumulator.flushing > 0
        while lingering:
            batch = next(iter(lingering))
            if batch.due_ms > now_ms and not hurry:
                break
            self.accumulator.close(batch)
        if lingering and self._linger_timer is None and not self.stopped:
            delay_ms = max(0.0, next(iter(lingering)).due_ms - now_ms)
            self._linger_timer = self._reactor.callLater(delay_ms / 1000, self._lingered)

    def watch_deadline(self) -> None:
        """Something was taken: it fails when its time is over."""
        if self._deadline_timer is None and not self.stopped:
            delay_ms = max(0, self.settings.delivery_timeout_ms - 10)
            self._deadline_timer = self._reactor.callLater(delay_ms / 1000, self._expire)

    def _expire(self) -> None:
        self._deadline_timer = None
        next_ms = self.accumulator.expire(self.routing.now_ms(), self._why_late)
        if next_ms is not None and self._deadline_timer is None and not self.stopped:
            delay_ms = max(1, next_ms - self.routing.now_ms())
            self._deadline_timer = self._reactor.callLater(delay_ms / 1000, self._expire)
        for lane in [lane for topic in self.accumulator.topics.values() for lane in topic.lanes if lane is not None]:
            if not lane.flying and lane.sequences.doubtful:
                self._landed(lane)

    def _why_late(self, holder: Batch | TopicLanes) -> str:
        if isinstance(holder, TopicLanes):
            nobody = self.routing.nobody_because
            if nobody is not None:
                return nobody.message
            return holder.trouble or "no broker has said where the topic is"
        if holder.lane.trouble:
            return holder.lane.trouble
        return "the broker has not answered" if holder in holder.lane.flying else "the brokers take less than is sent"

    # Sending

    def _ready(self, lane: Lane) -> None:
        """A lane has something to send, or may send again."""
        if lane.queued or lane.paused or not self._may_fly(lane) or self.stopped:
            return
        if self.gate is not None and not self.gate.admits(lane.tp):
            return
        leader = self.routing.metadata.leader(lane.tp)
        if leader is None:
            lane.trouble = "the partition has no leader"
            self.routing.stale(lane.tp.topic)
            self._pause(lane)
            lane.leaderless = True
            return
        node = self._nodes.get(leader)
        if node is None:
            node = self._nodes[leader] = NodeQueue(leader)
        lane.queued = True
        node.lanes.append(lane)
        self._run_soon()

    def _run_soon(self) -> None:
        if self._run_timer is None and not self.stopped:
            self._run_timer = self._reactor.callLater(0, self._run)

    def _may_fly(self, lane: Lane) -> bool:
        """Whether a batch of the lane may be sent beside those in flight."""
        if not lane.ready or lane.draining or len(lane.flying) >= self._lane_in_flight:
            return False
        if not lane.flying or not self._is_idempotent:
            return True
        # A broker that does not know the producer takes any number: until it knows this epoch, a later batch could pass by a failed one.
        # And it remembers five batches, the acknowledged ones behind an open one among them: with more of them it would not know that one.
        return lane.known and (lane.ready[0].sequence >= 0 or not lane.has_passed_one)

    def _pause(self, lane: Lane) -> None:
        """After an error: not at once again."""
        if lane.paused:
            return
        lane.paused = True
        if lane.backoff is None:
            lane.backoff = self.routing.backoff()

        def over() -> None:
            lane.paused = lane.leaderless = False
            self._ready(lane)

        self._later(lane.backoff.next_ms(), over)

    def _run(self) -> None:
        self._run_timer = None
        for node in list(self._nodes.values()):
            if node.lanes:
                self._drain(node)

    def _drain(self, node: NodeQueue) -> None:
        """As many requests as may be in flight."""
        # A request may end at once (acks 0, no such broker), which leads here again: whoever is at it goes on.
        if node.draining:
            return
        node.draining = True
        try:
            self._make_requests(node)
        finally:
            node.draining = False

    def _is_announced(self, announce: Callable[[], Deferred[None]]) -> bool:
        """Whether those who have to know of the producer do; they are told once."""
        if not self._is_announcing:
            self._is_announcing = True

            def over(_: object) -> None:
                self.announce = None
                self._run_soon()

            announce().addBoth(over)
        return self.announce is None

    def _make_requests(self, node: NodeQueue) -> None:
        # Both at the same time.
        is_announced = self.announce is None or (bool(node.lanes) and not self.stopped and self._is_announced(self.announce))
        if self._is_idempotent and self._identity.current is None:
            if node.lanes and self.gate is None and not self.stopped:
                self._identity.ask()
            return
        if not is_announced:
            return
        while node.lanes and node.flying < self._max_in_flight and not node.muted and not self.stopped:
            batches: list[Batch] = []
            size = 0
            again: list[Lane] = []
            while node.lanes:
                lane = node.lanes.popleft()
                lane.queued = False
                batch = self._next_batch(lane, node)
                if batch is None:
                    continue
                assert batch.body is not None
                if batches and size + len(batch.body.data) > self.settings.max_request_bytes:
                    lane.ready.appendleft(batch)
                    lane.queued = True
                    node.lanes.appendleft(lane)
                    break
                size += len(batch.body.data)
                self._number(batch)
                batches.append(batch)
                again.append(lane)
            if not batches:
                return
            self._send(node, batches)
            for lane in again:
                self._ready(lane)

    def _next_batch(self, lane: Lane, node: NodeQueue) -> Batch | None:
        """The batch of a lane that may be sent to `node` now, taken out; None where there is none."""
        if lane.paused or not self._may_fly(lane) or (self.gate is not None and not self.gate.admits(lane.tp)):
            return None
        if self.routing.metadata.leader(lane.tp) != node.node_id:
            self._ready(lane)
            return None
        if lane.sequences.doubtful and lane.ready[0].sequence < 0:
            # Whether numbers begin anew is decided when nothing is in flight.
            if lane.flying:
                return None
            self._settle_numbers(lane)
        return lane.ready.popleft()

    def _number(self, batch: Batch) -> None:
        if not self._is_idempotent or batch.sequence >= 0:
            return
        sequences = batch.lane.sequences
        if sequences.producer_id < 0:
            assert self._identity.current is not None
            sequences.begin(*self._identity.current)
        batch.number(sequences.take(batch.count))

    def _send(self, node: NodeQueue, batches: list[Batch]) -> None:
        addressed: list[Addressed] = []
        attributes, transactional_id, protocol, oldest_version = 0, None, TransactionProtocol.FIRST, self._oldest_version
        if self.gate is not None:
            attributes, transactional_id, protocol = TRANSACTIONAL, self.gate.transactional_id, self.gate.protocol
            oldest_version = least_version(self.settings.codec, protocol)
        for batch in batches:
            lane = batch.lane
            lane.flying.append(batch)
            batch.attempts += 1
            addressed.append(Addressed(lane.tp, lane.topic.topic_id, batch.parts(attributes)))
        timeout_ms = self.routing.settings.request_timeout_ms
        request, at_most = produce_request(addressed, self._required_acks, timeout_ms, transactional_id, protocol)
        node.flying += 1

        def ask(ranges: ApiRanges) -> Deferred[Any]:
            version = ranges.choose(ProduceRequest, at_most, oldest_version)
            expects_answer = self._required_acks != 0
            return self.routing.ask(node.node_id, request, version=version, expects_answer=expects_answer, purpose="produce")

        asked: Deferred[Any] = self.routing.versions(node.node_id, purpose="produce").addCallback(ask)
        asked.addCallbacks(self._answered, self._unanswered, callbackArgs=(node, batches), errbackArgs=(node, batches))
        asked.addErrback(lambda failure: _log.failure("handling the answer to a Produce request failed", failure))

    # Answers

    def _answered(self, answer: ProduceResponse | None, node: NodeQueue, batches: list[Batch]) -> None:
        node.flying -= 1
        if answer is None:  # acks=0
            for batch in batches:
                self._judge(batch, ErrorCode.NONE, None)
            # Not at once: older requests may wait for the same connection, and be told after this one that it is there.
            self._run_soon()
            return
        if answer.throttle_time_ms > 0:
            self._mute(node, answer.throttle_time_ms)
        placed = Placed(answer)
        endpoints = {one.node_id: Node(one.node_id, one.host, one.port, one.rack) for one in answer.node_endpoints}
        for batch in batches:
            found = placed.of(batch.lane.tp, batch.lane.topic.topic_id)
            if found is None:
                batch.lane.trouble = f"broker {node.node_id} left the partition out of its answer"
                self._judge(batch, ErrorCode.NETWORK_EXCEPTION, None)
            else:
                leader = found.current_leader
                if found.error_code and leader.leader_id >= 0:
                    self.routing.metadata.led_by(batch.lane.tp, leader.leader_id, leader.leader_epoch, endpoints.get(leader.leader_id))
                self._judge(batch, found.error_code, found, moved=self.routing.metadata.leader(batch.lane.tp) not in (None, node.node_id))
        self._all_landed()
        self._drain(node)

    def _unanswered(self, failure: Failure, node: NodeQueue, batches: list[Batch]) -> None:
        """No answer: the connection broke, or could not be made, or the time is over."""
        node.flying -= 1
        error = failure.value
        if not isinstance(error, KlogError):
            _log.failure("a Produce request could not be sent", failure)
            error = KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"the request could not be sent: {error}")
        for batch in batches:
            batch.lane.trouble = error.message
            self._judge(batch, error.code, None, error.message)
        self._all_landed()
        self._drain(node)

    def _mute(self, node: NodeQueue, pause_ms: int) -> None:
        if not node.muted:
            node.muted = True

            def over() -> None:
                node.muted = False
                self._drain(node)

            # No broker has a reason to ask for more than a record may wait.
            self._later(min(pause_ms, self.settings.delivery_timeout_ms), over)

    def _judge(
        self, batch: Batch, code: int, answer: PartitionProduceResponse | None, sentence: str | None = None, *, moved: bool = False
    ) -> None:
        """Act on what a batch was answered; `answer` is None where there was none.

        :param moved: whether it is known by now that another broker leads: that one is asked at once.
        """
        lane = batch.lane
        sequences = lane.sequences
        idempotent = batch.sequence >= 0
        first = code != 0 and lane.is_first(batch)
        lane.flying.remove(batch)
        if not code:
            # The common case, which needs no table.
            verdict = _ACKNOWLEDGED
        else:
            verdict = judge_answer(code, idempotent=idempotent, first=first, count=batch.count)
            if verdict is Verdict.RESTART and batch.order < lane.written:
                # A later batch was taken in this epoch, so this one was, too, and the broker no longer remembers it; unless it forgot the
                # producer meanwhile. Neither doubling nor claiming it is right.
                verdict = Verdict.FAIL
            if self.gate is not None and (
                verdict in (Verdict.RESTART, Verdict.FAIL_AND_RESTART) or (self.gate.is_doomed and verdict is not Verdict.ACKNOWLEDGED)
            ):
                verdict = Verdict.FAIL
        if batch.done:
            # Its time was over while it was in flight. Whoever waited knows; only the numbers still matter.
            if idempotent:
                lane.acknowledged(batch) if verdict is _ACKNOWLEDGED else sequences.failed()
            self._landed(lane)
            return
        if verdict is _ACKNOWLEDGED:
            if idempotent:
                lane.acknowledged(batch)
            lane.trouble = None
            lane.backoff = None
            self._landed(lane)
            size = 0 if batch.body is None else len(batch.body.data)
            self.routing.meter.batch_written(*lane.tp, batch.count, size, (self.routing.now_ms() - batch.created_ms) / 1000)
            if answer is None or code:
                self.accumulator.complete(batch, -1)
            else:
                self.accumulator.complete(batch, answer.base_offset, answer.log_append_time_ms)
            return
        match verdict:
            case Verdict.RETRY | Verdict.RESTART:
                if verdict is Verdict.RESTART:
                    sequences.failed(restart=True)
                lane.put_back([batch])
                self.routing.meter.batch_retried()
                lane.draining = True
                if answer is not None:
                    lane.trouble = answer.error_message or row_of(code).sentence
                if what_to_do(code) is Action.REFRESH_METADATA:
                    self.routing.stale(lane.tp.topic)
                if not moved or what_to_do(code) is not Action.REFRESH_METADATA:
                    self._pause(lane)
                self._landed(lane)
            case Verdict.SPLIT:
                lane.put_back(self.accumulator.split(batch))
                lane.draining = True
                self._landed(lane)
            case Verdict.FAIL | Verdict.FAIL_AND_RESTART:
                if idempotent:
                    sequences.failed(restart=verdict is Verdict.FAIL_AND_RESTART)
                self._landed(lane)
                sentence = sentence or (answer.error_message if answer is not None else None) or row_of(code).sentence
                self.accumulator.fail(batch, refused(lane.tp, code, sentence, () if answer is None else answer.record_errors))

    def _count_failed(self, batch: Batch, code: ErrorCode) -> None:
        self.routing.meter.batch_failed(*batch.lane.tp, batch.count, code)
        if self.gate is not None:
            self.gate.batch_failed(batch.lane.tp, code)

    def _landed(self, lane: Lane) -> None:
        """One batch less is in flight."""
        if not lane.flying:
            lane.draining = False
            self._settle_numbers(lane)
        self._ready(lane)

    def _settle_numbers(self, lane: Lane) -> None:
        if lane.sequences.producer_id < 0 or self.gate is not None:
            return
        waiting = bool(lane.ready) and lane.ready[0].sequence >= 0
        if lane.sequences.settle(numbered_waiting=waiting):
            lane.renumber()
            if lane.sequences.producer_id < 0:
                self._identity.forget()

    # Transactions

    def take_identity(self, producer_id: int, epoch: int) -> None:
        """All numbers begin anew under this one. Nothing may be on its way."""
        self._identity.take(producer_id, epoch)
        for topic in self.accumulator.topics.values():
            for lane in topic.lanes:
                if lane is not None:
                    lane.sequences.begin(producer_id, epoch)
                    lane.written = (-1, 0)

    def admitted(self, partitions: Iterable[TopicPartition]) -> None:
        """The gate admits batches to these from now on."""
        topics = self.accumulator.topics
        for topic, partition in partitions:
            lane = topics[topic].lanes[partition]
            if lane is not None:
                self._ready(lane)

    def landed(self) -> Deferred[None]:
        """Fires when no request is unanswered, which takes at most as long as a request may."""
        deferred: Deferred[None] = Deferred()
        self._landing.append(deferred)
        self._all_landed()
        return deferred

    def _all_landed(self) -> None:
        if self._landing and not any(node.flying for node in self._nodes.values()):
            landing, self._landing = self._landing, []
            for deferred in landing:
                deferred.callback(None)

    # Who we are

    def _needs_identity(self) -> bool:
        return not self.stopped and bool(self.accumulator.incomplete)

    def _identity_delayed(self, error: KlogError) -> None:
        for batch in self.accumulator.incomplete:
            batch.lane.trouble = f"no producer id was given: {error.message}"

    def _identity_asked(self, refusal: KlogError | None) -> None:
        if self._identity.current is None:
            # Who still or again has something to send comes back and asks anew.
            for node in self._nodes.values():
                while node.lanes:
                    node.lanes.popleft().queued = False
        if refusal is not None:
            # Last, since whoever is told may send again.
            self._no_identity(refusal)
        self._run()

    def _no_identity(self, error: KlogError) -> None:
        for batch in list(self.accumulator.incomplete):
            if not batch.done and batch not in batch.lane.flying:
                tp = batch.lane.tp
                self.accumulator.take_out(batch)
                self.accumulator.fail(batch, lambda _, tp=tp: delivery_failed(error, *tp))  # type: ignore[misc]
