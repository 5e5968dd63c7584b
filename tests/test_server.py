"""What twistd makes: a broker, and what runs beside it."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.mirror.application import MirrorApplication
from klog.server import APPLICATIONS, mirrors
from klog.testing.broker import MemoryBroker


class ServerTests(SynchronousTestCase):
    """The applications."""

    def test_mirrors(self) -> None:
        self.assertEqual(APPLICATIONS, (mirrors,))
        memory = MemoryBroker(mirrors=True).start()
        [application] = memory.broker.applications
        self.assertIsInstance(application, MirrorApplication)
        memory.stop()
        memory.advance(10)
