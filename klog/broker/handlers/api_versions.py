"""ApiVersions: which APIs and versions this broker answers.

| key | 18 |
|---|---|
| versions | 0 to 4 |
| 1 | throttle time |
| 3 | flexible; the client names its software (KIP-511); features as tagged fields |
| 4 | features may begin at version 0 |

The list is made of the handlers' own tables. Of Kafka's features one is announced, where it is so: ``transaction.version`` (KIP-890), at
the level that all brokers of the cluster go by. Clients believe the list with the highest epoch that they have seen from any broker, and
read an unknown epoch (-1) as "none". A version that we do not know is answered with error 35 in the layout of version 0 and with the range
of this API alone, which is what clients take to ask again; the dispatcher sends `unsupported_version` then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from klog.broker.handler import RequestContext
from klog.errors import ErrorCode
from klog.wire.messages.api_versions import (
    ApiVersion,
    ApiVersionsRequest,
    ApiVersionsResponse,
    FinalizedFeatureKey,
    SupportedFeatureKey,
)

API_VERSIONS_KEY = 18
_SOFTWARE = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9\-.]*[a-zA-Z0-9])?", re.ASCII)
#: Kafka has no limit here; names are kept for the log only.
_LONGEST_NAME = 256


class Feature(NamedTuple):
    """One of Kafka's features: the levels that this broker can, and the one that the cluster goes by."""

    name: str
    lowest: int
    highest: int
    level: int


#: The epoch of the features of a broker that is alone: they do not change while it runs, and clients want one that is not negative.
_FEATURES_EPOCH = 0


class ApiVersionsHandler:
    """Answers with the table of handlers.

    :param table: lowest and highest version by API key; filled by whoever makes the handlers.
    :param features: those that are announced.
    """

    request_type = ApiVersionsRequest
    versions = (0, 4)

    def __init__(self, table: Mapping[int, tuple[int, int]], features: Sequence[Feature] = ()) -> None:
        self._table = table
        self._features = features

    def handle(self, context: RequestContext, request: ApiVersionsRequest) -> ApiVersionsResponse:
        """The list, or INVALID_REQUEST for a software name that is none (``ApiVersionsRequest.isValid``)."""
        if context.api_version >= 3:
            name, version = request.client_software_name, request.client_software_version
            if not _SOFTWARE.fullmatch(name) or not _SOFTWARE.fullmatch(version):
                return ApiVersionsResponse(error_code=ErrorCode.INVALID_REQUEST)
            context.connection.client_software_name = name[:_LONGEST_NAME]
            context.connection.client_software_version = version[:_LONGEST_NAME]
        if context.connection.sasl is not None:
            context.connection.sasl.greet()
        answer = ApiVersionsResponse(api_keys=[_range(key, versions) for key, versions in sorted(self._table.items())])
        if self._features:
            answer.finalized_features_epoch = _FEATURES_EPOCH
            for name, lowest, highest, level in self._features:
                # Clients of version 3 take a lowest level of 0 for a mistake (KIP-1022).
                if lowest or context.api_version >= 4:
                    answer.supported_features.append(SupportedFeatureKey(name=name, min_version=lowest, max_version=highest))
                answer.finalized_features.append(FinalizedFeatureKey(name=name, max_version_level=level, min_version_level=level))
        return answer

    def unsupported_version(self) -> ApiVersionsResponse:
        """The answer to a version that we do not know; to be sent in the layout of version 0."""
        return ApiVersionsResponse(
            error_code=ErrorCode.UNSUPPORTED_VERSION,
            api_keys=[_range(API_VERSIONS_KEY, self._table.get(API_VERSIONS_KEY, self.versions))],
        )


def _range(key: int, versions: tuple[int, int]) -> ApiVersion:
    return ApiVersion(api_key=key, min_version=versions[0], max_version=versions[1])
