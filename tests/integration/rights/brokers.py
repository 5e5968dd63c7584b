"""Three brokers at once: klog and Apache Kafka 3.9.2 on one ZooKeeper, each in a cluster of its own, and Apache Kafka 4.3.1."""

from __future__ import annotations

import contextlib
import pathlib
import tempfile
from collections.abc import Iterator

from tests import peers
from tests.integration.rights.cells import User
from tests.integration.rights.record import JUDGES
from tests.integration.rights.running import Findings, common, run
from tests.integration.rights.sides import LISTENERS, SocketSide, settings
from tests.integration.running import KlogBroker, kill_kafka, start_kafka
from tests.integration.zookeepers import RealZooKeeper

WITH_ZOOKEEPER, WITHOUT = JUDGES
_ACL_AUTHORIZER = "kafka.security.authorizer.AclAuthorizer"
_STANDARD_AUTHORIZER = "org.apache.kafka.metadata.authorizer.StandardAuthorizer"


@contextlib.contextmanager
def three(users: list[User]) -> Iterator[list[SocketSide]]:
    """klog's and the judges', prepared for these users."""
    for version in JUDGES:
        peers.kafka(version)
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-rights-", ignore_cleanup_errors=True)))
        keeper = RealZooKeeper()
        stack.callback(keeper.close)
        keeper.start()
        sides = []
        for name in ("klog", *JUDGES):
            ports = {listener: peers.free_port() for listener in LISTENERS}
            listeners = ",".join(f"{listener}://127.0.0.1:{port}" for listener, port in ports.items())
            own = {**settings(users), "listeners": listeners, "advertised.listeners": listeners}
            if name == WITHOUT:
                controller = f"127.0.0.1:{peers.free_port()}"
                own |= {"listeners": f"{listeners},CONTROLLER://{controller}", "controller.quorum.voters": f"1@{controller}"}
                own["listener.security.protocol.map"] += ",CONTROLLER:PLAINTEXT"
                own["authorizer.class.name"] = _STANDARD_AUTHORIZER
                kafka = start_kafka(name, folder / name, ports[LISTENERS[0]], settings=own, heap="256m")
                stack.callback(kill_kafka, kafka)
            else:
                own |= {"authorizer.class.name": _ACL_AUTHORIZER, "zookeeper.session.timeout.ms": "20000", "broker.id": "1"}
                chroot = f"{keeper.connect}/{name}"
                if name == "klog":
                    klog = KlogBroker(folder / name, settings={**own, "zookeeper.connect": chroot}).start()
                    stack.callback(klog.stop)
                else:
                    kafka = start_kafka(name, folder / name, ports[LISTENERS[0]], zookeeper=chroot, settings=own, heap="256m")
                    stack.callback(kill_kafka, kafka)
            side = SocketSide(name, ports)
            stack.callback(side.close)
            sides.append(side)
        for side in sides:
            side.prepare(users)
        yield sides


def run_three(users: list[User]) -> dict[str, Findings]:
    """What came of it, by the sides' names."""
    with three(users) as sides:
        klog, *judges = sides
        asked = common(klog, judges, users)
        return {side.name: run(side, asked, users) for side in sides}
