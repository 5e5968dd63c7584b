"""klog.net.ssl_settings: where keys and certificates come from, versions and ciphers; contexts that are made of it talk in memory."""

from __future__ import annotations

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12
from OpenSSL import SSL

from klog.net.ssl_settings import openssl_cipher_name
from tests.net.test_tls import Fixture, key_pem, pem


class KeyStoreTests(Fixture):
    """Where key and certificates come from."""

    def check(self, **values: str) -> None:
        chain = self.talk(self.options(**values)).get_peer_cert_chain(as_cryptography=True)
        assert chain is not None
        self.assertEqual([entry.subject.rfc4514_string() for entry in chain], ["CN=broker.example", "CN=authority"])

    def test_texts(self) -> None:
        self.check(**self.texts())

    def test_texts_on_one_line(self) -> None:
        self.check(**{name: value.replace("\n", " ") for name, value in self.texts().items()})

    def test_an_encrypted_key(self) -> None:
        values = self.texts() | {"ssl__keystore__key": key_pem(self.key, b"secret")}
        self.check(**values, ssl__key__password="secret")
        self.refused("ssl.key.password", "needs its password", **values)
        self.refused("ssl.keystore.key", "is ssl.key.password right", **values, ssl__key__password="secret2")

    def test_a_pem_file(self) -> None:
        self.files["/k.pem"] = (pem(self.own, self.authority[1]) + key_pem(self.key)).encode()
        self.check(ssl__keystore__type="PEM", ssl__keystore__location="/k.pem")

    def test_pkcs12_also_under_javas_default_type(self) -> None:
        self.files["/k.p12"] = pkcs12.serialize_key_and_certificates(
            b"klog", self.key, self.own, [self.authority[1]], serialization.BestAvailableEncryption(b"secret")
        )
        for values in ({"ssl__keystore__type": "PKCS12"}, {}):
            self.check(ssl__keystore__location="/k.p12", ssl__keystore__password="secret", **values)
        self.refused("ssl.keystore.location", "password", ssl__keystore__location="/k.p12", ssl__keystore__password="secret2")

    def test_settings_of_the_listener_win(self) -> None:
        mine = {f"listener__name__inside__{name}": value for name, value in self.texts().items()}
        self.check(ssl__keystore__type="JKS", ssl__keystore__location="", **mine)
        self.refused(
            "listener.name.inside.ssl.keystore.key", "no PEM private key", **mine | {"listener__name__inside__ssl__keystore__key": "x"}
        )

    def test_refusals(self) -> None:
        texts = self.texts()
        self.files["/java.jks"] = b"\xfe\xed\xfe\xed\0\0\0\2"
        self.files["/junk"] = b"junk"
        self.refused("ssl.keystore.location", "neither a key store nor")
        self.refused(
            "ssl.keystore.location", "keytool -importkeystore", ssl__keystore__location="/java.jks", ssl__keystore__password="secret"
        )
        self.refused("ssl.keystore.location", "No such file", ssl__keystore__location="/none")
        self.refused("ssl.keystore.location", "not a PKCS12 store", ssl__keystore__location="/junk")
        self.refused("ssl.keystore.location", "no PEM private key", ssl__keystore__location="/junk", ssl__keystore__type="PEM")
        self.refused("ssl.keystore.type", "PEM or PKCS12", ssl__keystore__location="/junk", ssl__keystore__type="BKS")
        self.refused("ssl.keystore.type", "need the type PEM", **texts | {"ssl__keystore__type": "JKS"})
        self.refused("ssl.keystore.location", "not both", **texts, ssl__keystore__location="/k")
        self.refused(
            "ssl.keystore.certificate.chain", "set together", ssl__keystore__type="PEM", ssl__keystore__key=texts["ssl__keystore__key"]
        )
        self.refused("ssl.keystore.key", "used together", **texts | {"ssl__keystore__key": key_pem(self.stranger[0])})
        broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        self.refused("ssl.keystore.certificate.chain", "cannot be read", **texts | {"ssl__keystore__certificate__chain": broken})


class ProtocolTests(Fixture):
    """Versions and ciphers."""

    def version(self, client: SSL.Context | None = None, **values: str) -> str:
        return self.talk(self.options(**self.texts(), **values), client).get_protocol_version_name()

    def test_versions(self) -> None:
        self.assertEqual(self.version(), "TLSv1.3")
        self.assertEqual(self.version(ssl__enabled__protocols="TLSv1.2"), "TLSv1.2")
        old = SSL.Context(SSL.TLS_METHOD)
        old.set_max_proto_version(SSL.TLS1_2_VERSION)
        self.assertEqual(self.version(old), "TLSv1.2")
        self.assertRaises(SSL.Error, self.version, old, ssl__enabled__protocols="TLSv1.3")
        self.refused("ssl.enabled.protocols", "there are", **self.texts(), ssl__enabled__protocols="SSLv3")
        self.refused("ssl.enabled.protocols", "follow one another", **self.texts(), ssl__enabled__protocols="TLSv1.1,TLSv1.3")

    def test_cipher_names(self) -> None:
        for java, ours in (
            ("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256"),
            ("TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "ECDHE-RSA-AES256-SHA384"),
            ("TLS_RSA_WITH_AES_128_CBC_SHA", "AES128-SHA"),
            ("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-RSA-CHACHA20-POLY1305"),
            ("ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256"),
        ):
            self.assertEqual(openssl_cipher_name(java), ours)

    def test_ciphers(self) -> None:
        end = self.talk(self.options(**self.texts(), ssl__cipher__suites="TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"))
        self.assertEqual((end.get_protocol_version_name(), end.get_cipher_name()), ("TLSv1.2", "ECDHE-ECDSA-AES256-GCM-SHA384"))
        end = self.talk(self.options(**self.texts(), ssl__cipher__suites="TLS_AES_128_GCM_SHA256"))
        self.assertEqual((end.get_protocol_version_name(), end.get_cipher_name()), ("TLSv1.3", "TLS_AES_128_GCM_SHA256"))
        self.refused("ssl.cipher.suites", "NO-SUCH", **self.texts(), ssl__cipher__suites="NO-SUCH")
