"""klog.cli.group.keeper, over a broker and a ZooKeeper in memory."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.cli.connection import Connection, resolve
from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.group.command import describe_groups, watch_groups
from klog.cli.group.keeper import Keeper
from klog.cli.main import cli
from klog.cli.rdkafka_names import Translated
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.znodes import BrokerRegistration, RegisteredEndpoint
from tests.cli.rig import Captured


class KeeperTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.reactor = self.broker.reactor
        self.zookeeper = MemoryZooKeeper(self.reactor)
        self.tree = self.zookeeper.tree
        self.broker.create_topics({"t": 1})
        self.broker.put("t", [b"1", b"2"])
        self.tree.put("/brokers/ids")

    def announce(self) -> None:
        host, _, port = self.broker.bootstrap.rpartition(":")
        endpoint = RegisteredEndpoint("PLAINTEXT", host, int(port))
        self.tree.put(BrokerRegistration.path(1), BrokerRegistration(1, (endpoint,)).encode())

    def work(self, body: Any, bootstrap: str = "", connect: str = "", **how: Any) -> Any:
        keeper = Keeper(Connection(bootstrap, Translated(), 3.0, 3.0), connect or self.zookeeper.connect)
        return self.reactor.until(Deferred.fromCoroutine(keeper.work(self.reactor, body, **how)))

    def test_the_brokers_are_found_in_zookeeper(self) -> None:
        self.announce()
        self.tree.put("/consumers/g/offsets/t/0", b"1")
        found, failures = self.work(lambda groups: describe_groups(groups, ["g", "nix"]))
        (one,) = found
        self.assertEqual((one["group"], one["state"], one["type"], one["coordinator"]), ("g", "Empty", "zookeeper", None))
        self.assertEqual([(row["committed"], row["end"], row["records_behind"]) for row in one["partitions"]], [(1, 2, 1)])
        self.assertIn("nix", failures[0].errors)

    def test_brokers_that_are_named_are_asked(self) -> None:
        self.tree.put("/consumers/g/offsets/t/0", b"2")
        found, _ = self.work(lambda groups: describe_groups(groups, ["g"]), self.broker.bootstrap)
        self.assertEqual(found[0]["records_behind"], 0)

    def test_no_broker_is_there(self) -> None:
        self.tree.put("/consumers/g/offsets/t/0", b"2")
        with self.assertRaises(CommandFailed) as caught:
            self.work(lambda groups: describe_groups(groups, ["g"]))
        self.assertIn("is its chroot missing", caught.exception.sentence)
        self.assertIs(caught.exception.code, Exit.UNREACHABLE)

        async def known(groups: Any) -> Any:
            return await groups.list_group_offsets(["g"])

        # What ZooKeeper knows needs none.
        offsets = self.work(known, asks_brokers=False).check()
        self.assertEqual(offsets["g"][TopicPartition("t", 0)].offset, 2)

    def test_zookeeper_does_not_answer(self) -> None:
        with self.assertRaises(CommandFailed) as caught:
            self.work(lambda groups: describe_groups(groups, ["g"]), connect="192.0.2.55:2181")
        self.assertIn("ZooKeeper 192.0.2.55:2181 does not answer", caught.exception.sentence)
        self.assertIs(caught.exception.code, Exit.UNREACHABLE)

    def test_a_chroot_that_does_not_exist(self) -> None:
        """Groups are not there either, but that is not what is wrong."""
        with self.assertRaises(CommandFailed) as caught:
            self.work(lambda groups: groups.list_groups(), connect=f"{self.zookeeper.connect}/kafak", asks_brokers=False)
        self.assertIn("no node /kafak", caught.exception.sentence)
        self.assertIs(caught.exception.code, Exit.NOT_FOUND)

    def test_zookeeper_goes_away(self) -> None:
        self.announce()

        async def body(groups: Any) -> Any:
            self.zookeeper.stop()
            return await groups.list_groups()

        with self.assertRaises(CommandFailed) as caught:
            self.work(body)
        self.assertIn("ZooKeeper", caught.exception.sentence)
        self.assertIs(caught.exception.code, Exit.UNREACHABLE)

    def test_watching_goes_on_in_a_new_session(self) -> None:
        """ZooKeeper was away for so long that the session is over: else each round would fail for ever, though it is back."""
        self.announce()
        self.tree.put("/consumers/g/offsets/t/0", b"1")
        out = Captured()
        keeper = Keeper(Connection("", Translated(), 3.0, 3.0), self.zookeeper.connect)
        watching = Deferred.fromCoroutine(watch_groups(self.reactor, keeper, ["g"], False, 1.0, out))
        self.reactor.advance(3)
        self.assertGreater(out.out.text.count("g\tEmpty"), 1)
        self.zookeeper.expire_all()
        self.reactor.advance(5)
        already = out.out.text.count("g\tEmpty")
        self.reactor.advance(10)
        self.assertGreater(out.out.text.count("g\tEmpty"), already + 5)
        watching.cancel()
        self.reactor.advance(5)
        self.failureResultOf(watching, CancelledError)


class OptionTests(SynchronousTestCase):
    def test_an_address_that_cannot_be(self) -> None:
        for command in (["list"], ["describe", "g"], ["reset", "g", "--to-latest"], ["seek", "g", "t:0:1"], ["delete", "g"]):
            with self.assertRaises(CommandFailed) as caught:
                cli.main(["group", *command, "--zookeeper", "host:x"], standalone_mode=False)
            self.assertIn("--zookeeper host:x", caught.exception.sentence)
            self.assertIs(caught.exception.code, Exit.USAGE)

    def test_the_environment_s_brokers_are_not_meant(self) -> None:
        environment = {"KLOG_BOOTSTRAP": "elsewhere:9092", "HOME": "/nonexistent"}
        self.assertEqual(resolve(None, (), "none", None, environment, is_found_later=True).bootstrap, "")
        self.assertEqual(resolve("here:1", (), "none", None, environment, is_found_later=True).bootstrap, "here:1")
        self.assertEqual(resolve(None, (), "none", None, environment).bootstrap, "elsewhere:9092")
