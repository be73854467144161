"""The texts in pages, manual pages, the Varlink interface and the Makefile."""

import re

from wording.passage import paragraph

CODE_SPAN = re.compile(r"`[^`]*`")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
LIST = re.compile(r"^\s*(?:[-*+]|\d{1,2}\.)\s+")
ORDERED = re.compile(r"^\s*\d")


def fenced(lines):
    """Each line of a page: its number, its text, and whether it is code."""
    fence, above_blank, in_code, in_list = None, True, False, False
    for number, line in enumerate(lines, 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (fence is None or line.strip().startswith(fence)):
            fence = mark.group(1) if fence is None else None
            yield number, line, True
            continue
        if fence is None:
            if not line.strip():
                above_blank = True
                yield number, line, in_code
                continue
            indent = len(line) - len(line.lstrip())
            in_code = indent >= (8 if in_list else 4) and (above_blank or in_code)
            if LIST.match(line):
                in_list = True
            elif indent == 0:
                in_list = False
            above_blank = False
        yield number, line, fence is not None or in_code


def words_of(line):
    """A line without what is no prose in it: code, and where links lead."""
    return LINK.sub(r"\1", CODE_SPAN.sub("`x`", line)).replace("**", "").replace("*", "")


def markdown(path, text):
    part, in_list = [], False
    for number, line, is_code in fenced(text.splitlines()):
        stripped = line.strip()
        # A line of a paragraph may begin with a number and a full stop, and is no item.
        item = LIST.match(line) and not (ORDERED.match(line) and part and not in_list)
        ends = not stripped or is_code or item or stripped.startswith(("#", "|", "<!--"))
        if ends and part:
            yield paragraph(path, "doc", joined(part))
            part = []
        if not stripped or is_code or stripped.startswith("<!--"):
            continue
        if stripped.startswith("|"):
            for cell in words_of(stripped).strip("|").split("|"):
                if re.search(r"[A-Za-z]{2}", cell):
                    yield paragraph(path, "doc", [(number, cell)])
        elif stripped.startswith("#"):
            yield paragraph(path, "doc", [(number, words_of(stripped.lstrip("# ")))], "heading")
        else:
            in_list = bool(item) or (in_list and bool(part))
            part.append((number, LIST.sub("", line) if item else line))
    if part:
        yield paragraph(path, "doc", joined(part))


def joined(part):
    """A code span or a link may go on in the next line."""
    text = words_of("\x00".join(line.strip() for _, line in part))
    pieces = text.split("\x00")
    # A span that held a line end swallowed it: what follows counts for the line where the span began.
    return [(part[min(index, len(part) - 1)][0], piece) for index, piece in enumerate(pieces)]


def roff(path, text):
    part = []
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\.(?:B|I|BR|IR|RB|RI|BI|IB)\s", line):
            line = re.sub(r'^\.\w+\s+|"', "", line)
        elif line.startswith((".", "'", "@")) or not line.strip():
            if part:
                yield paragraph(path, "doc", part)
            part = []
            continue
        part.append((number, re.sub(r"\\f.|\\&|\\e", "", line).replace("\\-", "-")))
    if part:
        yield paragraph(path, "doc", part)


def comments(path, text, kind="doc", mark="#"):
    """Paragraphs of comments; one ends where the code goes on."""
    part = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith(mark) and stripped.strip(mark + " "):
            part.append((number, stripped.lstrip(mark)))
        elif part:
            yield paragraph(path, kind, part)
            part = []
    if part:
        yield paragraph(path, kind, part)


def makefile(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r"[a-z-]+:[^#]*## (.*)", line):
            yield paragraph(path, "help", [(number, match.group(1))], "target")
