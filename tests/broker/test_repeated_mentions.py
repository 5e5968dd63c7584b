"""What a request names again."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.repeated_mentions import MOST_REPEATED, RepeatedMentions, RepeatedRows


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


class RepeatedRowsTests(SynchronousTestCase):
    """`RepeatedRows`."""

    def test_so_many_again(self) -> None:
        rows = RepeatedRows()
        self.assertTrue(all(rows.may_be_told(number) for number in range(2 * MOST_REPEATED)))
        self.assertEqual([rows.may_be_told(number) for number in range(MOST_REPEATED)], [True] * MOST_REPEATED)
        self.assertEqual((rows.may_be_told(0), rows.may_be_told(-1)), (False, True))
