"""``python -m tests.docs.live PAGE HOST:PORT``: run all Python blocks of a page that are no files, in order, in one program.

They may ``await``; ``reactor`` is there, and every 127.0.0.1:9092 is the broker. A block's mistake is told with the page's own line.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import traceback
from typing import Any

from twisted.internet import defer, task
from twisted.python.failure import Failure

from tests.docs.pages import DOCS, Block, blocks

BLOCK_SECONDS = 90.0


async def run_block(reactor: Any, block: Block, page: str, bootstrap: str, names: dict[str, Any]) -> None:
    """One block, up to `BLOCK_SECONDS`, or as long as its directive says."""
    source = "\n" * (block.line - 1) + block.text.replace("127.0.0.1:9092", bootstrap)
    code = compile(source, f"docs/{page}", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    result = eval(code, names)
    if not inspect.iscoroutine(result):
        return
    seconds = re.fullmatch(r"for (\S+) s", block.directive)
    deferred = defer.Deferred.fromCoroutine(result)
    call = reactor.callLater(float(seconds[1]) if seconds else BLOCK_SECONDS, deferred.cancel)
    try:
        await deferred
    except defer.CancelledError:
        if not seconds:
            raise AssertionError(f"docs/{page}, line {block.line}: not done after {BLOCK_SECONDS} s") from None
    finally:
        if call.active():
            call.cancel()


async def run_page(reactor: Any, page: str, bootstrap: str) -> None:
    """All of them."""
    names: dict[str, Any] = {"reactor": reactor, "__name__": "docs"}
    count = 0
    for block in blocks((DOCS / page).read_text(encoding="utf-8")):
        if block.language == "python" and block.file_name is None and block.directive != "skip":
            begun_s = reactor.seconds()
            await run_block(reactor, block, page, bootstrap, names)
            count += 1
            if reactor.seconds() - begun_s > 5:
                print(f"line {block.line} took {reactor.seconds() - begun_s:.1f} s")
    print(f"{count} blocks")


def main() -> None:
    """Command line."""
    page, bootstrap = sys.argv[1:]

    def told(failure: Failure) -> None:
        traceback.print_exception(failure.value)
        raise SystemExit(1)

    task.react(lambda reactor: defer.Deferred.fromCoroutine(run_page(reactor, page, bootstrap)).addErrback(told))


if __name__ == "__main__":
    main()
