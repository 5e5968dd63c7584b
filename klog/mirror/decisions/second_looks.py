"""What stops a topic is believed when it was found in two looks at the source's topics one after the other.

Any of the source's brokers may answer such a look, also one that does not know better: that has just started and was told of no topics yet,
as Kafka's are under ZooKeeper, or that was told later than another one of partitions that were added. What it lacks is there again a moment
later, while a topic that has stopped stays so until somebody resumes its link.
"""

from __future__ import annotations


class SecondLooks:
    """What was found against the topics of one source in the look before."""

    def __init__(self) -> None:
        self._found: dict[str, str] = {}

    def is_sure(self, topic: str, sentence: str) -> bool:
        """Whether the same was found against this topic in the look before; the next look goes by what is found now."""
        before = self._found.get(topic)
        self._found[topic] = sentence
        return before == sentence

    def all_is_well(self, topic: str) -> None:
        """Nothing is against it."""
        self._found.pop(topic, None)
