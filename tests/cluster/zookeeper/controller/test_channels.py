"""Tests of klog.cluster.zookeeper.controller.channels: queues come and go with brokers."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.broker_queue import FAILURES_TOLD, LONGEST_PAUSE_S
from klog.cluster.zookeeper.controller.broker_requests import BrokerRequests
from klog.cluster.zookeeper.controller.channels import Channels
from klog.cluster.zookeeper.controller.propagation import Propagation
from klog.cluster.zookeeper.controller.settings import FixedVersions
from klog.wire.messages.update_metadata import UpdateMetadataRequest, UpdateMetadataResponse
from klog.wire.schema import Message
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint
from tests.cluster.zookeeper.controller.worlds import ViewWorld


class _Sender:
    def __init__(self, broker_id: int, port: int) -> None:
        self.broker_id, self.port = broker_id, port
        self.sent: list[tuple[Message, Deferred[Message]]] = []
        self.is_closed = False

    def send(self, message: Message, version: int) -> Deferred[Message]:
        answer: Deferred[Message] = Deferred()
        self.sent.append((message, answer))
        return answer

    def close(self) -> None:
        self.is_closed = True


class ChannelTests(SynchronousTestCase):
    """One queue for each life and address."""

    def setUp(self) -> None:
        self.world = ViewWorld(kafka_is_welcome=True)
        self.clock = Clock()
        self.senders: list[_Sender] = []
        self.answered: list[Any] = []
        self.warnings: list[str] = []
        brokers = self.world.brokers
        self.propagation = Propagation(self.world.view, brokers)
        requests = BrokerRequests(1, 3, FixedVersions(), None, brokers, self.propagation.last_sent)
        self.channels = Channels(
            self.clock,
            self.connect,
            None,
            brokers,
            self.propagation,
            requests,
            lambda broker_id, piece, request, answer: self.answered.append(broker_id),
            self.warnings.append,
        )
        self.assertTrue(self.channels.is_idle)
        self.world.tree.broker(1)
        self.world.tree.broker(2)
        self.look()

    def connect(self, broker_id: int, host: str, port: int) -> _Sender:
        self.assertEqual(host, "192.0.2.1")
        self.senders.append(_Sender(broker_id, port))
        return self.senders[-1]

    def look(self) -> None:
        self.world.look()
        self.propagation.brokers_changed(self.world.news)
        self.channels.brokers_changed(self.world.news)
        self.channels.wake()

    def test_each_is_told_with_its_own_epoch(self) -> None:
        self.assertEqual([(each.broker_id, each.port) for each in self.senders], [(1, 9093), (2, 9094)])
        for sender in self.senders:
            message, answer = sender.sent[0]
            assert isinstance(message, UpdateMetadataRequest)
            self.assertEqual(message.broker_epoch, self.world.brokers.epoch(sender.broker_id))
            answer.callback(UpdateMetadataResponse())
        self.clock.advance(0)
        self.assertEqual((self.answered, self.channels.is_idle), ([1, 2], True))

    def test_another_life_gets_another_queue(self) -> None:
        self.world.tree.broker(2)
        self.look()
        self.assertTrue(self.senders[1].is_closed)
        self.assertEqual((self.senders[2].broker_id, len(self.senders[2].sent)), (2, 1))
        self.world.tree.delete("/brokers/ids/2")
        self.look()
        self.assertTrue(self.senders[2].is_closed)
        self.assertFalse(self.senders[0].is_closed)
        self.channels.stop()
        self.assertTrue(self.senders[0].is_closed and self.channels.is_idle)

    def register(self, endpoint: RegisteredEndpoint) -> None:
        """Broker 2 writes its node again."""
        self.world.tree.write("/brokers/ids/2", BrokerRegistration(2, (endpoint,), klog="1", rack="r").encode())
        self.look()

    def test_another_address(self) -> None:
        self.register(RegisteredEndpoint("PLAINTEXT", "192.0.2.1", 9094))
        self.assertEqual(len(self.senders), 2, "only its rack changed")
        self.register(RegisteredEndpoint("PLAINTEXT", "192.0.2.1", 7777))
        self.assertEqual((len(self.senders), self.senders[2].port, self.senders[1].is_closed), (3, 7777, True))
        self.assertEqual(len(self.senders[2].sent), 1, "what was not answered is told there")
        self.register(RegisteredEndpoint("INSIDE", "192.0.2.1", 7777, "SSL"))
        self.assertEqual((len(self.senders), self.senders[2].is_closed), (3, True))
        self.assertIn("broker 2 has no listener with PLAINTEXT", self.warnings[0])

    def test_who_does_not_answer(self) -> None:
        """Of a broker of Kafka it is told that it may be too old for what it is asked."""
        self.world.tree.broker(2, klog=None)
        self.look()
        for _ in range(FAILURES_TOLD):
            for sender in self.senders:
                _, answer = sender.sent[-1]
                if not answer.called:
                    answer.errback(OSError("it closed the connection"))
            self.clock.advance(LONGEST_PAUSE_S)
        ours, theirs = sorted(self.warnings)
        self.assertEqual(ours, "broker 1 does not answer the controller's requests (it closed the connection); they are repeated")
        self.assertIn("broker 2 does not answer the controller's requests (it closed the connection); they are repeated", theirs)
        self.assertIn("set that to the release of the oldest broker", theirs)
