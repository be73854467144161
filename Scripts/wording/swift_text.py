"""The texts in a Swift source: literals that a user reads, and the comments of public declarations.

A small lexer, not a parser: it knows comments, strings (raw, of several lines, with interpolations) and parentheses. So it can tell
which call and which label a literal belongs to, and that says what kind of text it is.
"""

import re

from wording.passage import Builder, paragraph

HELP_LABELS = {"abstract", "discussion", "usage", "help"}
HELP_CALLS = {"ArgumentHelp", "CommandConfiguration", "Flag", "Option", "Argument", "OptionGroup"}
LOG_CALLS = {"LogMessage", "log", "trace", "debug", "info", "notice", "warning", "critical"}
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
INTERPOLATED = "⟨⟩"


class Lexer:
    def __init__(self, path, text):
        self.path, self.text, self.at, self.line = path, text, 0, 1
        self.passages, self.comments = [], []
        # Of each open parenthesis: the call before it, the latest label in it, and what wraps the call.
        self.stack = []
        self.word, self.label, self.code = "", "", []

    def run(self):
        self.scan(until=None)
        return self

    def scan(self, until):
        text, depth = self.text, 0
        while self.at < len(text):
            rest = text[self.at]
            if text.startswith("//", self.at):
                end = text.find("\n", self.at)
                end = len(text) if end < 0 else end
                self.comments.append((self.line, text[self.at : end], text.rfind("\n", 0, self.at) + 1))
                self.at = end
            elif text.startswith("/*", self.at):
                self.block_comment()
            elif rest == '"' or (rest == "#" and re.match(r'#+"', text[self.at :])):
                self.string()
            elif rest in "([":
                self.stack.append((self.word if rest == "(" else "[", self.label))
                self.word, self.label = "", ""
                depth += 1
                self.at += 1
            elif rest in ")]":
                if until == rest and depth == 0:
                    return
                depth -= 1
                if self.stack:
                    self.word, self.label = self.stack.pop()
                self.word = ""
                self.at += 1
            elif match := IDENTIFIER.match(text, self.at):
                self.word = match.group()
                self.at = match.end()
                if re.match(r"\s*:(?!:)", text[self.at : self.at + 4]) and self.stack:
                    self.label = self.word
            else:
                if rest == "\n":
                    self.line += 1
                elif rest == ",":
                    self.label = ""
                if rest not in " \n\t":
                    self.word = ""
                self.at += 1

    def block_comment(self):
        depth = 0
        while self.at < len(self.text):
            if self.text.startswith("/*", self.at):
                depth, self.at = depth + 1, self.at + 2
            elif self.text.startswith("*/", self.at):
                depth, self.at = depth - 1, self.at + 2
                if depth == 0:
                    return
            else:
                self.line += self.text[self.at] == "\n"
                self.at += 1

    def string(self):
        text = self.text
        hashes = len(re.match(r"#*", text[self.at :]).group())
        self.at += hashes
        quotes = '"""' if text.startswith('"""', self.at) else '"'
        close, escape = quotes + "#" * hashes, "\\" + "#" * hashes
        self.at += len(quotes)
        kind, role = self.kind()
        builder, part = Builder(self.path, kind, role), []
        start = self.line
        while self.at < len(text):
            if text.startswith(close, self.at):
                self.at += len(close)
                break
            if text.startswith(escape + "(", self.at):
                builder.add("".join(part) + INTERPOLATED, start)
                part = []
                self.at += len(escape) + 1
                saved = (self.word, self.label, list(self.stack))
                self.scan(until=")")
                self.word, self.label, self.stack = saved
                self.at += 1
                start = self.line
            elif text.startswith(escape, self.at):
                after = text[self.at + len(escape) : self.at + len(escape) + 1]
                self.at += len(escape) + 1
                if after == "\n":
                    self.line += 1
                    self.at += len(re.match(r"[ \t]*", text[self.at :]).group())
                else:
                    part.append({"n": " ", "t": " ", '"': '"'}.get(after, ""))
            elif text[self.at] == "\n":
                if quotes == '"':
                    break
                builder.add("".join(part) + " ", start)
                part = []
                self.at += 1
                self.line += 1
                start = self.line
            else:
                part.append(text[self.at])
                self.at += 1
        builder.add("".join(part), start)
        passage = builder.passage()
        if re.search(r"[A-Za-z]{2,}", passage.text):
            self.passages.append(passage)

    def kind(self):
        """What a literal at this place is for: its kind, and its role."""
        calls = [call for call, _ in self.stack]
        labels = [label for _, label in self.stack[1:]] + [self.label]
        if "/locd/" in "/" + self.path and (HELP_LABELS & set(labels) or HELP_CALLS & set(calls)):
            if "abstract" in labels:
                return "help", "abstract"
            outer = next((call for call in calls if call in ("Flag", "Option", "Argument")), "")
            first = self.label in ("", "help") and "valueName" not in labels
            return "help", outer.lower() if outer and first else ""
        if "ConfigurationKey" in calls:
            return "key", "key" if calls[-1] == "ConfigurationKey" and not self.label else ""
        if LOG_CALLS & set(calls):
            if calls[-1] == "LogMessage":
                return "log", "" if self.label == "remedy" else "meaning"
            return "log", "line" if calls[-1] in LOG_CALLS and not self.label else ""
        return "error", ""


def is_prose(text):
    """Two words at least: a name alone is none of our business."""
    return re.search(r"[A-Za-z⟩]{2,}[,;:]? +[a-zA-Z⟨]{2,}", text) is not None


def public_comments(path, lines):
    """The comments of public declarations: `///` above a line that says public or open, or a case of a public enumeration, or a
    requirement of a public protocol."""
    block, exported = [], False
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if stripped.startswith("///"):
            block.append((number, stripped[3:]))
            continue
        if re.match(r"(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|open|package|internal|private|fileprivate|final|indirect|nonisolated)\s+)*"
                    r"(?:enum|struct|class|actor|protocol|extension)\b", stripped):
            exported = bool(re.search(r"\bpublic\s+(?:indirect\s+)?(?:enum|protocol)\b", stripped))
        if block and stripped and not stripped.startswith("@"):
            if re.search(r"\b(?:public|open)\b", stripped) or (exported and re.match(r"case |func |var |static |init", stripped)):
                yield from paragraphs(path, block)
            block = []
        elif not stripped:
            block = []


def paragraphs(path, block):
    part, fenced = [], False
    for number, text in block:
        if text.strip().startswith("```"):
            fenced = not fenced
        blank = not text.strip() or fenced or text.startswith("     ")
        if (blank or re.match(r"\s*- ", text)) and part:
            yield paragraph(path, "doc", part, "comment")
            part = []
        if not blank and not text.strip().startswith("```"):
            part.append((number, re.sub(r"``?[^`]*``?", "`x`", text)))
    if part:
        yield paragraph(path, "doc", part, "comment")


def passages(path, text):
    lexer = Lexer(path, text).run()
    yield from (each for each in lexer.passages if is_prose(each.text))
    yield from public_comments(path, text.splitlines())
