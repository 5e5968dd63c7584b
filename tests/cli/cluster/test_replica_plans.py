"""Tests of klog.cli.cluster.replica_plans: examples, and what every plan keeps."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster.replica_plans import CannotPlace, Places, drained, rebalanced, with_copies
from klog.model import TopicPartition

P = [TopicPartition("t", number) for number in range(12)]
PLAIN: dict[int, str | None] = dict.fromkeys((1, 2, 3, 4))
#: Two brokers in each of two racks.
RACKED: dict[int, str | None] = {1: "a", 2: "a", 3: "b", 4: "b"}


def _counts(places: Places) -> Counter[int]:
    return Counter(each for replicas in places.values() for each in replicas)


def _racks_of(replicas: tuple[int, ...], racks: dict[int, str | None]) -> int:
    return len({racks.get(each) or each for each in replicas})


@st.composite
def _clusters(draw: st.DrawFn) -> tuple[dict[TopicPartition, tuple[int, ...]], dict[int, str | None]]:
    count = draw(st.integers(2, 7))
    brokers = list(range(1, count + 1))
    kind = draw(st.sampled_from(["plain", "racks", "some"]))
    names = {"plain": st.none(), "racks": st.sampled_from(["a", "b", "c"]), "some": st.sampled_from(["a", "b", None])}[kind]
    racks: dict[int, str | None] = {broker: draw(names) for broker in brokers}
    replicas = st.lists(st.sampled_from(brokers), min_size=1, max_size=min(3, count), unique=True).map(tuple)
    places = {TopicPartition(f"t{number % 3}", number): draw(replicas) for number in range(draw(st.integers(0, 25)))}
    return places, racks


class DrainTests(SynchronousTestCase):
    def test_example(self) -> None:
        places = {P[0]: (1, 3), P[1]: (3, 2), P[2]: (2, 3), P[3]: (4, 2)}
        self.assertEqual(drained(places, 1, RACKED), {P[0]: (2, 3)})
        plan = drained(places, 3, RACKED)
        self.assertEqual(plan, {P[0]: (1, 4), P[1]: (2, 4), P[2]: (2, 4)}, "the other one of its rack")

    def test_too_few(self) -> None:
        self.assertRaises(CannotPlace, drained, {P[0]: (1, 2)}, 1, {1: None, 2: None})
        self.assertEqual(drained({P[0]: (1,)}, 2, {1: None, 2: None}), {})

    @settings(deadline=None, max_examples=200)
    @given(_clusters(), st.integers(1, 7))
    def test_what_it_keeps(self, cluster: tuple[dict[TopicPartition, tuple[int, ...]], dict[int, str | None]], broker: int) -> None:
        places, racks = cluster
        try:
            plan = drained(places, broker, racks)
        except CannotPlace:
            self.assertTrue(any(broker in replicas and len(replicas) >= len(racks) for replicas in places.values()))
            return
        self.assertEqual(set(plan), {name for name, replicas in places.items() if broker in replicas}, "nothing else moves")
        for name, after in plan.items():
            before = places[name]
            self.assertNotIn(broker, after)
            self.assertEqual((len(set(after)), len(set(before) - set(after))), (len(before), 1), "one copy of each")
            others = tuple(each for each in before if each != broker)
            best = max(_racks_of((*others, each), racks) for each in racks if each != broker and each not in others)
            self.assertEqual(_racks_of(after, racks), best, "over as many racks as there are")


class CopiesTests(SynchronousTestCase):
    def test_examples(self) -> None:
        self.assertEqual(with_copies({P[0]: (1,)}, [P[0]], 2, RACKED), {P[0]: (1, 3)}, "another rack")
        self.assertEqual(with_copies({P[0]: (1, 2, 3)}, [P[0]], 2, RACKED), {P[0]: (1, 3)}, "2 shares a rack")
        self.assertEqual(with_copies({P[0]: (1, 9, 2)}, [P[0]], 2, PLAIN), {P[0]: (1, 2)}, "9 does not live")
        self.assertEqual(with_copies({P[0]: (1, 2)}, [P[0]], 2, PLAIN), {})
        self.assertRaises(CannotPlace, with_copies, {P[0]: (1,)}, [P[0]], 5, PLAIN)

    @settings(deadline=None, max_examples=200)
    @given(_clusters(), st.integers(1, 7))
    def test_what_it_keeps(self, cluster: tuple[dict[TopicPartition, tuple[int, ...]], dict[int, str | None]], count: int) -> None:
        places, racks = cluster
        if count > len(racks):
            self.assertRaises(CannotPlace, with_copies, places, list(places), count, racks)
            return
        plan = with_copies(places, list(places), count, racks)
        self.assertEqual(set(plan), {name for name, replicas in places.items() if len(replicas) != count})
        for name, after in plan.items():
            before = places[name]
            self.assertEqual((len(after), len(set(after)), after[0]), (count, count, before[0]), "its leader stays")
            self.assertTrue(set(after) <= set(before) or set(before) <= set(after), "nothing moves")


class RebalanceTests(SynchronousTestCase):
    def test_a_new_broker_gets_its_share(self) -> None:
        places = {name: (1, 2, 3)[number % 3 :] + (1, 2, 3)[: number % 3] for number, name in enumerate(P)}
        plan = rebalanced(places, PLAIN)
        after = {**places, **plan}
        self.assertEqual(set(_counts(after).values()), {9})
        self.assertEqual(sum(4 in replicas for replicas in after.values()), 9)
        self.assertEqual(set(Counter(replicas[0] for replicas in after.values()).values()), {3})
        self.assertEqual(sum(len(set(places[name]) - set(replicas)) for name, replicas in plan.items()), 9, "and nothing else moves")

    def test_racks_are_mended(self) -> None:
        self.assertEqual(rebalanced({P[0]: (1, 2)}, RACKED), {P[0]: (1, 3)})
        self.assertEqual(rebalanced({P[0]: (1, 2)}, {1: "a", 2: "a"}), {}, "there is no other")

    def test_brokers_that_are_away_stay(self) -> None:
        self.assertEqual(rebalanced({P[0]: (9, 1)}, PLAIN), {})

    @settings(deadline=None, max_examples=300)
    @given(_clusters())
    def test_what_it_keeps(self, cluster: tuple[dict[TopicPartition, tuple[int, ...]], dict[int, str | None]]) -> None:
        places, racks = cluster
        plan = rebalanced(places, racks)
        after = {**places, **plan}
        for name, replicas in after.items():
            self.assertEqual((len(replicas), len(set(replicas))), (len(places[name]),) * 2)
            self.assertGreaterEqual(_racks_of(replicas, racks), _racks_of(places[name], racks), "no racks are spoilt")
        self.assertEqual(rebalanced(after, racks), {}, "once is enough")
        if not any(racks.values()):
            counts = [_counts(after).get(broker, 0) for broker in racks]
            self.assertLessEqual(max(counts) - min(counts), 1)
            low, more = divmod(sum(counts), len(counts))
            before = sorted((_counts(places).get(broker, 0) for broker in racks), reverse=True)
            shares = [low + 1] * more + [low] * (len(counts) - more)
            least = sum(max(0, count - share) for count, share in zip(before, shares, strict=True))
            moved = sum(len(set(places[name]) - set(replicas)) for name, replicas in plan.items())
            self.assertEqual(moved, least, "as little as can be")
