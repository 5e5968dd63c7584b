"""Looks at a broker's topics: whether they are there by now, and where they end."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Self

from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.loads.mirror.ends import Ends
from klog.cli.suite.sides.broker import Running
from klog.cli.suite.sides.topics import client_of
from klog.client.blocking.client import BlockingClient
from klog.errors import ErrorCode, KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition

#: In which a mirror has to make the first topic, or have the first record there: a JVM starts, and finds its group.
START_S = 120.0
#: Between two looks for a topic that is to come.
TOPIC_LOOK_S = 0.05


class EndsLook:
    """Looks where topics end. Use as a context manager.

    :param topics: by name, how many partitions each has. :param before: whether a look counts from before it was asked; otherwise from
    when it was answered.
    """

    def __init__(self, running: Running, topics: Mapping[str, int], *, before: bool = False) -> None:
        self._running = running
        self._topics = topics
        self._places = [TopicPartition(topic, number) for topic, partitions in topics.items() for number in range(partitions)]
        self._before = before
        self._client: BlockingClient = client_of(running)

    def wait_for_topics(self, limit_s: float = START_S) -> None:
        """Until they are there.

        :raises StepFailed: they do not come.
        """
        until = time.monotonic() + limit_s
        for topic, partitions in self._topics.items():
            while self._partitions_of(topic) < partitions:
                self._running.check()
                if time.monotonic() > until:
                    raise StepFailed(f"{self._running.name}: topic {topic} was not there within {limit_s:g} s")
                time.sleep(TOPIC_LOOK_S)

    def _partitions_of(self, topic: str) -> int:
        """How many there are by now."""
        try:
            return len(self._client.find_topic(topic, unknown_ms=0).partitions)
        except KlogError as error:
            if error.code in (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.LEADER_NOT_AVAILABLE):
                return 0
            self._running.check()
            raise StepFailed(f"{self._running.name} does not say whether there is a topic {topic}: {error}") from None

    def __call__(self) -> Ends:
        """Now.

        :raises StepFailed: nobody says.
        """
        asked_s = time.monotonic()
        try:
            found = self._client.list_offsets(self._places, LATEST_TIMESTAMP)
        except KlogError as error:
            self._running.check()
            raise StepFailed(f"{self._running.name} does not say where its topics end: {error}") from None
        at_s = asked_s if self._before else time.monotonic()
        return Ends(at_s, tuple(found[place].offset for place in self._places))

    def wait_for(self, records: int, limit_s: float, pause_s: float) -> Ends:
        """The first look that finds so many.

        :raises StepFailed: they do not come in time.
        """
        until = time.monotonic() + limit_s
        while (found := self()).total < records:
            self._running.check()
            if time.monotonic() > until:
                raise StepFailed(f"{self._running.name}: {found.total:,} of {records:,} records were there after {limit_s:g} s")
            time.sleep(pause_s)
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._client.close()
