"""Groups for the tests of assignors: made by hypothesis, and what must hold for every assignment."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from hypothesis import strategies as st

from klog.broker.groups.assignors.contract import Assignment, GroupSpec, MemberSpec
from klog.model import TopicId


def topic_id(number: int) -> TopicId:
    """The id with that value."""
    return TopicId(number.to_bytes(16, "big"))


@dataclasses.dataclass
class Case:
    """A group and the topics of its world."""

    members: dict[str, MemberSpec]
    topics: dict[TopicId, int]

    @property
    def spec(self) -> GroupSpec:
        return GroupSpec.of(self.members)

    def after(self, assignment: Assignment, **changes: MemberSpec | None) -> Case:
        """The group once `assignment` is what members have; `changes` come, or go where None."""
        members = {key: member._replace(assigned=assignment[key]) for key, member in self.members.items()}
        for key, change in changes.items():
            if change is None:
                del members[key]
            else:
                members[key] = change
        return Case(members, dict(self.topics))


@st.composite
def cases(draw: st.DrawFn, *, even: bool | None = None) -> Case:
    """Groups, some with partitions that are assigned already, out of balance, or not wanted any more."""
    topics = {topic_id(number): draw(st.integers(0, 12)) for number in range(1, draw(st.integers(2, 7)))}
    subscriptions = st.frozensets(st.sampled_from(sorted(topics)))
    if even is None:
        even = draw(st.booleans())
    same = draw(subscriptions)
    names = draw(st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=9, unique=True))
    assigned: dict[str, dict[TopicId, set[int]]] = {name: {} for name in names}
    for topic, size in topics.items():
        for partition in range(size + draw(st.integers(0, 1))):
            owner = draw(st.none() | st.sampled_from(names))
            if owner is not None:
                assigned[owner].setdefault(topic, set()).add(partition)
    members = {}
    for number, name in enumerate(names):
        instance = f"i{number % 3}-{name}" if draw(st.integers(0, 4)) == 0 else None
        members[name] = MemberSpec(same if even else draw(subscriptions), assigned[name], None, instance)
    return Case(members, topics)


def faults(case: Case, assignment: Assignment) -> list[str]:
    """What is wrong with the assignment: not every member named, a partition nobody or two have, one that its owner does not want."""
    found = []
    if set(assignment) != set(case.members):
        found.append(f"members {sorted(assignment)}")
    owners: dict[tuple[TopicId, int], str] = {}
    for member_id, topics in assignment.items():
        for topic, partitions in topics.items():
            if not partitions:
                found.append(f"{member_id} has an empty set")
            if topic not in case.members[member_id].subscribed_topic_ids:
                found.append(f"{member_id} does not want {topic!r}")
            for partition in partitions:
                if (topic, partition) in owners:
                    found.append(f"two owners of {topic!r}-{partition}")
                owners[topic, partition] = member_id
    wanted = {topic for member in case.members.values() for topic in member.subscribed_topic_ids}
    due = {(topic, partition) for topic in wanted for partition in range(case.topics[topic])}
    if set(owners) != due:
        found.append(f"not as wanted: {set(owners) ^ due}")
    return found


def load(assignment: Assignment) -> dict[str, int]:
    """How many partitions each member has."""
    return {member_id: sum(map(len, topics.values())) for member_id, topics in assignment.items()}


def moved(before: Mapping[str, Mapping[TopicId, object]], after: Assignment) -> int:
    """How many partitions are with somebody who did not have them before."""
    count = 0
    for member_id, topics in after.items():
        mine = before.get(member_id, {})
        for topic, partitions in topics.items():
            count += len(partitions - set(mine.get(topic, ())))  # type: ignore[call-overload]
    return count
