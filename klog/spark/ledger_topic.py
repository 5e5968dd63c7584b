"""What the idempotent sink remembers of streams, in a compacted topic of its own: who writes which batch, and which batches are done.

The topic has one partition, so that its records have one order, and that order decides. There are two kinds, by key:

* ``[query, task]``: a `Claim`. An attempt of a task says, before its first write, which batch it writes, under which producer id and
  epoch, and where the target partitions ended when the batch's *first* attempt began. It names the claim that it follows. A claim counts
  if that is still the last one that counts; so of two attempts at the same time one loses, sees it when it reads its own claim back, and
  follows the other.
* ``[query]``: the last batch that is done.

A query's id is the checkpoint's (it survives restarts), a task's number is its partition of the batch. So a restart finds what the attempt
before it has noted. The ledger grows by a few hundred bytes for each task of each batch, until the brokers compact it; a day old at
least, so that nothing is compacted that is still in use.

So that a worker need not read all that to begin, whoever finishes a batch writes a snapshot now and then (`klog.spark.ledger_snapshot`),
and removes what dead queries left: the tombstone names the claim, since its query may wake up just before. A worker looks for the
snapshot from the end backwards, and reads on from there. Where compaction has passed since, the claims that led from one to the next are
gone, and one that did not count may be left: then any claim of this batch or a later one counts, but for the second of two that follow the
same one, until one follows the last again.
"""

from __future__ import annotations

import dataclasses
import json
import time
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from klog.client.blocking.batch_sender import Identity
from klog.client.blocking.client import BlockingClient
from klog.client.retry import Action, what_to_do
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition
from klog.records.contract import Header
from klog.records.implementations import codec as records_codec
from klog.spark.ledger_snapshot import Assembly, Snapshot, records_of, without_the_dead
from klog.spark.producing import Fenced, WriteFailed, partitions_of
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest

VERSION = 2
CONFIGS = {
    "cleanup.policy": "compact",
    # Small, so that a worker that begins has little to read.
    "segment.bytes": str(16 << 20),
    "min.compaction.lag.ms": str(24 * 3_600_000),
}
#: Brokers keep an epoch in 16 bits; behind this a task's next batch gets another producer id.
LAST_EPOCH = 32_767
#: The header of a tombstone that names the claim which it removes.
_REMOVES = "removes"
#: So often another attempt may be faster before one gives up.
_TRIES = 20
#: So many records after a snapshot the next one is written.
SNAPSHOT_EVERY = 4_096
#: So many records at the end are looked through for a snapshot, then eight times as many, and so on.
_WINDOW = 2 * SNAPSHOT_EVERY
_WINDOWS = (_WINDOW, 8 * _WINDOW)

Starts = dict[str, list[int]]
_T = TypeVar("_T")


@dataclasses.dataclass(frozen=True)
class Claim:
    """One attempt's word."""

    query: str
    task: int
    batch: int
    producer_id: int
    #: Of the batch: one for all of its attempts, and above those of earlier batches (`klog.spark.attempt_takeover` says why).
    epoch: int
    #: By topic, for each partition where it ended before anything of this batch was written.
    starts: Starts
    #: Whether an earlier attempt may have written some of the batch.
    is_repetition: bool
    #: This claim's own name, and that of the one that it follows.
    name: str
    follows: str | None


class LedgerTopic:
    """The ledger.

    :param client: one that does not let brokers create topics, which would not be compacted.
    :param make_name: a name for a claim, each time another.
    """

    def __init__(
        self,
        client: BlockingClient,
        topic: str,
        *,
        timeout_ms: int = 60_000,
        make_name: Callable[[], str] = lambda: uuid.uuid4().hex,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.topic = topic
        self._tp = TopicPartition(topic, 0)
        self._client = client
        self._timeout_ms = timeout_ms
        self._make_name = make_name
        self._clock = clock
        self._sleep = sleep
        self._now_ms = now_ms
        self._identity: Identity | None = None
        self._position = -1
        self._claims: dict[tuple[str, int], Claim] = {}
        self._done: dict[str, int] = {}
        #: By query, when its newest record was written.
        self._heard_ms: dict[str, int] = {}
        #: Up to where the last snapshot says what counts; before the first one, where the log begins.
        self._snapshot_upto = 0
        self._assembly = Assembly()
        #: Whose claims since are compacted away.
        self._unchained: set[tuple[str, int]] = set()
        #: Whether something was compacted away of what was read.
        self._has_gap = False

    # -- asking

    def is_done(self, query: str, batch: int) -> bool:
        """Whether the batch was finished before.

        :raises KlogError: the ledger cannot be read.
        """
        self._read_on()
        return self._done.get(query, -1) >= batch

    def check(self, claim: Claim) -> None:
        """Whether `claim` is still the last of its task.

        :raises Fenced: it is not.
        """
        self._read_on()
        last = self._claims.get((claim.query, claim.task))
        if last is None or last.name != claim.name:
            raise Fenced(
                ErrorCode.INVALID_PRODUCER_EPOCH,
                f"query {claim.query}, batch {claim.batch}, task {claim.task}: a newer attempt has taken over; this one has ended",
            )

    # -- saying

    def claim(self, query: str, task: int, batch: int, ends: Callable[[], Starts]) -> Claim:
        """Say that this attempt writes the batch.

        :param ends: where the partitions of the topics that are known beforehand end now; asked for a batch's first attempt.
        :raises WriteFailed: a later batch was claimed.
        :raises KlogError: the ledger cannot be read or written.
        """
        self._read_on()
        for _ in range(_TRIES):
            wanted = self._following(query, task, batch, ends)
            self._append([query, task], _value(wanted))
            self._read_on()
            if self._claims.get((query, task)) == wanted:
                return wanted
        raise WriteFailed(
            ErrorCode.CONCURRENT_TRANSACTIONS, f"query {query}, batch {batch}, task {task}: other attempts of this task keep taking over"
        )

    def widen(self, claim: Claim, topic: str, ends: list[int]) -> Claim:
        """Note where a further topic's partitions end, before anything is written there; the claim that stands for `claim` now.

        :raises Fenced: a newer attempt has taken over.
        """
        wider = dataclasses.replace(claim, starts={**claim.starts, topic: ends}, name=self._make_name(), follows=claim.name)
        self._append([claim.query, claim.task], _value(wider))
        self.check(wider)
        return wider

    def finish(self, query: str, batch: int) -> None:
        """Say that a batch is done; may be said again."""
        if not self.is_done(query, batch):
            self._append([query], {"v": VERSION, "done": batch})
        self._read_on()
        if self._position - self._snapshot_upto >= SNAPSHOT_EVERY:
            self._sum_up()

    def _sum_up(self) -> None:
        """Write a snapshot; what is dead is removed with it."""
        claims = {place: _value(claim) for place, claim in self._claims.items()}
        whole = Snapshot(self._position, dict(self._done), dict(self._heard_ms), claims)
        snapshot, dead = without_the_dead(whole, self._now_ms())
        for key, value in records_of(snapshot, self._make_name()):
            self._append(key, {"v": VERSION, **value})
        self._snapshot_upto = snapshot.upto
        for query, task in dead:
            self._append([query, task], None, removes=self._claims[query, task].name)

    def _following(self, query: str, task: int, batch: int, ends: Callable[[], Starts]) -> Claim:
        last = self._claims.get((query, task))
        name = self._make_name()
        if last is not None and last.batch > batch:
            raise WriteFailed(
                ErrorCode.INVALID_PRODUCER_EPOCH,
                f"query {query}, task {task}: batch {batch} was to be written, but batch {last.batch} was begun before. Does the query run "
                "twice, or was its checkpoint set back? Then give it a new checkpoint",
            )
        if last is not None and last.batch == batch:
            return dataclasses.replace(last, is_repetition=True, name=name, follows=last.name)
        if last is None or last.epoch >= LAST_EPOCH:
            producer_id, epoch = self._client.init_producer_id(timeout_ms=self._timeout_ms)
        else:
            producer_id, epoch = last.producer_id, last.epoch + 1
        return Claim(query, task, batch, producer_id, epoch, ends(), False, name, None if last is None else last.name)

    # -- the topic

    def _append(self, key: list[Any], value: dict[str, Any] | None, *, removes: str | None = None) -> None:
        if self._identity is None:
            self._identity = Identity(*self._client.init_producer_id(timeout_ms=self._timeout_ms))
        identity = self._identity
        # Only a write that went well leaves numbers that can be continued.
        self._identity = None
        content = None if value is None else json.dumps(value, separators=(",", ":")).encode()
        headers = () if removes is None else (Header(_REMOVES, removes.encode()),)
        batch = records_codec.build_batch(
            [(self._now_ms(), json.dumps(key).encode(), content, headers)],
            producer_id=identity.producer_id,
            producer_epoch=identity.epoch,
            base_sequence=identity.numbers(self._tp).take(1),
        )
        self._client.produce(self._tp, batch, -1, timeout_ms=self._timeout_ms)
        self._identity = identity

    def _read_on(self) -> None:
        """Take in what was appended since."""
        if self._position < 0:
            self._find()
            self._begin()
        end = self._offset(LATEST_TIMESTAMP)
        if end < self._position:
            # Made anew under our feet: what we believe is not so.
            self._forget()
            self._begin()
        for message in self._client.read(self._tp, self._position, end, timeout_ms=self._timeout_ms):
            self._pass(message)
        self._position = max(self._position, end)

    def _forget(self) -> None:
        self._claims.clear()
        self._done.clear()
        self._heard_ms.clear()
        self._unchained.clear()
        self._has_gap = False

    def _begin(self) -> None:
        """Go to the last snapshot, where there is one near the end; else to the beginning."""
        first, end = self._offset(EARLIEST_TIMESTAMP), self._offset(LATEST_TIMESTAMP)
        for window in _WINDOWS:
            if end - window > first and self._begin_near(end - window, end):
                return
        self._position = self._snapshot_upto = first
        self._has_gap = first > 0

    def _begin_near(self, begin: int, end: int) -> bool:
        """Take a snapshot that stands behind `begin`; whether there is one that says all that counts there."""
        assembly = Assembly()
        messages = list(self._client.read(self._tp, begin, end, timeout_ms=self._timeout_ms))
        found: Snapshot | None = None
        for message in messages:
            where, what = self._parsed(message)
            if what is not None and _is_part(where):
                self._position = message.offset
                found = self._understood(partial(assembly.take, what)) or found
        if found is None or found.upto < begin:
            return False
        self._forget()
        self._done.update(found.done)
        self._heard_ms.update(found.heard_ms)
        self._claims.update({place: _claim(list(place), dict(what)) for place, what in found.claims.items()})
        self._position = self._snapshot_upto = found.upto
        for message in messages:
            if message.offset >= found.upto:
                self._pass(message)
        return True

    def _offset(self, timestamp: int) -> int:
        return self._client.list_offsets([self._tp], timestamp, timeout_ms=self._timeout_ms)[self._tp].offset

    def _pass(self, message: Any) -> None:
        if message.offset != self._position:
            self._has_gap = True
            self._unchained.update(self._claims)
            self._position = message.offset
        where, what = self._parsed(message)
        if what is None:
            self._understood(partial(self._remove, where, dict(message.headers).get(_REMOVES)))
        else:
            self._understood(partial(self._take, where, what, message.timestamp_ms))
        self._position = message.offset + 1

    def _parsed(self, message: Any) -> tuple[list[Any], dict[str, Any] | None]:
        self._position, before = message.offset, self._position
        where, what = self._understood(lambda: (list(json.loads(message.key or b"null")), _loaded(message.value)))
        self._position = before
        if what is not None and what["v"] > VERSION:
            raise WriteFailed(
                ErrorCode.UNSUPPORTED_VERSION,
                f"topic {self.topic} was written by a newer klog (version {what['v']}): this one must not go on",
            )
        return where, what

    def _understood(self, act: Callable[[], _T]) -> _T:
        try:
            return act()
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
            raise WriteFailed(
                ErrorCode.INVALID_RECORD,
                f"topic {self.topic}, partition 0, offset {self._position}: this is no record of klog's sink ({type(error).__name__}); "
                "the topic must be left to it alone (option idempotent.topic)",
            ) from None

    def _remove(self, where: list[Any], name: bytes | None) -> None:
        """Take a claim of a dead query out, unless another one has come just before: the query is not dead then."""
        query, task = where
        last = self._claims.get((query, task))
        if last is not None and (name is None or name == last.name.encode()):
            del self._claims[query, task]

    def _take(self, where: list[Any], what: dict[str, Any], timestamp_ms: int) -> None:
        if _is_part(where):
            found = self._assembly.take(what)
            if found is not None:
                self._snapshot_upto = max(self._snapshot_upto, found.upto)
            return
        self._heard_ms[str(where[0])] = max(self._heard_ms.get(str(where[0]), 0), timestamp_ms)
        if len(where) == 1:
            self._done[where[0]] = max(self._done.get(where[0], -1), int(what["done"]))
            return
        claim = _claim(where, what)
        place = claim.query, claim.task
        last = self._claims.get(place)
        if last is None:
            # Behind compaction it may be one that did not count.
            if self._has_gap:
                self._unchained.add(place)
        elif claim.follows == last.name:
            self._unchained.discard(place)
        elif place not in self._unchained or claim.batch < last.batch or claim.follows == last.follows:
            # Somebody else was faster.
            return
        self._claims[place] = claim

    def _find(self) -> None:
        """Have the topic, created where there is none."""
        client = self._client
        until = self._clock() + self._timeout_ms / 1000
        client.refresh([self.topic], timeout_ms=self._timeout_ms)
        while True:
            known = client.metadata.topic(self.topic)
            if known is not None and known.partitions and known.error is ErrorCode.NONE:
                return
            code, message = self._create()
            if what_to_do(code) is Action.FAIL and code is not ErrorCode.TOPIC_ALREADY_EXISTS:
                why = message or row_of(code).sentence
                raise WriteFailed(code, f"topic {self.topic} cannot be created for the idempotent sink (option idempotent.topic): {why}")
            if self._clock() >= until:
                raise WriteFailed(code, f"topic {self.topic}, which the idempotent sink needs, has not come about")
            self._sleep(0.05)
            client.refresh([self.topic], timeout_ms=self._timeout_ms)

    def _create(self) -> tuple[ErrorCode, str | None]:
        configs = [CreatableTopicConfig(name=name, value=value) for name, value in CONFIGS.items()]
        topic = CreatableTopic(name=self.topic, num_partitions=1, replication_factor=-1, assignments=[], configs=configs)
        try:
            request = CreateTopicsRequest(topics=[topic], timeout_ms=self._client.settings.request_timeout_ms)
            answer = self._client.ask(self._client.metadata.controller_id, request)
        except KlogError as error:
            return error.code, error.message
        one = answer.topics[0]
        return row_of(one.error_code).code, one.error_message


def ends_of(client: BlockingClient, topic: str, *, timeout_ms: int, max_block_ms: int) -> list[int]:
    """Where each partition of `topic` ends.

    :raises KlogError: it cannot be said.
    """
    _, count = partitions_of(client, topic, max_block_ms)
    partitions = [TopicPartition(topic, number) for number in range(count)]
    found = client.list_offsets(partitions, LATEST_TIMESTAMP, timeout_ms=timeout_ms)
    return [found[tp].offset for tp in partitions]


#: The ledgers of this worker, with all that was read of them.
_ledgers: dict[tuple[BlockingClient, str], LedgerTopic] = {}


def ledger_for(client: BlockingClient, topic: str, timeout_ms: int) -> LedgerTopic:
    """This worker's view of the ledger."""
    found = _ledgers.get((client, topic))
    if found is None:
        for stale in [pair for pair in _ledgers if pair[0].is_closed]:
            del _ledgers[stale]
        found = _ledgers[client, topic] = LedgerTopic(client, topic, timeout_ms=timeout_ms)
    return found


def _is_part(where: list[Any]) -> bool:
    return len(where) == 3 and where[:2] == ["", "snapshot"]


def _loaded(value: bytes | None) -> dict[str, Any] | None:
    if value is None:
        return None
    what = json.loads(value)
    int(what["v"])
    return dict(what)


def _value(claim: Claim) -> dict[str, Any]:
    return {
        "v": VERSION,
        "batch": claim.batch,
        "pid": claim.producer_id,
        "epoch": claim.epoch,
        "starts": claim.starts,
        "again": claim.is_repetition,
        "name": claim.name,
        "follows": claim.follows,
    }


def _claim(where: list[Any], what: dict[str, Any]) -> Claim:
    query, task = where
    starts = {str(topic): [int(end) for end in ends] for topic, ends in what["starts"].items()}
    return Claim(
        str(query),
        int(task),
        int(what["batch"]),
        int(what["pid"]),
        int(what["epoch"]),
        starts,
        bool(what["again"]),
        str(what["name"]),
        None if what["follows"] is None else str(what["follows"]),
    )
