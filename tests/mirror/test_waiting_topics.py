"""What topics wait for, and when that is written."""

from __future__ import annotations

import unittest

from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import Key, Trouble, Value
from klog.mirror.waiting_topics import OTHERS_EVERY_S, WaitingTopics

KEY = Key("waiting", "dc1", "t")


class WaitingTests(unittest.TestCase):
    """Sentence by sentence."""

    def setUp(self) -> None:
        #: A broker that has just begun.
        self.now_s = 0.0
        self.waiting = WaitingTopics(lambda: self.now_s)
        self.picture = LinkPicture()

    def news(self) -> dict[Key, Value | None]:
        """What is written, as it stands in the picture from then on."""
        records = self.waiting.news("dc1", self.picture, {"wishes": 5_000})
        for key, value in records.items():
            if isinstance(value, Trouble):
                self.picture.waiting[key.topic] = value.reason
            else:
                del self.picture.waiting[key.topic]
        return records

    def test_written_once_and_taken_back(self) -> None:
        self.waiting.found("dc1", "topics", {"t": "why"})
        self.assertEqual(self.news(), {KEY: Trouble("why")})
        self.assertEqual(self.news(), {})
        self.waiting.found("dc1", "wishes", {})
        self.assertEqual(self.news(), {}, "who has found it has not said otherwise")
        self.waiting.found("dc1", "topics", {})
        self.assertEqual(self.news(), {KEY: None})
        self.assertEqual(self.news(), {})

    def test_another_sentence_is_not_written_with_each_round(self) -> None:
        for number in range(3):
            self.waiting.found("dc1", "topics", {"t": f"why {number}"})
            self.assertEqual(self.news(), {} if number else {KEY: Trouble("why 0")})
        self.now_s += OTHERS_EVERY_S
        self.assertEqual(self.news(), {KEY: Trouble("why 2")})

    def test_what_passes_in_a_moment_is_not_written(self) -> None:
        self.waiting.found("dc1", "wishes", {"t": "a little behind"})
        self.assertEqual(self.news(), {})
        self.now_s += 4.999
        self.waiting.found("dc1", "wishes", {"t": "less behind"})
        self.assertEqual(self.news(), {})
        self.now_s += 0.001
        self.assertEqual(self.news(), {KEY: Trouble("less behind")})
        self.waiting.found("dc1", "wishes", {})
        self.news()
        self.waiting.found("dc1", "wishes", {"t": "again"})
        self.assertEqual(self.news(), {}, "it begins to wait anew")

    def test_what_stands_there_of_another_broker(self) -> None:
        """Who coordinates from now on takes back what waits no more, and tells at once what it has found itself."""
        self.picture.waiting["t"] = "why"
        self.assertEqual(self.news(), {KEY: None})
        self.picture.waiting["t"] = "why"
        self.waiting.found("dc1", "topics", {"t": "why else"})
        self.assertEqual(self.news(), {KEY: Trouble("why else")})

    def test_links_that_are_gone(self) -> None:
        self.waiting.found("dc1", "topics", {"t": "why"})
        self.news()
        self.waiting.forget(["dc2"])
        self.picture.waiting.clear()
        self.assertEqual(self.news(), {})


if __name__ == "__main__":
    unittest.main()
