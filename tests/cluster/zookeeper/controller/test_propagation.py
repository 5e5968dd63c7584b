"""Tests of klog.cluster.zookeeper.controller.propagation: the table, row by row."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.zookeeper.controller.change_slices import MOST_PARTITIONS
from klog.cluster.zookeeper.controller.last_sent import BEING_DELETED
from klog.cluster.zookeeper.controller.live_brokers import BrokerNews
from klog.cluster.zookeeper.controller.pending_updates import Kind, Piece
from klog.cluster.zookeeper.controller.propagation import Propagation
from tests.cluster.zookeeper.controller.worlds import ViewWorld, at
from tests.cluster.zookeeper.tree import state, topic_id


class PropagationTests(SynchronousTestCase):
    """Brokers 1, 2 and 3; partitions t-0 of 1 and 2, led by 1."""

    def setUp(self) -> None:
        self.world = ViewWorld()
        self.tree = self.world.tree
        for broker_id in (1, 2, 3):
            self.tree.broker(broker_id)
        self.world.look()
        self.propagation = Propagation(self.world.view, self.world.brokers)
        self.propagation.brokers_changed(self.world.news)
        self.told()
        self.world.partition("t", 0, (1, 2), 1, (1, 2))
        self.propagation.made.add(at("t"))
        self.propagation.look({"t": {0}})

    def look(self) -> None:
        """At all that changed."""
        changes = self.world.look()
        self.propagation.brokers_changed(self.world.news)
        self.propagation.look({**dict.fromkeys(changes.topics | changes.deletions, ()), **changes.partitions})

    def told(self) -> dict[int, list[tuple[Kind, dict[object, object]]]]:
        """What each broker is told now, but for who lives."""
        found: dict[int, list[tuple[Kind, dict[object, object]]]] = {}
        for broker_id, pending in self.propagation.pending.items():
            pieces: list[Piece] = []
            while (piece := pending.next(self.world.brokers.generation)) is not None:
                pieces.append(piece)
            said = [(piece.kind, {**piece.partitions, **dict.fromkeys(piece.deleted, "deleted")}) for piece in pieces]
            found[broker_id] = [each for each in said if each[1]]
        return found

    def test_new_partition(self) -> None:
        role, news = (Kind.LEADERSHIP, {at("t"): True}), (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [role, news], 2: [role, news], 3: [news]})
        self.assertEqual(self.propagation.made, set())
        self.propagation.look({"t": {0}})
        self.assertEqual(self.told(), {1: [], 2: [], 3: []})

    def test_a_topic_that_is_looked_at_in_parts(self) -> None:
        """Who heard of a part of it would have producers spread keys over that part: the rest is announced, with what is known of it."""
        self.told()
        self.tree.topic("u", dict.fromkeys(range(3), (1,)), topic_id(ord("u")))
        for number in range(2):
            self.tree.state("u", number, state(1, isr=(1,)))
        self.world.look()
        self.propagation.look({"u": {0}})
        news = (Kind.METADATA, {at("u", number): 0 for number in range(3)})
        self.assertEqual(self.told(), {1: [(Kind.LEADERSHIP, {at("u"): False}), news], 2: [news], 3: [news]})
        sent = self.propagation.last_sent.topics["u"].partitions
        self.assertEqual(
            [(sent[number].leader, sent[number].replicas, sent[number].leader_epoch) for number in (1, 2)], [(1, (1,), 0), (-1, (1,), -1)]
        )
        # Nobody has had a role of those that were announced.
        self.tree.state("u", 2, state(1, isr=(1,)))
        self.world.look()
        self.propagation.look({"u": {1, 2}})
        news = (Kind.METADATA, {at("u", number): 0 for number in (1, 2)})
        self.assertEqual(self.told(), {1: [(Kind.LEADERSHIP, {at("u", number): False for number in (1, 2)}), news], 2: [news], 3: [news]})
        self.assertEqual([each.leader for each in sent.values()], [1, 1, 1])
        self.propagation.look({"u": {0, 1, 2}})
        self.assertEqual(self.told(), {1: [], 2: [], 3: []})

    def test_a_topic_of_which_a_part_was_announced_is_deleted(self) -> None:
        """That part, too: it is shown."""
        self.told()
        self.tree.topic("u", {0: (1,), 1: (9,)}, topic_id(ord("u")))
        self.tree.state("u", 0, state(1, isr=(1,)))
        self.world.look()
        self.propagation.look({"u": {0, 1}})
        self.told()
        self.tree.write("/admin/delete_topics/u")
        self.look()
        self.assertEqual(self.told()[3], [(Kind.METADATA, {at("u"): 0, at("u", 1): 0})])
        self.assertEqual([each.leader for each in self.propagation.last_sent.topics["u"].partitions.values()], [BEING_DELETED] * 2)

    def test_announced_with_a_leader_that_leads_no_more(self) -> None:
        """It has come again and has no role yet, or is gone: clients are not sent there."""
        self.tree.topic("u", {0: (3,), 1: (1,), 2: (2,), 3: (3,)}, topic_id(ord("u")))
        for number, leader in enumerate((3, 1, 2, 3)):
            self.tree.state("u", number, state(leader, 4, isr=(leader,)))
        self.tree.delete("/brokers/ids/2")
        self.world.look()
        self.tree.broker(1)
        self.world.look()
        self.propagation.look({"u": {0}})
        sent = self.propagation.last_sent.topics["u"].partitions
        self.assertEqual([(sent[number].leader, sent[number].leader_epoch) for number in range(4)], [(3, 4), (-1, 4), (-1, 4), (3, 4)])

    def test_roles_of_all_that_is_decided_at_one_time_before_it_is_shown(self) -> None:
        """A topic is told whole: who is shown as its leader knows it by then, or clients would be refused."""
        self.told()
        numbers = range(MOST_PARTITIONS)
        self.tree.topic("u", dict.fromkeys(numbers, (1,)), topic_id(ord("u")))
        for number in numbers:
            self.tree.state("u", number, state(1, isr=(1,)))
        self.world.look()
        self.propagation.look({"u": numbers})
        self.assertEqual(
            [(kind, len(partitions)) for kind, partitions in self.told()[1]],
            [(kind, len(numbers)) for kind in (Kind.LEADERSHIP, Kind.METADATA)],
        )

    def test_what_was_announced_and_is_other_than_was_told(self) -> None:
        """It has no state yet, and nobody has a role of it: all hear of it."""
        self.told()
        self.tree.topic("u", {0: (1,), 1: (9,)}, topic_id(ord("u")))
        self.tree.state("u", 0, state(1, isr=(1,)))
        self.world.look()
        self.propagation.look({"u": {0, 1}})
        self.told()
        self.tree.topic("u", {0: (1,), 1: (8, 9)}, topic_id(ord("u")))
        news = (Kind.METADATA, {at("u", 1): 0})
        self.look()
        self.propagation.look({"u": {1}})
        self.assertEqual(self.told(), {1: [news], 2: [news], 3: [news]})
        self.propagation.look({"u": {1}})
        self.assertEqual(self.told(), {1: [], 2: [], 3: []})
        sent = self.propagation.last_sent.get(at("u", 1))
        assert sent is not None
        self.assertEqual((sent.leader, sent.replicas, sent.offline), (-1, (8, 9), (8, 9)))

    def test_more_partitions_are_told_without_those_that_are_known(self) -> None:
        self.told()
        self.tree.topic("t", {0: (1, 2), 1: (1,), 2: (9,)}, topic_id(ord("t")))
        self.tree.state("t", 1, state(1, isr=(1,)))
        self.look()
        self.propagation.look({"t": {1}})
        self.assertEqual(self.told()[3], [(Kind.METADATA, {at("t", 1): 0, at("t", 2): 0})])

    def test_only_in_sync_replicas_changed(self) -> None:
        self.told()
        self.tree.state("t", 0, state(1, isr=(1,)))
        self.look()
        news = (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [news], 2: [news], 3: [news]})

    def test_leader_changed(self) -> None:
        self.told()
        self.tree.state("t", 0, state(2, 1, isr=(2, 1)))
        self.look()
        role, news = (Kind.LEADERSHIP, {at("t"): False}), (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [role, news], 2: [role, news], 3: [news]})

    def test_broker_gone(self) -> None:
        self.told()
        self.tree.delete("/brokers/ids/2")
        self.look()
        news = (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [news], 3: [news]}, "a replica is offline")
        self.tree.state("t", 0, state(1, 1, isr=(1,)))
        self.look()
        self.assertEqual(self.told(), {1: [(Kind.LEADERSHIP, {at("t"): False}), news], 3: [news]})

    def test_broker_came(self) -> None:
        self.world.partition("u", 0, (3,), 3, (3,))
        self.propagation.look({"u": {0}})
        self.told()
        self.tree.delete("/brokers/ids/2")
        self.look()
        self.told()
        self.tree.broker(2)
        self.world.look()
        self.propagation.brokers_changed(self.world.news)
        self.assertEqual(self.told()[2], [(Kind.METADATA, {at("t"): 0, at("u"): 0})], "its roles come when they were looked at")
        self.propagation.look({"t": {0}})
        self.assertEqual(self.told()[2], [(Kind.LEADERSHIP, {at("t"): False}), (Kind.METADATA, {at("t"): 0})])
        self.propagation.look({"t": {0}})
        self.assertEqual(self.told()[2], [])

    def test_replica_whose_directory_is_lost(self) -> None:
        self.told()
        self.propagation.directory_lost(2)
        self.propagation.directory_lost(9)
        self.propagation.look({"t": {0}})
        self.assertEqual(self.told(), {1: [], 2: [(Kind.LEADERSHIP, {at("t"): False})], 3: []})
        self.world.brokers.set_offline(2, {at("t")}, ())
        self.tree.state("t", 0, state(1, 1, isr=(1,)))
        self.look()
        role = (Kind.LEADERSHIP, {at("t"): False})
        self.assertEqual(self.told()[2], [role, (Kind.METADATA, {at("t"): 0})], "perhaps it has only refused to lead")
        self.tree.state("t", 0, state(-1, 2, isr=(2,)))
        self.look()
        self.assertEqual(self.told()[2], [(Kind.METADATA, {at("t"): 0})], "it cannot follow, and nobody leads")

    def test_shutting_down(self) -> None:
        self.world.partition("u", 0, (2, 1), 2, (2, 1))
        self.propagation.look({"u": {0}})
        self.told()
        self.world.brokers.leaving.add(2)
        self.tree.state("t", 0, state(1, 7, isr=(1,)))
        self.tree.state("u", 0, state(1, 1, isr=(1,)))
        self.look()
        self.assertEqual(
            self.told()[2],
            [(Kind.LEADERSHIP, {at("u"): False}), (Kind.METADATA, {at("t"): 0, at("u"): 0}), (Kind.STOP, {at("t"): 7})],
            "it follows where it led, and stops where it followed",
        )

    def test_isr_notification(self) -> None:
        self.told()
        self.propagation.repeat([at("t"), at("none")])
        news = (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [news], 2: [news], 3: [news]})

    def test_to_be_deleted_and_gone(self) -> None:
        self.told()
        self.tree.write("/admin/delete_topics/t")
        self.look()
        news = (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [news], 2: [news], 3: [news]})
        was = self.propagation.last_sent.get(at("t"))
        assert was is not None
        self.assertEqual(was.leader, BEING_DELETED)
        self.look()
        self.assertEqual(self.told(), {1: [], 2: [], 3: []})
        self.tree.broker(3)
        self.look()
        self.assertEqual(self.told()[3], [news], "a new broker may have shown it before it went away")
        self.tree.delete("/brokers/topics/t")
        self.look()
        self.assertEqual((self.told(), self.propagation.last_sent.topics), ({1: [], 2: [], 3: []}, {}))

    def test_to_be_deleted_when_we_come(self) -> None:
        self.tree.write("/admin/delete_topics/t")
        self.world.look()
        propagation = self.propagation = Propagation(self.world.view, self.world.brokers)
        propagation.brokers_changed(BrokerNews(frozenset({1, 2, 3})))
        propagation.look({"t": ()})
        news = (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [news], 2: [news], 3: [news]}, "a controller before us may have shown it")
        was = propagation.last_sent.get(at("t"))
        assert was is not None
        self.assertEqual(was.leader, BEING_DELETED)

    def test_to_be_deleted_when_we_come_and_announced_before(self) -> None:
        """A controller before us may have shown those partitions, too, that have no state: nobody else would tell that they are no more."""
        self.tree.topic("t", {0: (1, 2), 1: (9,)}, topic_id(ord("t")))
        self.tree.write("/admin/delete_topics/t")
        self.world.look()
        propagation = self.propagation = Propagation(self.world.view, self.world.brokers)
        propagation.brokers_changed(BrokerNews(frozenset({1, 2, 3})))
        propagation.look({"t": ()})
        self.assertEqual(self.told()[3], [(Kind.METADATA, {at("t"): 0, at("t", 1): 0})])
        self.assertEqual([each.leader for each in propagation.last_sent.topics["t"].partitions.values()], [BEING_DELETED] * 2)

    def test_gone_before_everybody_has_heard(self) -> None:
        self.told()
        self.tree.write("/admin/delete_topics/t")
        self.look()
        self.propagation.pending[1].next(self.world.brokers.generation)
        self.propagation.pending[1].answered()
        self.tree.delete("/brokers/topics/t")
        self.tree.delete("/admin/delete_topics/t")
        self.look()
        news = (Kind.METADATA, {at("t"): "deleted"})
        self.assertEqual(self.told(), {1: [], 2: [news], 3: [news]})

    def test_gone_while_it_is_being_told(self) -> None:
        self.told()
        self.tree.write("/admin/delete_topics/t")
        self.look()
        pending = self.propagation.pending[1]
        piece = pending.next(self.world.brokers.generation)
        assert piece is not None
        self.tree.delete("/brokers/topics/t")
        self.tree.delete("/admin/delete_topics/t")
        self.look()
        pending.give_back(piece)
        self.assertEqual(self.told()[1], [(Kind.METADATA, {at("t"): "deleted"})], "the request was lost")

    def test_gone_by_hand(self) -> None:
        self.told()
        self.tree.delete("/brokers/topics/t")
        self.look()
        self.assertEqual(self.told(), {1: [], 2: [], 3: []}, "nobody asked for its deletion")

    def test_gone_by_hand_and_made_again(self) -> None:
        self.told()
        self.tree.delete("/brokers/topics/t")
        self.world.look()
        self.tree.topic("t", {0: (3,)}, topic_id(9))
        self.tree.state("t", 0, state(3))
        self.look()
        gone, news = (Kind.METADATA, {at("t"): "deleted"}), (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [gone, news], 2: [gone, news], 3: [gone, (Kind.LEADERSHIP, {at("t"): False}), news]})

    def test_deletion_that_is_taken_back(self) -> None:
        self.tree.write("/admin/delete_topics/t")
        self.look()
        self.told()
        self.tree.delete("/admin/delete_topics/t")
        self.look()
        role, news = (Kind.LEADERSHIP, {at("t"): False}), (Kind.METADATA, {at("t"): 0})
        self.assertEqual(self.told(), {1: [role, news], 2: [role, news], 3: [news]})

    def test_deletion_that_is_taken_back_of_what_was_announced(self) -> None:
        """Nobody leads it; it is shown again."""
        self.tree.topic("u", {0: (1,), 1: (9,)}, topic_id(ord("u")))
        self.tree.state("u", 0, state(1, isr=(1,)))
        self.world.look()
        self.propagation.look({"u": {0, 1}})
        self.tree.write("/admin/delete_topics/u")
        self.look()
        self.told()
        self.tree.delete("/admin/delete_topics/u")
        self.look()
        self.assertEqual(self.told()[3], [(Kind.METADATA, {at("u"): 0, at("u", 1): 0})])
        self.assertEqual([each.leader for each in self.propagation.last_sent.topics["u"].partitions.values()], [1, -1])

    def test_a_topic_without_an_id_is_told_when_it_has_one(self) -> None:
        self.told()
        self.tree.topic("n", {0: (1,)})
        self.tree.state("n", 0, state(1))
        self.look()
        self.assertEqual(self.told(), {1: [], 2: [], 3: []})
        self.tree.topic("n", {0: (1,)}, topic_id(8))
        self.world.look()
        self.propagation.look({"n": {0}})
        self.assertEqual(self.told()[1], [(Kind.LEADERSHIP, {at("n"): False}), (Kind.METADATA, {at("n"): 0})])
