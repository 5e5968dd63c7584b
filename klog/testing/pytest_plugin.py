"""pytest's fixtures: a broker for a test, or one for the whole run. Loaded by pytest itself, through an entry point.

* ``klog_broker``: a fresh `klog.testing.embedded.Broker`, for one test; takes a few milliseconds. Settings for one test::

      @pytest.mark.klog({"num.partitions": "3"}, topics={"orders": 3})
      def test_orders(klog_broker): ...

* ``klog_broker_session``: one for all tests of the run (of each worker, under pytest-xdist).
* ``klog_memory_broker``: a started `klog.testing.broker.MemoryBroker`, in virtual time.
* ``klog_properties``: a fixture to override, in a ``conftest.py`` or a module, with settings for all brokers there.

``klog_properties`` in ``pytest.ini`` (lines of ``name=value``) is for all of them; ``klog_data_directory = true`` lays the files of
``klog_broker`` into the test's ``tmp_path`` rather than memory.

Nothing of klog or Twisted is imported before a fixture is asked for: this file is loaded in every run of pytest where klog is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from klog.testing.broker import MemoryBroker
    from klog.testing.embedded import Broker


def pytest_addoption(parser: pytest.Parser) -> None:
    """What may stand in ``pytest.ini``."""
    parser.addini("klog_properties", "settings of klog's brokers, a line of name=value for each", type="linelist", default=[])
    parser.addini("klog_data_directory", "whether klog_broker keeps its files in tmp_path and not in memory", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """The mark."""
    config.addinivalue_line("markers", "klog(properties, topics={}): settings and topics of the klog brokers of this test")


def ini_properties(lines: list[str]) -> dict[str, str]:
    """Settings out of ``pytest.ini``.

    :raises pytest.UsageError: a line that is none.
    """
    properties = {}
    for line in lines:
        name, equals, value = line.partition("=")
        if not equals:
            raise pytest.UsageError(f"klog_properties: {line!r} is not name=value")
        properties[name.strip()] = value.strip()
    return properties


def _marked(request: pytest.FixtureRequest) -> tuple[dict[str, Any], dict[str, int]]:
    """Properties and topics of a test: its own mark comes over its class's and its module's."""
    properties: dict[str, Any] = {}
    topics: dict[str, int] = {}
    for mark in reversed(list(request.node.iter_markers("klog"))):
        others = sorted(mark.kwargs.keys() - {"properties", "topics"})
        if others or len(mark.args) > 1:
            what = ", ".join(others) or f"{len(mark.args)} arguments"
            pytest.fail(f"@pytest.mark.klog takes properties and topics, not {what}", pytrace=False)
        properties.update(mark.args[0] if mark.args else mark.kwargs.get("properties", {}))
        topics.update(mark.kwargs.get("topics", {}))
    return properties, topics


def _checked(properties: dict[str, Any]) -> dict[str, Any]:
    """`properties`; the test fails where one of them is none, which a broker only warns of."""
    from klog.broker.settings.declared_settings import BROKER_SETTINGS, declared
    from klog.config import unknown_name_sentence

    for name in properties:
        if declared(name) is None:
            pytest.fail(f"klog's broker: {unknown_name_sentence(name, BROKER_SETTINGS)}", pytrace=False)
    return properties


@pytest.fixture(scope="session")
def klog_properties(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Settings for all brokers, out of ``pytest.ini``; to be overridden."""
    return dict(ini_properties(request.config.getini("klog_properties")))


@pytest.fixture
def klog_broker(request: pytest.FixtureRequest, klog_properties: dict[str, Any]) -> Iterator[Broker]:
    """A running Kafka broker for this test: give ``klog_broker.bootstrap`` to any client."""
    from klog.testing.embedded import Broker

    properties, topics = _marked(request)
    directory = None
    if request.config.getini("klog_data_directory"):
        directory = request.getfixturevalue("tmp_path") / "klog"
    with Broker(_checked({**klog_properties, **properties}), topics=topics, data_directory=directory) as broker:
        yield broker


@pytest.fixture(scope="session")
def klog_broker_session(klog_properties: dict[str, Any]) -> Iterator[Broker]:
    """A running Kafka broker for all tests of this run."""
    from klog.testing.embedded import Broker

    with Broker(_checked(klog_properties)) as broker:
        yield broker


@pytest.fixture
def klog_memory_broker(request: pytest.FixtureRequest, klog_properties: dict[str, Any]) -> Iterator[MemoryBroker]:
    """A running broker in virtual time: clients connect with ``klog_memory_broker.reactor``."""
    from klog.testing.broker import MemoryBroker

    properties, topics = _marked(request)
    broker = MemoryBroker(_checked({**klog_properties, **properties})).start()
    broker.create_topics(topics)
    yield broker
    if broker.service.running:
        broker.stop()
