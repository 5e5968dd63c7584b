"""Which leader epoch began at which offset, for one partition (KIP-101; `kafka: LeaderEpochFileCache.java`).

Epochs and start offsets both rise strictly. The list answers OffsetForLeaderEpoch and finds where two replicas part; it is kept in
``leader-epoch-checkpoint``, which is written with flushes and in the end. The batches themselves carry the epoch too, so a file that is
behind is mended by recovery (`LeaderEpochCache.note_batch`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from klog.storage.atomic_files import write_temporary
from klog.storage.checkpoint_files import EpochEntry, format_leader_epochs, read_leader_epochs, write_leader_epochs
from klog.storage.filesystem import FileSystem

#: Epoch and offset where there is no answer.
UNDEFINED = -1


class LeaderEpochCache:
    """The leader epochs of one partition. Starts empty; `load` reads the file.

    :param path: of the ``leader-epoch-checkpoint``.
    """

    def __init__(self, fs: FileSystem, path: str) -> None:
        self._fs = fs
        self._path = path
        self._epochs: list[int] = []
        self._starts: list[int] = []
        #: Whether the file differs.
        self.dirty = False

    def load(self) -> None:
        """Take over what the file says; nothing where there is none. Raises OSError and CorruptCheckpoint."""
        entries = read_leader_epochs(self._fs, self._path)
        self._epochs = [entry.epoch for entry in entries]
        self._starts = [entry.start_offset for entry in entries]
        self.dirty = False

    def flush(self) -> None:
        """Write the file if it differs; durable when this returns. Raises OSError."""
        if self.dirty:
            write_leader_epochs(self._fs, self._path, self.entries)
            self.dirty = False

    def write_temporary(self, mark: str) -> str:
        """Write the file beside its own, not synced, for who syncs it and then renames it over that (`Flush`); the temporary file's path.
        Raises OSError.

        :param mark: a part of that path.
        """
        path = write_temporary(self._fs, f"{self._path}.{mark}", format_leader_epochs(self.entries))
        self.dirty = False
        return path

    @property
    def entries(self) -> list[EpochEntry]:
        """All epochs known, oldest first."""
        return [EpochEntry(epoch, start) for epoch, start in zip(self._epochs, self._starts, strict=True)]

    @property
    def latest_epoch(self) -> int | None:
        """The newest epoch, or None."""
        return self._epochs[-1] if self._epochs else None

    @property
    def earliest(self) -> EpochEntry | None:
        """The oldest epoch with its start, or None."""
        return EpochEntry(self._epochs[0], self._starts[0]) if self._epochs else None

    def assign(self, epoch: int, start_offset: int) -> bool:
        """Note that `epoch` begins with `start_offset`; entries in contradiction go. False where it was known.

        :raises ValueError: a negative number.
        """
        if epoch < 0 or start_offset < 0:
            raise ValueError(f"leader epoch {epoch} cannot begin at offset {start_offset}")
        changed = False
        while self._epochs:
            if self._epochs[-1] == epoch and self._starts[-1] <= start_offset:
                # It has begun before.
                return changed
            if self._epochs[-1] < epoch and self._starts[-1] < start_offset:
                break
            self._epochs.pop()
            self._starts.pop()
            self.dirty = changed = True
        self._epochs.append(epoch)
        self._starts.append(start_offset)
        self.dirty = True
        return True

    def note_batch(self, epoch: int, base_offset: int, last_offset: int) -> None:
        """A batch that was found at the start says that it is of `epoch`. What the file says against it was over when it was written, and
        so was all behind that. Everything else stays: of an epoch that compaction has left nothing of, the file alone knows the begin."""
        epochs, starts = self._epochs, self._starts
        later = bisect_right(epochs, epoch)
        if later < len(epochs) and starts[later] <= last_offset:
            self._drop_from(later)
        slot = bisect_left(epochs, epoch)
        earlier = bisect_left(starts, base_offset, 0, slot)
        if earlier < slot:
            self._drop_from(earlier)
            slot = earlier
        if slot == len(epochs) or epochs[slot] != epoch:
            epochs.insert(slot, epoch)
            starts.insert(slot, base_offset)
        elif starts[slot] > base_offset:
            starts[slot] = base_offset
        else:
            return
        self.dirty = True

    def _drop_from(self, slot: int) -> None:
        del self._epochs[slot:]
        del self._starts[slot:]
        self.dirty = True

    def epoch_for_offset(self, offset: int) -> int | None:
        """The epoch that wrote `offset`; None for offsets before all that is known."""
        slot = bisect_right(self._starts, offset) - 1
        return self._epochs[slot] if slot >= 0 else None

    def end_offset_for(self, epoch: int, log_end: int) -> tuple[int, int]:
        """(epoch, end offset) for a question about `epoch`, as OffsetForLeaderEpoch answers it:

        * the latest epoch → it and the log's end;
        * -1, or above the latest → (-1, -1);
        * below the first → it and the start of the first;
        * otherwise the largest epoch known that is not above it, and the start of the next one.
        """
        if epoch == UNDEFINED or not self._epochs or epoch > self._epochs[-1]:
            return UNDEFINED, UNDEFINED
        if epoch == self._epochs[-1]:
            return epoch, log_end
        slot = bisect_right(self._epochs, epoch)
        return (epoch if slot == 0 else self._epochs[slot - 1]), self._starts[slot]

    def truncate_from_end(self, end_offset: int) -> None:
        """The log now ends at `end_offset`: epochs that begin there or later go."""
        while end_offset >= 0 and self._starts and self._starts[-1] >= end_offset:
            self._epochs.pop()
            self._starts.pop()
            self.dirty = True

    def truncate_from_start(self, start_offset: int) -> None:
        """The log now starts at `start_offset`: older epochs go; the one that covers it begins there from now on."""
        slot = bisect_right(self._starts, start_offset) - 1
        if slot < 0 or (slot == 0 and self._starts[0] == start_offset):
            return
        del self._epochs[:slot]
        del self._starts[:slot]
        self._starts[0] = start_offset
        self.dirty = True

    def clear(self) -> None:
        """Forget all epochs."""
        if self._epochs:
            self._epochs.clear()
            self._starts.clear()
            self.dirty = True
