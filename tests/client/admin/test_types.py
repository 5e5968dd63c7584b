"""Values of administration."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.types import (
    ConfigEntry,
    ConfigResource,
    ConfigSource,
    LogDirDescription,
    NodeDescription,
    Outcomes,
    PartitionDescription,
    ReplicaSize,
    TopicDescription,
    TopicListing,
    item_error,
)
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition


class OutcomesTests(SynchronousTestCase):
    """`Outcomes`."""

    def test_nothing_is_passed_over(self) -> None:
        error = KlogError(ErrorCode.INVALID_CONFIG, "topic b: no")
        outcomes = Outcomes({"a": 1}, {"b": error, "c": error})
        self.assertEqual((outcomes["a"], list(outcomes), len(outcomes)), (1, ["a", "b", "c"], 3))
        self.assertRaises(KlogError, lambda: outcomes["b"])
        self.assertRaises(KeyError, lambda: outcomes["d"])
        self.assertTrue("b" in outcomes and "d" not in outcomes)
        self.assertRaises(KlogError, lambda: dict(outcomes))
        caught = self.assertRaises(KlogError, outcomes.check)
        self.assertEqual((caught.code, caught.message), (ErrorCode.INVALID_CONFIG, "topic b: no (and 1 more of 3 failed)"))
        self.assertIs(self.assertRaises(KlogError, Outcomes({}, {"b": error}).check), error)
        self.assertEqual(Outcomes({"a": 1}).check(), {"a": 1})
        self.assertEqual(repr(Outcomes({"a": 1})), "Outcomes(done={'a': 1}, errors={})")

    def test_answers_are_sorted_into_halves(self) -> None:
        error = KlogError(ErrorCode.INVALID_CONFIG, "topic b: no")
        answers: dict[str, int | KlogError] = {"c": 3, "b": error, "a": 0}
        outcomes = Outcomes.of(answers)
        self.assertEqual((list(outcomes.done.items()), outcomes.errors), ([("c", 3), ("a", 0)], {"b": error}))


class ValueTests(SynchronousTestCase):
    """The rest."""

    def test_item_error(self) -> None:
        self.assertEqual(str(item_error(36, "topic a", "It is there.")), "TOPIC_ALREADY_EXISTS: topic a: It is there.")
        self.assertEqual(str(item_error(36, "topic a")), "TOPIC_ALREADY_EXISTS: topic a: The topic exists already.")
        unknown = item_error(9999, "topic a")
        self.assertEqual(unknown.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("9999", unknown.message)

    def test_small_ones(self) -> None:
        self.assertEqual(str(ConfigResource.broker()), "broker (all brokers)")
        self.assertEqual([str(ConfigResource.broker(1)), str(ConfigResource.group("g"))], ["broker 1", "group g"])
        self.assertTrue(ConfigEntry("a", "1", ConfigSource.DEFAULT).is_default)
        self.assertFalse(ConfigEntry("a", "1", ConfigSource.TOPIC).is_default)
        self.assertEqual(NodeDescription(1, "::1", 9092).address, "[::1]:9092")
        self.assertEqual(NodeDescription(1, "a", 9092).address, "a:9092")
        sizes = {TopicPartition("a", 0): ReplicaSize(3), TopicPartition("a", 1): ReplicaSize(4)}
        self.assertEqual(LogDirDescription("/d", None, sizes).size_bytes, 7)
        self.assertEqual((TopicListing("a", 1).topic_id_text, TopicListing("a", 1, topic_id=b"\1" * 16).topic_id_text[:3]), ("", "AQE"))
        partition = PartitionDescription(0, 1, 0, (1, 2), (1,))
        self.assertEqual(TopicDescription("a", (partition,)).replication_factor, 2)
        self.assertEqual((TopicDescription("a", ()).replication_factor, TopicDescription("a", ()).topic_id_text), (0, ""))
