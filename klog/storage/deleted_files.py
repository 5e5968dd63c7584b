"""How a file of a log is deleted: it gets another name at once, and is removed after ``file.delete.delay.ms``, when nobody reads it.

A disk that is full may have no room for the longer name. Then the file goes at once: deleting is what makes room, and a file that kept its
name would be found by the next start.
"""

from __future__ import annotations

import contextlib

from klog.storage.directory_health import is_refusal
from klog.storage.filenames import DELETED
from klog.storage.filesystem import FileSystem


def mark_deleted(fs: FileSystem, path: str) -> str | None:
    """Give a file the suffix ``.deleted``; the new path, or None where there is no file any more. Open files stay readable. Raises
    OSError."""
    try:
        fs.rename(path, path + DELETED)
    except FileNotFoundError:
        return None
    except OSError as error:
        if not is_refusal(error):
            raise
        with contextlib.suppress(FileNotFoundError):
            fs.remove(path)
        return None
    return path + DELETED
