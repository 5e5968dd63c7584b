"""What loads have in common: sizes, names of topics, and how much of a load is a warm-up."""

from __future__ import annotations

SIZES = ("smoke", "quick", "paper")
#: Of 2014's loads and of our own; and of the paper's.
TOPIC, PAPER_TOPIC = "suite", "paper"
#: Of counts by side, those of every side that is not named beside it.
EVERY_SIDE = ""
#: So much of what a load has is a warm-up, in no figure, wherever it has one that it can choose: a broker in a JVM is interpreted first and
#: compiled meanwhile.
WARM_UP_SHARE = 0.2
#: As a person reads it.
WARM_UP_WORDS = "a fifth"


def warm_up_of(records: int) -> int:
    """How many are the warm-up of so many."""
    return int(records * WARM_UP_SHARE)
