"""``super.users``: who may do whatever brokers and operators do, written ``User:name;User:other`` (``AclAuthorizer``).

Names are separated by semicolons, since a distinguished name has commas. Type and name are compared by their characters.
"""

from __future__ import annotations

from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.net.principal import Principal

SETTING = "super.users"


def super_users(settings: BrokerSettings) -> list[Principal]:
    """Those that the setting names.

    :raises ConfigError: an entry has no type or no name.
    """
    text = settings.static.get(SETTING, "")
    found = []
    for entry in text.split(";"):
        if not entry.strip():
            continue
        kind, colon, name = entry.strip().partition(":")
        if not colon or not kind or not name:
            raise ConfigError(SETTING, text, f"{entry.strip()!r} is not Type:name, such as User:alice")
        found.append(Principal(kind, name))
    return found
