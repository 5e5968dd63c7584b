"""Failed logins in the audit log's file: who somebody claimed to be, from where, by which mechanism, and why he was not let in.

::

    {"time": "…", "decision": "login failed", "claimed": "anna", "host": "10.1.2.3", "listener": "SASL_SSL", "mechanism": "SCRAM-SHA-512",
     "reason": "authentication with SCRAM-SHA-512 failed: the client 'anna' does not know the password", "times_before": 0}

``claimed`` is null where he has not said it, ``mechanism`` where he asked for none; it is ``TLS`` where a certificate was refused, or asked
for in vain. Who tries again and again as the same from one address is told of once in `INTERVAL_S`, with how often it was in between. Names
are the guesser's to choose: of more than `MOST_KINDS` different ones within an interval, or `MOST_OF_ONE` from one address, only the number
is told. What strangers can fill up so is theirs alone: it takes no place from the denials of those who are known. The broker's log has its
line without this file, as about every connection that it ends.
"""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.authorization.audit_file import AuditFile
from klog.broker.authorization.audit_log import INTERVAL_S, MOST_CHARACTERS, MOST_KINDS, MOST_OF_ONE, cut
from klog.log_rate_limit import LogKindLimit
from klog.net.authentication import FailedLogin

_DECISION = "login failed"


class FailedLogins:
    """See the module.

    :param seconds: a clock.
    """

    def __init__(self, seconds: Callable[[], float], file: AuditFile) -> None:
        self._file = file
        self._limit = LogKindLimit(seconds, INTERVAL_S, MOST_KINDS, MOST_OF_ONE)

    def tell(self, failed: FailedLogin) -> None:
        """It has happened."""
        for host, others in self._limit.take_others().items():
            self._file.tell({"decision": _DECISION, "host": host or None, "others": others})
        claimed, mechanism = failed.claimed, failed.mechanism
        # Nothing longer is kept than what is told.
        kind = (failed.listener, failed.host, mechanism and mechanism[:MOST_CHARACTERS], claimed and claimed[:MOST_CHARACTERS])
        untold = self._limit.begin(kind, failed.host)
        if untold is None:
            return
        self._file.tell(
            {
                "decision": _DECISION,
                "claimed": claimed and cut(claimed),
                "host": failed.host,
                "listener": failed.listener,
                "mechanism": mechanism and cut(mechanism),
                "reason": cut(failed.reason),
                "times_before": untold,
            }
        )
