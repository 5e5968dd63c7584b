"""Tests of topic names."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster import topic_names
from klog.errors import ErrorCode, KlogError

NAME = st.text("aB9._-", max_size=6)


class TopicNameTests(SynchronousTestCase):
    def test_fine_names(self) -> None:
        for name in ("a", "A-1", "...", "a.b_c-d", "x" * 249, "__consumer_offsets", "-", "0"):
            self.assertIsNone(topic_names.fault_of(name), name)

    def test_bad_names(self) -> None:
        for name in ("", ".", "..", "x" * 250, "a b", "a/b", "ä", "a\n", "a\0", "٣", "a:b"):
            with self.assertRaises(KlogError, msg=name) as caught:
                topic_names.validate(name)
            self.assertEqual(caught.exception.code, ErrorCode.INVALID_TOPIC_EXCEPTION)
            self.assertIn("Topic name is invalid", caught.exception.message)

    def test_internal(self) -> None:
        self.assertTrue(topic_names.is_internal("__consumer_offsets"))
        self.assertFalse(topic_names.is_internal("consumer_offsets"))
        self.assertFalse(topic_names.is_internal("__cluster_metadata"))

    def test_collisions(self) -> None:
        self.assertEqual(topic_names.colliding("a.b", ["x", "a_b"]), "a_b")
        self.assertEqual(topic_names.colliding("a_b.c", ["a.b_c"]), "a.b_c")
        self.assertIsNone(topic_names.colliding("a.b", ["ab", "a-b"]))
        self.assertIsNone(topic_names.colliding("ab", ["ab"]), "names without . and _ do not collide")

    @settings(deadline=None, max_examples=100)
    @given(NAME, st.lists(NAME, max_size=4))
    def test_collisions_are_those_of_the_unified_names(self, name: str, others: list[str]) -> None:
        expected = [other for other in others if other.replace(".", "_") == name.replace(".", "_")] if set(name) & set("._") else []
        self.assertEqual(topic_names.colliding(name, others), expected[0] if expected else None)
