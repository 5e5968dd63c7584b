"""Which settings of certificates count for which listener."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.security.certificates import asks_who, check_listeners_asked, name_of_subject, settings_of_tls
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.net.listeners import EndPoint, SecurityProtocol

SSL, SASL = EndPoint("A", SecurityProtocol.SSL, "", 1), EndPoint("B", SecurityProtocol.SASL_SSL, "", 2)


class CertificateTests(SynchronousTestCase):
    """See ``ChannelBuilders``."""

    def test_names(self) -> None:
        settings = BrokerSettings(
            {"ssl.principal.mapping.rules": "RULE:CN=(.*)/$1/", "listener.name.b.ssl.principal.mapping.rules": "DEFAULT"}
        )
        self.assertEqual((name_of_subject(settings, SSL)("CN=x"), name_of_subject(settings, SASL)("CN=x")), ("x", "CN=x"))
        self.assertEqual(name_of_subject(BrokerSettings(), SSL)("CN=x"), "CN=x")
        error = self.assertRaises(ConfigError, name_of_subject, BrokerSettings({"ssl.principal.mapping.rules": "x"}), SSL)
        self.assertIn("neither DEFAULT nor RULE", str(error))

    def test_with_sasl_only_the_listeners_own_counts(self) -> None:
        told: list[str] = []
        settings = BrokerSettings({"ssl.client.auth": "required"})
        self.assertEqual(settings_of_tls(settings, SSL, told.append), {"ssl.client.auth": "required"})
        self.assertEqual(told, [])
        self.assertEqual(settings_of_tls(settings, SASL, told.append), {})
        self.assertIn("does not count for the listener B", told[0])
        both = {"ssl.client.auth": "required", "listener.name.b.ssl.client.auth": "requested"}
        self.assertEqual(settings_of_tls(BrokerSettings(both), SASL, told.append), {"listener.name.b.ssl.client.auth": "requested"})
        self.assertEqual(len(told), 1)

    def test_who_is_asked(self) -> None:
        plain = EndPoint("C", SecurityProtocol.PLAINTEXT, "", 3)
        for endpoint, values, asked in (
            (SASL, {}, True),
            (SSL, {}, False),
            (SSL, {"ssl.client.auth": "requested"}, False),
            (SSL, {"ssl.client.auth": "required"}, True),
            (SSL, {"ssl.client.auth": "required", "listener.name.a.ssl.client.auth": "none"}, False),
            (plain, {"ssl.client.auth": "required"}, False),
        ):
            self.assertEqual(asks_who(BrokerSettings(values), endpoint), asked, values)
        # What was set while it ran comes first.
        settings = BrokerSettings({"ssl.client.auth": "required"})
        settings.set_dynamic({"listener.name.a.ssl.client.auth": "none"}, {})
        self.assertFalse(asks_who(settings, SSL))

    def test_what_is_asked_where_nobody_could_be(self) -> None:
        """Only what is new is looked at: a listener that is gone keeps nobody from changing something else."""
        name = "listener.name.a.ssl.client.auth"
        check_listeners_asked({name: "required", "message.max.bytes": "5"}, {}, [SSL])
        check_listeners_asked({name: "required"}, {name: "required"}, [])
        error = self.assertRaises(KlogError, check_listeners_asked, {name: "none"}, {name: "required"}, [SASL])
        self.assertIs(error.code, ErrorCode.INVALID_REQUEST)
        self.assertIn(f"{name} is of no listener with TLS and would have no effect: listener.name.b.ssl.client.auth", error.message)
