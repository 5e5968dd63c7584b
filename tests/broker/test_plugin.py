"""Options of ``twistd klog-broker``."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import time
from typing import Any
from unittest import mock

import twisted.internet
from twisted.application.service import IServiceMaker
from twisted.internet.error import ReactorNotRunning
from twisted.plugin import IPlugin, getPlugins
from twisted.python import usage
from twisted.trial.unittest import SynchronousTestCase

from klog.broker import plugin
from klog.broker.lifecycle import daemon
from klog.broker.lifecycle.steady_clock import go_by_steady_clock
from klog.broker.plugin import Options
from klog.regular_file import MOST_KEY_FILE_BYTES
from klog.version import __version__
from tests.broker.lifecycle.test_steady_clock import Reactor
from tests.imports_of_a_new_process import WITH, WITHOUT, after


class OptionsTests(SynchronousTestCase):
    """What the command line comes to."""

    def settings_of(self, *arguments: str) -> dict[str, str]:
        options = Options()
        options.parseOptions(list(arguments))
        return options.settings.static

    def refused(self, *arguments: str) -> str:
        said: list[str] = []

        def give_up(sentence: str, pidfile: str | None = None) -> None:
            said.append(sentence)
            raise SystemExit(1)

        self.patch(plugin, "give_up", give_up)
        self.assertRaises(SystemExit, self.settings_of, *arguments)
        return said[0]

    def file(self, text: str) -> str:
        path = self.mktemp()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_defaults(self) -> None:
        expected = {"listeners": "PLAINTEXT://127.0.0.1:9092", "log.dirs": "klog-data", "group.initial.rebalance.delay.ms": "0"}
        self.assertEqual(self.settings_of(), expected)

    def test_a_broker_alone_has_no_first_delay_of_groups(self) -> None:
        """As the configuration says that Kafka ships; a file, a cluster and --set decide for themselves."""
        name = "group.initial.rebalance.delay.ms"
        self.assertEqual(self.settings_of("--port", "0")[name], "0")
        self.assertEqual(self.settings_of("--set", f"{name}=70")[name], "70")
        self.assertNotIn(name, self.settings_of("--config", self.file("broker.id=1")))
        self.assertNotIn(name, self.settings_of("--zookeeper", "z:1/k"))
        self.assertNotIn(name, self.settings_of("--set", "zookeeper.connect=z:1/k"))

    def test_short_names(self) -> None:
        made = self.settings_of(
            *("--port", "0", "--host", "::1", "--log-dir", "/d", "--broker-id", "4", "--num-partitions", "3", "--retention-hours", "1"),
            *(
                "--auto-create-topics",
                "no",
                "--set",
                "log.roll.ms=5",
                "--set",
                "fetch.max.bytes = 2000",
                "--advertised-listeners",
                "A://b:1",
            ),
            *("--flush-messages", "1", "--zookeeper", "z:1/k"),
        )
        self.assertEqual(
            made,
            {
                "listeners": "PLAINTEXT://[::1]:0",
                "log.dirs": "/d",
                "broker.id": "4",
                "num.partitions": "3",
                "log.retention.hours": "1",
                "auto.create.topics.enable": "false",
                "log.roll.ms": "5",
                "fetch.max.bytes": "2000",
                "advertised.listeners": "A://b:1",
                "log.flush.interval.messages": "1",
                "zookeeper.connect": "z:1/k",
            },
        )

    def test_file_and_command_line(self) -> None:
        path = self.file("listeners=PLAINTEXT://:9999\nlog.dir=/from-file\nlog.retention.ms=7\nnode.id=3\n")
        self.assertEqual(
            self.settings_of("--config", path),
            {"listeners": "PLAINTEXT://:9999", "log.dir": "/from-file", "log.retention.ms": "7", "node.id": "3"},
        )
        made = self.settings_of("-c", path, "-p", "1", "--retention-hours", "2", "--broker-id", "5", "-d", "/x")
        self.assertEqual(made, {"listeners": "PLAINTEXT://127.0.0.1:1", "log.dirs": "/x", "log.retention.hours": "2", "broker.id": "5"})

    def test_the_version_is_klogs(self) -> None:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertRaises(SystemExit, self.settings_of, "--version")
        self.assertIn(f"klog {__version__}", out.getvalue())

    def test_log_level(self) -> None:
        options = Options()
        options.parseOptions(["--log-level", "warn"])
        self.assertEqual(options["log-level"], "warn")
        self.assertIn("loud", self.refused("--log-level", "loud"))

    def test_tls(self) -> None:
        certificate, key = self.file("CERT"), self.file("KEY")
        made = self.settings_of("--ssl-cert", certificate, "--ssl-key", key, "--port", "1")
        self.assertEqual(made["listeners"], "SSL://127.0.0.1:1")
        self.assertEqual((made["ssl.keystore.certificate.chain"], made["ssl.keystore.key"]), ("CERT", "KEY"))
        self.assertIn("together", self.refused("--ssl-cert", certificate))

    def test_what_is_no_certificate_is_not_waited_for(self) -> None:
        certificate, fifo, large, missing = self.file("CERT"), self.mktemp(), self.file(""), self.mktemp()
        os.mkfifo(fifo)
        os.truncate(large, MOST_KEY_FILE_BYTES + 1)
        with open(self.mktemp(), "wb") as file:
            file.write(b"\xff")
        for path, words in (
            (fifo, "it cannot be read: it is a FIFO and no regular file"),
            ("/dev/zero", "it cannot be read: it is a character device and no regular file"),
            (large, f"it cannot be read: more than the {MOST_KEY_FILE_BYTES} bytes"),
            (missing, "it cannot be read: No such file"),
            (file.name, "it is no PEM file"),
        ):
            self.assertIn(f"--ssl-cert: {words}", self.refused("--ssl-cert", path, "--ssl-key", certificate))
            self.assertIn(f"--ssl-key: {words}", self.refused("--ssl-cert", certificate, "--ssl-key", path))

    def test_refusals_are_one_line(self) -> None:
        for arguments in (
            ["--port", "x"],
            ["--port", "65536"],
            ["--set", "min.insync.replicas=2"],
            ["--num-partitions", "none"],
            ["--config", "/does/not/exist"],
            ["--listeners", "A://:1", "--port", "1"],
            ["--auto-create-topics", "perhaps"],
            ["--retention-hours", "0"],
        ):
            with self.subTest(arguments):
                self.assertNotIn("\n", self.refused(*arguments))
        self.assertRaises(usage.UsageError, self.settings_of, "--set", "novalue")


class GiveUpTests(SynchronousTestCase):
    """Ending before the beginning."""

    def test_only_our_own_pidfile_goes(self) -> None:
        path = self.mktemp()
        for content, stays in ((str(os.getpid()), False), ("1", True)):
            with open(path, "w", encoding="ascii") as file:
                file.write(content)
            error = self.assertRaises(SystemExit, plugin.give_up, "a sentence", path)
            self.assertEqual(error.code, 1)
            self.assertEqual(os.path.exists(path), stays)


class _Reactor:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.triggers: list[Any] = []

    def callWhenRunning(self, function: Any) -> None:
        self.done.append("running")
        function()

    def addSystemEventTrigger(self, phase: str, event: str, function: Any) -> None:
        self.triggers.append((phase, event))
        self.after = function

    def stop(self) -> None:
        self.done.append("stop")
        if len(self.done) > 2:
            raise ReactorNotRunning


class EndTests(SynchronousTestCase):
    """Ending while the reactor runs."""

    def test_in_order_and_with_exit_code_1(self) -> None:
        said: list[str] = []
        self.patch(daemon, "say", lambda stream, line: said.append(line))
        path = self.mktemp()
        with open(path, "w", encoding="ascii") as file:
            file.write(str(os.getpid()))
        reactor = _Reactor()
        codes: list[int] = []
        plugin.end_with(reactor, "a sentence", path, codes.append)
        self.assertEqual((reactor.done, reactor.triggers, codes), (["running", "stop"], [("after", "shutdown")], []))
        reactor.after()
        self.assertEqual((codes, os.path.exists(path), said), ([1], False, ["klog-broker: a sentence"]))
        # It stops already.
        plugin.end_with(reactor, "another", None, codes.append)


class SignalTests(SynchronousTestCase):
    """What ends a broker that runs."""

    def test_in_order(self) -> None:
        reactor = mock.Mock()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.addCleanup(signal.signal, number, signal.signal(number, signal.SIG_DFL))
        plugin.end_in_order(reactor)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            reactor.reset_mock()
            signal.raise_signal(number)
            reactor.callFromThread.assert_called_once()

    def test_what_somebody_had_ignored_stays_so(self) -> None:
        """``nohup``."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.addCleanup(signal.signal, number, signal.signal(number, signal.SIG_IGN))
        reactor = mock.Mock()
        plugin.end_in_order(reactor)
        signal.raise_signal(signal.SIGHUP)
        reactor.callFromThread.assert_not_called()


class PluginTests(SynchronousTestCase):
    """What twistd finds."""

    def test_a_clock_that_nobody_sets(self) -> None:
        """The broker's process goes by it."""
        reactor = Reactor()
        options = Options()
        options.parseOptions([])
        with mock.patch.object(twisted.internet, "reactor", reactor, create=True):
            plugin.makeService(options)
        self.assertEqual(reactor.seconds.__module__, go_by_steady_clock.__module__)
        self.assertApproximates(reactor.seconds(), time.time(), 60)

    def test_openssl_is_left_out_of_twistds_own_process_only(self) -> None:
        """Whoever makes the service in a program of theirs may want TLS of Twisted's there."""
        # Twisted imports each plug-in that it has not noted down yet, whatever that imports.
        list(getPlugins(IServiceMaker))
        directory = self.mktemp()
        twistds = f"from twisted.scripts.twistd import ServerOptions as Options; arguments = ['klog-broker', '--log-dir', {directory!r}]"
        own = f"from klog.broker.plugin import Options; arguments = ['--log-dir', {directory!r}]"
        make = "options = Options(); options.parseOptions(arguments)\nfrom klog.server import makeService; makeService("
        self.assertEqual(after(f"{twistds}; {make}options.subOptions)"), WITHOUT)
        self.assertEqual(after(f"{own}; {make}options)"), WITH)
        another = f"{twistds}; from klog.broker.plugin import Options as Service; options = Options(); options.subCommand = 'my-service'; "
        another += "service = Service(); service.parent = options; service.parseOptions(arguments[1:])\n"
        self.assertEqual(after(f"{another}from klog.server import makeService; makeService(service)"), WITH)

    def test_service_maker(self) -> None:
        namespace: dict[str, object] = {}
        path = os.path.join(os.path.dirname(__file__), "..", "..", "twisted", "plugins", "klog_broker.py")
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), namespace)
        maker = namespace["serviceMaker"]
        self.assertTrue(IPlugin.providedBy(maker) and IServiceMaker.providedBy(maker))
        self.assertEqual(maker.tapname, "klog-broker")  # type: ignore[attr-defined]
        self.assertIs(maker.options, Options)  # type: ignore[attr-defined]
