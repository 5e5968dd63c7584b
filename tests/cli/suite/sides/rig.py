"""A site with scripts in the place of the peers'."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
import tempfile
import unittest

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.site import SCRIPTS, Site
from tests.cli.suite import fake_peers


@unittest.skipUnless(sys.platform == "linux", "the suite is a matter of Linux")
class SiteCase(unittest.TestCase):
    """`site`, and the scripts that it finds."""

    #: Which peers are installed.
    peers: tuple[str, ...] = ("kafka", "rabbitmq", "activemq")

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        scripts = fake_peers.install(self.folder / "scripts", *self.peers)
        (self.folder / "step").mkdir()
        self.said: list[str] = []
        environment = {**os.environ, SCRIPTS: str(scripts)}
        self.site = Site(self.folder / "step", "smoke", Machine(), environment, self.said.append)
