"""A broker without mirrors has nothing to do for them."""

from __future__ import annotations

from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.records import STATE_TOPIC_CONFIGS
from klog.testing.broker import MemoryBroker
from tests.mirror.rig import TwoClusters


class ApplicationTests(TwoClusters):
    """It comes and goes with the state topic."""

    def test_comes_and_goes(self) -> None:
        [application] = self.destination.broker.applications
        self.run_until(lambda: application.engine is not None)  # type: ignore[attr-defined]
        self.until(self.here.delete_topic(STATE_TOPIC))
        self.run_until(lambda: application.engine is None)  # type: ignore[attr-defined]
        self.until(self.here.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS)))
        self.run_until(lambda: application.engine is not None)  # type: ignore[attr-defined]

    def test_a_broker_that_cannot_reach_itself(self) -> None:
        """It is said once, and nothing else happens."""
        broker = MemoryBroker(reactor=self.reactor, host="192.0.2.14", seed=4, mirrors=True).start()
        self.listen_to(broker)
        broker.broker.open_listeners.ports.clear()
        broker.create_topics({STATE_TOPIC: 1})
        self.run_for(10)
        self.assertEqual(len([one for one in self.warnings if "no mirror runs here" in one]), 1)
        broker.stop()
