"""Lines of JAAS as Kafka's settings have them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.security.jaas import BadJaas, logins, parse_jaas


class JaasTests(SynchronousTestCase):
    """See ``JaasConfig`` and ``java.io.StreamTokenizer``."""

    def test_a_line(self) -> None:
        entry = parse_jaas(
            'a.b.PlainLoginModule required username="broker" password = \'p;= \\\' "x\'\n user_alice="a\\"\\\\\\n" user_b=b;'
        )
        self.assertEqual(entry.module, "a.b.PlainLoginModule")
        self.assertEqual(entry.options["password"], "p;= ' \"x")
        self.assertEqual(entry.users, {"alice": 'a"\\\n', "b": "b"})
        self.assertNotIn("broker", repr(entry))
        self.assertEqual(parse_jaas("X REQUIRED;").options, {})

    def test_what_is_none(self) -> None:
        for text, word in (
            ("", "it must be"),
            ("Module;", "it must be"),
            ("= required;", "it must be"),
            ("Module needed;", "one of"),
            ("Module required", "semicolon"),
            ('Module required a="b"', "semicolon"),
            ("Module required a;", "behind 0 pairs"),
            ("Module required a=b c;", "behind 1 pairs"),
            ("Module required a==b;", "behind 0 pairs"),
            ("Module required a=;", "behind 0 pairs"),
            ('Module required a="secret;', "not closed"),
            ('Module required a="secret\\', "not closed"),
            ("Module required a=secret a=secret;", "twice"),
            ("A required a=secret; B required;", "more than one"),
        ):
            error = self.assertRaises(BadJaas, parse_jaas, text)
            self.assertIn(word, str(error), text)
            self.assertNotIn("secret", str(error))

    @given(st.dictionaries(st.from_regex(r"\A[a-z_]{1,8}\Z"), st.text(alphabet=st.characters(exclude_categories=["Cs"]))))
    def test_whatever_stands_in_quotes_comes_back(self, options: dict[str, str]) -> None:
        pairs = " ".join('{}="{}"'.format(name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in options.items())
        self.assertEqual(parse_jaas(f"M required {pairs};").options, options)

    def test_as_whom_a_broker_comes_to_others(self) -> None:
        found = logins(
            {
                "listener.name.a.plain.sasl.jaas.config": 'M required username="broker" password="p" user_anna="q";',
                "sasl.jaas.config": "M required;",
                "listener.name.b.sasl.jaas.config": "rubbish",
                "log.dirs": 'M required username="nobody";',
            }
        )
        self.assertEqual(found, {"broker"})

    @given(st.text())
    def test_anything_is_read_or_refused(self, text: str) -> None:
        try:
            parse_jaas(text)
        except BadJaas:
            pass
