"""One ZooKeeper client at work: ``python -m tests.bench.zookeeper_client klog|kazoo host:port COUNT``; prints JSON.

For each kind of work: operations a second, and the process's CPU microseconds for one (all threads).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

#: Bytes of a node.
SIZE = 100
#: Requests under way at a time where they are pipelined.
UNDER_WAY = 500


class Rounds:
    """Takes the times."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.found: dict[str, dict[str, float]] = {}

    async def take(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """One kind of work."""
        cpu_s, began_s = time.process_time(), time.perf_counter()
        await work()
        seconds = time.perf_counter() - began_s
        cpu_us = (time.process_time() - cpu_s) * 1e6 / self.count
        self.found[name] = {"per_second": self.count / seconds, "cpu_us": cpu_us}


def klog(connect: str, count: int) -> dict[str, dict[str, float]]:
    """Ours."""
    from twisted.internet import reactor as installed
    from twisted.internet.defer import Deferred, gatherResults

    from klog.zookeeper import ZookeeperClient

    reactor: Any = installed
    rounds = Rounds(count)
    value = bytes(SIZE)
    top = f"/klog-{time.time_ns()}"

    async def pipelined(ask: Callable[[int], Deferred[Any]]) -> None:
        for first in range(0, count, UNDER_WAY):
            await gatherResults([ask(index) for index in range(first, min(count, first + UNDER_WAY))])

    async def work() -> None:
        client = ZookeeperClient(connect, 30_000, 30_000, reactor=reactor)
        await client.connect()
        for base in (top, f"{top}/a", f"{top}/b"):
            await client.create(base)

        async def creates() -> None:
            for index in range(count):
                await client.create(f"{top}/a/{index}", value)

        async def gets() -> None:
            for index in range(count):
                await client.get(f"{top}/a/{index}")

        async def many() -> None:
            await client.get_many([f"{top}/b/{index}" for index in range(count)])

        await rounds.take("create, one after the other", creates)
        await rounds.take("create, pipelined", lambda: pipelined(lambda index: client.create(f"{top}/b/{index}", value)))
        await rounds.take("get, one after the other", gets)
        await rounds.take("get, pipelined", lambda: pipelined(lambda index: client.get(f"{top}/b/{index}")))
        await rounds.take("get_many", many)
        await client.close()

    done = Deferred.fromCoroutine(work())
    failures: list[Any] = []
    done.addErrback(failures.append).addBoth(lambda _: reactor.stop())
    reactor.run()
    if failures:
        failures[0].raiseException()
    return rounds.found


def kazoo(connect: str, count: int) -> dict[str, dict[str, float]]:
    """The other one: threads; its pipelining is its ``*_async``."""
    from kazoo.client import KazooClient

    rounds = Rounds(count)
    value = bytes(SIZE)
    top = f"/kazoo-{time.time_ns()}"
    client = KazooClient(connect, timeout=30)
    client.start(30)
    for base in (top, f"{top}/a", f"{top}/b"):
        client.create(base)

    async def creates() -> None:
        for index in range(count):
            client.create(f"{top}/a/{index}", value)

    async def gets() -> None:
        for index in range(count):
            client.get(f"{top}/a/{index}")

    async def pipelined(ask: Callable[[int], Any]) -> None:
        for first in range(0, count, UNDER_WAY):
            for one in [ask(index) for index in range(first, min(count, first + UNDER_WAY))]:
                one.get()

    async def work() -> None:
        await rounds.take("create, one after the other", creates)
        await rounds.take("create, pipelined", lambda: pipelined(lambda index: client.create_async(f"{top}/b/{index}", value)))
        await rounds.take("get, one after the other", gets)
        await rounds.take("get, pipelined", lambda: pipelined(lambda index: client.get_async(f"{top}/b/{index}")))

    try:
        work().send(None)
    except StopIteration:
        pass
    client.stop()
    client.close()
    return rounds.found


if __name__ == "__main__":
    kind, connect, count = sys.argv[1:]
    print(json.dumps({"klog": klog, "kazoo": kazoo}[kind](connect, int(count))), flush=True)
