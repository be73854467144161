"""Replaces what stands between two marks in a page."""

import sys


def between(path, name, text):
    """The page with `text` between the marks of `name`."""
    page = path.read_text(encoding="utf-8")
    begin, end = f"<!-- make generate: {name} -->\n", "<!-- end of what make generate writes -->\n"
    start = page.find(begin)
    stop = page.find(end, start)
    if start < 0 or stop < 0:
        sys.exit(f"generate: {path} has no lines {begin.strip()} … {end.strip()}")
    return page[: start + len(begin)] + text + page[stop:]
