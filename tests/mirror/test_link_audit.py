"""What a link tells the audit of its source."""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

from klog.audit.cells import AUDIT_TOPIC, Tier
from klog.audit.ledger import Ledger
from klog.client.auditing.audit import Audit
from klog.client.fetching.consumer import Consumer
from klog.mirror.copied_counts import CopiedCounts
from klog.mirror.decisions.records import Key
from klog.testing.broker import MemoryBroker
from tests.mirror.audit_rig import WINDOW_MS, AuditedLinkCase
from tests.mirror.rig import SOURCE, TwoClusters


class LinkAuditTests(AuditedLinkCase):
    """At a source that counts."""

    def test_all_that_was_sent_was_copied(self) -> None:
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        start_ms = self.next_window()
        # One batch over a border, not in order.
        sent = [self.web.send("web.a", b"v", timestamp_ms=start_ms + at_ms) for at_ms in (61_000, 3, 62_000, 4, 5)]
        for one in sent:
            self.until(one)
        self.send(10)
        self.until_level("web.a")
        judged = self.judged()
        self.assertEqual(
            [one for one in judged if one[2] != 1], [("mirror dc1", "complete", 13, 0, 0), ("mirror dc1", "complete", 2, 0, 0)]
        )

    def test_what_was_lost_is_missing(self) -> None:
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        self.link(audit_window_ms=WINDOW_MS, is_paused=True)
        self.run_for(2)
        self.next_window()
        # Two batches: one that is deleted in part comes whole.
        self.send(4)
        self.send(6)
        self.until(self.there.delete_records({self.tp("web.a"): 5}))
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        [lost] = self.picture().copies["web.a", 0].lost if self.run_until(lambda: self.picture().copies["web.a", 0].lost) else ()
        self.assertEqual(lost, (1, 5))
        self.assertEqual([one for one in self.judged() if one[2] == 10], [("mirror dc1", "missing", 10, 4, 0)])

    def test_a_restart_counts_nothing_twice(self) -> None:
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        self.next_window()
        self.send(10)
        self.until_level("web.a")
        self.destination.stop()
        self.send(10)
        self.destination.start()
        self.until_level("web.a")
        # Batches that were sent before and after, in one window or in two.
        judged = [one for one in self.judged() if one[2] != 1]
        self.assertEqual(sum(one[2] for one in judged), 20)
        self.assertEqual({one[1:2] + one[3:] for one in judged}, {("complete", 0, 0)})
        writers = {state.writer.guid for state, _ in self.ledger()._states.values() if state.writer.tier is Tier.MIRROR}
        self.assertEqual(len(writers), 2)

    def test_a_link_that_was_not_asked_tells_nothing(self) -> None:
        self.link()
        self.until_level("web.a")
        self.run_for(30)
        self.assertNotIn(Tier.MIRROR, {cell.key.writer.tier for cell in self.ledger().cells})
        # It is asked later: what is copied from then on counts.
        self.link(audit_window_ms=WINDOW_MS)
        self.run_until(lambda: self.running().definition.audit_window_ms == WINDOW_MS)
        self.send(10)
        self.until_level("web.a")
        self.run_for(11)
        [cell] = [cell for cell in self.ledger().cells if cell.key.writer.tier is Tier.MIRROR]
        self.assertEqual((cell.count, cell.key.writer.application, cell.key.writer.name), (10, "klog-mirror-dc1", "dc1"))

    def test_a_source_that_is_away_holds_up_no_stop(self) -> None:
        """What is left to be told is waited for only for a moment."""
        self.link(audit_window_ms=WINDOW_MS)
        self.send(3)
        self.until_level("web.a")
        self.source.stop()
        begun_s = self.reactor.seconds()
        self.destination.stop()
        self.assertLess(self.reactor.seconds() - begun_s, 3)

    def test_another_cluster_behind_the_address(self) -> None:
        """It is told nothing of what was copied from the first; that is told when it is there again."""
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        # Between two reports.
        self.run_for(6)
        self.send(3)
        self.until_level("web.a")
        self.source.stop()
        other = MemoryBroker(self.properties, reactor=self.reactor, host=SOURCE, seed=77).start()
        other.create_topics({AUDIT_TOPIC: 1})
        self.run_for(40)
        self.assertEqual([one for one in other.messages(AUDIT_TOPIC) if b"klog-mirror-dc1" in one.key], [])
        other.stop()
        self.source.start()
        self.run_for(40)
        cells = [cell for cell in self.ledger().cells if cell.key.writer.tier is Tier.MIRROR]
        self.assertEqual(sum(cell.count for cell in cells), self.end(self.source, "web.a"))

    def test_a_link_that_copies_nothing_has_lost_everything_until_somebody_pauses_or_deletes_it(self) -> None:
        for paused, deleted, expected in ((False, False, {"missing"}), (True, False, set()), (False, True, set())):
            self.tearDown()
            self.setUp()
            with mock.patch.object(CopiedCounts, "appended"):
                self.link(audit_window_ms=WINDOW_MS)
                self.until_level("web.a")
                if paused:
                    self.link(audit_window_ms=WINDOW_MS, is_paused=True)
                if deleted:
                    self.write(Key("link", "dc1"), None)
                    self.run_until(lambda: not self.engine.links)
                self.run_for(2)
                self.next_window()
                self.next_window()
                self.send(10)
                self.next_window()
                judged = [one for one in self.judged() if one[2] == 10]
            self.assertEqual({one[1] for one in judged}, expected, (paused, deleted))

    def test_a_link_that_was_paused_has_not_lost_what_came_then(self) -> None:
        """Of what it had counted before it is known; what comes in between is nobody's to miss, and copied when it goes on."""
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        self.send(10)
        self.until_level("web.a")
        self.link(audit_window_ms=WINDOW_MS, is_paused=True)
        self.run_for(2)
        self.next_window()
        self.next_window()
        self.send(10)
        self.assertEqual([one[1:] for one in self.judged() if one[2] == 10], [("complete", 10, 0, 0)])
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        self.assertEqual([one[1:] for one in self.judged() if one[2] == 10], [("complete", 10, 0, 0)] * 2)

    def test_a_link_that_is_deleted_has_ended(self) -> None:
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        self.write(Key("link", "dc1"), None)
        self.run_until(lambda: not self.engine.links)
        self.run_for(2)
        self.assertEqual([state.has_ended for state, _ in self.ledger()._states.values() if state.writer.tier is Tier.MIRROR], [True])


class ReaderOfACopyTests(TwoClusters):
    """At a destination that counts."""

    own_properties = LinkAuditTests.properties

    def test_who_reads_a_copy_has_read_what_was_written(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"first"])
        self.link()
        self.until_level("web.a")
        self.run_for(1.5)
        now_ms = self.destination.now_ms()
        self.run_for((WINDOW_MS - now_ms % WINDOW_MS) / 1000 + 1)
        reading = Audit(window_ms=WINDOW_MS, interval_ms=1000)
        options: dict[str, Any] = {"client_id": "reader", "auto_offset_reset": "earliest", "audit": reading}
        reader = Consumer(self.reactor, self.destination.bootstrap, random=random.Random(7), **options)
        self.until(reader.assign([self.tp("web.a")]))
        for _ in range(3):
            self.source.put("web.a", [b"x"] * 10)
            self.until_level("web.a")

        async def read() -> None:
            count = 0
            while count < 31:
                count += sum(map(len, await reader.poll(timeout_ms=500)))

        self.until(read())
        self.until(reader.stopService())
        self.run_for(300)
        ledger = Ledger()
        for message in self.destination.messages(AUDIT_TOPIC):
            ledger.add(message.key, message.value, message.timestamp_ms)
        balance = ledger.balance(self.destination.now_ms(), grace_ms=0, settle_ms=0, topics=["web.a"])
        told = [(edge.sent.must, edge.arrived.least, edge.judgment.verdict.value) for edge in balance.edges if edge.sent.must != 1]
        self.assertEqual(told, [(30, 30, "complete")])
        self.assertEqual({one.application for one in balance.unaudited}, {"klog-mirror-dc1"})


class NoTopicTests(TwoClusters):
    """At a source that does not count."""

    def test_it_copies_all_the_same(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"x"])
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        self.run_for(60)
        self.source.put("web.a", [b"y"])
        self.until_level("web.a")
        self.assertEqual(self.end(self.source, AUDIT_TOPIC), -1)
