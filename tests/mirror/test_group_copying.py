"""What groups have committed comes along."""

from __future__ import annotations

from klog.client.groups.group import ConsumerGroup
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
