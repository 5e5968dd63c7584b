"""Making ``__consumer_offsets`` when somebody first looks for a coordinator (``AutoTopicCreationManager``,
``groupMetadataTopicConfigs``)."""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.python.failure import Failure

from klog.broker.groups.group_settings import GroupSettings
from klog.cluster.interfaces import ICoordination, TopicInfo
from klog.cluster.placement import place
from klog.cluster.topic_names import CONSUMER_OFFSETS
from klog.errors import ErrorCode, KlogError


class OffsetsTopic:
    """Makes the topic at most once at a time.

    :param warn: told once where it cannot be made.
    """

    def __init__(self, coordination: ICoordination, settings: GroupSettings, warn: Callable[[str], None]) -> None:
        self._coordination = coordination
        self._settings = settings
        self._warn = warn
        self._waiting: list[Deferred[bool]] | None = None
        self._warned = ""

    @property
    def exists(self) -> bool:
        """Whether it is there."""
        return CONSUMER_OFFSETS in self._coordination.topics()

    @property
    def configs(self) -> dict[str, str]:
        """The topic's configurations, as Kafka gives them."""
        return {
            "cleanup.policy": "compact",
            "compression.type": "producer",
            "segment.bytes": str(self._settings.offsets_topic_segment_bytes),
        }

    def make(self) -> Deferred[bool]:
        """Make it; fires with whether it is there, never with a failure. With as many copies as ``offsets.topic.replication.factor`` says;
        with fewer live brokers it is not made, and whoever asks for a coordinator asks again. A broker that nobody follows keeps one."""
        waiter: Deferred[bool] = Deferred()
        if self._waiting is not None:
            self._waiting.append(waiter)
            return waiter
        self._waiting = [waiter]
        maybeDeferred(self._make).addErrback(self._failed).addBoth(lambda result: self._tell())
        return waiter

    def _make(self) -> Deferred[TopicInfo]:
        copies = self._settings.offsets_topic_replication_factor if self._coordination.is_controlled else 1
        brokers = self._coordination.brokers()
        if copies > len(brokers):
            raise KlogError(
                ErrorCode.INVALID_REPLICATION_FACTOR,
                f"offsets.topic.replication.factor is {copies}, and {len(brokers)} broker(s) are alive; "
                "start more brokers, or set it lower on all of them",
            )
        assignment = place(CONSUMER_OFFSETS, self._settings.offsets_topic_partitions, copies, brokers)
        return self._coordination.create_topic(CONSUMER_OFFSETS, assignment, self.configs)

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
            self._warn(f"{CONSUMER_OFFSETS} could not be made, so groups have no coordinator: {sentence}")

    def _tell(self) -> None:
        waiting, self._waiting = self._waiting or [], None
        exists = self.exists
        for waiter in waiting:
            waiter.callback(exists)
