"""What one broker does for all: whoever leads the state topic's only partition.

In each round of a link, each of which goes on by itself (`Coordinator.step`), and only where the cluster behind it is the one that it
was:

1. the source's cluster id is written down when it is first met;
2. topics that the link names are made here, with as many partitions and the same configurations; new partitions follow; what does not go
   together stops (`klog.mirror.decisions.topics`), where it was found twice (`klog.mirror.decisions.second_looks`);
3. wishes are heard (`klog.mirror.decisions.picture.heard`), and acted upon: a topic that is promoted or failed over is released
   (`klog.mirror.releasing`);
4. what else a link carries beside the data follows: one table, `klog.mirror.sync.kinds`, of which 2. is the first row.

Everything is an ordinary request of an ordinary client, to the source or to our own cluster. A round that fails is tried again. One that
has waited for an answer while another broker took over, or the link was deleted (and perhaps another one of the name made), writes nothing
more (`_RoundIsOver`): what it knows is of another time. What a topic waits for is written down (`klog.mirror.waiting_topics`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.client.admin.admin import Admin
from klog.client.admin.types import ConfigResource, OpenTransaction
from klog.client.retry import ClientStopped
from klog.errors import ErrorCode, KlogError
from klog.mirror.copies import Host
from klog.mirror.decisions.carried import CarriedConfigs
from klog.mirror.decisions.configs import configs_to_make
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.picture import LinkPicture, heard
from klog.mirror.decisions.records import Key, TopicRecord, Trouble, Value
from klog.mirror.decisions.second_looks import SecondLooks
from klog.mirror.decisions.states import Event, TopicState, after
from klog.mirror.decisions.topics import LINK_CONFIG, Act, OwnTopic, SourceTopic, Task, is_internal, matches, what_to_make
from klog.mirror.group_copying import ASK_TIMEOUT_MS, GroupCopying, ends_of
from klog.mirror.hidden_topics import hidden_topics
from klog.mirror.link import Link
from klog.mirror.releasing import Releasing, of_nobody
from klog.mirror.state_topic import StateTopic
from klog.mirror.sync.access_rules import AccessRules
from klog.mirror.sync.kinds import KINDS, Kind, LinkRound
from klog.mirror.sync.runner import SyncRunner
from klog.mirror.sync.scram_users import ScramUsers
from klog.mirror.sync.topic_configs import TopicConfigs, set_at_source
from klog.mirror.waiting_topics import OTHERS_EVERY_S, WaitingTopics
from klog.model import NO_TOPIC_ID, TopicPartition

#: So many transactions are named that hold up one topic.
_MOST_NAMED = 3
#: What finds that topics wait, and how long each may wait before that is written down: a promotion mostly takes a moment.
_TOPICS, _WISHES = "topics", "wishes"
_PATIENCE_MS = {_TOPICS: 0, _WISHES: 5_000}


class _RoundIsOver(Exception):
    """Another broker coordinates by now, or the link is another one."""


def _id_text(topic_id: bytes) -> str:
    return "" if topic_id == NO_TOPIC_ID else topic_id.hex()


class Coordinator:
    """See the module.

    :param own: administration of our own cluster.
    :param link_of: the link of a name on this broker; None where it does not run yet.
    :param refused: why a link of a name is not run here; empty where nothing is known against it.
    """

    _log = Logger()

    def __init__(
        self, host: Host, own: Admin, state: StateTopic, link_of: Callable[[str], Link | None], refused: Callable[[str], str]
    ) -> None:
        self._refused = refused
        self._host = host
        self._own = own
        self._state = state
        self._link_of = link_of
        self._groups = GroupCopying(host, own)
        self._releasing = Releasing(host, own, self._write_topic)
        self._waiting = WaitingTopics(host.reactor.seconds)
        self._access_rules = AccessRules(host, own)
        self._sync = SyncRunner(
            host,
            {
                Kind.TOPICS: self._look_at_topics,
                Kind.CONFIGS: TopicConfigs(host, own).sync,
                Kind.ACLS: self._access_rules.sync,
                Kind.USERS: ScramUsers(host, own).sync,
                Kind.GROUPS: self._copy_groups,
            },
        )
        self._second_looks: dict[str, SecondLooks] = {}
        #: What was told already, by link.
        self._told: dict[str, str] = {}
        self._told_of_topics: dict[str, dict[str, dict[str, str]]] = {}
        #: By the reactor's clock, which nobody sets.
        self._noted_at_s: dict[str, float] = {}
        #: Links whose round is under way: a source that is slow, or away, holds up its own link alone.
        self._under_way: set[str] = set()

    async def step(self) -> None:
        """Begin a round of each link of which none is under way. Raises KlogError, `ClientStopped`."""
        leftovers = self._state.picture.leftovers()
        if leftovers and not await self._state.write(dict.fromkeys(leftovers).items()):
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "the state of the mirror could not be written")
        links = self._state.picture.links
        self._forget_all_but(links)
        for name, picture in list(links.items()):
            link = self._link_of(name)
            if link is not None and name not in self._under_way:
                self._under_way.add(name)
                Deferred.fromCoroutine(self._round(name, link, picture)).addErrback(self._mistaken, name)
                continue
            # A round that waits for its source says so while it waits.
            trouble = self._refused(name) if link is None else link.trouble
            if trouble and not picture.trouble:
                Deferred.fromCoroutine(self._note(name, picture, trouble)).addErrback(self._mistaken, name)

    def _forget_all_but(self, links: Collection[str]) -> None:
        self._groups.forget(links)
        self._waiting.forget(links)
        self._sync.forget(links)
        self._access_rules.forget(links)
        gone = {name for known in (self._noted_at_s, self._told, self._told_of_topics, self._second_looks) for name in known} - set(links)
        for name in gone:
            self._noted_at_s.pop(name, None)
            self._told.pop(name, None)
            self._told_of_topics.pop(name, None)
            self._second_looks.pop(name, None)

    async def _round(self, name: str, link: Link, picture: LinkPicture) -> None:
        try:
            try:
                has_asked = await self._look_at(name, link, picture)
            except ClientStopped:
                return
            except KlogError as error:
                self._look_again(name, picture)
                self._tell(name, error.message)
                await self._note(name, picture, error.message)
            else:
                self._told.pop(name, None)
                # Rounds in which the source is not asked prove nothing.
                await self._note(name, picture, "" if has_asked else link.trouble or picture.trouble)
            await self._note_topics(name, picture)
        except _RoundIsOver:
            return
        finally:
            self._under_way.discard(name)

    def _is_over(self, name: str, picture: LinkPicture) -> bool:
        return self._state.picture.link(name) is not picture or not self._host.leads(STATE_TOPIC, 0)

    def _look_again(self, name: str, picture: LinkPicture) -> None:
        """After whatever was waited for.

        :raises _RoundIsOver: see there.
        """
        if self._is_over(name, picture):
            raise _RoundIsOver

    async def _note(self, name: str, picture: LinkPicture, sentence: str) -> None:
        """Write down why nothing is done for the link, or that something is again, where that is news."""
        if sentence == picture.trouble or self._is_over(name, picture):
            return
        now_s = self._host.reactor.seconds()
        noted_at_s = self._noted_at_s.get(name)
        if sentence and picture.trouble and noted_at_s is not None and now_s - noted_at_s < OTHERS_EVERY_S:
            return
        self._noted_at_s[name] = now_s
        await self._state.write([(Key("trouble", name), Trouble(sentence) if sentence else None)])

    async def _note_topics(self, name: str, picture: LinkPicture) -> None:
        """Write down what topics wait for, where that is news."""
        if self._is_over(name, picture):
            return
        records = self._waiting.news(name, picture, _PATIENCE_MS)
        if records:
            await self._state.write(records.items())

    def _mistaken(self, failure: Failure, name: str) -> None:
        self._log.failure("a mistake in coordinating mirror {link}", failure, link=name)

    def _tell(self, name: str, sentence: str) -> None:
        if self._told.get(name) != sentence:
            self._told[name] = sentence
            self._host.warn(f"mirror {name}: {sentence}")

    def _tell_of_topics(self, name: str, by: str, sentences: Mapping[str, str]) -> None:
        """What topics wait for, by what has found it; each once for as long as it waits."""
        told = self._told_of_topics.setdefault(name, {})
        for topic, sentence in sentences.items():
            if told.get(by, {}).get(topic) != sentence:
                self._host.warn(f"mirror {name}, topic {topic}: {sentence}")
        told[by] = dict(sentences)

    async def _write(self, name: str, picture: LinkPicture, records: Mapping[Key, Value | None]) -> None:
        """Write, and act by it at once: what was read last is applied again when it is read.

        :raises _RoundIsOver: what is known is of another time, before or behind that.
        """
        self._look_again(name, picture)
        if not await self._state.write(records.items()):
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "the state of the mirror could not be written")
        self._look_again(name, picture)

    async def _write_topic(self, link: str, picture: LinkPicture, topic: str, record: TopicRecord) -> None:
        await self._write(link, picture, {Key("topic", link, topic): record})
        picture.topics[topic] = record

    async def _look_at(self, name: str, link: Link, picture: LinkPicture) -> bool:
        """One round; whether the source was asked for its topics, and has answered."""
        assert picture.definition is not None
        round_ = LinkRound(name, link, picture, partial(self._write, name, picture))
        await self._hear(name, link, picture, only_failing_over=True)
        await self._access_rules.give_held(round_)
        if link.routing.metadata.cluster_id is None:
            await link.routing.refresh()
        if not link.is_source(picture.source_id):
            return False
        if not picture.source_id:
            source_id = link.routing.metadata.cluster_id
            if source_id is None:
                raise KlogError(ErrorCode.UNSUPPORTED_VERSION, "the source does not say which cluster it is: it is older than Kafka 0.10.1")
            await self._write(name, picture, {Key("source", name): source_id})
            picture.source_id = source_id
        has_asked = False
        for kind in KINDS:
            if self._sync.is_due(name, kind) and not picture.definition.is_paused:
                await self._sync.run(round_, kind)
                has_asked = has_asked or kind.kind is Kind.TOPICS
            if kind.kind is Kind.TOPICS:
                await self._hear(name, link, picture)
                await self._access_rules.give_held(round_)
        return has_asked

    async def _copy_groups(self, round_: LinkRound) -> None:
        await self._groups.copy(round_.link, round_.picture, round_.picture.topics)

    # Topics

    async def _look_at_topics(self, round_: LinkRound) -> None:
        name, link, picture = round_.name, round_.link, round_.picture
        assert picture.definition is not None
        listed = {one.name: one for one in await link.source.list_topics(internal=True, timeout_ms=ASK_TIMEOUT_MS)}
        named = {topic for topic in listed if matches(topic, picture.definition.topics)}
        missed = [
            topic
            for topic, record in picture.topics.items()
            if topic not in listed and record.state.is_read_only and record.state is not TopicState.STOPPED
        ]
        waiting = await hidden_topics(link.source, missed, ASK_TIMEOUT_MS)
        looks = self._second_looks.setdefault(name, SecondLooks())
        for topic in waiting:
            looks.all_is_well(topic)
        for topic in sorted(named | set(picture.topics)):
            record = picture.topics.get(topic)
            if topic in waiting or is_internal(topic) or (record is not None and not record.state.is_read_only):
                continue
            if record is not None and record.report and self._releasing.is_freed(topic):
                # Its release was begun, and is ended by who hears its wish.
                continue
            found = listed.get(topic)
            if found is not None and not found.partitions:
                # Whoever has answered knows of it, and not of any partition yet.
                continue
            source = None if found is None else SourceTopic(found.topic_id, found.partitions)
            own = self._host.topic(topic)
            known_id = bytes.fromhex(record.topic_id) if record is not None and record.topic_id else NO_TOPIC_ID
            task = what_to_make(
                name,
                source,
                None if own is None else OwnTopic(own[0], own[1] or None),
                known_id,
                takes_over=picture.definition.takes_over,
                # Of a mirror that question does not come up, and to look through all copies for each topic would be a round's whole work.
                was_copied=own is not None and not own[1] and any(tp[0] == topic for tp in picture.copies),
            )
            if task.act is not Act.STOP:
                looks.all_is_well(topic)
            elif not looks.is_sure(topic, task.sentence):
                continue
            try:
                await self._do(name, link, picture, topic, source, task)
            except ClientStopped:
                raise
            except KlogError as error:
                # One topic that cannot be made holds up no other.
                waiting[topic] = error.message
        self._waiting.found(name, _TOPICS, waiting)
        self._tell_of_topics(name, _TOPICS, waiting)

    async def _do(self, name: str, link: Link, picture: LinkPicture, topic: str, source: SourceTopic | None, task: Task) -> None:
        record = picture.topics.get(topic)
        match task.act:
            case Act.MAKE if source is not None:
                await self._make(name, link, picture, topic, source)
            case Act.ADD if source is not None:
                (await self._own.create_partitions({topic: source.partitions}, timeout_ms=ASK_TIMEOUT_MS)).check()
            case Act.TAKE_OVER if source is not None:
                await self._take_over(name, link, picture, topic, source)
            case Act.STOP | Act.REFUSE:
                await self._stop_topic(name, picture, topic, task.sentence)
            case _ if record is None and source is not None:
                # It is a mirror of this link already: what was written of it is lost.
                await self._write_topic(name, picture, topic, TopicRecord(TopicState.ACTIVE, topic_id=_id_text(source.topic_id)))

    async def _make(self, name: str, link: Link, picture: LinkPicture, topic: str, source: SourceTopic) -> None:
        assert picture.definition is not None
        resource = ConfigResource.topic(topic)
        described = (await link.source.describe_configs([resource], timeout_ms=ASK_TIMEOUT_MS))[resource]
        configs = configs_to_make(set_at_source(described.values()), self._host.copied_configs(), picture.definition.never_configs)
        # First what is known of it: a mirror without a record is taken for one whose record was lost.
        gone: dict[Key, Value | None] = {Key("copy", name, *tp): None for tp in picture.copies if tp[0] == topic}
        record = TopicRecord(TopicState.ACTIVE, topic_id=_id_text(source.topic_id))
        carried = CarriedConfigs(configs)
        await self._write(name, picture, {**gone, Key("topic", name, topic): record, Key("configs", name, topic): carried})
        picture.topics[topic], picture.configs[topic] = record, carried
        for tp in [tp for tp in picture.copies if tp[0] == topic]:
            del picture.copies[tp]
        try:
            await self._own.create_topic(topic, source.partitions, configs={**configs, LINK_CONFIG: name}, timeout_ms=ASK_TIMEOUT_MS)
        except KlogError as error:
            if error.code is not ErrorCode.TOPIC_ALREADY_EXISTS:
                raise

    async def _take_over(self, name: str, link: Link, picture: LinkPicture, topic: str, source: SourceTopic) -> None:
        """Make a mirror of a topic that is here already. What differs is found by whoever copies it."""
        resource = ConfigResource.topic(topic)
        there = (await link.source.describe_configs([resource], timeout_ms=ASK_TIMEOUT_MS))[resource].get(LINK_CONFIG)
        if there is not None and there.value:
            sentence = f"the topic is a mirror at the source, too, of its link {there.value}: promote it there, or fail it over, first"
            await self._stop_topic(name, picture, topic, sentence)
            return
        own = self._host.topic(topic)
        partitions = [TopicPartition(topic, number) for number in range(own[0] if own is not None else 0)]
        opened = (await self._own.find_open_transactions(partitions, timeout_ms=ASK_TIMEOUT_MS)).check()
        if any(opened.values()) and (theirs := await self._of_somebody(topic, opened)):
            raise KlogError(ErrorCode.INVALID_TXN_STATE, await self._sentence_of_open(theirs))
        await self._groups.before_taking_over(name, picture, topic)
        # First what is known of it, as where it is made; this is done again where it was begun.
        await self._write_topic(name, picture, topic, TopicRecord(TopicState.ACTIVE, topic_id=_id_text(source.topic_id)))
        (await self._own.alter_configs({resource: {LINK_CONFIG: name}}, timeout_ms=ASK_TIMEOUT_MS)).check()
        self._host.warn(f"mirror {name}: {topic} takes no records of clients any more: it follows the source")

    async def _of_somebody(self, topic: str, opened: Mapping[TopicPartition, Collection[OpenTransaction]]) -> list[OpenTransaction]:
        """Those of these that a coordinator of ours will end.

        Those that none knows of, since a power cut has taken their ends, are ended by the source's log, or cut: it had all that is common.
        """
        unended = await of_nobody(self._own, topic)
        nobodys = {(tp, one.producer_id) for tp, each in unended.items() for one in each}
        return [one for tp, each in sorted(opened.items()) for one in each if (tp, one.producer_id) not in nobodys]

    async def _sentence_of_open(self, opened: Sequence[OpenTransaction]) -> str:
        named = opened[:_MOST_NAMED]
        try:
            listed = await self._own.list_transactions(producer_ids={one.producer_id for one in named}, timeout_ms=ASK_TIMEOUT_MS)
        except KlogError:
            # Then without the names of those who are at it.
            listed = []
        ids = {one.producer_id: one.transactional_id for one in listed}
        places = [
            f"of {ids.get(one.producer_id) or 'producer'} ({one.producer_id}) in partition {one.partition.partition} from offset "
            f"{one.start_offset} on"
            for one in named
        ]
        more = f" and {len(opened) - len(named)} more" if len(opened) > len(named) else ""
        count = "a transaction is" if len(opened) == 1 else f"{len(opened)} transactions are"
        return f"{count} open in it, {', '.join(places)}{more}: it is taken over when they have ended, which nobody could do in a mirror"

    async def _stop_topic(self, name: str, picture: LinkPicture, topic: str, sentence: str) -> None:
        assert picture.definition is not None
        record = picture.topics.get(topic) or TopicRecord(TopicState.ACTIVE)
        if record.state is TopicState.STOPPED and record.reason == sentence:
            return
        state = TopicState.STOPPED if record.state is TopicState.STOPPED else after(record.state, Event.STOP)
        stopped = dataclasses.replace(record, state=state, reason=sentence, resumed=picture.definition.resumed)
        await self._write_topic(name, picture, topic, stopped)
        self._host.warn(f"mirror {name}: {topic} is not copied: {sentence}")

    # Wishes

    async def _hear(self, name: str, link: Link, picture: LinkPicture, *, only_failing_over: bool = False) -> None:
        """Act by what is wished.

        :param only_failing_over: the source may not be there.
        """
        waiting: dict[str, str] = {}
        told: dict[str, str] = {}
        for topic, record in list(picture.topics.items()):
            try:
                missing = await self._hear_of(name, link, picture, topic, record, only_failing_over)
            except ClientStopped:
                raise
            except KlogError as error:
                # One topic that cannot be asked about holds up no other.
                missing = told[topic] = error.message
            if missing:
                waiting[topic] = missing
        if waiting or not only_failing_over:
            self._waiting.found(name, _WISHES, waiting)
            self._tell_of_topics(name, _WISHES, told)

    async def _hear_of(self, name: str, link: Link, picture: LinkPicture, topic: str, record: TopicRecord, only_failing_over: bool) -> str:
        """What the topic waits for that was wished; empty where for nothing."""
        assert picture.definition is not None
        if record.state is TopicState.PROMOTING and record.report and self._releasing.is_freed(topic):
            # Whoever was at it got no further: clients write already, and nothing is copied that could be waited for.
            await self._releasing.release(name, picture, topic, dataclasses.replace(record, state=after(record.state, Event.CAUGHT_UP)))
            return ""
        moved = heard(record, picture.definition, picture.wishes.get(topic))
        if only_failing_over and moved.state is not TopicState.FAILED_OVER:
            return ""
        if moved.state is TopicState.FAILED_OVER and record.state is not TopicState.FAILED_OVER:
            try:
                await self._groups.lead_back(name, picture, topic)
            except KlogError as error:
                # A failover waits for nobody.
                self._host.warn(
                    f"mirror {name}, topic {topic}: groups that have read what is not here were not all led back: {error.message}"
                )
            await self._releasing.release(name, picture, topic, moved)
        elif moved is not record:
            await self._write_topic(name, picture, topic, moved)
        if moved.state is not TopicState.PROMOTING:
            return ""
        if missing := await self._what_is_missing(link, topic):
            return missing
        await self._groups.copy(link, picture, [topic])
        await self._groups.lead_back(name, picture, topic)
        # Once more: what came meanwhile is to be here, too.
        if missing := await self._what_is_missing(link, topic):
            return missing
        await self._releasing.release(name, picture, topic, dataclasses.replace(moved, state=after(moved.state, Event.CAUGHT_UP)))
        return ""

    async def _what_is_missing(self, link: Link, topic: str) -> str:
        """What the copy has not of all that the source has just now; empty where nothing is missing."""
        own = self._host.topic(topic)
        source = (await link.source.describe_topics([topic], timeout_ms=ASK_TIMEOUT_MS))[topic]
        if own is None or own[0] != len(source.partitions):
            return f"the source has {len(source.partitions)} partitions, and the copy {0 if own is None else own[0]}"
        partitions = [TopicPartition(topic, number) for number in range(own[0])]
        there = await ends_of(link.source, partitions)
        here = await ends_of(self._own, partitions)
        # What the copy has more it may have copied meanwhile; else the source has lost it, and it is cut in a moment.
        later = await ends_of(link.source, partitions) if here != there else there
        uneven = [tp for tp in partitions if not there[tp] <= here[tp] <= later[tp]]
        if not uneven:
            return ""
        first, *others = uneven
        more = f", and so with {len(others)} more" if others else ""
        return f"partition {first.partition} ends at {here[first]} here, and at {later[first]} at the source{more}"
