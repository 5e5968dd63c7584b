"""A broker in a process of its own whose disk hangs for ever: ``python -m tests.integration.hung_disk DIRECTORY TOPICS``.

It makes its topics while the disk is well. Then every sync waits without end, each topic gets a record and has a flush under way, and the
reactor is stopped, as by SIGTERM. The process says how its stop went, and ends; or does not.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from twisted.internet import reactor as the_reactor
from twisted.internet.defer import Deferred, inlineCallbacks

from klog.broker.lifecycle.service import BrokerService
from klog.broker.settings.settings import BrokerSettings
from klog.storage import platform
from klog.testing import topics

reactor: Any = the_reactor


def main(directory: str, count: int) -> None:
    """See the module."""
    settings = {"log.dirs": directory, "listeners": "PLAINTEXT://127.0.0.1:0", "klog.shutdown.timeout.ms": "1000"}
    service = BrokerService.real(BrokerSettings(settings), reactor)
    service.startService()
    reactor.addSystemEventTrigger("before", "shutdown", lambda: service.stopService().addBoth(lambda _: print("STOPPED", flush=True)))

    @inlineCallbacks
    def live() -> Any:
        broker = service.broker
        assert broker is not None and broker.coordination is not None and broker.partitions is not None
        for number in range(count):
            yield broker.coordination.create_topic(f"t{number}", [[broker.broker_id]], {"flush.messages": "1"})
        hung = threading.Event()
        platform.sync_data = lambda fd: hung.wait()  # type: ignore[assignment, return-value]
        for number in range(count):
            topics.put(broker, f"t{number}", [b"never on the disk"], broker.environment.now_ms())
        waiting: Deferred[None] = Deferred()
        reactor.callLater(0.2, waiting.callback, None)
        yield waiting
        print("STOPPING", flush=True)
        reactor.stop()

    reactor.callWhenRunning(live)
    reactor.run()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
