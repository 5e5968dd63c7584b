"""From a decision to markers in all partitions (``TransactionMarkerChannelManager``).

When a transaction's Prepare record is acknowledged, each of its partitions gets a marker from its leader, which may be this broker. What a
leader answers is looked up in `OUTCOMES`; when no partition is left, the Complete record is written. Nothing of this is in the log, so a
coordinator that loads sends the markers of all that is prepared again: a partition may get one twice, which changes nothing.

None is sent in the turn in which the decision was acknowledged: whoever waits for that is answered first, and 50 markers take longer than
the answer. The next turn comes before anything that its client may ask then.

Other brokers are asked in batches (``remote_markers``). One that has died, or stands still, may never answer: whoever leads in its place is
asked as soon as that is known here.

========= ==========================================================================================================
DONE      it has its marker; or there is no such topic any more, and nobody who could read it
AGAIN     it has another leader by now, or none, or cannot write just now: after a pause whoever leads it then is asked
AHEAD     it knows a newer epoch of the producer, so the transaction has ended there: an epoch is given out when all
          markers of the one before are written. Nothing is written there, and the coordinator is told at the end:
          where it does not know that epoch either, its log has lost its end, or it coordinates no more
GIVE UP   somebody newer coordinates: nothing more is sent, and the transaction stays prepared until its coordinator loads
========= ==========================================================================================================
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.errors import ErrorCode
from klog.model import TopicPartition


class EndMarker(NamedTuple):
    """What a marker says, and by which rules it is judged.

    :ivar epoch: in the second version one above that of the records.
    :ivar coordinator_epoch: the leader epoch of the id's partition of ``__transaction_state``.
    :ivar version: the ``transaction.version`` of the transaction.
    """

    producer_id: int
    epoch: int
    commit: bool
    coordinator_epoch: int
    version: int


Codes = Mapping[TopicPartition, ErrorCode]


class Outcome(enum.Enum):
    """What follows a leader's answer; see the module."""

    DONE = enum.auto()
    AGAIN = enum.auto()
    AHEAD = enum.auto()
    GIVE_UP = enum.auto()


OUTCOMES: dict[ErrorCode, Outcome] = {
    ErrorCode.NONE: Outcome.DONE,
    # Logs of Kafka's first formats hold no transactions.
    ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT: Outcome.DONE,
    ErrorCode.UNSUPPORTED_VERSION: Outcome.DONE,
    # A mirrored topic takes nothing from producers, so nothing of the transaction is there.
    ErrorCode.POLICY_VIOLATION: Outcome.DONE,
    ErrorCode.INVALID_PRODUCER_EPOCH: Outcome.AHEAD,
    ErrorCode.TRANSACTION_COORDINATOR_FENCED: Outcome.GIVE_UP,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: Outcome.AGAIN,
    ErrorCode.NOT_LEADER_OR_FOLLOWER: Outcome.AGAIN,
    ErrorCode.NOT_ENOUGH_REPLICAS: Outcome.AGAIN,
    ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND: Outcome.AGAIN,
    ErrorCode.REQUEST_TIMED_OUT: Outcome.AGAIN,
    ErrorCode.KAFKA_STORAGE_ERROR: Outcome.AGAIN,
    # Nobody knows whether it was written.
    ErrorCode.NETWORK_EXCEPTION: Outcome.AGAIN,
}

#: Partitions that get their markers in one go; what has more goes in steps, between which others are served.
AT_ONCE = 50
#: Pauses, in seconds: the first, and the longest.
FIRST_PAUSE_S = 0.02
LONGEST_PAUSE_S = 1.0
#: How often it is looked whether others lead by now than those who were asked, in seconds.
LOOK_S = 1.0


class Gone(enum.Enum):
    """There is no such partition any more."""

    YES = enum.auto()


GONE = Gone.YES


class LocalMarkers(Protocol):
    """Writes markers into partitions that this broker leads (``marker_writer.MarkerWriter``)."""

    def write(self, marker: EndMarker, partition: TopicPartition) -> ErrorCode | Deferred[ErrorCode]:
        """One marker into one partition; never raises or fails."""


#: Asks another broker to write a marker into some of its partitions; fails only where it is cancelled (``remote_markers``).
RemoteMarkers = Callable[[int, EndMarker, list[TopicPartition]], Deferred[Codes]]
#: Told when nothing is left to be marked, with the partitions that were ahead.
Completed = Callable[[frozenset[TopicPartition]], None]
#: Who leads a partition; None: nobody knows just now.
FindLeader = Callable[[TopicPartition], int | Gone | None]


class MarkerSender:
    """Sends the markers of this broker's transactions.

    :param us: this broker's number.
    :param run_steps: does long work in slices.
    :param remote: None where there is no other broker.
    """

    _log = Logger()

    def __init__(
        self,
        clock: IReactorTime,
        us: Callable[[], int],
        find_leader: FindLeader,
        local: LocalMarkers,
        run_steps: Callable[[Iterator[None]], Deferred[None]],
        remote: RemoteMarkers | None = None,
    ) -> None:
        self._clock = clock
        self._us = us
        self._find_leader = find_leader
        self._local = local
        self._run_steps = run_steps
        self._remote = remote
        #: In order.
        self._sending: dict[Sending, None] = {}
        self._looking: IDelayedCall | None = None

    def __len__(self) -> int:
        """How many transactions wait for some of their markers."""
        return len(self._sending)

    def send(self, marker: EndMarker, partitions: Iterable[TopicPartition], completed: Completed) -> Sending:
        """Let all `partitions` have `marker`, from the next turn on, and then call `completed`."""
        sending = Sending(self, marker, set(partitions), completed)
        self._sending[sending] = None
        return sending

    def asked_another(self) -> None:
        """An answer of another broker is waited for: look now and then whether it still leads."""
        if self._looking is None:
            self._looking = self._clock.callLater(LOOK_S, self._look_for_leaders)

    def _look_for_leaders(self) -> None:
        self._run_steps(self._look()).addCallback(lambda _: self._looked())

    def _look(self) -> Iterator[None]:
        """One transaction in each step."""
        for sending in list(self._sending):
            if not sending.has_ended:
                sending.look_for_leaders()
            yield

    def _looked(self) -> None:
        self._looking = None
        if any(sending.waits_for_another for sending in self._sending):
            self.asked_another()

    def ended(self, sending: Sending) -> None:
        """Forget a sending that has ended."""
        self._sending.pop(sending, None)
        if not self._sending and self._looking is not None and self._looking.active():
            self._looking.cancel()
            self._looking = None

    def close(self) -> None:
        """Send no more markers."""
        for sending in list(self._sending):
            sending.cancel()


class Sending:
    """The markers of one transaction."""

    def __init__(self, sender: MarkerSender, marker: EndMarker, partitions: set[TopicPartition], completed: Completed) -> None:
        self._sender = sender
        self.marker = marker
        #: Those that have no marker yet, as far as is known.
        self.remaining = partitions
        self._completed = completed
        self._ahead: set[TopicPartition] = set()
        #: Of these an answer is waited for, by the broker that was asked.
        self._asked: dict[TopicPartition, int] = {}
        self._answers: dict[Deferred[Codes], None] = {}
        self._attempts = 0
        self._timer: IDelayedCall | None = sender._clock.callLater(0, self.go_on)
        #: Whether nothing more is sent: all have their marker, or it was given up.
        self.has_ended = False

    @property
    def waits_for_another(self) -> bool:
        """Whether another broker has not answered yet."""
        return bool(self._answers)

    def cancel(self) -> None:
        """Send nothing more, and do not complete."""
        self.has_ended = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._sender.ended(self)
        answers, self._answers = self._answers, {}
        for answer in answers:
            answer.cancel()

    def look_for_leaders(self) -> None:
        """Ask who leads now, where that is another broker than the one that was asked and has not answered."""
        sender = self._sender
        moved = []
        for partition, asked in self._asked.items():
            if asked != sender._us() and sender._find_leader(partition) not in (asked, None):
                moved.append(partition)
        for partition in moved:
            del self._asked[partition]
        if moved and self._timer is None:
            self.go_on()

    def go_on(self) -> None:
        """Ask the leaders of all that has no marker and was not asked."""
        self._timer = None
        if self.has_ended:
            return
        self._attempts += 1
        sender = self._sender
        us = sender._us()
        ours: list[TopicPartition] = []
        others: dict[int, list[TopicPartition]] = {}
        for partition in sorted(self.remaining.difference(self._asked)):
            leader = sender._find_leader(partition)
            if isinstance(leader, Gone):
                self.remaining.discard(partition)
            elif leader == us:
                ours.append(partition)
                self._asked[partition] = us
            elif leader is not None and sender._remote is not None:
                others.setdefault(leader, []).append(partition)
                self._asked[partition] = leader
        for broker_id, partitions in others.items():
            self._ask(broker_id, partitions)
        work = self._write(ours)
        if len(ours) <= AT_ONCE:
            for _ in work:
                pass
            self._look()
        else:
            sender._run_steps(work).addCallback(lambda _: self._look())

    def _ask(self, broker_id: int, partitions: list[TopicPartition]) -> None:
        sender = self._sender
        assert sender._remote is not None
        if self.has_ended:
            return
        answer = sender._remote(broker_id, self.marker, partitions)
        self._answers[answer] = None
        sender.asked_another()
        answer.addBoth(self._answered, answer, broker_id, partitions)

    def _write(self, partitions: list[TopicPartition]) -> Iterator[None]:
        for partition in partitions:
            if self.has_ended:
                return
            code = self._sender._local.write(self.marker, partition)
            if isinstance(code, Deferred):
                code.addCallback(self._written_later, partition)
            else:
                self._take(partition, code)
            yield

    def _written_later(self, code: ErrorCode, partition: TopicPartition) -> None:
        self._take(partition, code)
        self._look()

    def _answered(self, codes: Codes | Failure, answer: Deferred[Codes], broker_id: int, partitions: list[TopicPartition]) -> None:
        self._answers.pop(answer, None)
        if self.has_ended:
            return
        if isinstance(codes, Failure):
            self._sender._log.failure("a mistake of klog's own when markers were sent", codes)
            codes = {}
        for partition in partitions:
            # Another one may have been asked since.
            if self._asked.get(partition) == broker_id:
                self._take(partition, codes.get(partition, ErrorCode.NETWORK_EXCEPTION))
        self._look()

    def _take(self, partition: TopicPartition, code: ErrorCode) -> None:
        self._asked.pop(partition, None)
        if self.has_ended:
            return
        # What is in no table is asked again: nobody else would end the transaction.
        outcome = OUTCOMES.get(code, Outcome.AGAIN)
        if outcome is Outcome.DONE:
            self.remaining.discard(partition)
            return
        if outcome is Outcome.AHEAD:
            self.remaining.discard(partition)
            self._ahead.add(partition)
            return
        if outcome is Outcome.GIVE_UP or code not in OUTCOMES:
            self._sender._log.warn(
                "the marker of producer {producer} (epoch {epoch}) for {partition} is answered with {code}{then}",
                producer=self.marker.producer_id,
                epoch=self.marker.epoch,
                partition=str(partition),
                code=code.name,
                then="; no more are sent" if outcome is Outcome.GIVE_UP else "; it is sent again",
            )
        if outcome is Outcome.GIVE_UP:
            self.cancel()

    def _look(self) -> None:
        """Complete, or go on after a pause."""
        if self.has_ended or self._timer is not None:
            return
        if not self.remaining:
            self.cancel()
            self._completed(frozenset(self._ahead))
        elif self.remaining.difference(self._asked):
            pause_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** min(self._attempts - 1, 10))
            self._timer = self._sender._clock.callLater(pause_s, self.go_on)
