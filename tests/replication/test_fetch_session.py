"""What a follower says to its leader, and what it need not say again."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.model import NO_TOPIC_ID
from klog.replication.fetch_session import FollowerFetchSession, Wanted

T, U = b"t" * 16, b"u" * 16


def wanted(topic: str = "t", topic_id: bytes = T, partition: int = 0, offset: int = 0) -> Wanted:
    """One partition."""
    return Wanted(topic, topic_id, partition, offset, 3, 2, 0)


class FollowerFetchSessionTests(SynchronousTestCase):
    """Requests one after the other."""

    def setUp(self) -> None:
        self.session = FollowerFetchSession(17, 1000)

    def test_full_then_incremental(self) -> None:
        first = self.session.request([wanted(), wanted("u", U, 1)], [])
        self.assertEqual((first.session_id, first.session_epoch, first.version), (0, 0, 17))
        self.assertEqual([(one.topic_id, one.partitions[0].partition) for one in first.topics], [(T, 0), (U, 1)])
        [one] = first.topics[0].partitions
        self.assertEqual((one.fetch_offset, one.current_leader_epoch, one.last_fetched_epoch, one.partition_max_bytes), (0, 3, 2, 1000))
        self.session.answered(77)
        self.assertFalse(self.session.is_new)
        second = self.session.request([wanted(offset=5)], [("u", 1), ("nobody", 0)])
        self.assertEqual((second.session_id, second.session_epoch), (77, 1))
        self.assertEqual([(one.topic_id, one.partitions) for one in second.forgotten], [(U, [1])])
        self.assertNotIn(("u", 1), self.session)
        self.assertEqual(self.session.name_of(T), "t")

    def test_no_place(self) -> None:
        """An answer without a session: the next request says everything again."""
        self.session.request([wanted()], [])
        self.session.answered(0)
        self.assertTrue(self.session.is_new)
        self.assertEqual(self.session.request([wanted()], [("t", 9)]).session_epoch, 0)

    def test_another_topic_of_the_same_name(self) -> None:
        """The leader is told that the old one is gone."""
        self.session.request([wanted(), wanted("u", U)], [])
        self.session.answered(7)
        said = self.session.request([wanted(topic_id=b"n" * 16)], [])
        self.assertEqual([(one.topic_id, one.partitions) for one in said.forgotten], [(T, [0])])
        self.assertEqual([one.topic_id for one in said.topics], [b"n" * 16])
        self.assertEqual((self.session.name_of(T), self.session.name_of(b"n" * 16)), (None, "t"))

    def test_epochs_begin_again_at_one(self) -> None:
        self.session.request([wanted()], [])
        self.session._epoch = 2**31 - 1
        self.session.answered(7)
        self.assertEqual(self.session.request([], []).session_epoch, 1)

    def test_a_topic_without_an_id(self) -> None:
        """All go by their names then, in a new session."""
        self.session.request([wanted()], [])
        self.session.answered(7)
        said = self.session.request([wanted("old", NO_TOPIC_ID)], [])
        self.assertEqual((said.version, said.session_id, said.session_epoch), (12, 7, 0), "and the one before it ends")
        self.assertEqual([one.topic for one in said.topics], ["t", "old"])
        self.session.answered(8)
        self.session.request([wanted()], [])
        self.session.request([wanted("old", U)], [("t", 0)])
        self.assertNotIn(("t", 0), self.session)

    def test_what_went_wrong_ends_the_session(self) -> None:
        """The leader is told, so that it remembers one for each fetcher; one that it does not know is not named."""
        self.session.request([wanted()], [])
        self.session.answered(7)
        self.session.request([], [])
        self.session.reset()
        self.assertTrue(self.session.is_new)
        self.assertNotIn(("t", 0), self.session)
        said = self.session.request([wanted()], [("t", 9)])
        self.assertEqual((said.session_id, said.session_epoch, said.forgotten), (7, 0, []))
        self.session.answered(8)
        self.assertEqual(self.session.request([], [])[:2], (8, 1))
        self.session.reset(is_gone=True)
        self.assertEqual(self.session.request([wanted()], [])[:2], (0, 0))
        self.session.answered(9)
        self.session.request([], [])
        self.session.answered(0)
        self.assertEqual(self.session.request([wanted()], [])[:2], (0, 0))

    def test_topics_that_come_and_go(self) -> None:
        """Nothing of them stays behind."""
        for number in range(100):
            topic_id = number.to_bytes(16, "big", signed=False).replace(b"\0", b"x")
            self.session.request([wanted("kept"), wanted(f"t{number}", topic_id), wanted(f"t{number}", topic_id, 1)], [])
            self.session.answered(7)
            self.session.request([], [(f"t{number}", 1)])
            self.assertEqual(self.session.name_of(topic_id), f"t{number}")
            self.session.answered(7)
            self.session.request([], [(f"t{number}", 0)])
            self.session.answered(7)
            self.assertIsNone(self.session.name_of(topic_id))
        self.assertEqual((len(self.session._names), len(self.session._partitions), len(self.session._known)), (1, 1, 1))
