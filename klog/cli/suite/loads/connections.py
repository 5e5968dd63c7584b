"""Many connections as a load, each with one record under way."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.processes import Done
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.amounts import EVERY_SIDE, TOPIC, WARM_UP_WORDS, warm_up_of
from klog.cli.suite.loads.limits import limit_s
from klog.cli.suite.loads.measured import Measured, PhaseWatch, memory_figures
from klog.cli.suite.loads.own_programs import last_line, own_environment, own_program
from klog.cli.suite.sides.names import side_named
from klog.cli.suite.sides.topics import check_nothing_lost, create_topic


@dataclasses.dataclass(frozen=True)
class Connections:
    """So many producers of one record at a time, each on its own connection.

    :param records: by size, of all of them together.
    """

    connections: int
    records: Mapping[str, int]
    record_bytes: int = 100

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return f"{WARM_UP_WORDS} of the records, before, but one for each connection at least"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        records = max(self.connections, self.records[site.size])
        found = Measured()
        with side_named(side).serve(site) as running:
            tools = running.tools(site, own_environment())
            found.commands = tools.commands
            create_topic(running, TOPIC)

            def load(count: int) -> tuple[Done, dict[str, Any]]:
                words = own_program("connections", running.bootstrap, TOPIC, self.connections, count, self.record_bytes)
                done = tools.run("the program of many connections", words, limit_s(count, one_by_one=True))
                return done, last_line(done, "the program of many connections")

            warm_up = max(self.connections, warm_up_of(records))
            site.say(f"{self.connections:,} connections: warming up")
            load(warm_up)
            site.say(f"{self.connections:,} connections, {records:,} records")
            watch = PhaseWatch(running, site.size)
            done, said = load(records)
            check_nothing_lost(running, TOPIC, warm_up + records)
            histogram = Histogram.from_plain(said["histogram"])
            found.add("", {"rate": records / said["seconds"], **histogram.figures(), **watch.figures(records, done.cpu_s)})
            found.histograms["answers"] = histogram
            found.add("", memory_figures(running))
        return found
