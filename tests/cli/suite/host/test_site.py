"""Where peers are looked for: in the folder that the environment names, and nowhere else."""

from __future__ import annotations

import pathlib
import shutil
import tempfile
import unittest

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip
from klog.cli.suite.host.site import KLOG_ROOT, SCRIPTS, Site


class SiteTests(unittest.TestCase):
    """`Site`."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def site(self, environment: dict[str, str]) -> Site:
        return Site(self.folder, "smoke", Machine(), environment)

    def test_a_peer_that_is_not_installed(self) -> None:
        for environment, word in (
            ({}, f"{SCRIPTS} names no folder"),
            ({SCRIPTS: ""}, "names no folder"),
            ({SCRIPTS: str(self.folder)}, "has no kafka"),
        ):
            with self.subTest(environment=environment), self.assertRaises(Skip) as caught:
                self.site(environment).script("kafka")
            self.assertIn("kafka is not installed", str(caught.exception))
            self.assertIn(word, str(caught.exception))

    def test_one_that_is(self) -> None:
        script = self.folder / "kafka"
        script.write_text("#!/bin/sh\n")
        with self.assertRaises(Skip):
            self.site({SCRIPTS: str(self.folder)}).script("kafka")
        script.chmod(0o755)
        self.assertEqual(self.site({SCRIPTS: str(self.folder)}).script("kafka"), str(script.resolve()))

    def test_folders(self) -> None:
        site = self.site({})
        self.assertTrue(site.below("logs").is_dir())
        self.assertEqual(site.below("logs"), site.below("logs"))
        self.assertTrue((KLOG_ROOT / "klog" / "version.py").exists())
