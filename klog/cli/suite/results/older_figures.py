"""Figures that were once told otherwise, of steps that count all the same: what an older suite has written is read as it is told today.

Where a load is measured otherwise its version rises, and its older steps count no more. Here is what was measured as it is today, and told
under a name that says too much. All of it is pure.
"""

from __future__ import annotations

from collections.abc import Mapping

from klog.cli.suite.figures import kind_name_of
from klog.cli.suite.loads.producing import Producing
from klog.cli.suite.loads.table import LOADS


def as_told_today(load: str, figures: dict[str, float]) -> dict[str, float]:
    """The figures of a step as today's suite would have told them.

    :param load: its name; figures of a load that is not known are left as they are but for what is no matter of loads.
    """
    run = LOADS[load].run if load in LOADS else None
    if isinstance(run, Producing) and run.warm_up:
        # Windows behind a warm-up were once taken for the warm ones; the first of them are of what waited of it.
        figures.pop("produce.warm_rate", None)
    return _with_peak_above_rest(_without_whole_as_warm(figures))


def _without_whole_as_warm(figures: Mapping[str, float]) -> dict[str, float]:
    """Without a warm rate that is the rate: of a run that was too short to have a second half, the whole rate was once told as the warm one
    too. Two that were measured are not the same in six digits."""
    return {
        name: value
        for name, value in figures.items()
        if kind_name_of(name) != "warm_rate" or figures.get(f"{name.removesuffix('warm_rate')}rate") != value
    }


def _with_peak_above_rest(figures: dict[str, float]) -> dict[str, float]:
    """Of a queue the peak was once told as it was before anything was taken, which may be below what there was in the end."""
    if "rss_peak_mb" in figures:
        figures["rss_peak_mb"] = max(figures["rss_peak_mb"], figures.get("rss_after_mb", 0.0))
    return figures
