"""Classic groups: JoinGroup, SyncGroup, Heartbeat, LeaveGroup, and what lists, describes and deletes groups."""

from __future__ import annotations

from typing import Any

from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from tests.integration.behaviour.group_steps import ASSIGNMENT, COMING_UP, OTHER_SUBSCRIPTION, REQUESTS, SUBSCRIPTION, Group, coming_up
from tests.integration.behaviour.group_steps import build as build_struct
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.script_produce import create
from tests.integration.behaviour.script_wire import bodies
from tests.integration.behaviour.steps import Script, raw

LONG = "g" * 300

#: One request of each API that does no harm, by API and version, for cutting and lengthening.
SAMPLES: tuple[tuple[str, tuple[int, int], dict[str, Any]], ...] = (
    (
        "JoinGroup",
        (5, 9),
        {"group_id": "w", "member_id": "x", "session_timeout_ms": 10_000, "protocol_type": "c", "protocols": [{"name": "r"}]},
    ),
    ("SyncGroup", (3, 5), {"group_id": "w", "member_id": "x", "assignments": [{"member_id": "x", "assignment": b"abc"}]}),
    ("Heartbeat", (3, 4), {"group_id": "w", "member_id": "x", "group_instance_id": "i"}),
    ("LeaveGroup", (3, 5), {"group_id": "w", "members": [{"member_id": "x", "group_instance_id": "i"}]}),
    (
        "OffsetCommit",
        (6, 9),
        {
            "group_id": "w",
            "member_id": "x",
            "topics": [{"name": "groups", "partitions": [{"committed_offset": 3, "committed_metadata": "m"}]}],
        },
    ),
    ("OffsetFetch", (5, 7), {"group_id": "w", "topics": [{"name": "groups", "partition_indexes": [0]}]}),
    ("OffsetFetch", (9, 9), {"groups": [{"group_id": "w", "topics": [{"name": "groups", "partition_indexes": [0]}]}]}),
    ("DescribeGroups", (4, 6), {"groups": ["w"]}),
    ("ListGroups", (5, 5), {"states_filter": ["Dead"], "types_filter": ["share"]}),
    ("DeleteGroups", (1, 2), {"groups_names": ["w"]}),
    ("OffsetDelete", (0, 0), {"group_id": "w", "topics": [{"name": "groups", "partitions": [{"partition_index": 0}]}]}),
    ("ConsumerGroupHeartbeat", (1, 1), {"group_id": "w", "member_id": "x", "member_epoch": 3, "subscribed_topic_names": ["groups"]}),
    ("ConsumerGroupDescribe", (1, 1), {"group_ids": ["w"]}),
)


#: Nulls where no version has them: API, version, what is null, body. In flexible versions a null is one zero byte.
NULLS: tuple[tuple[str, int, str, bytes], ...] = (
    ("JoinGroup", 4, "group id", b"\xff\xff" + bytes(8) + b"\0\0\0\1c" + bytes(4)),
    ("JoinGroup", 9, "group id", b"\0" + bytes(8) + b"\1\0\2c\1\0\0"),
    ("JoinGroup", 9, "protocols", b"\2w" + bytes(8) + b"\1\0\2c\0\0\0"),
    ("JoinGroup", 3, "protocols", b"\0\1w" + bytes(8) + b"\0\0\0\1c\xff\xff\xff\xff"),
    ("SyncGroup", 5, "assignments", b"\2w" + bytes(4) + b"\2x\0\0\0\0\0"),
    ("SyncGroup", 5, "member id", b"\2w" + bytes(4) + b"\0\0\0\0\1\0"),
    ("Heartbeat", 4, "member id", b"\2w" + bytes(4) + b"\0\0\0"),
    ("Heartbeat", 0, "group id", b"\xff\xff" + bytes(4) + b"\0\1x"),
    ("LeaveGroup", 5, "members", b"\2w\0\0"),
    ("LeaveGroup", 1, "member id", b"\0\1w\xff\xff"),
    ("OffsetCommit", 9, "topics", b"\2w" + b"\xff" * 4 + b"\1\0\0\0"),
    ("OffsetCommit", 9, "group id", b"\0" + b"\xff" * 4 + b"\1\0\1\0"),
    ("OffsetFetch", 1, "topics", b"\0\1w\xff\xff\xff\xff"),
    ("OffsetFetch", 9, "groups", b"\0\0\0"),
    ("DescribeGroups", 0, "groups", b"\xff\xff\xff\xff"),
    ("DescribeGroups", 5, "groups", b"\0\0\0"),
    ("ListGroups", 4, "states", b"\0\0"),
    ("ListGroups", 5, "types", b"\1\0\0"),
    ("DeleteGroups", 0, "groups", b"\xff\xff\xff\xff"),
    ("DeleteGroups", 2, "groups", b"\0\0"),
    ("OffsetDelete", 0, "topics", b"\0\1w\xff\xff\xff\xff"),
    ("ConsumerGroupHeartbeat", 1, "group id", b"\0\2x" + bytes(4) + b"\0\0" + bytes(4) + b"\0\0\0\0\0"),
    ("ConsumerGroupHeartbeat", 1, "member id", b"\2w\0" + bytes(4) + b"\0\0" + bytes(4) + b"\0\0\0\0\0"),
    ("ConsumerGroupDescribe", 1, "groups", b"\0\0\0"),
    ("FindCoordinator", 4, "keys", b"\0\0\0"),
    ("FindCoordinator", 0, "key", b"\xff\xff"),
)


def build(script: Script) -> None:
    """All steps."""
    ready(script)
    if not script.is_main:
        return
    for api, versions, values in SAMPLES:
        for version in sorted(set(versions)):
            bodies(script, build_struct(REQUESTS[api], version, values, None, ""), version)  # type: ignore[arg-type]
    for api, version, what, body in NULLS:
        script.add(api, version, f"null: {what}", raw(REQUESTS[api].api_key, version, body))
    for version in script.versions("FindCoordinator"):
        _coordinators(script, version)
    for version in script.versions("JoinGroup"):
        _join(script, version)
    for version in script.versions("SyncGroup"):
        _sync(script, version)
    for version in script.versions("Heartbeat"):
        _heartbeat(script, version)
    for version in script.versions("LeaveGroup"):
        _leave(script, version)
    _static(script)
    _pending(script)
    for version in script.versions("DescribeGroups"):
        _describe(script, version)
    for version in script.versions("ListGroups"):
        _list(script, version)
    for version in script.versions("DeleteGroups"):
        _delete(script, version)


def ready(script: Script) -> None:
    """Topics, and every group's coordinator loaded."""
    create(script, {"groups": (4, {}), "groups-other": (2, {}), "groups-more": (3, {}), "groups-gone": (1, {})}, "topics for groups")

    def settle(peer: Peer) -> None:
        asked = DescribeGroupsRequest(groups=[f"any-{number}" for number in range(1000)])
        peer.settle(lambda: not any(group.error_code in COMING_UP for group in peer.ask(asked, 0).groups), "coordinators")

    found = FindCoordinatorRequest()
    found.coordinator_keys = ["w"]
    script.add("FindCoordinator", 4, "of the first group", found, again=coming_up, settle=settle)


def _coordinators(script: Script, version: int) -> None:
    for what, key in (("a group", "g"), ("an empty group id", ""), ("300 characters", LONG), ("not ASCII", "grüße 你"), ("blanks", "  ")):
        made = FindCoordinatorRequest()
        if version < 4:
            made.key = key
        else:
            made.coordinator_keys = [key]
        script.add("FindCoordinator", version, f"groups: {what}", made, again=coming_up)
    if version >= 4:
        made = FindCoordinatorRequest()
        made.coordinator_keys = ["a", "b", "a", ""]
        script.add("FindCoordinator", version, "groups: one twice", made, again=coming_up)
        script.add("FindCoordinator", version, "groups: none", FindCoordinatorRequest(), again=coming_up)


def _join(script: Script, version: int) -> None:
    nobody = Group(script, f"join-bad-{version}")
    nobody.join(version, "an unknown group's member", "x")
    nobody.join(version, "session timeout below", session_timeout_ms=5999)
    nobody.join(version, "session timeout above", session_timeout_ms=1_800_001)
    nobody.join(version, "session timeout 0", session_timeout_ms=0)
    nobody.join(version, "session timeout negative", session_timeout_ms=-1)
    nobody.join(version, "no protocols", protocols=())
    nobody.join(version, "no protocol type", protocol_type="")
    nobody.join(version, "no protocols and no type", protocols=(), protocol_type="")
    nobody.describe("after bad joins")
    Group(script, "").join(version, "no group id")
    Group(script, f"{LONG}{version}", f"long-{version}").join(version, "a long group id", learns="a")

    group = Group(script, f"join-{version}")
    group.join(version, "the first", learns="a")
    if version >= 4:
        # Kafka answers the join before the group can be seen.
        group.describe("with a pending member", again=lambda answer: answer.groups[0].error_code != 0)
        group.join(version, "an id that nobody has", "behaviour-00000000-0000-0000-0000-000000000000")
        group.join(version, "the first by its id", "@a", learns="a")
    group.describe("before it syncs")
    group.join(version, "the first again before it syncs", "@a")
    group.heartbeat(4, "before it syncs", "@a")
    group.join(version, "wrong id", "x")
    group.join(version, "another type", protocol_type="connect")
    group.join(version, "no protocol in common", protocols=[("roundrobin", SUBSCRIPTION)])
    group.sync(3, "assigns", "@a", 1, {"@a": ASSIGNMENT})
    group.describe("stable")
    # A second one: the broker keeps its request until the first has joined again.
    if version >= 4:
        group.join(version, "the second without an id", learns="b", protocols=[("roundrobin", b"r"), ("range", b"s")])
    second = {"more": {"line": "b", "parked": True}, "protocols": [("roundrobin", b"r"), ("range", b"s")]}
    group.join(version, "the second", "@b" if version >= 4 else "", **second)
    group.heartbeat(4, "while the second waits", "@a")
    group.sync(3, "while the second waits", "@a")
    group.describe("while the second waits")
    group.join(version, "the first with the second", "@a", protocols=[("range", SUBSCRIPTION), ("roundrobin", b"q")])
    group.collect("JoinGroup", version, "the second is in", "b", "b")
    group.sync(3, "the first assigns to both", "@a", 2, {"@a": ASSIGNMENT, "@b": b"bb"})
    group.sync(3, "the second", "@b", 2)
    group.describe("two members")
    group.join(version, "the second again, nothing new", "@b", protocols=[("roundrobin", b"r"), ("range", b"s")])
    group.heartbeat(4, "after the second came again", "@a", 2)
    # The leader joins again: a rebalance.
    group.join(
        version, "the first again", "@a", more={"line": "a", "parked": True}, protocols=[("range", SUBSCRIPTION), ("roundrobin", b"q")]
    )
    group.heartbeat(4, "the second sees the rebalance", "@b", 2)
    group.leave(3, "the second leaves instead", "@b")
    group.collect("JoinGroup", version, "the first is alone", "a")
    group.sync(3, "alone", "@a", 3, {"@a": ASSIGNMENT})
    # A member that changes what it says makes the others rejoin.
    group.join(version, "with other metadata", "@a", protocols=[("range", OTHER_SUBSCRIPTION)])
    group.join(version, "with other metadata again", "@a", protocols=[("range", OTHER_SUBSCRIPTION)])
    group.leave(3, "leaves", "@a")
    group.describe("empty")
    group.join(version, "an old id to the empty group", "@a")
    group.join(version, "another type to the empty group", protocol_type="other", learns="c")
    if version >= 4:
        group.join(version, "another type to the empty group, by its id", "@c", protocol_type="other")
    group.describe("of another type")

    odd = Group(script, f"join-odd-{version}")
    odd.join(version, "a negative rebalance timeout", learns="a", rebalance_timeout_ms=-5)
    if version >= 4:
        odd.join(version, "a negative rebalance timeout, by its id", "@a", rebalance_timeout_ms=-5)
    # How soon one goes that has no time to sync is chance.
    odd.leave(3, "leaves", "@a", more={"ignore": ("members/*/error_code",)})
    astray = Group(script, f"join-astray-{version}")
    astray.join(version, "joins", learns="a")
    if version >= 4:
        astray.join(version, "joins by its id", "@a")
    astray.sync(3, "assigns to nobody", "@a", 1, {"@a": b"", "nobody": b"x"})
    astray.describe("assigned to nobody")
    least = Group(script, f"join-least-{version}")
    least.join(version, "least session timeout", session_timeout_ms=6000, learns="a", protocols=[("", b"")])
    if version >= 4:
        least.join(version, "least session timeout, by its id", "@a", session_timeout_ms=6000, protocols=[("", b"")])
    least.leave(3, "leaves", "@a")
    if version >= 5:
        _join_static(script, version)


def _join_static(script: Script, version: int) -> None:
    group = Group(script, f"join-static-{version}")
    group.join(version, "an instance with an unknown id", "x", group_instance_id="one")
    group.join(version, "an instance", group_instance_id="one", learns="a", reason="why not")
    group.join(version, "the instance by its id", "@a", group_instance_id="one")
    group.join(version, "the instance by another id", "x", group_instance_id="one")
    group.join(version, "another instance by its id", "@a", group_instance_id="two")
    group.sync(4, "assigns", "@a", 1, {"@a": ASSIGNMENT}, group_instance_id="one")
    group.describe("a static member")
    # A new process of the same instance: no rebalance where it says the same.
    group.join(version, "the instance anew", group_instance_id="one", learns="b")
    group.describe("replaced")
    group.sync(4, "the old one", "@a", 1, group_instance_id="one")
    group.sync(4, "the new one", "@b", 1, group_instance_id="one")
    group.heartbeat(4, "the old one", "@a", 1, group_instance_id="one")
    group.heartbeat(4, "the new one", "@b", 1, group_instance_id="one")
    group.heartbeat(4, "the old one without instance", "@a", 1)
    group.join(version, "the old one joins", "@a", group_instance_id="one")
    # One that says something else: a rebalance.
    group.join(
        version, "the instance anew, with other metadata", group_instance_id="one", learns="c", protocols=[("range", OTHER_SUBSCRIPTION)]
    )
    group.describe("rebalanced")
    group.leave(5, "by instance only", ("", "one"))
    group.describe("left")
    empty = Group(script, f"join-empty-{version}")
    empty.join(version, "an empty instance", group_instance_id="", learns="a")
    empty.describe("an empty instance")


def _sync(script: Script, version: int) -> None:
    Group(script, f"sync-none-{version}").sync(version, "unknown group", "x")
    Group(script, "").sync(version, "no group id", "x")
    group = Group(script, f"sync-{version}")
    group.join(3, "joins", learns="a")
    group.sync(version, "unknown member", "x")
    group.sync(version, "no member", "")
    group.sync(version, "wrong generation", "@a", 2)
    group.sync(version, "generation -1", "@a", -1)
    if version >= 3:
        group.sync(version, "an unknown instance", "@a", group_instance_id="nobody")
    if version >= 5:
        group.sync(version, "another type", "@a", protocol_type="connect")
        group.sync(version, "another protocol", "@a", protocol_name="roundrobin")
    group.sync(version, "nothing assigned", "@a")
    group.sync(version, "again", "@a", 1, {"@a": b"too late"})
    group.join(3, "another joins", learns="b", more={"line": "b", "parked": True})
    group.join(3, "joins again", "@a")
    group.collect("JoinGroup", 3, "another is in", "b", "b")
    group.sync(version, "the follower first", "@b", 2, {"@b": b"not a leader"}, more={"line": "b", "parked": True})
    group.describe("waiting for the leader", 5)
    group.sync(version, "the leader", "@a", 2, {"@b": b"of b", "@a": b"of a"})
    group.collect("SyncGroup", version, "the follower has it", "b")
    group.sync(version, "the follower again", "@b", 2)
    group.sync(version, "an old generation", "@b", 1)
    group.sync(version, "a type that is null", "@b", 2, protocol_type=None, protocol_name=None)
    group.join(3, "the follower with news", "@b", more={"line": "b", "parked": True}, protocols=[("range", b"new")])
    group.sync(version, "in a rebalance", "@a", 2)
    group.leave(3, "both leave", "@a", "@b")
    group.collect("JoinGroup", 3, "the follower left", "b")
    group.sync(version, "empty group", "@a", 2)


def _heartbeat(script: Script, version: int) -> None:
    Group(script, f"beat-none-{version}").heartbeat(version, "unknown group", "x")
    Group(script, "").heartbeat(version, "no group id", "x")
    Group(script, LONG, "long").heartbeat(version, "long group id", "x")
    group = Group(script, f"beat-{version}")
    generation = group.stable("a", "b")
    group.heartbeat(version, "good", "@a", generation)
    group.heartbeat(version, "good again", "@a", generation)
    group.heartbeat(version, "of the other", "@b", generation)
    group.heartbeat(version, "generation before", "@a", generation - 1)
    group.heartbeat(version, "generation after", "@a", generation + 1)
    group.heartbeat(version, "generation -1", "@a", -1)
    group.heartbeat(version, "unknown member", "x", generation)
    group.heartbeat(version, "no member", "", generation)
    if version >= 3:
        group.heartbeat(version, "unknown instance", "@a", generation, group_instance_id="i")
        group.heartbeat(version, "empty instance", "@a", generation, group_instance_id="")
    group.join(3, "b leaves its place", "@b", more={"line": "b", "parked": True}, protocols=[("range", b"new")])
    group.heartbeat(version, "in a rebalance", "@a", generation)
    group.heartbeat(version, "of who joined, in a rebalance", "@b", generation)
    group.join(3, "a joins", "@a")
    group.collect("JoinGroup", 3, "b is in", "b")
    group.heartbeat(version, "old generation before sync", "@a", generation)
    group.heartbeat(version, "before sync", "@a", generation + 1)
    group.leave(3, "both leave", "@a", "@b")
    group.heartbeat(version, "empty group", "@a", generation + 1)


def _leave(script: Script, version: int) -> None:
    Group(script, f"leave-none-{version}").leave(version, "unknown group", "x")
    Group(script, "").leave(version, "no group id", "x")
    group = Group(script, f"leave-{version}")
    group.stable("a", "b")
    group.leave(version, "unknown member", "x")
    group.leave(version, "no member id", "")
    if version >= 3:
        group.leave(version, "nobody")
        group.leave(version, "unknown ones", "x", "y", "x")
        group.leave(version, "an unknown instance", ("", "i"))
        group.leave(version, "a member by a wrong instance", ("@a", "i"))
        group.leave(version, "one and an unknown one", "@b", "x", "@b")
    else:
        group.leave(version, "b", "@b")
    group.describe("one left")
    group.heartbeat(4, "of who left", "@b", 2)
    group.leave(version, "again", "@b")
    group.leave(version, "the last", "@a")
    group.describe("all left")
    group.leave(version, "the last again", "@a")
    if version >= 3:
        static = Group(script, f"leave-static-{version}")
        static.stable("a", instances=("one",))
        static.leave(version, "wrong id of an instance", ("x", "one"))
        static.leave(version, "the id without its instance", "@a")
        static.describe("left by id")
        other = Group(script, f"leave-instance-{version}")
        other.stable("a", "b", instances=("one", "two"))
        other.leave(version, "by id and instance, twice", ("@a", "one"), ("@a", "one"))
        other.leave(version, "by instance, and an unknown one", ("", "two"), ("", "three"))
        other.describe("left by instance")


def _static(script: Script) -> None:
    group = Group(script, "static")
    group.stable("a", "b", instances=("one", "two"))
    group.describe("two static members")
    group.join(9, "the follower anew", group_instance_id="two", learns="c")
    group.heartbeat(4, "the follower's old id", "@b", 2, group_instance_id="two")
    group.heartbeat(4, "the follower's new id", "@c", 2, group_instance_id="two")
    group.join(9, "the leader anew", group_instance_id="one", learns="d")
    group.sync(4, "the leader anew", "@d", 2, group_instance_id="one")
    group.sync(4, "the leader's old id", "@a", 2, group_instance_id="one")
    group.join(8, "the leader anew, version 8", group_instance_id="one", learns="e", more={"line": "a", "parked": True})
    group.join(9, "the follower by its id", "@c", group_instance_id="two", more={"line": "b", "parked": True})
    group.describe("after the leader came anew")
    # Two processes with one instance: the first one's request is answered when the second comes.
    twins = Group(script, "static-twins")
    twins.stable("a", "b", instances=("one", "two"))
    twins.join(9, "a waits", "@a", group_instance_id="one", more={"line": "t1", "parked": True}, protocols=[("range", b"new")])
    twins.join(9, "its twin comes", group_instance_id="one", learns="c", more={"line": "t2", "parked": True}, protocols=[("range", b"new")])
    twins.collect("JoinGroup", 9, "a is fenced", "t1")
    twins.join(9, "b joins", "@b", group_instance_id="two", more={"line": "t3", "parked": True})
    twins.collect("JoinGroup", 9, "the twin is in", "t2")
    twins.describe("twins")


def _pending(script: Script) -> None:
    group = Group(script, "pending")
    group.join(4, "asks for an id", learns="a")
    group.heartbeat(4, "of a pending member", "@a", 0)
    group.heartbeat(4, "of a pending member, generation -1", "@a", -1)
    group.sync(4, "of a pending member", "@a", 0)
    group.leave(5, "of a pending member", "@a")
    group.leave(5, "of a pending member again", "@a")
    group.join(4, "by the id that left", "@a")
    group.describe("nobody pending")
    group.join(9, "asks for another id", learns="b")
    group.join(3, "another comes first", learns="c")
    group.describe("one pending")
    group.sync(4, "with one pending", "@c", 1, {"@c": ASSIGNMENT, "@b": b"x"})
    group.join(9, "the pending one", "@b", more={"line": "b", "parked": True})
    group.leave(1, "the pending one goes", "@b")
    group.join(3, "the other", "@c")
    group.describe("the pending one gone")


def _describe(script: Script, version: int) -> None:
    group = Group(script, f"describe-{version}")
    group.stable("a", "b")

    def ask(what: str, *groups: str, operations: bool = False) -> None:
        group.ask("DescribeGroups", version, what, groups=list(groups), include_authorized_operations=operations)

    ask("stable", group.group_id)
    ask("stable, with operations", group.group_id, operations=True)
    ask("unknown", "describe-nobody")
    ask("unknown, with operations", "describe-nobody", operations=True)
    ask("no id", "")
    ask("long id", LONG)
    ask("none")
    ask("several", group.group_id, "describe-nobody", "", "join-astray-3", "pending")
    ask("one twice", group.group_id, group.group_id)
    group.leave(3, "one leaves", "@b")
    ask("one left", group.group_id)
    group.leave(3, "all leave", "@a")
    ask("empty", group.group_id)


def _list(script: Script, version: int) -> None:
    group = Group(script, f"list-{version}")
    group.stable("a")
    other = Group(script, f"list-empty-{version}")
    other.ask(
        "OffsetCommit", 8, "offsets only", group_id=other.group_id,
        topics=[{"name": "groups", "partitions": [{"committed_offset": 1, "committed_metadata": ""}]}],
    )  # fmt: skip

    def ask(what: str, states: tuple[str, ...] = (), types: tuple[str, ...] = ()) -> None:
        group.ask("ListGroups", version, what, states_filter=list(states), types_filter=list(types))

    ask("all")
    if version >= 4:
        for text in (
            "Stable", "stable", "STABLE,Empty", "Empty", "PreparingRebalance", "preparing_rebalance", "CompletingRebalance", "Dead",
            "Unknown", "bogus", "", "Stable,bogus", "Stable,Stable", "Assigning,Reconciling", " Stable", "NotReady",
        ):  # fmt: skip
            ask(f"states {text!r}", tuple(text.split(",")))
    if version >= 5:
        for text in (
            "classic",
            "Classic",
            "CLASSIC",
            "consumer",
            "Consumer,classic",
            "share",
            "streams",
            "bogus",
            "unknown",
            "",
            "classic,bogus",
        ):
            ask(f"types {text!r}", (), tuple(text.split(",")))
        ask("a state and a type", ("Empty",), ("classic",))
        ask("a state and another type", ("Empty",), ("consumer",))
    group.leave(3, "leaves", "@a")


def _delete(script: Script, version: int) -> None:
    group = Group(script, f"delete-{version}")
    group.stable("a")
    empty = Group(script, f"delete-empty-{version}")
    empty.stable("a")
    empty.leave(3, "leaves", "@a")
    for name in (f"delete-offsets-{version}", f"delete-twice-{version}"):
        Group(script, name).ask(
            "OffsetCommit", 8, "offsets only", group_id=name,
            topics=[{"name": "groups", "partitions": [{"committed_offset": 1, "committed_metadata": ""}]}],
        )  # fmt: skip

    def ask(what: str, *names: str) -> None:
        group.ask("DeleteGroups", version, what, groups_names=list(names))

    ask("live", group.group_id)
    ask("unknown", "delete-nobody")
    ask("no id", "")
    ask("none")
    ask("empty", empty.group_id)
    ask("empty again", empty.group_id)
    empty.describe("deleted")
    ask("offsets only", f"delete-offsets-{version}")
    ask("offsets only again", f"delete-offsets-{version}")
    group.ask("OffsetFetch", 7, "after deletion", group_id=f"delete-offsets-{version}", topics=None)
    ask("one twice", f"delete-twice-{version}", f"delete-twice-{version}")
    ask("several", group.group_id, "delete-nobody", "", f"delete-twice-{version}")
    group.leave(3, "leaves", "@a")
    ask("when empty", group.group_id)
    group.ask("ListGroups", 5, f"after DeleteGroups v{version}", states_filter=["Empty"])
