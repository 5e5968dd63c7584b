"""klog's broker as a side: alone, slowed, of another checkout, by TLS."""

from __future__ import annotations

import os
import platform
import sys
from unittest import mock

from klog.cli.suite.host.processes import Skip
from klog.cli.suite.host.site import KLOG_ROOT
from klog.cli.suite.sides.broker import Running
from klog.cli.suite.sides.certificates import make_certificates
from klog.cli.suite.sides.klog_broker import KlogBrokers
from klog.cli.suite.sides.topics import create_topic, records_of
from klog.version import __version__
from tests.cli.suite.sides.rig import SiteCase


class KlogTests(SiteCase):
    """`KlogBrokers`."""

    def test_one_that_serves(self) -> None:
        with KlogBrokers("klog-slowed", slowed_by=0.1).serve(self.site, {"num.partitions": "3"}) as running:
            create_topic(running, "t", 2)
            self.assertEqual(records_of(running, "t", 2), 0)
            self.assertGreater(running.memory_mb(), 20)
            self.assertGreater(running.cpu_s(), 0.1)
            self.assertGreater(running.ready_s, 0.05)
            self.assertGreater(running.disk_bytes(), 0)
            (child,) = running.children
            self.assertIn("programs.slowed_broker", child.command)
        self.assertTrue(child.has_ended())
        self.assertEqual(child.exit_code, 0, child.told())

    def test_by_tls(self) -> None:
        made = make_certificates(self.folder)
        with KlogBrokers().serve(self.site, certificates=made) as running:
            create_topic(running, "t", truststore=str(made.truststore))
            self.assertEqual(records_of(running, "t", truststore=str(made.truststore)), 0)

    def test_which_klog(self) -> None:
        self.assertTrue(KlogBrokers().prepare(self.site).startswith(f"klog {__version__}"))
        self.assertIn("slowed by 10%", KlogBrokers("klog-slowed", slowed_by=0.1).prepare(self.site))
        self.assertIn(KLOG_ROOT.name, KlogBrokers("klog@x", checkout=str(KLOG_ROOT)).prepare(self.site))
        self.assertEqual(KlogBrokers("klog@x", checkout=str(KLOG_ROOT)).environment()["PYTHONPATH"].split(":")[0], str(KLOG_ROOT))
        with self.assertRaises(Skip) as caught:
            KlogBrokers("klog@x", checkout=str(self.folder)).prepare(self.site)
        self.assertIn("no checkout of klog", str(caught.exception))

    def test_another_python(self) -> None:
        """As it has klog installed."""
        one = KlogBrokers("klog@python", python=sys.executable)
        self.assertEqual(one.prepare(self.site), f"klog {__version__} on {platform.python_version()}")
        with one.serve(self.site) as running:
            self.assertGreater(running.ready_s, 0.05)
            self.assertTrue(running.children[0].command.startswith(sys.executable))
        bare, none = self.folder / "bare", self.folder / "none"
        bare.write_text('#!/bin/sh\nexec python3 -I -S "$@"\n')
        bare.chmod(0o755)
        none.write_text("no program")
        for python, words in ((bare, "has no klog installed: ModuleNotFoundError"), (none, "is no Python that runs")):
            with self.assertRaises(Skip) as caught:
                KlogBrokers("klog@x", python=str(python)).prepare(self.site)
            self.assertIn(words, str(caught.exception))

    def test_each_start_finds_klog_compiled(self) -> None:
        package = self.folder / "checkout" / "klog"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("x = 1\n")
        with self.assertRaisesRegex(Skip, "has no klog in .*/checkout that it can run: ModuleNotFoundError"):
            KlogBrokers("klog@x", checkout=str(package.parent)).prepare(self.site)
        self.assertTrue(list((package / "__pycache__").iterdir()))

    def test_plain_python_is_another_version(self) -> None:
        """It is many times slower: its figures and others cannot stand in one table."""
        records = self.folder / "checkout" / "klog" / "records"
        records.mkdir(parents=True)
        for folder in (records.parent, records):
            (folder / "__init__.py").touch()
        for name, label in (("python", "klog at checkout without extensions"), ("cython", "klog at checkout")):
            (records / "implementations.py").write_text(f"class codec:\n    name = {name!r}  # {label}\n")
            self.assertEqual(KlogBrokers("klog@x", checkout=str(records.parents[1])).prepare(self.site), label)
        with mock.patch.dict(os.environ, {"KLOG_NO_EXTENSIONS": "1"}):
            self.assertTrue(KlogBrokers().prepare(self.site).endswith(" without extensions"))
            self.assertTrue(KlogBrokers("klog@python", python=sys.executable).prepare(self.site).endswith(" without extensions"))

    def test_brokers_are_of_this_klog(self) -> None:
        """Also where another one is installed: they run in a folder of their own."""
        self.assertEqual(KlogBrokers().environment()["PYTHONPATH"].split(os.pathsep)[0], str(KLOG_ROOT))

    def test_the_zookeeper_of_several_is_counted_with_them(self) -> None:
        said = "import time; print('klog-zookeeper READY connect=127.0.0.1:1', flush=True); time.sleep(60)"
        words = [sys.executable, "-I", "-S", "-c", said]
        started = Running("klog", "127.0.0.1:1", [os.getpid()], [], self.folder, self.site.machine, 0.1)
        with (
            mock.patch.object(KlogBrokers, "_zookeeper_words", return_value=words),
            mock.patch.object(KlogBrokers, "_start", return_value=started),
            KlogBrokers().serve(self.site, brokers=3) as running,
        ):
            (zookeeper,) = running.children
            processes = self.site.machine.processes()
            self.assertIn(zookeeper.keeper_pid, [processes[pid].parent for pid in running.pids])
            self.assertIn(os.getpid(), running.pids)
