"""How fast copies of partitions may be made (KIP-73): one rate over all throttled partitions, on the leader's side and on the follower's,
which know nothing of each other. Pure.

Replicas that are in sync are never held back, or the throttle would throw them out. What they copy counts all the same where their
partition is throttled, so that the whole stays within the rate.

**The rate** is taken over the last windows (``replication.quota.window.num`` of ``replication.quota.window.size.seconds``), from the
beginning of the oldest of them to now, and over one window at least, as Kafka's is (``SimpleRate``). Where it is above the quota nothing is
copied until it is not; so what comes at once may be as much as one answer holds, and is waited for afterwards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

#: ``partition:broker``, and what stands for all of a topic.
ALL = "*"
#: What adding up fractions leaves is less, and would be waited for over and over without time to pass.
_LEAST_WAIT_S = 0.001


class ReplicationQuota:
    """See the module.

    :param windows: over so many the rate is taken.
    :param window_s: how long one is, in seconds.
    """

    def __init__(self, windows: int, window_s: float) -> None:
        self._windows = windows
        self._window_s = window_s
        #: Where each began, and how much came in it.
        self._counts: deque[tuple[float, int]] = deque()

    def record(self, size_bytes: int, now_s: float) -> None:
        """Count bytes that were copied."""
        self._forget(now_s)
        if self._counts and now_s < self._counts[-1][0] + self._window_s:
            began_s, count = self._counts.pop()
            self._counts.append((began_s, count + size_bytes))
        else:
            self._counts.append((now_s, size_bytes))

    def rate(self, now_s: float) -> float:
        """Bytes in a second."""
        self._forget(now_s)
        if not self._counts:
            return 0.0
        return sum(count for _, count in self._counts) / max(now_s - self._counts[0][0], self._window_s)

    def wait_s(self, most_per_s: float, now_s: float) -> float:
        """For how long nothing is to be copied, so that the rate is not above `most_per_s`; 0 where it is not."""
        if self.rate(now_s) <= most_per_s:
            return 0.0
        began_s = self._counts[0][0]
        # The oldest window is forgotten as a whole, which the rate may wait for rather than for time to pass.
        is_forgotten_s = began_s + self._windows * self._window_s - now_s
        if most_per_s <= 0:
            return is_forgotten_s
        total = sum(count for _, count in self._counts)
        return max(min(max(total / most_per_s, self._window_s) - (now_s - began_s), is_forgotten_s), _LEAST_WAIT_S)

    def _forget(self, now_s: float) -> None:
        while self._counts and self._counts[0][0] + self._windows * self._window_s <= now_s:
            self._counts.popleft()


def throttled_partitions(text: str, broker_id: int) -> frozenset[int] | None:
    """Of which partitions of its topic a broker's replica is throttled, by ``leader.replication.throttled.replicas`` or the follower's.

    :param text: ``*``, or ``partition:broker`` with commas; what cannot be read is passed over: it was written into ZooKeeper by anybody.
    :return: None: all.
    """
    if text.strip() == ALL:
        return None
    found = set()
    for item in text.split(","):
        partition, _, broker = item.strip().partition(":")
        if _is_number(partition) and _is_number(broker) and int(broker) == broker_id:
            found.add(int(partition))
    return frozenset(found)


def _is_number(text: str) -> bool:
    """Not as long as one may be that takes time, or that Python does not read."""
    return text.isascii() and text.isdecimal() and len(text) <= 10


class ReplicationThrottle:
    """One side's.

    :param broker_id: ours.
    :param rate: the quota as it is set now, in bytes a second; None where there is none.
    :param replicas_of: a topic's setting as it is now, empty where there is none.
    :param now_s: a clock that is not set back.
    """

    def __init__(
        self,
        broker_id: int,
        rate: Callable[[], int | None],
        replicas_of: Callable[[str], str],
        now_s: Callable[[], float],
        *,
        windows: int = 11,
        window_s: float = 1.0,
    ) -> None:
        self._broker_id = broker_id
        self._rate = rate
        self._replicas_of = replicas_of
        self._now_s = now_s
        self._quota = ReplicationQuota(windows, window_s)
        #: By topic: the text, and what it says.
        self._read: dict[str, tuple[str, frozenset[int] | None]] = {}

    @property
    def is_set(self) -> bool:
        """Whether there is a quota at all."""
        return self._rate() is not None

    def is_throttled(self, topic: str, partition: int) -> bool:
        """Whether our replica of it is in the topic's setting, and there is a quota."""
        if self._rate() is None:
            return False
        text = self._replicas_of(topic)
        if not text:
            return False
        known = self._read.get(topic)
        if known is None or known[0] != text:
            if len(self._read) > 10_000:
                self._read.clear()
            known = self._read[topic] = text, throttled_partitions(text, self._broker_id)
        return known[1] is None or partition in known[1]

    def record(self, size_bytes: int) -> None:
        """Count bytes that were copied of a throttled partition."""
        self._quota.record(size_bytes, self._now_s())

    def wait_s(self) -> float:
        """For how long nothing more is to be copied of throttled partitions; 0 where it may."""
        rate = self._rate()
        return 0.0 if rate is None else self._quota.wait_s(rate, self._now_s())

    @property
    def rate(self) -> float:
        """Bytes in a second, of late."""
        return self._quota.rate(self._now_s())
