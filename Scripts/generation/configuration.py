"""The tables of Documentation/Configuration.md."""

from generation.markdown import between

PAGE = "Documentation/Configuration.md"


def row(key):
    restart = " *A change needs a restart.*" if key["needsRestart"] else ""
    return f"| `{key['name']}` | {key['allowed']} | `{key['default']}` | {key['summary']}{restart} |\n"


def section(section):
    rows = "".join(row(key) for key in section["keys"])
    return f"### `{section['name']}`\n\n{section['summary']}\n\n| key | allowed | default | meaning |\n|---|---|---|---|\n{rows}"


def files(root, sections):
    yield PAGE, between(root / PAGE, "keys", "\n".join(section(each) for each in sections))
