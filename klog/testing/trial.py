"""A broker for each test of a `twisted.trial.unittest.TestCase`, on the reactor that trial runs.

::

    class OrderTests(BrokerMixin, TestCase):
        klog_properties = {"num.partitions": "3"}
        klog_topics = {"orders": 3}

        async def test_orders_arrive(self):
            producer = Producer(reactor, self.klog_broker.bootstrap)
            self.addCleanup(producer.stopService)
            place = await producer.send("orders", b"first")
            self.assertEqual(place.offset, 0)

The broker starts in `setUp`, in a few milliseconds, and stops after the test's own clean-ups; the reactor is clean then if the test
closed its clients.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred

from klog.testing.on_reactor import ReactorBroker

if TYPE_CHECKING:
    from twisted.trial.unittest import TestCase as _Case
else:
    _Case = object


class BrokerMixin(_Case):
    """See the module. To stand before `TestCase` among the bases; a `setUp` of your own calls this one and returns what it returns.

    :cvar klog_properties: settings of the broker.
    :cvar klog_topics: topics that it begins with, and their numbers of partitions.
    :cvar klog_data_directory: where its files lie; in memory where None.
    :ivar klog_broker: the broker.
    """

    klog_properties: Mapping[str, Any] = {}
    klog_topics: Mapping[str, int] = {}
    klog_data_directory: str | None = None
    klog_broker: ReactorBroker

    def setUp(self) -> Any:
        """Start the broker."""
        # Trial has installed it by now.
        from twisted.internet import reactor

        super().setUp()
        self.klog_broker = self.make_klog_broker(reactor)
        self.klog_broker.start()
        # Clean-ups run last in, first out: those of the test come before this one.
        self.addCleanup(self.klog_broker.stop)
        return self.klog_broker.create_topics(self.klog_topics) if self.klog_topics else None

    def make_klog_broker(self, reactor: Any) -> ReactorBroker:
        """To be overridden by who wants another one."""
        return ReactorBroker(reactor, self.klog_properties, data_directory=self.klog_data_directory)

    def restart_klog_broker(self) -> Deferred[None]:
        """Stop it and start it again, on the same port with the same files."""
        return self.klog_broker.stop().addCallback(lambda _: self.klog_broker.start())
