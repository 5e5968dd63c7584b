"""The leader asks the controller for other in-sync replicas."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.broker.replicas.in_sync_changes import RETRY_S, InSyncChanges
from klog.broker.replicas.leadership import Leadership
from klog.errors import ErrorCode
from klog.wire.messages.alter_partition import AlterPartitionPartitionResponse, AlterPartitionResponse, AlterPartitionTopicResponse
from tests.broker.replicas.controlled_rig import EPOCH, ControlledCase
from tests.broker.rig import over_the_wire


class Channel:
    """The way to the controller, which is the test."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Deferred[Any]]] = []

    def ask(self, make: Any, *, at_most: int | None = None) -> Deferred[Any]:
        self.at_most = at_most
        answer: Deferred[Any] = Deferred()
        self.asked.append((make, answer))
        return answer


class InSyncChangesTests(ControlledCase):
    """One request at a time for all partitions."""

    def setUp(self) -> None:
        super().setUp()
        self.channel = Channel()
        self.changes = InSyncChanges(self.clock, self.channel, 1, self.coordination.broker_epoch)  # type: ignore[arg-type]

    def want(self, *topics: str) -> None:
        """Broker 3 may join these."""
        for topic in topics:
            self.lead(topic=topic, isr=(1, 2))
            self.outcome(self.follow(3, 0, topic=topic))
            self.changes.ask(self.asking.pop())
        self.clock.advance(0)

    def request(self) -> Any:
        """What the channel sends now."""
        return self.channel.asked[-1][0]()

    def state(self, topic: str) -> Any:
        leadership = self.partition(topic).leadership
        assert leadership is not None
        return leadership.state

    def answer(self, *outcomes: tuple[str, int], code: int = 0, isr: tuple[int, ...] = (1, 2, 3)) -> None:
        topics = [
            AlterPartitionTopicResponse(
                topic_id=self.topic_id(topic),
                partitions=[
                    AlterPartitionPartitionResponse(
                        partition_index=0, error_code=error, leader_id=1, leader_epoch=0, isr=list(isr), partition_epoch=1
                    )
                ],
            )
            for topic, error in outcomes
        ]
        self.channel.asked.pop()[1].callback(AlterPartitionResponse(error_code=code, topics=topics))

    def test_together(self) -> None:
        self.want("t", "u")
        request = self.request()
        self.assertEqual((request.broker_id, request.broker_epoch), (1, EPOCH))
        self.assertEqual([topic.topic_id for topic in request.topics], [self.topic_id("t"), self.topic_id("u")])
        [one] = request.topics[0].partitions
        self.assertEqual((one.new_isr, one.leader_epoch, one.partition_epoch, one.leader_recovery_state), ([1, 2, 3], 0, 0, 0))
        # Every version that may be sent can say it, names and ids alike.
        assert self.channel.at_most is not None
        for version in range(self.channel.at_most + 1):
            self.assertEqual(over_the_wire(request, version).topics[0].partitions[0].new_isr, [1, 2, 3])
        self.answer(("t", 0), ("u", ErrorCode.INELIGIBLE_REPLICA))
        self.assertEqual((self.state("t").committed, self.state("u").maximal), ((1, 2, 3), (1, 2)))

    def test_one_under_way(self) -> None:
        """What is wanted meanwhile goes with the next."""
        self.want("t")
        self.request()
        self.want("u")
        self.assertEqual(len(self.channel.asked), 1)
        self.answer(("t", 0))
        self.clock.advance(0)
        self.assertEqual([topic.topic_id for topic in self.request().topics], [self.topic_id("u")])

    def test_again(self) -> None:
        """An error of the whole, one that may pass, and a partition of which the answer says nothing."""
        self.want("t", "u")
        for outcomes, code in (((), ErrorCode.STALE_BROKER_EPOCH), ((("t", ErrorCode.UNKNOWN_SERVER_ERROR),), 0)):
            self.assertEqual(len(self.request().topics), 2)
            self.answer(*outcomes, code=code)
            self.assertEqual(self.channel.asked, [])
            self.clock.advance(RETRY_S)
            self.clock.advance(0)
        self.assertEqual(len(self.request().topics), 2)

    def test_a_code_that_nobody_knows(self) -> None:
        """It is that partition's, and may pass; the others are answered."""
        self.want("t", "u", "v")
        self.request()
        self.answer(("t", 0), ("u", 999), ("v", 0))
        self.assertEqual([self.state(topic).committed for topic in "tuv"], [(1, 2, 3), (1, 2), (1, 2, 3)])
        self.clock.advance(RETRY_S)
        self.clock.advance(0)
        self.assertEqual([topic.topic_name for topic in self.request().topics], ["u"])

    def test_an_answer_that_cannot_be_taken(self) -> None:
        """A mistake in one partition costs the others nothing, and it is asked for again."""
        self.want("t", "u")
        self.request()
        broken = self.partition("t").leadership
        assert broken is not None
        taken = Leadership.answered

        def answered(leadership: Leadership, asked: Any, answer: Any) -> bool:
            if leadership is broken:
                raise OSError("the log is broken")
            return taken(leadership, asked, answer)

        self.patch(Leadership, "answered", answered)
        self.answer(("t", 0), ("u", 0))
        self.assertEqual(len(self.flushLoggedErrors(OSError)), 1)
        self.assertEqual(self.state("u").committed, (1, 2, 3))
        self.clock.advance(RETRY_S)
        self.clock.advance(0)
        self.assertEqual([topic.topic_name for topic in self.request().topics], ["t"])

    def test_a_channel_that_fails(self) -> None:
        """Whatever it is, it is asked again."""
        self.want("t")
        self.request()
        self.channel.asked.pop()[1].errback(OSError("no"))
        self.assertEqual(len(self.flushLoggedErrors(OSError)), 1)
        self.clock.advance(RETRY_S)
        self.clock.advance(0)
        self.assertEqual(len(self.request().topics), 1)

    def test_a_controller_that_knows_names(self) -> None:
        """Apache Kafka before 3.3 answers by name, also for a topic that has an id."""
        for version in (0, 1):
            with self.subTest(version=version):
                topic = f"t{version}"
                self.want(topic)
                asked = over_the_wire(self.request(), version)
                self.assertEqual([one.topic_name for one in asked.topics], [topic])
                changed = AlterPartitionPartitionResponse(partition_index=0, leader_id=1, leader_epoch=0, isr=[1, 2, 3], partition_epoch=1)
                answer = AlterPartitionResponse(topics=[AlterPartitionTopicResponse(topic_name=topic, partitions=[changed])])
                self.channel.asked.pop()[1].callback(over_the_wire(answer, version))
                self.assertEqual(self.state(topic).committed, (1, 2, 3))
                self.clock.advance(1)
                self.assertEqual(self.channel.asked, [])

    def test_a_lost_attempt_asks_for_what_is_so_then(self) -> None:
        """The channel makes the request anew for each attempt: a leadership that has ended meanwhile is left out."""
        self.want("t", "u")
        self.assertEqual(len(self.request().topics), 2)
        self.say(self.told(2, 1, topic="t"))
        self.assertEqual([topic.topic_id for topic in self.request().topics], [self.topic_id("u")])
        self.say(self.told(2, 1, topic="u"))
        self.assertIsNone(self.request())
        self.channel.asked.pop()[1].callback(None)
        self.clock.advance(1)
        self.assertEqual(self.channel.asked, [])

    def test_closed(self) -> None:
        self.want("t")
        self.request()
        self.answer(code=ErrorCode.STALE_BROKER_EPOCH)
        self.changes.close()
        self.clock.advance(1)
        self.assertEqual(self.channel.asked, [])
