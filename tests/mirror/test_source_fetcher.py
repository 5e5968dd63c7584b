"""Batches are copied as they are, and what cannot be equal is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from klog.client.metadata import ClusterMetadata
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode, KlogError
from klog.mirror import source_fetcher
from klog.mirror.decisions.states import CopyState
from klog.mirror.source_fetcher import SourceFetcher
from klog.replication.fetch_session import FollowerFetchSession, Key, Wanted
from klog.storage.log.follower_append_rules import FollowedBatches
from klog.wire.messages.fetch import FetchResponse
from tests.mirror.rig import TwoClusters


class CopyingTests(TwoClusters):
    """The ordinary way."""

    def test_all_kinds_of_batches(self) -> None:
        """Codecs, idempotent producers, transactions decided either way and open, with their markers."""
        self.source.create_topics({"web.a": 1})
        for compression in ("none", "gzip", "snappy", "lz4", "zstd"):
            producer = Producer(self.reactor, self.source.bootstrap, compression=compression)
            self.until(producer.send_many("web.a", [b"x" * 100] * 20))
            self.until(producer.stopService())
        producer = Producer(self.reactor, self.source.bootstrap, transactional_id="t")

        async def transact() -> None:
            async with producer.transaction() as transaction:
                transaction.send("web.a", b"kept")
            try:
                async with producer.transaction() as transaction:
                    transaction.send("web.a", b"dropped")
                    raise ZeroDivisionError
            except ZeroDivisionError:
                pass

        self.until(transact())
        self.link()
        self.until_level("web.a")
        self.assert_equal("web.a")
        self.assertEqual(self.destination.messages("web.a")[-2].value, self.source.messages("web.a")[-2].value)
        self.until(producer.stopService())

    def test_it_goes_on(self) -> None:
        self.source.create_topics({"web.a": 3})
        self.link()
        for number in range(30):
            self.source.put("web.a", [b"%d" % number], partition=number % 3)
            self.run_for(0.3)
        self.until_level("web.a", 3)
        self.assert_equal("web.a", 3)
        record = self.run_until(lambda: self.picture().copies.get(("web.a", 0)))
        self.run_until(lambda: self.picture().copies["web.a", 0].end == 10)
        self.assertEqual((record.lost, record.cut), ((), ()))
        self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.LEVEL)

    def test_leader_epochs_come_along(self) -> None:
        """Ours are raised to them: clients that read a higher epoch than the metadata name would trust no leader any more."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        for _ in range(3):
            self.source.stop()
            self.source.start()
            self.source.put("web.a", [b"b"])
        self.link()
        self.until_level("web.a")
        self.assert_equal("web.a")
        info = self.destination.broker.coordination.topics()["web.a"]  # type: ignore[union-attr]
        theirs = self.source.broker.coordination.topics()["web.a"]  # type: ignore[union-attr]
        self.assertEqual(info.partitions[0].leader_epoch, theirs.partitions[0].leader_epoch)

    def test_only_who_leads_is_believed(self) -> None:
        """A broker that has lost its tail, and follows by now, would answer where its log parts from the copy's, which is no loss."""
        self.source.create_topics({"web.a": 1})
        named: list[int] = []
        asks = FollowerFetchSession.request

        def asked(session: FollowerFetchSession, wanted: Sequence[Wanted], gone: Sequence[Key]) -> Any:
            if any(one.topic == "web.a" and one.log_start == -1 for one in wanted):
                named.extend(one.leader_epoch for one in wanted)
            return asks(session, wanted, gone)

        self.patch(FollowerFetchSession, "request", asked)
        self.source.put("web.a", [b"a"])
        self.link()
        self.until_level("web.a")
        for _ in range(2):
            # It leads on, in another epoch.
            self.source.stop()
            self.source.start()
            self.source.put("web.a", [b"b"])
            self.until_level("web.a")
            theirs = self.source.broker.coordination.topics()["web.a"]  # type: ignore[union-attr]
            self.assertEqual(named[-1], theirs.partitions[0].leader_epoch)
        self.assertEqual(sorted(set(named)), list(range(named[-1] + 1)))
        self.assert_equal("web.a")

    def test_a_source_whose_leader_epochs_have_gone_back(self) -> None:
        """Its ZooKeeper was put back, say: what is named it will not hear of, and after a while nothing is."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        knows = ClusterMetadata.leader_epoch
        self.patch(ClusterMetadata, "leader_epoch", lambda metadata, tp: knows(metadata, tp) + 3 * (tp.topic == "web.a"))
        self.link()
        self.run_until(lambda: self.state("web.a"))
        record = self.run_until(lambda: (one := self.picture().copies.get(("web.a", 0))) and one.reason and one)
        self.assertIn("epoch", record.reason)
        self.until_level("web.a")
        self.source.put("web.a", [b"b"])
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_producer_ids_are_not_given_out_again(self) -> None:
        """An idempotent producer that begins here is not taken for one whose sequences were copied."""
        self.source.create_topics({"web.a": 1})
        producer = Producer(self.reactor, self.source.bootstrap)
        self.until(producer.send("web.a", b"x"))
        self.link()
        self.until_level("web.a")
        there = self.until(self.there.describe_producers([self.tp("web.a")]))[self.tp("web.a")]
        coordination = self.destination.broker.coordination
        assert coordination is not None
        self.assertGreater(self.until(coordination.next_producer_id()), there[0].producer_id)
        self.until(producer.stopService())

    def test_the_destination_starts_again(self) -> None:
        """Where its log ends is where it goes on, in order or not."""
        self.source.create_topics({"web.a": 1})
        self.link()
        for number in range(6):
            self.source.put("web.a", [b"%d" % number] * 5)
            self.until_level("web.a")
            if number % 2:
                self.destination.kill()
            else:
                self.destination.stop()
            self.source.put("web.a", [b"meanwhile"])
            self.destination.start()
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_the_connection_breaks(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.link()
        for number in range(5):
            self.source.put("web.a", [b"%d" % number] * 5)
            self.run_for(0.2)
            self.reactor.cut(9092)
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_the_source_is_away(self) -> None:
        """It is said, and taken back."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.link()
        self.until_level("web.a")
        self.source.stop()
        record = self.run_until(lambda: (one := self.picture().copies["web.a", 0]).reason and one)
        self.assertIs(record.state, CopyState.WAITING)
        self.source.start()
        self.source.put("web.a", [b"b"])
        self.until_level("web.a")
        self.run_until(lambda: self.picture().copies["web.a", 0].state is CopyState.LEVEL)

    def test_a_source_whose_quota_is_used_up_says_nothing(self) -> None:
        """Its answer has no partition in it (KIP-219), which is not that nothing is missing."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        takes, seen = SourceFetcher._take_all, list[int]()

        def take(fetcher: SourceFetcher, answer: FetchResponse) -> None:
            if len(seen) < 3:
                takes(fetcher, FetchResponse(throttle_time_ms=800, session_id=answer.session_id, responses=[]))
                seen.extend(one.source_end for one in fetcher._copies.values())
            else:
                takes(fetcher, answer)

        self.patch(SourceFetcher, "_take_all", take)
        self.link()
        self.until_level("web.a")
        self.assertEqual(seen, [-1, -1, -1])
        self.assert_equal("web.a")

    def test_a_source_before_kip_219_that_is_throttled_says_all(self) -> None:
        """It holds its answer back itself: without partitions it says that there is nothing new."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.patch(source_fetcher, "_NEWEST", 7)
        takes = SourceFetcher._take_all

        def take(fetcher: SourceFetcher, answer: FetchResponse) -> None:
            answer.throttle_time_ms = 800
            takes(fetcher, answer)

        self.patch(SourceFetcher, "_take_all", take)
        self.link()
        self.until_level("web.a")
        self.assert_equal("web.a")

    def test_hurt_on_its_way(self) -> None:
        """What the checksum does not fit is asked for again."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.link()
        self.run_until(lambda: self.state("web.a"))
        partition = self.run_until(lambda: self.destination.broker.partitions.get("web.a", 0))  # type: ignore[union-attr]
        takes, times = partition.log.append_as_follower, 3

        def hurt(records: memoryview, most_epoch: int | None = None) -> FollowedBatches:
            nonlocal times
            times -= 1
            if times >= 0:
                broken = bytearray(records)
                broken[-1] ^= 1
                return takes(bytes(broken))  # type: ignore[no-any-return]
            return takes(records)  # type: ignore[no-any-return]

        partition.log.append_as_follower = hurt
        self.until_level("web.a")
        self.assert_equal("web.a")


class OwnMistakeTests(TwoClusters):
    """A mistake of klog's own costs one partition a pause."""

    def test_in_one_partition(self) -> None:
        self.source.create_topics({"web.a": 2})
        self.link()
        partition = self.run_until(lambda: self.destination.broker.partitions.get("web.a", 0))  # type: ignore[union-attr]
        takes = partition.log.append_as_follower
        partition.log.append_as_follower = lambda records, most_epoch=None: 1 // 0
        self.source.put("web.a", [b"a"])
        self.source.put("web.a", [b"b"], partition=1)
        self.run_until(lambda: self.end(self.destination, "web.a", 1) == 1)
        [copying] = [one for one in self.running().copying if one.key == ("web.a", 0)]
        self.assertIn("mistake", copying.reason)
        partition.log.append_as_follower = takes
        self.until_level("web.a", 2)
        self.assertTrue(self.flushLoggedErrors(ZeroDivisionError))


class ReadOnlyTests(TwoClusters):
    """Nobody else writes to a copy."""

    def test_clients(self) -> None:
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a", b"b"])
        self.link()
        self.until_level("web.a")
        producer = Producer(self.reactor, self.destination.bootstrap)
        sent = producer.send("web.a", b"mine")
        with self.assertRaises(KlogError) as caught:
            self.until(sent)
        self.assertIn("klog mirror promote dc1", str(caught.exception))
        outcomes = self.until(self.here.delete_records({self.tp("web.a"): 1}))
        self.assertIs(outcomes.errors[self.tp("web.a")].code, ErrorCode.POLICY_VIOLATION)
        self.assert_equal("web.a")
        self.until(producer.stopService())
