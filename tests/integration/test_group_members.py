"""Groups beyond the everyday: static members, subscription by expressions, a group on its way between two protocols.

What waits for sessions to end or for brokers to look again runs several clients at a time.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from typing import Any

from tests.integration.group_case import KIP_848, PART, PARTITIONS, GroupCase, java_assignor
from tests.integration.group_members import Member, committed, fill, reading_problems, together


class StaticTests(GroupCase):
    """A static member that comes back within its session has what it had, and nobody else notices."""

    @staticmethod
    def changes(member: Member) -> int:
        """How often partitions came to it or went."""
        return sum(bool(event["partitions"]) for event in member.of("assigned", "revoked", "lost"))

    def static(self, client: str, settings: Mapping[str, Any] | None = None, label: str = "") -> None:
        topic = group = f"static-{client}{label}"
        with contextlib.ExitStack() as stack:
            ends = fill(self.address, topic, PARTITIONS, PART)
            names = ("group.instance.id", "session.timeout.ms")
            instance, session = [name.replace(".", "_") for name in names] if client in ("aiokafka", "kafka-python", "klog") else names

            def member(name: str, session_ms: int = 25_000) -> Member:
                """Whoever shall come back in time has longer for it than a JVM takes to start on a busy machine."""
                chosen = {**(settings or {}), instance: name, session: session_ms}
                return stack.enter_context(Member(client, self.address, group, [topic], settings=chosen, name=name))

            one = member("one")
            two = member("two")
            for each in (one, two):
                each.wait_assigned(PARTITIONS // 2)
            had = one.owned
            one.wait("all is read", lambda _: one.count + two.count >= PARTITIONS * PART)
            if client == "kcat":
                # It commits by the clock.
                time.sleep(0.5)
            told = self.changes(two)
            one.kill()
            again = member("one").wait_assigned(PARTITIONS // 2)
            self.assertEqual(again.owned, had)
            # It leaves in order, and is a member all the same.
            again.leave()
            fill(self.address, topic, PARTITIONS, 2 * PART, PART)
            ends = dict.fromkeys(ends, 2 * PART)
            third = member("one", 6_000).wait_assigned(PARTITIONS // 2).wait_read(len(had) * PART)
            self.assertEqual(third.owned, had)
            everybody = [one, two, again, third]
            two.wait("the rest", lambda _: not any("read" in problem for problem in reading_problems(everybody, ends)))
            self.assertEqual(self.changes(two), told, two)
            self.check(everybody, ends)
            generations = {event["generation"] for each in (again, third) for event in each.of("assigned") if "generation" in event}
            self.assertLessEqual(len(generations), 1)
            # The other of the same name is fenced off.
            if client == "confluent":
                fourth = member("one").wait_assigned(PARTITIONS // 2)
                third.wait("fenced", lambda _: any("FENCED" in event["text"] or "fenced" in event["text"] for event in third.of("trouble")))
                third.kill()
                self.assertEqual(fourth.owned, had)
            # Without anybody at home, the session ends, and the other gets it all.
            else:
                third.kill()
                two.wait_assigned(PARTITIONS)

    def test_static_members(self) -> None:
        together(
            lambda: self.static("klog"),
            lambda: self.static("confluent"),
            lambda: self.static("aiokafka"),
            lambda: self.static("kafka-python"),
            lambda: self.static("kcat"),
            lambda: self.static("java-2.8.2", java_assignor("CooperativeSticky")),
        )

    def test_under_kip_848(self) -> None:
        together(
            lambda: self.static_848("confluent", "group.instance.id", KIP_848), lambda: self.static_848("klog-848", "group_instance_id", {})
        )

    def static_848(self, client: str, option: str, settings: Mapping[str, Any]) -> None:
        topic = group = f"static-848-{client}"
        fill(self.address, topic, PARTITIONS, PART)
        with Member(client, self.address, group, [topic], settings={**settings, option: "two"}) as two:
            settings = {**settings, option: "one"}
            with Member(client, self.address, group, [topic], settings=settings) as one:
                for each in (one, two):
                    each.wait_assigned(PARTITIONS // 2)
                had = one.owned
                told = self.changes(two)
                one.leave()
            with Member(client, self.address, group, [topic], settings=settings) as again:
                again.wait_assigned(PARTITIONS // 2)
                self.assertEqual(again.owned, had)
                self.assertEqual(self.changes(two), told, two)


class ExpressionTests(GroupCase):
    """Subscription by a regular expression; topics that come later join by themselves."""

    def later(self, client: str, prefix: str, pattern: str, settings: Mapping[str, Any] | None = None, *, sees_later: bool = True) -> None:
        fill(self.address, f"{prefix}-a", 2, PART)
        fill(self.address, f"other-{prefix}", 1, PART)
        with Member(client, self.address, f"g-{prefix}", pattern=pattern, settings=settings) as member:
            member.wait_assigned(2).wait_read(2 * PART)
            if sees_later:
                fill(self.address, f"{prefix}-b", 3, PART)
                member.wait_assigned(5).wait_read(5 * PART)
            self.assertEqual({topic for topic, _ in member.owned}, {f"{prefix}-a", f"{prefix}-b"} if sees_later else {f"{prefix}-a"})

    def test_topics_that_come_later(self) -> None:
        together(
            lambda: self.later("klog", "here-q", "here-q-.*"),
            lambda: self.later("klog-848", "there-q", "there-q-[a-f]"),
            lambda: self.later("confluent", "here-c", "^here-c-.*"),
            # aiokafka's group takes no notice of later topics, with Kafka neither.
            lambda: self.later("aiokafka", "here-a", "^here-a-.*", sees_later=False),
            # kafka-python at times stops for good as it joins again for them, with Kafka as well.
            lambda: self.later("kafka-python", "here-p", "^here-p-.*", sees_later=False),
            lambda: self.later("kcat", "here-k", "^here-k-.*", {"topic.metadata.refresh.interval.ms": "1000"}),
            # By the broker, which looks at most every 10 s.
            lambda: self.later("confluent", "there-c", "^there-c-[a-f].*", KIP_848),
            lambda: self.later("java-4.3.1", "there-j", "~there-j-[a-f]", KIP_848),
        )

    def test_members_with_different_expressions(self) -> None:
        fill(self.address, "both-x", 2, PART)
        fill(self.address, "both-y", 2, PART)
        with (
            Member("confluent", self.address, "g-both", pattern="^both-.*", settings=KIP_848) as all_of_it,
            Member("confluent", self.address, "g-both", pattern="^both-(x|q)$", settings=KIP_848) as some,
        ):
            some.wait("some of x", lambda _: some.owned and {topic for topic, _ in some.owned} == {"both-x"})
            all_of_it.wait("the rest", lambda _: len(all_of_it.owned) + len(some.owned) == 4 and not all_of_it.owned & some.owned)
            all_of_it.wait("all records", lambda _: all_of_it.count + some.count >= 4 * PART)
            self.check([all_of_it, some], {(topic, number): PART for topic in ("both-x", "both-y") for number in range(2)})


class MigrationTests(GroupCase):
    """A group goes over to KIP-848 and back while its members read."""

    def migrate(self, classic: tuple[str, dict[str, Any]], modern: tuple[str, dict[str, Any]], label: str) -> None:
        topic = group = f"migration-{label}"
        with contextlib.ExitStack() as stack:
            total = 0
            fill(self.address, topic, PARTITIONS, PART)
            members: list[Member] = []

            def member(kind: tuple[str, dict[str, Any]]) -> Member:
                name = f"{len(members)}-{kind[0]}"
                members.append(Member(kind[0], self.address, group, [topic], settings=kind[1], name=name))
                return stack.enter_context(members[-1])

            def write() -> None:
                nonlocal total
                total += PART
                if total > PART:
                    fill(self.address, topic, PARTITIONS, total, total - PART)
                members[-1].wait("everything", lambda _: sum(each.count for each in members) >= PARTITIONS * total)

            one = member(classic).wait_assigned(PARTITIONS)
            write()
            two = member(classic).wait_assigned(3)
            self.assertEqual(self.group_type(group), "classic")
            write()
            # Upwards: a member of the new kind is the first.
            three = member(modern).wait_assigned(2)
            self.assertEqual(self.group_type(group), "consumer")
            one.wait_assigned(2)
            two.wait_assigned(2)
            write()
            one.leave()
            four = member(modern).wait_assigned(2)
            write()
            # A classic member is welcome in a group of the new kind.
            five = member(classic)
            five.wait("a share", lambda _: {len(each.owned) for each in (two, three, four, five)} == {1, 2})
            write()
            # Downwards: the last member of the new kind goes.
            three.leave()
            write()
            four.leave()
            for each in (two, five):
                each.wait_assigned(3)
            self.assertEqual(self.group_type(group), "classic")
            write()
            # And up again, all the way.
            six = member(modern)
            six.wait("a share", lambda _: {len(each.owned) for each in (two, five, six)} == {2})
            two.leave()
            five.leave()
            six.wait_assigned(PARTITIONS)
            self.assertEqual(self.group_type(group), "consumer")
            write()
            six.leave()
            ends = {(topic, number): total for number in range(PARTITIONS)}
            self.assertEqual(committed(self.address, group), ends)
            self.check(members, ends)
            self.assertEqual(sum(each.count for each in members), PARTITIONS * total, "nothing was read twice")

    def test_confluent_kafka(self) -> None:
        self.migrate(("confluent", {}), ("confluent", KIP_848), "confluent")

    def test_eager_members_and_java(self) -> None:
        together(
            lambda: self.migrate(("aiokafka", {}), ("confluent", KIP_848), "eager"),
            # Not with kafka-python, which now and then stops reading after many rebalances, on Apache Kafka too.
            lambda: self.migrate(("confluent", {}), ("java-4.3.1", KIP_848), "java"),
        )

    def test_empty_groups(self) -> None:
        """With nobody in it a group is whatever its next member is; its offsets stay."""
        topic = group = "empty"
        fill(self.address, topic, PARTITIONS, PART)
        for number, settings in enumerate(({}, KIP_848, {}, KIP_848)):
            with Member("confluent", self.address, group, [topic], settings=settings) as member:
                member.wait_assigned(PARTITIONS).wait_read(PARTITIONS * PART)
                self.assertEqual(self.group_type(group), "consumer" if settings else "classic")
                member.leave()
                self.assertEqual(member.count, PARTITIONS * PART)
            self.assertEqual(set(committed(self.address, group).values()), {(number + 1) * PART})
            fill(self.address, topic, PARTITIONS, (number + 2) * PART, (number + 1) * PART)
