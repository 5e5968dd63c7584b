"""klog.records.faults"""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.records.faults import Fault, invalid


class FaultTests(SynchronousTestCase):
    def test_every_fault_has_a_sentence_and_an_index(self) -> None:
        for fault in Fault:
            if fault is not Fault.NONE:
                error = invalid(fault, 3, 17, 19)
                of_the_batch = fault in (Fault.TRAILING, Fault.COUNT, Fault.OFFSET_RANGE)
                self.assertEqual(error.batch_index, -1 if of_the_batch else 3)
                self.assertNotIn("{", str(error))
                if not of_the_batch:
                    self.assertIn("record 3 ", str(error))
