"""Which requests of one connection are handed out together, as one *run*; pure.

What many requests ask for is made before anybody looks at how much of it is unsent, so a run is as long as its answers are cheap:

============================================ =======================================================================================
Produce, Fetch                               small answers, and files: as many as may be in flight
the others                                   `RUN_OF_OTHERS` in a run, so that 64 KiB of tiny requests cannot ask for gigabytes at once
Fetch below version 4                        alone: its records are converted in memory
SaslHandshake, where the listener has SASL   alone: it decides whether what stands behind it is taken
============================================ =======================================================================================

An answer that is made bit by bit (`is_made_in_steps`) holds up what comes behind its run until it is there; that is the protocol's to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from klog.net.authentication import SASL_HANDSHAKE
from klog.net.held_requests import HeldRequests
from klog.wire.request import Request

_PRODUCE = 0
_FETCH = 1
#: Fetch gives records as they are stored from this version on.
_FETCH_AS_STORED = 4
_METADATA = 3
_DESCRIBE_CONFIGS = 32
_DESCRIBE_LOG_DIRS = 35
_DESCRIBE_PRODUCERS = 61

#: Produce's answers are small and Fetch's are in files: any number of them makes a run.
_CHEAP_ANSWERS = frozenset({_PRODUCE, _FETCH})
#: Of others, so many.
RUN_OF_OTHERS = 8
#: Where these tell of thousands of partitions or settings, that is done in steps (`klog.broker.long_answers`).
_MADE_SLOWLY = frozenset({_METADATA, _DESCRIBE_CONFIGS, _DESCRIBE_LOG_DIRS, _DESCRIBE_PRODUCERS})
#: The APIs of which a request may stand alone, or be made in steps: nearly all that comes in numbers need not be looked at any further.
_MAY_STAND_ALONE = frozenset({_FETCH, SASL_HANDSHAKE})
MAY_BE_MADE_IN_STEPS = _MADE_SLOWLY | {_FETCH}


def _is_converted(request: Request) -> bool:
    """Whether its records are converted for an old client."""
    return request.api_key == _FETCH and request.api_version < _FETCH_AS_STORED


def stands_alone(request: Request, has_sasl: bool) -> bool:
    """Whether it is a run of its own.

    :param has_sasl: whether the listener asks for SASL.
    """
    return _is_converted(request) or (has_sasl and request.api_key == SASL_HANDSHAKE)


def is_made_in_steps(request: Request) -> bool:
    """Whether its answer may be made bit by bit, in several turns of the reactor: a Fetch that is converted, and what tells of thousands of
    partitions or settings (Metadata, DescribeConfigs, DescribeLogDirs, DescribeProducers)."""
    return request.api_key in _MADE_SLOWLY or _is_converted(request)


def is_one_run(requests: Sequence[Request], max_in_flight: int, has_sasl: bool) -> bool:
    """Whether these, more than one, which one read has brought, are one run as they are: most of what is long is.

    Where it is, `next_run` would give all of them at once. Only where fewer than `RUN_OF_OTHERS` may be in flight it would part some that
    stay together here.
    """
    if len(requests) <= RUN_OF_OTHERS:
        return not any(request.api_key in _MAY_STAND_ALONE and stands_alone(request, has_sasl) for request in requests)
    # What is recognised is Produce.
    return len(requests) <= max_in_flight and all(request.repeat is not None for request in requests)


def next_run(held: HeldRequests, max_in_flight: int, has_sasl: bool) -> list[Request]:
    """Take the next run of those that wait, of which there is one at least."""
    run: list[Request] = []
    others = 0
    while held and others < RUN_OF_OTHERS and len(run) < max_in_flight:
        request = held.first
        if request.api_key in _MAY_STAND_ALONE and stands_alone(request, has_sasl):
            return run or [held.popleft()]
        held.popleft()
        others += request.api_key not in _CHEAP_ANSWERS
        run.append(request)
    return run
