"""Puts together what a client of klog counts with: shared by producers and consumers. No Twisted."""

from __future__ import annotations

import platform
import secrets

from klog.audit.cells import AUDIT_TOPIC, Writer
from klog.audit.counting import CellBook
from klog.client.auditing.audit import Audit
from klog.client.metadata import ClusterMetadata
from klog.client.settings import ClientSettings
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic, MetadataResponse


def new_incarnation() -> bytes:
    """The name of this incarnation of a client: 16 bytes that no other has."""
    return secrets.token_bytes(16)


def host_name() -> str:
    """Of this machine."""
    return platform.node()


def cell_book(audit: Audit, writer: Writer, begun_ms: int) -> CellBook:
    """An empty book of counts of this machine, as `audit` says.

    :param begun_ms: since when it counts, in milliseconds since 1970.
    """
    return CellBook(writer, host_name(), audit.window_ms, begun_ms=begun_ms, interval_ms=audit.interval_ms)


def principal_of(settings: ClientSettings) -> str:
    """As whom a client is known to brokers, as far as it knows itself; empty where nobody asks, or the certificate tells."""
    username = settings.security.sasl_username
    return f"User:{username}" if username else ""


def datacenter_of(metadata: ClusterMetadata) -> str:
    """The cluster's id, known once anything was sent or read."""
    return metadata.cluster_id or ""


def topic_question() -> MetadataRequest:
    """Asks for the audit's topic, and has none made: that would be one that is not compacted."""
    return MetadataRequest(topics=[MetadataRequestTopic(name=AUDIT_TOPIC)], allow_auto_topic_creation=False)


def has_topic(answer: MetadataResponse) -> bool:
    """Whether it is there; where it is not, nobody has told anything that could be compared with what comes."""
    return any(topic.name == AUDIT_TOPIC and topic.partitions for topic in answer.topics)


def not_written(why: object, later: str = "the next") -> str:
    """A sentence for people: counts could not be told, which cost the user nothing.

    :param later: what they go with.
    """
    return f"the counts of the audit were not written, and go with {later}: {why}; the topic is made by brokers with klog.audit.counts=true"


def last_not_written(why: object) -> str:
    """The same of what a writer had to say when it ended."""
    return not_written(why, "nothing: this writer has ended, and the audit does not know of them")
