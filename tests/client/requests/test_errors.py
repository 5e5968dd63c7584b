"""Which error of an answer counts, and how it names its partition."""

from __future__ import annotations

import unittest

from klog.client.requests.errors import left_out, partition_error, worst
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition

TP = TopicPartition("t", 3)


class ErrorsTests(unittest.TestCase):
    """Of partitions."""

    def test_what_is_final_comes_first(self) -> None:
        passing, other = KlogError(ErrorCode.LEADER_NOT_AVAILABLE), KlogError(ErrorCode.REQUEST_TIMED_OUT)
        final = KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        self.assertIs(worst([passing, final, other]), final)
        self.assertIs(worst([passing, other]), passing)
        self.assertIsNone(worst([]))

    def test_sentences(self) -> None:
        self.assertRegex(str(partition_error(ErrorCode.LEADER_NOT_AVAILABLE, TP, "looking")), r"topic t, partition 3: .* \(looking\)")
        unknown = partition_error(12_345, TP, "looking")
        self.assertEqual(unknown.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        missing = left_out(TP, "node 2", "Produce")
        self.assertEqual(missing.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertRegex(str(missing), "node 2 left .* out of its answer to Produce")


if __name__ == "__main__":
    unittest.main()
