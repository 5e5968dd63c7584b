"""Administration of the groups that ZooKeeper keeps, by the calls that `klog.client.admin.admin.Admin` has for a broker's groups.

Everything is read of the znodes in `klog.zookeeper.consumer_znodes`; where partitions begin and end, brokers tell. A group has members as
long as somebody is registered below its ``ids``; who was killed stands there until the session is over.

What is changed is changed only while nobody is registered, and that is not looked up before but asked of ZooKeeper in the same step: each
multi deletes ``ids``, which ZooKeeper refuses for a node with children, and makes it again, unless it is the last one of a group that is
deleted. So no member that registers in the last moment has its offsets taken away under its feet.

Whatever is asked is the same when it is done twice, so it is asked again after a lost answer, for as long as `RetryClient` does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from twisted.internet.defer import Deferred

from klog.client.admin.calls import Call, within
from klog.client.admin.lag import lag_from
from klog.client.admin.reset import ResetPlan, ResetTo, plan_from
from klog.client.admin.types import GroupDescription, GroupListing, Lag, MemberDescription, Outcomes, item_error
from klog.client.groups.paper.registries import Parents, pieces
from klog.client.offsets import Committed
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.consumer_znodes import (
    ConsumerRegistration,
    Pattern,
    decode_offset,
    encode_offset,
    group_path,
    ids_path,
    offset_path,
    offsets_path,
    owners_path,
    partition_of,
)
from klog.zookeeper.errors import NodeExistsException, NoNodeException, NotEmptyException, ZookeeperError
from klog.zookeeper.requests import Create, Delete, Operation, Set
from klog.zookeeper.retrying import RetryClient
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import CONSUMERS

T = TypeVar("T")

#: What `GroupListing.group_type` says.
ZOOKEEPER = "zookeeper"
#: Somebody else changes the same znodes: so often it is looked again.
_TRIES = 5

Offsets = dict[TopicPartition, Committed]


class PaperGroups:
    """Groups in ZooKeeper.

    ::

        groups = PaperGroups(admin.routing, zookeeper)
        for group in await groups.list_groups():
            print(group.group_id, group.state)

    Each call fails with `KlogError` REQUEST_TIMED_OUT where it is not done in time.

    :param routing: the way to the brokers.
    :param zookeeper: connected, with the cluster's chroot.
    """

    def __init__(self, routing: Routing, zookeeper: ZookeeperClient) -> None:
        self._routing = routing
        # It has all of the client's operations.
        self._client = cast(ZookeeperClient, RetryClient(zookeeper))

    # Looking

    def list_groups(self, *, states: Iterable[str] = ()) -> Deferred[list[GroupListing]]:
        """All groups, or those in some states: Stable (somebody is registered), Empty."""
        return self._call("listing groups", lambda call: self._list(frozenset(state.lower() for state in states)))

    def describe_groups(self, group_ids: Iterable[str]) -> Deferred[Outcomes[str, GroupDescription]]:
        """Who is registered, for what, and owns which partitions."""
        names = list(dict.fromkeys(group_ids))
        return self._call("describing groups", lambda call: _each(names, self._describe))

    def list_group_offsets(self, group_ids: Iterable[str]) -> Deferred[Outcomes[str, Offsets]]:
        """What groups have committed, by partition."""
        names = list(dict.fromkeys(group_ids))
        return self._call("listing groups' offsets", lambda call: _each(names, self._offsets))

    def lag(self, group_ids: Iterable[str]) -> Deferred[Outcomes[str, dict[TopicPartition, Lag]]]:
        """As `klog.client.admin.admin.Admin.lag`."""
        names = list(dict.fromkeys(group_ids))

        async def work(call: Call) -> Outcomes[str, dict[TopicPartition, Lag]]:
            described = await _each(names, self._describe)
            committed = await _each(described.done, self._offsets)
            owned = {group: {place for member in one.members for place in member.assignment} for group, one in described.done.items()}
            return await lag_from(call, committed.done, owned, {**described.errors, **committed.errors}, "read_uncommitted")

        return self._call("working out lag", work)

    async def _list(self, states: frozenset[str]) -> list[GroupListing]:
        try:
            names = sorted(await self._client.get_children(CONSUMERS))
        except NoNodeException:
            return []
        members = await self._client.children_of_many([ids_path(name) for name in names])
        found = []
        for name, ids in zip(names, members, strict=True):
            state = "Stable" if _found(ids) else "Empty"
            if not states or state.lower() in states:
                found.append(GroupListing(name, "consumer", state, ZOOKEEPER))
        return found

    async def _describe(self, group_id: str) -> GroupDescription:
        if await self._client.exists(group_path(group_id)) is None:
            raise item_error(ErrorCode.GROUP_ID_NOT_FOUND, f"group {group_id}", "there is no such group in ZooKeeper")
        ids = sorted(await _children(self._client, ids_path(group_id)))
        paths = [ConsumerRegistration.path(group_id, consumer_id) for consumer_id in ids]
        members = {
            consumer_id: ConsumerRegistration.decode(path, found[0])
            for consumer_id, path, value in zip(ids, paths, await self._client.get_many(paths), strict=True)
            if (found := _found(value)) is not None
        }
        owned: dict[str, list[TopicPartition]] = {consumer_id: [] for consumer_id in members}
        for place, thread in (await self._owners(group_id)).items():
            # A thread's id is its consumer's, a dash, and a number.
            owned.setdefault(thread.rpartition("-")[0], []).append(place)
        return GroupDescription(
            group_id,
            ZOOKEEPER,
            "Stable" if members else "Empty",
            "consumer",
            "",
            tuple(_member(group_id, consumer_id, one, owned[consumer_id]) for consumer_id, one in members.items()),
            -1,
        )

    async def _owners(self, group_id: str) -> dict[TopicPartition, str]:
        """Text of the owner of each partition that somebody owns."""
        places = await self._places(group_id, owners_path(group_id))
        values = await self._client.get_many([f"{owners_path(group_id, place.topic)}/{place.partition}" for place in places])
        return {
            place: found[0].decode("utf-8", "replace")
            for place, value in zip(places, values, strict=True)
            if (found := _found(value)) is not None
        }

    async def _offsets(self, group_id: str) -> Offsets:
        places = await self._places(group_id, offsets_path(group_id))
        offsets: Offsets = {}
        paths = [offset_path(group_id, *place) for place in places]
        for place, path, value in zip(places, paths, await self._client.get_many(paths), strict=True):
            found = _found(value)
            offset = -1 if found is None else decode_offset(path, found[0])
            # Kafka, too, writes -1 where it knows none.
            if offset >= 0:
                offsets[place] = Committed(offset)
        return offsets

    async def _places(self, group_id: str, path: str) -> list[TopicPartition]:
        """The partitions that have a node below `path`."""
        topics = sorted(await _children(self._client, path))
        places = []
        for topic, names in zip(topics, await self._client.children_of_many([f"{path}/{topic}" for topic in topics]), strict=True):
            places += [TopicPartition(topic, partition_of(f"{path}/{topic}/{name}")) for name in _found(names) or ()]
        return sorted(places)

    # Changing

    def plan_reset(
        self, group_id: str, to: ResetTo, *, topics: Iterable[str] = (), partitions: Iterable[TopicPartition] = ()
    ) -> Deferred[ResetPlan]:
        """As `klog.client.admin.admin.Admin.plan_reset`."""

        async def work(call: Call) -> ResetPlan:
            described = await _each([group_id], self._describe)
            if described.errors and described.errors[group_id].code is not ErrorCode.GROUP_ID_NOT_FOUND:
                raise described.errors[group_id]
            state, members = (one.state, len(one.members)) if (one := described.done.get(group_id)) else ("", 0)
            committed = (await _each([group_id], self._offsets))[group_id]
            now_ms = self._routing.now_ms()
            return await plan_from(call, group_id, to, topics, partitions, now_ms, committed, state=state, members=members)

        return self._call(f"planning for group {group_id}", work)

    def execute_reset(self, plan: ResetPlan) -> Deferred[Outcomes[TopicPartition, None]]:
        """Write the offsets of a plan. Refused (NON_EMPTY_GROUP) while the group has members."""
        return self._call(f"setting offsets of group {plan.group_id}", lambda call: self._write(plan.group_id, plan.offsets))

    async def _write(self, group_id: str, offsets: Mapping[TopicPartition, int]) -> Outcomes[TopicPartition, None]:
        outcomes: Outcomes[TopicPartition, None] = Outcomes()
        for some in pieces(sorted(offsets), lambda place: len(offset_path(group_id, *place))):
            for _ in range(_TRIES):
                try:
                    await self._make_parents(group_id, {place.topic for place in some})
                    paths = [offset_path(group_id, *place) for place in some]
                    there = await self._client.get_many(paths)
                    writes: list[Operation] = [
                        Create(path, encode_offset(offsets[place]))
                        if _found(value) is None
                        else Set(path, encode_offset(offsets[place]), -1)
                        for place, path, value in zip(some, paths, there, strict=True)
                    ]
                    await self._unless_members(group_id, writes)
                except (NodeExistsException, NoNodeException):
                    continue
                except KlogError as error:
                    outcomes.errors.update(dict.fromkeys(some, error))
                else:
                    outcomes.done.update(dict.fromkeys(some))
                break
            else:
                outcomes.errors.update(dict.fromkeys(some, _is_changed_by_others(group_id)))
        return outcomes

    async def _make_parents(self, group_id: str, topics: Iterable[str] = ()) -> None:
        """The registry of members, and nodes for topics' offsets. What was there a moment ago may be gone, so nothing is remembered.

        :raises NoNodeException: somebody deletes them in this moment.
        """
        parents = Parents(self._client, _as_it_comes)
        await parents.make(ids_path(group_id))
        await parents.make_all({offsets_path(group_id, topic) for topic in topics})

    def delete_groups(self, group_ids: Iterable[str]) -> Deferred[Outcomes[str, None]]:
        """Delete groups and what they have committed; NON_EMPTY_GROUP for those that have members."""
        names = list(dict.fromkeys(group_ids))
        return self._call("deleting groups", lambda call: _each(names, self._delete))

    async def _delete(self, group_id: str) -> None:
        root, ids = group_path(group_id), ids_path(group_id)
        if await self._client.exists(root) is None:
            raise item_error(ErrorCode.GROUP_ID_NOT_FOUND, f"group {group_id}", "there is no such group in ZooKeeper")
        for _ in range(_TRIES):
            try:
                await self._make_parents(group_id)
                # Members are nobody's to delete: as long as there is one, `ids` does not go, and with it nothing else.
                below = [path for path in await self._tree(root) if path not in (root, ids) and not path.startswith(f"{ids}/")]
                *most, last = pieces(list(reversed(below)), len) or [[]]
                for some in most:
                    await self._unless_members(group_id, [Delete(path, -1) for path in some])
                await self._with_no_members(group_id, [Delete(ids, -1), *(Delete(path, -1) for path in [*last, root])])
            except (NoNodeException, NotEmptyException):
                if await self._client.exists(root) is None:
                    return
            else:
                return
        raise item_error(ErrorCode.NON_EMPTY_GROUP, f"group {group_id}", "somebody writes into it while it is deleted")

    async def _tree(self, root: str) -> list[str]:
        """`root` and all below it, parents before children."""
        found, level = [root], [root]
        while level:
            names = await self._client.children_of_many(level)
            level = [f"{path}/{name}" for path, some in zip(level, names, strict=True) for name in sorted(_found(some) or ())]
            found += level
        return found

    def delete_group_offsets(self, group_id: str, partitions: Iterable[TopicPartition]) -> Deferred[Outcomes[TopicPartition, None]]:
        """Forget what a group has committed for partitions. Refused (NON_EMPTY_GROUP) while it has members."""
        places = sorted(set(partitions))

        async def work(call: Call) -> Outcomes[TopicPartition, None]:
            outcomes: Outcomes[TopicPartition, None] = Outcomes()
            for place in places:
                try:
                    await self._forget(group_id, place)
                except KlogError as error:
                    outcomes.errors[place] = error
                else:
                    outcomes.done[place] = None
            return outcomes

        return self._call(f"deleting offsets of group {group_id}", work)

    async def _forget(self, group_id: str, place: TopicPartition) -> None:
        path = offset_path(group_id, *place)
        for _ in range(_TRIES):
            try:
                await self._make_parents(group_id)
                await self._unless_members(group_id, [Delete(path, -1)])
            except NoNodeException as error:
                if error.path == path:
                    return
            else:
                return
        raise _is_changed_by_others(group_id)

    async def _unless_members(self, group_id: str, operations: Sequence[Operation]) -> None:
        """Do it in one step, if nobody is registered; see the head of this file.

        :raises KlogError: NON_EMPTY_GROUP.
        :raises ZookeeperError: what one of `operations` met, or NoNodeException for the registry of members.
        """
        ids = ids_path(group_id)
        await self._with_no_members(group_id, [Delete(ids, -1), Create(ids, b""), *operations])

    async def _with_no_members(self, group_id: str, operations: Sequence[Operation]) -> None:
        """Do it in one step; the registry of members is deleted in it. Raises as `_unless_members`."""
        try:
            await self._client.multi(operations)
        except NotEmptyException as error:
            if error.path != ids_path(group_id):
                raise
            raise _has_members(group_id) from None

    def _call(self, what: str, work: Callable[[Call], Coroutine[Any, Any, T]]) -> Deferred[T]:
        call = Call(self._routing)
        return within(call, what, work(call))


def _is_changed_by_others(group_id: str) -> KlogError:
    return item_error(ErrorCode.REQUEST_TIMED_OUT, f"group {group_id}", "somebody changes its znodes all the time")


def _has_members(group_id: str) -> KlogError:
    return item_error(ErrorCode.NON_EMPTY_GROUP, f"group {group_id}", "it has members; stop its consumers first")


def _member(group_id: str, consumer_id: str, registration: ConsumerRegistration, owned: Iterable[TopicPartition]) -> MemberDescription:
    names = tuple(sorted(registration.subscription))
    is_static = registration.pattern is Pattern.STATIC
    return MemberDescription(
        consumer_id,
        "",
        host_of(group_id, consumer_id),
        topics=names if is_static else (),
        topic_pattern=None if is_static else names[0],
        assignment=tuple(sorted(owned)),
        member_type=ZOOKEEPER,
    )


def host_of(group_id: str, consumer_id: str) -> str:
    """The host in an id as Kafka and klog make them, ``GROUP_HOST-TIME-RANDOM``; empty where it is of another form."""
    parts = consumer_id.removeprefix(f"{group_id}_").rsplit("-", 2)
    return parts[0] if len(parts) == 3 and parts[1].isdigit() and consumer_id.startswith(f"{group_id}_") else ""


async def _each(names: Iterable[str], work: Callable[[str], Awaitable[T]]) -> Outcomes[str, T]:
    """`work` for each; what is wrong with one group's znodes is its own error."""
    outcomes: Outcomes[str, T] = Outcomes()
    for name in names:
        try:
            outcomes.done[name] = await work(name)
        except BadZnode as error:
            outcomes.errors[name] = item_error(ErrorCode.INVALID_REQUEST, f"group {name}", str(error))
        except KlogError as error:
            outcomes.errors[name] = error
    return outcomes


async def _children(client: ZookeeperClient, path: str) -> list[str]:
    try:
        return await client.get_children(path)
    except NoNodeException:
        return []


def _found(value: T | ZookeeperError) -> T | None:
    """What was read of a node; None where it is not there (any more). Raises what else was said of it."""
    if isinstance(value, NoNodeException):
        return None
    if isinstance(value, ZookeeperError):
        raise value
    return value


async def _as_it_comes(asked: Deferred[T]) -> T:
    return await asked
