"""Clients that make, change and delete topics, produce and fetch; each judges its own answers."""

from __future__ import annotations

import math
from typing import Any

from klog.records.implementations import codec
from klog.wire.messages.create_partitions import CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.delete_records import DeleteRecordsPartition, DeleteRecordsRequest, DeleteRecordsTopic
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.incremental_alter_configs import AlterableConfig, AlterConfigsResource, IncrementalAlterConfigsRequest
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.broker.interleavings.model import Sent, Topic
from tests.broker.interleavings.world import (
    KEYS,
    TOPICS,
    TYPE_TOPIC,
    E,
    World,
)


class TopicClients(World):
    """See the module."""

    # Topics

    def create_topic(self) -> None:
        """Where there is none of that name."""
        names = [name for name in TOPICS if name not in self.busy and name not in self.topics]
        if not names:
            return
        chance, name = self.random, self.random.choice(names)
        configs: dict[str, str] = {"file.delete.delay.ms": "0"}
        configs["internal.segment.bytes"] = chance.choice(("500", "900", "100000"))
        rule = self.flush_rule
        if not rule and chance.random() < 0.4:
            configs["flush.messages" if chance.random() < 0.5 else "flush.ms"] = chance.choice(("1", "4"))
            rule = True
        policy = chance.random()
        if policy < 0.3:
            configs["cleanup.policy"] = "compact"
            configs["min.cleanable.dirty.ratio"] = "0.01"
        elif policy < 0.5:
            configs["retention.bytes"] = "1500"
        topic = Topic(name, chance.choice((1, 1, 3)), rule, may_compact=policy < 0.3, may_retain=0.3 <= policy < 0.5, configs=configs)
        self.ask_to_create(topic)

    def ask_to_create(self, topic: Topic) -> None:
        """See `create_topic`."""
        name, asked = topic.name, self.now
        is_certain = name not in self.uncertain
        configs = [CreatableTopicConfig(name=key, value=value) for key, value in topic.configs.items()]
        wanted = CreatableTopic(name=name, num_partitions=topic.partitions, replication_factor=1, configs=configs)

        def judge(answer: Any) -> None:
            self.busy.discard(name)
            code = answer.topics[0].error_code
            self.note(f"{name} created: {E(code).name} {answer.topics[0].error_message or ''}")
            if code == E.NONE:
                topic.is_steady = True
                self.topics[name] = topic
                self.uncertain.discard(name)
                self.littered.discard(name)
                if topic.partitions >= self.remains.get(name, 0):
                    self.remains.pop(name, None)
            else:
                if is_certain:
                    self.refused(asked, f"creation of {name}", code)
                self.littered.add(name)
                self.remains[name] = max(topic.partitions, self.remains.get(name, 0))

        def lost() -> None:
            self.busy.discard(name)
            self.uncertain.add(name)

        if self.send(CreateTopicsRequest(topics=[wanted], timeout_ms=30_000), 7, judge, lost):
            self.busy.add(name)
            self.note(f"create {name} {topic.partitions} {topic.configs}")

    def delete_topic(self) -> None:
        """One that is there, or may be."""
        names = [name for name in TOPICS if name not in self.busy and (name in self.topics or name in self.uncertain)]
        if not names:
            return
        name, asked = self.random.choice(names), self.now
        topic = self.topics.pop(name, None)
        is_certain = topic is not None and name not in self.uncertain

        def judge(answer: Any) -> None:
            self.busy.discard(name)
            code = answer.responses[0].error_code
            self.note(f"{name} deleted: {E(code).name} {answer.responses[0].error_message or ''}")
            if code == E.NONE:
                self.uncertain.discard(name)
            if code != E.NONE and is_certain:
                self.refused(asked, f"deletion of {name}", code)
                self.uncertain.add(name)

        def lost() -> None:
            self.busy.discard(name)
            self.uncertain.add(name)

        if self.send(DeleteTopicsRequest(topics=[DeleteTopicState(name=name)], timeout_ms=30_000), 6, judge, lost):
            self.busy.add(name)
            self.note(f"delete {name}")
            if topic is not None:
                topic.is_steady, topic.is_deleted = False, True
                for commits in self.commits.values():
                    commits.topic_goes(topic)
        elif topic is not None:
            self.topics[name] = topic

    def grow_topic(self) -> None:
        """More partitions."""
        topic = self.steady_topic()
        if topic is None or topic.name in self.busy or topic.partitions > 4:
            return
        name, asked, count = topic.name, self.now, topic.partitions + 1

        def judge(answer: Any) -> None:
            self.busy.discard(name)
            code = answer.results[0].error_code
            self.note(f"{name} has {count} partitions: {E(code).name}")
            if code == E.NONE:
                topic.partitions = count
            else:
                self.refused(asked, f"a partition more of {name}", code, {E.INVALID_PARTITIONS})

        wanted = CreatePartitionsTopic(name=name, count=count, assignments=None)
        if self.send(CreatePartitionsRequest(topics=[wanted], timeout_ms=30_000), 3, judge, lambda: self.busy.discard(name)):
            self.busy.add(name)

    def configure_topic(self) -> None:
        """The flush rule comes or goes, segments get another size, retention begins."""
        topic = self.steady_topic()
        if topic is None or topic.name in self.busy:
            return
        name, asked = topic.name, self.now
        key, value = self.random.choice(
            (
                ("flush.messages", "1"),
                ("flush.messages", None),
                ("flush.ms", "3"),
                ("retention.bytes", "800"),
                ("internal.segment.bytes", "700"),
            )
        )
        before = topic.flush_rule
        configs = {**topic.configs, key: value} if value is not None else {k: v for k, v in topic.configs.items() if k != key}
        if key.startswith("flush"):
            topic.flush_rule = None
        topic.may_retain = topic.may_retain or key == "retention.bytes"

        def judge(answer: Any) -> None:
            self.busy.discard(name)
            code = answer.responses[0].error_code
            self.note(f"{name} {key}={value}: {E(code).name}")
            if code == E.NONE:
                topic.configs = configs
                topic.flush_rule = self.flush_rule or "flush.messages" in configs or "flush.ms" in configs
            else:
                topic.flush_rule = before if code != E.KAFKA_STORAGE_ERROR else None
                self.refused(asked, f"{key} of {name}", code)

        operation = 0 if value is not None else 1
        config = AlterableConfig(name=key, config_operation=operation, value=value)
        resource = AlterConfigsResource(resource_type=TYPE_TOPIC, resource_name=name, configs=[config])

        def lost() -> None:
            self.busy.discard(name)
            topic.configs = {}

        if self.send(IncrementalAlterConfigsRequest(resources=[resource]), 1, judge, lost):
            self.busy.add(name)
        elif key.startswith("flush"):
            topic.flush_rule = before

    def steady_topic(self) -> Topic | None:
        """One that nobody has asked to go."""
        found = [topic for topic in self.topics.values() if topic.is_steady]
        return self.random.choice(found) if found else None

    # Records

    def produce(self) -> None:
        """One batch."""
        topic = self.steady_topic()
        if topic is None:
            return
        chance, asked, rule = self.random, self.now, topic.flush_rule
        partition = chance.randrange(topic.partitions)
        records = [Sent(chance.choice(KEYS), self.fresh(topic.name), rule is True) for _ in range(chance.choice((1, 1, 3)))]
        data = codec.build_batch([(self.broker.now_ms(), record.key, record.value, ()) for record in records])
        for record in records:
            topic.of(partition)[record.value] = record

        def judge(answer: Any) -> None:
            result = answer.responses[0].partition_responses[0]
            if result.error_code == E.NONE:
                for number, record in enumerate(records):
                    record.offset = result.base_offset + number
                    record.is_acknowledged = True
                    record.is_owed = record.is_owed or (rule is True and topic.flush_rule is True)
            elif topic.is_steady:
                self.refused(asked, f"Produce to {topic.name}-{partition} ({result.error_message})", result.error_code)
            self.note(f"produced {topic.name}-{partition} {records[0].value[:9]!r}: {E(result.error_code).name} {result.base_offset}")

        request = ProduceRequest(
            transactional_id=None,
            acks=chance.choice((1, -1)),
            timeout_ms=30_000,
            topic_data=[TopicProduceData(name=topic.name, partition_data=[PartitionProduceData(index=partition, records=data)])],
        )
        self.send(request, 9, judge)

    def fetch(self) -> None:
        """What a consumer is shown is owed to it."""
        topic = self.steady_topic()
        if topic is None:
            return
        partition, rule, asked = self.random.randrange(topic.partitions), topic.flush_rule, self.now
        told = [record.offset for record in topic.of(partition).values()]
        offset = self.random.randrange(max([0, *told]) + 1)

        def judge(answer: Any) -> None:
            data = answer.responses[0].partitions[0]
            if data.error_code:
                if topic.is_steady:
                    self.refused(asked, f"Fetch of {topic.name}-{partition}", data.error_code, {E.OFFSET_OUT_OF_RANGE})
                return
            if not topic.is_steady or asked.life != self.life:
                return
            sent = topic.of(partition)
            for found in codec.records(data.records or b""):
                record = sent.get(found.value or b"")
                if record is None:
                    self.wrong(f"{topic.name}-{partition} shows {found.value!r} at {found.offset}, which nobody sent")
                    return
                if record.offset not in (-1, found.offset):
                    self.wrong(f"{topic.name}-{partition} shows {found.value!r} at {found.offset}, and said {record.offset}")
                record.offset, record.is_acknowledged = found.offset, True
                record.is_owed = record.is_owed or (record.was_sent_under_rule and rule is True and topic.flush_rule is True)

        wanted = FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=1 << 20)
        request = FetchRequest(
            max_wait_ms=self.random.choice((0, 0, 50)),
            min_bytes=1,
            max_bytes=1 << 20,
            session_epoch=-1,
            topics=[FetchTopic(topic=topic.name, partitions=[wanted])],
        )
        self.send(request, 11, judge)

    def delete_records(self) -> None:
        """Up to somewhere."""
        topic = self.steady_topic()
        if topic is None or topic.may_compact:
            return
        asked, partition = self.now, self.random.randrange(topic.partitions)
        told = [record.offset for record in topic.of(partition).values()]
        offset = self.random.choice((-1, self.random.randrange(max([0, *told]) + 1)))
        topic.deleted_to[partition] = max(topic.deleted_to.get(partition, 0), math.inf if offset == -1 else offset)

        def judge(answer: Any) -> None:
            result = answer.topics[0].partitions[0]
            if topic.is_steady:
                self.refused(
                    asked, f"DeleteRecords of {topic.name}-{partition}", result.error_code, {E.OFFSET_OUT_OF_RANGE, E.POLICY_VIOLATION}
                )

        wanted = DeleteRecordsPartition(partition_index=partition, offset=offset)
        self.send(DeleteRecordsRequest(topics=[DeleteRecordsTopic(name=topic.name, partitions=[wanted])], timeout_ms=30_000), 2, judge)

    def ask_metadata(self) -> None:
        """Topics that nobody touches are there."""
        steady = [(topic, topic.partitions) for topic in self.topics.values() if topic.is_steady and topic.name not in self.busy]

        def judge(answer: Any) -> None:
            there = {topic.name: len(topic.partitions) for topic in answer.topics if not topic.error_code}
            for topic, partitions in steady:
                if topic.is_steady and there.get(topic.name, 0) < partitions:
                    self.wrong(f"{topic.name} has {there.get(topic.name, 0)} partitions instead of {partitions}")

        self.send(MetadataRequest(topics=None), 12, judge)
