"""Topics without a client."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.testing.broker import MemoryBroker
from klog.testing.topics import text


class TopicsTests(SynchronousTestCase):
    """On a broker in memory."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)

    def test_what_is_put_is_there(self) -> None:
        self.broker.create_topics({"t": 2, "u": 1})
        self.assertEqual(self.broker.put("t", [b"a", b"b"], key=b"k"), 0)
        self.assertEqual(self.broker.put("t", [b"c", None]), 2)
        self.assertEqual(self.broker.put("t", []), 4)
        self.broker.put("t", [b"d"], partition=1)
        found = [(one.partition, one.offset, one.key, one.value) for one in self.broker.messages("t")]
        expected = [(0, 0, b"k", b"a"), (0, 1, b"k", b"b"), (0, 2, None, b"c"), (0, 3, None, None), (1, 0, None, b"d")]
        self.assertEqual(found, expected)
        self.assertEqual([one.value for one in self.broker.messages("t", 1)], [b"d"])
        self.assertEqual(self.broker.messages("t")[0].timestamp_ms, self.broker.now_ms())
        self.assertEqual((self.broker.messages("u"), self.broker.messages("nothing")), ([], []))

    def test_more_than_one_read_and_one_segment(self) -> None:
        self.broker.create_topics({"t": 1})
        values = [bytes([number % 256]) * 1000 for number in range(3000)]
        for start in range(0, 3000, 500):
            self.broker.put("t", values[start : start + 500])
        self.assertEqual([one.value for one in self.broker.messages("t")], values)

    def test_refusals(self) -> None:
        self.broker.create_topics({"t": 1})
        for code, topics in (
            (ErrorCode.TOPIC_ALREADY_EXISTS, {"t": 1}),
            (ErrorCode.INVALID_TOPIC_EXCEPTION, {"a/b": 1}),
            (ErrorCode.INVALID_PARTITIONS, {"u": 0}),
        ):
            error = self.assertRaises(KlogError, self.broker.create_topics, topics)
            self.assertEqual(error.code, code)
        error = self.assertRaises(KlogError, self.broker.put, "t", [b"x"], partition=5)
        self.assertEqual(error.code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        error = self.assertRaises(KlogError, self.broker.put, "t", [bytes(2 << 20)])
        self.assertEqual(error.code, ErrorCode.MESSAGE_TOO_LARGE)

    def test_settings_as_text(self) -> None:
        self.assertEqual([text(value) for value in (True, False, 3, "x")], ["true", "false", "3", "x"])
