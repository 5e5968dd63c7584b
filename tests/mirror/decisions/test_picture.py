"""What all brokers act by."""

from __future__ import annotations

import unittest

from klog.json_fields import BadRecord
from klog.mirror.decisions.picture import GROUPS, Picture, heard
from klog.mirror.decisions.records import CopyRecord, Key, LinkDefinition, TopicRecord, Wish, encode_value
from klog.mirror.decisions.states import CopyState, Event, TopicState
from tests.mirror.decisions.test_records import VALUES


class PictureTests(unittest.TestCase):
    """Records applied in order."""

    def setUp(self) -> None:
        self.picture = Picture()
        for key, value in VALUES:
            self.picture.apply(key.encode(), encode_value(value))

    def test_all_is_there(self) -> None:
        link = self.picture.links["dc1"]
        self.assertEqual(link.definition, VALUES[0][1])
        self.assertEqual(link.wishes, {"web.a": VALUES[1][1]})
        self.assertEqual(link.source_id, "cluster-id")
        self.assertEqual(link.topics, {"web.a": VALUES[3][1]})
        self.assertEqual(link.trouble, "nobody answers")
        self.assertEqual(link.copies, {("web.a", 4): VALUES[5][1]})
        self.assertEqual(link.waiting, {"web.b": "a transaction is open in it"})
        self.assertEqual((link.configs, link.acls), ({"web.a": VALUES[7][1]}, {"web.a": VALUES[8][1], GROUPS: VALUES[9][1]}))
        self.assertEqual((link.users, list(link.synced)), (VALUES[10][1], ["rights"]))
        self.picture.apply(VALUES[6][0].encode(), None)
        self.assertEqual((link.waiting, link.trouble), ({}, "nobody answers"))

    def test_a_deleted_link_leaves_nothing(self) -> None:
        """Its other records are told of, so that somebody takes them back."""
        self.picture.apply(VALUES[0][0].encode(), None)
        self.assertEqual(dict(self.picture.links), {})
        self.assertIsNone(self.picture.link("dc1"))
        self.assertCountEqual(self.picture.leftovers(), [key for key, _ in VALUES[1:]])
        for key in self.picture.leftovers():
            self.picture.apply(key.encode(), None)
        self.assertEqual(self.picture.leftovers(), [])

    def test_a_link_that_is_made_anew_begins_with_nothing(self) -> None:
        """However soon: before anybody has taken back what is left, and however that comes in between."""
        (key, definition), *others = VALUES
        self.picture.apply(key.encode(), None)
        self.picture.apply(key.encode(), encode_value(definition))
        link = self.picture.links["dc1"]
        self.assertEqual((link.source_id, link.trouble, link.wishes, link.topics, link.copies), ("", "", {}, {}, {}))
        self.assertEqual((link.waiting, link.configs, link.acls, link.users, link.synced), ({}, {}, {}, None, {}))
        left = [one for one, _ in others]
        self.assertCountEqual(self.picture.leftovers(), left)
        written, value = others[2]
        self.picture.apply(written.encode(), encode_value(value))
        self.assertNotIn(written, self.picture.leftovers(), "it is of the new link")
        self.assertEqual(link.topics, {"web.a": value})
        for one in self.picture.leftovers():
            self.picture.apply(one.encode(), None)
        self.assertEqual((self.picture.leftovers(), link.topics), ([], {"web.a": value}))

    def test_what_was_lost_stays_so(self) -> None:
        """Whatever is written behind it by who copied before; but for what takes the copy's record back."""
        key = Key("copy", "dc1", "web.a", 7)
        for record in (CopyRecord(CopyState.LEVEL, end=50, lost=((20, 36),)), CopyRecord(CopyState.WAITING, "why", end=20)):
            self.picture.apply(key.encode(), encode_value(record))
        found = self.picture.links["dc1"].copies["web.a", 7]
        self.assertEqual((found.reason, found.lost), ("why", ((20, 36),)))
        self.picture.apply(key.encode(), None)
        self.picture.apply(key.encode(), encode_value(record))
        self.assertEqual(self.picture.links["dc1"].copies["web.a", 7], record)

    def test_rubbish_changes_nothing(self) -> None:
        before = self.picture.version
        for key, value in ((b"x", b"y"), (None, b"{}"), (VALUES[0][0].encode(), b"{}")):
            with self.assertRaises(BadRecord):
                self.picture.apply(key, value)
        self.assertEqual(self.picture.version, before)
        self.assertEqual(self.picture.links["dc1"].definition, VALUES[0][1])

    def test_cleared(self) -> None:
        self.picture.clear()
        self.assertEqual(dict(self.picture.links), {})


LINK = LinkDefinition("dc1", "a:9092", ("t",))
PAUSED = LinkDefinition("dc1", "a:9092", ("t",), is_paused=True)
RESUMED = LinkDefinition("dc1", "a:9092", ("t",), resumed=1)


class HeardTests(unittest.TestCase):
    """What a topic's record becomes."""

    def test_paused_and_resumed(self) -> None:
        active = TopicRecord(TopicState.ACTIVE)
        paused = heard(active, PAUSED, None)
        self.assertIs(paused.state, TopicState.PAUSED)
        self.assertIs(heard(paused, PAUSED, None), paused)
        self.assertIs(heard(paused, LINK, None).state, TopicState.ACTIVE)

    def test_what_stopped_is_tried_again_when_somebody_says_so(self) -> None:
        stopped = TopicRecord(TopicState.STOPPED, "why")
        self.assertIs(heard(stopped, LINK, None), stopped)
        again = heard(stopped, RESUMED, None)
        self.assertEqual((again.state, again.reason), (TopicState.ACTIVE, ""))

    def test_a_wish_is_heard_once(self) -> None:
        wish = Wish(Event.PROMOTE, 5)
        promoting = heard(TopicRecord(TopicState.ACTIVE), LINK, wish)
        self.assertEqual((promoting.state, promoting.wish_number), (TopicState.PROMOTING, 5))
        self.assertIs(heard(promoting, LINK, wish), promoting)
        given_up = heard(promoting, PAUSED, wish)
        self.assertIs(given_up.state, TopicState.PAUSED)
        self.assertIs(heard(given_up, LINK, wish).state, TopicState.ACTIVE, "a pause gives it up")

    def test_failing_over_while_paused(self) -> None:
        self.assertIs(heard(TopicRecord(TopicState.PAUSED), PAUSED, Wish(Event.FAIL_OVER, 1)).state, TopicState.FAILED_OVER)

    def test_no_promotion_while_paused(self) -> None:
        """Nothing would ever catch up."""
        self.assertIs(heard(TopicRecord(TopicState.ACTIVE), PAUSED, Wish(Event.PROMOTE, 1)).state, TopicState.PAUSED)
