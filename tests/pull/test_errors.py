"""Sentences, and that they arrive whole from another process."""

from __future__ import annotations

import pickle
import unittest

from klog.pull.errors import Conflict, LedgerDamaged, NotFound, PullError, RecordsLost, TaskFailed


class ErrorTests(unittest.TestCase):
    """All of them."""

    def test_texts(self) -> None:
        cases: list[tuple[PullError, str]] = [
            (NotFound("Topic a does not exist"), "Topic a does not exist"),
            (Conflict("first"), "first"),
            (RecordsLost("a", -1, "it is gone"), "topic a: it is gone. To go on behind what is lost"),
            (RecordsLost("a", 3, "it is gone"), "topic a, partition 3: it is gone"),
            (TaskFailed("topic a", 1, "no"), "topic a: tried once; the last time: no"),
            (TaskFailed("topic a", 4, "no"), "topic a: tried 4 times; the last time: no"),
            (TaskFailed("A pull", 0, "no"), "A pull: no"),
            (LedgerDamaged("p", "it is torn"), "p: it is torn. The ledger says what was pulled"),
        ]
        for error, text in cases:
            self.assertTrue(str(error).startswith(text), str(error))
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), str(again)), (type(error), str(error)))
