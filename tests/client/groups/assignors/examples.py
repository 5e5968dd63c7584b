"""Groups for the tests of assignors."""

from __future__ import annotations

from hypothesis import strategies as st

from klog.client.groups.assignors.contract import Assignment, Member
from klog.model import TopicPartition


def places(text: str) -> list[TopicPartition]:
    """``"t0 t1 u0"``: topics of one letter."""
    return [TopicPartition(word[0], int(word[1:])) for word in text.split()]


def shown(assignment: Assignment) -> dict[str, str]:
    """The other way round."""
    return {member: " ".join(f"{topic}{number}" for topic, number in sorted(given)) for member, given in assignment.items()}


sizes = st.dictionaries(st.sampled_from("tuvwx"), st.integers(1, 9), min_size=1)


@st.composite
def groups(draw: st.DrawFn, *, equal: bool = False) -> tuple[dict[str, int], dict[str, Member]]:
    """Topics, and members that want some of them."""
    partitions = draw(sizes)
    topics = st.lists(st.sampled_from(sorted(partitions)), min_size=1, unique=True).map(tuple)
    wanted = draw(topics)
    names = draw(st.lists(st.integers(0, 99), min_size=1, max_size=8, unique=True))
    return partitions, {f"m{name}": Member(wanted if equal else draw(topics)) for name in names}


def check(partitions: dict[str, int], members: dict[str, Member], assignment: Assignment) -> None:
    """Everything that somebody wants is given once, to one who wants it."""
    assert assignment.keys() == members.keys()
    given = [place for some in assignment.values() for place in some]
    wanted = {topic for member in members.values() for topic in member.topics}
    assert sorted(given) == [TopicPartition(topic, number) for topic in sorted(wanted) for number in range(partitions.get(topic, 0))]
    for member_id, some in assignment.items():
        assert {place.topic for place in some} <= set(members[member_id].topics)
