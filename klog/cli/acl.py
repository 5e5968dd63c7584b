"""``klog acl``: who may do what with which topic, group or transactional id, and with the cluster.

What is left open in ``list`` and ``delete`` matches everything; ``delete`` shows what would go, and ``--execute`` carries it out.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from klog.cli.admin_session import report_failures
from klog.cli.connection import Connection, broker_options
from klog.cli.exit_codes import EXIT_CODES, not_found, usage
from klog.cli.missing_features import supported, with_feature
from klog.cli.name_completion import complete_groups, complete_topics
from klog.cli.output import Column, Output
from klog.reports.rights import acl_rows

if TYPE_CHECKING:
    from klog.acls import Acl, AclFilter
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes

F = TypeVar("F", bound=Callable[..., Any])

WHAT = "access rights (ACLs)"
OPERATIONS = (
    "all",
    "read",
    "write",
    "create",
    "delete",
    "alter",
    "describe",
    "cluster-action",
    "describe-configs",
    "alter-configs",
    "idempotent-write",
    "create-tokens",
    "describe-tokens",
    "two-phase-commit",
)
#: Kafka's one name of the one cluster.
CLUSTER = "kafka-cluster"
_COLUMNS = tuple(map(Column, ("principal", "permission", "operation", "resource", "name", "pattern", "host")))


@click.group(epilog=EXIT_CODES)
def acl() -> None:
    """Access rights: list, create, delete."""


def _resource_options(function: F) -> F:
    """Adds what rules are about; the function gets `resources`, pairs of a kind and a name (None: any)."""

    @click.option("-t", "--topic", "topics", multiple=True, metavar="NAME", help="About this topic.", shell_complete=complete_topics)
    @click.option("-g", "--group", "groups", multiple=True, metavar="NAME", help="About this group.", shell_complete=complete_groups)
    @click.option("--transactional-id", "ids", multiple=True, metavar="NAME", help="About this transactional id.")
    @click.option("--cluster", is_flag=True, help="About the cluster itself.")
    @functools.wraps(function)
    def wrapped(*args: Any, topics: tuple[str, ...], groups: tuple[str, ...], ids: tuple[str, ...], cluster: bool, **kwargs: Any) -> Any:
        resources = [("TOPIC", name) for name in topics] + [("GROUP", name) for name in groups]
        resources += [("TRANSACTIONAL_ID", name) for name in ids] + ([("CLUSTER", CLUSTER)] if cluster else [])
        return function(*args, resources=resources, **kwargs)

    return wrapped  # type: ignore[return-value]


def _filter_options(function: F) -> F:
    @_resource_options
    @click.option("--principal", metavar="NAME", help="Of this user: anna, User:anna.")
    @click.option("--operation", type=click.Choice(OPERATIONS), metavar="WHAT", help="About this: read, write, … (see acl create).")
    @click.option("--permission", type=click.Choice(("allow", "deny")), help="Only what is allowed, or denied.")
    @click.option("--host", metavar="ADDRESS", help="From this address.")
    @click.option(
        "--pattern",
        type=click.Choice(("any", "match", "literal", "prefixed")),
        default="any",
        show_default=True,
        help="How names are meant; match: all rules that concern the name.",
    )
    @functools.wraps(function)
    def wrapped(
        *args: Any,
        resources: list[tuple[str, str]],
        principal: str | None,
        operation: str | None,
        permission: str | None,
        host: str | None,
        pattern: str,
        **kwargs: Any,
    ) -> Any:
        filters = filters_of(resources, principal, operation, permission, host, pattern)
        return function(*args, filters=filters, **kwargs)

    return wrapped  # type: ignore[return-value]


def filters_of(
    resources: Iterable[tuple[str, str]],
    principal: str | None,
    operation: str | None,
    permission: str | None,
    host: str | None,
    pattern: str,
) -> list[AclFilter]:
    """One filter for each resource; one for all where there is none."""
    from klog.acls import AclFilter, AclOperation, AclPattern, AclPermission, AclResourceType

    chosen: list[tuple[str, str | None]] = [*resources] or [("ANY", None)]
    return [
        AclFilter(
            AclResourceType[kind],
            name,
            None if principal is None else principal_of(principal),
            AclOperation.ANY if operation is None else AclOperation[_upper(operation)],
            AclPermission.ANY if permission is None else AclPermission[_upper(permission)],
            AclPattern[_upper(pattern)],
            host,
        )
        for kind, name in chosen
    ]


def _upper(text: str) -> str:
    return text.upper().replace("-", "_")


def principal_of(text: str) -> str:
    """``User:anna`` for ``anna``; what has a kind in front stays.

    :raises CommandFailed: no name.
    """
    kind, colon, name = text.partition(":")
    if not text.strip() or (colon and not (kind and name)):
        raise usage(f"{text or 'nothing'} is no principal; write anna, User:anna, or User:* for everybody")
    return text if colon else f"User:{text}"


@acl.command("list", epilog=EXIT_CODES)
@_filter_options
@broker_options
def list_command(filters: list[AclFilter], connection: Connection, out: Output) -> None:
    """List rights, all or those that the options find."""
    found = with_feature(connection, WHAT, lambda admin: find(admin, filters))
    out.rows("acls", _COLUMNS, acl_rows(found), empty="There are no such rights.")


async def find(admin: Admin, filters: Iterable[AclFilter]) -> set[Acl]:
    """All rules that any of the filters finds."""
    return {rule for one in filters for rule in await admin.list_acls(one)}


@acl.command(epilog=EXIT_CODES)
@click.option("--allow", multiple=True, metavar="NAME", help="Who may: anna, User:anna, User:* for everybody.")
@click.option("--deny", multiple=True, metavar="NAME", help="Who may not, whatever else is allowed.")
@click.option("--operation", "operations", type=click.Choice(OPERATIONS), multiple=True, metavar="WHAT", help=f"{', '.join(OPERATIONS)}.")
@click.option("--prefixed", is_flag=True, help="About everything whose name begins like the one given.")
@click.option("--host", "hosts", multiple=True, metavar="ADDRESS", help="Only from this address.  [default: from everywhere]")
@_resource_options
@broker_options
def create(
    allow: tuple[str, ...],
    deny: tuple[str, ...],
    operations: tuple[str, ...],
    prefixed: bool,
    hosts: tuple[str, ...],
    resources: list[tuple[str, str]],
    connection: Connection,
    out: Output,
) -> None:
    """Allow or deny: every operation to everybody named, on everything named. A rule that is there already is fine."""
    rules = rules_of(allow, deny, operations, prefixed, hosts, resources)

    async def work(admin: Admin) -> Outcomes[Acl, None]:
        return supported(await admin.create_acls(rules))

    outcomes = with_feature(connection, WHAT, work)
    out.done("acls", _COLUMNS, acl_rows(outcomes.done))
    report_failures(outcomes, out.warn)


def rules_of(
    allow: Iterable[str],
    deny: Iterable[str],
    operations: Iterable[str],
    prefixed: bool,
    hosts: Iterable[str],
    resources: Iterable[tuple[str, str]],
) -> list[Acl]:
    """Every combination, once.

    :raises CommandFailed: nobody, nothing or no operation is named; a cluster that begins like something.
    """
    from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType

    who = [(principal_of(name), AclPermission.ALLOW) for name in allow] + [(principal_of(name), AclPermission.DENY) for name in deny]
    about, doing = list(resources), list(operations)
    if not who:
        raise usage("say who: --allow NAME or --deny NAME")
    if not about:
        raise usage("say what it is about: --topic, --group, --transactional-id or --cluster")
    if not doing:
        raise usage("say what may be done: --operation read, --operation write, …")
    if prefixed and any(kind == "CLUSTER" for kind, _ in about):
        raise usage("--prefixed is about names of topics, groups and transactional ids; the cluster has none")
    pattern = AclPattern.PREFIXED if prefixed else AclPattern.LITERAL
    combined = itertools.product(about, who, doing, list(hosts) or ["*"])
    rules = [
        Acl(AclResourceType[kind], name, principal, AclOperation[_upper(operation)], permission, pattern, host)
        for (kind, name), (principal, permission), operation, host in combined
    ]
    return list(dict.fromkeys(rules))


@acl.command(epilog=EXIT_CODES)
@_filter_options
@click.option("--all", "everything", is_flag=True, help="All rights there are, where no option names some.")
@click.option("--execute", is_flag=True, help="Do it; without this it is shown what would go.")
@broker_options
def delete(filters: list[AclFilter], everything: bool, execute: bool, connection: Connection, out: Output) -> None:
    """Delete the rights that the options find."""
    from klog.acls import AclFilter, AclPattern

    # How names are meant is no name: without one all rights are found.
    if all(dataclasses.replace(one, pattern=AclPattern.ANY) == AclFilter() for one in filters) and not everything:
        raise usage("say which rights: --topic, --principal, … (--all for all there are)")

    async def work(admin: Admin) -> tuple[set[Acl], Outcomes[AclFilter, tuple[Acl, ...]] | None]:
        found = await find(admin, filters)
        if not execute:
            return found, None
        outcomes = supported(await admin.delete_acls(filters))
        gone = {rule for rules in outcomes.done.values() for rule in rules}
        # Of filters that were answered nothing is left: what went before an answer was lost is gone, too.
        return gone if outcomes.errors else gone | found, outcomes

    found, outcomes = with_feature(connection, WHAT, work)
    rows: list[dict[str, Any]] = [{**row, "deleted": execute} for row in acl_rows(found)]
    (out.done if execute else out.rows)("acls", (*_COLUMNS, Column("deleted", wide=True)), rows)
    if outcomes is not None:
        report_failures(outcomes, out.warn)
    if not found:
        raise not_found("there are no such rights; `klog acl list` shows those that there are")
    if not execute:
        out.note("Nothing was deleted; --execute does it.")
