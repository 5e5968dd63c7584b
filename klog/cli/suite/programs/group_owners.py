"""Watches a group that ZooKeeper keeps: ``python -m klog.cli.suite.programs.group_owners CONNECT GROUP TOPIC PARTITIONS``.

Whoever the members are, klog's or Kafka's, their group is the same znodes: who is there (``ids``), and who has which partition
(``owners``). Both are read fifty times a second, and each change is a line of JSON: when it was seen (the machine's monotonic clock), until
when the picture before was true at the least, how many members, how many partitions have an owner, how many owners there are, and how
unevenly they share. Ends on SIGTERM.

Members are read first and owners after, and both may have changed by then: the first picture with a fourth member can be one in which all
is shared already. So a change counts from when the look before it was begun, and a rest from when it was seen: what is told is never
shorter than it was, and longer by two looks at most.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from klog.zookeeper.consumer_znodes import ids_path, owner_path, owners_path

LOOK_S = 0.02


class Picture(NamedTuple):
    """A group at one moment."""

    members: int
    owned: int
    owners: int
    uneven: int

    def is_at_rest(self, partitions: int) -> bool:
        """Whether every partition has an owner, every member owns some, and none more than one more than another."""
        return self.owned == partitions and self.owners == self.members and self.uneven <= 1


def picture(members: Sequence[str], owners: Sequence[str | None]) -> Picture:
    """Of the ids that are registered, and the owner of each partition: a member's thread, ``GROUP_HOST-…-0``."""
    held = Counter(owner.rpartition("-")[0] for owner in owners if owner)
    counts = list(held.values())
    return Picture(len(members), sum(counts), len(held), max(counts) - min(counts) if counts else 0)


async def watch(reactor: Any, connect: str, group: str, topic: str, partitions: int) -> None:
    """For ever."""
    from twisted.internet.defer import gatherResults
    from twisted.internet.task import deferLater

    from klog.zookeeper.client import ZookeeperClient
    from klog.zookeeper.errors import NoNodeException

    client = await ZookeeperClient(connect, reactor=reactor).connect()
    last: Picture | None = None
    before = time.monotonic()

    async def children(path: str) -> list[str]:
        try:
            return list(await client.get_children(path))
        except NoNodeException:
            return []

    def owner_of(answer: Any) -> str | None:
        return bytes(answer[0] or b"").decode()

    def nobody(failure: Any) -> None:
        failure.trap(NoNodeException)

    while True:
        began = time.monotonic()
        members = await children(ids_path(group))
        owned = [int(name) for name in await children(owners_path(group, topic))]
        asked = [client.get(owner_path(group, topic, number)).addCallbacks(owner_of, nobody) for number in owned]
        now = picture(members, await gatherResults(asked))
        if now != last:
            last = now
            print(json.dumps({"at": time.monotonic(), "before": before, **now._asdict(), "rest": now.is_at_rest(partitions)}), flush=True)
        before = began
        await deferLater(reactor, LOOK_S, lambda: None)


def main(arguments: Sequence[str]) -> int:
    """See above."""
    from klog.cli.run_coroutine import run

    connect, group, topic, partitions = arguments
    run(lambda reactor: watch(reactor, connect, group, topic, int(partitions)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
