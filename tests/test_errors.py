"""The table of errors: whole, with sentences, and Kafka's own."""

from __future__ import annotations

import pathlib
import subprocess
import tempfile
import unittest

from klog.errors import ERRORS, ErrorCode, KlogError, row_of
from tests import peers

PROGRAM = """
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;

public class Table {
    public static void main(String[] arguments) {
        for (Errors each : Errors.values())
            System.out.println(each.code() + " " + each.name() + " " + (each.exception() instanceof RetriableException));
    }
}
"""


class ErrorTests(unittest.TestCase):
    """Rows and exceptions."""

    def test_every_code_has_a_row_with_a_sentence(self) -> None:
        self.assertEqual(set(ERRORS), set(ErrorCode))
        for row in ERRORS.values():
            self.assertTrue(row.sentence.endswith("."), row)

    def test_exceptions_carry_code_and_sentence(self) -> None:
        error = KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertTrue(error.retriable)
        self.assertIn("no such topic", str(error))
        self.assertEqual(KlogError(ErrorCode.INVALID_RECORD, "because").message, "because")

    def test_unknown_numbers_read_as_unknown(self) -> None:
        self.assertEqual(row_of(9999).code, ErrorCode.UNKNOWN_SERVER_ERROR)
        self.assertEqual(row_of(3).code, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)

    def test_the_table_is_kafkas(self) -> None:
        command = peers.kafka("4.3.1")
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "Table.java"
            program.write_text(PROGRAM)
            told = subprocess.run([*command, "java", str(program)], stdout=subprocess.PIPE, text=True, check=True, timeout=120).stdout
        kafkas = {tuple(line.split()) for line in told.splitlines()}
        ours = {(str(row.code.value), row.code.name, str(row.retriable).lower()) for row in ERRORS.values()}
        self.assertEqual(ours, kafkas)
