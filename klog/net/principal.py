"""Who asks: the name that a connection has shown, or that of nobody."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, slots=True)
class Principal:
    """Who asks (``KafkaPrincipal``). Compared by the characters: no case folding, no Unicode normalisation."""

    #: ``User``; Kafka knows no other type of its own.
    kind: str
    #: From the client, unchecked: `repr` it where it goes into a log.
    name: str

    def __str__(self) -> str:
        """``kind:name``, as access rules and super users write it."""
        return f"{self.kind}:{self.name}"


#: Whoever has not shown who he is.
ANONYMOUS = Principal("User", "ANONYMOUS")
