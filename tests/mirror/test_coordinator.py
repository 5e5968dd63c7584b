"""What one broker does for all: topics, promotions, failovers, groups."""

from __future__ import annotations

import dataclasses
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

from klog.broker.mirror_copies import MirrorCopy
from klog.client.admin.admin import Admin
from klog.client.admin.types import ConfigResource
from klog.errors import ErrorCode, KlogError
from klog.mirror.decisions.records import Key, TopicRecord
from klog.mirror.decisions.states import Event, TopicState
from klog.mirror.decisions.topics import LINK_CONFIG
from klog.mirror.source_fetcher import SourceFetcher
from tests.mirror.rig import TwoClusters


class TopicTests(TwoClusters):
    """Topics as at the source."""

    def test_made_with_partitions_and_configurations(self) -> None:
        self.until(self.there.create_topic("web.a", 3, configs={"retention.ms": "12345", "cleanup.policy": "compact"}))
        self.source.create_topics({"orders": 1})
        self.link(never_configs=("retention.ms",))
        self.run_until(lambda: self.destination.broker.coordination.topics().get("web.a"))  # type: ignore[union-attr]
        info = self.destination.broker.coordination.topics()["web.a"]  # type: ignore[union-attr]
        self.assertEqual(len(info.partitions), 3)
        self.assertEqual(dict(info.configs), {"cleanup.policy": "compact", LINK_CONFIG: "dc1"})
        self.assertNotIn("orders", self.destination.broker.coordination.topics())  # type: ignore[union-attr]

    def test_topics_and_partitions_that_come_later(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.link()
        self.until_level("web.a")
        self.source.create_topics({"web.b": 1})
        self.source.put("web.b", [b"b"])
        self.until(self.there.create_partitions({"web.a": 3})).check()
        self.source.put("web.a", [b"a"], partition=2)
        self.until_level("web.b")
        self.until_level("web.a", 3)
        self.assert_equal("web.a", 3)

    def test_a_topic_of_the_name_is_there(self) -> None:
        """It is left alone, and that is told."""
        self.source.create_topics({"web.a": 1, "web.b": 1})
        self.source.put("web.b", [b"b"])
        self.destination.create_topics({"web.a": 1})
        self.destination.put("web.a", [b"mine"])
        self.link()
        self.until_level("web.b")
        self.run_until(lambda: self.state("web.a") is TopicState.STOPPED)
        self.assertIn("no mirror", self.picture().topics["web.a"].reason)
        self.destination.put("web.a", [b"mine, too"])

    def test_gone_at_the_source(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.link()
        self.source.put("web.a", [b"a"])
        self.until_level("web.a")
        self.until(self.there.delete_topic("web.a"))
        self.run_until(lambda: self.state("web.a") is TopicState.STOPPED)
        self.assertEqual(self.end(self.destination, "web.a"), 1)

    def test_missed_by_a_broker_that_has_just_started(self) -> None:
        """What would stop a topic counts when it was found twice: that it is gone, that it has no partitions, or fewer."""
        self.source.create_topics({"web.a": 2})
        self.source.put("web.a", [b"a"])
        self.link()
        self.until_level("web.a")
        [known] = self.until(self.there.list_topics())
        lists = Admin.list_topics
        for number, said in enumerate(([], [dataclasses.replace(known, partitions=0)], [dataclasses.replace(known, partitions=1)])):
            said_at: list[int] = []

            def listed(admin: Admin, said: Any = said, said_at: list[int] = said_at, **more: Any) -> Any:
                found = lists(admin, **more)
                if more.get("internal") and not said_at:
                    said_at.append(self.reactor.now_ms())
                    return found.addCallback(lambda _: said)
                return found

            with self.subTest(said=said), mock.patch.object(Admin, "list_topics", listed):
                self.run_until(lambda said_at=said_at: said_at)  # type: ignore[misc]
                self.run_for(12)
                self.source.put("web.a", [b"%d" % number])
                self.until_level("web.a")
                self.assertEqual((self.state("web.a"), self.warnings), (TopicState.ACTIVE, []))

    def test_no_record_makes_a_topic_of_brokers_own(self) -> None:
        """Whatever stands in the state topic."""
        self.source.create_topics({"__theirs": 1, "web.a": 1})
        self.link()
        self.write(Key("topic", "dc1", "__theirs"), TopicRecord(TopicState.ACTIVE))
        self.until_level("web.a")
        self.run_for(12)
        self.assertNotIn("__theirs", self.destination.broker.coordination.topics())  # type: ignore[union-attr]

    def test_a_mistake_in_one_link_holds_up_no_other(self) -> None:
        self.source.create_topics({"app.a": 1, "web.a": 1})
        self.source.put("web.a", [b"a"])
        self.link("dc0", ["app.*"])
        self.run_until(lambda: self.state("app.a", "dc0"))
        coordinator = self.engine._coordinator
        hears = coordinator._hear

        async def broken(name: str, *arguments: Any, **others: Any) -> None:
            if name == "dc0":
                raise ZeroDivisionError
            await hears(name, *arguments, **others)

        with mock.patch.object(coordinator, "_hear", broken):
            self.link("dc1")
            self.until_level("web.a")
        self.assertTrue(self.flushLoggedErrors(ZeroDivisionError))


class EndTests(TwoClusters):
    """A copy becomes an ordinary topic."""

    def test_promoted(self) -> None:
        """Not before all is here, what came last included."""
        self.source.create_topics({"web.a": 2})
        self.link()
        self.source.put("web.a", [b"a"])
        self.until_level("web.a", 2)
        self.wish("web.a", Event.PROMOTE)
        self.source.put("web.a", [b"last"], partition=1)
        self.run_until(lambda: self.state("web.a") is TopicState.PROMOTED)
        self.assert_equal("web.a", 2)
        record = self.picture().topics["web.a"]
        self.assertEqual([row["end"] for row in record.report], [1, 1])
        self.assertEqual([row["open"] for row in record.report], [[], []])
        self.assertEqual(self.destination.put("web.a", [b"ours"]), 1)
        # What the source gets from now on is its own.
        self.source.put("web.a", [b"theirs"])
        self.run_for(10)
        self.assertEqual([one.value for one in self.destination.messages("web.a", 0)], [b"a", b"ours"])

    def test_a_link_made_again_while_a_round_waits(self) -> None:
        """What was wished of the first one is not done to the second."""
        self.source.create_topics({"web.a": 1})
        definition = self.link(created_ms=1)
        self.until_level("web.a")
        coordinator = self.engine._coordinator
        missing = coordinator._what_is_missing
        answered: Deferred[None] = Deferred()
        asked: list[str] = []

        async def late(*arguments: Any) -> str:
            asked.append(await missing(*arguments))
            await answered
            return asked[0]

        with mock.patch.object(coordinator, "_what_is_missing", late):
            self.wish("web.a", Event.PROMOTE)
            self.run_until(lambda: asked)
            again = dataclasses.replace(definition, created_ms=2)
            self.write_together((Key("link", "dc1"), None), (Key("link", "dc1"), again))
            self.run_for(1)
            answered.callback(None)
            self.run_for(3)
        self.run_for(12)
        self.assertIs(self.state("web.a"), TopicState.ACTIVE)
        self.source.put("web.a", [b"a"])
        self.until_level("web.a")

    def test_no_promotion_before_what_the_source_has_lost_is_cut(self) -> None:
        """A copy that ends behind its source has not all that the source has: it is cut in a moment, and goes on from there."""
        self.source.create_topics({"web.a": 1})
        for _ in range(9):
            self.source.put("web.a", [b"a"])
        self.link()
        self.until_level("web.a")
        self.run_until(lambda: self.state("web.a") is TopicState.ACTIVE)
        cut = MirrorCopy.cut

        def late(copy: MirrorCopy, offset: int) -> Deferred[bool]:
            return deferLater(self.reactor, 5, cut, copy, offset)

        with mock.patch.object(MirrorCopy, "cut", late):
            self.source.stop()
            self.source.start()
            partition = self.source.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
            assert partition is not None
            partition.log.truncate_to(4)
            partition.log.high_watermark = 4
            self.source.put("web.a", [b"other"])
            self.wish("web.a", Event.PROMOTE)
            self.run_until(lambda: self.state("web.a") is TopicState.PROMOTED)
        self.assert_equal("web.a")

    def test_what_a_promotion_waits_for(self) -> None:
        """It is told which partition is behind, and by how much."""
        self.source.create_topics({"web.a": 2})
        self.link()
        self.until_level("web.a", 2)
        self.run_until(lambda: self.state("web.a") is TopicState.ACTIVE)
        with mock.patch.object(SourceFetcher, "_append_to", side_effect=KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "no room")):
            self.source.put("web.a", [b"a"] * 3, partition=1)
            self.wish("web.a", Event.PROMOTE)
            self.run_for(1)
            # Neither is that held up by a wall clock that is set back.
            self.destination.step_clock(-3600)
            reason = self.run_until(lambda: self.picture().waiting.get("web.a"))
        self.assertEqual(reason, "partition 1 ends at 0 here, and at 3 at the source")
        self.run_until(lambda: self.state("web.a") is TopicState.PROMOTED)
        self.run_until(lambda: not self.picture().waiting)

    def test_no_promotion_without_the_source(self) -> None:
        """Nobody can say what is missing; a failover goes all the same."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.source.put("web.a", [b"a"])
        self.until_level("web.a")
        self.source.stop()
        self.wish("web.a", Event.PROMOTE)
        self.run_for(60)
        self.assertIsNot(self.state("web.a"), TopicState.PROMOTED)
        self.wish("web.a", Event.FAIL_OVER)
        self.run_until(lambda: self.state("web.a") is TopicState.FAILED_OVER)
        self.assertEqual(self.destination.put("web.a", [b"ours"]), 1)

    def test_the_configuration_says_it(self) -> None:
        """Whoever takes it away frees the topic, whatever became of the state topic."""
        self.source.create_topics({"web.a": 1})
        self.link()
        self.until_level("web.a")
        self.until(self.here.alter_configs({ConfigResource.topic("web.a"): {LINK_CONFIG: None}})).check()
        self.assertEqual(self.destination.put("web.a", [b"mine"]), 0)
        self.source.put("web.a", [b"theirs"])
        self.run_for(10)
        self.assertEqual([one.value for one in self.destination.messages("web.a")], [b"mine"])
