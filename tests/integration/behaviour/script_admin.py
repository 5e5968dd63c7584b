"""Topics made, grown, described and deleted; the cluster, its directories, and at last what klog does not do yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from klog.wire.messages.alter_partition_reassignments import (
    AlterPartitionReassignmentsRequest,
    ReassignablePartition,
    ReassignableTopic,
)
from klog.wire.messages.alter_replica_log_dirs import AlterReplicaLogDir, AlterReplicaLogDirsRequest, AlterReplicaLogDirTopic
from klog.wire.messages.create_partitions import CreatePartitionsAssignment, CreatePartitionsRequest, CreatePartitionsTopic
from klog.wire.messages.create_topics import (
    CreatableReplicaAssignment,
    CreatableTopic,
    CreatableTopicConfig,
    CreateTopicsRequest,
)
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.describe_cluster import DescribeClusterRequest
from klog.wire.messages.describe_log_dirs import DescribableLogDirTopic, DescribeLogDirsRequest
from klog.wire.messages.describe_topic_partitions import Cursor, DescribeTopicPartitionsRequest, TopicRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.list_partition_reassignments import ListPartitionReassignmentsRequest, ListPartitionReassignmentsTopics
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from tests.integration.behaviour.batches import batch
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.script_produce import create, request
from tests.integration.behaviour.steps import Script

BAD_NAMES = ("", ".", "..", "bad name!", "a/b", "ä", "x" * 249, "x" * 250, "a\0b", "__cluster_metadata")


def build(script: Script) -> None:
    """All steps."""
    for version in script.versions("CreateTopics"):
        _create(script, version)
    create(script, {"admin-a": (3, {}), "admin-b": (1, {}), "admin-c": (2, {"retention.ms": "600000"})}, "topics to describe")
    script.add(
        "Produce", 9, "filling admin-a", lambda peer: request(peer, 9, "admin-a", [(0, batch(peer.base_ms)), (2, batch(peer.base_ms, 9))])
    )
    for version in script.versions("Metadata"):
        _metadata(script, version)
    if script.is_main:
        _topic_partitions(script)
    for version in script.versions("DescribeCluster"):
        _cluster(script, version)
    for version in script.versions("DescribeLogDirs"):
        _log_dirs(script, version)
    for version in script.versions("AlterReplicaLogDirs"):
        _move_to_directories(script, version)
    for version in script.versions("AlterPartitionReassignments"):
        _reassign(script, version)
    for version in script.versions("ListPartitionReassignments"):
        script.add("ListPartitionReassignments", version, "all", ListPartitionReassignmentsRequest(topics=None))
        for name, index in (("admin-a", 0), ("admin-a", 9), ("admin-missing", 0)):
            asked = [ListPartitionReassignmentsTopics(name=name, partition_indexes=[index])]
            script.add("ListPartitionReassignments", version, f"{name}-{index}", ListPartitionReassignmentsRequest(topics=asked))
    for version in script.versions("CreatePartitions"):
        _grow(script, version)
    for version in script.versions("DeleteTopics"):
        _delete(script, version)
    for version in script.versions("FindCoordinator"):
        _coordinator(script, version)
    for version in script.versions("InitProducerId"):
        made = InitProducerIdRequest(transactional_id=f"t{version}", transaction_timeout_ms=60000)
        script.add("InitProducerId", version, "a transactional id", made, again=lambda answer: answer.error_code in (14, 15, 16, 51))
        made = InitProducerIdRequest(transactional_id=f"t{version}", transaction_timeout_ms=2**31 - 1)
        script.add("InitProducerId", version, "a transactional id, too long a timeout", made)


def _topic(
    name: str, partitions: int = 1, replicas: int = 1, assignments: Sequence[tuple[int, list[int]]] = (), **configs: Any
) -> CreatableTopic:
    return CreatableTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=replicas,
        assignments=[CreatableReplicaAssignment(partition_index=index, broker_ids=brokers) for index, brokers in assignments],
        configs=[CreatableTopicConfig(name=key.replace("_", "."), value=value) for key, value in configs.items()],
    )


def _create(script: Script, version: int) -> None:
    def add(
        what: str,
        *topics: CreatableTopic,
        sizes: dict[str, int] | None = None,
        timeout_ms: int = 10000,
        validate_only: bool = False,
        **more: Any,
    ) -> None:
        made = CreateTopicsRequest(topics=list(topics), timeout_ms=timeout_ms)
        if version >= 1:
            made.validate_only = validate_only
        if sizes:
            more["settle"] = lambda peer: peer.await_topics(sizes)
        script.add("CreateTopics", version, what, made, **more)

    name = f"create-{version}"
    add("one", _topic(name, 3), sizes={name: 3})
    add("the same again", _topic(name, 3))
    add(
        "with configurations",
        _topic(f"{name}-configs", 1, retention_ms="123456789", cleanup_policy="compact"),
        sizes={f"{name}-configs": 1},
    )
    add("two, one of them there", _topic(f"{name}-new"), _topic(name), sizes={f"{name}-new": 1})
    if version >= 4:
        add("defaults", _topic(f"{name}-defaults", -1, -1), sizes={f"{name}-defaults": 2})
    else:
        add("defaults", _topic(f"{name}-defaults", -1, -1), validate_only=True)
    add("own assignment", _topic(f"{name}-own", -1, -1, [(1, [1]), (0, [1])]), sizes={f"{name}-own": 2})
    for bad in BAD_NAMES:
        add(f"name {bad!r}", _topic(bad), validate_only=True)
    add("colliding", _topic(f"{name}.dot"), sizes={f"{name}.dot": 1})
    add("collides", _topic(f"{name}_dot".replace("-", "-")))
    for partitions in (0, -2, -1):
        add(f"{partitions} partitions", _topic(f"{name}-bad", partitions), validate_only=True)
    add("20,000 partitions", _topic(f"{name}-bad", 20000), validate_only=True)
    for replicas in (0, -2, 2, 3, 100):
        add(f"{replicas} replicas", _topic(f"{name}-bad", 1, replicas), validate_only=version >= 1)
    for what, assignment in (
        ("unknown broker", [(0, [9])]),
        ("no brokers", [(0, [])]),
        ("a broker twice", [(0, [1, 1])]),
        ("negative broker", [(0, [-1])]),
        ("a gap", [(0, [1]), (2, [1])]),
        ("not from zero", [(1, [1])]),
        ("negative partition", [(-1, [1])]),
        ("a partition twice", [(0, [1]), (0, [1])]),
        ("unequal sizes", [(0, [1]), (1, [])]),
    ):
        add(f"assignment: {what}", _topic(f"{name}-bad", -1, -1, assignment), validate_only=True)
    add("assignment and partitions", _topic(f"{name}-bad", 1, -1, [(0, [1])]), validate_only=True)
    add("assignment and replicas", _topic(f"{name}-bad", -1, 1, [(0, [1])]), validate_only=True)
    add("unknown configuration", _topic(f"{name}-bad", no_such_config="1"))
    add("bad value", _topic(f"{name}-bad", retention_ms="x"))
    add("null value", _topic(f"{name}-bad", retention_ms=None))
    add("several bad values", _topic(f"{name}-bad", retention_ms="x", segment_bytes="1"))

    def twice(*values: str) -> CreatableTopic:
        made = _topic(f"{name}-twice")
        made.configs = [CreatableTopicConfig(name="retention.ms", value=value) for value in values]
        return made

    add("a configuration twice", twice("1000000000", "2000000000"), validate_only=True)
    add("a name twice", _topic(f"{name}-bad"), _topic(f"{name}-bad", 2))
    add("nothing")
    if version >= 1:
        add("validate only", _topic(f"{name}-only", 3, retention_ms="123456"), validate_only=True, ignore=("topics/*/topic_id",))
        add("validate only what is there", _topic(name), validate_only=True)


def _metadata(script: Script, version: int) -> None:
    def add(
        what: str, topics: Sequence[str] | None, *, auto: bool = False, cluster: bool = False, operations: bool = False, **more: Any
    ) -> None:
        made = MetadataRequest(topics=None if topics is None else [MetadataRequestTopic(name=name) for name in topics])
        if version >= 4:
            made.allow_auto_topic_creation = auto
        if 8 <= version <= 10:
            made.include_cluster_authorized_operations = cluster
        if version >= 8:
            made.include_topic_authorized_operations = operations
        script.add("Metadata", version, what, made, **more)

    add("one topic", ["admin-a"])
    add("three topics", ["admin-c", "admin-a", "admin-b"])
    add("a topic twice", ["admin-a", "admin-a"])
    add("no topics", [])
    if version >= 1:
        add("all topics", None)
    if version >= 8:
        add("with operations", ["admin-a"], cluster=True, operations=True)
    if version >= 4:
        add("missing, not to be made", ["admin-missing"])
        add("bad names", ["bad name!", ".", "x" * 250])
        add("an empty name", [""])
        add("missing and there", ["admin-missing", "admin-b"])

    def appear(peer: Peer) -> None:
        peer.await_topics({f"auto-{version}": 2})

    add("made by asking", [f"auto-{version}"], auto=True, settle=appear)
    add("made before", [f"auto-{version}"], auto=True)
    add("bad names, to be made", ["bad name!", "."], auto=True)
    add("an empty name, to be made", [""], auto=True)
    if version >= 10:

        def by_id(what: str, *wanted: tuple[str | None, str | bytes]) -> None:
            def make(peer: Peer) -> MetadataRequest:
                topics = [
                    MetadataRequestTopic(name=name, topic_id=peer.names.topic_id(key) if isinstance(key, str) else key)
                    for name, key in wanted
                ]
                return MetadataRequest(topics=topics, allow_auto_topic_creation=False)

            script.add("Metadata", version, what, make)

        by_id("by id", (None, "admin-a"))
        by_id("by id, two", (None, "admin-a"), (None, "admin-b"))
        by_id("by unknown id", (None, b"\x33" * 16))
        by_id("by zero id", (None, bytes(16)))
        by_id("by id and name", ("admin-a", "admin-a"))
        by_id("by id and by name", (None, "admin-a"), ("admin-b", bytes(16)))


def _topic_partitions(script: Script) -> None:
    def add(what: str, names: Sequence[str], limit: int = 2000, cursor: tuple[str, int] | None = None) -> None:
        made = DescribeTopicPartitionsRequest(topics=[TopicRequest(name=name) for name in names], response_partition_limit=limit)
        if cursor is not None:
            made.cursor = Cursor(topic_name=cursor[0], partition_index=cursor[1])
        script.add("DescribeTopicPartitions", 0, what, made, ordered=True)

    three = ["admin-c", "admin-a", "admin-b"]
    add("one", ["admin-a"])
    add("three", three)
    add("all", [])
    add("twice", ["admin-a", "admin-a"])
    add("missing", ["admin-missing", "admin-a"])
    add("bad names", ["bad name!", "", "."])
    for limit in (1, 2, 3, 4, 5, 0, -1):
        add(f"limit {limit}", three, limit)
    for cursor in (
        ("admin-a", 1),
        ("admin-a", 3),
        ("admin-a", 99),
        ("admin-b", 0),
        ("admin-zz", 0),
        ("admin-aa", 0),
        ("admin-a", -1),
        ("", 0),
    ):
        add(f"from {cursor[0]}-{cursor[1]}", three, 2000, cursor)
        add(f"two from {cursor[0]}-{cursor[1]}", three, 2, cursor)
    add("all from a cursor", [], 3, ("admin-a", 2))


def _cluster(script: Script, version: int) -> None:
    for operations in (False, True):
        made = DescribeClusterRequest(include_cluster_authorized_operations=operations)
        script.add("DescribeCluster", version, f"operations {operations}", made)
    if version >= 1:
        for endpoint in (0, 2, 3, -1):
            script.add("DescribeCluster", version, f"endpoint type {endpoint}", DescribeClusterRequest(endpoint_type=endpoint))
    if version >= 2:
        script.add("DescribeCluster", version, "fenced brokers too", DescribeClusterRequest(include_fenced_brokers=True))


def _log_dirs(script: Script, version: int) -> None:
    def add(what: str, topics: Sequence[tuple[str, list[int]]] | None, **more: Any) -> None:
        made = DescribeLogDirsRequest(
            topics=None if topics is None else [DescribableLogDirTopic(topic=name, partitions=indexes) for name, indexes in topics]
        )
        script.add("DescribeLogDirs", version, what, made, **more)

    # Some partitions hold what only one of the two has stored.
    add("all", None, ignore=("*/produce-odd/*/partition_size",))
    add("some", [("admin-a", [0, 1, 2]), ("admin-b", [0])])
    add("no topics", [])
    add("no partitions", [("admin-a", [])])
    add("missing", [("admin-missing", [0]), ("admin-a", [9, -1])])
    add("twice", [("admin-a", [0, 0]), ("admin-a", [0])])
    add("bad names", [("bad name!", [0]), ("", [0])])


def _move_to_directories(script: Script, version: int) -> None:
    def add(what: str, *wanted: tuple[str, str, list[int]]) -> None:
        dirs = [AlterReplicaLogDir(path=path, topics=[AlterReplicaLogDirTopic(name=name, partitions=some)]) for path, name, some in wanted]
        script.add("AlterReplicaLogDirs", version, what, AlterReplicaLogDirsRequest(dirs=dirs))

    add("nothing")
    add("no such directory", ("/nowhere", "admin-a", [0, 1]), ("/nowhere either", "admin-b", [0]))
    add("no such partition, no such directory", ("/nowhere", "admin-missing", [0]), ("/nowhere", "admin-a", [9]))


def _reassign(script: Script, version: int) -> None:
    def add(what: str, *wanted: tuple[str, int, list[int] | None]) -> None:
        topics = [
            ReassignableTopic(name=name, partitions=[ReassignablePartition(partition_index=index, replicas=replicas)])
            for name, index, replicas in wanted
        ]
        script.add("AlterPartitionReassignments", version, what, AlterPartitionReassignmentsRequest(timeout_ms=10000, topics=topics))

    add("nothing")
    add("as it is", ("admin-a", 0, [1]), ("admin-b", 0, [1]))
    add("giving up what is not under way", ("admin-a", 0, None))
    add("missing", ("admin-missing", 0, [1]), ("admin-a", 9, [1]))
    add("to a broker that is not there", ("admin-a", 0, [2]))
    add("to nobody", ("admin-a", 0, []))
    add("twice to one", ("admin-a", 0, [1, 1]))


def _grow(script: Script, version: int) -> None:
    def add(
        what: str,
        *wanted: tuple[str, int, Sequence[list[int]] | None],
        validate_only: bool = False,
        sizes: dict[str, int] | None = None,
        timeout_ms: int = 10000,
    ) -> None:
        made = CreatePartitionsRequest(
            topics=[
                CreatePartitionsTopic(
                    name=name,
                    count=count,
                    assignments=None
                    if assignments is None
                    else [CreatePartitionsAssignment(broker_ids=brokers) for brokers in assignments],
                )
                for name, count, assignments in wanted
            ],
            timeout_ms=timeout_ms,
            validate_only=validate_only,
        )
        more: dict[str, Any] = {"settle": lambda peer: peer.await_topics(sizes)} if sizes else {}
        script.add("CreatePartitions", version, what, made, **more)

    topic = f"grow-{version}"
    create(script, {topic: (2, {}), f"{topic}-other": (1, {})}, f"topics for CreatePartitions v{version}")
    add("up", (topic, 3, None), sizes={topic: 3})
    add("the same", (topic, 3, None))
    add("fewer", (topic, 2, None))
    add("none", (topic, 0, None))
    add("negative", (topic, -1, None))
    add("no such topic", ("grow-missing", 3, None))
    add("bad names", ("bad name!", 3, None), ("", 3, None))
    add("own assignment", (topic, 5, [[1], [1]]), sizes={topic: 5})
    add("own assignment, too short", (topic, 9, [[1], [1]]))
    add("own assignment, too long", (topic, 6, [[1], [1]]))
    add("own assignment, unknown broker", (topic, 6, [[7]]))
    add("own assignment, no brokers", (topic, 6, [[]]))
    add("own assignment, a broker twice", (topic, 6, [[1, 1]]))
    add("an empty assignment", (topic, 6, []), validate_only=True)
    add("validate only", (topic, 8, None), validate_only=True)
    add("too many", (topic, 20000, None), validate_only=True)
    add("a topic twice", (topic, 8, None), (topic, 9, None))
    add("a good and a bad one", (f"{topic}-other", 2, None), ("grow-missing", 4, None), sizes={f"{topic}-other": 2})
    add("nothing")
    script.add(
        "Metadata",
        8,
        f"after CreatePartitions v{version}",
        MetadataRequest(topics=[MetadataRequestTopic(name=topic)], allow_auto_topic_creation=False),
    )


def _delete(script: Script, version: int) -> None:
    names = [f"delete-{version}-{letter}" for letter in "abcdef"]
    create(script, dict.fromkeys(names, (1, {})), f"topics for DeleteTopics v{version}")

    def add(what: str, *wanted: str | tuple[str | None, str | bytes], gone: Sequence[str] = (), timeout_ms: int = 10000) -> None:
        def make(peer: Peer) -> DeleteTopicsRequest:
            if version < 6:
                return DeleteTopicsRequest(topic_names=[str(name) for name in wanted], timeout_ms=timeout_ms)
            topics = []
            for one in wanted:
                if isinstance(one, str):
                    topics.append(DeleteTopicState(name=one))
                else:
                    key = one[1]
                    topics.append(DeleteTopicState(name=one[0], topic_id=peer.names.topic_id(key) if isinstance(key, str) else key))
            return DeleteTopicsRequest(topics=topics, timeout_ms=timeout_ms)

        more: dict[str, Any] = {"settle": lambda peer: peer.await_topics(dict.fromkeys(gone, 0))} if gone else {}
        script.add("DeleteTopics", version, what, make, **more)

    add("one", names[0], gone=names[:1])
    add("the same again", names[0])
    add("two, one of them gone", names[0], names[1], gone=names[1:2])
    add("missing", "delete-missing")
    add("bad names", "bad name!", "", ".")
    add("a name twice", names[2], names[2])
    add("nothing")
    if version >= 6:
        add("by id", (None, names[4]), gone=[names[4]])
        add("by unknown id", (None, b"\x33" * 16))
        add("by zero id", (None, bytes(16)))
        add("by id and name", (names[5], names[5]))
        add("by an id twice", (None, names[5]), (None, names[5]))
        add("by id, and by name", (None, names[5]), names[5])
    script.add(
        "Metadata",
        8,
        f"after DeleteTopics v{version}",
        MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in names], allow_auto_topic_creation=False),
    )


def _coordinator(script: Script, version: int) -> None:
    for kind in (0, 1, 2, 9) if version else (0,):
        made = FindCoordinatorRequest()
        if version < 4:
            made.key = "g"
        else:
            made.coordinator_keys = ["g", "h"]
        if version:
            made.key_type = kind

        def again(answer: Any) -> bool:
            codes = [one.error_code for one in answer.coordinators] or [answer.error_code]
            return 15 in codes

        script.add("FindCoordinator", version, f"key type {kind}", made, again=again)
