"""The audit among several brokers: each tells what it has counted, in a partition that it leads."""

from __future__ import annotations

from klog.audit.cells import AUDIT_TOPIC, Tier
from klog.audit.ledger import Ledger
from klog.client.admin.types import NewTopic
from klog.client.auditing.audit import Audit
from klog.client.producing.producer import Producer
from klog.testing.broker import MemoryBroker
from tests.broker.audit.rig import PROPERTIES, WINDOW_MS
from tests.broker.cluster_rig import ClusterRig


class ClusterTests(ClusterRig):
    def start(self, *numbers: int) -> list[MemoryBroker]:
        properties = {name.replace(".", "_"): value for name, value in PROPERTIES.items()}
        return [self.broker(number, **properties) for number in numbers]

    def ledger(self) -> Ledger:
        ledger = Ledger()
        for broker in self.brokers.values():
            if broker.is_ready:
                for message in broker.messages(AUDIT_TOPIC):
                    ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual(ledger.unreadable, 0)
        return ledger

    def test_what_a_producer_sends_to_three_brokers(self) -> None:
        one, *_ = self.start(1, 2, 3)
        self.reactor.advance(5)
        self.ask(one, lambda admin: admin.create_topics([NewTopic("t", 3, 3)]))
        self.reactor.advance((WINDOW_MS - one.now_ms() % WINDOW_MS) / 1000 + 1)
        producer = Producer(self.reactor, one.bootstrap, client_id="web", audit=Audit(window_ms=WINDOW_MS, interval_ms=1000))
        for partition in range(3):
            self.reactor.until(producer.send_many("t", [b"v"] * (10 + partition), partition=partition))
        self.reactor.until(producer.stopService())
        self.reactor.advance(3 * WINDOW_MS / 1000)
        ledger = self.ledger()
        told = {cell.key.writer.guid for cell in ledger.cells if cell.key.writer.tier is Tier.BROKER}
        self.assertEqual(len(told), 3)
        [edge] = ledger.balance(one.now_ms(), grace_ms=0, settle_ms=0).edges
        self.assertEqual((edge.sent.must, edge.arrived.least, edge.judgment.verdict.value), (33, 33, "complete"))
        info = one.broker.coordination.topics()[AUDIT_TOPIC]  # type: ignore[union-attr]
        self.assertEqual({len(partition.replicas) for partition in info.partitions}, {3})

    def test_a_broker_that_comes_after_the_topic_was_made_tells_too(self) -> None:
        """It leads none of its partitions: what it had counted was missing, and nobody knew that it counts."""
        [one] = self.start(1)
        self.reactor.advance(5)
        self.start(2, 3)
        self.reactor.advance(5)
        self.ask(one, lambda admin: admin.create_topics([NewTopic("t", 3, 3)]))
        self.reactor.advance((WINDOW_MS - one.now_ms() % WINDOW_MS) / 1000 + 1)
        producer = Producer(self.reactor, one.bootstrap, client_id="web", audit=Audit(window_ms=WINDOW_MS, interval_ms=1000))
        for partition in range(3):
            self.reactor.until(producer.send_many("t", [b"v"] * 10, partition=partition))
        self.reactor.until(producer.stopService())
        self.reactor.advance(3 * WINDOW_MS / 1000)
        [edge] = self.ledger().balance(one.now_ms(), grace_ms=0, settle_ms=0).edges
        self.assertEqual((edge.sent.must, edge.arrived.least, edge.judgment.verdict.value), (30, 30, "complete"))
        info = one.broker.coordination.topics()[AUDIT_TOPIC]  # type: ignore[union-attr]
        self.assertEqual([len(partition.replicas) for partition in info.partitions], [1, 1, 3, 3])

    def begin(self, one: MemoryBroker) -> Producer:
        """A topic with copies on all, the beginning of a window, and a producer that is counted."""
        self.reactor.advance(5)
        self.ask(one, lambda admin: admin.create_topics([NewTopic("t", 3, 3)]))
        self.reactor.advance((WINDOW_MS - one.now_ms() % WINDOW_MS) / 1000 + 1)
        return Producer(self.reactor, one.bootstrap, client_id="web", audit=Audit(window_ms=WINDOW_MS, interval_ms=1000))

    def send(self, producer: Producer) -> None:
        """Ten to each partition."""
        for partition in range(3):
            self.reactor.until(producer.send_many("t", [b"v"] * 10, partition=partition))

    def test_a_broker_that_is_stopped_has_told_all_when_it_is_started_again(self) -> None:
        """It leads nothing any more when it has served the last client."""
        one, two, _ = self.start(1, 2, 3)
        producer = self.begin(one)
        self.send(producer)
        two.stop()
        self.reactor.advance(5)
        two.start().until_ready()
        self.reactor.advance(5)
        self.send(producer)
        self.reactor.until(producer.stopService())
        self.reactor.advance(5 * WINDOW_MS / 1000)
        ledger = self.ledger()
        edges = ledger.balance(one.now_ms(), grace_ms=0, settle_ms=0).edges
        told = [(edge.sent.must, edge.arrived.least, edge.judgment.verdict.value) for edge in edges]
        self.assertEqual(told, [(60, 60, "complete")])
        self.assertEqual(sum(state.has_ended for writer, (state, _) in ledger._states.items() if writer.tier is Tier.BROKER), 1)
        self.assertNotIn("klog.audit", two.file_system.list("/data"))

    def test_a_broker_that_is_killed_makes_its_windows_unknown(self) -> None:
        one, two, _ = self.start(1, 2, 3)
        producer = self.begin(one)
        self.send(producer)
        two.kill()
        self.reactor.advance(20)
        self.send(producer)
        self.reactor.until(producer.stopService())
        self.reactor.advance(5 * WINDOW_MS / 1000)
        verdicts = {edge.judgment.verdict.value for edge in self.ledger().balance(one.now_ms(), grace_ms=0, settle_ms=0).edges}
        self.assertEqual(verdicts, {"unknown"})
