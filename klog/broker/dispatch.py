"""From requests to answers: decode, find the handler, call it, send what comes back in the order of the requests.

The protocol hands over all requests that arrived together. Consecutive ones of one API whose handler takes runs (Produce) are
handled as one; what all of them answered leaves in one write. A handler may answer later (a Deferred): requests behind it are
handled meanwhile, and their answers wait in the connection until it is their turn. So a connection's requests take effect in their
order as far as they take effect at once, which Produce, the only one whose order matters to clients, does.

Before a handler sees a request, the guard is asked whether the connection's principal may ask for its API. What was admitted holds for one
*judgement* of the connection, which is over as soon as the guard's generation or the principal is another one; that is looked at between
any two requests, and where an answer comes that was waited for. What is answered without asking again is bound to the judgement, too: the
plans of recognised Produce requests, the answers to repeated Heartbeats, and whatever is parked or waits for its turn behind that.

What can go wrong, and what the client sees:

================================================= =======================================================================
an API or version that no handler has             the connection is closed, one line in the log
the same for ApiVersions                          error 35 in the layout of version 0 (KIP-511)
what the guard does not admit                     the API's authorization error (`klog.broker.authorization_errors`); else closed
the same, when the answer waits for its turn      the connection is closed, after the answers before it
bytes that do not decode (`WireError`)            the connection is closed, one line
`CloseConnection` from a handler                  the same, after the answers before it
`KlogError` from a handler                        its code, where the answer has a place for one; else closed
anything else from a handler                      klog's own mistake: a traceback in the log, UNKNOWN_SERVER_ERROR or closed
================================================= =======================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from twisted.internet.defer import CancelledError, Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.authorization_errors import refusal_code, tell_resources
from klog.broker.guard import AdmitAll, Guard
from klog.broker.handler import Again, CloseConnection, ConnectionInfo, Handler, RequestContext
from klog.broker.handler_table import HandlerRow, HandlerTable, name_of
from klog.broker.handlers.api_versions import API_VERSIONS_KEY, ApiVersionsHandler, Feature
from klog.broker.reactor_probe import Turns
from klog.errors import ErrorCode, KlogError
from klog.metrics import Counter, Metrics
from klog.net.principal import Principal
from klog.net.rights import Rights
from klog.span import Part
from klog.wire.decoded_size import decoded_bytes
from klog.wire.primitives import WireError
from klog.wire.schema import Message
from klog.wire.server import Request


class Connection(Protocol):
    """What a dispatcher needs of a connection (``klog.net.server_protocol.BrokerProtocol``)."""

    @property
    def info(self) -> ConnectionInfo:
        """Who is on the other end."""

    def answer(self, request: Request, message: Any) -> list[Part]:
        """What may be sent now that `request` has its answer (None: it gets none), in request order."""

    def answer_run(self, requests: Sequence[Request], answers: Sequence[bytes | None]) -> list[Part]:
        """As `answer` for one after the other, for answers that are ready to be sent (or None)."""

    def park(self, request: Request, held_bytes: int) -> None:
        """The answer to `request` comes later; its frame is let go of, and what waits holds about `held_bytes`."""

    def learn(self, request: Request, message: Any) -> None:
        """`request` is a Produce request that was decoded as `message`: the next one like it may come as a `Repeat`."""

    def expect_again(self, request: Request, answer: Again, count: Counter, rights: Guard, generation: int) -> None:
        """The bytes of `request` may come again: then `answer` is asked instead of the dispatcher, and `count` goes up by one, for as long
        as the generation of `rights` is `generation`."""

    def withdraw(self, is_refused: Callable[[Request], bool]) -> Request | None:
        """Take back the answers that wait for their turn, to requests for which `is_refused` holds; the first such request. Neither it nor
        what is behind it gets an answer: the connection must be closed."""

    def send(self, parts: list[Part]) -> None:
        """Send; the transport keeps the order."""

    def close(self, sentence: str) -> None:
        """Disconnect after what was sent, with one line in the log."""


#: What a request that waits for its answer holds however small it is (the Deferred, a timer, the objects in between),
PARKED_BYTES = 2 << 10
#: and for each byte of it, decoded, where it is small. Measured: Fetch, ListOffsets and OffsetCommit take 5 to 13 times their bytes beside
#: the above, JoinGroup 5 times; made to be dense, 20 (names of two letters) to 50 times (empty assignments of CreatePartitions).
DECODED_BYTES = 10
#: Of what is larger the objects are counted (`decoded_bytes`), so that nobody holds more than three times what is counted.
SMALL_BYTES = 256
#: What a recognised request that waits is counted for each partition but the first; its records are in the log. With as many as are
#: recognised (`klog.wire.produce_repeat.PARTITIONS`) this stays below `SMALL_BYTES`: there is no message whose objects could be counted.
PARTITION_BYTES = 10


_NONE_PARKED: set[Deferred[Any]] = set()


class _State:
    """What is known of one connection: what it may ask for, what it still waits for, and whether it closes when that is done."""

    __slots__ = ("admitted", "closing", "is_judged_anew", "judgement", "parked")

    def __init__(self) -> None:
        #: The rows of requests that were admitted in this judgement.
        self.admitted: dict[tuple[int, int], HandlerRow] = {}
        #: Its number, unlike that of any other, and whether there was one before it on this connection.
        self.judgement = 0
        self.is_judged_anew = False
        #: A set of its own where there are any.
        self.parked = _NONE_PARKED
        self.closing: str | None = None


class Dispatcher:
    """Calls handlers.

    :param handlers: one for each API; ApiVersions announces their versions.
    :param metrics: where requests are counted; its own where not given.
    :param turns: told what is being handled.
    :param guard: asked who may ask for what; where not given, everybody may for everything.
    :param features: that ApiVersions announces.
    :param rights_of: what a principal may do that comes from an address, where there is an authorizer; else everybody may do everything.
    """

    _log = Logger()

    def __init__(
        self,
        handlers: Iterable[Handler],
        metrics: Metrics | None = None,
        logger: Logger | None = None,
        turns: Turns | None = None,
        guard: Guard | None = None,
        features: Sequence[Feature] = (),
        rights_of: Callable[[Principal, str], Rights] | None = None,
    ) -> None:
        if logger is not None:
            self._log = logger
        self._turns = turns or Turns()
        self._guard: Guard = guard or AdmitAll()
        self._rights_of = rights_of
        self._judgements = 0
        metrics = metrics or Metrics()
        self._states: dict[Connection, _State] = {}
        self._mistakes = metrics.counter("requests.mistakes", "Requests that failed by a mistake of klog's own.")
        self.table = HandlerTable(metrics)
        self._row = self.table.row
        self._api_versions = ApiVersionsHandler(self.table.announced, features)
        for handler in (self._api_versions, *handlers):
            self.table.add(handler)
        # While a run is being handled, its connection and the parts that go out together afterwards; and those of other connections, whose
        # answers waited for it: a follower's Fetch is what many producers wait for.
        self._current: Connection | None = None
        self._parts: list[Part] = []
        self._others: dict[Connection, list[Part]] = {}

    def __call__(self, connection: Connection, requests: Sequence[Request]) -> None:
        """Handle requests that arrived together, in their order. Never raises."""
        state = self._states.get(connection)
        if state is None or state.closing is not None:
            if state is not None:
                return
            state = self._states[connection] = _State()
        self._current = connection
        parts = self._parts = []
        try:
            close = self._handle(connection, state, requests)
        finally:
            self._current = None
            self._parts = []
            others = self._others
            if others:
                self._others = {}
                for other, answers in others.items():
                    other.send(answers)
        if parts:
            connection.send(parts)
        if close is not None:
            _close(connection, state, close)

    def connection_lost(self, connection: Connection) -> None:
        """The connection is gone: parked requests of it are given up."""
        state = self._states.pop(connection, None)
        if state is not None:
            for deferred in list(state.parked):
                deferred.cancel()

    @property
    def parked(self) -> int:
        """Requests whose answers are still to come."""
        return sum(len(state.parked) for state in self._states.values())

    # Handling

    def _handle(self, connection: Connection, state: _State, requests: Sequence[Request]) -> str | None:
        """Handle all; the reason where the connection must be closed."""
        info = connection.info
        turns = self._turns
        position, end = 0, len(requests)
        while position < end:
            if self._guard.generation != info.judged_in:
                self._judge(state, info)
            rows = state.admitted
            request = requests[position]
            row = rows.get((request.api_key, request.api_version))
            if row is None:
                admitted = self._admit(connection, state, request)
                if admitted is None:
                    position += 1
                    continue
                if isinstance(admitted, str):
                    return admitted
                row = admitted
            turns.work = row.name
            if request.repeat is not None:
                first = position
                position += 1
                while position < end and requests[position].repeat is not None:
                    position += 1
                repeats = requests[first:position] if position - first < end else requests
                if state.is_judged_anew:
                    _forget_plans(repeats, state.judgement)
                close = self._take_repeats(connection, row, repeats)
                if close is not None:
                    return close
                continue
            if row.handle_run is None:
                position += 1
                try:
                    context, message = row.read(request, info)
                except WireError as error:
                    return _undecodable(request, error)
                row.count.value += 1
                try:
                    result = row.handler.handle(context, message)
                except Exception as error:  # noqa: BLE001
                    result = error
                if isinstance(result, Message):
                    close = self._answer(connection, row, request, message, result)
                    if row.again is not None and close is None:
                        self._expect_again(connection, row, request, context, message, result)
                else:
                    close = self._take(connection, row, request, message, result)
                if close is not None:
                    return close
                continue
            first = position
            run: list[tuple[RequestContext, Any]] = []
            undecodable = None
            while position < end:
                request = requests[position]
                if request.repeat is not None or rows.get((request.api_key, request.api_version)) is not row:
                    break
                try:
                    run.append(row.read(request, info))
                except WireError as error:
                    undecodable = _undecodable(request, error)
                    break
                position += 1
            close = self._take_run(connection, row, requests[first:position], run)
            if close is not None or undecodable is not None:
                return close or undecodable
        return None

    def _expect_again(
        self, connection: Connection, row: HandlerRow, request: Request, context: RequestContext, message: Any, answer: Message
    ) -> None:
        assert row.again is not None
        try:
            again = row.again(context, message, answer)
        except Exception:  # noqa: BLE001
            self._mistake(request, Failure())  # type: ignore[no-untyped-call]
            return
        if again is not None:
            # Where the generation has changed by now, what answers does so no longer.
            assert connection.info.judged_in is not None
            connection.expect_again(request, again, row.count, self._guard, connection.info.judged_in)

    # What the guard says

    def _judge(self, state: _State, info: ConnectionInfo) -> None:
        """Begin to judge a connection, or begin anew: forget what was admitted."""
        state.is_judged_anew = state.judgement != 0
        self._judgements += 1
        state.judgement = self._judgements
        state.admitted = {}
        info.judged_in = self._guard.generation
        if self._rights_of is not None:
            info.rights = self._rights_of(info.principal, info.peer_host)

    def _admits(self, info: ConnectionInfo, request: Request) -> bool:
        try:
            return self._guard.admits(info, request.api_key)
        except Exception:  # noqa: BLE001
            self._mistake(request, Failure())  # type: ignore[no-untyped-call]
            return False

    def _admit(self, connection: Connection, state: _State, request: Request) -> HandlerRow | str | None:
        """Ask the guard about a request like none before in this judgement: its row, where it is admitted; None where it is answered; the
        reason where the connection must be closed."""
        info = connection.info
        row = self._row(request.api_key, request.api_version)
        if row is None and request.api_key != API_VERSIONS_KEY:
            return self.table.complaint(request)
        if self._admits(info, request):
            if row is None:
                self._parts += connection.answer(request.in_version(0), self._api_versions.unsupported_version())
            else:
                state.admitted[row.key] = row
            return row
        if row is None:
            return _refused(info, request)
        self._turns.work = row.name
        row.count.value += 1
        if request.repeat is not None:
            message = request.repeat.message(request.batches)
        else:
            try:
                _, message = row.read(request, info)
            except WireError as error:
                return _undecodable(request, error)
        return self._refuse(connection, row, request, message)

    def _refuse(self, connection: Connection, row: HandlerRow, request: Request, message: Any) -> str | None:
        """Answer that the guard does not admit `request`; the reason where the connection must be closed."""
        code = refusal_code(request.api_key, message)
        if code is None:
            return _refused(connection.info, request)
        answer = self._error_answer(row, request, message, Failure(KlogError(code)))  # type: ignore[no-untyped-call]
        if answer is None:
            return _refused(connection.info, request)
        tell_resources(request.api_key, answer)
        return self._answer(connection, row, request, message, answer)

    # Runs

    def _take_run(
        self, connection: Connection, row: HandlerRow, requests: Sequence[Request], run: list[tuple[RequestContext, Any]]
    ) -> str | None:
        if not run:
            return None
        assert row.handle_run is not None
        row.count.value += len(run)
        results = _handled(row.handle_run, run)
        if row.handle_repeats is not None:
            # Before anything is let go of.
            connection.learn(requests[-1], run[-1][1])
        return self._take_results(connection, row, requests, run, results)

    def _take_results(
        self,
        connection: Connection,
        row: HandlerRow,
        requests: Sequence[Request],
        run: list[tuple[RequestContext, Any]],
        results: Sequence[Any],
    ) -> str | None:
        for request, (_, message), result in zip(requests, run, results, strict=True):
            close = self._take(connection, row, request, message, result)
            if close is not None:
                return close
        return None

    def _take_repeats(self, connection: Connection, row: HandlerRow, requests: Sequence[Request]) -> str | None:
        """Handle requests that are like earlier ones; all of one connection and API, though not all of one version."""
        handle_repeats = row.handle_repeats
        assert handle_repeats is not None
        row.count.value += len(requests)
        results: Sequence[Any] | None
        try:
            results = handle_repeats(requests, connection.info)
        except Exception as error:  # noqa: BLE001
            results = [error] * len(requests)
        if results is None:
            assert row.handle_run is not None
            run = [_decoded(request, connection.info) for request in requests]
            return self._take_results(connection, row, requests, run, _handled(row.handle_run, run))
        for result in results:
            if type(result) is not bytes and result is not None:
                break
        else:
            self._parts += connection.answer_run(requests, results)
            return None
        for request, result in zip(requests, results, strict=True):
            assert request.repeat is not None
            if isinstance(result, Deferred):
                # The records are in the log; what is left of one partition fits into the smallest share.
                self._park(connection, row, request, None, result, PARTITION_BYTES * (len(request.batches) - 1))
                continue
            if type(result) is bytes or result is None:
                close = self._answer(connection, row, request, None, result)
            else:
                close = self._take(connection, row, request, request.repeat.message(request.batches), result)
            if close is not None:
                return close
        return None

    def _take(self, connection: Connection, row: HandlerRow, request: Request, message: Any, result: Any) -> str | None:
        """Answer with what a handler returned or raised; the reason where the connection must be closed."""
        if isinstance(result, Deferred):
            self._park(connection, row, request, message, result, request.size - (row.let_go(message) if row.let_go else 0))
            return None
        if isinstance(result, BaseException):
            if isinstance(result, CloseConnection):
                return str(result)
            result = self._error_answer(row, request, message, Failure(result))  # type: ignore[no-untyped-call]
            if result is None:
                return f"no answer to {name_of(request)} can carry an error"
        return self._answer(connection, row, request, message, result)

    def _answer(self, connection: Connection, row: HandlerRow, request: Request, message: Any, result: Any) -> str | None:
        try:
            parts = connection.answer(request, result)
        except Exception:  # noqa: BLE001
            # The handler's answer does not fit its own version.
            self._mistake(request, Failure())  # type: ignore[no-untyped-call]
            return f"klog could not write its answer to {name_of(request)}"
        if connection is self._current:
            self._parts += parts
        elif not parts:
            pass
        elif self._current is None:
            connection.send(parts)
        elif connection in self._others:
            self._others[connection] += parts
        else:
            self._others[connection] = parts
        return None

    # Answers that come later

    def _park(self, connection: Connection, row: HandlerRow, request: Request, message: Any, deferred: Deferred[Any], size: int) -> None:
        """Have the answer wait for `deferred`; `size` bytes of the request are still there, decoded."""
        # One that has fired may wait for another one, which its callback returned.
        if not deferred.called or deferred.paused:
            held_bytes = DECODED_BYTES * size if size <= SMALL_BYTES else size + decoded_bytes(message)
            if row.holds is not None:
                held_bytes += row.holds(message)
            connection.park(request, PARKED_BYTES + held_bytes)
        # It may have been lost while its request was handled.
        state = self._states.get(connection) or _State()
        if state.parked:
            state.parked.add(deferred)
        else:
            state.parked = {deferred}
        deferred.addBoth(self._fired, deferred, connection, row, request, message, state.judgement)
        # Whatever goes wrong in `_fired` is ours.
        deferred.addErrback(lambda failure: self._mistake(request, failure))

    def _fired(
        self, result: Any, deferred: Deferred[Any], connection: Connection, row: HandlerRow, request: Request, message: Any, judgement: int
    ) -> None:
        state = self._states.get(connection)
        if state is None:
            # The connection went. A mistake is worth a line even so.
            self._note_mistake(request, result)
            return
        state.parked.discard(deferred)
        info = connection.info
        if self._guard.generation != info.judged_in:
            self._judge(state, info)
        withdrawn: Request | None = None
        if judgement != state.judgement:
            # What was answered behind this one was answered in its judgement, or in a later one that may be over as well.
            withdrawn = connection.withdraw(lambda other: not self._admits(info, other))
        if judgement != state.judgement and not self._admits(info, request):
            self._note_mistake(request, result)
            close = self._refuse(connection, row, request, _spelled_out(request, message))
        elif isinstance(result, Failure):
            close = self._failed(connection, row, request, _spelled_out(request, message), result)
        else:
            close = self._answer(connection, row, request, message, result)
        if close is None and withdrawn is not None:
            close = _refused(info, withdrawn)
        if connection in self._others and (close is not None or state.closing is not None):
            connection.send(self._others.pop(connection))
        if close is not None:
            _close(connection, state, close)
        elif not state.parked and state.closing is not None:
            connection.close(state.closing)

    def _note_mistake(self, request: Request, result: Any) -> None:
        """Log a result that nobody is told, where it is a mistake of klog's own."""
        if isinstance(result, Failure) and not result.check(CancelledError, CloseConnection, KlogError):  # type: ignore[no-untyped-call]
            self._mistake(request, result)

    def _failed(self, connection: Connection, row: HandlerRow, request: Request, message: Any, failure: Failure) -> str | None:
        if isinstance(failure.value, CloseConnection):
            return str(failure.value)
        answer = self._error_answer(row, request, message, failure)
        if answer is None:
            return f"no answer to {name_of(request)} can carry an error"
        return self._answer(connection, row, request, message, answer)

    # Errors

    def _error_answer(self, row: HandlerRow, request: Request, message: Any, failure: Failure) -> Any:
        """An answer that carries the error; None where this API's has no place for one."""
        if isinstance(failure.value, KlogError):
            code, sentence = failure.value.code, failure.value.message
        else:
            self._mistake(request, failure)
            code, sentence = ErrorCode.UNKNOWN_SERVER_ERROR, None
        make = getattr(row.handler, "error_answer", None)
        if make is not None:
            try:
                return make(request.api_version, message, code, sentence)
            except Exception:  # noqa: BLE001
                self._mistake(request, Failure())  # type: ignore[no-untyped-call]
                return None
        response_type = row.handler.request_type.response_type
        if "error_code" not in response_type.__slots__:
            return None
        answer = response_type(error_code=code)
        if sentence is not None and "error_message" in response_type.__slots__:
            answer.error_message = sentence
        return answer

    def _mistake(self, request: Request, failure: Failure) -> None:
        self._mistakes.value += 1
        self._log.failure("a mistake of klog's own in {request}", failure, request=name_of(request))


def _close(connection: Connection, state: _State, sentence: str) -> None:
    """Close after the answers to earlier requests; what was asked afterwards gets none."""
    if state.closing is None:
        state.closing = sentence
    if not state.parked:
        connection.close(state.closing)


def _handled(
    handle_run: Callable[[Sequence[tuple[RequestContext, Any]]], Sequence[Any]], run: list[tuple[RequestContext, Any]]
) -> Sequence[Any]:
    try:
        return handle_run(run)
    except Exception as error:  # noqa: BLE001
        return [error] * len(run)


def _decoded(request: Request, info: ConnectionInfo) -> tuple[RequestContext, Any]:
    """What a request that was recognised had been decoded as."""
    assert request.repeat is not None
    context = RequestContext(request.api_key, request.api_version, request.correlation_id, request.client_id, info)
    return context, request.repeat.message(request.batches)


def _spelled_out(request: Request, message: Any) -> Any:
    """`message`, or where there is none, as `request` was recognised, what is left of it."""
    if message is not None or request.repeat is None:
        return message
    return request.repeat.message(request.batches)


def _forget_plans(requests: Sequence[Request], judgement: int) -> None:
    """What was found out about `requests`, which are recognised, rests on what was allowed then: have it found out again, once."""
    for request in requests:
        repeat = request.repeat
        assert repeat is not None
        if repeat.judgement != judgement:
            repeat.plan, repeat.judgement = None, judgement


def _refused(info: ConnectionInfo, request: Request) -> str:
    return f"{str(info.principal)!r} may not ask for {name_of(request)}"


def _undecodable(request: Request, error: WireError) -> str:
    return f"the client's {name_of(request)} cannot be read: {error}"
