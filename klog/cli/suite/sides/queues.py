"""RabbitMQ and ActiveMQ as sides, by the peers' scripts ``rabbitmq`` and ``activemq``: for the paper's experiment alone.

They speak protocols of their own; what produces and consumes is told by `klog.cli.suite.loads.paper`.
"""

from __future__ import annotations

import contextlib
import functools
import pathlib
import re
import socket
from collections.abc import Iterator, Mapping

from klog.cli.suite.host.processes import Child, Skip, StepFailed, Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.sides.broker import INSTALL_S, PEER_READY, READY_S, Running, ended_in_order, start_all, with_ports
from klog.cli.suite.sides.certificates import Certificates


class QueueBroker:
    """One of the two.

    :param name: ``rabbitmq``, ``activemq``, with a variant behind a hyphen.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.script = name.partition("-")[0]

    def prepare(self, site: Site) -> str:
        """See `Side`."""
        script = site.script(self.script)
        if not self._is_there(site, script):
            raise Skip(f"{self.script} is not installed: `{pathlib.Path(script).name} install` does it")
        site.say(f"{self.script}: looking for its programs")
        try:
            said = Tools(site.below("tools")).run(f"{self.script} install", [script, "install"], INSTALL_S).text
        except StepFailed as error:
            raise Skip(f"{self.script} cannot be had: {re.sub(r'^.*exit code [0-9]+: ', '', str(error))}") from None
        version = re.findall(r"\d+(?:\.\d+)+", said)
        return f"{'RabbitMQ' if self.script == 'rabbitmq' else 'ActiveMQ'} {version[-1] if version else 'of unknown version'}"

    @contextlib.contextmanager
    def serve(
        self, site: Site, settings: Mapping[str, str] | None = None, *, brokers: int = 1, certificates: Certificates | None = None
    ) -> Iterator[Running]:
        """See `Side`; `settings` are of Kafka's, and mean nothing here."""
        if brokers != 1 or certificates is not None:
            raise Skip(f"{self.name} is measured alone and without TLS")
        folder = site.below(self.script)
        running = with_ports(1, lambda ports: self._start(site, folder, ports[0]))
        with ended_in_order(running):
            yield running

    def _is_there(self, site: Site, script: str) -> bool:
        """Whether a start would go as far as its port, which is ours meanwhile: a package is installed by whoever is root, never by a
        benchmark."""
        with socket.socket() as ours:
            ours.bind(("127.0.0.1", 0))
            ours.listen()
            words = [script, "serve", "--port", ours.getsockname()[1], "--dir", site.below("probe")]
            try:
                Tools(site.below("tools")).run(self.script, words, INSTALL_S)
            except StepFailed as error:
                return "not installed" not in str(error)
        return True

    def _start(self, site: Site, folder: pathlib.Path, port: int) -> Running:
        site.say(f"{self.name}: starting")
        words = [site.script(self.script), "serve", "--port", port, "--dir", folder, "--quiet"]
        start = functools.partial(Child, self.name, words, site.below("logs") / f"{self.script}.log")
        try:
            (child,), (found,) = start_all([start], PEER_READY, READY_S)
        except StepFailed as error:
            if "not installed" in str(error):
                raise Skip(str(error)) from None
            raise
        return Running(self.name, f"127.0.0.1:{port}", [int(found[2])], [child], folder, site.machine, float(found[3]))
