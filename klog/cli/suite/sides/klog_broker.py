"""klog's broker as a side: this one, the same once more (A/A), one that is slowed on purpose, that of another checkout, or one that another
Python runs.

Several brokers share the real ZooKeeper, as klog's clusters do; what it uses is counted with theirs, as Kafka's brokers are their own
controllers.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import sys
from collections.abc import Iterator, Mapping

from klog.cli.suite.host.processes import Child, Skip, StepFailed
from klog.cli.suite.host.site import KLOG_ROOT, Site
from klog.cli.suite.sides.broker import Running, ended_in_order, start_all, with_ports
from klog.cli.suite.sides.certificates import Certificates
from klog.cli.suite.sides.klog_version import PLAIN, commit_of, compile_bytecode, is_in_plain_python, version_of_python
from klog.version import __version__

#: Runs twistd wherever klog was imported from.
_TWISTD = "from twisted.scripts.twistd import run; run()"
_SLOWED = "from klog.cli.suite.programs.slowed_broker import run; run({share})"
_READY = r"klog-broker READY .*?listeners=\w+://(?:\[[^\]]+\]|[^\s,:]+):(\d+)"
_ZOOKEEPER_READY = r"klog-zookeeper READY connect=(\S+)"
READY_S = 60.0


class KlogBrokers:
    """See above.

    :param checkout: of another klog, with its extensions built; None is this one. :param python: another Python, which has klog installed.
    :param slowed_by: a share, 0.1 for a tenth.
    """

    def __init__(self, name: str = "klog", *, checkout: str | None = None, python: str | None = None, slowed_by: float = 0.0) -> None:
        self.name = name
        self.python = python
        self._checkout = pathlib.Path(checkout).expanduser().resolve() if checkout is not None else None
        self._slowed_by = slowed_by

    def prepare(self, site: Site) -> str:
        """See `Side`."""
        if self.python is not None:
            return f"klog {version_of_python(self.python, self.environment())}"
        if self._checkout is None:
            place = KLOG_ROOT
            compile_bytecode(place)
            words = ["klog", __version__, commit_of(place), f"slowed by {self._slowed_by:.0%}" if self._slowed_by else ""]
        else:
            if not (self._checkout / "klog" / "__init__.py").exists():
                raise Skip(f"{self._checkout} is no checkout of klog: there is no klog/__init__.py in it")
            place = self._checkout
            compile_bytecode(place)
            words = ["klog at", place.name, commit_of(place)]
        if is_in_plain_python(place, self.environment()):
            # Many times slower: a version of its own.
            words.append(PLAIN)
        return " ".join(filter(None, words))

    def environment(self) -> dict[str, str]:
        """By which another checkout's klog is imported, not this one's."""
        if self.python is not None:
            # What is installed there, and nothing in front of it.
            return {"PYTHONPATH": ""}
        # Brokers run in a folder of their own: without it they would import what is installed, also where this klog is another.
        folder = self._checkout or KLOG_ROOT
        return {"PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}

    @contextlib.contextmanager
    def serve(
        self, site: Site, settings: Mapping[str, str] | None = None, *, brokers: int = 1, certificates: Certificates | None = None
    ) -> Iterator[Running]:
        """See `Side`."""
        folder = site.below(self.name.partition("@")[0].replace("/", "-"))
        keeper: list[Child] = []
        try:
            more = dict(settings or {})
            if brokers > 1:
                site.say(f"{self.name}: starting ZooKeeper")
                server = Child("ZooKeeper", self._zookeeper_words(folder), site.below("logs") / "zookeeper.log")
                keeper.append(server)
                more["zookeeper.connect"] = self._connect_of(server)
            running = with_ports(brokers, lambda ports: self._start(site, folder, ports, more, certificates))
            running.children = [*keeper, *running.children]
            running.pids = [*running.pids, *(_program_of(site, child) for child in keeper)]
            with ended_in_order(running):
                yield running
        finally:
            for child in keeper:
                child.end()

    @staticmethod
    def _connect_of(server: Child) -> str:
        try:
            return server.wait_for(_ZOOKEEPER_READY, READY_S)[1]
        except StepFailed as error:
            # What it lacks is Java or jars, which is a matter of the machine.
            if "Java" in str(error) or "jars" in str(error):
                raise Skip(f"three brokers need ZooKeeper, and: {server.told()}") from None
            raise

    @staticmethod
    def _zookeeper_words(folder: pathlib.Path) -> list[str]:
        return [sys.executable, "-c", _TWISTD, "-n", "--pidfile=", "klog-zookeeper", "--port", "0", "--dir", str(folder / "zookeeper")]

    def _start(
        self, site: Site, folder: pathlib.Path, ports: list[int], settings: Mapping[str, str], certificates: Certificates | None
    ) -> Running:
        several = len(ports) > 1
        site.say(f"{self.name}: starting {len(ports)} brokers" if several else f"{self.name}: starting")

        def start(number: int, port: int) -> Child:
            own = dict(settings)
            if several:
                own["broker.id"] = str(number)
                # As a klog that is alone, and as Kafka's brokers are given it by the peers' script.
                own.setdefault("group.initial.rebalance.delay.ms", "0")
            if certificates is not None:
                own.update(certificates.broker_settings, listeners=f"SSL://127.0.0.1:{port}")
            code = _SLOWED.format(share=self._slowed_by) if self._slowed_by else _TWISTD
            python = self.python or sys.executable
            words = [python, "-c", code, "-n", "--pidfile=", "klog-broker", "--log-dir", str(folder / f"data-{number}")]
            if certificates is None:
                words += ["--port", str(port)]
            words += [word for name, value in own.items() for word in ("--set", f"{name}={value}")]
            log = site.below("logs") / f"{self.name.partition('@')[0]}-{number}.log"
            return Child(f"{self.name} {number}" if several else self.name, words, log, environment=self.environment())

        starts = [lambda number=number, port=port: start(number, port) for number, port in enumerate(ports, 1)]
        children, _ = start_all(starts, _READY, READY_S)
        return Running(
            self.name,
            ",".join(f"127.0.0.1:{port}" for port in ports),
            [_program_of(site, child) for child in children],
            children,
            folder,
            site.machine,
            max(child.seconds for child in children),
        )


def _program_of(site: Site, child: Child) -> int:
    """The process below the keeper, whose own time is not the broker's."""
    below = [pid for pid, one in site.machine.processes().items() if one.parent == child.keeper_pid]
    if not below:
        raise StepFailed(f"{child.name} ended as soon as it was ready: {child.told()}")
    return below[0]
