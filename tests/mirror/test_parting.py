"""Where two logs part."""

from __future__ import annotations

import random
import unittest

from twisted.internet.defer import Deferred

from klog.mirror.parting import Batch, batch_of, where_they_part
from klog.records.contract import Codec
from klog.records.implementations import codec


def log(chance: random.Random, start: int, count: int, word: bytes) -> list[Batch]:
    """Batches of several sizes, with gaps now and then."""
    found = []
    offset = start
    for number in range(count):
        offset += chance.choice([0, 0, 0, 3])
        size = chance.randrange(1, 6)
        found.append(Batch(offset, offset + size, word + b"%d" % number))
        offset += size
    return found


class PartingTests(unittest.TestCase):
    """Found by halves."""

    def part(self, start: int, end: int, ours: list[Batch], theirs: list[Batch]) -> tuple[int, int]:
        asked: list[int] = []

        def reader(batches: list[Batch]):  # type: ignore[no-untyped-def]
            async def read(offset: int) -> Batch | None:
                asked.append(offset)
                self.assertGreaterEqual(offset, start, "nobody has that any more")
                return next((one for one in batches if one.behind > offset), None)

            return read

        found: list[int] = []
        Deferred.fromCoroutine(where_they_part(start, end, reader(ours), reader(theirs))).addCallback(found.append)
        return found[0], len(asked)

    def test_any_two(self) -> None:
        """Of logs with a common beginning the last common batch is found, however they go on, in few questions."""
        for seed in range(300):
            chance = random.Random(seed)
            common = log(chance, chance.choice([0, 17]), chance.randrange(1, 200), b"common ")
            behind = common[-1].behind
            ours = common + log(chance, behind, chance.randrange(0, 50), b"ours ")
            theirs = common + log(chance, behind, chance.randrange(0, 50), b"theirs ")
            start, end = common[0].base, min(ours[-1].behind, theirs[-1].behind)
            found, questions = self.part(start, end, ours, theirs)
            if ours == common:
                self.assertEqual(found, end, seed)
            else:
                # A gap behind the last common batch belongs to nobody.
                self.assertTrue(behind <= found <= ours[len(common)].base, (seed, found, behind))
            self.assertLess(questions, 40)

    def test_a_log_that_starts_within_a_batch(self) -> None:
        """As after records were deleted: the batch comes whole, and only to who asks from that place on."""
        batches = [Batch(29, 31, b"x"), Batch(31, 33, b"y")]
        self.assertEqual(self.part(30, 31, batches[:1], batches)[0], 31)
        self.assertEqual(self.part(30, 33, batches, [batches[0], Batch(31, 33, b"z")])[0], 31)
        self.assertEqual(self.part(30, 31, batches[:1], [Batch(29, 31, b"z")])[0], 30)

    def test_nothing_in_common(self) -> None:
        ours, theirs = ([Batch(0, 5, word), Batch(5, 9, word)] for word in (b"x", b"y"))
        self.assertEqual(self.part(0, 9, ours, theirs)[0], 0)
        self.assertEqual(self.part(0, 9, ours, [])[0], 0)
        self.assertEqual(self.part(4, 4, ours, theirs)[0], 4)

    def test_a_leader_epoch_makes_no_difference(self) -> None:
        built = bytearray(codec.build_batch([(1, None, b"x", ())], codec=Codec.NONE))
        other = bytearray(built)
        other[12:16] = b"\0\0\0\7"
        one, two = (batch_of(codec.scan(bytes(data), 0, 1)[0], bytes(data)) for data in (built, other))
        self.assertTrue(one.is_same(two))
        other[-1] ^= 1
        self.assertFalse(one.is_same(batch_of(codec.scan(bytes(built), 0, 1)[0], bytes(other))))
        self.assertFalse(one.is_same(None))


if __name__ == "__main__":
    unittest.main()
