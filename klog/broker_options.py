"""What the command line of a broker takes and assumes, in both of its spellings: ``klog broker start`` and ``twistd klog-broker``.

The first becomes the second. Until then it knows nothing of the broker's room, so what both say stands below them.
"""

from __future__ import annotations

#: What ``--log-level`` takes, each with those behind it.
LOG_LEVELS = ("debug", "info", "warn", "error", "critical")

DEFAULT_LOG_LEVEL = "info"
DEFAULT_PORT = 9092
DEFAULT_HOST = "127.0.0.1"
#: Beside where the process was started.
DEFAULT_DIRECTORY = "klog-data"
