"""OpenSSL's numbers and reasons in words."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.net.certificate_errors import OptionNames, certificate_sentence, client_certificate_sentence, option_names, tls_sentence
from klog.net.security import Security


class WordsTests(SynchronousTestCase):
    """Each names the option that helps."""

    def test_certificates(self) -> None:
        self.assertIn("ssl_ca_file /x.pem", certificate_sentence(20, "/x.pem"))
        self.assertIn("ssl_ca_file is not set", certificate_sentence(19, None))
        self.assertIn("expired", certificate_sentence(10, None))
        self.assertEqual(certificate_sentence(23, None), "has been revoked")
        self.assertIn("ssl_crl_file has no list", certificate_sentence(3, None))
        self.assertIn("error 999", certificate_sentence(999, None))

    def test_certificates_of_clients(self) -> None:
        self.assertEqual(client_certificate_sentence(23), "has been revoked")
        self.assertEqual(client_certificate_sentence(10), "has expired")
        self.assertIn("klog.ssl.crl.location has no list", client_certificate_sentence(3))
        self.assertIn("error 999", client_certificate_sentence(999))

    def test_other_names_of_the_options(self) -> None:
        names = OptionNames("trust", "keys", "protocols", "names", "lists")
        self.assertIn("lists has no list", certificate_sentence(3, None, names))
        self.assertIn("(trust /x.pem)", certificate_sentence(20, "/x.pem", names))
        self.assertIn("client certificate (keys)", tls_sentence("bad certificate", names))
        self.assertIn("the port needs protocols PLAINTEXT", tls_sentence("wrong version number", names))

    def test_names_of_the_options_that_are_given(self) -> None:
        self.assertEqual(option_names(Security()), OptionNames())
        given = option_names(Security(ssl_truststore_file="t", ssl_keystore_file="k"))
        self.assertEqual((given.authorities, given.certificate), ("ssl_truststore_file", "ssl_keystore_file"))

    def test_handshakes(self) -> None:
        self.assertIn("wants a client certificate", tls_sentence("tlsv13 alert certificate required"))
        self.assertIn("wants a client certificate", tls_sentence("TLSV13_ALERT_CERTIFICATE_REQUIRED"))
        self.assertIn("does not speak TLS", tls_sentence("WRONG_VERSION_NUMBER"))
        self.assertIn("could not agree on TLS: whatever", tls_sentence("whatever"))
