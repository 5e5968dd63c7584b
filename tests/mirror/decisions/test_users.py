"""Which users come along."""

from __future__ import annotations

import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.mirror.decisions.users import missing_users, users_to_change
from klog.net.kept_credentials import format_credential
from klog.net.sasl import credential_of_salted

M256, M512 = "SCRAM-SHA-256", "SCRAM-SHA-512"


def password(seed: int, mechanism: str = M256) -> str:
    """One as it is kept."""
    return format_credential(credential_of_salted(mechanism, bytes([seed]) * (32 if mechanism == M256 else 64), b"salt", 4096))


P, Q, R = (password(seed) for seed in (1, 2, 3))


class ChangeTests(unittest.TestCase):
    """Row by row."""

    def test_rows(self) -> None:
        for there, here, is_carried, act, is_ours, is_told in (
            (P, None, False, "set", True, False),
            (P, P, False, None, True, False),
            (Q, P, True, "set", True, False),
            (Q, P, False, None, False, True),
            (None, P, True, "removed", False, False),
            (None, P, False, None, False, False),
            (None, None, True, None, False, False),
            (P, None, True, "set", True, False),
            ("rubbish", None, False, None, False, True),
            ("rubbish", P, True, None, True, True),
        ):
            with self.subTest(there=there, here=here, is_carried=is_carried):
                carried = {"anna": (M256,)} if is_carried else {}
                found = users_to_change(_of(there), _of(here), carried, ["*"], [])
                self.assertEqual(found.wanted, {"anna": {M256: there}} if act == "set" else {})
                self.assertEqual(found.removed, {"anna": [M256]} if act == "removed" else {})
                self.assertEqual((found.carried, bool(found.problems)), ({"anna": (M256,)} if is_ours else {}, is_told))
                for kept in (P, Q):
                    self.assertNotIn(kept, str(found.problems))

    def test_whom_the_link_names(self) -> None:
        """One that it names no more goes, if it came from there."""
        there = {"app-1": {M256: P, M512: password(4, M512), "producer_byte_rate": "5"}, "bob": {M256: P}}
        found = users_to_change(there, {"bob": {M256: P}}, {"bob": (M256,)}, ["app-*"], [])
        self.assertEqual(found.wanted, {"app-1": {M256: P, M512: password(4, M512)}})
        self.assertEqual(found.removed, {"bob": [M256]})

    def test_names_like_brokers_own_topics(self) -> None:
        """Of users they are like any others."""
        self.assertEqual(users_to_change({"__app": {M256: P}}, {}, {}, ["*"], []).wanted, {"__app": {M256: P}})
        self.assertEqual(len(missing_users({"__app": [(M256, 4096)]}, {}, ["*"])), 1)

    def test_a_source_makes_nobody_who_may_do_everything_here(self) -> None:
        for carried in ({}, {"admin": (M256,)}):
            found = users_to_change({"admin": {M256: P}}, {}, carried, ["*"], ["admin"])
            self.assertEqual((found.wanted, found.removed), ({}, {}))
            self.assertIn("admin", found.problems[0])

    def test_missing(self) -> None:
        there = {"anna": [(M256, 4096), (M512, 8192)], "bob": [(M256, 4096)], "eve": [(M256, 4096)]}
        [first, second] = missing_users(there, {"anna": [M256]}, ["*", "!eve"])
        self.assertIn("klog user set-password anna --mechanism SCRAM-SHA-512", first)
        self.assertIn("user bob has a password of SCRAM-SHA-256 (4096 iterations)", second)


_KEPT = st.dictionaries(st.sampled_from(["anna", "bob"]), st.dictionaries(st.sampled_from([M256]), st.sampled_from([P, Q, R])), max_size=2)


class LifeTests(unittest.TestCase):
    """Source and operator change what they like."""

    @given(st.lists(st.tuples(_KEPT, st.none() | st.tuples(st.sampled_from(["anna", "bob"]), st.none() | st.just(R))), max_size=6))
    def test_what_an_operator_made_is_never_taken(
        self, turns: list[tuple[dict[str, dict[str, str]], tuple[str, str | None] | None]]
    ) -> None:
        here: dict[str, dict[str, str]] = {}
        carried: dict[str, tuple[str, ...]] = {}
        operators: dict[str, str] = {}
        for there, act in turns:
            if act is not None and act[0] not in carried:
                user, text = act
                here[user] = {} if text is None else {M256: text}
                operators.pop(user, None)
                if text is not None:
                    operators[user] = text
            found = users_to_change(there, here, carried, ["*"], [])
            for user, wanted in found.wanted.items():
                here.setdefault(user, {}).update(wanted)
            for user, removed in found.removed.items():
                for mechanism in removed:
                    del here[user][mechanism]
            carried = found.carried
            operators = {user: text for user, text in operators.items() if user not in carried}
            expected = {user: each[M256] for user, each in there.items() if M256 in each} | operators
            self.assertEqual({user: each[M256] for user, each in here.items() if M256 in each}, expected)
            again = users_to_change(there, here, carried, ["*"], [])
            self.assertEqual((again.wanted, again.removed, again.carried), ({}, {}, carried))


def _of(text: str | None) -> dict[str, dict[str, str]]:
    return {} if text is None else {"anna": {M256: text}}
