"""Committed offsets: OffsetCommit, OffsetFetch and OffsetDelete of groups with members and without."""

from __future__ import annotations

from typing import Any

from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestTopic
from tests.integration.behaviour.group_steps import SUBSCRIPTION, Group, TopicId
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.script_groups import LONG
from tests.integration.behaviour.script_produce import create
from tests.integration.behaviour.steps import Script

#: Topic, and (partition, offset, metadata) of each.
Wanted = tuple[str, tuple[tuple[int, int, str | None], ...]]


def build(script: Script) -> None:
    """All steps."""
    for version in script.versions("OffsetCommit"):
        _commit(script, version)
        if version >= 2:
            _commit_of_members(script, version)
    for version in script.versions("OffsetFetch"):
        _fetch(script, version)
    for version in script.versions("OffsetDelete"):
        _delete(script, version)
    if script.is_main:
        _deleted_topic(script)


def commit(group: Group, version: int, what: str, *wanted: Wanted, **fields: Any) -> None:
    """OffsetCommit; a topic's name that begins with "#" goes by its id alone."""
    topics = []
    for name, partitions in wanted:
        asked = [
            {"partition_index": index, "committed_offset": offset, "committed_metadata": metadata, "committed_leader_epoch": offset % 3 - 1}
            for index, offset, metadata in partitions
        ]
        topics.append({"name": name, "topic_id": TopicId(name), "partitions": asked})
    group.ask("OffsetCommit", version, what, **{"group_id": group.group_id, "topics": topics} | fields)


def fetch(group: Group, version: int, what: str, *wanted: tuple[str, list[int]], everything: bool = False, **fields: Any) -> None:
    """OffsetFetch of one group, in the shape that the version has."""
    if version < 8:
        topics = [{"name": name, "partition_indexes": indexes} for name, indexes in wanted]
        group.ask("OffsetFetch", version, what, **{"group_id": group.group_id, "topics": None if everything else topics} | fields)
        return
    named = [{"name": name, "topic_id": TopicId(name), "partition_indexes": indexes} for name, indexes in wanted]
    stable = fields.pop("require_stable", False)
    asked = {"group_id": group.group_id, "topics": None if everything else named} | fields
    group.ask("OffsetFetch", version, what, groups=[asked], require_stable=stable)


def _commit(script: Script, version: int) -> None:
    group = Group(script, f"commit-{version}")
    commit(group, version, "two topics", ("groups", ((0, 5, "m"), (3, 7, ""))), ("groups-other", ((1, 9, None),)))
    commit(
        group,
        version,
        "going back, and odd numbers",
        ("groups", ((0, 2, "back"), (1, 0, "zero"), (2, -1, "minus one"), (3, -5, "minus five"))),
    )
    commit(group, version, "the largest offset", ("groups-other", ((0, 2**63 - 1, "all"),)))
    commit(group, version, "unknown partitions", ("groups", ((4, 1, ""), (-1, 1, ""), (0, 3, "good"))))
    commit(group, version, "an unknown topic", ("groups-missing", ((0, 1, ""),)), ("groups", ((0, 4, "good"),)))
    commit(group, version, "unknown topics only", ("groups-missing", ((0, 1, ""), (1, 1, ""))), ("bad name!", ((0, 1, ""),)))
    commit(group, version, "4096 characters", ("groups", ((1, 1, "x" * 4096),)))
    commit(group, version, "4097 characters", ("groups", ((0, 6, "good"), (1, 2, "x" * 4097))))
    commit(group, version, "4096 characters of two bytes", ("groups", ((2, 1, "ü" * 4096),)))
    commit(group, version, "a partition twice", ("groups", ((0, 7, "first"), (0, 8, "second"))))
    commit(group, version, "a topic twice", ("groups", ((0, 9, "first"),)), ("groups", ((0, 10, "second"), (1, 11, ""))))
    commit(group, version, "nothing")
    commit(group, version, "no partitions", ("groups", ()))
    if version >= 10:
        group.ask("OffsetCommit", version, "the zero id", group_id=group.group_id, topics=[{"partitions": [{"committed_offset": 1}]}])
    fetch(group, 7 if script.is_main else 5, f"after OffsetCommit v{version}", everything=True)
    if version >= 1:
        commit(group, version, "of a member that nobody is", ("groups", ((0, 1, ""),)), member_id="x")
        commit(group, version, "of a generation that is none", ("groups", ((0, 1, ""),)), generation_id_or_member_epoch=3)
        commit(group, version, "of a member and a generation", ("groups", ((0, 1, ""),)), generation_id_or_member_epoch=0, member_id="x")
        commit(group, version, "of generation -2", ("groups", ((0, 1, ""),)), generation_id_or_member_epoch=-2)
    if 2 <= version <= 4:
        commit(group, version, "kept for a minute", ("groups", ((0, 20, ""),)), retention_time_ms=60_000)
        commit(group, version, "kept for no time", ("groups", ((0, 21, ""),)), retention_time_ms=0)
    if version >= 7:
        commit(group, version, "of an instance", ("groups", ((0, 1, ""),)), group_instance_id="i")
    for what, name in (("no group id", ""), ("a long group id", LONG + str(version)), ("not ASCII", f"grüße {version}"), ("blanks", " ")):
        odd = Group(script, name, f"commit-{what}-{version}")
        commit(odd, version, what, ("groups", ((0, 1, ""),)))
        commit(odd, version, "unknown topic", ("groups-missing", ((0, 1, ""),)))
        commit(odd, version, "nothing")
    new = Group(script, f"commit-new-{version}")
    commit(new, version, "of a member to no group", ("groups", ((0, 1, ""),)), generation_id_or_member_epoch=1, member_id="x")
    commit(new, version, "nothing to no group", generation_id_or_member_epoch=1, member_id="x")
    new.ask("DescribeGroups", 5, f"after commits v{version}", groups=[new.group_id, group.group_id])


def _commit_of_members(script: Script, version: int) -> None:
    group = Group(script, f"commit-live-{version}")
    group.join(3, "joins", learns="a")
    offsets = ("groups", ((0, 1, "a"), (1, 2, "b")))
    commit(group, version, "before sync", offsets, member_id="@a", generation_id_or_member_epoch=1)
    group.sync(3, "syncs", "@a")
    commit(group, version, "good", offsets, member_id="@a", generation_id_or_member_epoch=1)
    commit(group, version, "wrong generation", offsets, member_id="@a", generation_id_or_member_epoch=2)
    commit(group, version, "old generation", offsets, member_id="@a", generation_id_or_member_epoch=0)
    commit(group, version, "generation -1", offsets, member_id="@a", generation_id_or_member_epoch=-1)
    commit(group, version, "nobody", offsets)
    commit(group, version, "nobody, right generation", offsets, generation_id_or_member_epoch=1)
    commit(group, version, "unknown member", offsets, member_id="x", generation_id_or_member_epoch=1)
    commit(group, version, "too large", ("groups", ((0, 3, "c"), (1, 4, "x" * 5000))), member_id="@a", generation_id_or_member_epoch=1)
    commit(group, version, "too large, unknown member", ("groups", ((1, 4, "x" * 5000),)), member_id="x", generation_id_or_member_epoch=1)
    commit(group, version, "unknown topic, unknown member", ("groups-missing", ((1, 4, ""),)), ("groups", ((9, 1, ""),)), member_id="x")
    if version >= 7:
        commit(
            group, version, "unknown instance", offsets, member_id="@a", generation_id_or_member_epoch=1, group_instance_id="i"
        )  # fmt: skip
    group.join(3, "another", learns="b", more={"line": "b", "parked": True})
    commit(group, version, "in a rebalance", ("groups", ((2, 5, "late"),)), member_id="@a", generation_id_or_member_epoch=1)
    group.join(3, "joins again", "@a")
    group.collect("JoinGroup", 3, "another is in", "b", "b")
    commit(group, version, "of the generation before", offsets, member_id="@a", generation_id_or_member_epoch=1)
    commit(group, version, "before sync again", offsets, member_id="@b", generation_id_or_member_epoch=2)
    fetch(group, 7, f"live, after OffsetCommit v{version}", everything=True)
    group.leave(3, "both leave", "@a", "@b")
    commit(group, version, "after leaving", offsets, member_id="@a", generation_id_or_member_epoch=2)
    commit(group, version, "nobody, empty group", ("groups", ((3, 33, "n"),)))
    if version >= 7:
        static = Group(script, f"commit-static-{version}")
        static.stable("a", instances=("one",))
        good: dict[str, Any] = {"member_id": "@a", "generation_id_or_member_epoch": 1}
        commit(static, version, "an instance", offsets, **good, group_instance_id="one")
        commit(static, version, "without its instance", offsets, **good)
        commit(static, version, "another's instance", offsets, **good, group_instance_id="two")
        commit(static, version, "an instance of another id", offsets, **good | {"member_id": "x"}, group_instance_id="one")
        commit(static, version, "an instance and no id", offsets, **good | {"member_id": ""}, group_instance_id="one")


def _fetch(script: Script, version: int) -> None:
    group = Group(script, f"fetch-{version}")
    commit(
        group,
        8 if script.is_main else 1,
        "to be fetched",
        ("groups", ((0, 5, "m"), (1, 0, ""), (3, 7, ""))),
        ("groups-other", ((1, 9, None),)),
    )
    fetch(group, version, "some", ("groups", [0, 1, 2, 3]), ("groups-other", [1, 0]))
    fetch(group, version, "unknown partitions", ("groups", [9, -1]))
    fetch(group, version, "an unknown topic", ("groups-missing", [0, 1]), ("groups", [0]))
    fetch(group, version, "bad names", ("bad name!", [0]), ("", [0]))
    fetch(group, version, "a partition twice", ("groups", [0, 0, 1]))
    fetch(group, version, "a topic twice", ("groups", [0]), ("groups", [1, 0]))
    fetch(group, version, "no partitions", ("groups", []))
    fetch(group, version, "nothing")
    unknown = Group(script, f"fetch-none-{version}")
    fetch(unknown, version, "of no group", ("groups", [0]))
    fetch(Group(script, ""), version, "no group id", ("groups", [0]))
    fetch(Group(script, LONG, "long"), version, "of a long group id", ("groups", [0]))
    if version >= 2:
        fetch(group, version, "everything", everything=True)
        fetch(unknown, version, "everything of no group", everything=True)
        fetch(Group(script, ""), version, "everything, no group id", everything=True)
    if version >= 7:
        fetch(group, version, "what is stable", ("groups", [0, 1, 2]), require_stable=True)
        fetch(group, version, "everything stable", everything=True, require_stable=True)
    if version >= 8:
        one = {"group_id": group.group_id, "topics": [{"name": "groups", "topic_id": TopicId("groups"), "partition_indexes": [0]}]}
        more = {"group_id": unknown.group_id, "topics": None}
        group.ask("OffsetFetch", version, "several groups", groups=[one, more, {"group_id": "", "topics": None}])
        group.ask("OffsetFetch", version, "a group twice", groups=[one, one])
        group.ask("OffsetFetch", version, "no groups", groups=[])
    if version >= 9:
        fetch(group, version, "as a member", ("groups", [0]), member_id="x", member_epoch=1)
        fetch(group, version, "as an empty member", ("groups", [0]), member_id="", member_epoch=-1)
        fetch(group, version, "by an epoch alone", ("groups", [0]), member_epoch=4)
        fetch(unknown, version, "as a member of no group", ("groups", [0]), member_id="x", member_epoch=1)
    if version >= 10:
        zero = {"topic_id": bytes(16), "partition_indexes": [0]}
        group.ask("OffsetFetch", version, "the zero id", groups=[{"group_id": group.group_id, "topics": [zero]}])


def _delete(script: Script, version: int) -> None:
    group = Group(script, "offset-delete")

    def ask(asked: Group, what: str, *wanted: tuple[str, list[int]]) -> None:
        topics = [{"name": name, "partitions": [{"partition_index": index} for index in indexes]} for name, indexes in wanted]
        asked.ask("OffsetDelete", version, what, group_id=asked.group_id, topics=topics)

    everything = (("groups", ((0, 5, "m"), (1, 0, ""), (3, 7, ""))), ("groups-other", ((1, 9, None), (0, 2, ""))))
    commit(group, 8, "to be deleted", *everything)
    ask(group, "one", ("groups", [0]))
    ask(group, "again", ("groups", [0]))
    ask(group, "never committed", ("groups", [2]))
    ask(group, "unknown partitions", ("groups", [9, -1, 1]))
    ask(group, "unknown topics", ("groups-missing", [0]), ("bad name!", [0]))
    ask(group, "nothing")
    ask(group, "no partitions", ("groups", []))
    ask(group, "a partition twice", ("groups", [3, 3]))
    ask(group, "a topic twice", ("groups-other", [0]), ("groups-other", [1]))
    fetch(group, 7, "after OffsetDelete", everything=True)
    ask(Group(script, "offset-delete-none"), "of no group", ("groups", [0]))
    ask(Group(script, ""), "no group id", ("groups", [0]))
    ask(Group(script, ""), "no group id, unknown topic", ("groups-missing", [0]))
    live = Group(script, "offset-delete-live")
    live.stable("a")
    good: dict[str, Any] = {"member_id": "@a", "generation_id_or_member_epoch": 1}
    commit(live, 8, "to be deleted", *everything, **good)
    ask(live, "subscribed", ("groups", [0]))
    ask(live, "subscribed and not", ("groups", [1]), ("groups-other", [1]))
    fetch(live, 7, "subscribed and not", everything=True)
    live.leave(3, "leaves", "@a")
    ask(live, "of the group that became empty", ("groups", [0, 3]))
    other = Group(script, "offset-delete-connect")
    other.stable("a", protocol_type="connect")
    commit(other, 8, "to be deleted", *everything, **good)
    ask(other, "of members that are no consumers", ("groups", [0]))
    broken = Group(script, "offset-delete-broken")
    broken.stable("a", protocols=[("range", b"\0\3\0\0")])
    commit(broken, 8, "to be deleted", *everything, **good)
    ask(broken, "of members whose subscription cannot be read", ("groups", [0]), ("groups-other", [0]))
    two = Group(script, "offset-delete-two")
    two.stable("a", "b", protocols=[("range", SUBSCRIPTION)])
    commit(two, 8, "to be deleted", *everything, member_id="@b", generation_id_or_member_epoch=2)
    ask(two, "of a group of two", ("groups", [0]), ("groups-other", [0]))
    two.join(3, "a rebalance", "@b", protocols=[("range", b"new")], more={"line": "b", "parked": True})
    ask(two, "in a rebalance", ("groups", [0]), ("groups-other", [1]))


def _forgotten(peer: Peer) -> None:
    """Wait until the topic is gone, and what was committed for it, which Kafka does afterwards."""
    peer.await_topics({"groups-gone": 0})
    asked = OffsetFetchRequest(group_id="deleted-topic", topics=[OffsetFetchRequestTopic(name="groups-gone", partition_indexes=[0])])
    peer.settle(lambda: peer.ask(asked, 5).topics[0].partitions[0].committed_offset == -1, "forgetting of offsets")


def _deleted_topic(script: Script) -> None:
    """Offsets of a topic that is deleted and made again."""
    group = Group(script, "deleted-topic")
    commit(group, 8, "of a topic to be deleted", ("groups-gone", ((0, 5, "m"),)), ("groups", ((0, 1, ""),)))
    script.add(
        "DeleteTopics", 5, "a topic with committed offsets", DeleteTopicsRequest(topic_names=["groups-gone"], timeout_ms=10_000),
        settle=_forgotten,
    )  # fmt: skip
    for version in (5, 8, 10):
        fetch(group, version, "everything after the topic went", everything=True)
    fetch(group, 8, "the partition of the topic that went", ("groups-gone", [0]))
    fetch(group, 10, "the partition of the topic that went", ("groups-gone", [0]))
    commit(group, 8, "to the topic that went", ("groups-gone", ((0, 6, "m"),)))
    commit(group, 10, "to the topic that went", ("groups-gone", ((0, 6, "m"),)))
    create(script, {"groups-gone": (1, {})}, "a topic with committed offsets again")
    fetch(group, 8, "the partition of the new topic", ("groups-gone", [0]))
    fetch(group, 10, "the partition of the new topic", ("groups-gone", [0]))
