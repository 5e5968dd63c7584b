"""Every state, every request, and everybody who may send it: as Kafka 4.3.1 answers."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.transactions import decisions
from klog.broker.transactions.decisions import NEEDS_PRODUCER_ID, Answer, Change, Decision, ProducerIdentity
from klog.broker.transactions.states import PREPARED, TransactionState
from klog.broker.transactions.transaction import MAX_EPOCH, NEVER_MS, Transaction
from klog.errors import ErrorCode
from klog.model import TopicPartition

S = TransactionState
NOW = 1_000_000
ID, EPOCH, FRESH = 7, 4, 99
P0, P1 = TopicPartition("t", 0), TopicPartition("t", 1)
NONE, CONCURRENT, FENCED = ErrorCode.NONE, ErrorCode.CONCURRENT_TRANSACTIONS, ErrorCode.PRODUCER_FENCED
MAPPING, INVALID = ErrorCode.INVALID_PRODUCER_ID_MAPPING, ErrorCode.INVALID_TXN_STATE


def known(state: TransactionState, epoch: int = EPOCH, **more: object) -> Transaction:
    """The id in that state."""
    has_partitions = state is S.ONGOING or state in PREPARED
    made = Transaction(
        ID,
        epoch,
        60_000,
        state,
        NOW - 10,
        previous_producer_id=ID,
        partitions=frozenset({P0}) if has_partitions else frozenset(),
        start_ms=-1 if state is S.EMPTY else NOW - 500,
        client_version=2,
    )
    return made._replace(**more)  # type: ignore[arg-type]


def code_of(decision: Decision) -> ErrorCode:
    """What is told in the end."""
    if isinstance(decision, Answer):
        return decision.code
    assert isinstance(decision, Change), decision
    return decision.answer.code


#: Everybody who may ask: producer id, and how his epoch stands to the known one.
ASKERS = list(itertools.product((ID, ID + 1), (-2, -1, 0, 1)))


class GiveUpTests(SynchronousTestCase):
    """What is made of an id where its log may have lost its end."""

    def test_every_state(self) -> None:
        """No epoch that anybody may have had is given out again, and nothing that is decided is decided otherwise."""
        for state, epoch in itertools.product(S, (0, EPOCH, MAX_EPOCH - 2, MAX_EPOCH - 1, MAX_EPOCH)):
            before = known(state, epoch)
            after = decisions.give_up(before)
            self.assertEqual(decisions.give_up(after), after, "once is enough")
            if state in PREPARED:
                self.assertEqual(after, before)
                continue
            if state is S.ONGOING:
                self.assertEqual((after.state, after.partitions), (S.PREPARE_ABORT, before.partitions))
                self.assertTrue(after.epoch > epoch or epoch == MAX_EPOCH)
                after = decisions.complete(after, NOW)
            elif after != before:
                self.assertTrue(decisions.may_follow(after, before))
            self.assertIs(decisions.initialise(after, None, 5000, NOW, version=2, fresh_id=None), NEEDS_PRODUCER_ID)
            expected = ProducerIdentity(ID, min(epoch, MAX_EPOCH - 2))
            self.assertEqual(code_of(decisions.initialise(after, expected, 5000, NOW, version=2, fresh_id=None)), FENCED)


class WhoTests(SynchronousTestCase):
    """Who asks, in every state: generated over the tables."""

    def test_adding_and_verifying(self) -> None:
        for state, (producer_id, difference) in itertools.product(S, ASKERS):
            expected = MAPPING if producer_id != ID else FENCED if difference else CONCURRENT if state in PREPARED else NONE
            for partitions in (frozenset({P0}), frozenset({P1}), frozenset({P0, P1})):
                decision = decisions.add_partitions(known(state), producer_id, EPOCH + difference, partitions, NOW, version=2)
                added = CONCURRENT if state in PREPARED else expected
                self.assertEqual(code_of(decision), added, (state, producer_id, difference))
                verified = decisions.verify_partitions(known(state), producer_id, EPOCH + difference, partitions)
                for one in partitions:
                    is_part = state is S.ONGOING and one == P0
                    wanted = expected if expected is not NONE else NONE if is_part else ErrorCode.TRANSACTION_ABORTABLE
                    self.assertEqual(verified[one], wanted, (state, producer_id, difference, one))
        self.assertEqual(code_of(decisions.add_partitions(None, ID, EPOCH, frozenset({P0}), NOW, version=2)), MAPPING)
        self.assertEqual(decisions.verify_partitions(None, ID, EPOCH, [P0]), {P0: MAPPING})

    def test_ending_by_the_first_version(self) -> None:
        table = {
            S.EMPTY: (INVALID, INVALID),
            S.ONGOING: (NONE, NONE),
            S.PREPARE_COMMIT: (CONCURRENT, CONCURRENT),
            S.PREPARE_ABORT: (CONCURRENT, CONCURRENT),
            S.COMPLETE_COMMIT: (NONE, INVALID),
            S.COMPLETE_ABORT: (INVALID, NONE),
        }
        for state, (producer_id, difference), commit in itertools.product(S, ASKERS, (True, False)):
            expected = MAPPING if producer_id != ID else FENCED if difference else table[state][0 if commit else 1]
            decision = decisions.end_transaction(known(state), producer_id, EPOCH + difference, commit, NOW, raises_epoch=False)
            self.assertEqual(code_of(decision), expected, (state, producer_id, difference, commit))
            self.assertEqual(isinstance(decision, Change), producer_id == ID and not difference and state is S.ONGOING)

    def test_ending_by_the_second_version(self) -> None:
        #: Commit and abort, with the epoch before and the present one; True: it is prepared.
        table: dict[TransactionState, dict[tuple[bool, int], ErrorCode | bool]] = {
            S.EMPTY: {(False, -1): FENCED, (False, 0): True, (True, -1): FENCED, (True, 0): INVALID},
            S.COMPLETE_ABORT: {(False, -1): NONE, (False, 0): True, (True, -1): INVALID, (True, 0): INVALID},
            S.COMPLETE_COMMIT: {(False, -1): INVALID, (False, 0): True, (True, -1): NONE, (True, 0): INVALID},
            S.ONGOING: {(False, -1): FENCED, (False, 0): True, (True, -1): FENCED, (True, 0): True},
        }
        for state, (producer_id, difference), commit in itertools.product(S, ASKERS, (True, False)):
            expected = MAPPING if producer_id != ID else table.get(state, {}).get((commit, difference), FENCED)
            if state in PREPARED:
                # Whoever asks: Apache Kafka 4.3.1 was asked while it sent the markers of 600 partitions.
                expected = CONCURRENT
            decision = decisions.end_transaction(known(state), producer_id, EPOCH + difference, commit, NOW, raises_epoch=True)
            if expected is True:
                assert isinstance(decision, Change)
                self.assertEqual(decision.new.state, S.PREPARE_COMMIT if commit else S.PREPARE_ABORT)
                self.assertEqual((decision.new.epoch, decision.new.last_epoch), (EPOCH + 1, EPOCH))
                self.assertEqual(decision.answer, Answer(NONE, ID, EPOCH + 1))
            else:
                assert isinstance(decision, Answer), (state, commit, difference)
                self.assertEqual(decision.code, expected, (state, producer_id, difference, commit))
                if expected is NONE:
                    self.assertEqual((decision.producer_id, decision.epoch), (ID, EPOCH), "what it goes on with")

    def test_initialising(self) -> None:
        for state, (producer_id, difference) in itertools.product(S, ASKERS):
            expected = CONCURRENT if state in PREPARED else FENCED if producer_id != ID else None
            if expected is None:
                expected = CONCURRENT if state is S.ONGOING else FENCED if difference else NONE
            asked = ProducerIdentity(producer_id, EPOCH + difference)
            decision = decisions.initialise(known(state), asked, 5000, NOW, version=2, fresh_id=None)
            self.assertEqual(code_of(decision), expected, (state, producer_id, difference))
        for state in S:
            decision = decisions.initialise(known(state), None, 5000, NOW, version=2, fresh_id=None)
            self.assertEqual(code_of(decision), CONCURRENT if state in PREPARED or state is S.ONGOING else NONE)


class InitialiseTests(SynchronousTestCase):
    """Epochs, and ids that are used up."""

    def begin(self, before: Transaction | None, expected: ProducerIdentity | None, fresh: int | None = None) -> Decision:
        return decisions.initialise(before, expected, 5000, NOW, version=2, fresh_id=fresh)

    def test_a_new_id(self) -> None:
        self.assertIs(self.begin(None, None), NEEDS_PRODUCER_ID)
        decision = self.begin(None, None, FRESH)
        assert isinstance(decision, Change)
        self.assertEqual(decision.answer, Answer(NONE, FRESH, 0))
        self.assertEqual((decision.new.state, decision.new.timeout_ms, decision.new.start_ms), (S.EMPTY, 5000, -1))

    def test_somebody_else_comes(self) -> None:
        decision = self.begin(known(S.COMPLETE_COMMIT), None)
        assert isinstance(decision, Change)
        self.assertEqual((decision.new.epoch, decision.new.last_epoch, decision.new.start_ms), (EPOCH + 1, -1, -1))

    def test_the_same_goes_on(self) -> None:
        """And asks again, where the answer was lost; not when somebody else has come since (KIP-360)."""
        decision = self.begin(known(S.EMPTY), ProducerIdentity(ID, EPOCH))
        assert isinstance(decision, Change)
        self.assertEqual((decision.new.epoch, decision.new.last_epoch), (EPOCH + 1, EPOCH))
        again = self.begin(decision.new, ProducerIdentity(ID, EPOCH))
        assert isinstance(again, Change)
        self.assertEqual(again.answer, Answer(NONE, ID, EPOCH + 1))
        other = self.begin(again.new, None)
        assert isinstance(other, Change)
        self.assertEqual(code_of(self.begin(other.new, ProducerIdentity(ID, EPOCH))), FENCED)

    def test_epochs_are_used_up(self) -> None:
        last = known(S.EMPTY, MAX_EPOCH - 1)
        self.assertIs(self.begin(last, None), NEEDS_PRODUCER_ID)
        decision = self.begin(last, ProducerIdentity(ID, MAX_EPOCH - 1), FRESH)
        assert isinstance(decision, Change)
        self.assertEqual((decision.answer, decision.new.previous_producer_id), (Answer(NONE, FRESH, 0), ID))
        again = self.begin(decision.new, ProducerIdentity(ID, MAX_EPOCH - 1))
        self.assertEqual(code_of(again), NONE, "the answer was lost")
        assert isinstance(again, Change)
        self.assertEqual(again.answer, Answer(NONE, FRESH, 0))
        self.assertEqual(code_of(self.begin(last, ProducerIdentity(ID, 3), FRESH)), FENCED)

    def test_one_step_up_for_a_fence(self) -> None:
        """Not two (KAFKA-19367); whatever the version."""
        for version in (0, 1, 2):
            decision = decisions.fence(known(S.ONGOING), NOW, version=version, fresh_id=None)
            assert isinstance(decision, Change)
            self.assertEqual((decision.new.state, decision.new.epoch, decision.answer.code), (S.PREPARE_ABORT, EPOCH + 1, CONCURRENT))
            self.assertEqual(decision.new.client_version, 2 if version == 2 else 0)

    def test_a_fence_at_the_end_of_epochs(self) -> None:
        last = known(S.ONGOING, MAX_EPOCH - 1)
        self.assertIs(decisions.fence(last, NOW, version=2, fresh_id=None), NEEDS_PRODUCER_ID)
        for epoch, version in itertools.product((MAX_EPOCH - 1, MAX_EPOCH), (0, 2)):
            decision = decisions.fence(known(S.ONGOING, epoch), NOW, version=version, fresh_id=FRESH)
            assert isinstance(decision, Change)
            self.assertEqual(decision.new.epoch, MAX_EPOCH, "never negative")


class EndTests(SynchronousTestCase):
    """Ends and what follows."""

    def test_late_end(self) -> None:
        """Of transaction n, when n + 1 is open: by the first version it ends that (KAFKA-17754); by the second it is refused."""
        n = decisions.end_transaction(known(S.ONGOING), ID, EPOCH, True, NOW, raises_epoch=True)
        assert isinstance(n, Change)
        completed = decisions.complete(n.new, NOW)
        following = decisions.add_partitions(completed, ID, EPOCH + 1, frozenset({P1}), NOW, version=2)
        assert isinstance(following, Change)
        for commit in (True, False):
            self.assertEqual(code_of(decisions.end_transaction(following.new, ID, EPOCH, commit, NOW, raises_epoch=True)), FENCED)

    def test_overflow(self) -> None:
        """The last epoch is followed by a new id; who asks again is told of it (KAFKA-18401)."""
        last = known(S.ONGOING, MAX_EPOCH - 1)
        self.assertIs(decisions.end_transaction(last, ID, MAX_EPOCH - 1, True, NOW, raises_epoch=True), NEEDS_PRODUCER_ID)
        decision = decisions.end_transaction(last, ID, MAX_EPOCH - 1, True, NOW, raises_epoch=True, fresh_id=FRESH)
        assert isinstance(decision, Change)
        self.assertEqual((decision.new.epoch, decision.new.producer_id, decision.new.next_producer_id), (MAX_EPOCH, ID, FRESH))
        self.assertEqual(decision.answer, Answer(NONE, FRESH, 0))
        waiting = decisions.end_transaction(decision.new, ID, MAX_EPOCH - 1, True, NOW, raises_epoch=True)
        self.assertEqual(code_of(waiting), CONCURRENT)
        completed = decisions.complete(decision.new, NOW)
        self.assertEqual((completed.producer_id, completed.epoch, completed.previous_producer_id), (FRESH, 0, ID))
        again = decisions.end_transaction(completed, ID, MAX_EPOCH - 1, True, NOW, raises_epoch=True)
        self.assertEqual(again, Answer(NONE, FRESH, 0))
        following = decisions.add_partitions(completed, FRESH, 0, frozenset({P0}), NOW, version=2)
        assert isinstance(following, Change)
        self.assertEqual(code_of(decisions.end_transaction(following.new, ID, MAX_EPOCH - 1, True, NOW, raises_epoch=True)), MAPPING)

    def test_the_next_id_before_it_is_complete(self) -> None:
        """Who was answered by its new id goes on with that at once, while markers are still on their way: it waits a moment, and is not
        told that nobody knows it, which would be its end (KAFKA-18660)."""
        prepared = known(S.PREPARE_COMMIT, MAX_EPOCH, next_producer_id=FRESH)
        for producer_id, epoch, expected in ((FRESH, 0, CONCURRENT), (FRESH, 1, MAPPING), (FRESH + 1, 0, MAPPING)):
            added = decisions.add_partitions(prepared, producer_id, epoch, frozenset({P0}), NOW, version=2)
            verified = decisions.verify_partitions(prepared, producer_id, epoch, [P0])
            ended = [decisions.end_transaction(prepared, producer_id, epoch, commit, NOW, raises_epoch=True) for commit in (True, False)]
            begun = decisions.initialise(prepared, ProducerIdentity(producer_id, epoch), 5000, NOW, version=2, fresh_id=None)
            self.assertEqual(verified[P0], expected)
            self.assertEqual([*map(code_of, (added, *ended, begun))], [CONCURRENT] * 4)

    def test_an_abort_of_nothing(self) -> None:
        """It raises the epoch, and has a time of its own."""
        decision = decisions.end_transaction(known(S.EMPTY), ID, EPOCH, False, NOW, raises_epoch=True)
        assert isinstance(decision, Change)
        self.assertEqual((decision.new.start_ms, decision.new.partitions), (NOW, frozenset()))

    def test_the_first_version_keeps_the_epoch(self) -> None:
        decision = decisions.end_transaction(known(S.ONGOING, MAX_EPOCH - 1), ID, MAX_EPOCH - 1, True, NOW, raises_epoch=False)
        assert isinstance(decision, Change)
        completed = decisions.complete(decision.new, NOW)
        self.assertEqual((completed.epoch, completed.state, completed.partitions), (MAX_EPOCH - 1, S.COMPLETE_COMMIT, frozenset()))


class AddTests(SynchronousTestCase):
    """What becomes part of it."""

    def test_begins_and_goes_on(self) -> None:
        begun = decisions.add_partitions(known(S.COMPLETE_ABORT), ID, EPOCH, frozenset({P0}), NOW, version=2)
        assert isinstance(begun, Change)
        self.assertEqual((begun.new.start_ms, begun.new.partitions, begun.new.client_version), (NOW, {P0}, 2))
        more = decisions.add_partitions(begun.new, ID, EPOCH, frozenset({P1}), NOW + 5, version=0)
        assert isinstance(more, Change)
        self.assertEqual((more.new.start_ms, more.new.partitions, more.new.update_ms), (NOW, {P0, P1}, NOW + 5))
        again = decisions.add_partitions(more.new, ID, EPOCH, frozenset({P0, P1}), NOW + 9, version=0)
        self.assertEqual(again, Answer(NONE), "nothing is written")


class TimeTests(SynchronousTestCase):
    """Timeouts and expiry."""

    def test_timeouts(self) -> None:
        for state in S:
            one = known(state, start_ms=NOW - 60_001)
            self.assertEqual(decisions.has_timed_out(one, NOW), state is S.ONGOING)
            self.assertFalse(decisions.has_timed_out(one, NOW - 1))
        self.assertFalse(decisions.has_timed_out(known(S.ONGOING, timeout_ms=NEVER_MS, start_ms=0), 2**40))

    def test_expiry(self) -> None:
        for state in S:
            self.assertEqual(decisions.has_expired(known(state, update_ms=NOW - 100), NOW, 100), known(state).is_at_rest)
            self.assertFalse(decisions.has_expired(known(state, update_ms=NOW - 99), NOW, 100))


STEP = st.tuples(
    st.sampled_from(["init", "init as", "add", "end", "end first", "complete", "timeout"]),
    st.integers(0, 2),
    st.integers(0, 2),
    st.booleans(),
)


class LifeTests(SynchronousTestCase):
    """Whatever is asked in whatever order."""

    @given(st.lists(STEP, max_size=40), st.sampled_from([0, MAX_EPOCH - 3]))
    @settings(deadline=None, max_examples=200)
    def test_epochs_and_states(self, steps: list[tuple[str, int, int, bool]], first_epoch: int) -> None:
        """Steps are those of the table, and of one producer id the epochs never go down; an id is never used again."""
        now: Transaction | None = None
        fresh = itertools.count(100)
        seen: dict[int, int] = {}
        past: list[int] = []
        for what, id_back, epoch_back, commit in steps:
            producer_id = now.producer_id if now is not None else 1
            if id_back == 2 and past:
                producer_id = past[-1]
            epoch = (now.epoch if now is not None else 0) - epoch_back
            decision: Decision | None = None
            for fresh_id in (None, next(fresh)):
                if what == "init":
                    decision = decisions.initialise(now, None, 1000, NOW, version=2, fresh_id=fresh_id)
                elif what == "init as":
                    asked = ProducerIdentity(producer_id, epoch)
                    decision = decisions.initialise(now, asked, 1000, NOW, version=2, fresh_id=fresh_id)
                elif what == "add":
                    decision = decisions.add_partitions(now, producer_id, epoch, frozenset({P0}), NOW, version=2)
                elif what in ("end", "end first"):
                    raises = what == "end"
                    decision = decisions.end_transaction(now, producer_id, epoch, commit, NOW, raises_epoch=raises, fresh_id=fresh_id)
                elif what == "timeout" and now is not None and now.state is S.ONGOING:
                    decision = decisions.fence(now, NOW, version=2 if commit else 0, fresh_id=fresh_id)
                elif what == "complete" and now is not None and now.state in PREPARED:
                    decision = Change(decisions.complete(now, NOW), Answer(NONE))
                if decision is not NEEDS_PRODUCER_ID:
                    break
            if not isinstance(decision, Change):
                continue
            self.assertTrue(decisions.may_follow(decision.new, now))
            new = decision.new
            if now is None:
                new = new._replace(epoch=first_epoch)
            elif new.producer_id != now.producer_id:
                past.append(now.producer_id)
            self.assertNotIn(new.producer_id, past)
            self.assertGreaterEqual(new.epoch, seen.get(new.producer_id, 0))
            self.assertLessEqual(new.epoch, MAX_EPOCH)
            seen[new.producer_id] = new.epoch
            if decision.answer.epoch >= 0:
                self.assertLess(decision.answer.epoch, MAX_EPOCH, "kept for fences")
            now = new
