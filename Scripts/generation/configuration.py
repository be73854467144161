"""The tables of Documentation/Configuration.md."""

import textwrap

from generation.markdown import between

PAGE = "Documentation/Configuration.md"


def row(section, key):
    restart = " *A change needs a restart.*" if key["needsRestart"] else ""
    return f"| `{key['name'] or section}` | {key['allowed']} | `{key['default']}` | {key['summary']}{restart} |\n"


def section(section):
    rows = "".join(row(section["name"], key) for key in section["keys"])
    summary = textwrap.fill(section["summary"], 100)
    return f"### `{section['name']}`\n\n{summary}\n\n| key | allowed | default | meaning |\n|---|---|---|---|\n{rows}"


def files(root, sections):
    yield PAGE, between(root / PAGE, "keys", "\n".join(section(each) for each in sections))
