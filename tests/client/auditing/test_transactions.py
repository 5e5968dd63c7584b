"""The audit of what is written in transactions."""

from __future__ import annotations

from twisted.internet.defer import Deferred

from klog.client.producing.producer import Producer
from tests.client.auditing.rig import WINDOW_MS, AuditedCase


class TransactionTests(AuditedCase):
    def test_what_was_aborted_is_not_missing_to_who_reads_what_is_committed(self) -> None:
        group = self.group("t", isolation_level="read_committed")
        self.until(group.poll(timeout_ms=500))
        self.broker.advance((WINDOW_MS - self.broker.now_ms() % WINDOW_MS) / 1000 + 1)
        writer = Producer(self.reactor, self.broker.bootstrap, client_id="tx", transactional_id="tx", audit=self.audit())
        self.clients.append(writer)

        async def work() -> None:
            async with writer.transaction() as transaction:
                transaction.send("t", b"v")
            try:
                async with writer.transaction() as transaction:
                    for _ in range(5):
                        transaction.send("t", b"w")
                    await writer.flush()
                    raise LookupError
            except LookupError:
                pass

        self.until(Deferred.fromCoroutine(work()))
        self.read_all(group, 1)
        self.assertEqual(self.verdicts(), {("t", "broker tx"): ("complete", 0, 0), ("t", "consumer billing"): ("unknown", 0, 0)})
