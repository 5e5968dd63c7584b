"""What a broker has besides where it shares its partitions with others."""

from __future__ import annotations

from typing import Any, cast

from twisted.internet.defer import Deferred, succeed

from klog.broker.lifecycle.replication_assembly import BrokerLiveness, ReplicaSettingsListener, Replication
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import BrokerInfo
from klog.errors import ErrorCode
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse, RemainingPartition
from tests.broker.replicas.controlled_rig import EPOCH, ControlledCase, FakeFetchers


class Connection:
    """To the controller, which is the test."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Deferred[Any]]] = []

    def request(self, message: Any, *, at_most: int | None = None, timeout_ms: int | None = None, patient: bool = True) -> Deferred[Any]:
        answer: Deferred[Any] = Deferred()
        self.asked.append((message, answer))
        return answer

    def close(self) -> Deferred[None]:
        return succeed(None)


class ReplicationTests(ControlledCase):
    """The parts together."""

    def setUp(self) -> None:
        super().setUp()
        self.connection = Connection()

    def make(self, **properties: str) -> Replication:
        settings = BrokerSettings({"node.id": "1", **{name.replace("_", "."): value for name, value in properties.items()}})
        return Replication(
            self.clock,
            settings,
            self.coordination,
            self.partitions,
            self.between,
            lambda host, port: self.connection,  # type: ignore[arg-type,return-value]
            FakeFetchers,
        )

    def test_peers(self) -> None:
        """How others are asked about transactions."""
        replication = self.make()
        self.assertEqual((replication.address(2), replication.address(9)), (self.coordination.broker_address(2), None))
        self.assertIs(replication.connect("h2", 9092), self.connection)

    def test_handed_over(self) -> None:
        """Asked until nothing is led, or often enough."""
        replication = self.make(controlled_shutdown_retry_backoff_ms="1000")
        fetchers = cast(FakeFetchers, replication.fetchers)
        self.assertFalse(fetchers.begins_nothing)
        done = replication.hand_over()
        self.assertTrue(fetchers.begins_nothing, "or it would be in sync again with those that lead now")
        request = self.connection.asked[0][0]
        self.assertIsInstance(request, ControlledShutdownRequest)
        self.assertEqual((request.broker_id, request.broker_epoch), (1, EPOCH))
        left = ControlledShutdownResponse(remaining_partitions=[RemainingPartition(topic_name="t", partition_index=0)])
        for number, answer in enumerate((left, ControlledShutdownResponse(error_code=ErrorCode.UNKNOWN_SERVER_ERROR))):
            self.connection.asked[number][1].callback(answer)
            self.assertNoResult(done)
            self.clock.advance(1)
        self.connection.asked[2][1].callback(left)
        self.successResultOf(done)
        self.assertEqual(len(self.connection.asked), 3)

    def test_others_lead_when_we_are_told(self) -> None:
        """Clients learn from us who leads, so we go on until the controller has told us, too; for a second at most."""
        for is_told in (True, False):
            self.say(self.told(1, 2 * is_told, topic="t" if is_told else "u"))
            done = self.make().hand_over()
            self.connection.asked[-1][1].callback(ControlledShutdownResponse())
            self.clock.advance(0.1)
            self.assertNoResult(done)
            if is_told:
                self.say(self.told(2, 3))
            self.clock.pump([0.01] * (2 if is_told else 100))
            self.successResultOf(done)

    def test_at_once(self) -> None:
        """Where nothing is left, where it is not wanted, and where there is no controller."""
        done = self.make().hand_over()
        self.connection.asked[0][1].callback(ControlledShutdownResponse())
        self.successResultOf(done)
        alone = self.make(controlled_shutdown_enable="false")
        self.successResultOf(alone.hand_over())
        self.assertTrue(cast(FakeFetchers, alone.fetchers).begins_nothing, "it stops all the same")
        self.coordination.controller = None
        self.successResultOf(self.make().hand_over())
        self.assertEqual(len(self.connection.asked), 1)

    def test_the_next_controller_is_waited_for(self) -> None:
        """The one before has stopped a moment ago; for a second at most."""
        self.lead()
        self.coordination.controller = None
        done = self.make().hand_over()
        self.clock.pump([0.01] * 50)
        self.assertNoResult(done)
        self.assertEqual(self.connection.asked, [])
        self.coordination.controller = ("h3", 9092)
        self.clock.advance(0.01)
        self.assertEqual(len(self.connection.asked), 1)
        self.connection.asked[0][1].callback(ControlledShutdownResponse())
        self.say(self.told(2, 1))
        self.clock.advance(0.01)
        self.successResultOf(done)
        self.lead(2)
        self.coordination.controller = None
        done = self.make().hand_over()
        self.clock.pump([0.01] * 101)
        self.successResultOf(done)
        self.assertEqual(len(self.connection.asked), 1)

    def test_closed(self) -> None:
        """Whoever waits is let go."""
        replication = self.make()
        done = replication.hand_over()
        replication.close()
        self.successResultOf(done)
        self.assertTrue(replication.fetchers.closed)  # type: ignore[attr-defined]

    def test_handlers(self) -> None:
        handlers = self.make().handlers()
        self.assertEqual({getattr(handler, "is_announced", True) for handler in handlers}, {True})

    def test_live_brokers(self) -> None:
        live = BrokerLiveness(self.coordination.brokers)
        self.assertEqual([live(number) for number in (1, 3, 4)], [True, True, False])
        self.coordination.live = (BrokerInfo(4, ()),)
        self.assertEqual([live(number) for number in (1, 3, 4)], [False, False, True])

    def test_settings(self) -> None:
        """Configurations that change reach followers, too; nothing else that is told makes or drops anything."""
        listener = ReplicaSettingsListener(self.partitions, self.fetchers)
        self.say(self.told(2, 0))
        self.coordination.configs["t"] = {"segment.bytes": "3000000"}
        topic = self.show("t")
        for told in (listener.topic_created, listener.topic_configs_changed, listener.topic_deleted):
            told(topic)
        listener.topics_coming([(topic, 0)])
        listener.partitions_added(topic, 0)
        listener.leaders_changed(topic, [0])
        listener.broker_configs_changed({})
        replica = self.partitions.replica("t", 0)
        assert replica is not None
        self.assertEqual(replica.log.settings.segment_bytes, 3_000_000)
        self.assertEqual(self.fetchers.changes, 1)

    def test_partitions_that_were_here_before_they_were_shown(self) -> None:
        """They go by what changed between."""
        listener = ReplicaSettingsListener(self.partitions, self.fetchers)
        self.show("t")
        self.say(self.told(2, 0), self.told(2, 0, partition=1))
        self.coordination.configs["t"] = {"segment.bytes": "3000000"}
        listener.topic_configs_changed(self.show("t"))
        listener.partitions_added(self.show("t", 2), 1)
        replica = self.partitions.replica("t", 1)
        assert replica is not None
        self.assertEqual(replica.log.settings.segment_bytes, 3_000_000)

    def test_how_far_behind(self) -> None:
        """``replica.lag.time.max.ms`` is how long."""
        self.control = self.make(replica_lag_time_max_ms="4000").control
        self.lead()
        self.put(b"a")
        self.follow(2, 1)
        self.clock.advance(3.9)
        list(self.control.look_for_stragglers())
        self.assertEqual(self.partition().leadership.state.proposed, None)  # type: ignore[union-attr]
        self.clock.advance(0.2)
        list(self.control.look_for_stragglers())
        self.assertEqual(self.partition().leadership.state.proposed, (1, 2))  # type: ignore[union-attr]
