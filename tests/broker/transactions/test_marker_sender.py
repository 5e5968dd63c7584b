"""Markers on their way: to whom, again, and given up."""

from __future__ import annotations

from collections.abc import Iterator

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions.marker_sender import AT_ONCE, GONE, LOOK_S, OUTCOMES, Codes, EndMarker, Gone, MarkerSender, Outcome, Sending
from klog.errors import ErrorCode
from klog.model import TopicPartition

P = [TopicPartition("t", index) for index in range(200)]
MARKER = EndMarker(7, 3, True, 5, 2)
US, THEM = 1, 2


class Around:
    """Leaders, what they answer, and what they were asked."""

    def __init__(self) -> None:
        self.leaders: dict[TopicPartition, int | Gone | None] = {}
        self.codes: dict[TopicPartition, list[ErrorCode | Deferred[ErrorCode]]] = {}
        self.written: list[TopicPartition] = []
        self.asked: list[tuple[int, list[TopicPartition]]] = []
        self.answers: list[Deferred[Codes]] = []
        self.steps: list[Iterator[None]] = []
        self.taken = 0

    def leader(self, partition: TopicPartition) -> int | Gone | None:
        return self.leaders.get(partition, US)

    def write(self, marker: EndMarker, partition: TopicPartition) -> ErrorCode | Deferred[ErrorCode]:
        assert marker == MARKER
        self.written.append(partition)
        codes = self.codes.get(partition)
        return codes.pop(0) if codes else ErrorCode.NONE

    def ask(self, broker_id: int, marker: EndMarker, partitions: list[TopicPartition]) -> Deferred[Codes]:
        self.asked.append((broker_id, partitions))
        answer: Deferred[Codes] = Deferred()
        self.answers.append(answer)
        return answer

    def run_steps(self, work: Iterator[None]) -> Deferred[None]:
        self.steps.append(work)
        for _ in work:
            self.taken += 1
        return succeed(None)


class MarkersTests(SynchronousTestCase):
    """Over leaders that answer as they are told."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.around = around = Around()
        self.sender = MarkerSender(self.clock, lambda: US, around.leader, around, around.run_steps, around.ask)
        self.completed = 0
        self.ahead: frozenset[TopicPartition] = frozenset()

    def send(self, *partitions: TopicPartition, turn: bool = True) -> Sending:
        def completed(ahead: frozenset[TopicPartition]) -> None:
            self.completed += 1
            self.ahead = ahead

        sending = self.sender.send(MARKER, partitions, completed)
        # Not in the turn of the decision: whoever waits for that is answered first.
        self.assertEqual((self.completed, sending.has_ended), (0, False))
        if turn:
            self.clock.advance(0)
        return sending

    def test_not_in_the_turn_of_the_decision(self) -> None:
        """Neither written, nor another broker asked; where it is closed before the next turn, never."""
        self.around.leaders[P[1]] = THEM
        self.send(P[0], P[1], turn=False)
        self.send(turn=False)
        self.assertEqual((self.around.written, self.around.asked, len(self.sender)), ([], [], 2))
        self.sender.close()
        self.assertEqual((len(self.sender), self.clock.getDelayedCalls()), (0, []))
        self.clock.advance(1)
        self.assertEqual((self.around.written, self.around.asked, self.completed), ([], [], 0))

    def test_of_nothing(self) -> None:
        """A transaction without partitions is complete in the next turn."""
        self.send()
        self.assertEqual((self.completed, len(self.sender)), (1, 0))

    def test_the_next_turn(self) -> None:
        sending = self.send(P[1], P[0])
        self.assertEqual((self.around.written, self.completed, sending.has_ended, len(self.sender)), ([P[0], P[1]], 1, True, 0))

    def test_many_go_in_steps(self) -> None:
        self.send(*P[: AT_ONCE + 1])
        self.assertEqual((len(self.around.steps), self.completed), (1, 1))

    def test_later(self) -> None:
        """One waits for its acknowledgement; then all is done."""
        waiting: Deferred[ErrorCode] = Deferred()
        self.around.codes[P[0]] = [waiting]
        self.send(P[0], P[1])
        self.assertEqual((self.completed, len(self.sender)), (0, 1))
        waiting.callback(ErrorCode.NONE)
        self.assertEqual(self.completed, 1)

    def test_again(self) -> None:
        """After a pause, only those that have none, whoever leads them then."""
        self.around.codes[P[0]] = [ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.KAFKA_STORAGE_ERROR]
        self.around.leaders[P[2]] = None
        self.send(P[0], P[1], P[2])
        self.assertEqual(self.around.written, [P[0], P[1]])
        self.around.leaders[P[2]] = THEM
        self.clock.advance(0.02)
        self.assertEqual((self.around.written, self.around.asked), ([P[0], P[1], P[0]], [(THEM, [P[2]])]))
        self.clock.advance(0.04)
        self.assertEqual((self.around.written[3:], self.completed), ([P[0]], 0))
        self.around.answers[0].callback({P[2]: ErrorCode.NONE})
        self.assertEqual(self.completed, 1)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_gone(self) -> None:
        """Of a topic that was deleted nothing is left to be marked."""
        self.around.leaders[P[0]] = GONE
        self.send(P[0])
        self.assertEqual((self.around.written, self.completed), ([], 1))

    def test_given_up(self) -> None:
        """Somebody newer has spoken."""
        self.around.codes[P[0]] = [ErrorCode.TRANSACTION_COORDINATOR_FENCED]
        sending = self.send(P[0], P[1])
        self.assertEqual((self.completed, sending.has_ended, self.clock.getDelayedCalls()), (0, True, []))

    def test_ahead(self) -> None:
        """The others have their markers; then it is told which one knows more."""
        self.around.codes[P[0]] = [ErrorCode.INVALID_PRODUCER_EPOCH]
        self.around.codes[P[1]] = [ErrorCode.NOT_LEADER_OR_FOLLOWER]
        sending = self.send(P[0], P[1])
        self.assertEqual((self.completed, sending.has_ended), (0, False))
        self.clock.advance(0.02)
        self.assertEqual((self.around.written, self.completed, self.ahead), ([P[0], P[1], P[1]], 1, {P[0]}))
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_what_is_in_no_table(self) -> None:
        """It is tried again: nobody else would end the transaction."""
        self.around.codes[P[0]] = [ErrorCode.UNKNOWN_SERVER_ERROR]
        self.send(P[0])
        self.clock.advance(0.02)
        self.assertEqual(self.completed, 1)

    def test_another_broker_is_gone(self) -> None:
        self.around.leaders[P[0]] = THEM
        self.send(P[0])
        self.around.answers[0].callback({})
        self.around.leaders[P[0]] = US
        self.clock.advance(0.02)
        self.assertEqual(self.completed, 1)

    def test_it_is_looked_for_leaders_in_steps(self) -> None:
        """Ten thousand transactions may wait for a broker that stands still."""
        self.around.leaders = dict.fromkeys(P, THEM)
        for _ in range(20):
            self.send(*P[:50])
        self.clock.advance(0)
        self.assertEqual((len(self.around.asked), self.around.steps), (20, []))
        self.clock.advance(LOOK_S)
        self.assertEqual(len(self.around.steps), 1)
        self.clock.advance(LOOK_S)
        self.assertEqual((len(self.around.steps), self.around.taken), (2, 40))

    def test_another_leads_before_there_is_an_answer(self) -> None:
        """Whoever was asked may stand still for ever; what it says later is nobody's."""
        self.around.leaders[P[0]] = self.around.leaders[P[1]] = THEM
        self.send(P[0], P[1])
        self.clock.advance(LOOK_S)
        self.assertEqual(len(self.around.asked), 1)
        self.around.leaders[P[0]] = None
        self.clock.advance(LOOK_S)
        self.assertEqual(len(self.around.asked), 1)
        self.around.leaders[P[0]] = US
        self.around.leaders[P[1]] = 3
        self.clock.advance(LOOK_S)
        self.assertEqual((self.around.written, self.around.asked[1:]), ([P[0]], [(3, [P[1]])]))
        self.around.answers[0].callback({P[0]: ErrorCode.INVALID_PRODUCER_EPOCH, P[1]: ErrorCode.NONE})
        self.assertEqual(self.completed, 0)
        self.around.answers[1].callback({P[1]: ErrorCode.NONE})
        self.assertEqual((self.completed, self.clock.getDelayedCalls()), (1, []))

    def test_the_topic_goes_before_there_is_an_answer(self) -> None:
        self.around.leaders[P[0]] = THEM
        self.send(P[0])
        self.around.leaders[P[0]] = GONE
        self.clock.advance(LOOK_S)
        self.assertEqual((self.completed, len(self.sender)), (1, 0))
        self.assertTrue(self.around.answers[0].called, "nobody waits for it")

    def test_given_up_while_others_are_asked(self) -> None:
        """Nobody waits for them any more."""
        self.around.leaders[P[0]] = THEM
        self.around.codes[P[1]] = [ErrorCode.TRANSACTION_COORDINATOR_FENCED]
        self.send(P[0], P[1])
        self.assertEqual((self.completed, self.clock.getDelayedCalls(), len(self.sender)), (0, [], 0))

    def test_cancelled(self) -> None:
        waiting: Deferred[ErrorCode] = Deferred()
        self.around.codes[P[0]] = [waiting]
        self.around.codes[P[1]] = [ErrorCode.NOT_LEADER_OR_FOLLOWER]
        self.send(P[0], P[1])
        self.sender.close()
        waiting.callback(ErrorCode.NONE)
        self.assertEqual((self.completed, self.clock.getDelayedCalls(), len(self.sender)), (0, [], 0))

    def test_pauses_grow_and_end(self) -> None:
        self.around.codes[P[0]] = [ErrorCode.NOT_LEADER_OR_FOLLOWER] * 20
        self.send(P[0])
        pauses = []
        for _ in range(9):
            (call,) = self.clock.getDelayedCalls()
            pauses.append(round(call.getTime() - self.clock.seconds(), 3))
            self.clock.advance(pauses[-1])
        self.assertEqual(pauses, [0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.0, 1.0, 1.0])

    def test_the_table(self) -> None:
        """What a leader answers for a marker of Kafka's coordinator, too."""
        again = {3, 6, 7, 13, 19, 20, 56}
        self.assertEqual({code.value for code, outcome in OUTCOMES.items() if outcome is Outcome.AGAIN}, again)
        self.assertEqual({code.value for code, outcome in OUTCOMES.items() if outcome is Outcome.GIVE_UP}, {52})
        self.assertEqual({code.value for code, outcome in OUTCOMES.items() if outcome is Outcome.AHEAD}, {47})
