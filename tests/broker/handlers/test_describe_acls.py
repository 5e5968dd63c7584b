"""DescribeAcls."""

from __future__ import annotations

from klog.wire.messages.create_acls import CreateAclsRequest
from tests.broker.handlers.acl_rig import AclFixture, ask, creation


class DescribeAclsTests(AclFixture):
    """Rules are told by what they are about."""

    def test_filters(self) -> None:
        creations = [
            creation(),
            creation(operation=4),
            creation(resource_pattern_type=4),
            creation(resource_type=3, principal="User:bob"),
        ]
        self.client.ask(CreateAclsRequest(creations=creations), 3)
        resources = self.client.ask(ask(), 3).resources
        self.assertEqual([(one.resource_type, one.pattern_type, len(one.acls)) for one in resources], [(2, 3, 2), (2, 4, 1), (3, 3, 1)])
        (of_bob,) = self.client.ask(ask(principal_filter="User:bob"), 3).resources
        (rule,) = of_bob.acls
        self.assertEqual((rule.principal, rule.host, rule.operation, rule.permission_type), ("User:bob", "*", 3, 3))
        match = self.client.ask(ask(resource_type_filter=2, resource_name_filter="tea", pattern_type_filter=2), 3)
        self.assertEqual([one.pattern_type for one in match.resources], [4])
        # In version 0 there are only literal ones.
        self.assertEqual([one.resource_type for one in self.client.ask(ask(pattern_type_filter=3), 0).resources], [2, 3])

    def test_without_an_authorizer(self) -> None:
        self.assertEqual(self.without_authorizer().ask(ask(), 3).error_code, 54)

    def test_numbers_that_mean_nothing(self) -> None:
        self.client.send((ask(operation=0), 3))
        self.assertTrue(self.client.scripted.disconnected)
