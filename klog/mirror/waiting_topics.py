"""What the topics of links wait for, as it is written into the state topic: which transaction holds up that a topic is taken over, which
partition is behind where one is promoted. `klog mirror list` and `describe` show it.

What a part of a round has found is noted (`WaitingTopics.found`); at the round's end what differs from what stands there is written. A
sentence that changes with each round, as it names offsets, is written again every `OTHERS_EVERY_S` only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import Key, Trouble, Value

#: How often another sentence is written of what waits already.
OTHERS_EVERY_S = 30.0


class WaitingTopics:
    """See the module.

    :param seconds: the reactor's clock, which nobody sets.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        #: Sentences by link, by what has found them, and by topic.
        self._found: dict[str, dict[str, dict[str, str]]] = {}
        #: Since when each topic of a link waits, and when it was written last.
        self._since_s: dict[str, dict[str, float]] = {}
        self._written_s: dict[str, dict[str, float]] = {}

    def forget(self, links: Collection[str]) -> None:
        """Only these are there."""
        for known in (self._found, self._since_s, self._written_s):
            for name in known.keys() - set(links):
                del known[name]

    def found(self, link: str, by: str, sentences: Mapping[str, str]) -> None:
        """What was found now, by topic, in place of what the same part has found before."""
        self._found.setdefault(link, {})[by] = dict(sentences)

    def news(self, link: str, picture: LinkPicture, patience_ms: Mapping[str, int]) -> dict[Key, Value | None]:
        """Records to write.

        :param patience_ms: how long a topic may wait before that is written, by what has found it.
        """
        now_s = self._seconds()
        sentences = {topic: (by, sentence) for by, each in self._found.get(link, {}).items() for topic, sentence in each.items()}
        before_s = self._since_s.get(link, {})
        since_s = self._since_s[link] = {topic: before_s.get(topic, now_s) for topic in sentences}
        written_s = self._written_s.setdefault(link, {})
        records: dict[Key, Value | None] = {}
        for topic in picture.waiting.keys() - sentences.keys():
            records[Key("waiting", link, topic)] = None
            written_s.pop(topic, None)
        for topic, (by, sentence) in sentences.items():
            known = picture.waiting.get(topic)
            if sentence == known or now_s - since_s[topic] < patience_ms.get(by, 0) / 1000:
                continue
            if known is not None and topic in written_s and now_s - written_s[topic] < OTHERS_EVERY_S:
                continue
            written_s[topic] = now_s
            records[Key("waiting", link, topic)] = Trouble(sentence)
        return records
