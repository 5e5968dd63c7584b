"""What has no part in a follower's fetch, and that this changes nothing but the work."""

from __future__ import annotations

import copy
import dataclasses
import random
from collections.abc import Callable
from typing import Any

from klog.broker.fetching.fetch_reader import FetchReader
from klog.broker.fetching.sessions import EVICTION_MS, FetchedPartition
from klog.errors import ErrorCode
from klog.replication.in_sync import AlterPartitionAnswer
from klog.wire.messages.fetch import ReplicaState
from tests.broker.replicas.controlled_rig import LAG_MS, ControlledCase
from tests.broker.rig import batch, partitions_of, values_of

VERSION = 17


class Follower:
    """A broker that asks in a session, as the test has it.

    :ivar offsets: what it has of each topic.
    """

    def __init__(self, case: ControlledCase, number: int, *topics: str) -> None:
        self._case = case
        self.number = number
        self.topics = topics
        self.offsets = dict.fromkeys(topics, 0)
        self.session = self.epoch = 0

    def ask(self, *topics: str, max_wait_ms: int = 0, start: int = 0, leader_epoch: int = 0, last_epoch: int = -1) -> Any:
        """One request, which names these; the first one of a session all."""
        if not self.session:
            topics = self.topics
        asked = self._case.fetch(
            *((topic, 0, self.offsets[topic]) for topic in topics),
            version=VERSION,
            max_wait_ms=max_wait_ms,
            ids={topic: self._case.topic_id(topic) for topic in topics},
            partition_fields={"log_start_offset": start, "current_leader_epoch": leader_epoch, "last_fetched_epoch": last_epoch},
            session_id=self.session,
            session_epoch=self.epoch,
            replica_state=ReplicaState(replica_id=self.number, replica_epoch=self._case.coordination.epochs[self.number]),
        )
        self.epoch += 1
        return asked

    def rows(self, answer: Any) -> list[tuple[Any, ...]]:
        """Of an answer, which names the session."""
        answer = self._case.outcome(answer)
        self.session = answer.session_id
        if answer.error_code or not self.session:
            self.session = self.epoch = 0
        return [
            (
                one.error_code,
                one.high_watermark,
                one.last_stable_offset,
                one.log_start_offset,
                (one.diverging_epoch.epoch, one.diverging_epoch.end_offset),
                values_of(one),
            )
            for one in partitions_of(answer)
        ]


class AtRestTests(ControlledCase):
    """What is looked at of topics t and u, of which follower 2 has all."""

    def setUp(self) -> None:
        super().setUp()
        for topic in ("t", "u"):
            self.show(topic)
            self.lead(topic=topic)
        self.follower = Follower(self, 2, "t", "u")
        self.looked: list[str | None] = []
        read = FetchReader._read

        def counted(reader: FetchReader, found: Any, wanted: FetchedPartition, *rest: Any) -> int:
            self.looked.append(wanted.topic)
            return read(reader, found, wanted, *rest)

        self.patch(FetchReader, "_read", counted)
        for _ in range(2):
            self.follower.rows(self.follower.ask())
        self.looked.clear()

    def assert_looked_at(self, *topics: str, told: int) -> list[tuple[Any, ...]]:
        """With the next request, which names nothing; and so many rows are in its answer."""
        self.looked.clear()
        rows = self.follower.rows(self.follower.ask())
        self.assertEqual((self.looked, len(rows)), (list(topics), told))
        return rows

    def test_nothing(self) -> None:
        """It waits as it would, and is told nothing."""
        self.assert_looked_at(told=0)
        waiting = self.follower.ask(max_wait_ms=500)
        self.clock.advance(0.49)
        self.assertNoResult(waiting)
        self.clock.advance(0.01)
        self.assertEqual((self.follower.rows(waiting), self.looked), ([], []))

    def test_woken(self) -> None:
        """By what it had been at rest with."""
        waiting = self.follower.ask(max_wait_ms=500)
        self.produce(batch(b"a"), topic="u", acks=1)
        self.clock.advance(0)
        [row] = self.follower.rows(waiting)
        self.assertEqual(row[-1], [b"a"])

    def test_what_changes(self) -> None:
        """Is looked at; and rests again when it was told and acknowledged."""
        changes: list[tuple[str, Callable[[], Any], int]] = [
            ("records", lambda: self.produce(batch(b"a"), acks=1), 1),
            ("named anew", lambda: self.follower.rows(self.follower.ask("t")), 0),
            ("who is in sync", lambda: self.lead(1, isr=(1, 2)), 1),
            ("not led", lambda: self.partitions.hide_led(self.partition()), 1),
        ]
        for name, change, told in changes[:2]:
            change()
            if name == "records":
                self.assert_looked_at("t", told=told)
                self.follower.offsets["t"] = 1
                self.follower.rows(self.follower.ask("t"))
                # Follower 3 is still waited for.
                self.follow(3, 1)
                self.assertEqual(self.assert_looked_at("t", told=1)[0][1], 1, "the high watermark")
            self.assert_looked_at(told=0)
        for _, change, told in changes[2:]:
            change()
            self.assert_looked_at("t", told=told)
            self.assert_looked_at("t", told=1)

    def test_records_are_deleted(self) -> None:
        """The follower has nothing to say, and is told."""
        self.produce(batch(b"a"), acks=1)
        self.follower.offsets["t"] = 1
        self.follow(3, 1)
        for _ in range(2):
            self.follower.rows(self.follower.ask("t"))
        self.assert_looked_at(told=0)
        self.partition().delete_records(1)
        self.assertEqual(self.assert_looked_at("t", told=1)[0][3], 1)

    def test_the_log_is_another(self) -> None:
        """Its end may be that of other records."""
        self.partition().log.truncations += 1
        self.assert_looked_at("t", told=0)
        self.assert_looked_at(told=0)

    def test_progress_that_was_lost(self) -> None:
        """The leader has cut its log, and does not know any more what followers have."""
        leadership = self.partition().leadership
        assert leadership is not None
        leadership.was_cut()
        self.assert_looked_at("t", told=0)
        self.assertEqual(leadership.followers[2].end_offset, 0)

    def test_the_log_has_moved(self) -> None:
        """Whatever is equal."""
        partition = self.partition()
        partition.log = copy.copy(partition.log)
        self.assert_looked_at("t", told=0)

    def test_taken_out_of_those_in_sync(self) -> None:
        """It may have to be taken in again."""
        leadership = self.partition().leadership
        assert leadership is not None
        leadership.state = dataclasses.replace(leadership.state, committed=(1, 3), partition_epoch=1)
        self.assert_looked_at("t", told=0)
        self.assertEqual(self.asking[-1].state.proposed, (1, 3, 2))

    def test_set_aside(self) -> None:
        """Nothing is noted of a follower while our session is in doubt."""
        self.partition().ended = ErrorCode.NOT_LEADER_OR_FOLLOWER
        self.assert_looked_at("t", told=0)

    def test_who_is_not_in_sync(self) -> None:
        """Each of its fetches may let it join."""
        self.lead(isr=(1, 3), leader_epoch=1)
        for _ in range(3):
            self.follower.rows(self.follower.ask("t", leader_epoch=1))
            self.assert_looked_at("t", told=0)
        self.assertEqual(self.asking[-1].state.proposed, (1, 3, 2))

    def test_another_follower_in_the_same_session(self) -> None:
        """It has what it has itself."""
        self.follower.number = 3
        self.assert_looked_at("t", "u", told=0)

    def test_an_older_request(self) -> None:
        """Some topics cannot be told of in it."""
        wanted = list(next(iter(self.sessions._sessions.values())).partitions.values())
        reader = FetchReader(self.partitions)
        self.assertEqual(reader.not_at_rest(2, 10, wanted, is_first_look=False), [])
        self.assertEqual(reader.not_at_rest(2, 9, wanted, is_first_look=False), wanted)
        self.assertEqual(reader.not_at_rest(-1, 10, wanted, is_first_look=False), wanted)

    def test_it_stays_in_sync(self) -> None:
        """Who asks all the time without a record to be had has the whole lag time from its last request on, and not from its last record
        on."""
        partition = self.partition()
        for _ in range(4):
            self.clock.advance(LAG_MS / 1000 - 1)
            self.follow(3, 0)
            self.assert_looked_at(told=0)
        self.produce(batch(b"a"), acks=1)
        self.clock.advance(2)
        partition.look_for_stragglers()
        self.assertEqual(self.asking, [])
        self.clock.advance(LAG_MS / 1000)
        partition.look_for_stragglers()
        self.assertEqual(len(self.asking), 1)

    def test_a_follower_that_is_gone(self) -> None:
        """Its session stays for long; nothing is held for it that may be replaced or deleted meanwhile, once another session begins. It is
        looked at again where it comes back."""
        self.clock.advance(EVICTION_MS / 1000)
        Follower(self, 3, "t", "u").ask()
        self.assert_looked_at(told=0)
        self.clock.advance(EVICTION_MS / 1000 + 1)
        Follower(self, 3, "t", "u").ask()
        wanted = self.sessions.get(self.follower.session)
        assert wanted is not None
        self.assertEqual([one.at_rest for one in wanted.partitions.values()], [None, None])
        self.assert_looked_at("t", "u", told=0)
        self.assert_looked_at(told=0)

    def test_the_same_request_after_it_has_waited(self) -> None:
        """Says nothing new of the follower: it may be gone."""
        waiting = self.follower.ask(max_wait_ms=500)
        leadership = self.partition().leadership
        assert leadership is not None
        asked_ms = leadership.followers[2].last_caught_up_ms
        self.assertEqual(asked_ms, self.now_ms())
        self.clock.advance(0.5)
        self.follower.rows(waiting)
        self.assertEqual(leadership.followers[2].last_caught_up_ms, asked_ms)


class SameAnswersTests(ControlledCase):
    """Two brokers to which the same happens: one has nothing at rest, and they say and know the same."""

    def test_as_if_everything_were_looked_at(self) -> None:
        for seed in range(60):
            self._live(seed)

    def _twin(self) -> ControlledCase:
        case = ControlledCase()
        case.setUp()
        self.addCleanup(case.doCleanups)
        for topic in ("t", "u"):
            case.show(topic)
            case.lead(topic=topic)
        return case

    def _live(self, seed: int) -> None:
        chance = random.Random(seed)
        cases = [self._twin(), self._twin()]
        followers = [[Follower(case, number, "t", "u") for number in (2, 3)] for case in cases]
        epochs = {"t": 0, "u": 0}
        for step in range(60):
            act = chance.randrange(20)
            topic = chance.choice("tu")
            number = chance.randrange(2)
            is_behind = chance.random() < 0.2
            isr = chance.choice([(1, 2, 3), (1, 2), (1, 3), (1,)])
            wait_ms = chance.choice([0, 0, 400])
            seconds = chance.choice([0.1, 1.0, 20.0])
            fields = {"start": chance.choice([0, 0, 0, 1]), "last_epoch": chance.choice([-1, -1, 0, epochs["t"]])}
            names_it = chance.random() < 0.5
            if act == 0:
                epochs[topic] += 1
            found = []
            for case, pair in zip(cases, followers, strict=True):
                follower = pair[number]
                partition = case.partitions.get(topic, 0)
                outcome: Any = None
                if act == 0:
                    case.lead(epochs[topic], topic=topic, isr=isr)
                elif act == 1 and partition is not None and partition.high_watermark > partition.start_offset:
                    partition.delete_records(partition.start_offset + 1)
                elif act == 2:
                    case.clock.advance(seconds)
                elif act == 3 and partition is not None:
                    partition.look_for_stragglers()
                elif act == 4 and case.asking:
                    leadership = case.asking.pop()
                    state = leadership.state
                    if state.proposed is not None:
                        epoch = state.partition_epoch + 1
                        leadership.answered(state, AlterPartitionAnswer(ErrorCode.NONE, state.leader_epoch, state.proposed, epoch))
                elif act == 5 and partition is not None:
                    case.partitions.hide_led(partition)
                elif act == 6:
                    replica = case.partitions.replica(topic, 0)
                    assert replica is not None
                    if replica.leadership is not None:
                        case.partitions.show_led(replica)
                elif act == 7 and partition is not None and partition.leadership is not None:
                    partition.leadership.was_cut()
                elif act < 11:
                    case.produce(batch(b"%d" % step), topic=topic, acks=1)
                else:
                    if partition is not None and names_it:
                        follower.offsets[topic] = max(0, partition.end_offset - is_behind)
                    asked = follower.ask(*([topic] if names_it else []), max_wait_ms=wait_ms, leader_epoch=epochs[topic], **fields)
                    if wait_ms and act == 11:
                        case.produce(batch(b"%d" % step), topic=topic, acks=1)
                    case.clock.advance(0.4)
                    outcome = follower.rows(asked)
                if case is cases[1]:
                    for session in case.sessions._sessions.values():
                        for wanted in session.partitions.values():
                            wanted.at_rest = None
                found.append((outcome, self._known(case)))
            self.assertEqual(found[0], found[1], (seed, step, act))

    def _known(self, case: ControlledCase) -> Any:
        """Of followers, and what the controller is asked."""
        known: list[Any] = [str(leadership) for leadership in case.asking]
        for topic in ("t", "u"):
            partition = case.partitions.replica(topic, 0)
            assert partition is not None
            known.append((partition.high_watermark, partition.end_offset, partition.start_offset))
            if partition.leadership is not None:
                known.append(str(partition.leadership.state))
                for progress in partition.leadership.followers.values():
                    known.append((str(progress), progress._last_fetch_ms, progress._last_fetch_leader_end))
        return known
