"""Who may do what, by rules, super users and the setting for what no rule concerns; and that nothing is remembered too long."""

from __future__ import annotations

from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import CLUSTER_NAME, Acl, AclOperation, AclResourceType
from klog.broker.authorization.acl_index import Decision
from klog.broker.authorization.audit_log import AuditLog
from klog.broker.authorization.authorizer import LONGEST_REMEMBERED, MOST_REMEMBERED, Authorizer
from klog.net.principal import Principal

TOPIC, CLUSTER = AclResourceType.TOPIC, AclResourceType.CLUSTER
READ, WRITE, DESCRIBE = AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE
ANN, BOB = Principal("User", "ann"), Principal("User", "bob")
PRODUCE, FETCH, METADATA, INIT_PRODUCER_ID, WRITE_TXN_MARKERS, CREATE_ACLS, JOIN_GROUP = 0, 1, 3, 22, 27, 30, 11


def make(*acls: Acl, allows_everyone: bool = False) -> Authorizer:
    authorizer = Authorizer([BOB], AuditLog(Clock().seconds), allows_everyone=allows_everyone)
    authorizer.acls_changed({acl.resource: frozenset({acl}) for acl in acls})
    return authorizer


class AuthorizerTests(SynchronousTestCase):
    """By its rights."""

    def test_super_users_and_rules(self) -> None:
        authorizer = make(Acl(TOPIC, "t", "User:ann", READ))
        ann, bob = authorizer.rights_of(ANN, "::1"), authorizer.rights_of(BOB, "1.1.1.1")
        self.assertEqual([ann.may(FETCH, READ, TOPIC, name) for name in "tu"], [True, False])
        self.assertEqual([bob.may(FETCH, READ, TOPIC, name) for name in "tu"], [True, True])
        self.assertEqual(ann.operations(TOPIC, "t"), 1 << READ | 1 << DESCRIBE)
        self.assertEqual(bob.operations(TOPIC, "t"), 3576)
        self.assertEqual((authorizer.may_act_for_cluster(ANN), authorizer.may_act_for_cluster(BOB)), (False, True))

    def test_what_no_rule_concerns(self) -> None:
        """A rule about the resource that is somebody else's switches the setting off."""
        for allows_everyone in (False, True):
            rights = make(Acl(TOPIC, "t", "User:eve", READ), allows_everyone=allows_everyone).rights_of(ANN, "h")
            self.assertEqual([rights.may(FETCH, READ, TOPIC, name) for name in "tu"], [False, allows_everyone])
            self.assertEqual(rights.may_somewhere(INIT_PRODUCER_ID, WRITE, TOPIC), allows_everyone)

    def test_changes_count_at_once(self) -> None:
        rule = Acl(TOPIC, "t", "User:ann", READ)
        authorizer = make(rule)
        rights = authorizer.rights_of(ANN, "h")
        before = rights.generation
        self.assertTrue(rights.may(FETCH, READ, TOPIC, "t"))
        authorizer.acls_changed({rule.resource: frozenset()})
        self.assertFalse(rights.may(FETCH, READ, TOPIC, "t"))
        self.assertGreater(rights.generation, before)
        authorizer.acls_changed({rule.resource: frozenset({rule})})
        self.assertTrue(rights.may(FETCH, READ, TOPIC, "t"))

    def test_denials_are_remembered_and_told(self) -> None:
        """Each that refuses something; what is only left out of a list is looked up once."""
        told, asked = [], []
        rule = Acl(TOPIC, "t", "User:ann", READ)
        authorizer = make(rule)
        decide = authorizer.index.decide
        self.patch(authorizer.index, "decide", lambda *args: asked.append(args) or decide(*args))
        self.patch(authorizer.audit, "denied", lambda *args: told.append(args))
        rights = authorizer.rights_of(ANN, "h")
        self.assertEqual([rights.may(METADATA, DESCRIBE, TOPIC, "u", tells=False) for _ in range(3)], [False] * 3)
        self.assertEqual((len(asked), len(told)), (1, 0))
        self.assertEqual([rights.may(METADATA, DESCRIBE, TOPIC, "u") for _ in range(3)], [False] * 3)
        self.assertEqual(len(told), 3)
        authorizer.acls_changed({(new := Acl(TOPIC, "u", "User:ann", READ)).resource: frozenset({new})})
        self.assertTrue(rights.may(METADATA, DESCRIBE, TOPIC, "u", tells=False))

    def test_nothing_is_known_yet(self) -> None:
        """Only super users pass, whatever the setting."""
        authorizer = Authorizer([BOB], AuditLog(Clock().seconds), allows_everyone=True)
        self.assertFalse(authorizer.rights_of(ANN, "h").may(FETCH, READ, TOPIC, "t"))
        self.assertFalse(authorizer.rights_of(ANN, "h").may_somewhere(INIT_PRODUCER_ID, WRITE, TOPIC))
        self.assertTrue(authorizer.rights_of(BOB, "h").may(FETCH, READ, TOPIC, "t"))

    def test_what_is_remembered_is_bounded(self) -> None:
        rights = make(Acl(TOPIC, "*", "User:*", READ)).rights_of(ANN, "h")
        for number in range(MOST_REMEMBERED + 10):
            self.assertTrue(rights.may(FETCH, READ, TOPIC, f"t{number}"))
        self.assertLessEqual(len(rights._decided), MOST_REMEMBERED)

    def test_long_names_are_not_remembered(self) -> None:
        """Those of groups have up to 32,767 characters, and a client may ask for thousands."""
        rights = make(Acl(AclResourceType.GROUP, "*", "User:*", READ)).rights_of(ANN, "h")
        self.assertTrue(rights.may(JOIN_GROUP, READ, AclResourceType.GROUP, "g" * (LONGEST_REMEMBERED + 1)))
        self.assertEqual(len(rights._decided), 0)
        self.assertTrue(rights.may(JOIN_GROUP, READ, AclResourceType.GROUP, "g" * LONGEST_REMEMBERED))
        self.assertEqual(len(rights._decided), 1)

    def test_connections_share_what_is_remembered(self) -> None:
        """Of the same principal from the same address, however that is written; and no longer than one of them is there."""
        authorizer = make(Acl(TOPIC, "t", "User:ann", READ))
        one, two = authorizer.rights_of(ANN, "::1"), authorizer.rights_of(ANN, "0:0:0:0:0:0:0:1")
        self.assertIs(one, two)
        self.assertIsNot(one, authorizer.rights_of(ANN, "::2"))
        self.assertIsNot(one, authorizer.rights_of(BOB, "::1"))
        del one, two
        self.assertEqual(len(authorizer._rights), 0)

    def test_whether_anything_may_be_written_is_found_out_once(self) -> None:
        """Until a rule changes: a client may ask as often as it likes, and there may be very many rules."""
        rule = Acl(TOPIC, "t", "User:ann", WRITE)
        authorizer = make(rule)
        rights = authorizer.rights_of(ANN, "h")
        asked = []
        decide = authorizer.decide_somewhere

        def counted(*args: Any) -> Decision:
            asked.append(args)
            return decide(*args)

        self.patch(authorizer, "decide_somewhere", counted)
        self.assertEqual([rights.may_somewhere(INIT_PRODUCER_ID, WRITE, TOPIC) for _ in range(3)], [True] * 3)
        self.assertEqual(len(asked), 1)
        authorizer.acls_changed({rule.resource: frozenset()})
        self.assertEqual([rights.may_somewhere(INIT_PRODUCER_ID, WRITE, TOPIC) for _ in range(3)], [False] * 3)
        self.assertEqual(len(asked), 2)

    def test_a_right_that_the_table_does_not_have(self) -> None:
        """Is a mistake in a handler, and nothing is allowed."""
        rights = make(allows_everyone=True).rights_of(BOB, "h")
        self.assertRaises(ValueError, rights.may, FETCH, WRITE, TOPIC, "t")
        self.assertRaises(ValueError, rights.may_somewhere, FETCH, WRITE, TOPIC)
        self.assertTrue(rights.may(CREATE_ACLS, AclOperation.ALTER, CLUSTER, CLUSTER_NAME))
