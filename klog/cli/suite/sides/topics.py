"""Topics of brokers that speak Kafka's protocol, and how many records they have: what is sent and is not there was lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Unpack

from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.sides.broker import Running
from klog.client.blocking.client import API_TIMEOUT_MS, BlockingClient
from klog.client.settings import ClientOptions
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest

#: A broker that was just started finds its controller and its neighbours meanwhile.
PATIENCE_S = 30.0
#: Between two looks whether all is there.
LOOK_S = 0.05


def client_of(running: Running, truststore: str | None = None, **options: Unpack[ClientOptions]) -> BlockingClient:
    """A client without a reactor."""
    if truststore is not None:
        options = {"security_protocol": "SSL", "ssl_ca_file": truststore, **options}
    return BlockingClient(running.bootstrap, **options)


def create_topic(
    running: Running,
    name: str,
    partitions: int = 1,
    copies: int = 1,
    *,
    truststore: str | None = None,
) -> None:
    """Make a topic, and wait until all its partitions have leaders.

    :raises Skip: the broker cannot keep so many copies. :raises StepFailed: it cannot be made.
    """
    wanted = CreatableTopic(name=name, num_partitions=partitions, replication_factor=copies)
    until = time.monotonic() + PATIENCE_S
    with client_of(running, truststore) as client:
        while True:
            try:
                client.refresh()
                answer = client.ask(client.metadata.controller_id, CreateTopicsRequest(topics=[wanted], timeout_ms=20_000))
                code, message = ErrorCode(answer.topics[0].error_code), answer.topics[0].error_message
            except KlogError as error:
                code, message = error.code, str(error)
            if code in (ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS):
                break
            running.check()
            if time.monotonic() > until:
                if code is ErrorCode.INVALID_REPLICATION_FACTOR and copies > 1:
                    raise Skip(f"no replication: {running.name} keeps no {copies} copies ({message or code.name})")
                raise StepFailed(f"{running.name} makes no topic of {partitions} partitions: {message or code.name}")
            time.sleep(0.1)
        try:
            while True:
                client.refresh([name])
                found = client.metadata.topic(name)
                if found is not None and len(found.partitions) == partitions and _all_led(client, name, partitions):
                    return
                if time.monotonic() > until:
                    raise StepFailed(f"{running.name}: topic {name} has partitions without a leader after {PATIENCE_S:g} s")
                time.sleep(0.05)
        except KlogError as error:
            raise StepFailed(f"{running.name}: topic {name} was made and is not there: {error}") from None


def _all_led(client: BlockingClient, name: str, partitions: int) -> bool:
    return all(client.metadata.leader(TopicPartition(name, number)) is not None for number in range(partitions))


def records_of(
    running: Running, name: str, partitions: int = 1, truststore: str | None = None, *, timeout_s: float = API_TIMEOUT_MS / 1000
) -> int:
    """How many records a topic has that was never cut: its ends, added up.

    :param timeout_s: so long a broker is looked for, and half as long waited for a connection and for an answer.
    :raises StepFailed: nobody says.
    """
    timeout_ms = round(timeout_s * 1000)
    places = [TopicPartition(name, number) for number in range(partitions)]
    try:
        with client_of(running, truststore, connect_timeout_ms=timeout_ms // 2, request_timeout_ms=timeout_ms // 2) as client:
            return sum(one.offset for one in client.list_offsets(places, timeout_ms=timeout_ms).values())
    except KlogError as error:
        running.check()
        raise StepFailed(f"{running.name} does not say where topic {name} ends: {error}") from None


def wait_for_all(name: str, count: Callable[[], int], sent: int, what: str = "records", *, patience_s: float = PATIENCE_S) -> float:
    """Wait until all that was sent is there; seconds that took. Nothing is acknowledged by acks=0, and some may still be on its way.

    :param name: of who was to have them, for the sentence. :param count: looks how many are there. :param what: they are.
    :raises StepFailed: something is missing, or is there twice: then no rate is worth printing.
    """
    began = time.monotonic()
    while True:
        there = count()
        took = time.monotonic() - began
        if there == sent:
            return took
        if there > sent:
            raise StepFailed(f"{name}: {there - sent:,} {what} more than the {sent:,} sent; no rate is printed")
        if took >= patience_s:
            raise StepFailed(f"{name}: {sent - there:,} of {sent:,} {what} were lost; no rate is printed")
        time.sleep(LOOK_S)


def check_nothing_lost(
    running: Running, name: str, sent: int, partitions: int = 1, *, patience_s: float = PATIENCE_S, truststore: str | None = None
) -> float:
    """`wait_for_all` of a topic's records."""
    return wait_for_all(running.name, lambda: records_of(running, name, partitions, truststore), sent, patience_s=patience_s)
