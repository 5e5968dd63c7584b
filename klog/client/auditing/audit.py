"""`Audit`: that a client counts, and how. What it counts is told in the topic ``__klog_audit``; see docs/audit.md."""

from __future__ import annotations

import dataclasses

from klog.audit import windows
from klog.audit.cells import MOST_INTERVAL_MS
from klog.config import ConfigError

#: Counts are told at least and at most so often.
LEAST_INTERVAL_MS = 100


@dataclasses.dataclass(frozen=True, kw_only=True)
class Audit:
    """Have a client take part in the audit.

    ::

        producer = Producer(reactor, "kafka:9092", client_id="web", audit=Audit(numbers=True))
        group = ConsumerGroup(reactor, "kafka:9092", "billing", ["orders"], audit=Audit())

    Its counts go to the same cluster, over a connection of their own. A producer says that it is there before its first record is written,
    which waits for that: a second at most, without a reactor some seconds (docs/audit.md). All producers of one client id should take
    part, or none: brokers tell clients apart by it.

    :param name: of a consumer without a group: under what it counts; its client id where not given.
    :param numbers: of producers: number every record in a header of 41 bytes and the topic's name, so that those which are missing, or
        double, or elsewhere, are known one by one.
    :param hashes: add up hashes of all records, so that it is known whether one was changed.
    :param window_ms: how long windows are; as the brokers have it.
    :param interval_ms: how often counts are told.
    :raises ConfigError: a value that cannot be.
    """

    name: str = ""
    numbers: bool = False
    hashes: bool = False
    window_ms: int = windows.DEFAULT_MS
    interval_ms: int = 10_000

    def __post_init__(self) -> None:
        for name, value in (("window_ms", self.window_ms), ("interval_ms", self.interval_ms)):
            if type(value) is not int:
                raise ConfigError(f"audit.{name}", repr(value), "a whole number is needed")
        fault = windows.length_fault(self.window_ms)
        if fault is not None:
            raise ConfigError("audit.window_ms", repr(self.window_ms), fault)
        if not LEAST_INTERVAL_MS <= self.interval_ms <= MOST_INTERVAL_MS:
            raise ConfigError("audit.interval_ms", repr(self.interval_ms), f"allowed is {LEAST_INTERVAL_MS} to {MOST_INTERVAL_MS}")
        if not isinstance(self.name, str):
            raise ConfigError("audit.name", repr(self.name), "a text is needed")


def checked_audit(given: object) -> Audit | None:
    """What a client was given as ``audit``.

    :raises ConfigError: something else.
    """
    if given is None or isinstance(given, Audit):
        return given
    raise ConfigError("audit", repr(given), "a klog.Audit is needed, or None")
