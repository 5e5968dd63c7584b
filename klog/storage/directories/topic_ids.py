"""One id for each topic of a data directory, when its logs were opened.

Each partition has its topic's id in ``partition.metadata``, or none where it was written before there were ids. Of those that differ, the
topic's id is

1. the one that is remembered elsewhere, if a partition has it;
2. else the one that most partitions have;
3. else, where none has one, what whoever asks says: the one that is remembered, as a start may have been interrupted before it was written,
   or a new one.

A partition with another one is not served. One that differs from what is remembered in a character or two was damaged: two ids that were
drawn are never so alike. It is written anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from klog.model import NO_TOPIC_ID, TopicPartition, topic_id_to_text
from klog.storage.directories.partition_metadata import write_partition_metadata
from klog.storage.filenames import PARTITION_METADATA
from klog.storage.filesystem import FileSystem
from klog.storage.log.log import Log

_MOST_DAMAGED_CHARACTERS = 2


def new_topic_id(random_bytes: Callable[[int], bytes]) -> bytes:
    """A random id (version 4 UUID) that is none of Kafka's reserved ones and does not begin with a dash as text."""
    while True:
        raw = bytearray(random_bytes(16))
        raw[6] = raw[6] & 0x0F | 0x40
        raw[8] = raw[8] & 0x3F | 0x80
        topic_id = bytes(raw)
        if not topic_id_to_text(topic_id).startswith("-"):
            return topic_id


class TopicIds:
    """Settles the ids of all topics of a directory.

    :param remembered: topic ids that are known from elsewhere, by topic.
    :param make: the id of a topic of which no partition has one.
    :param keep_odd: whether each partition keeps the id that it has, for whoever asks compares.
    :param drop: called with a log that has another id than its topic, and with the latter, where it is not kept.
    :param warn: told a sentence for each id that is damaged or cannot be written.
    """

    def __init__(
        self,
        fs: FileSystem,
        remembered: Mapping[str, bytes],
        make: Callable[[str], bytes],
        *,
        keep_odd: bool,
        drop: Callable[[Log, bytes], None],
        warn: Callable[[str], None],
    ) -> None:
        self._fs = fs
        self._remembered = remembered
        self._make = make
        self._keep_odd = keep_odd
        self._drop = drop
        self._warn = warn

    def settle(self, logs: Mapping[TopicPartition, Log], found: Mapping[TopicPartition, bytes | None]) -> dict[str, bytes]:
        """Give each log its topic's id, on the disk too where it has none; the ids by topic.

        :param found: the ids that were found, None for none.
        """
        settled: dict[str, bytes] = {}
        by_topic: dict[str, list[TopicPartition]] = {}
        for topic_partition in sorted(found):
            by_topic.setdefault(topic_partition.topic, []).append(topic_partition)
        for topic, partitions in by_topic.items():
            has = {partition: found[partition] for partition in partitions}
            remembered = self._mend(topic, partitions, logs, has)
            counted = Counter(topic_id for topic_id in has.values() if topic_id is not None)
            if remembered is not None:
                topic_id = remembered
            else:
                topic_id = counted.most_common(1)[0][0] if counted else self._make(topic)
            settled[topic] = topic_id
            for partition, its_id in has.items():
                self._settle_one(logs[partition], its_id, topic_id)
        return settled

    def _settle_one(self, log: Log, its_id: bytes | None, topic_id: bytes) -> None:
        if its_id is None or log.topic_id != topic_id:
            if its_id is not None and log.topic_id != NO_TOPIC_ID:
                if not self._keep_odd:
                    self._drop(log, topic_id)
                return
            log.topic_id = topic_id
        if its_id is None:
            try:
                write_partition_metadata(self._fs, log.directory, topic_id)
            except OSError as error:
                self._warn(f"{log.directory}: the topic's id cannot be written: {error}")

    def _mend(
        self, topic: str, partitions: Sequence[TopicPartition], logs: Mapping[TopicPartition, Log], has: dict[TopicPartition, bytes | None]
    ) -> bytes | None:
        """The topic's remembered id where it is that of a partition here. Ids that were it before a character was damaged become None in
        `has`, to be written anew."""
        remembered = self._remembered.get(topic)
        if remembered is None:
            return None
        has_it = False
        for partition in partitions:
            topic_id = has[partition]
            if topic_id is not None and topic_id != remembered and _is_damaged(topic_id, remembered):
                self._warn(
                    f"{logs[partition].directory}/{PARTITION_METADATA}: the topic id {topic_id_to_text(topic_id)} was "
                    f"{topic_id_to_text(remembered)} before it was damaged; it is written anew"
                )
                has[partition] = None
                has_it = True
            has_it = has_it or topic_id == remembered
        return remembered if has_it else None


def _is_damaged(topic_id: bytes, remembered: bytes) -> bool:
    """Whether `topic_id` is `remembered` with a character or two changed, as text; two ids that were drawn are never so alike."""
    pairs = zip(topic_id_to_text(topic_id), topic_id_to_text(remembered), strict=True)
    return sum(one != other for one, other in pairs) <= _MOST_DAMAGED_CHARACTERS
