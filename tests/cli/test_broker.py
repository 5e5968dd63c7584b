"""``klog broker start``: what twistd is told."""

from __future__ import annotations

import pathlib
import shutil
import sys
import tempfile
import unittest
from unittest import mock

from klog.cli.main import COMMANDS
from tests.cli.test_main import run


class StartTests(unittest.TestCase):
    """`start`."""

    def told(self, *arguments: str) -> list[str]:
        """The words that twistd reads."""
        argv: list[str] = []
        with mock.patch("twisted.scripts.twistd.run", side_effect=lambda: argv.extend(sys.argv)), mock.patch.object(sys, "argv", []):
            code, _, err = run("broker", "start", *arguments)
        self.assertEqual((code, err), (0, ""))
        return argv

    def test_it_is_found(self) -> None:
        self.assertIn("broker", COMMANDS)
        self.assertIn("Start a broker", run("--help")[1])

    def test_in_the_foreground(self) -> None:
        # No pid file: several may run in one folder.
        self.assertEqual(self.told(), ["twistd", "--nodaemon", "--pidfile=", "klog-broker"])
        told = self.told("-p", "9093", "-d", "two", "--set", "a=b", "-s", "c=d", "--log-level", "warn", "-z", "z:1/k", "-c", "f")
        options = ["--port=9093", "--log-dir=two", "--config=f", "--zookeeper=z:1/k", "--log-level=warn", "--set=a=b", "--set=c=d"]
        self.assertEqual((told[:4], sorted(told[4:])), (["twistd", "--nodaemon", "--pidfile=", "klog-broker"], sorted(options)))

    def test_as_a_daemon(self) -> None:
        self.assertEqual(self.told("--daemon"), ["twistd", "--pidfile=klog-data.pid", "--logfile=klog-data.log", "klog-broker"])
        folder = self.folder()
        told = self.told("--daemon", "-d", f"{folder}/two/", "--logfile", "l")
        self.assertEqual(told, ["twistd", f"--pidfile={folder}/two.pid", "--logfile=l", "klog-broker", f"--log-dir={folder}/two/"])

    def folder(self) -> pathlib.Path:
        made = tempfile.mkdtemp(prefix="klog-test-")
        self.addCleanup(shutil.rmtree, made, ignore_errors=True)
        return pathlib.Path(made)

    def test_a_daemon_whose_data_directory_is_said_otherwise(self) -> None:
        """Pid file and log lie beside it all the same, so that several brokers in one folder do not meet."""
        folder = self.folder()

        def beside(name: str) -> list[str]:
            return [f"--pidfile={folder}/{name}.pid", f"--logfile={folder}/{name}.log"]

        self.assertEqual(self.told("--daemon", "--set", f"log.dirs={folder}/three,/y")[1:3], beside("three"))
        config = folder / "server.properties"
        for line, name in ((f"log.dirs={folder}/four, /y", "four"), (f"log.dir={folder}/five\nlog.dirs=", "five")):
            config.write_text(line)
            self.assertEqual(self.told("--daemon", "-c", str(config))[1:3], beside(name))
        self.assertEqual(self.told("--daemon", "-c", str(config), "-d", f"{folder}/six")[1:3], beside("six"))
        self.assertEqual(self.told("--daemon", "-d", "/y", "-s", f"log.dir={folder}/seven")[1:3], beside("seven"))
        config.write_text("num.partitions=2")
        self.assertEqual(self.told("--daemon", "-c", str(config))[1:3], ["--pidfile=klog-data.pid", "--logfile=klog-data.log"])

    def test_a_daemon_whose_settings_cannot_be_read(self) -> None:
        """That is the broker's to say."""
        folder = self.folder()
        (folder / "text").write_bytes(b"log.dirs=\xff")
        (folder / "escape").write_text("log.dirs=\\u12")
        for name in ("text", "escape", "nix", "."):
            self.assertEqual(self.told("--daemon", "-c", f"{folder}/{name}")[1:3], ["--pidfile=klog-data.pid", "--logfile=klog-data.log"])

    def test_a_daemon_in_a_folder_that_is_not_there_yet(self) -> None:
        """The broker makes its data directory with all above it; its log and its pid file are written before that."""
        folder = self.folder()
        self.told("--daemon", "-d", f"{folder}/not/yet/data")
        self.assertTrue((folder / "not" / "yet").is_dir())
        self.assertFalse((folder / "not" / "yet" / "data").exists())

    def test_what_cannot_be(self) -> None:
        for arguments in (("--port", "x"), ("--log-level", "loud"), ("--set", "novalue")):
            code, _, err = run("broker", "start", *arguments)
            self.assertEqual(code, 2, arguments)
            self.assertTrue(err.startswith("klog: "), err)
