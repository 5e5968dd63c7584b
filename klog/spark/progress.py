"""A query's progress, written down as a consumer group: so that its lag shows wherever lag is shown (``klog group``, Kafka's own tools).

Where a query goes on after a restart stands in its checkpoint; nobody reads back what is written here, and a broker that refuses it does
not end the query. A group is named by ``kafka.group.id``, or made of ``groupIdPrefix`` (`DEFAULT_PREFIX` where there is none) and the
subscription: the same for each run of a query, so that restarts and notebooks do not leave groups behind. Two queries without a name over
the same subscription write over each other's offsets; giving one a name parts them. ``commitOffsets=false`` leaves all of this out.

Spark calls a source's ``commit`` only when it plans the next batch, so the last batch would never be written down. But an idle or
ending query asks once more for the latest offset, and what it gives as the start is finished. So that is written, too: at once where
nothing new has come, otherwise once a second, as a round trip to the broker is time that a batch waits. Only a query that is stopped in the
middle of a batch, or runs once (``Trigger.Once``), ends without that. For these there is a listener, which Spark tells the exact end::

    from klog.spark.progress import listener

    spark.streams.addListener(listener("kafka-1:9092", "orders-to-lake"))
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.client.settings import ClientSettings
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.spark.checkpoint import BadCheckpoint, from_json
from klog.spark.options import SourceOptions

_log = logging.getLogger("klog.spark")

#: Begins the group's name where nothing else does.
DEFAULT_PREFIX = "spark-klog-source"
#: While batches follow each other, so often; see above.
COMMIT_EVERY_MS = 1_000
#: A broker that refuses is left alone for so long.
PAUSE_MS = 30_000
#: How long a query waits for a commit, at most.
TIMEOUT_MS = 3_000


def group_of(options: SourceOptions) -> str | None:
    """The group that a stream's progress is written down as; None: none."""
    if not options.commit_offsets:
        return None
    if options.group_id is not None:
        return options.group_id
    assert options.subscription is not None
    subscribed = f"{options.subscription.kind} {options.subscription.text}"
    # The same for each run of a query: its lag goes on where it was.
    return f"{options.group_id_prefix or DEFAULT_PREFIX}-{hashlib.sha256(subscribed.encode()).hexdigest()[:12]}"


class GroupProgress:
    """Writes offsets down for a group, not too often, and raises nothing.

    :param group: None: there is no group, and nothing is done.
    :param tell: is given a sentence where it does not work.
    :param clock: seconds, never going back.
    """

    def __init__(self, group: GroupOffsets | None, *, tell: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._group = group
        self._tell = tell
        self._clock = clock
        self._written: dict[TopicPartition, int] = {}
        #: What is finished and not yet written.
        self._left: dict[TopicPartition, int] = {}
        self._next: float | None = None
        self._refused = False

    def reached(self, offsets: Mapping[TopicPartition, int], *, at_leisure: bool) -> None:
        """Everything before `offsets` is finished.

        :param at_leisure: nothing waits for the query now.
        """
        if self._group is None:
            return
        self._left = {tp: offset for tp, offset in offsets.items() if self._written.get(tp) != offset}
        now = self._clock()
        if self._left and (self._next is None or now >= self._next or (at_leisure and not self._refused)):
            self._write(self._group, now)

    def end(self) -> None:
        """Write down what is left: the query ends."""
        if self._group is not None and self._left and not self._refused:
            self._write(self._group, self._clock())

    def _write(self, group: GroupOffsets, now: float) -> None:
        try:
            group.commit(self._left, timeout_ms=TIMEOUT_MS)
        except KlogError as error:
            self._next = now + PAUSE_MS / 1000
            if not self._refused:
                self._tell(f"the query's progress was not written down, which does not disturb the query: {error}")
            self._refused = True
            return
        self._written.update(self._left)
        self._left = {}
        self._refused = False
        self._next = now + COMMIT_EVERY_MS / 1000


class EndOffsets:
    """What a listener does with Spark's reports: writes the ends of finished batches down. Raises nothing.

    :param query: the name of the query whose reports count; None: those of all queries.
    :param connect: makes the client when the first report comes.
    """

    def __init__(self, connect: Callable[[], BlockingClient], group_id: str, query: str | None = None) -> None:
        self._connect = connect
        self._group_id = group_id
        self._query = query
        self._client: BlockingClient | None = None
        self._lock = threading.Lock()

    def report(self, name: str | None, ends: list[str | None]) -> None:
        """A batch of the query `name` is finished; `ends` are its sources' offsets as Spark has them."""
        if self._query is not None and name != self._query:
            return
        offsets: dict[TopicPartition, int] = {}
        for text in ends:
            try:
                offsets.update(from_json(json.loads(text or "null")).offsets)
            except (BadCheckpoint, ValueError, RecursionError):
                # Another kind of source.
                continue
        if not offsets:
            return
        with self._lock:
            try:
                if self._client is None:
                    self._client = self._connect()
                GroupOffsets(self._client, self._group_id).commit(offsets, timeout_ms=TIMEOUT_MS)
            except KlogError as error:
                _log.warning("the progress of query %s was not written down: %s", name, error)

    def rest(self) -> None:
        """Close the connections; the next report makes new ones."""
        with self._lock:
            client, self._client = self._client, None
            if client is not None:
                client.close()


def listener(servers: str | ClientSettings, group_id: str, query: str | None = None) -> Any:
    """A ``StreamingQueryListener`` that commits, for `group_id`, the exact end of each batch that is finished.

    :param servers: ``host:port,host:port`` or finished settings.
    :param query: the name of the one query that counts; None: all queries of the session.
    """
    from pyspark.sql.streaming import StreamingQueryListener

    ends = EndOffsets(lambda: BlockingClient(servers), group_id, query)

    class KlogProgressListener(StreamingQueryListener):
        """See `klog.spark.progress`."""

        def onQueryStarted(self, event: Any) -> None:
            """A query that begins has finished nothing yet."""

        def onQueryProgress(self, event: Any) -> None:
            """A batch is finished."""
            ends.report(event.progress.name, [source.endOffset for source in event.progress.sources])

        def onQueryIdle(self, event: Any) -> None:
            """An idle query has finished nothing new."""

        def onQueryTerminated(self, event: Any) -> None:
            """The last batch was reported before."""
            ends.rest()

    return KlogProgressListener()
