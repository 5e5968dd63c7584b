"""Where the cluster is: files, ``-X``, ``-b`` and the environment."""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import unittest
from unittest import mock

from klog.cli.connection import check_bootstrap, default_config, list_properties, read_config, resolve
from klog.cli.exit_codes import CommandFailed, Exit
from klog.config import ConfigError
from tests.cli.rig import Captured


class ResolveTests(unittest.TestCase):
    """`resolve`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        patched = mock.patch.dict("os.environ", {"HOME": str(self.folder)})
        patched.start()
        self.addCleanup(patched.stop)

    def test_later_beats_earlier(self) -> None:
        file = self.folder / "klog.conf"
        file.write_text("bootstrap.servers=file:1\nacks=0\nlinger.ms=9\n")
        found = resolve(None, [], str(file), 5.0, {})
        self.assertEqual((found.bootstrap, found.names.producer), ("file:1", {"acks": 0, "linger_ms": 9}))
        found = resolve(None, ["bootstrap.servers=pair:2", "acks=1"], str(file), 5.0, {})
        self.assertEqual((found.bootstrap, found.names.producer["acks"]), ("pair:2", 1))
        self.assertEqual(resolve("flag:3", ["bootstrap.servers=pair:2"], str(file), 5.0, {}).bootstrap, "flag:3")
        self.assertEqual(resolve(None, [], None, 5.0, {"KLOG_BOOTSTRAP": "env:4"}).bootstrap, "env:4")

    def test_default_files(self) -> None:
        self.assertIsNone(default_config({}))
        config = self.folder / ".config" / "klog.conf"
        config.parent.mkdir()
        config.write_text("bootstrap.servers=home:1\n")
        self.assertEqual(default_config({}), str(config))
        self.assertEqual(resolve(None, [], None, 5.0, {}).bootstrap, "home:1")
        self.assertEqual(default_config({"KLOG_CONFIG": "/x"}), "/x")
        with self.assertRaises(CommandFailed):
            resolve(None, [], "none", 5.0, {})

    def test_nobody_is_named(self) -> None:
        with self.assertRaises(CommandFailed) as caught:
            resolve(None, [], None, 5.0, {})
        self.assertIn("KLOG_BOOTSTRAP", caught.exception.sentence)
        self.assertIs(caught.exception.code, Exit.USAGE)

    def test_wrong_addresses(self) -> None:
        for text in ("host:99999", "host:port", "kafka://host", "::1", "host:", ",", "a b"):
            with self.assertRaises(CommandFailed, msg=text) as caught:
                check_bootstrap(text)
            self.assertIs(caught.exception.code, Exit.USAGE)
        check_bootstrap("localhost,[::1]:9092")

    def test_wrong_files(self) -> None:
        with self.assertRaises(CommandFailed) as caught:
            read_config(str(self.folder / "none"))
        self.assertIs(caught.exception.code, Exit.NOT_FOUND)
        with self.assertRaises(CommandFailed):
            read_config(str(self.folder))
        (self.folder / "binary").write_bytes(b"\xff\xfe\x00")
        with self.assertRaises(CommandFailed):
            read_config(str(self.folder / "binary"))
        (self.folder / "bad").write_text("acks\n")
        with self.assertRaises(ConfigError):
            read_config(str(self.folder / "bad"))
        (self.folder / "huge").write_bytes(b"#" * ((1 << 20) + 1))
        with self.assertRaises(CommandFailed):
            read_config(str(self.folder / "huge"))

    def test_client_options(self) -> None:
        found = resolve("h:1", ["client.id=me", "request.timeout.ms=7"], "none", 2.0, {})
        self.assertEqual(found.client["client_id"], "me")
        self.assertEqual(found.client["request_timeout_ms"], 7)
        self.assertEqual(resolve("h:1", [], "none", 2.0, {}).client["request_timeout_ms"], 2000)

    def test_listing(self) -> None:
        out = Captured()
        list_properties(out)
        self.assertIn("security.protocol", out.out.text)

    def test_how_long_somebody_is_waited_for(self) -> None:
        self.assertEqual(resolve("h:1", [], "none", None, {}).timeout_s, 15.0)
        self.assertEqual(resolve("h:1", [], "none", None, {}).first_contact_s, 5.0)
        for seconds in (2.0, 60.0):
            given = resolve("h:1", [], "none", seconds, {})
            self.assertEqual((given.timeout_s, given.first_contact_s), (seconds, seconds))
