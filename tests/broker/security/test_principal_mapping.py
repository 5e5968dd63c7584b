"""Names of certificates and the principals that rules make of them; the examples of Kafka's own tests among them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.security.principal_mapping import NoRule, PrincipalMapping
from klog.config import ConfigError


class MappingTests(SynchronousTestCase):
    """See ``SslPrincipalMapperTest``."""

    def test_names(self) -> None:
        rules = (
            r"RULE:^CN=(.*?),OU=ServiceUsers.*$/$1/L, RULE:^CN=(.*?),OU=(.*?),O=(.*?),L=(.*?),ST=(.*?),C=(.*?)$/$1@$2/L, "
            r"RULE:^cn=(.*?),ou=(.*?),dc=(.*?),dc=(.*?)$/$1@$2/U, RULE:^.*[Cc][Nn]=([a-zA-Z0-9.]*).*$/$1/U, DEFAULT"
        )
        mapping = PrincipalMapping(rules)
        for name, principal in {
            "CN=Duke,OU=ServiceUsers,O=Org,C=US": "duke",
            "CN=Duke,OU=SME,O=mycp,L=Fulton,ST=MD,C=US": "duke@sme",
            "cn=duke,ou=sme,dc=mycp,dc=com": "DUKE@SME",
            "O=Org,CN=duke.x": "DUKE.X",
            "OU=JavaSoft,O=Sun": "OU=JavaSoft,O=Sun",
        }.items():
            self.assertEqual(mapping(name), principal)

    def test_replacements(self) -> None:
        for rule, name, principal in (
            (r"RULE:^CN=([^,]+)$/$2-$1-$0/", "CN=a", "$2-a-CN=a"),
            (r"RULE:CN=(.*)/\$1\/$1/", "CN=a", "$1/a"),
            (r"RULE:CN=a\/(.*)/$1$/", "CN=a/b", "b$"),
            (r"RULE:CN=(a)|(b)/<$2>/", "b", "<b>"),
            ("RULE:a,b/,/", "a,b", ","),
            ("", "CN=x", "CN=x"),
            (" DEFAULT ", "CN=x", "CN=x"),
        ):
            self.assertEqual(PrincipalMapping(rule)(name), principal, rule)

    def test_only_whole_names_fit(self) -> None:
        mapping = PrincipalMapping("RULE:CN=a/x/")
        self.assertEqual(mapping("CN=a"), "x")
        for name in ("CN=ab", "OU=b,CN=a", "", "cn=a"):
            self.assertRaises(NoRule, mapping, name)

    def test_what_is_no_rule(self) -> None:
        for text in (
            "default",
            "DEFAULT DEFAULT",
            "RULE:a",
            "RULE:a/b",
            "RULE:a/b/LU",
            "RULE:a/b/c",
            "RULE:(/b/",
            "RULE:a/b/,x",
            "RULE:a/b/\\",
        ):
            self.assertRaises(ConfigError, PrincipalMapping, text)

    @given(st.text())
    def test_anything_is_read_or_refused(self, text: str) -> None:
        try:
            PrincipalMapping(text)
        except ConfigError:
            pass
