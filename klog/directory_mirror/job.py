"""A mirror into a data directory, as a process of its own: from its start to its end.

1. The directory is opened (`data_directory`), and the source is asked which cluster it is: the one that it was, or none was before.
2. Rounds, each of which comes at least every `ROUND_S`:

   a. from time to time the source is asked for its topics and their configurations; what is new is made, and what does not go together
      stops, by the table that links go by (`klog.mirror.decisions.topics`);
   b. a link copies what there is (`klog.mirror.link`);
   c. every `FLUSH_EVERY_S` everything is flushed, and written into the checkpoints.

3. The directory is closed for the broker that serves it next.

A mirror that runs once ends where each partition has what the source had when the mirror first saw it, or has stopped. One that goes on
ends when somebody says so. What was lost or cut is written down, durably, before anything follows from it, as in every link.
"""

from __future__ import annotations

import dataclasses
import os
import random
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, succeed

from klog.audit.counting import CellBook
from klog.client.admin.types import ConfigResource, ConfigSource
from klog.client.retry import Action, ClientStopped, what_to_do_about
from klog.directory_mirror.accounts import LINK
from klog.directory_mirror.data_directory import DirectoryFailed, DirectoryRefused, MirrorDirectory, may_be_stored
from klog.directory_mirror.settings import DirectorySettings
from klog.errors import ErrorCode, KlogError
from klog.mirror.copying import Copying, Phase
from klog.mirror.decisions.answers import Identity, same_cluster
from klog.mirror.decisions.configs import NEVER_COPIED
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import LinkDefinition, TopicRecord
from klog.mirror.decisions.second_looks import SecondLooks
from klog.mirror.decisions.states import Event, TopicState, after
from klog.mirror.decisions.topics import Act, OwnTopic, SourceTopic, is_pattern, what_to_make
from klog.mirror.hidden_topics import hidden_topics
from klog.mirror.link import Link
from klog.mirror.wanted_topics import NoSuchTopic, is_wanted
from klog.model import LATEST_TIMESTAMP, NO_TOPIC_ID, TopicPartition
from klog.storage.filesystem import FileSystem

ROUND_S = 0.2
#: How often the source is asked for its topics.
TOPICS_EVERY_S = 30.0
FLUSH_EVERY_S = 60.0
#: A question to the source may take so long.
_ASK_TIMEOUT_MS = 30_000
#: What would stop a topic is looked at once more, so much later (`klog.mirror.decisions.second_looks`).
_LOOK_AGAIN_S = 5.0
#: Configurations of klog's own are no other broker's.
_OURS = "klog."


@dataclasses.dataclass(frozen=True, slots=True)
class Progress:
    """How far a mirror is.

    :ivar done: offsets that are copied, of those that were there when each partition was first seen.
    :ivar total: those.
    :ivar size_bytes: of what was copied in this run.
    """

    done: int
    total: int
    size_bytes: int


class DirectoryMirror:
    """See the module. `open`, `run`, `close`; then `picture` has all there is to tell.

    :param warn: told a sentence for each thing that a person should know.
    :param on_progress: told how far it is, in each round.
    """

    def __init__(
        self,
        reactor: Any,
        settings: DirectorySettings,
        fs: FileSystem,
        *,
        warn: Callable[[str], None] = lambda sentence: None,
        on_progress: Callable[[Progress], None] = lambda progress: None,
        random_source: random.Random | None = None,
    ) -> None:
        self._settings = settings
        self._warn = warn
        self._on_progress = on_progress
        self._random = random_source or random.Random()
        self.reactor = reactor
        self.directory = MirrorDirectory(
            fs,
            settings.path,
            self.now_ms,
            warn,
            self._disk_failed,
            random_source=self._random,
            random_bytes=os.urandom if random_source is None else random_source.randbytes,
        )
        #: What is known of everything, as a link goes by it.
        self.picture = LinkPicture()
        self._link: Link | None = None
        #: Where each partition ended at the source when it was first seen.
        self._targets: dict[TopicPartition, int] = {}
        #: Where it stood then.
        self._begun: dict[TopicPartition, int] = {}
        #: Whether those that are not reached are asked for once more: the source may have lost what it had.
        self._ends_again = False
        self._second_looks = SecondLooks()
        self._failure: Exception | None = None
        self._told: dict[str, str] = {}
        self._topics_due_s = 0.0
        self._flush_due_s = 0.0
        self._moved_at_s = 0.0
        self._seen: tuple[int, ...] = ()

    # What a link asks of its process (`klog.mirror.copies.LinkHost`)

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return int(self.reactor.seconds() * 1000)

    @property
    def cluster_id(self) -> str:
        """Whatever the directory's is: the copy of a cluster may be called as it is."""
        return ""

    def random(self) -> random.Random:
        """For a client's pauses."""
        return self._random

    def audit_book(self) -> CellBook | None:
        """No broker takes it in, so that none counts it."""
        return None

    def warn(self, sentence: str) -> None:
        """Tell a person."""
        self._warn(sentence.removeprefix(f"mirror {LINK}: "))

    # Start

    def open(self) -> None:
        """Step 1, without the source.

        :raises DirectoryRefused: nothing can be copied into the directory. :raises OSError: it cannot be used.
        """
        self.directory.open(self._settings.cluster_id, self._settings.broker_id)
        accounts = self.directory.accounts
        for name, record in accounts.topics.items():
            # Each run tries again what has stopped.
            accounts.topics[name] = dataclasses.replace(record, state=after(record.state, Event.RESUME), reason="")
        self.picture = accounts.picture()
        self.picture.definition = LinkDefinition(
            LINK, self._settings.source.bootstrap_servers, ("*",), (), self._settings.on_loss, resumed=accounts.runs
        )

    async def run(self, *, once: bool) -> None:
        """Copy; until all of what the source has now is here, where `once`.

        :raises NoSuchTopic: nothing is there to be copied. :raises DirectoryRefused: another cluster's copy is in the directory.
        :raises DirectoryFailed: the disk did not do what it must, or is full.
        :raises KlogError: the source refuses, and that does not pass by itself; or nothing has moved for so long, where `once`.
        """
        definition = self.picture.definition
        assert definition is not None
        self._moved_at_s = self.reactor.seconds()
        self._topics_due_s = self._moved_at_s
        self._flush_due_s = self._moved_at_s + FLUSH_EVERY_S
        link = self._link = Link(self, definition, self._settings.source.security, self._keep, "the next run")
        try:
            await self._meet(link)
            while not await self._round(link, once):
                await self._wait(ROUND_S)
        finally:
            for copying in link.copying:
                self.picture.copies[copying.key] = copying.record(self.directory.broker_id, self.now_ms())
            self._link = None
            await link.stop()

    def close(self) -> bool:
        """Step 3; whether everything stands on the disk as it should. If not, the next start recovers it."""
        return self.directory.close()

    async def _meet(self, link: Link) -> None:
        """Which cluster the source is."""
        await link.routing.refresh()
        seen = link.routing.metadata.cluster_id
        if seen is None:
            raise KlogError(ErrorCode.UNSUPPORTED_VERSION, "the source does not say which cluster it is: it is older than Kafka 0.10.1")
        identity, sentence = same_cluster(self.picture.source_id, seen, "")
        if identity is Identity.OTHER:
            raise DirectoryRefused(f"{self.directory.path}: {sentence}; give an empty directory")
        if not self.picture.source_id:
            self.picture.source_id = self.directory.accounts.source = seen
            self._save()

    # Rounds

    async def _round(self, link: Link, once: bool) -> bool:
        """One of them; whether it was the last."""
        now_s = self.reactor.seconds()
        if now_s >= self._topics_due_s:
            self._topics_due_s = now_s + TOPICS_EVERY_S
            await self._look_at_topics(link, once)
        link.look(self.picture, [copy for copy in self.directory.copies if self._is_copied(copy.topic)])
        self._look_at_disk()
        if now_s >= self._flush_due_s:
            self._flush_due_s = now_s + FLUSH_EVERY_S
            self._flush(link)
        try:
            await self._look_at_ends(link)
        except KlogError as error:
            self._may_pass(error, once)
        copying = list(link.copying)
        self._on_progress(self._progress(copying))
        if once:
            self._stall(link, copying)
        # Where nothing is copied any more somebody has to look.
        is_over = bool(self.picture.topics) and all(one.phase is Phase.STOPPED for one in copying)
        return is_over or (once and self._is_done(copying))

    def _is_copied(self, topic: str) -> bool:
        record = self.picture.topics.get(topic)
        return record is not None and record.state.is_copied

    def _wait(self, seconds: float) -> Deferred[None]:
        pause: Deferred[None] = Deferred(lambda _: call.cancel())
        call = self.reactor.callLater(seconds, pause.callback, None)
        return pause

    def _may_pass(self, error: KlogError, once: bool) -> None:
        """Whether it is tried again; raises it if not."""
        if what_to_do_about(error) is Action.FAIL and once:
            raise error
        self._tell("", error.message)

    def _tell(self, what: str, sentence: str) -> None:
        if self._told.get(what) != sentence:
            self._told[what] = sentence
            self._warn(f"{what}: {sentence}" if what else sentence)

    # Topics

    async def _look_at_topics(self, link: Link, once: bool) -> None:
        settings, topics = self._settings, self.picture.topics
        try:
            listed = {one.name: one for one in await link.source.list_topics(internal=True, timeout_ms=_ASK_TIMEOUT_MS)}
            names = [name for name in settings.topics if not is_pattern(name)]
            wanted = {
                name for name, one in listed.items() if name in names or is_wanted(name, settings.topics, is_internal=one.internal)
            } | {name for name in topics if name in names or is_wanted(name, settings.topics, is_internal=False)}
            strange = sorted(name for name in wanted if not may_be_stored(name))
            wanted.difference_update(strange)
            missing = [name for name in names if name not in wanted]
            if missing:
                raise NoSuchTopic(f"topic {missing[0]} is not in the source")
            if not wanted:
                raise NoSuchTopic(f"no topic of the source is matched by {' '.join(settings.topics)}")
            configs = await self._configs(link, sorted(wanted & listed.keys()), once)
            hidden = await hidden_topics(link.source, wanted - listed.keys(), _ASK_TIMEOUT_MS)
            if hidden and once:
                raise KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, next(iter(hidden.values())))
        except ClientStopped:
            raise
        except KlogError as error:
            self._topics_due_s = self.reactor.seconds() + 1.0
            self._may_pass(error, once)
            return
        self._told.pop("", None)
        if strange:
            self._tell("a topic", f"the source has one called {strange[0][:300]!r}, which is no name of a topic; it is not copied")
        self._ends_again = once
        is_news = False
        for topic in sorted(wanted):
            if topic in configs:
                is_news = self.directory.configured(topic, configs[topic]) or is_news
        for topic in list(topics):
            if topic not in wanted:
                # It stays as it is; another run may name it.
                topics[topic] = dataclasses.replace(topics[topic], state=TopicState.PAUSED)
        before = dict(topics)
        wanting: dict[str, SourceTopic] = {}
        for topic in sorted(wanted):
            found = listed.get(topic)
            if topic in hidden:
                self._tell(topic, hidden[topic])
            elif found is None:
                self._look_at_topic(topic, None)
            else:
                # One without partitions is one that this broker cannot tell of just now.
                if topic in configs and found.partitions:
                    source = SourceTopic(found.topic_id, found.partitions)
                    if self._look_at_topic(topic, source):
                        wanting[topic] = source
        # First what is known of them: a directory of a topic that nobody knows is nobody's. All together, since the file is replaced whole.
        if (is_news or wanting or topics != before) and not self._save():
            return
        for topic, source in wanting.items():
            try:
                self.directory.add(topic, source.topic_id, source.partitions)
            except OSError as error:
                self._disk_failed(error)
                return

    async def _configs(self, link: Link, topics: list[str], once: bool) -> dict[str, dict[str, str]]:
        """What is set for these at the source. One that it does not tell of holds up no other, but where the end is waited for."""
        if not topics:
            return {}
        asked = await link.source.describe_configs([ConfigResource.topic(name) for name in topics], timeout_ms=_ASK_TIMEOUT_MS)
        for resource, error in asked.errors.items():
            if what_to_do_about(error) is Action.FAIL and once:
                raise error
            self._tell(resource.name, error.message)
        return {
            resource.name: {
                entry.name: entry.value
                for entry in entries.values()
                if entry.source is ConfigSource.TOPIC
                and entry.value is not None
                and not entry.sensitive
                and entry.name not in NEVER_COPIED
                and not entry.name.startswith(_OURS)
            }
            for resource, entries in asked.done.items()
        }

    def _look_at_topic(self, topic: str, source: SourceTopic | None) -> bool:
        """Whether partitions of it have to be made."""
        topics = self.picture.topics
        record = topics.get(topic)
        if record is not None and record.state is TopicState.PAUSED:
            record = topics[topic] = dataclasses.replace(record, state=TopicState.ACTIVE)
        count = self.directory.partitions(topic)
        known_id = bytes.fromhex(record.topic_id) if record is not None and record.topic_id else NO_TOPIC_ID
        task = what_to_make(LINK, source, OwnTopic(count, LINK) if count else None, known_id)
        if task.act is not Act.STOP:
            self._second_looks.all_is_well(topic)
        elif not self._second_looks.is_sure(topic, task.sentence):
            self._topics_due_s = min(self._topics_due_s, self.reactor.seconds() + _LOOK_AGAIN_S)
            return False
        match task.act:
            case Act.MAKE | Act.ADD if source is not None:
                if task.act is Act.MAKE:
                    for tp in [tp for tp in self.picture.copies if tp[0] == topic]:
                        del self.picture.copies[tp]
                    source_id = "" if source.topic_id == NO_TOPIC_ID else source.topic_id.hex()
                    topics[topic] = TopicRecord(TopicState.ACTIVE, topic_id=source_id)
                return True
            case Act.STOP | Act.REFUSE:
                assert record is not None
                if record.state is not TopicState.STOPPED or record.reason != task.sentence:
                    topics[topic] = dataclasses.replace(record, state=TopicState.STOPPED, reason=task.sentence)
                    self._tell(topic, f"it is not copied: {task.sentence}")
            case _:
                pass
        return False

    # Where it ends

    async def _look_at_ends(self, link: Link) -> None:
        """Where partitions end that were not seen before; and those that end earlier by now."""
        reached = {
            copy.log.topic_partition: not self._ends_again or copy.end >= self._targets[copy.log.topic_partition]
            for copy in self.directory.copies
            if copy.log.topic_partition in self._targets
        }
        self._ends_again = False
        fresh = [copy for copy in self.directory.copies if self._is_copied(copy.topic) and not reached.get(copy.log.topic_partition)]
        if not fresh:
            return
        found = await link.source.list_offsets({copy.log.topic_partition: LATEST_TIMESTAMP for copy in fresh}, timeout_ms=_ASK_TIMEOUT_MS)
        for copy in fresh:
            tp = copy.log.topic_partition
            if tp in found.done:
                self._targets[tp] = min(found.done[tp].offset, self._targets.get(tp, found.done[tp].offset))
                self._begun[tp] = min(self._begun.get(tp, copy.end), self._targets[tp])
        for error in found.errors.values():
            raise error

    def _progress(self, copying: list[Copying]) -> Progress:
        done = total = 0
        for one in copying:
            tp = TopicPartition(*one.key)
            if tp in self._targets:
                begun = self._begun[tp]
                total += self._targets[tp] - begun
                done += max(0, min(one.position, self._targets[tp]) - begun)
        return Progress(done, total, sum(copy.size_bytes for copy in self.directory.copies))

    def _is_done(self, copying: list[Copying]) -> bool:
        """Whether each partition has what was there when it was first seen, or has stopped. The source was asked from where the copy ends,
        at least once: it may have lost what the copy has."""
        if not self.picture.topics:
            return False
        there = {copy.log.topic_partition for copy in self.directory.copies if self._is_copied(copy.topic)}
        if there != {TopicPartition(*one.key) for one in copying}:
            return False
        return all(
            one.phase is Phase.STOPPED
            or (
                one.phase is Phase.READY
                and one.source_end >= 0
                and one.position >= self._targets.get(TopicPartition(*one.key), one.position + 1)
            )
            for one in copying
        )

    def _stall(self, link: Link, copying: list[Copying]) -> None:
        """Somebody waits for the end: it must come."""
        now_s = self.reactor.seconds()
        seen = (len(self._targets), *(one.position for one in copying), sum(copy.size_bytes for copy in self.directory.copies))
        if seen != self._seen:
            self._seen, self._moved_at_s = seen, now_s
        elif now_s - self._moved_at_s >= self._settings.timeout_ms / 1000:
            why = link.trouble or next((f"{one.key[0]}-{one.key[1]}: {one.reason}" for one in copying if one.reason), "it does not say why")
            raise KlogError(
                ErrorCode.REQUEST_TIMED_OUT, f"nothing has come from the source for {self._settings.timeout_ms / 1000:g} s: {why}"
            )

    # The disk

    def _disk_failed(self, error: Exception) -> None:
        if self._failure is None:
            self._failure = error

    def _look_at_disk(self) -> None:
        error = self.directory.offline or self._failure
        if error is not None:
            sentence = error.message if isinstance(error, KlogError) else str(error)
            raise DirectoryFailed(f"{sentence}; what was copied is whole, and the next run goes on from there")

    def _flush(self, link: Link) -> None:
        for copying in link.copying:
            self.picture.copies[copying.key] = copying.record(self.directory.broker_id, self.now_ms())
        try:
            self.directory.flush()
        except OSError as error:
            self._disk_failed(error)

    def _save(self) -> bool:
        try:
            self.directory.save()
        except OSError as error:
            self._disk_failed(error)
            return False
        return True

    def _keep(self, copying: Copying) -> Deferred[bool]:
        """What was lost or cut is written down, now."""
        self.picture.copies[copying.key] = copying.record(self.directory.broker_id, self.now_ms())
        return succeed(self._save())
