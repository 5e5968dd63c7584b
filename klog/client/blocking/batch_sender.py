"""Batches to brokers and answers back, for code without a reactor: the acting half of a producer that has closed its batches.

**Sending.** Of each partition at most one batch is under way; whoever brings its next one waits for the answer first, so whatever is sent
again is sent in order. Batches of one leader travel together, up to ``max_request_bytes``, and up to ``max_in_flight`` requests are
unanswered: so a broker always has something to do while the next batches are made, and memory is bounded.

**Answers.** `klog.client.producing.retry_decisions.judge_answer` says what one means, and `Sequences` which numbers a batch carries, as for
the producer on a reactor. What is not written at once is done again in peace: one batch at a time, after a pause, asking anew who leads, in
halves where it is too large, until it is written, refused for good, or ``delivery_timeout_ms`` have passed since it was first sent. Without
a producer id a lost answer may thus mean a batch that stands there twice, as with Java's producer.

Not to be shared between threads. No Twisted in whatever this imports.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from klog.client.blocking.client import BlockingClient, Produced
from klog.client.blocking.pending_fetch import refusal
from klog.client.producing.batch_splitting import halves
from klog.client.producing.retry_decisions import Verdict, judge_answer
from klog.client.producing.sequences import Sequences, sequence_after
from klog.client.requests.produce import Addressed, Placed, least_version, produce_request
from klog.client.requests.transactions import TransactionProtocol
from klog.client.retry import LEAST_MS, trouble_of
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
from klog.net.blocking_connection import PendingAnswer
from klog.records.appending import Body, head
from klog.records.contract import BATCH_OVERHEAD, TRANSACTIONAL, Codec
from klog.retry_policy import RetryPolicy, Trouble
from klog.span import Part
from klog.wire.messages.produce import PartitionProduceResponse, ProduceRequest, ProduceResponse

#: Where it is written, but nobody says where.
_SOMEWHERE = Produced(-1, -1)


class SendingSettings(Protocol):
    """How to write; `klog.client.producing.producer_types.ProducerSettings` has these."""

    @property
    def required_acks(self) -> int:
        """-1 (all in-sync replicas), 1 or 0."""

    @property
    def codec(self) -> Codec:
        """Of the batches that are brought, and of their halves."""

    @property
    def compression_level(self) -> int | None:
        """The codec's own; None for its default."""

    @property
    def max_request_bytes(self) -> int:
        """Batches that travel together are no larger; a single one may be."""

    @property
    def delivery_timeout_ms(self) -> int:
        """How long a batch is tried."""


@dataclasses.dataclass
class Identity:
    """Who writes: batches carry these, so that a broker knows repetitions and older attempts. As it stands, nobody.

    ::

        Identity(*client.init_producer_id())

    :ivar shared: whether others may write with the same id and epoch, and numbers that were agreed on; a number that is not the next one
        is final then.
    """

    producer_id: int = -1
    epoch: int = -1
    shared: bool = False
    _numbers: dict[TopicPartition, Sequences] = dataclasses.field(default_factory=dict, repr=False)

    @property
    def is_known(self) -> bool:
        """Whether batches carry numbers."""
        return self.producer_id >= 0

    def numbers(self, tp: TopicPartition) -> Sequences:
        """The sequence numbers of one partition."""
        found = self._numbers.get(tp)
        if found is None:
            found = self._numbers[tp] = Sequences()
            found.begin(self.producer_id, self.epoch)
        return found

    def continue_at(self, tp: TopicPartition, sequence: int) -> None:
        """What was written before under this identity ends before `sequence`."""
        self.numbers(tp).begin(self.producer_id, self.epoch, sequence)


class BatchRefused(KlogError):
    """A broker refused a batch.

    :ivar sentence: the broker's own, or the table's; :ivar record_errors: which records are at fault (KIP-467).
    """

    def __init__(self, tp: TopicPartition, answer: PartitionProduceResponse) -> None:
        row = row_of(answer.error_code)
        self.sentence = answer.error_message or row.sentence
        self.record_errors = tuple(answer.record_errors)
        super().__init__(row.code, f"topic {tp.topic}, partition {tp.partition}: {self.sentence}")


class Batch:
    """Records of one partition that travel together.

    :ivar whole: what was brought; a half of it says so here.
    :ivar first: the place of its first record in `whole`.
    """

    __slots__ = ("body", "first", "head", "sequence", "topic_id", "tp", "until", "whole")

    def __init__(self, tp: TopicPartition, body: Body, whole: Batch | None = None, first: int = 0) -> None:
        self.tp, self.body, self.first = tp, body, first
        self.whole: Batch = whole or self
        self.sequence = -1
        #: Its 61 bytes, with producer id, epoch and number.
        self.head = b""
        #: As it was sent.
        self.topic_id = NO_TOPIC_ID
        #: When it is given up, by the client's clock.
        self.until = 0.0

    @property
    def count(self) -> int:
        """Records in it."""
        return self.body.record_count

    @property
    def size(self) -> int:
        """Bytes on the wire."""
        return BATCH_OVERHEAD + len(self.body.data)


@dataclasses.dataclass(eq=False)
class _Sent:
    """A request under way."""

    pending: PendingAnswer
    node: int
    batches: list[Batch]


class BatchSender:
    """See the module.

    ::

        sender = BatchSender(client, settings, Identity(*client.init_producer_id()), written=count, failed=complain)
        sender.send([Batch(TopicPartition("orders", 0), body)])
        sender.flush()

    :param client: asked; not closed here. Its time is this one's.
    :param written: told of each batch, or of each of its halves, and where it stands; :param failed: of each that was given up, and why.
        What `failed` raises ends the call; the sender is to be abandoned then.
    :param alone: writes a batch of a single record in another way, where that is wanted: gets its partition and its bytes, says where it
        stands.
    :param transactional_id: all of it is within transactions of this id, by `protocol`; `identity` is to be `shared` then, since only the
        coordinator may begin another epoch.
    """

    def __init__(
        self,
        client: BlockingClient,
        settings: SendingSettings,
        identity: Identity,
        *,
        written: Callable[[Batch, Produced], None],
        failed: Callable[[Batch, KlogError], None],
        alone: Callable[[TopicPartition, bytes], Produced] | None = None,
        transactional_id: str | None = None,
        protocol: TransactionProtocol = TransactionProtocol.FIRST,
    ) -> None:
        self.identity = identity
        self._transactional_id = transactional_id
        self._protocol = protocol
        self._attributes = 0 if transactional_id is None else TRANSACTIONAL
        self._alone = alone
        self._client = client
        self._settings = settings
        self._written = written
        self._failed = failed
        self._is_idempotent = identity.is_known
        self._oldest_version = least_version(settings.codec, protocol)
        self._in_flight: collections.deque[_Sent] = collections.deque()
        self._by_partition: dict[TopicPartition, _Sent] = {}
        #: Brokers that asked for a pause (KIP-219), and until when.
        self._muted: dict[int, float] = {}

    def send(self, batches: Sequence[Batch]) -> None:
        """Send batches of different partitions; those before them are answered by then."""
        for batch in batches:
            self.wait_for(batch.tp)
        by_leader: dict[int | None, list[Batch]] = {}
        for batch in batches:
            batch.until = self._client.clock() + self._settings.delivery_timeout_ms / 1000
            try:
                self._number(batch)
            except KlogError as error:
                self._give_up(batch, error)
                continue
            by_leader.setdefault(None if self._goes_alone(batch) else self._client.metadata.leader(batch.tp), []).append(batch)
        for leader, theirs in by_leader.items():
            if leader is None or self._settings.required_acks == 0:
                for batch in theirs:
                    self._deliver(batch)
                continue
            for together in _in_requests(theirs, self._settings.max_request_bytes):
                self._begin(leader, together)

    def wait_for(self, tp: TopicPartition) -> None:
        """Until what was sent to a partition is written or given up."""
        before = self._by_partition.get(tp)
        if before is not None:
            self._settle(before)

    def flush(self) -> None:
        """Wait until all that was sent is written or given up."""
        while self._in_flight:
            self._settle(self._in_flight[0])

    def abandon(self) -> None:
        """Give up the batches that are under way: nobody waits for them any more."""
        self._by_partition.clear()
        while self._in_flight:
            self._in_flight.popleft().pending.drop()

    # -- together

    def _begin(self, leader: int, batches: list[Batch]) -> None:
        while len(self._in_flight) >= self._client.settings.max_in_flight:
            self._settle(self._in_flight[0])
        self._wait_for_pause(leader)
        try:
            request, version = self._request(leader, batches)
            sent = _Sent(self._client.node(leader).begin(request, version=version), leader, batches)
        except KlogError as error:
            self._see_to([(batch, error) for batch in batches])
            return
        self._in_flight.append(sent)
        for batch in batches:
            self._by_partition[batch.tp] = sent

    def _settle(self, sent: _Sent) -> None:
        """Wait for an answer, and see to whatever it does not call written."""
        self._in_flight.remove(sent)
        for batch in sent.batches:
            del self._by_partition[batch.tp]
        try:
            answer = sent.pending.result(self._limit_ms(max(batch.until for batch in sent.batches)))
        except KlogError as error:
            self._see_to([(batch, error) for batch in sent.batches])
            return
        placed = self._read(sent.node, answer)
        self._see_to([(batch, self._told(batch, sent.node, placed)) for batch in sent.batches])

    def _see_to(self, told: list[tuple[Batch, Produced | KlogError]]) -> None:
        again: list[tuple[Batch, KlogError]] = []
        for batch, one in told:
            if not isinstance(one, KlogError):
                self._acknowledge(batch, one)
            elif (verdict := self._verdict(batch, one)) in (Verdict.FAIL, Verdict.FAIL_AND_RESTART):
                self._give_up(batch, one, restart=verdict is Verdict.FAIL_AND_RESTART)
            else:
                again.append((batch, one))
        if any(self._verdict(batch, error) is not Verdict.SPLIT for batch, error in again):
            # One pause for all of them.
            pause_ms = self._retry_policy(again[0][0]).pause_ms()
            self._client.sleep(pause_ms / 1000)
        for batch, error in again:
            self._deliver(batch, error)

    # -- one by one

    def _deliver(self, batch: Batch, error: KlogError | None = None) -> None:
        """One batch, until it is written, perhaps in parts, or given up.

        :param error: what it met before; the pause after that is over.
        """
        retry_policy = self._retry_policy(batch)
        rested = error is not None
        moved = False
        parts = collections.deque([batch])
        while parts:
            part = parts[0]
            if error is None:
                try:
                    produced = self._attempt(part, moved)
                except KlogError as raised:
                    error = raised
                else:
                    parts.popleft()
                    self._acknowledge(part, produced)
                    continue
            told, error = error, None
            verdict = self._verdict(part, told)
            match verdict:
                case Verdict.SPLIT:
                    parts.popleft()
                    parts.extendleft(reversed(self._halves(part)))
                case Verdict.RETRY | Verdict.RESTART:
                    trouble = trouble_of(told) if verdict is Verdict.RETRY else Trouble.PASSING
                    pause_ms = retry_policy.pause_after(trouble)
                    if pause_ms is None:
                        parts.popleft()
                        self._give_up(part, told)
                        continue
                    moved = trouble is Trouble.MOVED
                    if verdict is Verdict.RESTART:
                        self._begin_anew(parts)
                    if not rested:
                        self._client.sleep(pause_ms / 1000)
                case _:
                    parts.popleft()
                    self._give_up(part, told, restart=verdict is Verdict.FAIL_AND_RESTART)
            rested = False

    def _attempt(self, batch: Batch, moved: bool) -> Produced:
        """Written where this returns.

        :raises KlogError: an error that the table of errors calls final, or any when the time is over.
        """
        self._number(batch)
        if self._goes_alone(batch):
            assert self._alone is not None
            return self._alone(batch.tp, batch.head + batch.body.data)

        def ask(leader: int, _: int) -> Produced:
            self._wait_for_pause(leader)
            request, version = self._request(leader, [batch])
            answer = self._client.node(leader).request(
                request, version=version, timeout_ms=self._limit_ms(batch.until), expects_answer=self._settings.required_acks != 0
            )
            if answer is None:
                return _SOMEWHERE
            told = self._told(batch, leader, self._read(leader, answer))
            if isinstance(told, KlogError):
                raise told
            return told

        return self._client.ask_leader(batch.tp, ask, timeout_ms=self._left_ms(batch.until), moved=moved)

    def _goes_alone(self, batch: Batch) -> bool:
        return self._alone is not None and batch.count == 1

    def _halves(self, batch: Batch) -> list[Batch]:
        """With the same numbers."""
        settings = self._settings
        made: list[Batch] = []
        skipped = 0
        for body in halves(batch.body, settings.codec, settings.compression_level):
            half = Batch(batch.tp, body, batch.whole, batch.first + skipped)
            half.until = batch.until
            self._give_number(half, sequence_after(batch.sequence, skipped) if batch.sequence >= 0 else -1)
            made.append(half)
            skipped += half.count
        return made

    # -- requests and answers

    def _request(self, leader: int, batches: list[Batch]) -> tuple[ProduceRequest, int]:
        """The request, and the version that `leader` and it agree on; connects where needed."""
        addressed: list[Addressed] = []
        for batch in batches:
            topic = self._client.metadata.topic(batch.tp.topic)
            batch.topic_id = NO_TOPIC_ID if topic is None else TopicId(topic.topic_id)
            parts: list[Part] = [batch.head, batch.body.data]
            addressed.append(Addressed(batch.tp, batch.topic_id, parts))
        timeout_ms = self._client.settings.request_timeout_ms
        request, at_most = produce_request(addressed, self._settings.required_acks, timeout_ms, self._transactional_id, self._protocol)
        return request, self._client.node(leader).connect().choose(ProduceRequest, at_most, self._oldest_version)

    def _read(self, node: int, answer: ProduceResponse) -> Placed:
        if answer.throttle_time_ms > 0:
            # No broker has a reason to ask for more than a batch may wait.
            pause_ms = min(answer.throttle_time_ms, self._settings.delivery_timeout_ms)
            self._muted[node] = self._client.clock() + pause_ms / 1000
        return Placed(answer)

    def _wait_for_pause(self, node: int) -> None:
        left_s = self._muted.pop(node, 0.0) - self._client.clock()
        if left_s > 0:
            self._client.sleep(left_s)

    def _told(self, batch: Batch, node: int, placed: Placed) -> Produced | KlogError:
        """What an answer says of a batch."""
        found: PartitionProduceResponse | None = placed.of(batch.tp, batch.topic_id)
        if found is None:
            return refusal(batch.tp, ErrorCode.NETWORK_EXCEPTION, f"broker {node} left the partition out of its answer")
        if not found.error_code:
            return Produced(found.base_offset, found.log_append_time_ms)
        error = BatchRefused(batch.tp, found)
        return _SOMEWHERE if self._verdict(batch, error) is Verdict.ACKNOWLEDGED else error

    def _verdict(self, batch: Batch, error: KlogError) -> Verdict:
        # Nothing else of the partition is under way, so it is always the first.
        return judge_answer(error.code, idempotent=self._is_idempotent, first=True, count=batch.count, shared=self.identity.shared)

    def _left_ms(self, until: float) -> int:
        return max(1, int((until - self._client.clock()) * 1000))

    def _limit_ms(self, until: float) -> int:
        """How long to wait for one answer."""
        return min(self._client.settings.request_timeout_ms, max(LEAST_MS, self._left_ms(until)))

    def _retry_policy(self, batch: Batch) -> RetryPolicy:
        return RetryPolicy(self._client.clock, self._client.backoff(), batch.until)

    # -- numbers

    def _number(self, batch: Batch) -> None:
        """Give it its number, where it has none.

        :raises KlogError: the epochs of the producer id are used up, and no broker gives another.
        """
        if batch.head:
            return
        if not self._is_idempotent:
            self._give_number(batch, -1)
            return
        numbers = self.identity.numbers(batch.tp)
        if not self.identity.shared and numbers.settle(numbered_waiting=False):
            numbers.begin_again()
        if numbers.producer_id < 0:
            numbers.begin(*self._client.init_producer_id(timeout_ms=self._left_ms(batch.until)))
            self.identity.producer_id, self.identity.epoch = numbers.producer_id, numbers.epoch
        self._give_number(batch, numbers.take(batch.count))

    def _give_number(self, batch: Batch, sequence: int) -> None:
        batch.sequence = sequence
        if sequence < 0:
            batch.head = head(batch.body)
            return
        numbers = self.identity.numbers(batch.tp)
        batch.head = head(
            batch.body,
            attributes=self._attributes,
            producer_id=numbers.producer_id,
            producer_epoch=numbers.epoch,
            base_sequence=sequence,
        )

    def _begin_anew(self, parts: Iterable[Batch]) -> None:
        """The broker cannot continue: the next epoch, from 0."""
        for part in parts:
            part.sequence, part.head = -1, b""
            self.identity.numbers(part.tp).failed(restart=True)

    def _acknowledge(self, batch: Batch, produced: Produced) -> None:
        if batch.sequence >= 0:
            self.identity.numbers(batch.tp).acknowledged(batch.sequence, batch.count)
        self._written(batch, produced)

    def _give_up(self, batch: Batch, error: KlogError, *, restart: bool = False) -> None:
        if batch.sequence >= 0:
            self.identity.numbers(batch.tp).failed(restart=restart)
        self._failed(batch, error)


def _in_requests(batches: Iterable[Batch], max_bytes: int) -> Iterable[list[Batch]]:
    """As many as travel together; one at least."""
    together: list[Batch] = []
    size = 0
    for batch in batches:
        if together and size + batch.size > max_bytes:
            yield together
            together, size = [], 0
        together.append(batch)
        size += batch.size
    if together:
        yield together
