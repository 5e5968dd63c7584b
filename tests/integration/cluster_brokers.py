"""Several klog brokers that share a ZooKeeper, as processes of their own.

::

    with ClusterBrokers(zookeeper.connect + "/k") as cluster:       # three, numbered 1 to 3, started together
        cluster.bootstrap                                           # of all
        cluster.kill(2); cluster.start(2)                           # waits until its old session is over
"""

from __future__ import annotations

import contextlib
import pathlib
import shutil
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

from tests import peers
from tests.integration.running import KlogBroker, insist_on_no_traceback

#: Quick to find out who is dead, on a machine that may be busy.
SETTINGS: Mapping[str, str] = {
    "zookeeper.session.timeout.ms": "4000",
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "6",
    "num.partitions": "6",
}


class ClusterBrokers:
    """Brokers 1 to `count`.

    :param connect: of ZooKeeper, with a chroot.
    :param settings: over `SETTINGS`.
    :param listener: the name of the one that each has; where it is no plain one, `settings` say how clients come in.
    """

    def __init__(self, connect: str, count: int = 3, *, settings: Mapping[str, str] | None = None, listener: str = "PLAINTEXT") -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-cluster-"))
        self.brokers: dict[int, KlogBroker] = {}
        for number in range(1, count + 1):
            own = {**SETTINGS, **(settings or {}), "zookeeper.connect": connect, "broker.id": str(number)}
            port = peers.free_port()
            if listener != "PLAINTEXT":
                own["listeners"] = f"{listener}://127.0.0.1:{port}"
            self.brokers[number] = KlogBroker(self.folder / str(number), port=port, settings=own)

    @property
    def bootstrap(self) -> str:
        """host:port of all, with commas."""
        return ",".join(broker.address for broker in self.brokers.values())

    def start_all(self) -> None:
        """Start those that do not run, together."""
        with ThreadPoolExecutor(len(self.brokers)) as pool:
            list(pool.map(lambda broker: broker.start(), [broker for broker in self.brokers.values() if broker.server is None]))

    def start(self, number: int) -> KlogBroker:
        """Start one that was killed or stopped; it waits until its old session is over."""
        return self.brokers[number].start()

    def kill(self, number: int) -> None:
        """kill -9."""
        self.brokers[number].kill()

    def stop_all(self) -> None:
        """All in order, one after the other. Raises what the first raised that did not end as it should."""
        with contextlib.ExitStack() as stack:
            for broker in self.brokers.values():
                stack.callback(broker.stop)

    def output(self) -> str:
        """What all printed."""
        return "\n".join(f"--- broker {number}\n{broker.output()}" for number, broker in self.brokers.items())

    def __enter__(self) -> Self:
        try:
            self.start_all()
        except BaseException:
            self._kill_all()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        try:
            if kind is None:
                self.stop_all()
                insist_on_no_traceback(self.output())
            else:
                print(self.output()[-6000:])
        finally:
            self._kill_all()

    def _kill_all(self) -> None:
        for broker in self.brokers.values():
            if broker.server is not None:
                broker.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
