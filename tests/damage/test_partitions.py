"""Every byte of every file of a partition is flipped in turn, after an orderly stop, after a crash, and while the log is open; then all
of it is read.

`PERMITTED` says what may become of a byte of each kind; docs/guarantees.md says the same in words. Whatever else happens fails with file,
byte and bits: another outcome, an error that nobody declared, a sibling that is not as it was. Each byte has all its bits flipped, and one
of them, which one the seed says; in the soak each. Together with `test_whole_broker` that is 20,000 flips at least.
"""

from __future__ import annotations

import dataclasses
import random
import unittest
from collections.abc import Iterator

import pytest

from tests import peers
from tests.damage import sample_directory as made
from tests.damage.byte_kinds import Kind, kinds_of
from tests.damage.damaged_start import Flip, start, while_open
from tests.damage.observation import Outcome as O  # noqa: N814


@dataclasses.dataclass(frozen=True)
class Permitted:
    """What may become of a byte.

    :param clean: after an orderly stop, and while the log is open.
    :param crash: after a crash.
    :param verified: whether `klog log verify` always has something to say.
    :param hurt_batches: how many batches at most are other than they were, after an orderly stop; None for any number.
    """

    clean: set[O] = dataclasses.field(default_factory=set)
    crash: set[O] = dataclasses.field(default_factory=set)
    verified: bool = False
    hurt_batches: int | None = 0


#: The batch itself is refused; whoever looks a time up by the largest timestamp in its header may be told another offset.
_REFUSED = {O.REFUSED, O.UNREADABLE}
#: An end that is not where the log ended is cut, and the offsets are not given again.
_LAST_BATCH_CUT = {O.PASSED_OVER, O.TIMES, O.PRODUCERS}
_OFFSETS = {O.MOVED, O.PASSED_OVER, O.STARTS_ELSEWHERE, O.LEFT_OUT, O.TIMES, O.EPOCHS, O.PRODUCERS, O.ABORTED, *_REFUSED}

PERMITTED = {
    Kind.CHECKED: Permitted({*_REFUSED, O.TIMES}, {*_REFUSED, O.TIMES, O.CUT}, verified=True, hurt_batches=1),
    Kind.CHECKSUM: Permitted(_REFUSED, {*_REFUSED, O.CUT}, verified=True, hurt_batches=1),
    Kind.LAST_DELTA: Permitted({*_REFUSED, *_LAST_BATCH_CUT}, {*_REFUSED, *_LAST_BATCH_CUT, O.CUT}, verified=True, hurt_batches=None),
    Kind.MAGIC: Permitted({*_REFUSED, *_LAST_BATCH_CUT}, {*_REFUSED, O.CUT, O.TIMES}, verified=True, hurt_batches=None),
    Kind.LENGTH: Permitted({*_REFUSED, *_LAST_BATCH_CUT}, {*_REFUSED, O.CUT, O.TIMES}, verified=True, hurt_batches=None),
    # Another content: of records below the log's start, which nobody read before and which have offsets behind it now.
    Kind.BASE_OFFSET: Permitted({*_OFFSETS, O.ALTERED}, {*_OFFSETS, O.ALTERED, O.CUT, O.ENDS_ELSEWHERE}, hurt_batches=None),
    Kind.LEADER_EPOCH: Permitted({O.TIMES, O.EPOCHS}, {O.TIMES, O.EPOCHS}),
    Kind.INDEX_OFFSET: Permitted(),
    Kind.INDEX_POSITION: Permitted(),
    Kind.TIME: Permitted({O.TIMES}, {O.TIMES}),
    Kind.TIME_OFFSET: Permitted({O.TIMES}, {O.TIMES}),
    Kind.TXN_VERSION: Permitted(verified=True),
    Kind.TXN_PRODUCER: Permitted({O.ABORTED}, {O.ABORTED}, verified=True),
    Kind.TXN_FIRST: Permitted({O.ABORTED}, {O.ABORTED}),
    Kind.TXN_LAST: Permitted({O.ABORTED}, {O.ABORTED}),
    Kind.TXN_STABLE: Permitted({O.ABORTED}, {O.ABORTED}),
    Kind.SNAPSHOT: Permitted({O.PRODUCERS}, {O.PRODUCERS}, verified=True),
    Kind.EPOCHS: Permitted({O.EPOCHS}, {O.EPOCHS}),
    Kind.METADATA: Permitted({O.NOT_SERVED}, {O.NOT_SERVED}),
}
#: Told at most of one partition.
MOST_TOLD = 20


def flips(folder: str, seed: int, clean: bool) -> Iterator[tuple[Kind, Flip]]:
    """Of every byte of the files in `folder`."""
    rng = random.Random(f"{seed} {folder} {clean}")
    for path, data in made.files().items():
        if not path.startswith(folder + "/"):
            continue
        for position, kind in enumerate(kinds_of(path, data)):
            masks = [0xFF, *(1 << bit for bit in range(8))]
            if not peers.SOAK:
                masks = [0xFF, 1 << rng.randrange(8)]
            for mask in masks:
                yield kind, Flip(path, position, mask, clean)


class FlipCase(unittest.TestCase):
    """Counts, and tells the worst."""

    maxDiff = None

    def check(self, folder_of: str) -> None:
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        partition = next(one for one in made.partitions() if one.topic == folder_of and one not in made.SIBLINGS)
        told: list[str] = []
        done = 0
        for clean in (True, False):
            for kind, flip in flips(made.folder(partition), seed, clean):
                permitted = PERMITTED[kind]
                done += 1
                try:
                    found = start(partition, flip)
                    extra = found.outcomes - (permitted.clean if clean else permitted.crash)
                    if extra:
                        told.append(f"{flip} ({kind.value}): {[one.value for one in extra]}")
                    elif clean and permitted.hurt_batches is not None and found.hurt > permitted.hurt_batches:
                        told.append(f"{flip} ({kind.value}): {found.hurt} batches are hurt")
                    elif clean and permitted.verified and not found.verified:
                        told.append(f"{flip} ({kind.value}): klog log verify says nothing")
                    # All bits; of two masks every other byte has the other one.
                    is_chosen = flip.mask == 0xFF if peers.SOAK else (flip.position + seed) % 2 == (flip.mask == 0xFF)
                    if clean and is_chosen:
                        done += 1
                        extra = while_open(partition, flip) - permitted.clean
                        if extra:
                            told.append(f"{flip} while it is open ({kind.value}): {[one.value for one in extra]}")
                except Exception as error:  # noqa: BLE001
                    told.append(f"{flip} ({kind.value}): {type(error).__name__}: {error}")
        self.assertEqual("\n".join(told[:MOST_TOLD]), "", f"{len(told)} of {done} flips; repeat with KLOG_SEED={seed}")
        self.assertGreaterEqual(
            done, 5 * sum(len(data) for path, data in made.files().items() if path.startswith(made.folder(partition) + "/"))
        )


@pytest.mark.soak
class PartitionTests(FlipCase):
    """One test for each partition."""

    def test_plain(self) -> None:
        self.check("plain")

    def test_codecs(self) -> None:
        self.check("codecs")

    def test_old(self) -> None:
        self.check("old")

    def test_transactions(self) -> None:
        self.check("transactions")

    def test_offsets(self) -> None:
        self.check("__consumer_offsets")
