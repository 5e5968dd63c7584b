"""One session with ZooKeeper, and what a broker knows through it: the mirror of the tree and the views on it.

With a session all of it ends; the next one begins by reading everything again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from twisted.internet.task import deferLater

from klog.cluster.zookeeper import acl_view, configs, view
from klog.cluster.zookeeper.acl_view import AclView
from klog.cluster.zookeeper.configs import ConfigView
from klog.cluster.zookeeper.controller.controller import Controller
from klog.cluster.zookeeper.view import ClusterView
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import TRANSIENT, ZookeeperError
from klog.zookeeper.mirror import TreeMirror

T = TypeVar("T")

#: Between attempts while the connection is down, in seconds.
RETRY_S = 0.1


class ZooKeeperSession:
    """See the module. `read` makes the views.

    :param changed: called with the changed paths after each batch, once `read` is done.
    :param failed: called when the mirror has ended by itself.
    :param kafka_is_welcome: see `ClusterView`.
    :param keeps_acls: whether access control lists are read.
    :ivar is_ready: whether the views are there.
    :ivar is_over: whether the session has ended.
    :ivar epoch: czxid of our registration in this session; None before.
    """

    def __init__(
        self,
        reactor: Any,
        client: ZookeeperClient,
        changed: Callable[[ZooKeeperSession, frozenset[str]], None],
        failed: Callable[[ZooKeeperSession, ZookeeperError], None] = lambda session, why: None,
        *,
        kafka_is_welcome: bool = False,
        keeps_acls: bool = False,
    ) -> None:
        self._keeps_acls = keeps_acls
        self._kafka_is_welcome = kafka_is_welcome
        self.client = client
        # In this order many changes at once are shown: no topic without its configs and rights.
        roots = (*configs.ROOTS, *(acl_view.ROOTS if keeps_acls else ()), *view.ROOTS)
        self.mirror = TreeMirror(client, roots, lambda paths: changed(self, paths), reactor=reactor)
        self.mirror.on_failure = lambda why: failed(self, why)
        self.view: ClusterView
        self.configs: ConfigView
        #: None where access control lists are nobody's business.
        self.acls: AclView | None = None
        self.controller: Controller | None = None
        self.is_ready = False
        self.is_over = False
        self.is_registering = False
        self.epoch: int | None = None
        #: When old notifications in a folder are looked for again, by `seconds`.
        self.tidy_at_s: dict[str, float] = {}
        self._reactor = reactor

    def seconds(self) -> float:
        """The reactor's clock."""
        return float(self._reactor.seconds())

    async def read(self, before: ConfigView | None, on_fault: Callable[[str], None]) -> None:
        """Read the tree and make the views.

        :param before: configurations as an earlier session knew them.
        :raises SessionExpiredException: (or another error that ends the session).
        """
        await self.mirror.start()
        self.view = ClusterView(self.mirror, on_fault, kafka_is_welcome=self._kafka_is_welcome)
        self.configs = ConfigView(self.mirror, before, on_fault)
        if self._keeps_acls:
            self.acls = AclView(self.mirror, on_fault)
        self.is_ready = True

    def end(self) -> None:
        """The session is over: everything that was known through it goes."""
        self.is_over = True
        self.is_ready = False
        self.epoch = None
        if self.controller is not None:
            self.controller.stop()
        self.mirror.stop()

    async def persistently(self, function: Callable[[], Awaitable[T]]) -> T:
        """What `function` gives, called again after errors of the connection. Raises all others."""
        while True:
            try:
                return await function()
            except TRANSIENT:
                await deferLater(self._reactor, RETRY_S, lambda: None)
