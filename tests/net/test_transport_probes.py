"""klog.net.transport_probes: what memory and TLS have not."""

from __future__ import annotations

from twisted.internet.protocol import Protocol
from twisted.trial.unittest import SynchronousTestCase

from klog.net.transport_probes import choose_progress_probe, choose_sendfile
from klog.testing.network import MemoryNetwork


class ChoiceTests(SynchronousTestCase):
    """The one place that chooses."""

    def test_memory_and_tls_have_no_sendfile(self) -> None:
        self.assertIsNone(choose_sendfile(object()))
        network = MemoryNetwork()
        client = network.connect(Protocol())
        self.assertIsNone(choose_sendfile(client.transport))
        held = choose_progress_probe(client.transport)
        self.assertEqual(held(), (-1, 0, 0))
        self.assertEqual(choose_progress_probe(object())(), (-1, 0, 0))
