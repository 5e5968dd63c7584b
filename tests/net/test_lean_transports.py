"""Programs of klog's own load OpenSSL when something speaks TLS."""

from __future__ import annotations

import subprocess
import sys

from twisted.trial.unittest import SynchronousTestCase

#: What stands behind `code`: whether OpenSSL was loaded, and whether Twisted's reactor could serve TLS of its own.
REPORT = "import sys, twisted.internet.posixbase as base, twisted.internet.tcp as tcp; "
REPORT += "print('OpenSSL' in sys.modules, base.tls is not None, tcp.Connection.TLS)"


def after(code: str) -> str:
    """What `REPORT` prints in a new process that has run `code`."""
    return subprocess.run([sys.executable, "-c", f"{code}\n{REPORT}"], capture_output=True, text=True, check=True).stdout.strip()


LEAN = "from klog.net.lean_transports import import_without_openssl; import_without_openssl()"


class LeanTransportsTests(SynchronousTestCase):
    def test_openssl_is_not_loaded(self) -> None:
        self.assertEqual(after(LEAN), "False False False")

    def test_what_speaks_tls_loads_it(self) -> None:
        """As if nothing had been kept out."""
        loads = "import klog.net.tls, klog.net.client.tls, twisted.internet.ssl, twisted.protocols.tls"
        self.assertEqual(after(f"{LEAN}; {loads}"), "True False False")

    def test_what_was_imported_before_is_left(self) -> None:
        for before in ("twisted.internet.reactor", "twisted.internet.endpoints", "twisted.internet.tcp", "OpenSSL"):
            with self.subTest(before=before):
                self.assertEqual(after(f"import {before}; {LEAN}"), "True True False")

    def test_who_loads_nothing(self) -> None:
        """Brokers alone and of a cluster, ZooKeeper's client, klog's own."""
        for module in (
            *("klog.broker.lifecycle.service", "klog.broker.lifecycle.zookeeper_start", "klog.broker.lifecycle.local_start"),
            *("klog.cluster.zookeeper.settings", "klog.broker.following.fetcher", "klog.zookeeper.client", "klog.net.inter_broker"),
            *("klog.client", "klog.client.groups.paper.brokers"),
        ):
            with self.subTest(module=module):
                self.assertEqual(after(f"{LEAN}; import {module}"), "False False False")
