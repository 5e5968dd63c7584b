"""Which versions of which APIs a broker speaks (its answer to ApiVersions), and which one to use. Pure; no Twisted here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klog.errors import ErrorCode, KlogError
from klog.wire.apis import APIS
from klog.wire.messages.api_versions import ApiVersionsResponse
from klog.wire.schema import Message


class ApiRanges:
    """The versions of one broker.

    :param address: the broker's, for errors.
    :param ranges: lowest and highest version by API key.
    :param features: by name the level that the whole cluster has agreed on (KIP-584).
    """

    __slots__ = ("_best", "address", "features", "ranges")

    def __init__(self, address: str, ranges: Mapping[int, tuple[int, int]], features: Mapping[str, int] | None = None) -> None:
        self.address = address
        self.features = dict(features or {})
        self.ranges = dict(ranges)
        # What `choose` gives without limits; asked for with every request.
        self._best: dict[int, int] = {}
        for key, (low, high) in self.ranges.items():
            api = APIS.get(key)
            if api is not None and max(low, api.announced.lowest) <= min(high, api.announced.highest):
                self._best[key] = min(high, api.announced.highest)

    @classmethod
    def of_answer(cls, address: str, answer: ApiVersionsResponse) -> ApiRanges:
        """From a broker's answer."""
        ranges = {api.api_key: (api.min_version, api.max_version) for api in answer.api_keys}
        agreed = answer.finalized_features if answer.finalized_features_epoch >= 0 else ()
        return cls(address, ranges, {feature.name: feature.max_version_level for feature in agreed})

    @classmethod
    def assumed(cls, address: str, versions: Mapping[int, int]) -> ApiRanges:
        """What a broker is taken to speak that is not asked: by API key the version that is sent; an older one may be sent, too."""
        return cls(address, {key: (APIS[key].versions.lowest, version) for key, version in versions.items()})

    def has(self, request_type: type[Message]) -> bool:
        """Whether there is a version that both sides speak."""
        return request_type.api_key in self._best

    def choose(self, request_type: type[Message], at_most: int | None = None, at_least: int = 0) -> int:
        """The highest version that both sides speak and that lies within the limits.

        :raises KlogError: UNSUPPORTED_VERSION; there is none.
        """
        best = self._best.get(request_type.api_key)
        if best is not None:
            if at_most is not None and at_most < best:
                best = at_most
            low = self.ranges[request_type.api_key][0]
            if best >= at_least and best >= low and best >= request_type.valid_versions.lowest:
                return best
        raise self._unsupported(request_type, at_most, at_least)

    def check(self, request_type: type[Message], version: int) -> int:
        """`version`, where the broker speaks it; also versions that Kafka marks unstable.

        :raises KlogError: UNSUPPORTED_VERSION.
        """
        low, high = self.ranges.get(request_type.api_key, (0, -1))
        if not low <= version <= high or version not in request_type.valid_versions:
            raise self._unsupported(request_type, version, version)
        return version

    def _unsupported(self, request_type: type[Message], at_most: int | None, at_least: int) -> KlogError:
        name = request_type.__name__.removesuffix("Request")
        if request_type.api_key not in self.ranges:
            return KlogError(ErrorCode.UNSUPPORTED_VERSION, f"broker {self.address} has no {name} (API {request_type.api_key})")
        low, high = self.ranges[request_type.api_key]
        api: Any = APIS.get(request_type.api_key)
        ours = request_type.valid_versions if api is None else api.announced
        wanted = max(at_least, ours.lowest), ours.highest if at_most is None else min(at_most, max(ours.highest, at_most))
        return KlogError(
            ErrorCode.UNSUPPORTED_VERSION,
            f"broker {self.address} speaks {name} versions {low} to {high}, and here {_words(*wanted)} needed",
        )

    def __repr__(self) -> str:
        return f"ApiRanges({self.address!r}, {self.ranges!r})"


def _words(low: int, high: int) -> str:
    return f"version {low} is" if low == high else f"one of {low} to {high} is"
