"""Making a coordinator's topic when somebody first looks for the coordinator (``AutoTopicCreationManager``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.python.failure import Failure

from klog.cluster.interfaces import ICoordination, TopicInfo
from klog.cluster.placement import place
from klog.errors import ErrorCode, KlogError


class CoordinatorTopic:
    """Makes the topic at most once at a time.

    :param name: of the topic.
    :param partitions: how many.
    :param copies: how many are kept of each partition, where brokers follow each other.
    :param copies_setting: the setting that says so, for the sentence where there are too few brokers.
    :param configs: the topic's configurations.
    :param subject: what has no coordinator where it cannot be made: "groups".
    :param warn: told once where it cannot be made.
    """

    def __init__(
        self,
        coordination: ICoordination,
        name: str,
        *,
        partitions: int,
        copies: int,
        copies_setting: str,
        configs: Mapping[str, str],
        subject: str,
        warn: Callable[[str], None],
    ) -> None:
        self.name = name
        self.configs = dict(configs)
        self._coordination = coordination
        self._partitions = partitions
        self._copies = copies
        self._copies_setting = copies_setting
        self._subject = subject
        self._warn = warn
        self._waiting: list[Deferred[bool]] | None = None
        self._warned = ""

    @property
    def exists(self) -> bool:
        """Whether it is there."""
        return self.name in self._coordination.topics()

    def make(self) -> Deferred[bool]:
        """Make it; fires with whether it is there, never with a failure. With fewer live brokers than copies it is not made, and whoever
        asks for a coordinator asks again. A broker that nobody follows keeps one."""
        waiter: Deferred[bool] = Deferred()
        if self._waiting is not None:
            self._waiting.append(waiter)
            return waiter
        self._waiting = [waiter]
        maybeDeferred(self._make).addErrback(self._failed).addBoth(lambda result: self._tell())
        return waiter

    def _make(self) -> Deferred[TopicInfo]:
        copies = self._copies if self._coordination.is_controlled else 1
        brokers = self._coordination.brokers()
        if copies > len(brokers):
            raise KlogError(
                ErrorCode.INVALID_REPLICATION_FACTOR,
                f"{self._copies_setting} is {copies}, and {len(brokers)} broker(s) are alive; "
                "start more brokers, or set it lower on all of them",
            )
        assignment = place(self.name, self._partitions, copies, brokers)
        return self._coordination.create_topic(self.name, assignment, self.configs)

    def _failed(self, failure: Failure) -> None:
        error = failure.value
        if not isinstance(error, KlogError):
            self._refused(KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, failure.getErrorMessage()))
        elif error.code is not ErrorCode.TOPIC_ALREADY_EXISTS:
            self._refused(error)

    def _refused(self, error: KlogError) -> None:
        sentence = str(error)
        if sentence != self._warned:
            self._warned = sentence
            self._warn(f"{self.name} could not be made, so {self._subject} have no coordinator: {sentence}")

    def _tell(self) -> None:
        waiting, self._waiting = self._waiting or [], None
        exists = self.exists
        for waiter in waiting:
            waiter.callback(exists)
