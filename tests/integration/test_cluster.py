"""Three klog brokers on a real ZooKeeper, one killed and restarted under load, 20 times in the soak and once otherwise.

The load: numbered records by confluent-kafka and by our own producer, read by members of a classic group and of one by KIP-848, each with
members of two clients. Topics are made and deleted meanwhile. Nobody is told what happens: every client finds the partitions' brokers, and
its group's coordinator, again by itself. Afterwards nothing that was acknowledged is missing, each record stands in the log once and in
order, each group has read all of it, and all brokers say the same. ``KLOG_SEED`` repeats a plan.
"""

from __future__ import annotations

import contextlib
import pathlib
import random
import subprocess
import tempfile
import time
from typing import Any

import pytest
from twisted.internet import reactor as global_reactor
from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.task import deferLater
from twisted.internet.threads import deferToThread
from twisted.python.failure import Failure
from twisted.trial.unittest import TestCase

from klog.client.admin.admin import Admin
from klog.client.admin.types import NewTopic
from klog.client.fetching.consumer import Consumer
from klog.client.producing.producer import Producer
from klog.model import TopicPartition
from tests import peers
from tests.integration.cluster_brokers import SETTINGS, ClusterBrokers
from tests.integration.group_members import Member, reading_problems
from tests.integration.numbered_load import Load, to_one_topic
from tests.integration.running import TWISTD, KlogBroker
from tests.integration.zookeepers import RealZooKeeper

reactor: Any = global_reactor

TOPIC = "load"
OURS = "ours"
PARTITIONS = 6
#: For everything that happens by itself, on a machine that may be busy.
PATIENCE_S = 90.0


async def pause(seconds: float) -> None:
    """Of real time."""
    await deferLater(reactor, seconds, lambda: None)


class OurLoad:
    """Our own producer, which never stops."""

    def __init__(self, bootstrap: str) -> None:
        self.producer = Producer(reactor, bootstrap, client_id="ours", delivery_timeout_ms=300_000, request_timeout_ms=5_000)
        self.sent = [0] * PARTITIONS
        self.fired = 0
        self.failed: list[str] = []
        self.sending = True

    async def send(self) -> None:
        """For as long as it shall."""
        while self.sending:
            if sum(self.sent) - self.fired < 5_000:
                for partition in range(PARTITIONS):
                    value = b"%d-%d" % (partition, self.sent[partition])
                    self.sent[partition] += 1
                    self.producer.send(OURS, value, partition=partition).addBoth(self._done)
            await pause(0.01)
        await self.producer.flush()

    def _done(self, result: Any) -> None:
        self.fired += 1
        if isinstance(result, Failure):
            self.failed.append(str(result.value))

    async def problems(self, bootstrap: str) -> list[str]:
        """What the log holds otherwise than it was sent."""
        found: list[list[bytes]] = [[] for _ in range(PARTITIONS)]
        async with Consumer(reactor, bootstrap, client_id="reader", auto_offset_reset="earliest") as reader:
            await reader.assign(dict.fromkeys([TopicPartition(OURS, partition) for partition in range(PARTITIONS)], 0))
            until = reactor.seconds() + PATIENCE_S
            while sum(map(len, found)) < sum(self.sent) and reactor.seconds() < until:
                for message_set in await reader.poll(timeout_ms=300):
                    found[message_set.partition] += map(bytes, message_set.values())
        problems = self.failed[:3]
        for partition, values in enumerate(found):
            if values != [b"%d-%d" % (partition, number) for number in range(self.sent[partition])]:
                problems.append(f"ours-{partition} holds {len(values)} records ({len(set(values))} different) of {self.sent[partition]}")
        return problems


def described(address: str) -> Any:
    """What one broker says of the cluster, in a form that can be compared."""
    from confluent_kafka.admin import AdminClient

    told = AdminClient({"bootstrap.servers": address, "log_level": 0}).list_topics(timeout=20)
    brokers = sorted((one.id, one.host, one.port) for one in told.brokers.values())
    topics = {
        name: [(index, one.leader, one.replicas, one.isrs, one.error) for index, one in sorted(topic.partitions.items())]
        for name, topic in told.topics.items()
    }
    return told.cluster_id, told.controller_id, brokers, topics


class KillTests(TestCase):
    """Of three brokers."""

    timeout = 3600

    @pytest.mark.soak
    def test_twenty_deaths(self) -> Deferred[None]:
        return Deferred.fromCoroutine(self.run_rounds())

    async def run_rounds(self) -> None:
        """All of it."""
        seed = peers.seed()
        chance = random.Random(seed)
        rounds = peers.soak_share(20)
        print(f"KLOG_SEED={seed} {rounds} rounds")
        zookeeper = await deferToThread(RealZooKeeper.of_test, self)
        cluster = ClusterBrokers(zookeeper.connect + "/klog")
        with contextlib.ExitStack() as stack:
            await deferToThread(cluster.start_all)
            stack.push(cluster.__exit__)
            bootstrap = cluster.bootstrap
            async with Admin(reactor, bootstrap, client_id="admin", request_timeout_ms=10_000) as admin:
                made = await admin.create_topics([NewTopic(TOPIC, PARTITIONS), NewTopic(OURS, PARTITIONS)])
                self.assertEqual(dict(made.errors), {})
                writer = to_one_topic(bootstrap, TOPIC, PARTITIONS, rate=500)
                classic = {"session.timeout.ms": 20_000}
                members = [
                    Member("klog", bootstrap, "classic", [TOPIC], settings={"assignors": ["range"], "session_timeout_ms": 20_000}),
                    Member("confluent", bootstrap, "classic", [TOPIC], settings={"partition.assignment.strategy": "range", **classic}),
                    Member("klog-848", bootstrap, "kip-848", [TOPIC]),
                    Member("confluent", bootstrap, "kip-848", [TOPIC], settings={"group.protocol": "consumer"}, name="confluent-848"),
                ]
                load = OurLoad(bootstrap)
                sending: Deferred[None] | None = None
                try:
                    for member in members:
                        await deferToThread(member.wait_assigned, PARTITIONS // 2, PATIENCE_S)
                    writer.start()
                    sending = Deferred.fromCoroutine(load.send())
                    await pause(0.5)
                    for number in range(rounds):
                        await self.one_round(cluster, admin, number, chance)
                        await self.catch_up(load)
                    load.sending = False
                    await sending
                    await deferToThread(writer.finish_well)
                    problems = await load.problems(bootstrap)
                    for group in (members[:2], members[2:]):
                        await self.all_read(group, writer)
                        problems += await deferToThread(reading_problems, group, writer.sent)
                    for member in members:
                        await deferToThread(member.leave)
                finally:
                    load.sending = False
                    writer.end()
                    for member in members:
                        if member.process.poll() is None:
                            await deferToThread(member.kill)
                    await load.producer.stopService()
            until = reactor.seconds() + PATIENCE_S
            while True:
                said = [await deferToThread(described, broker.address) for broker in cluster.brokers.values()]
                # Each is told by ZooKeeper what the others have done.
                if said[0] == said[1] == said[2] or reactor.seconds() > until:
                    break
                await pause(0.1)
            self.assertEqual(said[0], said[1])
            self.assertEqual(said[0], said[2])
            self.assertEqual([one[0] for one in said[0][2]], [1, 2, 3])
            leaders = [one[1] for one in said[0][3][TOPIC]]
            self.assertEqual({leaders.count(number) for number in (1, 2, 3)}, {PARTITIONS // 3})
            self.assertEqual(problems, [], f"KLOG_SEED={seed}")
            print(f"  {sum(load.sent)} and {sum(writer.sent.values())} records")
            # In order, and without a traceback in any log.
            stack.pop_all()
            await deferToThread(cluster.__exit__, None, None, None)

    async def one_round(self, cluster: ClusterBrokers, admin: Admin, number: int, chance: random.Random) -> None:
        """One broker dies and comes back; topics come and go, one of them while it is away."""
        dead = chance.choice([1, 2, 3])
        kept, gone = f"kept-{number}", f"gone-{number}"
        made = await admin.create_topics([NewTopic(gone, 3)])
        self.assertEqual(dict(made.errors), {})
        await deferToThread(cluster.kill, dead)
        deleting = admin.delete_topics([gone], timeout_ms=60_000)
        making = admin.create_topics([NewTopic(kept, 3)], timeout_ms=60_000)
        await pause(chance.choice([0.0, 0.5, 2.0]))
        await deferToThread(cluster.start, dead)
        self.assertEqual(dict((await deleting).errors), {})
        # It may have been made by an attempt whose answer was lost.
        errors = dict((await making).errors)
        self.assertTrue(not errors or "already exists" in str(errors[kept]), errors)

    async def catch_up(self, load: OurLoad) -> None:
        """All partitions take records again."""
        wanted = sum(load.sent)
        until = reactor.seconds() + PATIENCE_S
        while load.fired < wanted:
            self.assertLess(reactor.seconds(), until, f"{wanted - load.fired} records have no answer")
            await pause(0.05)

    async def all_read(self, group: list[Member], writer: Load) -> None:
        """The group has read everything that was written."""
        until = reactor.seconds() + PATIENCE_S
        while True:
            reached: dict[Any, int] = {}
            for member in group:
                for place, spans in member.read.items():
                    reached[place] = max(reached.get(place, 0), max(last for _, last in spans) + 1)
            behind = {place: end for place, end in writer.sent.items() if reached.get(place, 0) < end}
            if not behind:
                return
            self.assertLess(reactor.seconds(), until, f"{behind} {group}")
            await pause(0.1)


class RefusalTests(TestCase):
    """What the process says, and its exit code."""

    timeout = 300
    zookeeper: RealZooKeeper

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    def refused(self, folder: pathlib.Path, *arguments: str) -> str:
        """The one line of a process that ends by itself."""
        command = [str(TWISTD), "-n", f"--pidfile={folder}/pid", "klog-broker", "--port", "0", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stdout + done.stderr)
        self.assertFalse((folder / "pid").exists())
        [line] = done.stderr.splitlines()
        self.assertTrue(line.startswith("klog-broker: "))
        return line

    def test_refusals(self) -> None:
        with tempfile.TemporaryDirectory() as name, ClusterBrokers(self.zookeeper.connect + "/refusals", 1) as cluster:
            folder = pathlib.Path(name)
            here = ["--zookeeper", self.zookeeper.connect + "/refusals"]
            line = self.refused(folder, *here, "--log-dir", f"{folder}/a", "--broker-id", "1")
            self.assertIn(cluster.brokers[1].address, line)
            line = self.refused(folder, *here, "--log-dir", f"{folder}/b", "--broker-id", "2", "--host", "0.0.0.0")
            self.assertIn("advertised.listeners", line)

    def test_zookeeper_is_not_there(self) -> None:
        """It waits and says so, and SIGTERM ends it at once and in order."""
        with tempfile.TemporaryDirectory() as name:
            command = [str(TWISTD), "-n", "--pidfile=", "klog-broker", "--port", "0", "--log-dir", f"{name}/data"]
            command += ["--zookeeper", f"127.0.0.1:{peers.free_port()}/k", "--broker-id", "1"]
            with open(f"{name}/log", "wb") as log:
                process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
            try:
                until = time.monotonic() + PATIENCE_S
                while "waiting for ZooKeeper" not in pathlib.Path(f"{name}/log").read_text(errors="replace"):
                    self.assertLess(time.monotonic(), until)
                    self.assertIsNone(process.poll())
                    time.sleep(0.05)
                process.terminate()
                self.assertEqual(process.wait(PATIENCE_S), 0)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
            text = pathlib.Path(f"{name}/log").read_text(errors="replace")
            self.assertNotIn("Traceback", text)
            self.assertNotIn("READY", text)

    def test_zookeeper_comes_late(self) -> None:
        """The broker that waited becomes ready."""
        keeper = RealZooKeeper()
        self.addCleanup(keeper.close)
        settings = {**SETTINGS, "zookeeper.connect": keeper.connect, "broker.id": "1"}
        starting = deferToThread(KlogBroker(port=peers.free_port(), settings=settings).start)

        # The broker may be ready before `start` has seen that ZooKeeper serves: nothing is closed under it.
        serving = deferLater(reactor, 3, deferToThread, keeper.start)

        def both(found: list[Any]) -> Deferred[None]:
            return deferToThread(found[0].__exit__, None, None, None)

        return gatherResults([starting, serving], consumeErrors=True).addCallback(both)  # type: ignore[return-value]
