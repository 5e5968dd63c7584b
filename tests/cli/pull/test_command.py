"""``klog pull``, run in this process against an embedded broker, its tasks too: what it prints, how it ends, what it says to mistakes.

tests/integration/test_pull_logs.py runs the command with its worker processes, tests/pull has what pulls."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import signal
import tempfile
import unittest
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar
from unittest import mock

import pyarrow.dataset as ds
from confluent_kafka import TopicPartition
from confluent_kafka.admin import AdminClient

from klog.cli import spark_sessions
from klog.cli.exit_codes import Exit
from klog.cli.main import run
from klog.cli.output import Format
from klog.cli.pull import command
from klog.cli.pull.options import PullOptions
from klog.cli.run_coroutine import Interrupted
from klog.errors import ErrorCode, KlogError
from klog.pull.job import PullResult
from klog.pull.progress import Progress, Stage
from klog.pull.runner import LocalRunner
from klog.pull.task import run_task
from klog.pull.types import Report, TaskResult, TaskSpec
from klog.testing.embedded import Broker
from tests.cli.rig import Captured


class InlineRunner:
    """Tasks one after the other, here."""

    workers = 1

    def run(self, specs: Sequence[TaskSpec], report: Report, notice: Callable[[str], None]) -> list[TaskResult]:
        return [run_task(spec, report) for spec in specs]


@contextlib.contextmanager
def inline(options: Any, out: Any) -> Iterator[InlineRunner]:
    """Instead of processes."""
    yield InlineRunner()


class PullCase(unittest.TestCase):
    """A broker, a target, the command."""

    broker: ClassVar[Broker]
    data: ClassVar[tempfile.TemporaryDirectory[str]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.data = tempfile.TemporaryDirectory(prefix="klog-test-")
        cls.addClassCleanup(cls.data.cleanup)
        cls.broker = Broker({"auto.create.topics.enable": "false"}, data_directory=cls.data.name).start()
        cls.addClassCleanup(cls.broker.stop)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.target = pathlib.Path(folder.name) / "target"
        patched = mock.patch.object(command, "open_runner", inline)
        patched.start()
        self.addCleanup(patched.stop)
        for name in ("KLOG_BOOTSTRAP", "KLOG_CONFIG", "COLUMNS"):
            gone = mock.patch.dict(os.environ)
            gone.start()
            self.addCleanup(gone.stop)
            os.environ.pop(name, None)

    def topic(self, values: Sequence[bytes | None] = (b"a", b"b", b"c"), partitions: int = 1) -> str:
        """A topic of this test, with these values in partition 0."""
        name = self.id().rpartition(".")[2]
        self.broker.create_topic(name, partitions)
        self.broker.put(name, list(values), key=b"k")
        return name

    def klog(self, *arguments: str, bootstrap: str | None = None) -> tuple[int, str, str]:
        """Exit code, standard output, standard error."""
        out, err = io.StringIO(), io.StringIO()
        where = ["-b", self.broker.bootstrap if bootstrap is None else bootstrap] if bootstrap != "" else []
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(["pull", *where, "-F", "none", *arguments])
        self.assertNotIn("Traceback", err.getvalue())
        self.assertNotIn("mistake in klog itself", err.getvalue())
        return code, out.getvalue(), err.getvalue()

    def pull(self, topic: str, *more: str) -> tuple[int, str, str]:
        return self.klog("--topic", topic, "--to", str(self.target), *more)

    def values(self) -> list[Any]:
        table = ds.dataset(self.target, format="parquet", partitioning="hive").to_table()
        return list(table.sort_by("offset").column("value").to_pylist())

    def fails(self, code: Exit, *parts: str, of: tuple[int, str, str]) -> None:
        """It ended so, with one line that says all of that."""
        self.assertEqual(of[0], code, of)
        lines = of[2].splitlines()
        for part in parts:
            self.assertIn(part, lines[-1] if not lines[-1].startswith("Try:") else lines[-2])


class RunTests(PullCase):
    """Pulls that go well."""

    def test_json(self) -> None:
        topic = self.topic()
        code, out, _ = self.pull(topic, "-o", "json")
        self.assertEqual(code, 0)
        said = json.loads(out)
        self.assertEqual((said["pull"]["version"], said["pull"]["rows"], said["pull"]["files"]), (0, 3, 1))
        (row,) = said["topics"]
        self.assertEqual((row["topic"], row["partitions"], row["rows"], row["files"], row["lost_offsets"]), (topic, 1, 3, 1, 0))
        self.assertEqual(self.values(), [b"a", b"b", b"c"])
        again = json.loads(self.pull(topic, "-o", "json")[1])
        self.assertEqual((again["pull"]["version"], again["pull"]["rows"], again["topics"]), (None, 0, []))
        self.broker.put(topic, [b"d"])
        more = json.loads(self.pull(topic, "-o", "json")[1])
        self.assertEqual((more["pull"]["version"], more["pull"]["rows"]), (1, 1))
        self.assertEqual(self.values(), [b"a", b"b", b"c", b"d"])

    def test_text_and_remarks(self) -> None:
        topic = self.topic()
        code, out, err = self.pull(topic)
        self.assertEqual(code, 0)
        head, row = out.splitlines()
        self.assertEqual(head.split("\t")[:4], ["topic", "partitions", "rows", "files"])
        self.assertEqual(row.split("\t")[:4], [topic, "1", "3", "1"])
        self.assertIn("3 records in 1 files", err)
        self.assertIn("version 0", err)
        self.assertIn("Nothing is new.", self.pull(topic)[2])
        self.assertEqual(self.pull(topic, "-q")[2], "")

    def test_a_table_shows_losses_only_where_there_are_some(self) -> None:
        topic = self.topic([b"fine", b"\xff"])
        _, out, _ = self.pull(topic, "-o", "table", "--decode", "string", "--on-bad", "null")
        self.assertIn("NOT DECODED", out)
        self.assertNotIn("LOST", out)
        self.assertEqual(self.values(), ["fine", None])

    def test_columns(self) -> None:
        topic = self.topic([b'{"id": 1, "text": "x"}', None, b'{"id": 2}'])
        schema = pathlib.Path(self.data.name) / "s.avsc"
        fields = [{"name": "id", "type": "long"}, {"name": "text", "type": ["null", "string"]}]
        schema.write_text(json.dumps({"type": "record", "name": "R", "fields": fields}))
        self.assertEqual(self.pull(topic, "--decode", "json", "--schema", str(schema), "--decode-key", "string")[0], 0)
        self.assertEqual(self.values(), [{"id": 1, "text": "x"}, None, {"id": 2, "text": None}])

    def test_by_date(self) -> None:
        self.assertEqual(self.pull(self.topic(), "--by-date")[0], 0)
        (path,) = self.target.rglob("*.parquet")
        self.assertTrue(path.parent.name.startswith("date=20"), path)

    def test_several_topics_and_a_pattern(self) -> None:
        for name in ("many-a", "many-b"):
            self.broker.create_topic(name)
            self.broker.put(name, [b"x"])
        code, out, _ = self.klog("--pattern", "many-.*", "--to", str(self.target), "-o", "json")
        self.assertEqual((code, [row["topic"] for row in json.loads(out)["topics"]]), (0, ["many-a", "many-b"]))

    def test_verify(self) -> None:
        topic = self.topic([b"x" * 5000] * 10)
        self.pull(topic)
        code, out, _ = self.klog("--verify", "--to", str(self.target), "-o", "json", bootstrap="")
        said = json.loads(out)
        self.assertEqual((code, said["problems"]), (0, []), said)
        self.assertEqual((said["verify"]["files"], said["verify"]["rows"]), (1, 10))
        code, out, _ = self.klog("--verify", "--to", str(self.target), "-o", "json")
        self.assertEqual((code, json.loads(out)["verify"]["broker_rows"]), (0, 10))
        (path,) = self.target.rglob("*.parquet")
        path.unlink()
        code, out, err = self.klog("--verify", "--to", str(self.target), bootstrap="")
        self.assertEqual(code, Exit.FAILED)
        self.assertIn(path.name, out)
        self.assertIn("a problem was found", err)


class MistakeTests(PullCase):
    """What is wrong is said, with the exit code that it has everywhere."""

    def test_usage(self) -> None:
        for arguments, why in (
            (("--topic", "x"), "--to"),
            (("--to", "/t"), "nothing to pull"),
            (("--topic", "x", "--to", "/t", "--format", "csv"), "csv"),
            (("--topic", "x", "--to", "/t", "--max-records", "0"), "max-records"),
            (("--topic", "x", "--to", "/t", "--decode", "json"), "--schema FILE"),
            (("--topic", "x", "--to", "s3://b/x"), "object store"),
            (("--topic", "x", "--to", "/t", "--from", "noon"), "noon is no time"),
            (("--topic", "x", "--to", "/t", "--follow", "--interval", "soon"), "soon is no length of time"),
        ):
            self.fails(Exit.USAGE, why, of=self.klog(*arguments))
        self.fails(Exit.USAGE, "no broker is named", of=self.klog("--topic", "x", "--to", "/t", bootstrap=""))

    def test_a_topic_that_is_not_there(self) -> None:
        self.fails(Exit.NOT_FOUND, "no-such-topic", of=self.pull("no-such-topic"))

    def test_nobody_answers(self) -> None:
        found = self.klog("--topic", "x", "--to", str(self.target), "--timeout", "0.5", bootstrap="127.0.0.1:1")
        self.fails(Exit.UNREACHABLE, "127.0.0.1:1", "klog doctor", of=found)

    def test_another_pulls_ledger(self) -> None:
        topic = self.topic()
        self.pull(topic)
        self.fails(Exit.FAILED, "by_date", "another target directory", of=self.pull(topic, "--by-date"))

    def test_files_without_a_ledger(self) -> None:
        topic = self.topic()
        self.pull(topic)
        for path in (self.target / "_klog").rglob("*.json"):
            path.unlink()
        self.fails(Exit.FAILED, "no ledger", of=self.pull(topic))

    def test_targets_that_cannot_be(self) -> None:
        topic = self.topic()
        self.target.write_text("a file")
        self.fails(Exit.FAILED, str(self.target), of=self.pull(topic))
        self.target.unlink()
        refused = OSError(30, "Read-only file system", str(self.target))
        with mock.patch("os.mkdir", side_effect=refused):
            self.fails(Exit.FAILED, "Read-only file system", str(self.target), of=self.pull(topic))

    def test_a_schema_that_cannot_be(self) -> None:
        path = pathlib.Path(self.data.name) / "bad.avsc"
        path.write_text('["int", "string"]')
        found = self.pull("x", "--decode", "avro", "--schema", str(path))
        self.fails(Exit.USAGE, "union of several types", of=found)
        self.fails(Exit.NOT_FOUND, "no schema file", of=self.pull("x", "--decode", "avro", "--schema", "/no/such"))

    def test_missing_packages(self) -> None:
        with mock.patch.dict("sys.modules", {"pyarrow": None}):
            self.fails(Exit.FAILED, "pip install 'klog[arrow]'", of=self.pull("x"))

    def test_a_record_that_does_not_decode(self) -> None:
        topic = self.topic([b"fine", b"\xff"])
        found = self.pull(topic, "--decode", "string")
        self.fails(Exit.FAILED, f"topic {topic}, partition 0, offset 1", "--on-bad", of=found)
        self.assertEqual(list(self.target.rglob("*.parquet")), [])

    def test_damaged_records(self) -> None:
        topic = self.topic([b"one-before"])
        self.broker.put(topic, [b"damaged-one", b"damaged-two"])
        self.broker.put(topic, [b"one-behind"])
        (segment,) = pathlib.Path(self.data.name).glob(f"{topic}-0/*.log")
        data = segment.read_bytes()
        with open(segment, "r+b") as file:
            file.seek(data.index(b"damaged-one"))
            file.write(b"DAMAGED")
        self.fails(Exit.FAILED, f"topic {topic}, partition 0, offset 1", "--skip-corrupt", of=self.pull(topic))
        self.assertEqual(list(self.target.rglob("*.parquet")), [])
        code, out, _ = self.pull(topic, "--skip-corrupt", "-o", "json")
        self.assertEqual((code, json.loads(out)["pull"]["skipped_records"]), (0, 2))
        self.assertEqual(self.values(), [b"one-before", b"one-behind"])

    def test_records_that_are_gone(self) -> None:
        topic = self.topic()
        self.pull(topic)
        self.broker.put(topic, [b"d", b"e"])
        admin = AdminClient({"bootstrap.servers": self.broker.bootstrap})
        for gone in admin.delete_records([TopicPartition(topic, 0, 4)]).values():
            gone.result(20)
        self.fails(Exit.FAILED, f"topic {topic}, partition 0", "--on-data-loss skip", of=self.pull(topic))
        code, out, _ = self.pull(topic, "--on-data-loss", "skip", "-o", "json")
        self.assertEqual((code, json.loads(out)["pull"]["lost_offsets"]), (0, 1))
        self.assertEqual(self.values(), [b"a", b"b", b"c", b"e"])


def result(version: int, rows: int = 0) -> PullResult:
    return PullResult(version, "job", rows, 1, 100, 200, 1, 0, 0, 0, 0, 0.5)


class FollowTests(unittest.TestCase):
    """Runs one after the other."""

    def follow(self, outcomes: list[Any], format: Format = Format.JSON) -> Captured:
        out = Captured(format)
        waits: list[float] = []

        def once() -> PullResult:
            found = outcomes.pop(0)
            if isinstance(found, BaseException):
                raise found
            return found  # type: ignore[no-any-return]

        command.follow(once, 7.0, out, waits.append)
        self.assertEqual(set(waits), {7.0})
        return out

    def test_a_line_for_each_run_that_found_something(self) -> None:
        out = self.follow([result(0, 5), result(-1), result(1, 2), Interrupted(signal.SIGINT)])
        self.assertEqual([(row["version"], row["rows"]) for row in map(json.loads, out.out.text.splitlines())], [(0, 5), (1, 2)])
        self.assertIn("what was pulled is whole", out.err.text)

    def test_text(self) -> None:
        out = self.follow([result(3, 5), Interrupted(signal.SIGTERM)], Format.TEXT)
        self.assertEqual(out.out.text.splitlines()[1].split("\t")[:2], ["3", "5"])

    def test_a_broker_that_is_away_for_a_while(self) -> None:
        away = KlogError(ErrorCode.NETWORK_EXCEPTION, "nobody answers")
        out = self.follow([away, away, result(0, 5), Interrupted(signal.SIGINT)])
        self.assertEqual(out.err.text.count("nobody answers"), 1)
        self.assertIn("trying again", out.err.text)
        self.assertIn("answers again", out.err.text)

    def test_what_does_not_pass_ends_it(self) -> None:
        with self.assertRaises(KlogError):
            self.follow([KlogError(ErrorCode.TOPIC_AUTHORIZATION_FAILED)])


class ShownTests(unittest.TestCase):
    """Bars and notices."""

    def test_bars(self) -> None:
        out = Captured(Format.TABLE, is_terminal=True)
        time = 5.0
        shown = command.Shown(out, lambda: time)
        shown.on_progress(Progress(Stage.READING, 10, 100, 10, 500, 0, 2, topics=(("a", 10, 50), ("b", 0, 50))))
        self.assertIn("reading", out.err.text)
        self.assertIn("20%", out.err.text)
        time = 8.0
        shown.on_progress(Progress(Stage.READING, 50, 100, 50, 900, 1, 2, topics=(("a", 50, 50), ("b", 0, 50))))
        self.assertIn("3.0 s left", out.err.text)
        shown.on_progress(Progress(Stage.READING, notice="a task is tried again"))
        self.assertIn("klog: a task is tried again\n", out.err.text)
        time = 9.0
        shown.on_files(3, 4)
        self.assertIn("verifying", out.err.text)
        shown.end()
        self.assertTrue(out.err.text.endswith("\x1b[J"))
        self.assertEqual(out.out.text, "")

    def test_without_a_terminal_there_are_notices_only(self) -> None:
        out = Captured(Format.TEXT)
        shown = command.Shown(out)
        shown.on_progress(Progress(Stage.READING, 10, 100))
        shown.on_progress(Progress(Stage.READING, 10, 100, notice="x"))
        shown.end()
        self.assertEqual(out.err.text, "klog: x\n")


class RunnerTests(unittest.TestCase):
    """What runs the tasks."""

    def options(self, **more: Any) -> PullOptions:
        return PullOptions(topics=("t",), target="/t", **more)

    def test_processes(self) -> None:
        with command.open_runner(self.options(workers=2), Captured()) as runner:
            assert isinstance(runner, LocalRunner)
            self.assertEqual(runner.workers, 2)
            self.assertEqual(len(runner.pids), 2)
        self.assertEqual(runner.pids, [])

    def test_spark(self) -> None:
        asked: list[tuple[str | None, dict[str, str]]] = []

        @contextlib.contextmanager
        def session(master: str | None, out: Any, *, settings: dict[str, str]) -> Iterator[Any]:
            asked.append((master, settings))
            yield mock.Mock(sparkContext=mock.Mock(defaultParallelism=7))

        with mock.patch.object(spark_sessions, "open_session", session):
            for more in ({}, {"attempts": 2}, {"master": "spark://h:7077"}):
                with command.open_runner(self.options(runner="spark", **more), Captured()) as runner:
                    self.assertEqual(runner.workers, 7)
        self.assertEqual([master for master, _ in asked], ["local[*,4]", "local[*,2]", "spark://h:7077"])
        self.assertEqual([settings["spark.task.maxFailures"] for _, settings in asked], ["4", "2", "4"])


class EndTests(unittest.TestCase):
    """Words."""

    def test_options_have_the_commands_names(self) -> None:
        self.assertEqual(command.own_words("gone. To go on, turn failOnDataLoss off"), "gone. To go on, give --on-data-loss skip")
        self.assertEqual(command.own_words("nothing else"), "nothing else")


if __name__ == "__main__":
    unittest.main()
