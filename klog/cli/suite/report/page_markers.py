"""Text between two marks in a page that people write and the suite fills in parts of.

::

    <!-- klog bench suite: worst -->
    … what the suite wrote the last time …
    <!-- klog bench suite: end of worst -->
"""

from __future__ import annotations


class MarkersError(Exception):
    """The page has no place for it; the sentence says which marks are missing, or there twice."""


def begin(name: str) -> str:
    """The mark above."""
    return f"<!-- klog bench suite: {name} -->"


def end(name: str) -> str:
    """The mark below."""
    return f"<!-- klog bench suite: end of {name} -->"


def between(page: str, name: str, body: str, where: str = "the page") -> str:
    """`page` with `body` between the marks of `name`; what stands around them stays as it is.

    :raises MarkersError: the marks are not there once each, in their order; then nothing is known of where it should go.
    """
    for mark in (begin(name), end(name)):
        if page.count(mark) != 1:
            raise MarkersError(f"{where} has {mark} {page.count(mark)} times, and should have it once")
    before, _, rest = page.partition(begin(name))
    _, mark, after = rest.partition(end(name))
    if not mark:
        raise MarkersError(f"{where} has {end(name)} above {begin(name)}")
    return f"{before}{begin(name)}\n{body.strip()}\n{end(name)}{after}" if body.strip() else f"{before}{begin(name)}\n{end(name)}{after}"
