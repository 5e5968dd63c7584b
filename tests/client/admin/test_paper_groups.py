"""klog.client.admin.paper_groups, over a broker and a ZooKeeper in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.admin.paper_groups import PaperGroups, host_of
from klog.client.admin.reset import ResetTo
from klog.client.groups.paper.group import PaperConsumerGroup
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import EPHEMERAL, ZookeeperClient
from klog.zookeeper.consumer_znodes import ConsumerRegistration, Pattern
from klog.zookeeper.znodes import TOPICS, BrokerRegistration, RegisteredEndpoint, TopicZnode

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class Between:
    """A client before whose call number `number` something happens."""

    def __init__(self, client: ZookeeperClient, number: int, act: Callable[[], Any]) -> None:
        self._client = client
        self._left = number
        self._act = act

    @property
    def has_acted(self) -> bool:
        """Whether there were so many calls."""
        return self._left < 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        if name not in ("children_of_many", "create", "delete", "exists", "get", "get_children", "get_many", "multi", "set"):
            return found

        def call(*args: Any, **kw: Any) -> Any:
            if self._left == 0:
                self._act()
            self._left -= 1
            return found(*args, **kw)

        return call


class PaperGroupsTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.reactor = self.broker.reactor
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.tree = self.zookeeper.tree
        self.broker.create_topics({"t": 2})
        self.broker.put("t", [b"%d" % number for number in range(10)], partition=0)
        self.broker.advance(60)
        host, _, port = self.broker.bootstrap.rpartition(":")
        self.tree.put(TOPICS)
        self.tree.put(BrokerRegistration.path(1), BrokerRegistration(1, (RegisteredEndpoint("PLAINTEXT", host, int(port)),)).encode())
        self.tree.put(TopicZnode.path("t"), TopicZnode(None, {0: (1,), 1: (1,)}).encode())
        self.client = ZookeeperClient(self.zookeeper.connect, reactor=self.reactor)
        self.reactor.until(self.client.connect())
        self.addCleanup(lambda: self.reactor.until(self.client.close()))
        self.admin = Admin(self.reactor, self.broker.bootstrap)
        self.admin.startService()
        self.addCleanup(lambda: self.reactor.until(self.admin.stopService()))
        self.groups = PaperGroups(self.admin.routing, self.client)

    def do(self, asked: Any) -> Any:
        return self.reactor.until(asked)

    def group(self, name: str = "g", **offsets: int) -> None:
        """A group that nobody reads for, with offsets as ``t_0=5``."""
        self.tree.put(f"/consumers/{name}/ids")
        self.tree.put(f"/consumers/{name}/owners")
        for place, offset in offsets.items():
            topic, _, partition = place.partition("_")
            self.tree.put(f"/consumers/{name}/offsets/{topic}/{partition}", b"%d" % offset)

    def register(self, name: str = "g") -> None:
        """Somebody is a member."""
        data = ConsumerRegistration({"t": 1}).encode()
        self.do(self.client.create(f"/consumers/{name}/ids/{name}_host-1-a", data, None, EPHEMERAL))

    def test_there_are_none(self) -> None:
        self.assertEqual(self.do(self.groups.list_groups()), [])
        described = self.do(self.groups.describe_groups(["g"]))
        self.assertIs(described.errors["g"].code, ErrorCode.GROUP_ID_NOT_FOUND)
        self.assertIs(self.do(self.groups.delete_groups(["g"])).errors["g"].code, ErrorCode.GROUP_ID_NOT_FOUND)

    def test_a_group_that_reads(self) -> None:
        group = PaperConsumerGroup(self.reactor, self.zookeeper.connect, "g", ["t"], auto_offset_reset="smallest", client_id="one")
        self.assertTrue(self.do(group.poll(timeout_ms=10_000)))
        self.do(group.commit({T0: 4}))
        self.group("idle", t_0=10)
        self.assertEqual([(one.group_id, one.state) for one in self.do(self.groups.list_groups())], [("g", "Stable"), ("idle", "Empty")])
        self.assertEqual([one.group_id for one in self.do(self.groups.list_groups(states=["empty"]))], ["idle"])
        found = self.do(self.groups.describe_groups(["g", "idle", "g"])).check()
        (member,) = found["g"].members
        self.assertEqual((member.member_id, member.topics, member.assignment), (group.membership.consumer_id, ("t",), (T0, T1)))
        self.assertEqual(found["idle"].members, ())
        lags = self.do(self.groups.lag(["g", "idle"])).check()
        self.assertEqual((lags["g"][T0].committed, lags["g"][T0].records_behind), (4, 6))
        self.assertGreaterEqual(lags["g"][T0].seconds_behind or 0, 60)
        self.assertIsNone(lags["g"][T1].committed)
        self.assertEqual(lags["idle"][T0].records_behind, 0)
        for refused in (self.do(self.groups.delete_groups(["g"])).errors["g"],):
            self.assertIs(refused.code, ErrorCode.NON_EMPTY_GROUP)
        self.assertIn("/consumers/g/offsets/t/0", self.tree)
        self.do(group.stopService())

    def test_a_reset_is_planned_and_then_done(self) -> None:
        self.group(t_0=5)
        plan = self.do(self.groups.plan_reset("g", ResetTo.earliest(), topics=["t"]))
        self.assertEqual([(row.partition, row.before, row.after) for row in plan.rows], [(T0, 5, 0), (T1, None, 0)])
        self.assertEqual((plan.state, plan.members), ("Empty", 0))
        self.assertEqual(self.tree.get("/consumers/g/offsets/t/0"), b"5")
        self.assertEqual(set(self.do(self.groups.execute_reset(plan)).check()), {T0, T1})
        self.assertEqual((self.tree.get("/consumers/g/offsets/t/0"), self.tree.get("/consumers/g/offsets/t/1")), (b"0", b"0"))
        self.assertEqual(self.tree.names("/consumers/g/ids"), [])

    def test_a_group_that_does_not_exist_yet_may_be_set(self) -> None:
        plan = self.do(self.groups.plan_reset("new", ResetTo.latest(), topics=["t"]))
        self.do(self.groups.execute_reset(plan)).check()
        self.assertEqual(self.tree.get("/consumers/new/offsets/t/0"), b"10")
        self.assertEqual([one.state for one in self.do(self.groups.list_groups())], ["Empty"])
        with self.assertRaises(KlogError):
            self.do(self.groups.plan_reset("other", ResetTo.latest()))

    def test_nothing_is_moved_under_a_member_that_came_meanwhile(self) -> None:
        self.group(t_0=5)
        plan = self.do(self.groups.plan_reset("g", ResetTo.latest()))
        self.register()
        refused = self.do(self.groups.execute_reset(plan)).errors
        self.assertIs(refused[T0].code, ErrorCode.NON_EMPTY_GROUP)
        gone = self.do(self.groups.delete_group_offsets("g", [T0]))
        self.assertIs(gone.errors[T0].code, ErrorCode.NON_EMPTY_GROUP)
        self.assertIs(self.do(self.groups.delete_groups(["g"])).errors["g"].code, ErrorCode.NON_EMPTY_GROUP)
        self.assertEqual(self.tree.get("/consumers/g/offsets/t/0"), b"5")
        self.assertEqual(len(self.tree.names("/consumers/g/ids")), 1)
        self.assertEqual(self.do(self.groups.plan_reset("g", ResetTo.latest())).members, 1)

    def test_deleted(self) -> None:
        self.group(t_0=5, t_1=6)
        self.group("h", t_0=1)
        self.tree.put("/consumers/g/own/thing", b"of somebody else")
        self.assertEqual(list(self.do(self.groups.delete_group_offsets("g", [T1, TopicPartition("nix", 3)])).check()), [("nix", 3), T1])
        self.assertEqual(self.do(self.groups.list_group_offsets(["g"])).check()["g"].keys(), {T0})
        self.do(self.groups.delete_groups(["g"])).check()
        self.assertEqual(self.tree.names("/consumers"), ["h"])

    def at_every_moment(self, act: Callable[[str], Any], ask: Callable[[PaperGroups, str], Any]) -> Iterator[tuple[str, Any]]:
        """Names of groups, and what became of `ask` where `act` happened before its first, its second, … call of ZooKeeper."""
        for number in range(100):
            name = f"g{number}"
            self.group(name, t_0=5)
            client = Between(self.client, number, lambda name=name: act(name))  # type: ignore[misc]
            found = self.do(ask(PaperGroups(self.admin.routing, cast(ZookeeperClient, client)), name))
            if not client.has_acted:
                self.assertGreater(number, 2)
                return
            yield name, found

    def test_a_member_that_comes_while_its_group_is_deleted_stays(self) -> None:
        def come(name: str) -> None:
            self.tree.put(f"/consumers/{name}/ids/{name}_host-1-a", ConsumerRegistration({"t": 1}).encode())

        for name, found in self.at_every_moment(come, lambda groups, name: groups.delete_groups([name])):
            self.assertIs(found.errors[name].code, ErrorCode.NON_EMPTY_GROUP)
            self.assertIn(f"/consumers/{name}/ids/{name}_host-1-a", self.tree)
            self.assertIn(f"/consumers/{name}/offsets/t/0", self.tree)

    def test_lost_answers_are_no_failures(self) -> None:
        def reset(groups: PaperGroups, name: str) -> Any:
            return groups.execute_reset(self.do(self.groups.plan_reset(name, ResetTo.latest())))

        for lose in (self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request):
            for name, found in self.at_every_moment(lambda name, lose=lose: lose(), lambda groups, name: groups.delete_groups([name])):
                found.check()
                self.assertNotIn(f"/consumers/{name}", self.tree)
            for name, found in self.at_every_moment(lambda name, lose=lose: lose(), reset):
                found.check()
                self.assertEqual(self.tree.get(f"/consumers/{name}/offsets/t/0"), b"10")
            forget = self.at_every_moment(lambda name, lose=lose: lose(), lambda groups, name: groups.delete_group_offsets(name, [T0]))
            for name, found in forget:
                found.check()
                self.assertNotIn(f"/consumers/{name}/offsets/t/0", self.tree)

    def test_a_group_that_somebody_deletes_meanwhile(self) -> None:
        def delete(name: str) -> None:
            root = f"/consumers/{name}"
            for below in ("/offsets/t/1", "/offsets/t/0", "/offsets/t", "/offsets", "/owners", "/ids", ""):
                if root + below in self.tree:
                    self.tree.delete(root + below)

        def reset(groups: PaperGroups, name: str) -> Any:
            return groups.execute_reset(self.do(self.groups.plan_reset(name, ResetTo.latest(), topics=["t"])))

        for name, found in self.at_every_moment(delete, reset):
            found.check()
            self.assertEqual(self.tree.get(f"/consumers/{name}/offsets/t/0"), b"10")

    def test_only_the_registry_of_members_goes_meanwhile(self) -> None:
        def delete(name: str) -> None:
            if f"/consumers/{name}/ids" in self.tree:
                self.tree.delete(f"/consumers/{name}/ids")

        for name, found in self.at_every_moment(delete, lambda groups, name: groups.delete_group_offsets(name, [T0])):
            found.check()
            self.assertNotIn(f"/consumers/{name}/offsets/t/0", self.tree)

    def test_what_others_wrote_wrongly_is_one_group_s_error(self) -> None:
        self.group("bad", t_0=5)
        self.tree.put("/consumers/bad/offsets/t/0", b"five")
        self.group("worse", t_0=5)
        self.tree.put("/consumers/worse/ids/x", b"{")
        self.group("good", t_0=5)
        lags = self.do(self.groups.lag(["bad", "worse", "good"]))
        self.assertEqual(list(lags.done), ["good"])
        self.assertIn("/consumers/bad/offsets/t/0", str(lags.errors["bad"]))
        self.assertIn("/consumers/worse/ids/x", str(lags.errors["worse"]))
        self.tree.put("/consumers/good/offsets/t/1", b"-1")
        self.assertEqual(self.do(self.groups.list_group_offsets(["good"])).check()["good"].keys(), {T0})

    def test_patterns(self) -> None:
        self.group()
        self.tree.put("/consumers/g/ids/g_a", ConsumerRegistration({"t.*": 2}, Pattern.WHITE_LIST).encode())
        (member,) = self.do(self.groups.describe_groups(["g"])).check()["g"].members
        self.assertEqual((member.topics, member.topic_pattern, member.client_host), ((), "t.*", ""))

    def test_hosts(self) -> None:
        for consumer_id, host in (("g_web-1-1700-ab12", "web-1"), ("g_mine", ""), ("web-1-1700-ab", ""), ("g_a-b-c", "")):
            self.assertEqual(host_of("g", consumer_id), host)

    def test_zookeeper_is_gone(self) -> None:
        self.group(t_0=5)
        self.zookeeper.stop()
        with self.assertRaises(Exception) as caught:
            self.do(self.groups.list_groups())
        self.assertNotIsInstance(caught.exception, AssertionError)
