"""Groups of the new protocol (KIP-848): ConsumerGroupHeartbeat and ConsumerGroupDescribe, and both protocols on one group."""

from __future__ import annotations

import time
from typing import Any

from klog.wire.messages.delete_topics import DeleteTopicsRequest
from tests.integration.behaviour.group_steps import AFTER, ASSIGNMENT, BEFORE, NOW, REQUESTS, SUBSCRIPTION, Epoch, Group, TopicId
from tests.integration.behaviour.group_steps import build as build_struct
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.script_group_offsets import commit, fetch
from tests.integration.behaviour.script_groups import LONG
from tests.integration.behaviour.script_produce import create
from tests.integration.behaviour.steps import Script

#: A subscription that says which partitions the member owns and in which generation (``ConsumerProtocolSubscription`` version 3).
OWNING = bytes.fromhex("0003 00000001 0006") + b"groups" + bytes.fromhex("ffffffff 00000000 ffffffff ffff")
#: Which partitions a member of several has is chance; how many it has is not.
SHARE = ("*topic_partitions/*/partitions",)


def build(script: Script) -> None:
    """All steps."""
    if not script.is_main:
        return
    for version in script.versions("ConsumerGroupHeartbeat"):
        _bad(script, version)
        _life(script, version)
        _two(script, version)
        _static(script, version)
    _regex(script)
    _topics(script)
    for version in script.versions("ConsumerGroupDescribe"):
        _describe(script, version)
    _offsets(script)
    _classic_requests(script)
    _new_requests(script)
    _migration(script)
    group = Group(script, "consumers-list")
    for version in (4, 5):
        group.ask("ListGroups", version, "at last: all")
    group.ask("ListGroups", 5, "at last: consumer groups", types_filter=["consumer"])
    group.ask("ListGroups", 5, "at last: stable consumer groups", types_filter=["Consumer"], states_filter=["stable"])
    group.ask("ListGroups", 5, "at last: assigning", states_filter=["Assigning", "Reconciling"])
    for version in (3, 9):
        _a_protocol_twice(script, version)


def _a_protocol_twice(script: Script, version: int) -> None:
    """The one thing after which Kafka's group stays as it is for ever, so it comes last."""
    twice = Group(script, f"join-twice-{version}")
    more = {"line": "a", "parked": True}
    twice.join(version, "a protocol twice", learns="a", protocols=[("range", b"1"), ("range", b"2")], more=more)
    if version >= 4:
        more = {"line": "b", "parked": True}
        twice.join(version, "a protocol twice, by its id", "@a", protocols=[("range", b"1"), ("range", b"2")], more=more)


def _bad(script: Script, version: int) -> None:
    group = Group(script, f"new-bad-{version}")
    group.enter(version, "no member id", "", learns="made")
    if version == 0:
        group.beat(0, "the made one leaves", "@made", -1)
    group.enter(version, "null topics", "x", subscribed_topic_names=None)
    group.enter(version, "null partitions", "x", topic_partitions=None)
    group.enter(version, "no rebalance timeout", "x", rebalance_timeout_ms=-1)
    group.enter(version, "some partitions", "x", topic_partitions=[{"topic_id": TopicId("groups"), "partitions": [0]}])
    group.enter(version, "unknown assignor", "x", server_assignor="sticky")
    group.enter(version, "empty assignor", "x", server_assignor="")
    group.enter(version, "empty instance", "x", instance_id="")
    group.enter(version, "empty rack", "x", rack_id="")
    group.enter(version, "everything null", "x", rebalance_timeout_ms=-1, subscribed_topic_names=None, topic_partitions=None)
    for epoch in (-4, -3, -2, -1, 1, 100):
        group.beat(version, f"epoch {epoch} of nobody", "x", epoch)
        group.beat(version, f"epoch {epoch} without an id", "", epoch)
    group.beat(version, "epoch -2 of an instance", "x", -2, instance_id="i")
    group.beat(version, "epoch -1 of an instance", "x", -1, instance_id="i")
    group.enter(version, "epoch 5 with everything", "x", member_epoch=5)
    group.describe_consumers("after bad heartbeats")
    Group(script, "").enter(version, "no group id", "x")
    Group(script, " ", f"blank-{version}").enter(version, "a blank group id", "x")
    Group(script, f"{LONG}new{version}", f"new-long-{version}").enter(version, "a long group id", "x")
    for what, timeout in (("0", 0), ("-5", -5), ("huge", 2**31 - 1)):
        odd = Group(script, f"new-timeout-{what}-{version}")
        odd.enter(version, f"rebalance timeout {what}", "x", rebalance_timeout_ms=timeout)
        odd.beat(version, "leaves", "x", -1)


def _life(script: Script, version: int) -> None:
    group = Group(script, f"new-{version}")
    group.enter(version, "joins", "a")
    group.describe_consumers("joined", more={"again": _unsettled})
    group.beat(version, "nothing new", "a", NOW)
    group.beat(version, "owns all", "a", NOW, topic_partitions=[{"topic_id": TopicId("groups"), "partitions": [0, 1, 2, 3]}])
    group.beat(version, "owns some", "a", NOW, topic_partitions=[{"topic_id": TopicId("groups"), "partitions": [0]}])
    group.beat(
        version, "owns what is not there", "a", NOW, topic_partitions=[{"topic_id": TopicId("groups-missing"), "partitions": [77, -1]}]
    )
    group.beat(version, "owns nothing", "a", NOW, topic_partitions=[])
    group.beat(version, "epoch before", "a", BEFORE)
    group.beat(version, "epoch after", "a", AFTER)
    group.beat(version, "epoch far after", "a", 99)
    group.beat(version, "another member's epoch", "b", NOW)
    group.beat(version, "unknown assignor", "a", NOW, server_assignor="none")
    group.beat(version, "another assignor", "a", NOW, server_assignor="range")
    group.describe_consumers("assigned by range")
    group.beat(version, "after another assignor", "a", NOW)
    group.beat(version, "the same assignor", "a", NOW, server_assignor="range")
    group.beat(version, "with an instance it does not have", "a", NOW, instance_id="i")
    group.beat(version, "with a rack", "a", NOW, rack_id="r1")
    group.beat(version, "more topics", "a", NOW, subscribed_topic_names=["groups", "groups-other"])
    group.describe_consumers("more topics")
    group.beat(version, "the epoch before", "a", BEFORE)
    group.beat(
        version,
        "the epoch before, with what it owns",
        "a",
        2,
        topic_partitions=[{"topic_id": TopicId("groups"), "partitions": [0, 1, 2, 3]}],
    )
    group.beat(version, "the same topics", "a", NOW, subscribed_topic_names=["groups-other", "groups"])
    group.beat(version, "a topic twice", "a", NOW, subscribed_topic_names=["groups", "groups"])
    group.beat(version, "fewer topics", "a", NOW, subscribed_topic_names=["groups-other"])
    group.describe_consumers("fewer topics")
    group.beat(
        version, "epoch of before it revoked", "a", BEFORE, topic_partitions=[{"topic_id": TopicId("groups-other"), "partitions": [0, 1]}]
    )
    group.beat(version, "an unknown topic", "a", NOW, subscribed_topic_names=["groups-missing"])
    group.beat(version, "no topics", "a", NOW, subscribed_topic_names=[])
    group.beat(version, "bad names", "a", NOW, subscribed_topic_names=["bad name!", ""])
    group.describe_consumers("bad names")
    group.enter(version, "joins again", "a")
    group.describe_consumers("joined again")
    group.beat(version, "leaves", "a", -1)
    group.beat(version, "leaves again", "a", -1)
    group.beat(version, "after leaving", "a", NOW)
    group.describe_consumers("empty")
    group.enter(version, "joins after leaving", "a", server_assignor="uniform")
    group.beat(version, "leaves for good", "a", -1)
    group.ask("DeleteGroups", 2, "when empty", groups_names=[group.group_id])
    group.describe_consumers("deleted")


def _unsettled(answer: Any) -> bool:
    """Whether a coordinator comes up, or an assignment is still being made."""
    return any(group.error_code in (14, 15, 16) or group.group_state == "Assigning" for group in answer.groups)


def _two(script: Script, version: int) -> None:
    group = Group(script, f"new-two-{version}")
    owned = [{"topic_id": TopicId("groups"), "partitions": [0, 1, 2, 3]}]
    group.enter(version, "a joins", "a")
    group.beat(version, "a owns all", "a", NOW, topic_partitions=owned)
    group.enter(version, "b joins", "b", more={"ignore": SHARE})
    group.describe_consumers("b came", more={"ignore": SHARE})
    group.beat(version, "a is told to revoke", "a", NOW, more={"ignore": SHARE}, topic_partitions=owned)
    group.beat(version, "b waits", "b", NOW, more={"ignore": SHARE})
    group.describe_consumers("a must revoke", more={"ignore": SHARE})
    group.beat(version, "a owns nothing", "a", NOW, topic_partitions=[], more={"ignore": SHARE})
    group.beat(version, "a goes on", "a", NOW, topic_partitions=[], more={"ignore": SHARE})
    group.beat(version, "b gets its share", "b", NOW, topic_partitions=[], more={"ignore": SHARE})
    group.describe_consumers("shared", more={"ignore": SHARE})
    group.beat(version, "a by the epoch before", "a", BEFORE, more={"ignore": SHARE})
    group.enter(version, "c joins", "c", more={"ignore": SHARE}, server_assignor="range")
    group.describe_consumers("three", more={"ignore": SHARE})
    group.beat(version, "b leaves", "b", -1)
    group.beat(version, "b after leaving", "b", NOW)
    group.describe_consumers("b left", more={"ignore": SHARE})


def _static(script: Script, version: int) -> None:
    group = Group(script, f"new-static-{version}")
    group.enter(version, "joins", "a", instance_id="one")
    group.beat(
        version, "owns all", "a", NOW, instance_id="one", topic_partitions=[{"topic_id": TopicId("groups"), "partitions": [0, 1, 2, 3]}]
    )
    group.describe_consumers("static")
    group.enter(version, "its twin joins", "b", instance_id="one")
    group.beat(version, "its twin beats", "b", NOW, instance_id="one")
    group.beat(version, "without its instance", "a", NOW)
    group.beat(version, "with another instance", "a", NOW, instance_id="two")
    group.beat(version, "leaves by another instance", "a", -2, instance_id="two")
    group.beat(version, "leaves without its instance", "a", -2)
    group.beat(version, "another id leaves for it", "x", -2, instance_id="one")
    group.beat(version, "goes for a while", "a", -2, instance_id="one")
    group.describe_consumers("gone for a while")
    group.beat(version, "goes for a while again", "a", -2, instance_id="one")
    group.beat(version, "beats though gone", "a", NOW, instance_id="one")
    group.enter(version, "comes back", "c", instance_id="one")
    group.describe_consumers("back")
    group.beat(version, "the old id", "a", NOW, instance_id="one")
    group.beat(version, "the new id", "c", NOW, instance_id="one")
    group.beat(version, "goes for a while as c", "c", -2, instance_id="one")
    group.enter(version, "comes back with other topics", "d", instance_id="one", subscribed_topic_names=["groups-other"])
    group.describe_consumers("back with other topics")
    group.beat(version, "leaves for good", "d", -1, instance_id="one")
    group.describe_consumers("left")


def _regex(script: Script) -> None:
    group = Group(script, "new-regex-bad")
    for what, pattern in (
        ("an open bracket", "a["),
        ("an open group", "(a"),
        ("a star alone", "*"),
        ("a back reference", r"(a)\1"),
        ("look ahead", "a(?=b)"),
        ("look behind", "(?<!a)b"),
        ("possessive", "a++b"),
        ("too large a repeat", "a{100000}"),
        ("an unknown escape", r"\Q\y"),
        ("an unknown class", r"\p{Nonsense}"),
    ):
        group.enter(1, f"regex: {what}", "x", subscribed_topic_names=None, subscribed_topic_regex=pattern)
    group.describe_consumers("after broken regexes")
    for number, (what, pattern) in enumerate(
        (
            ("one topic", "groups-o.*"),
            ("anchored by itself", "groups"),
            ("alternatives", "groups|groups-other"),
            ("nothing", "nothing-.*"),
            ("one that explodes elsewhere", "(a+)+$"),
            ("empty", ""),
            ("case ignored", "(?i)GROUPS-OTHER"),
            ("a class", r"groups[\-]other"),
            ("internal topics", "__consumer.*"),
            ("lazy", "groups-o.*?r"),
            ("a named group", "(?P<x>groups-other)"),
        )
    ):
        named = Group(script, f"new-regex-{number}")
        named.enter(1, f"regex: {what}", "a", subscribed_topic_names=None, subscribed_topic_regex=pattern)
        _settled(named, 1, "a", f"regex: {what}: later")
        named.describe_consumers(f"regex: {what}", more={"ignore": ("*epoch",)})
        named.beat(1, f"regex: {what}: leaves", "a", -1)
    both = Group(script, "new-regex-both")
    both.enter(1, "names and a regex", "a", subscribed_topic_regex="groups-o.*")
    _settled(both, 1, "a", "names and a regex: later")
    both.describe_consumers("names and a regex", more={"ignore": ("*epoch",)})
    old = Group(script, "new-regex-old")
    old.enter(0, "no names in version 0", "a", subscribed_topic_names=None)


def _settled(group: Group, version: int, member: str, what: str) -> None:
    """A heartbeat by the member's newest epoch, once what must be found out beside the heartbeats has been."""
    label = f"{group.called} epoch of {member}"

    def settle(peer: Peer) -> None:
        """Heartbeats, for as long as three quarters of a second."""
        seen = peer.memory.get(label, 1)
        for _ in range(60):
            values = {"group_id": group.group_id, "member_id": member, "member_epoch": seen}
            answer = peer.ask(build_struct(REQUESTS["ConsumerGroupHeartbeat"], version, values, peer, ""), version)
            if not isinstance(answer, REQUESTS["ConsumerGroupHeartbeat"].response_type) or getattr(answer, "error_code", 1):
                return
            seen = peer.memory[label] = answer.member_epoch
            time.sleep(0.0125)

    group.script.add(
        "ConsumerGroupDescribe", 1, f"{group.called}: {what}",
        lambda peer: build_describe(group.group_id), ignore=("*epoch", "*topic_partitions*", "*group_state"), settle=settle,
    )  # fmt: skip


def build_describe(group_id: str) -> Any:
    """ConsumerGroupDescribe of one group."""
    made: Any = REQUESTS["ConsumerGroupDescribe"]()
    made.group_ids = [group_id]
    return made


def _topics(script: Script) -> None:
    """Topics that come, grow and go under a member."""
    group = Group(script, "new-topics")
    group.enter(1, "subscribes to what comes", "a", subscribed_topic_names=["groups-to-come"])
    group.describe_consumers("before the topic comes")
    create(script, {"groups-to-come": (2, {})}, "a topic that a group waits for")
    _settled(group, 1, "a", "the topic came")
    group.describe_consumers("the topic came", more={"ignore": ("*epoch",)})
    script.add(
        "DeleteTopics", 5, "a topic that a group reads", DeleteTopicsRequest(topic_names=["groups-to-come"], timeout_ms=10_000),
        settle=lambda peer: peer.await_topics({"groups-to-come": 0}),
    )  # fmt: skip
    _settled(group, 1, "a", "the topic went")
    group.describe_consumers("the topic went", more={"ignore": ("*epoch",)})
    group.beat(1, "leaves", "a", -1)


def _describe(script: Script, version: int) -> None:
    group = Group(script, f"new-described-{version}")
    group.enter(1, "joins", "a", rack_id="r1", instance_id="one")
    group.enter(1, "b joins", "b", more={"ignore": SHARE}, server_assignor="range", subscribed_topic_names=["groups-other", "groups-more"])

    def ask(what: str, *groups: str, operations: bool = False) -> None:
        group.ask(
            "ConsumerGroupDescribe", version, what, group_ids=list(groups), include_authorized_operations=operations, more={"ignore": SHARE}
        )

    ask("two members", group.group_id)
    ask("with operations", group.group_id, operations=True)
    ask("unknown", "new-nobody")
    ask("unknown, with operations", "new-nobody", operations=True)
    ask("no id", "")
    ask("long id", LONG)
    ask("none")
    ask("several", group.group_id, "new-nobody", "")
    ask("one twice", group.group_id, group.group_id)
    ask("a classic one", "join-3")
    ask("an empty classic one", "commit-8")


def _offsets(script: Script) -> None:
    group = Group(script, "new-offsets")
    group.enter(1, "joins", "a")
    offsets = ("groups", ((0, 1, "a"), (1, 2, "b")))
    for version in (2, 5, 8, 9, 10):
        good: dict[str, Any] = {"member_id": "a", "generation_id_or_member_epoch": NOW}
        commit(group, version, "good", offsets, **good)
        commit(group, version, "epoch before", offsets, **good | {"generation_id_or_member_epoch": BEFORE})
        commit(group, version, "epoch after", offsets, **good | {"generation_id_or_member_epoch": AFTER})
        commit(group, version, "epoch -1", offsets, **good | {"generation_id_or_member_epoch": -1})
        commit(group, version, "unknown member", offsets, **good | {"member_id": "x", "generation_id_or_member_epoch": Epoch(0, "a")})
        commit(
            group, version, "no member, right epoch", offsets, **good | {"member_id": "", "generation_id_or_member_epoch": Epoch(0, "a")}
        )
        commit(group, version, "nobody", offsets)
    for version in (7, 8, 9, 10):
        fetch(group, version, "everything", everything=True)
        fetch(group, version, "as a member", ("groups", [0, 1]), member_id="a", member_epoch=NOW) if version >= 9 else None
        if version >= 9:
            fetch(group, version, "epoch before", ("groups", [0]), member_id="a", member_epoch=BEFORE)
            fetch(group, version, "epoch after", ("groups", [0]), member_id="a", member_epoch=AFTER)
            fetch(group, version, "epoch -1", ("groups", [0]), member_id="a", member_epoch=-1)
            fetch(group, version, "unknown member", ("groups", [0]), member_id="x", member_epoch=2)
            fetch(group, version, "everything, epoch after", everything=True, member_id="a", member_epoch=AFTER)
            fetch(group, version, "no member", ("groups", [0]), member_id="", member_epoch=2)
    group.ask("OffsetDelete", 0, "subscribed", group_id=group.group_id, topics=[{"name": "groups", "partitions": [{}]}])
    group.ask("OffsetDelete", 0, "not subscribed", group_id=group.group_id, topics=[{"name": "groups-other", "partitions": [{}]}])
    group.ask("DeleteGroups", 2, "live", groups_names=[group.group_id])
    group.beat(1, "leaves", "a", -1)
    commit(group, 9, "after it left", offsets, member_id="a", generation_id_or_member_epoch=NOW)
    commit(group, 9, "nobody, empty", offsets)
    group.ask("OffsetDelete", 0, "empty", group_id=group.group_id, topics=[{"name": "groups", "partitions": [{}]}])
    group.ask("DeleteGroups", 2, "when empty", groups_names=[group.group_id])
    fetch(group, 9, "deleted", everything=True)


def _classic_requests(script: Script) -> None:
    """What members of the old protocol get from a group of the new one."""
    group = Group(script, "new-asked-old")
    group.enter(1, "joins", "a")
    group.describe("a consumer group")
    for version in (0, 5):
        group.describe("a consumer group, older", version)
    for version in (0, 4):
        group.heartbeat(version, "its member", "a", NOW)
        group.heartbeat(version, "nobody", "x", 1)
    for version in (0, 5):
        group.sync(version, "its member", "a", NOW)
        group.sync(version, "nobody", "x", 1)
    for version in (2, 5):
        group.leave(version, "nobody", "x")
        group.leave(version, "its member", "a")
    group.describe_consumers("after classic requests")
    group.enter(1, "joins again", "a")
    for version in (3, 9):
        group.join(version, "nonsense for a subscription", protocols=[("range", b"x")])
        group.join(version, "another type", protocol_type="connect")
        group.join(version, "an unknown id", "x")
        group.join(version, "no protocols", protocols=())
        group.join(version, "the new member's id", "a")
    group.describe_consumers("after bad joins", more={"ignore": SHARE})


def _new_requests(script: Script) -> None:
    """What a member of the new protocol gets from classic groups."""
    empty = Group(script, "old-empty")
    empty.stable("a")
    commit(empty, 8, "offsets", ("groups", ((0, 5, "m"),)), member_id="@a", generation_id_or_member_epoch=1)
    empty.leave(3, "leaves", "@a")
    empty.enter(1, "a new member comes", "n")
    empty.describe_consumers("migrated")
    empty.describe("migrated")
    fetch(empty, 9, "its offsets", everything=True)
    empty.beat(1, "the new member leaves", "n", -1)
    empty.join(3, "a classic one again", learns="b")
    empty.describe("classic again")
    offsets = Group(script, "old-offsets")
    commit(offsets, 8, "offsets", ("groups", ((0, 5, "m"),)))
    offsets.enter(1, "a new member comes", "n")
    offsets.describe_consumers("of offsets only")
    other = Group(script, "old-connect")
    other.stable("a", protocol_type="connect")
    other.enter(1, "a new member comes to another type", "n")
    other.beat(1, "a new member beats", "n", NOW)
    other.beat(1, "a new member leaves", "n", -1)
    other.describe_consumers("another type")
    broken = Group(script, "old-broken")
    broken.stable("a", protocols=[("range", b"\0\3\0\0")])
    broken.enter(1, "a new member comes to one that cannot be read", "n")
    broken.describe("cannot be read")
    busy = Group(script, "old-busy")
    busy.join(3, "joins", learns="a")
    # Which half it gets hangs on how the other's random id is hashed.
    busy.enter(1, "a new member comes before sync", "n", more={"ignore": (*SHARE, "*assignment")})


def _migration(script: Script) -> None:
    """A live classic group that a new member comes to, until the last classic one goes, and the way back."""
    group = Group(script, "migrated")
    more = {"ignore": (*SHARE, "*assignment")}
    group.stable("a", protocols=[("range", SUBSCRIPTION)])
    group.enter(1, "a new member comes", "n", more=more)
    group.describe_consumers("both", more=more)
    group.describe("both")
    group.heartbeat(4, "the classic one sees a rebalance", "@a", NOW)
    group.join(3, "the classic one joins", "@a", protocols=[("range", OWNING)])
    group.sync(3, "the classic one syncs", "@a", NOW, more=more)
    group.heartbeat(4, "the classic one in the new epoch", "@a", NOW)
    group.describe_consumers("both, later", more=more)
    group.beat(1, "the new one", "n", NOW, topic_partitions=[], more=more)
    group.heartbeat(4, "of an old generation", "@a", BEFORE)
    group.heartbeat(4, "of a later generation", "@a", 9)
    group.sync(3, "wrong generation", "@a", 7)
    group.sync(5, "another type", "@a", NOW, protocol_type="connect")
    group.sync(5, "another protocol", "@a", NOW, protocol_name="roundrobin")
    group.join(3, "the classic one with nothing to use", "@a", protocols=[("range", b"x")])
    commit(group, 8, "by the classic one", ("groups", ((0, 5, "m"),)), member_id="@a", generation_id_or_member_epoch=NOW)
    commit(
        group, 8, "by the classic one, wrong generation", ("groups", ((0, 5, "m"),)), member_id="@a", generation_id_or_member_epoch=BEFORE
    )
    group.beat(1, "the new one leaves: classic again", "n", -1)
    # Which share the classic one had hangs on how its id sorts.
    group.describe("classic again", ignore=("groups/*/members/*/member_assignment",))
    group.describe_consumers("classic again")
    group.heartbeat(4, "classic again", "@a", NOW)
    group.join(3, "joins again", "@a", protocols=[("range", OWNING)])
    group.leave(3, "leaves", "@a")
    forward = Group(script, "migrated-forward")
    forward.stable("a")
    forward.enter(1, "a new member comes", "n", more=more)
    forward.leave(3, "the classic one leaves", "@a")
    forward.describe_consumers("all new", more=more)
    forward.beat(1, "alone", "n", NOW, topic_partitions=[], more=more)
    forward.join(5, "a classic one to a new group", learns="b", protocols=[("range", OWNING)])
    forward.join(5, "a classic one to a new group, by its id", "@b", protocols=[("range", OWNING)])
    forward.sync(4, "its assignment", "@b", NOW, {"@b": ASSIGNMENT}, more=more)
    forward.describe_consumers("a classic one again", more=more)
    static = Group(script, "migrated-static")
    static.stable("a", instances=("one",))
    static.enter(1, "the instance by the new protocol", "n", instance_id="one", more=more)
    static.describe_consumers("the instance by the new protocol", more=more)
    static.describe("the instance by the new protocol")
