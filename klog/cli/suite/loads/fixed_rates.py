"""When a load that sends at a fixed rate has kept it, and what stands in the place of its latencies where it has not."""

from __future__ import annotations

#: Who sends at a fixed rate has kept it if so much of it came through.
KEPT_SHARE = 0.95
#: How the note begins of one that was not kept.
NO_LATENCY = "no latency"


def is_kept(kept_per_s: float, wanted_per_s: float) -> bool:
    """Whether a fixed rate was kept. One that was not has no latency: its records wait for those before them, longer the longer it is
    measured."""
    return kept_per_s >= KEPT_SHARE * wanted_per_s


def not_kept(kept_per_s: float, wanted_per_s: float) -> str:
    """The note that stands in the place of the latencies."""
    return f"{NO_LATENCY}, as {kept_per_s:,.0f} records/s of {wanted_per_s:,.0f} were kept"
