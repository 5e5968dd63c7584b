"""What the topics of links wait for, as it is written into the state topic: which transaction holds up that a topic is taken over, which
partition is behind where one is promoted. `klog mirror list` and `describe` show it.

What a part of a round has found is noted (`WaitingTopics.found`); at the round's end what differs from what stands there is written. A
sentence that changes with each round, as it names offsets, is written again every `OTHERS_EVERY_MS` only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import Key, Trouble, Value

#: How often another sentence is written of what waits already.
OTHERS_EVERY_MS = 30_000


class WaitingTopics:
    """See the module.

    :param now_ms: milliseconds since 1970.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        #: Sentences by link, by what has found them, and by topic.
        self._found: dict[str, dict[str, dict[str, str]]] = {}
        #: Since when each topic of a link waits, and when it was written last.
        self._since_ms: dict[str, dict[str, int]] = {}
        self._written_ms: dict[str, dict[str, int]] = {}

    def forget(self, links: Collection[str]) -> None:
        """Only these are there."""
        for known in (self._found, self._since_ms, self._written_ms):
            for name in known.keys() - set(links):
                del known[name]

    def found(self, link: str, by: str, sentences: Mapping[str, str]) -> None:
        """What was found now, by topic, in place of what the same part has found before."""
        self._found.setdefault(link, {})[by] = dict(sentences)

    def news(self, link: str, picture: LinkPicture, patience_ms: Mapping[str, int]) -> dict[Key, Value | None]:
        """Records to write.

        :param patience_ms: how long a topic may wait before that is written, by what has found it.
        """
        now_ms = self._now_ms()
        sentences = {topic: (by, sentence) for by, each in self._found.get(link, {}).items() for topic, sentence in each.items()}
        before_ms = self._since_ms.get(link, {})
        since_ms = self._since_ms[link] = {topic: before_ms.get(topic, now_ms) for topic in sentences}
        written_ms = self._written_ms.setdefault(link, {})
        records: dict[Key, Value | None] = {}
        for topic in picture.waiting.keys() - sentences.keys():
            records[Key("waiting", link, topic)] = None
            written_ms.pop(topic, None)
        for topic, (by, sentence) in sentences.items():
            known = picture.waiting.get(topic)
            if sentence == known or now_ms - since_ms[topic] < patience_ms.get(by, 0):
                continue
            if known is not None and now_ms - written_ms.get(topic, 0) < OTHERS_EVERY_MS:
                continue
            written_ms[topic] = now_ms
            records[Key("waiting", link, topic)] = Trouble(sentence)
        return records
