"""klog.forks: who is told in a child process."""

from __future__ import annotations

import os

from twisted.trial.unittest import SynchronousTestCase

from klog import forks


class Holder:
    def __init__(self) -> None:
        self.told = 0

    def forked(self) -> None:
        self.told += 1


class Failing(Holder):
    def forked(self) -> None:
        super().forked()
        raise OSError("cannot")


class ForksTests(SynchronousTestCase):
    def test_the_child_is_told_and_the_parent_is_not(self) -> None:
        holders = [Failing(), Holder(), Failing()]
        for holder in holders:
            forks.watch(holder)
        child = os.fork()
        if not child:
            os._exit(sum(holder.told for holder in holders))
        _, status = os.waitpid(child, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), 3)
        self.assertEqual([holder.told for holder in holders], [0, 0, 0])

    def test_nobody_is_kept_alive(self) -> None:
        before = len(forks._watched)
        holder = Holder()
        forks.watch(holder)
        self.assertEqual(len(forks._watched), before + 1)
        del holder
        self.assertEqual(len(forks._watched), before)
