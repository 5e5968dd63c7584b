"""What ended a TLS handshake, in words; with OpenSSL's own errors in `tests.net.test_tls`."""

from __future__ import annotations

import unittest

from klog.net.tls_refusals import MISSES_CERTIFICATE, tls_refusal


class _Error(Exception):
    """As OpenSSL's are recognised."""


_Error.__module__ = "OpenSSL.SSL"


class TlsRefusalTests(unittest.TestCase):
    """`tls_refusal`."""

    def test_reasons(self) -> None:
        for reason, words in (
            ("http request", "this is an HTTP request on a TLS port"),
            ("wrong version number", "this is not TLS (wrong version number) on a TLS port: the client must use security.protocol=SSL"),
            (MISSES_CERTIFICATE, f"the TLS handshake failed: {MISSES_CERTIFICATE}"),
        ):
            self.assertIn(words, str(tls_refusal(_Error([("SSL routines", "", reason)]))))

    def test_without_a_reason(self) -> None:
        for arguments in ((), ([],), ("x",), ([()],), ([("SSL routines", "", "")],)):
            self.assertEqual(tls_refusal(_Error(*arguments)), "the TLS handshake failed: _Error")

    def test_errors_of_others(self) -> None:
        for error in (None, ValueError("http request"), ConnectionResetError()):
            self.assertIsNone(tls_refusal(error))
