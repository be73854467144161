"""How a text begins: `beginnings.tsv`, by the role of the text, and the imperatives of `verbs.txt`."""

import re

from wording import tables


def load():
    verbs = "|".join(name for _, (name,) in tables.rows("verbs.txt", 1))
    rules = []
    for _, (role, demand, pattern, instead) in tables.rows("beginnings.tsv", 4):
        if demand not in ("must", "never"):
            raise SystemExit(f"words: beginnings.tsv: {demand} is not must or never")
        rules.append((role, demand == "must", re.compile(pattern.replace("VERB", f"(?:{verbs})")), instead))
    return rules


def findings(passages, rules):
    for passage in passages:
        text = passage.text.strip()
        for role, must, pattern, instead in rules:
            if passage.role == role and bool(pattern.match(text)) != must:
                yield passage, passage.line(), text[:50], instead
                break
