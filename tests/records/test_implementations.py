"""klog.records.implementations"""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.records import implementations
from tests.records.cases import fast


class SelectTests(SynchronousTestCase):
    def test_plain_python_on_request(self) -> None:
        self.assertEqual(implementations.choose({"KLOG_NO_EXTENSIONS": "1"}).name, "python")

    def test_cython_where_it_is_built(self) -> None:
        fast()
        self.assertEqual(implementations.choose({}).name, "cython")
        self.assertEqual(implementations.choose({"KLOG_NO_EXTENSIONS": "0"}).name, "cython")

    def test_the_compactor_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_compactor({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_compactor({}).name, "cython")

    def test_the_reader_of_offsets_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_fold({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_fold({}).name, "cython")

    def test_the_encoder_of_columns_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_encoding({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_encoding({}).name, "cython")

    def test_the_appender_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_appending({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_appending({}).name, "cython")

    def test_the_tally_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_counting({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_counting({}).name, "cython")

    def test_the_reader_of_columns_goes_with_it(self) -> None:
        self.assertEqual(implementations.choose_columns({"KLOG_NO_EXTENSIONS": "1"}).name, "python")
        fast()
        self.assertEqual(implementations.choose_columns({}).name, "cython")
