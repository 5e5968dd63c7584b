"""``klog cat -P``: sends lines of standard input, or files, and says what could not be delivered.

Lines without a key go out in bulk; with ``-K`` or ``-k`` each is a record of its own, whose partition is librdkafka's choice (CRC-32 of the
key: what kcat would choose) unless ``-X partitioner`` says otherwise. Reading stops while too much waits for acknowledgement. With ``-X
transactional.id`` all of it is one transaction.
"""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred

from klog.cli.admin_session import first_contact
from klog.cli.cat.input import InputReader, Splitter, split_key
from klog.cli.cat.options import CatOptions
from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, Exit, in_words_of_options
from klog.cli.output import Output
from klog.client.producing.partitioners import murmur2
from klog.client.producing.producer import Producer
from klog.errors import ErrorCode, KlogError

#: What may wait for acknowledgement before reading stops; the producer's own bounds are larger.
MAX_WAITING_BYTES = 16 << 20
MAX_WAITING_RECORDS = 200_000
#: After so long without any broker it is said that there is none.
SILENCE_S = 1.0
#: Distinct reasons that are told; the others are counted.
MAX_REASONS = 5

Choose = Callable[[str, bytes | None, bytes | None, int, Sequence[int]], int]


def fnv1a(key: bytes) -> int:
    """librdkafka's hash of that name, made positive as Sarama does."""
    hashed = 0x811C9DC5
    for byte in key:
        hashed = ((hashed ^ byte) * 0x01000193) & 0xFFFFFFFF
    return 0x100000000 - hashed if hashed & 0x80000000 else hashed


def _positive_murmur2(key: bytes) -> int:
    return murmur2(key) & 0x7FFFFFFF


_HASHES: dict[str, Callable[[bytes], int]] = {"consistent": zlib.crc32, "murmur2": _positive_murmur2, "fnv1a": fnv1a}


def partitioner(name: str, chance: random.Random) -> str | Choose:
    """librdkafka's partitioner of that name; klog's own ones stay what they are called.

    ``consistent_random`` takes an empty key for none, ``murmur2_random`` does not, as there.
    """
    base = name.removesuffix("_random")
    hashed = _HASHES.get(base)
    if hashed is None:
        return name
    at_random = name.endswith("_random")

    def choose(topic: str, key: bytes | None, value: bytes | None, count: int, available: Sequence[int]) -> int:
        keyless = key is None or (base == "consistent" and not key)
        if at_random and keyless:
            return chance.choice(available) if available else chance.randrange(count)
        return hashed(key or b"") % count

    return choose


class Deliveries:
    """What is on its way, and what failed."""

    def __init__(self, out: Output) -> None:
        self._out = out
        self._records = 0
        self._bytes = 0
        self._room: Deferred[None] | None = None
        self._none: Deferred[None] | None = None
        self.failed = 0
        #: The exit code that the first failure stands for.
        self.code: ErrorCode | None = None
        self._reasons: dict[str, int] = {}

    def track(self, sent: Deferred[Any], records: int, size: int) -> None:
        """`sent` fires when `records` of `size` bytes together are acknowledged."""
        self._records += records
        self._bytes += size

        def over(result: Any) -> None:
            self._records -= records
            self._bytes -= size
            room, none = self._room, self._none
            if room is not None and not self._is_full():
                self._room = None
                room.callback(None)
            if none is not None and not self._records:
                self._none = None
                none.callback(None)

        sent.addErrback(self._failed)
        sent.addBoth(over)

    def _failed(self, failure: Any) -> None:
        error = failure.value
        if not isinstance(error, KlogError):
            failure.raiseException()
        self.failed += getattr(error, "failed_count", 1)
        self.code = self.code or error.code
        reason = str(getattr(error, "reason", error.message)).rstrip(".")
        known = self._reasons.get(reason)
        if known is None and len(self._reasons) < MAX_REASONS:
            self._out.warn(f"delivery failed: {in_words_of_options(reason)}")
        self._reasons[reason] = (known or 0) + 1

    def _is_full(self) -> bool:
        return self._bytes >= MAX_WAITING_BYTES or self._records >= MAX_WAITING_RECORDS

    async def room(self) -> None:
        """Wait until less is on its way."""
        if self._is_full():
            self._room = Deferred()
            await self._room

    async def all(self) -> None:
        """Wait until nothing is on its way."""
        if self._records:
            self._none = Deferred()
            await self._none


class Production:
    """One run of ``-P``."""

    def __init__(self, reactor: Any, producer: Producer, options: CatOptions, out: Output) -> None:
        self._reactor = reactor
        self._producer = producer
        self._options = options
        self._out = out
        self._topic = options.topic or ""
        self._partition = None if options.partition in (None, -1) else options.partition
        self._left = options.count
        self._bulk = options.key_delimiter is None and options.fixed_key is None and not options.headers
        self.deliveries = Deliveries(out)

    async def run(self) -> None:
        """All of the input.

        :raises CommandFailed: no file could be read, or something was not delivered.
        """
        if self._options.arguments and not self._options.lines:
            await self._whole_files()
        else:
            await self._stream()
        await self.deliveries.all()
        if self.deliveries.failed:
            count = self.deliveries.failed
            code = Exit.FAILED
            sentence = f"{count:,} {'record was' if count == 1 else 'records were'} not delivered"
            if self._producer.production.transactional_id is not None:
                sentence += "; nothing of the transaction counts"
            raise CommandFailed(sentence, code)

    async def _whole_files(self) -> None:
        good = 0
        for path in self._options.arguments:
            try:
                with open(path, "rb") as file:
                    data = file.read()
            except OSError as error:
                self._out.warn(f"cannot read {path}: {error.strerror}")
                continue
            good += 1
            if data:
                await self._send([data])
        if not good:
            raise CommandFailed("none of the files could be read", Exit.NOT_FOUND)
        if good < len(self._options.arguments):
            self._out.note(f"% Failed to produce from {len(self._options.arguments) - good}/{len(self._options.arguments)} files")

    async def _stream(self) -> None:
        splitter = Splitter(self._options.delimiter)
        path = self._options.arguments[0] if self._options.arguments else None
        fd = 0 if path is None else os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            reader = InputReader(self._reactor, fd)
            while self._left is None or self._left > 0:
                data = await reader.read()
                records = splitter.feed(data) if data else [splitter.rest()]
                await self._send([record for record in records if record])
                if not data:
                    return
        finally:
            if path is not None:
                os.close(fd)

    async def _send(self, records: list[bytes]) -> None:
        if self._left is not None:
            records = records[: self._left]
            self._left -= len(records)
        if not records:
            return
        await self.deliveries.room()
        if self._bulk:
            sent = self._producer.send_many(self._topic, records, partition=self._partition)
            self.deliveries.track(sent, len(records), sum(map(len, records)))
        else:
            options = self._options
            for record in records:
                await self.deliveries.room()
                key, value = split_key(record, options.key_delimiter, options.fixed_key, options.nulls)
                one = self._producer.send(self._topic, value, key=key, headers=options.headers, partition=self._partition)
                self.deliveries.track(one, 1, len(record))
        if self._options.tee:
            # As kcat: the records without what stood between them.
            self._out.write_bytes(b"".join(records))
            self._out.flush()


def producer_options(connection: Connection, options: CatOptions) -> dict[str, Any]:
    """Keyword arguments for the `Producer`: librdkafka's defaults where kcat's users would notice the difference."""
    chosen: dict[str, Any] = {**connection.names.client, **connection.names.producer}
    chosen.setdefault("allow_auto_create_topics", True)
    name = chosen.pop("partitioner", "consistent_random")
    keyed = options.key_delimiter is not None or options.fixed_key is not None
    # Without keys librdkafka fills one batch after the other, too; -p -1 asks for another partition with each record.
    each = keyed or options.partition == -1 or name in ("random", "round_robin", "sticky")
    chosen["partitioner"] = partitioner(name, random.Random()) if each else "sticky"
    largest = chosen.get("max_request_bytes", 0)
    chosen.setdefault("backlog_bytes", max(64 << 20, 2 * largest))
    return chosen


async def produce(reactor: Any, connection: Connection, options: CatOptions, out: Output) -> None:
    """``-P``.

    :raises CommandFailed: nothing to read, nobody answers, or something was not delivered.
    """
    producer = Producer(reactor, connection.bootstrap, **producer_options(connection, options))
    async with producer:
        telling = reactor.callLater(SILENCE_S, lambda: out.note(f"% no broker answers at {connection.bootstrap} yet"))
        try:
            await first_contact(producer.routing, connection)
        finally:
            if telling.active():
                telling.cancel()
        production = Production(reactor, producer, options, out)
        if producer.production.transactional_id is None:
            await production.run()
            return
        # As kcat: all of the input is one transaction, which is committed at its end, and aborted by whatever comes before.
        async with producer.transaction():
            await production.run()
