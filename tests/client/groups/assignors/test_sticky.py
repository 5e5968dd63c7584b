"""klog.client.groups.assignors.sticky; beside Java's in tests/integration/test_client_assignors_java.py"""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.client.groups.assignors.contract import Member
from klog.client.groups.assignors.sticky import Claim, StickyAssignor, decode_user_data, encode_user_data
from klog.model import TopicPartition
from tests.client.groups.assignors.examples import check, groups, places, shown

PLACES = st.builds(TopicPartition, st.text(max_size=5), st.integers(0, 1 << 31 - 1))


class StickyTests(unittest.TestCase):
    assignor = StickyAssignor()

    def member(self, topics: str, claim: str = "", generation: int = 1) -> Member:
        return Member(tuple(topics.split()), user_data=encode_user_data(places(claim), generation) if claim else None)

    def test_bytes(self) -> None:
        """As Java writes them: topics with partitions, then the generation."""
        data = bytes.fromhex("00000001 0001 74 00000002 00000000 00000003 00000007")
        self.assertEqual(encode_user_data(places("t0 t3"), 7), data)
        self.assertEqual(decode_user_data(data), Claim(places("t0 t3"), 7))
        # Version 0 had no generation.
        self.assertEqual(decode_user_data(data[:-4]), Claim(places("t0 t3"), None))

    @settings(deadline=None)
    @given(st.lists(PLACES, unique=True), st.integers(-1, 1 << 30))
    def test_bytes_and_back(self, some: list[TopicPartition], generation: int) -> None:
        claim = decode_user_data(encode_user_data(some, generation))
        self.assertEqual((sorted(claim.partitions), claim.generation), (sorted(some), generation))

    @settings(deadline=None)
    @given(st.binary(max_size=60))
    def test_rubbish_is_no_claim(self, data: bytes) -> None:
        decode_user_data(data)

    def test_hostile_counts(self) -> None:
        for text in ("7fffffff", "ffffffff", "00000001 7fff 74", "00000001 0001 74 7fffffff 00000000", ""):
            self.assertEqual(decode_user_data(bytes.fromhex(text)), Claim((), -1))

    def test_one_more_and_one_less(self) -> None:
        """Only what must moves."""
        members = {"a": self.member("t", "t0 t1 t2"), "b": self.member("t", "t3 t4 t5"), "c": self.member("t")}
        self.assertEqual(shown(self.assignor.assign({"t": 6}, members)), {"a": "t0 t1", "b": "t3 t4", "c": "t2 t5"})
        members = {"a": self.member("t", "t0 t1"), "c": self.member("t", "t2 t5")}
        self.assertEqual(shown(self.assignor.assign({"t": 6}, members)), {"a": "t0 t1 t3", "c": "t2 t4 t5"})

    def test_the_later_claim_is_believed(self) -> None:
        members = {"a": self.member("t", "t0 t1", 1), "b": self.member("t", "t0", 2)._replace(generation=2)}
        self.assertEqual(shown(self.assignor.assign({"t": 2}, members)), {"a": "t1", "b": "t0"})

    def test_topics_that_are_gone(self) -> None:
        members = {"a": self.member("t", "t0 t7 u0"), "b": self.member("t u")}
        self.assertEqual(shown(self.assignor.assign({"t": 2}, members)), {"a": "t0", "b": "t1"})
        self.assertEqual(self.assignor.assign({}, members), {"a": [], "b": []})

    @settings(deadline=None, max_examples=200)
    @given(groups(), st.data())
    def test_everything_once_and_nothing_moves_twice(self, group: object, data: st.DataObject) -> None:
        partitions, members = group  # type: ignore[misc]
        assignment = self.assignor.assign(partitions, members)
        check(partitions, members, assignment)

        def said(generation: int) -> dict[str, Member]:
            return {
                name: each._replace(user_data=self.assignor.user_data(assignment.get(name), generation)) for name, each in members.items()
            }

        self.assertEqual(shown(self.assignor.assign(partitions, said(1))), shown(assignment))
        if len(members) > 1:
            del members[data.draw(st.sampled_from(sorted(members)))]
            after = self.assignor.assign(partitions, said(1))
            check(partitions, members, after)
