"""Directory, ports, and servers that start and end together."""

from __future__ import annotations

import os
import pathlib
import socket
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.embedded import ensemble as module
from klog.zookeeper.embedded.ensemble import Ensemble, first_taken, free_members
from klog.zookeeper.embedded.java import CannotStart
from tests.zookeeper.embedded.rig import JARS, JAVA, Machine


class EnsembleTests(SynchronousTestCase):
    """On a machine in memory; ports are those of this one."""

    def setUp(self) -> None:
        self.machine = Machine(self.born)
        self.directory = os.path.abspath(self.mktemp())
        self.told: list[str] = []
        self.made: list[Ensemble] = []

    def born(self, process: Any) -> None:
        server = next(server for one in self.made for server in one.servers if server.transport is process)
        self.machine.serve(process, server.launch.member.client_port, server.launch.data_folder, mode="follower")

    def ensemble(self, count: int = 1, port: int = 0, **more: Any) -> Ensemble:
        made = Ensemble(self.machine, self.directory, JAVA, JARS, count=count, port=port, environment={}, died=self.told.append, **more)
        self.made.append(made)
        self.addCleanup(made._leave_directory)
        return made

    def stop(self, ensemble: Ensemble) -> None:
        stopping = ensemble.stop()
        self.machine.advance(1)
        self.successResultOf(stopping)

    def test_three(self) -> None:
        ensemble = self.ensemble(3)
        serving = self.machine.until(ensemble.start())
        self.assertEqual([one.mode for one in serving], ["follower"] * 3)
        self.assertEqual(len(set(ensemble.connect.split(","))), 3)
        self.assertEqual(sorted(os.listdir(self.directory)), [".lock", "server-1", "server-2", "server-3"])
        self.stop(ensemble)
        self.assertTrue(all(process.is_over for process in self.machine.processes))
        self.machine.until(self.ensemble(3).start())  # again in the same directory

    def test_the_directory_is_one_ensembles(self) -> None:
        first = self.ensemble()
        self.machine.until(first.start())
        for count, what in ((1, "is in use by another ZooKeeper"), (3, "the data of a single server")):
            starting = Deferred.fromCoroutine(self.ensemble(count).start())
            self.assertIn(what, str(self.failureResultOf(starting, CannotStart).value))
        self.stop(first)
        self.machine.until(self.ensemble().start())

    def test_a_directory_that_cannot_be(self) -> None:
        pathlib.Path(self.directory).touch()
        starting = Deferred.fromCoroutine(self.ensemble().start())
        self.assertIn("cannot be used for ZooKeeper's data", str(self.failureResultOf(starting, CannotStart).value))

    def test_a_port_that_is_taken(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            ensemble = self.ensemble(port=other.getsockname()[1])
            starting = Deferred.fromCoroutine(ensemble.start())
            self.machine.advance(module.PORT_PATIENCE_S / 2)
            self.assertNoResult(starting)
            self.machine.advance(module.PORT_PATIENCE_S)
            self.assertIn("address already in use; choose another with --port", str(self.failureResultOf(starting, CannotStart).value))
        self.assertEqual(self.machine.processes, [])
        self.machine.until(self.ensemble().start())  # the directory was left

    def test_a_port_that_is_free_in_a_moment(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            starting = Deferred.fromCoroutine(self.ensemble(port=other.getsockname()[1]).start())
            self.machine.advance(1)
        self.machine.advance(5)
        self.successResultOf(starting)

    def test_one_that_cannot_start_ends_the_others(self) -> None:
        def born(process: Any) -> None:
            if process is self.machine.processes[2]:
                process.end(code=1)
            else:
                self.born(process)

        self.machine.born = born
        starting = Deferred.fromCoroutine(self.ensemble(3).start())
        self.machine.advance(5)
        self.assertIn("ended with exit code 1", str(self.failureResultOf(starting, CannotStart).value))
        self.assertTrue(all(process.is_over for process in self.machine.processes))
        self.assertEqual(self.told, [])

    def test_one_that_dies_later_is_told(self) -> None:
        ensemble = self.ensemble(3)
        self.machine.until(ensemble.start())
        self.machine.processes[1].end(signal=9)
        self.assertEqual(len(self.told), 1)
        self.assertEqual([server.pid is not None for server in ensemble.servers], [True, False, True])
        self.stop(ensemble)
        self.assertEqual(len(self.told), 1)

    def test_a_start_that_is_cancelled(self) -> None:
        self.machine.born = lambda process: None
        ensemble = self.ensemble(3)
        starting = Deferred.fromCoroutine(ensemble.start())
        self.machine.advance(1)
        starting.addErrback(lambda failure: None)
        starting.cancel()
        self.stop(ensemble)
        self.assertTrue(all(process.is_over for process in self.machine.processes))


class PortTests(SynchronousTestCase):
    """On this machine."""

    def test_taken_or_free(self) -> None:
        self.assertIsNone(first_taken([]))
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            self.assertEqual(first_taken([("127.0.0.1", port)]), (("127.0.0.1", port), "address already in use"))
        self.assertIsNone(first_taken([("127.0.0.1", port)]))
        self.assertIsNotNone(first_taken([("192.0.2.200", port)]))

    def test_free_ones(self) -> None:
        found = free_members(3, "127.0.0.1")
        self.assertEqual(len({port for one in found for port in (one.client_port, one.quorum_port, one.election_port)}), 9)
        self.assertEqual((free_members(1, "127.0.0.1")[0].quorum_port, [one.number for one in found]), (0, [1, 2, 3]))
        for host, count in (("192.0.2.200", 1), ("127.0.0.1", 10)):
            self.assertRaises(CannotStart, free_members, count, host)
