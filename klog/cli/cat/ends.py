"""Where partitions end, asked of each leader on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.defer import Deferred

from klog.cli.output import Output
from klog.client.isolation import IsolationLevel
from klog.client.offsets import OffsetAt, list_offsets_once
from klog.client.retry import trouble_of
from klog.client.routing import Routing
from klog.errors import KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition
from klog.retry_policy import Backoff, RetryPolicy, Trouble

#: How often a leader that does not tell of its partitions' ends is asked again.
ASK_AGAIN_MS = 1_000


class Ends:
    """Where partitions end, asked of each leader on its own: one that is away keeps nobody from reading the others' partitions.

    :param out: hears, once, why a partition's leader does not answer.
    :param on_told: called when some have told, or one never will.
    """

    def __init__(
        self, reactor: Any, routing: Routing, isolation: IsolationLevel, out: Output, on_told: Callable[[], None] = lambda: None
    ) -> None:
        self._reactor = reactor
        self._routing = routing
        self._isolation = isolation
        self._out = out
        self._on_told = on_told
        self._silent_since_s = reactor.seconds()
        # Evenly: few are asked, and a person waits.
        self._retry_policy = RetryPolicy(reactor.seconds, Backoff(ASK_AGAIN_MS, ASK_AGAIN_MS, routing.random, jitter=0), None)
        #: The ends that were told; a partition whose leader has gone silent is taken out.
        self.known: dict[TopicPartition, int] = {}
        #: Partitions that were asked once more by `confirm`, and whose leader has answered; whoever reads that takes them out.
        self.confirmed: set[TopicPartition] = set()
        #: Partitions that were asked once more, and whose leader has not answered.
        self._confirming: set[TopicPartition] = set()
        self._errors: dict[TopicPartition, KlogError] = {}
        self._asking: set[Deferred[Any]] = set()
        self._final: KlogError | None = None
        self._again: Any = None
        self._stopped = False

    def ask(self, partitions: Iterable[TopicPartition]) -> None:
        """Ask, and again where that may help, until all have told."""
        by_leader: dict[int | None, list[TopicPartition]] = {}
        for partition in partitions:
            by_leader.setdefault(self._routing.metadata.leader(partition), []).append(partition)
        for together in by_leader.values():
            asked = list_offsets_once(self._routing, dict.fromkeys(together, LATEST_TIMESTAMP), self._isolation)
            self._asking.add(asked)
            asked.addBoth(self._told, together, asked)

    def confirm(self, partitions: Iterable[TopicPartition]) -> None:
        """Ask once more, but for partitions that are being asked; those whose leader has answered are in `confirmed` then."""
        asked = [partition for partition in partitions if partition not in self._confirming]
        self._confirming.update(asked)
        self.ask(asked)

    def _told(self, result: Any, together: list[TopicPartition], asked: Deferred[Any]) -> None:
        self._asking.discard(asked)
        if self._stopped:
            return
        error = getattr(result, "value", None)
        for partition in together:
            found = error if error is not None else result[partition]
            if isinstance(found, OffsetAt):
                self.known[partition] = found.offset
                self._errors.pop(partition, None)
                if partition in self._confirming:
                    self._confirming.discard(partition)
                    self.confirmed.add(partition)
            elif not isinstance(found, KlogError) or trouble_of(found) is Trouble.LASTING:
                self._final = found
                self._confirming.discard(partition)
            else:
                if self.known.pop(partition, None) is not None:
                    # It did tell: it is waited for as long as one that is asked for the first time.
                    self._silent_since_s = self._reactor.seconds()
                if partition not in self._errors:
                    self._out.note(f"% {partition.topic} [{partition.partition}]: {found.message}")
                self._errors[partition] = found
        if self._errors and self._again is None:
            self._again = self._reactor.callLater(self._retry_policy.pause_ms() / 1000, self._ask_again)
        self._on_told()

    def _ask_again(self) -> None:
        self._again = None
        self.ask(list(self._errors))

    def check(self) -> None:
        """What will not get better is raised, once.

        :raises KlogError: that.
        """
        final, self._final = self._final, None
        if final is not None:
            raise final

    def silent_s(self) -> float:
        """Seconds that are waited for an end by now: since the first question, or since a leader that had told is silent."""
        return float(self._reactor.seconds() - self._silent_since_s)

    def why(self, partitions: Iterable[TopicPartition]) -> str:
        """Why the first of `partitions` has not told."""
        errors = [self._errors[partition].message for partition in partitions if partition in self._errors]
        return errors[0] if errors else "their leader cannot be reached"

    def stop(self) -> None:
        """Ask no more."""
        self._stopped = True
        if self._again is not None:
            self._again.cancel()
            self._again = None
        for asked in list(self._asking):
            asked.cancel()
