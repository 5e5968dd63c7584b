"""Which APIs a broker serves."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.handlers.api_versions import API_VERSIONS_KEY
from klog.testing.broker import MemoryBroker
from klog.wire.apis import APIS, SERVED
from klog.wire.messages.api_versions import ApiVersionsRequest


class HandlerListTests(SynchronousTestCase):
    """`make_handlers`, with those that other rooms bring along."""

    def test_every_served_api_is_announced(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        answer = broker.connect().ask(ApiVersionsRequest(client_software_name="x", client_software_version="1"), 3)
        announced = {one.api_key: (one.min_version, one.max_version) for one in answer.api_keys}
        self.assertEqual(sorted(announced), sorted(SERVED))
        self.assertIn(API_VERSIONS_KEY, announced)
        for key, (low, high) in announced.items():
            self.assertGreaterEqual(low, APIS[key].announced.lowest)
            self.assertLessEqual(high, APIS[key].announced.highest, APIS[key].name)
