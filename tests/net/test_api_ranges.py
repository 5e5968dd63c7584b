"""Which version of a request is used."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.wire.messages.api_versions import ApiVersion, ApiVersionsResponse, FinalizedFeatureKey
from klog.wire.messages.fetch import FetchRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.metadata import MetadataRequest


class RangesTests(SynchronousTestCase):
    """`choose`, `check`, `has`."""

    def test_assumed(self) -> None:
        """Older versions of the same may be sent, where somebody asks for one."""
        ranges = ApiRanges.assumed("b:1", {1: 17, 3: 9})
        self.assertEqual(
            (ranges.choose(FetchRequest), ranges.choose(FetchRequest, at_most=12), ranges.choose(MetadataRequest)), (17, 12, 9)
        )
        self.assertEqual(ranges.check(FetchRequest, 12), 12)
        self.assertFalse(ranges.has(InitProducerIdRequest))
        self.assertRaises(KlogError, ranges.check, FetchRequest, 18)

    def test_choose(self) -> None:
        ranges = ApiRanges.of_answer("b:1", ApiVersionsResponse(api_keys=[ApiVersion(api_key=3, min_version=2, max_version=9)]))
        self.assertEqual(ranges.choose(MetadataRequest), 9)
        self.assertEqual(ranges.choose(MetadataRequest, at_most=5), 5)
        self.assertEqual(ranges.choose(MetadataRequest, at_most=50, at_least=9), 9)
        self.assertTrue(ranges.has(MetadataRequest))
        self.assertFalse(ranges.has(FetchRequest))
        self.assertEqual(ranges.check(MetadataRequest, 4), 4)
        for arguments, words in (
            ((MetadataRequest, 1), "broker b:1 speaks Metadata versions 2 to 9, and here one of 0 to 1 is needed"),
            ((MetadataRequest, None, 10), "one of 10 to 13 is needed"),
            ((FetchRequest,), "broker b:1 has no Fetch (API 1)"),
        ):
            error = self.assertRaises(KlogError, ranges.choose, *arguments)
            self.assertEqual(error.code, ErrorCode.UNSUPPORTED_VERSION)
            self.assertIn(words, str(error))
        error = self.assertRaises(KlogError, ranges.check, MetadataRequest, 1)
        self.assertIn("speaks Metadata versions 2 to 9, and here version 1 is needed", str(error))
        self.assertRaises(KlogError, ranges.check, FetchRequest, 1)

    def test_newer_and_older_brokers(self) -> None:
        highest = MetadataRequest.valid_versions.highest
        ranges = ApiRanges("b", {3: (0, 99), 1: (90, 99)})
        self.assertEqual(ranges.choose(MetadataRequest), highest)
        self.assertFalse(ranges.has(FetchRequest))
        self.assertRaises(KlogError, ranges.choose, FetchRequest)
        self.assertRaises(KlogError, ranges.check, MetadataRequest, highest + 1)

    def test_unstable_versions_only_by_name(self) -> None:
        ranges = ApiRanges("b", {22: (0, 6)})
        self.assertEqual(ranges.choose(InitProducerIdRequest), 5)
        self.assertEqual(ranges.check(InitProducerIdRequest, 6), 6)

    @given(st.integers(-3, 25), st.integers(-3, 25), st.one_of(st.none(), st.integers(-1, 25)), st.integers(0, 25))
    @settings(deadline=None, max_examples=200)
    def test_against_the_plain_rule(self, low: int, high: int, at_most: int | None, at_least: int) -> None:
        ours = MetadataRequest.valid_versions
        common = [
            v for v in range(ours.lowest, ours.highest + 1) if low <= v <= high and (at_most is None or v <= at_most) and v >= at_least
        ]
        ranges = ApiRanges("b", {3: (low, high)})
        if common:
            self.assertEqual(ranges.choose(MetadataRequest, at_most, at_least), common[-1])
        else:
            self.assertRaises(KlogError, ranges.choose, MetadataRequest, at_most, at_least)

    def test_features(self) -> None:
        """What the cluster has agreed on; not what a broker says that knows of no agreement."""
        agreed = [FinalizedFeatureKey(name="transaction.version", max_version_level=2, min_version_level=2)]
        for epoch, features in ((-1, {}), (0, {"transaction.version": 2})):
            answer = ApiVersionsResponse(finalized_features_epoch=epoch, finalized_features=agreed)
            self.assertEqual(ApiRanges.of_answer("b:1", answer).features, features)
