"""Exit codes and the sentences that go with them."""

from __future__ import annotations

import errno
import unittest

from klog.cli.exit_codes import EXIT_CODES, CommandFailed, Exit, as_failure, exit_of_error, not_found, usage
from klog.client.producing.producer_types import DeliveryFailed
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.net.client.errors import BrokerUnreachable, RequestTimedOut


class ExitTests(unittest.TestCase):
    """Scripts rely on these numbers."""

    def test_the_numbers_stay(self) -> None:
        numbers = {exit.name: exit.value for exit in Exit}
        self.assertEqual(
            numbers,
            {"FINE": 0, "FAILED": 1, "USAGE": 2, "UNREACHABLE": 3, "NOT_FOUND": 4, "HUNG_UP": 129, "INTERRUPTED": 130, "TERMINATED": 143},
        )
        for number in ("0", "1", "2", "3", "4", "130"):
            self.assertIn(number, EXIT_CODES)

    def test_errors_have_their_code(self) -> None:
        self.assertIs(exit_of_error(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), Exit.NOT_FOUND)
        self.assertIs(exit_of_error(ErrorCode.GROUP_ID_NOT_FOUND), Exit.NOT_FOUND)
        self.assertIs(exit_of_error(ErrorCode.NETWORK_EXCEPTION), Exit.UNREACHABLE)
        self.assertIs(exit_of_error(ErrorCode.REQUEST_TIMED_OUT), Exit.UNREACHABLE)
        self.assertIs(exit_of_error(ErrorCode.INVALID_TOPIC_EXCEPTION), Exit.USAGE)
        self.assertIs(exit_of_error(ErrorCode.TOPIC_ALREADY_EXISTS), Exit.FAILED)

    def test_sentences(self) -> None:
        found = as_failure(KlogError(ErrorCode.TOPIC_ALREADY_EXISTS, "topic a is there."))
        assert found is not None
        self.assertEqual(found.sentence, "topic a is there (TOPIC_ALREADY_EXISTS)")
        for error in (BrokerUnreachable("h:1", "refused the connection"), RequestTimedOut("h:1", "did not answer")):
            found = as_failure(error)
            assert found is not None
            self.assertIs(found.code, Exit.UNREACHABLE)
            self.assertIn("h:1", found.sentence)
            self.assertIn("klog doctor", found.sentence)

    def test_other_kinds(self) -> None:
        found = as_failure(ConfigError("acks", "7", "0, 1 or all"))
        assert found is not None
        self.assertIs(found.code, Exit.USAGE)
        found = as_failure(FileNotFoundError(errno.ENOENT, "No such file", "/x"))
        assert found is not None
        self.assertEqual((found.code, found.sentence), (Exit.NOT_FOUND, "/x: No such file"))
        found = as_failure(PermissionError(errno.EACCES, "Permission denied", "/x"))
        assert found is not None
        self.assertIs(found.code, Exit.FAILED)
        self.assertIsNone(as_failure(ValueError("a mistake of ours")))
        mine = usage("so not")
        self.assertIs(as_failure(mine), mine)
        self.assertIs(not_found("x").code, Exit.NOT_FOUND)
        self.assertIs(CommandFailed("x").code, Exit.FAILED)

    def test_options_are_called_what_they_can_be_set_as(self) -> None:
        found = as_failure(ConfigError("max_request_bytes", "1", "allowed is 1024 to 1073741824"))
        assert found is not None
        self.assertIn("message.max.bytes", found.sentence)
        self.assertNotIn("max_request_bytes", found.sentence)
        found = as_failure(KlogError(ErrorCode.MESSAGE_TOO_LARGE, "a record of 9 bytes is larger than max_request_bytes (8)"))
        assert found is not None
        self.assertIn("larger than message.max.bytes (8)", found.sentence)

    def test_names_that_others_gave_stay_as_they_are(self) -> None:
        """A topic may be called like an option, and so may what a broker speaks of."""
        errors: list[tuple[Exception, str]] = [
            (KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "topic client_id: there is no such topic"), "topic client_id: "),
            (KlogError(ErrorCode.GROUP_ID_NOT_FOUND, "group batch_bytes: there is no such group"), "group batch_bytes: "),
            (KlogError(ErrorCode.INVALID_CONFIG, "topic a: Unknown topic config name: retry_backoff_ms"), "name: retry_backoff_ms"),
            (DeliveryFailed(ErrorCode.MESSAGE_TOO_LARGE, "linger_ms", 1, "a record of 9 bytes is larger"), "to linger_ms-1 failed"),
            (DeliveryFailed(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "linger_ms", -1, "not allowed"), "to linger_ms failed"),
            (BrokerUnreachable("client_id:9092", "wants ssl_ca_file"), "broker client_id:9092 wants ssl.ca.location"),
            (BrokerUnreachable("h:1", "has a certificate (ssl_ca_file /etc/client_id/ca.pem)"), "(ssl.ca.location /etc/client_id/ca.pem)"),
            (ConfigError("compression", "linger_ms", "allowed is gzip"), "value linger_ms for"),
            (ConfigError("/tmp/client_id, line 3", None, "name=value is expected"), "configuration /tmp/client_id, line 3"),
        ]
        for error, part in errors:
            found = as_failure(error)
            assert found is not None
            self.assertIn(part, found.sentence)

    def test_options_in_sentences_about_names_that_others_gave(self) -> None:
        reason = "a record of 9 bytes is larger than max_request_bytes (8)"
        found = as_failure(DeliveryFailed(ErrorCode.MESSAGE_TOO_LARGE, "max_request_bytes", -1, reason))
        assert found is not None
        self.assertIn("to max_request_bytes failed", found.sentence)
        self.assertIn("larger than message.max.bytes (8)", found.sentence)
        what = "topic client_id, partition 0 has no position to begin at: seek, commit, or set auto_offset_reset"
        found = as_failure(KlogError(ErrorCode.INVALID_REQUEST, what))
        assert found is not None
        self.assertIn("topic client_id, ", found.sentence)
        self.assertIn("set auto.offset.reset", found.sentence)
