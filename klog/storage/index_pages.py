"""Pages of offset indexes that were read from files, bounded: what look-ups in old segments touch again and again.

An index of a segment that nobody writes to is searched in its file (`klog.storage.segments.lookup`). A search of 2 MiB of entries touches
about ten pages, most of which the next search touches, too; those are kept here, for all logs of a data directory together. One thread at
a time.
"""

from __future__ import annotations

from collections import OrderedDict

#: Whole entries, and one page of memory.
PAGE_BYTES = 4096
#: Pages that are kept: 4 MiB.
MOST_PAGES = 1024


class IndexPages:
    """Least recently used cache of pages.

    :param limit: how many are kept.
    """

    def __init__(self, limit: int = MOST_PAGES) -> None:
        if limit < 1:
            raise ValueError(f"a cache holds at least one page, not {limit}")
        self.limit = limit
        self._pages: OrderedDict[tuple[object, int], bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pages)

    def get(self, segment: object, number: int) -> bytes | None:
        """Page `number` of the offset index of `segment`; None where it is not kept."""
        key = segment, number
        page = self._pages.get(key)
        if page is not None:
            self._pages.move_to_end(key)
        return page

    def put(self, segment: object, number: int, page: bytes) -> None:
        """Keep it."""
        self._pages[segment, number] = page
        self._pages.move_to_end((segment, number))
        while len(self._pages) > self.limit:
            self._pages.popitem(last=False)

    def forget(self, segment: object) -> None:
        """The index of `segment` is another one from now on, or gone."""
        for key in [key for key in self._pages if key[0] is segment]:
            del self._pages[key]
