"""klog.testing.program: programs die and stand still beside a broker."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.producing.producer import Producer
from klog.testing.broker import MemoryBroker
from klog.testing.program import MemoryProgram


class ProgramTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"t": 1})
        self.program = MemoryProgram(self.broker.reactor, "192.0.2.50")
        self.producer = Producer(self.program.reactor, self.broker.bootstrap)
        self.broker.reactor.until(self.producer.send("t", b"first"))

    def values(self) -> list[bytes | None]:
        return [message.value for message in self.broker.messages("t")]

    def test_standing_still(self) -> None:
        """What it had planned happens when it goes on."""
        sent = self.producer.send("t", b"second")
        self.program.freeze()
        self.broker.advance(20)
        self.assertEqual((self.program.is_frozen, self.values()), (True, [b"first"]))
        self.program.thaw()
        self.broker.reactor.until(sent)
        self.assertEqual(self.values(), [b"first", b"second"])
        self.broker.reactor.until(self.producer.stopService())

    def test_death(self) -> None:
        """Nothing of it happens any more; the broker hears that its connections are gone."""
        self.producer.send("t", b"never")
        self.program.kill()
        self.program.kill()
        self.broker.advance(60)
        self.assertEqual((self.program.is_dead, self.values()), (True, [b"first"]))
        self.assertEqual([link for link in self.broker.network.links if link.client.getHost().host == "192.0.2.50"], [])
