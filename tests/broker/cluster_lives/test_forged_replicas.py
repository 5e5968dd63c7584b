"""A client that claims to be a replica reads nothing that is not committed, and has nothing committed (CVE-2018-1288).

Real frames through the listeners of a whole broker, in a cluster of four of which three have a copy. The leader has a record that its
followers have not: whoever is given it, or makes the leader believe that they have it, is a forger who got through. One test shows that
just this happens where a forger cannot be told from a broker, so that the others could fail.

=============================================== ===========================================================================
who it says that it is                          how it can be told
=============================================== ===========================================================================
a broker with a copy, by the clients' listener  brokers come by another one
a broker that has no copy                       the controller has not said so
a broker that nobody has ever heard of          it is not registered
a broker that is dead                           it is registered no more
an earlier life of a broker, or none            the epoch (Fetch 15 and later) is not that of its registration
=============================================== ===========================================================================
"""

from __future__ import annotations

from typing import Any, ClassVar

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handlers.fetch import FetchHandler
from klog.errors import ErrorCode
from klog.model import LATEST_TIMESTAMP
from klog.span import join_parts
from klog.storage.log.log import Log
from klog.testing.broker import MemoryClient
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic, ReplicaState
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from tests.broker.cluster_lives.scene import TOPIC, TWO_LISTENERS, Scene

#: Nobody falls out of sync meanwhile.
PATIENT = {"replica.lag.time.max.ms": "3600000"}
SECRET = b"not committed"
VERSIONS = range(FetchHandler.versions[0], FetchHandler.versions[1] + 1)
REFUSED = {ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.UNKNOWN_LEADER_EPOCH}


class Target:
    """A leader with a record that is not committed, and what a forger asks it.

    :ivar stranger: a broker that has no copy.
    """

    def __init__(self) -> None:
        self.scene = Scene(min_in_sync=2, brokers=4, properties={**TWO_LISTENERS, **PATIENT})
        cluster = self.scene.cluster
        # The last one gets no copy.
        self.scene.others, (self.stranger,) = self.scene.others[:2], self.scene.others[2:]
        self.topic = f"{TOPIC}2"
        cluster.create_topic(self.topic, configs={"min.insync.replicas": "2"}, assignments={0: [self.scene.leader, *self.scene.others]})
        self.leader = cluster.brokers[self.scene.leader]
        self.put(b"committed")
        cluster.advance(2)
        assert self.ends == (1, 1)
        for number in self.scene.others:
            cluster.cut(number, others=[self.scene.leader])
        # What waited for them has its answer now.
        self.put(SECRET)
        cluster.advance(1)
        assert self.ends == (1, 2)

    def put(self, value: bytes) -> None:
        """Appended by the leader, for whoever may read it."""
        self.leader.put(self.topic, [value])

    @property
    def log(self) -> Log:
        """The leader's."""
        assert self.leader.broker.partitions is not None
        partition = self.leader.broker.partitions.get(self.topic, 0)
        assert partition is not None
        return partition.log

    @property
    def ends(self) -> tuple[int, int]:
        """What is committed, and what there is."""
        return self.log.high_watermark, self.log.end_offset

    def epoch(self, number: int) -> int:
        """Of a broker's registration, as the leader knows it."""
        return int(self.leader.broker.coordination.registered_epoch(number))

    def request(self, version: int, replica: int, epoch: int = -1, offset: int = 1, **more: Any) -> FetchRequest:
        """As a follower asks who has everything below `offset`."""
        topic = self.leader.broker.coordination.topics()[self.topic]
        wanted = FetchPartition(
            partition=0, fetch_offset=offset, partition_max_bytes=1 << 20, current_leader_epoch=more.pop("leader_epoch", -1)
        )
        named: dict[str, Any] = {"topic_id": topic.topic_id} if version >= 13 else {"topic": self.topic}
        who: dict[str, Any] = (
            {"replica_state": ReplicaState(replica_id=replica, replica_epoch=epoch)} if version >= 15 else {"replica_id": replica}
        )
        return FetchRequest(
            topics=[FetchTopic(partitions=[wanted], **named)], max_bytes=1 << 20, **who, **{"max_wait_ms": 0, "min_bytes": 0, **more}
        )

    def told(self, client: MemoryClient, request: FetchRequest, version: int) -> tuple[int, bytes]:
        """The partition's error, and its records."""
        answer = client.ask(request, version)
        if answer.error_code:
            return int(answer.error_code), b""
        [topic] = answer.responses
        [one] = topic.partitions
        records = one.records
        return int(one.error_code), bytes(records) if isinstance(records, bytes | memoryview) else join_parts(records or [])


def check_refused(
    test: SynchronousTestCase, target: Target, listener: str, replica: int, epoch: int = -1, versions: Any = VERSIONS
) -> None:
    """Whatever it asks for, it is given nothing, and nothing comes of it; now, and when its request might have waited."""
    client = target.leader.connect(listener)
    for version in versions:
        for offset in (0, 1, 2):
            for leader_epoch in (-1, 0) if version >= 9 else (-1,):
                request = target.request(version, replica, epoch, offset, leader_epoch=leader_epoch)
                code, records = target.told(client, request, version)
                test.assertIn(code, REFUSED, f"version {version}, offset {offset}")
                test.assertEqual(records, b"")
    version = versions[-1]
    code, _ = target.told(client, target.request(version, replica, epoch, 2, max_wait_ms=60_000, min_bytes=1), version)
    test.assertIn(code, REFUSED)
    target.put(SECRET)
    target.scene.cluster.advance(1)
    test.assertEqual(client.receive(), [])
    test.assertEqual(target.log.high_watermark, 1)
    client.hang_up()


class ForgedReplicaTests(SynchronousTestCase):
    """Of one target for all, as none of these brings it about that anything happens."""

    target: ClassVar[Target]

    @classmethod
    def setUpClass(cls) -> None:
        cls.target = Target()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.target.scene.end()

    def test_by_the_clients_listener(self) -> None:
        for number in self.target.scene.others:
            check_refused(self, self.target, "CLIENTS", number, self.target.epoch(number))

    def test_a_broker_without_a_copy(self) -> None:
        check_refused(self, self.target, "INSIDE", self.target.stranger, self.target.epoch(self.target.stranger))

    def test_the_leader_itself(self) -> None:
        check_refused(self, self.target, "INSIDE", self.target.scene.leader, self.target.epoch(self.target.scene.leader))

    def test_a_broker_that_is_not_registered(self) -> None:
        check_refused(self, self.target, "INSIDE", 99)
        check_refused(self, self.target, "INSIDE", 2**31 - 1, 5, versions=[15, 18])

    def test_another_life(self) -> None:
        """Its number is right, and its epoch is not."""
        number = self.target.scene.others[0]
        for epoch in (self.target.epoch(number) - 1, self.target.epoch(number) + 1, 0, -1, 2**63 - 1):
            check_refused(self, self.target, "INSIDE", number, epoch, versions=[15, 16, 17, 18])

    def test_in_the_session_of_a_consumer(self) -> None:
        """What a consumer began it does not go on with as a broker."""
        client = self.target.leader.connect("CLIENTS")
        begun = client.ask(self.target.request(12, -1, offset=1, session_epoch=0), 12)
        self.assertGreater(begun.session_id, 0)
        number = self.target.scene.others[0]
        more = self.target.request(12, number, offset=2, session_id=begun.session_id, session_epoch=1)
        code, records = self.target.told(client, more, 12)
        self.assertIn(code, REFUSED)
        self.assertEqual((records, self.target.ends[0]), (b"", 1))

    def test_sessions_of_forgers_are_worth_no_more_than_others(self) -> None:
        """They may not put those of consumers out."""
        client = self.target.leader.connect("CLIENTS")
        answer = client.ask(self.target.request(12, self.target.scene.others[0], session_epoch=0), 12)
        session = self.target.leader.broker.sessions.get(answer.session_id)
        self.assertTrue(session is None or not session.privileged)

    def test_offsets(self) -> None:
        """Nor is it told where the log ends."""
        number = self.target.scene.others[0]
        for listener, replica in (("CLIENTS", number), ("INSIDE", 99)):
            client = self.target.leader.connect(listener)
            for version in range(1, 9):
                one = ListOffsetsPartition(partition_index=0, timestamp=LATEST_TIMESTAMP, current_leader_epoch=-1)
                request = ListOffsetsRequest(replica_id=replica, topics=[ListOffsetsTopic(name=self.target.topic, partitions=[one])])
                [topic] = client.ask(request, version).topics
                self.assertEqual((topic.partitions[0].error_code, topic.partitions[0].offset), (ErrorCode.NOT_LEADER_OR_FOLLOWER, -1))

    def test_consumers(self) -> None:
        """They read what is committed, by either listener."""
        for listener in ("INSIDE", "CLIENTS"):
            client = self.target.leader.connect(listener)
            code, records = self.target.told(client, self.target.request(12, -1, offset=0), 12)
            self.assertEqual(code, 0)
            self.assertIn(b"committed", records)
            self.assertNotIn(SECRET, records)
            self.assertEqual(self.target.told(client, self.target.request(12, -1, offset=1), 12), (0, b""))


class ChangedTargetTests(SynchronousTestCase):
    """Of one target each."""

    def setUp(self) -> None:
        self.target = Target()
        self.addCleanup(self.target.scene.end)

    def test_a_dead_broker(self) -> None:
        """It has a copy, and is gone: nobody speaks for it, by whatever version."""
        number = self.target.scene.others[0]
        epoch = self.target.epoch(number)
        self.target.scene.cluster.kill(number)
        self.target.scene.cluster.advance(10)
        self.assertEqual(self.target.epoch(number), -1)
        # Who is in sync without it: the leader, and the one who is cut off.
        check_refused(self, self.target, "INSIDE", number, epoch)

    def test_who_cannot_be_told_from_a_broker(self) -> None:
        """By the brokers' listener, with the right number and epoch: it is given the record, and when the others have it too it counts."""
        client = self.target.leader.connect("INSIDE")
        for number in self.target.scene.others:
            version, epoch = (11, -1) if number == self.target.scene.others[0] else (17, self.target.epoch(number))
            code, records = self.target.told(client, self.target.request(version, number, epoch, 1), version)
            self.assertEqual(code, 0)
            self.assertIn(SECRET, records)
            self.assertEqual(self.target.ends, (1, 2))
        for number in self.target.scene.others:
            self.target.told(client, self.target.request(17, number, self.target.epoch(number), 2), 17)
        self.assertEqual(self.target.ends, (2, 2))
