"""The table of Documentation/Publishing.md: the keys of a sink."""

from generation.markdown import between

PAGE = "Documentation/Publishing.md"
EVERY = 5


def row(key):
    types = "all" if len(key["types"]) == EVERY else ", ".join(f"`{each}`" for each in key["types"])
    return f"| `{key['name']}` | {key['allowed'].replace('|', chr(92) + '|')} | {types} | {key['meaning']} |\n"


def files(root, table):
    head = "| key | allowed | types | meaning |\n|---|---|---|---|\n"
    yield PAGE, between(root / PAGE, "publish", head + "".join(row(key) for key in table["keys"]))
