"""Producing with klog's client, confluent-kafka, aiokafka and kafka-python: in bulk, and with a future for each message.

Each does its work in the way that is fastest for it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from klog.cli.run_coroutine import run
from klog.cli.suite.programs.clients.client_settings import BATCH_BYTES, LINGER_MS, PARTITIONS, VALUE_BYTES, WARM_UP
from klog.cli.suite.programs.clients.timing import Timed, Watch, turn


def klog_produce(address: str, topic: str, count: int) -> Timed:
    """`send_many` of lists of 100,000, the last of what is left."""

    async def work(reactor: Any) -> Timed:
        from klog.client.producing.producer import Producer

        values: list[bytes | None] = [b"x" * VALUE_BYTES] * 100_000
        async with Producer(reactor, address, linger_ms=LINGER_MS, batch_bytes=BATCH_BYTES) as producer:
            await producer.send_many(topic, values[:WARM_UP])
            watch = Watch(WARM_UP)
            waiting = []
            for sent in range(0, count, len(values)):
                left = count - sent
                waiting.append(producer.send_many(topic, values if left >= len(values) else values[:left]))
                if len(waiting) > 2:
                    await waiting.pop(0)
            for each in waiting:
                await each
            return watch.read()

    return run(work)


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
            watch = Watch(WARM_UP)
            for sent in range(count):
                producer.send(topic, value).addCallback(count_it)
                if sent % 500 == 0:
                    await turn(reactor)
                    await producer.room()
            await producer.flush()
            timed = watch.read()
        assert delivered == count, delivered
        return timed

    return run(work)


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
    watch = Watch(WARM_UP)
    for sent in range(count):
        while True:
            try:
                produce(topic, value, on_delivery=on_delivery)
                break
            except BufferError:
                poll(0.1)
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
            watch = Watch(WARM_UP)
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
            watch = Watch(WARM_UP // 10)
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


def kafka_python_produce(address: str, topic: str, count: int, on_delivery: Any = None) -> Timed:
    """`send` in a loop."""
    from kafka import KafkaProducer

    producer = KafkaProducer(bootstrap_servers=address, linger_ms=LINGER_MS, batch_size=BATCH_BYTES, acks="all", enable_idempotence=True)
    value = b"x" * VALUE_BYTES
    for _ in range(WARM_UP // 10):
        producer.send(topic, value)
    producer.flush()
    watch = Watch(WARM_UP // 10)
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
