"""A follower copies its leader's log, whatever became of both before."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from twisted.logger import capturedLogs, formatEvent

from klog.broker.following import fetcher
from klog.broker.replicas.partition import Partition
from klog.storage.settings import LogSettings
from klog.wire.messages.fetch import EpochEndOffset
from tests.broker.following.replica_pair import LinkToLeader, ReplicaPairCase
from tests.broker.rig import answers_of, batch


class CopyingTests(ReplicaPairCase):
    """The ordinary way."""

    def test_copied_and_committed(self) -> None:
        """Byte for byte; what both have is committed, and the follower hears of it with the next answer."""
        replica = self.both()
        [answer] = self.produce(batch(b"a"), acks=-1)
        self.put(b"b", b"c")
        self.assertNoResult(answer)
        self.run_for(0.1)
        self.assertEqual(answers_of(self.outcome(answer))[0].error_code, 0)
        self.assert_equal_logs()
        self.assertEqual(self.partition().high_watermark, 3)
        self.run_for(1.2)
        self.assertEqual(replica.high_watermark, 3)

    def test_a_session(self) -> None:
        """Everything is said once; then only what has changed."""
        self.both()
        self.run_for(1.6)
        link = self.links[0]
        first, *others = link.sent
        self.assertEqual((first.session_id, first.session_epoch, len(first.topics)), (0, 0, 1))
        self.assertEqual([len(one.topics) for one in others], [0] * len(others))
        self.assertEqual([one.session_epoch for one in others], list(range(1, len(others) + 1)))
        self.assertEqual({one.replica_state.replica_id for one in link.sent}, {2})
        self.assertEqual({one.replica_state.replica_epoch for one in link.sent}, {50})
        self.put(b"a")
        self.run_for(0.05)
        self.assertEqual(len(link.sent[-1].topics), 1)

    def test_all_of_one_request_are_asked_for_together(self) -> None:
        """Nobody waits for the leader to answer for the first of them, which may have nothing to say, or for another connection."""
        self.lead(0, isr=(1, 2), replicas=(1, 2))
        other = dataclasses.replace(self.told(1, 0, (1, 2), replicas=(1, 2)), topic="u", topic_id=bytes(range(16, 32)))
        self.say(other)
        self.successResultOf(self.second_control.leader_and_isr(1, 50, [self.told(1, 0, (1, 2), replicas=(1, 2)), other]))
        self.run_for(0.2)
        [link] = self.links
        self.assertEqual([len(sent.topics) for sent in link.sent[:3]], [2, 0, 0])

    def test_it_joins_those_in_sync(self) -> None:
        self.both(isr=(1,))
        self.put(b"a")
        self.run_for(0.1)
        self.assertEqual(self.asking[-1].state.proposed, (1, 2))

    def test_log_start(self) -> None:
        """What the leader has deleted goes here, too."""
        replica = self.both()
        self.put(b"a", b"b")
        self.put(b"c")
        self.run_for(1.2)
        self.partition().delete_records(2)
        self.run_for(1.2)
        self.assertEqual(replica.start_offset, 2)

    def test_the_flush_rule(self) -> None:
        """It says only what is on its disk: until then nothing is committed, and nothing is asked for twice."""
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        replica = self.both()
        self.second_thread.slow = True
        [answer] = self.produce(batch(b"a"), acks=-1)
        self.run_for(0.2)
        self.assertEqual(replica.end_offset, 1)
        self.assertNoResult(answer)
        self.assertEqual(self.partition().high_watermark, 0)
        self.second_thread.run_all()
        self.run_for(0.1)
        self.assertEqual(answers_of(self.outcome(answer))[0].error_code, 0)
        self.assert_equal_logs()

    def test_the_leader_hears_where_our_log_starts(self) -> None:
        """Nothing is appended, and DeleteRecords waits for it all the same."""
        self.both()
        self.put(b"a", b"b")
        self.put(b"c")
        self.run_for(1.2)
        self.partition().delete_records(2)
        self.run_for(1.2)
        told = [one.log_start_offset for sent in self.links[0].sent for topic in sent.topics for one in topic.partitions]
        self.assertEqual(told[-1], 2)

    def test_a_flush_is_waited_for(self) -> None:
        """What others wait for at the leader does not keep back the progress of a partition that was flushed meanwhile."""
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        self.both()
        self.follow_another()
        self.run_for(0.6)
        [answer] = self.produce(batch(b"a"), acks=-1)
        self.second_thread.slow = True
        self.run_for(0.2)
        self.second_thread.run_all()
        self.run_for(0.05)
        self.assertEqual(answers_of(self.outcome(answer))[0].error_code, 0, "and not after another half second")

    def test_nothing_is_asked_while_an_answer_is_taken(self) -> None:
        """A truncation that has nothing to cut is done at once. Asking again then would ask for what stands in the rest of the answer, too;
        and what comes twice is taken for a leader's mistake."""
        other = dataclasses.replace(self.told(1, 0, (1, 2), replicas=(1, 2)), topic="u", topic_id=bytes(range(16, 32)))
        self.lead(0, isr=(1, 2), replicas=(1, 2))
        self.say(other)
        self.put(b"a")
        self.put(b"a", topic="u")
        answers = 0

        def seen(answer: Any) -> Any:
            nonlocal answers
            answers += 1
            if answers <= 3:
                # Until both are asked for in one request, and have something new in one answer.
                answer.responses = []
            elif answers <= 5:
                [data] = answer.responses[0].partitions
                data.records, data.diverging_epoch = None, EpochEndOffset(epoch=0, end_offset=0)
            return answer

        self.seen = seen
        replicas = [self.tell_second(one) for one in (self.told(1, 0, (1, 2), replicas=(1, 2)), other)]
        self.run_for(0.2)
        self.put(b"b", topic="u")
        self.run_for(1.2)
        self.assertEqual([(replica.end_offset, replica.high_watermark) for replica in replicas], [(1, 1), (2, 2)])

    def test_a_flush_that_hangs_holds_up_nobody_else(self) -> None:
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        self.both()
        self.follow_another()
        self.run_for(0.6)
        self.produce(batch(b"a"), acks=1)
        self.second_thread.slow = True
        self.run_for(0.2)
        asked = len(self.links[-1].sent)
        self.run_for(0.6)
        self.assertGreater(len(self.links[-1].sent), asked)
        self.second_thread.slow = False
        self.second_thread.run_all()

    def test_the_flush_rule_is_switched_off(self) -> None:
        """What waits for a flush that cannot begin just now goes on: nobody asks for it any more."""
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        replica = self.both()
        # As on a full disk.
        self.patch(replica.log, "prepare_flush", lambda rolled_only=False: None)
        self.put(b"a")
        self.run_for(0.2)
        self.put(b"b")
        self.run_for(0.2)
        self.assertEqual((replica.end_offset, replica.log.unflushed_messages), (1, 1))
        replica.update_settings(LogSettings())
        self.run_for(0.2)
        self.assertEqual(replica.end_offset, 2)

    def test_a_new_epoch_while_an_answer_is_on_its_way(self) -> None:
        """KAFKA-7786, KAFKA-13207: it is an answer to what was asked before, and drops out without a pause."""
        replica = self.both()
        self.follow_another()
        self.run_for(0.1)
        links = len(self.links)
        self.tell_second(self.told(1, 1, (1, 2), replicas=(1, 2)))
        self.put(b"a")
        self.run_for(0.1)
        self.lead(1, isr=(1, 2), replicas=(1, 2))
        self.run_for(1.5)
        self.assertEqual(replica.end_offset, 1)
        self.assertEqual(len(self.links), links, "and the connection stays")

    def test_another_partition_while_others_are_waited_for(self) -> None:
        """Producers wait for it: what waits at the leader for the others' records is not waited for."""
        self.both()
        self.run_for(2.7)
        began = len(self.links[0].sent)
        self.follow_another()
        self.run_for(0.1)
        self.assertEqual(len(self.links[0].sent), began)
        [first, *_] = self.links[1].sent
        self.assertEqual(len(first.topics), 2)
        self.run_for(2)
        self.assertEqual(len(self.links), 2)

    def test_another_partition_soon_behind_the_first(self) -> None:
        """A controller tells of thousands in several requests. To give up what waits at the leader would cost the session each time: so it
        does not wait long then."""
        self.both()
        self.run_for(1.5)
        self.follow_another()
        self.run_for(0.06)
        [link] = self.links
        self.assertEqual([len(sent.topics) for sent in link.sent if sent.topics], [1, 1])
        self.assertEqual({sent.max_wait_ms for sent in link.sent}, {50})
        self.run_for(3)
        self.assertEqual((len(self.links), link.sent[-1].max_wait_ms), (1, 500))

    def test_a_leader_that_does_not_know_yet(self) -> None:
        """It is asked again at once, then less and less often, and what others wait for at the leader keeps nobody from it."""
        replica = self.both()
        self.follow_another()
        self.run_for(0.7)
        self.tell_second(self.told(1, 1, (1, 2), replicas=(1, 2)))
        self.put(b"a")
        self.run_for(0.1)
        self.lead(1, isr=(1, 2), replicas=(1, 2))
        self.run_for(0.2)
        self.assertEqual(replica.end_offset, 1)


class ManyPartitionsTests(ReplicaPairCase):
    """More than one request names."""

    def setUp(self) -> None:
        super().setUp()
        self.patch(fetcher, "MOST_NEW", 2)
        self.show("t", 5)

    def follow_all(self, *indexes: int, leader_epoch: int = 0) -> list[Partition]:
        """These partitions of topic t, told of in one request."""
        told = [self.told(1, leader_epoch, (1, 2), partition=index, replicas=(1, 2)) for index in indexes]
        self.say(*told)
        self.successResultOf(self.second_control.leader_and_isr(1, 50, told))
        found = [self.second.replica("t", index) for index in indexes]
        return [one for one in found if one is not None]

    def named(self, link: LinkToLeader) -> list[list[int]]:
        """In each request, as long as there was something to name, and behind that no more."""
        named = [[one.partition for topic in sent.topics for one in topic.partitions] for sent in link.sent]
        while named and not named[-1]:
            named.pop()
        return named

    def turns(self, count: int) -> None:
        """Of the reactor, without any time."""
        for _ in range(count):
            self.clock.advance(0)

    def test_a_session_grows(self) -> None:
        """Each request follows at once on the one before it, and names others."""
        replicas = self.follow_all(*range(5))
        self.turns(10)
        [link] = self.links
        self.assertEqual(self.named(link), [[0, 1], [2, 3], [4]])
        self.assertEqual([sent.session_epoch for sent in link.sent], list(range(len(link.sent))))
        self.assertEqual([sent.max_wait_ms for sent in link.sent[:3]], [0, 0, 50])
        for index in range(5):
            self.put(b"a", index=index)
        self.run_for(1.2)
        self.assertEqual([replica.high_watermark for replica in replicas], [1] * 5)

    def test_what_the_leader_knows_otherwise_is_all_named(self) -> None:
        """Or it would send again what we have by now."""
        self.follow_all(*range(5))
        self.run_for(0.2)
        for index in range(5):
            self.put(b"a", index=index)
        self.run_for(0.2)
        self.assertEqual(self.named(self.links[0])[-2:], [[0], [1, 2, 3, 4]])

    def test_who_came_last_is_named_first(self) -> None:
        """Where all has to be said anew, with a connection that was given up for it."""
        self.follow_all(*range(4))
        self.run_for(2.7)
        self.follow_all(4)
        self.run_for(0.1)
        self.turns(10)
        self.assertEqual(len(self.links), 2)
        self.assertEqual(self.named(self.links[1]), [[4, 0], [1, 2], [3]])

    def test_a_leader_that_remembers_nothing(self) -> None:
        """It has no place for the session: what is not named is not copied, so that each request has to name all."""
        self.sessions._max_partitions = 1
        replicas = self.follow_all(*range(5))
        self.turns(10)
        [link] = self.links
        self.assertEqual([sorted(named) for named in self.named(link)[:2]], [[0, 1], [0, 1, 2, 3, 4]])
        for index in range(5):
            self.put(b"a", index=index)
        self.run_for(1.2)
        self.assertEqual([replica.end_offset for replica in replicas], [1] * 5)
        self.assertEqual({len(named) for named in self.named(link)[1:]}, {5})

    def test_a_leader_that_forgets_what_grows(self) -> None:
        """As far as the session may grow it is remembered, and no further."""
        self.sessions._max_partitions = 3
        replicas = self.follow_all(*range(5))
        for index in range(5):
            self.put(b"a", index=index)
        self.run_for(1.2)
        self.assertEqual([replica.end_offset for replica in replicas], [1] * 5)

    def test_one_that_goes_meanwhile(self) -> None:
        """It was not named yet, and is not."""
        replicas = self.follow_all(*range(5))
        self.copying.leave(replicas[4])
        self.turns(10)
        self.assertEqual(self.named(self.links[0]), [[0, 1], [2, 3]])


class SmallAnswersTests(ReplicaPairCase):
    """Answers of one batch each."""

    second_properties: ClassVar[dict[str, str]] = {"replica.fetch.max.bytes": "80"}

    def test_a_watermark_beyond_our_log(self) -> None:
        """It counts as far as our log reaches."""
        self.is_reachable = False
        replica = self.both(isr=(1,))
        self.coordination.live = self.coordination.live[:1]
        for value in (b"a", b"b", b"c"):
            self.put(value)
        self.lead(1, isr=(1,), replicas=(1, 2))
        self.assertEqual(self.partition().high_watermark, 3)
        seen: list[tuple[int, int]] = []
        self.seen = lambda answer: (seen.append((replica.end_offset, replica.high_watermark)), answer)[1]
        self.is_reachable = True
        self.tell_second(self.told(1, 1, (1,), replicas=(1, 2)))
        self.run_for(2)
        self.assertEqual(sorted(set(seen)), [(0, 0), (1, 1), (2, 2), (3, 3)])


class TroubleTests(ReplicaPairCase):
    """What goes wrong."""

    def test_a_connection_that_is_lost(self) -> None:
        """After a pause another one begins with everything."""
        self.both()
        self.run_for(0.1)
        self.links[0].is_lost = True
        self.put(b"a")
        self.run_for(0.1)
        self.assertTrue(self.links[0].closed)
        self.assertEqual(len(self.links), 1)
        self.run_for(1)
        self.assertEqual(self.links[1].sent[0].session_epoch, 0)
        self.assert_equal_logs()

    def test_a_leader_that_never_answers(self) -> None:
        """Once it is told why. Beside Kafka, which closes the connection where it cannot read a request, also what that may mean."""
        self.is_lost_from_the_start = True
        self.second_settings.static["inter.broker.protocol.version"] = "3.9"
        with capturedLogs() as lines:
            self.both()
            self.run_for(30)
        told = [str(formatEvent(line)) for line in lines if "log_format" in line and line["log_level"].name == "warn"]
        self.assertIn("partitions cannot be copied from broker 1: ", told[0])
        self.assertEqual(
            told[1:],
            [
                "broker 1 has not answered 10 times in a row: if it is of Apache Kafka, and older than this broker's "
                "inter.broker.protocol.version (3.9), it cannot read what it is asked; set that to the release of the oldest broker, on "
                "all brokers"
            ],
        )
        self.is_lost_from_the_start = False
        self.put(b"a")
        self.run_for(3)
        self.assert_equal_logs()

    def test_the_leader_remembers_one_session(self) -> None:
        """However often the connection was given up: each session would hold all of its partitions for minutes."""
        self.both()
        self.run_for(0.1)
        for number in range(6):
            self.links[-1].is_lost = number % 2 == 0
            self.put(b"a")
            self.run_for(2.2)
        self.assertGreater(len(self.links), 3)
        self.assertEqual((len(self.sessions), self.sessions.cached_partitions), (1, 1))

    def test_nobody_knows_where_the_leader_is(self) -> None:
        self.is_reachable = False
        self.both()
        self.put(b"a")
        self.run_for(1.5)
        self.assertEqual(self.links, [])
        self.is_reachable = True
        self.run_for(1.5)
        self.assert_equal_logs()

    def test_a_session_that_the_leader_has_forgotten(self) -> None:
        """It says everything again, at once."""
        self.both()
        self.run_for(0.6)
        self.sessions._drop(next(iter(self.sessions._sessions)))
        self.put(b"a")
        self.run_for(1.3)
        self.assert_equal_logs()
        self.assertEqual(len(self.links), 1)

    def test_an_answer_for_another_epoch(self) -> None:
        """KAFKA-18723: what was on its way when the leadership changed is nobody's."""
        replica = self.both()
        self.run_for(0.1)
        self.put(b"a")
        self.tell_second(self.told(1, 1, (1, 2), replicas=(1, 2)))
        self.assertEqual(replica.end_offset, 0)
        self.run_for(0.1)
        self.assertEqual(replica.end_offset, 0)
        self.lead(1, isr=(1, 2), replicas=(1, 2))
        self.run_for(2)
        self.assert_equal_logs()

    def test_an_older_leader(self) -> None:
        """The leader hears of the new epoch later: asked again after a pause; fenced, it waits for the controller."""
        self.both()
        self.lead(5, isr=(1, 2), replicas=(1, 2))
        self.put(b"a")
        self.run_for(3)
        replica = self.second.replica("t", 0)
        assert replica is not None
        self.assertEqual(replica.end_offset, 0)
        sent = len(self.links[0].sent)
        self.run_for(3)
        self.assertEqual(len(self.links[0].sent), sent)
        self.tell_second(self.told(1, 5, (1, 2), replicas=(1, 2)))
        self.run_for(0.5)
        self.assert_equal_logs()

    def test_stopped(self) -> None:
        """Nothing is asked any more, and no timer is left."""
        replica = self.both()
        self.run_for(0.1)
        self.copying.leave(replica)
        self.copying.close_idle()
        self.assertEqual(len(self.copying), 0)
        self.assertTrue(self.links[0].closed)
        self.copying.close()
