"""A broker whose authorizer gives nobody any right, alone and in virtual time."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.testing.broker import MemoryBroker

AUTHORIZED = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer"}


class ClosedBrokerCase(SynchronousTestCase):
    """One for each test, and what its cluster knows."""

    def setUp(self) -> None:
        self.broker = MemoryBroker(AUTHORIZED).start()
        self.addCleanup(self.broker.stop)
        coordination = self.broker.broker.coordination
        assert coordination is not None
        self.coordination = coordination
