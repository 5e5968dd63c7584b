"""A cluster in virtual time whose brokers count, while they are stopped, cut off, frozen and killed, and partitions move: what the audit
says in the end, against what stands in the logs.

Two producers write: what one of them (acks=all, idempotent) has sent must be there, each record once; what the other one (acks=1) has sent
may be lost or be there twice, which the audit has to say. What must hold is in `AuditLife.faults`. All is drawn from a seed.
"""

from __future__ import annotations

import collections
import enum
import random
from typing import Any

from twisted.internet.defer import Deferred, ensureDeferred

from klog.audit.balance import Edge
from klog.audit.cells import AUDIT_TOPIC
from klog.audit.ledger import Ledger
from klog.audit.verdicts import Verdict
from klog.broker.audit.last_report import FILE_NAME
from klog.client.admin.admin import Admin
from klog.client.auditing.audit import Audit
from klog.client.producing.producer import Producer
from klog.model import TopicPartition
from klog.testing.cluster import ZOOKEEPER, MemoryCluster

BROKERS = (1, 2, 3)
_WINDOW_MS = 20_000
_PROPERTIES = {
    "klog.audit.counts": "true",
    "klog.audit.counts.window.ms": str(_WINDOW_MS),
    "klog.audit.counts.interval.ms": "1000",
    "default.replication.factor": "3",
    "offsets.topic.replication.factor": "3",
    "replica.lag.time.max.ms": "4000",
    # Who leads none of the audit's partitions tells nothing.
    "leader.imbalance.check.interval.seconds": "5",
}
_PRODUCERS: dict[str, dict[str, Any]] = {"web": {}, "quick": {"acks": 1, "enable_idempotence": False}}
_CLIENT: dict[str, Any] = {"request_timeout_ms": 3_000, "connect_timeout_ms": 1_000, "reconnect_backoff_max_ms": 1_000}


class Misfortune(enum.StrEnum):
    """What may happen to a broker."""

    STOPS = "it is stopped, and started"
    STOPS_ALONE = "the same, and the others have no copy of what it was sent at last"
    IS_CUT_OFF = "it is cut off from the others, or from ZooKeeper, too"
    FREEZES = "it stands still"
    MOVES = "a partition moves"
    DIES = "it is killed, and started"


_CALM = (Misfortune.STOPS, Misfortune.STOPS, Misfortune.STOPS_ALONE, Misfortune.IS_CUT_OFF, Misfortune.FREEZES, Misfortune.MOVES)


class AuditLife:
    """See the module.

    :param with_deaths: whether brokers are killed, too.
    :ivar done: what has happened, in order.
    """

    def __init__(self, seed: int, *, with_deaths: bool = False) -> None:
        self._rng = random.Random(seed)
        self._misfortunes = (*_CALM, *([Misfortune.DIES] * with_deaths))
        self.cluster = MemoryCluster(BROKERS, seed=seed, properties=_PROPERTIES)
        self.done: list[Misfortune] = []
        self._sent: collections.Counter[str] = collections.Counter()
        self._waits: list[Deferred[Any]] = []
        self._producers: dict[str, Producer] = {}
        self._edges: list[Edge] = []

    def run(self) -> list[str]:
        """Live, and say what is wrong."""
        cluster, rng = self.cluster, self._rng
        cluster.start()
        try:
            cluster.advance(5)
            cluster.create_topic("t", assignments={0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]}, configs={"min.insync.replicas": "1"})
            cluster.advance((_WINDOW_MS - cluster.brokers[1].now_ms() % _WINDOW_MS) / 1000 + 0.5)
            for name, options in _PRODUCERS.items():
                audit = Audit(window_ms=_WINDOW_MS, interval_ms=1000)
                self._producers[name] = Producer(
                    cluster.client(name), cluster.bootstrap, client_id=name, audit=audit, delivery_timeout_ms=120_000, **_CLIENT, **options
                )
            for _ in range(rng.randrange(8, 16)):
                self._send(rng.randrange(1, 5), 0.3)
                if len(cluster.ready) < len(BROKERS):
                    cluster.heal()
                    cluster.advance(rng.choice((0.1, 2, 8)))
                else:
                    what = rng.choice(self._misfortunes)
                    self.done.append(what)
                    self._happen(what, rng.choice(BROKERS))
                    cluster.advance(rng.choice((0, 0.2, 1, 6)))
            self._end()
            return self.faults()
        finally:
            cluster.stop()

    def _send(self, times: int, pause_s: float) -> None:
        """So often a few records of each producer into some partition, with a pause behind each."""
        for _ in range(times):
            self._send_to(self._rng.randrange(3))
            self.cluster.advance(self._rng.random() * pause_s)

    def _send_to(self, partition: int) -> None:
        for name, producer in self._producers.items():
            count = self._rng.randrange(1, 6)
            first = self._sent[name]
            self._sent[name] += count
            values = [f"{name}/{number}".encode() for number in range(first, first + count)]
            # What fails is told by the producer's counts.
            self._waits.append(producer.send_many("t", values, partition=partition).addErrback(lambda _: None))

    def _happen(self, what: Misfortune, broker: int) -> None:
        cluster, rng = self.cluster, self._rng
        others = [number for number in BROKERS if number != broker]
        match what:
            case Misfortune.STOPS:
                cluster.stop_broker(broker)
                self._send(rng.randrange(6), 1)
                cluster.start_broker(broker)
            case Misfortune.STOPS_ALONE:
                cluster.cut(broker, others=others)
                self._send(2, 0.5)
                cluster.stop_broker(broker)
                self._send(rng.randrange(6), 4)
                cluster.join()
                cluster.start_broker(broker)
            case Misfortune.IS_CUT_OFF:
                cluster.cut(broker, others=[*others, *([ZOOKEEPER] * rng.randrange(2))])
                self._send(rng.randrange(1, 8), 3)
                cluster.join()
            case Misfortune.FREEZES:
                cluster.freeze(broker)
                self._send(rng.randrange(1, 8), 3)
                cluster.thaw(broker)
            case Misfortune.MOVES:
                order = rng.sample(BROKERS, rng.choice((2, 3)))
                ensureDeferred(self._move(rng.randrange(3), order)).addErrback(lambda _: None)
                self._send(rng.randrange(4), 1)
            case Misfortune.DIES:
                cluster.kill(broker)
                cluster.advance(rng.random() * 3)
                cluster.start_broker(broker)

    async def _move(self, partition: int, brokers: list[int]) -> None:
        async with Admin(self.cluster.client("admin"), self.cluster.bootstrap) as admin:
            await admin.reassign({TopicPartition("t", partition): brokers})

    def _end(self) -> None:
        """All is well again, everybody has told, and the windows are over."""
        cluster = self.cluster
        cluster.heal()
        cluster.until_ready()
        cluster.advance(15)
        # Somebody writes in the place of what was cut off: else nobody could tell.
        for partition in range(3):
            self._send_to(partition)
        cluster.advance(10)
        for wait in self._waits:
            if not wait.called:
                cluster.until(wait)
        for producer in self._producers.values():
            cluster.until(producer.stopService())
        cluster.advance(5 * _WINDOW_MS / 1000 + 10)
        ledger = Ledger()
        for broker in cluster.brokers.values():
            for message in broker.messages(AUDIT_TOPIC):
                ledger.add(message.key, message.value, message.timestamp_ms)
        assert not ledger.unreadable, ledger.faults
        self._edges = ledger.balance(cluster.brokers[1].now_ms(), grace_ms=0, settle_ms=0, topics=["t"]).edges

    def _in_log(self) -> collections.Counter[str]:
        """How often each record is there."""
        found: collections.Counter[str] = collections.Counter()
        for partition in range(3):
            leader = self.cluster.brokers[self.cluster.leader("t", partition)]
            found.update((message.value or b"").decode() for message in leader.messages("t", partition))
        return found

    @property
    def verdicts(self) -> set[Verdict]:
        """All that were passed."""
        return {edge.judgment.verdict for edge in self._edges}

    def faults(self) -> list[str]:
        """What is wrong with the verdicts:

        * nothing is told as missing or double that is not; nor as having arrived what has not;
        * where all is settled it is counted exactly;
        * where nobody has died, and no partition has moved away with what was not committed, all is settled, and no file is left.
        """
        found: list[str] = []
        in_log = self._in_log()
        is_settled = self.verdicts <= {Verdict.COMPLETE, Verdict.MISSING, Verdict.DUPLICATE}
        for name in _PRODUCERS:
            copies = [count for record, count in in_log.items() if record.startswith(f"{name}/")]
            there, lost, double = sum(copies), self._sent[name] - len(copies), sum(copies) - len(copies)
            ours = [edge for edge in self._edges if edge.sender.name == name]
            missing, duplicate = (sum(getattr(edge.judgment, what) for edge in ours) for what in ("missing", "duplicate"))
            came = sum(edge.arrived.least for edge in ours)
            told = f"{name}: {missing} missing, {duplicate} double, {came} arrived; {lost} lost, {double} double, {there} there"
            if missing > lost or duplicate > double or came > there or (is_settled and came != there):
                found.append(told)
            if name == "web" and (lost or double):
                found.append(f"the cluster has not kept its promise: {told}")
        if not {Misfortune.DIES, Misfortune.MOVES} & set(self.done):
            left = [number for number, broker in self.cluster.brokers.items() if FILE_NAME in broker.file_system.list("/data")]
            if left or not is_settled:
                found.append(f"{[verdict.value for verdict in self.verdicts]}, and the last reports of {left} are left")
        return found
