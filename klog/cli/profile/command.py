"""``klog profile``: names for clusters, so that nobody types addresses and security twice.

A profile that is named (``--profile``, ``KLOG_PROFILE``) holds; the current one (``klog profile use``) holds where no broker is named
otherwise. Passwords are asked for, or the first line of standard input; they are never shown.
"""

from __future__ import annotations

import os
import sys

import click

from klog.cli.admin_session import confirm
from klog.cli.connection import check_bootstrap, output_options
from klog.cli.exit_codes import EXIT_CODES, usage
from klog.cli.output import Column, Output
from klog.cli.passwords import ask_password
from klog.cli.profile.file import (
    PROFILE_VARIABLE,
    Profiles,
    change_profiles,
    check_name,
    complete_profiles,
    profiles_path,
    read_profiles,
)
from klog.cli.rdkafka_names import SECRET, canonical, is_secret, split_pair, translate

#: What is shown of a password.
HIDDEN = "(set)"
_PROFILES = (Column("profile"), Column("current"), Column("bootstrap"), Column("security"))


@click.group(epilog=EXIT_CODES)
def profile() -> None:
    """Names for clusters: create, list, show, use, edit, delete."""


@profile.command("list", epilog=EXIT_CODES)
@output_options
def list_command(out: Output) -> None:
    """List profiles: their brokers, and which is the current one."""
    found = read_profiles(profiles_path(os.environ))
    rows = [
        {
            "profile": name,
            "current": name == found.current,
            "bootstrap": properties.get("bootstrap.servers"),
            "security": properties.get("security.protocol", "PLAINTEXT").upper(),
        }
        for name, properties in sorted(found.named.items())
    ]
    out.rows("profiles", _PROFILES, rows, empty="There are no profiles; `klog profile create` makes one.")


@profile.command(epilog=EXIT_CODES)
@click.argument("name", required=False, metavar="[PROFILE]", shell_complete=complete_profiles)
@output_options
def show(name: str | None, out: Output) -> None:
    """Show a profile's properties, the current one's where none is named; passwords are hidden."""
    found = read_profiles(profiles_path(os.environ))
    chosen = name or os.environ.get(PROFILE_VARIABLE) or found.current
    if chosen is None:
        raise usage("there is no current profile; name one, or choose one with `klog profile use`")
    rows = [{"property": key, "value": HIDDEN if is_secret(key) else value} for key, value in found.pairs(chosen)]
    out.rows("properties", (Column("property"), Column("value")), rows)


@profile.command(epilog=EXIT_CODES)
@click.argument("name", metavar="PROFILE")
@click.option("-b", "--bootstrap", metavar="HOST:PORT,…", required=True, help="Brokers to begin with.")
@click.option("-X", "properties", metavar="NAME=VALUE", multiple=True, help="A property by librdkafka's name (no password).")
@click.option("--password", is_flag=True, help="Ask for sasl.password, or read it from standard input (one line).")
@click.option("--use", "chosen", is_flag=True, help="Make it the current one; the first one is so by itself.")
@output_options
def create(name: str, bootstrap: str, properties: tuple[str, ...], password: bool, chosen: bool, out: Output) -> None:
    """Make a profile: klog profile create prod -b kafka-1:9092 -X security.protocol=SASL_SSL … --password."""
    path = profiles_path(os.environ)
    _check_new(read_profiles(path), name)
    # Whoever is asked may take a while, and so may others change profiles meanwhile.
    made = changed({}, bootstrap, properties, (), ask_password("sasl.password", sys.stdin) if password else None)

    def add(found: Profiles) -> Profiles:
        _check_new(found, name)
        return Profiles(name if chosen or not found.named else found.current, {**found.named, name: made})

    after = change_profiles(path, add)
    out.note(f"Made profile {name}{', the current one' if after.current == name else ''}, in {path}.")


def _check_new(found: Profiles, name: str) -> None:
    if check_name(name) in found.named:
        raise usage(f"there is a profile {name}; `klog profile edit` changes it")


@profile.command(epilog=EXIT_CODES)
@click.argument("name", metavar="PROFILE", shell_complete=complete_profiles)
@click.option("-b", "--bootstrap", metavar="HOST:PORT,…", help="Brokers to begin with.")
@click.option("-X", "properties", metavar="NAME=VALUE", multiple=True, help="Set a property by librdkafka's name (no password).")
@click.option("-d", "--unset", "unset", metavar="NAME", multiple=True, help="Take a property out.")
@click.option("--password", is_flag=True, help="Ask for sasl.password, or read it from standard input (one line).")
@output_options
def edit(name: str, bootstrap: str | None, properties: tuple[str, ...], unset: tuple[str, ...], password: bool, out: Output) -> None:
    """Change a profile's properties; what is not named stays."""
    path = profiles_path(os.environ)
    read_profiles(path).pairs(name)
    secret = ask_password("sasl.password", sys.stdin) if password else None

    def edited(found: Profiles) -> Profiles:
        after = changed(dict(found.pairs(name)), bootstrap, properties, unset, secret)
        return Profiles(found.current, {**found.named, name: after})

    change_profiles(path, edited)
    out.note(f"Changed profile {name}.")


def changed(
    before: dict[str, str], bootstrap: str | None, properties: tuple[str, ...], unset: tuple[str, ...], password: str | None
) -> dict[str, str]:
    """A profile's properties after a change.

    :raises CommandFailed: a password in the command line, an address that cannot be one, a property that is not there to be taken out.
    :raises ConfigError: a property that nobody knows, or a value that cannot be.
    """
    after = {canonical(key): value for key, value in before.items()}
    for key in unset:
        if canonical(key) not in after:
            raise usage(f"it has no {key}; `klog profile show` lists what it has")
        del after[canonical(key)]
    for text in properties:
        key, value = split_pair(text)
        key = canonical(key)
        if key in SECRET:
            raise usage(
                f"{key} does not belong into a command line, which everybody on the machine sees: give --password"
                if key == "sasl.password"
                else f"{key} is kept in no profile; give it in a file (-F) that only you can read"
            )
        after["bootstrap.servers" if key == "metadata.broker.list" else key] = value
    if bootstrap is not None:
        after["bootstrap.servers"] = bootstrap
    if password is not None:
        after["sasl.password"] = password
    names = translate(after.items())
    if names.bootstrap is None:
        raise usage("a profile names brokers: -b host:port")
    check_bootstrap(names.bootstrap)
    return after


@profile.command(epilog=EXIT_CODES)
@click.argument("name", metavar="PROFILE", shell_complete=complete_profiles)
@output_options
def use(name: str, out: Output) -> None:
    """Make a profile the current one, which holds where no broker is named."""

    def chosen(found: Profiles) -> Profiles:
        found.pairs(name)
        return Profiles(name, found.named)

    change_profiles(profiles_path(os.environ), chosen)
    out.note(f"{name} is the current profile.")


@profile.command(epilog=EXIT_CODES)
@click.argument("name", metavar="PROFILE", shell_complete=complete_profiles)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@output_options
def delete(name: str, yes: bool, out: Output) -> None:
    """Delete a profile."""
    path = profiles_path(os.environ)
    read_profiles(path).pairs(name)
    confirm(f"Delete profile {name}?", yes)

    def without(found: Profiles) -> Profiles:
        left = {key: value for key, value in found.named.items() if key != name}
        return Profiles(None if found.current == name else found.current, left)

    change_profiles(path, without)
    out.note(f"Deleted profile {name}.")
