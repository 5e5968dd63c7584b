"""What loads have in common: sizes, names of topics, how much of a load is a warm-up, and when a rate was kept."""

from __future__ import annotations

SIZES = ("smoke", "quick", "paper")
#: Of 2014's loads and of our own; and of the paper's.
TOPIC, PAPER_TOPIC = "suite", "paper"
#: So much of what a load has is a warm-up, in no figure, wherever it has one that it can choose: a broker in a JVM is interpreted first and
#: compiled meanwhile.
WARM_UP_SHARE = 0.2
#: As a person reads it.
WARM_UP_WORDS = "a fifth"
#: Who sends at a fixed rate has kept it if so much of it came through; how the note begins of one that was not kept.
KEPT_SHARE = 0.95
NO_LATENCY = "no latency"


def warm_up_of(records: int) -> int:
    """How many are the warm-up of so many."""
    return int(records * WARM_UP_SHARE)


def is_kept(kept_per_s: float, wanted_per_s: float) -> bool:
    """Whether a fixed rate was kept. One that was not has no latency: its records wait for those before them, longer the longer it is
    measured."""
    return kept_per_s >= KEPT_SHARE * wanted_per_s


def not_kept(kept_per_s: float, wanted_per_s: float) -> str:
    """The note that stands in the place of the latencies."""
    return f"{NO_LATENCY}, as {kept_per_s:,.0f} records/s of {wanted_per_s:,.0f} were kept"
