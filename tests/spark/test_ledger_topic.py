"""klog.spark.ledger_topic: claims in the order of the log, by several workers at once."""

from __future__ import annotations

import dataclasses
import unittest
from typing import ClassVar

from klog.client.blocking.client import BlockingClient
from klog.model import TopicPartition
from klog.records.implementations import codec
from klog.spark import ledger_topic
from klog.spark.ledger_topic import LAST_EPOCH, LedgerTopic, Starts, ends_of, ledger_for
from klog.spark.producing import Fenced, WriteFailed
from klog.testing.embedded import Broker
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource


class LedgerCase(unittest.TestCase):
    broker: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def setUp(self) -> None:
        self.client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(self.client.close)
        self.topic = f"__ledger-{self.id().rsplit('.')[-1]}"[:200]
        self.asked = 0

    def ledger(self) -> LedgerTopic:
        """A worker's view, with a connection of its own."""
        client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(client.close)
        return LedgerTopic(client, self.topic, timeout_ms=5_000)

    def ends(self) -> Starts:
        self.asked += 1
        return {"t": [self.asked, 10 * self.asked]}


class ClaimTests(LedgerCase):
    def test_the_topic_is_made_as_it_must_be(self) -> None:
        self.assertFalse(self.ledger().is_done("q", 0))
        self.client.refresh([self.topic])
        topic = self.client.metadata.topic(self.topic)
        assert topic is not None
        self.assertEqual(len(topic.partitions), 1)
        wanted = DescribeConfigsResource(resource_type=2, resource_name=self.topic, configuration_keys=None)
        answer = self.client.ask_any(DescribeConfigsRequest(resources=[wanted]))
        configs = {one.name: one.value for one in answer.results[0].configs}
        self.assertEqual({name: configs[name] for name in ledger_topic.CONFIGS}, ledger_topic.CONFIGS)

    def test_a_batch_is_done_for_everybody(self) -> None:
        one, other = self.ledger(), self.ledger()
        self.assertFalse(other.is_done("q", 3))
        one.finish("q", 3)
        one.finish("q", 3)
        self.assertTrue(other.is_done("q", 3))
        self.assertTrue(other.is_done("q", 2))
        self.assertFalse(other.is_done("q", 4))
        self.assertFalse(other.is_done("r", 3))
        self.assertEqual(len(self.broker.messages(self.topic, 0)), 1)

    def test_attempts_and_batches_follow_each_other(self) -> None:
        first = self.ledger().claim("q", 0, 0, self.ends)
        self.assertEqual((first.epoch, first.is_repetition, first.starts), (0, False, {"t": [1, 10]}))
        again = self.ledger().claim("q", 0, 0, self.ends)
        self.assertEqual((again.producer_id, again.epoch), (first.producer_id, 0))
        # Where the first attempt began, not where this one does.
        self.assertTrue(again.is_repetition)
        self.assertEqual(again.starts, {"t": [1, 10]})
        later = self.ledger().claim("q", 0, 1, self.ends)
        self.assertEqual((later.producer_id, later.epoch, later.is_repetition), (first.producer_id, 1, False))
        self.assertEqual(later.starts, {"t": [2, 20]})
        other = self.ledger().claim("q", 1, 1, self.ends)
        self.assertNotEqual(other.producer_id, first.producer_id)
        with self.assertRaisesRegex(WriteFailed, "batch 0 was to be written, but batch 1 was begun before"):
            self.ledger().claim("q", 0, 0, self.ends)

    def test_an_older_attempt_finds_out(self) -> None:
        one, other = self.ledger(), self.ledger()
        first = one.claim("q", 0, 0, self.ends)
        one.check(first)
        wider = one.widen(first, "u", [5])
        self.assertEqual((wider.epoch, wider.starts), (0, {"t": [1, 10], "u": [5]}))
        second = other.claim("q", 0, 0, self.ends)
        self.assertEqual(second.starts, wider.starts)
        with self.assertRaisesRegex(Fenced, "query q, batch 0, task 0: a newer attempt has taken over"):
            one.check(wider)
        with self.assertRaises(Fenced):
            one.widen(wider, "v", [0])
        # What the fenced one said afterwards does not count.
        other.check(second)
        self.assertNotIn("v", self.ledger().claim("q", 0, 0, self.ends).starts)

    def test_of_two_at_once_one_follows_the_other(self) -> None:
        one, other = self.ledger(), self.ledger()
        other.is_done("q", 0)
        raced = []

        def ends() -> Starts:
            # Just before the claim is written, somebody is faster.
            if not raced:
                raced.append(other.claim("q", 0, 0, self.ends))
            return {"t": [99, 99]}

        claim = one.claim("q", 0, 0, ends)
        self.assertEqual((claim.epoch, claim.is_repetition, claim.follows), (0, True, raced[0].name))
        self.assertEqual(claim.starts, raced[0].starts)
        self.assertEqual(claim.producer_id, raced[0].producer_id)
        with self.assertRaises(Fenced):
            other.check(raced[0])

    def test_epochs_do_not_run_out(self) -> None:
        ledger = self.ledger()
        claim = ledger.claim("q", 0, 0, self.ends)
        ledger._claims["q", 0] = dataclasses.replace(claim, epoch=LAST_EPOCH)
        # A repetition goes on, a new batch has a new producer id.
        self.assertEqual(ledger._following("q", 0, 0, self.ends).epoch, LAST_EPOCH)
        fresh = ledger._following("q", 0, 1, self.ends)
        self.assertEqual(fresh.epoch, 0)
        self.assertNotEqual(fresh.producer_id, claim.producer_id)

    def test_others_who_are_always_faster(self) -> None:
        one, other = self.ledger(), self.ledger()
        one.claim("q", 0, 0, self.ends)
        append = one._append

        def slow(key: object, value: object) -> None:
            other.claim("q", 0, 0, self.ends)
            append(key, value)  # type: ignore[arg-type]

        one._append = slow  # type: ignore[method-assign, assignment]
        with self.assertRaisesRegex(WriteFailed, "other attempts of this task keep taking over"):
            one.claim("q", 0, 0, self.ends)


class TopicTests(LedgerCase):
    def put(self, key: bytes | None, value: bytes | None) -> None:
        self.client.produce(TopicPartition(self.topic, 0), codec.build_batch([(0, key, value, ())]))

    def test_records_of_others_are_named(self) -> None:
        self.ledger().is_done("q", 0)
        self.put(b"somebody", b"else")
        with self.assertRaisesRegex(WriteFailed, f"topic {self.topic}, partition 0, offset 0: this is no record of klog's sink"):
            self.ledger().is_done("q", 0)

    def test_a_newer_klog_is_not_misread(self) -> None:
        self.ledger().is_done("q", 0)
        self.put(b'["q"]', b'{"v":3}')
        with self.assertRaisesRegex(WriteFailed, "written by a newer klog"):
            self.ledger().is_done("q", 0)

    def test_a_topic_that_is_made_anew(self) -> None:
        ledger = self.ledger()
        ledger.finish("q", 5)
        ledger.finish("q", 6)
        self.assertTrue(ledger.is_done("q", 6))
        # As if the topic had been longer.
        ledger._position += 10
        ledger._done["q"] = 9
        # What was believed is forgotten, and read again.
        self.assertFalse(ledger.is_done("q", 9))
        self.assertTrue(ledger.is_done("q", 6))

    def test_a_topic_that_cannot_be_made(self) -> None:
        self.topic = "no such name"
        with self.assertRaisesRegex(
            WriteFailed, r"topic no such name cannot be created for the idempotent sink \(option idempotent.topic\): "
        ):
            self.ledger().is_done("q", 0)

    def test_ends_of_a_topic(self) -> None:
        self.broker.create_topic("ends", 2)
        self.broker.put("ends", [b"a", b"b"], partition=1)
        self.assertEqual(ends_of(self.client, "ends", timeout_ms=5_000, max_block_ms=5_000), [0, 2])

    def test_one_view_for_a_client_and_topic(self) -> None:
        ledger = ledger_for(self.client, self.topic, 5_000)
        self.assertIs(ledger_for(self.client, self.topic, 5_000), ledger)
        other = BlockingClient(self.broker.bootstrap)
        self.assertIsNot(ledger_for(other, self.topic, 5_000), ledger)
        other.close()
        third = BlockingClient(self.broker.bootstrap)
        self.addCleanup(third.close)
        ledger_for(third, self.topic, 5_000)
        self.assertNotIn((other, self.topic), ledger_topic._ledgers)


if __name__ == "__main__":
    unittest.main()
