"""MirrorMaker 2 of Apache Kafka, in a process of its own between two brokers, by the peers' script ``kafka``.

It is as it comes, but for three things: one copy of its own topics, since there is one broker; as many tasks as it has room for here; and
the source's names for the copies, so that both sides' copies are looked for under one. Its JVM has the heap of Kafka's own
``connect-mirror-maker.sh``.
"""

from __future__ import annotations

import pathlib
from collections.abc import Mapping

from klog.cli.suite.host.processes import Child, Skip, StepFailed, Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.sides.broker import INSTALL_S
from klog.cli.suite.sides.kafka_broker import KAFKA_VERSION

#: By which the script finds its jars, and its JVM its heap.
ENVIRONMENT: Mapping[str, str] = {
    "KAFKA_MORE": "org.apache.kafka:connect-mirror:{version}",
    "KAFKA_HEAP_OPTS": "-Xms256M -Xmx2G",
}
TASKS = 2
_MAIN = "org.apache.kafka.connect.mirror.MirrorMaker"


def install_mirror_maker(site: Site) -> None:
    """Have its jars at hand, outside of what is timed.

    :raises Skip: they cannot be had.
    """
    site.say(f"MirrorMaker {KAFKA_VERSION}: looking for its jars")
    try:
        Tools(site.below("tools"), environment=ENVIRONMENT).run(
            "kafka install", [site.script("kafka"), KAFKA_VERSION, "install"], INSTALL_S
        )
    except StepFailed as error:
        raise Skip(f"MirrorMaker {KAFKA_VERSION} cannot be had: {error}") from None


def properties(source: str, copy: str, topics: str) -> str:
    """What it is told.

    :param source: a bootstrap address; :param copy: likewise. :param topics: a pattern, as Java has them.
    """
    alone = ("replication", "checkpoints.topic.replication", "heartbeats.topic.replication", "offset-syncs.topic.replication")
    of_connect = ("offset.storage.replication", "status.storage.replication", "config.storage.replication")
    settings = {
        "clusters": "source, copy",
        "source.bootstrap.servers": source,
        "copy.bootstrap.servers": copy,
        "source->copy.enabled": "true",
        "source->copy.topics": topics,
        "copy->source.enabled": "false",
        "replication.policy.class": "org.apache.kafka.connect.mirror.IdentityReplicationPolicy",
        "tasks.max": str(TASKS),
        # The source has no authorizer that could be asked.
        "sync.topic.acls.enabled": "false",
        **{f"{name}.factor": "1" for name in (*alone, *of_connect)},
    }
    return "".join(f"{name} = {value}\n" for name, value in settings.items())


def start_mirror_maker(site: Site, source: str, copy: str, topics: str) -> Child:
    """The process; that it copies is seen at the copy.

    :raises Skip: the script is not there.
    """
    path: pathlib.Path = site.below("mirror-maker") / "mm2.properties"
    path.write_text(properties(source, copy, topics))
    words = [site.script("kafka"), KAFKA_VERSION, "java", _MAIN, path]
    return Child(f"MirrorMaker {KAFKA_VERSION}", words, site.below("logs") / "mirror-maker.log", environment=ENVIRONMENT)
