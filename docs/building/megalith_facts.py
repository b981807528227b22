"""The facts about a megalith of the box, from the library's own set and the rules page."""

from __future__ import annotations

from ruling_tables import pills, rule_link, rules_of

from cairn_rules import cairn


def megalith_facts(id: str) -> str:
    """Return a megalith's text, id, stone, set and rule.

    Raises:
        UnknownIdError: If there is no such megalith.
    """
    megalith = cairn.BASE_SET[id]
    [rule] = (rule for rule in rules_of("cairn") if f"(`{id}`)" in rule.title)
    facts = (
        f"`{id}`",
        f"{megalith.stone.name.lower()} stone",
        "both sets" if megalith in cairn.LIGHT_SET else "full set only",
        f"rule {rule_link('cairn', rule)}",
        pills(rule.marks),
    )
    return f"*{megalith.text}*\n\n{' · '.join(facts)}"
