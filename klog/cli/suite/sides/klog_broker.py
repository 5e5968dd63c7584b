"""klog's broker as a side: this one, the same once more (A/A), one that is slowed on purpose, that of another checkout, or one that another
Python runs.

Several brokers share the real ZooKeeper, as klog's clusters do; what it uses is counted with theirs, as Kafka's brokers are their own
controllers.
"""

from __future__ import annotations

import compileall
import contextlib
import hashlib
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence

from klog.cli.suite.host.processes import Child, Skip, StepFailed
from klog.cli.suite.host.site import KLOG_ROOT, Site
from klog.cli.suite.sides.broker import Running, ended_in_order, start_all, with_ports
from klog.cli.suite.sides.certificates import Certificates
from klog.version import __version__

#: Runs twistd wherever klog was imported from.
_TWISTD = "from twisted.scripts.twistd import run; run()"
#: What stands at the end of the version of a klog that reads records in plain Python.
PLAIN = "without extensions"
#: Also of a klog in which the module was called otherwise.
_IMPORT_CODEC = """try:
    from klog.records.implementations import codec
except ModuleNotFoundError:
    from klog.records.select import codec"""
#: Compiles a Python's klog as `compile_bytecode` does this one's, and says which it is. What a broker needs is imported, so that what is
#: missing is told before one is started.
_COMPILE_AND_TELL = f"""import compileall, os, platform, klog.version, klog.broker.lifecycle.assembly
compileall.compile_dir(os.path.dirname(klog.version.__file__), quiet=2)
{_IMPORT_CODEC}
print(klog.version.__version__, "on", platform.python_version(), *([{PLAIN!r}] if codec.name == "python" else []))"""
_SLOWED = "from klog.cli.suite.programs.slowed_broker import run; run({share})"
_READY = r"klog-broker READY .*?listeners=\w+://(?:\[[^\]]+\]|[^\s,:]+):(\d+)"
_ZOOKEEPER_READY = r"klog-zookeeper READY connect=(\S+)"
#: Of a checkout, what is measured: a broker, what it is run by, and the clients; not the suite, whose loads have versions of their own.
_MEASURED = ("klog", "twisted", ":(exclude)klog/cli/suite")
#: Endings of files that make a broker what it is.
_SOURCES = (".py", ".pyx", ".pxi")
#: Says by which code records are read and made.
_TELL_CODE = f"""{_IMPORT_CODEC}
print(codec.name)"""
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
            return f"klog {_compile_and_tell(self.python, self.environment())}"
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
        if _said_by([sys.executable, "-P", "-c", _TELL_CODE], self.environment(), f"no klog in {place} that it can run") == "python":
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


def _compile_and_tell(python: str, environment: Mapping[str, str]) -> str:
    """Which klog this Python has, compiled now, and which version it is itself.

    :param environment: what is set over this process's own.
    :raises Skip: none, or it is no Python.
    """
    return _said_by([python, "-P", "-c", _COMPILE_AND_TELL], environment, "no klog installed")


def _said_by(words: Sequence[str], environment: Mapping[str, str], lacks: str) -> str:
    """What a Python prints of its klog.

    :param words: the Python and its arguments. :param environment: what is set over this process's own. :param lacks: what it has where it
    prints nothing: "no …".
    :raises Skip: it has none, or it is no Python.
    """
    python = words[0]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=READY_S, env={**os.environ, **environment})
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Skip(f"{python} is no Python that runs: {error}") from None
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise Skip(f"{python} has {lacks}: {why}")
    return done.stdout.strip()


def compile_bytecode(checkout: pathlib.Path) -> None:
    """As pip does when it installs: in a checkout that was never started, or where ``PYTHONDONTWRITEBYTECODE`` is set, each start would
    compile klog anew. Where nothing may be written nothing is."""
    compileall.compile_dir(checkout / "klog", quiet=2)


def commit_of(checkout: pathlib.Path) -> str:
    """The last commit that touched what is measured in a checkout, marked where files of that were changed; "" where it is none, or git is
    not there. What is measured is ``klog`` and ``twisted`` without this suite: a suite that measures a load otherwise says so by the load's
    version (`klog.cli.suite.loads.load.Load`), and the figures of all other loads stay what they are. Pages and notes may change beside a
    run: they are in no figure."""
    if not (checkout / ".git").exists():
        return ""
    git = ["git", "-C", str(checkout)]
    try:
        commit = subprocess.run([*git, "log", "-1", "--format=%h", "--", *_MEASURED], capture_output=True, text=True, timeout=20)
        changed = subprocess.run([*git, "status", "--porcelain", "--", *_MEASURED], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = commit.stdout.strip()
    if not found or not changed.stdout.strip():
        return found
    # Two states that were never committed are two programs.
    return f"{found}-dirty-{state_of(checkout)}"


def state_of(checkout: pathlib.Path) -> str:
    """What is measured in a checkout, in eight digits."""
    found = hashlib.sha256()
    suite = checkout / "klog" / "cli" / "suite"
    for folder in ("klog", "twisted"):
        for path in sorted((checkout / folder).rglob("*")):
            if path.suffix in _SOURCES and suite not in path.parents and path.is_file():
                found.update(f"{path.relative_to(checkout)}\n".encode("utf-8", "surrogateescape") + path.read_bytes())
    return found.hexdigest()[:8]


def _program_of(site: Site, child: Child) -> int:
    """The process below the keeper, whose own time is not the broker's."""
    below = [pid for pid, one in site.machine.processes().items() if one.parent == child.keeper_pid]
    if not below:
        raise StepFailed(f"{child.name} ended as soon as it was ready: {child.told()}")
    return below[0]
