"""Sources that say again what they have said, and that lead in a ring."""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

from klog.client.admin.admin import Admin
from klog.client.producing.producer import Producer
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.records import STATE_TOPIC_CONFIGS, Key, LinkDefinition, encode_value
from klog.mirror.decisions.states import CopyState, TopicState
from klog.storage.log.log import Log
from klog.testing.broker import MemoryBroker
from tests.mirror.rig import TwoClusters, stored


class RepeatedTests(TwoClusters):
    """A source that answers with what was asked for before."""

    def test_offsets_that_go_back(self) -> None:
        """Nothing is copied twice; it is said what is wrong, and what is right is copied when it comes."""
        self.source.create_topics({"web.a": 1})
        for value in (b"a", b"b", b"c"):
            self.source.put("web.a", [value])
        self.link()
        self.until_level("web.a")
        self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.LEVEL)
        before = stored(self.destination, "web.a")
        partition = self.source.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
        assert partition is not None
        reads, ours = Log.read, partition.log

        def read_again(log: Log, offset: int, max_bytes: int, **more: Any) -> Any:
            if log is ours and offset == 3:
                return reads(log, 1, 1, **more)
            return reads(log, offset, max_bytes, **more)

        with mock.patch.object(Log, "read", read_again):
            self.source.put("web.a", [b"d"])
            self.run_until(lambda: "copied already" in self.picture().copies["web.a", 0].reason)
            self.assertEqual(stored(self.destination, "web.a"), before)
        self.until_level("web.a")
        self.assert_equal("web.a")
        self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.LEVEL)


class RingTests(TwoClusters):
    """A is mirrored into B, B into C, and C into A: a record would go round for ever, if A's topic took it."""

    both_mirror = True

    def setUp(self) -> None:
        super().setUp()
        self.third = MemoryBroker(reactor=self.reactor, host="192.0.2.13", seed=3, mirrors=True).start()
        self.admins = [Admin(self.reactor, broker.bootstrap, random=random.Random(7)) for broker in (self.source, self.third)]
        for admin in self.admins:
            self.until(admin.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS)))
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.link("ab")
        self.until_level("web.a")
        self.link_into(self.third, LinkDefinition("bc", self.destination.bootstrap, ("web.*",)))
        self.run_until(lambda: self.end(self.third, "web.a") == 1)

    def tearDown(self) -> None:
        for admin in self.admins:
            self.until(admin.stopService())
        self.third.stop()
        super().tearDown()

    def link_into(self, broker: MemoryBroker, definition: LinkDefinition) -> None:
        """Make a link of that cluster's."""
        producer = Producer(self.reactor, broker.bootstrap, allow_auto_create_topics=False, random=random.Random(8))
        self.until(producer.send(STATE_TOPIC, encode_value(definition), Key("link", definition.name).encode(), partition=0))
        self.until(producer.stopService())

    def closing(self, *, takes_over: bool) -> str:
        """Close the ring; why the topic is not mirrored into where it comes from."""
        self.link_into(self.source, LinkDefinition("ca", self.third.bootstrap, ("web.*",), takes_over=takes_over))
        [application] = self.source.broker.applications

        def stopped() -> str:
            link = application.engine and application.engine.state.picture.link("ca")  # type: ignore[attr-defined]
            record = link and link.topics.get("web.a")
            return record.reason if record and record.state is TopicState.STOPPED else ""

        return str(self.run_until(stopped))

    def check_that_nothing_goes_round(self) -> None:
        """What is written goes to the end of the chain, once."""
        self.source.put("web.a", [b"b"])
        self.run_until(lambda: self.end(self.third, "web.a") == 2)
        self.run_for(30)
        self.assertEqual([self.end(one, "web.a") for one in (self.source, self.destination, self.third)], [2, 2, 2])

    def test_three_clusters(self) -> None:
        self.assertIn("a topic of the name is there that is no mirror", self.closing(takes_over=False))
        self.check_that_nothing_goes_round()

    def test_by_taking_over(self) -> None:
        """All three would follow each other, and nobody could write."""
        self.assertIn("a mirror at the source, too, of its link bc", self.closing(takes_over=True))
        self.check_that_nothing_goes_round()
