"""A transactional producer's conversation with the coordinators: its own, and those of groups whose offsets it commits.

Everything is asked until it is answered for good, or its time is over; what an answer means says `klog.client.transactions.errors`. Whoever
does not know what became of a request must not go on under the same epoch: a request that was delayed on its way could end the *next*
transaction, or become part of it (Kafka's first version of the protocol cannot tell the two apart). So `needs_epoch` is set wherever
something is in doubt, and the next transaction begins with `initialise`, which raises the epoch: whatever still comes under the old one is
refused (KIP-360). Before that, what such a request may have opened is aborted: a coordinator that finds something open takes who comes for
another producer.

Who asks for it, with a reactor or without, is handed in (`AsksCoordinators`).

By the second version of the protocol (KIP-890) every end that is answered raises the epoch, and so ends all doubts with the transaction.
An end that was done and not answered may be asked again under the epoch before: the coordinator then tells the new one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from klog.client.requests.find_coordinator import TRANSACTION
from klog.client.requests.group_offsets import NOBODY, GroupMember
from klog.client.requests.produce import identity_of
from klog.client.requests.transactions import (
    MEMBER_OFFSET_COMMIT,
    NEWEST_ADD_PARTITIONS,
    NEWEST_END,
    NEWEST_OFFSET_COMMIT,
    RAISING_INIT,
    TransactionProtocol,
    add_partitions_request,
    added_codes,
    initialise_request,
    limits,
    offset_commit_codes,
    offset_commit_request,
    protocol_of,
)
from klog.client.retry import ClientStopped
from klog.client.transactions.asks_coordinators import AsksCoordinators
from klog.client.transactions.errors import Asked, Consequence, ProducerFenced, consequence_of, fenced, first_error, may_be_committed
from klog.errors import ErrorCode, KlogError, row_of
from klog.model import Committed, TopicPartition
from klog.retry_policy import Trouble
from klog.wire.messages.add_offsets_to_txn import AddOffsetsToTxnRequest
from klog.wire.messages.end_txn import EndTxnRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest
from klog.wire.schema import Message

#: How long each step may take (Java's ``max.block.ms``).
STEP_TIMEOUT_MS = 60_000
#: The transaction before is just being completed: that takes a moment, and not the pause of a broker that is down; unless one of its
#: partitions has no leader, so that pauses grow all the same.
_MOMENT_MS = 20


def _always() -> bool:
    return True


class Coordination:
    """One transactional id.

    :param timeout_ms: the coordinator aborts what is open for longer.
    :ivar identity: producer id and epoch; None before the first `initialise`.
    :ivar needs_epoch: nothing may be sent under this epoch any more.
    :ivar is_doubtful: something was asked under it and not answered.
    :ivar may_be_committed: whether the commit that was asked for last may have been done, whatever was answered in the end.
    :ivar protocol: by which version of the protocol it goes, as its coordinator said at the last `initialise`.
    """

    def __init__(self, routing: AsksCoordinators, transactional_id: str, timeout_ms: int) -> None:
        self.transactional_id = transactional_id
        self.timeout_ms = timeout_ms
        self.identity: tuple[int, int] | None = None
        self.needs_epoch = True
        self.is_doubtful = False
        self.may_be_committed = False
        self.protocol = TransactionProtocol.FIRST
        #: Whether the epoch after `identity` was asked for by that, and may have been given out.
        self._may_have_next = False
        self._routing = routing

    async def initialise(self) -> tuple[int, int]:
        """Begin an epoch. Whatever another producer of this id has open is aborted, and that producer is fenced.

        :raises ProducerFenced: a newer one has come.
        :raises KlogError: not in time, or refused.
        """
        found: tuple[int, int] | None = None
        if self.is_doubtful and self.identity is not None:
            try:
                await self._end_doubt(self.identity)
            except ProducerFenced:
                # By ourselves, perhaps; whether anybody else has come is told to who names the epoch that he had.
                if not self._may_have_next:
                    raise

        async def attempt() -> int:
            nonlocal found
            node = await self._routing.coordinator(self.transactional_id, kind=TRANSACTION)
            ranges = await self._routing.versions(node, purpose="group")
            version = ranges.choose(InitProducerIdRequest)
            # Older brokers cannot be told what we had: they take us for a new producer, which raises the epoch all the same.
            had = self.identity if version >= RAISING_INIT else None
            self._may_have_next = had is not None
            answer = await self._ask_own(initialise_request(self.transactional_id, self.timeout_ms, had), version=version)
            if not answer.error_code:
                found = identity_of(answer)
                self.protocol = protocol_of(ranges)
            return int(answer.error_code)

        await self._until_settled(Asked.INITIALISE, attempt)
        assert found is not None
        self.identity = found
        self.needs_epoch = self.is_doubtful = self._may_have_next = False
        return found

    async def _end_doubt(self, had: tuple[int, int]) -> None:
        await self._end(commit=False)
        if self.protocol is TransactionProtocol.SECOND and self.identity == had:
            # It was committed, so there was nothing to abort, and the epoch is another one since: told to who asks for that again.
            await self._end(commit=True, asked=Asked.ABORT)
        # The epoch that came with the end is nobody's: whoever begins waits for the next one, and may not wait long enough.
        self.needs_epoch = True

    def leave_open(self) -> None:
        """What is open may stay so, and requests may be on their way: whoever begins the next one aborts it first."""
        self.needs_epoch = self.is_doubtful = True

    async def add(self, partitions: Iterable[TopicPartition]) -> None:
        """Make partitions part of the transaction. Raises like `initialise`."""
        request = add_partitions_request(self.transactional_id, self._us(), partitions)

        async def attempt() -> int:
            codes = added_codes(await self._ask_own(request, at_most=NEWEST_ADD_PARTITIONS))
            for tp, code in codes.items():
                if code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                    self._routing.stale(tp.topic)
            return first_error(codes)

        await self._until_settled(Asked.ADD, attempt)

    async def add_group(self, group_id: str, is_wanted: Callable[[], bool] = _always) -> None:
        """Make a group's offsets part of the transaction. Raises like `initialise`; `is_wanted` as of `commit_offsets`."""
        producer_id, epoch = self._us()
        request = AddOffsetsToTxnRequest(
            transactional_id=self.transactional_id, producer_id=producer_id, producer_epoch=epoch, group_id=group_id
        )

        async def attempt() -> int:
            # Older brokers make the offsets' topic only when somebody looks for the coordinator.
            await self._routing.coordinator(group_id)
            return int((await self._ask_own(request)).error_code)

        await self._until_settled(Asked.ADD, attempt, is_wanted)

    async def commit_offsets(
        self,
        group_id: str,
        offsets: Mapping[TopicPartition, int | Committed],
        member: GroupMember = NOBODY,
        is_wanted: Callable[[], bool] = _always,
    ) -> None:
        """Write offsets down; they count when the transaction commits. Raises like `initialise`; refused too where `member` is none.

        :param is_wanted: whether the transaction may still be committed. Where it may not, nothing is asked again: that could reach the
            next one.
        """
        routing = self._routing

        async def attempt() -> int:
            node = await routing.coordinator(group_id)
            at_most, at_least = limits(self.protocol, NEWEST_OFFSET_COMMIT)
            version = (await routing.versions(node, purpose="group")).choose(TxnOffsetCommitRequest, at_most, at_least)
            as_known = member if version >= MEMBER_OFFSET_COMMIT else NOBODY
            request = offset_commit_request(self.transactional_id, group_id, self._us(), offsets, as_known)
            answer = await routing.ask_coordinator(group_id, request, version=version)
            codes = offset_commit_codes(answer)
            if set(codes) != set(offsets):
                return int(ErrorCode.UNKNOWN_SERVER_ERROR)
            return first_error(codes)

        await self._until_settled(Asked.OFFSETS, attempt, is_wanted)

    async def end(self, *, commit: bool) -> None:
        """Commit, or abort. By the second version of the protocol `identity` is another one then, without doubts.

        :raises ProducerFenced: see `initialise`.
        :raises KlogError: not in time (REQUEST_TIMED_OUT: what became of it is not known), or refused.
        """
        await self._end(commit=commit)

    async def _end(self, *, commit: bool, asked: Asked | None = None) -> None:
        asked = asked or (Asked.COMMIT if commit else Asked.ABORT)
        producer_id, epoch = self._us()
        request = EndTxnRequest(transactional_id=self.transactional_id, producer_id=producer_id, producer_epoch=epoch, committed=commit)

        self.may_be_committed = False

        async def attempt() -> int:
            try:
                code = await self._ask_to_end(request)
            except BaseException:
                self.may_be_committed = commit
                raise
            if code and may_be_committed(code):
                self.may_be_committed = commit
            return code

        try:
            await self._until_settled(asked, attempt)
        except ProducerFenced as error:
            error.is_commit_uncertain = self.may_be_committed
            raise
        except BaseException:
            # Also where nobody wants to wait any more.
            self.leave_open()
            raise

    async def _ask_to_end(self, request: EndTxnRequest) -> int:
        at_most, at_least = limits(self.protocol, NEWEST_END)
        node = await self._routing.coordinator(self.transactional_id, kind=TRANSACTION)
        version = (await self._routing.versions(node, purpose="group")).choose(EndTxnRequest, at_most, at_least)
        answer = await self._ask_own(request, version=version)
        if not answer.error_code and self.protocol is TransactionProtocol.SECOND:
            self.identity = identity_of(answer)
            # Whatever comes late under the epoch before is refused.
            self.needs_epoch = self.is_doubtful = False
        return int(answer.error_code)

    def _us(self) -> tuple[int, int]:
        assert self.identity is not None
        return self.identity

    def _ask_own(self, request: Message, *, version: int | None = None, at_most: int | None = None) -> Awaitable[Any]:
        return self._routing.ask_coordinator(self.transactional_id, request, version=version, at_most=at_most, kind=TRANSACTION)

    async def _until_settled(self, asked: Asked, attempt: Callable[[], Awaitable[int]], is_wanted: Callable[[], bool] = _always) -> None:
        routing = self._routing
        retry_policy = routing.retry_policy(STEP_TIMEOUT_MS)
        moment_ms = _MOMENT_MS
        while True:
            if not is_wanted():
                raise KlogError(ErrorCode.OPERATION_NOT_ATTEMPTED, f"could not {asked.value}: the transaction cannot be committed any more")
            try:
                code = await attempt()
                error = KlogError(row_of(code).code, f"could not {asked.value}: {row_of(code).sentence}")
            except ClientStopped:
                raise
            except KlogError as met:
                error = met
                if asked is not Asked.INITIALISE:
                    # It may be on its way still.
                    self.leave_open()
            match consequence_of(asked, error.code):
                case Consequence.DONE:
                    return
                case Consequence.FATAL:
                    raise fenced(self.transactional_id, error)
                case Consequence.ABORT:
                    raise error
            pause_ms = retry_policy.pause_after(Trouble.PASSING)
            if pause_ms is None:
                raise KlogError(
                    ErrorCode.REQUEST_TIMED_OUT, f"could not {asked.value} within {STEP_TIMEOUT_MS} ms; at last: {error.message}"
                ) from error
            if error.code is ErrorCode.CONCURRENT_TRANSACTIONS:
                pause_ms, moment_ms = min(pause_ms, moment_ms), 2 * moment_ms
            await routing.wait_ms(pause_ms)
