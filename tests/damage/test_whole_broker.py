"""The files that concern all partitions of a data directory: every byte flipped in turn, then a whole broker starts on it and is asked.

A checkpoint or ``klog.state`` that is hurt keeps no broker from starting, and takes no records from anybody; only ``meta.properties``
does, with a sentence that says what to do. Configurations that got lost are told of, and no producer id is given out twice.
"""

from __future__ import annotations

import dataclasses
import functools
import random
import unittest
from typing import Any

import pytest
from twisted.logger import globalLogPublisher

from klog.broker.lifecycle.service import StartRefused
from klog.cli.log.verify import check_directory, read_checkpoints
from klog.model import TopicPartition
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.offset_fetch import OffsetFetchRequest
from tests import peers
from tests.damage import sample_directory as made
from tests.damage.byte_kinds import Kind, kinds_of
from tests.damage.damaged_start import Flip, Sibling, sibling_sight

#: By kind, which fields of `BrokerSight` may be others, and whether the start may be refused.
PERMITTED: dict[Kind, tuple[set[str], bool]] = {
    Kind.CLEAN: (set(), False),
    Kind.RECOVERY_POINT: (set(), False),
    Kind.HIGH_WATERMARK: (set(), False),
    Kind.CLEANER: (set(), False),
    # The line may name the other partition then: nothing in the file says that it is not meant.
    Kind.LOG_START: ({"plain-0", "plain-1"}, False),
    Kind.META: (set(), True),
    Kind.STATE: ({"configurations"}, False),
}


@dataclasses.dataclass(frozen=True)
class BrokerSight:
    """What a broker says that has started."""

    cluster_id: str
    ids: dict[str, tuple[bytes, int]]
    #: By topic, and whether they are known.
    configurations: dict[str, tuple[dict[str, str], bool]]
    logs: dict[TopicPartition, Sibling]
    #: What two groups have committed.
    offsets: tuple[Any, ...]
    #: The first that is given out.
    producer_id: int


def sight_of(broker: MemoryBroker) -> BrokerSight:
    """Ask for everything."""
    coordination, directories = broker.broker.coordination, broker.broker.directories
    assert coordination is not None and directories is not None
    client = broker.connect()
    offsets: list[Any] = []
    for group in ("g", "h"):
        answer = client.ask(OffsetFetchRequest(group_id=group, topics=None), 7)
        found = [(topic.name, [(one.partition_index, one.committed_offset) for one in topic.partitions]) for topic in answer.topics]
        offsets.append((answer.error_code, found))
    given = client.ask(InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=1000), 1)
    assert given.error_code == 0, given
    topics = coordination.topics()
    return BrokerSight(
        coordination.cluster_id(),
        {name: (topic.topic_id, len(topic.partitions)) for name, topic in topics.items()},
        {name: (dict(topic.configs), topic.configs_known) for name, topic in topics.items()},
        {log.topic_partition: sibling_sight(log) for log in directories.logs()},
        tuple(offsets),
        given.producer_id,
    )


@functools.cache
def whole() -> BrokerSight:
    """Of the directory that is not hurt."""
    broker = MemoryBroker(made.PROPERTIES, file_system=made.placed(made.files())).start()
    found = sight_of(broker)
    broker.stop()
    return found


def changed(seen: BrokerSight) -> set[str]:
    """What is not as it was; of logs the partitions."""
    before = whole()
    found = {name for name in ("cluster_id", "ids", "configurations", "offsets") if getattr(seen, name) != getattr(before, name)}
    found |= {f"{name.topic}-{name.partition}" for name, log in before.logs.items() if seen.logs.get(name) != log}
    if seen.producer_id < before.producer_id:
        found.add("producer_id")
    return found


@pytest.mark.soak
class DirectoryTests(unittest.TestCase):
    """One test for each file."""

    maxDiff = None

    def setUp(self) -> None:
        self.told: list[str] = []
        self.failures: list[str] = []
        self.warnings: list[str] = []
        globalLogPublisher.addObserver(self.observe)
        self.addCleanup(globalLogPublisher.removeObserver, self.observe)

    def observe(self, event: Any) -> None:
        if "log_failure" in event:
            self.failures.append(str(event["log_failure"].value))
        elif event.get("log_level") is not None and event["log_level"].name in ("warn", "error", "critical"):
            self.warnings.append(str(event.get("sentence") or event.get("log_format")))

    def check(self, name: str) -> None:
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        rng = random.Random(f"{seed} {name}")
        path = f"{DATA_DIRECTORY}/{name}"
        data = made.files()[path]
        for position, kind in enumerate(kinds_of(path, data)):
            masks = [0xFF, *(1 << bit for bit in range(8))] if peers.SOAK else [0xFF, 1 << rng.randrange(8)]
            if kind is Kind.STATE and not peers.SOAK:
                # Long, and all of it under one checksum.
                masks = [masks[(position + seed) % 2]]
            for mask in masks:
                flip = Flip(path, position, mask, True)
                try:
                    self.check_one(kind, flip)
                except Exception as error:  # noqa: BLE001
                    self.told.append(f"{flip}: {type(error).__name__}: {error}")
        self.assertEqual("\n".join(self.told[:20]), "", f"{len(self.told)} flips; repeat with KLOG_SEED={seed}")

    def check_one(self, kind: Kind, flip: Flip) -> None:
        may_change, may_refuse = PERMITTED[kind]
        fs = made.placed(made.files(), flip.path, flip.content())
        self.warnings.clear()
        self.failures.clear()
        broker = MemoryBroker(made.PROPERTIES, file_system=fs)
        try:
            broker.start()
        except StartRefused as refused:
            assert may_refuse, f"refused: {refused}"
            assert "meta.properties" in str(refused), refused
            assert any(word in str(refused) for word in ("put back", "set broker.id", "use another directory", "move ")), refused
            assert fs.exists(made.CLEAN_MARKER), "a start that is refused has begun nothing"
            return
        seen = sight_of(broker)
        extra = changed(seen) - may_change
        assert not extra, f"not as it was: {extra}"
        assert not self.failures, f"a traceback: {self.failures}"
        if kind is Kind.STATE:
            self.check_state(fs, seen)
        broker.stop()

    def check_state(self, fs: MemoryFileSystem, seen: BrokerSight) -> None:
        assert not any(known for _, known in seen.configurations.values()), "configurations that got lost are not taken for none"
        assert any("klog.state" in warning for warning in self.warnings), "nothing is lost silently"
        assert fs.exists(f"{DATA_DIRECTORY}/klog.state.damaged")
        assert seen.producer_id > whole().producer_id

    def test_what_verify_says(self) -> None:
        """klog.state has a checksum."""
        path = f"{DATA_DIRECTORY}/klog.state"
        for position in range(len(made.files()[path])):
            fs = made.placed([path], path, Flip(path, position, 1 << position % 8, True).content())
            [problem] = check_directory(fs, DATA_DIRECTORY, [], read_checkpoints(fs, DATA_DIRECTORY)).problems
            self.assertEqual(problem.path, path)

    def test_state(self) -> None:
        self.check("klog.state")

    def test_meta_properties(self) -> None:
        self.check("meta.properties")

    def test_recovery_points(self) -> None:
        self.check("recovery-point-offset-checkpoint")

    def test_log_starts(self) -> None:
        self.check("log-start-offset-checkpoint")

    def test_high_watermarks(self) -> None:
        self.check("replication-offset-checkpoint")

    def test_cleaner_offsets(self) -> None:
        self.check("cleaner-offset-checkpoint")

    def test_the_marker_of_a_clean_stop(self) -> None:
        self.check(".kafka_cleanshutdown")
