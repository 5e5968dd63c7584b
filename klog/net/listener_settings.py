"""Settings as one listener sees them, and one SASL mechanism there.

A setting ``listener.name.<listener>.<setting>`` counts for that listener alone and comes before the plain one (KIP-103); one called
``listener.name.<listener>.<mechanism>.<setting>`` counts for one of its mechanisms, and comes before both. Listener and mechanism stand in
lower case there.
"""

from __future__ import annotations

from collections.abc import Mapping


class ListenerSettings:
    """The settings that count for a listener.

    :param values: settings as texts, by their whole names; those that are not set are left out.
    :param listener: its name.
    """

    def __init__(self, values: Mapping[str, str], listener: str) -> None:
        self._values = values
        self._prefix = f"listener.name.{listener.lower()}."
        self.listener = listener

    def own_name(self, name: str, mechanism: str = "") -> str:
        """What the setting `name` is called that counts for this listener alone, or for a mechanism of its."""
        return f"{self._prefix}{mechanism.lower()}.{name}" if mechanism else self._prefix + name

    def found(self, name: str, mechanism: str = "", *, only_own: bool = False) -> str | None:
        """The whole name under which the setting `name` is set for this listener; None where it is not.

        :param mechanism: look for that of a mechanism first.
        :param only_own: whether nothing counts but what `own_name` is the name of.
        """
        own = self.own_name(name, mechanism)
        names = (own,) if only_own else (own, self.own_name(name), name)
        return next((one for one in names if one in self._values), None)

    def value(self, name: str, mechanism: str = "", *, only_own: bool = False) -> str | None:
        """The text of what `found` finds."""
        found = self.found(name, mechanism, only_own=only_own)
        return None if found is None else self._values[found]
