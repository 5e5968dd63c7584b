"""What three copies of a batch cost at the least, beside what they cost with klog: CPU of three brokers for a million records.

``bare`` is `tests.bench.bare_replica`, three processes that do nothing but what the protocol asks for; ``checked`` is the same with klog's
checks of each batch; ``klog`` and ``kafka`` are brokers on a ZooKeeper. All that are named are up at once and asked in turns, in an order
that turns round by round, by Kafka's `producer-perf-test` with acks=-1 into six partitions; a first round is in no figure. What the kernel
has of it is told apart: it is the same work for all. A machine that is busy makes all of them slower, so the least of the rounds counts.

    python -m tests.bench.bare_replication bare checked klog --rounds 4
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence

from klog.cli.suite.host.machine import Machine
from tests import peers
from tests.bench import three_brokers
from tests.bench.bare_replica import BROKERS, PARTITIONS, TOPIC
from tests.bench.measure import cpu_seconds
from tests.integration import mixed_cluster
from tests.integration.running import Process, run_tool
from tests.integration.zookeepers import RealZooKeeper

SIDES = ("bare", "checked", *three_brokers.PEERS)
#: By name: settings of the producer, and how many records it sends for each of `--records`.
LOADS: Mapping[str, tuple[Mapping[str, object], int]] = {
    "batch.size 8196": ({"batch.size": 8196}, 1),
    "batch.size 65536, linger.ms 10": ({"batch.size": 65536, "linger.ms": 10}, 2),
}
_COMMON: Mapping[str, object] = {"acks": -1, "buffer.memory": 64 << 20}
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Running:
    """Three brokers that are up."""

    bootstrap: str
    pids: Sequence[int]

    def cpu_s(self) -> float:
        """CPU seconds so far."""
        return sum(map(cpu_seconds, self.pids))

    def system_s(self) -> float:
        """Of these the kernel's, in ticks of 10 ms."""
        return sum(int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[12]) for pid in self.pids) / _TICKS


@dataclasses.dataclass(frozen=True)
class Figures:
    """Of one run: CPU seconds for a million records, the kernel's among them; records a second."""

    cpu_s: float
    system_s: float
    per_second: float


@contextlib.contextmanager
def bare(is_checked: bool) -> Iterator[Running]:
    """Three of `tests.bench.bare_replica`."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-bench-bare-")))
        ports = [peers.free_port() for _ in BROKERS]
        started = []
        for number in BROKERS:
            (folder / str(number)).mkdir()
            words = [sys.executable, "-m", "tests.bench.bare_replica", number, *ports, folder / str(number), *["checked"] * is_checked]
            process = Process([str(word) for word in words], "READY", is_warm=False)
            started.append(process)
            stack.callback(_end, process)
        # Whoever was not there yet when another one came is asked again.
        time.sleep(1)
        yield Running(",".join(f"127.0.0.1:{port}" for port in ports), [process.pid for process in started])
        for process in started:
            _end(process)
            print(f"    {'checked' if is_checked else 'bare'}: {process.output().strip().splitlines()[-1]}")


def _end(process: Process) -> None:
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(10)


@contextlib.contextmanager
def on_zookeeper(peer: str) -> Iterator[Running]:
    """klog's or Apache Kafka's brokers, with the topic."""
    with contextlib.closing(RealZooKeeper()) as keeper:
        keeper.start()
        with three_brokers.brokers(keeper, peer, f"/{peer}") as cluster:
            numbers = mixed_cluster.BROKERS
            replicas = {index: [numbers[(index + step) % 3] for step in range(3)] for index in range(PARTITIONS)}
            cluster.create_topic(TOPIC.decode(), replicas)
            yield Running(cluster.bootstrap, [cluster.pid(number) for number in numbers])


def _side(name: str) -> contextlib.AbstractContextManager[Running]:
    return on_zookeeper(name) if name in three_brokers.PEERS else bare(name == "checked")


def produce(side: Running, records: int, settings: Mapping[str, object]) -> Figures:
    """Kafka's producer, once; what the brokers write goes into memory that is there."""
    Machine().prefault_memory()
    cpu_s, system_s = side.cpu_s(), side.system_s()
    text = run_tool(
        *(three_brokers.VERSION, "producer-perf-test", "--topic", TOPIC.decode(), "--num-records", str(records), "--record-size", "100"),
        *("--throughput", "-1", "--producer-props", f"bootstrap.servers={side.bootstrap}"),
        *(f"{name}={value}" for name, value in {**_COMMON, **settings}.items()),
        timeout=300,
    )
    sent, rate = re.findall(r"(\d+) records sent, ([\d.]+) records/sec", text)[-1]
    if int(sent) != records:
        raise AssertionError(text)
    millions = records / 1e6
    return Figures((side.cpu_s() - cpu_s) / millions, (side.system_s() - system_s) / millions, float(rate))


def measure(names: Sequence[str], rounds: int, records: int) -> dict[str, dict[str, list[Figures]]]:
    """By load and side, each round's figures."""
    found: dict[str, dict[str, list[Figures]]] = {load: {name: [] for name in names} for load in LOADS}
    with contextlib.ExitStack() as stack:
        sides = {name: stack.enter_context(_side(name)) for name in names}
        for number in range(rounds + 1):
            for load, (settings, times) in LOADS.items():
                for turn in range(len(names)):
                    name = names[(number + turn) % len(names)]
                    figures = produce(sides[name], records * times, settings)
                    print(f"    {number} {load} {name}: {figures}", flush=True)
                    if number:
                        found[load][name].append(figures)
    return found


def say(found: Mapping[str, Mapping[str, Sequence[Figures]]]) -> None:
    """The table, in Markdown."""
    print("| | | CPU s per million, least | median | outside the kernel, least | the kernel's, least | records/s, median |")
    print("|---" * 7 + "|")
    for load, sides in found.items():
        for name, runs in sides.items():
            all_s = [run.cpu_s for run in runs]
            outside_s = min(run.cpu_s - run.system_s for run in runs)
            kernel_s = min(run.system_s for run in runs)
            rate = statistics.median(run.per_second for run in runs)
            print(
                f"| {load} | {name} | {min(all_s):.2f} | {statistics.median(all_s):.2f} | {outside_s:.2f} | {kernel_s:.2f} | {rate:,.0f} |"
            )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sides", nargs="+", choices=SIDES)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--records", type=int, default=600_000)
    wanted = parser.parse_args()
    say(measure(wanted.sides, wanted.rounds, wanted.records))


if __name__ == "__main__":
    main()
