"""Topics that the source does not list any more though they are there: whoever may not describe a topic is shown lists without it. Only
who asks for it by its name is told so, and a topic that is hidden is not one that was deleted."""

from __future__ import annotations

from collections.abc import Collection

from klog.client.admin.admin import Admin
from klog.errors import ErrorCode


async def hidden_topics(source: Admin, missed: Collection[str], timeout_ms: int) -> dict[str, str]:
    """Those that we may not see, each with a sentence that says so. Raises KlogError.

    :param missed: topics that were copied, and that the source's list does not have.
    """
    if not missed:
        return {}
    asked = await source.describe_topics(sorted(missed), timeout_ms=timeout_ms)
    return {topic: error.message for topic, error in asked.errors.items() if error.code is ErrorCode.TOPIC_AUTHORIZATION_FAILED}
