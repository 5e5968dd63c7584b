"""klog.client.groups.assignors.cooperative_sticky; beside Java's in tests/integration/test_client_assignors_java.py"""

from __future__ import annotations

import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.client.groups.assignors.contract import Assignment, Member
from klog.client.groups.assignors.cooperative_sticky import CooperativeStickyAssignor
from tests.client.groups.assignors.examples import check, groups, places, shown


class CooperativeStickyTests(unittest.TestCase):
    assignor = CooperativeStickyAssignor()

    def test_what_moves_is_first_nobodys(self) -> None:
        members = {"a": Member(("t",), tuple(places("t0 t1 t2 t3")), 1), "b": Member(("t",))}
        first = self.assignor.assign({"t": 4}, members)
        self.assertEqual(shown(first), {"a": "t0 t1", "b": ""})
        members = {"a": Member(("t",), tuple(first["a"]), 2), "b": Member(("t",), (), 2)}
        self.assertEqual(shown(self.assignor.assign({"t": 4}, members)), {"a": "t0 t1", "b": "t2 t3"})

    def test_generation_in_user_data(self) -> None:
        """Of members whose subscription has no field for it."""
        self.assertEqual(self.assignor.user_data(None, 7), bytes([0, 0, 0, 7]))
        old = Member(("t",), tuple(places("t0 t1")), -1, self.assignor.user_data(None, 1))
        new = Member(("t",), tuple(places("t0")), 2)
        self.assertEqual(shown(self.assignor.assign({"t": 2}, {"a": old, "b": new})), {"a": "t1", "b": "t0"})
        self.assertEqual(shown(self.assignor.assign({"t": 2}, {"a": old._replace(user_data=b"?"), "b": new})), {"a": "t1", "b": "t0"})

    @settings(deadline=None, max_examples=200)
    @given(groups(), st.data())
    def test_two_rounds(self, group: object, data: st.DataObject) -> None:
        """Nobody is given what another one has, and after a second round all is given."""
        partitions, members = group  # type: ignore[misc]
        owned: Assignment = {}
        for generation in range(1, 4):
            said = {name: each._replace(owned=tuple(owned.get(name, ())), generation=generation) for name, each in members.items()}
            after = self.assignor.assign(partitions, said)
            held = {place: name for name, some in owned.items() if name in members for place in some}
            for name, some in after.items():
                assert all(held.get(place, name) == name for place in some)
            owned = after
        check(partitions, members, owned)
        members["new"] = Member(members[next(iter(members))].topics)
        if len(members) > 2 and data.draw(st.booleans()):
            del members[next(iter(members))]
        for generation in range(4, 7):
            said = {name: each._replace(owned=tuple(owned.get(name, ())), generation=generation) for name, each in members.items()}
            after = self.assignor.assign(partitions, said)
            held = {place: name for name, some in owned.items() if name in members for place in some}
            for name, some in after.items():
                assert all(held.get(place, name) == name for place in some)
            owned = after
        check(partitions, members, owned)
