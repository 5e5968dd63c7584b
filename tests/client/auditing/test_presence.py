"""Consumers tell which topics they take, so that one which has handed out nothing at all has lost everything."""

from __future__ import annotations

from typing import Any, Literal

from klog.audit.cells import Tier
from klog.client.auditing.audit import Audit
from klog.model import TopicPartition
from tests.client.auditing.rig import WINDOW_MS, AuditedCase


class PresenceTests(AuditedCase):
    def next_window(self) -> None:
        self.broker.advance((WINDOW_MS - self.broker.now_ms() % WINDOW_MS) / 1000 + 1)

    def send(self, topic: str = "t", count: int = 10) -> None:
        if not hasattr(self, "web"):
            self.web = self.producer()
        self.until(self.web.send_many(topic, [b"v"] * count))

    def readers(self, minutes: float = 5) -> dict[str, tuple[str, int]]:
        """By topic, what is said of who reads."""
        found = {}
        for (topic, receiver), (verdict, missing, _) in self.verdicts(minutes).items():
            if not receiver.startswith("broker"):
                found[topic] = verdict, missing
        return found

    def presences(self) -> list[tuple[str, bool]]:
        """Topics that readers have taken up, and whether they take them still."""
        return sorted((key.topic, one.gone_ms < 0) for key, (one, _) in self.ledger(0)._presences.items())

    def test_a_group_that_hands_out_nothing_has_lost_everything(self) -> None:
        group = self.group("t")
        group.startService()
        self.broker.advance(10)
        self.next_window()
        self.send()
        # Its user never asks for anything.
        self.next_window()
        self.assertEqual(self.readers(), {"t": ("missing", 10)})

    def test_it_is_told_at_once(self) -> None:
        """A sink that dies before its first report is known to have been there."""
        group = self.group("t", audit=Audit(window_ms=WINDOW_MS, interval_ms=3_600_000))
        group.startService()
        self.broker.advance(10)
        self.assertEqual(self.presences(), [("t", True)])

    def test_who_begins_with_the_end_is_not_blamed_for_what_came_before(self) -> None:
        self.send()
        self.broker.advance(10)
        group = self.group("t", auto_offset_reset="latest")
        group.startService()
        self.broker.advance(10)
        self.assertEqual((self.readers(), self.presences()), ({}, [("t", True)]))

    def test_what_comes_when_it_has_ended_in_order_is_nobodys(self) -> None:
        group = self.group("t")
        group.startService()
        self.broker.advance(10)
        self.until(group.stopService())
        self.next_window()
        self.send()
        self.assertEqual(self.readers(), {})

    def test_a_group_that_is_subscribed_to_another_topic_has_given_up_the_first(self) -> None:
        group = self.group("t")
        self.send()
        self.read_all(group, 10)
        group.subscribe(["other"])
        self.broker.advance(10)
        self.assertEqual(self.presences(), [("other", True), ("t", False)])
        self.next_window()
        for topic in ("t", "other"):
            self.send(topic)
        self.next_window()
        self.assertEqual(self.readers(), {"other": ("missing", 10), "t": ("complete", 0)})

    def check_another_pattern(self, protocol: Literal["classic", "consumer"]) -> None:
        group = self.group(pattern="t|oth.*", group_protocol=protocol)
        group.startService()
        self.broker.advance(10)
        self.assertEqual(self.presences(), [("other", True), ("t", True)])
        group.subscribe(pattern="o.+")
        self.broker.advance(10)
        self.assertEqual(self.presences(), [("other", True), ("t", False)])

    def test_a_group_whose_pattern_is_another_has_given_up_what_only_the_first_meant(self) -> None:
        self.check_another_pattern("classic")

    def test_so_has_one_whose_pattern_the_broker_reads(self) -> None:
        self.check_another_pattern("consumer")

    def test_a_pattern_that_only_brokers_understand_may_mean_every_topic(self) -> None:
        """They have another dialect of regular expressions."""
        group = self.group(pattern="t")
        for pattern, means in ((r"\p{Lower}", True), ("other", False), ("t", True)):
            self.assertEqual(group.means(pattern, "t"), means)

    def test_a_member_whose_partitions_went_to_others_has_given_up_nothing(self) -> None:
        groups = [self.group("t", client_id=f"member {number}") for number in range(3)]
        for group in groups:
            group.startService()
            self.broker.advance(10)
        taken = self.presences()
        self.assertEqual((len(taken) >= 2, {is_there for _, is_there in taken}), (True, {True}))

    def test_a_consumer_of_single_partitions_takes_no_topic(self) -> None:
        """Nobody knows who reads the others."""
        consumer = self.consumer()
        self.until(consumer.assign([TopicPartition("t", 0)]))
        self.broker.advance(10)
        self.assertEqual(self.presences(), [])
        self.until(consumer.assign([TopicPartition("t", 0), TopicPartition("t", 1)]))
        self.broker.advance(10)
        self.assertEqual(self.presences(), [("t", True)])
        self.until(consumer.unassign())
        self.broker.advance(10)
        self.assertEqual(self.presences(), [("t", False)])

    def test_a_consumer_that_reads_a_part_only_any_more_has_given_the_topic_up(self) -> None:
        """Who reads the rest of it nobody knows; until it reads all again, or all that are new as well."""
        both = [TopicPartition("t", 0), TopicPartition("t", 1)]
        consumer = self.consumer()
        for change, is_there in (
            (lambda: consumer.assign(both), True),
            (lambda: consumer.assign(both[:1]), False),
            (lambda: consumer.assign(both), True),
            (lambda: consumer.unassign(both[1:]), False),
            (lambda: consumer.follow(["t"]), True),
        ):
            self.until(change())
            self.broker.advance(10)
            self.assertEqual(self.presences(), [("t", is_there)])

    def test_what_follows_takes_what_it_follows(self) -> None:
        consumer = self.consumer()
        self.until(consumer.follow(["t", "other"]))
        self.broker.advance(10)
        self.assertEqual(self.presences(), [("other", True), ("t", True)])
        [state] = [state for state, _ in self.ledger(0)._states.values() if state.writer.tier is Tier.CONSUMER]
        self.assertFalse(state.has_ended)

    def test_a_reader_without_an_audit_tells_nothing(self) -> None:
        options: dict[str, Any] = {"audit": None}
        group = self.group("t", **options)
        group.startService()
        self.broker.advance(10)
        self.assertEqual(self.presences(), [])
