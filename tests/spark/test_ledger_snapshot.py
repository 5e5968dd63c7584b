"""What the ledger comes to, in parts; that it is taken up, and what of dead queries goes."""

from __future__ import annotations

import json
import unittest
from collections.abc import Callable, Iterator
from typing import Any, ClassVar
from unittest import mock

from klog.client.blocking.client import BlockingClient
from klog.spark import ledger_snapshot, ledger_topic
from klog.spark.ledger_snapshot import KEEP_CLAIMS_MS, Assembly, Snapshot, records_of, without_the_dead
from klog.spark.ledger_topic import Claim, LedgerTopic, Starts
from klog.spark.producing import Fenced
from klog.testing.embedded import Broker


def snapshot_of(tasks: int) -> Snapshot:
    claims = {("q", task): {"batch": 4, "starts": {"t": [task] * 5}, "name": f"n{task}"} for task in range(tasks)}
    return Snapshot(77, {"q": 3, "r": 9}, {"q": 5, "r": 6, "s": 7}, claims)


class PureTests(unittest.TestCase):
    """Parts and whole, the living and the dead."""

    def test_parts_come_together_again(self) -> None:
        for limit, many in ((1 << 20, False), (500, True)):
            with mock.patch.object(ledger_snapshot, "PART_BYTES", limit):
                parts = json.loads(json.dumps(records_of(snapshot_of(50), "name")))
            self.assertEqual(len(parts) > 3, many)
            assembly = Assembly()
            found = [assembly.take(value) for _, value in parts]
            self.assertEqual(found, [*[None] * (len(parts) - 1), snapshot_of(50)])
            self.assertEqual(len({json.dumps(key) for key, _ in parts}), len(parts))

    def test_parts_of_two_snapshots_are_no_snapshot(self) -> None:
        with mock.patch.object(ledger_snapshot, "PART_BYTES", 500):
            one, other = records_of(snapshot_of(50), "one"), records_of(snapshot_of(50), "other")
        assembly = Assembly()
        self.assertEqual({assembly.take(value) for _, value in (*one[:-1], *other[1:])}, {None})
        for wrong in ({}, {"snapshot": "x", "part": 0, "parts": 1, "upto": 1, "entries": [["claim", "q"]]}):
            with self.assertRaises((LookupError, TypeError, ValueError)):
                Assembly().take(wrong)

    def test_an_empty_one(self) -> None:
        ((_, value),) = records_of(Snapshot(0, {}, {}, {}), "name")
        self.assertEqual(Assembly().take(value), Snapshot(0, {}, {}, {}))

    def test_what_is_done_keeps_its_numbers_and_what_is_dead_nothing(self) -> None:
        day = KEEP_CLAIMS_MS // 7
        claims: dict[tuple[str, int], Any] = {
            ("going", 0): {"batch": 4, "starts": {"t": [1]}},
            ("going", 1): {"batch": 5, "starts": {"t": [1]}},
            ("dead", 0): {"batch": 2, "starts": {"t": [1]}},
            ("stopped within a batch", 0): {"batch": 3, "starts": {"t": [1]}},
        }
        done = {"going": 4, "dead": 2, "stopped within a batch": 2}
        heard_ms = {"going": 9 * day, "dead": day, "stopped within a batch": day}
        found, dead = without_the_dead(Snapshot(1, done, heard_ms, claims), 10 * day)
        self.assertEqual(dead, [("dead", 0)])
        self.assertEqual(found.done, done)
        self.assertEqual({place: claim["starts"] for place, claim in found.claims.items()}, {
            ("going", 0): {}, ("going", 1): {"t": [1]}, ("stopped within a batch", 0): {"t": [1]},
        })  # fmt: skip


class TopicTests(unittest.TestCase):
    """In the topic."""

    broker: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = Broker().start()
        cls.addClassCleanup(cls.broker.stop)

    def setUp(self) -> None:
        for name, value in (("SNAPSHOT_EVERY", 10), ("_WINDOWS", (15, 30))):
            patch = mock.patch.object(ledger_topic, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.topic = f"__{self.id().rsplit('.')[-1]}"
        self.now_ms = 1_700_000_000_000

    def ledger(self) -> LedgerTopic:
        client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(client.close)
        return LedgerTopic(client, self.topic, timeout_ms=5_000, now_ms=lambda: self.now_ms)

    def ends(self) -> Starts:
        return {"t": [1]}

    def test_any_beginning_sees_what_whoever_read_all_sees(self) -> None:
        old = self.ledger()
        for batch in range(12):
            for task in range(4):
                claim = self.ledger().claim("q", task, batch, self.ends) if task == 2 else old.claim("q", task, batch, self.ends)
                if batch % 3 == 0:
                    old.widen(claim, "u", [batch])
            if batch < 11:
                old.finish("q", batch)
            fresh = self.ledger()
            self.assertEqual(fresh.is_done("q", batch), old.is_done("q", batch))
            going = {place: claim for place, claim in old._claims.items() if claim.batch > old._done.get("q", -1)}
            self.assertEqual({place: fresh._claims[place] for place in going}, going)
            names = {place: (claim.name, claim.epoch) for place, claim in old._claims.items()}
            self.assertEqual({place: (claim.name, claim.epoch) for place, claim in fresh._claims.items()}, names)
        self.assertGreater(fresh._snapshot_upto, 30)

    def test_a_dead_query_leaves_its_last_batch(self) -> None:
        ledger = self.ledger()
        for task in range(3):
            ledger.claim("dead", task, 0, self.ends)
        ledger.finish("dead", 0)
        self.now_ms += KEEP_CLAIMS_MS + 1
        for batch in range(12):
            ledger.claim("q", 0, batch, self.ends)
            ledger.finish("q", batch)
        fresh = self.ledger()
        self.assertTrue(fresh.is_done("dead", 0))
        self.assertEqual(set(fresh._claims), {("q", 0)})
        self.assertEqual(set(ledger._claims), {("q", 0)}, "the tombstones were read")
        self.assertEqual(
            [one.value for one in self.broker.messages(self.topic, 0) if json.loads(one.key or b"")[0] == "dead"][-3:], [None] * 3
        )
        again = fresh.claim("dead", 0, 1, self.ends)
        self.assertEqual((again.epoch, again.is_repetition), (0, False))

    def test_behind_compaction_a_later_batch_counts(self) -> None:
        """As brokers leave it: of each key the last record, so that what led from one claim to the next is gone."""
        ledger = self.ledger()
        for batch in range(9):
            ledger.claim("q", 0, batch, self.ends)
            ledger.finish("q", batch)
        self.assertGreaterEqual(ledger._position - ledger._snapshot_upto, 4)
        client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(client.close)
        whole = client.read

        def compacted(*args: Any, **options: Any) -> Iterator[Any]:
            last = {message.key: message for message in whole(*args, **options)}
            yield from sorted(last.values(), key=lambda message: message.offset)

        client.read = compacted  # type: ignore[method-assign]
        fresh = LedgerTopic(client, self.topic)
        self.assertTrue(fresh.is_done("q", 8))
        self.assertEqual(fresh._claims["q", 0].name, ledger._claims["q", 0].name)

    def compacted(self, gone: Callable[[Any, list[Any]], bool]) -> LedgerTopic:
        """Who begins when brokers have removed what `gone` says, of a message and all that there are."""
        client = BlockingClient(self.broker.bootstrap)
        self.addCleanup(client.close)
        whole = client.read

        def read(*args: Any, **options: Any) -> Iterator[Any]:
            messages = list(whole(*args, **options))
            yield from (message for message in messages if not gone(message, messages))

        client.read = read  # type: ignore[method-assign]
        return LedgerTopic(client, self.topic, timeout_ms=5_000, now_ms=lambda: self.now_ms)

    def older(self, message: Any, messages: list[Any]) -> bool:
        """Whether there is a newer record of the key."""
        return any(one.key == message.key and one.offset > message.offset for one in messages)

    def test_behind_compaction_a_later_attempt_counts(self) -> None:
        """A worker knows the first attempt of a batch; of those that followed compaction has left the last."""
        ledger = self.ledger()
        first = ledger.claim("q", 0, 0, self.ends)
        ledger.claim("q", 1, 0, self.ends)
        idle = self.compacted(lambda message, all_: message.offset > 1 and self.older(message, all_))
        idle.check(first)
        for _ in range(3):
            last = self.ledger().claim("q", 0, 0, self.ends)
        with self.assertRaises(Fenced):
            idle.check(first)
        idle.check(last)

    def test_behind_compaction_a_claim_that_did_not_count_may_be_left(self) -> None:
        """Of two attempts at once the one that lost wrote last; what followed the other counts nevertheless."""
        one, other = self.ledger(), self.ledger()
        other.is_done("q", 0)
        won: list[Claim] = []

        def ends() -> Starts:
            if not won:
                won.append(other.claim("q", 0, 0, self.ends))
            return {"t": [99]}

        claim = one.claim("q", 0, 0, ends)
        self.assertEqual(claim.follows, won[0].name)
        fresh = self.compacted(lambda message, _: message.offset == 0)
        fresh.check(claim)

    def test_a_query_that_wakes_up_as_its_claims_are_removed(self) -> None:
        """Whoever sums up has found it dead; it has claimed its next batch just before the tombstone came."""
        ledger = self.ledger()
        ledger.claim("dead", 0, 0, self.ends)
        ledger.finish("dead", 0)
        self.now_ms += KEEP_CLAIMS_MS + 1
        awake: list[Claim] = []
        append = ledger._append

        def slow(key: list[Any], value: dict[str, Any] | None, **more: Any) -> None:
            if value is None:
                awake.append(self.ledger().claim("dead", 0, 1, self.ends))
            append(key, value, **more)

        ledger._append = slow  # type: ignore[method-assign]
        for batch in range(12):
            ledger.claim("q", 0, batch, self.ends)
            ledger.finish("q", batch)
        self.assertEqual(len(awake), 1)
        self.ledger().check(awake[0])
        again = self.ledger().claim("dead", 0, 1, self.ends)
        self.assertTrue(again.is_repetition)


if __name__ == "__main__":
    unittest.main()
