"""What has a name of its own in the cluster that is copied to. Apart from all else: every broker looks for it, and most have no mirrors."""

from __future__ import annotations

#: The topic that says which links there are, and how far they are (`klog.mirror.decisions.records`).
STATE_TOPIC = "__klog_mirror"
