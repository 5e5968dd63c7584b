"""Whether a data directory takes writes, and what takes it out of service.

A disk that did not do what a disk must do (a failed write, sync or rename) leaves nobody sure of what is on it: the directory takes no
writes any more until the broker is started again, while reads go on. That is how ``log.dirs`` fail in Kafka (``LogDirFailureChannel``). A
full disk, or a process without descriptors, is no such thing: `is_refusal` knows those, and the same is tried again later. What fails in a
sync is never one of them.

Everything that writes says so by `klog.storage.context.LogContext.take_offline`. Where other directories serve, the failed one is then set
aside with its logs (`LogDirectory.set_aside`).
"""

from __future__ import annotations

import errno
from collections.abc import Callable

#: Errors that say "not now" and not "this disk is broken".
REFUSALS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM})


def is_refusal(error: Exception) -> bool:
    """Whether `error` says no more than that there is no room just now."""
    return isinstance(error, OSError) and error.errno in REFUSALS


class DirectoryHealth:
    """Whether a data directory takes writes.

    :ivar failure: what took it out of service for writing; None while all is well. Every append looks at it.
    """

    __slots__ = ("failure",)

    def __init__(self) -> None:
        self.failure: OSError | None = None

    def fail(self, place: str, error: Exception, warn: Callable[[str], None]) -> bool:
        """Out of service from now on, for what went wrong at `place`, a path.

        :param warn: told a sentence, the first time.
        :returns: whether it was in service until now.
        """
        if self.failure is not None:
            return False
        self.failure = error if isinstance(error, OSError) else OSError(str(error))
        warn(f"{place}: {error}; this data directory takes no writes any more until the broker is started again")
        return True
