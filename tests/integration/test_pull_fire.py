"""``klog pull`` under fire: whatever dies, each record is there once, for pyarrow, duckdb and Spark, which know of no ledger.

A round makes topics, pulls them while something goes wrong, pulls once more, and compares every record with what was produced. The test
command does one round of each with the local runner; ``make soak`` does twenty, and three on Spark.
"""

from __future__ import annotations

import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow.dataset as ds
import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.settings import ClientSettings
from klog.pull.errors import PullError, RecordsLost
from klog.pull.job import PullResult, Runner, pull
from klog.pull.progress import Progress, Stage
from klog.pull.runner import LocalRunner
from klog.pull.verify import verify
from klog.testing import Broker
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from tests import peers
from tests.integration.pull_faults import WORK, leave, left, settings_of

TOPICS = {"fire-a": 2, "fire-b": 1}
#: The killing of drivers takes a process each.
DRIVER_TIMEOUT_S = 180


class Scene:
    """A broker with topics, a target, and what should be in it."""

    def __init__(self, folder: str, runner: Runner, reader: Callable[[str], list[tuple[Any, ...]]] | None = None) -> None:
        self.target = f"{folder}/lake"
        self.runner = runner
        self.broker = Broker({"auto.create.topics.enable": "false"}, topics=TOPICS).start()
        self.written: list[tuple[Any, ...]] = []
        self._next: dict[tuple[str, int], int] = {}
        self._reader = reader
        self.incarnation = 0

    def close(self) -> None:
        self.broker.stop()

    def write(self, count: int) -> None:
        """`count` records in each partition; each says where it is."""
        for topic, partitions in TOPICS.items():
            for partition in range(partitions):
                first = self._next.get((topic, partition), 0)
                values = [f"{self.incarnation} {topic} {partition} {offset}".encode() for offset in range(first, first + count)]
                for at in range(0, count, 500):
                    self.broker.put(topic, values[at : at + 500], partition=partition)
                self._next[topic, partition] = first + count
                self.written += [(topic, partition, first + at, value) for at, value in enumerate(values)]

    def make_again(self, topic: str) -> None:
        """Delete a topic, and make it again, empty."""
        with BlockingClient(ClientSettings(bootstrap_servers=self.broker.bootstrap)) as client:
            request = DeleteTopicsRequest(topics=[DeleteTopicState(name=topic)], topic_names=[topic], timeout_ms=10_000)
            client.ask_any(request)
        self.broker.create_topic(topic, TOPICS[topic])
        self.incarnation += 1
        for partition in range(TOPICS[topic]):
            self._next[topic, partition] = 0

    def pull(self, on_progress: Callable[[Progress], None] | None = None, **changes: Any) -> PullResult:
        return pull(settings_of(self.broker.bootstrap, self.target, **changes), self.runner, on_progress)

    def driver(self, **told: Any) -> subprocess.Popen[str]:
        """A pull in a process of its own."""
        told = {"bootstrap": self.broker.bootstrap, "target": self.target, **told}
        command = [sys.executable, "-m", "tests.integration.pull_faults", json.dumps(told)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=peers.ROOT)

    def check(self, test: unittest.TestCase, what: str) -> None:
        """All readers see what was written, each record once."""
        wanted = sorted(self.written)
        for name, read in self._readers():
            found = sorted(read(self.target))
            test.assertEqual(len(found), len(wanted), f"{what}: {name} sees {len(found)} records")
            test.assertEqual(found, wanted, f"{what}: {name}")
        counted = verify(settings_of(self.broker.bootstrap, self.target), ask_broker=True)
        test.assertEqual(counted.problems, (), what)
        test.assertEqual(counted.rows, len(wanted), what)

    def _readers(self) -> Iterator[tuple[str, Callable[[str], list[tuple[Any, ...]]]]]:
        yield "pyarrow", by_pyarrow
        yield "duckdb", by_duckdb
        if self._reader is not None:
            yield "spark", self._reader


def by_pyarrow(target: str) -> list[tuple[Any, ...]]:
    """All records, by pyarrow."""
    table = ds.dataset(target, partitioning="hive").to_table(columns=["topic", "partition", "offset", "value"])
    return list(zip(*(table.column(name).to_pylist() for name in ("topic", "partition", "offset", "value")), strict=True))


def by_duckdb(target: str) -> list[tuple[Any, ...]]:
    """All records, by duckdb."""
    try:
        import duckdb
    except ImportError:
        peers.missing("duckdb", "pip install duckdb")
    query = f"""select topic, partition, "offset", value from read_parquet('{target}/topic=*/**/*.parquet', hive_partitioning=true)"""
    return list(duckdb.sql(query).fetchall())


def by_spark(session: Any) -> Callable[[str], list[tuple[Any, ...]]]:
    """All records, by Spark."""

    def read(target: str) -> list[tuple[Any, ...]]:
        rows = session.read.parquet(target).select("topic", "partition", "offset", "value").collect()
        return [(row[0], row[1], row[2], bytes(row[3])) for row in rows]

    return read


class FireBase(unittest.TestCase):
    """What is the same for both runners."""

    rounds: int
    is_spark = False

    def make_runner(self) -> Any:
        raise NotImplementedError

    def reader(self) -> Callable[[str], list[tuple[Any, ...]]] | None:
        return None

    def scenes(self) -> Iterator[tuple[int, Scene, random.Random]]:
        """Rounds, each with a broker, a target and a seed of its own."""
        for number in range(self.rounds):
            folder = tempfile.mkdtemp(prefix="klog-pull-")
            runner = self.make_runner()
            scene = Scene(folder, runner, self.reader())
            try:
                yield number, scene, random.Random(number)
            finally:
                scene.close()
                runner.close()
                shutil.rmtree(folder, ignore_errors=True)


class Fire:
    """The fires; see `LocalFireTests` and `SparkFireTests`."""

    def test_a_task_raises(self: Any) -> None:
        for number, scene, _ in self.scenes():
            scene.write(1000)
            leave(scene.target, "raise-1", "raise-2")
            self.assertEqual(scene.pull().rows, len(scene.written))
            self.assertEqual(left(scene.target), [], "the faults did not happen")
            scene.check(self, f"round {number}")
            self.assertEqual(scene.pull().version, -1)

    def test_a_worker_is_killed(self: Any) -> None:
        for number, scene, _ in self.scenes():
            scene.write(1000)
            leave(scene.target, "kill-1", "kill-2")
            self.assertEqual(scene.pull().rows, len(scene.written))
            self.assertEqual(left(scene.target), [], "the faults did not happen")
            scene.check(self, f"round {number}")
            scene.write(10)
            leave(scene.target, "kill-3")
            scene.pull()
            scene.check(self, f"round {number}, again")

    def kill_driver(self: Any, choose: Callable[[random.Random], tuple[str, int, bool]], *, is_committed: bool) -> None:
        for number, scene, source in self.scenes():
            scene.write(1000)
            scene.pull()
            scene.write(800)
            die = choose(source)
            with scene.driver(die=die, spark=self.is_spark) as driver:
                _, told = driver.communicate(timeout=DRIVER_TIMEOUT_S)
            self.assertEqual(driver.returncode, -9, f"it did not die where it should, {die}: {told}")
            at_once = by_pyarrow(scene.target)
            self.assertEqual(len(set(at_once)), len(at_once))
            scene.write(5)
            done = scene.pull()
            self.assertEqual(done.rows, 5 * 3 if is_committed else 805 * 3, f"round {number}: {die}")
            scene.check(self, f"round {number}: {die}")

    def test_the_driver_is_killed_before_the_record(self: Any) -> None:
        self.kill_driver(lambda source: ("link", 1, False), is_committed=False)

    def test_the_driver_is_killed_after_the_record(self: Any) -> None:
        self.kill_driver(lambda source: ("link", 1, True), is_committed=True)

    def test_the_driver_is_killed_amid_publishing(self: Any) -> None:
        # 800 records a partition in ranges of 700 at most: six files.
        self.kill_driver(lambda source: ("rename", source.randrange(1, 7), source.random() < 0.5), is_committed=True)

    def test_three_pulls_at_the_same_time(self: Any) -> None:
        for number, scene, source in self.scenes():
            scene.write(1000)
            results: list[Any] = []

            def one(runner: Any, scene: Scene = scene, results: list[Any] = results) -> None:
                settings = settings_of(scene.broker.bootstrap, scene.target)
                try:
                    results.append(pull(settings, runner))
                except BaseException as error:
                    results.append(error)

            runners = [self.make_runner() for _ in range(3)]
            threads = [threading.Thread(target=one, args=(runner,)) for runner in runners]
            for thread in threads:
                thread.start()
            for _ in range(3):
                scene.write(source.randrange(100))
            for thread in threads:
                thread.join()
            for runner in runners:
                runner.close()
            self.assertTrue(all(isinstance(result, PullResult) for result in results), results)
            scene.pull()
            scene.check(self, f"round {number}: versions {[result.version for result in results]}")

    def test_the_broker_is_restarted(self: Any) -> None:
        for number, scene, source in self.scenes():
            scene.write(2000)
            scene.broker.delay_s = 0.002
            restarted: list[bool] = []
            # Some of nine tasks are done, others under way.
            at = source.randrange(1, 5)
            how = source.choice([scene.broker.stop, scene.broker.crash])

            def restart(
                progress: Progress, scene: Scene = scene, restarted: list[bool] = restarted, at: int = at, how: Callable[[], None] = how
            ) -> None:
                if progress.stage is Stage.READING and progress.tasks_done >= at and not restarted:
                    restarted.append(progress.tasks_done < progress.tasks_total)
                    how()
                    scene.broker.start()

            scene.pull(restart)
            self.assertEqual(restarted, [True], "the broker was not restarted while something was to be read")
            scene.broker.delay_s = 0.0
            scene.write(3)
            scene.pull()
            scene.check(self, f"round {number}")

    def test_a_topic_is_deleted_and_made_again(self: Any) -> None:
        for number, scene, source in self.scenes():
            scene.write(300)
            scene.pull()
            before = list(scene.written)
            scene.make_again("fire-b")
            scene.write(source.choice([200, 400]))
            with self.assertRaisesRegex(RecordsLost, "topic fire-b: it was deleted and made again"):
                scene.pull()
            self.assertEqual(sorted(by_pyarrow(scene.target)), sorted(before), "nothing of it came in")
            scene.pull(fail_on_data_loss=False)
            scene.check(self, f"round {number}")
            scene.write(10)
            scene.pull()
            scene.check(self, f"round {number}, further")

    def test_a_topic_is_made_again_while_it_is_pulled(self: Any) -> None:
        for number, scene, _ in self.scenes():
            scene.write(300)
            before = [row for row in scene.written if row[0] != "fire-b"]
            happened: list[bool] = []

            def make_again(progress: Progress, scene: Scene = scene, happened: list[bool] = happened) -> None:
                if progress.stage is Stage.READING and not happened:
                    happened.append(True)
                    scene.make_again("fire-b")
                    scene.write(400)

            with self.assertRaisesRegex(PullError, "topic fire-b, partition 0"):
                scene.pull(make_again)
            self.assertEqual(
                pathlib.Path(scene.target, "_klog/log").exists() and list(pathlib.Path(scene.target, "_klog/log").iterdir()), []
            )
            # What was in the first one is gone for good; of the second nothing was taken for it.
            scene.written = before + [row for row in scene.written if row not in before and row[3].startswith(b"1 ")]
            scene.pull()
            scene.check(self, f"round {number}")


@pytest.mark.soak
class LocalFireTests(Fire, FireBase):
    """With processes on this machine."""

    rounds = peers.soak_share(20)

    def make_runner(self) -> LocalRunner:
        return LocalRunner(2, work=WORK)


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "three rounds of everything on Spark: make soak")
class SparkFireTests(Fire, FireBase):
    """On Spark: tasks in its executors, drivers that are killed with their JVMs."""

    rounds = 3
    is_spark = True
    session: Any

    @classmethod
    def setUpClass(cls) -> None:
        from tests.spark import spark_session

        cls.session = spark_session.get({"spark.master": "local[2,4]"})

    @classmethod
    def tearDownClass(cls) -> None:
        from tests.spark import spark_session

        spark_session.stop()

    def make_runner(self) -> Any:
        from klog.pull.spark_runner import SparkRunner

        return SparkRunner(self.session, work=WORK)

    def reader(self) -> Callable[[str], list[tuple[Any, ...]]]:
        return by_spark(self.session)
