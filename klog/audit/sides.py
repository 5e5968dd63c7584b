"""Who is compared with whom in the audit: writers of one tier and name are one side. Pure."""

from __future__ import annotations

from typing import NamedTuple

from klog.audit.cells import Tier, Writer


class Side(NamedTuple):
    """One of the two that are compared."""

    tier: Tier
    #: The client id of producers, or of those that brokers have counted (empty: of all); the name of the group, link or sink.
    name: str

    def __str__(self) -> str:
        return f"{self.tier.value} {self.name}" if self.name else self.tier.value


#: All brokers together.
BROKERS = Side(Tier.BROKER, "")


def side_of(writer: Writer) -> Side:
    """The side that a writer belongs to."""
    match writer.tier:
        case Tier.PRODUCER:
            return Side(Tier.PRODUCER, writer.application)
        case Tier.BROKER:
            return BROKERS
    return Side(writer.tier, writer.name)
