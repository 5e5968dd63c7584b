"""Latency at fixed rates as a load, from intended times; see `klog.cli.suite.programs.open_loop`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.amounts import TOPIC
from klog.cli.suite.loads.fixed_rates import is_kept, not_kept
from klog.cli.suite.loads.limits import LEAST_S, check_disk
from klog.cli.suite.loads.measured import Measured, memory_figures
from klog.cli.suite.loads.own_programs import own_environment, own_program
from klog.cli.suite.sides.names import side_named
from klog.cli.suite.sides.topics import create_topic

#: Of one client without a rate, on either side, as it has been seen.
MOST_PER_S = 1_000_000


@dataclasses.dataclass(frozen=True)
class OpenLoop:
    """Latency from intended times at fixed rates; see `klog.cli.suite.programs.open_loop`.

    :param seconds: of each rate, by size.
    """

    seconds: Mapping[str, float]
    rates: tuple[str, ...] = ("10%", "50%", "80%", "1000", "10000", "50000")
    record_bytes: int = 100

    def most_per_s(self) -> float:
        """Records that all of it may write, for each second of a rate: twice as many as go through, then each rate."""
        return 2 * MOST_PER_S + sum(MOST_PER_S * float(rate[:-1]) / 100 if rate.endswith("%") else float(rate) for rate in self.rates)

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return "as much as goes through, for as long as each rate"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        seconds = self.seconds[site.size]
        check_disk(site, self.most_per_s() * seconds * self.record_bytes)
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
    """What the open loop printed; of a rate that stands there twice, the last, also where that one was not kept. Such a rate has no
    latency, only a note (`klog.cli.suite.loads.fixed_rates.is_kept`).

    :raises StepFailed: it printed nothing.
    """
    last = {said["rate"]: said for said in map(json.loads, (line for line in text.splitlines() if line.startswith("{")))}
    if not last:
        raise StepFailed(f"the open loop printed no result: {text.strip()[-300:]}")
    for rate, said in last.items():
        name = phase_of_rate(rate)
        if rate == "max":
            found.add(name, {"rate": said["kept_per_s"]})
        elif not is_kept(said["kept_per_s"], said["wanted_per_s"]):
            found.notes.append(f"{name}: {not_kept(said['kept_per_s'], said['wanted_per_s'])}")
        else:
            histogram = Histogram.from_plain(said["histogram"])
            found.add(name, histogram.figures())
            found.histograms[name] = histogram


def phase_of_rate(rate: str) -> str:
    """``max``, ``own10`` (percent of what goes through), ``at1000`` (a second)."""
    return rate if rate == "max" else f"own{rate[:-1]}" if rate.endswith("%") else f"at{rate}"
