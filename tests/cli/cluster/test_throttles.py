"""``--throttle`` beside throttles of somebody else: what is set, and what goes."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.cluster.throttles import Changes, Side, Throttles, begun, ended, entries_of, idle_partitions
from klog.cli.exit_codes import CommandFailed
from klog.model import TopicPartition

T = [TopicPartition("t", number) for number in range(3)]
LEADER, FOLLOWER = Side.LEADER, Side.FOLLOWER
#: t:0 goes from 1 and 2 to 3.
OURS = entries_of({(T[0], 3)}, {T[0]: (1, 2)})


def set_of(leaders: str = "", followers: str = "", *, topic: str = "t", rates: dict[tuple[Side, int], int] | None = None) -> Throttles:
    """As somebody has set them."""
    entries = {(side, topic): tuple(text.split(",")) for side, text in ((LEADER, leaders), (FOLLOWER, followers)) if text}
    return Throttles(entries, rates or {})


class BeginTests(SynchronousTestCase):
    """Before a move."""

    def begun(self, found: Throttles, rate: int = 1000) -> Changes:
        """What is set."""
        return begun(found, OURS, [T[0]], rate)

    def test_where_nothing_is_set(self) -> None:
        self.assertEqual(
            self.begun(Throttles()),
            {
                "t": {"leader.replication.throttled.replicas": "0:1,0:2", "follower.replication.throttled.replicas": "0:3"},
                1: {"leader.replication.throttled.rate": "1000"},
                2: {"leader.replication.throttled.rate": "1000"},
                3: {"follower.replication.throttled.rate": "1000"},
            },
        )

    def test_beside_others(self) -> None:
        changes = self.begun(set_of("1:1,0:2", "*"))
        self.assertEqual(changes["t"], {"leader.replication.throttled.replicas": "1:1,0:2,0:1"})

    def test_rates(self) -> None:
        """Who uses the rate of broker 3, and whether it may be another one."""
        set_already = {(FOLLOWER, 3): 5}
        for found, may_be_changed in (
            (set_of(followers="0:3", rates=set_already), True),
            (set_of(followers="0:3,1:2", rates=set_already), True),
            (set_of(followers="0:3,1:3", rates=set_already), False),
            (set_of(followers="0:3", topic="u", rates=set_already), False),
            (set_of(followers="*", rates=set_already), False),
            (set_of(rates=set_already), False),
        ):
            if may_be_changed:
                self.assertEqual(self.begun(found)[3], {"follower.replication.throttled.rate": "1000"}, found)
            else:
                with self.assertRaises(CommandFailed) as caught:
                    self.begun(found)
                self.assertIn("broker 3 has follower.replication.throttled.rate=5 already", caught.exception.sentence)
            self.assertNotIn(3, self.begun(found, 5), "the same is shared")


class EndTests(SynchronousTestCase):
    """After it."""

    def test_all_of_it_goes(self) -> None:
        rates = {(LEADER, 1): 1000, (LEADER, 2): 1000, (FOLLOWER, 3): 1000}
        self.assertEqual(
            ended(set_of("0:1,0:2", "0:3", rates=rates), [T[0]], rate=1000),
            {
                "t": {"leader.replication.throttled.replicas": None, "follower.replication.throttled.replicas": None},
                1: {"leader.replication.throttled.rate": None},
                2: {"leader.replication.throttled.rate": None},
                3: {"follower.replication.throttled.rate": None},
            },
        )

    def test_what_is_others_stays(self) -> None:
        """Entries of other partitions, rates that they go by, and a rate that somebody has set since."""
        rates = {(LEADER, 1): 1000, (LEADER, 2): 7, (FOLLOWER, 3): 1000}
        self.assertEqual(
            ended(set_of("0:1,1:1,0:2", "*", rates=rates), [T[0]], rate=1000), {"t": {"leader.replication.throttled.replicas": "1:1"}}
        )

    def test_a_rate_beside_a_star_that_had_none(self) -> None:
        found = set_of("0:1", "*", rates={(FOLLOWER, 3): 1000})
        self.assertNotIn(3, ended(found, [T[0]], rate=1000))
        self.assertIn(3, ended(found, [T[0]], rate=1000, made={(FOLLOWER, 3)}))
        gone = ended(set_of(), [T[0]], rate=1000, made={(FOLLOWER, 3)})
        self.assertEqual(gone, {3: {"follower.replication.throttled.rate": None}}, "also of a broker that has died meanwhile")

    def test_what_a_command_has_left(self) -> None:
        found = Throttles({(LEADER, "t"): ("0:1", "2:1", "x", "9" * 5000 + ":1"), (FOLLOWER, "u"): ("*",)}, {(LEADER, 1): 3})
        self.assertEqual(idle_partitions(found, [T[2]]), {T[0]})
        self.assertEqual(ended(found, [T[0]])["t"], {"leader.replication.throttled.replicas": "2:1,x," + "9" * 5000 + ":1"})
        self.assertEqual(found.text("u", "follower.replication.throttled.replicas"), "*")
        self.assertEqual((found.text(1, "leader.replication.throttled.rate"), found.text("t", FOLLOWER.replicas)), ("3", None))
