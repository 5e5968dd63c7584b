"""What not every broker has: rights, passwords, elections, moves, transactions.

A broker that lacks a request answers that it does not know it, which helps nobody who does not know Kafka's protocol. The commands here say
what is missing, and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from klog.cli.admin_session import with_admin
from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed
from klog.errors import ErrorCode, KlogError

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


def with_feature(connection: Connection, what: str, body: Callable[[Admin], Coroutine[Any, Any, T]], *, lacking: str = "") -> T:
    """The result of ``body(admin)``, as `with_admin` gives it.

    :param what: what the brokers must have, for a sentence: "access rights (ACLs)".
    :param lacking: the sentence about brokers that do not know the request, where the one for `what` is not right.
    :raises CommandFailed: they do not have it.
    """
    try:
        return with_admin(connection, body)
    except KlogError as error:
        if lacking and error.code is ErrorCode.UNSUPPORTED_VERSION:
            raise CommandFailed(f"{lacking} ({error.message.rstrip('.')})") from None
        raise clearer(error, what) from None


def supported(outcomes: Outcomes[K, V]) -> Outcomes[K, V]:
    """The outcomes, unless all of them are that the brokers lack the request.

    :raises KlogError: UNSUPPORTED_VERSION, SECURITY_DISABLED.
    """
    errors = list(outcomes.errors.values())
    if errors and not outcomes.done and errors[0].code in (ErrorCode.UNSUPPORTED_VERSION, ErrorCode.SECURITY_DISABLED):
        raise errors[0]
    return outcomes


def clearer(error: KlogError, what: str) -> Exception:
    """The error in words that say what to do; itself where its own words are good."""
    if error.code is ErrorCode.UNSUPPORTED_VERSION:
        detail = error.message.rstrip(".")
        return CommandFailed(f"these brokers have no {what}; newer brokers have, klog's and Apache Kafka's ({detail})")
    if error.code is ErrorCode.SECURITY_DISABLED:
        return CommandFailed("these brokers check no rights: they have no authorizer; set authorizer.class.name in their configuration")
    return error
