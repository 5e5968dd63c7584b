"""The schema is Spark's, to the last flag."""

from __future__ import annotations

import unittest

from klog.arrow.schema import COLUMNS, schema
from klog.config import ConfigError
from tests import peers


class SchemaTests(unittest.TestCase):
    """`schema`."""

    def test_columns(self) -> None:
        self.assertEqual(tuple(schema().names), COLUMNS)
        self.assertEqual(schema(include_headers=True).names, [*COLUMNS, "headers"])
        self.assertEqual(schema(("value", "offset")).names, ["value", "offset"])
        self.assertEqual(schema(("headers", "value"), include_headers=True).names, ["headers", "value"])
        for columns, words in ((("vale",), "did you mean value?"), (("key", "key"), "twice"), ((), "at least one")):
            with self.assertRaises(ConfigError) as caught:
                schema(columns)
            self.assertIn(words, str(caught.exception))

    def test_it_is_what_spark_makes_of_its_own(self) -> None:
        try:
            from pyspark.sql.pandas.types import to_arrow_schema
            from pyspark.sql.types import (
                ArrayType,
                BinaryType,
                IntegerType,
                LongType,
                StringType,
                StructField,
                StructType,
                TimestampType,
            )
        except ImportError:
            peers.missing("spark", "no pyspark in this environment")
        header = StructType([StructField("key", StringType()), StructField("value", BinaryType())])
        types = [BinaryType(), BinaryType(), StringType(), IntegerType(), LongType(), TimestampType(), IntegerType()]
        fields = [StructField(name, kind) for name, kind in zip(COLUMNS, types, strict=True)]
        for include_headers in (False, True):
            if include_headers:
                fields.append(StructField("headers", ArrayType(header)))
            theirs = to_arrow_schema(StructType(fields), timezone="UTC")
            ours = schema(include_headers=include_headers)
            self.assertTrue(ours.equals(theirs, check_metadata=True), f"{ours}\n{theirs}")
