"""What a broker that is alone knows of its topics, after deaths before acts on its disks that are drawn by chance, some of them in the
start that follows.

Clients make topics with configurations, change these, add partitions, delete topics and make them again. Before an act on a disk the
process or the power "goes": another broker starts on a copy of what is left, and in the midst of that start another one. The broker itself
lives on. Each of the others must show every topic that was acknowledged with its id, its configurations and all its partitions; what is
under way as it was before or as it will be, and nothing between; of a deleted topic no record under the next one of its name.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.config_admin import Operation, ResourceType
from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from klog.testing.power_cuts import Survival
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from tests.seeds import Seeds, named

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

SEEDS = Seeds(6, in_soak=400)
CHANGES = 12
#: The share of the acts on the disks before which there is a death,
DEATHS = 0.3
#: the share of them after which the next broker goes on for a while,
GOES_ON = 0.3
#: and in which act of a start the second one comes, at most.
LAST_ACT = 40
#: Longer than the directories of a deleted topic stay.
_UNTIL_REMOVED_S = 61.0


@dataclasses.dataclass(frozen=True)
class _Topic:
    """What is known of one, and the record that was put into each of the partitions that it began with."""

    topic_id: bytes
    partitions: int
    configs: Mapping[str, str]
    values: Mapping[int, bytes]


class _Life:
    """One broker under its clients, and those that are started on copies of its disks.

    :ivar topics: as they will be when what is asked for is answered; meanwhile `_changing` counts. :ivar deaths: how many there were.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.properties = {"log.dirs": self.random.choice(["/data", "/one,/two", "/one,/two,/three"])}
        self.topics: dict[str, _Topic] = {}
        self.deaths = 0
        #: What was found wrong; whoever acts on a disk may take the error for the disk's.
        self._wrong: list[AssertionError] = []
        self._made = 0
        #: The topic that records are put into just now.
        self._filled: str | None = None
        #: What the broker before and those after it may show of the topic that is being changed.
        self._changing: dict[str, tuple[_Topic | None, ...]] = {}
        #: What was shown of a topic whose id nobody has been told yet.
        self._ids_to_come: list[bytes] = []
        self.broker = MemoryBroker(self.properties, seed=seed).start()
        self.client = self.broker.connect()
        self.broker.file_system.on_operation = self._maybe_die

    def run(self) -> None:
        """All changes."""
        for _ in range(CHANGES):
            name = self.random.choice("abc")
            topic = self.topics.get(name)
            if topic is None:
                self._create(name)
            else:
                self.random.choice([self._configure, self._grow, self._delete, self._delete])(name, topic)
            self._changing.clear()
            if self.random.random() < 0.2:
                self.broker.advance(_UNTIL_REMOVED_S, 1.0)
            if self._wrong:
                raise self._wrong[0]
        self.broker.file_system.on_operation = None
        self.broker.stop()

    # -- what clients want

    def _create(self, name: str) -> None:
        partitions, configs = self.random.randint(1, 5), self._configs()
        self._changing[name] = (None, _Topic(b"", partitions, configs, {}))
        self._ids_to_come.clear()
        wanted = [CreatableTopicConfig(name=key, value=value) for key, value in configs.items()]
        topic = CreatableTopic(name=name, num_partitions=partitions, replication_factor=1, configs=wanted)
        [answer] = self.client.ask(CreateTopicsRequest(topics=[topic], timeout_ms=1000), 7).topics
        assert answer.error_code == ErrorCode.NONE, answer
        assert all(one == answer.topic_id for one in self._ids_to_come), "it had another id before it was acknowledged"
        self._made += 1
        values = dict.fromkeys(range(partitions), b"%d" % self._made)
        self.topics[name] = _Topic(answer.topic_id, partitions, configs, values)
        del self._changing[name]
        # A record that is not synced may be lost when the power goes.
        self._filled = name
        for index, value in values.items():
            self.broker.put(name, [value], partition=index)
            served = self.broker.broker.partitions.get(name, index)
            assert served is not None
            served.log.flush()
        self._filled = None

    def _configs(self) -> dict[str, str]:
        some = {"retention.ms": "86400000", "max.message.bytes": str(self.random.randint(1000, 9000)), "min.insync.replicas": "1"}
        return {key: value for key, value in some.items() if self.random.random() < 0.7}

    def _configure(self, name: str, topic: _Topic) -> None:
        configs = {**topic.configs, "max.message.bytes": str(self.random.randint(10_000, 99_000))}
        self._change(name, dataclasses.replace(topic, configs=configs))
        alter = [AlterableConfig(name="max.message.bytes", config_operation=Operation.SET, value=configs["max.message.bytes"])]
        resource = AlterConfigsResource(resource_type=ResourceType.TOPIC, resource_name=name, configs=alter)
        [answer] = self.client.ask(IncrementalAlterConfigsRequest(resources=[resource]), 1).responses
        assert answer.error_code == ErrorCode.NONE, answer

    def _grow(self, name: str, topic: _Topic) -> None:
        self._change(name, dataclasses.replace(topic, partitions=topic.partitions + self.random.randint(1, 3)))
        wanted = CreatePartitionsTopic(name=name, count=self.topics[name].partitions, assignments=None)
        [answer] = self.client.ask(CreatePartitionsRequest(topics=[wanted], timeout_ms=1000), 3).results
        assert answer.error_code == ErrorCode.NONE, answer

    def _delete(self, name: str, topic: _Topic) -> None:
        self._changing[name] = (self.topics.pop(name), None)
        [answer] = self.client.ask(DeleteTopicsRequest(topic_names=[name], timeout_ms=1000), 5).responses
        assert answer.error_code == ErrorCode.NONE, answer

    def _change(self, name: str, after: _Topic) -> None:
        self._changing[name] = (self.topics[name], after)
        self.topics[name] = after

    # -- deaths

    def _maybe_die(self, act: str, path: str) -> None:
        if self.random.random() >= DEATHS:
            return
        try:
            self._die(self.broker.file_system, f"before {act} of {path}", is_last=False)
        except AssertionError as error:
            self._wrong.append(error)

    def _die(self, disk: MemoryFileSystem, when: str, *, is_last: bool) -> None:
        """The process or the power goes, and a broker is started on what is left, in whose start it happens once more."""
        self.deaths += 1
        # What a killed process has written is there.
        survival = self.random.choice([Survival.EVERYTHING, Survival.EVERYTHING, *Survival])
        left = disk.crash(self.random, survival)
        when += f", {survival.name.lower()} survived"
        acts_left = self.random.randrange(LAST_ACT)

        def die_again(act: str, path: str) -> None:
            nonlocal acts_left
            acts_left -= 1
            if acts_left == 0:
                self._die(left, f"{when}; in the start after it before {act} of {path}", is_last=True)

        if not is_last:
            left.on_operation = die_again
        after = MemoryBroker(self.properties, file_system=left, seed=self.random.randrange(1 << 30))
        after.start()
        left.on_operation = None
        self._look(after, when)
        if not is_last and self.random.random() < GOES_ON:
            # It goes on, and so does the next: what a start has forgotten to remove is not told by that start.
            name = f"made-{self.deaths}"
            after.create_topics({name: 1})
            after.stop()
            after.start()
            self._look(after, f"{when}; started once more in order", but=name)
            after.stop()

    def _look(self, broker: MemoryBroker, when: str, but: str = "") -> None:
        coordination = broker.broker.coordination
        assert coordination is not None
        shown = coordination.topics()
        for name in sorted({*self.topics, *self._changing, *shown} - {but}):
            expected = self._changing.get(name) or (self.topics.get(name),)
            topic = shown.get(name)
            if topic is None:
                assert None in expected, f"{when}: topic {name} is gone"
                continue
            partitions = [index for index in range(100) if broker.broker.partitions.get(name, index) is not None]
            values = {message.partition: message.value for message in broker.messages(name)}
            if name == self._filled:
                wanted = self.topics[name].values
                assert values.items() <= wanted.items(), f"{when}: topic {name} has {values}, which are not its own {wanted}"
                values = dict(wanted)
            found = _Topic(topic.topic_id, len(topic.partitions), dict(topic.configs), values)
            assert partitions == list(range(found.partitions)), f"{when}: topic {name} has {found.partitions}, and served are {partitions}"
            assert topic.configs_known, f"{when}: the configurations of {name} are unknown"
            if any(one is not None and not one.topic_id for one in expected):
                self._ids_to_come.append(found.topic_id)
                found = dataclasses.replace(found, topic_id=b"")
            assert found in expected, f"{when}: of topic {name} this is shown: {found}; it should be one of {expected}"


class TopicsOutliveCrashesTests(SynchronousTestCase):
    """See the module."""

    def test_seeds(self) -> None:
        deaths = 0
        for seed in SEEDS:
            life = _Life(seed)
            with named(seed, life.properties):
                life.run()
            deaths += life.deaths
        if not SEEDS.is_one:
            self.assertGreater(deaths, 20 * len(SEEDS))
