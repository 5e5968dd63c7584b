"""Reading less often what a client streams without waiting for answers.

A producer with acks 0 hands over one small request after the other and waits for none of them. A broker that is quicker than its client is
then woken for each request or two, and to be woken and to read costs it more than what it has read; so it does the client, whose ``send``
has to wake it. Where such reads follow upon each other at once, the connection is therefore left alone for a moment, in which the kernel
gathers what comes: as a network card does that interrupts once for many packets. What is read next is later by that moment, and nobody
waits for an answer to it. A client that gets an answer now and then, or sends only now and then, is read at once, as ever; so is one that
sends much, whose socket would be full before the moment is over.
"""

from __future__ import annotations

#: How long a connection is left alone; a reactor that waits in whole milliseconds makes it two at most.
GATHER_S = 0.001
#: Who had no answer to so many requests, one after the other, waits for none.
UNANSWERED = 32
#: Two reads that are less apart follow upon each other at once.
SOON_S = 0.0005
#: A broker that comes round later than this after the read before is busy elsewhere, and several requests have gathered meanwhile.
LATELY_S = 4 * GATHER_S
#: A read that brought as much is worth its price, and what comes in a moment might not find room in the socket.
LARGE_BYTES = 16 << 10


class ReadsSinceAnswer:
    """Of one connection, the reads of whole requests to which there will be no answer, since its last answer."""

    __slots__ = ("_last_s", "apart_s", "unanswered")

    def __init__(self) -> None:
        #: Requests that they have brought.
        self.unanswered = 0
        #: How long the last one came after the one before it; infinite of the first, below 0 where the clock was set back.
        self.apart_s = float("inf")
        self._last_s = float("-inf")

    def add(self, now_s: float, requests: int) -> None:
        """One more, which has brought the end of `requests` requests.

        :param now_s: seconds of a clock, which may be set back.
        """
        self.unanswered += requests
        self.apart_s = now_s - self._last_s
        self._last_s = now_s


def is_worth_gathering(unanswered: int, apart_s: float, read_bytes: int, requests: int) -> bool:
    """Whether a connection should be left alone after a read.

    ====================================== =====================================================================================
    few requests were `unanswered`         no: an answer may be waited for
    the read was large                     no
    it brought one request, soon           yes: requests come in a stream, and the broker is woken for each
    it brought one request, later          no: they come now and then
    it brought several, not so soon,       yes: after a moment in which the connection was left alone the next read is that moment
    but within `LATELY_S`                  apart, which is more than `SOON_S`; that several came meanwhile shows that the stream goes on
    it brought several, later              no: the broker comes round so seldom that they gather without its doing
    the clock was set back                 no: how far apart the reads were cannot be said
    ====================================== =====================================================================================

    :param unanswered: requests since the last answer, with those of this read. :param apart_s: from the read before to this one.
    :param read_bytes: what the read brought, and what is missing of a request that it has begun. :param requests: how many have ended with
        it.
    """
    return unanswered > UNANSWERED and 0 <= apart_s < (LATELY_S if requests > 1 else SOON_S) and read_bytes < LARGE_BYTES
