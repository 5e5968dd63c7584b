"""Two real clusters of three klog brokers each, one of which mirrors the other, while brokers of both are killed, stopped and frozen, what
passes between them is swallowed or cut, the source elects leaders that lack records, deletes records before they were copied, and makes a
topic again.

In the end each copy has the batches of its source at their offsets, or it was told that it lacks them, range by range; and all replicas of
a copy are the same. The plan is drawn from ``KLOG_SEED``.
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import random
import signal
import time
import unittest
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.producer import BlockingProducer
from klog.errors import KlogError
from klog.model import EARLIEST_TIMESTAMP, TopicPartition
from tests import peers
from tests.integration import disk
from tests.integration.command import piped
from tests.integration.mirror.traffic import Writer, next_number
from tests.integration.replica_cluster import BROKERS, PATIENCE_S, ROLES, ReplicaCluster
from tests.integration.zookeepers import RealZooKeeper

KILLS = 200 if peers.SOAK else 5
#: What nothing is lost of; what the source loses the end of, and what the beginning; and what it makes again.
KEPT, UNCLEAN, SHORT, AGAIN = "web.kept", "web.unclean", "web.short", "web.again"
ASSIGNMENT = [[1, 2, 3], [2, 3, 1]]
PARTITIONS = len(ASSIGNMENT)
CONFIGS = {UNCLEAN: {"unclean.leader.election.enable": "true", "min.insync.replicas": "1"}}
#: A topic that is deleted is made again by nobody else.
SETTINGS = {
    "transaction.state.log.num.partitions": "2",
    "offsets.topic.num.partitions": "2",
    "auto.create.topics.enable": "false",
}
#: What is drawn from in the soak.
STEPS = (*("kill",) * 12, "unclean", "retention", "half open", "cut", "freeze", "stop", "again")
#: In every CI.
FEW = ("unclean", "retention", "kill")
#: Where a batch has its leader epoch, which the destination gives.
_EPOCH = slice(12, 16)


@pytest.mark.soak
class ChaosTests(unittest.TestCase):
    """See the module."""

    zookeeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    def test_equal_or_told(self) -> None:
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        self.chance, self.kills, self.done = random.Random(seed), 0, Counter[str]()
        with contextlib.ExitStack() as stack:
            self.source = stack.enter_context(ReplicaCluster(self.zookeeper, "/source", settings=SETTINGS))
            self.copy = stack.enter_context(ReplicaCluster(self.zookeeper, "/copy", settings=SETTINGS))
            for topic in (KEPT, UNCLEAN, SHORT, AGAIN):
                self.source.create_topic(topic, ASSIGNMENT, CONFIGS.get(topic))
            # What passes between both goes by the proxies that stand before the source's brokers.
            ports = [self.source.proxies.ports[f"brokers-{number}"][0] for number in BROKERS]
            address = ",".join(f"127.0.0.1:{port}" for port in ports)
            self.klog("mirror", "create", "dc1", "--from", address, "--topics", "web.*", "--on-loss", "alarm")
            self.wait_for(lambda: len(self.rows()) == 4 * PARTITIONS)
            # Many are drawn.
            self.live(iter(lambda: self.chance.choice(STEPS), "") if peers.SOAK else iter(FEW))
            self.judge()

    def live(self, steps: Iterator[str]) -> None:
        """All that happens."""
        # Of what the source may lose nobody waits for more than the leader.
        sure, loose = (
            Writer(self.source.bootstrap, dict.fromkeys(topics, PARTITIONS), pause_s=0.1, **options)
            for topics, options in (((KEPT, SHORT, AGAIN), {}), ((UNCLEAN,), {"acks": 1}))
        )
        began_s = time.monotonic()
        try:
            # Where nothing at all is the same, it is another log.
            self.wait_for(lambda: all(end > 100 for _, end in self.extents(self.copy).values()))
            for what in steps:
                if self.kills >= KILLS:
                    break
                self.happen(what)
                self.done[what] += 1
                print(f"  {time.monotonic() - began_s:7.1f} s: {what}; {self.kills} kills", flush=True)
        finally:
            sure.end()
            loose.end()

    def happen(self, what: str) -> None:
        """One misfortune; it is over when this returns, or will be."""
        match what:
            case "kill":
                self.kill_both()
            case "unclean":
                self.elect_uncleanly()
            case "retention":
                self.delete_records()
            case "again":
                self.make_again()
            case "half open" | "cut":
                number = self.chance.choice(BROKERS)
                self.source.proxies.order("swallow" if what == "half open" else "cut", f"brokers-{number}")
                time.sleep(self.chance.uniform(0.5, 6.0))
                self.source.proxies.order("behave", f"brokers-{number}")
            case "stop" | "freeze":
                cluster = self.chance.choice((self.source, self.copy))
                victim = cluster.in_role(self.chance.choice(ROLES), KEPT)
                if what == "stop":
                    cluster.happen("stop", victim, 0.0)
                else:
                    os.kill(cluster.brokers.brokers[victim].pid, signal.SIGSTOP)
                    time.sleep(self.chance.uniform(0.5, 6.0))
                    os.kill(cluster.brokers.brokers[victim].pid, signal.SIGCONT)

    def kill_both(self) -> None:
        """A broker of each cluster is killed, one a bit later than the other."""
        time.sleep(self.chance.uniform(0.0, 1.0))
        victims = [(one, one.in_role(self.chance.choice(ROLES), self.chance.choice((KEPT, UNCLEAN)))) for one in (self.source, self.copy)]
        self.chance.shuffle(victims)
        for cluster, number in victims:
            cluster.brokers.kill(number)
            self.kills += 1
            time.sleep(self.chance.uniform(0.0, 0.5))
        self.start(victims)

    def start(self, victims: list[tuple[ReplicaCluster, int]]) -> None:
        """Start brokers, together."""
        with ThreadPoolExecutor(len(victims)) as pool:
            list(pool.map(lambda one: one[0].brokers.start(one[1]), victims))

    def elect_uncleanly(self) -> None:
        """Who leads at the source is alone for a while, and killed; who lacks what was written meanwhile leads then."""
        self.source.wait_healed({UNCLEAN: PARTITIONS})
        before = self.source.state(UNCLEAN, 0)
        assert before is not None
        others = [number for number in BROKERS if number != before.leader]
        for number in others:
            self.source.brokers.kill(number)
        self.wait_for(lambda: self.is_in_sync_alone(before.leader))
        time.sleep(self.chance.uniform(0.5, 2.0))
        self.source.brokers.kill(before.leader)
        self.kills += len(BROKERS)
        self.start([(self.source, number) for number in others])
        self.wait_for(lambda: (now := self.source.state(UNCLEAN, 0)) is not None and now.leader in others)
        time.sleep(self.chance.uniform(0.0, 2.0))
        self.source.brokers.start(before.leader)

    def is_in_sync_alone(self, leader: int) -> bool:
        """Whether nobody but the leader is in sync."""
        now = self.source.state(UNCLEAN, 0)
        return now is not None and now.leader == leader and now.in_sync == (leader,)

    def delete_records(self) -> None:
        """The source deletes what was just written; now and then before anybody has copied it."""
        victim = self.copy.in_role("leader", SHORT)
        if self.chance.random() < 0.8:
            self.copy.brokers.kill(victim)
            self.kills += 1
        with contextlib.suppress(KlogError):
            with BlockingProducer(self.source.bootstrap, client_id="burst") as producer:
                for _ in range(2_000):
                    producer.send(SHORT, b"%d" % next_number(), partition=0)
            piped("topic", "trim", f"{SHORT}:0", "--all", "--execute", "-b", self.source.bootstrap)
        if self.copy.brokers.brokers[victim].server is None:
            self.copy.brokers.start(victim)

    def make_again(self) -> None:
        """A topic is made again. Its copy stops, and stays; it is copied anew when that is deleted."""
        for cluster in (self.source, self.copy):
            cluster.wait_healed({AGAIN: PARTITIONS})
        self.klog("topic", "delete", AGAIN, "--yes", at=self.source)
        self.wait_for(lambda: AGAIN not in disk.topic_names(self.source.bootstrap))
        time.sleep(self.chance.uniform(0.0, 8.0))
        self.source.create_topic(AGAIN, ASSIGNMENT)
        # At first a partition is only missing.
        self.wait_for(self.has_ended)
        self.klog("topic", "delete", AGAIN, "--yes")
        self.wait_for(lambda: sum(row["topic"] == AGAIN and not row["reason"] for row in self.rows()) == PARTITIONS)

    def has_ended(self) -> bool:
        """Whether the copy of what is made again stops, with a sentence; where that took long, it was seen that the topic was not there."""
        [told] = [one["reason"] for one in self.described()["topics"] if one["topic"] == AGAIN]
        return "made again" in told or "no such topic any more" in told

    # What is asked

    def klog(self, *arguments: str, at: ReplicaCluster | None = None) -> Any:
        """A command of ours, at the destination if not said otherwise; its document. It is tried again while brokers are away."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            ended = piped(*arguments, "-b", (at or self.copy).bootstrap, "-o", "json", timeout=120)
            if ended.code == 0:
                return json.loads(ended.text) if ended.text else {}
            self.assertLess(time.monotonic(), deadline, ended.remarks)
            time.sleep(0.5)

    def described(self) -> Any:
        """What is told of the link."""
        return self.klog("mirror", "describe", "dc1")

    def rows(self) -> list[dict[str, Any]]:
        """Of each partition."""
        found: list[dict[str, Any]] = self.described()["partitions"]
        return found

    def wait_for(self, what: Callable[[], Any], seconds: float = 180) -> Any:
        """Until it is so."""
        deadline = time.monotonic() + seconds
        while not (found := what()):
            self.assertLess(time.monotonic(), deadline, self.described())
            time.sleep(0.25)
        return found

    # What is judged

    def extents(self, cluster: ReplicaCluster) -> dict[TopicPartition, tuple[int, int]]:
        """Where each partition begins and ends."""
        places = [TopicPartition(topic, number) for topic in (KEPT, UNCLEAN, SHORT, AGAIN) for number in range(PARTITIONS)]
        with BlockingClient(cluster.bootstrap, client_id="judge") as client:
            starts, ends = client.list_offsets(places, EARLIEST_TIMESTAMP), client.list_offsets(places)
        return {tp: (starts[tp].offset, ends[tp].offset) for tp in places}

    def judge(self) -> None:
        """Everything is well again, and is looked at on the disks."""
        shapes = dict.fromkeys((KEPT, UNCLEAN, SHORT, AGAIN), PARTITIONS)
        for cluster in (self.source, self.copy):
            cluster.wait_healed(shapes)
        # The last batch decides where logs part.
        with BlockingProducer(self.source.bootstrap, client_id="last") as producer:
            for topic in shapes:
                for partition in range(PARTITIONS):
                    producer.send(topic, b"last", partition=partition)
        there = self.extents(self.source)
        self.wait_for(lambda: {tp: end for tp, (_, end) in self.extents(self.copy).items()} == {tp: end for tp, (_, end) in there.items()})
        # A copy may have been told last that its source was led elsewhere, and not have asked again yet.

        def settled() -> list[dict[str, Any]]:
            found = self.rows()
            return [] if any(row["reason"] for row in found) else found

        rows = {TopicPartition(row["topic"], row["partition"]): row for row in self.wait_for(settled)}
        self.copy.wait_healed(shapes)
        for cluster in (self.source, self.copy):
            cluster.brokers.stop_all()
        self.copy.check_copies({(tp.topic, tp.partition): end for tp, (_, end) in there.items()})
        lost = cut = 0
        for tp, (start, _) in there.items():
            row = rows[tp]
            self.assertEqual(row["reason"], "", row)
            told = {offset for first, last in row["lost"] for offset in range(first, last)}
            wanted, found = batches(self.source, tp), batches(self.copy, tp)
            missing = {offset for one in wanted if one not in found for offset in range(max(one[0], start), one[1])}
            self.assertEqual(missing - told, set(), f"{tp}: not copied, and not told")
            extra = [one[:2] for one in found if one[1] > start and one not in wanted]
            self.assertEqual(extra, [], f"{tp}: not the source's")
            holes = set(range(found[0][0], found[-1][1])) - {offset for one in found for offset in range(one[0], one[1])}
            self.assertEqual(holes - told, set(), f"{tp}: a hole that was not told")
            if tp.topic in (KEPT, AGAIN):
                self.assertEqual((row["lost"], row["cut"]), ([], []), row)
            lost, cut = lost + len(told), cut + sum(last - first for first, last in row["cut"])
        copied = sum(end for _, end in there.values())
        print(f"{self.kills} kills, {dict(self.done)}; {copied} records; lost and told {lost}, cut and told {cut}")
        self.assertGreaterEqual(self.kills, KILLS)


def batches(cluster: ReplicaCluster, tp: TopicPartition) -> list[tuple[int, int, bytes]]:
    """First offset, the one behind the last, and bytes without the leader epoch, of each batch of a partition; its broker has stopped."""
    found = []
    folder: pathlib.Path = cluster.brokers.brokers[1].data / f"{tp.topic}-{tp.partition}"
    for path in sorted(folder.glob("*.log")):
        raw = path.read_bytes()
        for entry in disk.valid_entries(path)[0]:
            one = bytearray(raw[entry.position : entry.position + entry.size])
            one[_EPOCH] = bytes(4)
            found.append((entry.base_offset, entry.last_offset + 1, bytes(one)))
    return found


if __name__ == "__main__":
    unittest.main()
