"""Settings of a broker with ZooKeeper."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings import zookeeper as zookeeper_settings
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.net.listeners import Listeners

TLS = {"zookeeper.connect": "h:1", "zookeeper.ssl.client.enable": "true"}


class SettingsTests(SynchronousTestCase):
    """What is taken, and what is refused with a sentence."""

    def refused(self, **more: str) -> str:
        properties = {"zookeeper.connect": "h:1", **{name.replace("_", "."): value for name, value in more.items()}}
        sentence = str(self.assertRaises(ConfigError, BrokerSettings, properties))
        self.assertNotIn("\n", sentence)
        return sentence

    def test_whether_there_is_one(self) -> None:
        for properties, expected in (
            ({}, None),
            ({"zookeeper.connect": ""}, None),
            ({"zookeeper.connect": " a:1,b:2/k "}, "a:1,b:2/k"),
            # As Kafka: whoever has roles does without, whatever else a file says.
            ({"zookeeper.connect": "a:1", "process.roles": "broker,controller"}, None),
        ):
            self.assertEqual(BrokerSettings(properties).zookeeper, expected)

    def test_timeouts(self) -> None:
        self.assertEqual(zookeeper_settings.timeouts_ms(BrokerSettings({"zookeeper.connect": "h"})), (18_000, 18_000))
        given = {"zookeeper.connect": "h", "zookeeper.session.timeout.ms": "5", "zookeeper.connection.timeout.ms": "7"}
        self.assertEqual(zookeeper_settings.timeouts_ms(BrokerSettings(given)), (5, 7))
        self.assertIn("at least 1", self.refused(zookeeper_session_timeout_ms="0"))

    def test_security(self) -> None:
        self.assertIsNone(zookeeper_settings.security(BrokerSettings({"zookeeper.connect": "h"})))
        made = zookeeper_settings.security(BrokerSettings(TLS))
        assert made is not None
        self.assertEqual((made.uses_tls, made.ssl_ca_file, made.ssl_certificate_file, made.ssl_check_hostname), (True, None, None, True))
        given = {
            **TLS,
            "zookeeper.ssl.keystore.location": "/own.pem",
            "zookeeper.ssl.keystore.type": "PEM",
            "zookeeper.ssl.keystore.password": "secret",
            "zookeeper.ssl.truststore.location": "/ca.pem",
            "zookeeper.ssl.endpoint.identification.algorithm": "",
        }
        made = zookeeper_settings.security(BrokerSettings(given))
        assert made is not None
        self.assertEqual(
            (made.ssl_ca_file, made.ssl_certificate_file, made.ssl_key_password, made.ssl_check_hostname),
            ("/ca.pem", "/own.pem", "secret", False),
        )

    def test_java_key_stores(self) -> None:
        for more in (
            {"zookeeper_ssl_keystore_location": "/a.jks"},
            {"zookeeper_ssl_truststore_location": "/a.P12"},
            {"zookeeper_ssl_truststore_location": "/a", "zookeeper_ssl_truststore_type": "PKCS12"},
        ):
            self.assertIn("PEM", self.refused(zookeeper_ssl_client_enable="true", **more))
        self.assertIn("not set", self.refused(zookeeper_ssl_client_enable="true", zookeeper_ssl_keystore_password="x"))

    def test_a_certificate_that_is_not_shown_owns_nothing(self) -> None:
        self.assertIn("nobody could own", self.refused(**{"zookeeper.set.acl": "true", "zookeeper.ssl.keystore.location": "/own.pem"}))
        BrokerSettings({**TLS, "zookeeper.set.acl": "true", "zookeeper.ssl.keystore.location": "/own.pem"})

    def test_digest(self) -> None:
        given = BrokerSettings({"zookeeper.connect": "h", "klog.zookeeper.digest": "u:p"})
        self.assertEqual(zookeeper_settings.auth(given), (("digest", "u:p"),))
        self.assertEqual(zookeeper_settings.auth(BrokerSettings()), ())
        self.assertNotIn("secret", self.refused(klog_zookeeper_digest="secret"))
        entry = given.describe("klog.zookeeper.digest")
        self.assertEqual((entry.is_sensitive, entry.value), (True, None))

    def test_refusals(self) -> None:
        self.assertIn("zookeeper.connect", self.refused(zookeeper_connect="h:x"))
        self.assertIn("nobody could own the znodes", self.refused(zookeeper_set_acl="true"))
        self.assertIn("reserved.broker.max.id", self.refused(broker_id="1001"))
        self.assertEqual(BrokerSettings({"zookeeper.connect": "h", "broker.id": "1000"}).broker_id, 1000)
        for more in ({"reserved.broker.max.id": "2000"}, {"broker.id.generation.enable": "false"}):
            BrokerSettings({"zookeeper.connect": "h", "broker.id": "1001", **more})
        # A broker alone may have any.
        BrokerSettings({"broker.id": "1001"})

    def test_listeners(self) -> None:
        for text, advertised, good in (
            ("PLAINTEXT://127.0.0.1:9092", None, True),
            ("PLAINTEXT://some.host:9092", None, True),
            ("PLAINTEXT://:9092", None, False),
            ("PLAINTEXT://0.0.0.0:9092", None, False),
            ("PLAINTEXT://[::]:0", None, False),
            ("PLAINTEXT://:9092", "PLAINTEXT://h:9092", True),
            ("PLAINTEXT://h:9092,SSL://:9093", "PLAINTEXT://h:9092", False),
        ):
            listeners = Listeners.parse(text, advertised=advertised)
            if good:
                zookeeper_settings.check_listeners(listeners, text)
            else:
                error = self.assertRaises(ConfigError, zookeeper_settings.check_listeners, listeners, text)
                self.assertIn("advertised.listeners", str(error))
