"""klog.client.groups.paper.membership: what a member does, and what it says when it cannot."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.client.groups.commits import PartitionsNotOwned
from klog.client.groups.paper.algorithm import Thread
from klog.client.groups.paper.membership import RebalanceFailed
from klog.client.offsets import Committed
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.zookeeper.client import EPHEMERAL, ZookeeperClient
from klog.zookeeper.consumer_znodes import ConsumerRegistration, Pattern
from klog.zookeeper.znodes import TOPICS, BrokerRegistration
from tests.client.groups.paper.world import GROUP, IDS, OFFSETS, OWNERS, Member, Paper

T0 = TopicPartition("t", 0)


class WorldTestCase(SynchronousTestCase):
    """Worlds that end with nothing left over."""

    def world(self, **options: int) -> Paper:
        world = Paper(**options)
        self.addCleanup(world.stop)
        return world

    def failed(self, world: Paper, member: Member, *said: str, code: ErrorCode = ErrorCode.INCONSISTENT_GROUP_PROTOCOL) -> None:
        """`member` has given up, said why in one sentence, and left nothing behind."""
        error = member.error
        assert error is not None, member.membership.state_name
        for part in said:
            self.assertIn(part, str(error))
        self.assertNotIn("\n", str(error))
        self.assertEqual(error.code, code)
        world.advance(1.0)
        self.assertEqual(member.membership.owned, frozenset())
        self.assertNotIn(member.membership.consumer_id, world.tree.names(IDS) if IDS in world.tree else ())


class RegistryTests(WorldTestCase):
    def test_znodes_are_those_of_kafka(self) -> None:
        world = self.world(t=2)
        member = world.join("a", consumer_id="host-1-00c0ffee")
        world.settle()
        (name,) = world.tree.names(IDS)
        self.assertEqual(name, "g_host-1-00c0ffee")
        (session,) = world.zookeeper.session_ids
        self.assertEqual(sorted(world.tree.ephemerals(session)), [f"{IDS}/{name}", f"{OWNERS}/t/0", f"{OWNERS}/t/1"])
        registration = ConsumerRegistration.decode(name, world.tree.get(f"{IDS}/{name}"))
        self.assertEqual((dict(registration.subscription), registration.pattern), ({"t": 1}, Pattern.STATIC))
        self.assertEqual(world.tree.get(f"{OWNERS}/t/1"), b"g_host-1-00c0ffee-0")
        member.read(12)
        world.reactor.until(world.leave("a"))
        self.assertEqual(world.tree.get(f"{OFFSETS}/t/1"), b"12")
        self.assertEqual(world.tree.names(IDS), [])

    def test_an_id_is_made_of_host_time_and_chance(self) -> None:
        world = self.world(t=1)
        member = world.join("a", consumer_id=None)
        self.assertRegex(member.membership.consumer_id, r"^g_[^/]+-\d{13}-[0-9a-f]{8}$")
        world.settle()

    def test_threads_share_as_members_do(self) -> None:
        world = self.world(t=6)
        first, second = world.join("a"), world.join("b")
        world.settle()
        first.membership.use_streams({"t": 2})
        world.settle()
        self.assertEqual(len(first.membership.owned), 4)
        self.assertEqual([first.membership.thread_number(TopicPartition("t", number)) for number in range(5)], [0, 0, 1, 1, None])
        self.assertEqual(len(second.membership.owned), 2)

    def test_patterns_follow_topics(self) -> None:
        world = self.world(t1=2, other=1)
        member = world.join("a", pattern="t.*")
        world.settle()
        self.assertEqual({place.topic for place in member.membership.owned}, {"t1"})
        world.topic("t2", 3)
        world.settle()
        self.assertEqual(len(member.membership.owned), 5)
        world.tree.remove(f"{TOPICS}/t1")
        world.settle()
        self.assertEqual({place.topic for place in member.membership.owned}, {"t2"})

    def test_what_stays_is_read_on(self) -> None:
        world = self.world(t=4)
        member = world.join("a")
        world.settle()
        member.told.clear()
        world.join("b")
        world.settle()
        self.assertEqual(member.told, [("revoked", frozenset({TopicPartition("t", 2), TopicPartition("t", 3)}))])
        world.topic("unknown", 1)
        member.membership.rejoin("for the test")
        world.settle()
        self.assertEqual(member.count("revoked"), 1)

    def test_a_member_with_slow_callbacks_calls_the_others_again(self) -> None:
        world = self.world(t=4)
        slow = world.join("z")
        world.settle()
        slow.pause_s = 30.0
        kafka = world.join_kafka("a", {"t": 1})
        world.advance(15.0)
        self.assertEqual((kafka.owned, slow.error), ([], None))
        # It has given up for now, as Kafka's do.
        kafka.stop_trying()
        world.advance(14.0)
        self.assertEqual(kafka.owned, [])
        world.settle()
        self.assertEqual(len(kafka.owned), 2)
        slow.pause_s = 0.0

    def test_a_member_waits_for_another_with_slow_callbacks(self) -> None:
        world = self.world(t=4)
        slow = world.join("z")
        world.settle()
        slow.pause_s = 40.0
        quick = world.join("a")
        world.advance(39.0)
        self.assertEqual((quick.error, quick.membership.state_name), (None, "retrying"))
        world.settle()
        self.assertEqual(len(quick.membership.owned), 2)
        slow.pause_s = 0.0

    def test_before_3_6(self) -> None:
        world = Paper(version_36=False, t=3)
        world.join("a")
        world.join("b")
        world.settle()
        world.crash("a")
        world.settle()
        world.stop()


class SessionTests(WorldTestCase):
    def test_reading_stops_at_two_thirds_by_our_own_clock(self) -> None:
        world = self.world(t=2)
        member = world.join("a")
        world.settle()
        world.advance(1.0)
        world.zookeeper.freeze()
        world.advance(1.9)
        self.assertEqual(set(world.readers), {T0, TopicPartition("t", 1)})
        world.advance(2.2)
        self.assertEqual(world.readers, {})
        self.assertEqual([kind for kind, _ in member.told[-2:]], ["cut off", "lost"])
        self.assertEqual(member.membership.state_name, "waiting for ZooKeeper")
        # The session is not over; nobody else has taken anything, and it goes on.
        world.zookeeper.thaw()
        world.settle()
        self.assertEqual(set(world.readers), {T0, TopicPartition("t", 1)})

    def test_a_short_break_is_nothing(self) -> None:
        world = self.world(t=2)
        member = world.join("a")
        world.settle()
        member.told.clear()
        world.zookeeper.stop()
        world.advance(2.0)
        world.zookeeper.start()
        world.advance(3.0)
        self.assertEqual(member.told, [])

    def test_commits_end_with_what_they_are_of(self) -> None:
        world = self.world(t=1)
        member = world.join("a")
        world.settle()
        from twisted.internet.defer import Deferred

        world.zookeeper.stop()
        committing = Deferred.fromCoroutine(member.membership.write_offsets({T0: Committed(5)}))
        world.advance(4.5)
        self.failureResultOf(committing, PartitionsNotOwned)
        world.zookeeper.start()
        world.settle()
        refused = Deferred.fromCoroutine(member.membership.write_offsets({TopicPartition("t", 7): Committed(5)}))
        self.failureResultOf(refused, PartitionsNotOwned)

    def test_a_member_that_takes_nothing_is_no_member(self) -> None:
        world = self.world(t=4)
        first, second = world.join("a"), world.join("b")
        world.settle()
        first.membership.suspend("nothing was taken")
        world.advance(1.0)
        self.assertEqual((len(second.membership.owned), world.tree.names(IDS)), (4, ["g_b"]))
        first.membership.resume()
        world.settle()
        self.assertEqual(len(first.membership.owned), 2)


class DeletedTests(WorldTestCase):
    """Somebody deletes what is ours."""

    def test_a_registration_is_made_again(self) -> None:
        world = self.world(t=2)
        world.join("a")
        world.join("b")
        world.settle()
        world.tree.remove(f"{IDS}/g_a")
        world.settle()

    def test_owners_are_noticed(self) -> None:
        world = self.world(t=2)
        member = world.join("a")
        world.settle()
        world.tree.remove(f"{OWNERS}/t/0")
        world.advance(11.0)
        world.settle()
        self.assertIn(("lost", frozenset({T0})), member.told)

    def test_parents_are_made_again(self) -> None:
        world = self.world(t=1)
        member = world.join("a")
        world.settle()
        member.read(3)
        world.reactor.until(member.commit(member.positions))
        for path in (f"{OFFSETS}/t/0", f"{OFFSETS}/t", OFFSETS):
            world.tree.remove(path)
        member.read(1)
        world.reactor.until(member.commit(member.positions))
        self.assertEqual(world.tree.get(f"{OFFSETS}/t/0"), b"4")

    def test_all_of_the_group_is_made_again(self) -> None:
        """By ``deleteall /consumers/g``, or of less or more; every member registers again, and commits go on."""
        for top in (IDS, OFFSETS, f"/consumers/{GROUP}", "/consumers"):
            world = self.world(t=3)
            members = [world.join("a"), world.join("b")]
            world.settle()
            for member in members:
                member.read(3)
                world.reactor.until(member.commit(member.positions))
            self.delete_all(world, top)
            world.acknowledged.clear()
            for member in members:
                world.reactor.until(member.commit(member.positions))
            world.advance(12.0)
            world.settle()
            self.assertEqual([member.error for member in members], [None, None])
            for member in members:
                member.read(1)
                world.reactor.until(member.commit(member.positions))
            self.assertEqual(len(world.tree.names(f"{OFFSETS}/t")), 3)

    def delete_all(self, world: Paper, path: str) -> None:
        for name in list(world.tree.names(path)):
            self.delete_all(world, f"{path}/{name}")
        world.tree.remove(path)


class BadInputTests(WorldTestCase):
    """One sentence each, and nothing is left behind."""

    def test_an_owner_that_never_releases(self) -> None:
        world = self.world(t=3)
        world.put(f"{OWNERS}/t/1", b"somebody-else-0")
        member = world.join("a")
        world.advance(7.0)
        self.assertEqual((member.error, member.membership.state_name), (None, "retrying"))
        world.advance(3.0)
        self.failed(world, member, "group g: partition 1 of topic t by somebody-else-0 is still owned", "tries in 8 s")
        self.assertIsInstance(member.error, RebalanceFailed)
        self.assertEqual(sorted(world.owners().values()), ["somebody-else-0"])
        world.tree.remove(f"{OWNERS}/t/1")

    def test_an_owner_that_releases_late(self) -> None:
        world = self.world(t=3)
        world.put(f"{OWNERS}/t/1", b"somebody-else-0")
        member = world.join("a")
        world.advance(6.5)
        world.tree.remove(f"{OWNERS}/t/1")
        self.assertLess(world.settle(), 0.5)
        self.assertIsNone(member.error)

    def test_what_was_read_is_committed_when_a_member_gives_up(self) -> None:
        world = self.world(t=1)
        member = world.join("a")
        world.settle()
        member.read(9)
        world.put(f"{OWNERS}/t/1", b"x-0")
        world.topic("t", 2)
        world.advance(12.0)
        self.failed(world, member, "x-0")
        self.assertEqual(world.tree.get(f"{OFFSETS}/t/0"), b"9")
        world.tree.remove(f"{OWNERS}/t/1")

    def test_a_members_registration_that_is_no_json(self) -> None:
        world = self.world(t=1)
        world.put(f"{IDS}/stranger", b"{not json")
        member = world.join("a")
        world.advance(10.0)
        self.failed(world, member, "/consumers/g/ids/stranger", "JSON")

    def test_the_same_is_forgotten_when_it_goes_in_time(self) -> None:
        world = self.world(t=1)
        world.put(f"{IDS}/stranger", b'{"version":1}')
        world.join("a")
        world.advance(5.0)
        world.tree.remove(f"{IDS}/stranger")
        self.assertLess(world.settle(), 2.0)

    def test_a_members_pattern_that_is_none(self) -> None:
        world = self.world(t=1)
        world.put(f"{IDS}/stranger", ConsumerRegistration({"(": 1}, Pattern.WHITE_LIST, 1).encode())
        member = world.join("a")
        world.advance(10.0)
        self.failed(world, member, "/consumers/g/ids/stranger", "no regular expression")

    def test_topics_that_cannot_be(self) -> None:
        world = self.world(t=1)
        world.put(f"{IDS}/stranger", ConsumerRegistration({"a/b": 1, "": 2, "..": 1, "t": 1}).encode())
        member = world.join("a", partition_assignor="roundrobin")
        world.advance(2.0)
        self.assertEqual((member.error, member.membership.state_name), (None, "stable"))
        world.tree.remove(f"{IDS}/stranger")

    def test_a_topic_that_is_no_json(self) -> None:
        world = self.world(t=1)
        world.put(f"{TOPICS}/t", b"[]")
        member = world.join("a")
        world.advance(10.0)
        self.failed(world, member, "/brokers/topics/t", "JSON object")

    def test_an_offset_that_is_none(self) -> None:
        world = self.world(t=1)
        world.put(f"{OFFSETS}/t/0", b"twelve")
        member = world.join("a")
        world.advance(1.0)
        self.failed(world, member, "/consumers/g/offsets/t/0", "twelve", code=ErrorCode.INVALID_REQUEST)

    def test_an_offset_that_nobody_knows(self) -> None:
        world = self.world(t=1)
        world.put(f"{OFFSETS}/t/0", b"-1")
        member = world.join("a")
        world.settle()
        self.assertEqual(member.positions, {T0: 0})

    def test_a_chroot_that_does_not_exist(self) -> None:
        world = self.world(t=1)
        member = world.join("a", zookeeper=f"{world.zookeeper.connect}/nowhere")
        world.advance(2.0)
        self.failed(world, member, "group g: ZooKeeper has no node /nowhere", code=ErrorCode.INVALID_CONFIG)

    def test_a_zookeeper_that_is_down_at_the_start(self) -> None:
        world = self.world(t=2)
        world.zookeeper.stop()
        member = world.join("a")
        world.advance(20.0)
        self.assertEqual((member.error, member.membership.state_name), (None, "outside"))
        world.zookeeper.start()
        world.settle()

    def test_stopping_while_it_is_down(self) -> None:
        world = self.world(t=2)
        world.zookeeper.stop()
        world.join("a")
        world.advance(3.0)
        began_s = world.reactor.seconds()
        world.reactor.until(world.leave("a"))
        self.assertLess(world.reactor.seconds() - began_s, 1.0)
        world.zookeeper.start()

    def test_no_brokers_yet(self) -> None:
        world = self.world(t=2, brokers=False)
        world.put("/brokers/ids/7", b"no json")
        member = world.join("a")
        world.advance(12.0)
        self.assertEqual((member.error, world.owners()), (None, {}))
        world.add_broker(1)
        world.settle()
        self.assertEqual(member.routing.settings.bootstrap_servers, "192.0.2.99:9001")
        world.add_broker(2)
        world.advance(1.0)
        self.assertEqual(member.routing.settings.bootstrap_servers, "192.0.2.99:9001,192.0.2.99:9002")
        # They go, and what is known of them stays.
        for number in (1, 2):
            world.tree.remove(BrokerRegistration.path(number))
        world.advance(1.0)
        self.assertEqual((member.membership.state_name, len(member.membership.owned)), ("stable", 2))

    def test_two_of_one_name(self) -> None:
        world = self.world(t=2)
        world.join("a")
        world.settle()
        second = world.join("b", consumer_id="a")
        world.advance(10.0)
        error = second.error
        assert error is not None
        self.assertIn("another consumer is registered as g_a", str(error))
        world.reactor.until(world.leave("b"))
        world.settle()

    def test_znodes_that_are_closed_to_us(self) -> None:
        world = self.world(t=1)
        client = ZookeeperClient(world.zookeeper.connect, reactor=world.reactor)
        world.reactor.until(client.connect())
        world.reactor.until(client.add_auth("digest", "anna:secret"))
        world.reactor.until(client.create("/consumers/g", b"", [{"perms": 31, "scheme": "auth", "id": ""}]))
        member = world.join("a")
        world.advance(1.0)
        self.failed(world, member, "/consumers/g", code=ErrorCode.GROUP_AUTHORIZATION_FAILED)
        world.reactor.until(client.close())

    def test_with_the_right_password(self) -> None:
        world = self.world(t=1)
        client = ZookeeperClient(world.zookeeper.connect, reactor=world.reactor, auth=[("digest", "anna:secret")])
        world.reactor.until(client.connect())
        world.reactor.until(client.create("/consumers/g", b"", [{"perms": 31, "scheme": "auth", "id": ""}]))
        world.join("a", zookeeper_auth=[("digest", "anna:secret")])
        world.settle()
        world.reactor.until(client.close())

    def test_a_mistake_of_ours_stops_everything(self) -> None:
        world = self.world(t=1)
        member = world.join("a")
        world.settle()

        def broken(*_: object) -> dict[TopicPartition, Thread]:
            raise ZeroDivisionError("for the test")

        self.patch(member.membership, "_share", broken)
        member.membership.rejoin("for the test")
        world.advance(1.0)
        self.failed(world, member, "for the test", code=ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertEqual(world.readers, {})
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)


class StrangerTests(WorldTestCase):
    def test_a_session_of_our_own_that_is_over_is_waited_out(self) -> None:
        """Quickly started again under the same name: what the old session left goes with it, and is never taken for ours."""
        world = self.world(t=1)
        client = ZookeeperClient(world.zookeeper.connect, 6000, 2000, reactor=world.reactor)
        world.reactor.until(client.connect())
        world.put(OWNERS + "/t")
        world.put(IDS)
        for path in (f"{IDS}/g_a", f"{OWNERS}/t/0"):
            world.reactor.until(client.create(path, b"g_a-0" if "owners" in path else b"{}", flags=EPHEMERAL))
        member = world.join("a")
        world.advance(3.0)
        self.assertEqual((member.error, member.membership.owned), (None, frozenset()))
        world.zookeeper.expire(client.session_id)
        world.settle()
        self.assertIsNone(member.error)
        world.reactor.until(client.close())
