"""Spelling: `codespell` of Debian, with the words of `spelling.txt` that it takes for mistakes."""

import re
import shutil
import subprocess

from wording import tables

SUFFIXES = (".md", ".swift", ".varlink", ".py", ".in", ".5", ".8", ".yaml", ".catalog", ".service", ".socket", ".tsv", ".sh")


def is_checked(path):
    folder = path.split("/")[0]
    return not path.startswith(("Fuzz/corpus", "Scripts/wording/")) and (
        path.endswith(SUFFIXES) or (folder in ("Scripts", ".ci", "packaging", "debian") and "." not in path.split("/")[-1])
        or path == "Makefile")


def is_there():
    return shutil.which("codespell") is not None


def findings(root, paths):
    """(path, line, word, suggestion) of each misspelling."""
    words = ",".join(word for _, (word,) in tables.rows("spelling.txt", 1))
    run = subprocess.run(
        ["codespell", "--quiet-level=3", *(["--ignore-words-list", words] if words else []), *paths],
        cwd=root, capture_output=True, text=True)
    if run.returncode not in (0, 65):
        raise SystemExit(f"words: codespell failed: {run.stderr.strip()}")
    for line in run.stdout.splitlines():
        if match := re.match(r"(?:\./)?(.+?):(\d+): (.+?) ==> (.+)$", line):
            yield match.group(1), int(match.group(2)), match.group(3), match.group(4)
