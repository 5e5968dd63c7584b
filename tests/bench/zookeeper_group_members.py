"""Members for `tests.bench.zookeeper_groups`: ``CONNECT NAME ...`` holds members and obeys lines on its standard input ("start", "stop",
"owned"); ``CONNECT --topics COUNT PARTITIONS`` makes the topics, once."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from typing import Any

from twisted.internet import reactor as reactor_
from twisted.internet.defer import Deferred
from twisted.internet.stdio import StandardIO
from twisted.protocols.basic import LineOnlyReceiver

from klog.client.groups.commits import CommitFailed
from klog.client.groups.members import Identity, Places
from klog.client.groups.paper.brokers import FoundBrokers
from klog.client.groups.paper.membership import ZookeeperMembership
from klog.client.groups.paper.settings import PaperGroupSettings
from klog.client.offsets import Committed
from klog.client.routing import Routing
from klog.errors import KlogError
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NodeExistsException
from klog.zookeeper.znodes import BROKER_IDS, TOPICS, BrokerRegistration, RegisteredEndpoint, TopicZnode

reactor: Any = reactor_
GROUP = "big"
SESSION_MS = 6_000


class Counting:
    """An owner that reads the offsets of what it is given, and commits them when it is taken away."""

    def __init__(self, connect: str, name: str, topics: Sequence[str]) -> None:
        zookeeper = PaperGroupSettings(zookeeper=connect, consumer_id=name, zookeeper_session_timeout_ms=SESSION_MS)
        settings = zookeeper.member(GROUP, topics, None)
        routing = Routing(reactor, FoundBrokers(bootstrap_servers="", client_id=name), random=random.Random(name))
        self.membership = ZookeeperMembership(routing, settings, zookeeper, self, find_brokers=True)
        self.offsets: dict[Any, int] = {}

    def hold(self) -> None:
        pass

    go_on = hold

    def cut_off(self, places: Places) -> None:
        pass

    async def take_away(self, places: Places, *, lost: bool) -> None:
        if not lost:
            try:
                await self.membership.write_offsets({place: Committed(self.offsets.get(place, 0) + 1) for place in places})
            except CommitFailed:
                pass

    async def hand_over(self, places: Places) -> None:
        for place, at in (await self.membership.read_offsets(places)).items():
            self.offsets[place] = at.offset

    def new_identity(self, identity: Identity) -> None:
        pass

    def failed(self, error: KlogError) -> None:
        print(f"failed: {error}", file=sys.stderr)


class Obeying(LineOnlyReceiver):
    """Lines in, answers out."""

    delimiter = b"\n"

    def __init__(self, members: dict[str, Counting]) -> None:
        self.members = members

    def lineReceived(self, line: bytes) -> None:
        for member in self.members.values():
            if line == b"start":
                member.membership.start()
            elif line == b"stop":
                member.membership.stop()
        if line == b"owned":
            states = {
                name: [member.membership.state_name == "stable", len(member.membership.owned)] for name, member in self.members.items()
            }
            self.sendLine(json.dumps(states).encode())


async def make_topics(connect: str, count: int, partitions: int) -> None:
    """With one broker that is not there."""
    client = await ZookeeperClient(connect, reactor=reactor).connect()
    for path in ("/brokers", BROKER_IDS, TOPICS, "/consumers"):
        try:
            await client.create(path)
        except NodeExistsException:
            continue
    broker = BrokerRegistration(1, (RegisteredEndpoint("PLAINTEXT", "127.0.0.1", 9),))
    await client.create(BrokerRegistration.path(1), broker.encode())
    for number in range(count):
        value = TopicZnode(None, dict.fromkeys(range(partitions), (1,))).encode()
        await client.create(TopicZnode.path(f"topic-{number}"), value)
    await client.close()


async def hold(connect: str, names: Sequence[str]) -> None:
    """Members, that wait to be told to start."""
    client = await ZookeeperClient(connect, reactor=reactor).connect()
    topics = sorted(await client.get_children(TOPICS))
    await client.close()
    StandardIO(Obeying({name: Counting(connect, name, topics) for name in names}))


def main() -> None:
    connect, *rest = sys.argv[1:]
    if rest[0] == "--topics":
        working = Deferred.fromCoroutine(make_topics(connect, int(rest[1]), int(rest[2])))
        working.addBoth(lambda _: reactor.stop())
    else:
        working = Deferred.fromCoroutine(hold(connect, rest))
    working.addErrback(lambda failure: failure.printTraceback())
    reactor.run()


if __name__ == "__main__":
    main()
