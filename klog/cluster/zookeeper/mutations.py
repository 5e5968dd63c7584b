"""What a broker changes in ZooKeeper for its clients: topics, partitions, configurations (Kafka's ``AdminZkClient``).

Each change is written in one multi, so that it is there as a whole or not at all, with the topic's configuration before the topic; a
change of a configuration comes with its notification under ``/config/changes``. Every function here may be called again when nobody knows
whether it was done: it looks first. A new topic is recognised by its id, which nobody else has made up. A configuration that somebody else
has written since the caller looked is not replaced (`klog.cluster.interfaces.ChangedMeanwhile`): that would take back what they did.

A change is done when our own picture shows it and the listeners have heard of it. Where a listener refused, the change is undone.

A deletion is done when we show the topic no more and its znode is gone, so that its name is free. Where a replica's broker is away or
its data directory out of service, or the topic is being reassigned, the controller cannot end it before that is over: then it is done when
we show the topic no more, and the name is taken until the znode is gone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from twisted.internet.defer import Deferred

from klog.acls import Acl, ResourcePattern
from klog.cluster import state as states
from klog.cluster import topic_names
from klog.cluster.interfaces import ChangedMeanwhile, TopicInfo
from klog.cluster.placement import still_missing
from klog.cluster.state import altered
from klog.cluster.zookeeper.acl_changes import alter_acls
from klog.cluster.zookeeper.attempts import Attempts
from klog.cluster.zookeeper.changes import Announcer
from klog.cluster.zookeeper.configs import entity_of
from klog.cluster.zookeeper.picture import TopicIds
from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.cluster.zookeeper.view import NOBODY, Topic
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId
from klog.zookeeper.errors import BadVersionException, NodeExistsException, NoNodeException
from klog.zookeeper.protocol import SEQUENCE
from klog.zookeeper.requests import Check, Create, Delete, Operation, Set
from klog.zookeeper.user_znodes import StillWritten, change_user
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import ConfigChange, ConfigZnode, DeleteTopic, TopicZnode

T = TypeVar("T")

#: How long the end of a deletion is waited for where a replica was out of service, in seconds. One whose broker is about to stop is shown
#: in the same way, and there the deletion ends at once, or the broker is away soon.
OUT_OF_SERVICE_S = 5.0


class Mutations:
    """See the module.

    :param random_bytes: for topic ids.
    """

    def __init__(self, attempts: Attempts, announcer: Announcer, ids: TopicIds, random_bytes: Callable[[int], bytes]) -> None:
        self._attempts = attempts
        self._announcer = announcer
        self._ids = ids
        self._random_bytes = random_bytes

    # -- Topics

    def create_topic(self, name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Make a topic; done when all its partitions have a leader."""
        znode = TopicZnode(states.new_topic_id(self._random_bytes), {number: tuple(brokers) for number, brokers in enumerate(assignment)})
        return self._attempts.change(_line_of(name), f"the creation of topic '{name}'", lambda: self._create(name, znode, dict(configs)))

    async def _create(self, name: str, znode: TopicZnode, configs: Mapping[str, str]) -> TopicInfo:
        topic_id = znode.topic_id
        assert topic_id is not None
        announcer = self._announcer
        announcer.own_creations.add(topic_id)
        try:
            await self._attempts.attempt(lambda session: _write_topic(session, name, znode, configs))
            was_shown = False

            def look() -> TopicInfo | None:
                nonlocal was_shown
                if topic_id in announcer.failures:
                    raise announcer.failures[topic_id]
                shown = announcer.picture.by_id(topic_id)
                if shown is None:
                    if was_shown:
                        raise _unknown_topic(name)
                    return None
                was_shown = True
                # The controller may tell of it in pieces.
                return shown if len(shown.partitions) >= len(znode.assignment) and _has_leaders(shown, 0) else None

            try:
                return await self._attempts.until(look)
            except Exception:
                if announcer.failures.pop(topic_id, None) is not None:
                    await self._undo_creation(name, topic_id)
                raise
        finally:
            announcer.own_creations.discard(topic_id)

    async def _undo_creation(self, name: str, topic_id: TopicId) -> None:
        async def ask(session: ZooKeeperSession) -> None:
            topic = session.view.topics.get(name)
            if topic is not None and topic.topic_id == topic_id and name not in session.view.deletions:
                await session.client.create(DeleteTopic.path(name), None)

        await self._attempts.attempt(ask)

        def look() -> bool | None:
            session = self._attempts.session
            return True if session is not None and topic_id not in session.view.topic_of else None

        await self._attempts.until(look)
        self._announcer.unrefuse(topic_id)

    def delete_topic(self, name: str, topic_id: TopicId | None = None) -> Deferred[None]:
        """Ask the controller to delete a topic; done when we do not show it any more."""
        return self._attempts.change(_line_of(name), f"the deletion of topic '{name}'", lambda: self._delete(name, topic_id))

    async def _delete(self, name: str, only: TopicId | None) -> None:
        announcer = self._announcer
        topic_id: TopicId | None = None
        has_asked = False
        #: Whether some replica was out of service when the topic was shown last.
        is_out_of_service = False

        def look_at(shown: TopicInfo) -> None:
            nonlocal is_out_of_service
            is_out_of_service = any(partition.offline_replicas for partition in shown.partitions)

        async def ask(session: ZooKeeperSession) -> None:
            nonlocal topic_id, has_asked
            topic = session.view.topics.get(name)
            shown = announcer.picture.topics.get(name)
            if shown is not None:
                look_at(shown)
            if topic is None:
                if has_asked:
                    return
                raise _unknown_topic(name)
            if has_asked and topic_id is not None and topic.topic_id not in (None, topic_id):
                return
            topic_id = self._ids.of(topic, session.view) or (None if shown is None else shown.topic_id)
            if only is not None and topic_id != only:
                raise KlogError(ErrorCode.UNKNOWN_TOPIC_ID)
            if name in session.view.deletions:
                return
            has_asked = True
            try:
                await session.client.multi([Check(TopicZnode.path(name)), Create(DeleteTopic.path(name), None)])
            except NodeExistsException:
                pass

        await self._attempts.attempt(ask)
        patience = self._attempts.settled_after(OUT_OF_SERVICE_S)

        def look() -> bool | None:
            session = self._attempts.session
            if topic_id is not None and topic_id in announcer.failures:
                raise announcer.failures.pop(topic_id)
            shown = announcer.picture.topics.get(name)
            if shown is not None and (topic_id is None or shown.topic_id == topic_id):
                look_at(shown)
                return None
            if session is None or announcer.is_busy_with(name):
                return None
            topic = session.view.topics.get(name)
            if topic is None or topic.topic_id not in (None, topic_id):
                return True
            return True if (is_out_of_service and not patience.active()) or _must_wait(session, topic) else None

        try:
            await self._attempts.until(look)
        finally:
            if patience.active():
                patience.cancel()

    def create_partitions(self, name: str, assignment: Sequence[Sequence[int]], first: int | None = None) -> Deferred[TopicInfo]:
        """Add partitions; done when all of them have a leader."""
        wanted = [tuple(each) for each in assignment]
        return self._attempts.change(
            _line_of(name), f"the creation of partitions of topic '{name}'", lambda: self._grow(name, wanted, first)
        )

    async def _grow(self, name: str, assignment: Sequence[tuple[int, ...]], first: int | None) -> TopicInfo:
        announcer = self._announcer
        #: What an attempt has written, and perhaps done; and whether an answer was lost.
        new: dict[int, tuple[int, ...]] = {}
        is_doubtful = False

        async def write(session: ZooKeeperSession) -> TopicId:
            nonlocal new, is_doubtful
            topic = session.view.topics.get(name)
            topic_id = None if topic is None else self._ids.of(topic, session.view)
            if topic is None or topic.znode is None or topic_id is None:
                raise _unknown_topic(name)
            present = topic.assignment
            if is_doubtful and new and max(new) < len(present):
                # Our attempt before has done it, and its answer was lost. They may have moved since; what was meant is how many there are.
                return topic_id
            if topic.moving:
                raise KlogError(ErrorCode.REASSIGNMENT_IN_PROGRESS, f"A partition reassignment is in progress for the topic '{name}'.")
            left = still_missing(name, assignment, first, len(present))
            new = {number: tuple(brokers) for number, brokers in enumerate(left, len(present))}
            znode = dataclasses.replace(topic.znode, topic_id=topic_id, assignment={**present, **new})
            try:
                await session.client.set(TopicZnode.path(name), znode.encode(), topic.version)
            except BadVersionException:
                if not is_doubtful:
                    new = {}
                raise
            except Exception:
                is_doubtful = True
                raise
            return topic_id

        topic_id = await self._attempts.attempt(write)

        def look() -> TopicInfo | None:
            error = announcer.failures.pop(("topic", name), None)
            if error is not None:
                raise error
            shown = announcer.picture.topics.get(name)
            if shown is None or shown.topic_id != topic_id:
                raise _unknown_topic(name)
            return shown if len(shown.partitions) > max(new, default=-1) and _has_leaders(shown, min(new, default=0)) else None

        return await self._attempts.until(look)

    # -- Configurations

    def set_topic_configs(self, name: str, configs: Mapping[str, str], known: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Replace a topic's overrides, which the caller knows as `known`."""
        wanted, before = dict(configs), dict(known)
        return self._attempts.change(
            _line_of(name), f"the change of the configuration of topic '{name}'", lambda: self._set_topic_configs(name, wanted, before)
        )

    async def _set_topic_configs(self, name: str, configs: Mapping[str, str], before: Mapping[str, str]) -> TopicInfo:
        announcer = self._announcer
        if name not in announcer.picture.topics:
            raise _unknown_topic(name)
        wanted = MappingProxyType(configs)

        async def write(session: ZooKeeperSession) -> None:
            if name in session.view.topics:
                _check_unchanged(f"topic '{name}'", session.configs.topic(name), before, configs)
            await _write_topic_configs(session, name, configs)

        async def take_back(session: ZooKeeperSession) -> None:
            # Ours alone: what somebody else has written since is theirs.
            if dict(session.configs.topic(name)) == configs:
                await _write_topic_configs(session, name, before)

        def look() -> TopicInfo | None:
            error = announcer.failures.get(("topic", name))
            if error is not None:
                raise error
            if announcer.is_busy_with(name):
                return None
            if name not in announcer.picture.topics:
                raise _unknown_topic(name)
            return announcer.picture.topics[name]

        announcer.own_configs[name] = wanted
        try:
            await self._attempts.attempt(write)
            try:
                return await self._attempts.until(look)
            except Exception:
                if ("topic", name) in announcer.failures:
                    await self._attempts.attempt(take_back)
                raise
        finally:
            announcer.own_configs.pop(name, None)
            announcer.failures.pop(("topic", name), None)

    def set_broker_configs(
        self, broker_id: int | None, configs: Mapping[str, str], known: Mapping[str, str], own: set[str]
    ) -> Deferred[None]:
        """Replace the dynamic configurations of one broker, or (None) of all.

        :param known: what they are as far as the caller knows; where they are not, nothing is written.
        :param own: the entity's name is in it while the change is under way.
        """
        wanted, before = dict(configs), dict(known)
        whose = "all brokers" if broker_id is None else f"broker {broker_id}"

        async def change() -> None:
            entity = entity_of(broker_id)
            announcer = self._announcer

            async def write(session: ZooKeeperSession) -> None:
                _check_unchanged(whose, session.configs.broker(broker_id), before, wanted)
                await _write_configs(session, "brokers", entity, wanted)

            async def take_back(session: ZooKeeperSession) -> None:
                if dict(session.configs.broker(broker_id)) == wanted:
                    await _write_configs(session, "brokers", entity, before)

            own.add(entity)
            try:
                await self._attempts.attempt(write)
            finally:
                own.discard(entity)
            error = announcer.failures.pop(("broker", entity), None)
            if error is not None:
                await self._attempts.attempt(take_back)
                raise error

        return self._attempts.change("brokers", f"the change of the configuration of {whose}", change)

    def set_group_configs(self, group_id: str, configs: Mapping[str, str], known: Mapping[str, str]) -> Deferred[None]:
        """Replace a group's, which the caller knows as `known`; with none it is forgotten."""
        wanted, before = dict(configs), dict(known)

        async def write(session: ZooKeeperSession) -> None:
            _check_unchanged(f"group '{group_id}'", session.configs.groups.get(group_id, {}), before, wanted)
            if wanted:
                await _write_configs(session, "groups", group_id, wanted)
            else:
                await _remove_group_configs(session, group_id)

        async def change() -> None:
            await self._attempts.attempt(write)

        return self._attempts.change(f"group {group_id}", f"the change of the configuration of group '{group_id}'", change)

    def alter_user_configs(self, name: str, wanted: Mapping[str, str], removed: Collection[str]) -> Deferred[None]:
        """Set `wanted` and take away `removed` of what is kept of a user."""
        to_set, to_remove = dict(wanted), frozenset(removed)

        async def change() -> None:
            await self._attempts.attempt(lambda session: _alter_user_configs(session, name, to_set, to_remove))

        return self._attempts.change(f"user {name}", f"the change of what is kept of user '{name}'", change)

    def alter_acls(self, resource: ResourcePattern, added: Collection[Acl], removed: Collection[Acl]) -> Deferred[frozenset[Acl]]:
        """Add and take away rules about `resource`; fires with those of `removed` that were there. Where an answer of ZooKeeper's was lost
        it is done again, and what went before that is among them, too."""
        to_add, to_remove = frozenset(added), frozenset(removed)
        gone: frozenset[Acl] | None = None

        async def change() -> frozenset[Acl]:
            async def attempt(session: ZooKeeperSession) -> frozenset[Acl]:
                nonlocal gone
                if gone is None and session.acls is not None:
                    gone = session.acls.table.get(resource, frozenset()) & to_remove
                return await alter_acls(session, resource, to_add, to_remove)

            done = await self._attempts.attempt(attempt)
            return done | (gone or frozenset()) if to_remove else done

        return self._attempts.change(f"acls {resource}", f"the change of the ACLs about {resource.name!r}", change)


def _unknown_topic(name: str) -> KlogError:
    return KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"The topic '{name}' does not exist.")


def _has_leaders(topic: TopicInfo, first: int) -> bool:
    return all(partition.leader != NOBODY for partition in topic.partitions[first:])


def _must_wait(session: ZooKeeperSession, topic: Topic) -> bool:
    """Whether the deletion of a topic cannot end now."""
    znode = topic.znode
    if znode is not None and (znode.adding_replicas or znode.removing_replicas):
        return True
    return any(session.view.live(broker_id) is None for replicas in topic.assignment.values() for broker_id in replicas)


def _check_unchanged(whose: str, there: Mapping[str, str], before: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """Raises ChangedMeanwhile where a configuration is not as it was `before`. It is `wanted` where an attempt's answer was lost."""
    if dict(there) not in (before, wanted):
        raise ChangedMeanwhile(whose)


def _set_or_create(session: ZooKeeperSession, path: str, data: bytes) -> Operation:
    """What was not seen is not overwritten."""
    stat = session.mirror.stat(path)
    return Create(path, data) if stat is None else Set(path, data, stat["version"])


def _line_of(name: str) -> str:
    """Changes of topics whose names collide come one after the other, as those of one topic do. (Two brokers may still make one each at the
    same moment, as Kafka's did on ZooKeeper.)"""
    return f"topic {topic_names.unified(name)}"


async def _write_topic(session: ZooKeeperSession, name: str, znode: TopicZnode, configs: Mapping[str, str]) -> None:
    """One attempt."""
    topic = session.view.topics.get(name)
    if topic is not None:
        if topic.topic_id == znode.topic_id:
            return
        is_going = name in session.view.deletions
        sentence = f"Topic '{name}' is marked for deletion." if is_going else f"Topic '{name}' already exists."
        raise KlogError(ErrorCode.TOPIC_ALREADY_EXISTS, sentence)
    topic_names.check_free(name, session.view.topics)
    deletion = DeleteTopic.path(name)
    operations: list[Operation] = [
        # A request to delete a topic of this name that is still there would hit the new one: where there is one, all of this fails.
        Create(deletion, None),
        Delete(deletion),
        _set_or_create(session, ConfigZnode.path("topics", name), ConfigZnode(configs).encode()),
        Create(TopicZnode.path(name), znode.encode()),
    ]
    await session.client.multi(operations)


async def _write_topic_configs(session: ZooKeeperSession, name: str, configs: Mapping[str, str]) -> None:
    try:
        await _write_configs(session, "topics", name, configs, Check(TopicZnode.path(name)))
    except NoNodeException as error:
        if error.path == TopicZnode.path(name):
            raise _unknown_topic(name) from None
        raise


async def _write_configs(session: ZooKeeperSession, kind: str, entity: str, configs: Mapping[str, str], *conditions: Operation) -> None:
    """One attempt; done when the views show it."""
    await session.client.multi(
        [
            *conditions,
            _set_or_create(session, ConfigZnode.path(kind, entity), ConfigZnode(configs).encode()),
            Create(ConfigChange.CREATE_PATH, ConfigChange.of(kind, entity).encode(), flags=SEQUENCE),
        ]
    )
    await session.mirror.sync()


async def _remove_group_configs(session: ZooKeeperSession, group_id: str) -> None:
    path = ConfigZnode.path("groups", group_id)
    stat = session.mirror.stat(path)
    if stat is not None:
        await session.client.delete(path, stat["version"])
        await session.mirror.sync()


async def _alter_user_configs(session: ZooKeeperSession, name: str, wanted: Mapping[str, str], removed: Collection[str]) -> None:
    """One attempt; done when the views show it."""
    try:
        await change_user(session.client, name, lambda configs: altered(configs, wanted, removed))
    except BadZnode as error:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, f"{error}; it is left as it is") from None
    except StillWritten as error:
        raise KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, str(error)) from None
    await session.mirror.sync()
