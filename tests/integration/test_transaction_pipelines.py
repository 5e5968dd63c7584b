"""Three brokers and two pipelines, each a process of its own, any of which is killed with ``kill -9`` all the time: the output is the
input, each number once, and no transaction stays open for long.

``KLOG_KILLS=200`` says how often, where 20 are too few or too many.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import random
import sys
import time
import unittest
from typing import Any, ClassVar

import pytest
from twisted.internet import reactor as global_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall, deferLater
from twisted.internet.threads import deferToThread
from twisted.trial.unittest import TestCase

from klog.client.admin.admin import Admin
from klog.client.admin.types import OpenTransaction
from klog.client.producing.producer import Producer
from klog.errors import KlogError
from klog.model import TopicPartition
from tests import peers
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.running import BrokerFailed, Process
from tests.integration.test_transactions import TIMES, read_committed
from tests.integration.test_transactions_in_clusters import SETTINGS, make_topics
from tests.integration.zookeepers import RealZooKeeper

pytestmark = pytest.mark.soak

reactor: Any = global_reactor

PARTITIONS = 4
#: Of one round.
RECORDS = 200
KILLS = int(os.environ.get("KLOG_KILLS") or 20)
#: A transaction is open for ten seconds, then it is looked for every second; and leaders and coordinators change meanwhile.
LONGEST_OPEN_S = 60.0
#: A start may take so long on a machine that does other things as well.
START_S = 240.0


class OpenWatch:
    """Looks for how long transactions are open.

    :ivar longest_s: the longest that one was seen to be.
    """

    def __init__(self, address: str, topic: str) -> None:
        self._admin = Admin(reactor, address, **TIMES)
        self._partitions = [TopicPartition(topic, index) for index in range(PARTITIONS)]
        self._since: dict[OpenTransaction, float] = {}
        self.longest_s = 0.0
        self.longest: OpenTransaction | None = None
        self._is_looking = False
        self._call = LoopingCall(self._begin)
        self._call.start(1.0, now=False)

    def _begin(self) -> None:
        if not self._is_looking:
            self._is_looking = True
            Deferred.fromCoroutine(self._look()).addErrback(lambda failure: failure.trap(KlogError)).addBoth(self._looked)

    def _looked(self, _: object) -> None:
        self._is_looking = False

    async def _look(self) -> None:
        found = await self._admin.find_open_transactions(self._partitions)
        now_s = time.monotonic()
        # With what was written last it would be another one all the time.
        seen = {dataclasses.replace(one, last_timestamp_ms=0) for each in found.done.values() for one in each}
        unknown = {one for one in self._since if one.partition in found.errors}
        self._since = {one: self._since.get(one, now_s) for one in seen | unknown}
        for one in seen:
            if now_s - self._since[one] > self.longest_s:
                self.longest_s, self.longest = now_s - self._since[one], one

    async def end(self) -> None:
        """Look no more."""
        self._call.stop()
        await self._admin.stopService()


class Pipelines:
    """Both, of which any may be killed and started again."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._running: dict[str, Process] = {}
        self.said = ""

    def start(self, name: str) -> None:
        """One."""
        own = ["one"] if name == "one" else []
        command = [sys.executable, "-m", "tests.integration.transaction_pipeline", self._address, "in", "out", "pipelines", *own]
        self._running[name] = Process(command, r"READY", timeout=START_S)

    def kill(self, name: str) -> None:
        """kill -9. It had not ended by itself."""
        process = self._running.pop(name)
        has_ended = process.process.poll() is not None
        process.kill()
        self.said += process.output()
        assert not has_ended, self.said[-3000:]

    def kill_all(self) -> None:
        """What runs."""
        for name in list(self._running):
            self.kill(name)


def start_patiently(cluster: ClusterBrokers, number: int) -> None:
    """A broker, on a machine on which a start may take more than a minute."""
    for _ in range(4):
        try:
            cluster.start(number)
            return
        except BrokerFailed as error:
            print(f"once more: {str(error)[-300:]}", flush=True)
    cluster.start(number)


@unittest.skipUnless(peers.SOAK, "minutes: only in make soak (KLOG_SOAK=1)")
class PipelineKillTests(TestCase):
    """See the module."""

    timeout = 14_400

    keeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.keeper = RealZooKeeper.of_class(cls)

    def test_each_once(self) -> Deferred[None]:
        """The output is the input."""
        return Deferred.fromCoroutine(self._live())

    async def _live(self) -> None:
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        chance = random.Random(seed)
        settings = {**SETTINGS, "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000"}
        cluster = ClusterBrokers(self.keeper.connect + "/pipelines", settings=settings)
        pipelines = Pipelines(cluster.bootstrap)
        try:
            await deferToThread(cluster.start_all)
            await make_topics(cluster.bootstrap, **{"in": PARTITIONS, "out": PARTITIONS})
            source = Producer(reactor, cluster.bootstrap, delivery_timeout_ms=600_000, **TIMES)
            watch = OpenWatch(cluster.bootstrap, "out")
            for name in ("one", "two"):
                await deferToThread(pipelines.start, name)
            began_s = time.monotonic()
            for number in range(KILLS + 1):
                values: list[bytes | None] = [b"%d" % (RECORDS * number + index) for index in range(RECORDS)]
                sending = source.send_many("in", values)
                await deferLater(reactor, 0.2 + chance.random(), lambda: None)
                if number < KILLS:
                    await self._kill_one(cluster, pipelines, chance)
                await sending
                if number % 20 == 19:
                    print(f"{number + 1} kills in {time.monotonic() - began_s:.0f} s; longest open {watch.longest_s:.0f} s", flush=True)
            count = RECORDS * (KILLS + 1)
            found = await read_committed(cluster.bootstrap, "out", PARTITIONS, count)
            await watch.end()
            await deferToThread(pipelines.kill_all)
            await source.stopService()
            self.assertEqual(sorted(int(value or b"") for value in found), list(range(count)), f"KLOG_SEED={seed}")
            print(f"{KILLS} kills, {count} numbers, each once; the longest open transaction {watch.longest_s:.1f} s: {watch.longest}")
            self.assertLess(watch.longest_s, LONGEST_OPEN_S, f"KLOG_SEED={seed}: {watch.longest}")
            self.assertNotIn("Traceback", cluster.output() + pipelines.said)
        except BaseException:
            print(cluster.output()[-8000:], pipelines.said[-4000:])
            raise
        finally:
            with contextlib.suppress(AssertionError):
                await deferToThread(pipelines.kill_all)
            await deferToThread(cluster.__exit__, None, None, None)

    async def _kill_one(self, cluster: ClusterBrokers, pipelines: Pipelines, chance: random.Random) -> None:
        """A broker or a pipeline; it comes back after a while."""
        victim = chance.choice([*sorted(cluster.brokers), "one", "two"])
        pause_s = chance.choice([0.1, 1.0, 4.0])
        if isinstance(victim, int):
            await deferToThread(cluster.kill, victim)
            await deferLater(reactor, pause_s, lambda: None)
            await deferToThread(start_patiently, cluster, victim)
        else:
            await deferToThread(pipelines.kill, victim)
            await deferLater(reactor, pause_s, lambda: None)
            await deferToThread(pipelines.start, victim)
