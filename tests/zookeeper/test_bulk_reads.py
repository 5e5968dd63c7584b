"""Many reads: in pieces whose answers stay small, with and without multiRead."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.bulk_reads import FIRST_COUNT, MOST_COUNT, PIECE_BYTES, next_count
from klog.zookeeper.errors import ConnectionLossException, MarshallingErrorException, NoNodeException
from tests.zookeeper.test_client_connection import ClientCase


class NextCountTests(SynchronousTestCase):
    """`next_count`."""

    def test_grows_and_is_bounded(self) -> None:
        self.assertEqual(next_count(32, 1), 128)
        self.assertEqual(next_count(900, 1), MOST_COUNT)
        self.assertEqual(next_count(1000, PIECE_BYTES / 10), 10)
        self.assertEqual(next_count(1000, PIECE_BYTES * 10), 1)


class ReadsTests(ClientCase):
    """`get_many` and `children_of_many`."""

    def test_in_order_with_errors_as_values(self) -> None:
        client = self.connect()
        tree = self.zookeeper.tree
        paths = [f"/n{index}" for index in range(700)]
        for index, path in enumerate(paths):
            if index % 10:
                tree.put(path, b"%d" % index)
        values = self.reactor.until(client.get_many(paths))
        self.assertEqual(len(values), 700)
        for index, value in enumerate(values):
            if index % 10:
                assert isinstance(value, tuple)
                self.assertEqual((value[0], value[1]["dataLength"]), (b"%d" % index, len(str(index))))
            else:
                assert isinstance(value, NoNodeException)
                self.assertEqual(value.path, paths[index])
        self.assertEqual(self.reactor.until(client.get_many([])), [])
        self.assertTrue(client.connected)

    def test_children(self) -> None:
        client = self.connect(self.zookeeper.connect + "/top")
        for path in ("/top", "/top/a", "/top/a/1", "/top/a/2", "/top/b"):
            self.zookeeper.tree.put(path, b"")
        found = self.reactor.until(client.children_of_many(["/a", "/b", "/c", "/"]))
        self.assertEqual(
            [sorted(one) if isinstance(one, list) else type(one) for one in found], [["1", "2"], [], NoNodeException, ["a", "b"]]
        )

    def test_lost_on_the_way(self) -> None:
        client = self.connect()
        reading = client.get_many(["/"])
        self.reactor.cut()
        with self.assertRaises(ConnectionLossException):
            self.reactor.until(reading)


class NewServerTests(ReadsTests):
    """What multiRead does."""

    def test_few_messages(self) -> None:
        client = self.connect()
        self.reactor.until(client.get_many([f"/{index}" for index in range(5000)]))
        self.assertLess(self.zookeeper.served["MultiRead"], 15)

    def test_large_nodes_make_small_pieces(self) -> None:
        client = self.connect()
        paths = [f"/n{index:03}" for index in range(80)]
        for index, path in enumerate(paths):
            # The first pieces are small, and then they are not.
            self.zookeeper.tree.put(path, b"x" * (10 if index < FIRST_COUNT else 200_000))
        values = self.reactor.until(client.get_many(paths))
        self.assertEqual([len(value[0]) for value in values if isinstance(value, tuple)], [10] * 32 + [200_000] * 48)
        self.assertTrue(client.connected)

    def test_one_node_larger_than_allowed(self) -> None:
        client = self.connect(max_reply_bytes=1000)
        self.zookeeper.tree.put("/a", b"x" * 2000)
        with self.assertRaises(MarshallingErrorException):
            self.reactor.until(client.get_many(["/a"]))
        self.assertTrue(client.connected)


class OldServerTests(ReadsTests):
    """Before 3.6: one by one, pipelined; the server hangs up once."""

    version_36 = False

    def test_asked_once(self) -> None:
        client = self.connect()
        for _ in range(3):
            self.reactor.until(client.get_many(["/"]))
        self.assertEqual(self.states(), ["connected", "connecting", "connected"])


del ReadsTests
