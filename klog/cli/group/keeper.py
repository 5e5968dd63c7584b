"""Who keeps the groups that a command is about: brokers, or with ``--zookeeper`` a ZooKeeper (the paper's groups, Kafka's from 0.8 to 1.1).

Both answer the same calls, so that ``klog group`` is written once. Where groups begin and end brokers tell in either case; ZooKeeper says
where they are, unless ``-b`` does.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from klog.cli.admin_session import first_contact, with_admin
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import CommandFailed, Exit, usage
from klog.cli.zookeeper_client import close_within
from klog.config import ConfigError
from klog.errors import KlogError
from klog.model import TopicPartition

if TYPE_CHECKING:
    from klog.client.admin.reset import ResetPlan, ResetTo
    from klog.client.admin.types import GroupDescription, GroupListing, Lag, Outcomes
    from klog.client.offsets import Committed
    from klog.zookeeper.client import ZookeeperClient

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
#: A good-bye to ZooKeeper takes no longer, seconds.
_CLOSE_S = 2.0


class Groups(Protocol):
    """What `klog.client.admin.admin.Admin` and `klog.client.admin.paper_groups.PaperGroups` have of groups."""

    def list_groups(self, *, states: Iterable[str] = ()) -> Awaitable[list[GroupListing]]:
        """All groups, or those in some states."""

    def describe_groups(self, group_ids: Iterable[str]) -> Awaitable[Outcomes[str, GroupDescription]]:
        """Groups and their members."""

    def list_group_offsets(self, groups: Iterable[str], /) -> Awaitable[Outcomes[str, dict[TopicPartition, Committed]]]:
        """What groups have committed."""

    def lag(self, groups: Iterable[str], /) -> Awaitable[Outcomes[str, dict[TopicPartition, Lag]]]:
        """How far they are behind."""

    def plan_reset(
        self, group_id: str, to: ResetTo, *, topics: Iterable[str] = (), partitions: Iterable[TopicPartition] = ()
    ) -> Awaitable[ResetPlan]:
        """What moving a group would do."""

    def execute_reset(self, plan: ResetPlan) -> Awaitable[Outcomes[TopicPartition, None]]:
        """Move it."""

    def delete_groups(self, group_ids: Iterable[str]) -> Awaitable[Outcomes[str, None]]:
        """Delete groups."""

    def delete_group_offsets(self, group_id: str, partitions: Iterable[TopicPartition]) -> Awaitable[Outcomes[TopicPartition, None]]:
        """Forget what a group has committed."""


def group_options(function: F) -> F:
    """Adds ``--zookeeper`` and the options of `broker_options`; the function gets `keeper` and `out`."""

    @click.option(
        "-z",
        "--zookeeper",
        metavar="HOST:PORT,…/CHROOT",
        help="Groups that this ZooKeeper keeps (the paper's), not the brokers'; it says where the brokers are, too.",
    )
    @broker_options
    @functools.wraps(function)
    def wrapped(*args: Any, zookeeper: str | None, connection: Connection, **kwargs: Any) -> Any:
        return function(*args, keeper=Keeper(connection, zookeeper), **kwargs)

    return wrapped  # type: ignore[return-value]


class SessionOver(CommandFailed):
    """The session with ZooKeeper is over, and a new one may be begun: ZooKeeper itself says so."""


class Keeper:
    """Who keeps the groups, and how to get there.

    :param zookeeper: ``host:port,host:port/chroot``; None where brokers do.
    :raises CommandFailed: it can be no ZooKeeper's address.
    """

    def __init__(self, connection: Connection, zookeeper: str | None = None) -> None:
        self.connection = connection
        self.zookeeper = zookeeper
        if zookeeper is not None:
            from klog.zookeeper.connect_string import parse

            try:
                parse(zookeeper)
            except ConfigError as error:
                raise usage(f"--zookeeper {zookeeper}: {error.sentence}") from None

    @property
    def option(self) -> str:
        """What another command needs to mean the same groups; with a blank in front."""
        return "" if self.zookeeper is None else f" --zookeeper {self.zookeeper}"

    def run(self, body: Callable[[Groups], Coroutine[Any, Any, T]], *, asks_brokers: bool = True) -> T:
        """The result of ``body(groups)``, run on the reactor.

        :param asks_brokers: whether `body` asks for more than ZooKeeper knows.
        :raises CommandFailed: nobody answers, or a signal came; `KlogError` for what is refused.
        """
        from klog.cli.run_coroutine import run

        if self.zookeeper is None:
            return with_admin(self.connection, body)
        return run(lambda reactor: self.work(reactor, body, asks_brokers=asks_brokers))

    async def work(self, reactor: Any, body: Callable[[Groups], Coroutine[Any, Any, T]], *, asks_brokers: bool = True) -> T:
        """The same on a reactor that runs. Raises `SessionOver`, too."""
        if self.zookeeper is None:
            from klog.client.admin.admin import Admin

            async with Admin(reactor, self.connection.bootstrap, **self.connection.client) as admin:
                await first_contact(admin.routing, self.connection)
                return await body(admin)
        from klog.zookeeper.client import ZookeeperClient
        from klog.zookeeper.errors import SessionExpiredException, ZookeeperError
        from klog.zookeeper.retrying import is_session_error

        patience_ms = max(1, int(self.connection.first_contact_s * 1000))
        client = ZookeeperClient(self.zookeeper, reactor=reactor, connect_timeout=patience_ms, name="klog group")
        try:
            try:
                await client.connect()
            except ZookeeperError as error:
                raise CommandFailed(f"ZooKeeper {self.zookeeper} does not answer: {error}", Exit.UNREACHABLE) from None
            try:
                if client.chroot and await client.exists("/") is None:
                    sentence = f"ZooKeeper {self.zookeeper} has no node {client.chroot}; is the chroot mistyped?"
                    raise CommandFailed(sentence, Exit.NOT_FOUND)
                return await self._with_zookeeper(reactor, client, body, asks_brokers)
            except SessionExpiredException as error:
                raise SessionOver(f"ZooKeeper {self.zookeeper}: {error}", Exit.UNREACHABLE) from None
            except ZookeeperError as error:
                code = Exit.UNREACHABLE if is_session_error(error) else Exit.FAILED
                raise CommandFailed(f"ZooKeeper {self.zookeeper}: {error}", code) from None
            except KlogError as error:
                if client.connected:
                    raise
                why = client.why_not_connected() or error.message
                raise CommandFailed(f"ZooKeeper {self.zookeeper} does not answer any more: {why}", Exit.UNREACHABLE) from None
        finally:
            await close_within(reactor, client, _CLOSE_S)

    async def _with_zookeeper(
        self, reactor: Any, client: ZookeeperClient, body: Callable[[Groups], Coroutine[Any, Any, T]], asks_brokers: bool
    ) -> T:
        from klog.client.admin.admin import Admin
        from klog.client.admin.paper_groups import PaperGroups
        from klog.client.groups.paper.brokers import FoundBrokers, registered_brokers
        from klog.client.settings import split_options

        settings, _ = split_options(self.connection.bootstrap, self.connection.client, kind=FoundBrokers)
        if not self.connection.bootstrap and asks_brokers:
            found = await registered_brokers(client, settings.security.security_protocol)
            if not found:
                sentence = f"no broker that {settings.security.security_protocol} reaches is registered in ZooKeeper {self.zookeeper}"
                raise CommandFailed(f"{sentence}; is its chroot missing (host:2181/kafka)? Or name brokers with -b", Exit.UNREACHABLE)
            settings, _ = split_options(",".join(found), self.connection.client)
        async with Admin(reactor, settings) as admin:
            if asks_brokers:
                await first_contact(admin.routing, self.connection)
            return await body(PaperGroups(admin.routing, client))
