"""A leader that may no longer lead acknowledges nothing: ZooKeeper is away, does not hear it, is not heard, or has ended its session.

A client that is connected to the leader, and stays so, sends it a record ten times a second, with acks=1 and acks=all in turn. It is asked
for in each scene that no record is acknowledged after the moment from which somebody else could lead, that is when the session is over that
ZooKeeper has of the leader, whatever the leader knows of it; and that all is well when ZooKeeper is there again.
"""

from __future__ import annotations

from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.records.implementations import codec
from klog.testing.broker import MemoryClient
from klog.testing.cluster import ZOOKEEPER
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.broker.cluster_lives.scene import NAME, TOPIC, Scene

TIMEOUT_S = 6.0
#: Sooner nobody gives up.
LEASE_S = TIMEOUT_S * 2 / 3


class Writer:
    """See the module.

    :ivar outcomes: of each record, in order: when it was sent, when it was answered, and how; the times in seconds since `begin`.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.client: MemoryClient = scene.cluster.brokers[scene.leader].connect()
        self.outcomes: list[tuple[float, float, ErrorCode]] = []
        self._sent: list[float] = []
        self._began_s = scene.cluster.reactor.seconds()

    @property
    def now_s(self) -> float:
        """Since `begin`."""
        return float(self.scene.cluster.reactor.seconds()) - self._began_s

    def begin(self) -> None:
        """Count from now on."""
        self._began_s = self.scene.cluster.reactor.seconds()
        self.outcomes.clear()

    def write(self, seconds: float) -> None:
        """Send for so long."""
        left = round(seconds * 10)
        for number in range(left):
            records = codec.build_batch([(self.scene.cluster.reactor.now_ms(), b"k", b"%d" % number, ())])
            data = PartitionProduceData(index=0, records=records)
            topics = [TopicProduceData(name=TOPIC, partition_data=[data])]
            self.client.send((ProduceRequest(acks=(1, -1)[number % 2], timeout_ms=1_000, topic_data=topics), 9))
            self._sent.append(self.now_s)
            self.hear()
            self.scene.cluster.advance(0.1)
            self.hear()

    def hear(self) -> None:
        """Take what was answered."""
        answers, self.client.answers = self.client.receive(), []
        for answer in answers:
            code = ErrorCode(answer.responses[0].partition_responses[0].error_code)
            self.outcomes.append((self._sent.pop(0), self.now_s, code))

    def acknowledged(self) -> Sequence[float]:
        """When."""
        return [answered_s for _, answered_s, code in self.outcomes if code is ErrorCode.NONE]


class ZooKeeperAwayTests(SynchronousTestCase):
    """See the module."""

    def scene(self, **more: str) -> tuple[Scene, Writer]:
        # Who led before does not lead again of itself.
        settings = {"zookeeper.session.timeout.ms": str(int(TIMEOUT_S * 1000)), "auto.leader.rebalance.enable": "false"}
        settings |= {name.replace("_", "."): value for name, value in more.items()}
        scene = Scene(min_in_sync=2, properties=settings)
        self.addCleanup(scene.end)
        writer = Writer(scene)
        writer.write(2)
        self.assertEqual({code for _, _, code in writer.outcomes}, {ErrorCode.NONE})
        self.assertGreater(len(writer.outcomes), 15)
        writer.begin()
        return scene, writer

    def check_others_lead(self, scene: Scene, writer: Writer, seconds: float = 20.0) -> None:
        """Something has happened to the leader: nothing is acknowledged once another leads, and in the end all have the same."""
        cluster, old = scene.cluster, scene.leader
        led_by_others_s = None
        for _ in range(int(seconds * 10)):
            writer.write(0.1)
            if led_by_others_s is None and cluster.leader(*NAME) not in (old, -1):
                led_by_others_s = writer.now_s
        self.assertIsNotNone(led_by_others_s, "another leads")
        assert led_by_others_s is not None
        late = [at_s for at_s in writer.acknowledged() if at_s > led_by_others_s + 0.01]
        self.assertEqual(late, [], f"others lead since {led_by_others_s}")
        cluster.heal()
        cluster.until_ready()
        scene.until_in_sync()
        scene.send(b"afterwards")
        ends = {broker.broker.partitions.replica(*NAME).log.end_offset for broker in cluster.brokers.values()}  # type: ignore[union-attr]
        self.assertEqual(len(ends), 1)

    def test_away_for_an_hour(self) -> None:
        """Nobody leads meanwhile, as nobody could say that it is not somebody else by now; then all is as before."""
        # An hour of asking in vain takes its time, in virtual time, too.
        scene, writer = self.scene(replica_fetch_backoff_ms="60000")
        cluster = scene.cluster
        before = cluster.state(*NAME)
        cluster.zookeeper.freeze()
        writer.write(10)
        for _ in range(59):
            writer.write(0.2)
            cluster.advance(60)
            writer.hear()
        self.assertGreaterEqual(writer.now_s, 3_540)
        self.assertLess(max(writer.acknowledged()), LEASE_S + 0.2)
        ends = cluster.brokers[scene.leader].broker.partitions.replica(*NAME).log.end_offset  # type: ignore[union-attr]
        cluster.zookeeper.thaw()
        scene.until_in_sync()
        after = cluster.state(*NAME)
        assert before is not None and after is not None
        self.assertEqual(sorted(after.isr), sorted(before.isr))
        self.assertGreaterEqual(scene.send(b"afterwards"), ends)
        self.assertIn(b"afterwards", scene.read())

    def test_its_session_ends_at_once(self) -> None:
        """An operator ends it; the server hangs up."""
        scene, writer = self.scene()
        scene.cluster.expire_session(scene.leader)
        self.check_others_lead(scene, writer)

    def test_its_session_ends_while_its_connection_lives(self) -> None:
        """ZooKeeper hears nothing of it for too long, and nobody closes the connection; with all three cuts."""
        for cuts in ("both", "to", "from"):
            with self.subTest(cuts):
                scene, writer = self.scene()
                cluster = scene.cluster
                if cuts == "both":
                    cluster.cut(scene.leader, others=[ZOOKEEPER])
                    self.check_others_lead(scene, writer)
                elif cuts == "to":
                    cluster.cut_one_way(scene.leader, ZOOKEEPER)
                    self.check_others_lead(scene, writer)
                else:
                    # It is heard, so that it stays registered; but it does not know that.
                    cluster.cut_one_way(ZOOKEEPER, scene.leader)
                    writer.write(15)
                    self.assertLess(max(writer.acknowledged()), LEASE_S + 0.2)

    def test_its_clock_is_set_back(self) -> None:
        """By an hour, when it has just lost ZooKeeper: it does not take its lease for an hour longer; nor forward: nothing happens."""
        for seconds in (-3_600.0, 3_600.0):
            with self.subTest(seconds):
                scene, writer = self.scene()
                cluster = scene.cluster
                cluster.cut(scene.leader, others=[ZOOKEEPER])
                cluster.step_clock(scene.leader, seconds)
                self.check_others_lead(scene, writer)
                leader = cluster.leader(*NAME)
                cluster.step_clock(leader, seconds)
                cluster.advance(10)
                self.assertEqual((cluster.leader(*NAME), scene.in_sync), (leader, sorted(cluster.brokers)))
