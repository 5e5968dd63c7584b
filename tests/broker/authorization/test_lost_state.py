"""What happens to the rules of a broker that is alone when ``klog.state``, which has them, is lost: nobody knows what they denied."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclPermission, AclResourceType
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic

OPEN = {
    "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
    "super.users": "User:admin",
    "allow.everyone.if.no.acl.found": "true",
}
TOPIC, DESCRIBE = AclResourceType.TOPIC, AclOperation.DESCRIBE
SECRET = Acl(TOPIC, "secret", "User:ANONYMOUS", AclOperation.ALL, AclPermission.DENY)


class LostStateTests(SynchronousTestCase):
    """Everybody may do what no rule is about, and one topic is denied."""

    def setUp(self) -> None:
        self.broker = MemoryBroker(OPEN).start()
        self.addCleanup(lambda: self.broker.stop())
        for name in ("secret", "other"):
            self.successResultOf(self.coordination.create_topic(name, [[1]], {}))
        self.alter([SECRET], [])

    @property
    def coordination(self) -> ICoordination:
        found = self.broker.broker.coordination
        assert found is not None
        return found

    def alter(self, added: list[Acl], removed: list[Acl]) -> None:
        self.successResultOf(self.coordination.alter_acls(SECRET.resource, added, removed))

    def codes(self) -> list[int]:
        """What somebody is told of the two topics."""
        asked = MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in ("secret", "other")])
        found = {topic.name: topic.error_code for topic in self.broker.connect().ask(asked, 12).topics}
        return [found["secret"], found["other"]]

    def restart(self, *, damaged: bool) -> None:
        self.broker.stop()
        if damaged:
            self.broker.file_system.open(f"{DATA_DIRECTORY}/klog.state", write=True).write_at(40, [b"XX"])
        self.broker.start()

    def test_only_super_users_pass_until_somebody_sets_rules(self) -> None:
        denied = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        self.assertEqual(self.codes(), [denied, 0])
        self.restart(damaged=True)
        self.assertEqual(self.codes(), [denied, denied])
        assert self.broker.broker.authorizer is not None
        self.assertIn("the ACLs were lost", self.broker.broker.authorizer.warnings[0])
        self.restart(damaged=False)
        self.assertEqual(self.codes(), [denied, denied])
        self.alter([SECRET], [])
        self.assertEqual(self.codes(), [denied, 0])
        self.restart(damaged=False)
        self.assertEqual(self.codes(), [denied, 0])
