"""The shared words: text forms of partitions and ids."""

from __future__ import annotations

import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.model import NO_TOPIC_ID, TopicPartition, topic_id_from_text, topic_id_to_text


class ModelTests(unittest.TestCase):
    """Text and back."""

    def test_a_partitions_text_is_its_directory(self) -> None:
        self.assertEqual(str(TopicPartition("page-views", 3)), "page-views-3")

    @given(st.binary(min_size=16, max_size=16))
    def test_ids_come_back(self, raw: bytes) -> None:
        text = topic_id_to_text(raw)
        self.assertEqual(len(text), 22)
        self.assertEqual(topic_id_from_text(text), raw)

    def test_known_texts(self) -> None:
        self.assertEqual(topic_id_to_text(NO_TOPIC_ID), "A" * 22)
        self.assertEqual(topic_id_to_text(b"\xff" * 16), "_" * 21 + "w")

    def test_what_is_no_id_is_refused(self) -> None:
        for text in ("", "A" * 21, "A" * 23, "!" * 22, "ä" * 22):
            with self.assertRaises(ValueError, msg=text):
                topic_id_from_text(text)
