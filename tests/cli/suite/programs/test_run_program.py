"""How a program of the suite ends."""

from __future__ import annotations

import contextlib
import io
import unittest
from collections.abc import Callable, Coroutine
from typing import Any
from unittest import mock

from klog.cli.suite.programs import run_program as module
from klog.errors import ErrorCode, KlogError


class RunTests(unittest.TestCase):
    """Run on no reactor: `klog.cli.run_coroutine` has tests of its own."""

    def ended(self, error: BaseException | None) -> tuple[int, str]:
        async def work(reactor: Any) -> None:
            if error is not None:
                raise error

        def run(body: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
            with contextlib.suppress(StopIteration):
                body(None).send(None)

        err = io.StringIO()
        with mock.patch.object(module, "run", run), contextlib.redirect_stderr(err):
            return module.run_program(work), err.getvalue()

    def test_what_went_wrong_is_a_sentence(self) -> None:
        self.assertEqual(self.ended(None), (0, ""))
        for error in (KlogError(ErrorCode.OFFSET_OUT_OF_RANGE), TimeoutError("3 records did not come back"), ValueError("no rate: x")):
            self.assertEqual(self.ended(error), (1, f"{error}\n"))

    def test_mistakes_of_the_program_are_not_hidden(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            self.ended(ZeroDivisionError())
