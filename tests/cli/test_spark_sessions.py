"""Spark for commands, without Spark: sentences out of its failures, options out of a command's."""

from __future__ import annotations

import io
import os
import pathlib
import unittest
from typing import Any
from unittest import mock

from klog.cli import spark_sessions
from klog.cli.connection import resolve
from klog.cli.exit_codes import CommandFailed
from klog.cli.output import Output
from klog.spark.client_names import translate
from klog.spark.launcher import CannotStart
from klog.spark.options import parse

STREAM_FAILURE = """\
[STREAM_FAILED] Query [id = 9, runId = 1] terminated with exception: [PYTHON_STREAMING_DATA_SOURCE_RUNTIME_ERROR] Failed when Python \
streaming data source perform latestOffset: Traceback (most recent call last):
  File "python_streaming_source_runner.py", line 1, in <module>
    raise MissingTopic(f"topic {name}")
klog.errors.UnknownTopic: topic logs does not exist at 127.0.0.1:9092; create it.

During handling of the above exception, another exception occurred:

pyspark.errors.exceptions.base.PySparkRuntimeError: [DATA_SOURCE] something: else
\tat org.apache.spark.Stack(Stack.scala:1)
 SQLSTATE: XXKST"""


class FakeSparkError(Exception):
    """Looks like one of pyspark's."""


FakeSparkError.__module__ = "pyspark.errors.exceptions.captured"


class SentenceTests(unittest.TestCase):
    """`sentence_of`."""

    def test_the_innermost_python_exception_is_what_it_is_about(self) -> None:
        self.assertEqual(
            spark_sessions.sentence_of(FakeSparkError(STREAM_FAILURE)), "topic logs does not exist at 127.0.0.1:9092; create it"
        )

    def test_without_one_it_is_the_first_line(self) -> None:
        for text, expected in (
            ("[PATH_NOT_FOUND] Path does not exist: x. SQLSTATE: 42K03", "Path does not exist: x"),
            ("\n plain\n  at Java", "plain"),
            ("", "FakeSparkError"),
        ):
            self.assertEqual(spark_sessions.sentence_of(FakeSparkError(text)), expected)

    def test_java_speaks_for_itself(self) -> None:
        error: Any = FakeSparkError("An error occurred while calling o1.x")
        error.java_exception = mock.Mock(**{"toString.return_value": "java.lang.Error: no disk.\n\tat x"})
        self.assertEqual(spark_sessions.sentence_of(error), "no disk")


class SessionTests(unittest.TestCase):
    """`open_session`, with a `start` of its own."""

    def open(self, start: Any, body: Any = lambda session: None) -> pathlib.Path:
        seen: dict[str, Any] = {}

        def started(**arguments: Any) -> Any:
            seen.update(arguments)
            return start(**arguments)

        out = Output(stdout=io.StringIO(), stderr=io.StringIO())
        try:
            with (
                mock.patch("klog.spark.session.start", started),
                spark_sessions.open_session("local[1]", out, settings={"a": "b"}) as session,
            ):
                body(session)
        finally:
            self.assertEqual((seen["master"], seen["settings"]), ("local[1]", {"a": "b"}))
            self.log = pathlib.Path(seen["log_file"])
            self.addCleanup(lambda: [self.log.unlink(missing_ok=True), os.path.isdir(self.log.parent) and self.log.parent.rmdir()])
        return self.log

    def test_it_is_stopped_and_its_log_is_gone(self) -> None:
        session = mock.Mock()
        log = self.open(lambda log_file, **_: pathlib.Path(log_file).touch() or session)
        session.stop.assert_called_once_with()
        self.assertFalse(log.parent.exists())

    def test_what_is_missing_is_a_sentence(self) -> None:
        def start(**_: Any) -> None:
            raise CannotStart("no Java")

        with self.assertRaisesRegex(CommandFailed, "^no Java$"):
            self.open(start)
        self.assertFalse(self.log.parent.exists())

    def test_spark_s_failure_is_a_sentence_that_names_its_log(self) -> None:
        session = mock.Mock(**{"stop.side_effect": OSError("the JVM is gone")})

        def body(_: Any) -> None:
            raise FakeSparkError("[X] it burns. SQLSTATE: 1")

        with self.assertRaises(CommandFailed) as caught:
            self.open(lambda log_file, **_: pathlib.Path(log_file).touch() or session, body)
        self.assertEqual(caught.exception.sentence, f"it burns; Spark's own words are in {self.log}")
        self.assertTrue(self.log.exists())

    def test_other_failures_pass(self) -> None:
        def body(_: Any) -> None:
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            self.open(lambda **_: mock.Mock(), body)

    def test_a_regular_expression_that_is_none(self) -> None:
        session = mock.Mock()
        session._jvm.java.util.regex.Pattern.compile.side_effect = FakeSparkError(
            ": java.util.regex.PatternSyntaxException: Unclosed group near index 1\n(\n\tat"
        )
        spark_sessions.check_regex(session, "--match", None)
        with self.assertRaisesRegex(CommandFailed, r"--match \(: Unclosed group near index 1 \(Java's"):
            spark_sessions.check_regex(session, "--match", "(")


class OptionTests(unittest.TestCase):
    """`source_options`: what a command was told arrives in the source."""

    def test_a_connection_becomes_options_and_comes_out_the_same(self) -> None:
        pairs = [
            "security.protocol=SASL_SSL",
            "ssl.ca.location=/ca.pem",
            "ssl.certificate.location=/c.pem",
            "ssl.key.location=/k.pem",
            "ssl.key.password=s",
            "ssl.endpoint.identification.algorithm=none",
            "sasl.mechanism=SCRAM-SHA-512",
            "sasl.username=u",
            "sasl.password=p",
            "isolation.level=read_committed",
            "client.id=me",
        ]
        connection = resolve("a:1,b:2", pairs, "none", 15.0, {})
        options = spark_sessions.source_options(connection)
        from klog.client.settings import split_options

        expected, _ = split_options(connection.bootstrap, connection.client)
        found = translate({name.removeprefix("kafka."): value for name, value in options.items()})
        self.assertEqual(found.settings, expected)
        self.assertEqual(parse({**options, "subscribe": "t"}, "stream").isolation, "read_committed")

    def test_stores_and_lists(self) -> None:
        """PKCS12, which is what Java takes a store for where nothing is said."""
        pairs = ["security.protocol=SSL", "ssl.keystore.location=/k.p12", "ssl.keystore.password=s", "ssl.crl.location=/r.pem"]
        connection = resolve("a:1", [*pairs, "ssl.truststore.location=/t.p12", "ssl.truststore.password=t"], "none", 15.0, {})
        from klog.client.settings import split_options

        expected, _ = split_options(connection.bootstrap, connection.client)
        self.assertEqual((expected.security.ssl_keystore_file, expected.security.ssl_crl_file), ("/k.p12", "/r.pem"))
        options = spark_sessions.source_options(connection)
        self.assertEqual(translate({name.removeprefix("kafka."): value for name, value in options.items()}).settings, expected)

    def test_the_least(self) -> None:
        options = spark_sessions.source_options(resolve("a:1", [], "none", 15.0, {}))
        self.assertEqual(parse({**options, "subscribe": "t"}, "batch").client.servers, (("a", 1),))
        self.assertEqual(parse({**options, "topic": "t"}, "sink").client.servers, (("a", 1),))


if __name__ == "__main__":
    unittest.main()
