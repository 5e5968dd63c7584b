"""The options that every command with a broker has, and what they come to.

``-b``, ``-X name=value`` and ``-F file`` together say where the cluster is and how to talk to it. Later beats earlier: the file, then
``-X`` in its order, then ``-b``. Without any of them ``KLOG_BOOTSTRAP`` names the brokers; without ``-F`` the file that ``KLOG_CONFIG``
names, or ``~/.config/klog.conf`` where there is one, is read.

A profile (``klog.cli.profile.file``) stands between the file and ``-X``, and takes the default file's place. One that is named
(``--profile``, ``KLOG_PROFILE``) holds whatever the environment says; the current one only where no broker is named otherwise, so that its
password goes nowhere but to its own brokers.
"""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from klog.cli.exit_codes import CommandFailed, Exit, usage
from klog.cli.number_range import NumberRange
from klog.cli.output import Format, Output
from klog.cli.profile.file import PROFILE_VARIABLE, complete_profiles, profiles_path, read_profiles
from klog.cli.rdkafka_names import Translated, parse_file, split_pair, translate
from klog.cli.text_files import read_text_file
from klog.config import ConfigError
from klog.net.twisted_without_openssl import import_transports

F = TypeVar("F", bound=Callable[..., Any])

BOOTSTRAP_VARIABLE = "KLOG_BOOTSTRAP"
CONFIG_VARIABLE = "KLOG_CONFIG"
DEFAULT_FILE = "~/.config/klog.conf"

#: Where the user does not say how long to wait.
TIMEOUT_S = 15.0
#: The same until some broker has answered at all: a mistyped address should not take a command's whole patience.
FIRST_CONTACT_S = 5.0


class NoBroker(CommandFailed):
    """Neither options nor environment name one."""

    def __init__(self) -> None:
        super().__init__(
            f"no broker is named: give -b host:port, set {BOOTSTRAP_VARIABLE}, or make a profile (klog profile create)", Exit.USAGE
        )


@dataclasses.dataclass(frozen=True)
class Connection:
    """Where the cluster is and how to talk to it.

    :param names: everything that ``-X`` and the file said, in klog's words.
    :param timeout_s: how long the command as a whole may wait for an answer.
    :param first_contact_s: how long until some broker has answered at all.
    """

    bootstrap: str
    names: Translated
    timeout_s: float = TIMEOUT_S
    first_contact_s: float = FIRST_CONTACT_S

    @property
    def client(self) -> dict[str, Any]:
        """Keyword arguments for `Admin` and `Routing`; requests give up within the command's patience."""
        patience_ms = max(1, int(self.timeout_s * 1000))
        return {
            "request_timeout_ms": patience_ms,
            "connect_timeout_ms": min(10_000, patience_ms),
            "client_id": "klog-cli",
            **self.names.client,
        }


def read_config(path: str) -> list[tuple[str, str]]:
    """The pairs of the configuration file at `path`.

    :raises CommandFailed: it cannot be read.
    :raises ConfigError: a line of it is no ``name=value``.
    """
    return parse_file(path, read_text_file(path, "configuration file"))


def default_config(environment: dict[str, str] | os._Environ[str]) -> str | None:
    """The file that is read where none is named; None where there is none."""
    named = environment.get(CONFIG_VARIABLE)
    if named:
        return named
    home = os.path.expanduser(DEFAULT_FILE)
    return home if os.path.isfile(home) else None


def resolve(
    bootstrap: str | None,
    pairs: Sequence[str],
    config: str | None,
    timeout_s: float | None,
    environment: dict[str, str] | os._Environ[str] = os.environ,
    profile: str | None = None,
    is_found_later: bool = False,
) -> Connection:
    """What the options come to.

    :param timeout_s: how long to wait, for the first answer too; None for klog's own two times.
    :param config: a path; ``-`` or ``none`` for "no file, not even the default one", and no current profile.
    :param profile: its name; None for that of the environment.
    :param is_found_later: whether the brokers need no name: those of the environment and of the current profile are not meant then.
    :raises CommandFailed: no bootstrap server (`NoBroker`), a file that cannot be read, a profile that there is not.
    :raises ConfigError: a name or a value that cannot be.
    """
    named = profile or environment.get(PROFILE_VARIABLE)
    no_file = config in ("-", "none")
    path = None if no_file else config if config is not None else environment.get(CONFIG_VARIABLE) if named else default_config(environment)
    of_file = read_config(path) if path else []
    given = [split_pair(text) for text in pairs]
    of_profile = read_profiles(profiles_path(environment)).pairs(named) if named else []
    names = translate([*of_file, *of_profile, *given])
    chosen = bootstrap or ("" if is_found_later else names.bootstrap or environment.get(BOOTSTRAP_VARIABLE))
    if not chosen and not no_file and not is_found_later:
        profiles = read_profiles(profiles_path(environment))
        if profiles.current is not None:
            own = of_file if path and path != os.path.expanduser(DEFAULT_FILE) else []
            names = translate([*own, *profiles.pairs(profiles.current), *given])
            chosen = names.bootstrap
    if chosen:
        check_bootstrap(chosen)
    elif not is_found_later:
        raise NoBroker
    chosen = chosen or ""
    connection = Connection(chosen, names) if timeout_s is None else Connection(chosen, names, timeout_s, timeout_s)
    # Before Twisted's transports are imported, as the next line does.
    import_transports()
    from klog.client.groups.paper.brokers import FoundBrokers
    from klog.client.settings import split_options

    # Whether the options fit together is known before anything is connected.
    split_options(chosen, connection.client, kind=FoundBrokers)
    return connection


def check_bootstrap(text: str) -> None:
    """The addresses can be addresses; they are not asked.

    :raises CommandFailed: one cannot.
    """
    from klog.client.settings import parse_bootstrap

    try:
        parse_bootstrap(text)
    except ConfigError as error:
        raise usage(f"-b {text}: {error.sentence}") from None


def output_options(function: F) -> F:
    """Adds ``--output`` and ``--quiet``; the function gets `out`."""

    @click.option(
        "-o",
        "--output",
        "format_name",
        type=click.Choice([member.value for member in Format]),
        help="How results are printed; table in a terminal and text (tabs) through a pipe by default.",
    )
    @click.option("-q", "--quiet", is_flag=True, help="No remarks, no progress, no table of what was done.")
    @functools.wraps(function)
    def wrapped(*args: Any, format_name: str | None, quiet: bool, **kwargs: Any) -> Any:
        out = Output(Format(format_name) if format_name else None, quiet=quiet)
        result = function(*args, out=out, **kwargs)
        out.flush()
        return result

    return wrapped  # type: ignore[return-value]


#: Options that every command with brokers has, also those with their own words for the others.
property_option = click.option(
    "-X", "properties", metavar="NAME=VALUE", multiple=True, help="A property by librdkafka's name; list shows them."
)
profile_option = click.option(
    "--profile",
    metavar="NAME",
    help=f"What `klog profile` keeps under this name. Also: {PROFILE_VARIABLE}.",
    shell_complete=complete_profiles,
)


def broker_options(function: F) -> F:
    """Adds the options of everything that talks to a broker, and those of `output_options`; the function gets `connection` and `out`."""
    return _broker_options(function, required=True)


def maybe_broker_options(function: F) -> F:
    """The same, for what can do something without a broker too: `connection` is None where none is named."""
    return _broker_options(function, required=False)


def _broker_options(function: F, *, required: bool) -> F:
    @output_options
    @click.option("-b", "--bootstrap", metavar="HOST:PORT,…", help=f"Brokers to begin with. Also: {BOOTSTRAP_VARIABLE}.")
    @property_option
    @click.option("-F", "--config-file", "config", metavar="FILE", help=f"Properties from a file. Also: {CONFIG_VARIABLE}, {DEFAULT_FILE}.")
    @profile_option
    @click.option(
        "--timeout",
        "timeout_s",
        type=NumberRange(0.1, 86_400),
        metavar="SECONDS",
        help=f"How long to wait for answers.  [default: {TIMEOUT_S:g}, and {FIRST_CONTACT_S:g} until a broker answers at all]",
    )
    @functools.wraps(function)
    def wrapped(
        *args: Any,
        bootstrap: str | None,
        properties: tuple[str, ...],
        config: str | None,
        profile: str | None,
        timeout_s: float | None,
        out: Output,
        **kwargs: Any,
    ) -> Any:
        if "list" in properties:
            list_properties(out)
            return None
        try:
            is_found_later = kwargs.get("zookeeper") is not None
            connection = resolve(bootstrap, properties, config, timeout_s, profile=profile, is_found_later=is_found_later)
        except NoBroker:
            if required:
                raise
            return function(*args, connection=None, out=out, **kwargs)
        for remark in connection.names.remarks:
            out.note(f"klog: {remark}")
        return function(*args, connection=connection, out=out, **kwargs)

    return wrapped  # type: ignore[return-value]


def list_properties(out: Output) -> None:
    """``-X list``."""
    from klog.cli.output import Column
    from klog.cli.rdkafka_names import listing

    out.rows("properties", [Column("name"), Column("meaning")], [{"name": name, "meaning": meaning} for name, meaning in listing()])
