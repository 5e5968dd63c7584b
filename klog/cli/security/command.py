"""``klog security``: makes what a closed cluster needs, an authority, certificates, the first user and settings, and certificates later.

Everything is made in a folder of its own beside the one that was asked for, which then gets its name: there is all of it or nothing, and
nothing is ever overwritten. All files are their owner's alone (mode 600), the folder as well (700).
"""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator

import click

from klog.cli.connection import output_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, not_found, usage
from klog.cli.output import Column, Output
from klog.cli.raising_signals import raising_signals
from klog.cli.security import closed_cluster
from klog.cli.security.closed_cluster import MECHANISM, Plan
from klog.regular_file import read_regular_file

_FILES = (Column("file"), Column("what"))
#: Of the authority; certificates have `DAYS`.
AUTHORITY_DAYS = 3650
DAYS = 365
#: What brokers on this machine are reached by, too.
_HERE = ("localhost", "127.0.0.1")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_HOST = re.compile(r"(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?", re.ASCII)
#: As strangers are told, so that nobody can tell that there is this user; a random password of 24 characters needs no more.
_ITERATIONS = 4096


@click.group(epilog=EXIT_CODES)
def security() -> None:
    """Close a cluster: certificates, the first user, settings.

    Begin with init, for a new cluster. certificate makes more of them, and renews. klog user and klog acl say who else there is and may
    do what; klog doctor --security, what is open.
    """


@security.command(epilog=EXIT_CODES)
@click.argument("folder", metavar="DIR")
@click.option(
    "--host",
    "hosts",
    multiple=True,
    metavar="HOST",
    help="Where clients reach the broker, a name or an address; once for each broker.  [default: 127.0.0.1]",
)
@click.option(
    "-p", "--port", type=click.IntRange(1, 65534), default=9093, show_default=True, help="For passwords; the next is for certificates."
)
@click.option("--user", default="admin", show_default=True, metavar="NAME", help="The first user, who may do everything.")
@click.option("-z", "--zookeeper", metavar="HOST:PORT,…", help="The ZooKeeper that several brokers share; it must serve.")
@click.option("--days", type=click.IntRange(1, AUTHORITY_DAYS), default=DAYS, show_default=True, help="How long certificates count.")
@output_options
def init(folder: str, hosts: tuple[str, ...], port: int, user: str, zookeeper: str | None, days: int, out: Output) -> None:
    """Make DIR with all that a closed cluster needs; it must not be there yet, or be empty.

    An authority (ca.key, ca.pem), a certificate for each broker and for the first user, the user with a random password, settings of the
    broker (server.properties), and of clients (client.properties for Java, klog.conf for klog, kcat and librdkafka).
    """
    from klog.cli.security.authority import need_cryptography

    need_cryptography()
    hosts = hosts or _HERE[1:]
    for host in hosts:
        _check_host(host)
    _check_name(user)
    if len(set(hosts)) != len(hosts):
        raise usage("each broker needs a host of its own")
    if len(hosts) > 1 and zookeeper is None:
        raise usage("several brokers share a ZooKeeper: name it with -z")
    if zookeeper is not None and re.search(r"[\\\x00-\x1f]", zookeeper):
        raise usage(f"-z {zookeeper!r}: it must be one line of settings, host:port,host:port/chroot")
    plan = Plan(os.path.abspath(folder), hosts, port, user, zookeeper)
    if re.search(r"[,\\\x00-\x1f]", plan.folder):
        raise usage(f"{plan.folder!r}: neither a comma nor a backslash can stand in the path of a data directory")
    if any(plan.broker_name(number + 1) == user for number in range(len(hosts))):
        raise usage(f"{user} is what a broker is called; take another name")
    rows = _make(plan, secrets.token_urlsafe(18), days)
    out.done("files", _FILES, rows)
    out.note(f"Start it:  klog broker start -c {plan.folder}/{plan.settings_name(1)}")
    out.note(f"Use it:    klog topic list -F {plan.folder}/klog.conf")
    out.note("Take ca.key off this machine when all certificates are made: whoever has it is everybody.")
    if zookeeper is not None:
        out.note("Whoever reaches ZooKeeper may change users and rights: keep it from everybody but the brokers.")


def _make(plan: Plan, password: str, days: int) -> list[dict[str, str]]:
    from klog.cli.security.authority import make_authority, sign

    # The machine's clock: brokers and clients look at theirs.
    now = datetime.datetime.now(datetime.UTC)
    authority = make_authority("klog", now, AUTHORITY_DAYS)
    with _new_folder(plan.folder) as unfinished:
        files = {
            "ca.key": (authority.key_pem, "the authority's private key: take it off this machine"),
            "ca.pem": (authority.certificate_pem, "whom brokers and clients trust"),
        }
        for number, host in enumerate(plan.hosts, 1):
            name = plan.broker_name(number)
            names = list(dict.fromkeys((host, *_HERE))) if _is_here(host) else [host]
            broker = sign(authority, name, names, now, days)
            files[f"{name}.pem"] = (
                broker.key_pem + broker.certificate_pem,
                f"private key and certificate of {name}, for {', '.join(names)}",
            )
            files[plan.settings_name(number)] = (closed_cluster.server_properties(plan, number).encode(), f"settings of {name}")
        client = sign(authority, plan.user, (), now, days)
        files[f"{plan.user}.pem"] = (client.key_pem + client.certificate_pem, f"private key and certificate of {plan.user}")
        files["client.properties"] = (closed_cluster.client_properties(plan, password).encode(), "for Java's clients and Kafka's tools")
        files["klog.conf"] = (closed_cluster.librdkafka_conf(plan, password).encode(), "for klog (-F), kcat and librdkafka")
        for name, (content, _) in files.items():
            _write(f"{unfinished}/{name}", content)
        _make_user(plan, unfinished, password)
    return [{"file": f"{plan.folder}/{name}", "what": what} for name, (_, what) in files.items()]


def _make_user(plan: Plan, unfinished: str, password: str) -> None:
    from klog.cli.offline_users import broker_settings, change_in_directories, change_offline, new_user, with_password
    from klog.storage.filesystem import RealFileSystem

    change = new_user(plan.user, with_password(MECHANISM, password, _ITERATIONS))
    if plan.zookeeper is None:
        # Where it will be is not there yet.
        change_in_directories(RealFileSystem(), [f"{unfinished}/{plan.data_name(1)}"], plan.user, change)
    else:
        change_offline(broker_settings(f"{unfinished}/{plan.settings_name(1)}"), plan.user, change)


@security.command(epilog=EXIT_CODES)
@click.argument("folder", metavar="DIR")
@click.argument("name", metavar="NAME")
@click.option("--host", "hosts", multiple=True, metavar="HOST", help="For a broker: under which names and addresses it is reached.")
@click.option("--days", type=click.IntRange(1, AUTHORITY_DAYS), default=DAYS, show_default=True, help="How long it counts.")
@click.option("--renew", is_flag=True, help="In the place of the one that is there, which goes.")
@output_options
def certificate(folder: str, name: str, hosts: tuple[str, ...], days: int, renew: bool, out: Output) -> None:
    """Make DIR/NAME.pem, a private key with a certificate by the authority in DIR: one more client, one more broker, or a renewal.

    With --renew it takes the names and addresses of the one before where --host gives none. A running broker takes up a new file by itself.
    """
    from klog.cli.security.authority import load_authority, need_cryptography, sign

    need_cryptography()
    _check_name(name)
    for host in hosts:
        _check_host(host)
    path = f"{folder}/{name}.pem"
    if renew != os.path.exists(path):
        raise not_found(f"there is no {path} to renew") if renew else usage(f"{path} is there already; --renew replaces it")
    try:
        authority = load_authority(_read(f"{folder}/ca.key"), _read(f"{folder}/ca.pem"))
    except ValueError as error:
        raise CommandFailed(f"{folder} has no authority that could sign: {error}") from None
    if renew and not hosts:
        hosts = _hosts_of(path)
    signed = sign(authority, name, hosts, datetime.datetime.now(datetime.UTC), days)
    with _beside(path, replaces=renew) as temporary:
        _write(temporary, signed.key_pem + signed.certificate_pem)
    until = signed.certificate.not_valid_after_utc.date().isoformat()
    what = f"private key and certificate of {name}" + (f", for {', '.join(hosts)}" if hosts else "") + f", until {until}"
    out.done("files", _FILES, [{"file": path, "what": what}])


def _hosts_of(path: str) -> tuple[str, ...]:
    from cryptography import x509

    try:
        found = x509.load_pem_x509_certificate(_read(path)).extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except x509.ExtensionNotFound:
        return ()
    except ValueError as error:
        raise CommandFailed(f"{path} cannot be read: {error}") from None
    return tuple(str(one.value) for one in found.value)


def _check_name(name: str) -> None:
    if _NAME.fullmatch(name) is None or name in ("ca", ".", ".."):
        raise usage(f"{name!r} cannot be the name of a user or broker here: up to 64 letters, digits, dots, dashes; not ca")


def _check_host(host: str) -> None:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if _HOST.fullmatch(host) is None:
            raise usage(f"--host {host}: it is neither a name nor an address") from None
    else:
        if ipaddress.ip_address(host).is_unspecified:
            raise usage(f"--host {host}: nobody can connect to that; name what clients connect to")


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _read(path: str) -> bytes:
    return read_regular_file(path, 1 << 20)


def _write(path: str, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _new_folder(path: str) -> Iterator[str]:
    """A folder that becomes the one at `path` where nothing goes wrong."""
    parent = os.path.dirname(path)
    if os.path.islink(path):
        raise usage(f"{path} is a link: name a folder that is not there yet")
    if os.path.lexists(path) and (not os.path.isdir(path) or os.listdir(path)):
        raise usage(f"{path} is there already, and nothing in it is overwritten: name a folder that is not")
    os.makedirs(parent, exist_ok=True)
    # No private key is left behind.
    with raising_signals():
        unfinished = tempfile.mkdtemp(prefix=f".{os.path.basename(path)}.", dir=parent)  # mode 700
        try:
            yield unfinished
            # Over an empty folder; it fails where somebody has put something into it meanwhile.
            os.rename(unfinished, path)
        except BaseException:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise


@contextlib.contextmanager
def _beside(path: str, *, replaces: bool) -> Iterator[str]:
    """A file that takes the place of the one at `path`, or is the first there. What root replaces stays its owner's: a broker reads it."""
    temporary = f"{path}.{secrets.token_hex(4)}"
    try:
        yield temporary
        if replaces:
            owner = os.lstat(path)
            if os.geteuid() == 0 and owner.st_uid != 0:
                os.chown(temporary, owner.st_uid, owner.st_gid, follow_symlinks=False)
            os.replace(temporary, path)
        else:
            try:
                os.link(temporary, path)
            except FileExistsError:
                raise usage(f"{path} is there already; --renew replaces it") from None
            os.unlink(temporary)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
