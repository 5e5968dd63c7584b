"""What a broker shows of its parts."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.testing.broker import MemoryBroker
from tests.broker.lifecycle.test_service import batch, fetch, make_topic, produce


class GaugesTests(SynchronousTestCase):
    """`add_gauges`, and what else is counted."""

    def test_what_is_measured(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        client, other = broker.connect(), broker.connect()
        make_topic(client, "t", flush_messages="1")
        client.ask(*produce("t", batch(b"a")))
        client.send(fetch("t", offset=1, max_wait_ms=10_000))
        found = {reading.name: reading.value for reading in broker.broker.metrics}
        for name, value in (
            ("connections.count", 2),
            ("connections.refused.count", 0),
            ("fetch.sessions.count", 0),
            ("fetch.waiting.count", 1),
            ("produce.waiting.count", 0),
            ("partitions.count", 1),
            ("requests.Produce.count", 1),
            ("requests.Fetch.count", 1),
        ):
            self.assertEqual(found[name], value, name)
        self.assertGreater(found["log.size_bytes"], 60)
        self.assertGreater(found["log.open_files.count"], 0)
        times = broker.broker.metrics.histogram("flush.time_ms", "")
        self.assertEqual(times.count, 1)
        received = found["connections.received_bytes"]
        self.assertGreater(received, 100)
        client.hang_up()
        after = {reading.name: reading.value for reading in broker.broker.metrics}
        self.assertEqual((after["connections.count"], after["connections.received_bytes"]), (1, received))
        other.hang_up()
