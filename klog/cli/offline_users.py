"""Users of a broker that does not run: the first one of a cluster whose every listener asks who comes.

Where a broker keeps its users its settings say:

* alone: in ``klog.state``, a copy in each data directory. The directories are locked meanwhile, as a broker locks them, so that none can be
  running; what the newest copy remembers stays, and all copies are written. A directory that nobody has used yet gets its first
  ``klog.state`` here. One that another program has filled is refused: from a missing ``klog.state`` the first start learns whose logs it
  takes over.
* with ZooKeeper: in ``/config/users/NAME``, which is made where it is not there yet; brokers may run or not.

What is run by root gives each ``klog.state`` to whom the data directory belongs: the broker must read it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.text_files import read_text_file
from klog.cli.zookeeper_client import client_as_broker, close_within
from klog.config import parse_properties
from klog.model import TopicId, topic_id_to_text
from klog.storage.directories.meta_properties import ZOOKEEPER_MARK, BadMetaProperties, MetaProperties, read_meta_properties
from klog.storage.directories.state_file import State, StateCorrupt, StateFile
from klog.storage.filenames import CLUSTER_METADATA_DIRECTORY, LOCK, META_PROPERTIES, STATE_FILE, parse_directory_name

if TYPE_CHECKING:
    from klog.broker.settings.settings import BrokerSettings
    from klog.storage.filesystem import FileSystem
    from klog.zookeeper.client import ZookeeperClient

#: For all that ZooKeeper is asked.
PATIENCE_S = 20.0

#: What is kept of a user now, to what is to be kept.
Change = Callable[[Mapping[str, str]], Mapping[str, str]]


def broker_settings(path: str) -> BrokerSettings:
    """The settings of the broker that `path` says: its ``server.properties``, or its data directory where it has no such file.

    :raises CommandFailed: there is no such file.
    :raises ConfigError: no broker starts with it.
    """
    from klog.broker.settings.settings import BrokerSettings
    from klog.broker_options import DEFAULT_DIRECTORY

    if os.path.isdir(path):
        return BrokerSettings({"log.dirs": path})
    given = parse_properties(read_text_file(path, "file of a broker's settings"))
    if not given.get("log.dirs", "").strip() and not given.get("log.dir", "").strip():
        # As the broker has it.
        given["log.dirs"] = DEFAULT_DIRECTORY
    return BrokerSettings(given)


def change_offline(settings: BrokerSettings, name: str, change: Change) -> str:
    """Change what the broker with these settings keeps of the user `name`; where that is, for people.

    :raises CommandFailed: it runs, or what is there cannot be understood or changed; nothing was changed.
    """
    if settings.zookeeper is not None:
        from klog.cli.run_coroutine import run

        connect = settings.zookeeper
        run(lambda reactor: _change_in_zookeeper(reactor, settings, name, change))
        return f"ZooKeeper at {connect}"
    from klog.storage.filesystem import RealFileSystem

    paths = [os.path.abspath(path) for path in settings.data_directories]
    return ", ".join(change_in_directories(RealFileSystem(), paths, name, change, settings.string("klog.cluster.id")))


# -- a broker that is alone


def change_in_directories(fs: FileSystem, paths: Sequence[str], name: str, change: Change, cluster_id: str | None = None) -> list[str]:
    """Change a user in each copy of ``klog.state``; their paths.

    :param paths: all data directories of the broker.
    :param cluster_id: of a new cluster; made up where None.
    :raises CommandFailed: see `change_offline`.
    """
    used = [path for path in paths if fs.exists(f"{path}/{META_PROPERTIES}")]
    # Of a broker that has started before, one without the file is a disk that is not mounted, and not to be written to.
    with _locked(fs, used or paths) as locked:
        found = [properties for path in locked if (properties := _properties(fs, path)) is not None]
        files = [StateFile(fs, f"{path}/{STATE_FILE}") for path in locked]
        state = _newest(files) or _first_state(fs, locked, found, cluster_id)
        users = {**state.user_configs, name: dict(change(state.user_configs.get(name, {})))}
        changed = dataclasses.replace(state, user_configs={user: configs for user, configs in users.items() if configs})
        for path, file in zip(locked, files, strict=True):
            file.save(changed, state.saves + 1)
            _give_to_owner(path)
    return [f"{path}/{STATE_FILE}" for path in locked]


@contextlib.contextmanager
def _locked(fs: FileSystem, paths: Sequence[str]) -> Iterator[list[str]]:
    locks = []
    try:
        for path in paths:
            if not fs.is_directory(path):
                fs.make_directory(path)
            try:
                locks.append(fs.lock(f"{path}/{LOCK}"))
            except BlockingIOError:
                raise CommandFailed(
                    f"a broker is running on {path}: stop it first, or set the password over one of its listeners (-b host:port)"
                ) from None
        yield list(paths)
    finally:
        for lock in locks:
            lock.release()


def _properties(fs: FileSystem, path: str) -> MetaProperties | None:
    try:
        found = read_meta_properties(fs, path)
    except BadMetaProperties as error:
        raise CommandFailed(str(error)) from None
    shared = None if found is None else found.others.get(ZOOKEEPER_MARK)
    if shared is not None:
        raise CommandFailed(
            f"{path} holds one broker's part of the cluster in ZooKeeper at {shared}, which keeps its users: name that broker's "
            "server.properties, with zookeeper.connect in it"
        )
    return found


def _newest(files: Sequence[StateFile]) -> State | None:
    newest: State | None = None
    damaged: StateCorrupt | None = None
    for file in files:
        try:
            state = file.load()
        except StateCorrupt as error:
            damaged = error
            continue
        if state is not None and (newest is None or state.age > newest.age):
            newest = state
    if newest is None and damaged is not None:
        raise CommandFailed(str(damaged))
    return newest


def _first_state(fs: FileSystem, paths: Sequence[str], found: Sequence[MetaProperties], cluster_id: str | None) -> State:
    for path in paths:
        names = fs.list(path)
        if CLUSTER_METADATA_DIRECTORY in names or any(parse_directory_name(each) is not None for each in names):
            raise CommandFailed(
                f"{path} has logs and no {STATE_FILE}: another program wrote them. Start klog's broker on it once, with a listener on "
                "127.0.0.1 alone, so that it takes over what there is; then stop it, and set the password"
            )
    known = next((each.cluster_id for each in found if each.cluster_id is not None), None)
    return State(known or cluster_id or _new_cluster_id())


def _new_cluster_id() -> str:
    while True:
        text = topic_id_to_text(TopicId(uuid.uuid4().bytes))
        # Command lines take that for an option.
        if not text.startswith("-"):
            return text


def _give_to_owner(path: str) -> None:
    """Where root has written, the broker's own user must be able to read; nothing where that cannot be done, or needs not."""
    with contextlib.suppress(OSError):
        owner = os.stat(path)
        if os.geteuid() == 0 and owner.st_uid != 0:
            for name in (STATE_FILE, LOCK):
                # Never what a link of his leads to: that could be anybody's.
                os.chown(f"{path}/{name}", owner.st_uid, owner.st_gid, follow_symlinks=False)


# -- among several brokers


async def _change_in_zookeeper(reactor: Any, settings: BrokerSettings, name: str, change: Change) -> None:
    from klog.zookeeper.errors import ZookeeperError
    from klog.zookeeper.user_znodes import StillWritten
    from klog.zookeeper.znode_json import BadZnode

    client = client_as_broker(reactor, settings, "klog user")
    try:
        await client.connect(timeout=PATIENCE_S)
        await change_in_zookeeper(client, name, change)
    except (BadZnode, StillWritten) as error:
        raise CommandFailed(str(error)) from None
    except ZookeeperError as error:
        raise CommandFailed(f"ZooKeeper at {settings.zookeeper}: {error}", Exit.UNREACHABLE) from None
    finally:
        await close_within(reactor, client, PATIENCE_S)


async def change_in_zookeeper(client: ZookeeperClient, name: str, change: Change) -> None:
    """The same over `client`, which is connected. What a broker makes at its first start is made where it is missing."""
    from klog.zookeeper.errors import NodeExistsException
    from klog.zookeeper.user_znodes import change_user
    from klog.zookeeper.znodes import CONFIG, CONFIG_CHANGES

    if client.chroot and await client.exists("/") is None:
        await client.make_chroot()
    for path in (CONFIG, f"{CONFIG}/users", CONFIG_CHANGES):
        with contextlib.suppress(NodeExistsException):
            await client.create(path, b"")
    await change_user(client, name, change)


# -- what is changed


def with_password(mechanism: str, password: str, iterations: int) -> Change:
    """A new password of `mechanism`; those of others, and all else, stay."""
    from klog.net.kept_credentials import format_credential
    from klog.net.sasl import make_salt, scram_credential

    kept = format_credential(scram_credential(mechanism, password, make_salt(), iterations))
    return lambda configs: {**configs, mechanism: kept}


def new_user(name: str, change: Change) -> Change:
    """`change`, where nothing is kept of the user yet.

    :raises CommandFailed: from the change: there is something.
    """

    def checked(configs: Mapping[str, str]) -> Mapping[str, str]:
        if configs:
            raise CommandFailed(f"there is a user {name} already; nothing was changed: take another name, or set that one's password")
        return change(configs)

    return checked
