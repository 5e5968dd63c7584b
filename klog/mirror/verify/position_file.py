"""How far two clusters were found equal: a small JSON file, replaced whole, so that the next run goes on there.

A partition's position is a pair of offsets, in A and in B, in front of which everything was compared and found equal. A difference is never
passed: the position stays in front of the first one, so that each run finds it again for as long as it is there. The file belongs to two
clusters, by their ids and in this order, and to one way of comparing; for others it is refused. A topic that was deleted and made again has
another id, and begins anew.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from klog.model import TopicPartition
from klog.storage.atomic_files import read_parsed, replace_whole
from klog.storage.filesystem import FileSystem

FORMAT = 1
#: A partition takes about 60 bytes: half a million of them.
MAX_BYTES = 32 << 20
MAX_PARTITIONS = 500_000


class PositionError(Exception):
    """The file cannot be used; one sentence."""


class Owner(NamedTuple):
    """Whose positions they are."""

    cluster_a: str
    cluster_b: str
    #: How they are compared; a position of one way says nothing to another.
    how: str


class Place(NamedTuple):
    """How far a partition was found equal."""

    offset_a: int
    offset_b: int
    #: Of the topics, as text; empty where brokers have none.
    topic_id_a: str = ""
    topic_id_b: str = ""

    def is_of(self, topic_id_a: str, topic_id_b: str) -> bool:
        """Whether it speaks of topics with these ids, as far as both sides say."""
        known = ((self.topic_id_a, topic_id_a), (self.topic_id_b, topic_id_b))
        return all(not mine or not now or mine == now for mine, now in known)


Places = dict[TopicPartition, Place]


def encode(owner: Owner, places: Places) -> bytes:
    """The file's content.

    :raises PositionError: there are more partitions than it takes.
    """
    if len(places) > MAX_PARTITIONS:
        raise PositionError(f"{len(places)} partitions are too many for a position file, which takes {MAX_PARTITIONS}")
    topics: dict[str, dict[str, list[Any]]] = {}
    for tp, place in sorted(places.items()):
        topics.setdefault(tp.topic, {})[str(tp.partition)] = list(place)
    document = {
        "klog_mirror_verify": FORMAT,
        "cluster_a": owner.cluster_a,
        "cluster_b": owner.cluster_b,
        "how": owner.how,
        "topics": topics,
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def decode(path: str, data: bytes) -> tuple[Owner, Places]:
    """What a file says.

    :raises PositionError: it is none of ours, or damaged.
    """
    try:
        document = json.loads(data)
        if document["klog_mirror_verify"] != FORMAT:
            raise PositionError(f"{path}: its format is {document['klog_mirror_verify']!r}, and this klog reads {FORMAT}; use another file")
        owner = Owner(*(_text(document[name]) for name in ("cluster_a", "cluster_b", "how")))
        places: Places = {}
        for topic, partitions in document["topics"].items():
            for number, (offset_a, offset_b, id_a, id_b) in partitions.items():
                tp = TopicPartition(_text(topic), _number(int(number)))
                places[tp] = Place(_number(offset_a), _number(offset_b), _text(id_a), _text(id_b))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PositionError(f"{path}: this is no position of klog mirror verify; name another file, or remove it") from None
    return owner, places


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 63:
        raise ValueError(value)
    return value


class PositionFile:
    """See above.

    :param path: need not exist yet.
    """

    def __init__(self, fs: FileSystem, path: str) -> None:
        self._fs = fs
        self.path = path

    def load(self, owner: Owner) -> Places:
        """What is known; nothing where there is no file.

        :raises PositionError: it is of other clusters, or no such file. :raises OSError: it cannot be read.
        """
        found = read_parsed(self._fs, self.path, decode, MAX_BYTES)
        if found is None:
            return {}
        theirs, places = found
        if theirs.how != owner.how and theirs[:2] == owner[:2]:
            raise PositionError(f"{self.path}: it was written by a comparison {theirs.how}, and this one is {owner.how}; use another file")
        if theirs != owner:
            raise PositionError(
                f"{self.path}: it is about clusters {theirs.cluster_a} and {theirs.cluster_b}, and these are {owner.cluster_a} and "
                f"{owner.cluster_b}; use another file"
            )
        return places

    def save(self, owner: Owner, places: Places) -> None:
        """Replace it. Raises OSError, PositionError."""
        replace_whole(self._fs, self.path, encode(owner, places))
