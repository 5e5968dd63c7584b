"""What one Fetch is given: whole batches, within its limits and those of its partitions."""

from __future__ import annotations

import dataclasses
from typing import Any

from klog.errors import ErrorCode
from tests.broker.replicas.controlled_rig import ControlledCase
from tests.broker.rig import ONE, TwoPartitionsCase, batch, partitions_of, values_of


class LimitTests(TwoPartitionsCase):
    """Over real logs."""

    def test_the_first_batch_is_whole(self) -> None:
        """Above both limits, in the first partition that has any; later ones get what is left."""
        self.put(b"a" * 500, index=1)
        self.put(b"b" * 500, index=0)
        answer = self.fetch(("t", 0, 1), ("t", 1, 0), ("t", 0, 0), max_bytes=100, partition_max_bytes=50)
        self.assertEqual(self.values(answer), [[b"b" * 500], []])
        answer = self.fetch(("t", 1, 0), ("t", 0, 0), max_bytes=100_000, partition_max_bytes=50)
        self.assertEqual(self.values(answer), [[b"a" * 500], []])

    def test_whole_batches_within_the_budget(self) -> None:
        """The answer's limit is shared in the order asked."""
        for index in (0, 1):
            for value in (b"a", b"b", b"c"):
                self.put(value, index=index)
        answer = self.fetch(("t", 0, 0), ("t", 1, 0), max_bytes=4 * ONE + 10)
        self.assertEqual(self.values(answer), [[b"a", b"b", b"c"], [b"a"]])
        answer = self.fetch(("t", 0, 0), ("t", 1, 0), max_bytes=4 * ONE, partition_max_bytes=2 * ONE)
        self.assertEqual(self.values(answer), [[b"a", b"b"], [b"a", b"b"]])

    def test_negative_limits(self) -> None:
        """Kafka's answer to nonsense; where there is nothing to read it is nothing."""
        self.put(b"a")
        self.assertEqual(self.codes(self.fetch(("t", 0, 0), partition_max_bytes=-1)), [ErrorCode.UNKNOWN_SERVER_ERROR])
        self.assertEqual(self.codes(self.fetch(("t", 0, 1), partition_max_bytes=-1, max_wait_ms=0)), [0])

    def test_a_zero_limit(self) -> None:
        """Still the first batch."""
        self.put(b"a")
        self.assertEqual(self.values(self.fetch(("t", 0, 0), partition_max_bytes=0)), [[b"a"]])


class FollowersLimitTests(ControlledCase):
    """What a follower is sent at once: Apache Kafka's appends no more than the topic's ``segment.bytes``, and gives up a partition for
    which it got more (``UnifiedLog.append``)."""

    def sent(self, offset: int = 0, **more: Any) -> list[bytes | None]:
        """To follower 2, which has what lies below `offset`."""
        [one] = partitions_of(self.outcome(self.follow(2, offset, **more)))
        self.assertEqual(one.error_code, 0)
        return values_of(one)

    def test_no_more_than_a_segment_takes(self) -> None:
        """Neither of small segments, nor of large ones that are older than the setting."""
        self.lead()
        for value in (b"a", b"b", b"c", b"d"):
            self.produce(batch(value), acks=1)
        self.assertEqual(self.sent(), [b"a", b"b", b"c", b"d"])
        topic = dataclasses.replace(self.show("t"), configs={"segment.bytes": str(2 * ONE)})
        self.partitions.topic_configs_changed(topic)
        self.assertEqual(self.sent(), [b"a", b"b"])
        self.assertEqual(self.sent(2), [b"c", b"d"])
        self.assertEqual(self.sent(1, partition_max_bytes=ONE), [b"b"])
        for value in (b"e", b"f", b"g"):
            self.produce(batch(value), acks=1)
        self.assertEqual(self.sent(4), [b"e", b"f"])
        # Consumers go by their own limits.
        self.follow(2, 7)
        self.follow(3, 7)
        ids = {"t": self.topic_id("t")}
        [one] = partitions_of(self.outcome(self.fetch(("t", 0, 0), ids=ids)))
        self.assertEqual(values_of(one), [b"a", b"b", b"c", b"d"])

    def test_a_batch_that_is_larger_than_a_segment_comes_whole(self) -> None:
        """It was written before the setting."""
        self.lead()
        self.produce(batch(b"a" * 500), acks=1)
        self.produce(batch(b"b"), acks=1)
        self.partitions.topic_configs_changed(dataclasses.replace(self.show("t"), configs={"segment.bytes": "100"}))
        self.assertEqual(self.sent(), [b"a" * 500])
