"""FindCoordinator: what may be coordinated. Pure; no Twisted here."""

from __future__ import annotations

#: The kinds of keys.
GROUP, TRANSACTION = 0, 1
