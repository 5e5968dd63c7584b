"""``klog acl``'s parts, and a broker that has no rights."""

from __future__ import annotations

import unittest
from unittest import mock

from twisted.internet.defer import succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclFilter, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.cli import acl
from klog.cli.acl import filters_of, principal_of, rules_of
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.main import run
from klog.client.admin.types import Outcomes
from tests.cli.rig import answered

RULE = Acl(AclResourceType.TOPIC, "orders", "User:anna", AclOperation.READ)


class PartTests(unittest.TestCase):
    """From words to rules."""

    def test_principals(self) -> None:
        self.assertEqual(principal_of("anna"), "User:anna")
        self.assertEqual(principal_of("User:*"), "User:*")
        self.assertEqual(principal_of("Group:x:y"), "Group:x:y")
        for text in ("", " ", "User:", ":anna"):
            with self.assertRaises(CommandFailed, msg=text):
                principal_of(text)

    def test_every_combination_once(self) -> None:
        topics = [("TOPIC", "a"), ("TOPIC", "b")]
        rules = rules_of(["anna", "User:anna"], ["eve"], ["read", "describe-configs"], True, [], topics)
        self.assertEqual(len(rules), 8)
        self.assertEqual({rule.pattern for rule in rules}, {AclPattern.PREFIXED})
        self.assertEqual({rule.operation for rule in rules}, {AclOperation.READ, AclOperation.DESCRIBE_CONFIGS})
        self.assertEqual({rule.principal for rule in rules if rule.permission is AclPermission.DENY}, {"User:eve"})
        (rule,) = rules_of(["anna"], [], ["all"], False, ["10.0.0.1"], [("CLUSTER", "kafka-cluster")])
        self.assertEqual((rule.host, rule.name, rule.pattern), ("10.0.0.1", "kafka-cluster", AclPattern.LITERAL))

    def test_what_is_missing_is_said(self) -> None:
        topics = [("TOPIC", "a")]
        for arguments, hint in (
            (([], [], ["read"], False, [], topics), "--allow"),
            ((["a"], [], ["read"], False, [], []), "--topic"),
            ((["a"], [], [], False, [], topics), "--operation"),
            ((["a"], [], ["alter"], True, [], [("CLUSTER", "kafka-cluster")]), "--prefixed"),
        ):
            with self.assertRaises(CommandFailed) as caught:
                rules_of(*arguments)
            self.assertIn(hint, caught.exception.sentence)
            self.assertIs(caught.exception.code, Exit.USAGE)

    def test_every_operation_of_kafka_can_be_named(self) -> None:
        known = {operation.name.lower().replace("_", "-") for operation in AclOperation}
        self.assertEqual(set(acl.OPERATIONS), known - {"unknown", "any"})

    def test_filters(self) -> None:
        self.assertEqual(filters_of([], None, None, None, None, "any"), [AclFilter()])
        topic, group = filters_of([("TOPIC", "t"), ("GROUP", "g")], "anna", "cluster-action", "deny", "*", "match")
        self.assertEqual((topic.resource_type, topic.name, group.name), (AclResourceType.TOPIC, "t", "g"))
        self.assertEqual((topic.principal, topic.operation), ("User:anna", AclOperation.CLUSTER_ACTION))
        self.assertEqual((topic.permission, topic.pattern, topic.host), (AclPermission.DENY, AclPattern.MATCH, "*"))


class CommandTests(SynchronousTestCase):
    """The commands, with what brokers answer put in their mouths."""

    def run_with(self, admin: mock.Mock, *arguments: str) -> tuple[int, str, str]:
        return answered("klog.cli.missing_features", admin, lambda: run([*arguments, "-b", "127.0.0.1:1"]))

    def test_list(self) -> None:
        admin = mock.Mock()
        admin.list_acls.side_effect = lambda which: succeed([RULE] if which.name != "b" else [])
        code, out, _ = self.run_with(admin, "acl", "list", "-t", "a", "-t", "b", "-t", "c")
        self.assertEqual((code, len(out.splitlines())), (0, 2))
        self.assertEqual(out.splitlines()[1].split("\t"), ["User:anna", "allow", "read", "topic", "orders", "literal", "*"])
        self.assertEqual(admin.list_acls.call_count, 3)

    def test_create(self) -> None:
        admin = mock.Mock()
        admin.create_acls.side_effect = lambda rules: succeed(Outcomes(dict.fromkeys(rules)))
        code, out, _ = self.run_with(admin, "acl", "create", "--allow", "anna", "--operation", "read", "-t", "orders", "-o", "json")
        self.assertEqual(code, 0)
        self.assertIn('"principal": "User:anna"', out)
        admin.create_acls.assert_called_once_with([RULE])

    def test_delete_shows_first(self) -> None:
        admin = mock.Mock()
        admin.list_acls.return_value = succeed([RULE])
        code, out, err = self.run_with(admin, "acl", "delete", "-t", "orders")
        self.assertEqual(code, 0)
        self.assertTrue(out.splitlines()[1].endswith("false"))
        self.assertIn("--execute does it", err)
        admin.delete_acls.assert_not_called()
        admin.delete_acls.side_effect = lambda filters: succeed(Outcomes({filters[0]: (RULE,)}))
        code, out, _ = self.run_with(admin, "acl", "delete", "-t", "orders", "--execute")
        self.assertEqual((code, out.splitlines()[1].endswith("true")), (0, True))

    def test_rights_that_went_before_an_answer_was_lost(self) -> None:
        admin = mock.Mock()
        admin.list_acls.return_value = succeed([RULE])
        admin.delete_acls.side_effect = lambda filters: succeed(Outcomes({filters[0]: ()}))
        code, out, _ = self.run_with(admin, "acl", "delete", "-t", "orders", "--execute")
        self.assertEqual((code, out.splitlines()[1].endswith("true")), (0, True))

    def test_nothing_to_delete(self) -> None:
        admin = mock.Mock()
        admin.list_acls.return_value = succeed([])
        admin.delete_acls.side_effect = lambda filters: succeed(Outcomes({filters[0]: ()}))
        code, _, err = self.run_with(admin, "acl", "delete", "--all", "--execute")
        self.assertEqual(code, 4)
        self.assertIn("no such rights", err)
        code, _, err = self.run_with(admin, "acl", "delete", "--execute")
        self.assertEqual(code, 2)
        self.assertIn("--all", err)
        for pattern in ("match", "literal", "prefixed"):
            code, _, err = self.run_with(admin, "acl", "delete", "--pattern", pattern, "--execute")
            self.assertEqual(code, 2, "how names are meant is no name")
        self.assertEqual(admin.delete_acls.call_count, 1)
