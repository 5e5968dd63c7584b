"""`klog.cli.mirror.sides`."""

from __future__ import annotations

import os
import pathlib
import tempfile
import unittest
from unittest import mock

from klog.cli.exit_codes import CommandFailed
from klog.cli.mirror.sides import client_settings


class SidesTests(unittest.TestCase):
    """Each with its own properties."""

    def test_a_file_is_for_one_of_them(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.conf"
            path.write_text("security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.username=anna\nsasl.password=secret\n")
            a = client_settings("a:1,b:2", str(path), (), 3.0)
            b = client_settings("c:3", None, (), None)
        self.assertEqual((a.servers, a.security.sasl_username, a.request_timeout_ms), ((("a", 1), ("b", 2)), "anna", 3_000))
        self.assertIsNone(b.security.sasl_username)
        self.assertFalse(a.allow_auto_create_topics)
        self.assertEqual(a.client_id, "klog-mirror")

    def test_nothing_comes_from_elsewhere(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "klog.conf"
            path.write_text("client.id=mine\n")
            with mock.patch.dict(os.environ, {"KLOG_CONFIG": str(path), "KLOG_BOOTSTRAP": "elsewhere:9", "HOME": folder}):
                settings = client_settings("c:3", None, (), None)
        self.assertEqual((settings.client_id, settings.servers), ("klog-mirror", (("c", 3),)))
        self.assertEqual(client_settings("c:3", None, ("client.id=mine",), None).client_id, "mine")

    def test_addresses_that_are_none(self) -> None:
        for text in ("", "x:y"):
            with self.assertRaises(CommandFailed):
                client_settings(text, None, (), None)


if __name__ == "__main__":
    unittest.main()
