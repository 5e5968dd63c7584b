"""What is shown of mirrors."""

from __future__ import annotations

import json
import unittest

from klog.mirror.decisions.carried import SyncState
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import CopyRecord, LinkDefinition, TopicRecord
from klog.mirror.decisions.report import carried_rows, end_rows, link_facts, link_row, partition_rows, topic_row, topics_of
from klog.mirror.decisions.states import CopyState, TopicState


class ReportTests(unittest.TestCase):
    """Rows."""

    def setUp(self) -> None:
        self.link = LinkPicture(LinkDefinition("dc1", "a:1", ("t", "u")), "source")
        self.link.topics = {
            "t": TopicRecord(TopicState.ACTIVE),
            "u": TopicRecord(TopicState.PROMOTED, report=({"partition": 0, "end": 5},)),
        }
        self.link.copies = {
            ("t", 0): CopyRecord(CopyState.LEVEL, end=10, source_end=10, lag_ms=0, lost=((2, 4),)),
            ("t", 1): CopyRecord(CopyState.COPYING, end=10, source_end=15, lag_ms=2500, cut=((7, 9),)),
            ("u", 0): CopyRecord(CopyState.LEVEL, end=5, source_end=5, lag_ms=0),
        }

    def test_sums(self) -> None:
        row = link_row("dc1", self.link)
        self.assertEqual((row["state"], row["topics"], row["partitions"], row["records_behind"]), ("active", 2, 2, 5))
        self.assertEqual((row["seconds_behind"], row["lost"], row["cut"]), (2.5, 2, 2))
        row = topic_row(self.link, "t")
        self.assertEqual((row["state"], row["records_behind"], row["reason"]), ("active", 5, ""))

    def test_what_nobody_knows_is_no_number(self) -> None:
        self.link.copies["t", 0] = CopyRecord(CopyState.WAITING, "why")
        row = topic_row(self.link, "t")
        self.assertEqual((row["state"], row["records_behind"], row["reason"]), ("active, 1 of 2 waiting", None, "why"))
        self.assertIsNone(partition_rows(self.link, "t")[0]["source_end"])
        self.assertIsNone(end_rows("u", self.link.topics["u"].report)[0]["missing"])
        listed = {"partition": 0, "open": [{"producer_id": 7, "start_offset": 3}]}
        self.assertEqual([end_rows("u", [row])[0]["open_transactions"] for row in (listed, {**listed, "open_count": 9})], [1, 9])

    def test_states(self) -> None:
        self.link.copies["t", 1] = CopyRecord(CopyState.STOPPED, "why")
        self.assertEqual(link_row("dc1", self.link)["state"], "active, 1 stopped")
        self.link.trouble = "nobody answers"
        row = link_row("dc1", self.link)
        self.assertEqual((row["state"], row["reason"]), ("waiting, 1 stopped", "nobody answers"))
        self.link.source_id = ""
        self.assertEqual(link_row("dc1", self.link)["state"], "not connected yet")
        self.assertEqual(link_facts("dc1", self.link)["reason"], "nobody answers")
        self.link.definition = LinkDefinition("dc1", "a:1", ("t",), is_paused=True)
        row = link_row("dc1", self.link)
        self.assertEqual((row["state"], row["reason"]), ("paused", ""))
        self.link.topics["v"] = TopicRecord(TopicState.ACTIVE)
        self.assertIn("no broker", topic_row(self.link, "v")["reason"])

    def test_what_topics_wait_for(self) -> None:
        """Also those that are no mirrors yet."""
        self.link.waiting = {"s": "a transaction is open in it", "t": "partition 1 is behind"}
        self.assertEqual(topics_of(self.link), ["s", "t", "u"])
        rows = [topic_row(self.link, topic) for topic in topics_of(self.link)]
        self.assertEqual(
            [(row["state"], row["reason"]) for row in rows][:2], [("waiting", self.link.waiting["s"]), ("active", self.link.waiting["t"])]
        )
        self.assertIsNone(rows[0]["records_behind"])
        row = link_row("dc1", self.link)
        self.assertEqual((row["state"], row["reason"]), ("active, 2 waiting", "s: a transaction is open in it"))
        self.link.copies["t", 1] = CopyRecord(CopyState.WAITING, "why")
        self.assertEqual(topic_row(self.link, "t")["reason"], "why", "a copy knows better")
        self.link.trouble = "nobody answers"
        self.assertEqual(link_row("dc1", self.link)["reason"], "nobody answers")
        self.link.definition = LinkDefinition("dc1", "a:1", ("t",), is_paused=True)
        self.assertEqual((link_row("dc1", self.link)["state"], link_row("dc1", self.link)["reason"]), ("paused", ""))

    def test_beside_the_data(self) -> None:
        self.link.synced = {"configurations": SyncState(3), "rights": SyncState(2, 1, ("no right", "web.b: nor there"), 4)}
        rows = carried_rows(self.link)
        self.assertEqual([(row["kind"], row["carried"], row["held_back"]) for row in rows], [("configurations", 3, 0), ("rights", 2, 1)])
        self.assertEqual([row["reason"] for row in rows], ["", "no right (and 5 more)"])
        json.dumps(rows)

    def test_all_of_it_is_json(self) -> None:
        json.dumps([link_row("dc1", self.link), link_facts("dc1", self.link), partition_rows(self.link, "t"), topic_row(self.link, "u")])
