"""``twistd klog-zookeeper``: its options. tests/integration/test_embedded_zookeeper.py runs it."""

from __future__ import annotations

import os
import runpy

from twisted.application.service import IServiceMaker
from twisted.plugin import IPlugin
from twisted.python.usage import UsageError
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.embedded import plugin
from klog.zookeeper.embedded.plugin import Options
from klog.zookeeper.embedded.service import EmbeddedSettings, ZooKeeperService


class OptionTests(SynchronousTestCase):
    """What they come to."""

    def parse(self, *arguments: str) -> EmbeddedSettings:
        options = Options()
        options.parseOptions(list(arguments))
        return options.settings

    def test_defaults_are_for_use(self) -> None:
        found = self.parse()
        self.assertEqual((found.directory, found.host, found.port, found.count), ("klog-zookeeper", "127.0.0.1", 2181, 1))
        self.assertTrue(found.server.force_sync)
        self.assertFalse(found.server.logging)
        self.assertEqual(found, EmbeddedSettings())

    def test_all(self) -> None:
        found = self.parse(
            *("--port", "0", "--host", "::1", "-d", "/d", "--ensemble", "3", "--java", "/j", "--zookeeper-jars", "/z", "--heap-mb", "64"),
            *("--tick-ms", "200", "--log", "--no-fsync"),
        )
        self.assertEqual((found.port, found.host, found.directory, found.count, found.java, found.jars), (0, "::1", "/d", 3, "/j", "/z"))
        server = found.server
        self.assertEqual((server.heap_mb, server.tick_ms, server.logging, server.force_sync), (64, 200, True, False))

    def test_wrong_ones(self) -> None:
        for arguments in (("--port", "x"), ("--port", "70000"), ("--ensemble", "0"), ("--heap-mb", "1"), ("--tick-ms", "-1"), ("more",)):
            self.assertRaises(UsageError, self.parse, *arguments)

    def test_the_service(self) -> None:
        options = Options()
        options.parseOptions(["--port", "0"])
        self.assertIsInstance(plugin.makeService(options), ZooKeeperService)

    def test_twistd_is_told(self) -> None:
        path = os.path.join(os.path.dirname(__file__), "..", "..", "..", "twisted", "plugins", "klog_zookeeper.py")
        maker = runpy.run_path(path)["serviceMaker"]
        self.assertTrue(IPlugin.providedBy(maker) and IServiceMaker.providedBy(maker))
        self.assertEqual((maker.tapname, maker.module), ("klog-zookeeper", "klog.zookeeper.embedded.plugin"))
