"""Offsets and groups that go: as tombstones in batches, and many of them in steps between which clients act.

How deletions go in steps is every coordinator's (`klog.broker.coordinators.expiration`: nothing that is decided outlives its step). Here is
what goes, and how it is written. Who deletes at a client's request decides and writes in one go anyway, by `OffsetTombstones` alone.

**What expires** (``OffsetMetadataManager.cleanupExpiredOffsets``): an offset whose own time is up, or that is older than the retention
counted from where its group says; not where its topic is subscribed to, nor under an open transaction. A group without members that has
none left goes with its last one.

**What a deleted topic leaves** goes as well, but for offsets committed for another topic of that name: those have another topic id, or came
after the deletion. Old versions of OffsetCommit write no id, so the store notes what is committed while a topic is being forgotten
(`OffsetStore.note_commits`). Where the log takes nothing for a while, the next round of expiry forgets it again from the beginning, and
goes on noting until then.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from twisted.internet.defer import Deferred

from klog.broker.coordinators import expiration
from klog.broker.coordinators.records import CoordinatorRecord, Encoded, encoded
from klog.broker.groups.group import Group, GroupShard
from klog.broker.groups.offset_values import decode_committed, group_head, read_partition_key, topic_head
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.model import NO_TOPIC_ID
from klog.wire.primitives import WireError


class KeptOffsets(Protocol):
    """The committed offsets of a shard, as what goes of them is found and written (`klog.broker.groups.offsets.OffsetStore`).

    :ivar groups: values by key, by group.
    :ivar unfinished: what is begun again in the next round, where the log took nothing.
    """

    shard: GroupShard
    groups: dict[bytes, dict[bytes, bytes]]
    unfinished: list[Callable[[], Iterator[None]]]

    @property
    def is_far_ahead(self) -> bool:
        """Whether so much is not acknowledged yet that writing waits."""

    def settle(self, result: None = None) -> None:
        """What is acknowledged now counts."""

    def names(self) -> Iterable[bytes]:
        """All groups with offsets, pending ones among them."""

    def keys_of(self, name: bytes) -> list[bytes]:
        """The partitions of a group's offsets, pending ones among them."""

    def group_of(self, group_id: str) -> Group | None:
        """The group; None where there is none."""

    def has_pending(self, name: bytes) -> bool:
        """Whether a transaction is open that holds offsets of the group."""

    def is_pending(self, name: bytes, key: bytes) -> bool:
        """Whether a transaction is open that holds this offset."""

    def would_be_committed(self, name: bytes, key: bytes) -> bool:
        """Whether the commit of an open transaction would bring this offset back."""

    def note_commits(self, head: bytes) -> set[tuple[bytes, bytes]]:
        """What is committed for a topic from now on is noted in the set."""

    def note_no_more(self, noted: set[tuple[bytes, bytes]]) -> None:
        """The end of `note_commits`."""

    def remove_group(self, group: Group, record: CoordinatorRecord) -> None:
        """A record that removes it was written."""

    def remove_offset(self, name: bytes, key: bytes) -> None:
        """A record that removes it was written."""


class OffsetTombstones:
    """Offsets and groups that are about to go: written in batches, then removed from memory.

    :param store: where they are.
    """

    def __init__(self, store: KeptOffsets) -> None:
        self._store = store
        self._records: list[tuple[Encoded, tuple[bytes, bytes] | tuple[Group, CoordinatorRecord]]] = []

    def offset(self, name: bytes, key: bytes) -> None:
        """An offset goes."""
        self._records.append(((group_head(name) + key, None), (name, key)))

    def group(self, group: Group) -> None:
        """A group goes, after its offsets."""
        self._records += [(encoded(record), (group, record)) for record in group.tombstones()]

    def write(self) -> Deferred[None] | None:
        """Write and remove; the acknowledgement of the last batch. Raises KlogError; what was written till then is gone."""
        acknowledged = None
        store, records = self._store, self._records
        while records:
            # A group's own records stay together.
            count = min(len(records), expiration.TOMBSTONES_PER_BATCH)
            while count < len(records) and isinstance(records[count][1][0], Group):
                count += 1
            some = records[:count]
            if acknowledged is not None:
                acknowledged.addErrback(expiration.ignored)
            acknowledged = store.shard.log.append_encoded([record for record, _ in some])
            del records[:count]
            for _, (owner, what) in some:
                if isinstance(owner, Group):
                    assert isinstance(what, CoordinatorRecord)
                    store.remove_group(owner, what)
                else:
                    assert isinstance(what, bytes)
                    store.remove_offset(owner, what)
        return acknowledged


class Piece(NamedTuple):
    """Some of a group's offsets to look at."""

    name: bytes
    keys: Sequence[bytes]
    #: Whether the rest of them was looked at before.
    is_last: bool


#: Looks at one piece as it is now, and says what goes.
Decide = Callable[[OffsetTombstones, Piece], None]


def _sweep(store: KeptOffsets, names: Iterable[bytes], decide: Decide) -> Generator[None, None, bool]:
    """Look at the offsets of these groups in steps (`expiration.sweep`)."""

    def look(tombstones: OffsetTombstones, piece: Piece) -> int:
        decide(tombstones, piece)
        return 1 + len(piece.keys)

    return expiration.sweep(
        f"{CONSUMER_OFFSETS}-{store.shard.partition}",
        store.shard,
        _pieces(store, names),
        lambda: OffsetTombstones(store),
        look,
        is_far_ahead=lambda: store.is_far_ahead,
        settle=store.settle,
    )


def _pieces(store: KeptOffsets, names: Iterable[bytes]) -> Iterator[Piece]:
    """What there is to look at of each group, when its turn has come."""
    for name in names:
        keys = store.keys_of(name)
        for start in range(0, len(keys) or 1, expiration.LOOKED_AT_PER_STEP):
            end = start + expiration.LOOKED_AT_PER_STEP
            yield Piece(name, keys[start:end], end >= len(keys))


# Expiry


def expire_offsets(store: KeptOffsets) -> Iterator[None]:
    """Forget what is old enough, and groups that have nothing left, in steps."""
    now_ms = store.shard.environment.now_ms()
    members = (group_id.encode() for group_id in list(store.shard.groups))
    names = itertools.chain(list(store.groups), (name for name in members if name not in store.groups))
    return _sweep(store, names, lambda tombstones, piece: _expire(store, now_ms, tombstones, piece))


def _expire(store: KeptOffsets, now_ms: int, tombstones: OffsetTombstones, piece: Piece) -> None:
    name = piece.name
    group = store.group_of(name.decode())
    if group is None:
        return
    offsets = store.groups.get(name, {})
    expired = _expired_of(store, group, now_ms, piece)
    for key in expired:
        tombstones.offset(name, key)
    if piece.is_last and len(expired) == len(offsets) and group.is_empty and not store.has_pending(name):
        tombstones.group(group)


def _expired_of(store: KeptOffsets, group: Group, now_ms: int, piece: Piece) -> list[bytes]:
    if group.offsets_expire_from_ms(0) is None:
        return []
    offsets = store.groups.get(piece.name, {})
    retention_ms = store.shard.environment.settings.offsets_retention_ms
    subscribed: dict[bytes, bool] = {}
    expired = []
    for key in piece.keys:
        value = offsets.get(key)
        if value is None or store.is_pending(piece.name, key):
            continue
        head = key[:-4]
        kept = subscribed.get(head)
        if kept is None:
            kept = subscribed[head] = group.is_subscribed_to(read_partition_key(key)[0])
        if not kept and _is_expired(value, group, now_ms, retention_ms):
            expired.append(key)
    return expired


def _is_expired(value: bytes, group: Group, now_ms: int, retention_ms: int) -> bool:
    try:
        committed = decode_committed(value)
    except WireError:
        return True
    if committed.expire_ms != -1:
        return now_ms >= committed.expire_ms
    from_ms = group.offsets_expire_from_ms(committed.commit_ms)
    return from_ms is not None and now_ms - from_ms >= retention_ms


# Deleted topics


def forget_topic_offsets(store: KeptOffsets, topic: str, topic_id: bytes) -> Iterator[None]:
    """Forget the offsets of a topic that is deleted now, in steps."""
    head = topic_head(topic)
    # From now on, not from when the first step is taken: that may be behind those of other shards.
    newer = store.note_commits(head)

    def decide(tombstones: OffsetTombstones, piece: Piece) -> None:
        name = piece.name
        offsets = store.groups.get(name, {})
        for key in piece.keys:
            if not key.startswith(head) or len(key) != len(head) + 4:
                continue
            value = offsets.get(key)
            if (name, key) in newer:
                continue
            is_of_it = value is not None and _topic_id_of(value) in (NO_TOPIC_ID, topic_id)
            if is_of_it or store.would_be_committed(name, key):
                tombstones.offset(name, key)

    def steps() -> Iterator[None]:
        was_refused = False
        try:
            was_refused = yield from _sweep(store, list(store.names()), decide)
        finally:
            if was_refused:
                store.unfinished.append(steps)
            else:
                store.note_no_more(newer)

    return steps()


def _topic_id_of(value: bytes) -> bytes:
    try:
        return decode_committed(value).topic_id
    except WireError:
        return NO_TOPIC_ID
