"""The table of Documentation/Messages.md, and the catalogue of `journalctl -x` (systemd's Documentation/MESSAGE_CATALOG)."""

import re

from generation.markdown import between

PAGE = "Documentation/Messages.md"
CATALOG = "systemd/locd.catalog"


def row(message):
    """The first sentence of the meaning: `journalctl -x` has the rest, and the remedy."""
    meaning = message["meaning"].split(". ")[0].rstrip(".")
    return f"| `{message['name']}` | {message['level']} | `{message['identifier']}` | {meaning} |\n"


def entry(message):
    remedy = f"\n{message['remedy']}\n" if "remedy" in message else ""
    subject = re.sub(r"([A-Z])", r" \1", message["name"]).lower()
    return (
        f"-- {message['identifier']}\nSubject: locd: {subject}\nDefined-By: locd\n"
        f"Documentation: file:/usr/share/doc/locd/Messages.md\n\n{message['meaning']}\n{remedy}"
    )


def files(root, messages):
    head = "| name | level | MESSAGE_ID | what happened |\n|---|---|---|---|\n"
    yield PAGE, between(root / PAGE, "messages", head + "".join(row(each) for each in messages))
    comment = "# What `journalctl -x` shows below a line of locd. Written by `make generate` from LogMessage; do not edit.\n"
    yield CATALOG, comment + "".join("\n" + entry(each) for each in messages)
