"""The configurations as their znodes tell them: of topics, brokers, groups and users.

A `ConfigView` stands on a mirror of `ROOTS` and is brought up to date path by path, as `ClusterView` is. Kafka's brokers do not watch these
znodes; they read one whenever a notification under ``/config/changes`` names it, and every tool that writes a configuration
writes a notification afterwards. Who mirrors the znodes has always read the value before the notification comes, so notifications,
of whatever version, tell nothing new here. klog writes them all the same: other programs may wait for them.

A value that cannot be read changes nothing: what was set before stays, for a wrong guess (such as the default retention) could delete
data. Where nothing was known before, ``known_topics`` does not have the topic. Of a user nothing stays: nobody comes in by a password that
somebody may have meant to take away.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping

from klog.cluster.zookeeper.view import Tree
from klog.zookeeper import znodes
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import DEFAULT_ENTITY, ConfigZnode

_TOPICS = f"{znodes.CONFIG}/topics"
_BROKERS = f"{znodes.CONFIG}/brokers"
_GROUPS = f"{znodes.CONFIG}/groups"
_USERS = f"{znodes.CONFIG}/users"
#: What a mirror below a config view has to hold.
ROOTS = (_TOPICS, _BROKERS, _GROUPS, _USERS)

_NOTHING: Mapping[str, str] = {}


def entity_of(broker_id: int | None) -> str:
    """A broker's name in paths; None stands for all brokers' defaults."""
    return DEFAULT_ENTITY if broker_id is None else str(broker_id)


@dataclasses.dataclass
class ConfigChanges:
    """Whose configurations changed."""

    topics: set[str] = dataclasses.field(default_factory=set)
    #: Names of brokers as in paths (`entity_of`).
    brokers: set[str] = dataclasses.field(default_factory=set)
    groups: set[str] = dataclasses.field(default_factory=set)
    users: set[str] = dataclasses.field(default_factory=set)


class ConfigView:
    """See the module. Everything public is for reading.

    :param before: what an earlier session's view knew; used for what cannot be read now.
    :param on_fault: called with a sentence for each znode that cannot be read.
    :ivar topics: overrides by topic, of those that have some.
    :ivar unknown_topics: those whose overrides cannot be read and never could.
    :ivar brokers: by name as in paths.
    :ivar groups: by group id, of those that have some.
    :ivar users: credentials, and what else tools wrote, by name.
    """

    def __init__(self, tree: Tree, before: ConfigView | None = None, on_fault: Callable[[str], None] = lambda sentence: None) -> None:
        self._tree = tree
        self._on_fault = on_fault
        self.topics: dict[str, Mapping[str, str]] = {}
        self.unknown_topics: set[str] = set()
        self.brokers: dict[str, Mapping[str, str]] = {}
        self.groups: dict[str, Mapping[str, str]] = {}
        self.users: dict[str, Mapping[str, str]] = {}
        self._faults: dict[str, str] = {}
        if before is not None:
            self.topics.update(before.topics)
            self.unknown_topics.update(before.unknown_topics)
            self.brokers.update(before.brokers)
            self.groups.update(before.groups)
            self.users.update(before.users)
        for root, known in ((_TOPICS, self.topics), (_BROKERS, self.brokers), (_GROUPS, self.groups), (_USERS, self.users)):
            there = {znodes.desanitised(name) for name in tree.children(root)}
            for entity in [entity for entity in known if entity not in there]:
                del known[entity]
            self.unknown_topics &= there if root == _TOPICS else self.unknown_topics
            self.apply(f"{root}/{name}" for name in sorted(tree.children(root)))

    def topic(self, name: str) -> Mapping[str, str]:
        """A topic's overrides."""
        return self.topics.get(name, _NOTHING)

    def broker(self, broker_id: int | None) -> Mapping[str, str]:
        """A broker's, or (None) the defaults."""
        return self.brokers.get(entity_of(broker_id), _NOTHING)

    def apply(self, paths: Iterable[str]) -> ConfigChanges:
        """Read what lies at these paths (those elsewhere are passed over) and tell whose changed."""
        changes = ConfigChanges()
        for path in sorted(paths):
            root, _, name = path.rpartition("/")
            match root:
                case "/config/topics":
                    if self._read(path, name, self.topics):
                        changes.topics.add(znodes.desanitised(name))
                case "/config/brokers":
                    if self._read(path, name, self.brokers):
                        changes.brokers.add(znodes.desanitised(name))
                case "/config/groups":
                    if self._read(path, name, self.groups):
                        changes.groups.add(znodes.desanitised(name))
                case "/config/users":
                    if self._read(path, name, self.users):
                        changes.users.add(znodes.desanitised(name))
        return changes

    def _read(self, path: str, name: str, known: dict[str, Mapping[str, str]]) -> bool:
        """Whether it is another than before."""
        entity = znodes.desanitised(name)
        before = known.get(entity, _NOTHING)
        was_unknown = known is self.topics and entity in self.unknown_topics
        if self._tree.stat(path) is None:
            known.pop(entity, None)
            self._faults.pop(path, None)
            if known is self.topics:
                self.unknown_topics.discard(entity)
            return bool(before) or was_unknown
        try:
            configs = ConfigZnode.decode(path, self._tree.data(path)).configs
        except BadZnode as error:
            if self._faults.get(path) != str(error):
                self._faults[path] = str(error)
                after = "nobody comes in as this user until it can" if known is self.users else "what was set before stays"
                self._on_fault(f"{error}; {after}")
            if known is self.users:
                # Perhaps somebody meant to take a password away.
                known.pop(entity, None)
                return bool(before)
            if known is self.topics and entity not in known and not was_unknown:
                self.unknown_topics.add(entity)
                return True
            return False
        self._faults.pop(path, None)
        if known is self.topics:
            self.unknown_topics.discard(entity)
        if configs or known is self.topics:
            known[entity] = configs
        else:
            known.pop(entity, None)
        return configs != before or was_unknown
