"""TLS as the broker and its clients read and write it: whole reads and whole writes instead of records of 16 KiB.

Twisted's own layer hands each TLS record to its protocol by itself, gives the socket each record it makes by itself, and keeps what is
written for the next turn of the reactor, in case more comes. klog's frames are joined before they are written, and many are larger than
one record: so here all that one read of the socket has brought is decrypted and handed over at once, and what one `write` was given is
encrypted and given to the socket at once. The handshake, the ending, and everything that goes wrong are Twisted's.

The transport below reads more at a time when much comes (`klog.net.tcp_transports`), and what it says of its buffer (``is_flushed``,
``waiting_bytes``) is true of this one, for nothing waits here once a handshake is done.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from OpenSSL.SSL import TLS1_3_VERSION, Error, WantReadError, ZeroReturnError
from twisted.internet.interfaces import IAddress, IProtocolFactory, IReactorTime
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol
from twisted.python.failure import Failure

#: The most that one record holds, and what stands before it: its kind, a version, its length in two bytes (RFC 8446, section 5.1).
RECORD_BYTES = 16 << 10
_HEAD_BYTES = 5
#: More is in no record, with all that is around what it holds (RFC 5246, section 6.2.3).
_MOST_RECORD_BYTES = RECORD_BYTES + 2048
#: What a record takes beyond what it holds: its head, a padding, a seal; and what OpenSSL has to say besides, a ticket or a new key.
_BESIDE_BYTES, _BESIDE_ALL_BYTES = 256, 4096


class RecordEnds:
    """Counts the records of a stream as it comes, in pieces that are cut anywhere."""

    __slots__ = ("_head", "_missing")

    def __init__(self) -> None:
        #: What is still to come of the record that has begun; where its head is cut, what there is of that.
        self._missing = 0
        self._head = b""

    def ended_in(self, data: bytes) -> int:
        """How many records have ended with `data`, which follows what was given before. One that is longer than any may be has ended with
        its head: OpenSSL refuses it, and what follows counts no more."""
        if self._head:
            data = self._head + data
            self._head = b""
        count, at, length = 0, self._missing, len(data)
        if 0 < at <= length:
            count = 1
        while at + _HEAD_BYTES <= length:
            record = data[at + 3] << 8 | data[at + 4]
            at += _HEAD_BYTES + record
            if record > _MOST_RECORD_BYTES:
                self._missing = 0
                return count + 1
            if at <= length:
                count += 1
        if at < length:
            self._head = data[at:]
            self._missing = 0
        else:
            self._missing = at - length
        return count


class EncryptedTransport(TLSMemoryBIOProtocol):
    """One connection."""

    #: Whether OpenSSL has nothing to send because of what it has read, once a handshake is over: so in TLS 1.3, where the answer to a
    #: peer's new key waits for the next write.
    _is_silent_when_read = False

    # -- for the transport below

    def makeConnection(self, transport: Any) -> None:
        """As Twisted's."""
        self._records = RecordEnds()
        if hasattr(transport, "receive_into"):
            transport.receive_into(self)
        super().makeConnection(transport)  # type: ignore[no-untyped-call]

    def writable(self) -> memoryview | None:
        """For `klog.net.tcp_transports.ReceivesInto`: what comes is not a frame yet."""
        return None

    def wrote(self, count: int) -> None:
        """Never called, for nothing is `writable`."""
        raise AssertionError(count)

    def dataReceived(self, data: bytes) -> None:
        """What one read of the socket has brought."""
        ended = self._records.ended_in(data)
        if not self._handshakeDone or self._appSendBuffer:
            super().dataReceived(data)  # type: ignore[no-untyped-call]
            return
        self._tlsConnection.bio_write(data)
        # A part of a record alone: OpenSSL need not be asked.
        if ended:
            self._receive(ended)

    def _flushReceiveBIO(self) -> None:
        """What came with the last of a handshake, or while something waited to be written."""
        self._receive(None)
        self._is_silent_when_read = self._tlsConnection.get_protocol_version() == TLS1_3_VERSION

    def _receive(self, records: int | None) -> None:
        """Hand over all that can be decrypted.

        :param records: how many there are, of data or anything else; None: nobody has counted.
        """
        pieces: list[bytes] = []
        recv = self._tlsConnection.recv
        ending: Failure | None = None
        has_ended = False
        while records is None or len(pieces) < records:
            try:
                pieces.append(recv(RECORD_BYTES))
            except WantReadError:
                break
            except ZeroReturnError:
                has_ended = True
                break
            except Error:
                ending = Failure()  # type: ignore[no-untyped-call]
                break
        if pieces and not self._aborted and not self._lostTLSConnection:
            self.wrappedProtocol.dataReceived(pieces[0] if len(pieces) == 1 else b"".join(pieces))
        if self._lostTLSConnection:
            if ending is not None:
                # To write an answer fails by then: this is why.
                self._reason = ending
            return
        if has_ended:
            self._shutdownTLS()  # type: ignore[no-untyped-call]
            self._tlsShutdownFinished(None)  # type: ignore[no-untyped-call]
        elif ending is not None:
            self._tlsShutdownFinished(ending)  # type: ignore[no-untyped-call]
        elif pieces and self._is_silent_when_read:
            return
        self._flushSendBIO()

    # -- for the protocol above

    def write(self, data: bytes) -> int | None:
        """As ``ITransport.write``; 0 where all of it lies in the socket, as `klog.net.tcp_transports` says it."""
        if self.disconnecting and self._producer is None:
            return None
        return self._write(data)

    def writeSequence(self, pieces: Iterable[bytes]) -> None:
        """As `write`, of several pieces."""
        self.write(b"".join(pieces))

    def _write(self, data: bytes) -> int | None:
        if self._lostTLSConnection:
            return None
        if self._appSendBuffer:
            # What is written when a handshake is just done shall not come before what was written earlier.
            self._bufferedWrite(data)  # type: ignore[no-untyped-call]
            return None
        view, done, length = memoryview(data), 0, len(data)
        send = self._tlsConnection.send
        while done < length:
            try:
                done += send(view[done : done + RECORD_BYTES])
            except WantReadError:
                # The handshake is not over.
                self._flushSendBIO()
                self._bufferedWrite(data[done:])  # type: ignore[no-untyped-call]
                return None
            except Error:
                self._tlsShutdownFinished(Failure())  # type: ignore[no-untyped-call]
                return None
        return self._send(length)

    def _flushSendBIO(self) -> None:
        self._send(0)

    def _send(self, length: int) -> int | None:
        """Give the socket what OpenSSL has made of `length` bytes, and whatever it has to say besides."""
        most = length + (length // RECORD_BYTES + 1) * _BESIDE_BYTES + _BESIDE_ALL_BYTES
        result: int | None = 0
        while True:
            try:
                made = self._tlsConnection.bio_read(most)
            except WantReadError:
                return result
            result = cast(Any, self.transport).write(made)
            if len(made) < most:
                return result


class EncryptedFactory(TLSMemoryBIOFactory):
    """`TLSMemoryBIOFactory` whose connections are `EncryptedTransport`.

    :param options: see there. :param is_client: whether the connections are a client's. :param factory: of the protocols above.
    """

    protocol = EncryptedTransport

    def __init__(self, options: Any, is_client: bool, factory: IProtocolFactory, clock: IReactorTime) -> None:
        super().__init__(options, is_client, factory, clock)

    def buildProtocol(self, addr: IAddress | None) -> EncryptedTransport | None:  # type: ignore[override]
        """As Twisted's; None, which closes the connection, where there is to be none: Twisted's would be one around nothing."""
        built = self.wrappedFactory.buildProtocol(addr)
        return None if built is None else cast(Any, self.protocol)(self, built)
