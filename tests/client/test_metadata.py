"""Beliefs about the cluster, against a plain model and against brokers that are behind."""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.client.metadata import ClusterMetadata, Node
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.metadata import (
    MetadataResponse,
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)

ID_1, ID_2 = b"1" * 16, b"2" * 16
NO_ID = bytes(16)


def topic(
    name: str, *leaders: tuple[int, int], topic_id: bytes = ID_1, error: ErrorCode = ErrorCode.NONE, first: int = 0
) -> MetadataResponseTopic:
    """A topic whose partitions have these (leader, epoch)."""
    return MetadataResponseTopic(
        error_code=error,
        name=name,
        topic_id=topic_id,
        partitions=[
            MetadataResponsePartition(
                partition_index=first + number, leader_id=leader, leader_epoch=epoch, replica_nodes=[1], isr_nodes=[1]
            )
            for number, (leader, epoch) in enumerate(leaders)
        ],
    )


def answer(*topics: MetadataResponseTopic, nodes: int = 2, controller: int = 1) -> MetadataResponse:
    """With brokers 1 to `nodes`."""
    return MetadataResponse(
        brokers=[MetadataResponseBroker(node_id=number, host=f"host{number}", port=9092) for number in range(1, nodes + 1)],
        cluster_id="c",
        controller_id=controller,
        topics=list(topics),
    )


class MetadataTests(unittest.TestCase):
    """One rule each."""

    def setUp(self) -> None:
        self.metadata = ClusterMetadata()

    def test_what_was_answered_is_known(self) -> None:
        self.assertTrue(self.metadata.apply(answer(topic("a", (1, 5), (2, 6), (-1, 7))), 1000))
        self.assertEqual(self.metadata.node(2), Node(2, "host2", 9092))
        self.assertIsNone(self.metadata.node(3))
        self.assertEqual([self.metadata.leader(TopicPartition("a", number)) for number in range(4)], [1, 2, None, None])
        self.assertEqual(self.metadata.leader_epoch(TopicPartition("a", 1)), 6)
        self.assertEqual(self.metadata.leader_epoch(TopicPartition("b", 1)), -1)
        self.assertEqual(self.metadata.topic_name(ID_1), "a")
        self.assertEqual((self.metadata.cluster_id, self.metadata.controller_id, self.metadata.updated_ms), ("c", 1, 1000))

    def test_the_same_again_is_no_change(self) -> None:
        self.assertTrue(self.metadata.apply(answer(topic("a", (1, 5))), 1))
        version = self.metadata.version
        self.assertFalse(self.metadata.apply(answer(topic("a", (1, 5))), 2))
        self.assertEqual((self.metadata.version, self.metadata.updated_ms), (version, 2))

    def test_an_answer_without_brokers_says_nothing(self) -> None:
        self.metadata.apply(answer(topic("a", (1, 5))), 1)
        self.assertFalse(self.metadata.apply(MetadataResponse(topics=[topic("a", error=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)]), 2))
        self.assertEqual(self.metadata.leader(TopicPartition("a", 0)), 1)

    def test_epochs_never_go_back(self) -> None:
        self.metadata.apply(answer(topic("a", (1, 5), (1, 5))), 1)
        self.metadata.apply(answer(topic("a", (2, 4), (2, 6))), 2)
        self.assertEqual([self.metadata.leader(TopicPartition("a", number)) for number in (0, 1)], [1, 2])

    def test_a_topic_made_anew_begins_anew(self) -> None:
        self.metadata.apply(answer(topic("a", (1, 5))), 1)
        self.metadata.apply(answer(topic("a", (2, 0), topic_id=ID_2)), 2)
        self.assertEqual(self.metadata.leader(TopicPartition("a", 0)), 2)
        self.assertIsNone(self.metadata.topic_name(ID_1))
        self.assertEqual(self.metadata.topic_name(ID_2), "a")

    def test_brokers_without_epochs_are_believed(self) -> None:
        self.metadata.apply(answer(topic("a", (1, -1), topic_id=NO_ID)), 1)
        self.metadata.apply(answer(topic("a", (2, -1), topic_id=NO_ID)), 1)
        self.assertEqual(self.metadata.leader(TopicPartition("a", 0)), 2)
        self.assertIsNone(self.metadata.topic_name(NO_ID))

    def test_an_error_keeps_the_partitions(self) -> None:
        self.metadata.apply(answer(topic("a", (1, 5))), 1)
        self.assertTrue(self.metadata.apply(answer(topic("a", error=ErrorCode.LEADER_NOT_AVAILABLE, topic_id=NO_ID)), 2))
        found = self.metadata.topic("a")
        assert found is not None
        self.assertEqual((found.error, found.topic_id, len(found.partitions)), (ErrorCode.LEADER_NOT_AVAILABLE, ID_1, 1))

    def test_an_asked_topic_that_is_not_answered_is_unknown(self) -> None:
        self.metadata.apply(answer(), 1, asked=["a"])
        found = self.metadata.topic("a")
        assert found is not None
        self.assertEqual((found.error, found.partitions), (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ()))

    def test_the_list_of_all_drops_what_is_gone(self) -> None:
        self.metadata.apply(answer(topic("a", (1, 1)), topic("b", (1, 1), topic_id=ID_2)), 1)
        self.assertTrue(self.metadata.apply(answer(topic("a", (1, 1))), 2, asked=None, keep=["b"]))
        self.assertEqual(self.metadata.topics["b"].error, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.metadata.apply(answer(topic("a", (1, 1))), 3, asked=None)
        self.assertEqual(list(self.metadata.topics), ["a"])
        self.assertIsNone(self.metadata.topic_name(ID_2))

    def test_partitions_may_be_out_of_order_and_have_gaps(self) -> None:
        gaps = topic("a", (1, 1), (2, 1), first=3)
        gaps.partitions.reverse()
        self.metadata.apply(answer(gaps), 1)
        self.assertEqual([self.metadata.leader(TopicPartition("a", number)) for number in (0, 3, 4)], [None, 1, 2])

    def test_who_leads_as_another_broker_says(self) -> None:
        """News where the epoch is newer and it is known where that broker is (KIP-951)."""
        self.metadata.apply(answer(topic("a", (1, 5), (1, 5))), 1000)
        place = TopicPartition("a", 1)
        there = Node(3, "host3", 9092)
        for name, leader, epoch, node in (("b", 3, 9, there), ("a", 3, 5, there), ("a", -1, 9, None), ("a", 3, 9, None)):
            self.assertFalse(self.metadata.led_by(TopicPartition(name, 1), leader, epoch, node))
        self.assertTrue(self.metadata.led_by(place, 2, 6, None))
        self.assertEqual((self.metadata.leader(place), self.metadata.leader_epoch(place)), (2, 6))
        self.assertTrue(self.metadata.led_by(place, 3, 7, there))
        self.assertEqual((self.metadata.leader(place), self.metadata.node(3)), (3, there))
        self.assertEqual(self.metadata.leader(TopicPartition("a", 0)), 1)

    def test_learned_nodes_do_not_hide_answered_ones(self) -> None:
        self.metadata.apply(answer(), 1)
        self.metadata.learn(Node(1, "elsewhere", 1))
        self.metadata.learn(Node(7, "host7", 1))
        self.metadata.learn(Node(-1, "", -1))
        self.assertEqual([node.host for node in self.metadata.nodes.values()], ["host1", "host2", "host7"])
        self.metadata.forget_nodes()
        self.assertEqual(dict(self.metadata.nodes), {})

    @given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(0, 3), st.integers(1, 3)), max_size=30))
    @settings(deadline=None, max_examples=100)
    def test_against_a_model(self, steps: list[tuple[int, int, int, int]]) -> None:
        """Each step: an answer about one topic: its id, epoch and leader."""
        metadata = ClusterMetadata()
        model: dict[str, tuple[bytes, int, int]] = {}
        for number, generation, epoch, leader in steps:
            name, topic_id = f"t{number}", (bytes([number + 1]) + bytes([generation])) * 8
            metadata.apply(answer(topic(name, (leader, epoch), topic_id=topic_id)), 1)
            known = model.get(name)
            if known is None or known[0] != topic_id or epoch >= known[1]:
                model[name] = (topic_id, epoch, leader)
            for other, (other_id, other_epoch, other_leader) in model.items():
                tp = TopicPartition(other, 0)
                self.assertEqual((metadata.leader(tp), metadata.leader_epoch(tp)), (other_leader, other_epoch))
                self.assertEqual(metadata.topic_name(other_id), other)
        self.assertEqual(len(metadata._names), len(model))


class ManyTopicsTests(unittest.TestCase):
    """5,000 topics cost per message what five do: a look-up in a dict, never a walk."""

    def test_steps_per_look_up_do_not_grow(self) -> None:
        def steps(topics: int) -> int:
            metadata = ClusterMetadata()
            metadata.apply(
                answer(*(topic(f"t{number}", (1, 1), topic_id=number.to_bytes(16, "big")) for number in range(1, topics + 1))), 1
            )
            count = 0

            def trace(frame: object, event: str, arg: object) -> object:
                nonlocal count
                count += 1
                return trace

            import sys

            before = sys.gettrace()
            sys.settrace(trace)  # type: ignore[arg-type]
            try:
                metadata.leader(TopicPartition("t3", 0))
                metadata.topic("t4")
                metadata.partition(TopicPartition("t5", 0))
                metadata.apply(answer(topic("t1", (1, 2), topic_id=(1).to_bytes(16, "big"))), 1, asked=["t1"])
            finally:
                sys.settrace(before)
            return count

        self.assertEqual(steps(5000), steps(5))
