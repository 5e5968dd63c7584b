"""Where a step takes place: its folder, the machine, where the peers' scripts are."""

from __future__ import annotations

import dataclasses
import os
import pathlib
from collections.abc import Callable, Mapping

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip

#: Where klog is imported from: a checkout, or where packages are installed.
KLOG_ROOT = pathlib.Path(__file__).resolve().parents[4]
#: Names the folder of the scripts that run other people's brokers.
SCRIPTS = "KLOG_PEERS_SCRIPTS"


@dataclasses.dataclass
class Site:
    """For one step.

    :param folder: fresh and empty, and gone when the step has ended. :param size: ``smoke``, ``quick`` or ``paper``.
    :param say: told what is being done, for whoever waits.
    """

    folder: pathlib.Path
    size: str
    machine: Machine
    environment: Mapping[str, str] = dataclasses.field(default_factory=lambda: dict(os.environ))
    say: Callable[[str], None] = lambda what: None

    def script(self, name: str) -> str:
        """The path of a peer's script.

        :raises Skip: there is none.
        """
        folder = self.environment.get(SCRIPTS)
        if not folder:
            raise Skip(f"{name} is not installed: {SCRIPTS} names no folder of peers' scripts")
        path = pathlib.Path(folder) / name
        if not os.access(path, os.X_OK):
            raise Skip(f"{name} is not installed: {SCRIPTS} has no {name}")
        # A step's programs run in its folder.
        return str(path.resolve())

    def below(self, name: str) -> pathlib.Path:
        """A folder in the step's own, made where it is missing."""
        path = self.folder / name
        path.mkdir(parents=True, exist_ok=True)
        return path
