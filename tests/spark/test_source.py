"""klog.spark.source and the module by which Spark finds it: which class does what, and an import that never raises."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import unittest
from typing import Any

from klog.spark.errors import OptionError
from tests import peers
from tests.spark.spark_session import AUTOLOAD

OPTIONS = {"kafka.bootstrap.servers": "127.0.0.1:1", "subscribe": "t"}


def setUpModule() -> None:
    peers.spark()


def source(**more: str) -> Any:
    """A data source as Spark makes it, its options in a dictionary that takes names in any case."""
    from pyspark.sql.datasource import CaseInsensitiveDict

    from klog.spark.source import KlogDataSource

    return KlogDataSource(CaseInsensitiveDict({**OPTIONS, **{name.replace("__", "."): value for name, value in more.items()}}))


class Schema(unittest.TestCase):
    def test_it_is_that_of_sparks_own(self) -> None:
        self.assertEqual(
            source().schema().simpleString(),
            "struct<key:binary,value:binary,topic:string,partition:int,offset:bigint,timestamp:timestamp,timestampType:int>",
        )
        self.assertEqual(
            source(includeHeaders="true").schema().simpleString().partition("timestampType:int,")[2],
            "headers:array<struct<key:string,value:binary>>>",
        )

    def test_columns(self) -> None:
        self.assertEqual(source(columns="offset,value").schema().names, ["value", "offset"])

    def test_it_is_what_the_batches_have(self) -> None:
        from pyspark.sql.pandas.types import to_arrow_schema

        from klog.spark.options import parse

        for more in ({}, {"includeHeaders": "true"}, {"columns": "value,headers"}, {"columns": "topic"}):
            made = parse({**OPTIONS, **more}, "batch").read.schema
            self.assertEqual(made, to_arrow_schema(source(**more).schema(), timezone="UTC"))

    def test_a_schema_of_ones_own(self) -> None:
        from pyspark.sql.types import StringType, StructField, StructType

        other = StructType([StructField("value", StringType())])
        for make in (source().reader, source().streamReader):
            with self.assertRaisesRegex(OptionError, "fixed schema and cannot be set with a custom one.* not struct<value:string>"):
                make(other)


class Faces(unittest.TestCase):
    def test_readers_and_writers(self) -> None:
        from pyspark.sql.datasource import (
            DataSourceArrowWriter,
            DataSourceReader,
            DataSourceStreamArrowWriter,
            DataSourceStreamReader,
        )
        from pyspark.sql.types import BinaryType, StructField, StructType

        schema = source().schema()
        self.assertIsInstance(source().reader(schema), DataSourceReader)
        self.assertIsInstance(source().streamReader(schema), DataSourceStreamReader)
        written = StructType([StructField("value", BinaryType())])
        self.assertIsInstance(source(topic="out").writer(written, False), DataSourceArrowWriter)
        self.assertIsInstance(source(topic="out").streamWriter(written, False), DataSourceStreamArrowWriter)

    def test_pushing_is_asked_for(self) -> None:
        from klog.spark.batch import PushingReader

        schema = source().schema()
        self.assertNotIsInstance(source().reader(schema), PushingReader)
        self.assertIsInstance(source(pushFilters="true").reader(schema), PushingReader)

    def test_mistakes_are_told_by_load(self) -> None:
        for more in ({"minPartitions": "0"}, {"subscribePattern": "x"}, {"maxOffsetPerTrigger": "1"}, {"columns": "x"}):
            with self.assertRaises(OptionError):
                source(**more).schema()
        # What is one for a stream or for a batch read only, when it is known which it is.
        schema = source(startingOffsets="latest").schema()
        with self.assertRaisesRegex(OptionError, "can't be latest for batch queries"):
            source(startingOffsets="latest").reader(schema)
        schema = source(endingOffsets="latest").schema()
        with self.assertRaisesRegex(OptionError, "not valid in streaming queries"):
            source(endingOffsets="latest").streamReader(schema)


class Autoload(unittest.TestCase):
    """``import pyspark_klog`` in a fresh Python."""

    def run_python(self, code: str) -> str:
        start = f"import sys; sys.path[:0] = [{str(AUTOLOAD)!r}, {str(peers.ROOT)!r}]\n"
        done = subprocess.run([sys.executable, "-c", start + textwrap.dedent(code)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def test_nothing_but_the_source(self) -> None:
        # Workers import it at every look-up; what reads and writes comes when it is asked for.
        code = """
            import pyspark_klog
            print(pyspark_klog.DefaultSource.name(), pyspark_klog.DefaultSource.__module__)
            others = ("pyarrow", "twisted", "klog.spark.batch", "klog.spark.stream", "klog.spark.sink", "klog.arrow.reading")
            print([name for name in others if name in sys.modules])
        """
        self.assertEqual(self.run_python(code), "klog klog.spark.source\n[]")

    def test_without_klog_it_says_so_at_the_first_use(self) -> None:
        code = """
            sys.modules["klog.spark.source"] = None
            import pyspark_klog
            source = pyspark_klog.DefaultSource({})
            print(source.name())
            try:
                source.schema()
            except ImportError as error:
                print(error)
        """
        said = self.run_python(code)
        self.assertRegex(
            said, r"^klog\nformat\('klog'\) is here, but klog cannot be imported .*ModuleNotFoundError.*pip install 'klog\[spark\]'"
        )

    def test_without_pyspark_it_is_silent(self) -> None:
        code = """
            sys.modules["pyspark"] = sys.modules["pyspark.sql"] = sys.modules["pyspark.sql.datasource"] = None
            import pyspark_klog
            print(hasattr(pyspark_klog, "DefaultSource"))
        """
        self.assertEqual(self.run_python(code), "False")

    def test_an_executor_without_klog(self) -> None:
        """What Spark shows there: the error of unpickling a reader names klog."""
        from pyspark import cloudpickle

        from klog.spark.batch import KlogReader
        from klog.spark.options import parse

        data = cloudpickle.dumps(KlogReader(parse(OPTIONS, "batch")))
        said = self.run_python(f"""
            sys.modules["klog"] = None
            import pickle
            try:
                pickle.loads({data!r})
            except ImportError as error:
                print(type(error).__name__, error)
        """)
        self.assertRegex(said, "^ModuleNotFoundError .*klog")
