"""How a follower fetches, by its broker's settings (``replica.…``)."""

from __future__ import annotations

from klog.broker.settings.settings import BrokerSettings


class FetchRules:
    """See the module; as the settings were when it was made.

    :ivar max_wait_ms: what a request may wait at the leader.
    :ivar min_bytes: how much it waits for.
    :ivar max_bytes: of an answer.
    :ivar partition_max_bytes: of one partition in it.
    :ivar backoff_ms: the longest pause behind something that went wrong.
    :ivar timeout_ms: after which an answer is not waited for any more.
    """

    def __init__(self, settings: BrokerSettings) -> None:
        self.max_wait_ms = settings.integer("replica.fetch.wait.max.ms")
        self.min_bytes = settings.integer("replica.fetch.min.bytes")
        self.max_bytes = settings.integer("replica.fetch.response.max.bytes")
        self.partition_max_bytes = settings.integer("replica.fetch.max.bytes")
        self.backoff_ms = settings.integer("replica.fetch.backoff.ms")
        self.timeout_ms = settings.integer("replica.socket.timeout.ms")
