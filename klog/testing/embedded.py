"""A broker inside your process, for tests: ready in a few milliseconds, on a real port, for any Kafka client.

::

    from klog.testing.embedded import Broker

    with Broker({"num.partitions": "3"}) as broker:
        producer = confluent_kafka.Producer({"bootstrap.servers": broker.bootstrap})
        producer.produce("orders", b"first")
        producer.flush()
        assert [message.value for message in broker.messages("orders", at_least=1)] == [b"first"]

It runs in a thread of its own on a reactor of its own: whatever reactor or event loop your program has, or none, is not touched, no
signal handler is installed, and several brokers may run at once. Its files are in memory unless you name a directory. All methods may be
called from any thread but the broker's; each returns when the thing is done.

For programs that have a Twisted reactor, see `klog.testing.trial`; for virtual time, see `klog.testing.broker.MemoryBroker`.
"""

from __future__ import annotations

import concurrent.futures
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from twisted.internet.defer import maybeDeferred

from klog.testing.on_reactor import ReactorBroker
from klog.testing.topics import partitions_on_demand

#: How long a call into the broker's thread may take, in seconds.
CALL_TIMEOUT_S = 60.0


def make_reactor() -> Any:
    """A reactor that nobody else has, and that is not installed."""
    try:
        from twisted.internet.epollreactor import EPollReactor as PrivateReactor
    except ImportError:  # not Linux
        from twisted.internet.pollreactor import PollReactor as PrivateReactor  # type: ignore[assignment]
    reactor: Any = PrivateReactor()  # type: ignore[no-untyped-call]
    # Twisted remembers one thread as that of "the" reactor; it is not ours.
    reactor._registerAsIOThread = False
    return reactor


class ReactorThread:
    """A private reactor, running in a daemon thread from `start` to `end`."""

    def __init__(self, name: str = "klog") -> None:
        self.reactor = make_reactor()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def _run(self) -> None:
        self.reactor.run(installSignalHandlers=False)

    def start(self) -> None:
        """Run."""
        self._thread.start()

    def call(self, function: Callable[..., Any], *args: Any, timeout_s: float = CALL_TIMEOUT_S) -> Any:
        """Call `function` in the reactor's thread and return what it, or its Deferred, gives; its exception is raised here.

        :raises TimeoutError: it takes longer than `timeout_s`.
        """
        if threading.current_thread() is self._thread:
            raise RuntimeError("this would wait for itself: the broker's own thread cannot call it")
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()

        def act() -> None:
            maybeDeferred(function, *args).addCallbacks(future.set_result, lambda failure: future.set_exception(failure.value))

        self.reactor.callFromThread(act)
        return future.result(timeout_s)

    def end(self) -> None:
        """Stop the reactor, wait for the thread, and give the descriptors back."""
        if self._thread.is_alive():
            self.reactor.callFromThread(self.reactor.stop)
            self._thread.join(CALL_TIMEOUT_S)
        for selectable in self.reactor.removeAll():
            selectable.connectionLost(None)
        for name in ("i", "o"):
            # Both ends of the pipe that wakes it up.
            end = getattr(self.reactor.waker, name, None)
            if isinstance(end, int):
                _close(end)
            elif end is not None:
                end.close()
        close = getattr(getattr(self.reactor, "_poller", None), "close", None)
        if close is not None:
            close()


def _close(fd: int) -> None:
    try:
        os.close(fd)
    except OSError:
        pass


class Broker:
    """See the module.

    :param properties: the broker's settings (``docs/configuration.md``), over `klog.testing.on_reactor.DEFAULTS`.
    :param topics: topics to make at the start, with their numbers of partitions.
    :param data_directory: where its files lie; in memory where not given. They stay from one `start` to the next.
    :param host: the address that it listens on, where `properties` have no ``listeners``.
    :param port: likewise; 0 is a free one, which it keeps over restarts.
    """

    def __init__(
        self,
        properties: Mapping[str, Any] | None = None,
        *,
        topics: Mapping[str, int] | None = None,
        data_directory: str | os.PathLike[str] | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self._thread: ReactorThread | None = None
        self._topics = dict(topics or {})
        self._inner = ReactorBroker(None, properties, data_directory=data_directory, host=host, port=port)

    # -- start and stop

    def start(self) -> Self:
        """Start, also again after `stop` and `crash`. Ready when this returns.

        :raises klog.broker.lifecycle.assembly.StartRefused: with a sentence.
        """
        if self._thread is not None:
            raise RuntimeError("this broker runs already")
        thread = ReactorThread()
        self._inner.reactor = thread.reactor
        try:
            # Here, and not in the thread, which does not run yet: what fails, fails in the caller's face.
            self._inner.start()
        except BaseException:
            thread.start()
            thread.end()
            raise
        thread.start()
        self._thread = thread
        topics, self._topics = self._topics, {}
        if topics:
            try:
                self.create_topics(topics)
            except BaseException:
                self.stop()
                raise
        return self

    def stop(self) -> None:
        """Stop in order. Does nothing where it does not run."""
        self._end(self._inner.stop)

    def crash(self) -> None:
        """As ``kill -9``: nothing is flushed or closed in order, connections are reset; the next `start` recovers what was written."""
        self._end(self._inner.crash)

    def _end(self, how: Callable[[], Any]) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            try:
                thread.call(how)
            finally:
                thread.end()

    def restart(self) -> Self:
        """`stop` and `start`: the same files, the same port."""
        self.stop()
        return self.start()

    def __enter__(self) -> Self:
        return self if self.is_running else self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    @property
    def is_running(self) -> bool:
        """Whether it was started and not stopped."""
        return self._thread is not None

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call `function` in the broker's thread, and wait for what it, or its Deferred, gives.

        :raises RuntimeError: the broker does not run.
        """
        if self._thread is None:
            raise RuntimeError("the broker does not run")
        return self._thread.call(function, *args)

    # -- where it is

    @property
    def bootstrap(self) -> str:
        """``host:port``: what clients take for ``bootstrap.servers``."""
        return self._inner.bootstrap

    def address(self, listener: str | None = None) -> str:
        """``host:port`` of a listener by name, of the first where None. Raises KeyError."""
        return self._inner.address(listener)

    @property
    def properties(self) -> Mapping[str, str]:
        """Its settings."""
        return self._inner.properties

    # -- misfortunes

    def cut(self) -> int:
        """Reset all connections; how many there were."""
        return int(self.call(self._inner.cut))

    def refuse(self) -> None:
        """Take no new connections until `accept`; those that there are stay."""
        self.call(self._inner.refuse)

    def accept(self) -> None:
        """Take connections again."""
        self.call(self._inner.accept)

    @property
    def delay_s(self) -> float:
        """Requests are looked at so many seconds after they came; may be set at any time."""
        return self._inner.delay_s

    @delay_s.setter
    def delay_s(self, seconds: float) -> None:
        def act() -> None:
            self._inner.delay_s = seconds

        if self.is_running:
            self.call(act)
        else:
            act()

    # -- topics and what is in them

    def create_topic(self, name: str, partitions: int = 1, configs: Mapping[str, Any] | None = None) -> None:
        """Make a topic. Raises KlogError, as CreateTopics would answer."""
        self.call(self._inner.create_topic, name, partitions, configs)

    def create_topics(self, topics: Mapping[str, int]) -> None:
        """Make topics, each with its number of partitions. Raises KlogError."""
        self.call(self._inner.create_topics, topics)

    def put(self, topic: str, values: Sequence[bytes | None], *, key: bytes | None = None, partition: int = 0) -> int:
        """Append records to a topic without a client; the first one's offset. A topic that is not there is made as for a client that
        names it (``auto.create.topics.enable``, ``num.partitions``). Raises KlogError."""
        count = self.call(lambda: partitions_on_demand(self._inner.parts, topic))
        if count is not None:
            self.create_topic(topic, count)
        return int(self.call(lambda: self._inner.put(topic, values, key=key, partition=partition)))

    def messages(self, topic: str, partition: int | None = None, *, at_least: int = 0, timeout_s: float = 10.0) -> list[Any]:
        """All records of a topic, or of one of its partitions: with `topic`, `partition`, `offset`, `timestamp_ms`, `key`, `value` and
        `headers`.

        :param at_least: wait until there are so many.
        :raises TimeoutError: there are fewer after `timeout_s`.
        """
        end_s = time.monotonic() + timeout_s
        while True:
            found: list[Any] = self.call(self._inner.messages, topic, partition)
            if len(found) >= at_least:
                return found
            if time.monotonic() > end_s:
                raise TimeoutError(f"{topic} holds {len(found)} records after {timeout_s} s, not {at_least}")
            time.sleep(0.005)
