"""Tests of what a broker knows from UpdateMetadata requests."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import BrokerInfo, Endpoint, PartitionInfo
from klog.cluster.metadata_cache import CacheChanges, MetadataCache
from klog.model import NO_TOPIC_ID, TopicId
from klog.wire.messages.update_metadata import (
    UpdateMetadataBroker,
    UpdateMetadataEndpoint,
    UpdateMetadataPartitionState,
    UpdateMetadataRequest,
    UpdateMetadataTopicState,
)

A, B = TopicId(b"a" * 16), TopicId(b"b" * 16)


def state(number: int, leader: int, *, epoch: int = 0, name: str = "", **more: Any) -> UpdateMetadataPartitionState:
    """One partition on brokers 1 and 2."""
    fields: dict[str, Any] = {"isr": [1, 2], "replicas": [1, 2], "zk_version": epoch + 10, "offline_replicas": [], **more}
    return UpdateMetadataPartitionState(topic_name=name, partition_index=number, leader=leader, leader_epoch=epoch, **fields)


def topic(name: str, topic_id: bytes, *states: UpdateMetadataPartitionState) -> UpdateMetadataTopicState:
    return UpdateMetadataTopicState(topic_name=name, topic_id=topic_id, partition_states=list(states))


def told(*topics: UpdateMetadataTopicState, brokers: tuple[int, ...] = (), controller: int = -1) -> UpdateMetadataRequest:
    return UpdateMetadataRequest(controller_id=controller, topic_states=list(topics), live_brokers=[broker(each) for each in brokers])


def broker(broker_id: int) -> UpdateMetadataBroker:
    endpoints = [
        UpdateMetadataEndpoint(port=9000 + broker_id, host=f"h{broker_id}", listener="IN", security_protocol=0),
        UpdateMetadataEndpoint(port=9100 + broker_id, host="o", listener="", security_protocol=1),
    ]
    return UpdateMetadataBroker(id=broker_id, v0_host="old", v0_port=9092, endpoints=endpoints, rack="r")


class MetadataCacheTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.cache = MetadataCache()

    def apply(self, *topics: UpdateMetadataTopicState, version: int = 8) -> CacheChanges:
        return self.cache.apply(told(*topics), version)

    def test_brokers_and_controller_are_all_there_is_each_time(self) -> None:
        self.assertFalse(self.cache.has_heard)
        changes = self.cache.apply(told(brokers=(2, 1), controller=2), 8)
        self.assertEqual(changes, CacheChanges(brokers=True, controller=True))
        one = BrokerInfo(1, (Endpoint("IN", "h1", 9001), Endpoint("SSL", "o", 9101)), "r")
        self.assertEqual((self.cache.brokers[0], self.cache.broker(1), self.cache.broker(3)), (one, one, None))
        self.assertEqual(([each.broker_id for each in self.cache.brokers], self.cache.controller_id), ([1, 2], 2))
        self.assertFalse(self.cache.apply(told(brokers=(1, 2), controller=2), 8))
        self.assertEqual(self.cache.apply(told(brokers=(1,), controller=-7), 5), CacheChanges(brokers=True, controller=True))
        self.assertEqual(([each.broker_id for each in self.cache.brokers], self.cache.controller_id), ([1], -1))

    def test_brokers_of_version_0(self) -> None:
        self.cache.apply(told(brokers=(1,)), 0)
        self.assertEqual(self.cache.brokers, (BrokerInfo(1, (Endpoint("PLAINTEXT", "old", 9092),)),))

    def test_partitions_come_one_by_one(self) -> None:
        self.assertEqual(self.apply(topic("t", A, state(0, 1), state(2, -1, epoch=3))), CacheChanges(topics={"t"}))
        known = self.cache.topics["t"]
        self.assertEqual((known.topic_id, sorted(known.partitions)), (A, [0, 2]))
        self.assertEqual(known.partitions[2], PartitionInfo(-1, 3, (1, 2), (1, 2), 13, ()))
        changes = self.apply(topic("t", A, state(0, 2, epoch=1, offline_replicas=[1]), state(2, -1, epoch=3)))
        self.assertEqual(changes, CacheChanges(partitions={"t": {0}}))
        self.assertEqual(self.cache.topics["t"].partitions[0], PartitionInfo(2, 1, (1, 2), (1, 2), 11, (1,)))
        self.assertEqual(self.apply(topic("t", A, state(1, 1))), CacheChanges(topics={"t"}))
        self.assertFalse(self.apply(topic("t", A, state(1, 1))))

    def test_partitions_that_are_deleted(self) -> None:
        self.apply(topic("t", A, state(0, 1), state(1, 1)))
        self.assertEqual(self.apply(topic("t", A, state(1, -2))), CacheChanges(topics={"t"}))
        self.assertEqual(sorted(self.cache.topics["t"].partitions), [0])
        self.assertEqual(self.apply(topic("t", A, state(0, -2), state(1, -2))), CacheChanges(topics={"t"}))
        self.assertEqual(dict(self.cache.topics), {})
        self.assertFalse(self.apply(topic("t", A, state(0, -2))))
        self.assertEqual(dict(self.cache.topics), {})

    def test_deletion_is_remembered(self) -> None:
        """Of the whole topic, known or not, until another one comes or nobody asks any more."""
        self.apply(topic("t", A, state(0, 1), state(1, 1)))
        self.apply(topic("t", A, state(1, -2)))
        self.assertFalse(self.cache.is_deleted("t", A))
        self.apply(topic("t", A, state(0, -2)))
        self.assertEqual((self.cache.is_deleted("t", A), self.cache.is_deleted("t", B)), (True, False))
        self.assertEqual(self.apply(topic("u", B, state(0, -2))), CacheChanges(topics={"u"}))
        self.assertTrue(self.cache.is_deleted("u", B))
        self.apply(topic("t", A, state(0, 1)))
        self.cache.forget_deleted("u")
        self.assertEqual((self.cache.is_deleted("t", A), self.cache.is_deleted("u", B)), (False, False))
        self.apply(topic("v", NO_TOPIC_ID, state(0, -2)), version=6)
        self.assertTrue(self.cache.is_deleted("v", A), "without ids names must do")

    def test_another_topic_of_the_same_name(self) -> None:
        self.apply(topic("t", A, state(0, 1), state(1, 1)))
        self.assertEqual(self.apply(topic("t", B, state(0, 2))), CacheChanges(topics={"t"}))
        self.assertEqual((self.cache.topics["t"].topic_id, sorted(self.cache.topics["t"].partitions)), (B, [0]))
        self.assertFalse(self.apply(topic("t", A, state(0, -2))), "the deletion of the topic before it hit the new one")

    def test_topics_without_ids(self) -> None:
        request = UpdateMetadataRequest(
            controller_id=-1, ungrouped_partition_states=[state(0, 1, name="t"), state(0, 2, name="u"), state(1, 2, name="t")]
        )
        self.assertEqual(self.cache.apply(request, 4), CacheChanges(topics={"t", "u"}))
        self.assertEqual((self.cache.topics["t"].topic_id, sorted(self.cache.topics["t"].partitions)), (NO_TOPIC_ID, [0, 1]))
        self.assertEqual(self.apply(topic("t", A, state(0, 1))), CacheChanges(topics={"t"}))
        self.assertEqual((self.cache.topics["t"].topic_id, sorted(self.cache.topics["t"].partitions)), (A, [0, 1]))

    def test_what_is_gone_without_a_word(self) -> None:
        self.apply(topic("t", A, state(0, 1)))
        self.assertEqual((self.cache.forget("t", B), self.cache.forget("u", A), self.cache.forget("t", A)), (False, False, True))
        self.assertEqual(dict(self.cache.topics), {})

    def test_a_broker_that_leads_nothing_any_more(self) -> None:
        self.apply(topic("t", A, state(0, 1), state(1, 2)), topic("u", B, state(0, 2)))
        self.assertEqual(self.cache.without_leader(1), {"t": {0}})
        self.assertEqual([self.cache.topics["t"].partitions[number].leader for number in (0, 1)], [-1, 2])

    names = st.sampled_from("tu")
    one_state = st.builds(state, st.integers(0, 2), st.sampled_from([-2, -1, 1, 2]), epoch=st.integers(0, 2))
    requests = st.lists(st.lists(st.tuples(names, st.lists(one_state, max_size=3)), max_size=2), max_size=12)

    @given(requests)
    def test_as_a_plain_model(self, requests: list[list[tuple[str, list[UpdateMetadataPartitionState]]]]) -> None:
        """The last word about each partition holds, and changes name what is other than before."""
        cache, model = MetadataCache(), dict[tuple[str, int], tuple[int, int]]()
        for request in requests:
            before = dict(model)
            changes = cache.apply(told(*(topic(name, A if name == "t" else B, *states) for name, states in request)), 7)
            for name, states in request:
                for each in states:
                    model.pop((name, each.partition_index), None)
                    if each.leader != -2:
                        model[name, each.partition_index] = each.leader, each.leader_epoch
            shown = {
                (name, number): (info.leader, info.leader_epoch)
                for name, known in cache.topics.items()
                for number, info in known.partitions.items()
            }
            self.assertEqual(shown, model)
            for name, number in before.keys() | model.keys():
                if ((name, number) in before) != ((name, number) in model):
                    self.assertIn(name, changes.topics)
                elif before[name, number] != model[name, number]:
                    self.assertTrue(name in changes.topics or number in changes.partitions.get(name, ()))
