"""The authorizer that settings ask for, and what a start says of it."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclResourceType
from klog.broker.authorization.assembly import make_authorizer
from klog.broker.settings.settings import AUTHORIZERS, BrokerSettings
from klog.config import ConfigError
from klog.net.listeners import Listeners
from klog.net.principal import ANONYMOUS
from klog.testing.coordination import UncontrolledCluster


class MakeTests(SynchronousTestCase):
    """With its warnings."""

    def warnings(self, *acls: Acl, listeners: str = "PLAINTEXT://127.0.0.1:9092", **properties: str) -> list[str]:
        settings = BrokerSettings({"authorizer.class.name": AUTHORIZERS[0]} | {k.replace("_", "."): v for k, v in properties.items()})
        coordination = UncontrolledCluster().join(1)
        for acl in acls:
            coordination.alter_acls(acl.resource, [acl], ())
        authorizer = make_authorizer(settings, coordination, Listeners.parse(listeners), Clock().seconds)
        # It follows the cluster from then on.
        rule = Acl(AclResourceType.TOPIC, "t", "User:ANONYMOUS", AclOperation.READ)
        coordination.alter_acls(rule.resource, [rule], ())
        self.assertTrue(authorizer.rights_of(ANONYMOUS, "h").may(1, AclOperation.READ, AclResourceType.TOPIC, "t"))
        return list(authorizer.warnings)

    def test_warnings(self) -> None:
        (nobody,) = self.warnings()
        self.assertIn("nobody may do anything", nobody)
        (everybody,) = self.warnings(super_users="User:ANONYMOUS")
        self.assertIn("without a password", everybody)
        self.assertEqual(self.warnings(super_users="User:a"), [])
        self.assertEqual(self.warnings(super_users="User:ANONYMOUS", listeners="SSL://h:1", ssl_client_auth="required"), [])
        (everybody,) = self.warnings(super_users="User:ANONYMOUS", listeners="SSL://h:1")
        self.assertIn("whoever reaches the listener SSL", everybody)
        self.assertEqual(self.warnings(Acl(AclResourceType.CLUSTER, "kafka-cluster", "User:a", AclOperation.ALTER)), [])

    def test_refused(self) -> None:
        """What would be open by mistake."""
        self.assertRaises(ConfigError, self.warnings, super_users="ann")
        for properties in (
            {"authorizer.class.name": "x.Y"},
            {"authorizer.class.name": AUTHORIZERS[0], "super.user": "User:a"},
            {"authorizer.class.name": AUTHORIZERS[0], "super.uesrs": "User:a"},
            {"authorizer.class.name": AUTHORIZERS[0], "allow.everyone.if.no.acls.found": "false"},
            {"authorizer.class.name": AUTHORIZERS[0], "allow.everyone.if.no.acl.found": "flase"},
        ):
            self.assertRaises(ConfigError, BrokerSettings, properties)
        self.assertFalse(BrokerSettings({"authorizer.class.name": " "}).has_authorizer)
        for name in AUTHORIZERS:
            self.assertTrue(BrokerSettings({"authorizer.class.name": name}).has_authorizer)
