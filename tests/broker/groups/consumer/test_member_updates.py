"""Steps of a heartbeat that only show where an assignment is due and may not be made yet (``group.consumer.assignment.interval.ms``).

The steps as such are tested with the protocol (``test_protocol``) and in whole groups (``test_world``).
"""

from __future__ import annotations

import dataclasses

from tests.broker.groups.consumer.rig import ConsumerRig


class ConsumerWorkTests(ConsumerRig):
    settings = dataclasses.replace(ConsumerRig.settings, consumer_assignment_interval_ms=1_000)

    def test_who_wants_nothing_is_not_given_what_others_want(self) -> None:
        """A member without a subscription does not raise the group epoch, and is there when the assignment that was due is made."""
        first, second = self.member("a"), self.member("b")
        self.assertEqual(self.group.assignment_epoch, self.group.group_epoch - 1)
        self.clock.advance(1.1)
        idle = self.member("c", subscribed_topic_names=[])
        self.assertEqual(self.group.assignment_epoch, self.group.group_epoch)
        self.assertEqual(self.group.target_of("c"), {})
        self.settle(first, second, idle)
        self.assertEqual((len(first.parts()), len(second.parts()), idle.parts()), (3, 3, set()))

    def test_one_assignment_in_an_interval(self) -> None:
        members = [self.member(name) for name in "abc"]
        self.assertEqual(self.group.assignment_epoch, self.group.group_epoch - 2)
        self.settle(*members)
        self.assertEqual(self.group.assignment_epoch, self.group.group_epoch - 2)
        self.clock.advance(1.1)
        self.settle(*members)
        self.assertEqual(self.group.assignment_epoch, self.group.group_epoch)
        self.assertEqual([len(member.parts()) for member in members], [2, 2, 2])
        self.check()
