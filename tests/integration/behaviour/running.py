"""Runs one script on two brokers and compares answer by answer."""

from __future__ import annotations

import concurrent.futures
import os
import pathlib
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from klog.wire.schema import Message
from tests.integration.behaviour import (
    script_admin,
    script_configs,
    script_fetch,
    script_group_consumers,
    script_group_offsets,
    script_groups,
    script_offsets,
    script_produce,
    script_security,
    script_transactions,
    script_wire,
)
from tests.integration.behaviour.compare import Difference, compare
from tests.integration.behaviour.peer import Peer
from tests.integration.behaviour.steps import Script, Step
from tests.integration.running import KlogBroker, kafka_broker

#: What both brokers are told beyond their defaults.
SETTINGS = {
    "num.partitions": "2",
    "log.retention.ms": "-1",
    "log.cleaner.enable": "false",
    "group.initial.rebalance.delay.ms": "0",
    "group.consumer.assignment.interval.ms": "0",
}
#: Steps that take longer are printed; 0 for none.
SLOW_SECONDS = float(os.environ.get("KLOG_SLOW_STEPS", "0"))
CHAPTERS: tuple[Callable[[Script], None], ...] = (
    script_wire.build,
    script_produce.build,
    script_fetch.build,
    script_offsets.build,
    script_configs.build,
    script_admin.build,
    script_security.build,
    script_groups.build,
    script_group_offsets.build,
    script_group_consumers.build,
    script_transactions.build,
)


class Outcome(NamedTuple):
    """What became of one script."""

    steps: list[Step]
    differences: list[Difference]
    #: Plain answers of Kafka and klog by step.
    answers: dict[str, tuple[Any, Any]]
    #: How long each took.
    seconds: tuple[float, float]


def script_for(judge: str, chapters: tuple[Callable[[Script], None], ...] = CHAPTERS) -> Script:
    """All steps that `judge` (a version of Kafka) is asked."""
    script = Script(judge)
    for chapter in chapters:
        chapter(script)
    return script


def play(script: Script, peer: Peer) -> dict[str, Any]:
    """Every step's plain answer, by its name."""
    found: dict[str, Any] = {}
    for step in script.steps:
        began = time.monotonic()
        found[step.name] = _one(step, peer)
        if SLOW_SECONDS and time.monotonic() - began > SLOW_SECONDS:
            print(f"{time.monotonic() - began:.1f} s: {step.name}")
    peer.close()
    return found


def _one(step: Step, peer: Peer) -> Any:
    deadline = time.monotonic() + 15
    while True:
        try:
            made = step.build(peer) if not step.collects else None
            if made is None:
                answer = peer.collect(step.line, step.patience_seconds)
            elif isinstance(made, bytes):
                answer = peer.raw(made)
            elif step.parked:
                answer = peer.park(made, step.version, step.line)
            elif step.answered:
                answer = peer.ask(made, step.version, step.patience_seconds, step.line)
            else:
                answer = peer.tell(made, step.version)
        except Exception as error:
            raise AssertionError(f"{step.name} could not be put to {peer.names.address}") from error
        if step.again is None or not isinstance(answer, Message) or peer.is_klog or not step.again(answer) or time.monotonic() > deadline:
            break
        time.sleep(0.05)
    peer.learn(answer)
    if step.learn is not None and isinstance(answer, Message):
        step.learn(peer, answer)
    found = peer.as_plain(answer, step.version)
    if step.settle is not None:
        step.settle(peer)
    return found


def run(judge: str, chapters: tuple[Callable[[Script], None], ...] = CHAPTERS) -> Outcome:
    """Put the script to Apache Kafka of version `judge` and to klog, each on fresh data."""
    script = script_for(judge, chapters)
    # On a whole minute, so that runs differ in as little as possible.
    base_ms = int(time.time()) // 60 * 60_000

    def timed(address: str, *, is_klog: bool) -> tuple[dict[str, Any], float]:
        began = time.monotonic()
        return play(script, Peer(address, base_ms, is_klog=is_klog)), time.monotonic() - began

    with (
        tempfile.TemporaryDirectory(prefix="klog-judge-", ignore_cleanup_errors=True) as folder,
        kafka_broker(judge, pathlib.Path(folder), settings=SETTINGS, kill=True) as address,
        KlogBroker(settings=SETTINGS | {"broker.id": "1"}) as broker,
        # Much of the script is waiting for answers that come late, or never: both wait at the same time.
        concurrent.futures.ThreadPoolExecutor(2) as pool,
    ):
        by_kafka, by_klog = pool.submit(timed, address, is_klog=False), pool.submit(timed, broker.address, is_klog=True)
        (judged, kafka_seconds), (ours, klog_seconds) = by_kafka.result(), by_klog.result()
    differences: list[Difference] = []
    for step in script.steps:
        differences += compare(step.name, judged[step.name], ours[step.name], step.ignore, step.ordered, step.prefix)
    answers = {name: (judged[name], ours[name]) for name in judged}
    return Outcome(script.steps, differences, answers, (kafka_seconds, klog_seconds))
