"""Settings of a broker as those see them who only read: values by Kafka's names, whatever they come from.

`klog.broker.settings.settings.BrokerSettings` is one. It stands apart, so that what checks some settings together need not know all of
them.
"""

from __future__ import annotations

from typing import Protocol

from klog.config import Value


class SettingValues(Protocol):
    """The values that are in force."""

    @property
    def broker_id(self) -> int | None:
        """``broker.id`` or ``node.id``; None leaves it to the data directory."""

    @property
    def zookeeper(self) -> str | None:
        """``zookeeper.connect``; None where the broker is alone."""

    def raw(self, name: str) -> str | None:
        """The text in force for exactly `name`, or None."""

    def value(self, name: str) -> Value:
        """The value in force, read."""

    def integer(self, name: str) -> int:
        """The value of a whole number that always has one."""

    def boolean(self, name: str) -> bool:
        """The value of a yes or no."""

    def string(self, name: str) -> str | None:
        """The value of a text, None where there is none."""
