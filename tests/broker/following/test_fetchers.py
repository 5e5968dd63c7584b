"""Which fetcher copies which partition."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.following.fetchers import fetcher_of
from tests.broker.following.replica_pair import ReplicaPairCase


class FetcherOfTests(SynchronousTestCase):
    """As Kafka shares them out (``AbstractFetcherManager.getFetcherId``)."""

    def test_shares(self) -> None:
        self.assertEqual([fetcher_of("t", partition, 1) for partition in range(3)], [0, 0, 0])
        # 31 * "test".hashCode() is 110,251,488 * ..., taken in 32 bits.
        hashed = (31 * 3556498) & 0xFFFFFFFF
        signed = hashed - 2**32 if hashed >= 2**31 else hashed
        self.assertEqual([fetcher_of("test", partition, 4) for partition in range(4)], [abs(signed + one) % 4 for one in range(4)])


class ReplicaFetchersTests(ReplicaPairCase):
    """One for each leader and number."""

    def test_they_come_and_go(self) -> None:
        replica = self.both()
        other = self.both(topic="u")
        self.assertEqual(len(self.copying), 1)
        self.copying.leave(replica)
        self.copying.close_idle()
        self.assertEqual(len(self.copying), 1)
        self.copying.leave(other)
        self.copying.close_idle()
        self.assertEqual(len(self.copying), 0)
        self.copying.close()
        self.copying.follow(replica, 1, 0)
        self.copying.settings_changed()
        self.assertEqual(len(self.copying), 0)

    def test_a_broker_that_stops_begins_nothing(self) -> None:
        """What it has led would be in sync again just when it goes: leaders of Kafka 2.8 counted upon it for ever (KAFKA-12686)."""
        self.both()
        self.copying.follow_no_more()
        self.put(b"a")
        self.run_for(0.7)
        self.assert_equal_logs()
        self.both(topic="u")
        self.assertEqual([one.topic_partition.topic for one in self.copying._followed], ["t"])
        # Not the same under another leader either, and nothing is shared out anew.
        self.both(1)
        self.second_settings.set_dynamic({}, {"num.replica.fetchers": "2"})
        self.copying.settings_changed()
        self.copying.close_idle()
        self.assertEqual(len(self.copying), 0)

    def test_a_new_epoch_goes_by_the_same_connection(self) -> None:
        """And in the same session."""
        self.both()
        self.put(b"a")
        self.run_for(0.1)
        self.both(1)
        self.put(b"b")
        self.run_for(0.7)
        self.assert_equal_logs()
        self.assertEqual(len(self.links), 1)
        self.assertEqual({one.session_epoch for one in self.links[0].sent if one.session_id == 0}, {0})
        self.assertGreater(self.links[0].sent[-1].session_epoch, 1)

    def test_shared_out_anew(self) -> None:
        """``num.replica.fetchers`` changes while it runs; nothing is lost, and no connection is left over."""
        for topic in ("t", "u", "v"):
            self.both(topic=topic)
        self.run_for(0.1)
        self.assertEqual([link.client_id for link in self.links if not link.closed], ["broker-2-fetcher-0"])
        self.second_settings.set_dynamic({}, {"num.replica.fetchers": "2"})
        self.copying.settings_changed()
        self.put(b"a")
        self.run_for(0.7)
        numbers = {fetcher_of(topic, 0, 2) for topic in ("t", "u", "v")}
        self.assertEqual(numbers, {0, 1})
        self.assertEqual({link.client_id for link in self.links if not link.closed}, {"broker-2-fetcher-0", "broker-2-fetcher-1"})
        self.assert_equal_logs()
        self.second_settings.set_dynamic({}, {})
        self.copying.settings_changed()
        self.assertEqual(len(self.copying), 1)
        self.put(b"b")
        self.run_for(0.7)
        self.assert_equal_logs()
        self.assertEqual(len([link for link in self.links if not link.closed]), 1)


class AnotherLeaderIsAwayTests(ReplicaPairCase):
    """Broker 2 follows broker 1, and broker 3, which is away: its partitions will be broker 1's soon."""

    def waits(self) -> int:
        """What the newest request may wait at broker 1, with what is under way answered."""
        self.run_for(0.6)
        return int(self.links[0].sent[-1].max_wait_ms)

    def test_requests_wait_less(self) -> None:
        """For a while: a leader that stays away is nobody's hurry."""
        self.both()
        self.run_for(2.5)
        self.assertEqual(self.waits(), 500)
        self.is_lost_from_the_start = True
        away = dataclasses.replace(self.told(3, 0, (2, 3), replicas=(2, 3)), topic="u", topic_id=bytes(range(16, 32)))
        replica = self.tell_second(away)
        self.run_for(3)
        self.assertEqual(self.waits(), 50)
        self.run_for(28)
        self.assertEqual(self.waits(), 500)
        self.copying.leave(replica)
        self.assertEqual(self.waits(), 500)

    def test_nothing_of_it_is_left(self) -> None:
        """Its partitions are led by others by now."""
        self.both()
        self.run_for(0.1)
        self.is_lost_from_the_start = True
        away = dataclasses.replace(self.told(3, 0, (2, 3), replicas=(2, 3)), topic="u", topic_id=bytes(range(16, 32)))
        replica = self.tell_second(away)
        self.run_for(3)
        self.assertEqual(self.waits(), 50)
        self.copying.leave(replica)
        self.assertEqual(self.waits(), 500)


class FollowerSettingsTests(ReplicaPairCase):
    """What a follower's settings say is what it asks with."""

    second_properties: ClassVar[dict[str, str]] = {
        "replica.fetch.wait.max.ms": "301",
        "replica.fetch.min.bytes": "2",
        "replica.fetch.max.bytes": "303",
        "replica.fetch.response.max.bytes": "304",
        "replica.fetch.backoff.ms": "2500",
        "replica.socket.timeout.ms": "7000",
    }

    def test_asked_with(self) -> None:
        self.both()
        self.run_for(2.5)
        [link] = self.links
        sent = link.sent[0]
        self.assertEqual((link.sent[-1].max_wait_ms, sent.min_bytes, sent.max_bytes), (301, 2, 304))
        self.assertEqual({one.partition_max_bytes for one in sent.topics[0].partitions}, {303})
        self.assertEqual(link.timeouts_ms, {7000})

    def test_backoff(self) -> None:
        """After an error."""
        self.both()
        self.run_for(0.1)
        self.links[0].is_lost = True
        self.put(b"a")
        self.run_for(0.1)
        sent = len(self.links[0].sent)
        self.assertEqual((len(self.links), sent), (1, len(self.links[0].sent)))
        self.run_for(2.0)
        self.assertEqual(len(self.links), 1)
        self.run_for(0.6)
        self.assertEqual(len(self.links), 2)
        self.assert_equal_logs()
