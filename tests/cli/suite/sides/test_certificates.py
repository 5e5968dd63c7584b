"""Certificates for the loopback."""

from __future__ import annotations

import pathlib
import shutil
import ssl
import tempfile
import unittest

from klog.cli.suite.sides.certificates import make_certificates


class CertificatesTests(unittest.TestCase):
    """`make_certificates`."""

    def test_both_ends_can_load_them(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        made = make_certificates(folder)
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.keystore)
        trusting = ssl.create_default_context(cafile=str(made.truststore))
        (certificate,) = trusting.get_ca_certs()
        self.assertEqual(certificate["subjectAltName"], (("IP Address", "127.0.0.1"),))
        self.assertEqual(made.broker_settings["ssl.keystore.location"], str(made.keystore))
        self.assertEqual(made.client_settings["security.protocol"], "SSL")
