"""The service: ready, given up, stopped."""

from __future__ import annotations

import os
import pathlib
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.embedded.configuration import ServerSettings
from klog.zookeeper.embedded.java import CannotStart
from klog.zookeeper.embedded.service import EmbeddedSettings, ZooKeeperService
from tests.zookeeper.embedded.rig import Machine


class ServiceTests(SynchronousTestCase):
    """On a machine in memory, with a Java that is a file."""

    def setUp(self) -> None:
        self.machine = Machine(self.born)
        self.folder = pathlib.Path(self.mktemp())
        (self.folder / "jars").mkdir(parents=True)
        for name in ("zookeeper-3.9.9", "zookeeper-jute-3.9.9", "slf4j-api-2", "metrics-core-4", "snappy-java-1"):
            (self.folder / "jars" / f"{name}.jar").touch()
        java = self.folder / "java"
        java.touch(mode=0o755)
        self.settings = EmbeddedSettings(
            str(self.folder / "data"), port=0, count=1, java=os.path.abspath(java), jars=os.path.abspath(self.folder / "jars")
        )
        self.given_up: list[str] = []
        self.announced: list[str] = []

    def born(self, process: Any) -> None:
        assert self.service.ensemble is not None
        server = next(server for server in self.service.ensemble.servers if server.transport is process)
        self.machine.serve(process, server.launch.member.client_port, server.launch.data_folder)

    def make(self, **more: Any) -> ZooKeeperService:
        settings = EmbeddedSettings(**{**self.settings.__dict__, **more})
        self.service = ZooKeeperService(
            settings, self.machine, give_up=self.given_up.append, announce=self.announced.append, environment={}
        )
        self.addCleanup(self.stop)
        return self.service

    def stop(self) -> None:
        stopping = self.service.stopService() if self.service.running else None
        self.machine.advance(15)
        if stopping is not None:
            self.successResultOf(stopping)

    def test_ready(self) -> None:
        service = self.make()
        service.startService()
        connect = self.machine.until(service.ready)
        self.assertRegex(self.announced[0], rf"^klog-zookeeper READY connect={connect} data=/.*/data version=3.9.5 pid=1000 seconds=0.3")
        self.stop()
        self.assertEqual(self.given_up, [])
        self.assertTrue(self.machine.processes[0].is_over)

    def test_it_cannot_start(self) -> None:
        for more, why in (
            ({"java": "/nowhere"}, "--java /nowhere"),
            ({"jars": "/nowhere"}, "--zookeeper-jars: /nowhere"),
            ({"port": 65535, "count": 3}, "65535 is the last"),
            ({"server": ServerSettings(logging=True)}, "--log cannot be had"),
        ):
            service = self.make(**more)
            service.startService()
            self.assertIn(why, self.given_up.pop())
            self.stop()
        self.assertEqual(self.machine.processes, [])

    def test_it_dies(self) -> None:
        service = self.make()
        service.startService()
        self.machine.until(service.ready)
        self.machine.processes[0].end(code=2)
        self.assertIn("ended with exit code 2", self.given_up[0])

    def test_one_of_three_dies(self) -> None:
        service = self.make(count=3)
        service.startService()
        self.machine.until(service.ready)
        self.machine.processes[0].end(code=2)
        self.assertEqual(self.given_up, [])
        for process in self.machine.processes[1:]:
            process.end(code=2)
        self.assertEqual(len(self.given_up), 1)

    def test_stopped_while_it_starts(self) -> None:
        self.machine.born = lambda process: None
        service = self.make()
        service.startService()
        self.machine.advance(1)
        self.stop()
        self.assertEqual((self.given_up, self.announced), ([], []))
        self.assertTrue(self.machine.processes[0].is_over)

    def test_the_settings_name_the_version(self) -> None:
        ensemble, version = self.settings.ensemble(self.machine, {})
        self.assertEqual((version, len(ensemble.servers)), ("3.9.9", 1))
        self.assertRaises(CannotStart, EmbeddedSettings(java="/nowhere").ensemble, self.machine, {})
