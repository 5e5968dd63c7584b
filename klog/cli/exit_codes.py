"""How the command ends: exit codes that scripts may rely on, and the one exception that carries a sentence to the user.

The codes never change their meaning; every ``--help`` of the whole command names them. ``klog mirror verify`` and ``klog audit`` end as a
comparison does, and their ``--help`` says so: 2 is also that nothing could be said, and is no proof of anything.
"""

from __future__ import annotations

import enum
import re

from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.net.client.errors import ClientError


class Exit(enum.IntEnum):
    """Exit codes of ``klog``."""

    FINE = 0
    FAILED = 1
    USAGE = 2
    UNREACHABLE = 3
    NOT_FOUND = 4
    HUNG_UP = 129
    INTERRUPTED = 130
    TERMINATED = 143


#: For ``--help``.
EXIT_CODES = """\
Exit codes: 0 fine, 1 failed (or something wrong was found), 2 wrong usage, 3 no broker could be reached or none answered in time, 4 a
topic, partition, group, broker or file was not found, 130 interrupted."""

_UNREACHABLE = frozenset(
    {
        ErrorCode.NETWORK_EXCEPTION,
        ErrorCode.BROKER_NOT_AVAILABLE,
        ErrorCode.REQUEST_TIMED_OUT,
        ErrorCode.REBOOTSTRAP_REQUIRED,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
    }
)
_NOT_FOUND = frozenset(
    {
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.UNKNOWN_TOPIC_ID,
        ErrorCode.GROUP_ID_NOT_FOUND,
        ErrorCode.RESOURCE_NOT_FOUND,
        ErrorCode.TRANSACTIONAL_ID_NOT_FOUND,
        ErrorCode.LOG_DIR_NOT_FOUND,
        ErrorCode.BROKER_ID_NOT_REGISTERED,
    }
)
_USAGE = frozenset({ErrorCode.INVALID_TOPIC_EXCEPTION, ErrorCode.INVALID_GROUP_ID})


class CommandFailed(Exception):
    """The command cannot do what it was asked for; `sentence` says why and what to do next.

    :param sentence: for the user, without a full stop at its end or with several sentences; never a repr of internals.
    :param code: what the process ends with.
    """

    def __init__(self, sentence: str, code: Exit = Exit.FAILED) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


def usage(sentence: str) -> CommandFailed:
    """Something in the command line is wrong."""
    return CommandFailed(sentence, Exit.USAGE)


def not_found(sentence: str) -> CommandFailed:
    """Something that the command line names is not there."""
    return CommandFailed(sentence, Exit.NOT_FOUND)


def exit_of_error(code: ErrorCode) -> Exit:
    """The exit code for an error of Kafka's table."""
    if code in _UNREACHABLE:
        return Exit.UNREACHABLE
    if code in _NOT_FOUND:
        return Exit.NOT_FOUND
    return Exit.USAGE if code in _USAGE else Exit.FAILED


def as_failure(error: BaseException) -> CommandFailed | None:
    """What the user is told about `error`; None where it is a mistake of the program, not of the user or of the world."""
    if isinstance(error, CommandFailed):
        return error
    if isinstance(error, KlogError):
        return CommandFailed(_sentence_of(error), exit_of_error(error.code))
    if isinstance(error, ConfigError):
        return CommandFailed(str(ConfigError(_rdkafka_name(error.name), error.value, _with_rdkafka_names(error.sentence))), Exit.USAGE)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        code = Exit.NOT_FOUND if isinstance(error, FileNotFoundError) else Exit.FAILED
        return CommandFailed(f"{where}{error.strerror or error}", code)
    if isinstance(error, UnicodeError):
        return CommandFailed(f"text that is not UTF-8: {error}", Exit.FAILED)
    return None


def _sentence_of(error: KlogError) -> str:
    sentence = _message_with_rdkafka_names(error).rstrip(".")
    if error.code in _UNREACHABLE:
        return f"{sentence}; `klog doctor` finds out why"
    # The name of the code helps to search for it; the sentence is for reading.
    return sentence if error.code.name in sentence else f"{sentence} ({error.code.name})"


#: A name of klog's options where it is not a part of something else: of a path, of a host and its port.
_OPTION = r"(?<![\w./:-])[a-z]+(?:_[a-z]+)+(?![\w/-]|[.:]\w)"
#: The same behind what only klog's own sentences say in front of it.
_CERTAINLY_OPTION = rf"(?<=\bset ){_OPTION}|(?<=\bthan ){_OPTION}"


def in_words_of_options(sentence: str) -> str:
    """A sentence of klog's clients with the options that it surely names by the names that ``-X`` takes."""
    return _with_rdkafka_names(sentence, _CERTAINLY_OPTION)


def _message_with_rdkafka_names(error: KlogError) -> str:
    """The error's message with options of klog's classes by the names that ``-X`` takes. Topics, groups and hosts that are called like an
    option keep their names, and so does whatever a broker says.
    """
    if isinstance(error, ClientError) and error.message.endswith(error.predicate):
        return error.message.removesuffix(error.predicate) + _with_rdkafka_names(error.predicate)
    return in_words_of_options(error.message)


def _with_rdkafka_names(sentence: str, options: str = _OPTION) -> str:
    """`sentence` with ``message.max.bytes`` instead of ``max_request_bytes``, and so on."""
    return re.sub(options, lambda found: _rdkafka_name(found[0]), sentence) if "_" in sentence else sentence


def _rdkafka_name(option: str) -> str:
    if "_" not in option:
        return option
    from klog.cli.rdkafka_names import settable_name

    return settable_name(option)
