"""klog.spark.client_security: PEM, PLAIN and SCRAM; the rest is refused with what to do instead, and no password is ever shown."""

from __future__ import annotations

import unittest
from typing import Any

from klog.net.security import Security
from klog.spark.client_names import translate
from klog.spark.errors import OptionError
from tests import login_modules

PLAIN = f'{login_modules.PLAIN} username="anna" password="s3cret";'
SCRAM = f"{login_modules.SCRAM}\n  username='an na' password='a\\'b;c' ;"


def security(**options: str) -> Security:
    named = {name.replace("__", "."): value for name, value in options.items()}
    return translate({"bootstrap.servers": "kafka:9092", **named}).settings.security


class Tls(unittest.TestCase):
    def test_pem(self) -> None:
        found = security(
            security__protocol="ssl",
            ssl__truststore__type="PEM",
            ssl__truststore__location="/ca.pem",
            ssl__keystore__type="pem",
            ssl__keystore__location="/client.pem",
            ssl__key__password="s3cret",
        )
        self.assertEqual((found.security_protocol, found.ssl_ca_file, found.ssl_certificate_file), ("SSL", "/ca.pem", "/client.pem"))
        self.assertEqual((found.ssl_key_file, found.ssl_key_password, found.ssl_check_hostname), (None, "s3cret", True))

    def test_names_of_librdkafka(self) -> None:
        found = security(security__protocol="SSL", ssl__ca__location="/ca", ssl__certificate__location="/c", ssl__key__location="/k")
        self.assertEqual((found.ssl_ca_file, found.ssl_certificate_file, found.ssl_key_file), ("/ca", "/c", "/k"))

    def test_stores(self) -> None:
        """PKCS12, which Java reads under the name JKS, too."""
        for kind in ({}, {"ssl__truststore__type": "JKS", "ssl__keystore__type": "pkcs12"}):
            found = security(
                security__protocol="SSL",
                ssl__truststore__location="/t.p12",
                ssl__truststore__password="t3cret",
                ssl__keystore__location="/k.p12",
                ssl__keystore__password="s3cret",
                ssl__key__password="s3cret",
                **kind,
            )
            self.assertEqual((found.ssl_truststore_file, found.ssl_truststore_password, found.ssl_ca_file), ("/t.p12", "t3cret", None))
            self.assertEqual((found.ssl_keystore_file, found.ssl_keystore_password, found.ssl_key_password), ("/k.p12", "s3cret", None))

    def test_lists_of_revoked_certificates(self) -> None:
        self.assertEqual(security(security__protocol="SSL", ssl__crl__location="/revoked.pem").ssl_crl_file, "/revoked.pem")

    def test_the_check_of_the_name(self) -> None:
        self.assertFalse(security(security__protocol="SSL", ssl__endpoint__identification__algorithm="").ssl_check_hostname)
        self.assertTrue(security(security__protocol="SSL", ssl__endpoint__identification__algorithm="HTTPS").ssl_check_hostname)

    def test_without_tls_its_names_mean_nothing(self) -> None:
        # As in Java: one dictionary of options may serve two clusters.
        self.assertEqual(security(ssl__truststore__location="/store.jks"), Security())

    def test_newer_tls_is_fine(self) -> None:
        self.assertTrue(security(security__protocol="SSL", ssl__enabled__protocols="TLSv1.2,TLSv1.3").uses_tls)


class Sasl(unittest.TestCase):
    def test_plain(self) -> None:
        found = security(security__protocol="SASL_PLAINTEXT", sasl__mechanism="plain", sasl__jaas__config=PLAIN)
        self.assertEqual((found.sasl_mechanism, found.sasl_username, found.sasl_password), ("PLAIN", "anna", "s3cret"))

    def test_scram(self) -> None:
        found = security(security__protocol="SASL_SSL", sasl__mechanism="SCRAM-SHA-512", sasl__jaas__config=SCRAM)
        self.assertEqual((found.sasl_mechanism, found.sasl_username, found.sasl_password), ("SCRAM-SHA-512", "an na", "a'b;c"))

    def test_names_of_librdkafka(self) -> None:
        found = security(security__protocol="SASL_SSL", sasl__mechanism="PLAIN", sasl__username="anna", sasl__password="p")
        self.assertEqual((found.sasl_username, found.sasl_password), ("anna", "p"))


class Refused(unittest.TestCase):
    def says(self, pattern: str, **options: Any) -> None:
        with self.subTest(str(options)):
            with self.assertRaisesRegex(OptionError, pattern) as caught:
                security(**options)
            self.assertNotIn("s3cret", str(caught.exception))
            self.assertIsNone(caught.exception.__cause__)

    def test_java_stores(self) -> None:
        self.says(
            r"klog reads PKCS12 and PEM. Make one \(keytool -importkeystore -srckeystore /store.bks -destkeystore truststore.p12",
            security__protocol="SSL",
            ssl__truststore__location="/store.bks",
            ssl__truststore__type="BKS",
        )
        keys = {"ssl__keystore__location": "/c.p12", "ssl__keystore__password": "other", "ssl__key__password": "s3cret"}
        self.says("a PKCS12 store has one password for all", security__protocol="SSL", **keys)
        both = {"ssl__truststore__location": "/t.p12", "ssl__ca__location": "/ca.pem"}
        self.says("kafka.ssl.truststore.location: ssl_ca_file says the same", security__protocol="SSL", **both)
        self.says(
            "a PEM file has no password; that of an encrypted key is kafka.ssl.key.password",
            security__protocol="SSL",
            ssl__keystore__location="/c.pem",
            ssl__keystore__type="PEM",
            ssl__keystore__password="s3cret",
        )
        self.says("write it into one, on every executor", security__protocol="SSL", ssl__truststore__certificates="-----BEGIN s3cret")

    def test_what_would_change_who_is_trusted(self) -> None:
        self.says("leaves ciphers to OpenSSL", security__protocol="SSL", ssl__cipher__suites="TLS_AES_128_GCM_SHA256")
        self.says("nothing older", security__protocol="SSL", ssl__protocol="TLSv1.1")
        self.says("checks the broker's name", security__protocol="SSL", ssl__endpoint__identification__algorithm="ldap")

    def test_mechanisms(self) -> None:
        self.says(r"GSSAPI \(Java's default\): klog authenticates with PLAIN", security__protocol="SASL_SSL")
        self.says("is OAUTHBEARER: klog authenticates", security__protocol="SASL_SSL", sasl__mechanism="OAUTHBEARER")
        self.says("'sasl.kerberos.service.name' is not supported", sasl__kerberos__service__name="kafka")
        self.says("'sasl.login.callback.handler.class' is not supported", sasl__login__callback__handler__class="x")

    def test_login_modules(self) -> None:
        own = {"security__protocol": "SASL_SSL", "sasl__mechanism": "PLAIN"}
        self.says(
            "does not go with kafka.sasl.mechanism=SCRAM-SHA-256", **{**own, "sasl__mechanism": "SCRAM-SHA-256"}, sasl__jaas__config=PLAIN
        )
        self.says(
            "names Krb5LoginModule", **own, sasl__jaas__config="com.sun.security.auth.module.Krb5LoginModule required useKeyTab=true;"
        )
        self.says("is expected to be org.apache.kafka", **own, sasl__jaas__config="username=anna password=s3cret")
        self.says("username or the password is missing", **own, sasl__jaas__config=PLAIN.replace("username", "user"))
        self.says("One login module", **own, sasl__jaas__config=PLAIN + PLAIN)
        self.says("no delegation tokens", **own, sasl__jaas__config=PLAIN.replace(";", ' tokenauth="true";'))
        self.says("kafka.sasl.jaas.config", **own)

    def test_the_same_twice(self) -> None:
        own = {"security__protocol": "SASL_SSL", "sasl__mechanism": "PLAIN", "sasl__jaas__config": PLAIN}
        self.says("say the same thing twice", **own, sasl__username="anna")
        pem = {"ssl__truststore__type": "PEM", "ssl__truststore__location": "/ca.pem"}
        self.says("say the same thing twice", security__protocol="SSL", **pem, ssl__ca__location="/other.pem")

    def test_none_of_the_protocols(self) -> None:
        self.says("Invalid value TLS for configuration kafka.security.protocol: String must be one of", security__protocol="TLS")

    def test_a_key_without_a_certificate(self) -> None:
        self.says("kafka.ssl.key.password", security__protocol="SSL", ssl__key__password="s3cret")
