"""What a client may say about security."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.config import ConfigError
from klog.net.security import MECHANISMS, PROTOCOLS, Security


class SecurityTests(SynchronousTestCase):
    """`Security.check`."""

    def wrong(self, option: str, **values: str) -> str:
        error = self.assertRaises(ConfigError, Security(**values).check)  # type: ignore[arg-type]
        self.assertEqual(error.name, option)
        return str(error)

    def test_right(self) -> None:
        Security().check()
        Security(security_protocol="SSL").check()
        Security(security_protocol="SSL", ssl_ca_file="a", ssl_certificate_file="b", ssl_key_file="c", ssl_key_password="d").check()
        for mechanism in MECHANISMS:
            for protocol in ("SASL_PLAINTEXT", "SASL_SSL"):
                Security(security_protocol=protocol, sasl_mechanism=mechanism, sasl_username="u", sasl_password="p").check()

    def test_wrong(self) -> None:
        self.assertIn("one of PLAINTEXT, SSL", self.wrong("security_protocol", security_protocol="ssl"))
        self.assertIn("SSL or SASL_SSL is meant", self.wrong("ssl_ca_file", ssl_ca_file="x"))
        self.assertIn("SASL_PLAINTEXT or SASL_SSL is meant", self.wrong("sasl_username", security_protocol="SSL", sasl_username="x"))
        self.assertIn("needs it: one of PLAIN", self.wrong("sasl_mechanism", security_protocol="SASL_SSL"))
        self.assertIn("GSSAPI", self.wrong("sasl_mechanism", security_protocol="SASL_SSL", sasl_mechanism="GSSAPI"))
        plain = {"security_protocol": "SASL_SSL", "sasl_mechanism": "PLAIN"}
        self.wrong("sasl_username", **plain)
        self.wrong("sasl_password", **plain, sasl_username="u")
        self.assertIn("zero character", self.wrong("sasl_username", **plain, sasl_username="u\0v", sasl_password="p"))
        for store, pem in (("ssl_keystore", "ssl_certificate_file"), ("ssl_truststore", "ssl_ca_file")):
            sentence = self.wrong(f"{store}_file", security_protocol="SSL", **{f"{store}_file": "a", pem: "b"})
            self.assertIn(f"{pem} says the same in another format", sentence)
            sentence = self.wrong(f"{store}_password", security_protocol="SSL", **{f"{store}_password": "hush"})
            self.assertIn(f"{store}_file is not set", sentence)
            self.assertNotIn("hush", sentence)
            self.assertIn("no effect", self.wrong(f"{store}_file", **{f"{store}_file": "a"}))
        self.assertIn("no effect", self.wrong("ssl_crl_file", ssl_crl_file="a"))
        self.assertIn("ssl_certificate_file is not set", self.wrong("ssl_key_file", security_protocol="SSL", ssl_key_file="k"))

    def test_kinds(self) -> None:
        kinds = {name: (Security(security_protocol=name).uses_tls, Security(security_protocol=name).uses_sasl) for name in PROTOCOLS}
        expected = {"PLAINTEXT": (False, False), "SSL": (True, False), "SASL_PLAINTEXT": (False, True), "SASL_SSL": (True, True)}
        self.assertEqual(kinds, expected)

    def test_no_password_is_shown(self) -> None:
        security = Security(
            security_protocol="SASL_SSL", sasl_mechanism="PLAIN", sasl_username="u", sasl_password="hush", ssl_key_password="psst",
            ssl_keystore_password="pass1", ssl_truststore_password="pass2",
        )  # fmt: skip
        self.assertNotIn("pass", repr(security).replace("_password", ""))
        self.assertNotIn("hush", repr(security))
        self.assertNotIn("psst", repr(security))
