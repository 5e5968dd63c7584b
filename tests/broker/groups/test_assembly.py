"""klog.broker.groups.assembly"""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.assembly import group_handlers
from klog.broker.lifecycle.assembly import StartRefused
from klog.config import ConfigError
from klog.testing.broker import MemoryBroker
from klog.wire.apis import APIS


class RoomTests(SynchronousTestCase):
    def test_the_broker_answers_what_the_room_does(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        parts = broker.broker
        assert parts.coordinator is not None and parts.coordination is not None and parts.dispatcher is not None
        keys = [handler.request_type.api_key for handler in group_handlers(parts.coordinator, parts.coordination)]
        self.assertEqual(len(keys), len(set(keys)))
        self.assertLessEqual(set(keys), set(parts.dispatcher.table.versions))
        named = {key for key, api in APIS.items() if "Group" in api.name or api.name.startswith("Offset")} - {23}
        self.assertLessEqual(named, {*keys}, "every API of groups and committed offsets (23 is OffsetForLeaderEpoch)")

    def test_times_that_contradict_each_other(self) -> None:
        broker = MemoryBroker({"group.consumer.heartbeat.interval.ms": "50000"})
        self.assertRaises((StartRefused, ConfigError), broker.start)
