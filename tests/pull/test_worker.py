"""The worker's side: its messages, its sentences, and what it takes for final. Processes are in test_runner.py."""

from __future__ import annotations

import pickle
import tempfile
import unittest

from klog.arrow.errors import CorruptRange, DataLoss
from klog.arrow.ranges import TopicRange
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.pull.errors import RecordsLost
from klog.pull.settings import PullSettings
from klog.pull.types import TaskSpec
from klog.pull.worker import LENGTH, call, find_work, frame, is_final, sentence_of
from tests.pull import stub_work


class WorkerTests(unittest.TestCase):
    """Functions."""

    def test_frames(self) -> None:
        data = frame({"a": 1})
        self.assertEqual(LENGTH.unpack(data[:4])[0], len(data) - 4)
        self.assertEqual(pickle.loads(data[4:]), {"a": 1})

    def test_work_is_found_by_name(self) -> None:
        self.assertIs(find_work("tests.pull.stub_work:work"), stub_work.work)
        with tempfile.TemporaryDirectory() as folder:
            settings = PullSettings(client=ClientSettings(bootstrap_servers="h:1"), target=folder, pattern=".*")
            result = call("tests.pull.stub_work:work", TaskSpec(0, TopicRange("fine", 0, 0, 1), "s", settings))
        self.assertEqual(result.rows, 1)

    def test_sentences(self) -> None:
        self.assertEqual(sentence_of(ValueError("a\n  b")), "ValueError: a b")
        self.assertEqual(sentence_of(MemoryError()), "MemoryError")
        self.assertEqual(sentence_of(KlogError(ErrorCode.INVALID_CONFIG, "no")), "INVALID_CONFIG: no")
        self.assertTrue(sentence_of(RecordsLost("a", 0, "gone")).startswith("topic a, partition 0: gone"))

    def test_what_is_final(self) -> None:
        final = [
            DataLoss("a", 0, 1, 2, "gone"),
            CorruptRange("a", 0, 1, "torn"),
            RecordsLost("a", 0, "gone"),
            ConfigError("a", "b", "c"),
            KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED),
            ModuleNotFoundError("klog"),
        ]
        again = [KlogError(ErrorCode.NOT_LEADER_OR_FOLLOWER), OSError(28, "No space left"), ValueError("a"), MemoryError()]
        self.assertEqual([is_final(error) for error in final], [True] * len(final))
        self.assertEqual([is_final(error) for error in again], [False] * len(again))
