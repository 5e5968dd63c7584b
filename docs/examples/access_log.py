"""A web server that publishes its access log: every request becomes a record, by the time it is answered or a moment later.

::

    python access_log.py --kafka 127.0.0.1:9092 --topic access --port 8080 --root ./public
    klog cat -b 127.0.0.1:9092 -t access -C

or, kept running by `twistd`::

    twistd -n -y access_log.py        # settings from ACCESS_LOG_KAFKA, _TOPIC, _PORT and _ROOT

One JSON object per request, keyed by the client's address, so that one visitor's requests stay in order. The site never waits for Kafka:
the producer's backlog is bounded, and when the brokers are away for so long that it is full, the oldest lines go (and are counted). On
SIGTERM the server stops taking requests first; then what is still in the backlog is delivered, and the process ends.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from twisted.application import service
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.endpoints import serverFromString
from twisted.logger import Logger, globalLogBeginner, textFileLogObserver
from twisted.python.failure import Failure
from twisted.web.server import Request, Site
from twisted.web.static import File

from klog import Producer

log = Logger()


class PublishingSite(Site):
    """A site whose access log is a topic.

    :param producer: started and stopped by whoever made it.
    """

    def __init__(self, resource: Any, producer: Producer, topic: str) -> None:
        super().__init__(resource)
        self.producer = producer
        self.topic = topic
        self.lost = 0

    def log(self, request: Request) -> None:
        """Called by twisted.web when a request is answered."""
        client = request.getClientAddress()
        host = getattr(client, "host", "") or "unknown"
        line = {
            "client": host,
            "method": request.method.decode("ascii", "replace"),
            "uri": request.uri.decode("ascii", "replace"),
            "status": request.code,
            "bytes": request.sentLength,
            "user_agent": (request.getHeader("user-agent") or ""),
        }
        sent = self.producer.send(self.topic, json.dumps(line).encode(), key=host.encode())
        sent.addErrback(self._not_sent)

    def _not_sent(self, failure: Failure) -> None:
        self.lost += 1
        if self.lost & (self.lost - 1) == 0:  # the 1st, 2nd, 4th, 8th …: a line each would be a flood of its own
            log.warn("access log: {lost} lines lost so far, the last because {why}", lost=self.lost, why=failure.getErrorMessage())


class AccessLogService(service.Service):
    """Web server and producer: started together, stopped one after the other.

    :param endpoint: where to serve, as Twisted writes it: ``tcp:8080:interface=127.0.0.1``.
    """

    def __init__(self, reactor: Any, kafka: str, topic: str, endpoint: str, root: str) -> None:
        self.producer = Producer(
            reactor,
            kafka,
            client_id="access-log",
            linger_ms=50,
            compression="zstd",
            when_full="drop_oldest",
            allow_auto_create_topics=True,
        )
        self.site = PublishingSite(File(root), self.producer, topic)
        self.endpoint = serverFromString(reactor, endpoint)
        #: Fires with the port.
        self.listening: Deferred[Any] = Deferred()
        self._port: Any = None

    def startService(self) -> None:
        """Both; nobody waits for Kafka."""
        super().startService()
        self.producer.startService()

        def listens(port: Any) -> None:
            self._port = port
            self.listening.callback(port)

        self.endpoint.listen(self.site).addCallbacks(listens, self.listening.errback)

    async def _stop(self) -> None:
        if self._port is not None:
            await maybeDeferred(self._port.stopListening)
        # The last requests' lines are to be sent, too.
        await self.producer.stopService()

    def stopService(self) -> Deferred[None]:
        """The web server, then the producer, which delivers what it still has."""
        super().stopService()
        return Deferred.fromCoroutine(self._stop())


def make_application(reactor: Any, kafka: str, topic: str, endpoint: str, root: str) -> Any:
    """What `twistd -y` looks for."""
    made = service.Application("access-log")
    AccessLogService(reactor, kafka, topic, endpoint, root).setServiceParent(made)
    return made


def main() -> None:
    """Command line."""
    from twisted.internet import reactor

    parser = argparse.ArgumentParser(description="A web server that publishes its access log.")
    parser.add_argument("--kafka", default="127.0.0.1:9092", help="host:port of some brokers (default: %(default)s)")
    parser.add_argument("--topic", default="access", help="(default: %(default)s)")
    parser.add_argument("--port", default="8080", help="where to serve, on 127.0.0.1; 0 is any (default: %(default)s)")
    parser.add_argument("--root", default=".", help="the folder to serve (default: %(default)s)")
    options = parser.parse_args()
    if not os.path.isdir(options.root):
        parser.error(f"--root {options.root}: there is no such folder")
    globalLogBeginner.beginLoggingTo([textFileLogObserver(sys.stderr)], redirectStandardIO=False)
    made = AccessLogService(reactor, options.kafka, options.topic, f"tcp:{options.port}:interface=127.0.0.1", options.root)
    made.startService()
    reactor.addSystemEventTrigger("before", "shutdown", made.stopService)

    def ready(port: Any) -> None:
        print(f"serving {options.root} on http://127.0.0.1:{port.getHost().port}/", flush=True)

    code = []

    def failed(failure: Failure) -> None:
        print(failure.getErrorMessage(), file=sys.stderr)
        code.append(1)
        # It may fail before the reactor runs, when there is nothing to stop yet.
        reactor.callWhenRunning(reactor.stop)

    made.listening.addCallbacks(ready, failed)
    reactor.run()
    sys.exit(code[0] if code else 0)


if __name__ == "__main__":
    main()
elif "ACCESS_LOG_KAFKA" in os.environ:
    from twisted.internet import reactor as _reactor

    application = make_application(
        _reactor,
        os.environ["ACCESS_LOG_KAFKA"],
        os.environ.get("ACCESS_LOG_TOPIC", "access"),
        f"tcp:{os.environ.get('ACCESS_LOG_PORT', '8080')}:interface=127.0.0.1",
        os.environ.get("ACCESS_LOG_ROOT", "."),
    )
