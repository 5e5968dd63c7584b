"""What brokers ask each other about transactions, in batches: one queue for each broker that is asked, and one request under way.

What comes while a request is under way goes with the next one, so that a thousand transactions that end in a moment cost a handful of
requests, and a broker that is slow, or away, is asked once at a time::

    ask(2, question) ──> [question, question, …] ──make──> request ──(answered)──> each question its own answer
                                                      └────(failed)────> each question why

Nothing is repeated here: whoever asked knows whether it is still wanted, and of whom (another broker may lead by now). A question that
nobody wants any more (its Deferred is cancelled) leaves the queue; where it was sent already, its answer is nobody's.

Who stands behind it: ``remote_markers`` (WriteTxnMarkers; Kafka's ``TransactionMarkerChannelManager``), ``remote_verification``
(AddPartitionsToTxn; ``AddPartitionsToTxnManager``). The connections are those of brokers among themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from twisted.internet.defer import Deferred, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.errors import ErrorCode, KlogError
from klog.wire.schema import Message

QuestionT = TypeVar("QuestionT")
AnswerT = TypeVar("AnswerT")
_QuestionT = TypeVar("_QuestionT", contravariant=True)
_AnswerT = TypeVar("_AnswerT", covariant=True)

#: How long one request may take, in milliseconds (``request.timeout.ms``): a leader waits for its followers.
REQUEST_TIMEOUT_MS = 30_000


class PeerConnection(Protocol):
    """A connection to a broker (``klog.net.broker_connection.BrokerConnection``)."""

    def request(self, message: Message, *, at_least: int = 0, timeout_ms: int | None = None, patient: bool = True) -> Deferred[Any]:
        """Ask in the highest version that both speak, which is not below `at_least`."""

    def close(self) -> Deferred[None]:
        """Ask no more."""


class Peers(Protocol):
    """How other brokers are reached (``klog.broker.lifecycle.replication_assembly.Replication``)."""

    def address(self, broker_id: int) -> tuple[str, int] | None:
        """Host and port of a live broker on the listener of brokers; None where it is not known."""

    def connect(self, host: str, port: int) -> PeerConnection:
        """A connection, made when somebody asks."""


class Batching(Protocol[_QuestionT, _AnswerT]):
    """How questions become a request, and its answer theirs."""

    #: The oldest version of the request that can say it.
    at_least: int

    def make(self, questions: Sequence[_QuestionT]) -> tuple[Message, int]:
        """The request for the first of these, and for how many of them it is (at least one)."""

    def read(self, response: Any, questions: Sequence[_QuestionT]) -> Sequence[_AnswerT]:
        """One answer for each of those."""

    def failed(self, question: _QuestionT, code: ErrorCode) -> _AnswerT:
        """The answer where the broker gave none: NETWORK_EXCEPTION and others that say so; UNSUPPORTED_VERSION where it cannot be
        asked."""


class BrokerQueues(Generic[QuestionT, AnswerT]):
    """See the module.

    :param what: is asked, for the log: "markers".
    """

    def __init__(self, peers: Peers, batching: Batching[QuestionT, AnswerT], what: str) -> None:
        self._peers = peers
        self._batching = batching
        self._what = what
        self._queues: dict[int, _Queue[QuestionT, AnswerT]] = {}
        self._closed = False

    def __len__(self) -> int:
        """Questions that are not answered yet."""
        return sum(len(queue) for queue in self._queues.values())

    def ask(self, broker_id: int, question: QuestionT) -> Deferred[AnswerT]:
        """Ask a broker. Fires with the answer, or with what `Batching.failed` makes of there being none, which may be at once; fails only
        where it is cancelled."""
        queue = self._queues.get(broker_id)
        if self._closed:
            return succeed(self._batching.failed(question, ErrorCode.NETWORK_EXCEPTION))
        if queue is None:
            queue = self._queues[broker_id] = _Queue(broker_id, self._peers, self._batching, self._what)
        return queue.ask(question)

    def close(self) -> None:
        """Ask nothing any more; what is under way is answered as if the broker had gone."""
        self._closed = True
        queues, self._queues = self._queues, {}
        for queue in queues.values():
            queue.close()


class _Asked(Generic[QuestionT, AnswerT]):
    """One question."""

    __slots__ = ("deferred", "is_wanted", "question")

    def __init__(self, question: QuestionT, forget: Callable[[_Asked[QuestionT, AnswerT]], None]) -> None:
        self.question = question
        self.is_wanted = True
        self.deferred: Deferred[AnswerT] = Deferred(lambda _: forget(self))

    def answer(self, answer: AnswerT) -> None:
        if self.is_wanted:
            self.is_wanted = False
            self.deferred.callback(answer)


class _Queue(Generic[QuestionT, AnswerT]):
    """What one broker is asked."""

    _log = Logger()

    def __init__(self, broker_id: int, peers: Peers, batching: Batching[QuestionT, AnswerT], what: str) -> None:
        self._broker_id = broker_id
        self._peers = peers
        self._batching = batching
        self._what = what
        #: In order.
        self._waiting: dict[_Asked[QuestionT, AnswerT], None] = {}
        self._under_way: list[_Asked[QuestionT, AnswerT]] = []
        self._connection: tuple[tuple[str, int], PeerConnection] | None = None
        #: Whether a loop of `_go` is running: what is answered within it may ask again.
        self._is_going = False
        #: What was said of the last request, so that it is said once.
        self._said: str | None = None

    def __len__(self) -> int:
        return len(self._waiting) + len(self._under_way)

    def ask(self, question: QuestionT) -> Deferred[AnswerT]:
        asked = _Asked[QuestionT, AnswerT](question, self._forget)
        self._waiting[asked] = None
        self._go()
        return asked.deferred

    def close(self) -> None:
        self._hang_up()
        everybody = [*self._under_way, *self._waiting]
        self._under_way = []
        self._waiting.clear()
        for asked in everybody:
            asked.answer(self._batching.failed(asked.question, ErrorCode.NETWORK_EXCEPTION))

    def _forget(self, asked: _Asked[QuestionT, AnswerT]) -> None:
        asked.is_wanted = False
        self._waiting.pop(asked, None)

    def _go(self) -> None:
        if self._is_going:
            return
        self._is_going = True
        try:
            while self._waiting and not self._under_way:
                self._ask_some()
        finally:
            self._is_going = False

    def _ask_some(self) -> None:
        address = self._peers.address(self._broker_id)
        if address is None:
            self._hang_up()
            self._failed(list(self._waiting), ErrorCode.NETWORK_EXCEPTION, f"broker {self._broker_id} is not there")
            return
        if self._connection is None or self._connection[0] != address:
            self._hang_up()
            self._connection = address, self._peers.connect(*address)
        message, count = self._batching.make([asked.question for asked in self._waiting])
        chosen = list(self._waiting)[:count]
        for asked in chosen:
            del self._waiting[asked]
        self._under_way = chosen
        answer = self._connection[1].request(message, at_least=self._batching.at_least, timeout_ms=REQUEST_TIMEOUT_MS, patient=False)
        answer.addCallbacks(self._answered, self._not_answered, (chosen,), errbackArgs=(chosen,))
        answer.addErrback(lambda failure: self._log.failure("a mistake in asking a broker for {what}", failure, what=self._what))

    def _answered(self, response: Any, chosen: list[_Asked[QuestionT, AnswerT]]) -> None:
        if chosen is not self._under_way:
            return
        self._said = None
        self._under_way = []
        try:
            answers = self._batching.read(response, [asked.question for asked in chosen])
        except Exception:
            self._log.failure("a mistake in reading what a broker answered to {what}", Failure(), what=self._what)  # type: ignore[no-untyped-call]
            self._failed(chosen, ErrorCode.UNKNOWN_SERVER_ERROR, "")
            self._go()
            return
        for asked, answer in zip(chosen, answers, strict=True):
            asked.answer(answer)
        self._go()

    def _not_answered(self, failure: Failure, chosen: list[_Asked[QuestionT, AnswerT]]) -> None:
        if chosen is not self._under_way:
            return
        self._under_way = []
        error = failure.value
        if isinstance(error, KlogError):
            self._failed(chosen, error.code, str(error))
        else:
            self._log.failure("a mistake in asking a broker for {what}", failure, what=self._what)
            self._failed(chosen, ErrorCode.UNKNOWN_SERVER_ERROR, "")
        self._go()

    def _failed(self, chosen: list[_Asked[QuestionT, AnswerT]], code: ErrorCode, sentence: str) -> None:
        if sentence and sentence != self._said:
            self._said = sentence
            self._log.warn("{what}: {why}", what=self._what, why=sentence)
        for asked in chosen:
            self._waiting.pop(asked, None)
            asked.answer(self._batching.failed(asked.question, code))

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection[1].close()
