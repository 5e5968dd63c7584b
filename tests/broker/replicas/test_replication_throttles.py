"""The throttles: what followers are given that are not in sync, and what a follower asks for."""

from __future__ import annotations

from typing import Any, ClassVar

from klog.broker.handlers.fetch import FetchHandler
from klog.broker.replicas.replication_throttles import Side, make_throttle
from klog.broker.settings.settings import BrokerSettings
from klog.records.implementations import codec
from tests.broker.following.replica_pair import ReplicaPairCase
from tests.broker.replicas.controlled_rig import ControlledCase
from tests.broker.rig import batch, partitions_of, values_of


class LeaderThrottleTests(ControlledCase):
    """Broker 1 leads t; 2 is in sync, 3 is not."""

    def setUp(self) -> None:
        super().setUp()
        self.configs: dict[str, str] = {}
        self.coordination.topic_configs = lambda name: self.configs
        self.settings = BrokerSettings({})
        throttle = make_throttle(Side.LEADER, self.settings, self.coordination, self.clock)
        self.fetching = FetchHandler(
            self.partitions, self.sessions, codec, in_thread=self.thread, may_replicate=self.between.may_replicate, throttle=throttle
        )

    def limit(self, rate: int, replicas: str) -> None:
        """As an administrator does."""
        self.settings.set_dynamic({"leader.replication.throttled.rate": str(rate)}, {})
        self.configs = {"leader.replication.throttled.replicas": replicas}

    def given(self, answer: Any) -> list[bytes | None]:
        """The values."""
        return values_of(partitions_of(self.outcome(answer))[0])

    def test_who_is_in_sync_is_never_held_back(self) -> None:
        self.lead(isr=(1, 2))
        self.limit(10, "*")
        self.put(b"a" * 1000)
        self.assertEqual(self.given(self.follow(3, 0)), [b"a" * 1000], "until it is too much")
        self.put(b"b")
        self.assertEqual(self.given(self.follow(3, 1)), [])
        self.assertEqual(self.given(self.follow(2, 1)), [b"b"])
        waiting = self.follow(3, 1, max_wait_ms=500)
        self.put(b"c")
        self.assertNoResult(waiting)
        self.clock.advance(0.5)
        self.assertEqual(self.given(waiting), [])
        self.clock.advance(11)
        self.assertEqual(self.given(self.follow(3, 1)), [b"b", b"c"])

    def test_only_those_that_are_named(self) -> None:
        self.lead(isr=(1, 2))
        for replicas in ("0:2,0:3,1:1", ""):
            self.limit(0, replicas)
            self.put(b"a")
            self.assertTrue(self.given(self.follow(3, 0)), "the leader's replica is meant, which is broker 1's")
        self.limit(0, "0:1")
        self.assertTrue(self.given(self.follow(3, 0)))
        self.assertFalse(self.given(self.follow(3, 0)))

    def test_consumers_are_no_business_of_it(self) -> None:
        self.lead(isr=(1,))
        self.limit(0, "*")
        self.produce(batch(b"a"), acks=1)
        self.follow(3, 0)
        self.assertEqual(self.given(self.fetch(("t", 0, 0), max_wait_ms=0)), [b"a"])


class FollowerThrottleTests(ReplicaPairCase):
    """Broker 2 follows 1, from the beginning of its log."""

    second_properties: ClassVar[dict[str, str]] = {"replica.fetch.max.bytes": "1000"}

    def setUp(self) -> None:
        super().setUp()
        self.configs = {"follower.replication.throttled.replicas": "0:2"}
        self.second_coordination.topic_configs = lambda name: self.configs  # type: ignore[method-assign]
        self.copying._throttle = make_throttle(Side.FOLLOWER, self.second_settings, self.second_coordination, self.clock)

    def limit(self, rate: int) -> None:
        """As an administrator does."""
        self.second_settings.set_dynamic({"follower.replication.throttled.rate": str(rate)}, {})

    def test_no_faster_than_the_rate(self) -> None:
        rate = 2_000
        self.limit(rate)
        self.lead(isr=(1,), replicas=(1, 2))
        for _ in range(100):
            self.put(b"x" * 900)
        replica = self.tell_second(self.told(1, 0, (1,), replicas=(1, 2)))
        size = self.partition().log.size_bytes
        self.run_for(20)
        copied = replica.log.size_bytes
        self.assertLess(copied, size)
        self.assertLess(abs(copied - 20 * rate), 0.1 * 20 * rate + rate)
        self.configs = {}
        self.run_for(1.1)
        self.assert_equal_logs()

    def test_the_answer_is_no_larger_than_the_rate_bears(self) -> None:
        """A rate of 0 lets the first answer through, as Kafka's does, and nothing afterwards."""
        self.limit(0)
        self.lead(isr=(1,), replicas=(1, 2))
        for _ in range(3):
            self.put(b"a" * 1_000)
        replica = self.tell_second(self.told(1, 0, (1,), replicas=(1, 2)))
        self.run_for(5)
        self.assertEqual(replica.log.end_offset, 1)

    def test_who_has_caught_up_is_not_held_back(self) -> None:
        self.both(isr=(1,))
        self.put(b"a")
        self.run_for(1.2)
        self.limit(0)
        for _ in range(3):
            self.put(b"b" * 500)
            self.run_for(0.1)
        self.assert_equal_logs()
