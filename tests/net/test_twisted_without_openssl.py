"""Programs of klog's own load OpenSSL when something speaks TLS."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.imports_of_a_new_process import LATER, WITH, WITHOUT, after

ALONE = "from klog.net.twisted_without_openssl import import_transports_without_openssl; import_transports_without_openssl()"


class WithoutOpensslTests(SynchronousTestCase):
    """`import_transports_without_openssl`."""

    def test_openssl_is_not_loaded(self) -> None:
        self.assertEqual(after(ALONE), WITHOUT)

    def test_what_speaks_tls_loads_it(self) -> None:
        """As if nothing had been kept out."""
        loads = "import klog.net.tls, klog.net.client.tls, twisted.internet.ssl, twisted.protocols.tls"
        self.assertEqual(after(f"{ALONE}; {loads}"), LATER)

    def test_what_was_imported_before_is_left(self) -> None:
        for before in ("twisted.internet.reactor", "twisted.internet.endpoints", "twisted.internet.tcp", "OpenSSL"):
            with self.subTest(before=before):
                self.assertEqual(after(f"import {before}; {ALONE}"), WITH)

    def test_who_loads_nothing(self) -> None:
        """Brokers alone and of a cluster, ZooKeeper's client, klog's own."""
        for module in (
            *("klog.broker.lifecycle.service", "klog.broker.lifecycle.zookeeper_start", "klog.broker.lifecycle.local_start"),
            *("klog.cluster.zookeeper.settings", "klog.broker.following.fetcher", "klog.zookeeper.client", "klog.net.inter_broker"),
            *("klog.client", "klog.client.groups.paper.brokers"),
        ):
            with self.subTest(module=module):
                self.assertEqual(after(f"{ALONE}; import {module}"), WITHOUT)
