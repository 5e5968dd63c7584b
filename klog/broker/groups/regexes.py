r"""Regular expressions over topic names, with RE2's meaning, as KIP-848 has them (Kafka 4.3.1: RE2/J in ``TopicRegexResolver``).

google-re2 matches in time linear in the name, whatever the pattern. What is left to bound:

- compiling. It holds Python's lock, hence the reactor, in a thread as well. A pattern has at most `MAX_PATTERN_BYTES` bytes and
  `MAX_UNICODE_CLASSES` classes like ``\pL`` (each is some hundred ranges), and its program is cut off by `MAX_MEMORY_BYTES`: 15 ms for the
  worst pattern found, well under 0.1 ms for an ordinary one. Kafka has no such limits but the wire's 32,767 bytes.
- matching all topics. It is done in a thread, one resolution at a time, and each match gives Python's lock away.

A pattern must match the whole name. Internal topics count like all others, as in Kafka.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from twisted.internet.defer import Deferred

from klog.concurrency_limit import ConcurrencyLimit
from klog.errors import ErrorCode, KlogError
from klog.in_thread import InThread

#: A hundred topics of forty characters, written out as alternatives, fit in.
MAX_PATTERN_BYTES = 4096
MAX_UNICODE_CLASSES = 16
#: For the compiled program and the automaton that matching builds.
MAX_MEMORY_BYTES = 1 << 20
#: How much of a pattern an error repeats.
_SHOWN = 200


def _options() -> Any:
    import re2

    options = re2.Options()
    options.max_mem = MAX_MEMORY_BYTES
    options.log_errors = False
    options.never_capture = True
    return options


class TopicPattern:
    """A compiled pattern.

    :ivar pattern: its text.
    """

    __slots__ = ("_compiled", "pattern")

    def __init__(self, pattern: str, compiled: Any) -> None:
        self.pattern = pattern
        self._compiled = compiled

    def matches(self, name: str) -> bool:
        """Whether the whole of `name` matches."""
        return self._compiled.fullmatch(name.encode("utf-8", "surrogatepass")) is not None


def compile_pattern(pattern: str) -> TopicPattern:
    """Compile `pattern`, and so find out whether it is one.

    :raises KlogError: INVALID_REGULAR_EXPRESSION: it is none, or larger than what this file allows.
    """
    data = pattern.encode("utf-8", "surrogatepass")
    if len(data) > MAX_PATTERN_BYTES:
        raise _refused(pattern, f"it has {len(data)} bytes, more than the {MAX_PATTERN_BYTES} that klog accepts")
    classes = data.count(b"\\p") + data.count(b"\\P")
    if classes > MAX_UNICODE_CLASSES:
        raise _refused(pattern, f"it names {classes} classes with \\p, more than the {MAX_UNICODE_CLASSES} that klog accepts")
    # Imported here: it is large, and most brokers are never asked for a pattern.
    import re2

    try:
        compiled = re2.compile(data, _options())
    except re2.error as error:
        said = error.args[0] if error.args else b""
        raise _refused(pattern, said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)) from None
    finally:
        # re2 would keep the last 128 patterns, each with its automaton.
        re2.purge()
    return TopicPattern(pattern, compiled)


def _refused(pattern: str, why: str) -> KlogError:
    shown = pattern if len(pattern) <= _SHOWN else pattern[:_SHOWN] + "..."
    return KlogError(
        ErrorCode.INVALID_REGULAR_EXPRESSION, f"SubscribedTopicRegex `{shown}` is not a valid regular expression: {why[: 2 * _SHOWN]}."
    )


def resolve(patterns: Collection[str], names: Collection[str]) -> dict[str, frozenset[str]]:
    """The names that each pattern matches. A pattern that cannot be compiled matches none: members' patterns were checked when they
    came, and one in a log that another broker wrote must not stop the rest."""
    encoded = [(name, name.encode("utf-8", "surrogatepass")) for name in names]
    found: dict[str, frozenset[str]] = {}
    for pattern in patterns:
        try:
            match = compile_pattern(pattern)._compiled.fullmatch
        except KlogError:
            found[pattern] = frozenset()
        else:
            found[pattern] = frozenset([name for name, data in encoded if match(data) is not None])
    return found


class RegexResolver:
    """Resolves patterns off the reactor, one resolution after the other.

    :param in_thread: runs a function in a thread and fires with its result on the reactor.
    """

    def __init__(self, in_thread: InThread[Any]) -> None:
        self._in_thread = in_thread
        self._line = ConcurrencyLimit()

    def resolve(self, patterns: Collection[str], names: Collection[str]) -> Deferred[Mapping[str, frozenset[str]]]:
        """The topic names out of `names` that each of `patterns` matches as a whole, as they are at this moment."""
        wanted, known = tuple(patterns), tuple(names)
        return self._line.run(lambda: self._in_thread(lambda: resolve(wanted, known)))
