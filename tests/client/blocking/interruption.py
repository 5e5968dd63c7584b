"""A signal's handler that raises, at a line that is chosen."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any


class Interruption:
    """Raises KeyboardInterrupt at the `place`th line that runs in `files` while one is in its context, which may be entered again.

    :param place: from 1 on.
    :param files: how their names end.
    """

    def __init__(self, place: int, files: tuple[str, ...]) -> None:
        self._left = place
        self._files = files
        self._before: Any = None

    @property
    def has_come(self) -> bool:
        """Whether so many lines have run."""
        return not self._left

    def __enter__(self) -> None:
        self._before = sys.gettrace()
        sys.settrace(lambda frame, event, argument: self._line if frame.f_code.co_filename.endswith(self._files) else None)

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "line" and self._left:
            self._left -= 1
            if not self._left:
                raise KeyboardInterrupt
        return self._line
