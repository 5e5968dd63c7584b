"""klog's client beside confluent-kafka, aiokafka and kafka-python, against klog's broker: in bulk, and with a future per message.

All get the same: linger, batch size, acks=all with idempotence, values of 100 bytes, a fresh topic of the same number of partitions, a
warm-up, a process of their own; each does its work in the way that is fastest for it. ``python -m tests.bench.clients CLIENT WORK ADDRESS
TOPIC COUNT`` is one measurement and prints JSON; `measure` runs them in turns.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from tests import peers

LINGER_MS = 5
BATCH_BYTES = 64 << 10
PARTITIONS = 4
VALUE_BYTES = 100
#: Told with the figures.
SETTINGS = (
    f"acks=all, idempotent, linger {LINGER_MS} ms, batches of {BATCH_BYTES >> 10} KiB, no compression, values of {VALUE_BYTES} bytes, "
    f"{PARTITIONS} partitions; each client in a process of its own beside klog's broker"
)

#: Records per measurement: slower clients need fewer for as good a figure.
COUNTS = {
    "produce in bulk": {"klog": 4_000_000, "confluent-kafka": 1_500_000, "aiokafka": 500_000, "kafka-python": 100_000},
    "consume in bulk": {"klog": 6_000_000, "confluent-kafka": 2_000_000, "aiokafka": 1_000_000, "kafka-python": 200_000},
    "consume message by message": {"klog": 2_000_000, "confluent-kafka": 600_000, "aiokafka": 300_000, "kafka-python": 150_000},
    "a future per message": {"klog": 500_000, "confluent-kafka": 500_000, "aiokafka": 150_000, "kafka-python": 60_000},
}
WARM_UP = 20_000


class Timed(NamedTuple):
    """One measurement."""

    seconds: float
    #: User and system time of the client's process.
    cpu_seconds: float


class Watch:
    """Wall and CPU time since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> Timed:
        """So far."""
        return Timed(time.perf_counter() - self._wall, time.process_time() - self._cpu)


# klog --------------------------------------------------------------------------------------------------------------------------------


def _in_reactor(work: Callable[[Any], Coroutine[Any, Any, Timed]]) -> Timed:
    from twisted.internet import reactor as reactor_
    from twisted.internet.defer import Deferred

    reactor: Any = reactor_
    found: list[Any] = []

    def begin() -> None:
        done = Deferred.fromCoroutine(work(reactor))
        done.addBoth(found.append)
        done.addBoth(lambda _: reactor.stop())

    reactor.callWhenRunning(begin)
    reactor.run()
    if not isinstance(found[0], Timed):
        found[0].raiseException()
    result: Timed = found[0]
    return result


def klog_produce(address: str, topic: str, count: int) -> Timed:
    """`send_many` of lists of 100,000."""

    async def work(reactor: Any) -> Timed:
        from klog.client.producing.producer import Producer

        values: list[bytes | None] = [b"x" * VALUE_BYTES] * 100_000
        async with Producer(reactor, address, linger_ms=LINGER_MS, batch_bytes=BATCH_BYTES) as producer:
            await producer.send_many(topic, values[:WARM_UP])
            watch = Watch()
            waiting = []
            for _ in range(0, count, len(values)):
                waiting.append(producer.send_many(topic, values))
                if len(waiting) > 2:
                    await waiting.pop(0)
            for each in waiting:
                await each
            return watch.read()

    return _in_reactor(work)


def klog_messages(address: str, topic: str, count: int) -> Timed:
    """A Deferred with a callback for each message."""

    async def work(reactor: Any) -> Timed:
        from klog.client.producing.producer import Producer

        value = b"x" * VALUE_BYTES
        delivered = 0

        def count_it(_: object) -> None:
            nonlocal delivered
            delivered += 1

        async with Producer(reactor, address, linger_ms=LINGER_MS, batch_bytes=BATCH_BYTES) as producer:
            await producer.send_many(topic, [value] * WARM_UP)
            watch = Watch()
            for sent in range(count):
                producer.send(topic, value).addCallback(count_it)
                if sent % 500 == 0:
                    await _turn(reactor)
                    await producer.room()
            await producer.flush()
            timed = watch.read()
        assert delivered == count, delivered
        return timed

    return _in_reactor(work)


def klog_among_topics(address: str, topic: str, count: int, known: int) -> Timed:
    """A Deferred for each message to one of five topics, with the metadata of `known` topics kept."""

    async def work(reactor: Any) -> Timed:
        from klog.client.producing.producer import Producer

        value = b"x" * VALUE_BYTES
        names = [f"{topic}-{number}" for number in range(5)]
        async with Producer(reactor, address, linger_ms=LINGER_MS, batch_bytes=BATCH_BYTES) as producer:
            await producer.routing.know([f"{topic}-{number}" for number in range(known)])
            for number in range(0, known, 10):
                producer.send(f"{topic}-{number}", value)
            for name in names:
                producer.send_many(name, [value] * (WARM_UP // 5))
            await producer.flush()
            watch = Watch()
            for sent in range(count):
                producer.send(names[sent % 5], value)
                if sent % 500 == 0:
                    await _turn(reactor)
                    await producer.room()
            await producer.flush()
            return watch.read()

    return _in_reactor(work)


def _turn(reactor: Any) -> Any:
    from twisted.internet.task import deferLater

    return deferLater(reactor, 0)


# confluent-kafka ---------------------------------------------------------------------------------------------------------------------


def _confluent(address: str) -> Any:
    from confluent_kafka import Producer

    return Producer(
        {
            "bootstrap.servers": address,
            "linger.ms": LINGER_MS,
            "batch.size": BATCH_BYTES,
            "acks": "all",
            "enable.idempotence": True,
            "queue.buffering.max.messages": 1_000_000,
        }
    )


def confluent_produce(address: str, topic: str, count: int, on_delivery: Any = None) -> Timed:
    """`produce` in a loop; `poll` where its queue is full, and now and then."""
    producer = _confluent(address)
    value = b"x" * VALUE_BYTES
    for _ in range(WARM_UP):
        producer.produce(topic, value)
    producer.flush()
    produce, poll = producer.produce, producer.poll
    watch = Watch()
    for sent in range(count):
        try:
            produce(topic, value, on_delivery=on_delivery)
        except BufferError:
            poll(0.1)
            produce(topic, value, on_delivery=on_delivery)
        if sent % 1000 == 0:
            poll(0)
    producer.flush()
    return watch.read()


def confluent_messages(address: str, topic: str, count: int) -> Timed:
    """A delivery callback for each message."""
    delivered = 0

    def count_it(error: object, _: object) -> None:
        nonlocal delivered
        assert error is None, error
        delivered += 1

    timed = confluent_produce(address, topic, count, count_it)
    assert delivered == count, delivered
    return timed


# aiokafka ----------------------------------------------------------------------------------------------------------------------------


async def _aiokafka(address: str) -> Any:
    from aiokafka import AIOKafkaProducer

    producer = AIOKafkaProducer(
        bootstrap_servers=address, linger_ms=LINGER_MS, max_batch_size=BATCH_BYTES, acks="all", enable_idempotence=True
    )
    await producer.start()
    return producer


def aiokafka_produce(address: str, topic: str, count: int) -> Timed:
    """Its bulk form: `create_batch`, filled, and `send_batch`, over the partitions in turn."""

    async def work() -> Timed:
        producer = await _aiokafka(address)
        try:
            value = b"x" * VALUE_BYTES

            async def send(messages: int) -> None:
                waiting = []
                partition = 0
                batch = producer.create_batch()
                left = messages
                while left:
                    if batch.append(key=None, value=value, timestamp=None) is None:
                        waiting.append(await producer.send_batch(batch, topic, partition=partition))
                        partition = (partition + 1) % PARTITIONS
                        batch = producer.create_batch()
                    else:
                        left -= 1
                waiting.append(await producer.send_batch(batch, topic, partition=partition))
                await asyncio.gather(*waiting)

            await send(WARM_UP)
            watch = Watch()
            await send(count)
            return watch.read()
        finally:
            await producer.stop()

    return asyncio.run(work())


def aiokafka_messages(address: str, topic: str, count: int) -> Timed:
    """`send`, and a callback on the future of each message."""

    async def work() -> Timed:
        producer = await _aiokafka(address)
        try:
            value = b"x" * VALUE_BYTES
            delivered = 0

            def count_it(future: Any) -> None:
                nonlocal delivered
                future.result()
                delivered += 1

            for _ in range(WARM_UP // 10):
                await producer.send(topic, value)
            await producer.flush()
            watch = Watch()
            for _ in range(count):
                (await producer.send(topic, value)).add_done_callback(count_it)
            await producer.flush()
            await asyncio.sleep(0)
            timed = watch.read()
            assert delivered == count, delivered
            return timed
        finally:
            await producer.stop()

    return asyncio.run(work())


# kafka-python ------------------------------------------------------------------------------------------------------------------------


def kafka_python_produce(address: str, topic: str, count: int, on_delivery: Any = None) -> Timed:
    """`send` in a loop."""
    from kafka import KafkaProducer

    producer = KafkaProducer(bootstrap_servers=address, linger_ms=LINGER_MS, batch_size=BATCH_BYTES, acks="all", enable_idempotence=True)
    value = b"x" * VALUE_BYTES
    for _ in range(WARM_UP // 10):
        producer.send(topic, value)
    producer.flush()
    watch = Watch()
    for _ in range(count):
        future = producer.send(topic, value)
        if on_delivery is not None:
            future.add_callback(on_delivery)
    producer.flush()
    timed = watch.read()
    producer.close()
    return timed


def kafka_python_messages(address: str, topic: str, count: int) -> Timed:
    """A callback on the future of each message."""
    delivered = 0

    def count_it(_: object) -> None:
        nonlocal delivered
        delivered += 1

    timed = kafka_python_produce(address, topic, count, count_it)
    assert delivered == count, delivered
    return timed


# Consuming: one topic for all, filled before ------------------------------------------------------------------------------------------


def klog_poll(address: str, topic: str, count: int) -> Timed:
    """`poll`, and all values of what came as lists."""

    async def work(reactor: Any) -> Timed:
        from klog.client.fetching.consumer import Consumer
        from klog.model import EARLIEST_TIMESTAMP, TopicPartition

        async with Consumer(reactor, address) as consumer:
            await consumer.assign({TopicPartition(topic, number): EARLIEST_TIMESTAMP for number in range(PARTITIONS)})
            watch, seen = Watch(), 0
            while seen < count:
                for message_set in await consumer.poll():
                    seen += len(message_set.values())
            return watch.read()

    return _in_reactor(work)


def klog_stream(address: str, topic: str, count: int) -> Timed:
    """``async for`` over a stream, the value of each message."""

    async def work(reactor: Any) -> Timed:
        from klog.client.fetching.consumer import Consumer

        async with Consumer(reactor, address, auto_offset_reset="earliest") as consumer:
            watch, seen, size = Watch(), 0, 0
            async for message in consumer.stream(topic):
                size += len(message.value or b"")
                seen += 1
                if seen == count:
                    break
            return watch.read()

    return _in_reactor(work)


def _confluent_consumer(address: str, topic: str) -> Any:
    from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

    consumer = Consumer({"bootstrap.servers": address, "group.id": "bench", "enable.auto.commit": False})
    consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in range(PARTITIONS)])
    return consumer


def confluent_consume(address: str, topic: str, count: int) -> Timed:
    """`consume` of up to 10,000, and each value."""
    consumer = _confluent_consumer(address, topic)
    watch, seen = Watch(), 0
    while seen < count:
        seen += len([message.value() for message in consumer.consume(10_000, 1.0)])
    timed = watch.read()
    consumer.close()
    return timed


def confluent_poll(address: str, topic: str, count: int) -> Timed:
    """`poll`, and its value."""
    consumer = _confluent_consumer(address, topic)
    watch, seen, size = Watch(), 0, 0
    while seen < count:
        message = consumer.poll(1.0)
        if message is not None:
            size += len(message.value())
            seen += 1
    timed = watch.read()
    consumer.close()
    return timed


def _aiokafka_read(address: str, topic: str, work: Callable[[Any], Coroutine[Any, Any, Timed]]) -> Timed:
    async def run() -> Timed:
        from aiokafka import AIOKafkaConsumer, TopicPartition

        consumer = AIOKafkaConsumer(bootstrap_servers=address, auto_offset_reset="earliest", enable_auto_commit=False)
        await consumer.start()
        try:
            consumer.assign([TopicPartition(topic, number) for number in range(PARTITIONS)])
            return await work(consumer)
        finally:
            await consumer.stop()

    return asyncio.run(run())


def aiokafka_getmany(address: str, topic: str, count: int) -> Timed:
    """`getmany`, and each value."""

    async def work(consumer: Any) -> Timed:
        watch, seen = Watch(), 0
        while seen < count:
            for messages in (await consumer.getmany(timeout_ms=1000)).values():
                seen += len([message.value for message in messages])
        return watch.read()

    return _aiokafka_read(address, topic, work)


def aiokafka_iterate(address: str, topic: str, count: int) -> Timed:
    """``async for``, and each value."""

    async def work(consumer: Any) -> Timed:
        watch, seen, size = Watch(), 0, 0
        async for message in consumer:
            size += len(message.value)
            seen += 1
            if seen == count:
                break
        return watch.read()

    return _aiokafka_read(address, topic, work)


def _kafka_python_consumer(address: str, topic: str) -> Any:
    from kafka import KafkaConsumer, TopicPartition

    consumer = KafkaConsumer(bootstrap_servers=address, auto_offset_reset="earliest", enable_auto_commit=False)
    consumer.assign([TopicPartition(topic, number) for number in range(PARTITIONS)])
    return consumer


def kafka_python_poll(address: str, topic: str, count: int) -> Timed:
    """`poll` of up to 10,000, and each value."""
    consumer = _kafka_python_consumer(address, topic)
    watch, seen = Watch(), 0
    while seen < count:
        for messages in consumer.poll(1000, max_records=10_000).values():
            seen += len([message.value for message in messages])
    timed = watch.read()
    consumer.close()
    return timed


def kafka_python_iterate(address: str, topic: str, count: int) -> Timed:
    """A loop, and each value."""
    consumer = _kafka_python_consumer(address, topic)
    watch, size = Watch(), 0
    for message in itertools.islice(consumer, count):
        size += len(message.value)
    timed = watch.read()
    consumer.close()
    return timed


# All of them -------------------------------------------------------------------------------------------------------------------------

#: By what is done, and by whom.
WORK: dict[str, dict[str, Callable[[str, str, int], Timed]]] = {
    "produce in bulk": {
        "klog": klog_produce,
        "confluent-kafka": confluent_produce,
        "aiokafka": aiokafka_produce,
        "kafka-python": kafka_python_produce,
    },
    "a future per message": {
        "klog": klog_messages,
        "confluent-kafka": confluent_messages,
        "aiokafka": aiokafka_messages,
        "kafka-python": kafka_python_messages,
    },
    "consume in bulk": {
        "klog": klog_poll,
        "confluent-kafka": confluent_consume,
        "aiokafka": aiokafka_getmany,
        "kafka-python": kafka_python_poll,
    },
    "consume message by message": {
        "klog": klog_stream,
        "confluent-kafka": confluent_poll,
        "aiokafka": aiokafka_iterate,
        "kafka-python": kafka_python_iterate,
    },
}


#: Those that begin with an empty topic of their own; the others read one that was filled.
PRODUCING = ("produce in bulk", "a future per message")
FILLED = "filled"


class Rate(NamedTuple):
    """The middle of some measurements."""

    per_second: float
    cpu_per_million: float


def in_process(client: str, work: str, address: str, topic: str, count: int, checkout: pathlib.Path = peers.ROOT) -> Timed:
    """One measurement in a process of its own.

    :param checkout: of which klog, and of which clients.py.
    """
    command = [sys.executable, "-m", "tests.bench.clients", client, work, address, topic, str(count)]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300, cwd=checkout, env=environment)
    if done.returncode:
        raise AssertionError(f"{client}, {work}: ended with {done.returncode}")
    return Timed(*json.loads(done.stdout.splitlines()[-1]))


def measure(runs: int, only: tuple[str, ...] = ()) -> dict[str, dict[str, Rate]]:
    """All clients, in turns; medians."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    from tests.bench.measure import klog, medians

    found: dict[str, dict[str, list[Rate]]] = {}
    with klog() as broker:
        admin = AdminClient({"bootstrap.servers": broker.address})
        if not only or set(only) - set(PRODUCING):
            admin.create_topics([NewTopic(FILLED, PARTITIONS, 1)])[FILLED].result(30)
            most = max(count for work, counts in COUNTS.items() if work not in PRODUCING for count in counts.values())
            in_process("klog", PRODUCING[0], broker.address, FILLED, most)
        for run in range(runs):
            for work, clients in WORK.items():
                if only and work not in only:
                    continue
                # Whoever begins may be at an advantage.
                for client in sorted(clients, reverse=bool(run % 2)):
                    topic = f"{work}-{client}-{run}".replace(" ", "-") if work in PRODUCING else FILLED
                    count = COUNTS[work][client]
                    if work in PRODUCING:
                        admin.create_topics([NewTopic(topic, PARTITIONS, 1)])[topic].result(30)
                    timed = in_process(client, work, broker.address, topic, count)
                    if work in PRODUCING:
                        admin.delete_topics([topic])[topic].result(30)
                    rate = Rate(count / timed.seconds, timed.cpu_seconds / count * 1e6)
                    found.setdefault(work, {}).setdefault(client, []).append(rate)
    return {work: {client: medians(Rate, rates) for client, rates in clients.items()} for work, clients in found.items()}


def measure_topics(runs: int) -> dict[int, float]:
    """Messages a second with five and with five thousand topics in the metadata; medians of CPU time, which is what metadata would cost."""
    from confluent_kafka.admin import AdminClient
    from confluent_kafka.cimpl import NewTopic

    from tests.bench.measure import klog

    count = 200_000
    found: dict[int, list[float]] = {5: [], 5_000: []}
    with klog() as broker:
        admin = AdminClient({"bootstrap.servers": broker.address})
        for future in admin.create_topics([NewTopic(f"among-{number}", 1, 1) for number in range(5_000)], request_timeout=60).values():
            future.result(60)
        for _ in range(runs):
            for known, rates in found.items():
                timed = in_process("klog", f"among {known}", broker.address, "among", count)
                rates.append(count / timed.cpu_seconds)
    return {known: statistics.median(rates) for known, rates in found.items()}


def main() -> None:
    """One measurement."""
    client, work, address, topic, count = sys.argv[1:]
    if work.startswith("among "):
        print(json.dumps(klog_among_topics(address, topic, int(count), int(work.split()[1]))))
        return
    print(json.dumps(WORK[work][client](address, topic, int(count))))


if __name__ == "__main__":
    main()
