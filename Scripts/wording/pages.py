"""What is checked of Markdown beside its words: the length of lines, and where links lead."""

import re

from wording import prose

LONGEST = 100
TARGET = re.compile(r"\]\([^)]*\)|https?://\S+|<[^>\s]*>")
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)")
DEFINITION = re.compile(r"^\s{0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)")


def long_lines(text):
    """Lines longer than LONGEST; code, tables and the targets of links are not counted."""
    for number, line, is_code in prose.fenced(text.splitlines()):
        if is_code or line.lstrip().startswith(("|", "<!--")):
            continue
        length = len(TARGET.sub("]", line))
        # One word that is longer cannot be wrapped.
        if length > LONGEST and " " in line.strip():
            yield number, length


def anchor(heading):
    """As GitHub makes it of a heading."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.replace("`", ""))
    return re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")


def anchors(text):
    found, seen = set(), {}
    for _, line, is_code in prose.fenced(text.splitlines()):
        for name in re.findall(r'<a (?:name|id)="([^"]+)"', line):
            found.add(name)
        if not is_code and re.match(r"#{1,6} ", line):
            name = anchor(line.lstrip("#"))
            # The second heading of the same words gets a number.
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
    return found


def links(text):
    """Each link's line and target; a link may be broken over lines."""
    body = "\n".join("" if is_code else line for _, line, is_code in prose.fenced(text.splitlines()))
    body = re.sub(r"`[^`\n]*`", lambda match: "x" * len(match.group()), body)
    for match in LINK.finditer(body):
        yield body.count("\n", 0, match.start()) + 1, match.group(1)
    for number, line in enumerate(body.splitlines(), 1):
        if match := DEFINITION.match(line):
            yield number, match.group(1)


def broken_links(page, text, read):
    """Relative links to a file or a heading that does not exist. `read` gives the text of a file, None where there is none, and ""
    of a folder."""
    for number, link in links(text):
        if re.match(r"[a-z][a-z0-9+.-]*:", link) or link.startswith("//"):
            continue
        name, _, heading = link.partition("#")
        target = text if not name else read(page.parent / name)
        if target is None:
            yield number, link, "no such file"
        elif heading and (not name or name.endswith(".md")) and heading not in anchors(target):
            yield number, link, "no such heading"
