"""Phrases that we do not write, and what to write instead: `phrases.tsv`."""

import dataclasses
import re

from wording import tables
from wording.passage import KINDS


@dataclasses.dataclass
class Phrase:
    pattern: re.Pattern
    instead: str
    kinds: tuple
    example: str

    def applies(self, kind):
        return not self.kinds or kind in self.kinds


def load():
    for number, (pattern, instead, where, example) in tables.rows("phrases.tsv", 4):
        kinds = () if where == "all" else tuple(where.split())
        if set(kinds) - set(KINDS):
            raise SystemExit(f"words: phrases.tsv:{number}: {where} is not \"all\" or some of {' '.join(KINDS)}")
        yield Phrase(re.compile(pattern, re.IGNORECASE), instead, kinds, example)


def findings(passages, phrases):
    for passage in passages:
        taken = set()
        for phrase in phrases:
            if not phrase.applies(passage.kind):
                continue
            for match in phrase.pattern.finditer(passage.text):
                # Of two phrases at one place the first of the list counts.
                if not taken & set(range(match.start(), match.end())):
                    taken |= set(range(match.start(), match.end()))
                    yield passage, passage.line(match.start()), match.group().strip(), phrase.instead
