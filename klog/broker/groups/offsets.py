"""Committed offsets of one shard: committed, fetched, deleted, expired (``OffsetMetadataManager``).

`OffsetStore.groups` is what the log says: for each group the newest value under each key, as bytes (``offset_values``). A value is read
when somebody asks for it, so a million offsets that nobody asks about cost what their bytes cost.

**Groups without members.** Who commits without being a member makes a group that has offsets only; the store knows it by its entry in
`groups` (which may be empty), and `OffsetStore.group_of` makes a `SimpleGroup` of it.

**Transactions.** Offsets committed within a transaction stand in the log with their producer's id. They count when the producer's commit
marker follows, and are dropped with an abort marker; until then a fetch that insists on stable offsets is told UNSTABLE_OFFSET_COMMIT. An
ordinary commit that comes between the two is the newer one, and so is another transaction's whose record stands behind this one's.

**The flush rule.** Memory runs ahead of what is acknowledged, and what is not acknowledged is not committed. As in Kafka, an OffsetFetch is
answered at once with the values of the high watermark (``unacknowledged_offsets``); one that insists on stable offsets is answered with the
newest ones, when they are acknowledged (`fetch_rests_on`).

**Deletions** of many are made in steps (``offset_expiration``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.broker.coordinators.records import CoordinatorRecord, Encoded
from klog.broker.coordinators.shard import ShardState
from klog.broker.groups.group import CommitCheck, Group, GroupShard
from klog.broker.groups.offset_expiration import OffsetTombstones, expire_offsets, forget_topic_offsets
from klog.broker.groups.offset_values import decode_committed, encode_committed, group_head, partition_key, read_partition_key
from klog.broker.groups.simple_group import SimpleGroup
from klog.broker.groups.unacknowledged_offsets import Before, UnacknowledgedOffsets
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID
from klog.storage.producers.transaction_guard import TransactionGuard
from klog.wire.group_records import LegacyOffsetCommitKey, LegacyOffsetCommitValue, OffsetCommitKey, OffsetCommitValue
from klog.wire.primitives import WireError

#: Longest metadata that every version of the value can carry, in bytes.
MAX_METADATA_BYTES = 0x7FFF
#: The last time that can be written, for who wants an offset to be kept for ever.
LATEST_MS = (1 << 63) - 1
#: From this version on, OffsetCommit to a group that does not exist is told so.
_GROUP_ID_NOT_FOUND_VERSION = 9


class CommitEntry(NamedTuple):
    """One partition of an OffsetCommit."""

    topic: str
    topic_id: bytes
    partition: int
    offset: int
    leader_epoch: int
    metadata: str | None
    #: When it was committed, where the client says so (OffsetCommit 1); -1: now.
    commit_ms: int = -1


class FetchedOffset(NamedTuple):
    """What is committed for one partition; offset -1 where there is nothing."""

    partition: int
    offset: int = -1
    leader_epoch: int = -1
    metadata: str = ""
    code: ErrorCode = ErrorCode.NONE


class _Pending(NamedTuple):
    """An offset within an open transaction."""

    record_offset: int
    #: None where something newer was committed meanwhile.
    value: bytes | None


class OffsetStore:
    """The offsets of all groups of `shard`.

    :ivar groups: by group id (UTF-8): values by `partition_key`.
    """

    _log = Logger()

    def __init__(self, shard: GroupShard) -> None:
        self.shard = shard
        self.groups: dict[bytes, dict[bytes, bytes]] = {}
        #: Offsets of open transactions by producer id, group and key; and who has one open, by group and key.
        self._pending: dict[int, dict[tuple[bytes, bytes], _Pending]] = {}
        self._open: dict[bytes, dict[bytes, set[int]]] = {}
        #: Topics that were deleted while the shard was loading.
        self.postponed: list[tuple[str, bytes]] = []
        #: Topics that could not be forgotten yet: the steps that do it, for the next round of expiry.
        self.unfinished: list[Callable[[], Iterator[None]]] = []
        self._metadata_max = shard.environment.settings.offset_metadata_max_bytes
        self._newest_value = shard.environment.settings.offset_value_version
        #: What is committed for topics that are being forgotten, each with its part of the key.
        self._noting: list[tuple[bytes, set[tuple[bytes, bytes]]]] = []
        self._unacknowledged = UnacknowledgedOffsets()
        #: Behind what is read at first, of which nobody knows what was before.
        self._read_to = shard.log.end
        shard.on(OffsetCommitKey, self._apply)
        shard.on(LegacyOffsetCommitKey, self._apply)

    # Groups

    def group_of(self, group_id: str) -> Group | None:
        """The group, one that has only offsets included."""
        group = self.shard.groups.get(group_id)
        if group is None:
            name = group_id.encode()
            if name in self.groups or name in self._open:
                return SimpleGroup(group_id, self.shard)
        return group

    def all_groups(self) -> list[Group]:
        """Every group of the shard."""
        members = self.shard.groups
        found = list(members.values())
        known = {group_id.encode() for group_id in members}
        for name in {**self.groups, **self._open} if self._open else self.groups:
            if name not in known:
                found.append(SimpleGroup(name.decode(), self.shard))
        return found

    def existing(self, group_id: str) -> Group:
        """As `group_of`. Raises GROUP_ID_NOT_FOUND."""
        group = self.group_of(group_id)
        if group is None:
            raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
        return group

    # Committing

    def commit(
        self,
        group_id: str,
        member_id: str,
        instance_id: str | None,
        generation: int,
        entries: Sequence[CommitEntry],
        *,
        api_version: int,
        retention_ms: int = -1,
    ) -> tuple[list[ErrorCode], Deferred[None] | None]:
        """Commit, all in one batch (``OffsetMetadataManager.commitOffset``).

        :param retention_ms: how long the offsets are kept at most, -1 where the client does not say.
        :returns: one code for each entry, and what fires when they are acknowledged (None: they are).
        :raises KlogError: who says he is a member is none, the group does not let him, the log refused, or too much waits for its flush.
        """
        shard = self.shard
        group = shard.groups.get(group_id)
        name = group_id.encode()
        check = None
        if group is not None:
            check = group.check_commit(member_id, instance_id, generation, api_version=api_version)
        elif generation >= 0:
            if name in self.groups or name in self._open:
                raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
            if api_version >= _GROUP_ID_NOT_FOUND_VERSION:
                raise KlogError(ErrorCode.GROUP_ID_NOT_FOUND, f"Group {group_id} not found.")
            raise KlogError(ErrorCode.ILLEGAL_GENERATION)
        codes, records = self._encode(name, entries, check, retention_ms)
        if self.is_far_ahead:
            raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE, "too many commits wait for their flush")
        acknowledged = shard.log.append_encoded(records) if records else None
        start = len(group_head(name))
        values = {key[start:]: value for key, value in records if value is not None}
        offsets = self.groups.get(name)
        if offsets is None:
            offsets = self.groups[name] = {}
        if acknowledged is not None:
            self._note_before(name, values)
            acknowledged.addCallback(self.settle)
        if self._noting:
            self._note_committed((name, key) for key in values)
        offsets.update(values)
        if self._open:
            for key in values:
                self._supersede(name, key, None)
        return codes, acknowledged

    def _encode(
        self, name: bytes, entries: Sequence[CommitEntry], check: CommitCheck | None, retention_ms: int
    ) -> tuple[list[ErrorCode], list[Encoded]]:
        """A code for each entry, and the records of those that may be committed. Raises KlogError where the group does not let him."""
        now_ms = self.shard.environment.now_ms()
        expire_ms = -1 if retention_ms == -1 else min(now_ms + retention_ms, LATEST_MS)
        codes: list[ErrorCode] = []
        records: list[Encoded] = []
        head = group_head(name)
        for topic, topic_id, partition, offset, leader_epoch, metadata, commit_ms in entries:
            note = b""
            if metadata:
                note = metadata.encode()
                too_long = len(note) > self._metadata_max and _utf16_length(metadata) > self._metadata_max
                if too_long or len(note) > MAX_METADATA_BYTES:
                    codes.append(ErrorCode.OFFSET_METADATA_TOO_LARGE)
                    continue
            if check is not None:
                check(topic, topic_id, partition)
            codes.append(ErrorCode.NONE)
            at_ms = now_ms if commit_ms == -1 else commit_ms
            value = encode_committed(offset, leader_epoch, note, at_ms, expire_ms, topic_id, self._newest_value)
            records.append((head + partition_key(topic, partition), value))
        return codes, records

    def check_in_transaction(
        self, group_id: str, member_id: str, instance_id: str | None, generation: int, *, api_version: int
    ) -> CommitCheck | None:
        """Whether somebody who calls himself so may commit offsets in a transaction (``validateTransactionalOffsetCommit``). Raises
        KlogError."""
        group = self.group_of(group_id)
        if group is not None:
            return group.check_commit(member_id, instance_id, generation, is_transactional=True, api_version=api_version)
        if generation >= 0:
            raise KlogError(ErrorCode.ILLEGAL_GENERATION)
        return None

    def commit_in_transaction(
        self,
        group_id: str,
        entries: Sequence[CommitEntry],
        check: CommitCheck | None,
        producer_id: int,
        epoch: int,
        guard: TransactionGuard | None,
    ) -> tuple[list[ErrorCode], Deferred[None] | None]:
        """Commit as part of a producer's transaction: the offsets count when its marker says so.

        :param check: as `check_in_transaction` gave it, in the same step.
        :param guard: with which the transaction was verified.
        :returns: as `commit`.
        :raises KlogError: as `commit`; besides INVALID_PRODUCER_EPOCH, INVALID_TXN_STATE.
        """
        name = group_id.encode()
        codes, records = self._encode(name, entries, check, -1)
        if not records:
            return codes, None
        if self.is_far_ahead:
            raise KlogError(ErrorCode.COORDINATOR_NOT_AVAILABLE, "too many commits wait for their flush")
        log = self.shard.log
        acknowledged = log.append_in_transaction(records, producer_id, epoch, guard)
        first_offset, start = log.end - len(records), len(group_head(name))
        if self._noting:
            self._note_committed((name, key[start:]) for key, _ in records)
        for place, (key, value) in enumerate(records):
            self.replay(first_offset + place, producer_id, name, key[start:], value)
        return codes, acknowledged

    # Fetching

    def fetch(
        self,
        group_id: str,
        member_id: str | None,
        member_epoch: int,
        topics: Iterable[tuple[str, bytes, Sequence[int]]],
        *,
        require_stable: bool = False,
    ) -> list[list[FetchedOffset]]:
        """The offsets of `topics` (name, id or zeros, partitions), in their order; they may be told when `fetch_rests_on` says so. Raises
        KlogError where he who asks may not."""
        offsets, before, unstable = self._for_fetch(group_id, member_id, member_epoch, require_stable)
        answers = []
        for topic, topic_id, partitions in topics:
            answer = []
            for partition in partitions:
                key = partition_key(topic, partition)
                if key in unstable:
                    answer.append(FetchedOffset(partition, code=ErrorCode.UNSTABLE_OFFSET_COMMIT))
                    continue
                value = before[key][0][1] if key in before else offsets.get(key)
                answer.append(FetchedOffset(partition) if value is None else self._fetched(group_id, key, partition, value, topic_id))
            answers.append(answer)
        return answers

    def fetch_all(
        self, group_id: str, member_id: str | None, member_epoch: int, *, require_stable: bool = False
    ) -> list[tuple[str, list[FetchedOffset]]]:
        """All offsets of the group, by topic. Raises as `fetch`."""
        offsets, before, unstable = self._for_fetch(group_id, member_id, member_epoch, require_stable)
        topics: dict[str, list[FetchedOffset]] = {}
        for key, newest in {**offsets, **dict.fromkeys(before, b"")}.items():
            value = before[key][0][1] if key in before else newest
            if value is None:
                continue
            topic, partition = read_partition_key(key)
            answers = topics.setdefault(topic, [])
            if key in unstable:
                answers.append(FetchedOffset(partition, code=ErrorCode.UNSTABLE_OFFSET_COMMIT))
            else:
                answers.append(self._fetched(group_id, key, partition, value, NO_TOPIC_ID))
        return list(topics.items())

    def fetch_rests_on(self, *, require_stable: bool) -> Deferred[None] | None:
        """What must be acknowledged before what was just fetched is told; None: it is."""
        return self.shard.log.acknowledged() if self._tells_newest(require_stable=require_stable) else None

    def _tells_newest(self, *, require_stable: bool) -> bool:
        """Whether a fetch waits for the newest values: also where what was read at first is not acknowledged yet."""
        return require_stable or self.shard.log.settled < self._read_to

    def _for_fetch(
        self, group_id: str, member_id: str | None, member_epoch: int, require_stable: bool
    ) -> tuple[Mapping[bytes, bytes], Mapping[bytes, Before], Mapping[bytes, set[int]]]:
        """The newest values, what is told in place of those that are not acknowledged, and who has a transaction open."""
        group = self.shard.groups.get(group_id)
        if group is not None:
            try:
                group.check_fetch(member_id, member_epoch)
            except KlogError as error:
                if error.code is not ErrorCode.GROUP_ID_NOT_FOUND:
                    raise
                return {}, {}, {}
        name = group_id.encode()
        self.settle()
        before: Mapping[bytes, Before] = {}
        if self._unacknowledged and not self._tells_newest(require_stable=require_stable):
            before = self._unacknowledged.of(name)
        return self.groups.get(name, {}), before, self._open.get(name, {}) if require_stable and self._open else {}

    def _fetched(self, group_id: str, key: bytes, partition: int, value: bytes, topic_id: bytes) -> FetchedOffset:
        try:
            committed = decode_committed(value)
        except WireError as error:
            self._log.error(
                "the offset of {group} for {key} in __consumer_offsets is broken: {error}", group=group_id, key=key, error=error
            )
            return FetchedOffset(partition)
        stored_id = committed.topic_id
        if topic_id != NO_TOPIC_ID and stored_id not in (NO_TOPIC_ID, topic_id):
            return FetchedOffset(partition)
        return FetchedOffset(partition, committed.offset, committed.leader_epoch, committed.metadata)

    # Deleting

    def delete(self, group_id: str, topics: Iterable[tuple[str, Sequence[int]]]) -> tuple[list[list[ErrorCode]], Deferred[None] | None]:
        """Forget offsets (``OffsetMetadataManager.deleteOffsets``); codes and acknowledgement as in `commit`.

        :raises KlogError: there is no such group, or its state does not permit it.
        """
        group = self.existing(group_id)
        group.check_offset_delete()
        name = group_id.encode()
        offsets, unstable = self.groups.get(name, {}), self._open.get(name, {})
        codes: list[list[ErrorCode]] = []
        gone: dict[bytes, None] = {}
        for topic, partitions in topics:
            if group.is_subscribed_to(topic):
                codes.append([ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC] * len(partitions))
                continue
            codes.append([ErrorCode.NONE] * len(partitions))
            for partition in partitions:
                key = partition_key(topic, partition)
                if key in offsets or key in unstable:
                    gone[key] = None
        tombstones = OffsetTombstones(self)
        for key in gone:
            tombstones.offset(name, key)
        return codes, tombstones.write()

    def delete_group(self, group_id: str) -> Deferred[None] | None:
        """Forget a group and its offsets (``GroupCoordinatorShard.deleteGroups``); returns the acknowledgement.

        :raises KlogError: GROUP_ID_NOT_FOUND, NON_EMPTY_GROUP, or the log refused.
        """
        group = self.existing(group_id)
        group.check_delete()
        name = group_id.encode()
        tombstones = OffsetTombstones(self)
        for key in {**self.groups.get(name, {}), **self._open.get(name, {})}:
            tombstones.offset(name, key)
        tombstones.group(group)
        return tombstones.write()

    def forget_topic(self, topic: str, topic_id: bytes) -> Iterator[None]:
        """Forget the offsets of a topic that is deleted now, in steps. Those that are committed for another topic of that name stay."""
        return forget_topic_offsets(self, topic, topic_id)

    def expire(self) -> Iterator[None]:
        """Forget what could not be forgotten before, what is old enough, and groups that have nothing left, in steps."""
        for _ in range(len(self.unfinished)):
            yield from self.unfinished.pop(0)()
        yield from expire_offsets(self)

    # What deletions ask

    def names(self) -> Iterable[bytes]:
        """Of all groups that have offsets, or are going to have some."""
        return {**self.groups, **self._open} if self._open else self.groups

    def keys_of(self, name: bytes) -> list[bytes]:
        """The keys of a group's offsets, pending ones included."""
        offsets = self.groups.get(name, {})
        return list({**offsets, **self._open[name]} if name in self._open else offsets)

    def has_pending(self, name: bytes) -> bool:
        """Whether an open transaction has offsets of the group."""
        return name in self._open

    def is_pending(self, name: bytes, key: bytes) -> bool:
        """Whether an open transaction has this offset."""
        return key in self._open.get(name, ())

    def would_be_committed(self, name: bytes, key: bytes) -> bool:
        """Whether an open transaction has a value for it that counts if the transaction is committed."""
        return any(self._pending[producer_id][name, key].value is not None for producer_id in self._open.get(name, {}).get(key, ()))

    def note_commits(self, head: bytes) -> set[tuple[bytes, bytes]]:
        """From now on, group and key of each commit for a topic (`topic_head`) go into what is returned."""
        noted: set[tuple[bytes, bytes]] = set()
        self._noting.append((head, noted))
        return noted

    def _note_committed(self, committed: Iterable[tuple[bytes, bytes]]) -> None:
        for name, key in committed:
            for head_of_topic, noted in self._noting:
                if key.startswith(head_of_topic):
                    noted.add((name, key))

    def note_no_more(self, noted: set[tuple[bytes, bytes]]) -> None:
        """The end of `note_commits`."""
        self._noting = [entry for entry in self._noting if entry[1] is not noted]

    def remove_group(self, group: Group, record: CoordinatorRecord) -> None:
        """A group's tombstone was written: it goes, and its offsets' have been written before."""
        shard = self.shard
        self.groups.pop(group.group_id.encode(), None)
        shard.apply(record.key, None)
        if shard.groups.pop(group.group_id, None) is not None:
            group.forget()

    # What the log says

    def _apply(
        self, key: OffsetCommitKey | LegacyOffsetCommitKey, value: OffsetCommitValue | LegacyOffsetCommitValue | None, producer_id: int
    ) -> None:
        """One record; outside of transactions (what stands in one comes through `replay`)."""
        raw = None
        if value is not None:
            epoch, expire_ms, topic_id = -1, -1, bytes(NO_TOPIC_ID)
            if isinstance(value, OffsetCommitValue):
                epoch, expire_ms, topic_id = value.leader_epoch, value.expire_timestamp, value.topic_id
            raw = encode_committed(value.offset, epoch, value.metadata.encode(), value.commit_timestamp, expire_ms, topic_id)
        self.replay(-1, producer_id, key.group.encode(), partition_key(key.topic, key.partition), raw)

    def replay(self, record_offset: int, producer_id: int, name: bytes, key: bytes, value: bytes | None) -> None:
        """A record of the log at `record_offset` (``OffsetMetadataManager.replay``)."""
        if value is None:
            self.remove_offset(name, key)
            if self.shard.state is ShardState.LOADING and not self.groups.get(name, True):
                # As `klog.records.latest` does: a group that is left without offsets was deleted, or has a record of its own.
                del self.groups[name]
        elif producer_id >= 0:
            self._pending.setdefault(producer_id, {})[name, key] = _Pending(record_offset, value)
            self._open.setdefault(name, {}).setdefault(key, set()).add(producer_id)
        else:
            if self.shard.state is ShardState.ACTIVE:
                self._note_before(name, (key,))
            self.groups.setdefault(name, {})[key] = value
            if self._open:
                self._supersede(name, key, None)

    def end_transaction(self, producer_id: int, *, commit: bool) -> None:
        """The producer's marker (``replayEndTransactionMarker``)."""
        pending = self._pending.pop(producer_id, None)
        if pending is None:
            return
        for (name, key), (record_offset, value) in pending.items():
            self._close(name, key, producer_id)
            if commit and value is not None:
                if self.shard.state is ShardState.ACTIVE:
                    self._note_before(name, (key,))
                self.groups.setdefault(name, {})[key] = value
                self._supersede(name, key, record_offset)

    @property
    def has_open_transactions(self) -> bool:
        """Whether offsets wait for a marker."""
        return bool(self._open)

    @property
    def open_producers(self) -> list[int]:
        """Whose transactions have offsets that wait for a marker."""
        return list(self._pending)

    # What is acknowledged

    def _note_before(self, name: bytes, keys: Iterable[bytes]) -> None:
        """The values under these keys are replaced by what was just appended."""
        end = self.shard.log.end
        if self.shard.log.settled < end:
            offsets = self.groups.get(name, {})
            for key in keys:
                self._unacknowledged.note(end, name, key, offsets.get(key))

    @property
    def is_far_ahead(self) -> bool:
        """Whether too much waits for its flush to take more."""
        self.settle()
        return self._unacknowledged.is_full

    def settle(self, result: None = None) -> None:
        """Something may have been acknowledged."""
        if self._unacknowledged:
            self._unacknowledged.settle(self.shard.log.settled)

    # Transactions that are open

    def _supersede(self, name: bytes, key: bytes, record_offset: int | None) -> None:
        """Something newer than what open transactions wrote before `record_offset` (None: before now) is committed."""
        for producer_id in self._open.get(name, {}).get(key, ()):
            pending = self._pending[producer_id]
            if record_offset is None or pending[name, key].record_offset < record_offset:
                pending[name, key] = _Pending(pending[name, key].record_offset, None)

    def remove_offset(self, name: bytes, key: bytes) -> None:
        """Its tombstone was written, or read."""
        offsets = self.groups.get(name)
        if offsets is not None and key in offsets:
            self._note_before(name, (key,))
            del offsets[key]
        for producer_id in self._open.get(name, {}).get(key, set()).copy():
            self._pending[producer_id].pop((name, key), None)
            self._close(name, key, producer_id)

    def _close(self, name: bytes, key: bytes, producer_id: int) -> None:
        by_key = self._open.get(name)
        producers = by_key.get(key) if by_key is not None else None
        if by_key is None or producers is None:
            return
        producers.discard(producer_id)
        if not producers:
            del by_key[key]
            if not by_key:
                del self._open[name]


def _utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
