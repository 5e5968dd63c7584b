"""klog.mirror.resuming: what the source has no longer, and where a copy goes on then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from unittest import mock

from twisted.internet.defer import Deferred

from klog.broker.following.log_truncator import LogTruncator
from klog.client.offsets import OffsetAt
from klog.mirror.copying import Copying
from klog.mirror.decisions.answers import OnLoss, Resumption
from klog.mirror.decisions.states import CopyState, TopicState
from klog.mirror.resuming import Resuming
from klog.mirror.source_log import Extent, SourceLog
from klog.model import TopicPartition
from tests.mirror.rig import TwoClusters, stored


class LossTests(TwoClusters):
    """What the source has no longer."""

    def overtaken(self, on_loss: OnLoss, start: int = 10) -> None:
        """The source deletes 5 to 9, or up to where it starts then, while nothing is copied; it ends at 13."""
        self.source.create_topics({"web.a": 1})
        for _ in range(5):
            self.source.put("web.a", [b"old"])
        self.link(on_loss=on_loss)
        self.until_level("web.a")
        self.link(on_loss=on_loss, is_paused=True)
        self.run_until(lambda: self.state("web.a") is TopicState.PAUSED)
        for _ in range(8):
            self.source.put("web.a", [b"new"])
        self.until(self.there.delete_records({self.tp("web.a"): start})).check()
        self.link(on_loss=on_loss)

    def test_retention_overtook_it(self) -> None:
        self.overtaken(OnLoss.ALARM)
        self.until_level("web.a")
        self.assertEqual([one.offset for one in self.destination.messages("web.a")], [0, 1, 2, 3, 4, 10, 11, 12])
        self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 10),))
        self.assertTrue(any("offsets 5 to 9" in one for one in self.warnings))

    def test_the_source_goes_back_behind_a_loss(self) -> None:
        """It has less again than where the copy was to go on: what the copy has counts, and nothing is asked for for ever."""
        self.overtaken(OnLoss.ALARM)
        partition = self.source_partition("web.a")
        partition.log.truncate_fully_and_start_at(10)
        self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 10),))
        self.run_for(2)
        partition.log.truncate_fully_and_start_at(5)
        self.source.put("web.a", [b"again"])
        self.until_level("web.a")
        self.assertEqual([one.offset for one in self.destination.messages("web.a")], [0, 1, 2, 3, 4, 5])

    def test_the_source_has_again_what_was_lost(self) -> None:
        """It lost its power, and with it what it had deleted: it ends where the copy waits behind the loss, by what was written anew."""
        self.overtaken(OnLoss.ALARM, start=13)
        self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 13),))
        self.reactor.cut(9092)
        partition = self.source_partition("web.a")
        partition.log.truncate_fully_and_start_at(5)
        self.source.put("web.a", [b"again"] * 8)
        self.until_level("web.a")
        self.run_until(lambda: [one.offset for one in self.destination.messages("web.a")] == list(range(13)))

    def come_back_from(self, offset: int, count: int) -> None:
        """The source has lost its power, and with it that it had deleted anything from there on; so many records are written anew."""
        self.reactor.cut(9092)
        partition = self.source_partition("web.a")
        partition.log.truncate_fully_and_start_at(offset)
        for _ in range(count):
            self.source.put("web.a", [b"again"])

    def offsets(self) -> list[int]:
        """Of the copy."""
        return [one.offset for one in self.destination.messages("web.a")]

    def test_the_source_has_again_what_was_lost_and_followed(self) -> None:
        """The copy was begun anew where the source began; also where another process of ours looks."""
        for is_started_anew in (False, True):
            with self.subTest(is_started_anew=is_started_anew):
                self.overtaken(OnLoss.FOLLOW, start=13)
                self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 13),))
                self.run_until(lambda: self.end(self.destination, "web.a") == 13)
                if is_started_anew:
                    self.destination.stop()
                    self.destination.start()
                    self.run_for(2)
                self.come_back_from(5, 8)
                self.run_until(lambda: self.offsets() == list(range(5, 13)))
                self.assertEqual(self.picture().copies["web.a", 0].lost, ((5, 13),))
                self.until(self.there.delete_topic("web.a"))
                self.until(self.here.delete_topic("web.a"))

    def test_the_source_has_again_what_it_had_deleted_before(self) -> None:
        """The copy was begun where the source began, and is empty."""
        self.begun_at_the_end()
        self.come_back_from(5, 10)
        self.run_until(lambda: self.offsets() == list(range(5, 15)))
        self.assertEqual(self.picture().copies["web.a", 0].lost, ())

    def begun_at_the_end(self, **fields: Any) -> None:
        self.source.create_topics({"web.a": 1})
        for _ in range(13):
            self.source.put("web.a", [b"old"])
        self.until(self.there.delete_records({self.tp("web.a"): 13})).check()
        self.link(**fields)
        self.run_until(lambda: self.end(self.destination, "web.a") == 13)
        self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.LEVEL)

    def test_what_the_followers_of_an_empty_copy_would_not_notice(self) -> None:
        """It stays where it is; what it lacks is told, once, and nothing stops."""
        with mock.patch("klog.broker.mirror_copies.MirrorCopy.has_followers", True):
            self.begun_at_the_end()
            for count in (10, 0):
                self.come_back_from(5, count) if count else self.reactor.cut(9092)
                self.run_until(lambda: self.offsets() == [13, 14])
            self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 13),))
        self.assertEqual(sum("are not copied" in one for one in self.warnings), 1)

    def test_what_they_would_not_notice_stops_it(self) -> None:
        """Where somebody wants that."""
        with mock.patch("klog.broker.mirror_copies.MirrorCopy.has_followers", True):
            self.begun_at_the_end(on_loss=OnLoss.STOP)
            self.come_back_from(5, 10)
            self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.STOPPED)
        self.assertEqual((self.offsets(), self.picture().copies["web.a", 0].lost), ([], ((5, 13),)))

    def test_lost_again_before_anything_was_copied(self) -> None:
        """A copy that was begun anew has had data: what goes before it is copied is told."""
        self.overtaken(OnLoss.FOLLOW, start=13)
        self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 13),))
        self.run_until(lambda: self.end(self.destination, "web.a") == 13)
        partition = self.source_partition("web.a")
        with mock.patch.object(Copying, "now", None):
            for _ in range(3):
                self.source.put("web.a", [b"more"])
            self.run_for(1)
            partition.delete_records(15)
        self.run_until(lambda: self.offsets() == [15])
        self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 15),))

    def looked_at_late(self, before: Callable[[], None], meanwhile: Callable[[], None]) -> None:
        """What the source answers about where a copy behind a loss goes on comes late, twice: it is asked upon `before`, and again upon
        `meanwhile`."""
        self.overtaken(OnLoss.ALARM, start=13)
        self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 13),))
        self.run_for(1)
        held: list[Deferred[None]] = []
        extent = SourceLog.extent

        async def late(theirs: SourceLog) -> Extent:
            found = await extent(theirs)
            if len(held) < 2:
                held.append(Deferred())
                await held[-1]
            return found

        with mock.patch.object(SourceLog, "extent", late):
            before()
            self.run_until(lambda: held)
            meanwhile()
            for one in held:
                one.callback(None)
                self.run_for(1)
            self.run_until(lambda: self.offsets()[:13] == list(range(13)))

    def test_it_is_connected_to_anew_while_it_is_looked_at(self) -> None:
        """What the source said before does not count: it may have lost its power since."""
        self.source.create_topics({"web.z": 1})

        def meanwhile() -> None:
            self.come_back_from(5, 8)
            # By then the other partition is copied on over a new connection.
            self.source.put("web.z", [b"z"])
            self.until_level("web.z")

        self.looked_at_late(lambda: self.reactor.cut(9092), meanwhile)

    def test_it_is_led_elsewhere_for_a_while_while_it_is_looked_at(self) -> None:
        """And by the same broker then, over the same connection: what that has said before does not count."""

        def place_anew(count: int) -> None:
            [fetcher] = self.running()._fetchers.values()
            [copying] = self.running().copying
            fetcher.remove(copying)
            if count:
                partition = self.source.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
                assert partition is not None
                partition.log.truncate_fully_and_start_at(5)
                for _ in range(count):
                    self.source.put("web.a", [b"again"])
            fetcher.add(copying)
            self.run_for(1)

        self.looked_at_late(lambda: place_anew(0), lambda: place_anew(9))

    def test_ends_that_cannot_be(self) -> None:
        """A source that says so is asked again; nothing is cut, and nothing accounted, by its word."""

        async def nonsense(routing: object, wanted: Iterable[TopicPartition]) -> Mapping[TopicPartition, OffsetAt]:
            return {tp: OffsetAt(-1, -1, -1) for tp in wanted}

        with mock.patch("klog.mirror.source_log.list_offsets_once", nonsense):
            self.overtaken(OnLoss.ALARM)
            self.run_until(lambda: "starts at -1" in self.picture().copies["web.a", 0].reason)
        self.assertEqual(self.picture().copies["web.a", 0].cut, ())
        self.assertEqual(self.end(self.destination, "web.a"), 5)
        self.until_level("web.a")

    def test_told_once_for_all_starts(self) -> None:
        """The loss is known after a start, and is not counted again."""
        self.overtaken(OnLoss.ALARM)
        self.run_until(lambda: self.picture().copies["web.a", 0].lost)
        self.destination.stop()
        self.destination.start()
        self.source.put("web.a", [b"more"])
        self.until_level("web.a")
        self.run_until(lambda: self.picture().copies["web.a", 0].end == 14)
        self.assertEqual(self.picture().copies["web.a", 0].lost, ((5, 10),))

    def test_follow(self) -> None:
        self.overtaken(OnLoss.FOLLOW)
        self.until_level("web.a")
        self.assertEqual([one.offset for one in self.destination.messages("web.a")], [10, 11, 12])
        self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((5, 10),))

    def test_stop(self) -> None:
        """Nothing follows until somebody resumes it, with another rule."""
        self.overtaken(OnLoss.STOP)
        record = self.run_until(lambda: (one := self.picture().copies["web.a", 0]).state is CopyState.STOPPED and one)
        self.assertEqual(record.lost, ((5, 10),))
        self.destination.stop()
        self.destination.start()
        self.run_for(20)
        self.assertEqual(self.end(self.destination, "web.a"), 5)
        self.link(on_loss=OnLoss.ALARM, resumed=1)
        self.until_level("web.a")
        self.assertEqual(self.picture().copies["web.a", 0].lost, ((5, 10),))

    def test_it_begins_where_the_source_begins(self) -> None:
        """Nothing was copied, so nothing is lost."""
        self.source.create_topics({"web.a": 1})
        for _ in range(8):
            self.source.put("web.a", [b"x", b"y"])
        self.until(self.there.delete_records({self.tp("web.a"): 6})).check()
        self.link()
        self.until_level("web.a")
        self.assertEqual(self.destination.messages("web.a")[0].offset, 6)
        self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.LEVEL)
        self.assertEqual(self.picture().copies["web.a", 0].lost, ())

    def test_overtaken_while_the_copy_is_empty(self) -> None:
        """Its own retention had taken everything: what the source has lost since is lost all the same."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.source.put("web.a", [b"b"])
        self.link()
        self.until_level("web.a")
        self.link(is_paused=True)
        self.run_until(lambda: self.state("web.a") is TopicState.PAUSED)
        partition = self.destination.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
        assert partition is not None
        partition.delete_records(2)
        for _ in range(4):
            self.source.put("web.a", [b"new"])
        self.until(self.there.delete_records({self.tp("web.a"): 5})).check()
        self.link()
        self.until_level("web.a")
        self.run_until(lambda: self.picture().copies["web.a", 0].lost == ((2, 5),))
        self.assertTrue(any("offsets 2 to 4" in one for one in self.warnings))

    def test_in_the_middle_of_a_batch(self) -> None:
        """A source that starts there sends the whole batch."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a", b"b", b"c"])
        self.source.put("web.a", [b"d"])
        self.until(self.there.delete_records({self.tp("web.a"): 1})).check()
        self.link()
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_in_the_middle_of_a_batch_with_which_the_source_ends(self) -> None:
        """A session says nothing of a partition of which there is nothing new: then the copy is level."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a", b"b", b"c"])
        self.until(self.there.delete_records({self.tp("web.a"): 1})).check()
        self.link()
        self.until_level("web.a")
        self.run_until(lambda: (one := self.picture().copies.get(("web.a", 0))) is not None and one.state is CopyState.LEVEL)

    def test_the_source_starts_in_a_batch_of_another_log(self) -> None:
        """It has lost its tail, written on, and deleted beyond where the logs part: its first batch begins within what was copied."""
        self.starts_in_a_batch(5)

    def test_the_source_starts_in_a_batch_of_another_log_where_the_copy_ends(self) -> None:
        """The same, without a loss before."""
        self.starts_in_a_batch(4)

    def starts_in_a_batch(self, start: int) -> None:
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.source.put("web.a", [b"b", b"c", b"d"])
        self.link()
        self.until_level("web.a")
        self.link(is_paused=True)
        self.run_until(lambda: self.state("web.a") is TopicState.PAUSED)
        partition = self.source_partition("web.a")
        partition.log.truncate_to(1)
        for values in ([b"x", b"x"], [b"y", b"y", b"y"], [b"z"]):
            self.source.put("web.a", values)
        self.until(self.there.delete_records({self.tp("web.a"): start})).check()
        self.link()
        self.until_level("web.a")
        found = [(one.offset, one.value) for one in self.destination.messages("web.a")]
        self.assertEqual(found, [(0, b"a"), (3, b"y"), (4, b"y"), (5, b"y"), (6, b"z")])
        self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.LEVEL)
        record = self.picture().copies["web.a", 0]
        self.assertEqual({offset for first, last in record.lost for offset in range(first, last)}, set(range(1, start)))
        self.assertEqual(record.cut, ((3, 4),))

    def test_the_source_loses_its_tail(self) -> None:
        """An unclean election: leader epochs tell where the logs part, and what was cut is told."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.source.put("web.a", [b"b"])
        self.source.put("web.a", [b"c"])
        self.link()
        self.until_level("web.a")
        self.source.stop()
        self.source.start()
        partition = self.source_partition("web.a")
        partition.log.truncate_to(1)
        partition.log.high_watermark = 1
        self.source.put("web.a", [b"other"])
        self.source.put("web.a", [b"another"])
        self.source.put("web.a", [b"more"])
        self.run_until(lambda: self.picture().copies["web.a", 0].cut == ((1, 3),))
        self.until_level("web.a")
        self.assert_equal("web.a")
        self.assertTrue(any("the source has lost offsets 1 to 2" in one for one in self.warnings))

    def test_it_loses_its_tail_behind_a_loss_and_less_again(self) -> None:
        """What was lost before, and is lost again from further down, counts once."""
        self.overtaken(OnLoss.ALARM)
        self.until_level("web.a")
        self.link(is_paused=True)
        self.run_until(lambda: self.state("web.a") is TopicState.PAUSED)
        partition = self.source_partition("web.a")
        partition.log.truncate_fully_and_start_at(3)
        self.link()
        self.run_until(lambda: self.picture().copies["web.a", 0].cut)
        self.run_until(lambda: self.end(self.destination, "web.a") == 3)
        self.link(is_paused=True)
        self.run_until(lambda: self.state("web.a") is TopicState.PAUSED)
        for _ in range(6):
            self.source.put("web.a", [b"other"])
        self.until(self.there.delete_records({self.tp("web.a"): 8})).check()
        self.link()
        self.until_level("web.a")
        self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.LEVEL)
        self.assertEqual(self.picture().copies["web.a", 0].lost, ((3, 10),))

    def test_made_again(self) -> None:
        """Told by its id; the copy stays as it is."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a", b"b"])
        self.link()
        self.until_level("web.a")
        before = stored(self.destination, "web.a")
        self.until(self.there.delete_topic("web.a"))
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"other"] * 5)
        self.run_until(lambda: self.state("web.a") is TopicState.STOPPED)
        self.assertIn("made again", self.picture().topics["web.a"].reason)
        self.assertEqual(stored(self.destination, "web.a"), before)
        # The copy is deleted, and everything copied from the beginning.
        self.until(self.here.delete_topic("web.a"))
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_our_disk_is_full(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.link()
        partition = self.run_until(lambda: self.destination.broker.partitions.get("web.a", 0))  # type: ignore[union-attr]
        partition.room = mock.Mock(is_low=True)
        self.source.put("web.a", [b"a"])
        self.run_until(lambda: "full" in self.picture().copies["web.a", 0].reason)
        self.assertEqual(self.end(self.destination, "web.a"), 0)
        partition.room.is_low = False
        self.until_level("web.a")
        self.run_until(lambda: not self.picture().copies["web.a", 0].reason)


class WithoutEpochsTests(TwoClusters):
    """A source that is too old to say by leader epochs where logs part."""

    def setUp(self) -> None:
        super().setUp()
        patch = mock.patch("klog.mirror.resuming.WITH_EPOCHS", 99)
        patch.start()
        self.addCleanup(patch.stop)
        self.source.create_topics({"web.a": 1})
        for _ in range(5):
            self.source.put("web.a", [b"as it was"])
        self.link()
        self.until_level("web.a")

    def come_back_at(self, offset: int) -> None:
        """The source is away, and has lost everything from there on when it comes back."""
        self.source.stop()
        self.source.start()
        partitions = self.source.broker.partitions
        assert partitions is not None
        partition = partitions.get("web.a", 0)
        assert partition is not None
        truncator = LogTruncator(self.source.broker.environment.run_in_thread, partitions.home)
        self.assertTrue(self.until(truncator.truncate(partition, offset, lambda: True)))

    def test_a_tail_that_was_lost_and_overgrown(self) -> None:
        """Nothing is copied behind what the source does not have any more."""
        self.come_back_at(3)
        for _ in range(6):
            self.source.put("web.a", [b"something else"])
        self.until_level("web.a")
        self.assert_equal("web.a")
        self.run_until(lambda: self.picture().copies["web.a", 0].cut == ((3, 5),))
        self.assertTrue(any("the source has lost offsets 3 to 4" in one for one in self.warnings))

    def test_a_tail_that_was_lost(self) -> None:
        """The source is shorter than the copy when it is there again."""
        self.come_back_at(2)
        self.run_until(lambda: self.picture().copies["web.a", 0].cut == ((2, 5),))
        self.source.put("web.a", [b"something else"])
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_led_in_doubt_for_a_moment(self) -> None:
        """What was found out just then is found out again."""
        partitions = self.destination.broker.partitions
        assert partitions is not None
        partition = partitions.get("web.a", 0)
        assert partition is not None
        act, doubts = Resuming._do, iter((True,))

        async def do(fetcher: Resuming, copying: Copying, found: Resumption) -> None:
            if not next(doubts, False):
                await act(fetcher, copying, found)
                return
            partition.resign()
            await act(fetcher, copying, found)
            partition.resume()

        with mock.patch.object(Resuming, "_do", do):
            self.come_back_at(2)
            self.run_until(lambda: self.picture().copies["web.a", 0].cut == ((2, 5),))
        self.source.put("web.a", [b"something else"])
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_it_stops_where_somebody_wants_that(self) -> None:
        """Who does not want anything cut is told, and nothing is."""
        self.link(on_loss=OnLoss.STOP, resumed=1)
        self.come_back_at(3)
        for _ in range(6):
            self.source.put("web.a", [b"something else"])
        self.run_until(lambda: (one := self.picture().copies.get(("web.a", 0))) is not None and one.state is CopyState.STOPPED)
        self.assertIn("the source has lost offsets 3 to 4", self.picture().copies["web.a", 0].reason)
        self.assertEqual(self.end(self.destination, "web.a"), 5)

    def test_another_log(self) -> None:
        """Nothing is the same: nothing is cut."""
        self.come_back_at(0)
        for _ in range(6):
            self.source.put("web.a", [b"something else"])
        self.run_until(lambda: (one := self.picture().copies.get(("web.a", 0))) is not None and one.state is CopyState.STOPPED)
        self.assertIn("nothing is the same", self.picture().copies["web.a", 0].reason)
        self.assertEqual(self.end(self.destination, "web.a"), 5)

    def test_a_source_that_lost_nothing(self) -> None:
        """It goes on after every connection that broke."""
        for number in range(4):
            self.source.stop()
            self.source.start()
            self.source.put("web.a", [b"%d" % number])
            self.until_level("web.a")
        self.assert_equal("web.a")
