"""``klog mirror handover``: a data directory that was copied into is made ready for the broker that will serve it.

A mirror that ended in order has left it so already; after a kill or a power cut its logs are recovered here. For a broker under ZooKeeper
the topics are registered there. Nothing is asked of the source, which may be gone.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import click

from klog.cli.connection import output_options
from klog.cli.exit_codes import EXIT_CODES, CommandFailed, Exit, usage
from klog.cli.output import Column, Output, number
from klog.cli.run_coroutine import run
from klog.cli.zookeeper_client import client_as_broker, close_within

if TYPE_CHECKING:
    from klog.broker.settings.settings import BrokerSettings
    from klog.directory_mirror.registration import Directory
    from klog.storage.filesystem import FileSystem
    from klog.zookeeper.client import ZookeeperClient

#: For all that ZooKeeper is asked.
_PATIENCE_S = 60.0
_COLUMNS = (
    Column("directory"),
    Column("cluster_id"),
    number("broker_id"),
    number("topics"),
    number("partitions"),
    Column("zookeeper"),
)


@click.command(epilog=EXIT_CODES)
@click.argument("directory", metavar="DIR")
@click.option("--zookeeper", metavar="HOST:PORT,…", help="Register the topics there, for a broker of Kafka up to 3.9 or of klog.")
@click.option("-c", "--config", metavar="FILE", help="The broker's server.properties: its zookeeper.connect, with TLS and credentials.")
@output_options
def handover(directory: str, zookeeper: str | None, config: str | None, out: Output) -> None:
    """Make a directory that was copied into ready for its broker.

    DIR is what klog mirror run --to-directory has filled. After a kill it is recovered. klog that is alone needs no more; a broker under
    ZooKeeper finds its topics there, with their ids, configurations and leader epochs. No broker may run at that ZooKeeper yet.
    """
    from klog.storage.filesystem import RealFileSystem

    if zookeeper is not None and config is not None:
        raise usage("give --zookeeper, or -c")
    settings = None if config is None else _settings(config)
    connect = zookeeper if settings is None else settings.zookeeper
    handed = recovered(RealFileSystem(), os.path.abspath(directory), out, for_zookeeper=connect is not None)
    if connect is not None:
        run(lambda reactor: _register(reactor, connect, settings, handed))
    row = {
        "directory": os.path.abspath(directory),
        "cluster_id": handed.cluster_id,
        "broker_id": handed.broker_id,
        "topics": len(handed.topics),
        "partitions": sum(len(topic.leader_epochs) for topic in handed.topics.values()),
        "zookeeper": connect,
    }
    out.done("handover", _COLUMNS, [row])
    where = "" if connect is None else f" and zookeeper.connect={connect}"
    out.note(f"Ready for a broker with broker.id={handed.broker_id}, log.dirs={row['directory']}{where}.")


def _settings(path: str) -> BrokerSettings:
    from klog.cli.offline_users import broker_settings

    settings = broker_settings(path)
    if settings.zookeeper is None:
        raise usage(f"{path} has no zookeeper.connect in it")
    return settings


def recovered(fs: FileSystem, path: str, out: Output, *, for_zookeeper: bool = False) -> Directory:
    """What there is to hand over; the directory is closed in order.

    :param for_zookeeper: whether a broker under ZooKeeper serves it next.

    :raises CommandFailed: it is no mirror's, is in use, or its disk fails.
    """
    from klog.directory_mirror.data_directory import DirectoryRefused, MirrorDirectory
    from klog.directory_mirror.registration import Directory

    directory = MirrorDirectory(fs, path, lambda: int(time.time() * 1000), out.warn)
    try:
        directory.open(is_known=True)
    except DirectoryRefused as error:
        raise CommandFailed(str(error), Exit.FAILED) from None
    handed = Directory(directory.cluster_id, directory.broker_id, directory.handed_over(), directory.next_producer_id)
    opened = directory.open_transactions()
    if opened:
        name, offset = next(iter(opened.items()))
        more = "" if len(opened) == 1 else f", and likewise in {len(opened) - 1} more partitions"
        out.warn(
            f"{name}: a transaction is open from offset {offset} on{more}: who reads committed records waits there until it is ended; once "
            "the directory is served, `klog transaction find-hanging` finds it, and `klog transaction abort` ends it"
        )
    if not directory.close(for_zookeeper=for_zookeeper):
        raise CommandFailed(f"{path} could not be closed in order; what is wrong stands above")
    return handed


async def _register(reactor: Any, connect: str, settings: BrokerSettings | None, handed: Directory) -> None:
    from klog.zookeeper.client import ZookeeperClient

    if settings is None:
        client = ZookeeperClient(connect, reactor=reactor, name="klog mirror")
    else:
        client = client_as_broker(reactor, settings, "klog mirror")
    try:
        await register_with(client, connect, handed)
    finally:
        await close_within(reactor, client, _PATIENCE_S)


async def register_with(client: ZookeeperClient, connect: str, handed: Directory) -> None:
    """The same over `client`.

    :raises CommandFailed: something else stands there, or ZooKeeper is away.
    """
    from klog.directory_mirror.registration import RegistrationRefused, register
    from klog.zookeeper.errors import ZookeeperError

    try:
        await client.connect(timeout=_PATIENCE_S)
        await register(client, handed)
    except RegistrationRefused as error:
        raise CommandFailed(f"ZooKeeper at {connect}: {error}", Exit.FAILED) from None
    except ZookeeperError as error:
        raise CommandFailed(f"ZooKeeper at {connect}: {error}", Exit.UNREACHABLE) from None
