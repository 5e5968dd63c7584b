"""Steps about groups: requests made out of plain values, with members called by the script's names.

In a field's value the text ``@a`` stands for the id that the broker gave to the group's member ``a`` (or that it gave itself), and
`TopicId` for the id of a topic. Fields that the version asked does not have are left out, so that one line serves all versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from klog.wire.apis import APIS
from klog.wire.schema import Kind, Message, Struct
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.steps import Script

REQUESTS: dict[str, type[Message]] = {api.name: api.request for api in APIS.values()}
#: What Kafka says while a coordinator comes up.
COMING_UP = frozenset({14, 15, 16})
#: The subscription of a consumer to the topic "groups" (``ConsumerProtocolSubscription`` version 0), and one to "groups-other".
SUBSCRIPTION = bytes.fromhex("0000 00000001 0006") + b"groups" + b"\xff\xff\xff\xff"
OTHER_SUBSCRIPTION = bytes.fromhex("0000 00000001 000c") + b"groups-other" + b"\xff\xff\xff\xff"
#: An assignment of partition 0 of "groups".
ASSIGNMENT = bytes.fromhex("0000 00000001 0006") + b"groups" + bytes.fromhex("00000001 00000000 ffffffff")


class TopicId(NamedTuple):
    """The id that a broker gave to a topic; of one that does not exist: all ones."""

    topic: str


class Epoch(NamedTuple):
    """The epoch or generation that the broker last told a member of the group, or one before or after it."""

    step: int = 0
    member: str = ""


#: The one that the broker told the member that asks.
NOW, BEFORE, AFTER = Epoch(0), Epoch(-1), Epoch(1)


def coming_up(answer: Any) -> bool:
    """Whether some error code in `answer` says that the coordinator is not ready."""
    if isinstance(answer, list):
        return any(map(coming_up, answer))
    if not isinstance(answer, Struct):
        return False
    return any(
        coming_up(getattr(answer, field.name)) if field.kind in (Kind.ARRAY, Kind.STRUCT) else getattr(answer, field.name) in COMING_UP
        for field in answer.FIELDS
        if field.kind in (Kind.ARRAY, Kind.STRUCT) or field.name == "error_code"
    )


def build(struct: type[Struct], version: int, values: dict[str, Any], peer: Peer, scope: str) -> Any:
    """A struct out of plain values; a name that no version of it has is a mistake of the script."""
    made = struct()
    fields = {field.name: field for field in struct.FIELDS}
    for name, value in values.items():
        field = fields[name]
        if version not in field.versions and not field.is_tagged(version):
            continue
        if isinstance(value, dict):
            assert field.struct is not None
            value = build(field.struct, version, value, peer, scope)
        elif isinstance(value, list) and field.struct is not None:
            value = [build(field.struct, version, item, peer, scope) for item in value]
        elif isinstance(value, str) and value.startswith("@"):
            value = peer.names.members.get(f"{scope} {value[1:]}", f"nobody-{value[1:]}")
        elif isinstance(value, Epoch):
            value = peer.memory.get(f"{scope} epoch of {value.member or values['member_id'].lstrip('@')}", 0) + value.step
        elif isinstance(value, TopicId):
            value = peer.names.topic_id(value.topic)
        setattr(made, name, value)
    return made


def _learn(peer: Peer, scope: str, asks: str, learns: str, answer: Any) -> None:
    """The id of a new member, and the generation or epoch that it is in."""
    if learns and getattr(answer, "member_id", ""):
        peer.names.members[f"{scope} {learns}"] = answer.member_id
    told = getattr(answer, "generation_id", getattr(answer, "member_epoch", 0))
    if asks and told > 0 and not answer.error_code:
        peer.memory[f"{scope} epoch of {asks}"] = told


class Group:
    """One group under the script.

    :param group_id: also part of its steps' names; `called` where the id is too long or too odd for that.
    """

    def __init__(self, script: Script, group_id: str, called: str | None = None) -> None:
        self.script = script
        self.group_id = group_id
        self.called = group_id if called is None else called

    def ask(self, api: str, version: int, what: str, learns: str = "", more: dict[str, Any] | None = None, **fields: Any) -> None:
        """One request; `learns` names the member whose id the answer tells, `more` is handed to `Script.add`."""
        scope = self.called
        more = dict(more or {})
        if "line" in more:
            more["line"] = f"{scope} {more['line']}"

        asks = learns or str(fields.get("member_id", "")).removeprefix("@")

        def learn(peer: Peer, answer: Any) -> None:
            _learn(peer, scope, asks, learns, answer)

        def make(peer: Peer) -> Any:
            made = build(REQUESTS[api], version, fields, peer, scope)
            if learns and getattr(made, "member_id", ""):
                # The member named itself.
                peer.names.members[f"{scope} {learns}"] = made.member_id
            return made

        self.script.add(
            api,
            version,
            self.script.unused(api, version, f"{scope}: {what}"),
            make,
            **{"again": coming_up, "patience_seconds": 3, "learn": learn if asks else None} | more,
        )

    def join(
        self, version: int, what: str, member: str = "", protocols: Sequence[tuple[str, bytes]] = (("range", SUBSCRIPTION),), **fields: Any
    ) -> None:
        """JoinGroup."""
        usual: dict[str, Any] = {"session_timeout_ms": 600_000, "rebalance_timeout_ms": 600_000, "protocol_type": "consumer"}
        asked = [{"name": name, "metadata": metadata} for name, metadata in protocols]
        self.ask("JoinGroup", version, what, **usual | {"group_id": self.group_id, "member_id": member, "protocols": asked} | fields)

    def sync(
        self, version: int, what: str, member: str, generation: int | Epoch = 1, assigned: dict[str, bytes] | None = None, **fields: Any
    ) -> None:
        """SyncGroup."""
        assignments = [{"member_id": name, "assignment": data} for name, data in (assigned or {}).items()]
        usual: dict[str, Any] = {"protocol_type": "consumer", "protocol_name": "range"}
        self.ask(
            "SyncGroup", version, what,
            **usual | {"group_id": self.group_id, "member_id": member, "generation_id": generation, "assignments": assignments} | fields,
        )  # fmt: skip

    def heartbeat(self, version: int, what: str, member: str, generation: int | Epoch = 1, **fields: Any) -> None:
        """Heartbeat."""
        self.ask("Heartbeat", version, what, **{"group_id": self.group_id, "member_id": member, "generation_id": generation} | fields)

    def leave(self, version: int, what: str, *members: str | tuple[str, str | None], **fields: Any) -> None:
        """LeaveGroup; members are ids, or ids and instances."""
        pairs = [member if isinstance(member, tuple) else (member, None) for member in members]
        if version < 3:
            self.ask("LeaveGroup", version, what, **{"group_id": self.group_id, "member_id": pairs[0][0]} | fields)
        else:
            asked = [{"member_id": name, "group_instance_id": instance, "reason": "said so"} for name, instance in pairs]
            self.ask("LeaveGroup", version, what, **{"group_id": self.group_id, "members": asked} | fields)

    def describe(self, what: str, version: int = 6, **more: Any) -> None:
        """DescribeGroups."""
        self.ask("DescribeGroups", version, f"as it is: {what}", more=more, groups=[self.group_id], include_authorized_operations=True)

    def beat(self, version: int, what: str, member: str, epoch: int | Epoch, **fields: Any) -> None:
        """ConsumerGroupHeartbeat."""
        usual: dict[str, Any] = {"group_id": self.group_id, "member_id": member, "member_epoch": epoch}
        self.ask("ConsumerGroupHeartbeat", version, what, **usual | fields)

    def enter(self, version: int, what: str, member: str, **fields: Any) -> None:
        """ConsumerGroupHeartbeat that joins, with all that it needs."""
        usual: dict[str, Any] = {"rebalance_timeout_ms": 600_000, "subscribed_topic_names": ["groups"], "topic_partitions": []}
        self.beat(version, what, member, **{"epoch": 0} | usual | fields)

    def describe_consumers(self, what: str, version: int = 1, **more: Any) -> None:
        """ConsumerGroupDescribe."""
        self.ask(
            "ConsumerGroupDescribe", version, f"as it is: {what}", group_ids=[self.group_id], include_authorized_operations=True, **more
        )

    def stable(self, *members: str, instances: Sequence[str] = (), **fields: Any) -> int:
        """Classic members join by versions that want no id of them first; the first one leads. The generation that they are in."""
        first, *others = members
        static = dict(zip(members, instances, strict=False))
        join, sync = (5, 3) if instances else (3, 3)
        if instances:
            # From version 4 on members that are not static need a second request.
            assert len(instances) == len(members)
        self.join(join, f"{first} joins", learns=first, group_instance_id=static.get(first), **fields)
        generation = 1
        for other in others:
            self.sync(sync, f"{first} syncs before {other} comes", f"@{first}", generation, group_instance_id=static.get(first))
            self.join(
                join, f"{other} joins", learns=other, group_instance_id=static.get(other), more={"line": other, "parked": True}, **fields
            )
            self.join(join, f"{first} rejoins for {other}", f"@{first}", group_instance_id=static.get(first), **fields)
            self.collect("JoinGroup", join, f"{other} is in", other, other)
            generation += 1
        self.sync(sync, f"{first} assigns", f"@{first}", generation, {f"@{first}": ASSIGNMENT}, group_instance_id=static.get(first))
        for other in others:
            self.sync(sync, f"{other} syncs", f"@{other}", generation, group_instance_id=static.get(other))
        return generation

    def collect(self, api: str, version: int, what: str, line: str, learns: str = "") -> None:
        """The answer to what was parked on `line`."""

        def learn(peer: Peer, answer: Any) -> None:
            _learn(peer, self.called, learns, learns, answer)

        self.script.add(
            api,
            version,
            self.script.unused(api, version, f"{self.called}: {what}"),
            b"",
            line=f"{self.called} {line}",
            collects=True,
            learn=learn,
        )
