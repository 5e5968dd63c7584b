"""Puts together what a client of klog counts with: shared by producers and consumers. No Twisted."""

from __future__ import annotations

import platform
import secrets

from klog.audit.cells import Writer
from klog.audit.counting import CellBook
from klog.client.auditing.audit import Audit
from klog.client.metadata import ClusterMetadata
from klog.client.settings import ClientSettings


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


def not_written(why: object, later: str = "the next") -> str:
    """A sentence for people: counts could not be told, which cost the user nothing.

    :param later: what they go with.
    """
    return f"the counts of the audit were not written, and go with {later}: {why}; the topic is made by brokers with klog.audit.counts=true"


def last_not_written(why: object) -> str:
    """The same of what a writer had to say when it ended."""
    return not_written(why, "nothing: this writer has ended, and the audit does not know of them")
