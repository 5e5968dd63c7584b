"""Apache Kafka as a side, by the peers' script ``kafka``: one KRaft node, or three that are brokers and controllers at once.

Its settings are Kafka's own defaults but for what the script says (one copy of the internal topics, no delay of a group's first rebalance);
its JVM has Kafka's own gigabyte.
"""

from __future__ import annotations

import contextlib
import pathlib
import re
from collections.abc import Iterator, Mapping

from klog.cli.suite.host.processes import Child, Skip, StepFailed, Tools
from klog.cli.suite.host.site import Site
from klog.cli.suite.sides.broker import INSTALL_S, PEER_READY, READY_S, Running, ended_in_order, start_all, with_ports
from klog.cli.suite.sides.certificates import Certificates

KAFKA_VERSION = "4.3.1"
#: Of three that are their own controllers the last two ask a quorum that is gone for leave to stop, for as long as they may. Nobody reads
#: what they leave.
CLUSTER_STOP_S = 3.0


class KafkaBrokers:
    """See above."""

    def __init__(self, name: str = "kafka", version: str = KAFKA_VERSION) -> None:
        self.name = name
        self.version = version

    def prepare(self, site: Site) -> str:
        """See `Side`; what is missing is fetched."""
        install(site, self.version)
        return f"Apache Kafka {self.version}"

    @contextlib.contextmanager
    def serve(
        self, site: Site, settings: Mapping[str, str] | None = None, *, brokers: int = 1, certificates: Certificates | None = None
    ) -> Iterator[Running]:
        """See `Side`."""
        folder = site.below("kafka")
        # Each broker has a second port, for the controllers among themselves.
        running = with_ports(2 * brokers, lambda ports: self._start(site, folder, ports, dict(settings or {}), certificates))
        with ended_in_order(running) if brokers == 1 else ended_in_order(running, CLUSTER_STOP_S):
            yield running

    def _start(
        self, site: Site, folder: pathlib.Path, ports: list[int], settings: dict[str, str], certificates: Certificates | None
    ) -> Running:
        count = len(ports) // 2
        clients, controllers = ports[:count], ports[count:]
        voters = ",".join(f"{number}@127.0.0.1:{port}" for number, port in enumerate(controllers, 1))
        protocol = "PLAINTEXT" if certificates is None else "SSL"
        site.say(f"{self.name}: starting {count} brokers" if count > 1 else f"{self.name}: starting")

        def start(number: int) -> Child:
            port, controller = clients[number - 1], controllers[number - 1]
            own = {
                **settings,
                "listeners": f"{protocol}://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}",
                "advertised.listeners": f"{protocol}://127.0.0.1:{port}",
                "controller.quorum.voters": voters,
            }
            if certificates is not None:
                own |= certificates.broker_settings
                own |= {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(certificates.truststore)}
                own |= {"inter.broker.listener.name": "SSL"}
                # Told only where a listener has TLS: then Kafka takes nothing for granted of the others.
                own |= {"listener.security.protocol.map": "SSL:SSL,CONTROLLER:PLAINTEXT"}
            data = folder / f"data-{number}"
            words = [site.script("kafka"), self.version, "serve", "--port", port, "--id", number, "--dir", data, "--quiet"]
            words += [word for name, value in own.items() for word in ("--set", f"{name}={value}")]
            name = f"Kafka {self.version}" + (f" {number}" if count > 1 else "")
            return Child(name, words, site.below("logs") / f"kafka-{number}.log")

        starts = [lambda number=number: start(number) for number in range(1, count + 1)]
        children, found = start_all(starts, PEER_READY, READY_S)
        return Running(
            self.name,
            ",".join(f"127.0.0.1:{port}" for port in clients),
            [int(match[2]) for match in found],
            children,
            folder,
            site.machine,
            # By the script's own clock: before it another JVM formats the directory, which is no part of a start.
            max(float(match[3]) for match in found),
        )


def install(site: Site, version: str) -> None:
    """Have the jars of a version at hand.

    :raises Skip: they cannot be had.
    """
    site.say(f"Apache Kafka {version}: looking for its jars")
    try:
        Tools(site.below("tools")).run("kafka install", [site.script("kafka"), version, "install"], INSTALL_S)
    except StepFailed as error:
        raise Skip(f"Apache Kafka {version} cannot be had: {_short(str(error))}") from None


def _short(sentence: str) -> str:
    """Without the script's own name in front."""
    return re.sub(r"^.*exit code \d+: (?:\w+: )?", "", sentence)
