"""Proxies that misbehave (`proxy.Proxy`), in a process of their own: each name has one before each of some ports.

::

    with Proxies({"one": [2181, 2182], "two": [2181, 2182]}) as proxies:
        proxies.ports["one"]           # as many ports, in the same order
        proxies.order("cut", "one")    # or swallow, deafen, silence, slow, behave; done when it returns

Run as a program it is the process: ``python -m tests.integration.proxies SPEC``, SPEC being the names as JSON.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Proxies:
    """The process, from outside."""

    def __init__(self, targets: Mapping[str, Sequence[int]]) -> None:
        command = [sys.executable, "-m", "tests.integration.proxies", json.dumps({name: list(ports) for name, ports in targets.items()})]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        #: Where to connect to, by name.
        self.ports: dict[str, list[int]] = json.loads(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def connect_string(self, name: str) -> str:
        """Of all ports of a name."""
        return ",".join(f"127.0.0.1:{port}" for port in self.ports[name])

    def order(self, what: str, name: str) -> None:
        """cut, swallow, deafen, silence, slow or behave."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{what} {name}\n")
        self.process.stdin.flush()
        assert self._line() == "done\n", "the proxies have ended"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


def main() -> None:
    from twisted.internet import reactor, stdio
    from twisted.protocols.basic import LineReceiver

    from tests.integration.proxy import Proxy

    proxies: dict[str, list[Proxy]] = {}
    for name, targets in json.loads(sys.argv[1]).items():
        proxies[name] = [Proxy(reactor, target) for target in targets]
        for proxy in proxies[name]:
            proxy.listen(0)

    class Orders(LineReceiver):
        delimiter = b"\n"

        def connectionMade(self) -> None:
            self.sendLine(json.dumps({name: [proxy.port for proxy in some] for name, some in proxies.items()}).encode())

        def lineReceived(self, line: bytes) -> None:
            what, name = line.decode().split()
            for proxy in proxies[name]:
                getattr(proxy, what)()
            self.sendLine(b"done")

        def connectionLost(self, reason: Any = None) -> None:
            reactor.stop()  # type: ignore[attr-defined]

    stdio.StandardIO(Orders())
    reactor.run(installSignalHandlers=False)  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
