"""What the commands of ``klog mirror`` that change or show links share: the state topic of the destination, for the length of a command."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from klog.cli.admin_session import first_contact
from klog.cli.connection import Connection
from klog.cli.exit_codes import not_found
from klog.cli.output import Output

if TYPE_CHECKING:
    from klog.mirror.administration import Mirrors

T = TypeVar("T")


def with_mirrors(
    connection: Connection, out: Output, body: Callable[[Mirrors], Coroutine[Any, Any, T]], *, make: bool = False, missing: T | None = None
) -> T:
    """The result of ``body(mirrors)``, run on the reactor.

    :param make: whether the state topic is made where there is none.
    :param missing: the result where there is none; None: the command fails.
    :raises CommandFailed: nobody answers, a signal came, or there are no mirrors; `KlogError` for what brokers refuse.
    """
    from klog.cli.run_coroutine import run

    return run(lambda reactor: run_with_mirrors(reactor, connection, out, body, make=make, missing=missing))


async def run_with_mirrors(
    reactor: Any,
    connection: Connection,
    out: Output,
    body: Callable[[Mirrors], Coroutine[Any, Any, T]],
    *,
    make: bool = False,
    missing: T | None = None,
) -> T:
    """The same on a reactor that runs."""
    from klog.client.service import Client
    from klog.mirror.administration import Mirrors

    options: dict[str, Any] = {**connection.client, "allow_auto_create_topics": False}
    async with Client(reactor, connection.bootstrap, **options) as client:
        await first_contact(client.routing, connection)
        mirrors = Mirrors(reactor, client, out.warn)
        try:
            if not await mirrors.load(make=make):
                if missing is not None:
                    return missing
                raise not_found("there are no mirrors in this cluster; `klog mirror create` makes one")
            return await body(mirrors)
        finally:
            await mirrors.close()
