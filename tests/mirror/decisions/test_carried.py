"""What of a link's carrying stands in the state topic."""

from __future__ import annotations

import unittest

from klog.acls import Acl, AclOperation, AclPermission, AclResourceType
from klog.json_fields import BadRecord
from klog.mirror.decisions.carried import LONGEST_PROBLEM, MOST_PROBLEMS, CarriedAcls, SyncState, plain_of, read_carried

RULE = Acl(AclResourceType.TOPIC, "t", "User:anna", AclOperation.READ)


class CarriedTests(unittest.TestCase):
    """What cannot be a rule is none, and what is told is bounded."""

    def test_rules_that_cannot_be(self) -> None:
        good = plain_of(CarriedAcls(frozenset({RULE})))
        self.assertEqual(read_carried("acls", good), CarriedAcls(frozenset({RULE})))
        for name, wrong in (
            ("resource_type", "cluster"),
            ("pattern", "match"),
            ("operation", "any"),
            ("operation", "unknown"),
            ("permission", "any"),
            ("host", 7),
            ("name", None),
        ):
            with self.subTest(name=name, wrong=wrong), self.assertRaises(BadRecord):
                read_carried("acls", {**good, "carried": [{**good["carried"][0], name: wrong}]})

    def test_a_rule_that_denies(self) -> None:
        rule = Acl(AclResourceType.GROUP, "g", "User:*", AclOperation.ALL, AclPermission.DENY, host="192.0.2.1")
        record = CarriedAcls(frozenset({rule}), frozenset({RULE}))
        self.assertEqual(read_carried("group-acls", plain_of(record)), record)

    def test_what_is_told_is_bounded(self) -> None:
        state = SyncState.of(3, 1, ["x" * 10_000] * 100)
        self.assertEqual((len(state.problems), len(state.problems[0]), state.more), (MOST_PROBLEMS, LONGEST_PROBLEM, 100 - MOST_PROBLEMS))
