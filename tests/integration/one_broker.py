"""One broker for all tests of a class: klog, or a version of Apache Kafka (with its ZooKeeper where it still needs one)."""

from __future__ import annotations

import contextlib
import pathlib
import tempfile
from collections.abc import Mapping
from typing import ClassVar

from tests.integration.group_brokers import QUICK
from tests.integration.running import KlogBroker, kafka_broker, zookeeper


class OneBroker:
    """Mixed into a `TestCase`; a class for each version."""

    #: None is klog.
    version: ClassVar[str | None] = None
    settings: ClassVar[Mapping[str, str]] = QUICK
    address: ClassVar[str]
    _resources: ClassVar[contextlib.ExitStack]

    @classmethod
    def setUpClass(cls) -> None:
        settings = dict(cls.settings)
        with contextlib.ExitStack() as stack:
            if cls.version is None:
                cls.address = stack.enter_context(KlogBroker(settings=settings)).address
            else:
                folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)))
                keeper = stack.enter_context(zookeeper(cls.version, folder / "zk")) if cls.version.startswith("2") else None
                chroot = f"{keeper}/k" if keeper else None
                # At the end nothing of it is looked at any more, so it is killed.
                cls.address = stack.enter_context(
                    kafka_broker(cls.version, folder / "kafka", zookeeper=chroot, settings=settings, kill=True)
                )
            cls._resources = stack.pop_all()

    @classmethod
    def tearDownClass(cls) -> None:
        cls._resources.close()
