"""Rights and users as rows."""

from __future__ import annotations

import unittest

from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.client.admin.types import ScramCredential, ScramMechanism
from klog.reports.rights import acl_rows, user_rows


class RightTests(unittest.TestCase):
    """What is said of rights."""

    def test_rules_of_one_principal_are_together(self) -> None:
        rules = [
            Acl(
                AclResourceType.TRANSACTIONAL_ID, "x", "User:b", AclOperation.DESCRIBE_CONFIGS, AclPermission.DENY, AclPattern.PREFIXED, "h"
            ),
            Acl(AclResourceType.TOPIC, "t", "User:b", AclOperation.READ),
            Acl(AclResourceType.GROUP, "g", "User:a", AclOperation.READ),
        ]
        first, second, third = acl_rows(rules)
        self.assertEqual([first["principal"], second["resource"]], ["User:a", "topic"])
        expected = {
            "principal": "User:b",
            "permission": "deny",
            "operation": "describe-configs",
            "resource": "transactional-id",
            "name": "x",
            "pattern": "prefixed",
            "host": "h",
        }
        self.assertEqual(third, expected)

    def test_users(self) -> None:
        both = (ScramCredential(ScramMechanism.SCRAM_SHA_512, 8192), ScramCredential(ScramMechanism.SCRAM_SHA_256, 4096))
        rows = user_rows({"b": both, "a": ()})
        self.assertEqual(
            [(row["user"], row["mechanism"], row["iterations"]) for row in rows],
            [("b", "SCRAM-SHA-256", 4096), ("b", "SCRAM-SHA-512", 8192)],
        )
