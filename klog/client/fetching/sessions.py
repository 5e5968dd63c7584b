"""Fetch sessions (KIP-227) from the client's side: what one broker has been told, so that only what changed is told again.

A session begins with a full request (epoch 0). The broker answers with the session's id, or with 0 where it keeps none; then every request
is a full one. After that requests carry only partitions that are new or changed, and those to be forgotten, and answers only partitions
that have something to say. Whatever goes wrong, the next request is a full one again, which also ends what the broker may remember.

A session speaks of topics by id (version 13 on) or by name; going over from one to the other begins a new one. Pure; no Twisted here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchResponse, FetchTopic, ForgottenTopic

#: The first version with topic ids.
IDS_VERSION = 13
_LARGEST_EPOCH = 0x7FFFFFFF


class Asked(NamedTuple):
    """What a partition is asked with."""

    topic_id: bytes
    offset: int
    leader_epoch: int
    max_bytes: int


class FetchSession:
    """One broker's session.

    ::

        request = FetchRequest(...)
        session.fill(request, wanted, by_id=True)
        session.answered(response)      # or session.failed() where none came
    """

    def __init__(self) -> None:
        self.session_id = 0
        #: Of the next request; 0 begins a session.
        self.epoch = 0
        self._by_id = False
        self._told: dict[TopicPartition, Asked] = {}
        self._names: dict[bytes, str] = {}

    def fill(self, request: FetchRequest, wanted: Mapping[TopicPartition, Asked], by_id: bool) -> None:
        """Make `request` one for `wanted`, no more and no less."""
        if by_id is not self._by_id:
            self._by_id = by_id
            self.epoch = 0
        if self.epoch == 0:
            changed: Mapping[TopicPartition, Asked] = wanted
            gone: dict[TopicPartition, Asked] = {}
        else:
            told = self._told
            changed = {tp: asked for tp, asked in wanted.items() if told.get(tp) != asked}
            gone = {tp: asked for tp, asked in told.items() if tp not in wanted or (by_id and wanted[tp].topic_id != asked.topic_id)}
        request.session_id = self.session_id
        request.session_epoch = self.epoch
        topics: dict[str, FetchTopic] = {}
        for tp, asked in changed.items():
            topic = topics.get(tp.topic)
            if topic is None:
                topic = topics[tp.topic] = FetchTopic(topic=tp.topic, topic_id=asked.topic_id, partitions=[])
                self._names[asked.topic_id] = tp.topic
            topic.partitions.append(
                FetchPartition(
                    partition=tp.partition,
                    current_leader_epoch=asked.leader_epoch,
                    fetch_offset=asked.offset,
                    partition_max_bytes=asked.max_bytes,
                )
            )
        forgotten: dict[tuple[str, bytes], ForgottenTopic] = {}
        for tp, asked in gone.items():
            key = (tp.topic, asked.topic_id)
            forgotten.setdefault(key, ForgottenTopic(topic=tp.topic, topic_id=asked.topic_id, partitions=[])).partitions.append(
                tp.partition
            )
        request.topics = list(topics.values())
        request.forgotten_topics_data = list(forgotten.values())
        self._told = dict(wanted)

    def topic_name(self, topic_id: bytes) -> str | None:
        """Which topic an answer by id means."""
        return self._names.get(topic_id)

    def answered(self, response: FetchResponse) -> bool:
        """Take note of an answer; whether it is one to the request, rather than a refusal of the session."""
        if response.error_code:
            self.failed(keep=response.error_code != ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
            return False
        if response.session_id == 0:
            self.session_id = self.epoch = 0
        elif self.epoch == 0:
            self.session_id = response.session_id
            self.epoch = 1
        else:
            self.epoch = 1 if self.epoch >= _LARGEST_EPOCH else self.epoch + 1
        if self.epoch <= 1:
            self._names = {asked.topic_id: tp.topic for tp, asked in self._told.items()}
        return True

    def failed(self, keep: bool = True) -> None:
        """No answer came, or no good one: begin again, and end what the broker remembers (`keep`: it may)."""
        self.epoch = 0
        if not keep:
            self.session_id = 0
        self._told = {}
