"""Two clusters on one virtual network: a source, and a destination in which mirrors run."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.replicas.partition import Partition
from klog.client.admin.admin import Admin
from klog.client.producing.producer import Producer
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import STATE_TOPIC_CONFIGS, Key, LinkDefinition, Value, Wish, encode_value
from klog.mirror.decisions.states import Event, TopicState
from klog.mirror.engine import Engine
from klog.mirror.link import Link
from klog.model import TopicPartition
from klog.storage.cold_read import wait_for
from klog.testing.broker import MemoryBroker
from klog.testing.reactor import MemoryReactor

SOURCE, DESTINATION = "192.0.2.11", "192.0.2.12"
#: For lives, in which brokers start many times: half of what one costs is the usual fifty logs of each coordinator's topic.
FEW_LOGS = {"offsets.topic.num.partitions": "2", "transaction.state.log.num.partitions": "2"}


def stored(broker: MemoryBroker, topic: str, partition: int = 0) -> bytes:
    """All batches of a partition, as they lie in its log."""
    found = broker.broker.partitions
    assert found is not None
    replica = found.get(topic, partition)
    assert replica is not None, f"{topic}-{partition} is not there"
    log, data = replica.log, b""
    offset = log.start_offset
    while offset < log.end_offset:
        read = wait_for(partial(log.read, offset, 1 << 20, upper_bound=log.end_offset))
        if read.span is None:
            break
        data += read.span.read()
        offset = read.next_offset
    return data


class TwoClusters(SynchronousTestCase):
    """See the module.

    :cvar properties: of the source's broker; :cvar own_properties: of the destination's.
    :cvar both_mirror: whether mirrors may run in the source, too.
    """

    properties: Mapping[str, str] = {}
    own_properties: Mapping[str, str] = {}
    both_mirror = False

    def setUp(self) -> None:
        """Both brokers run, and there is a state topic."""
        self.reactor = MemoryReactor()
        self.source = MemoryBroker(self.properties, reactor=self.reactor, host=SOURCE, seed=1, mirrors=self.both_mirror).start()
        self.destination = MemoryBroker(self.own_properties, reactor=self.reactor, host=DESTINATION, seed=2, mirrors=True).start()
        self.there = Admin(self.reactor, self.source.bootstrap, random=random.Random(3))
        self.here = Admin(self.reactor, self.destination.bootstrap, random=random.Random(4))
        self._writer = Producer(self.reactor, self.destination.bootstrap, allow_auto_create_topics=False, random=random.Random(5))
        self.until(self.here.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS)))
        self._wishes = 0
        self.warnings: list[str] = []
        self.listen_to(self.destination)

    def tearDown(self) -> None:
        """Everything ends in order, and nothing is left to do."""
        for client in (self.there, self.here, self._writer):
            self.until(client.stopService())
        for broker in (self.destination, self.source):
            if broker.is_ready:
                broker.stop()

    def listen_to(self, broker: MemoryBroker) -> None:
        """Keep what it warns of."""
        warn = broker.broker.warn
        broker.broker.warn = lambda sentence: (self.warnings.append(sentence), warn(sentence))[1]  # type: ignore[method-assign]

    def until(self, wanted: Any) -> Any:
        """Let time pass until it has a result."""
        return self.reactor.until(wanted)

    def run_for(self, seconds: float) -> None:
        """Let time pass."""
        self.reactor.advance(seconds)

    def run_until(self, is_so: Callable[[], Any], most_s: float = 60.0) -> Any:
        """Let time pass until it is so; what it is then."""
        left_s = most_s
        while not (found := is_so()):
            self.assertGreater(left_s, 0, f"it has not come to be so within {most_s} s; warnings: {self.warnings}")
            self.reactor.advance(0.1)
            left_s -= 0.1
        return found

    # What people do

    def write(self, key: Key, value: Value | None) -> None:
        """A record of the state topic."""
        self.until(self._writer.send(STATE_TOPIC, None if value is None else encode_value(value), key.encode(), partition=0))

    def write_together(self, *records: tuple[Key, Value | None]) -> None:
        """Records of the state topic that are read together."""
        sent = [
            self._writer.send(STATE_TOPIC, None if value is None else encode_value(value), key.encode(), partition=0)
            for key, value in records
        ]
        for one in sent:
            self.until(one)

    def link(self, name: str = "dc1", topics: Sequence[str] = ("web.*",), **fields: Any) -> LinkDefinition:
        """Make a link, or change it."""
        definition = LinkDefinition(name, fields.pop("bootstrap", self.source.bootstrap), tuple(topics), **fields)
        self.write(Key("link", name), definition)
        return definition

    def wish(self, topic: str, event: Event, name: str = "dc1") -> None:
        """Have a topic promoted, or failed over."""
        self._wishes += 1
        self.write(Key("wish", name, topic), Wish(event, self._wishes))

    # What is so

    @property
    def engine(self) -> Engine:
        """The mirrors of the destination."""
        [application] = self.destination.broker.applications
        engine: Engine | None = application.engine  # type: ignore[attr-defined]
        assert engine is not None
        return engine

    def running(self, name: str = "dc1") -> Link:
        """A link as it runs."""
        return self.engine.links[name]

    def picture(self, name: str = "dc1") -> LinkPicture:
        """What is known of a link."""
        found = self.engine.state.picture.link(name)
        assert found is not None
        return found

    def state(self, topic: str, name: str = "dc1") -> TopicState | None:
        """Of a mirrored topic; None while nothing is known of it."""
        [application] = self.destination.broker.applications
        engine: Engine | None = application.engine  # type: ignore[attr-defined]
        found = None if engine is None else engine.state.picture.link(name)
        record = None if found is None else found.topics.get(topic)
        return None if record is None else record.state

    def source_partition(self, topic: str, partition: int = 0) -> Partition:
        """What the source's broker has of it."""
        found = self.source.broker.partitions.get(topic, partition)  # type: ignore[union-attr]
        assert found is not None
        return found

    def end(self, broker: MemoryBroker, topic: str, partition: int = 0) -> int:
        """Where a partition ends; -1 where it is not there."""
        assert broker.broker.partitions is not None
        found = broker.broker.partitions.get(topic, partition)
        return -1 if found is None else found.log.end_offset

    def until_level(self, topic: str, partitions: int = 1) -> None:
        """Let time pass until the copy is as long as the source."""
        self.run_until(lambda: all(self.end(self.destination, topic, n) == self.end(self.source, topic, n) for n in range(partitions)))

    def assert_equal(self, topic: str, partitions: int = 1) -> None:
        """Byte for byte."""
        for number in range(partitions):
            self.assertEqual(stored(self.destination, topic, number), stored(self.source, topic, number), f"{topic}-{number}")

    def tp(self, topic: str, partition: int = 0) -> TopicPartition:
        """One partition."""
        return TopicPartition(topic, partition)
