"""One follower's fetch session with one leader (KIP-227): what the leader remembers, and what it must be told. Pure.

A request says what has changed since the one before it: partitions whose offset or epoch is another, and those that are forgotten. The
leader looks at all that it remembers, and answers for those of which there is something to say. What went wrong (`reset`) begins anew with
a request that says everything; so does an answer without a session, of a leader that has no place for one. Such a request names the session
before it, so that the leader forgets that one, and remembers one session for each fetcher however often it began anew.

Topics are named by their ids from version 13 on. Where one of them has none, all go by their names, in version 12.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from klog.errors import ErrorCode
from klog.model import NO_TOPIC_ID
from klog.replication.inter_broker_versions import FETCH_BY_NAME
from klog.wire.messages.fetch import FetchPartition, FetchTopic, ForgottenTopic

#: Session ids and epochs (``FetchMetadata``).
NO_SESSION = 0
FIRST_EPOCH = 0
_LAST_EPOCH = 2**31 - 1
#: Errors of a whole answer after which everything is asked for anew, at once; others are of the leader.
SESSION_ERRORS = frozenset(
    {ErrorCode.FETCH_SESSION_ID_NOT_FOUND, ErrorCode.INVALID_FETCH_SESSION_EPOCH, ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR}
)

#: Topic and partition.
Key = tuple[str, int]


class Wanted(NamedTuple):
    """What a partition is fetched with.

    :ivar offset: from here on; all below is ours.
    :ivar last_epoch: leader epoch of the record before it; -1 where there is none.
    :ivar log_start: where our log starts.
    """

    topic: str
    topic_id: bytes
    partition: int
    offset: int
    leader_epoch: int
    last_epoch: int
    log_start: int

    @property
    def key(self) -> Key:
        """What it is known by."""
        return self.topic, self.partition


class SessionRequest(NamedTuple):
    """The part of a Fetch that the session makes."""

    session_id: int
    session_epoch: int
    #: Highest version that says it.
    version: int
    topics: list[FetchTopic]
    forgotten: list[ForgottenTopic]


class FollowerFetchSession:
    """See the module.

    :param version: of Fetch, at most.
    :param partition_max_bytes: ``replica.fetch.max.bytes``.
    """

    def __init__(self, version: int, partition_max_bytes: int) -> None:
        self._version = version
        self._partition_max_bytes = partition_max_bytes
        #: Where the next request says everything, that of the session that it ends.
        self._session_id = NO_SESSION
        self._epoch = FIRST_EPOCH
        self._by_id = True
        #: What the leader remembers.
        self._known: dict[Key, Wanted] = {}
        #: Names of the topics in it by their ids, and how many of its partitions each has.
        self._names: dict[bytes, str] = {}
        self._partitions: dict[bytes, int] = {}

    @property
    def is_new(self) -> bool:
        """Whether the next request must say everything."""
        return self._epoch == FIRST_EPOCH

    def __contains__(self, key: Key) -> bool:
        """Whether the leader looks at this partition."""
        return key in self._known

    def name_of(self, topic_id: bytes) -> str | None:
        """Of a topic in the session."""
        return self._names.get(topic_id)

    def request(self, wanted: Iterable[Wanted], gone: Iterable[Key]) -> SessionRequest:
        """What to send.

        :param wanted: partitions that are new or have changed; where the session `is_new`, all of them.
        :param gone: those that the leader shall not look at any more.
        """
        wanted = list(wanted)
        by_id = self._version > FETCH_BY_NAME and all(one.topic_id != NO_TOPIC_ID for one in wanted)
        if not self.is_new and by_id != self._by_id and wanted:
            # A session speaks of ids or of names, not of both.
            everything = {**self._known, **{one.key: one for one in wanted}}
            for key in gone:
                everything.pop(key, None)
            self.reset()
            wanted, gone = list(everything.values()), ()
            by_id = self._version > FETCH_BY_NAME and all(one.topic_id != NO_TOPIC_ID for one in wanted)
        if self.is_new:
            for remembered in (self._known, self._names, self._partitions):
                remembered.clear()
            self._by_id = by_id
            gone = ()
        topics: dict[str, FetchTopic] = {}
        forgotten: dict[bytes | str, ForgottenTopic] = {}
        for one in wanted:
            key = one.key
            known = self._known.get(key)
            if known is not None and known.topic_id != one.topic_id:
                self._unname(known)
                if self._by_id:
                    # Another topic has the name now; the leader looks at both as long as nobody says that the old one is gone.
                    self._forget(known, forgotten)
                known = None
            if known is None:
                self._names[one.topic_id] = one.topic
                self._partitions[one.topic_id] = self._partitions.get(one.topic_id, 0) + 1
            self._known[key] = one
            topic = topics.get(one.topic)
            if topic is None:
                topic = topics[one.topic] = (
                    FetchTopic(topic_id=one.topic_id, partitions=[]) if self._by_id else FetchTopic(topic=one.topic, partitions=[])
                )
            topic.partitions.append(
                FetchPartition(
                    partition=one.partition,
                    current_leader_epoch=one.leader_epoch,
                    fetch_offset=one.offset,
                    last_fetched_epoch=one.last_epoch,
                    log_start_offset=one.log_start,
                    partition_max_bytes=self._partition_max_bytes,
                )
            )
        for key in gone:
            known = self._known.pop(key, None)
            if known is not None:
                self._unname(known)
                self._forget(known, forgotten)
        version = self._version if self._by_id else min(self._version, FETCH_BY_NAME)
        return SessionRequest(self._session_id, self._epoch, version, list(topics.values()), list(forgotten.values()))

    def _forget(self, known: Wanted, forgotten: dict[bytes | str, ForgottenTopic]) -> None:
        """Say that this one is not to be looked at any more."""
        topic = forgotten.get(known.topic_id if self._by_id else known.topic)
        if topic is None:
            if self._by_id:
                topic = forgotten[known.topic_id] = ForgottenTopic(topic_id=known.topic_id, partitions=[])
            else:
                topic = forgotten[known.topic] = ForgottenTopic(topic=known.topic, partitions=[])
        topic.partitions.append(known.partition)

    def _unname(self, known: Wanted) -> None:
        """Take a partition out of the session, and its topic where it was the last one of it."""
        left = self._partitions[known.topic_id] - 1
        if left:
            self._partitions[known.topic_id] = left
        else:
            del self._partitions[known.topic_id], self._names[known.topic_id]

    def answered(self, session_id: int) -> None:
        """The leader has taken the request, and names the session; 0: it has no place for one, and remembers nothing."""
        if session_id == NO_SESSION:
            self.reset(is_gone=True)
            return
        self._session_id = session_id
        self._epoch = 1 if self._epoch == _LAST_EPOCH else self._epoch + 1

    def reset(self, *, is_gone: bool = False) -> None:
        """Begin anew: nobody knows what the leader remembers.

        :param is_gone: whether the leader does not remember the session at all.
        """
        if is_gone:
            self._session_id = NO_SESSION
        self._epoch = FIRST_EPOCH
        # Its names stay until then: an answer without a session may be read by them.
        self._known.clear()
