"""Who may say what only brokers say."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.between_brokers import BetweenBrokers
from klog.broker.handler import ConnectionInfo
from klog.cluster.uncontrolled import Uncontrolled
from tests.broker.replicas.controlled_rig import ControlledCoordination


def by(listener: str) -> ConnectionInfo:
    """A connection."""
    return ConnectionInfo(listener, "h", 1, "p", 2)


class BetweenBrokersTests(SynchronousTestCase):
    """Listeners, numbers and epochs."""

    def test_listeners(self) -> None:
        gate = BetweenBrokers(ControlledCoordination(), "REPLICATION")
        self.assertTrue(gate.may_control(by("REPLICATION")) and gate.may_ask_controller(by("REPLICATION")))
        self.assertFalse(gate.may_control(by("CLIENTS")) or gate.may_ask_controller(by("CLIENTS")))
        self.assertFalse(gate.may_replicate(by("CLIENTS"), 2, -1))

    def test_a_listener_for_the_controller(self) -> None:
        """``control.plane.listener.name``."""
        gate = BetweenBrokers(ControlledCoordination(), "REPLICATION", "CONTROL")
        self.assertTrue(gate.may_control(by("CONTROL")) and gate.may_ask_controller(by("REPLICATION")))
        self.assertFalse(gate.may_control(by("REPLICATION")))

    def test_epochs(self) -> None:
        """The life that is registered; one that the registrations do not show yet is not told from it."""
        coordination = ControlledCoordination()
        gate = BetweenBrokers(coordination, "PLAINTEXT")
        self.assertEqual([gate.may_replicate(by("PLAINTEXT"), 2, epoch) for epoch in (-1, 50, 49, 51)], [True, True, False, False])
        del coordination.epochs[2]
        self.assertTrue(gate.may_replicate(by("PLAINTEXT"), 2, 50))

    def test_alone(self) -> None:
        """Nobody controls; who says that it is a broker is told by the partitions that it is no replica."""
        gate = BetweenBrokers(Uncontrolled(), None)  # type: ignore[arg-type]
        self.assertFalse(gate.may_control(by("PLAINTEXT")) or gate.may_ask_controller(by("PLAINTEXT")))
        self.assertTrue(gate.may_replicate(by("PLAINTEXT"), 2, 7))
