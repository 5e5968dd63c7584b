"""Leader epochs of a log, and its name."""

from __future__ import annotations

from tests.storage.logs import NOW_MS, T0, LogCase, batch


class EpochTests(LogCase):
    """Leader epochs."""

    def test_answers(self) -> None:
        log = self.place.log()
        self.good(log, batch(b"a"), batch(b"b"))
        log.assign_leader_epoch(3)
        log.assign_leader_epoch(2)
        self.assertEqual(log.leader_epoch, 3)
        self.assertEqual(log.end_offset_for_epoch(3), (3, 2))
        # Epochs of which nothing is left end where the present one begins.
        self.assertEqual([log.end_offset_for_epoch(epoch) for epoch in (0, 1, 2, 4, -1)], [(0, 2), (0, 2), (0, 2), (-1, -1), (-1, -1)])
        self.good(log, batch(b"c"))
        self.assertEqual(
            [log.end_offset_for_epoch(epoch) for epoch in (0, 1, 2, 3, 4, -1)], [(0, 2), (0, 2), (0, 2), (3, 3), (-1, -1), (-1, -1)]
        )
        self.assertEqual([log.leader_epoch_for_offset(offset) for offset in range(4)], [0, 0, 3, 3])
        log.flush()
        self.assertEqual(self.place.fs.read("/data/t-0/leader-epoch-checkpoint"), b"0\n2\n0 0\n3 2\n")
        self.assertEqual(log.offset_for_timestamp(NOW_MS, 3), (NOW_MS, 0, 0))

    def test_a_crash_begins_a_new_one(self) -> None:
        log = self.place.log()
        self.good(log, batch(b"a"))
        log = self.place.again()
        self.assertEqual(log.leader_epoch, 1)

    def test_names(self) -> None:
        self.assertIn(str(T0), repr(self.place.log()))
