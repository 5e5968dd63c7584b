"""Lives of a copy in a cluster of three brokers, each from one number: again and again both sides are written to, and the cluster, or the
source's lost tail, has the copy cut, while leaders and followers are killed, lose power, stand still, lose their sessions or their
controller.

In about every second turn a follower does not reach its leader while the copy is cut and much is written over what it has, and then leads:
it would not notice a cut in the leader epoch that it knows.

All along no replica in sync has other records below its leader's high watermark than the leader; in the end all replicas have what the
source has.

``KLOG_SEED=n`` lives one of them again; ``KLOG_SEEDS=first-last`` many; ``python -m tests.mirror --cluster`` thousands, for hours.
"""

from __future__ import annotations

import random
import unittest
from unittest import mock

from klog.broker.replicas.partition import Partition, Role
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.records import Key
from klog.testing.power_cuts import Survival
from tests.mirror.lives import add_life, chosen_lives
from tests.mirror.test_into_a_cluster import PARTITIONS, IntoACluster, outline

#: Times that it is cut in a life, of those that every run has, and of those that are asked for.
SHORT_TURNS, TURNS = 1, 4
SHORT_LIVES = 4
#: One in which a follower is passed over, in its first turn.
_PASSES_OVER = 1
#: The source had less than the copy when they were compared, and more when it was asked: what differed below that was never copied.
_GONE_ON = 1001
MISFORTUNES = ("nothing", "kill leader", "kill leader", "kill follower", "expire", "freeze", "depose", "reset", "stop", "power")
#: So much more the source has than what a follower knows that is passed over: more than a batch.
_PASSED_OVER_BY = 6
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
            if self.random.random() < 0.5:
                self.pass_over_a_follower(turn)
            else:
                if self.random.random() < 0.6:
                    if self.random.random() < 0.7:
                        self.keep_away()
                    self.lose_tail(turn)
                else:
                    self.part(turn)
                if self.random.random() < 0.5:
                    self.until_copied()
                self.mishap()
            self.heal()
            # A follower that has dropped an answer hears of the high watermark with the next record.
            self.put(1)
            self.until_equal(900)

    def heal(self) -> None:
        """All brokers run, and reach each other."""
        self.cluster.heal()
        self.cluster.until_ready(self.look_on)

    def pass_over_a_follower(self, turn: int) -> None:
        """A copy is cut while a follower of it does not reach the leader, and much is written over what that has. Then it is there again,
        and leads."""
        apart = self.leader_and_follower()
        if apart is None:
            return
        partition, leader, follower = apart
        self.cluster.note(f"{follower}, which follows web.a-{partition}, is passed over")
        if self.random.random() < 0.5:
            self.cluster.cut(leader, others=[follower])
            self.lose_tail(turn, partition, passes_over=True)
        else:
            self.part(turn, partition, passed_over=(leader, follower))
        # What the mirrors write down waits for a follower, until it is in sync no more.
        self.until_copied(60.0)
        # What it has asked before is never answered: that might say it.
        self.cluster.reset(leader, follower)
        self.heal()
        self.until_together(partition)
        self.cluster.kill(leader)
        self.look_on(12.0)

    def leader_and_follower(self) -> tuple[int, int, int] | None:
        """A partition, its leader, and a follower that does not lead what the mirrors write down; None where there is none. As both reach
        ZooKeeper and the controller, each is told who leads."""
        controller, keeper = self.cluster.controller(), self.cluster.leader(STATE_TOPIC, 0)
        found = [
            (partition, leader, follower)
            for partition in range(PARTITIONS)
            for leader in [self.cluster.leader("web.a", partition)]
            for follower in self.cluster.ready
            if leader in self.cluster.ready and leader != controller and follower not in {leader, controller, keeper}
        ]
        return self.random.choice(found) if found else None

    def until_together(self, partition: int) -> None:
        """Until all replicas are in sync, and end at the same offset; or long have not."""
        for _ in range(300):
            self.look_on(0.1)
            state, ends = self.cluster.state("web.a", partition), {log.end_offset for log in self.replicas(partition)}
            if state is not None and len(state.isr) == len(self.cluster.brokers) and len(ends) == 1:
                return

    def keep_away(self) -> None:
        """Two brokers do not reach each other until all is well again: a follower has the old end when much was written over it. As both
        reach ZooKeeper and the controller, no election comes between."""
        one, other = (number for number in (1, 2, 3) if number != self.cluster.controller())
        self.cluster.cut(one, others=[other])

    def lose_tail(self, turn: int, partition: int | None = None, *, passes_over: bool = False) -> None:
        """The source comes back with less, and other records.

        :param partition: of which; any, where not given.
        :param passes_over: whether with more records than before.
        """
        if partition is None:
            partition = self.random.randrange(PARTITIONS)
        assert self.source.broker.partitions is not None
        led = self.source.broker.partitions.get("web.a", partition)
        assert led is not None
        end = led.log.end_offset
        # Something is left that both have.
        self.source_loses(partition, self.random.randint(6, max(6, end - 1)))
        led = self.source.broker.partitions.get("web.a", partition)
        assert led is not None
        number, wanted = 0, 3 if passes_over else self.random.choice((0, 3, 30))
        while number < wanted or (passes_over and led.log.end_offset < end + _PASSED_OVER_BY):
            self.source.put("web.a", [b"again %d %d" % (turn, number)] * self.random.randint(1, 3), partition=partition)
            number += 1
        self.copied = partition, led.log.end_offset

    def part(self, turn: int, copied: int = 0, *, passed_over: tuple[int, int] | None = None) -> None:
        """The cluster takes over, both are written to, and it follows again.

        :param copied: the partition by which it is seen that it does.
        :param passed_over: a leader, and who does not reach it from when the cluster has been written to; the source writes more.
        """
        name = next(key for key in ("dc1", "dc2") if (found := self.picture(key)) is not None and found.definition is not None)
        self.fail_over(turn, name)
        for partition in range(PARTITIONS):
            for number in range(self.random.randint(1, 5) if passed_over else self.random.randrange(6)):
                self.produce("web.a", partition, b"here %d %d" % (turn, number))
        if passed_over is not None:
            self.look_on(1.0)
            leader, follower = passed_over
            self.cluster.cut(leader, others=[follower])
        for partition in range(PARTITIONS):
            for number in range(30 if passed_over else self.random.choice((0, 3, 30))):
                self.source.put("web.a", [b"there %d %d" % (turn, number)] * self.random.randint(1, 3), partition=partition)
        self.write(Key("link", name), None)
        self.cluster.advance(2)
        self.take_over("dc1" if name == "dc2" else "dc2")
        assert self.source.broker.partitions is not None
        led = self.source.broker.partitions.get("web.a", copied)
        assert led is not None
        self.copied = copied, led.log.end_offset

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

    def until_copied(self, most_s: float = 30.0) -> None:
        """Until a leader has all that the source has, or so long."""
        partition, end = self.copied
        for _ in range(int(most_s * 10)):
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


class JudgeTests(unittest.TestCase):
    """What the lives must see."""

    def test_a_cut_in_the_same_epoch_is_seen(self) -> None:
        """By whoever lives a life in which a follower is passed over."""
        result = unittest.TestResult()
        with mock.patch.object(Partition, "may_be_cut", property(lambda _: True)):
            life(_PASSES_OVER, SHORT_TURNS).run(result)
        self.assertEqual(len(result.failures), 1, result.errors)
        self.assertIn("is passed over", result.failures[0][1])


for _seed, _turns in chosen_lives({**dict.fromkeys(range(SHORT_LIVES), SHORT_TURNS), _GONE_ON: TURNS}, TURNS).items():
    add_life(ClusterLives, _seed, _turns, "test_cluster_life")
