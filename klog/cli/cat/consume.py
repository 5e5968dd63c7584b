"""``klog cat -C``: prints a topic's records, straight from a `Fetcher`.

1. Where to begin becomes one offset for each partition (``-o``), and so does where the end is.
2. Records are printed as they come. A partition whose end is reached says so once; with ``-e`` it is left there, and the last one ends the
   command. The end is that of the moment when it is reached: what was appended meanwhile is read too. Leaders are asked for ends while
   others' records are printed: one that is away holds up its own partitions only.
3. ``-X group.id=…`` makes the places of ``-o stored`` and keeps them up to date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from twisted.internet.defer import Deferred

from klog.cli.cat.ends import Ends
from klog.cli.cat.format import Formatter, Shown, Unpackable
from klog.cli.cat.metadata import make_routing
from klog.cli.cat.options import CatOptions, From
from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, Exit, not_found, usage
from klog.cli.output import Output
from klog.cli.run_coroutine import within
from klog.client.fetching.buffer import FetchBuffer
from klog.client.fetching.fetcher import Fetcher
from klog.client.isolation import IsolationLevel, isolation_level
from klog.client.offsets import Committed, commit_offsets, fetch_committed, list_offsets
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition

#: How often somebody looks whether the end is reached while nothing comes.
LOOK_S = 0.2
COMMIT_EVERY_S = 5.0


class RecordSet(Protocol):
    """What is used of a `MessageSet`."""

    topic: str
    partition: int
    next_offset: int

    def __len__(self) -> int: ...
    def __iter__(self) -> Any: ...
    def __getitem__(self, index: slice) -> Any: ...
    def join(self, end: bytes = b"") -> bytes: ...


class Printed(NamedTuple):
    """What became of a set of records: where the partition goes on, and whether ``e@`` has ended it."""

    next_offset: int
    ended: bool = False


class Printer:
    """Writes records to standard output, up to ``-c`` of them.

    :param broker_of: the broker that a partition's records come from; None where nobody knows.
    :param write: where bytes go; standard output where not given.
    """

    def __init__(
        self,
        options: CatOptions,
        out: Output,
        broker_of: Callable[[TopicPartition], int | None],
        write: Callable[[bytes], Any] | None = None,
    ) -> None:
        self._format: Formatter = options.formatter
        self._plain_end = options.delimiter if options.plain else None
        #: Records that are still to be printed; None: no end to it.
        self.left = options.count
        self._stop_ms = options.stop_ms
        self._out = out
        self._broker_of = broker_of
        #: Whether topics stamp records when they are appended, as far as somebody asked.
        self.append_time: dict[str, bool] = {}
        self._write: Callable[[bytes], Any] = out.write_bytes if write is None else write

    @property
    def finished(self) -> bool:
        """Whether all that was asked for is printed."""
        return self.left is not None and self.left <= 0

    def show(self, records: RecordSet) -> Printed:
        """Print them, as far as they are wanted."""
        if self.left is not None and len(records) > self.left:
            records = records[: self.left]
        if self._plain_end is not None and self._stop_ms is None:
            self._write(records.join(self._plain_end))
            self._count(len(records))
            return Printed(records.next_offset)
        partition = TopicPartition(records.topic, records.partition)
        known = self._broker_of(partition)
        broker = -1 if known is None else known
        kind = "logappend" if self.append_time.get(records.topic) else "create"
        stop_ms = self._stop_ms
        pieces: list[bytes] = []
        ended: int | None = None
        for record in records:
            if stop_ms is not None and record.timestamp_ms >= stop_ms:
                ended = record.offset
                break
            stamp = kind if record.timestamp_ms >= 0 else None
            shown = Shown(
                partition.topic,
                partition.partition,
                record.offset,
                record.timestamp_ms,
                record.key,
                record.value,
                record.headers,
                stamp,
                broker,
            )
            try:
                pieces.append(self._format(shown))
            except Unpackable as error:
                self._write(b"".join(pieces))
                raise CommandFailed(f"{partition.topic} [{partition.partition}] offset {record.offset}: {error}") from None
        self._write(b"".join(pieces))
        self._count(len(pieces))
        return Printed(records.next_offset if ended is None else ended, ended is not None)

    def _count(self, printed: int) -> None:
        if self.left is not None:
            self.left -= printed

    def flush(self) -> None:
        """What was printed is out. Raises BrokenPipeError."""
        self._out.flush()


async def chosen_partitions(reactor: Any, routing: Routing, connection: Connection, options: CatOptions) -> list[TopicPartition]:
    """The partitions that ``-t`` and ``-p`` mean.

    :raises CommandFailed: no broker answers, or there is no such topic or partition.
    """
    topic = options.topic or ""
    await within(reactor, routing.know([topic]), connection.timeout_s, f"no answer from {connection.bootstrap}")
    found = routing.metadata.topic(topic)
    if found is None or found.error is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
        raise not_found(f"there is no topic {topic}; `klog topic list` shows those that there are")
    if found.error is not ErrorCode.NONE:
        raise KlogError(found.error, f"topic {topic}: {KlogError(found.error).message}")
    numbers = sorted(partition.partition for partition in found.partitions)
    if options.partition is not None:
        if options.partition not in numbers:
            raise not_found(f"topic {topic} has partitions 0 to {len(numbers) - 1}, not {options.partition}")
        numbers = [options.partition]
    return [TopicPartition(topic, number) for number in numbers]


async def first_offsets(
    routing: Routing, options: CatOptions, partitions: list[TopicPartition], group: str | None, isolation: IsolationLevel
) -> dict[TopicPartition, int | None]:
    """Where each partition begins; None leaves it to ``auto.offset.reset``.

    :raises KlogError: the brokers do not tell.
    """
    place, number = options.start if options.start is not None else (From.BEGINNING, 0)
    if place is From.OFFSET:
        return dict.fromkeys(partitions, number)
    if place is From.BEGINNING:
        return dict.fromkeys(partitions, EARLIEST_TIMESTAMP)
    if place is From.STORED:
        if group is None:
            raise usage("-o stored wants a group whose places are meant: -X group.id=name")
        stored = await fetch_committed(routing, group, partitions)
        return {partition: stored[partition].offset if partition in stored else None for partition in partitions}
    if place is From.TIME:
        found = await list_offsets(routing, dict.fromkeys(partitions, number), isolation)
        return {partition: at.offset if at.offset >= 0 else LATEST_TIMESTAMP for partition, at in found.items()}
    ends = await list_offsets(routing, dict.fromkeys(partitions, LATEST_TIMESTAMP), isolation)
    if place is From.END:
        return {partition: at.offset for partition, at in ends.items()}
    starts = await list_offsets(routing, dict.fromkeys(partitions, EARLIEST_TIMESTAMP), isolation)
    return {partition: max(starts[partition].offset, ends[partition].offset - number) for partition in partitions}


class Consumption:
    """One run of ``-C`` over partitions whose beginnings are known."""

    def __init__(
        self,
        reactor: Any,
        routing: Routing,
        buffer: FetchBuffer,
        options: CatOptions,
        out: Output,
        printer: Printer,
        isolation: IsolationLevel,
        patience_s: float = 5.0,
    ) -> None:
        self.patience_s = patience_s
        self.reactor = reactor
        self.routing = routing
        self.buffer = buffer
        self.options = options
        self.out = out
        self.printer = printer
        self.isolation = isolation
        self.live: set[TopicPartition] = set()
        #: Partitions that have said that they are at their end.
        self.at_end: set[TopicPartition] = set()
        self.ends = Ends(reactor, routing, isolation, out, self._wake)
        self._waiting: Deferred[None] | None = None
        #: Where each partition goes on behind what was printed.
        self.places: dict[TopicPartition, int] = {}

    async def run(self, starts: dict[TopicPartition, int | None]) -> None:
        """Until the end, which without ``-e``, ``-c`` and ``e@`` never comes.

        :raises KlogError: a partition cannot be read, unless ``-E``.
        :raises CommandFailed: with ``-e``: all else is read, and nobody tells of the rest.
        """
        self.live = set(starts)
        self.buffer.assign(starts)
        self.ends.ask(starts)
        try:
            await self._print()
        finally:
            self.ends.stop()
        self.printer.flush()

    async def _print(self) -> None:
        while self.live and not self.printer.finished:
            try:
                self.ends.check()
                taken = self.buffer.take(max_bytes=1 << 20 if self.options.unbuffered else 8 << 20)
            except KlogError as error:
                self._failed(error)
                continue
            for records in taken:
                self._show(records)
            if self.printer.finished or self._look_for_ends():
                break
            if not taken:
                self.printer.flush()
                self.out.check_reader()
                self._give_up_on_silent()
                await self._wait()

    def _show(self, records: Any) -> None:
        partition = TopicPartition(records.topic, records.partition)
        if partition not in self.live or self.printer.finished:
            return
        printed = self.printer.show(records)
        self.places[partition] = printed.next_offset
        self.at_end.discard(partition)
        if printed.ended:
            self._leave(partition)
            where = f"{partition.topic} [{partition.partition}] at offset {printed.next_offset}"
            self._note(f"% Reached stop timestamp for topic {where}{'' if self.live else ': exiting'}")

    def _failed(self, error: KlogError) -> None:
        if self.options.exit_on_error:
            raise error
        broken = [partition for partition in self.live if self.buffer.error_of(partition) is not None]
        if not broken:
            raise error
        self.out.warn(error.message)
        for partition in broken:
            self._leave(partition)

    def _leave(self, partition: TopicPartition) -> None:
        self.live.discard(partition)
        self.buffer.unassign([partition])

    def _note(self, sentence: str) -> None:
        self.printer.flush()
        self.out.note(sentence)

    def _give_up_on_silent(self) -> None:
        """With ``-e`` the partitions that nobody tells of are not waited for for ever.

        :raises CommandFailed: they are all that is left, and the time is over.
        """
        silent = sorted(self.live - self.ends.known.keys())
        if not self.options.exit_at_end or len(silent) < len(self.live):
            return
        if self.ends.silent_s() >= self.patience_s:
            names = ", ".join(f"{partition.topic} [{partition.partition}]" for partition in silent)
            raise CommandFailed(f"{names}: no answer within {self.patience_s:g} s: {self.ends.why(silent)}", Exit.UNREACHABLE)

    def _look_for_ends(self) -> bool:
        """Whether all partitions were left at their ends.

        Whoever has reached an end asks for it once more, since something may have been appended, and reads on meanwhile: a leader that has
        just gone away must not keep the others waiting.
        """
        to_confirm = []
        for partition in sorted((self.live - self.at_end) & self.ends.known.keys()):
            position, end = self.buffer.position(partition), self.ends.known[partition]
            if partition not in self.ends.confirmed:
                if position >= max(0, end):
                    to_confirm.append(partition)
                continue
            self.ends.confirmed.discard(partition)
            if position != end:
                continue  # there is more, or we began behind the end and are about to be sent back
            self.at_end.add(partition)
            self.places[partition] = position
            if self.options.exit_at_end:
                self._leave(partition)
            last = ": exiting" if not self.live else ""
            self._note(f"% Reached end of topic {partition.topic} [{partition.partition}] at offset {position}{last}")
        self.ends.confirm(to_confirm)
        return not self.live

    def _wait(self) -> Deferred[None]:
        """Until something comes, somebody has told of ends, or it is time to look for them."""
        waiting = self._waiting = self.buffer.wait()
        call = self.reactor.callLater(LOOK_S, self._wake)

        def over(result: Any) -> Any:
            if call.active():
                call.cancel()
            if self._waiting is None:
                return None  # our own cancellation
            self._waiting = None
            return result

        return waiting.addBoth(over)

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.cancel()


async def consume(reactor: Any, connection: Connection, options: CatOptions, out: Output) -> None:
    """``-C``.

    :raises CommandFailed: no such topic or partition, nobody answers; `KlogError` for what brokers refuse.
    """
    settings = dict(connection.names.consumer)
    isolation = isolation_level(settings.pop("isolation_level", "read_committed"))
    group = connection.names.other.get("group_id")
    routing = make_routing(reactor, connection)
    # As librdkafka: an offset that is not there (any more) is the end's, unless auto.offset.reset says otherwise.
    fetcher = Fetcher(routing, isolation_level=isolation, **{"auto_offset_reset": "latest", **settings})
    printer = Printer(options, out, fetcher.buffer.source_of)
    try:
        partitions = await chosen_partitions(reactor, routing, connection, options)
        if options.json and options.topic:
            printer.append_time[options.topic] = await stamps_when_appended(reactor, connection, options.topic)
        starts = await first_offsets(routing, options, partitions, group, isolation)
        run = Consumption(reactor, routing, fetcher.buffer, options, out, printer, isolation, connection.timeout_s)
        committer = Committer(reactor, routing, run.places, group, connection) if group is not None else None
        try:
            await run.run(starts)
        finally:
            if committer is not None:
                await committer.stop()
    finally:
        fetcher.stop()
        await routing.stop()


class Committer:
    """Writes down how far a group has read, every few seconds and at the end. What cannot be written is tried again with the next, and told
    at the end. One commit at a time: one that is tried again for long must not come after a later one.
    """

    def __init__(self, reactor: Any, routing: Routing, places: Mapping[TopicPartition, int], group: str, connection: Connection) -> None:
        self._reactor = reactor
        self._routing = routing
        self._places = places
        self._group = group
        self._written: dict[TopicPartition, int] = {}
        self._every_s = connection.names.other.get("auto_commit_interval_ms", COMMIT_EVERY_S * 1000) / 1000
        self._enabled = connection.names.other.get("auto_commit", True)
        self._call = reactor.callLater(self._every_s, self._tick) if self._enabled else None
        self._committing: Deferred[None] | None = None

    def _tick(self) -> None:
        self._call = self._reactor.callLater(self._every_s, self._tick)
        if self._committing is None:
            committing = self._committing = Deferred.fromCoroutine(self._commit())
            committing.addBoth(self._ended)

    def _ended(self, _: object) -> None:
        self._committing = None

    async def _commit(self) -> None:
        changed = {partition: offset for partition, offset in self._places.items() if self._written.get(partition) != offset}
        await commit_offsets(self._routing, self._group, {partition: Committed(offset) for partition, offset in changed.items()})
        self._written.update(changed)

    async def stop(self) -> None:
        """The last ones are written. Raises KlogError."""
        if self._call is not None and self._call.active():
            self._call.cancel()
        if self._committing is not None:
            self._committing.cancel()
        if self._enabled:
            await self._commit()


async def stamps_when_appended(reactor: Any, connection: Connection, topic: str) -> bool:
    """Whether the topic's records carry the broker's time; False where the broker does not tell."""
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import ConfigResource

    async with Admin(reactor, connection.bootstrap, **connection.client) as admin:
        try:
            resource = ConfigResource.topic(topic)
            entries = (await admin.describe_configs([resource]))[resource]
        except KlogError:
            return False
        found = entries.get("message.timestamp.type")
        return found is not None and found.value == "LogAppendTime"
