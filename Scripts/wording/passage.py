"""A piece of text that somebody reads, and where each of its characters stands."""

import bisect
import dataclasses
import re

# What a passage is: doc (pages, manual pages, comments of the public API), help, key (of the configuration), log, error (all else
# that the programs write).
KINDS = ("doc", "help", "key", "log", "error")


@dataclasses.dataclass
class Passage:
    path: str
    kind: str
    text: str
    # The offsets in `text` at which a new line of the file begins, and the numbers of these lines.
    offsets: list
    lines: list
    # What the passage describes, where a table or a command says it: "abstract", "flag", "argument", "key", "meaning", "line".
    role: str = ""

    def line(self, offset=0):
        return self.lines[max(0, bisect.bisect_right(self.offsets, offset) - 1)]


class Builder:
    """Joins lines to a passage: one space between words, whatever the lines were."""

    def __init__(self, path, kind, role=""):
        self.path, self.kind, self.role = path, kind, role
        self.parts, self.length, self.offsets, self.lines = [], 0, [], []

    def add(self, text, line):
        text = re.sub(r"\s+", " ", text)
        if self.parts and (self.parts[-1].endswith(" ") or not self.parts[-1]):
            text = text.lstrip()
        self.offsets.append(self.length)
        self.lines.append(line)
        self.parts.append(text)
        self.length += len(text)

    def passage(self):
        return Passage(self.path, self.kind, "".join(self.parts), self.offsets, self.lines, self.role)


def paragraph(path, kind, lines, role=""):
    """One passage of (number, text) lines."""
    builder = Builder(path, kind, role)
    for number, text in lines:
        builder.add(text.strip() + " ", number)
    return builder.passage()
