"""klog.spark.sink_columns: what the sink takes, in the words of Spark's own (compared with its connector in tests/integration)."""

from __future__ import annotations

import unittest

from klog.spark.errors import OptionError
from klog.spark.sink_columns import SinkColumns, sink_columns

HEADERS = "array<struct<key:string,value:binary>>"


class SinkColumnsTests(unittest.TestCase):
    def test_columns_are_found_by_name_in_whatever_case_and_others_stay_out(self) -> None:
        fields = [("offset", "bigint"), ("VALUE", "binary"), ("Topic", "string"), ("key", "string"), ("partition", "int")]
        self.assertEqual(sink_columns(fields, None), SinkColumns(value=1, key=3, topic=2, partition=4))
        fields = [("value", "string"), ("headers", HEADERS), ("timestamp", "timestamp"), ("topic", "int")]
        # The option stands above the column, whatever that is.
        self.assertEqual(sink_columns(fields, "t"), SinkColumns(value=0, headers=1, timestamp=2))
        self.assertEqual(sink_columns([("value", "varchar(5)"), ("key", "string collate UNICODE")], "t"), SinkColumns(value=0, key=1))

    def test_what_cannot_be_written(self) -> None:
        value = ("value", "binary")
        for fields, topic, sentence in (
            ([value], None, "topic option required when no 'topic' attribute is present. Use the topic option for setting a topic."),
            ([("topic", "string")], None, "Required attribute 'value' not found"),
            ([("key", "binary")], "t", "Required attribute 'value' not found"),
            ([("value", "int")], "t", "value attribute unsupported type int. value must be a(n) string or binary"),
            ([value, ("key", "bigint")], "t", "key attribute unsupported type bigint. key must be a(n) string or binary"),
            ([value, ("topic", "binary")], None, "topic attribute unsupported type binary. topic must be a(n) string"),
            ([value, ("partition", "bigint")], "t", "partition attribute unsupported type bigint. partition must be a(n) int"),
            ([value, ("headers", "string")], "t", f"headers attribute unsupported type string. headers must be a(n) {HEADERS}"),
            ([value, ("timestamp", "date")], "t", "timestamp attribute unsupported type date. timestamp must be a(n) timestamp"),
            ([value, ("Value", "binary")], "t", "there are two columns called 'value'; the sink needs to know which one is meant"),
        ):
            with self.assertRaises(OptionError) as raised:
                sink_columns(fields, topic)
            self.assertEqual(str(raised.exception), sentence)


if __name__ == "__main__":
    unittest.main()
