"""What assignors are given."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.assignors.contract import GroupSpec, MemberSpec, PartitionAssignorError, size_of
from klog.errors import ErrorCode
from tests.broker.groups.assignors.groups import topic_id

A, B = topic_id(1), topic_id(2)


class ContractTests(SynchronousTestCase):
    def test_equal_subscriptions(self) -> None:
        for wanted, expected in (([], True), ([{A}], True), ([{A}, {A}], True), ([{A}, {A, B}], False), ([set(), {A}], False)):
            spec = GroupSpec.of({f"m{number}": MemberSpec(ids) for number, ids in enumerate(wanted)})
            self.assertEqual(spec.homogeneous, expected, wanted)

    def test_sizes(self) -> None:
        self.assertEqual(size_of(A, {A: 0}), 0)
        error = self.assertRaises(PartitionAssignorError, size_of, B, {A: 1})
        self.assertEqual(error.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("AAAAAAAAAAAAAAAAAAAAAg", error.message)
