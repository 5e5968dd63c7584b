"""A broker that is slower by a known share: what the suite has to notice, if it is to be believed where it notices nothing.

After each turn of the reactor the process works so much longer as the share says of all its processor time since the turn before, threads
included. Whatever the broker does, it costs that much more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def slowed(turn: Callable[..., Any], share: float, cpu: Callable[[], float] = time.process_time) -> Callable[..., Any]:
    """`turn`, and then `share` as much work again.

    :param cpu: seconds that this process has worked.
    """
    last = [cpu()]

    def longer(*arguments: Any) -> Any:
        result = turn(*arguments)
        until = last[0] + (cpu() - last[0]) * (1 + share)
        while cpu() < until:
            pass
        last[0] = cpu()
        return result

    return longer


def run(share: float) -> None:
    """twistd, with a reactor that is slowed; the command line is twistd's."""
    from klog.net.twisted_without_openssl import import_transports, own_process

    # As twistd's plugin would, which comes later here than the reactor: it is to be klog's broker but for the time.
    own_process()
    import_transports()
    from twisted.internet import reactor as the_reactor
    from twisted.scripts import twistd

    from klog.net.direct_events import hand_events_out_directly

    reactor: Any = the_reactor
    # As every broker does, but before it is slowed.
    hand_events_out_directly(reactor)
    reactor.doIteration = slowed(reactor.doIteration, share)
    twistd.run()  # type: ignore[no-untyped-call]
