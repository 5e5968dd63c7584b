"""What groups have committed comes along."""

from __future__ import annotations

from klog.client.groups.group import ConsumerGroup
from klog.mirror.decisions.records import Key
from klog.mirror.decisions.states import CopyState, Event, TopicState
from klog.model import Committed
from tests.mirror.rig import TwoClusters


class GroupTests(TwoClusters):
    """What groups have committed comes along."""

    def test_moved_over(self) -> None:
        """A group that stops there goes on here, misses nothing and repeats nothing."""
        self.source.create_topics({"web.a": 1})
        for number in range(20):
            self.source.put("web.a", [b"%d" % number])
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): Committed(12, -1, "note")})).check()
        self.link()
        self.until_level("web.a")

        def committed() -> dict[object, Committed]:
            found = self.until(self.here.list_group_offsets(["readers"]))
            return dict(found.done.get("readers", {}))

        self.run_until(lambda: committed().get(self.tp("web.a")) == Committed(12, -1, "note"))
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 15})).check()
        self.run_until(lambda: committed()[self.tp("web.a")].offset == 15)
        group = ConsumerGroup(self.reactor, self.destination.bootstrap, "readers", ["web.a"])
        first = self.until(group.poll(timeout_ms=30_000))
        self.assertEqual(first[0][0].offset, 15)
        # From now on what is read here counts.
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 3})).check()
        self.run_for(15)
        self.assertNotEqual(committed()[self.tp("web.a")].offset, 3)
        self.until(group.stopService())

    def test_moved_over_and_away_for_a_moment(self) -> None:
        """A group that reads here and starts again goes on where it was, not where it was at the source; what is set back there while
        nobody has read here is set back here."""
        self.source.create_topics({"web.a": 1})
        for number in range(20):
            self.source.put("web.a", [b"%d" % number])
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 12})).check()
        self.link()
        self.until_level("web.a")

        def committed() -> int:
            found = self.until(self.here.list_group_offsets(["readers"])).done.get("readers", {}).get(self.tp("web.a"))
            return -1 if found is None else found.offset

        self.run_until(lambda: committed() == 12)
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 5})).check()
        self.run_until(lambda: committed() == 5)
        group = ConsumerGroup(self.reactor, self.destination.bootstrap, "readers", ["web.a"])
        self.until(group.poll(timeout_ms=30_000))
        self.until(group.commit())
        self.until(group.stopService())
        self.assertEqual(committed(), 20)
        self.run_for(15)
        self.assertEqual(committed(), 20)

    def test_none(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 1})).check()
        self.link(groups=())
        self.until_level("web.a")
        self.run_for(20)
        self.assertEqual(self.until(self.here.list_groups()), [])


class LedBackTests(TwoClusters):
    """Groups that read on in a copy whose tail is cut later, or lost."""

    def setUp(self) -> None:
        super().setUp()
        self.source.create_topics({"web.a": 1})
        for number in range(12):
            self.source.put("web.a", [b"%d" % number])
        self.until(self.there.alter_group_offsets("readers", {self.tp("web.a"): 5})).check()
        self.link()
        self.until_level("web.a")
        self.run_until(lambda: self.committed("readers") == 5)

    def committed(self, group: str) -> int:
        """Where a group stands here."""
        found = self.until(self.here.list_group_offsets([group])).done.get(group, {}).get(self.tp("web.a"))
        return -1 if found is None else found.offset

    def read_on(self, group: str, offset: int) -> None:
        """Nobody is active in it, and it has read so far here."""
        self.until(self.here.alter_group_offsets(group, {self.tp("web.a"): offset})).check()

    def lose(self, offset: int) -> None:
        """The source loses its tail, and has six other records there when it comes back."""
        self.source.stop()
        self.source.start()
        partition = self.source.broker.partitions.get("web.a", 0)  # type: ignore[union-attr]
        assert partition is not None
        partition.log.truncate_to(offset)
        partition.log.high_watermark = offset
        for _ in range(6):
            self.source.put("web.a", [b"other"])

    def told(self, group: str) -> list[str]:
        """What was told of it."""
        return [one for one in self.warnings if f"group {group} is" in one]

    def test_it_had_come_from_the_source(self) -> None:
        """Each cut leads it back once, also a second one at the same place; between them it counts what is read here."""
        self.read_on("readers", 12)
        self.read_on("alone", 10)
        self.lose(8)
        self.run_until(lambda: (self.committed("readers"), self.committed("alone")) == (5, 8))
        self.assertEqual(len(self.told("readers")), 1)
        self.assertIn("is led back from offset 12 of web.a-0 to 5", self.told("readers")[0])
        self.read_on("readers", 11)
        self.read_on("alone", 9)
        self.run_for(15)
        self.assertEqual((self.committed("readers"), self.committed("alone")), (11, 9))
        self.lose(8)
        self.run_until(lambda: (self.committed("readers"), self.committed("alone")) == (5, 8))

    def test_it_stands_before_the_cut(self) -> None:
        """What it reads later in the place of what was cut are the new records: it does not go back to the same for ever."""
        self.read_on("alone", 3)
        self.lose(8)
        self.run_until(lambda: self.picture().copies["web.a", 0].cut == ((8, 12),))
        self.run_for(15)
        self.read_on("alone", 10)
        self.run_for(15)
        self.assertEqual((self.committed("alone"), self.told("alone")), (10, []))

    def test_a_link_that_is_made_again(self) -> None:
        """What was seen to in its first life counts nothing in the second."""
        self.read_on("readers", 10)
        self.lose(8)
        self.run_until(lambda: self.committed("readers") == 5)
        definition = self.picture().definition
        assert definition is not None
        self.write_together((Key("link", "dc1"), None), (Key("link", "dc1"), definition))
        self.run_until(lambda: (one := self.picture().copies.get(("web.a", 0))) is not None and one.state is CopyState.LEVEL)
        self.read_on("readers", 12)
        self.lose(9)
        self.run_until(lambda: self.committed("readers") == 5)

    def test_somebody_reads_here(self) -> None:
        """It is told, and led back when nobody does any more."""
        group = ConsumerGroup(self.reactor, self.destination.bootstrap, "alone", ["web.a"], auto_offset_reset="earliest")
        self.until(group.poll(timeout_ms=30_000))
        self.until(group.commit())
        self.assertEqual(self.committed("alone"), 12)
        self.lose(8)
        self.run_until(lambda: self.told("alone"))
        self.assertIn("is not led back from offset 12 of web.a-0 to 8: it has members", self.told("alone")[0])
        self.run_for(12)
        self.assertEqual((len(self.told("alone")), self.committed("alone")), (1, 12))
        self.until(group.stopService())
        self.run_until(lambda: self.committed("alone") == 8)

    def test_behind_the_end_in_a_failover(self) -> None:
        """As where a power cut took the tail of the copy, and left what the group has committed: the source is not there to fill it up."""
        self.read_on("ahead", 25)
        self.read_on("readers", 14)
        self.source.stop()
        self.wish("web.a", Event.FAIL_OVER)
        self.run_until(lambda: self.state("web.a") is TopicState.FAILED_OVER)
        self.assertEqual((self.committed("ahead"), self.committed("readers")), (12, 12))
        self.assertIn("is led back from offset 25 of web.a-0 to 12", self.told("ahead")[0])

    def test_behind_the_end_in_a_promotion(self) -> None:
        self.read_on("ahead", 25)
        self.run_for(15)
        self.assertEqual(self.committed("ahead"), 25, "the copy may be filled up again")
        self.wish("web.a", Event.PROMOTE)
        self.run_until(lambda: self.state("web.a") is TopicState.PROMOTED)
        self.assertEqual(self.committed("ahead"), 12)
