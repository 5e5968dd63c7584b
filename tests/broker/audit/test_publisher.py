"""How what was counted gets into the topic."""

from __future__ import annotations

import errno
import json
from unittest import mock

from twisted.internet.defer import Deferred

from klog.audit.cells import AUDIT_TOPIC
from klog.audit.ledger import Ledger
from klog.testing import topics
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from tests.broker.audit.rig import AuditCase


class PublisherTests(AuditCase):
    def test_the_topic_is_compacted_and_has_the_brokers_time(self) -> None:
        self.ledger()
        info = self.broker.broker.coordination.topics()[AUDIT_TOPIC]  # type: ignore[union-attr]
        self.assertEqual(info.configs["cleanup.policy"], "compact")
        self.assertEqual(info.configs["message.timestamp.type"], "LogAppendTime")

    def test_a_broker_that_is_alone_makes_it_at_once(self) -> None:
        """A client that counts, and is over before the first report is due, could not tell what it has counted: it was lost."""
        self.broker.advance(0.2)
        self.assertIn(AUDIT_TOPIC, self.broker.broker.coordination.topics())  # type: ignore[union-attr]

    def test_anybody_can_read_it(self) -> None:
        self.make("t")
        self.send("t", self.batch(1))
        self.ledger()
        values = [json.loads(message.value) for message in self.broker.messages(AUDIT_TOPIC)]
        cell = next(value for value in values if value.get("topic") == "t")
        self.assertEqual((cell["tier"], cell["application"], cell["count"]), ("broker", "web", 1))
        self.assertEqual(cell["datacenter"], self.broker.broker.coordination.cluster_id())  # type: ignore[union-attr]

    def test_nothing_new_is_one_small_record(self) -> None:
        self.make("t")
        self.send("t", self.batch(1))
        self.ledger()
        before = len(self.broker.messages(AUDIT_TOPIC))
        self.broker.advance(5)
        self.assertEqual(len(self.broker.messages(AUDIT_TOPIC)) - before, 5)

    def test_a_stop_tells_the_rest_and_that_it_was_all(self) -> None:
        self.make("t")
        self.ledger()
        self.send("t", self.batch(1, 2))
        self.broker.stop()
        self.broker.start()
        ledger = Ledger()
        for message in self.broker.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        self.assertEqual([cell.count for cell in ledger.cells], [2])
        ended = [value["ended"] for message in self.broker.messages(AUDIT_TOPIC) if "ended" in (value := json.loads(message.value))]
        self.assertEqual(ended[-1], True)

    def test_a_stop_waits_for_a_report_on_its_way(self) -> None:
        """Were it to fail behind an end that is told, its counts would be lost unsaid."""
        self.make("t")
        self.ledger()
        publisher = self.broker.broker.audit.publisher  # type: ignore[union-attr]
        held: Deferred[None] = Deferred()
        with mock.patch.object(publisher, "_write", return_value=held):
            publisher.publish()
        told = len(self.broker.messages(AUDIT_TOPIC))
        last = publisher.publish_last()
        self.assertEqual((len(self.broker.messages(AUDIT_TOPIC)) - told, last.called), (0, False))
        held.callback(None)
        self.successResultOf(last)
        self.assertTrue(json.loads(self.broker.messages(AUDIT_TOPIC)[-1].value)["ended"])

    def test_nothing_is_told_behind_the_end(self) -> None:
        """The job may be due while the last report waits for the disk: its state would say that the broker lives."""
        self.make("t")
        self.ledger()
        publisher = self.broker.broker.audit.publisher  # type: ignore[union-attr]
        self.successResultOf(publisher.publish_last())
        told = len(self.broker.messages(AUDIT_TOPIC))
        self.successResultOf(publisher.publish())
        self.broker.advance(5)
        self.assertEqual(len(self.broker.messages(AUDIT_TOPIC)), told)
        self.assertTrue(json.loads(self.broker.messages(AUDIT_TOPIC)[-1].value)["ended"])

    def test_a_broker_that_is_killed_before_its_first_report_is_known_to_have_counted(self) -> None:
        """What it had counted is unknown then; if nobody knew of it, what a group lost of it would look like nothing."""
        self.make("t")
        self.ledger()
        self.broker.kill()
        self.broker.start()
        self.broker.advance(0.3)
        self.client = self.broker.connect(client_id="web")
        self.send("t", self.batch(1))
        self.broker.kill()
        self.broker.start()
        ledger = self.ledger(0.3)
        self.assertEqual(len([state for state, _ in ledger._states.values() if not state.has_ended]), 3)
        self.assertEqual(ledger.cells, [])

    def test_another_start_counts_on(self) -> None:
        self.make("t")
        self.send("t", self.batch(1))
        self.broker.stop()
        self.broker.start()
        self.client = self.broker.connect(client_id="web")
        self.send("t", self.batch(1))
        self.assertEqual(sum(cell.count for cell in self.cells()), 2)
        self.assertEqual(len({cell.key.writer.guid for cell in self.cells()}), 2)

    def test_a_topic_that_is_deleted_is_made_again(self) -> None:
        self.make("t")
        self.send("t", self.batch(1))
        self.ledger()
        self.client.ask(DeleteTopicsRequest(topic_names=[AUDIT_TOPIC], timeout_ms=1000), 5)
        self.send("t", self.batch(1))
        self.assertEqual(self.counts(3), [("t", 0, "web", 2)])

    def test_a_full_disk_holds_the_report_back_and_loses_nothing(self) -> None:
        self.make("t")
        self.ledger()
        self.send("t", self.batch(1))
        self.broker.file_system.fail_writes(errno.ENOSPC)
        self.broker.advance(3)
        self.broker.file_system.fail_writes(None)
        failed = {reading.name: reading.value for reading in self.broker.broker.metrics}["audit.reports.failed.count"]
        self.assertGreater(failed, 0)
        self.assertEqual(self.counts(), [("t", 0, "web", 1)])

    def test_cells_may_be_put_by_the_broker_itself(self) -> None:
        """`MemoryBroker.put` stands for the broker: nobody is asked who he is."""
        self.ledger()
        topics.put(self.broker.broker, AUDIT_TOPIC, [b"{}"], self.broker.now_ms(), key=b"{}")
        self.assertEqual(self.broker.messages(AUDIT_TOPIC)[-1].key, b"{}")
