"""Tests of klog.cluster.zookeeper.controller.pending_updates: the order of what a broker is told, and that nothing gets lost or grows."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.last_sent import BEING_DELETED, SentPartition
from klog.cluster.zookeeper.controller.pending_updates import Kind, PendingUpdates, Piece
from klog.model import TopicPartition
from tests.cluster.zookeeper.controller.worlds import at
from tests.cluster.zookeeper.tree import topic_id

WAS = SentPartition(topic_id(1), BEING_DELETED, 0, (1,), (), (), (1,), 0, 1, 0, ())


def drain(pending: PendingUpdates, generation: int = 0, most: int = 500) -> list[Piece]:
    """All pieces, each answered."""
    found = []
    while (piece := pending.next(generation, most)) is not None:
        found.append(piece)
    return found


def kinds(pieces: list[Piece]) -> list[Kind]:
    """Of each."""
    return [piece.kind for piece in pieces]


class OrderTests(SynchronousTestCase):
    """What comes first."""

    def test_who_lives_comes_first_whenever_it_changes(self) -> None:
        pending = PendingUpdates()
        self.assertEqual(drain(pending, 4), [Piece(Kind.METADATA, generation=4)])
        self.assertEqual(drain(pending, 4), [])
        pending.add_leadership(at("t"), False)
        pending.add_metadata([at("t")])
        self.assertEqual(kinds(drain(pending, 5)), [Kind.METADATA, Kind.LEADERSHIP])

    def test_roles_before_metadata_before_stops(self) -> None:
        pending = PendingUpdates()
        drain(pending)
        for _ in range(2):
            pending.add_metadata([at("a"), at("b"), at("c")])
            pending.add_stop(at("b"), 3)
            pending.add_deletion(at("c"))
            pending.add_leadership(at("a"), True)
            found = drain(pending)
            self.assertEqual(kinds(found), [Kind.LEADERSHIP, Kind.METADATA, Kind.STOP, Kind.DELETE])
            self.assertEqual(found[0].partitions, {at("a"): True})
            self.assertEqual(found[2].partitions, {at("b"): 3, at("c"): BEING_DELETED})
            self.assertEqual(list(found[3].partitions), [at("c")])

    def test_a_new_broker_hears_of_everything_before_its_roles(self) -> None:
        pending = PendingUpdates(is_fresh=True)
        pending.add_metadata(at(name) for name in "abcde")
        pending.add_leadership(at("t"), False)
        self.assertEqual(kinds(drain(pending, most=2)), [Kind.METADATA, Kind.METADATA, Kind.METADATA, Kind.LEADERSHIP])
        pending.add_leadership(at("t"), False)
        pending.add_metadata([at("t")])
        self.assertEqual(kinds(drain(pending)), [Kind.LEADERSHIP, Kind.METADATA], "only the first time")

    def test_a_topic_is_told_whole(self) -> None:
        """Who heard of a part of its partitions would have producers spread keys over these."""
        for is_answered in (True, False):
            pending = PendingUpdates(is_fresh=True)
            for name, partitions in (("a", 1), ("b", 3), ("c", 1), ("d", 1)):
                pending.add_metadata(at(name, number) for number in range(partitions))
            if not is_answered:
                piece = pending.next(0, 2)
                assert piece is not None
                pending.give_back(piece)
            found = [sorted({each.topic for each in piece.partitions}) for piece in drain(pending, most=2)]
            self.assertEqual(found, [["a", "b"], ["c", "d"]] if is_answered else [["c", "d"], ["a", "b"]])

    def test_a_topic_is_told_whole_whatever_changes_meanwhile(self) -> None:
        """One of its partitions changes while the request that tells of all of them is lost, and so does much else."""
        pending = PendingUpdates(is_fresh=True)
        pending.add_metadata(at("t", number) for number in range(5))
        piece = pending.next(0, 2)
        assert piece is not None
        pending.add_metadata([at("t", 3), at("a"), at("b")])
        pending.give_back(piece)
        found = [sorted(piece.partitions) for piece in drain(pending, most=2)]
        self.assertEqual(found, [[at("t", number) for number in range(5)], [at("a"), at("b")]])

    def test_much_is_told_by_turns(self) -> None:
        pending = PendingUpdates()
        drain(pending)
        for name in "abcd":
            pending.add_leadership(at(name), False)
            pending.add_metadata([at(name)])
        self.assertEqual(kinds(drain(pending, most=2)), [Kind.LEADERSHIP, Kind.METADATA, Kind.LEADERSHIP, Kind.METADATA])

    def test_deleted_before_made_again(self) -> None:
        pending = PendingUpdates()
        drain(pending)
        pending.add_leadership(at("t"), False)
        pending.add_metadata([at("t")])
        pending.add_deleted(at("t"), WAS)
        pending.add_metadata([at("t")])
        pending.add_leadership(at("t"), True)
        found = drain(pending)
        self.assertEqual(kinds(found), [Kind.METADATA, Kind.LEADERSHIP, Kind.METADATA])
        self.assertEqual((found[0].deleted, found[0].partitions), ({at("t"): WAS}, {}))

    def test_stopped_before_deleted_whatever_the_sizes(self) -> None:
        pending = PendingUpdates()
        drain(pending)
        pending.add_stop(at("a"), 1)
        pending.add_stop(at("b"), 1)
        for number in range(3):
            pending.add_deletion(at("t", number))
        told = [(piece.kind, each) for piece in drain(pending, most=1) for each in piece.partitions]
        for number in range(3):
            self.assertLess(told.index((Kind.STOP, at("t", number))), told.index((Kind.DELETE, at("t", number))))

    def test_one_role_at_a_time(self) -> None:
        pending = PendingUpdates()
        drain(pending)
        pending.add_leadership(at("t"), True)
        pending.add_stop(at("t"), 4)
        self.assertEqual(kinds(drain(pending)), [Kind.STOP])
        pending.add_deletion(at("t"))
        pending.add_leadership(at("t"), False)
        self.assertEqual(kinds(drain(pending)), [Kind.LEADERSHIP])
        pending.add_leadership(at("t"), True)
        pending.add_leadership(at("t"), False)
        self.assertEqual(drain(pending)[0].partitions, {at("t"): True}, "new until it is told so")


class GivingBackTests(SynchronousTestCase):
    """What was not answered."""

    def setUp(self) -> None:
        self.pending = PendingUpdates()
        drain(self.pending)

    def lost(self, kind: Kind) -> None:
        """The next request, of this kind, is not answered."""
        piece = self.pending.next(0)
        assert piece is not None
        self.assertIs(piece.kind, kind)
        self.piece = piece

    def test_owed_again(self) -> None:
        self.pending.add_leadership(at("t"), True)
        self.lost(Kind.LEADERSHIP)
        self.assertTrue(self.pending.is_empty)
        self.pending.give_back(self.piece)
        self.assertEqual(self.pending.leadership, {at("t"): True})

    def test_metadata_with_who_lives(self) -> None:
        self.pending.add_metadata([at("t")])
        self.lost(Kind.METADATA)
        self.pending.give_back(self.piece)
        self.assertEqual(drain(self.pending), [Piece(Kind.METADATA, {at("t"): 0}, generation=0)])

    def test_something_newer_counts(self) -> None:
        self.pending.add_leadership(at("t"), True)
        self.lost(Kind.LEADERSHIP)
        self.pending.add_stop(at("t"), 5)
        self.pending.give_back(self.piece)
        self.lost(Kind.STOP)
        self.pending.add_leadership(at("t"), False)
        self.pending.give_back(self.piece)
        self.lost(Kind.LEADERSHIP)
        self.pending.add_deletion(at("t"))
        self.pending.give_back(self.piece)
        self.assertEqual((self.pending.leadership, self.pending.stop), ({}, {at("t"): BEING_DELETED}))
        self.assertEqual(kinds(drain(self.pending)), [Kind.STOP, Kind.DELETE])

    def test_deleted_meanwhile(self) -> None:
        self.pending.add_metadata([at("t")])
        self.lost(Kind.METADATA)
        self.pending.add_deleted(at("t"), WAS)
        self.pending.give_back(self.piece)
        self.lost(Kind.METADATA)
        self.assertEqual((self.piece.deleted, self.piece.partitions), ({at("t"): WAS}, {}))
        self.pending.add_metadata([at("t")])
        self.pending.give_back(self.piece)
        found = drain(self.pending)
        self.assertEqual([(piece.deleted, list(piece.partitions)) for piece in found], [({at("t"): WAS}, []), ({}, [at("t")])])


_PARTITIONS = st.builds(TopicPartition, st.sampled_from("ab"), st.integers(0, 2))
_STEPS = st.one_of(
    st.tuples(st.just("leadership"), _PARTITIONS, st.booleans()),
    st.tuples(st.just("metadata"), _PARTITIONS),
    st.tuples(st.just("stop"), _PARTITIONS),
    st.tuples(st.just("deletion"), _PARTITIONS),
    st.tuples(st.just("brokers")),
    st.tuples(st.just("send"), st.booleans(), st.integers(1, 3)),
)


class AnyHistoryTests(SynchronousTestCase):
    """Whatever is pending, sent and lost: in the end the newest has been told, and each thing once."""

    @settings(deadline=None, max_examples=300)
    @given(st.lists(_STEPS, max_size=40))
    def test_the_newest_is_told(self, steps: list[tuple[object, ...]]) -> None:
        pending, generation = PendingUpdates(), 0
        last: dict[TopicPartition, Kind] = {}
        #: Whose deletion is not told yet: a stop in between changes nothing.
        to_delete: set[TopicPartition] = set()
        wants_metadata: set[TopicPartition] = set()
        told: dict[TopicPartition, Kind] = {}
        heard: set[TopicPartition] = set()
        told_generation = -1
        for step in [*steps, *[("send", True, 3)] * 40]:
            match step:
                case ("leadership", TopicPartition() as each, bool(is_new)):
                    pending.add_leadership(each, is_new)
                    last[each] = Kind.LEADERSHIP
                    to_delete.discard(each)
                case ("metadata", TopicPartition() as each):
                    pending.add_metadata([each])
                    wants_metadata.add(each)
                    heard.discard(each)
                case ("stop", TopicPartition() as each):
                    pending.add_stop(each, 1)
                    last[each] = Kind.DELETE if each in to_delete else Kind.STOP
                case ("deletion", TopicPartition() as each):
                    pending.add_deletion(each)
                    last[each] = Kind.DELETE
                    to_delete.add(each)
                case ("brokers",):
                    generation += 1
                case ("send", bool(is_answered), int(most)):
                    piece = pending.next(generation, most)
                    if piece is None:
                        continue
                    if piece.kind is Kind.METADATA and piece.partitions:
                        # The last of them begins a topic that goes on, at the most.
                        self.assertLessEqual(len({each.topic for each in piece.partitions}), most)
                    else:
                        self.assertLessEqual(len(piece.partitions), most)
                    if piece.kind is not Kind.METADATA:
                        self.assertEqual(told_generation, generation, "who lives comes first")
                    if not is_answered:
                        pending.give_back(piece)
                        told_generation = -1 if piece.kind is Kind.METADATA else told_generation
                    elif piece.kind is Kind.METADATA:
                        told_generation = piece.generation
                        heard |= piece.partitions.keys()
                    else:
                        for each in piece.partitions:
                            if piece.kind is Kind.DELETE:
                                self.assertIn(told[each], (Kind.STOP, Kind.DELETE))
                                to_delete.discard(each)
                            told[each] = piece.kind
        self.assertEqual((told, heard, told_generation), (last, wants_metadata, generation))
        self.assertTrue(pending.is_empty)
