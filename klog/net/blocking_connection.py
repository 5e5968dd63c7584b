"""One broker, for code without a reactor: the same sans-IO core over a plain socket.

No Twisted in whatever this imports.

It connects when it is first asked, and again at the next request after a connection was lost; trying again a request that failed is for the
caller, who knows whether it may be done twice. Every wait has a limit; a request that was not answered in time ends the connection. A large
answer is received straight into its own buffer. Not to be shared between threads.

`BlockingConnection.request` asks and waits. `begin` asks, and the answer is taken later (`PendingAnswer.result`): meanwhile the broker
works and the kernel receives. Nothing is read before somebody waits, so what is ahead costs this process no memory. Who waits for a later
answer first gets it when the earlier ones have come, and these are kept in their `PendingAnswer`.

A process that is forked has a connection of its own from then on.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self

from klog.errors import ErrorCode, KlogError
from klog.forks import tell_in_child
from klog.net.api_ranges import ApiRanges
from klog.net.certificate_errors import certificate_sentence, option_names, tls_sentence
from klog.net.client.errors import (
    AuthenticationFailed,
    BrokerUnreachable,
    ClientError,
    ConnectionClosed,
    RequestTimedOut,
    address_of,
    reason_of,
)
from klog.net.client.session import ClientSession
from klog.net.client.standard_tls import tls_context
from klog.net.connection_settings import ConnectionSettings
from klog.net.security import PLAINTEXT, Security
from klog.span import Part, join_parts
from klog.wire.primitives import EncodeError
from klog.wire.schema import Message

#: Most bytes of a read that does not go straight into a large answer's buffer.
READ_BYTES = 64 << 10
_WOULD_BLOCK = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class PendingAnswer:
    """What `BlockingConnection.begin` asked for."""

    __slots__ = ("_answer", "_connection", "_error", "_is_answered", "_is_dropped", "name")

    def __init__(self, connection: BlockingConnection, name: str) -> None:
        #: Of the request, as errors call it.
        self.name = name
        self._connection = connection
        self._answer: Any = None
        self._error: KlogError | None = None
        self._is_answered = False
        self._is_dropped = False

    def result(self, timeout_ms: int | None = None) -> Any:
        """Wait for the answer; once only, it is not kept.

        :param timeout_ms: from now on; ``request_timeout_ms`` where None.
        :raises ClientError: none came; the connection is closed, and made again for the next request.
        """
        if not self._is_answered and self._error is None:
            self._connection._wait_for(self, timeout_ms)
        if self._error is not None:
            raise self._error
        answer, self._answer = self._answer, None
        return answer

    def drop(self) -> None:
        """Throw the answer away when it comes."""
        self._is_dropped = True
        self._answer = None

    def _take(self, answer: Any) -> None:
        self._is_answered = True
        if not self._is_dropped:
            self._answer = answer

    def _fail(self, error: KlogError) -> None:
        self._error = error


class BlockingConnection:
    """See above.

    ::

        with BlockingConnection("localhost", 9092) as connection:
            answer = connection.request(MetadataRequest(topics=None))

    :param host: a name or an IP address.
    :param security: checked settings.
    :param client_id: sent with every request.
    :param settings: ``max_in_flight`` and the back-off are not used.
    :param clock: seconds, never going back.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        security: Security = PLAINTEXT,
        client_id: str | None = "klog",
        settings: ConnectionSettings = ConnectionSettings(),  # noqa: B008 (frozen)
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.host, self.port = host, port
        self.address = address_of(host, port)
        self.settings = settings
        self._security = security
        self._client_id = client_id
        self._clock = clock
        self._socket: socket.socket | None = None
        self._session: ClientSession | None = None
        self._reauthenticate_at: float | None = None
        self._is_closed = False
        #: By correlation id.
        self._pending: dict[int, PendingAnswer] = {}
        tell_in_child(self)

    @property
    def versions(self) -> ApiRanges | None:
        """What the broker speaks; None while there is no connection."""
        return None if self._session is None else self._session.versions

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def connect(self, timeout_ms: int | None = None) -> ApiRanges:
        """Connect where there is no connection; what the broker speaks.

        :param timeout_ms: ``connect_timeout_ms`` where None.
        :raises ClientError: it cannot be reached, or broker and client do not accept each other.
        """
        if self._is_closed:
            raise ConnectionClosed(self.address, "is not asked any more: the client was closed")
        # So that whoever connects first knows of what fails afterwards that it may have been sent.
        self._drop_if_dead()
        if self._session is not None:
            return self._session.versions
        limit_ms = self.settings.connect_timeout_ms if timeout_ms is None else timeout_ms
        deadline = self._clock() + limit_ms / 1000
        session = ClientSession(self._security, self._client_id, self.address, self.settings.max_response_bytes)
        try:
            self._socket = self._open(limit_ms / 1000)
            with self._words(session):
                if self._security.uses_tls:
                    self._socket = self._wrap(self._socket, deadline)
                self._send(session.start(), deadline)
                self._greet(session, deadline)
        except TimeoutError:
            self._hang_up()
            raise BrokerUnreachable(self.address, f"did not answer within {limit_ms / 1000:g} s") from None
        except BaseException:
            self._hang_up()
            raise
        self._session = session
        return session.versions

    def request(
        self,
        message: Message,
        *,
        version: int | None = None,
        at_most: int | None = None,
        timeout_ms: int | None = None,
        expects_answer: bool = True,
    ) -> Any:
        """Ask the broker and wait for the answer; connects where needed.

        :param version: exactly this one; else the highest that both speak.
        :param at_most: the highest that is wanted.
        :param timeout_ms: from now to the answer; ``request_timeout_ms`` where None.
        :param expects_answer: False for Produce with acks 0; returns None when the request was sent.
        :raises ClientError: no answer; the connection is closed, and made again for the next request.
        :raises KlogError: UNSUPPORTED_VERSION; the connection stays.
        """
        limit_ms = self.settings.request_timeout_ms if timeout_ms is None else timeout_ms
        deadline = self._clock() + limit_ms / 1000
        pending = self._begin(message, version, at_most, limit_ms, deadline, expects_answer)
        if not expects_answer:
            return None
        self._wait(pending, limit_ms, deadline)
        return pending.result()

    def begin(
        self, message: Message, *, version: int | None = None, at_most: int | None = None, timeout_ms: int | None = None
    ) -> PendingAnswer:
        """Ask the broker, and take the answer later; connects where needed.

        How many are under way at once is for the caller to bound.

        :param version: as for `request`, and so is `at_most`. :param timeout_ms: until the request is sent.
        :raises ClientError: it could not be sent.
        :raises KlogError: UNSUPPORTED_VERSION; the connection stays.
        """
        limit_ms = self.settings.request_timeout_ms if timeout_ms is None else timeout_ms
        return self._begin(message, version, at_most, limit_ms, self._clock() + limit_ms / 1000, True)

    def _begin(
        self, message: Message, version: int | None, at_most: int | None, limit_ms: int, deadline: float, expects_answer: bool
    ) -> PendingAnswer:
        pending = PendingAnswer(self, type(message).__name__.removesuffix("Request"))
        self._drop_if_dead()
        if self._session is None:
            self.connect(min(limit_ms, self.settings.connect_timeout_ms))
        session = self._session
        assert session is not None
        versions, kind = session.versions, type(message)
        chosen = versions.choose(kind, at_most) if version is None else versions.check(kind, version)
        with self._ends_with(pending.name, limit_ms), self._words(session):
            if self._reauthenticate_at is not None and self._clock() >= self._reauthenticate_at:
                self._send(session.reauthenticate(), deadline)
                self._greet(session, deadline)
            try:
                correlation_id, parts = session.request(message, chosen, expects_answer)
            except EncodeError as wrong:
                raise KlogError(ErrorCode.INVALID_REQUEST, f"{pending.name} cannot be sent to {self.address}: {wrong}") from None
            if expects_answer:
                self._pending[correlation_id] = pending
            self._send(parts, deadline)
        return pending

    def _wait_for(self, pending: PendingAnswer, timeout_ms: int | None) -> None:
        limit_ms = self.settings.request_timeout_ms if timeout_ms is None else timeout_ms
        self._wait(pending, limit_ms, self._clock() + limit_ms / 1000)

    def _wait(self, pending: PendingAnswer, limit_ms: int, deadline: float) -> None:
        session = self._session
        assert session is not None, "whoever hangs up tells those who wait"
        with self._ends_with(pending.name, limit_ms), self._words(session):
            while not pending._is_answered:
                if session.failure is not None:
                    raise session.failure
                self._receive(session, deadline)

    @contextlib.contextmanager
    def _ends_with(self, name: str, limit_ms: int) -> Iterator[None]:
        """What went wrong amid request `name` ends the connection, but for what was found before anything was sent."""
        try:
            yield
        except TimeoutError:
            error = RequestTimedOut(self.address, f"did not answer {name} within {limit_ms / 1000:g} s")
            self._hang_up(error)
            raise error from None
        except KlogError as error:
            if isinstance(error, ClientError):
                self._hang_up(error)
            raise
        except BaseException:
            # Interrupted: where in the stream of answers this is, nobody knows.
            self._hang_up()
            raise

    def reuse(self, view: memoryview) -> None:
        """The next large answer may be received into the memory that `view` shows, a part of an earlier one; the view is released here.

        Nothing happens where somebody else still looks at that answer.
        """
        buffer = view.obj
        try:
            view.release()
        except BufferError:
            return
        if self._session is not None:
            self._session.reuse(buffer)

    def close(self) -> None:
        """End the connection for good."""
        self._is_closed = True
        self._hang_up()

    def forked(self) -> None:
        """This is a child process: the connection is the parent's, and the next request makes another."""
        self._hang_up(
            ConnectionClosed(self.address, "is not asked here any more: the connection is another process's, which forked this one")
        )

    # -- the socket

    def _open(self, timeout_s: float) -> socket.socket:
        try:
            opened = socket.create_connection((self.host, self.port), timeout_s)
        except TimeoutError:
            raise
        except socket.gaierror:
            raise BrokerUnreachable(self.address, "cannot be found: the name does not resolve") from None
        except ConnectionRefusedError:
            raise BrokerUnreachable(self.address, "refused the connection") from None
        except (OSError, UnicodeError) as error:
            raise BrokerUnreachable(self.address, f"cannot be connected to: {reason_of(error)}") from None
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return opened

    def _wrap(self, plain: socket.socket, deadline: float) -> ssl.SSLSocket:
        plain.settimeout(self._left(deadline))
        return tls_context(self._security, self.address).wrap_socket(plain, server_hostname=self.host)

    def _left(self, deadline: float) -> float:
        left = deadline - self._clock()
        if left <= 0:
            raise TimeoutError
        return left

    def _hang_up(self, why: KlogError | None = None) -> None:
        opened, self._socket = self._socket, None
        waiting, self._pending = self._pending, {}
        if waiting:
            why = why or ConnectionClosed(self.address, "is not asked any more: the client closed the connection")
            for pending in waiting.values():
                pending._fail(why)
        if self._session is not None:
            self._session.discard()
        self._session = self._reauthenticate_at = None
        if opened is not None:
            with contextlib.suppress(OSError):
                opened.close()

    def _drop_if_dead(self) -> None:
        """A broker closes connections that nobody uses; better noticed before asking than after."""
        if self._session is None or self._socket is None:
            return
        if self._session.failure is not None:
            self._hang_up(self._session.failure)
            return
        if self._pending:
            # Whether it still lives is seen when these answers are waited for.
            return
        try:
            self._socket.settimeout(0)
            # Nothing is under way, so whatever comes is the end or a mistake.
            if not self._socket.recv(1):
                self._hang_up()
                return
        except _WOULD_BLOCK:
            return
        except OSError:
            pass
        self._hang_up()

    @contextlib.contextmanager
    def _words(self, session: ClientSession) -> Iterator[None]:
        """What the socket and TLS raise, as errors that name the broker."""
        try:
            yield
        except TimeoutError:
            raise
        except ssl.SSLCertVerificationError as error:
            raise AuthenticationFailed(self.address, self._certificate(error)) from None
        except ssl.SSLEOFError:
            raise session.lost("closed the connection") from None
        except ssl.SSLError as error:
            raise AuthenticationFailed(self.address, tls_sentence(error.reason or reason_of(error), option_names(self._security))) from None
        except OSError as error:
            raise session.lost(f"broke the connection ({reason_of(error)})") from None

    def _certificate(self, error: ssl.SSLCertVerificationError) -> str:
        if error.verify_code in (62, 64):
            return f"shows a certificate that is not for {self.host} (ssl_check_hostname)"
        trusted = self._security.ssl_ca_file or self._security.ssl_truststore_file
        return f"shows a certificate that {certificate_sentence(error.verify_code, trusted, option_names(self._security))}"

    def _send(self, parts: list[Part], deadline: float) -> None:
        assert self._socket is not None
        self._socket.settimeout(self._left(deadline))
        self._socket.sendall(join_parts(parts))

    def _receive(self, session: ClientSession, deadline: float) -> None:
        """What one read brings is given to whoever asked; what the session has to say to it is sent."""
        assert self._socket is not None
        self._socket.settimeout(self._left(deadline))
        view = session.writable()
        if view is None:
            data = self._socket.recv(READ_BYTES)
            count = len(data)
        else:
            count = self._socket.recv_into(view)
        if not count:
            raise session.lost("closed the connection")
        parts, answers = session.receive(data) if view is None else session.wrote(count)
        for correlation_id, answer in answers:
            pending = self._pending.pop(correlation_id, None)
            if pending is not None:
                pending._take(answer)
        if session.failure is not None and not answers:
            raise session.failure
        if parts:
            self._send(parts, deadline)

    def _greet(self, session: ClientSession, deadline: float) -> None:
        while not session.ready:
            self._receive(session, deadline)
            if session.failure is not None:
                raise session.failure
        due_ms = session.reauthenticate_after_ms
        self._reauthenticate_at = None if due_ms is None else self._clock() + due_ms / 1000
