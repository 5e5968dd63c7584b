"""Transactions: every API and version in every state a transaction may rest in, from the producer, zombies and strangers; then stories.

The stories compare what is left in logs, groups and tools to the last byte; in the matrix only the answers count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klog.wire.messages.describe_producers import DescribeProducersRequest
from klog.wire.messages.describe_producers import TopicRequest as ProducersTopic
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.write_txn_markers import WritableTxnMarker, WritableTxnMarkerTopic, WriteTxnMarkersRequest
from tests.integration.behaviour.group_steps import Group
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.script_group_offsets import commit, fetch
from tests.integration.behaviour.script_produce import create, request
from tests.integration.behaviour.script_produce import good as plain_batch
from tests.integration.behaviour.steps import Script
from tests.integration.behaviour.transaction_steps import DATA, NOBODY, WHO, Producer, coming_up

Setup = Callable[[Producer], None]
#: Of APIs with many versions those that differ in more than form.
TELLING = {"Produce": (3, 10, 11, 12, 13), "InitProducerId": (0, 2, 3, 4, 5)}
OTHERS = [who for who in WHO if who != "itself"]


def build(script: Script) -> None:
    """All steps."""
    if not script.is_main:
        create(script, {"transactions-old": (1, {})}, "topics of old markers")
        script.add("FindCoordinator", 2, "of transactions", FindCoordinatorRequest(key="first", key_type=1), again=coming_up)
        _markers(script, "transactions-old", script.versions("WriteTxnMarkers"))
        return
    create(
        script,
        {DATA: (3, {}), "transactions-story": (2, {}), "transactions-marked": (1, {}), "transactions-plain": (1, {})},
        "topics of transactions",
    )
    script.add("FindCoordinator", 2, "of transactions", FindCoordinatorRequest(key="first", key_type=1), again=coming_up)
    script.add("FindCoordinator", 2, "of their groups", FindCoordinatorRequest(key="transactions", key_type=0), again=coming_up)
    commit(Group(script, "transactions"), 8, "is served", (DATA, ((2, 1, ""),)))
    for name, state in STATES.items():
        _ask_in(script, name, state)
    for version in script.versions("ListTransactions"):
        _list(script, version)
    _describe(script)
    _story(script)
    _offsets(script)
    _odd_requests(script)
    _markers(script, "transactions-marked", script.versions("WriteTxnMarkers"))
    _fencing(script)


# The states that last, and how a producer comes there.


def _begun(producer: Producer) -> None:
    producer.initialise(5, "begins")


def _begun_again(producer: Producer) -> None:
    _begun(producer)
    producer.initialise(5, "begins again")


def _ongoing(producer: Producer) -> None:
    _begun(producer)
    producer.add(3, "adds")


def _ongoing_by_itself(producer: Producer) -> None:
    _begun(producer)
    producer.produce(12, "sends", partition=1, ignore=("*/base_offset",))


def _ended(version: int, *, commit: bool) -> Setup:
    def setup(producer: Producer) -> None:
        (_ongoing_by_itself if version >= 5 else _ongoing)(producer)
        producer.end(version, "commits" if commit else "aborts", commit=commit)

    return setup


STATES: dict[str, Setup] = {
    "unknown": lambda _: None,
    "empty": _begun,
    "raised": _begun_again,
    "ongoing": _ongoing,
    "ongoing 2": _ongoing_by_itself,
    "committed": _ended(4, commit=True),
    "aborted": _ended(4, commit=False),
    "committed 2": _ended(5, commit=True),
    "aborted 2": _ended(5, commit=False),
}


def _ask_in(script: Script, name: str, setup: Setup) -> None:
    def each(api: str, ask: Callable[[Producer, int, str, str], None], label: str = "") -> None:
        for version in TELLING.get(api, script.versions(api)):
            producer = Producer(script, f"{name} {api}{label} {version}")
            setup(producer)
            for who in OTHERS:
                ask(producer, version, f"by {who}", who)
            producer.describe("before")
            ask(producer, version, "by itself", "itself")
            ask(producer, version, "by itself again", "itself")
            producer.describe("after")

    each("InitProducerId", _initialise)
    each("AddPartitionsToTxn", lambda producer, version, what, who: producer.add(version, what, (DATA, [0, 2]), who=who))
    each("AddOffsetsToTxn", lambda producer, version, what, who: producer.add_offsets(version, what, who=who))
    each("TxnOffsetCommit", lambda producer, version, what, who: producer.commit_offsets(version, what, who=who))
    each("EndTxn", lambda producer, version, what, who: producer.end(version, what, commit=True, who=who), " commit")
    each("EndTxn", lambda producer, version, what, who: producer.end(version, what, commit=False, who=who), " abort")
    each("Produce", lambda producer, version, what, who: producer.produce(version, what, who=who, ignore=("*/base_offset",)))
    for version in (4, 5):
        producer = Producer(script, f"{name} verified {version}")
        setup(producer)
        for who in WHO:
            producer.add(version, f"verified by {who}", (DATA, [0, 1, 2]), who=who, verify=True)
        producer.describe("verified")


def _initialise(producer: Producer, version: int, what: str, who: str) -> None:
    producer.initialise(version, what, who if version >= 3 else None)


# Tools


def _list(script: Script, version: int) -> None:
    tool = Producer(script, f"list {version}")
    filters: dict[str, dict[str, Any]] = {
        "all": {},
        "ongoing": {"state_filters": ["Ongoing"]},
        "two states": {"state_filters": ["Ongoing", "CompleteAbort"]},
        "unknown states": {"state_filters": ["Begun", "ongoing", ""]},
        "known and unknown": {"state_filters": ["Begun", "Empty"]},
        "dead": {"state_filters": ["Dead"]},
        "nobody": {"producer_id_filters": [NOBODY]},
        "a state twice": {"state_filters": ["Ongoing", "Ongoing"]},
    }
    if version >= 1:
        filters |= {
            "open for long": {"duration_filter": 3_600_000},
            "duration -2": {"duration_filter": -2},
            "open for long, ongoing": {"duration_filter": 3_600_000, "state_filters": ["Ongoing"]},
        }
    if version >= 2:
        patterns = ("ongoing.*", "ongoing", "", ".*commit [0-9]", "(", "[a", "a{2", "ongoing Produce (3|4)", "\\d+", "x" * 300)
        filters |= {f"pattern {pattern[:20]}": {"transactional_id_pattern": pattern} for pattern in patterns}
    for what, fields in filters.items():
        tool.ask("ListTransactions", version, what, lambda _, fields=fields: fields)
    tool.ask("ListTransactions", version, "one producer", lambda peer: {"producer_id_filters": [_id_of(peer, "empty Produce 3")]})


def _id_of(peer: Peer, transactional_id: str) -> int:
    return peer.memory[f"transaction {transactional_id} id"]


def _describe(script: Script) -> None:
    tool = Producer(script, "describe")
    for what, ids in {
        "nothing": [],
        "unknown": ["nobody"],
        "an empty id": [""],
        "several": ["ongoing Produce 3", "nobody", "committed Produce 12", ""],
        "one twice": ["ongoing Produce 3", "ongoing Produce 3"],
    }.items():
        tool.ask("DescribeTransactions", 0, what, lambda _, ids=ids: {"transactional_ids": ids})


# Stories


def _look(script: Script, topic: str, what: str, partitions: int = 1) -> None:
    """Compare all that partitions hold, for both kinds of readers, and what is known of their producers."""
    for isolation in (0, 1):
        for version in (4, 11):

            def make(_: Peer, isolation: int = isolation) -> FetchRequest:
                wanted = [FetchPartition(partition=index, fetch_offset=0, partition_max_bytes=10 << 20) for index in range(partitions)]
                return FetchRequest(
                    max_wait_ms=0, min_bytes=0, isolation_level=isolation, topics=[FetchTopic(topic=topic, partitions=wanted)]
                )

            script.add("Fetch", version, script.unused("Fetch", version, f"{topic}, isolation {isolation}, {what}"), make)
        for timestamp in (-1, -2, -3):
            asked = [ListOffsetsPartition(partition_index=index, timestamp=timestamp) for index in range(partitions)]
            script.add(
                "ListOffsets",
                7,
                script.unused("ListOffsets", 7, f"{topic}, isolation {isolation}, {timestamp}, {what}"),
                ListOffsetsRequest(replica_id=-1, isolation_level=isolation, topics=[ListOffsetsTopic(name=topic, partitions=asked)]),
                # Of a marker's time nothing is known: it may be that of the record before, or a later one.
                ignore=("*/timestamp", "*/offset") if timestamp == -3 else (),
            )
    script.add(
        "DescribeProducers",
        0,
        script.unused("DescribeProducers", 0, f"{topic}, {what}"),
        DescribeProducersRequest(topics=[ProducersTopic(name=topic, partition_indexes=list(range(partitions)))]),
    )


def _story(script: Script) -> None:
    """Transactions of old and new clients in one log, decided, open, and side by side with what is none."""
    topic = "transactions-story"
    old, new, other = (Producer(script, f"story {name}") for name in ("old", "new", "other"))
    for producer in (old, new, other):
        producer.initialise(5, "begins")
    old.add(0, "adds", (topic, [0, 1]))
    old.produce(7, "to one", 0, topic=topic, count=2)
    old.produce(7, "to another", 0, topic=topic, partition=1)
    script.add("Produce", 9, "story: plain", lambda peer: request(peer, 9, topic, [(0, plain_batch(peer, 9))]))
    _look(script, topic, "one open", 2)
    new.produce(12, "of the new kind", 0, topic=topic, count=3)
    new.produce(12, "goes on", 3, topic=topic)
    new.produce(12, "a gap", 9, topic=topic)
    new.produce(12, "the same again", 3, topic=topic)
    _look(script, topic, "two open", 2)
    old.end(1, "commits", commit=True)
    _look(script, topic, "the first committed", 2)
    other.produce(13, "by topic id", 0, topic=topic, partition=1, count=2)
    new.end(5, "aborts", commit=False)
    _look(script, topic, "the second aborted", 2)
    new.produce(12, "begins at zero again", 0, topic=topic)
    new.produce(12, "not from zero", 7, topic=topic, partition=1)
    old.add(1, "adds again", (topic, [0]))
    old.produce(7, "goes on where it was", 2, topic=topic)
    old.produce(7, "without the transaction's bit", 3, topic=topic, attributes=0)
    old.produce(7, "without its name", 3, topic=topic, named=False)
    old.produce(7, "where it was not added", 1, topic=topic, partition=1)
    _look(script, topic, "three open", 2)
    other.end(5, "commits", commit=True)
    new.end(5, "commits", commit=True)
    old.end(3, "aborts", commit=False)
    _look(script, topic, "all decided", 2)
    for producer in (old, new, other):
        producer.describe("at the end")


def _offsets(script: Script) -> None:
    """A group's offsets: pending, committed, dropped, and beside those committed outright."""
    group = Group(script, "transactions-group")
    empty = Group(script, "transactions-nobody")
    where = "transactions-story"

    def look(what: str) -> None:
        for stable in (False, True):
            fetch(group, 9, f"{what}, stable {stable}", (where, [0, 1]), require_stable=stable)
        fetch(group, 5, what, (where, [0, 1]))
        fetch(group, 7, f"all, {what}", everything=True, require_stable=True)

    first, second = Producer(script, "offsets first"), Producer(script, "offsets second")
    for producer in (first, second):
        producer.initialise(5, "begins")
    commit(group, 8, "outright", (where, ((0, 1, "outright"),)))
    first.commit_offsets(3, "not added", (where, [(0, 5, "early")]), group=group.group_id)
    first.add_offsets(3, "adds", group.group_id)
    first.commit_offsets(3, "pending", (where, [(0, 5, "pending"), (1, 6, None)]), group=group.group_id)
    look("pending")
    commit(group, 8, "outright beside it", (where, ((1, 9, "later"),)))
    look("one overwritten")
    first.end(4, "commits", commit=True)
    look("committed")
    second.commit_offsets(5, "pending", (where, [(0, 11, "new"), (1, 12, "")]), group=group.group_id)
    look("pending again")
    second.end(5, "aborts", commit=False)
    look("aborted")
    second.commit_offsets(
        5, "too large, unknown", (where, [(0, 1, "x" * 4097), (7, 1, "")]), ("missing", [(0, 1, "")]), group=group.group_id
    )
    second.commit_offsets(5, "a partition twice", (where, [(0, 20, "a"), (0, 21, "b")]), group=group.group_id)
    second.end(5, "commits", commit=True)
    look("twice")
    for version in script.versions("TxnOffsetCommit"):
        second.commit_offsets(version, "nothing", (where, []), group=group.group_id)
        second.commit_offsets(version, "no group id", (where, [(0, 1, "")]), group="")
    second.end(5, "aborts", commit=False)
    for version in (3, 4, 5):
        producer = Producer(script, f"offsets members {version}")
        producer.initialise(5, "begins")
        live = Group(script, f"transactions-live-{version}")
        generation = live.stable("a")
        if version < 5:
            producer.add_offsets(3, "adds", live.group_id)
            producer.add_offsets(3, "adds nobody's", empty.group_id)

        def asks(what: str, members: Group = live, version: int = version, producer: Producer = producer, **fields: Any) -> None:
            producer.commit_offsets(version, what, (where, [(0, 30, what)]), group=members.group_id, **fields)

        asks("of nobody")
        asks("of an unknown member", member_id="x", generation_id=generation)
        asks("of a generation only", generation_id=generation)
        asks("of a generation of the past", generation_id=generation - 1)
        unknown = (where, [(0, 30, ""), (9, 1, "")]), ("missing", [(0, 1, "")])
        producer.commit_offsets(version, "unknown ones of an unknown member", *unknown, group=live.group_id, member_id="x")
        asks("of an unknown instance", member_id="x", generation_id=generation, group_instance_id="i")
        asks("to no group", empty)
        asks("to no group, of a generation", empty, generation_id=3)
        asks("to no group, of a member", empty, member_id="x", generation_id=3)
        producer.end(5 if version == 5 else 4, "commits", commit=True)
        fetch(live, 7, f"of members {version}", everything=True, require_stable=True)
        live.describe(f"members {version}")


def _odd_requests(script: Script) -> None:
    """What names nothing, too much, or what no transaction may have."""
    for version in script.versions("AddPartitionsToTxn"):
        producer = Producer(script, f"odd {version}")
        producer.initialise(5, "begins")
        producer.add(version, "unknown ones", (DATA, [0, 9]), ("missing", [0]))
        producer.add(version, "a negative one", (DATA, [-1]))
        producer.add(version, "no partitions", (DATA, []))
        producer.add(version, "a bad name", ("bad name!", [0]))
        producer.add(version, "internal ones", ("__consumer_offsets", [0]), (DATA, [0]))
        producer.add(version, "one twice", (DATA, [1, 1]))
        producer.describe("after all")
    nameless = Producer(script, "")
    for version in script.versions("AddPartitionsToTxn"):
        nameless.add(version, "no id")
    for version in script.versions("AddOffsetsToTxn"):
        nameless.add_offsets(version, "no id")
        Producer(script, f"odd group {version}").add_offsets(version, "no group", "")
    for version in script.versions("EndTxn"):
        nameless.end(version, "no id", commit=True)
    for version in script.versions("InitProducerId"):
        for timeout in (0, -1, 900_000, 900_001, 2**31 - 1):
            Producer(script, f"timeout {timeout} {version}").initialise(version, "begins", transaction_timeout_ms=timeout)
        if version >= 3:
            odd = Producer(script, f"odd identity {version}")
            for producer_id, epoch in ((-1, 3), (7, -1), (7, 3), (-2, -2), (0, 0)):
                odd.initialise(version, f"with {producer_id} and {epoch}", producer_id=producer_id, producer_epoch=epoch)
    producer = Producer(script, "odd batches")
    producer.initialise(5, "begins")
    for version in script.versions("Produce"):
        producer.produce(version, "a marker", attributes=0x30)
        producer.produce(version, "plain under its name", attributes=0)
        producer.produce(version, "transactional without its name", named=False)
        producer.produce(version, "no such partition", partition=9)
        producer.produce(version, "an internal topic", topic="__consumer_offsets", partition=0)
    producer.describe("after odd batches")
    _look(script, "transactions-plain", "nothing")


def _fencing(script: Script) -> None:
    """A second instance comes; the first one goes on."""
    for version in (0, 3, 5):
        for client in (11, 12):
            producer = Producer(script, f"fenced {version} by {client}")
            producer.initialise(version, "begins")
            if client < 12:
                producer.add(3, "adds")
            producer.produce(client, "sends", ignore=("*/base_offset",))
            producer.initialise(version, "another comes")
            producer.describe("aborted for it")
            producer.produce(client, "the first one sends", 1, ignore=("*/base_offset",))
            producer.initialise(version, "another comes again")
            producer.describe("begun")
            producer.produce(client, "the first one sends", 1, who="a zombie", ignore=("*/base_offset",))
            for ending in script.versions("EndTxn"):
                producer.end(ending, "the first one commits", commit=True, who="a zombie")
            producer.add_offsets(1, "the first one adds", who="a zombie")
            producer.add_offsets(3, "the first one adds", who="a zombie")
            producer.initialise(5, "the first one goes on", "a zombie")
            producer.describe("at the end")


def _markers(script: Script, topic: str, versions: range) -> None:
    """WriteTxnMarkers as tools send it."""
    for version in versions:
        producer = Producer(script, f"marked {version}")
        for what in ("begins", "begins again"):
            producer.initialise(5 if script.is_main else 4, what)

        def mark(
            what: str,
            epoch: int = 0,
            *,
            producer: Producer = producer,
            version: int = version,
            coordinator: int = 0,
            commit: bool = False,
            who: str = "itself",
            by: int = 0,
            where: tuple[tuple[str, list[int]], ...] = ((topic, [0]),),
        ) -> None:
            def make(peer: Peer) -> WriteTxnMarkersRequest:
                producer_id, known = producer.identity(peer, who)
                marker = WritableTxnMarker(
                    producer_id=producer_id,
                    producer_epoch=known + epoch,
                    transaction_result=commit,
                    topics=[WritableTxnMarkerTopic(name=name, partition_indexes=indexes) for name, indexes in where],
                    coordinator_epoch=coordinator,
                )
                if version >= 2:
                    marker.transaction_version = by
                return WriteTxnMarkersRequest(markers=[marker])

            script.add("WriteTxnMarkers", version, script.unused("WriteTxnMarkers", version, f"{producer.id}: {what}"), make)

        mark("for who never wrote", who="another")
        mark("before anything is open")
        producer.add(3, "adds", (topic, [0]))
        producer.produce(11, "sends", topic=topic, count=2)
        mark("of an older epoch", -1)
        mark("of a coordinator of the future, aborted", coordinator=7)
        _look(script, topic, f"marked by {version}")
        producer.produce(11, "goes on", 2, topic=topic)
        mark("of a coordinator of the past", coordinator=3)
        mark("of a newer epoch, committed", 1, commit=True, coordinator=7)
        mark("again", 1, commit=True, coordinator=7)
        producer.produce(11, "of the epoch before", 3, topic=topic)
        mark("of no partitions", 1, where=((topic, []),))
        mark("of nothing", 1, where=())
        mark("of unknown ones", 1, coordinator=7, where=((topic, [0, 5, -1]), ("missing", [0])))
        mark("of an offsets partition", who="another", where=(("__consumer_offsets", [0]),))
        if version >= 2:
            for by in (1, 2):
                mark(f"by version {by}, the same epoch", 1, coordinator=7, by=by)
                mark(f"by version {by}, a newer epoch", 2, coordinator=7, by=by)
                mark(f"by version {by}, an older epoch", 0, coordinator=7, by=by)
            mark("of the epoch -1", -2)
            mark("by version 9", 3, coordinator=7, by=9)
            mark("by version -1", 3, coordinator=7, by=-1, where=(("transactions-plain", [0]),))
        script.add("WriteTxnMarkers", version, "none", WriteTxnMarkersRequest(markers=[]))
        _look(script, topic, f"all marked by {version}")
        producer.describe("marked")
