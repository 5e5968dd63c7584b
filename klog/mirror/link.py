"""One link on one broker: a client of the source, and who copies which of the partitions that we lead.

Level-triggered: in each round (`Link.look`) what is copied is compared with what should be, by what the state topic says and by who leads
at the source; what differs is begun or ended. Nothing is copied before it is known which cluster is behind the address, and that it is
the one that it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.client.admin.admin import Admin
from klog.client.retry import ClientStopped
from klog.client.service import Client
from klog.client.settings import ClientSettings
from klog.errors import KlogError
from klog.mirror.copied_counts import CopiedCounts
from klog.mirror.copies import Copy, LinkHost
from klog.mirror.copying import Copying, Phase
from klog.mirror.decisions.answers import Identity, OnLoss, same_cluster, same_topic
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import CopyRecord, LinkDefinition
from klog.mirror.link_audit import LinkAudit
from klog.mirror.resuming import LinkContext
from klog.mirror.source_fetcher import SourceFetcher
from klog.mirror.source_log import MAX_BYTES
from klog.model import NO_TOPIC_ID, TopicPartition
from klog.net.security import Security

#: How old what is known of the source's leaders may be.
_METADATA_AGE_MS = 30_000
#: An answer holds at least one batch, however large it is.
_LARGEST_BATCH_BYTES = 100 << 20


def client_id_of(link: str) -> str:
    """How a link's clients call themselves at the source."""
    return f"klog-mirror-{link}"


class Link:
    """See the module.

    :param host: the process that it runs in.
    :param security: how the source is spoken to.
    :param keep: writes down what is known of a copy; fires with whether that is durable.
    :param resumed_by: what has a partition copied on that has stopped, for sentences; None: ``klog mirror resume``.
    :ivar definition: as it is now; see `look`.
    :ivar source: administration of the source.
    """

    _log = Logger()

    def __init__(
        self,
        host: LinkHost,
        definition: LinkDefinition,
        security: Security,
        keep: Callable[[Copying], Deferred[bool]],
        resumed_by: str | None = None,
    ) -> None:
        self.definition = definition
        self._reactor: Any = host.reactor
        self._own_cluster_id = host.cluster_id
        self._warn = host.warn
        settings = ClientSettings(
            bootstrap_servers=definition.bootstrap,
            client_id=client_id_of(definition.name),
            security=security,
            metadata_max_age_ms=_METADATA_AGE_MS,
            max_response_bytes=MAX_BYTES + _LARGEST_BATCH_BYTES,
            allow_auto_create_topics=False,
        )
        self._client = Client(self._reactor, settings, random=host.random())
        self._client.startService()
        self.source = Admin(self._reactor, self._client)
        self.routing = self._client.routing
        self._audit: LinkAudit | None = None
        if definition.audit_window_ms:
            self._audit = LinkAudit(host, settings, self.routing, definition.name, definition.audit_window_ms, lambda: self._fits)
        self._counts = [] if self._audit is None else [self._audit.counts]
        if (book := host.audit_book()) is not None:
            # No client writes what is copied: who reads it here would have read what nobody has written.
            self._counts.append(CopiedCounts(lambda: book, host.now_ms, settings.client_id))
        self._context = LinkContext(
            self._reactor,
            host.now_ms,
            definition.name,
            self.routing,
            self.on_loss,
            keep,
            self._warn,
            self._counts,
            resumed_by or f"`klog mirror resume {definition.name}`",
        )
        self._fetchers: dict[int, SourceFetcher] = {}
        self._copying: dict[tuple[str, int], Copying] = {}
        self._placed: dict[tuple[str, int], int] = {}
        self._known_topics: set[str] = set()
        #: By what was placed last: the version of the source's metadata, and what was wanted; None where nothing was.
        self._seen: tuple[int, dict[tuple[str, int], Copy]] | None = None
        #: Why nothing is copied at all; empty where something may be.
        self._trouble = ""
        #: Whether the cluster behind the address was the right one when it was looked at last.
        self._fits = False
        self._is_closed = False

    @property
    def copying(self) -> Iterable[Copying]:
        """All that is copied here, what has stopped or waits included."""
        return self._copying.values()

    def on_loss(self) -> OnLoss:
        """What ``--on-loss`` is now."""
        return self.definition.on_loss

    def is_source(self, source_id: str) -> bool:
        """Whether the cluster behind the address is known, and the one that it was; told once where it is another."""
        identity, sentence = same_cluster(source_id, self.routing.metadata.cluster_id, self._own_cluster_id)
        if sentence and sentence != self._trouble:
            self._warn(f"mirror {self.definition.name}: nothing is copied: {sentence}")
        self._trouble = sentence
        # Brokers before 0.10.1 name no cluster.
        return identity is Identity.SAME or (identity is Identity.UNKNOWN and self.routing.metadata.updated_ms is not None)

    @property
    def trouble(self) -> str:
        """Why nothing is copied; empty where something may be."""
        if self._trouble:
            return self._trouble
        nobody = self.routing.nobody_because
        return "" if nobody is None else nobody.message

    def look(self, picture: LinkPicture, copies: Iterable[Copy]) -> None:
        """Copy what should be copied.

        :param copies: those of this link that this broker leads.
        """
        assert picture.definition is not None
        self.definition = picture.definition
        wanted = {(copy.topic, copy.partition): copy for copy in copies if self._is_wanted(picture, copy)}
        self._know({topic for topic, _ in wanted})
        resumed = self.definition.resumed
        ended = [one for key, one in self._copying.items() if wanted.get(key) is not one.copy or one.resumed != resumed]
        for copying in ended:
            self._end(copying)
        fits = self._fits = self.is_source(picture.source_id) and bool(picture.source_id)
        if self._audit is not None:
            self._note_topics(picture, self._audit, {topic for topic, _ in wanted})
        seen = (self.routing.metadata.version, wanted) if fits else None
        if seen is not None and seen == self._seen and not ended:
            # Of most rounds there is nothing new, and who leads thousands of partitions need not be looked up in each.
            return
        self._seen = seen
        for key, copy in wanted.items():
            copying = self._copying.get(key) or self._begin(picture, key, copy)
            self._place(copying, self._leader(picture, copying) if fits else None)
            if not fits and copying.phase is not Phase.STOPPED and self.trouble and copying.reason != self.trouble:
                copying.reason = self.trouble
                copying.changes += 1
        for node_id, fetcher in list(self._fetchers.items()):
            if not len(fetcher):
                del self._fetchers[node_id]
                fetcher.close()

    def _is_wanted(self, picture: LinkPicture, copy: Copy) -> bool:
        record = picture.topics.get(copy.topic)
        return record is not None and record.state.is_copied and not self.definition.is_paused

    def _note_topics(self, picture: LinkPicture, audit: LinkAudit, topics: set[str]) -> None:
        """Which topics are copied now, for the audit: of a topic that others lead by now somebody else copies, and it is not given up."""
        for topic in audit.topics:
            record = picture.topics.get(topic)
            # One that has stopped by itself is to be copied all the same.
            if record is None or record.state.is_resting or self.definition.is_paused:
                audit.give_up(topic)
        if self._fits:
            for topic in topics - set(audit.topics):
                # A copy begins with the first record that there is: nothing is skipped.
                audit.take_up(topic)

    def _begin(self, picture: LinkPicture, key: tuple[str, int], copy: Copy) -> Copying:
        before: CopyRecord | None = picture.copies.get(key)
        topic_id = bytes.fromhex(picture.topics[key[0]].topic_id) or NO_TOPIC_ID
        copying = self._copying[key] = Copying(copy, topic_id, before, self.definition.resumed, self.definition.takes_over)
        return copying

    def _end(self, copying: Copying) -> None:
        self._place(copying, None)
        del self._copying[copying.key]

    def _leader(self, picture: LinkPicture, copying: Copying) -> int | None:
        """Who leads it at the source; None where nobody does, or where the topic is another one."""
        name, _ = copying.key
        topic = self.routing.metadata.topic(name)
        if topic is None or same_topic(copying.topic_id, topic.topic_id, True) is Identity.OTHER:
            return None
        return self.routing.metadata.leader(TopicPartition(*copying.key))

    def _place(self, copying: Copying, node_id: int | None) -> None:
        before = self._placed.get(copying.key)
        if before == node_id:
            return
        if before is not None:
            del self._placed[copying.key]
            self._fetchers[before].remove(copying)
        if node_id is not None:
            self._placed[copying.key] = node_id
            fetcher = self._fetchers.get(node_id)
            if fetcher is None:
                fetcher = self._fetchers[node_id] = SourceFetcher(self._context, node_id)
            fetcher.add(copying)

    def _know(self, topics: set[str]) -> None:
        if topics == self._known_topics:
            return
        gone, self._known_topics = self._known_topics - topics, topics
        if gone:
            self.routing.forget(gone)
        self.routing.know(topics).addErrback(self._not_known)

    def _not_known(self, failure: Any) -> None:
        failure.trap(KlogError, ClientStopped)
        # It is asked again by itself, and `trouble` says why nobody answers.

    def stop(self, *, is_deleted: bool = False) -> Deferred[None]:
        """Copy nothing any more; fires when all connections are closed.

        :param is_deleted: nobody else goes on, on purpose.
        """
        self._is_closed = True
        if is_deleted and self._audit is not None:
            for topic in self._audit.topics:
                self._audit.give_up(topic)
        for fetcher in self._fetchers.values():
            fetcher.close()
        self._fetchers.clear()
        self._placed.clear()
        self._copying.clear()
        if self._audit is None:
            return self._client.stopService()
        return self._audit.stop().addCallback(lambda _: self._client.stopService())
