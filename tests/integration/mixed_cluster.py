"""Brokers of Apache Kafka and of klog that share a ZooKeeper and their topics, three in all, as processes of their own.

::

    with MixedCluster(keeper.connect + "/mixed", "3.9.2") as cluster:   # Kafka: 1 and 2, and 1 the controller; klog: 3
        cluster.create_topic("t", {0: [3, 1, 2]})
        cluster.kill(2); cluster.start(2)
        cluster.wait_in_sync("t")
        cluster.differences("t")                                    # of the three copies, byte by byte
        cluster.stop(1); cluster.turn(1); cluster.start(1)          # klog goes on where Kafka was: same directory, number and port

Broker 1 starts first, so that it is the controller, and stays so while it is not stopped. Which brokers are klog's is said by `klogs`.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self

from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from tests import peers
from tests.integration import disk
from tests.integration.group_brokers import AnyBroker, KafkaBroker
from tests.integration.raw import ConnectionClosed, Raw
from tests.integration.running import BrokerFailed, KlogBroker, insist_on_no_traceback
from tests.integration.test_tls import make_certificate

#: Quick to find out who is dead, on a machine that may be busy.
SETTINGS: Mapping[str, str] = {
    "zookeeper.session.timeout.ms": "6000",
    "replica.lag.time.max.ms": "10000",
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "6",
    "offsets.topic.replication.factor": "3",
    "transaction.state.log.replication.factor": "3",
    "transaction.state.log.min.isr": "2",
    "min.insync.replicas": "2",
    "auto.leader.rebalance.enable": "false",
    "auto.create.topics.enable": "false",
}
KAFKAS = (1, 2)
KLOG = 3
BROKERS = (1, 2, 3)
#: How long the cluster may take for what it does by itself, in seconds.
PATIENCE_S = 60.0


class MixedCluster:
    """See the module.

    :param connect: of ZooKeeper, with a chroot.
    :param version: of Apache Kafka; `versions` over it, by number.
    :param protocol: ``inter.broker.protocol.version`` of all of them.
    :param klogs: which brokers are klog's at first.
    :param first: start this one first, so that it is the controller.
    :param settings: over `SETTINGS`, for all brokers; `own` over these, by number.
    :param tls: brokers speak TLS among themselves on a listener of their own, and the controller on a third one.
    :param heap: of Kafka's; None: as large as Kafka makes it.
    :param is_warm: of klog's, as `tests.integration.running.KlogBroker`.
    """

    def __init__(
        self,
        connect: str,
        version: str,
        *,
        versions: Mapping[int, str] | None = None,
        protocol: str = "3.9",
        klogs: Collection[int] = (KLOG,),
        first: int = 1,
        settings: Mapping[str, str] | None = None,
        own: Mapping[int, Mapping[str, str]] | None = None,
        tls: bool = False,
        heap: str | None = "256m",
        is_warm: bool = True,
    ) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-mixed-"))
        common = {**SETTINGS, "inter.broker.protocol.version": protocol, **(settings or {})}
        if tls:
            common |= _tls_settings(self.folder)
        self._kafkas: dict[int, KafkaBroker] = {}
        self._klogs: dict[int, KlogBroker] = {}
        for number in BROKERS:
            folder, port = self.folder / str(number), peers.free_port()
            mine = {**common, **(own or {}).get(number, {}), "broker.id": str(number)}
            if tls:
                ports = {"PLAINTEXT": port, "BROKERS": peers.free_port(), "CONTROL": peers.free_port()}
                mine["listeners"] = ",".join(f"{name}://127.0.0.1:{each}" for name, each in ports.items())
            of_kafka = (versions or {}).get(number, version)
            self._kafkas[number] = KafkaBroker(of_kafka, folder, port=port, zookeeper=connect, settings=mine, quiet=False, heap=heap)
            own_settings = {**mine, "zookeeper.connect": connect}
            klog = self._klogs[number] = KlogBroker(folder, port=port, settings=own_settings, is_warm=is_warm)
            klog.data = self._kafkas[number].data
        self._brokers: dict[int, AnyBroker] = {
            number: self._klogs[number] if number in klogs else self._kafkas[number] for number in BROKERS
        }
        self._first = first
        self._connect = connect

    # Who is there

    def address(self, number: int) -> str:
        """host:port of one."""
        return self._brokers[number].address

    @property
    def bootstrap(self) -> str:
        """host:port of all, with commas."""
        return ",".join(map(self.address, self._brokers))

    def turn(self, number: int) -> None:
        """One that does not run is of the other kind from now on, on the same data; klog with the file that Kafka had."""
        assert number not in self.running
        file = self._kafkas[number].folder / "server.properties"
        if file.exists():
            self._klogs[number].settings, self._klogs[number].arguments = {}, ["--config", str(file)]
        self._brokers[number] = self._kafkas[number] if self.is_klog(number) else self._klogs[number]

    def is_klog(self, number: int) -> bool:
        """Which kind it is."""
        return self._brokers[number] is self._klogs[number]

    def start_beside(self, number: int) -> str:
        """The other kind where one runs already, with the same directory, number and port; what it says as it gives up."""
        other: AnyBroker = self._kafkas[number] if self.is_klog(number) else self._klogs[number]
        try:
            other.start()
        except BrokerFailed as failure:
            return str(failure)
        # Who starts Kafka takes it for ready when its port answers, whoever that is.
        server, other.server = other.server, None
        assert server is not None
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:
            server.kill()
            raise AssertionError(f"two brokers serve the directory of broker {number}") from None
        return server.output()

    def start(self, number: int) -> None:
        """One that does not run. Returns when its port answers."""
        self._brokers[number].start()

    @property
    def running(self) -> list[int]:
        """Which of them run."""
        return [number for number, broker in self._brokers.items() if broker.server is not None]

    def pid(self, number: int) -> int:
        """Of the process that does the work of one that runs."""
        return self._brokers[number].pid

    def kill(self, number: int) -> None:
        """kill -9."""
        self._brokers[number].kill()

    def stop(self, number: int) -> None:
        """SIGTERM, and wait."""
        self._brokers[number].stop()

    def stop_all(self) -> None:
        """All that run, klog first; the controller last."""
        for number in sorted(self.running, reverse=True):
            self.stop(number)

    def __enter__(self) -> Self:
        try:
            self.start(self._first)
            wait_until(lambda: self.controller() == self._first, "the first broker is the controller")
            with ThreadPoolExecutor(len(BROKERS)) as pool:
                list(pool.map(self.start, [number for number in self._brokers if number != self._first]))
            wait_until(lambda: all(map(self._knows_all, self._brokers)), "all brokers know each other")
        except BaseException:
            self._end()
            raise
        return self

    def _knows_all(self, number: int) -> bool:
        """Whether a broker has been told who is there: librdkafka's admin that hears of no controller may ask again only after a minute."""
        told = self.metadata(number)
        return set(told.brokers) == set(self._brokers) and told.controller_id == self._first

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        try:
            if kind is None:
                for klog in self._klogs.values():
                    klog.stop()
                    insist_on_no_traceback(klog.output())
            else:
                for number, broker in self._brokers.items():
                    print(f"--- {'klog' if self.is_klog(number) else 'Kafka'} {number}\n{broker.output()[-6000:]}")
        finally:
            self._end()

    def _end(self) -> None:
        for number in self.running:
            self.kill(number)
        keep = os.environ.get("KLOG_KEEP_MIXED_CLUSTER")
        if keep is not None:
            shutil.copytree(self.folder, keep, dirs_exist_ok=True)
            for number, broker in self._brokers.items():
                (pathlib.Path(keep) / f"{number}.log").write_text(broker.output())
        shutil.rmtree(self.folder, ignore_errors=True)

    # What it says of itself

    def admin(self, number: int | None = None) -> Any:
        """confluent-kafka's admin client of all brokers, or of one."""
        from confluent_kafka.admin import AdminClient

        return AdminClient({"bootstrap.servers": self.bootstrap if number is None else self.address(number), **disk.QUIET})

    def metadata(self, number: int | None = None, topic: str | None = None) -> Any:
        """confluent-kafka's ClusterMetadata."""
        return self.admin(number).list_topics(topic, timeout=20)

    def znode(self, path: str, missing: str = "") -> str:
        """What ZooKeeper has there, below the chroot; `missing` where it has nothing."""
        from kazoo.client import KazooClient
        from kazoo.exceptions import NoNodeError

        keeper = KazooClient(self._connect)
        keeper.start(60)
        try:
            return str(keeper.get(path)[0].decode())
        except NoNodeError:
            return missing
        finally:
            keeper.stop()
            keeper.close()

    def controller(self) -> int:
        """Its number; -1 where nobody says."""
        return int(self.metadata().controller_id)

    def partitions(self, topic: str, number: int | None = None) -> dict[int, tuple[int, tuple[int, ...]]]:
        """Leader and in-sync replicas (sorted) of each partition, as this broker (or the first that runs) tells its clients."""
        with Raw(self.address(self.running[0] if number is None else number)) as client:
            told = client.ask(MetadataRequest(topics=[MetadataRequestTopic(name=topic)]), 4).topics[0]
        return {one.partition_index: (one.leader_id, tuple(sorted(one.isr_nodes))) for one in told.partitions}

    def create_topic(self, name: str, assignment: Mapping[int, list[int]], **configs: str) -> None:
        """A topic with these replicas of each partition, the leader first; waits until all are led."""
        from confluent_kafka.admin import NewTopic

        topic = NewTopic(name, len(assignment), replica_assignment=[list(assignment[n]) for n in sorted(assignment)], config=configs)
        # Without a name it would end before the answer.
        admin = self.admin()
        admin.create_topics([topic])[name].result(60)
        self.wait_in_sync(name, sorted(self._brokers))

    def wait_in_sync(self, topic: str, replicas: list[int] | None = None) -> None:
        """Until each partition's in-sync replicas are these (all brokers, where not given), as all that run tell it."""
        wanted = tuple(sorted(replicas or self._brokers))

        def are_in_sync() -> bool:
            for number in self.running:
                told = self.partitions(topic, number)
                if not told or any(isr != wanted or leader < 0 for leader, isr in told.values()):
                    return False
            return True

        wait_until(are_in_sync, f"{topic}'s in-sync replicas are {wanted}", lambda: self.partitions(topic))

    def wait_led_by(self, topic: str, leaders: Mapping[int, int]) -> None:
        """Until these partitions have these leaders, as all that run tell it."""

        def are_led() -> bool:
            for number in self.running:
                told = self.partitions(topic, number)
                if any(index not in told or told[index][0] != leader for index, leader in leaders.items()):
                    return False
            return True

        wait_until(are_led, f"{topic} is led by {dict(leaders)}", lambda: self.partitions(topic))

    def elect_preferred(self, topic: str) -> None:
        """Have the first replica of each partition lead it (ElectLeaders). Asked again where there is no answer: a controller that Apache
        Kafka has just made may lose the question."""
        from confluent_kafka import ElectionType, KafkaException, TopicPartition

        partitions = [TopicPartition(topic, index) for index in self.partitions(topic)]
        for _ in range(5):
            # Kept, as nothing is answered once it is gone.
            admin = self.admin()
            with contextlib.suppress(KafkaException, TimeoutError):
                admin.elect_leaders(ElectionType.PREFERRED, partitions).result(20)
                return
        raise AssertionError(f"nobody elects leaders of {topic}")

    # What lies on the disks

    def data(self, number: int) -> pathlib.Path:
        """The data directory of one."""
        return self._brokers[number].data

    def segments(self, topic: str, *suffixes: str) -> list[pathlib.Path]:
        """Files of all copies of the topic."""
        return [path for number in self._brokers for path in disk.segment_files(self.data(number), topic, *suffixes)]

    def differences(self, topic: str, ends: Mapping[int, int]) -> list[str]:
        """In what the copies of each partition differ below its high watermark, in words; their segments may begin elsewhere.

        :param ends: high watermark of each partition.
        """
        return disk.copy_differences({number: self.data(number) for number in self._brokers}, topic, ends)


def _tls_settings(folder: pathlib.Path) -> dict[str, str]:
    """Of all brokers; what each listens on is its own."""
    pem = make_certificate(folder)
    return {
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,BROKERS:SSL,CONTROL:SSL",
        "inter.broker.listener.name": "BROKERS",
        "control.plane.listener.name": "CONTROL",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": str(pem),
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(folder / "ca.pem"),
    }


def wait_until(condition: Callable[[], bool], what: str, state: Callable[[], object] = lambda: "") -> None:
    """Until `condition` holds; it may fail meanwhile, as long as brokers do not answer.

    :raises AssertionError: it does not within `PATIENCE_S`.
    """
    from confluent_kafka import KafkaException

    def holds() -> bool:
        with contextlib.suppress(KafkaException, ConnectionClosed, OSError):
            return condition()
        return False

    disk.wait_for(what, holds, PATIENCE_S, state)
