"""``klog user``: users who log in with SCRAM, kept by the cluster itself.

A password is asked for, or is the first line of standard input: whatever stands in a command line is seen by everybody on the machine. Only
a salted hash of it leaves this process.

With ``--offline`` no broker is asked: the password is put where the broker will look for it (`klog.cli.offline_users`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from klog.cli.admin_session import confirm, report_failures
from klog.cli.connection import Connection, NoBroker, broker_options, maybe_broker_options
from klog.cli.exit_codes import EXIT_CODES, not_found, usage
from klog.cli.missing_features import clearer, with_feature
from klog.cli.output import Column, Output, number
from klog.cli.passwords import ask_password
from klog.errors import ErrorCode, KlogError
from klog.reports.rights import user_rows

if TYPE_CHECKING:
    from klog.client.admin.admin import Admin
    from klog.client.admin.types import Outcomes, ScramCredential, ScramMechanism

WHAT = "users with passwords (SCRAM)"
MECHANISMS = ("SCRAM-SHA-256", "SCRAM-SHA-512")
_COLUMNS = (Column("user"), Column("mechanism"), number("iterations"))


@click.group(epilog=EXIT_CODES)
def user() -> None:
    """Users with SCRAM passwords: list, set a password, delete."""


def _mechanism(text: str) -> ScramMechanism:
    from klog.client.admin.types import ScramMechanism

    return ScramMechanism[text.upper().replace("-", "_")]


@user.command("list", epilog=EXIT_CODES)
@click.argument("names", nargs=-1, metavar="[USER…]")
@broker_options
def list_command(names: tuple[str, ...], connection: Connection, out: Output) -> None:
    """List users, all or these, with what their passwords are hashed with."""

    async def work(admin: Admin) -> Outcomes[str, tuple[ScramCredential, ...]]:
        return await admin.describe_scram_users(names or None)

    outcomes = with_feature(connection, WHAT, work)
    with out.readers_may_go():
        out.rows("users", _COLUMNS, user_rows(outcomes.done), empty="There are no such users.")
    report_failures(outcomes, out.warn)


@user.command("set-password", epilog=EXIT_CODES)
@click.argument("name", metavar="USER")
@click.option(
    "--mechanism", type=click.Choice(MECHANISMS, case_sensitive=False), default=MECHANISMS[0], show_default=True, help="The hash."
)
@click.option(
    "--iterations",
    type=click.IntRange(4096, 16384),
    default=4096,
    show_default=True,
    help="How often it is hashed. With another number than 4096 whoever asks can tell that there is such a user.",
)
@click.option(
    "--offline",
    metavar="PATH",
    help="Put it where a broker that does not run keeps its users. PATH is its server.properties, or its data directory.",
)
@maybe_broker_options
def set_password(name: str, mechanism: str, iterations: int, offline: str | None, connection: Connection | None, out: Output) -> None:
    """Set a user's password, of a new user too. It is asked for, or read from standard input (one line).

    The first user of a cluster whose every listener asks for a password is made with --offline, before the first broker starts.
    """
    if offline is not None:
        where = _set_offline(offline, name, mechanism.upper(), iterations)
        out.note(f"kept in {where}")
    else:
        if connection is None:
            raise NoBroker
        password = ask_password(f"Password of {name}", sys.stdin)
        with_feature(connection, WHAT, lambda admin: _set(admin, name, password, mechanism, iterations))
    out.done("users", _COLUMNS, [{"user": name, "mechanism": mechanism.upper(), "iterations": iterations}])


def _set_offline(path: str, name: str, mechanism: str, iterations: int) -> str:
    from klog.cli.offline_users import broker_settings, change_offline, with_password

    if not name:
        raise usage("a user must have a name")
    settings = broker_settings(path)
    password = ask_password(f"Password of {name}", sys.stdin)
    return change_offline(settings, name, with_password(mechanism, password, iterations))


async def _set(admin: Admin, name: str, password: str, mechanism: str, iterations: int) -> None:
    await admin.set_scram_password(name, password, _mechanism(mechanism), iterations=iterations)


@user.command(epilog=EXIT_CODES)
@click.argument("name", metavar="USER")
@click.option(
    "--mechanism",
    type=click.Choice(MECHANISMS, case_sensitive=False),
    help="Only the password of this hash; all that there are by default.",
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@broker_options
def delete(name: str, mechanism: str | None, yes: bool, connection: Connection, out: Output) -> None:
    """Delete a user's passwords: who has none cannot log in."""
    confirm(f"Delete the {mechanism.upper() + ' ' if mechanism else ''}password of {name}?", yes)
    gone, failed = with_feature(connection, WHAT, lambda admin: delete_passwords(admin, name, mechanism))
    rows = [{"user": name, "mechanism": one, "deleted": True} for one in gone]
    out.done("users", (Column("user"), Column("mechanism"), Column("deleted")), rows)
    if failed is not None:
        raise clearer(failed, WHAT)


async def delete_passwords(admin: Admin, name: str, mechanism: str | None) -> tuple[list[str], KlogError | None]:
    """The mechanisms whose passwords are gone, and why the rest is not.

    :raises CommandFailed: there is no such user.
    """
    if mechanism is not None:
        wanted = [mechanism.upper()]
    else:
        outcomes = await admin.describe_scram_users([name])
        wanted = [row["mechanism"] for row in user_rows(outcomes.done)]
        error = outcomes.errors.get(name)
        if error is not None and error.code is not ErrorCode.RESOURCE_NOT_FOUND:
            raise error
        if not wanted:
            raise not_found(f"there is no user {name}; `klog user list` shows those that there are")
    gone: list[str] = []
    for one in wanted:
        try:
            await admin.delete_scram_password(name, _mechanism(one))
        except KlogError as error:
            return gone, error
        gone.append(one)
    return gone, None
