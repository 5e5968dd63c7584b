"""Lives of a copy in a cluster of three brokers, each from one number: again and again both sides are written to, and the cluster, or the
source's lost tail, has the copy cut, while leaders and followers are killed, lose power, stand still, lose their sessions or their
controller.

All along no replica in sync has other records below its leader's high watermark than the leader; in the end all replicas have what the
source has.

``KLOG_SEED=n`` lives one of them again; ``KLOG_SEEDS=first-last`` many; ``python -m tests.mirror --cluster`` thousands, for hours.
"""

from __future__ import annotations

import random

from klog.broker.replicas.partition import Role
from klog.mirror.decisions.records import Key
from klog.testing.power_cuts import Survival
from tests.mirror.lives import add_life, chosen_lives
from tests.mirror.test_into_a_cluster import PARTITIONS, IntoACluster, outline

#: Times that it is cut in a life, of those that every run has, and of those that are asked for.
SHORT_TURNS, TURNS = 1, 4
SHORT_LIVES = 4
MISFORTUNES = ("nothing", "kill leader", "kill leader", "kill follower", "expire", "freeze", "depose", "reset", "stop", "power")
#: How often it is looked whether what must hold does.
_LOOK_S = 0.1


class ClusterLives(IntoACluster):
    """See the module."""

    def live(self, seed: int, turns: int) -> None:
        """One life."""
        self.random = random.Random(seed)
        #: A partition that is cut, and where its source ends.
        self.copied = 0, 0
        #: Whether a power cut may have taken what was in sync.
        self.may_lack = False
        self.put(4)
        self.make_link()
        self.until_equal()
        for turn in range(1, turns + 1):
            if self.random.random() < 0.6:
                if self.random.random() < 0.7:
                    self.keep_away()
                self.lose_tail()
            else:
                self.part(turn)
            if self.random.random() < 0.5:
                self.until_copied()
            self.mishap()
            self.cluster.heal()
            self.cluster.until_ready(self.look_on)
            # A follower that has dropped an answer hears of the high watermark with the next record.
            self.put(1)
            self.until_equal(900)

    def keep_away(self) -> None:
        """Two brokers do not reach each other until all is well again: a follower has the old end when much was written over it. As both
        reach ZooKeeper and the controller, no election comes between."""
        one, other = (number for number in (1, 2, 3) if number != self.cluster.controller())
        self.cluster.cut(one, others=[other])

    def lose_tail(self) -> None:
        """The source comes back with less, and other records."""
        partition = self.random.randrange(PARTITIONS)
        assert self.source.broker.partitions is not None
        led = self.source.broker.partitions.get("web.a", partition)
        assert led is not None
        end = led.log.end_offset
        # Something is left that both have.
        self.source_loses(partition, self.random.randint(6, max(6, end - 1)))
        for number in range(self.random.choice((0, 3, 30))):
            self.source.put("web.a", [b"again %d" % number] * self.random.randint(1, 3), partition=partition)
        self.copied = partition, led.log.end_offset

    def part(self, turn: int) -> None:
        """The cluster takes over, both are written to, and it follows again."""
        name = next(key for key in ("dc1", "dc2") if (found := self.picture(key)) is not None and found.definition is not None)
        self.fail_over(turn, name)
        for partition in range(PARTITIONS):
            for number in range(self.random.randrange(6)):
                self.produce("web.a", partition, b"here %d %d" % (turn, number))
            for number in range(self.random.choice((0, 3, 30))):
                self.source.put("web.a", [b"there %d %d" % (turn, number)] * self.random.randint(1, 3), partition=partition)
        self.write(Key("link", name), None)
        self.cluster.advance(2)
        self.take_over("dc1" if name == "dc2" else "dc2")
        assert self.source.broker.partitions is not None
        led = self.source.broker.partitions.get("web.a", 0)
        assert led is not None
        self.copied = 0, led.log.end_offset

    def mishap(self) -> None:
        """What happens while it is cut, and when."""
        for _ in range(self.random.randint(1, 3)):
            self.look_on(self.random.choice((0.0, 0.3, 1.0, 3.0)) * self.random.random())
            # Mostly just when it is led anew, or cut.
            if self.random.random() < 0.7:
                self.until_something()
            partition = self.random.randrange(PARTITIONS)
            leader = self.cluster.leader("web.a", partition)
            others = [number for number in self.cluster.ready if number != leader]
            what = self.random.choice(MISFORTUNES)
            victim = leader if "follower" not in what or not others else self.random.choice(others)
            self.cluster.note(f"{what} {victim}")
            if what == "depose":
                self.cluster.depose_controller()
            if victim not in self.cluster.ready or what in ("nothing", "depose"):
                continue
            if what.startswith("kill"):
                self.cluster.kill(victim)
            elif what == "power":
                self.may_lack = True
                self.cluster.power_cut(victim, self.random.choice(list(Survival)), is_silent=self.random.random() < 0.5)
            elif what == "expire":
                self.cluster.expire_session(victim)
            elif what == "freeze":
                self.cluster.freeze(victim)
            elif what == "reset":
                self.cluster.reset(victim)
            else:
                self.cluster.stop_broker(victim)
            self.look_on(self.random.choice((0.5, 5.0, 15.0)) * self.random.random())
            if self.random.random() < 0.6:
                self.cluster.heal()

    def until_copied(self) -> None:
        """Until a leader has all that the source has."""
        partition, end = self.copied
        for _ in range(300):
            self.look_on(0.1)
            leader = self.cluster.leader("web.a", partition)
            partitions = self.cluster.brokers[leader].broker.partitions if leader in self.cluster.ready else None
            led = None if partitions is None else partitions.get("web.a", partition)
            if led is not None and led.log.end_offset == end:
                return

    def until_something(self) -> None:
        """Until a partition is led in another epoch than now, or a log ends earlier, or not at all."""
        before = self.seen()
        for _ in range(60):
            self.look_on(0.02)
            after = self.seen()
            if after[0] != before[0] or any(now < then for now, then in zip(after[1], before[1], strict=False)):
                return
            before = after

    def seen(self) -> tuple[list[object], list[int]]:
        """Leader epochs, and where logs end."""
        states = [None if (one := self.cluster.state("web.a", number)) is None else one.leader_epoch for number in range(PARTITIONS)]
        return list(states), [log.end_offset for number in range(PARTITIONS) for log in self.replicas(number)]

    def look_on(self, seconds: float) -> None:
        """Let time pass, and see what holds."""
        while seconds > 0:
            self.cluster.advance(min(seconds, _LOOK_S))
            seconds -= _LOOK_S
            if not self.may_lack:
                for partition in range(PARTITIONS):
                    self.look_at(partition)

    def look_at(self, partition: int) -> None:
        """Who is in sync has what its leader says is committed."""
        state = self.cluster.state("web.a", partition)
        if state is None or state.leader not in self.cluster.ready:
            return
        found = {}
        for number in self.cluster.ready:
            partitions = self.cluster.brokers[number].broker.partitions
            replica = None if partitions is None else partitions.replica("web.a", partition)
            if replica is not None and not replica.log.is_being_truncated:
                found[number] = replica
        led = found.get(state.leader)
        if led is None or led.role is not Role.LEADS or led.ended or led.leader_epoch != state.leader_epoch:
            return
        committed = [one for one in outline(led.log) if one[1] < led.high_watermark]
        for number, replica in found.items():
            if number in state.isr:
                self.assertEqual(outline(replica.log)[: len(committed)], committed, f"broker {number}, {state}, {self.cluster.trace[-9:]}")


def life(seed: int, turns: int) -> ClusterLives:
    """One, to be run."""
    return ClusterLives(add_life(ClusterLives, seed, turns, "test_cluster_life"))


for _seed, _turns in chosen_lives(dict.fromkeys(range(SHORT_LIVES), SHORT_TURNS), TURNS).items():
    add_life(ClusterLives, _seed, _turns, "test_cluster_life")
