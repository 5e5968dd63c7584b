"""Latency at fixed rates as a load, from intended times; see `klog.cli.suite.programs.open_loop`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.loads.limits import LEAST_S
from klog.cli.suite.loads.measured import Measured, memory_figures
from klog.cli.suite.loads.own_programs import TOPIC, own_environment, own_program
from klog.cli.suite.sides.names import side_named
from klog.cli.suite.sides.topics import create_topic
from klog.cli.suite.steps.site import Site


@dataclasses.dataclass(frozen=True)
class OpenLoop:
    """Latency from intended times at fixed rates; see `klog.cli.suite.programs.open_loop`.

    :param seconds: of each rate, by size.
    """

    seconds: Mapping[str, float]
    rates: tuple[str, ...] = ("10%", "50%", "80%", "1000", "10000", "50000")
    record_bytes: int = 100

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.table.Load`."""
        seconds = self.seconds[site.size]
        found = Measured()
        with side_named(side).serve(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_topic(running, TOPIC)
            # The first time, the broker's compilers are at work.
            rates = ("max", "max", *self.rates)
            site.say(f"latency at {len(self.rates)} rates, {seconds:g} s each")
            words = own_program("open_loop", running.bootstrap, TOPIC, self.record_bytes, seconds, *rates)
            done = tools.run("the open loop", words, LEAST_S + 3 * seconds * len(rates))
            add_rates(found, done.text)
            found.add("", memory_figures(running))
        return found


def add_rates(found: Measured, text: str) -> None:
    """What the open loop printed; of a rate that stands there twice, the last. One that was not kept has no latency, only a note: its
    records wait for those before them, longer the longer it is measured.

    :raises StepFailed: no latencies.
    """
    for line in text.splitlines():
        if not line.startswith("{"):
            continue
        said = json.loads(line)
        name = phase_of_rate(said["rate"])
        if said["rate"] == "max":
            found.add(name, {"rate": said["kept_per_s"]})
            continue
        if said["kept_per_s"] < 0.95 * said["wanted_per_s"]:
            found.notes.append(f"{name}: no latency, as {said['kept_per_s']:,.0f} records/s of {said['wanted_per_s']:,.0f} were kept")
            continue
        histogram = Histogram.from_plain(said["histogram"])
        found.add(name, histogram.figures())
        found.histograms[name] = histogram
    if not found.histograms:
        raise StepFailed(f"the open loop printed no result: {text.strip()[-300:]}")


def phase_of_rate(rate: str) -> str:
    """``max``, ``own10`` (percent of what goes through), ``at1000`` (a second)."""
    return rate if rate == "max" else f"own{rate[:-1]}" if rate.endswith("%") else f"at{rate}"
