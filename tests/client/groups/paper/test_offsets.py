"""klog.client.groups.paper.offsets"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.paper.offsets import Offsets
from klog.client.groups.paper.registries import Parents
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.zookeeper.client import ZookeeperClient
from tests.client.groups.paper.world import OFFSETS, Paper

PLACES = st.builds(TopicPartition, st.sampled_from(["t", "u"]), st.integers(0, 3))


class OffsetsTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.world = Paper()
        self.client = ZookeeperClient(self.world.zookeeper.connect, reactor=self.world.reactor)
        self.world.reactor.until(self.client.connect())
        self.addCleanup(lambda: self.world.reactor.until(self.client.close()))
        self.offsets = self.store()

    def store(self) -> Offsets:
        def wait(deferred: Deferred[object]) -> Deferred[object]:
            return deferred

        return Offsets(self.client, "g", wait, Parents(self.client, wait))

    def test_text_as_kafkas(self) -> None:
        self.world.reactor.until(self.offsets.write({TopicPartition("t", 3): 12345678901}))
        self.assertEqual(self.world.tree.get(f"{OFFSETS}/t/3"), b"12345678901")
        found = self.world.reactor.until(self.store().read([TopicPartition("t", 3), TopicPartition("t", 4)]))
        self.assertEqual(found, {TopicPartition("t", 3): 12345678901})
        self.assertEqual(self.world.reactor.until(self.store().read([])), {})

    def test_one_write_for_each(self) -> None:
        places = [TopicPartition("t", number) for number in range(1200)]
        self.world.reactor.until(self.offsets.write(dict.fromkeys(places, 1)))
        self.world.zookeeper.served.clear()
        self.world.reactor.until(self.offsets.write(dict.fromkeys(places[:700], 2)))
        self.assertEqual(self.world.zookeeper.served, {"Multi": 2})

    def test_bad_text(self) -> None:
        for text in (b"", b"1.5", b"9" * 30, b"\xff", b"0x10"):
            self.world.put(f"{OFFSETS}/t/0", text)
            with self.assertRaises(KlogError) as caught:
                self.world.reactor.until(self.offsets.read([TopicPartition("t", 0)]))
            self.assertIn(f"{OFFSETS}/t/0", str(caught.exception))

    def test_unknown_offsets_are_none(self) -> None:
        self.world.put(f"{OFFSETS}/t/0", b"-1")
        self.assertEqual(self.world.reactor.until(self.offsets.read([TopicPartition("t", 0)])), {})

    @settings(deadline=None, max_examples=60)
    @given(
        st.lists(
            st.one_of(
                st.tuples(st.just("write"), st.dictionaries(PLACES, st.integers(0, 9), min_size=1)),
                st.tuples(st.just("remove"), PLACES),
                st.tuples(st.just("put"), PLACES),
                st.tuples(st.just("new"), PLACES),
            ),
            max_size=12,
        )
    )
    def test_whatever_others_do(self, steps: list[tuple[str, object]]) -> None:
        """Nodes come and go, and what is written is there."""
        tree, model = self.world.tree, {}
        for path in sorted(tree.paths(OFFSETS), reverse=True):
            if path.count("/") == 5:
                tree.remove(path)
        for kind, what in steps:
            if kind == "write":
                assert isinstance(what, dict)
                self.world.reactor.until(self.offsets.write(what))
                model.update(what)
                continue
            assert isinstance(what, TopicPartition)
            path = f"{OFFSETS}/{what.topic}/{what.partition}"
            if kind == "remove" and path in tree:
                tree.remove(path)
                model.pop(what)
                if not tree.names(f"{OFFSETS}/{what.topic}"):
                    tree.remove(f"{OFFSETS}/{what.topic}")
            elif kind == "put":
                tree.put(path, b"77")
                model[what] = 77
            elif kind == "new":
                self.offsets = self.store()
        found = self.world.reactor.until(self.store().read([TopicPartition(topic, n) for topic in "tu" for n in range(4)]))
        self.assertEqual(found, model)
