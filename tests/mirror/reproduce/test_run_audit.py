"""`klog.mirror.reproduce.run_audit`: what a run has copied is told at the source, where brokers have counted the same."""

from __future__ import annotations

import time
import unittest
from collections import Counter
from typing import Any, ClassVar
from unittest import mock

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC, Tier
from klog.audit.ledger import Ledger
from klog.audit.verdicts import Verdict
from klog.audit.windows import DEFAULT_MS, Window
from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings
from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.destination import Destination
from klog.mirror.reproduce.job import Reproduction
from klog.mirror.reproduce.settings import ReproduceSettings
from klog.model import TopicPartition
from klog.testing.embedded import Broker
from tests.mirror.verify.rig import batch

#: In the middle of a window.
_T0 = 1_600_000_000_000 // DEFAULT_MS * DEFAULT_MS + DEFAULT_MS // 2


class RunAuditTests(unittest.TestCase):
    a: ClassVar[Broker]
    b: ClassVar[Broker]

    @classmethod
    def setUpClass(cls) -> None:
        counting = {"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "100", "log.retention.ms": "-1"}
        cls.a, cls.b = Broker(counting).start(), Broker({"log.retention.ms": "-1"}).start()
        cls.addClassCleanup(cls.a.stop)
        cls.addClassCleanup(cls.b.stop)
        cls.a.messages(AUDIT_TOPIC, at_least=1)

    def setUp(self) -> None:
        self.topic = self.id().rpartition(".")[2]
        self.client = BlockingClient(self.a.bootstrap, client_id="web")
        self.addCleanup(self.client.close)

    def put(self, *batches: bytes, **configs: str) -> None:
        self.a.create_topic(self.topic, 1, configs={name.replace("_", "."): value for name, value in configs.items()})
        for one in batches:
            self.client.produce(TopicPartition(self.topic, 0), one)

    def job(self) -> Reproduction:
        sides = [
            ClientSettings(bootstrap_servers=broker.bootstrap, client_id="mirror", allow_auto_create_topics=False)
            for broker in (self.a, self.b)
        ]
        # A round of one batch.
        settings = ReproduceSettings(
            source=sides[0], destination=sides[1], alias=f"of-{self.topic}", topics=(self.topic,), audit=True, fetch_bytes=1
        )
        return Reproduction(settings)

    def finish(self, job: Reproduction) -> None:
        while job.round() or job.lag:
            pass

    def ledger(self) -> Ledger:
        ledger = Ledger()
        for message in self.a.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual((ledger.unreadable, ledger.faults, ledger.forged), (0, [], []))
        return ledger

    def counts(self, tier: Tier) -> Counter[Window]:
        found: Counter[Window] = Counter()
        for cell in self.ledger().cells:
            if cell.key.topic == self.topic and cell.key.writer.tier is tier:
                found[cell.key.window] += cell.count
        return found

    def check(self, total: int) -> None:
        """Both have counted the same, window by window."""
        until_s = time.monotonic() + 60
        while self.counts(Tier.BROKER).total() < total and time.monotonic() < until_s:
            time.sleep(0.05)
        self.assertEqual(self.counts(Tier.BROKER).total(), total)
        self.assertEqual(self.counts(Tier.MIRROR), self.counts(Tier.BROKER))

    def edges(self) -> list[Edge]:
        found = self.ledger().balance(int(time.time() * 1000), grace_ms=0, settle_ms=0, topics=[self.topic]).edges
        return [edge for edge in found if edge.receiver.tier is Tier.MIRROR]

    def test_rounds_are_counted_and_told_at_the_end(self) -> None:
        half = DEFAULT_MS // 2
        self.put(
            batch(b"1", b"2", timestamp=_T0), batch(b"3", b"4", timestamp=_T0 + half - 1), batch(*[b"5"] * 50, timestamp=_T0 + DEFAULT_MS)
        )
        job = self.job()
        self.finish(job)
        self.assertEqual(self.counts(Tier.MIRROR).total(), 0)
        job.close()
        self.check(54)
        self.assertEqual(len(self.counts(Tier.MIRROR)), 2)
        self.assertEqual({str(edge.receiver) for edge in self.edges()}, {f"mirror of-{self.topic}"})
        self.assertEqual({(edge.judgment.missing, edge.judgment.duplicate) for edge in self.edges()}, {(0, 0)})

    def test_the_next_run_counts_what_it_copies(self) -> None:
        self.put(batch(b"1", b"2", timestamp=_T0))
        for more in range(2):
            job = self.job()
            self.finish(job)
            job.close()
            self.check(2 + more)
            self.client.produce(TopicPartition(self.topic, 0), batch(b"3", timestamp=_T0))

    def test_a_round_that_does_not_count_is_not_counted(self) -> None:
        self.put(batch(b"1", b"2", timestamp=_T0))
        job = self.job()
        job.prepare()
        with (
            mock.patch.object(Destination, "write", side_effect=KlogError(ErrorCode.REQUEST_TIMED_OUT, "slow")),
            self.assertRaises(KlogError),
        ):
            job.round()
        job.recover()
        self.finish(job)
        job.close()
        self.check(2)

    def test_of_brokers_that_set_the_time_it_counts(self) -> None:
        self.put(batch(b"1", b"2", timestamp=_T0), message_timestamp_type="LogAppendTime")
        job = self.job()
        self.finish(job)
        job.close()
        self.check(2)

    def test_one_that_is_killed_makes_its_windows_unknown_and_not_missing(self) -> None:
        self.put(batch(b"1", b"2", timestamp=_T0))
        job = self.job()
        audit: Any = job._audit
        self.finish(job)
        # It tells once, and no more.
        audit._due_s = 0.0
        job.round()
        self.client.produce(TopicPartition(self.topic, 0), batch(b"3", timestamp=_T0))
        self.finish(job)
        job._audit = None
        job.close()
        audit._spoken.close()
        until_s = time.monotonic() + 60
        while self.counts(Tier.BROKER).total() < 3 and time.monotonic() < until_s:
            time.sleep(0.05)
        self.assertEqual(self.counts(Tier.MIRROR).total(), 2)
        # Its three intervals are over; the broker goes on.
        ledger = self.ledger()
        later_ms = int(time.time() * 1000) + 60_000
        for writer, (state, written_ms) in list(ledger._states.items()):
            if writer.tier is Tier.BROKER:
                state.time_ms = state.through_ms = later_ms
                ledger._states[writer] = state, max(written_ms, later_ms)
        (edge,) = (
            edge
            for edge in ledger.balance(later_ms, grace_ms=0, settle_ms=0, topics=[self.topic]).edges
            if edge.receiver.tier is Tier.MIRROR
        )
        self.assertEqual((edge.judgment.verdict, edge.judgment.missing), (Verdict.UNKNOWN, 0))


if __name__ == "__main__":
    unittest.main()
