"""One member of a consumer group, in a process of its own: ``python group_member.py SPEC``, where SPEC is JSON.

It reads records, reports them, commits them, in this order, and tells everything as lines of JSON on stdout, each with the moment by the
machine's monotonic clock: ``assigned`` and ``revoked`` from within the client's own callbacks (so before it joins again), ``records`` as
ranges of offsets, ``committed`` once the broker acknowledged, ``trouble`` for errors that a consumer lives with. Lines on stdin are its
orders: ``leave`` (commit, close in order), ``commit``; the end of stdin means leave.

SPEC: client, address, group, topics (or pattern), settings (the client's own names), commit (``each`` batch, ``asked`` only, or ``auto``
by the client itself), pause_s between batches.

This file runs without the other tests, and but for klog's own members without klog; Java's twin is ``java/GroupMember.java``.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from typing import Any

Spec = dict[str, Any]
#: (topic, partition)
Place = tuple[str, int]

_printing = threading.Lock()


def tell(event: str, **fields: Any) -> None:
    """One line of report, of this moment where `fields` name no other."""
    line = json.dumps({"event": event, "at": time.monotonic(), **fields}) + "\n"
    with _printing:
        sys.stdout.write(line)
        sys.stdout.flush()


def tell_places(event: str, places: Iterable[Any], generation: int | None = None) -> None:
    """`places`: anything with topic and partition."""
    found = sorted((place.topic, place.partition) for place in places)
    tell(event, partitions=found, **({} if generation is None else {"generation": generation}))


class Batch:
    """Records by partition, as ranges of offsets."""

    def __init__(self) -> None:
        self.ranges: dict[Place, list[list[int]]] = {}

    def add(self, topic: str, partition: int, offset: int, value: bytes | None) -> None:
        ranges = self.ranges.setdefault((topic, partition), [])
        if ranges and ranges[-1][1] + 1 == offset:
            ranges[-1][1] = offset
        else:
            ranges.append([offset, offset])
        # The producer numbers what it sends per partition, from 0 on.
        if value is not None and value.startswith(b"#") and value != b"#%d/%d" % (partition, offset):
            tell("wrong", text=f"{topic}-{partition} has {value!r} at {offset}")

    def tell(self) -> None:
        tell("records", ranges=[[topic, partition, *span] for (topic, partition), spans in self.ranges.items() for span in spans])

    @property
    def ends(self) -> dict[Place, int]:
        """What to commit."""
        return {place: spans[-1][1] + 1 for place, spans in self.ranges.items()}


def tell_committed(ends: dict[Place, int]) -> None:
    tell("committed", offsets=[[topic, partition, offset] for (topic, partition), offset in ends.items()])


class Orders:
    """Lines from stdin.

    :ivar leaving_at: when it was told to leave: from then on it hands nothing out, and what it had may be another's before its client has
        closed.
    """

    def __init__(self) -> None:
        self.queue: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.leaving_at: float | None = None
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        # A daemon thread inside the buffered reader's lock would upset the interpreter's end.
        text = b""
        while data := os.read(0, 1024):
            text += data
            *whole, text = text.split(b"\n")
            for line in whole:
                self.queue.put(line.strip().decode())
        self.queue.put("leave")

    def next(self) -> str | None:
        try:
            order = self.queue.get_nowait()
        except queue.Empty:
            return None
        if order == "leave":
            self.leaving_at = time.monotonic()
        return order


def run_confluent(spec: Spec, orders: Orders) -> None:
    from confluent_kafka import Consumer, KafkaException, TopicPartition

    settings = {
        "bootstrap.servers": spec["address"],
        "group.id": spec["group"],
        "enable.auto.commit": spec["commit"] == "auto",
        "auto.offset.reset": "earliest",
        "allow.auto.create.topics": False,
        "fetch.wait.max.ms": 50,
        "reconnect.backoff.ms": 20,
        "reconnect.backoff.max.ms": 200,
        "topic.metadata.refresh.interval.ms": 1000,
        "log_level": 0,
    }
    consumer = Consumer({**settings, **spec["settings"]})
    uncommitted: dict[Place, int] = {}

    def commit() -> None:
        if not uncommitted:
            return
        places = [TopicPartition(topic, partition, offset) for (topic, partition), offset in uncommitted.items()]
        uncommitted.clear()
        try:
            done = consumer.commit(offsets=places, asynchronous=False)
        except KafkaException as error:
            tell("trouble", text=f"commit: {error}")
            return
        tell_committed({(place.topic, place.partition): place.offset for place in done if not place.error})
        for place in done:
            if place.error:
                tell("trouble", text=f"commit: {place.error}")

    def on_revoke(_: Any, places: Any) -> None:
        if spec["commit"] == "each":
            commit()
        tell_places("revoked", places)

    consumer.subscribe(
        [spec["pattern"]] if spec.get("pattern") else spec["topics"],
        on_assign=lambda _, places: tell_places("assigned", places),
        on_revoke=on_revoke,
        on_lost=lambda _, places: tell_places("lost", places),
    )
    while (order := orders.next()) != "leave":
        if order == "commit":
            commit()
        batch = Batch()
        for message in consumer.consume(500, 0.05):
            if message.error():
                tell("trouble", text=str(message.error()))
            else:
                batch.add(message.topic(), message.partition(), message.offset(), message.value())
        if batch.ranges:
            batch.tell()
            uncommitted.update(batch.ends)
            if spec["commit"] == "each":
                commit()
            time.sleep(spec["pause_s"])
    if spec["commit"] == "each":
        commit()
    consumer.close()


def run_aiokafka(spec: Spec, orders: Orders) -> None:
    import aiokafka
    from aiokafka.coordinator.assignors.range import RangePartitionAssignor
    from aiokafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
    from aiokafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
    from aiokafka.errors import KafkaError

    async def run() -> None:
        settings = dict(spec["settings"])
        assignors = {"range": RangePartitionAssignor, "roundrobin": RoundRobinPartitionAssignor, "sticky": StickyPartitionAssignor}
        strategy = [assignors[settings.pop("assignor", "range")]]
        consumer = aiokafka.AIOKafkaConsumer(
            bootstrap_servers=spec["address"],
            group_id=spec["group"],
            enable_auto_commit=spec["commit"] == "auto",
            auto_offset_reset="earliest",
            partition_assignment_strategy=strategy,
            fetch_max_wait_ms=50,
            metadata_max_age_ms=2000,
            retry_backoff_ms=50,
            **settings,
        )
        lock = asyncio.Lock()
        revocations = 0
        uncommitted: dict[Place, int] = {}

        class Listener(aiokafka.ConsumerRebalanceListener):  # type: ignore[misc]
            async def on_partitions_revoked(self, revoked: Any) -> None:
                nonlocal revocations
                async with lock:
                    revocations += 1
                    tell_places("revoked", revoked)

            async def on_partitions_assigned(self, assigned: Any) -> None:
                tell_places("assigned", assigned, consumer._coordinator.generation)

        async def commit() -> None:
            if not uncommitted:
                return
            ends = dict(uncommitted)
            uncommitted.clear()
            try:
                await consumer.commit({aiokafka.TopicPartition(*place): offset for place, offset in ends.items()})
                tell_committed(ends)
            except (KafkaError, ValueError) as error:
                tell("trouble", text=f"commit: {error!r}")

        async def read_again(found: dict[Any, list[Any]]) -> None:
            for place, messages in found.items():
                try:
                    if place in consumer.assignment():
                        consumer.seek(place, max(await consumer.committed(place) or 0, messages[0].offset))
                except (KafkaError, ValueError):
                    # Taken away again.
                    continue

        if spec.get("pattern"):
            consumer.subscribe(pattern=spec["pattern"], listener=Listener())
        else:
            consumer.subscribe(spec["topics"], listener=Listener())
        await consumer.start()
        while (order := orders.next()) != "leave":
            if order == "commit":
                await commit()
            # Not under the lock: in a rebalance it waits for the new assignment, and so for the listener.
            before = revocations
            found = await consumer.getmany(timeout_ms=50, max_records=500)
            async with lock:
                batch = Batch()
                if revocations != before:
                    # What was taken away in between is for its next owner to read; of what came with the new assignment nothing is skipped.
                    await read_again(found)
                    found = {}
                for messages in found.values():
                    for message in messages:
                        batch.add(message.topic, message.partition, message.offset, message.value)
                if batch.ranges:
                    batch.tell()
                    uncommitted.update(batch.ends)
                    if spec["commit"] == "each":
                        await commit()
            await asyncio.sleep(spec["pause_s"] if batch.ranges else 0)
        if spec["commit"] == "each":
            await commit()
        await consumer.stop()

    asyncio.run(run())


def run_kafka_python(spec: Spec, orders: Orders) -> None:
    from kafka import ConsumerRebalanceListener, KafkaConsumer, TopicPartition
    from kafka.coordinator.assignors.cooperative_sticky import CooperativeStickyAssignor
    from kafka.coordinator.assignors.range import RangePartitionAssignor
    from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor
    from kafka.coordinator.assignors.sticky.sticky_assignor import StickyPartitionAssignor
    from kafka.errors import KafkaError
    from kafka.structs import OffsetAndMetadata

    settings = dict(spec["settings"])
    assignors = {
        "range": RangePartitionAssignor,
        "roundrobin": RoundRobinPartitionAssignor,
        "sticky": StickyPartitionAssignor,
        "cooperative-sticky": CooperativeStickyAssignor,
    }
    consumer = KafkaConsumer(
        bootstrap_servers=spec["address"],
        group_id=spec["group"],
        enable_auto_commit=spec["commit"] == "auto",
        auto_offset_reset="earliest",
        partition_assignment_strategy=[assignors[settings.pop("assignor", "range")]],
        fetch_max_wait_ms=50,
        metadata_max_age_ms=2000,
        reconnect_backoff_max_ms=200,
        **settings,
    )
    # A join that is answered between two polls is forgotten and sent again, and where a leader sends it again, Apache Kafka too moves the
    # whole group once more: a join gets more time than one poll.
    join = consumer._coordinator.ensure_active_group_async
    consumer._coordinator.ensure_active_group_async = lambda timeout_ms: join(max(timeout_ms, 5000))
    uncommitted: dict[Place, int] = {}

    def commit() -> None:
        if not uncommitted:
            return
        ends = dict(uncommitted)
        uncommitted.clear()
        try:
            consumer.commit({TopicPartition(*place): OffsetAndMetadata(offset, "", -1) for place, offset in ends.items()})
            tell_committed(ends)
        except KafkaError as error:
            tell("trouble", text=f"commit: {error!r}")

    class Listener(ConsumerRebalanceListener):  # type: ignore[misc]
        def on_partitions_revoked(self, revoked: Any) -> None:
            if spec["commit"] == "each":
                commit()
            tell_places("revoked", revoked)

        def on_partitions_lost(self, lost: Any) -> None:
            tell_places("lost", lost)

        def on_partitions_assigned(self, assigned: Any) -> None:
            tell_places("assigned", assigned, consumer._coordinator._generation.generation_id)

    if spec.get("pattern"):
        consumer.subscribe(pattern=spec["pattern"], listener=Listener())
    else:
        consumer.subscribe(spec["topics"], listener=Listener())
        # Where it leads before it has heard of the topics' partitions, it assigns nothing and leaves it at that, or it joins once more when
        # it hears of them: they are asked for now, with the subscription that its coordinator remembers them by.
        consumer.topics()
    while (order := orders.next()) != "leave":
        if order == "commit":
            commit()
        batch = Batch()
        for messages in consumer.poll(50, max_records=500).values():
            for message in messages:
                batch.add(message.topic, message.partition, message.offset, message.value)
        if batch.ranges:
            batch.tell()
            uncommitted.update(batch.ends)
            if spec["commit"] == "each":
                commit()
            time.sleep(spec["pause_s"])
    if spec["commit"] == "each":
        commit()
    consumer.close()


def run_kcat(spec: Spec, orders: Orders) -> None:
    """kcat commits by itself, and says on stderr what it was assigned. This process watches it, and lives until it ends."""
    settings = {
        "auto.offset.reset": "earliest",
        "auto.commit.interval.ms": "100",
        "fetch.wait.max.ms": "50",
        "allow.auto.create.topics": "false",
        **spec["settings"],
    }
    command = ["kcat", "-b", spec["address"], "-G", spec["group"], "-u", "-f", "%t %p %o %S %s\\n"]
    for name, value in settings.items():
        command += ["-X", f"{name}={value}"]
    command += [spec["pattern"]] if spec.get("pattern") else spec["topics"]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    tell("child", pid=child.pid)

    def watch_stderr() -> None:
        assert child.stderr is not None
        for raw in child.stderr:
            line = raw.decode(errors="replace").strip()
            if found := re.match(r"% Group \S+ rebalanced(.*?)\(memberid [^)]*\):?(.*)$", line):
                places = sorted((topic, int(number)) for topic, number in re.findall(r"([^\s,]+) \[(\d+)\]", found[2]))
                # "(memberid m): assigned: t [0]" where eager, "incremental assignment of ... (memberid m, ...): t [0]" otherwise.
                kind = found[1].strip().removeprefix(": incremental ") or found[2].strip()
                tell("assigned" if kind.startswith("assign") else "revoked", partitions=places)
            elif line and not line.startswith(("% Waiting for group rebalance", "% Reached end")):
                tell("trouble", text=line)

    def watch_orders() -> None:
        while child.poll() is None:
            if orders.next() == "leave":
                child.send_signal(signal.SIGTERM)
                return
            time.sleep(0.02)

    watchers = [threading.Thread(target=watch_stderr), threading.Thread(target=watch_orders)]
    for watcher in watchers:
        watcher.start()
    assert child.stdout is not None
    batch, head = Batch(), b""
    while data := os.read(child.stdout.fileno(), 1 << 16):
        *lines, head = (head + data).split(b"\n")
        for line in lines:
            topic, partition, offset, _, value = line.split(b" ", 4)
            batch.add(topic.decode(), int(partition), int(offset), value)
        if batch.ranges:
            batch.tell()
            batch = Batch()
    code = child.wait()
    for watcher in watchers:
        watcher.join()
    if code:
        tell("trouble", text=f"kcat ended with {code}")


def run_klog(spec: Spec, orders: Orders) -> None:
    """klog's `ConsumerGroup`; ``klog-848`` of the consumer protocol, ``klog-zookeeper`` is a `PaperConsumerGroup`."""
    from twisted.internet import reactor
    from twisted.internet.defer import Deferred
    from twisted.internet.task import deferLater

    from klog.client.groups.group import ConsumerGroup
    from klog.client.groups.paper.group import PaperConsumerGroup
    from klog.errors import KlogError
    from klog.model import TopicPartition

    uncommitted: dict[Place, int] = {}

    def assigned(places: Any) -> None:
        if spec["client"] == "klog-zookeeper":
            tell("member", id=group.identity.member_id)
        tell_places("assigned", places, group.identity.generation if spec["client"] == "klog" else None)

    async def revoked(places: Any) -> None:
        if spec["commit"] == "each":
            await commit()
        tell_places("revoked", places)

    async def commit() -> None:
        ends = dict(uncommitted)
        uncommitted.clear()
        try:
            # Also with nothing of its own it waits for what is under way.
            await group.commit({TopicPartition(*place): offset for place, offset in ends.items()})
            if ends:
                tell_committed(ends)
        except KlogError as error:
            tell("trouble", text=f"commit: {error}")

    settings: dict[str, Any] = dict(spec["settings"])
    kind: Any = ConsumerGroup
    address = spec["address"]
    if spec["client"] == "klog-zookeeper":
        kind, address = PaperConsumerGroup, settings.pop("zookeeper")
        settings["bootstrap_servers"] = spec["address"]
    else:
        settings["group_protocol"] = "consumer" if spec["client"] == "klog-848" else "classic"
    group = kind(
        reactor,
        address,
        spec["group"],
        spec["topics"] or None,
        pattern=spec.get("pattern") or None,
        **{
            "auto_offset_reset": "earliest",
            "auto_commit_interval_ms": 1000 if spec["commit"] == "auto" else None,
            "fetch_max_wait_ms": 50,
            "metadata_max_age_ms": 1000,
            "reconnect_backoff_max_ms": 200,
            **settings,
        },
        on_assigned=assigned,
        on_revoked=revoked,
        on_lost=lambda places: tell_places("lost", places),
    )

    async def run() -> None:
        while (order := orders.next()) != "leave":
            if order == "commit":
                await commit()
            batch = Batch()
            try:
                found = await group.poll(500, 50)
            except KlogError as error:
                tell("trouble", text=str(error))
                await deferLater(reactor, 0.05)
                continue
            for message_set in found:
                for message in message_set:
                    batch.add(message.topic, message.partition, message.offset, message.value)
            if batch.ranges:
                batch.tell()
                uncommitted.update(batch.ends)
                if spec["commit"] == "each":
                    await commit()
                await deferLater(reactor, spec["pause_s"])
        if spec["commit"] == "each":
            await commit()
        await group.stopService()

    def ended(result: Any) -> None:
        if result is not None:
            tell("trouble", text=str(result))
        reactor.stop()

    reactor.callWhenRunning(lambda: Deferred.fromCoroutine(run()).addBoth(ended))
    reactor.run(installSignalHandlers=False)


CLIENTS = {
    "klog": run_klog,
    "klog-848": run_klog,
    "klog-zookeeper": run_klog,
    "confluent": run_confluent,
    "aiokafka": run_aiokafka,
    "kafka-python": run_kafka_python,
    "kcat": run_kcat,
}


def main() -> None:
    spec = json.loads(sys.argv[1])
    # Ctrl-C of a test run is for the test to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tell("ready", pid=os.getpid())
    orders = Orders()
    CLIENTS[spec["client"]](spec, orders)
    # Where the client calls nobody back as it closes, this is all that says when it gave up what it had.
    tell("left", at=orders.leaving_at or time.monotonic())


if __name__ == "__main__":
    main()
