"""The verdict once more, by brute force: every case that the reports leave open is tried; what holds in all of them may be said."""

from __future__ import annotations

from klog.audit.verdicts import Arrived, Judgment, Sent, Verdict

#: Further than this nothing new happens: all numbers that are drawn are smaller.
BEYOND = 4


def brute_force(sent: Sent, arrived: Arrived, *, is_over: bool, grace_is_over: bool) -> Judgment:
    """What `klog.audit.verdicts.judge` has to say."""
    most = max(sent.may, arrived.least, arrived.most or 0) + BEYOND
    cases = []
    for must in range(sent.must, most + 1):
        for may in range(max(sent.may, must), most + 1):
            if sent.is_final and (must, may) != (sent.must, sent.may):
                continue
            for came in range(arrived.least, most + 1):
                if arrived.most is None or came <= arrived.most:
                    cases.append((must, may, came))
    missing = min(max(must - came, 0) for must, _, came in cases)
    duplicate = min(max(came - may, 0) for _, may, came in cases) + arrived.repeats
    fine = all(must <= came <= may for must, may, came in cases) and not arrived.repeats
    if missing:
        verdict = Verdict.MISSING
    elif duplicate:
        verdict = Verdict.DUPLICATE
    elif not fine:
        verdict = Verdict.UNKNOWN
    elif len(cases) == 1 and sent.must == sent.may and None not in (sent.hash, arrived.hash) and sent.hash != arrived.hash:
        verdict = Verdict.CHANGED
    else:
        verdict = Verdict.COMPLETE
    if not is_over:
        verdict = Verdict.OPEN
    elif not grace_is_over and verdict is not Verdict.COMPLETE:
        verdict = Verdict.LATE
    return Judgment(verdict, missing, duplicate)
