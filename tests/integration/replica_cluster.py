"""Three klog brokers as processes, whose partitions have three copies, and what can happen to each of them.

::

    clients ──CLIENTS (plain or TLS)──> broker N
    brokers ──BROKERS (plain or TLS)──> proxy "brokers-N" ──> broker N
    broker N ──> proxy "zookeeper-N" ──> ZooKeeper

`happen` does one of `FAULTS` to a broker and undoes it again; `state` is what ZooKeeper says of leaders and in-sync replicas, and
`wait_healed` waits for all of them to be in sync. With `volumes`, each broker has a small disk of its own, which can be filled; with
`power` one that forgets what was not synced when `cut_power` has all of them lose their power at once.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self

from kazoo.client import KazooClient
from kazoo.exceptions import NoNodeError

from tests import peers
from tests.integration import disk
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.failing_disk import MountedDisk, Trouble
from tests.integration.group_members import Place
from tests.integration.proxies import Proxies
from tests.integration.test_tls import make_certificate
from tests.integration.volumes import fill, mount_memory
from tests.integration.zookeepers import RealZooKeeper

BROKERS = (1, 2, 3)
SESSION_S = 4.0
#: Of the disks that are filled; in `make soak` more is written.
VOLUME_MB = 512 if peers.SOAK else 192
#: Everything heals by itself within this, on a machine that may be busy.
PATIENCE_S = 90.0
#: A leader may not wait for the dead, nor a preferred leader for long.
SETTINGS: Mapping[str, str] = {
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "replica.lag.time.max.ms": "3000",
    "leader.imbalance.check.interval.seconds": "7",
    "inter.broker.listener.name": "BROKERS",
    "zookeeper.session.timeout.ms": str(int(SESSION_S * 1000)),
}
FAULTS = ("stop", "kill", "freeze", "cut", "full")
ROLES = ("leader", "controller", "follower")


class PartitionState(NamedTuple):
    """What ZooKeeper says of a partition."""

    leader: int
    leader_epoch: int
    in_sync: tuple[int, ...]


class ReplicaCluster:
    """See the module.

    :param zookeeper: started by somebody else.
    :param root: where in it everything is.
    :param tls: clients and brokers use TLS.
    :param volumes: each broker has a disk that can be filled; the test is skipped where none can be mounted.
    :param power: each broker has a disk that forgets what was not synced, when its power is cut; the same.
    :param settings: over `SETTINGS`.
    """

    def __init__(
        self,
        zookeeper: RealZooKeeper,
        root: str,
        *,
        tls: bool = False,
        volumes: bool = False,
        power: bool = False,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.zookeeper = zookeeper
        self.brokers = ClusterBrokers("", settings={**SETTINGS, **(settings or {})})
        self.folder = self.brokers.folder
        self._closing = contextlib.ExitStack()
        self._disks: dict[int, MountedDisk] = {}
        #: For clients of librdkafka.
        self.trust: dict[str, str] = {}
        try:
            inside = {number: peers.free_port() for number in BROKERS}
            targets = {f"brokers-{number}": [port] for number, port in inside.items()}
            self.proxies = self._closing.enter_context(
                Proxies({**targets, **{f"zookeeper-{number}": [zookeeper.port] for number in BROKERS}})
            )
            self.root = root
            self.keeper = KazooClient(zookeeper.connect)
            self.keeper.start(60)
            self._closing.callback(self.keeper.close)
            self._closing.callback(self.keeper.stop)
            protocol = "SSL" if tls else "PLAINTEXT"
            secure: dict[str, str] = {}
            if tls:
                pem = make_certificate(self.folder)
                authority = str(self.folder / "ca.pem")
                for store, path in (("keystore", str(pem)), ("truststore", authority)):
                    secure |= {f"ssl.{store}.type": "PEM", f"ssl.{store}.location": path}
                self.trust = {"security.protocol": "ssl", "ssl.ca.location": authority}
            for number, broker in self.brokers.brokers.items():
                [advertised] = self.proxies.ports[f"brokers-{number}"]
                clients = f"CLIENTS://127.0.0.1:{broker.port}"
                broker.ready = r"READY .*?CLIENTS://([^\s,:]+):(\d+)"
                broker.settings |= {
                    **secure,
                    "zookeeper.connect": self.proxies.connect_string(f"zookeeper-{number}") + root,
                    "listeners": f"{clients},BROKERS://127.0.0.1:{inside[number]}",
                    "advertised.listeners": f"{clients},BROKERS://127.0.0.1:{advertised}",
                    "listener.security.protocol.map": f"CLIENTS:{protocol},BROKERS:{protocol}",
                }
                if volumes:
                    broker.folder.mkdir(parents=True)
                    self._closing.callback(mount_memory(broker.folder, VOLUME_MB))
                if power:
                    broker.folder.mkdir(parents=True)
                    made = self._disks[number] = MountedDisk(broker.folder, VOLUME_MB)
                    self._closing.callback(made.close)
                    broker.data = made.directory
        except BaseException:
            self._closing.close()
            raise

    @property
    def bootstrap(self) -> str:
        """host:port of all, for clients."""
        return self.brokers.bootstrap

    def client(self, **settings: Any) -> dict[str, Any]:
        """Settings of a client of librdkafka."""
        return {
            "bootstrap.servers": self.bootstrap,
            "log_level": 0,
            "allow.auto.create.topics": False,
            "reconnect.backoff.ms": 20,
            "reconnect.backoff.max.ms": 200,
            **self.trust,
            **{name.replace("_", "."): value for name, value in settings.items()},
        }

    def create_topic(self, name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str] | None = None) -> None:
        """Make a topic, and wait until all of its copies are in sync."""
        from confluent_kafka.admin import AdminClient
        from confluent_kafka.cimpl import NewTopic

        # librdkafka wants a wish for each partition, in order.
        topic = NewTopic(name, len(assignment), replica_assignment=[list(one) for one in assignment], config=dict(configs or {}))
        admin = AdminClient(self.client())
        disk.wait_for_controller(admin, 20)
        admin.create_topics([topic])[name].result(60)
        self.wait_healed({name: len(assignment)})

    # -- what ZooKeeper says

    def state(self, topic: str, partition: int) -> PartitionState | None:
        """Of one partition; None where it has none yet."""
        try:
            raw = json.loads(self.keeper.get(f"{self.root}/brokers/topics/{topic}/partitions/{partition}/state")[0])
        except NoNodeError:
            return None
        return PartitionState(raw["leader"], raw["leader_epoch"], tuple(raw["isr"]))

    def controller(self) -> int:
        """Its number; -1 while there is none."""
        try:
            return int(json.loads(self.keeper.get(f"{self.root}/controller")[0])["brokerid"])
        except NoNodeError:
            return -1

    def unhealed(self, shapes: Mapping[str, int]) -> list[str]:
        """What keeps the partitions of these topics (with their numbers) from being led and in sync everywhere."""
        found = [] if self.controller() > 0 else ["no controller"]
        registered = self.keeper.get_children(f"{self.root}/brokers/ids")
        if len(registered) != len(BROKERS):
            found.append(f"only {sorted(registered)} are registered")
        for topic, count in shapes.items():
            for partition in range(count):
                state = self.state(topic, partition)
                if state is None or state.leader < 0 or len(state.in_sync) != len(BROKERS):
                    found.append(f"{topic}-{partition}: {state}")
        return found

    def wait_healed(self, shapes: Mapping[str, int], patience_s: float = PATIENCE_S) -> None:
        """Until `unhealed` finds nothing."""
        disk.wait_for("all is healed", lambda: not self.unhealed(shapes), patience_s, lambda: self.unhealed(shapes))

    def in_role(self, role: str, topic: str) -> int:
        """Who leads the topic's first partition, who is controller, or somebody else."""
        until = time.monotonic() + PATIENCE_S
        while True:
            state, controller = self.state(topic, 0), self.controller()
            if state is not None and state.leader > 0 and controller > 0:
                break
            assert time.monotonic() < until, (state, controller)
            time.sleep(0.05)
        if role == "leader":
            return state.leader
        return controller if role == "controller" else next(one for one in BROKERS if one not in (state.leader, controller))

    # -- what can happen

    def happen(self, fault: str, number: int, hold_s: float, variant: int = 0) -> None:
        """`fault` to a broker, undone after `hold_s`. Of a cut there are three variants: from ZooKeeper, from the other brokers, both."""
        broker = self.brokers.brokers[number]
        if fault == "stop":
            began = time.monotonic()
            broker.stop()
            ended = time.monotonic()
            time.sleep(hold_s)
            broker.start()
            print(f"    stopped in {ended - began:.1f} s, started in {broker.server.ready_seconds:.1f} s")
        elif fault == "kill":
            broker.kill()
            time.sleep(hold_s)
            broker.start()
        elif fault == "freeze":
            os.kill(broker.pid, signal.SIGSTOP)
            time.sleep(SESSION_S + hold_s)
            os.kill(broker.pid, signal.SIGCONT)
        elif fault == "cut":
            links = [f"{kind}-{number}" for kind in (("zookeeper",), ("brokers",), ("zookeeper", "brokers"))[variant % 3]]
            for link in links:
                self.proxies.order("swallow", link)
            time.sleep(SESSION_S + hold_s)
            for link in links:
                self.proxies.order("behave", link)
        elif fault == "full":
            ballast = broker.folder / "ballast"
            fill(ballast)
            time.sleep(hold_s)
            ballast.unlink()
        else:
            raise AssertionError(fault)

    def cut_power(self) -> None:
        """All three machines lose their power at once: what was not synced is forgotten. They come up again together.

        :raises AssertionError: a disk has kept what it should have forgotten.
        """
        for broker in self.brokers.brokers.values():
            # All at once, as far as one can.
            os.kill(broker.pid, signal.SIGKILL)
        forgotten = []
        for number, made in self._disks.items():
            self.brokers.kill(number)
            # Nobody is left who syncs it along with something else.
            forgotten.append(made.directory / "not-synced")
            forgotten[-1].write_bytes(b"x")
            made.fail(Trouble.UNPLUGGED)
        for made in self._disks.values():
            made.heal()
        assert not any(path.exists() for path in forgotten), "the disks forget nothing"
        self.brokers.start_all()

    def check_copies(self, ends: Mapping[Place, int]) -> None:
        """The brokers have stopped: the files of all copies hold the same batches, and all of them.

        :raises AssertionError: they do not.
        """
        copies = {number: self.brokers.brokers[number].data for number in BROKERS}
        for topic in sorted({topic for topic, _ in ends}):
            of_topic = {partition: end for (name, partition), end in ends.items() if name == topic}
            differences = disk.copy_differences(copies, topic, of_topic, is_whole=True)
            assert not differences, differences

    def __enter__(self) -> Self:
        try:
            self.brokers.__enter__()
        except BaseException:
            self._closing.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        with self._closing:
            self.brokers.__exit__(kind, value, trace)
