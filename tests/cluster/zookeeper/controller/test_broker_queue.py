"""Tests of klog.cluster.zookeeper.controller.broker_queue."""

from __future__ import annotations

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.broker_queue import FAILURES_TOLD, FIRST_PAUSE_S, LONGEST_PAUSE_S, BrokerQueue
from klog.cluster.zookeeper.controller.pending_updates import MOST_PARTITIONS, Kind, PendingUpdates, Piece
from klog.wire.messages.update_metadata import UpdateMetadataRequest, UpdateMetadataResponse
from klog.wire.schema import Message
from tests.cluster.zookeeper.controller.worlds import at


class _Sender:
    """Answers when the test says so."""

    def __init__(self) -> None:
        self.sent: list[Deferred[Message]] = []
        self.answers_at_once = False
        self.is_closed = False

    def send(self, message: Message, version: int) -> Deferred[Message]:
        assert isinstance(message, UpdateMetadataRequest) and version == 8
        answer: Deferred[Message] = succeed(UpdateMetadataResponse()) if self.answers_at_once else Deferred()
        self.sent.append(answer)
        return answer

    def close(self) -> None:
        self.is_closed = True


class QueueTests(SynchronousTestCase):
    """One request after the other, until it is answered."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.sender = _Sender()
        self.pending = PendingUpdates()
        self.made: list[Piece] = []
        self.answered: list[Piece] = []
        self.warnings: list[str] = []
        self.generation = 1
        self.queue = BrokerQueue(
            self.clock, 4, self.sender, self.pending, self.make, lambda: self.generation, self.hear, self.warnings.append
        )

    def make(self, piece: Piece) -> tuple[Message, int]:
        self.made.append(piece)
        return UpdateMetadataRequest(), 8

    def hear(self, piece: Piece, request: Message, answer: Message) -> None:
        assert isinstance(request, UpdateMetadataRequest) and isinstance(answer, UpdateMetadataResponse)
        self.answered.append(piece)

    def answer(self) -> None:
        self.sender.sent[-1].callback(UpdateMetadataResponse())
        self.clock.advance(0)

    def test_strictly_one_at_a_time(self) -> None:
        self.assertFalse(self.queue.is_idle, "it does not know yet who lives")
        self.queue.wake()
        self.pending.add_leadership(at("t"), False)
        self.queue.wake()
        self.assertEqual((len(self.sender.sent), self.queue.is_idle), (1, False))
        self.answer()
        self.assertEqual([piece.kind for piece in self.made], [Kind.METADATA, Kind.LEADERSHIP])
        self.answer()
        self.assertEqual((self.answered, self.queue.is_idle, self.clock.getDelayedCalls()), (self.made, True, []))
        self.generation = 2
        self.assertFalse(self.queue.is_idle)

    def test_repeated_until_answered(self) -> None:
        self.queue.wake()
        for count in range(1, FAILURES_TOLD + 8):
            self.assertEqual(len(self.sender.sent), count)
            self.sender.sent[-1].errback(OSError("no"))
            self.clock.advance(FIRST_PAUSE_S * 0.9)
            self.queue.wake()
            self.assertEqual(len(self.sender.sent), count, "it pauses")
            self.clock.advance(LONGEST_PAUSE_S)
        self.assertEqual(len(self.warnings), 1)
        self.assertIn("broker 4 does not answer", self.warnings[0])
        self.assertTrue(all(piece == self.made[0] for piece in self.made))
        self.answer()
        self.assertEqual((len(self.answered), self.queue.is_idle), (1, True))

    def test_what_is_said_is_the_newest(self) -> None:
        self.queue.wake()
        self.answer()
        self.pending.add_leadership(at("t"), True)
        self.queue.wake()
        self.pending.add_stop(at("t"), 3)
        self.sender.sent[-1].errback(OSError("no"))
        self.clock.advance(1)
        self.assertEqual([piece.kind for piece in self.made], [Kind.METADATA, Kind.LEADERSHIP, Kind.STOP])

    def test_sender_that_answers_at_once(self) -> None:
        self.sender.answers_at_once = True
        for number in range(6 * MOST_PARTITIONS):
            self.pending.add_leadership(at("t", number), False)
        self.queue.wake()
        while not self.queue.is_idle:
            self.clock.advance(0)
        self.assertEqual(len(self.answered), 7, "who lives, and six requests")

    def test_stopped_while_sending_and_while_pausing(self) -> None:
        self.pending.add_leadership(at("t"), True)
        self.queue.wake()
        self.answer()
        sent = self.sender.sent[-1]
        self.queue.stop()
        self.queue.stop()
        self.assertTrue(self.sender.is_closed and self.queue.is_idle)
        self.assertTrue(sent.called)
        self.assertEqual(self.pending.leadership, {at("t"): True}, "another queue may take over")
        self.queue.wake()
        self.assertEqual((len(self.sender.sent), self.clock.getDelayedCalls()), (2, []))

    def test_stopped_while_pausing(self) -> None:
        self.queue.wake()
        self.sender.sent[-1].errback(CancelledError())
        self.queue.stop()
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_a_mistake_with_an_answer_does_not_stop_it(self) -> None:
        self.queue._answered = lambda piece, request, answer: 1 / 0  # type: ignore[assignment, return-value]
        self.queue.wake()
        self.answer()
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.pending.add_leadership(at("t"), False)
        self.queue.wake()
        self.assertEqual(len(self.sender.sent), 2)
