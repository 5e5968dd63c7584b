"""There and back: the old source follows the cluster that took over, from where they parted on."""

from __future__ import annotations

import random
from unittest import mock

from twisted.internet.defer import Deferred

from klog.client.admin.types import ConfigResource
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.records import STATE_TOPIC_CONFIGS, Key, LinkDefinition, Value, Wish, encode_value
from klog.mirror.decisions.states import CopyState, Event, TopicState
from klog.mirror.decisions.topics import LINK_CONFIG
from klog.mirror.source_log import Extent, SourceLog
from klog.records.contract import TRANSACTIONAL
from klog.records.implementations import codec
from klog.storage.log.values import AppendEntry
from klog.testing.broker import MemoryBroker
from tests.mirror.rig import DESTINATION, SOURCE, TwoClusters, stored


class FailbackTests(TwoClusters):
    """The destination has taken over, and the old source comes back."""

    def setUp(self) -> None:
        super().setUp()
        self.until(self.there.create_topic("web.a", 1))
        for number in range(10):
            self.source.put("web.a", [b"common %d" % number] * 3)
        self.link()
        self.until_level("web.a")

    def fail_over(self) -> None:
        """The old source is away meanwhile; it has mirrors of its own from now on."""
        self.run_until(lambda: self.picture().copies.get(("web.a", 0)))
        self.wish("web.a", Event.FAIL_OVER)
        self.run_until(lambda: self.state("web.a") is TopicState.FAILED_OVER)
        self.source.stop()
        # Each start is a leader epoch more: both have other records of the same one. Another seed: a topic's id is not given out again.
        self.source = MemoryBroker(file_system=self.source.file_system, reactor=self.reactor, host=SOURCE, seed=9, mirrors=True).start()
        self.listen_to(self.source)
        self.until(self.there.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS)))

    def take_over(self, on_loss: OnLoss = OnLoss.ALARM, resumed: int = 0) -> None:
        """The old source follows from now on."""
        definition = LinkDefinition("back", f"{DESTINATION}:9092", ("web.*",), on_loss=on_loss, resumed=resumed, takes_over=True)
        self.tell(Key("link", "back"), definition)

    def tell(self, key: Key, value: Value | None) -> None:
        """A record of the old source's state topic."""
        producer = Producer(self.reactor, f"{SOURCE}:9092", allow_auto_create_topics=False, random=random.Random(7))
        self.until(producer.send(STATE_TOPIC, None if value is None else encode_value(value), key.encode(), partition=0))
        self.until(producer.stopService())

    @property
    def back(self):  # type: ignore[no-untyped-def]
        """What is known of the way back."""
        [application] = self.source.broker.applications
        engine = application.engine  # type: ignore[attr-defined]
        return None if engine is None else engine.state.picture.link("back")

    def copy(self):  # type: ignore[no-untyped-def]
        """What is told of the old source's copy."""
        return None if self.back is None else self.back.copies.get(("web.a", 0))

    def until_back(self) -> None:
        self.run_until(lambda: stored(self.source, "web.a") == stored(self.destination, "web.a"))

    def test_nothing_of_its_own(self) -> None:
        """It goes on where it was; nothing is cut, and nothing copied again."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 5)
        self.take_over(OnLoss.STOP)
        self.until_back()
        self.run_until(lambda: (one := self.copy()) is not None and one.state is CopyState.LEVEL)
        self.assertEqual((self.copy().cut, self.copy().lost), ((), ()))

    def test_what_it_alone_has_is_cut_and_told(self) -> None:
        """Written under the same leader epochs on both sides, as many here as there or more."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        for _ in range(3):
            self.source.put("web.a", [b"nobody copied this"] * 4)
        self.take_over()
        self.until_back()
        self.run_until(lambda: (one := self.copy()) is not None and one.cut == ((30, 42),))
        self.assertTrue([one for one in self.warnings if "offsets 30 to 41 are here alone" in one])
        self.assertEqual(self.end(self.source, "web.a"), 34)

    def test_it_stops_before_that(self) -> None:
        """Who wants to read it first can."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        self.source.put("web.a", [b"nobody copied this"] * 2)
        self.take_over(OnLoss.STOP)
        self.run_until(lambda: (one := self.copy()) is not None and one.state is CopyState.STOPPED)
        self.assertIn("offsets 30 to 31 are here alone", self.copy().reason)
        self.assertEqual(self.end(self.source, "web.a"), 32)
        self.assertEqual(self.source.messages("web.a")[-1].value, b"nobody copied this")
        self.take_over(OnLoss.ALARM, resumed=1)
        self.until_back()
        self.assertEqual(self.copy().cut, ((30, 32),))

    def test_killed_while_it_goes_back(self) -> None:
        """Whenever: it is cut once, and no record of the new source's is cut."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        self.source.put("web.a", [b"nobody copied this"] * 8)
        self.take_over()
        for number in range(6):
            self.run_for(0.02 * number)
            self.source.kill()
            self.source.start()
            self.destination.put("web.a", [b"more"])
        self.until_back()
        self.run_until(lambda: (one := self.copy()) is not None and one.state is CopyState.LEVEL)
        self.assertEqual(self.copy().cut, ((30, 38),))

    def test_there_and_back_and_there(self) -> None:
        """The first destination takes the second turn."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        self.take_over()
        self.until_back()
        described = self.until(self.there.describe_configs([ConfigResource.topic("web.a")]))
        self.assertEqual(described[ConfigResource.topic("web.a")]["klog.mirror.link"].value, "back")
        self.tell(Key("wish", "back", "web.a"), Wish(Event.PROMOTE, 1))
        self.run_until(lambda: self.back.topics["web.a"].state is TopicState.PROMOTED)
        self.source.put("web.a", [b"at home"] * 3)
        self.write(Key("link", "dc1"), None)
        self.run_until(lambda: not self.engine.links and not self.engine.state.picture.leftovers())
        self.destination.put("web.a", [b"too late"])
        self.link(takes_over=True)
        self.until_back()
        self.run_until(lambda: (one := self.picture().copies.get(("web.a", 0))) is not None and one.cut == ((34, 35),))
        self.source.put("web.a", [b"on and on"] * 3)
        self.until_back()

    def test_the_second_turn_at_once(self) -> None:
        """A link that is deleted and made again begins anew, however soon that is: nothing of the first turn counts in the second."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        self.take_over()
        self.until_back()
        self.tell(Key("wish", "back", "web.a"), Wish(Event.PROMOTE, 1))
        self.run_until(lambda: self.back.topics["web.a"].state is TopicState.PROMOTED)
        self.source.put("web.a", [b"at home"] * 3)
        again = LinkDefinition("dc1", self.source.bootstrap, ("web.*",), takes_over=True)
        self.write_together((Key("link", "dc1"), None), (Key("link", "dc1"), again))
        self.until_back()
        self.run_until(lambda: (one := self.picture().copies.get(("web.a", 0))) is not None and one.state is CopyState.LEVEL)
        self.assertIs(self.state("web.a"), TopicState.ACTIVE)
        self.assertEqual((self.picture().topics["web.a"].report, self.picture().wishes), ((), {}))
        self.run_until(lambda: not self.engine.state.picture.leftovers())

    def test_freed_by_hand(self) -> None:
        """Whoever takes the configuration away has the topic: what clients write there is not cut five seconds later."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        self.source.put("web.a", [b"nobody copied this"])
        self.take_over()
        self.until_back()
        self.run_until(lambda: (one := self.copy()) is not None and one.cut == ((30, 31),))
        self.until(self.there.alter_configs({ConfigResource.topic("web.a"): {LINK_CONFIG: None}})).check()
        self.source.put("web.a", [b"mine"])
        self.run_for(15)
        self.assertEqual(self.source.messages("web.a")[-1].value, b"mine")
        record = self.back.topics["web.a"]
        self.assertIs(record.state, TopicState.STOPPED)
        self.assertIn("was a mirror of this link, and is none any more", record.reason)

    def test_a_transaction_that_nobody_will_end(self) -> None:
        """A power cut took its end, and its coordinator knows of none: it does not hold up the way back for ever."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        left = codec.build_batch(
            [(self.source.now_ms(), None, b"open", ())], attributes=TRANSACTIONAL, producer_id=77, producer_epoch=0, base_sequence=0
        )
        partition = self.source.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
        assert partition is not None
        guard = partition.log.begin_verification(77, 0, 0, knows_epoch_bumps=False)
        [result] = partition.append([AppendEntry(left, 9, guard=guard)])
        self.assertIs(result.code, ErrorCode.NONE)
        self.take_over()
        self.until_back()
        self.assertEqual(self.copy().cut, ((30, 31),))
        self.assertEqual(partition.log.last_stable_offset, partition.log.end_offset)

    def test_a_transaction_that_its_producer_will_end(self) -> None:
        """It is waited for, and told whose it is."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        producer = Producer(self.reactor, f"{SOURCE}:9092", transactional_id="billing", random=random.Random(7))
        over: Deferred[None] = Deferred()

        async def transact() -> None:
            async with producer.transaction() as transaction:
                transaction.send("web.a", b"open")
                await producer.flush()
                await over

        done = Deferred.fromCoroutine(transact())
        self.run_until(lambda: self.end(self.source, "web.a") == 31)
        self.take_over()
        reason = self.run_until(lambda: self.back is not None and self.back.waiting.get("web.a"))
        self.assertRegex(reason, r"a transaction is open in it, of billing \(\d+\) in partition 0 from offset 30 on")
        self.assertEqual(len([one for one in self.warnings if "a transaction is open in it" in one]), 1)
        self.run_for(12)
        self.assertEqual(len([one for one in self.warnings if "a transaction is open in it" in one]), 1)
        over.callback(None)
        self.until(done)
        self.until_back()
        self.run_until(lambda: (one := self.copy()) is not None and one.cut == ((30, 32),))
        self.run_until(lambda: not self.back.waiting)
        self.until(producer.stopService())

    def test_a_group_behind_the_end_of_what_is_taken_over(self) -> None:
        """What it has read there went in a power cut; the records that come in its place it has not read."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 20)
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 40})).check()
        self.take_over()
        self.until_back()
        self.run_for(12)
        found = self.until(self.there.list_group_offsets(["readers"])).done["readers"]
        self.assertEqual(found[self.tp("web.a")].offset, 30)

    def lose_while_nothing_is_asked(self, others: int) -> None:
        """The other side is away, and has lost its tail, while no Fetch is under way that would fail: then it has so many other records."""
        self.fail_over()
        self.take_over()
        self.run_until(lambda: (one := self.copy()) is not None and one.state is CopyState.LEVEL)
        [application] = self.source.broker.applications
        [copying] = application.engine.links["back"].copying  # type: ignore[attr-defined]
        [fetcher] = application.engine.links["back"]._fetchers.values()  # type: ignore[attr-defined]
        copying.waits = 10
        fetcher._wait(copying, "something passes")
        self.run_for(2)
        self.destination.stop()
        self.destination.start()
        partition = self.destination.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
        assert partition is not None
        partition.log.truncate_to(6)
        partition.log.high_watermark = 6
        for _ in range(others):
            self.destination.put("web.a", [b"another"])

    def test_overgrown_while_nothing_was_asked(self) -> None:
        """What is on a new connection may be another log, also where nobody has seen the old one break."""
        self.lose_while_nothing_is_asked(40)
        self.until_back()
        self.assertEqual(self.copy().cut, ((6, 30),))

    def test_shorter_while_nothing_was_asked(self) -> None:
        self.lose_while_nothing_is_asked(3)
        self.until_back()
        self.assertEqual(self.copy().cut, ((6, 30),))

    def test_what_another_leader_was_asked_is_not_believed(self) -> None:
        """A comparison that ends when somebody else copies the partition by now says nothing."""
        self.fail_over()
        self.take_over()
        self.run_until(lambda: (one := self.copy()) is not None and one.state is CopyState.LEVEL)
        [application] = self.source.broker.applications
        [copying] = application.engine.links["back"].copying  # type: ignore[attr-defined]
        [fetcher] = application.engine.links["back"]._fetchers.values()  # type: ignore[attr-defined]
        asked: Deferred[None] = Deferred()
        extent = SourceLog.extent

        async def late(log: SourceLog) -> Extent:
            found = await extent(log)
            await asked
            return found

        with mock.patch.object(SourceLog, "extent", late):
            copying.is_compared = False
            fetcher._go_on(copying)
            self.run_for(1)
            fetcher.remove(copying)
            asked.callback(None)
            # Without time passing: the next round would find that nothing is copied.
            self.reactor.run()
        self.assertFalse(copying.is_compared)
        fetcher.add(copying)
        self.destination.put("web.a", [b"more"])
        self.until_back()

    def test_made_again_by_hand(self) -> None:
        """What was told of a topic is not told of another one of its name, nor does that one stop for it."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 4)
        self.source.put("web.a", [b"nobody copied this"])
        self.take_over(OnLoss.STOP)
        self.run_until(lambda: (one := self.copy()) is not None and one.state is CopyState.STOPPED)
        self.until(self.there.delete_topic("web.a"))
        self.until(self.there.create_topic("web.a", 1))
        self.run_until(lambda: self.back.topics["web.a"].state is TopicState.STOPPED)
        self.tell(Key("link", "back"), None)
        self.take_over(OnLoss.STOP)
        self.until_back()
        self.run_until(lambda: (one := self.copy()) is not None and one.state is CopyState.LEVEL)
        self.assertEqual((self.copy().cut, self.copy().lost), ((), ()))

    def test_failed_over_before_groups_were_copied(self) -> None:
        """No group goes on in what was cut, though nobody says any more where it is on the other side."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 20)
        self.source.put("web.a", [b"nobody copied this"] * 8)
        self.take_over()
        self.until_back()
        self.assertEqual(self.copy().cut, ((30, 38),))
        self.destination.stop()
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 36})).check()
        self.tell(Key("wish", "back", "web.a"), Wish(Event.FAIL_OVER, 1))
        self.run_until(lambda: self.back.topics["web.a"].state is TopicState.FAILED_OVER)
        found = self.until(self.there.list_group_offsets(["readers"])).done["readers"]
        self.assertEqual(found[self.tp("web.a")].offset, 30)

    def test_groups_that_have_read_what_was_cut(self) -> None:
        """Other records stand there by now: a group goes on where it is on the other side; who is known here alone, where both parted."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 20)
        self.source.put("web.a", [b"nobody copied this"] * 8)
        for group, offset in (("readers", 36), ("alone", 34), ("slow", 12)):
            self.until(self.there.alter_group_offsets(group, {self.tp("web.a"): offset})).check()
        self.until(self.here.alter_group_offsets("readers", {self.tp("web.a"): 32})).check()
        self.take_over()
        self.until_back()

        def committed() -> dict[str, int]:
            found = self.until(self.there.list_group_offsets(["readers", "alone", "slow"])).done
            return {group: offsets[self.tp("web.a")].offset for group, offsets in found.items()}

        self.run_until(lambda: committed() == {"readers": 32, "alone": 30, "slow": 12})
        # From now on what is read here counts.
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 35})).check()
        self.until(self.there.alter_group_offsets("alone", {self.tp("web.a"): 33})).check()
        self.run_for(15)
        self.assertEqual(committed(), {"readers": 35, "alone": 33, "slow": 12})

    def test_another_log(self) -> None:
        """A topic of the name with nothing in common is left as it is."""
        self.fail_over()
        self.until(self.there.create_topic("web.b", 1))
        self.until(self.here.create_topic("web.b", 1))
        self.source.put("web.b", [b"one"] * 3)
        self.destination.put("web.b", [b"other"] * 5)
        self.take_over()
        self.run_until(lambda: self.back is not None and (one := self.back.copies.get(("web.b", 0))) is not None and one.reason)
        self.assertIn("nothing is the same", self.back.copies["web.b", 0].reason)
        self.assertEqual(self.end(self.source, "web.b"), 3)

    def test_retention_took_the_place_where_they_part(self) -> None:
        """Nothing of what both still have is the same, or they have nothing in common any more: it stops, and is left as it is."""
        self.fail_over()
        self.source.put("web.a", [b"nobody copied this"] * 8)
        for _ in range(10):
            self.destination.put("web.a", [b"there"] * 2)
        for resumed, start, why in ((0, 34, "nothing is the same"), (1, 44, "the source starts at 44 by now")):
            self.until(self.here.delete_records({self.tp("web.a"): start})).check()
            self.take_over(resumed=resumed)
            self.run_until(
                lambda resumed=resumed: (  # type: ignore[misc]
                    (one := self.copy()) is not None and one.state is CopyState.STOPPED and one.resumed == resumed
                )
            )
            self.assertIn(why, self.copy().reason)
            self.assertEqual((self.copy().cut, self.copy().lost, self.end(self.source, "web.a")), ((), (), 38))
        self.assertEqual(self.source.messages("web.a")[-1].value, b"nobody copied this")

    def test_overtaken_on_the_way_back(self) -> None:
        """What is known to be a copy goes on behind what retention took, and tells it, as any other; also after a start."""
        self.fail_over()
        self.destination.put("web.a", [b"there"] * 5)
        self.take_over()
        self.until_back()
        self.run_until(lambda: (one := self.copy()) is not None and one.state is CopyState.LEVEL)
        self.source.stop()
        for _ in range(5):
            self.destination.put("web.a", [b"missed"] * 2)
        self.until(self.here.delete_records({self.tp("web.a"): 41})).check()
        self.source.start()
        self.run_until(lambda: (one := self.copy()) is not None and one.lost == ((35, 41),))
        self.run_until(lambda: self.end(self.source, "web.a") == 45)

    def test_a_mirror_still(self) -> None:
        """Two clusters that follow each other would wait for each other."""
        self.source.stop()
        self.source = MemoryBroker(file_system=self.source.file_system, reactor=self.reactor, host=SOURCE, seed=1, mirrors=True).start()
        self.listen_to(self.source)
        self.until(self.there.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS)))
        self.take_over()
        self.run_until(lambda: self.back is not None and "web.a" in self.back.topics)
        self.assertIn("a mirror at the source, too", self.back.topics["web.a"].reason)
        self.source.put("web.a", [b"still"])
