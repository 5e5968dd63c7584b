"""What a mirror is measured by: how fast it copies a topic that is there and what that costs, how far it lags behind one that grows, how
long a record is under way from its producer to a consumer of the copy, and what it costs while nothing comes.

CPU is that of the broker that has the copies, and of the process that copies where that is another.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping
from typing import NamedTuple

from klog.cli.suite.histogram import Histogram
from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads import kafka_tools
from klog.cli.suite.loads.amounts import EVERY_SIDE, TOPIC, WARM_UP_WORDS, warm_up_of
from klog.cli.suite.loads.fixed_rates import is_kept, not_kept
from klog.cli.suite.loads.limits import LEAST_S, check_disk, limit_s
from klog.cli.suite.loads.measured import Measured, PhaseWatch, memory_figures
from klog.cli.suite.loads.mirror.ends import Ends, kept_per_s, lags_s
from klog.cli.suite.loads.mirror.ends_look import START_S, EndsLook
from klog.cli.suite.loads.mirror.pair import Pair, running_pair
from klog.cli.suite.loads.open_loop import add_rates
from klog.cli.suite.loads.own_programs import last_line, own_program
from klog.cli.suite.sides.topics import check_nothing_lost, client_of, create_topic
from klog.errors import KlogError
from klog.model import TopicPartition
from klog.records.implementations import codec

#: At this share of the rate at which a side copies what is there its lag is measured, but at no more records a second than these: a source
#: on the same cores does not take much more, and where a rate is not kept there is no lag to tell.
LAG_SHARE, MOST_FED_PER_S = 0.5, 400_000
#: Between two looks at the ends, while what is there is copied, and while a lag is measured.
COPY_LOOK_S, LAG_LOOK_S = 0.05, 0.01


class _Mark(NamedTuple):
    """From when on records and work are counted."""

    source_cpu_s: float
    ends: Ends


@dataclasses.dataclass(frozen=True)
class Copying:
    """A topic that is there is copied, by a mirror that begins; then the topic grows, at half the rate of that or at `MOST_FED_PER_S`.

    :param records: by size. :param lag_seconds: by size, how long it grows. :param settings: of the producer, by Kafka's names.
    """

    records: Mapping[str, int]
    lag_seconds: Mapping[str, float]
    record_bytes: int = 100
    partitions: int = 6
    settings: Mapping[str, object] = dataclasses.field(default_factory=lambda: {"acks": 1})

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return f"{WARM_UP_WORDS} of the topic, what is copied first; for the lag, all of it"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {EVERY_SIDE: self.records[size]}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        records, lag_s = self.records[site.size], self.lag_seconds[site.size]
        check_disk(site, 2 * self.record_bytes * (records + MOST_FED_PER_S * lag_s))
        found = Measured()
        with running_pair(site, side) as pair:
            found.commands = pair.tools.commands
            create_topic(pair.source, TOPIC, self.partitions)
            site.say(f"producing {records:,} records of {self.record_bytes:,} bytes")
            words = kafka_tools.producer_words(
                site.script("kafka"), pair.source.bootstrap, TOPIC, records, self.record_bytes, self.settings
            )
            pair.tools.run("kafka-producer-perf-test", words, limit_s(records, self.record_bytes))
            check_nothing_lost(pair.source, TOPIC, records, self.partitions)
            rate = self._copy(site, pair, records, found)
            self._follow(site, pair, rate, lag_s, found)
            found.add("", memory_figures(pair.copy))
        return found

    def _copy(self, site: Site, pair: Pair, records: int, found: Measured) -> float:
        """Records a second."""
        limit = START_S + limit_s(records, self.record_bytes)
        since = _Mark(pair.source.cpu_s(), Ends(time.monotonic(), ()))
        watch = PhaseWatch(pair.copy, site.size)
        pair.begin(TOPIC)
        with EndsLook(pair.copy, {TOPIC: self.partitions}) as look:
            look.wait_for_topics()
            site.say(f"{pair.side}: copying {records:,} records")
            look.wait_for(warm_up_of(records), limit, COPY_LOOK_S)
            warm = look()
            # Where all was there at the first look, what it took has the mirror's start in it.
            if warm.total < records:
                watch.begin_anew(warm.total)
                since = _Mark(pair.source.cpu_s(), warm)
            last = look.wait_for(records, limit, COPY_LOOK_S)
        if last.total > records:
            raise StepFailed(f"{pair.side}: {last.total - records:,} records more than the {records:,} there were; no rate is printed")
        copied = records - since.ends.total
        rate = copied / (last.at_s - since.ends.at_s)
        source_cpu = (pair.source.cpu_s() - since.source_cpu_s) / copied * 1e6
        found.add("copy", {"rate": rate, **watch.figures(records), "source_cpu": source_cpu})
        return rate

    def _follow(self, site: Site, pair: Pair, rate: float, seconds: float, found: Measured) -> None:
        wanted = min(LAG_SHARE * rate, MOST_FED_PER_S)
        site.say(f"{pair.side}: following {wanted:,.0f} records/s for {seconds:g} s")
        words = own_program("steady_feed", pair.source.bootstrap, TOPIC, self.record_bytes, wanted, seconds)
        source_looks: list[Ends] = []
        copy_looks: list[Ends] = []
        with (
            EndsLook(pair.source, {TOPIC: self.partitions}, before=True) as source,
            EndsLook(pair.copy, {TOPIC: self.partitions}) as copy,
            pair.tools.start("the steady feed", words) as feed,
        ):
            until = time.monotonic() + LEAST_S + 3 * seconds
            while not feed.has_ended():
                source_looks.append(source())
                copy_looks.append(copy())
                pair.check()
                if time.monotonic() > until:
                    raise StepFailed(f"the steady feed did not end within {LEAST_S + 3 * seconds:g} s: {feed.told()}")
                time.sleep(LAG_LOOK_S)
            said = last_line(pair.tools.finish(feed, LEAST_S), "the steady feed")
            source_looks.append(source())
            while not copy_looks or not copy_looks[-1].has(source_looks[-1]):
                pair.check()
                if time.monotonic() > until + LEAST_S:
                    raise StepFailed(f"{pair.side}: the copy was not level within {LEAST_S:g} s of the last record")
                copy_looks.append(copy())
                time.sleep(LAG_LOOK_S)
        found.add("lag", {"fed": kept_per_s(source_looks)})
        if not is_kept(said["kept_per_s"], wanted):
            found.notes.append(f"lag: {not_kept(said['kept_per_s'], wanted)}")
            return
        histogram = Histogram.of(lags_s(source_looks, copy_looks))
        found.add("lag", histogram.figures())
        found.histograms["lag"] = histogram


@dataclasses.dataclass(frozen=True)
class ThroughMirror:
    """From a producer's intended time until a consumer of the copy has the record; see `klog.cli.suite.programs.open_loop`.

    :param seconds: of each rate, by size. :param rates: the first time a rate stands here it is for the warm-up, the last time it counts.
    """

    seconds: Mapping[str, float]
    rates: tuple[str, ...] = ("10000", "1000", "10000")
    record_bytes: int = 100

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return "the rate that comes last, as long, before all others"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        seconds = self.seconds[site.size]
        found = Measured()
        with running_pair(site, side) as pair:
            found.commands = pair.tools.commands
            create_topic(pair.source, TOPIC)
            put_records(pair, [TopicPartition(TOPIC, 0)])
            pair.begin(TOPIC)
            with EndsLook(pair.copy, {TOPIC: 1}) as look:
                look.wait_for_topics()
                look.wait_for(1, START_S, COPY_LOOK_S)
            site.say(f"{side}: records through the mirror, {len(self.rates)} times {seconds:g} s")
            words = own_program("open_loop", "--copy", pair.copy.bootstrap, pair.source.bootstrap, TOPIC, self.record_bytes, seconds)
            done = pair.tools.run("the open loop", [*words, *self.rates], LEAST_S + 3 * seconds * len(self.rates))
            add_rates(found, done.text)
            found.add("", memory_figures(pair.copy))
        return found


@dataclasses.dataclass(frozen=True)
class AtRest:
    """So many partitions, each with some records, all copied; then nothing comes any more.

    :param topics: by size. :param seconds: by size, how long nothing comes.
    """

    topics: Mapping[str, int]
    seconds: Mapping[str, float]
    partitions: int = 10

    @property
    def warm_up_told(self) -> str:
        """See `klog.cli.suite.loads.load.Run`."""
        return "half as long, at rest"

    def counts_by_side(self, size: str) -> dict[str, int]:
        """See `klog.cli.suite.loads.load.Run`."""
        return {}

    def __call__(self, site: Site, side: str) -> Measured:
        """See `klog.cli.suite.loads.load.Run`."""
        topics = {f"{TOPIC}-{number}": self.partitions for number in range(self.topics[site.size])}
        places = [TopicPartition(topic, number) for topic in topics for number in range(self.partitions)]
        seconds = self.seconds[site.size]
        found = Measured()
        with running_pair(site, side) as pair:
            found.commands = pair.tools.commands
            site.say(f"making {len(places):,} partitions")
            for topic in topics:
                create_topic(pair.source, topic, self.partitions)
            put_records(pair, places)
            pair.begin(TOPIC)
            site.say(f"{side}: copying {len(places):,} partitions")
            with EndsLook(pair.copy, topics) as look:
                look.wait_for_topics()
                look.wait_for(len(places), START_S, 0.5)
            # What was begun with the last record is done: accounts, commits, compilers.
            time.sleep(seconds / 2)
            site.say(f"{side}: {len(places):,} partitions at rest")
            cpu_s, source_cpu_s, began = pair.copy.cpu_s(), pair.source.cpu_s(), time.monotonic()
            time.sleep(seconds)
            pair.check()
            elapsed = time.monotonic() - began
            figures = {"idle_percent": pair.copy.cpu_s() - cpu_s, "source_idle_percent": pair.source.cpu_s() - source_cpu_s}
            found.add("", {kind: 100 * value / elapsed for kind, value in figures.items()})
            found.add("", {"rss_idle_mb": pair.copy.memory_mb()})
        return found


def put_records(pair: Pair, places: list[TopicPartition]) -> None:
    """One record into each partition of the source.

    :raises StepFailed: it does not take them.
    """
    batch = codec.build_batch([(time.time_ns() // 1_000_000, None, b"first", ())])
    with client_of(pair.source) as client:
        try:
            for place in places:
                client.produce(place, batch)
        except KlogError as error:
            raise StepFailed(f"{pair.source.name}: a record was not taken: {error}") from None
