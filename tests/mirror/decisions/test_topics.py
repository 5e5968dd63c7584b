"""Which topics are mirrored, and what is made here."""

from __future__ import annotations

import unittest

from klog.mirror.decisions.topics import Act, OwnTopic, SourceTopic, matches, what_to_make
from klog.model import NO_TOPIC_ID

ID, OTHER_ID = bytes(range(16)), bytes(range(1, 17))


class PatternTests(unittest.TestCase):
    """What a link names."""

    def test_names_and_patterns(self) -> None:
        self.assertTrue(matches("web.clicks", ["web.*"]))
        self.assertTrue(matches("web.clicks", ["orders", "web.clicks"]))
        self.assertFalse(matches("web.clicks", ["web"]))
        self.assertFalse(matches("Web.clicks", ["web.*"]), "names differ in their case")
        self.assertTrue(matches("a1", ["a?"]))
        self.assertFalse(matches("webXclicks", ["web.*"]), "a dot is a dot")

    def test_taken_out_again(self) -> None:
        for patterns in (["*", "!web.*"], ["!web.*", "*"]):
            self.assertFalse(matches("web.clicks", patterns))
            self.assertTrue(matches("orders", patterns))
        self.assertFalse(matches("orders", ["!web.*"]), "of nothing nothing is left")

    def test_brokers_own_topics(self) -> None:
        for name in ("__consumer_offsets", "__transaction_state", "__klog_mirror", "__cluster_metadata"):
            self.assertFalse(matches(name, ["*"]))
            self.assertFalse(matches(name, [name]))


class MakingTests(unittest.TestCase):
    """The table, row by row."""

    def test_rows(self) -> None:
        rows: list[tuple[SourceTopic | None, OwnTopic | None, Act]] = [
            (SourceTopic(ID, 3), None, Act.MAKE),
            (None, None, Act.NOTHING),
            (SourceTopic(ID, 3), OwnTopic(3, "dc1"), Act.NOTHING),
            (SourceTopic(ID, 4), OwnTopic(3, "dc1"), Act.ADD),
            (SourceTopic(ID, 2), OwnTopic(3, "dc1"), Act.STOP),
            (None, OwnTopic(3, "dc1"), Act.STOP),
            (SourceTopic(ID, 3), OwnTopic(3, "dc2"), Act.REFUSE),
            (SourceTopic(ID, 3), OwnTopic(3, None), Act.REFUSE),
            (None, OwnTopic(3, None), Act.REFUSE),
        ]
        for source, own, act in rows:
            task = what_to_make("dc1", source, own, ID)
            self.assertIs(task.act, act, (source, own))
            self.assertEqual(bool(task.sentence), act in (Act.STOP, Act.REFUSE))

    def test_made_again(self) -> None:
        """Told by its id; where ids are not known, by nothing but the number of partitions."""
        self.assertIs(what_to_make("dc1", SourceTopic(OTHER_ID, 3), OwnTopic(3, "dc1"), ID).act, Act.STOP)
        self.assertIs(what_to_make("dc1", SourceTopic(NO_TOPIC_ID, 3), OwnTopic(3, "dc1"), ID).act, Act.NOTHING)
        self.assertIs(what_to_make("dc1", SourceTopic(ID, 3), OwnTopic(3, "dc1"), NO_TOPIC_ID).act, Act.NOTHING)

    def test_a_link_that_takes_over(self) -> None:
        """What is here already becomes a mirror, where the source has it, with partitions enough."""
        for source, own, act in (
            (SourceTopic(ID, 3), OwnTopic(3, None), Act.TAKE_OVER),
            (SourceTopic(ID, 4), OwnTopic(3, None), Act.TAKE_OVER),
            (SourceTopic(ID, 2), OwnTopic(3, None), Act.REFUSE),
            (None, OwnTopic(3, None), Act.REFUSE),
            (SourceTopic(ID, 3), OwnTopic(3, "dc2"), Act.REFUSE),
            (SourceTopic(ID, 3), OwnTopic(3, "dc1"), Act.NOTHING),
        ):
            self.assertIs(what_to_make("dc1", source, own, takes_over=True).act, act)

    def test_what_was_freed_is_not_taken_over_again(self) -> None:
        """What clients have written there since would be cut."""
        for own, act in ((OwnTopic(3, None), Act.REFUSE), (OwnTopic(3, "dc1"), Act.NOTHING), (None, Act.MAKE)):
            self.assertIs(what_to_make("dc1", SourceTopic(ID, 3), own, takes_over=True, was_copied=True).act, act)
