"""How a broker is told the secrets of its mirrors' sources."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.declared_settings import declared
from klog.broker.settings.mirror_sources import ZooKeeperOfSource, declared_of_source, mirror_sources, settings_of_source
from klog.broker.settings.settings import BrokerSettings
from klog.client.options import OPTIONS, Room
from klog.config import ConfigError
from klog.errors import KlogError

SAID = {
    "klog.mirror.source.dc.1.bootstrap.servers": "there-1:9093, [::1]:9094",
    "klog.mirror.source.dc.1.security.protocol": "SASL_SSL",
    "klog.mirror.source.dc.1.ssl.ca.location": "/ca.pem",
    "klog.mirror.source.dc.1.ssl.endpoint.identification.algorithm": "none",
    "klog.mirror.source.dc.1.sasl.mechanism": "SCRAM-SHA-512",
    "klog.mirror.source.dc.1.sasl.username": "mirror",
    "klog.mirror.source.dc.1.sasl.password": " kept secret ",
}
_P = "klog.mirror.source.dc.1."


class MirrorSourcesTests(SynchronousTestCase):
    """Read together."""

    def refused(self, sentence: str, **changed: str | None) -> None:
        said: dict[str, str | None] = {**SAID, **{_P + name.replace("__", "."): text for name, text in changed.items()}}
        with self.assertRaisesRegex(ConfigError, sentence) as caught:
            mirror_sources({name: text for name, text in said.items() if text is not None})
        self.assertNotIn("kept secret", str(caught.exception))

    def test_by_link(self) -> None:
        """Names of links have dots, too; a password is what stands there, to the last space."""
        [(link, source)] = mirror_sources({**SAID, "log.dirs": "/data"}).items()
        self.assertEqual((link, source.servers), ("dc.1", (("there-1", 9093), ("::1", 9094))))
        security = source.security
        self.assertEqual((security.security_protocol, security.ssl_ca_file, security.ssl_check_hostname), ("SASL_SSL", "/ca.pem", False))
        self.assertEqual(
            (security.sasl_mechanism, security.sasl_username, security.sasl_password), ("SCRAM-SHA-512", "mirror", " kept secret ")
        )
        self.assertNotIn("kept secret", repr(source))

    def test_all_that_a_client_has_by_the_same_names(self) -> None:
        """As ``klog -X`` takes them; the broker has a table of its own, since it stands below the client."""
        named = {foreign.name: option.name for option in OPTIONS if option.room is Room.SECURITY for foreign in option.rdkafka}
        here = [setting.name.removeprefix(_P) for setting in settings_of_source("dc.1")]
        self.assertEqual({named[name] for name in here if name != "bootstrap.servers" and "zookeeper" not in name}, set(named.values()))
        for name in here:
            self.assertEqual(getattr(declared(_P + name), "name", None), _P + name)

    def test_where_its_users_are(self) -> None:
        [source] = mirror_sources({**SAID, _P + "zookeeper.connect": "zk-1:2181/k", _P + "zookeeper.digest": "me:kept secret"}).values()
        self.assertEqual(source.zookeeper, ZooKeeperOfSource("zk-1:2181/k", (("digest", "me:kept secret"),)))
        self.assertNotIn("kept secret", repr(source))
        [source] = mirror_sources({**SAID, _P + "zookeeper.connect": "zk-1:2181", _P + "zookeeper.ca.location": "/ca.pem"}).values()
        security = source.zookeeper.security  # type: ignore[union-attr]
        self.assertEqual((security.security_protocol, security.ssl_ca_file), ("SSL", "/ca.pem"))  # type: ignore[union-attr]
        self.refused(r"dc\.1\.zookeeper\.connect", zookeeper__connect="zk-1:port")
        self.refused("write user:password", zookeeper__connect="zk-1:2181", zookeeper__digest="kept secret")
        self.refused("which is not set", zookeeper__digest="me:kept secret")

    def test_what_does_not_go_together(self) -> None:
        self.refused("only brokers at these addresses", bootstrap__servers=None)
        self.refused("host:port is expected", bootstrap__servers="there")
        self.refused(r"source\.dc\.1\.sasl\.mechanism", sasl__mechanism=None)
        self.refused(r"source\.dc\.1\.sasl\.password", sasl__password=None)
        self.refused(r"source\.dc\.1\.ssl\.ca\.location", security__protocol="SASL_PLAINTEXT")
        self.refused("must be one of", security__protocol="TLS")

    def test_a_broker_that_was_told_nonsense_does_not_start(self) -> None:
        with self.assertRaisesRegex(ConfigError, "only brokers at these addresses"):
            BrokerSettings({_P + "security.protocol": "SSL"})
        settings = BrokerSettings(SAID)
        self.assertEqual(settings.warnings, [])
        self.assertEqual(list(settings.mirror_sources), ["dc.1"])

    def test_nobody_is_shown_a_password(self) -> None:
        shown = {entry.name: entry for entry in BrokerSettings(SAID).describe_broker()}
        password = shown[_P + "sasl.password"]
        self.assertEqual((password.value, password.is_sensitive, [one.value for one in password.synonyms]), (None, True, [None]))
        self.assertTrue(declared(_P + "ssl.key.password").sensitive)  # type: ignore[union-attr]
        self.assertEqual(shown[_P + "sasl.username"].value, "mirror")
        self.assertNotIn("kept secret", str(shown))

    def test_not_while_it_runs(self) -> None:
        """It would be kept, and do nothing."""
        with self.assertRaisesRegex(KlogError, "Cannot update these configs dynamically"):
            BrokerSettings().validate_dynamic({_P + "sasl.password": "x"}, per_broker=True)

    def test_other_names(self) -> None:
        for name in ("klog.mirror.source.sasl.password", "klog.mirror.source.dc1.sasl.passwort", "klog.mirror.dc1.sasl.password"):
            self.assertIsNone(declared_of_source(name), name)
