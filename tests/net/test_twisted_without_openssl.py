"""Programs of klog's own load OpenSSL when something speaks TLS."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.imports_of_a_new_process import LATER, WITH, WITHOUT, after

IMPORT = "from klog.net.twisted_without_openssl import import_transports, own_process; "
ALONE = IMPORT + "own_process(); import_transports()"


class WithoutOpensslTests(SynchronousTestCase):
    """`import_transports`."""

    def test_openssl_is_not_loaded(self) -> None:
        self.assertEqual(after(ALONE), WITHOUT)

    def test_a_process_that_is_not_klogs_own(self) -> None:
        self.assertEqual(after(IMPORT + "import_transports()"), WITH)

    def test_a_command_in_somebodys_process(self) -> None:
        """It is klog's own only where klog is the program."""
        run = "from click.testing import CliRunner; from klog.cli.main import cli; "
        run += "CliRunner().invoke(cli, ['topic', 'list', '-b', '127.0.0.1:1', '--timeout', '0.1'])"
        self.assertEqual(after(run), WITH)
        program = (
            "import sys; sys.argv[1:] = ['topic', 'list', '-b', '127.0.0.1:1', '--timeout', '0.1']; from klog.cli.main import main; main()"
        )
        self.assertEqual(after(program).splitlines()[-1], WITHOUT)

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
