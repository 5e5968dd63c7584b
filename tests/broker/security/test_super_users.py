"""Who is named by ``super.users``."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.security.super_users import super_users
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.net.principal import Principal


class SuperUserTests(SynchronousTestCase):
    """See ``AclAuthorizer``."""

    def test_names(self) -> None:
        text = " User:a ; User:CN=b,O=c:d;;"
        self.assertEqual(super_users(BrokerSettings({"super.users": text})), [Principal("User", "a"), Principal("User", "CN=b,O=c:d")])
        self.assertEqual(super_users(BrokerSettings()), [])

    def test_what_is_no_name(self) -> None:
        for text in ("alice", "User:", ":alice", "User:a;bob"):
            self.assertRaises(ConfigError, super_users, BrokerSettings({"super.users": text}))
