"""The page "Running several": a ZooKeeper and three brokers as processes, of which one is killed and one stopped."""

from __future__ import annotations

import pathlib

from tests.docs.pages import Runner
from tests.docs.test_tutorial import four_digits
from tests.integration.zookeepers import runtime


def test_page(tmp_path: pathlib.Path) -> None:
    """From top to bottom, in an empty folder."""
    found = runtime()
    home = tmp_path / "zookeeper"
    home.mkdir()
    (home / "lib").symlink_to(found.jars.folder)
    runner = Runner("running_several.md", tmp_path / "page", four_digits(), {port: four_digits() for port in (9093, 9094, 2181)})
    runner.environment["ZOOKEEPER_HOME"] = str(home)
    assert runner.run() > 10
