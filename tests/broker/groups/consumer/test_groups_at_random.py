"""Consumer groups under whatever comes: members of both protocols join, leave, fall silent, lose answers; topics and the broker come and
go.

After every step: no partition has two owners, epochs never fall, no client of the consumer protocol has what the group does not say it has,
and what a restart would read is what is in memory. In the end, when everybody has had time, all partitions of what is subscribed are with
somebody, and the group is stable.
"""

from __future__ import annotations

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups.consumer.group import ConsumerGroup, ConsumerGroupState
from klog.errors import ErrorCode, KlogError
from tests.broker.groups.consumer.rig import GROUP, ConsumerRig, Member, topic_id

_SLOTS = st.integers(0, 2)
_SUBSCRIPTIONS = st.sampled_from([("t", None), ("t,u", None), (None, "t|u"), (None, "u.*"), ("u", "t")])
_STEPS = st.one_of(
    st.tuples(st.just("join"), _SLOTS, _SUBSCRIPTIONS),
    st.tuples(st.just("beat"), _SLOTS, st.booleans()),
    st.tuples(st.just("lose"), _SLOTS),
    st.tuples(st.just("leave"), _SLOTS),
    st.tuples(st.just("pause"), _SLOTS),
    st.tuples(st.just("classic"), _SLOTS),
    st.tuples(st.just("classic beat"), _SLOTS),
    st.tuples(st.just("classic leave"), _SLOTS),
    st.tuples(st.just("time"), st.sampled_from([1, 3, 12, 50])),
    st.tuples(st.just("topic"), st.integers(1, 5)),
    st.tuples(
        st.just("delete"),
    ),
    st.tuples(
        st.just("restart"),
    ),
    st.tuples(st.just("refuse"), st.booleans()),
)


class ClassicClient:
    """A cooperative consumer of the classic protocol."""

    def __init__(self, rig: ConsumerRig, instance_id: str | None) -> None:
        self.rig = rig
        self.instance_id = instance_id
        self.member_id = ""
        self.generation = -1
        self.owned: dict[str, set[int]] = {}

    def beat(self) -> None:
        """Whatever is next."""
        group = self.rig.shard.groups.get(GROUP)
        if not isinstance(group, ConsumerGroup):
            # Classic groups have tests of their own.
            self.generation = -1
            return
        if self.generation >= 0:
            try:
                if self.rig.classic_beat(self.member_id, self.generation, self.instance_id) == 0:
                    return
            except KlogError as error:
                if error.code in (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_INSTANCE_ID):
                    self.member_id, self.owned = "", {}
        self.generation = -1
        for _ in range(2):
            try:
                answer = self.rig.classic_join(self.member_id, topics=["t", "u"], owned=self.owned, instance_id=self.instance_id)
            except KlogError:
                self.member_id, self.owned = "", {}
                return
            if isinstance(answer, Deferred) or answer.error_code not in (0, ErrorCode.MEMBER_ID_REQUIRED):
                self.member_id, self.owned = "", {}
                return
            self.member_id = answer.member_id
            if answer.error_code == 0:
                break
        try:
            assigned = self.rig.classic_sync(self.member_id, answer.generation_id, self.instance_id)
        except KlogError:
            return
        if isinstance(assigned, Deferred):
            return
        self.generation = answer.generation_id
        group = self.rig.shard.groups[GROUP]
        if isinstance(group, ConsumerGroup):
            member = group.members[self.member_id]
            self.owned = {topic_id.rstrip(b"\0").decode(): set(numbers) for topic_id, numbers in member.assigned.items()}


class Story:
    """One run."""

    def __init__(self, rig: ConsumerRig) -> None:
        self.rig = rig
        self.members: list[Member | None] = [None, None, None]
        self.classic = [ClassicClient(rig, "i" if slot == 0 else None) for slot in range(3)]
        self.made = 0
        self.group_epoch = 0

    def step(self, act: Any) -> None:
        """One step; refusals are part of the story."""
        try:
            getattr(self, "do_" + act[0].replace(" ", "_"))(*act[1:])
        except KlogError:
            pass

    def do_join(self, slot: int, subscription: tuple[str | None, str | None]) -> None:
        """A member of the consumer protocol comes, in the place of the one before."""
        names, pattern = subscription
        self.made += 1
        member = Member(
            self.rig,
            f"m{self.made}",
            instance_id="j" if slot == 0 else None,
            subscribed_topic_names=None if names is None else names.split(","),
            subscribed_topic_regex=pattern,
        )
        member.beat()
        self.members[slot] = member

    def _member(self, slot: int) -> Member:
        member = self.members[slot]
        if member is None:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        return member

    def do_beat(self, slot: int, revokes: bool) -> None:
        """It does, or does not do, as it was told."""
        member = self._member(slot)
        member.revokes = revokes
        try:
            member.beat()
        except KlogError as error:
            if error.code in (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH, ErrorCode.FENCED_INSTANCE_ID):
                self.members[slot] = None

    def do_lose(self, slot: int) -> None:
        """An answer does not arrive."""
        member = self._member(slot)
        before = (member.epoch, dict(member.owned), dict(member.assigned))
        member.revokes = True
        try:
            member.beat()
        finally:
            member.epoch, member.owned, member.assigned = before
            member.unsure = True

    def do_leave(self, slot: int) -> None:
        """It goes."""
        member = self._member(slot)
        self.members[slot] = None
        member.leave()

    def do_pause(self, slot: int) -> None:
        """A static one says that it will be back."""
        member = self._member(slot)
        if member.instance_id is not None:
            self.members[slot] = None
            member.leave(-2)

    def do_classic(self, slot: int) -> None:
        """A classic member comes, or does what is next."""
        self.classic[slot].beat()

    do_classic_beat = do_classic

    def do_classic_leave(self, slot: int) -> None:
        """It goes."""
        client = self.classic[slot]
        if client.member_id and isinstance(self.rig.shard.groups.get(GROUP), ConsumerGroup):
            self.rig.classic_leave((client.member_id, client.instance_id))
            client.member_id, client.generation, client.owned = "", -1, {}

    def do_time(self, seconds: int) -> None:
        """Time passes, in which nobody says anything."""
        self.rig.clock.advance(seconds)

    def do_topic(self, partitions: int) -> None:
        """Topic u has so many partitions, if it had less."""
        topic = self.rig.cluster.by_name.get("u")
        if topic is None or len(topic.partitions) < partitions:
            self.rig.make_topic("u", partitions)

    def do_delete(self) -> None:
        """Topic u goes."""
        if "u" in self.rig.cluster.by_name:
            self.rig.delete_topic("u")

    def do_restart(self) -> None:
        """The broker starts again."""
        self.rig.restart()

    def do_refuse(self, refuses: bool) -> None:
        """The log takes nothing, or takes everything again."""
        self.rig.log.refuse = KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE) if refuses else None

    def check(self) -> None:
        """What must always hold."""
        group = self.rig.shard.groups.get(GROUP)
        if not isinstance(group, ConsumerGroup):
            self.group_epoch = 0
            return
        self.rig.check()
        assert group.group_epoch >= self.group_epoch, (group, self.group_epoch)
        self.group_epoch = group.group_epoch
        assert group.group_epoch >= group.assignment_epoch
        places = {place: epoch for topic, numbers in group.partition_epochs.items() for place, epoch in numbers.items() if epoch}
        assert all(epoch <= group.group_epoch for epoch in places.values())
        for member in group.members.values():
            assert member.member_epoch <= group.assignment_epoch
        for client in self.members:
            known = None if client is None else group.members.get(client.member_id)
            if client is None or known is None:
                continue
            for name, numbers in client.owned.items():
                has = {*known.assigned.get(topic_id(name), ()), *known.pending_revocation.get(topic_id(name), ())}
                assert numbers <= has, (name, numbers, known)

    def settle(self) -> None:
        """Everybody has time."""
        rig = self.rig
        rig.log.refuse = None
        for round_ in range(30):
            for slot, member in enumerate(self.members):
                if member is not None:
                    self.step(("beat", slot, True))
                    self.check()
            for client in self.classic:
                if client.member_id:
                    client.beat()
                    self.check()
            rig.clock.advance(3 if round_ < 25 else 0.01)
            self.check()


class AtRandom(SynchronousTestCase):
    """See the module."""

    @settings(deadline=None, max_examples=150)
    @given(st.lists(_STEPS, max_size=40))
    @example([("join", 0, ("t", None)), ("classic", 0), ("leave", 0), ("join", 0, (None, "u.*"))])
    def test_it_holds(self, acts: list[Any]) -> None:
        rig = ConsumerRig()
        rig.setUp()
        story = Story(rig)
        for act in acts:
            story.step(act)
            story.check()
        story.settle()
        group = rig.shard.groups.get(GROUP)
        if not isinstance(group, ConsumerGroup) or group.is_empty:
            return
        if any(member is not None for member in story.members):
            self.assertIs(group.state, ConsumerGroupState.STABLE, group)
            wanted = {
                (topic.topic_id, number)
                for name, topic in rig.cluster.by_name.items()
                if group.is_subscribed_to(name)
                for number in range(len(topic.partitions))
            }
            self.assertEqual(set(group.owners()), wanted)
            for member in story.members:
                if member is not None:
                    has = group.members[member.member_id].assigned
                    told = {name: numbers for name, numbers in member.owned.items() if numbers}
                    self.assertEqual(told, {topic_id.rstrip(b"\0").decode(): set(numbers) for topic_id, numbers in has.items()})
