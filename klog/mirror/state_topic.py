"""Reads the state topic to its end and on, and writes records into it: an ordinary consumer and producer of our own cluster.

What was read stands in a `klog.mirror.decisions.picture.Picture`. `StateTopic.is_loaded` says whether that is all that stood there when the
reading began: before that nobody acts by it. A topic that is deleted and made again is read from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.client.fetching.consumer import Consumer
from klog.client.offsets import list_offsets_once
from klog.client.producing.producer import Producer
from klog.client.retry import ClientStopped
from klog.client.service import Client
from klog.errors import KlogError
from klog.json_fields import BadRecord
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.picture import Picture
from klog.mirror.decisions.records import Key, Value, encode_value
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, TopicPartition

_PARTITION = TopicPartition(STATE_TOPIC, 0)
_PAUSE_MS = 1_000
#: How often it is looked whether what was written was read back, and how many times.
_LOOK_MS = 20
_LOOKS = 250
#: How long a stop waits for what is being written.
_STOP_MS = 1_000
#: So many records that make no sense are told of.
_MOST_TOLD = 10


class StateTopic:
    """See the module.

    :param client: of our own cluster, started.
    :param warn: told in one sentence what a person should know.
    :param changed: called when the picture has changed.
    :ivar picture: what was read.
    """

    _log = Logger()

    def __init__(self, reactor: Any, client: Client, warn: Callable[[str], None], changed: Callable[[], None]) -> None:
        self._reactor = reactor
        self._client = client
        self._warn = warn
        self._changed = changed
        self.picture = Picture()
        self.is_loaded = False
        #: All below was read.
        self._position = 0
        self._told = 0
        self._is_closed = False
        # Who goes on when we have stopped finds out for himself: what was not written by then is of another time.
        self._producer = Producer(reactor, client, linger_ms=5, stop_timeout_ms=_STOP_MS)
        self._consumer: Consumer | None = None
        self._reading = Deferred.fromCoroutine(self._read()).addErrback(
            lambda failure: self._log.failure("a mistake in reading the state of mirrors", failure)
        )

    def write(self, records: Iterable[tuple[Key, Value | None]]) -> Deferred[bool]:
        """Write records; a value of None takes back what the key says. Fires with whether all were written; never fails."""
        return Deferred.fromCoroutine(self._write(list(records)))

    async def _write(self, records: list[tuple[Key, Value | None]]) -> bool:
        sent = [
            self._producer.send(STATE_TOPIC, None if value is None else encode_value(value), key.encode(), partition=0)
            for key, value in records
        ]
        is_fine = True
        last = -1
        for one in sent:
            try:
                last = max(last, (await one).offset)
            except KlogError as error:
                if is_fine and not self._is_closed:
                    self._warn(f"the state of mirrors could not be written, and is written again: {error.message}")
                is_fine = False
        await self._until_read(last + 1)
        return is_fine

    async def _until_read(self, position: int) -> None:
        """What was written shall not be forgotten by what is read behind it: wait until it is read back, or for a while."""
        for _ in range(_LOOKS):
            if self._is_closed or self._position >= position:
                return
            try:
                await self._client.routing.wait_ms(_LOOK_MS)
            except ClientStopped:
                return

    async def _read(self) -> None:
        while not self._is_closed:
            try:
                await self._read_on()
            except ClientStopped:
                return
            except KlogError as error:
                self._log.info("the state of mirrors cannot be read just now: {why}", why=error.message)
            finally:
                consumer, self._consumer = self._consumer, None
                if consumer is not None:
                    await consumer.stopService()
            if self._is_closed:
                return
            # Perhaps it was made again: then all of it counts anew.
            self.is_loaded = False
            self.picture.clear()
            self._changed()
            try:
                await self._client.routing.wait_ms(_PAUSE_MS)
            except ClientStopped:
                return

    async def _read_on(self) -> None:
        end = (await list_offsets_once(self._client.routing, {_PARTITION: LATEST_TIMESTAMP}))[_PARTITION]
        if isinstance(end, KlogError):
            raise end
        consumer = self._consumer = Consumer(self._reactor, self._client, auto_offset_reset="error")
        await consumer.assign({_PARTITION: EARLIEST_TIMESTAMP})
        self._position = 0
        while not self._is_closed:
            if not self.is_loaded and (self._position >= end.offset or end.offset == 0):
                self.is_loaded = True
                self._changed()
            before = self.picture.version
            for message_set in await consumer.poll(timeout_ms=1_000):
                for message in message_set:
                    self._apply(message.offset, message.key, message.value)
                self._position = message_set.next_offset
            if self.picture.version != before and self.is_loaded:
                self._changed()

    def _apply(self, offset: int, key: bytes | None, value: bytes | None) -> None:
        try:
            self.picture.apply(key, value)
        except BadRecord as error:
            self._told += 1
            if self._told <= _MOST_TOLD:
                more = "; no more of these are told" if self._told == _MOST_TOLD else ""
                self._warn(f"{STATE_TOPIC}-0: the record at offset {offset} changes nothing: {error}{more}")

    def stop(self) -> Deferred[None]:
        """Read and write no more; the client is its owner's to stop."""
        self._is_closed = True
        consumer = self._consumer
        done: Deferred[Any] = self._producer.stopService()
        if consumer is not None:
            done.addCallback(lambda _: consumer.stopService())
        return done
