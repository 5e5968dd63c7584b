"""A mirror that produces again, as a program of its own: from one cluster towards another. No Twisted here.

1. The destination is taken over (an older mirror of the alias is shut out), and the syncs are read to their end: the newest of each
   partition says which record of the source was the last, and where it stands in the copy.
2. Topics are made; a copy of which nothing is known has to be empty, or somebody else has written it. One that is empty though the syncs
   know it was made again, and is copied from the beginning.
3. Rounds: what the source has that is new is fetched, of several partitions together; batches and syncs are written in one transaction
   (`destination`); only when it counts the maps grow.
4. From time to time groups are translated, topics are looked for again.

A round that fails leaves nothing behind, and the next one begins with step 1. What the source has lost before it was copied is told with
its range, and is an end unless somebody says otherwise. Order and partitions stay; records are produced as they are, timestamps and
headers too.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import NamedTuple

from klog.client.blocking.client import BlockingClient
from klog.client.isolation import IsolationLevel, aborted_batches
from klog.client.settings import ClientSettings
from klog.client.transactions.errors import ProducerFenced, TransactionFailed
from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.destination import Destination, Placed, Rows
from klog.mirror.reproduce.groups import GroupTranslation
from klog.mirror.reproduce.loads import Load, loads_of
from klog.mirror.reproduce.mirror_maker_formats import NOWHERE, OffsetSync, decode_sync, encode_checkpoint, encode_sync
from klog.mirror.reproduce.offset_map import OffsetMap, Pair
from klog.mirror.reproduce.run_audit import RunAudit
from klog.mirror.reproduce.settings import ReproduceSettings
from klog.mirror.reproduce.topics import make_topics, topic_configs
from klog.mirror.wanted_topics import find_topics
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.contract import RecordsError
from klog.records.implementations import views

#: Partitions that are fetched in one round.
_MOST_AT_ONCE = 32


class Lost(NamedTuple):
    """Offsets of the source that are gone before they were copied."""

    tp: TopicPartition
    first: int
    behind: int


class MirrorStopped(Exception):
    """The mirror cannot go on by itself; a sentence."""


@dataclasses.dataclass
class Totals:
    """What was done so far."""

    records: int = 0
    bytes: int = 0
    rounds: int = 0
    lost: list[Lost] = dataclasses.field(default_factory=list)


class Reproduction:
    """See above.

    :param notice: told sentences for people.
    :param clock: milliseconds since 1970, for the records that we make.
    """

    def __init__(
        self,
        settings: ReproduceSettings,
        *,
        notice: Callable[[str], None] = lambda sentence: None,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        client_for: Callable[[ClientSettings], BlockingClient] = BlockingClient,
    ) -> None:
        self._settings = settings
        self._notice = notice
        self._now_ms = now_ms
        self._source = client_for(settings.source)
        self._client = client_for(settings.destination)
        self._destination = Destination(self._client, settings.transactional_id if settings.transactional else None)
        self._groups = GroupTranslation(self._source, self._client, settings.wants_group, commit=settings.commit_groups)
        self._maps: dict[TopicPartition, OffsetMap] = {}
        #: Where each partition is read, which lies behind what its map knows where nothing was to be produced.
        self._positions: dict[TopicPartition, int] = {}
        self._ends: dict[TopicPartition, int] = {}
        #: Those whose copy took a record at an offset that it had already.
        self._fallen_back: set[TopicPartition] = set()
        #: Whether a round may have ended amid its writing, of ours or of an earlier process: how long a copy is says nothing then.
        self._is_unsure = True
        self._is_ready = False
        self._turn = 0
        self.totals = Totals()
        self._audit = RunAudit(self._source, settings.alias, now_ms, settings.audit_window_ms) if settings.audit else None

    def close(self) -> None:
        """Tell the audit what is left, and close all connections."""
        if self._audit is not None:
            self._audit.end()
        self._source.close()
        self._client.close()

    @property
    def lag(self) -> int:
        """Offsets of the source that are not copied yet, as of the last round."""
        return sum(max(0, end - self._positions.get(tp, 0)) for tp, end in self._ends.items())

    # -- step 1 and 2

    def prepare(self) -> None:
        """Where copies stand; topics are there.

        :raises NoSuchTopic: nothing is there to be mirrored. :raises MirrorStopped: a copy has records that this mirror did not write, or
            has lost some. :raises KlogError: a broker refuses, or none answers.
        """
        settings = self._settings
        topics = find_topics(self._source, settings, "the source")
        self._client.refresh([], timeout_ms=settings.timeout_ms)
        self._refuse_itself()
        configs = topic_configs(self._source, topics, settings.timeout_ms)
        of_ours = {"cleanup.policy": "compact"}
        wanted = {settings.copy_of(name): (len(topic.partitions), configs.get(name, {})) for name, topic in topics.items()}
        make_topics(
            self._client,
            {settings.syncs_topic: (1, of_ours), settings.checkpoints_topic: (1, of_ours), **wanted},
            replication_factor=settings.replication_factor,
            timeout_ms=settings.timeout_ms,
        )
        self._destination.take_over()
        partitions = {TopicPartition(name, one.partition): None for name, topic in topics.items() for one in topic.partitions}
        known = self._still_there({tp: last for tp, last in self._read_syncs().items() if tp in partitions})
        self._refuse_strangers([tp for tp in partitions if tp not in known and tp not in self._maps])
        for tp in partitions:
            last = known.get(tp)
            before = self._maps.get(tp)
            if before is None or before.last != last:
                self._maps[tp] = OffsetMap(last)
                self._positions[tp] = self._maps[tp].position
        if self._audit is not None:
            self._audit.reads(topics)
        self._is_ready = True

    def _refuse_itself(self) -> None:
        source, destination = self._source.metadata.cluster_id, self._client.metadata.cluster_id
        if source is not None and source == destination and self._settings.identity:
            raise MirrorStopped("source and destination are the same cluster, and the copies would be their own sources")

    def _read_syncs(self) -> dict[TopicPartition, Pair]:
        topic = TopicPartition(self._settings.syncs_topic, 0)
        level = IsolationLevel.READ_COMMITTED
        limit_ms = self._settings.timeout_ms
        start = self._client.list_offsets([topic], EARLIEST_TIMESTAMP, timeout_ms=limit_ms)[topic].offset
        end = self._client.list_offsets([topic], LATEST_TIMESTAMP, isolation=level, timeout_ms=limit_ms)[topic].offset
        known: dict[TopicPartition, Pair] = {}
        for message in self._client.read(topic, start, end, isolation=level, timeout_ms=limit_ms) if start < end else ():
            sync = decode_sync(message.key, message.value)
            if sync is not None and sync.upstream == NOWHERE:
                known.pop(sync.tp, None)
            elif sync is not None:
                known[sync.tp] = Pair(sync.upstream, sync.downstream)
        return known

    def _still_there(self, known: dict[TopicPartition, Pair]) -> dict[TopicPartition, Pair]:
        """`known` without those whose copy was made again since, and is empty: these are copied from the beginning.

        :raises MirrorStopped: a copy has lost records.
        """
        copies = {TopicPartition(self._settings.copy_of(tp.topic), tp.partition): tp for tp in known}
        ends = self._client.list_offsets(list(copies), LATEST_TIMESTAMP, timeout_ms=self._settings.timeout_ms) if copies else {}
        made_again: dict[TopicPartition, None] = {}
        for copy, end in ends.items():
            tp = copies[copy]
            last = known[tp].downstream
            has_room = end.offset > last and tp not in self._fallen_back
            if has_room and not self._is_unsure:
                continue
            if self._holds_records(copy, end.offset):
                if has_room:
                    continue
                raise MirrorStopped(
                    f"topic {copy.topic}, partition {copy.partition}, which ends at offset {end.offset}, does not have the record "
                    f"at {last} of {self._settings.syncs_topic}: it lost records, or was made again; delete it, or give another --alias"
                )
            made_again[tp] = None
            self._groups.forget(copy)
            self._notice(
                f"topic {copy.topic}, partition {copy.partition} was made again at the destination; it is copied from the beginning"
            )
        if made_again:
            # Else a round that is killed might leave more aborted offsets than there were: the copy would seem to be the old one.
            rows = [(self._now_ms(), *encode_sync(OffsetSync(tp, NOWHERE, NOWHERE))) for tp in made_again]
            self._destination.write({}, lambda placed: {TopicPartition(self._settings.syncs_topic, 0): rows})
        self._fallen_back.clear()
        self._is_unsure = False
        return {tp: last for tp, last in known.items() if tp not in made_again}

    def _refuse_strangers(self, unknown: list[TopicPartition]) -> None:
        copies = {TopicPartition(self._settings.copy_of(tp.topic), tp.partition): tp for tp in unknown}
        ends = self._client.list_offsets(list(copies), LATEST_TIMESTAMP, timeout_ms=self._settings.timeout_ms) if copies else {}
        for copy, end in ends.items():
            if self._holds_records(copy, end.offset):
                raise MirrorStopped(
                    f"topic {copy.topic}, partition {copy.partition} has {end.offset} offsets already, and {self._settings.syncs_topic} "
                    "does not say of which records; delete the topic, or give another --alias"
                )

    def _holds_records(self, copy: TopicPartition, end: int) -> bool:
        """Whether readers of committed records find any before `end`, or did: a round of ours that was killed leaves aborted ones."""
        if end == 0:
            return False
        level, limit_ms = IsolationLevel.READ_COMMITTED, self._settings.timeout_ms
        if self._client.list_offsets([copy], LATEST_TIMESTAMP, isolation=level, timeout_ms=limit_ms)[copy].offset < end:
            # Ours are over by now (`Destination.take_over`): somebody else's transaction is open.
            return True
        if self._client.list_offsets([copy], EARLIEST_TIMESTAMP, timeout_ms=limit_ms)[copy].offset > 0:
            return True
        return any(True for _ in self._client.read(copy, 0, end, isolation=level, timeout_ms=limit_ms))

    # -- step 3

    def round(self) -> int:
        """Copy what is new, at most about ``round_bytes``; how many records it was.

        :raises ProducerFenced: another mirror with this alias has taken over. :raises MirrorStopped: see there.
        :raises KlogError: it did not work, and nothing of it counts (in transactions); `recover` before the next round.
        """
        if self._audit is not None:
            self._audit.tell_if_due()
        if not self._is_ready:
            self.prepare()
        settings = self._settings
        tps = list(self._maps)
        self._ends = {
            tp: found.offset
            for tp, found in self._source.list_offsets(
                tps, LATEST_TIMESTAMP, isolation=settings.isolation, timeout_ms=settings.timeout_ms
            ).items()
        }
        behind = [tp for tp in tps if self._ends[tp] > self._positions[tp]]
        for tp in tps:
            if self._ends[tp] < self._positions[tp]:
                ends = f"{tp} ends at offset {self._ends[tp]} at the source"
                raise MirrorStopped(f"{ends}, and was copied up to {self._positions[tp]}: it lost records, or was made again")
        if not behind:
            return 0
        most = max(1, min(_MOST_AT_ONCE, settings.round_bytes // settings.fetch_bytes))
        self._turn += most
        at = self._turn % len(behind)
        chosen = [*behind[at:], *behind[:at]][:most]
        loads, positions = self._fetch(chosen)
        if any(loads.values()):
            self._write(loads)
            if self._audit is not None:
                self._audit.copied(loads)
        self._positions.update(positions)
        self.totals.rounds += 1
        records = sum(len(load.offsets) for theirs in loads.values() for load in theirs)
        self.totals.records += records
        self.totals.bytes += sum(len(load.body.data) for theirs in loads.values() for load in theirs)
        return records

    def _fetch(self, tps: list[TopicPartition]) -> tuple[dict[TopicPartition, list[Load]], dict[TopicPartition, int]]:
        settings = self._settings
        pending = [
            (tp, self._source.begin_fetch(tp, self._positions[tp], settings.fetch_bytes, settings.isolation, max_wait_ms=100)) for tp in tps
        ]
        loads: dict[TopicPartition, list[Load]] = {}
        positions: dict[TopicPartition, int] = {}
        try:
            for tp, fetch in pending:
                start = self._positions[tp]
                try:
                    fetched = fetch.result(timeout_ms=settings.timeout_ms)
                except KlogError as error:
                    if error.code is not ErrorCode.OFFSET_OUT_OF_RANGE:
                        raise
                    self._pass_over(tp, start)
                    continue
                records = fetched.records
                try:
                    loads[tp] = loads_of(records, start, aborted_batches(records, fetched.aborted))
                except RecordsError as error:
                    raise MirrorStopped(
                        f"records of {tp} behind offset {start} cannot be read: {error} (sent by {fetched.address})"
                    ) from None
                positions[tp] = max(start, views.fetched_end(records))
        finally:
            for _, fetch in pending:
                fetch.drop()
        return loads, positions

    def _pass_over(self, tp: TopicPartition, start: int) -> None:
        first = self._source.list_offsets([tp], EARLIEST_TIMESTAMP, timeout_ms=self._settings.timeout_ms)[tp].offset
        if first <= start:
            return  # another broker is behind: the next round asks again
        lost = Lost(tp, start, first)
        fresh = self._maps[tp].last is None
        sentence = f"offsets {start} to {first - 1} of {tp} are gone at the source and were not copied"
        if not self._settings.skip_lost and not fresh:
            raise MirrorStopped(f"{sentence}; --on-loss alarm goes on behind them")
        self._positions[tp] = first
        if not fresh:
            # What retention took before there was a mirror is no loss of its.
            self._notice(sentence)
            self.totals.lost.append(lost)

    def _check_grown(self, placed: list[Placed], copies: dict[TopicPartition, TopicPartition]) -> None:
        """Note all copies that took records at offsets which they had already: a topic that is made again takes all its partitions along.

        :param copies: from partitions of the copies to those of the source.
        :raises KlogError: there is one, after which `can_go_on` says yes: `prepare` then looks at what became of the copies.
        """
        refused: KlogError | None = None
        for one in placed:
            tp = copies[one.tp]
            last = self._maps[tp].last
            if last is not None and one.downstream <= last.downstream:
                self._fallen_back.add(tp)
                stands = f"a record was written at offset {one.downstream}, and the one before it at {last.downstream}"
                sentence = f"topic {one.tp.topic}, partition {one.tp.partition}: {stands}"
                refused = refused or KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, sentence)
        if refused is not None:
            raise refused

    def _write(self, loads: dict[TopicPartition, list[Load]]) -> None:
        settings = self._settings
        copies = {TopicPartition(settings.copy_of(tp.topic), tp.partition): tp for tp in loads}
        syncs_tp = TopicPartition(settings.syncs_topic, 0)
        grown: dict[TopicPartition, list[tuple[list[int] | range, int]]] = {}

        def syncs(placed: list[Placed]) -> dict[TopicPartition, Rows]:
            rows: list[tuple[int, bytes, bytes]] = []
            now = self._now_ms()
            trial: dict[TopicPartition, OffsetMap] = {}
            self._check_grown(placed, copies)
            for one in placed:
                tp = copies[one.tp]
                offsets = one.offsets if isinstance(one.offsets, range) else list(one.offsets)
                grown.setdefault(tp, []).append((offsets, one.downstream))
                known = trial.setdefault(tp, OffsetMap(self._maps[tp].last))
                rows += [(now, *encode_sync(OffsetSync(tp, *pair))) for pair in known.add(offsets, one.downstream)]
            for tp, known in trial.items():
                assert known.last is not None
                rows.append((now, *encode_sync(OffsetSync(tp, *known.last))))
            return {syncs_tp: rows}

        full = {copy: loads[tp] for copy, tp in copies.items() if loads[tp]}
        self._destination.write(full, syncs)
        for tp, pieces in grown.items():
            for offsets, downstream in pieces:
                self._maps[tp].add(offsets, downstream)

    def recover(self) -> None:
        """After an error: what counts is read anew before the next round."""
        self._is_unsure = True
        self._is_ready = False

    def can_go_on(self, error: KlogError) -> bool:
        """Whether trying again may help."""
        from klog.client.retry import Action, what_to_do_about

        if isinstance(error, ProducerFenced):
            return False
        return isinstance(error, TransactionFailed) or what_to_do_about(error) is not Action.FAIL

    # -- step 4

    def look_again(self) -> None:
        """Topics and partitions that are new at the source. Raises as `prepare`."""
        self._is_ready = False

    def translate_groups(self) -> int:
        """Write what groups have committed since the last time; how many checkpoints. Raises KlogError."""
        settings = self._settings
        if settings.groups is None or not self._is_ready:
            return 0
        news = self._groups.news(self._maps, settings.copy_of)
        if news:
            now = self._now_ms()
            rows = [(now, *encode_checkpoint(one)) for one in news]
            self._destination.write({}, lambda placed: {TopicPartition(settings.checkpoints_topic, 0): rows})
            for group in self._groups.commit(news):
                self._notice(f"group {group} has active members at the destination; its offsets there are left alone")
        return len(news)
