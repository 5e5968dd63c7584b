"""Consuming with klog's client, confluent-kafka, aiokafka and kafka-python: in bulk, and message by message, one topic that was filled
before.

Each reads one message first, which is not among those that are counted, and only then is the watch started: what a client does until it
has found its brokers is in no figure, whether it does that where it is made or where it is first asked.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from typing import Any

from klog.cli.run_coroutine import run
from klog.cli.suite.programs.clients.client_settings import PARTITIONS, READ_BEFORE
from klog.cli.suite.programs.clients.timing import Timed, Watch


def klog_poll(address: str, topic: str, count: int) -> Timed:
    """`poll`, and all values of what came as lists."""

    async def work(reactor: Any) -> Timed:
        from klog.client.fetching.consumer import Consumer
        from klog.model import EARLIEST_TIMESTAMP, TopicPartition

        async with Consumer(reactor, address) as consumer:
            await consumer.assign({TopicPartition(topic, number): EARLIEST_TIMESTAMP for number in range(PARTITIONS)})
            while not await consumer.poll(max_records=READ_BEFORE):
                pass
            watch, seen = Watch(READ_BEFORE), 0
            while seen < count:
                for message_set in await consumer.poll():
                    seen += len(message_set.values())
            return watch.read()

    return run(work)


def klog_stream(address: str, topic: str, count: int) -> Timed:
    """``async for`` over a stream, the value of each message."""

    async def work(reactor: Any) -> Timed:
        from klog.client.fetching.consumer import Consumer

        async with Consumer(reactor, address, auto_offset_reset="earliest") as consumer:
            messages = aiter(consumer.stream(topic))
            await anext(messages)
            watch, seen, size = Watch(READ_BEFORE), 0, 0
            async for message in messages:
                size += len(message.value or b"")
                seen += 1
                if seen == count:
                    break
            return watch.read()

    return run(work)


#: With its defaults librdkafka stops for a second whenever its queue is full, and that pause is all that one would measure.
CONFLUENT_WITHOUT_PAUSES = {"queued.min.messages": 1_000_000, "fetch.queue.backoff.ms": 1}


def _confluent_consumer(address: str, topic: str) -> Any:
    from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

    consumer = Consumer({"bootstrap.servers": address, "group.id": "bench", "enable.auto.commit": False, **CONFLUENT_WITHOUT_PAUSES})
    consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in range(PARTITIONS)])
    return consumer


def confluent_consume(address: str, topic: str, count: int) -> Timed:
    """`consume` of up to 10,000, and each value."""
    consumer = _confluent_consumer(address, topic)
    while not consumer.consume(READ_BEFORE, 1.0):
        pass
    watch, seen = Watch(READ_BEFORE), 0
    while seen < count:
        seen += len([message.value() for message in consumer.consume(10_000, 1.0)])
    timed = watch.read()
    consumer.close()
    return timed


def confluent_poll(address: str, topic: str, count: int) -> Timed:
    """`poll`, and its value."""
    consumer = _confluent_consumer(address, topic)
    while consumer.poll(1.0) is None:
        pass
    watch, seen, size = Watch(READ_BEFORE), 0, 0
    while seen < count:
        message = consumer.poll(1.0)
        if message is not None:
            size += len(message.value())
            seen += 1
    timed = watch.read()
    consumer.close()
    return timed


def _aiokafka_read(address: str, topic: str, work: Callable[[Any], Coroutine[Any, Any, Timed]]) -> Timed:
    async def read() -> Timed:
        from aiokafka import AIOKafkaConsumer, TopicPartition

        consumer = AIOKafkaConsumer(bootstrap_servers=address, auto_offset_reset="earliest", enable_auto_commit=False)
        await consumer.start()
        try:
            consumer.assign([TopicPartition(topic, number) for number in range(PARTITIONS)])
            return await work(consumer)
        finally:
            await consumer.stop()

    return asyncio.run(read())


def aiokafka_getmany(address: str, topic: str, count: int) -> Timed:
    """`getmany`, and each value."""

    async def work(consumer: Any) -> Timed:
        while not await consumer.getmany(timeout_ms=1000, max_records=READ_BEFORE):
            pass
        watch, seen = Watch(READ_BEFORE), 0
        while seen < count:
            for messages in (await consumer.getmany(timeout_ms=1000)).values():
                seen += len([message.value for message in messages])
        return watch.read()

    return _aiokafka_read(address, topic, work)


def aiokafka_iterate(address: str, topic: str, count: int) -> Timed:
    """``async for``, and each value."""

    async def work(consumer: Any) -> Timed:
        await consumer.getone()
        watch, seen, size = Watch(READ_BEFORE), 0, 0
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
    while not consumer.poll(1000, max_records=READ_BEFORE):
        pass
    watch, seen = Watch(READ_BEFORE), 0
    while seen < count:
        for messages in consumer.poll(1000, max_records=10_000).values():
            seen += len([message.value for message in messages])
    timed = watch.read()
    consumer.close()
    return timed


def kafka_python_iterate(address: str, topic: str, count: int) -> Timed:
    """A loop, and each value."""
    consumer = _kafka_python_consumer(address, topic)
    next(consumer)
    watch, size = Watch(READ_BEFORE), 0
    for message in itertools.islice(consumer, count):
        size += len(message.value)
    timed = watch.read()
    consumer.close()
    return timed
