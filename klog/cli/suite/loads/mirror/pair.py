"""A source, which is Apache Kafka for whoever copies it, and a second broker with a mirror between them.

==================  ========================  ==========================================
side                the copy is kept by       it is copied by
==================  ========================  ==========================================
`OURS`              klog                      that same broker, by a link
`MIRROR_MAKER`      Apache Kafka              MirrorMaker 2, whose work is the copy's too
==================  ========================  ==========================================
"""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from collections.abc import Iterator

from klog.cli.suite.host.processes import Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.own_programs import own_environment
from klog.cli.suite.sides.broker import Running
from klog.cli.suite.sides.kafka_broker import KAFKA_VERSION, install
from klog.cli.suite.sides.mirror_maker import install_mirror_maker, start_mirror_maker
from klog.cli.suite.sides.names import OURS, side_named

MIRROR_MAKER = f"mirrormaker-{KAFKA_VERSION}"
MIRROR_SIDES = (OURS, MIRROR_MAKER)
LINK = "suite"
_COMMAND_S = 60.0


@dataclasses.dataclass
class Pair:
    """Both, as they run.

    :param copy: its processes are all that copies, too. :param tools: load programs, which are not waited for once somebody has died.
    """

    site: Site
    side: str
    source: Running
    copy: Running
    tools: Tools

    def check(self) -> None:
        """Raises StepFailed where one of them has ended."""
        self.source.check()
        self.copy.check()

    def begin(self, prefix: str) -> None:
        """Have all topics copied whose names begin so.

        :raises StepFailed: the link cannot be made.
        """
        self.site.say(f"{self.side}: beginning to copy")
        if self.side == OURS:
            words = [sys.executable, "-m", "klog", "mirror", "create", LINK, "-b", self.copy.bootstrap, "--from", self.source.bootstrap]
            self.tools.run("klog mirror create", [*words, "--topics", f"{prefix}*"], _COMMAND_S)
            return
        child = start_mirror_maker(self.site, self.source.bootstrap, self.copy.bootstrap, f"{prefix}.*")
        self.tools.commands.append(child.command)
        # Ended with the broker, and before it.
        self.copy.children = [*self.copy.children, child]
        self.copy.pids = [*self.copy.pids, child.keeper_pid]


@contextlib.contextmanager
def running_pair(site: Site, side: str) -> Iterator[Pair]:
    """Fresh ones, of which nothing is copied yet.

    :raises Skip: a peer cannot be had. :raises StepFailed: one does not get ready.
    """
    install(site, KAFKA_VERSION)
    if side == MIRROR_MAKER:
        install_mirror_maker(site)
    kafka = f"kafka@{KAFKA_VERSION}"
    with contextlib.ExitStack() as stack:
        source, copy = (
            stack.enter_context(side_named(name).serve(dataclasses.replace(site, folder=site.below(folder))))
            for name, folder in ((kafka, "source"), (OURS if side == OURS else kafka, "copy"))
        )
        pair = Pair(site, side, source, copy, Tools(site.below("tools")))
        pair.tools = Tools(site.below("tools"), pair.check, own_environment())
        yield pair
