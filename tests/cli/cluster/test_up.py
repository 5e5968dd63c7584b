"""``klog cluster up``: what is started, what is shown, and in which order it ends. tests/integration/test_cluster_up.py runs it."""

from __future__ import annotations

import itertools
import json
import os
import pathlib
import signal
from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster import up as cluster_up
from klog.cli.cluster.up import BROKER_GRACE_S, BrokerChild, Cluster, Plan, State
from klog.cli.cluster.view import View
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.output import Format
from tests.cli.rig import Captured
from tests.zookeeper.embedded.rig import FakeProcess, Machine


class PlanTests(SynchronousTestCase):
    """Command lines."""

    def test_commands(self) -> None:
        plan = Plan(3, "/d", 9092, settings=("num.partitions=4",))
        plan.check()
        command = plan.command(2, "h:2181")
        self.assertEqual(command[command.index("klog-broker") + 1 :][:4], ["--zookeeper", "h:2181", "--broker-id", "2"])
        self.assertEqual(command[command.index("--port") :][:4], ["--port", "9093", "--log-dir", "/d/broker-2"])
        self.assertEqual(command[-2:], ["--set", "num.partitions=4"])
        self.assertIn("/d/broker-2.log", command)
        self.assertIn("group.initial.rebalance.delay.ms=0", command, "as the configuration that Kafka ships for development")
        free = Plan(base_port=0).command(2, "h:2181")
        self.assertEqual(free[free.index("--port") + 1], "0")

    def test_copies(self) -> None:
        """As many as there are brokers, three at most; what the user sets comes last."""
        for brokers, copies, least in ((1, 1, 1), (2, 2, 1), (3, 3, 2), (5, 3, 2)):
            command = Plan(brokers, "/d", settings=("min.insync.replicas=1",)).command(1, "h:2181")
            given = [text for before, text in itertools.pairwise(command) if before == "--set"]
            self.assertIn(f"default.replication.factor={copies}", given)
            self.assertIn(f"offsets.topic.replication.factor={copies}", given)
            self.assertIn(f"min.insync.replicas={least}", given[:-1])
            self.assertEqual(given[-1], "min.insync.replicas=1")

    def test_what_cannot_be(self) -> None:
        for plan in (Plan(settings=("x",)), Plan(settings=("=1",)), Plan(settings=("broker.id=7",)), Plan(9, base_port=65530)):
            self.assertIs(self.assertRaises(CommandFailed, plan.check).code, Exit.USAGE)


class ClusterTests(SynchronousTestCase):
    """All of it on a machine in memory."""

    def setUp(self) -> None:
        self.machine = Machine(self.born)
        self.forgot: list[tuple[str, list[int]]] = []
        self.patch(cluster_up, "remove_stale_registrations", self.forget_dead)
        self.folder = pathlib.Path(self.mktemp())
        (self.folder / "jars").mkdir(parents=True)
        for name in ("zookeeper-3.9.9", "zookeeper-jute-3.9.9", "slf4j-api-2", "metrics-core-4", "snappy-java-1"):
            (self.folder / "jars" / f"{name}.jar").touch()
        (self.folder / "java").touch(mode=0o755)
        self.out = Captured(Format.JSON)
        self.ready = True
        self.asked = 0

    def born(self, process: FakeProcess) -> None:
        for server in self.cluster.ensemble.servers:
            if server.transport is process:
                self.machine.serve(process, server.launch.member.client_port, server.launch.data_folder)
                return
        number = process.command[process.command.index("--broker-id") + 1]
        if self.ready:
            process.prints("klog-broker READY listeners=PLAINTEXT://127.0.0.1:900" + number + " data=/d broker.id=" + number + "\n")

    def begin(self, **more: Any) -> Deferred[None]:
        plan = Plan(
            directory=str(self.folder / "c"),
            zookeeper_port=0,
            java=os.path.abspath(self.folder / "java"),
            jars=os.path.abspath(self.folder / "jars"),
            **more,
        )
        self.cluster = Cluster(self.machine, plan, View(self.out, plan.directory), self.describe)
        running = Deferred.fromCoroutine(self.cluster.run())
        self.machine.advance(1)
        return running

    async def forget_dead(self, reactor: Any, connect: str, broker_ids: Any) -> list[int]:
        self.forgot.append((connect, list(broker_ids)))
        return []

    async def describe(self, admin: Any) -> dict[str, Any]:
        self.asked += 1
        lacks = {"under_replicated": 0, "under_min_isr": 0, "at_min_isr": 4, "offline": 0}
        return {"replication": lacks, "brokers": [{"broker": 1, "controller": True, "partitions": 70, "leaders": 7, "in_sync": 8}]}

    def end(self, running: Deferred[None]) -> None:
        running.addErrback(lambda failure: None)
        running.cancel()
        self.machine.advance(2)
        self.assertTrue(all(process.is_over for process in self.machine.processes))
        self.assertEqual([call for call in self.machine.getDelayedCalls() if call.active()], [])

    def events(self) -> list[tuple[str, str]]:
        lines = [json.loads(line) for line in self.out.out.text.splitlines()]
        return [(line["process"]["name"], line["process"]["state"]) for line in lines if "process" in line]

    @property
    def brokers(self) -> list[FakeProcess]:
        return self.machine.processes[1:]

    def test_up_and_down(self) -> None:
        running = self.begin()
        rows = self.cluster.rows()
        self.assertEqual([row["state"] for row in rows], ["ready"] * 4)
        self.assertEqual([row["address"] for row in rows[1:]], ["127.0.0.1:9001", "127.0.0.1:9002", "127.0.0.1:9003"])
        last = json.loads(self.out.out.text.splitlines()[-1])["ready"]
        self.assertEqual((last["bootstrap"].count(","), last["zookeeper"]), (2, self.cluster.ensemble.connect))
        self.assertEqual(self.brokers[0].command[self.brokers[0].command.index("--zookeeper") + 1], last["zookeeper"])
        self.assertEqual(self.forgot, [(last["zookeeper"], [1, 2, 3])])
        self.end(running)
        events = self.events()
        self.assertEqual(events[0], ("zookeeper", "ready"))
        self.assertEqual(events[-2:], [("zookeeper", "ending"), ("zookeeper", "ended")])
        self.assertEqual(sorted(events[-8:-2])[:2], [("broker 1", "died"), ("broker 1", "ending")])  # of the signal, without an exit code

    def test_zookeeper_ends_last(self) -> None:
        running = self.begin()
        self.brokers[1].obeys = False
        running.addErrback(lambda failure: None)
        running.cancel()
        self.machine.advance(BROKER_GRACE_S - 1)
        self.assertEqual([process.is_over for process in self.machine.processes], [False, True, False, True])
        self.machine.advance(3)
        self.assertTrue(all(process.is_over for process in self.machine.processes))
        self.assertEqual(self.brokers[1].signals, [signal.SIGTERM, signal.SIGKILL])

    def test_a_broker_dies_and_the_others_go_on(self) -> None:
        running = self.begin()
        self.brokers[0].prints("klog-broker: the disk is gone\n")
        self.brokers[0].end(code=1)
        self.assertIn("broker 1 ended with exit code 1: klog-broker: the disk is gone", self.out.err.text)
        self.machine.advance(5)
        self.assertNoResult(running)
        self.assertEqual([row["state"] for row in self.cluster.rows()], ["ready", "died", "ready", "ready"])
        self.brokers[1].end(signal=9)
        self.assertIn("broker 2 ended of signal 9; its log is", self.out.err.text)
        self.brokers[2].end(code=0)
        self.machine.advance(2)
        self.assertIn("no broker is left", str(self.failureResultOf(running, CommandFailed).value))
        self.assertTrue(self.machine.processes[0].is_over)

    def test_zookeeper_dies(self) -> None:
        running = self.begin()
        self.machine.processes[0].end(signal=9)
        self.machine.advance(2)
        self.assertIn("without ZooKeeper there is no cluster", str(self.failureResultOf(running, CommandFailed).value))
        self.assertTrue(all(process.is_over for process in self.machine.processes))

    def test_one_zookeeper_of_three_dies(self) -> None:
        running = self.begin(ensemble=3, brokers=1)
        self.machine.processes[0].end(signal=9)
        self.machine.advance(2)
        self.assertNoResult(running)
        self.assertEqual([row["state"] for row in self.cluster.rows()], ["died", "ready", "ready", "ready"])
        self.assertIn("the others go on", self.out.err.text)
        self.end(running)

    def test_signals_while_brokers_start(self) -> None:
        self.ready = False
        running = self.begin()
        self.assertEqual([row["state"] for row in self.cluster.rows()[1:]], ["starting"] * 3)
        self.end(running)
        self.assertEqual({state for name, state in self.events() if name != "zookeeper"}, {"ending", "ended"})

    def test_lines_and_tables(self) -> None:
        self.out = Captured(Format.TEXT)
        running = self.begin(brokers=1)
        self.assertIn("broker 1 ready 127.0.0.1:9001 pid 1001\n", self.out.out.text)
        self.assertIn("All are ready: -b 127.0.0.1:9001 --zookeeper 127.0.0.1:", self.out.err.text)
        self.end(running)
        self.out = Captured(Format.TABLE, is_terminal=True)
        self.machine.processes.clear()
        running = self.begin(brokers=1)
        self.machine.advance(3)
        self.assertEqual((self.asked, self.cluster.rows()[1]["controller"], self.cluster.rows()[1]["leaders"]), (1, "yes", 7))
        self.end(running)
        self.cluster._view.close()
        self.assertIn("broker 1", self.out.out.text)
        self.assertIn("starting", self.out.out.text)
        self.assertIn("yes", self.out.out.text)
        self.assertIn("at min ISR 4", self.out.out.text)


class ChildTests(SynchronousTestCase):
    """One broker."""

    def test_ready_in_pieces(self) -> None:
        machine = Machine()
        states: list[State] = []
        child = BrokerChild(machine, Plan(directory=self.mktemp()), 1, "h:1", lambda one: states.append(one.state))
        child.start()
        for piece in ("log line\nklog-broker REA", "DY listeners=PLAINTEXT://[::1]:90", "92,SSL://x:1 data=d\n"):
            child.printed(piece.encode())
        self.assertEqual((states, child.address), ([State.READY], "[::1]:9092"))
        machine.processes[0].end()
        self.assertEqual(states[-1], State.DIED)  # nobody asked it to
        self.successResultOf(child.stop())
