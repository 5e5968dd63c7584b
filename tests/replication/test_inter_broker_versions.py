"""What each value of ``inter.broker.protocol.version`` stands for."""

from __future__ import annotations

import unittest

from klog.config import ConfigError
from klog.replication.inter_broker_versions import FETCH_BY_NAME, SETTING, RequestVersions, client_id, fetcher_client_id
from klog.wire.apis import APIS

#: Of the requests, in the order of `RequestVersions`: what brokers of that setting were seen sending, or what their sources say.
SENT = {
    "1.0": (1, 4, 0, 1, 5, 2, 0, 0),
    "1.1-IV0": (1, 4, 0, 1, 7, 2, 0, 0),
    "2.0-IV0": (1, 4, 0, 1, 7, 2, 1, 0),
    "2.1": (1, 4, 0, 1, 10, 4, 2, 0),
    "2.2-IV0": (2, 5, 1, 2, 10, 4, 2, 0),
    "2.3": (2, 5, 1, 2, 11, 5, 3, 0),
    "2.4-IV0": (3, 5, 1, 2, 11, 5, 3, 0),
    "2.4": (4, 6, 2, 3, 11, 5, 3, 0),
    "2.6": (4, 6, 3, 3, 11, 5, 3, 0),
    "2.7": (4, 6, 3, 3, 12, 5, 3, 0),
    "2.8-IV0": (4, 6, 3, 3, 12, 6, 4, 1),
    "2.8": (5, 7, 3, 3, 12, 6, 4, 1),
    "3.0-IV0": (5, 7, 3, 3, 12, 6, 4, 1),
    "3.0": (5, 7, 3, 3, 12, 7, 4, 1),
    "3.1": (5, 7, 3, 3, 13, 7, 4, 1),
    "3.3": (6, 7, 3, 3, 13, 7, 4, 1),
    "3.4": (7, 8, 4, 3, 13, 7, 4, 1),
    "3.5-IV0": (7, 8, 4, 3, 14, 8, 4, 1),
    "3.6": (7, 8, 4, 3, 15, 8, 4, 1),
    "3.8": (7, 8, 4, 3, 16, 8, 4, 1),
    "3.9": (7, 8, 4, 3, 17, 9, 4, 1),
}


class RequestVersionsTests(unittest.TestCase):
    def test_rows(self) -> None:
        for text, versions in SENT.items():
            with self.subTest(text):
                self.assertEqual(RequestVersions.of(text)[1:9], versions)

    def test_a_release_is_its_newest_step(self) -> None:
        for text, step in {"2.8": "2.8-IV1", " 3.9 ": "3.9-IV0", "2.8.2": "2.8-IV1", "3.9.2": "3.9-IV0", "3.5-IV1": "3.5-IV1"}.items():
            found = RequestVersions.of(text)
            self.assertEqual((found.protocol, found.release), (step, step[:3]))

    def test_what_depends_on_it(self) -> None:
        for text, versions in {
            "2.6": (4, 0),
            "2.7-IV0": (5, 1),
            "2.7-IV1": (5, 1),
            "2.7-IV2": (5, 1),
            "2.8": (5, 1),
            "3.0": (5, 1),
            "3.2": (5, 1),
            "3.9": (5, 2),
        }.items():
            row = RequestVersions.of(text)
            self.assertEqual((row.registration, row.feature), versions, text)

    def test_by_api_key(self) -> None:
        self.assertEqual(RequestVersions.of("2.8").by_api_key(), {4: 5, 6: 7, 5: 3, 7: 3, 1: 12, 2: 6, 23: 4, 27: 1})

    def test_every_version_is_declared(self) -> None:
        for text in SENT:
            for key, version in RequestVersions.of(text).by_api_key().items():
                self.assertIn(version, APIS[key].versions, (text, APIS[key].name))

    def test_topics_without_ids(self) -> None:
        """A topic is fetched by its name up to version 12."""
        topic = next(field for field in APIS[1].request.FIELDS if field.name == "topics").struct
        assert topic is not None
        self.assertEqual(next(field for field in topic.FIELDS if field.name == "topic").versions.highest, FETCH_BY_NAME)

    def test_client_ids(self) -> None:
        self.assertEqual((client_id(9), fetcher_client_id(9, 0)), ("9", "broker-9-fetcher-0"))

    def test_unknown(self) -> None:
        for text in ("", "3", "4.0", "0.11.0", "3.9-IV1", "3.10", "latest", "2.8-iv1"):
            with self.assertRaises(ConfigError) as caught:
                RequestVersions.of(text)
            self.assertEqual(caught.exception.name, SETTING)
            self.assertIn("it must be a release from 1.0 to 3.9, or a step of one, as 3.9-IV0", str(caught.exception))
