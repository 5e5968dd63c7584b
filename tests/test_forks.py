"""klog.forks: who is told in a child process."""

from __future__ import annotations

import os
import weakref

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
            forks.tell_in_child(holder)
        child = os.fork()
        if not child:
            os._exit(sum(holder.told for holder in holders))
        _, status = os.waitpid(child, 0)
        self.assertEqual(os.waitstatus_to_exitcode(status), 3)
        self.assertEqual([holder.told for holder in holders], [0, 0, 0])

    def test_nobody_is_kept_alive(self) -> None:
        holder = Holder()
        forks.tell_in_child(holder)
        seen = weakref.ref(holder)
        del holder
        self.assertIsNone(seen())
