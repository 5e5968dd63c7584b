"""Names of sides, as ``--against`` takes them, and what they stand for.

::

    klog                     this klog                          kafka, kafka@3.9.2        Apache Kafka, of a version
    klog-again               the same: the A/A pair             rabbitmq, rabbitmq-confirm, rabbitmq-stream
    klog-slowed              by a tenth, on purpose             activemq, activemq-async
    klog@FOLDER              of another checkout
    klog@FILE                the klog that the Python at FILE has installed

*Side* has two meanings. These are brokers, on which any load can be put that speaks their protocol. A load may also bring sides of its own
(`klog.cli.suite.loads.load.Load.sides`): Python's clients, Spark's sources, mirrors, Apache Kafka 0.8.2.2, and among them what klog has of
that kind, which is called `OURS` too. What stands behind these names is known to that load, and not to `side_named`.
"""

from __future__ import annotations

import os
import re

from klog.cli.suite.sides.broker import Side
from klog.cli.suite.sides.kafka_broker import KAFKA_VERSION, KafkaBrokers
from klog.cli.suite.sides.klog_broker import KlogBrokers
from klog.cli.suite.sides.queues import QueueBroker

OURS, AGAIN, SLOWED = "klog", "klog-again", "klog-slowed"
#: By how much `SLOWED` is.
SLOWED_BY = 0.10
QUEUES = ("rabbitmq", "rabbitmq-confirm", "rabbitmq-stream", "activemq", "activemq-async")


class UnknownSide(ValueError):
    """No side has this name; the sentence lists what there is."""


def side_named(name: str) -> Side:
    """What a name stands for.

    :raises UnknownSide: nothing.
    """
    kind, at, rest = name.partition("@")
    if kind == OURS and at and rest:
        # Not resolved: the Python of a virtual environment is a link.
        path = os.path.abspath(os.path.expanduser(rest))
        return KlogBrokers(name, python=path) if os.path.isfile(path) else KlogBrokers(name, checkout=path)
    if kind == "kafka" and (not at or re.fullmatch(r"\d+\.\d+\.\d+(\.\d+)?", rest)):
        return KafkaBrokers(name, rest or KAFKA_VERSION)
    if name in (OURS, AGAIN):
        return KlogBrokers(name)
    if name == SLOWED:
        return KlogBrokers(name, slowed_by=SLOWED_BY)
    if name in QUEUES:
        return QueueBroker(name)
    raise UnknownSide(
        f"there is no {name}; there are klog, klog@PATH (a checkout, or a Python that has klog installed), {SLOWED}, kafka, kafka@VERSION, "
        + ", ".join(QUEUES)
    )


def speaks_kafka(name: str) -> bool:
    """Whether Kafka's tools can talk to it."""
    return name.partition("@")[0] in (OURS, AGAIN, SLOWED, "kafka")
