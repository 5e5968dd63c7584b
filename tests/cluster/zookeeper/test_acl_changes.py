"""Changes of access control lists in ZooKeeper, by two brokers and somebody else."""

from __future__ import annotations

from typing import Any

from klog.acls import Acl, AclOperation, AclPattern, AclResourceType, AclTable
from klog.cluster.zookeeper.acl_changes import MOST_LOOKED_AT, TRIES
from klog.errors import ErrorCode, KlogError
from klog.zookeeper.errors import MarshallingErrorException
from klog.zookeeper.requests import GetChildren, GetChildren2, Multi

from .brokers_case import BrokersCase

TOPIC = AclResourceType.TOPIC
READ, WRITE = AclOperation.READ, AclOperation.WRITE
PATH = "/kafka-acl/Topic/t"


class AclChangeTests(BrokersCase):
    """Two brokers that keep them."""

    count = 2
    keeps_acls = True

    def setUp(self) -> None:
        super().setUp()
        self.two = self.brokers.coordinations[1]
        self.told: list[AclTable] = []
        self.two.subscribe_acls(lambda changed: self.told.append(dict(changed)))
        self.read, self.write = Acl(TOPIC, "t", "User:a", READ), Acl(TOPIC, "t", "User:a", WRITE)

    def alter(self, added: Any = (), removed: Any = (), coordination: Any = None) -> Any:
        resource = (*added, *removed)[0].resource
        return self.until((coordination or self.one).alter_acls(resource, added, removed))

    def test_they_are_written_as_kafka_writes_them(self) -> None:
        self.assertEqual(self.alter([self.read]), frozenset())
        self.assertEqual(self.json(PATH)["acls"], [{"principal": "User:a", "permissionType": "Allow", "operation": "Read", "host": "*"}])
        self.assertEqual(dict(self.one.acls()), {self.read.resource: {self.read}})
        self.reactor.advance(1)
        self.assertEqual(self.told, [{}, {self.read.resource: {self.read}}])
        (change,) = self.tree.names("/klog/kafka-acl-changes")
        self.assertEqual(self.tree.get(f"/klog/kafka-acl-changes/{change}"), b"TOPIC:t")
        prefixed = Acl(TOPIC, "t", "User:a", READ, pattern=AclPattern.PREFIXED)
        self.alter([prefixed])
        self.assertEqual(self.tree.names("/klog/kafka-acl-extended/prefixed/Topic"), ["t"])
        self.assertEqual(self.json("/kafka-acl-extended-changes/acl_changes_0000000000")["patternType"], "PREFIXED")

    def test_the_last_one_takes_its_znode_along(self) -> None:
        self.alter([self.read, self.write])
        self.assertEqual(self.alter(removed=[self.read], coordination=self.two), {self.read})
        self.assertEqual(dict(self.two.acls()), {self.read.resource: {self.write}})
        self.assertEqual(self.alter(removed=[self.read, self.write]), {self.write})
        self.assertEqual(self.tree.names("/klog/kafka-acl/Topic"), [])
        self.assertEqual(dict(self.one.acls()), {})

    def test_nothing_is_written_where_nothing_changes(self) -> None:
        self.alter([self.read])
        self.alter([self.read])
        self.assertEqual(self.alter(removed=[self.write]), frozenset())
        self.assertEqual(len(self.tree.names("/klog/kafka-acl-changes")), 1)

    def test_both_at_once(self) -> None:
        """Neither is lost."""
        waiting = [
            (self.one, self.two)[number % 2].alter_acls(self.read.resource, [Acl(TOPIC, "t", f"User:{number}", READ)], ())
            for number in range(8)
        ]
        for each in waiting:
            self.until(each)
        self.reactor.advance(1)
        self.assertEqual([len(each.acls()[self.read.resource]) for each in (self.one, self.two)], [8, 8])

    def test_somebody_who_is_always_faster(self) -> None:
        """It is given up, and nothing is half done."""
        self.alter([self.read])
        tries = 0

        def interfere(session_id: int, request: Any) -> None:
            nonlocal tries
            if isinstance(request, Multi) and request.operations[0].path.endswith(PATH):
                tries += 1
                self.tree.put("/klog" + PATH, self.tree.get("/klog" + PATH))

        self.zookeeper.on_request = interfere
        error = self.refused(self.one.alter_acls(self.read.resource, [self.write], ()))
        assert isinstance(error, KlogError)
        self.assertEqual((error.code, tries), (ErrorCode.UNKNOWN_SERVER_ERROR, TRIES))
        self.assertEqual(dict(self.one.acls()), {self.read.resource: {self.read}})

    def test_what_cannot_be_done(self) -> None:
        slash = Acl(TOPIC, "a/b", "User:a", READ)
        error = self.refused(self.one.alter_acls(slash.resource, [slash], ()))
        assert isinstance(error, KlogError)
        self.assertIs(error.code, ErrorCode.INVALID_REQUEST)
        self.put(PATH, "nonsense")
        error = self.refused(self.one.alter_acls(self.read.resource, [self.read], ()))
        assert isinstance(error, KlogError)
        self.assertIs(error.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertEqual(self.tree.get("/klog" + PATH), b"nonsense")

    def test_old_notifications_go(self) -> None:
        self.alter([self.read])
        self.reactor.advance(16 * 60)
        self.alter([self.write])
        self.assertEqual(self.tree.names("/klog/kafka-acl-changes"), ["acl_changes_0000000001"])

    def test_notifications_are_not_counted_with_each_change(self) -> None:
        """Where thousands of rules are made, there are as many."""
        looked: list[str] = []

        def note(session_id: int, request: Any) -> None:
            if isinstance(request, GetChildren | GetChildren2) and request.path.endswith("-changes"):
                looked.append(request.path)

        self.zookeeper.on_request = note
        for number in range(2 * MOST_LOOKED_AT + 5):
            self.alter([Acl(TOPIC, "t", f"User:{number}", READ)])
        self.assertEqual(len(looked), 1)
        self.reactor.advance(10 * 60)
        self.alter([self.read])
        self.assertEqual(len(looked), 1)
        # When some are old they go: with each change some, until none is.
        self.reactor.advance(6 * 60)
        for number, left in enumerate((MOST_LOOKED_AT + 7, 8, 4, 5)):
            self.alter([Acl(TOPIC, "u", f"User:{number}", READ)])
            self.assertEqual(len(self.tree.names("/klog/kafka-acl-changes")), left)
        self.assertEqual(len(looked), 4)

    def test_more_notifications_than_an_answer_can_name(self) -> None:
        """They stay, and the change is made."""

        def fail(path: str) -> None:
            raise MarshallingErrorException("too many", operation="getChildren", server="z")

        session = self.one._lifecycle._session
        assert session is not None
        self.patch(session.client, "get_children", fail)
        self.assertEqual(self.alter([self.read]), frozenset())
        self.assertEqual(dict(self.one.acls()), {self.read.resource: {self.read}})

    def test_more_rules_than_a_znode_holds(self) -> None:
        """They are refused, those that there are stay, and so does the session."""
        self.alter([self.read])
        many = [Acl(TOPIC, "t", f"User:{number:060}", READ) for number in range(8000)]
        error = self.refused(self.one.alter_acls(self.read.resource, many, ()))
        assert isinstance(error, KlogError)
        self.assertIs(error.code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertIn("the change of the ACLs about 't' failed", error.message)
        self.assertEqual(dict(self.one.acls()), {self.read.resource: {self.read}})
        self.alter([self.write])
        self.assertEqual(dict(self.one.acls()), {self.read.resource: {self.read, self.write}})

    def test_what_changed_between_two_sessions(self) -> None:
        """Is told when the next one has read it; until then what was known counts."""
        self.alter([self.read])
        self.reactor.advance(1)
        self.told.clear()
        self.zookeeper.expire(self.brokers.session_id(1))
        self.tree.delete("/klog" + PATH)
        self.assertEqual(set(self.two.acls()), {self.read.resource})
        self.reactor.advance(30)
        self.assertEqual(self.told, [{self.read.resource: frozenset()}])
        self.assertEqual(dict(self.two.acls()), {})
