"""The data directory that is copied into: whose it is, what is in it, how it is left.

At the start, in this order (`MirrorDirectory.open`), all of it refused with a sentence where it does not fit (`DirectoryRefused`):

1. it is made where it is missing, and locked as a broker locks it;
2. ``klog.mirror`` is read. Without the file the directory must be empty, but for a ``meta.properties`` that somebody has put there, and
   gets one, so that after a kill it is known for a mirror's;
3. no broker may have served it since it was copied into last: klog's writes ``klog.state`` with each start, Kafka's its own checkpoints
   within a minute, and its own marker of an orderly stop. One of Kafka's that was killed sooner has counted the leader epoch on, so that
   what its clients have written is told as what the source does not have;
4. ``klog.state``, which is for the broker that serves the directory next, goes: until the end nobody knows what will stand there;
5. its logs are opened, those of a directory that was not closed in order as after any kill. One that cannot be opened ends it;
6. ``meta.properties`` is completed.

At the end (`MirrorDirectory.close`) all logs are flushed, and checkpoints, ``klog.state`` and the marker of an orderly stop are written:
a broker that starts there finds a directory as one of its own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from klog.directory_mirror.accounts import FILE, LINK, NOTHING, Accounts, BadAccounts, checksum, read_accounts, write_accounts
from klog.directory_mirror.directory_copy import DirectoryCopy
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition, topic_id_to_text
from klog.storage.atomic_files import read_whole
from klog.storage.checkpoint_files import CorruptCheckpoint, read_recovery_points
from klog.storage.directories.clean_shutdown import format_clean_shutdown
from klog.storage.directories.directory import DirectoryInUse, LogDirectory
from klog.storage.directories.meta_properties import (
    KRAFT_VERSION,
    ZOOKEEPER_MARK,
    BadMetaProperties,
    MetaProperties,
    read_meta_properties,
)
from klog.storage.directories.state_file import State, StateFile, TopicRecord, format_state
from klog.storage.directories.topic_ids import new_topic_id
from klog.storage.disk_work import do_now
from klog.storage.filenames import (
    CLEAN_SHUTDOWN,
    CLUSTER_METADATA_DIRECTORY,
    LOCK,
    META_PROPERTIES,
    RECOVERY_POINT_CHECKPOINT,
    STATE_FILE,
    DirectoryRole,
    directory_name,
    parse_directory_name,
)
from klog.storage.filesystem import FileSystem
from klog.storage.log.log import Log
from klog.storage.settings import UNLIMITED, LogSettings

#: Of a directory that says nothing, where nobody says anything either.
FIRST_BROKER_ID = 1
#: What an empty volume has of its own.
_NOBODYS = frozenset({LOCK, META_PROPERTIES, META_PROPERTIES + ".tmp", FILE + ".tmp", "lost+found"})
#: How a log lies in files is the topic's to say; nothing of it goes while it is copied.
_DEFAULTS = LogSettings(retention_ms=UNLIMITED, cleanup_delete=False, file_delete_delay_ms=0)
_SIZES = {
    "segment.bytes": "segment_bytes",
    "segment.ms": "segment_ms",
    "segment.index.bytes": "segment_index_bytes",
    "index.interval.bytes": "index_interval_bytes",
}
#: Smaller segments than this are none (Kafka's least is 14 bytes, a test's).
_LEAST_SEGMENT_BYTES = 1024
#: More digits than that no number of the source's has.
_LONGEST_NUMBER = 19


class DirectoryRefused(Exception):
    """Nothing can be copied into this directory; the sentence says what to do."""


class DirectoryFailed(Exception):
    """The disk did not do what it must, or is full; a sentence."""


class HandedOver(NamedTuple):
    """One topic as the broker that serves the directory next has to find it.

    :ivar leader_epochs: the highest of each partition, by number.
    """

    topic_id: TopicId
    configs: Mapping[str, str]
    leader_epochs: Mapping[int, int]


def log_settings(configs: Mapping[str, str]) -> LogSettings:
    """How the files of a topic are made; what makes no sense counts for nothing."""
    found: dict[str, int] = {}
    for name, field in _SIZES.items():
        text = configs.get(name, "")
        if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER and 0 < int(text) < 1 << 31:
            found[field] = int(text)
    if "segment_bytes" in found:
        found["segment_bytes"] = max(found["segment_bytes"], _LEAST_SEGMENT_BYTES)
    sizes: Mapping[str, Any] = found
    return dataclasses.replace(_DEFAULTS, **sizes)


def tombstones_kept_ms(configs: Mapping[str, str]) -> int:
    """How long a cleaner keeps what deletes a key, where one is at work in the topic; else -1."""
    if "compact" not in [policy.strip() for policy in configs.get("cleanup.policy", "").split(",")]:
        return -1
    text = configs.get("delete.retention.ms", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else _DEFAULTS.delete_retention_ms


def may_be_stored(topic: str) -> bool:
    """Whether a topic may be called so: of its name a directory is made, within this one, and is known again by it."""
    name = directory_name(TopicPartition(topic, 0))
    parsed = parse_directory_name(name)
    return name != CLUSTER_METADATA_DIRECTORY and parsed is not None and parsed.role is DirectoryRole.CURRENT and parsed[0].topic == topic


class MirrorDirectory:
    """See the module. One thread.

    :param path: absolute.
    :param warn: told a sentence for each thing that a person should know.
    :param failed: told why the disk did not do what it must.
    :ivar accounts: what ``klog.mirror`` says, and will say when it is written next.
    """

    def __init__(
        self,
        fs: FileSystem,
        path: str,
        now_ms: Callable[[], int],
        warn: Callable[[str], None],
        failed: Callable[[Exception], None] = lambda error: None,
        *,
        random_bytes: Callable[[int], bytes] = os.urandom,
        random_source: random.Random | None = None,
    ) -> None:
        self.path = path.rstrip("/") or "/"
        self.accounts = Accounts()
        self.cluster_id = ""
        self.broker_id = FIRST_BROKER_ID
        self._fs = fs
        self._now_ms = now_ms
        self._warn = warn
        self._failed = failed
        self._random_bytes = random_bytes
        self._random = random_source
        self._directory: LogDirectory | None = None
        self._copies: dict[TopicPartition, DirectoryCopy] = {}

    # Start

    def open(self, cluster_id: str | None = None, broker_id: int | None = None, *, is_known: bool = False) -> None:
        """Steps 1 to 6.

        :param cluster_id: that the directory shall belong to; None: whatever it says.
        :param broker_id: likewise.
        :param is_known: whether the directory must be one that was copied into before.
        :raises DirectoryRefused: it does not fit. :raises OSError: it cannot be used.
        """
        fs, path = self._fs, self.path
        if is_known and not fs.is_directory(path):
            raise DirectoryRefused(f"{path} is no directory")
        directory = LogDirectory(
            fs,
            path,
            self._now_ms,
            _DEFAULTS,
            FIRST_BROKER_ID,
            settings_for=lambda topic: log_settings(self.accounts.configs.get(topic, {})),
            warn=self._warn,
            has_replicas=True,
            random_source=self._random,
            random_bytes=self._random_bytes,
        )
        try:
            directory.lock()
        except DirectoryInUse:
            raise DirectoryRefused(f"{path} is in use by a broker, or by another mirror (its {LOCK} is locked)") from None
        try:
            self.accounts = self._look(is_known)
            meta = self._meta_properties(cluster_id, broker_id)
            self.broker_id = meta.broker_id if meta.broker_id is not None else FIRST_BROKER_ID if broker_id is None else broker_id
            self.cluster_id = meta.cluster_id or cluster_id or topic_id_to_text(new_topic_id(self._random_bytes))
            directory.broker_id = self.broker_id
            self._load(directory)
            self._directory = directory
            for log in directory.logs.values():
                self._take(log)
            for topic in {name.topic for name in self._copies}:
                # A kill may have come between the partitions of a topic that was being made.
                self.add(topic, NO_TOPIC_ID, 1 + max(name.partition for name in self._copies if name.topic == topic))
        except BaseException as error:
            self._directory = None
            for log in directory.logs.values():
                log.abandon()
            directory.context.files.clear()
            directory.release()
            if isinstance(error, BadAccounts | BadMetaProperties):
                raise DirectoryRefused(str(error)) from None
            raise

    def _look(self, is_known: bool) -> Accounts:
        """Steps 2 and 3. Raises what they raise."""
        fs, path = self._fs, self.path
        names = fs.list(path)
        if CLUSTER_METADATA_DIRECTORY in names:
            raise DirectoryRefused(f"{path} is a KRaft node's ({CLUSTER_METADATA_DIRECTORY} is in it); give an empty directory")
        known = read_accounts(fs, path)
        if known is None:
            others = sorted(name for name in names if name not in _NOBODYS)
            if is_known:
                raise DirectoryRefused(f"{path} holds no copy of a mirror's: there is no {FILE} in it")
            if others:
                more = "" if len(others) == 1 else f" and {len(others) - 1} more"
                raise DirectoryRefused(f"{path} is not empty, and no mirror's: {others[0]}{more} is in it; give an empty directory")
            return Accounts()
        served = f"a broker has served {path} since it was copied into last"
        advice = "its clients may have written there, so nothing is copied into it any more; copy into an empty directory"
        if known.meta_properties not in (NOTHING, self._checksum(META_PROPERTIES)):
            raise DirectoryRefused(f"{served} ({META_PROPERTIES} has changed); {advice}")
        if STATE_FILE in names and self._checksum(STATE_FILE) != known.klog_state:
            raise DirectoryRefused(f"{served} ({STATE_FILE} has changed); {advice}")
        if CLEAN_SHUTDOWN in names and read_whole(fs, f"{path}/{CLEAN_SHUTDOWN}") != format_clean_shutdown():
            raise DirectoryRefused(f"{served} ({CLEAN_SHUTDOWN} is another broker's); {advice}")
        with contextlib.suppress(CorruptCheckpoint):
            checkpoint = f"{path}/{RECOVERY_POINT_CHECKPOINT}"
            if RECOVERY_POINT_CHECKPOINT in names and fs.size(checkpoint) and not read_recovery_points(fs, checkpoint).by_klog:
                raise DirectoryRefused(f"{served} ({RECOVERY_POINT_CHECKPOINT} is another broker's); {advice}")
        return known

    def _checksum(self, name: str) -> str:
        try:
            return checksum(read_whole(self._fs, f"{self.path}/{name}"))
        except FileNotFoundError:
            return NOTHING

    def _meta_properties(self, cluster_id: str | None, broker_id: int | None) -> MetaProperties:
        """What the directory says of itself, where it says what it should. Raises BadMetaProperties and DirectoryRefused."""
        found = read_meta_properties(self._fs, self.path)
        if found is None:
            return MetaProperties(None, None)
        if found.version == KRAFT_VERSION:
            raise DirectoryRefused(f"{self.path} is a KRaft node's (by its {META_PROPERTIES}); give an empty directory")
        if ZOOKEEPER_MARK in found.others:
            raise DirectoryRefused(f"{self.path} is a broker's, of the cluster at {found.others[ZOOKEEPER_MARK]}; give an empty directory")
        for what, says, wanted in (("cluster", found.cluster_id, cluster_id), ("broker", found.broker_id, broker_id)):
            if says is not None and wanted is not None and says != wanted:
                raise DirectoryRefused(
                    f"{self.path} belongs to {what} {says} (by its {META_PROPERTIES}), not {wanted}; give that one, or an empty directory"
                )
        return found

    def _load(self, directory: LogDirectory) -> None:
        """Steps 4 to 6."""
        fs, path, known = self._fs, self.path, self.accounts
        if not known.runs:
            # From now on a kill leaves something that is known to be ours.
            write_accounts(fs, path, known)
        if fs.exists(f"{path}/{STATE_FILE}"):
            fs.remove(f"{path}/{STATE_FILE}")
            fs.sync_directory(path)
        report = directory.load()
        if report.failed:
            name, why = min(report.failed.items())
            raise DirectoryRefused(f"{why}; move the directory of {name} away, and it is copied anew")
        strange = sorted({name.topic for name in directory.logs if name.topic not in known.topics})
        if strange:
            raise DirectoryRefused(f"{path} holds the topic {strange[0]}, which no mirror has copied there; give an empty directory")
        directory.write_identity(self.cluster_id)
        known.meta_properties = self._checksum(META_PROPERTIES)
        known.runs += 1
        known.highest_producer_id = max(known.highest_producer_id, report.highest_producer_id)
        write_accounts(fs, path, known)

    def _take(self, log: Log) -> None:
        assert self._directory is not None
        topic = log.topic_partition.topic
        log.raise_high_watermark(log.end_offset)
        self._copies[log.topic_partition] = DirectoryCopy(
            self._directory, log, LINK, lambda: tombstones_kept_ms(self.accounts.configs.get(topic, {})), self._failed
        )

    # What is in it

    @property
    def copies(self) -> Sequence[DirectoryCopy]:
        """All partitions."""
        return list(self._copies.values())

    @property
    def offline(self) -> OSError | None:
        """Why it takes no writes any more; None while all is well."""
        return None if self._directory is None else self._directory.offline

    def partitions(self, topic: str) -> int:
        """How many there are of a topic."""
        return sum(name.topic == topic for name in self._copies)

    def add(self, topic: str, source_id: bytes, count: int) -> None:
        """Have a topic with so many partitions. What is known of it stands in the file before.

        :param source_id: the topic's id at the source, which it has here, too; `NO_TOPIC_ID` where it names none.
        :raises OSError: the disk refuses.
        """
        assert self._directory is not None
        if not may_be_stored(topic):
            raise ValueError(f"{topic!r} is no name of a topic")
        here = next((copy.log.topic_id for copy in self.copies if copy.topic == topic), None)
        topic_id = here or (source_id if source_id != NO_TOPIC_ID else new_topic_id(self._random_bytes))
        settings = log_settings(self.accounts.configs.get(topic, {}))
        wanted = [TopicPartition(topic, number) for number in range(count) if TopicPartition(topic, number) not in self._copies]
        creation = self._directory.prepare_creation([(name, topic_id) for name in wanted], -1, {topic: settings})
        do_now(creation)
        for made in creation.partitions:
            self._take(self._directory.complete_creation(made, settings))

    def configured(self, topic: str, configs: Mapping[str, str]) -> bool:
        """What is set for a topic now; whether that is news."""
        if self.accounts.configs.get(topic) == configs:
            return False
        self.accounts.configs[topic] = dict(configs)
        for copy in self.copies:
            if copy.topic == topic:
                copy.log.update_settings(log_settings(configs))
        return True

    def handed_over(self) -> dict[str, HandedOver]:
        """Each topic as the broker that serves the directory next has to find it."""
        topics: dict[str, HandedOver] = {}
        for name, copy in sorted(self._copies.items()):
            known = topics.get(name.topic)
            epochs = {**(known.leader_epochs if known is not None else {}), name.partition: copy.log.latest_epoch}
            topics[name.topic] = HandedOver(TopicId(copy.log.topic_id), self.accounts.configs.get(name.topic, {}), epochs)
        return topics

    def open_transactions(self) -> dict[TopicPartition, int]:
        """Where readers of committed records wait for the end of a transaction, by the offset; nobody may be there to end it."""
        found = {name: copy.log.last_stable_offset for name, copy in sorted(self._copies.items())}
        return {name: offset for name, offset in found.items() if offset < self._copies[name].log.high_watermark}

    @property
    def next_producer_id(self) -> int:
        """The first one that no producer has had."""
        return 1 + max([self.accounts.highest_producer_id, *(copy.highest_producer_id for copy in self.copies)])

    # Writing

    def save(self) -> None:
        """Write the accounts. Raises OSError."""
        self.accounts.highest_producer_id = self.next_producer_id - 1
        write_accounts(self._fs, self.path, self.accounts)

    def flush(self) -> None:
        """Everything that was copied is on the disk, and the checkpoints say so. Raises OSError."""
        assert self._directory is not None
        for copy in self.copies:
            copy.log.flush()
            if self._directory.offline is not None:
                raise self._directory.offline
        # Before a start counts on the checkpoints: it looks for producers only behind them.
        self.save()
        do_now(self._directory.prepare_checkpoint())
        removal = self._directory.prepare_removal(self._now_ms())
        if removal is not None:
            do_now(removal)

    def close(self, *, for_zookeeper: bool = False) -> bool:
        """Leave it to the broker that serves it next; whether everything stands as it should. If not the next start recovers it.

        :param for_zookeeper: whether that broker finds its topics there; a klog would take ``klog.state`` for that of one that was alone.
        """
        directory = self._directory
        if directory is None:
            return True
        is_saved = False
        if directory.offline is None:
            try:
                if for_zookeeper:
                    self.accounts.klog_state = NOTHING
                    self.save()
                else:
                    self._write_state()
                is_saved = True
            except OSError as error:
                self._warn(f"{self.path} could not be closed in order: {error}")
        is_closed = directory.close()
        self._directory = None
        return is_saved and is_closed

    def _write_state(self) -> None:
        """``klog.state``, for a klog that serves the directory; first that it is ours."""
        topics = self.handed_over()
        highest = max((epoch for one in topics.values() for epoch in one.leader_epochs.values()), default=0)
        state = State(
            cluster_id=self.cluster_id,
            next_producer_id=self.next_producer_id,
            leader_epoch=max(0, highest),
            topics={name: TopicRecord(one.topic_id, len(one.leader_epochs), one.configs) for name, one in topics.items()},
        )
        self.accounts.klog_state = checksum(format_state(state))
        self.save()
        StateFile(self._fs, f"{self.path}/{STATE_FILE}").save(state)
