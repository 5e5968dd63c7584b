"""What a request names again."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.repeated_mentions import MOST_REPEATED, RepeatedMentions


class RepeatedMentionsTests(SynchronousTestCase):
    """`RepeatedMentions` of lists."""

    def test_so_many_rows(self) -> None:
        mentions = RepeatedMentions[list[int]](len)
        many, one, empty = [1] * (MOST_REPEATED - 1), [1], list[int]()
        for name, answer in (("many", many), ("one", one), ("empty", empty)):
            self.assertIsNone(mentions.again(name, list))
            self.assertIs(mentions.first(name, answer), answer)
        self.assertIs(mentions.again("many", lambda: [0]), many)
        self.assertEqual(mentions.again("many", lambda: [0]), [0])
        self.assertIs(mentions.again("one", lambda: [0]), one)
        self.assertEqual(mentions.again("one", lambda: [0]), [0])
        self.assertIs(mentions.again("empty", lambda: [0]), empty)
