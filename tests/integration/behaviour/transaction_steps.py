"""Steps about transactions: a producer under a transactional id, known by that, with the id and epoch that the broker last told it.

Who asks may be the producer itself or somebody else (`WHO`): one whose epoch is of the past or of the future, one with another's producer
id, one that never was. Whatever may end a transaction is followed by a wait until it has ended: brokers answer before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from klog.errors import ErrorCode
from klog.wire.messages.describe_transactions import DescribeTransactionsRequest
from klog.wire.messages.produce import ProduceRequest
from klog.wire.schema import Message
from tests.integration.behaviour.batches import batch
from tests.integration.behaviour.group_steps import REQUESTS, build
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.script_produce import request
from tests.integration.behaviour.steps import Script

#: Who asks, as a step from the producer's epoch; None: under another producer id.
WHO: dict[str, int | None] = {"a zombie": -1, "its future": 1, "another": None, "itself": 0}
#: A producer id that was given to nobody.
NOBODY = 1 << 40
#: What both brokers say while the transaction before is being completed, or a coordinator comes up.
_NOT_YET = frozenset({ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.NOT_COORDINATOR})
DATA = "transactions"

Make = Callable[[Peer], Message]


def coming_up(answer: Any) -> bool:
    """Whether the coordinator is not ready."""
    return getattr(answer, "error_code", ErrorCode.NONE) in _NOT_YET


class Producer:
    """One transactional id under the script."""

    def __init__(self, script: Script, transactional_id: str) -> None:
        self.script = script
        self.id = transactional_id
        self._memory = f"transaction {transactional_id}"

    def identity(self, peer: Peer, who: str = "itself") -> tuple[int, int]:
        """Producer id and epoch of who asks."""
        step = WHO[who]
        epoch = peer.memory.get(f"{self._memory} epoch", 0)
        return (NOBODY, epoch) if step is None else (peer.memory.get(f"{self._memory} id", NOBODY), epoch + step)

    def _learn(self, peer: Peer, answer: Any) -> None:
        if not answer.error_code and answer.producer_id >= 0:
            peer.memory[f"{self._memory} id"] = answer.producer_id
            peer.memory[f"{self._memory} epoch"] = answer.producer_epoch
            peer.names.producers.setdefault(answer.producer_id, self.id)

    def at_rest(self, peer: Peer) -> None:
        """Wait until no end is under way."""

        def done() -> bool:
            answer = peer.ask(DescribeTransactionsRequest(transactional_ids=[self.id]), 0)
            return not answer.transaction_states[0].transaction_state.startswith("Prepare")

        peer.settle(done, f"the end of {self.id}")

    def ask(self, api: str, version: int, what: str, fields: Callable[[Peer], dict[str, Any]], **more: Any) -> None:
        """One request; `fields` are plain values, of which the version takes what it has."""
        script = self.script
        script.add(
            api,
            version,
            script.unused(api, version, f"{self.id}: {what}"),
            lambda peer: build(REQUESTS[api], version, fields(peer), peer, ""),
            **{"again": coming_up, "patience_seconds": 5} | more,
        )

    def initialise(self, version: int, what: str, who: str | None = None, **fields: Any) -> None:
        """InitProducerId; `who` names what it had."""

        def wanted(peer: Peer) -> dict[str, Any]:
            expected = {} if who is None else dict(zip(("producer_id", "producer_epoch"), self.identity(peer, who), strict=True))
            return {"transactional_id": self.id, "transaction_timeout_ms": 600_000} | expected | fields

        self.ask("InitProducerId", version, what, wanted, learn=self._learn, settle=self.at_rest)

    def add(self, version: int, what: str, *partitions: tuple[str, list[int]], who: str = "itself", verify: bool = False) -> None:
        """AddPartitionsToTxn."""
        topics = [{"name": name, "partitions": indexes} for name, indexes in partitions or [(DATA, [0])]]

        def wanted(peer: Peer) -> dict[str, Any]:
            producer_id, epoch = self.identity(peer, who)
            one = {"transactional_id": self.id, "producer_id": producer_id, "producer_epoch": epoch, "topics": topics}
            old = {f"v3_and_below_{name}": value for name, value in one.items()}
            return old | {"transactions": [one | {"verify_only": verify}]}

        self.ask("AddPartitionsToTxn", version, what, wanted)

    def add_offsets(self, version: int, what: str, group: str = "transactions", who: str = "itself") -> None:
        """AddOffsetsToTxn."""

        def wanted(peer: Peer) -> dict[str, Any]:
            producer_id, epoch = self.identity(peer, who)
            return {"transactional_id": self.id, "producer_id": producer_id, "producer_epoch": epoch, "group_id": group}

        self.ask("AddOffsetsToTxn", version, what, wanted)

    def commit_offsets(
        self,
        version: int,
        what: str,
        *offsets: tuple[str, Sequence[tuple[int, int, str | None]]],
        who: str = "itself",
        group: str = "transactions",
        **fields: Any,
    ) -> None:
        """TxnOffsetCommit; offsets are (partition, offset, metadata) of topics."""
        topics = [
            {
                "name": name,
                "partitions": [
                    {"partition_index": index, "committed_offset": offset, "committed_metadata": metadata}
                    for index, offset, metadata in partitions
                ],
            }
            for name, partitions in offsets or [(DATA, [(0, 5, "m")])]
        ]

        def wanted(peer: Peer) -> dict[str, Any]:
            producer_id, epoch = self.identity(peer, who)
            ours = {"transactional_id": self.id, "producer_id": producer_id, "producer_epoch": epoch, "group_id": group}
            return ours | {"topics": topics} | fields

        self.ask("TxnOffsetCommit", version, what, wanted)

    def end(self, version: int, what: str, *, commit: bool, who: str = "itself") -> None:
        """EndTxn; from version 5 on the producer goes on with what it is told."""

        def wanted(peer: Peer) -> dict[str, Any]:
            producer_id, epoch = self.identity(peer, who)
            return {"transactional_id": self.id, "producer_id": producer_id, "producer_epoch": epoch, "committed": commit}

        learn = self._learn if version >= 5 and who == "itself" else None
        self.ask("EndTxn", version, what, wanted, learn=learn, settle=self.at_rest)

    def produce(
        self,
        version: int,
        what: str,
        sequence: int = 0,
        *,
        who: str = "itself",
        topic: str = DATA,
        partition: int = 0,
        count: int = 1,
        attributes: int = 0x10,
        named: bool = True,
        ignore: tuple[str, ...] = (),
    ) -> None:
        """Produce of one batch; `named`: with the transactional id."""

        def make(peer: Peer) -> ProduceRequest:
            data = batch(peer.base_ms, count, attributes=attributes, producer=(*self.identity(peer, who), sequence))
            return request(peer, version, topic, [(partition, data)], acks=-1, transactional_id=self.id if named else None)

        name = self.script.unused("Produce", version, f"{self.id}: {what}")
        self.script.add("Produce", version, name, make, ignore=ignore)

    def describe(self, what: str) -> None:
        """DescribeTransactions."""
        self.ask("DescribeTransactions", 0, f"as it is: {what}", lambda _: {"transactional_ids": [self.id]})
