"""locd(8) and locd.yaml(5): their frames, packaging/man/NAME.in, filled with what the program says of itself.

The line @COMMANDS@ of a frame becomes every verb with its options, as `locd --help` explains them; @KEYS@ every key of the
configuration.
"""

import re

FOLDER = "packaging/man"
# What every verb has, said once.
COMMON = {"help", "version"}


def escaped(text):
    """Text that means the same to the formatter: its own characters are written as escapes."""
    text = text.replace("\\", "\\e").replace("--", "\\-\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def sentences(text):
    """A paragraph as lines, each a sentence: the formatter knows by that where one ends."""
    words = " ".join(text.split())
    return [escaped(line) for line in re.split(r"(?<=[^\s.][.!?]) +(?=[^a-z])", words) if line]


def paragraphs(text):
    parts = [part for part in re.split(r"\n\s*\n", text or "") if part.strip()]
    for index, part in enumerate(parts):
        if index:
            yield ".Pp"
        yield from sentences(part)


def macro(word):
    """A word as an argument of a macro: what the macro would take for another one, or for a delimiter, is quoted."""
    return '"' + escaped(word).replace('"', '\\(dq') + '"' if re.search(r"[\s\"]", word) else "\\&" + escaped(word)


def flags(argument):
    """`Fl -output Ns , Fl o`, and the value."""
    names = [("-" if name["kind"] == "long" else "") + name["name"] for name in argument["names"]]
    text = " , ".join(f"Fl {name}" for name in sorted(names, key=len, reverse=True))
    return text + (f" Ar {macro(argument['valueName'])}" if argument["kind"] == "option" else "")


def synopsis(path, arguments):
    yield f".Nm {' '.join('Cm ' + word if not index else word for index, word in enumerate(path))}"
    for argument in arguments:
        repeats = " ..." if argument.get("isRepeating") else ""
        if argument["kind"] == "positional":
            text = f"Ar {macro(argument['valueName'])}{repeats}"
        else:
            first = dict(argument, names=[max(argument["names"], key=lambda name: len(name["name"]))])
            text = flags(first)
        yield f".{'Op ' if argument.get('isOptional') else ''}{text}"


def verb(command, path):
    arguments = [
        argument for argument in command.get("arguments", [])
        if argument.get("shouldDisplay", True) and argument.get("valueName") not in COMMON
    ]
    yield f".Ss {' '.join(path)}"
    # A verb of verbs is called by none of its own.
    if not command.get("subcommands"):
        yield from synopsis(path, arguments)
        yield ".Pp"
    yield from sentences(command.get("abstract", ""))
    if command.get("discussion"):
        yield ".Pp"
        yield from paragraphs(command["discussion"])
    explained = [argument for argument in arguments if argument.get("abstract")]
    if explained:
        yield ".Bl -tag -width Ds"
        for argument in explained:
            positional = argument["kind"] == "positional"
            yield f".It {'Ar ' + macro(argument['valueName']) if positional else flags(argument)}"
            yield from sentences(argument["abstract"])
        yield ".El"
    for inner in command.get("subcommands", []):
        yield from verb(inner, path + [inner["commandName"]])


def commands(program):
    for command in program["subcommands"]:
        if command["commandName"] != "help" and command.get("shouldDisplay", True):
            yield from verb(command, [command["commandName"]])


def keys(sections):
    for section in sections:
        yield f".Ss {section['name']}"
        yield from sentences(section["summary"])
        yield ".Bl -tag -width Ds"
        for key in section["keys"]:
            yield f".It Ic {section['name']}" + (f".{key['name']}" if key["name"] else "")
            yield from sentences(key["summary"])
            yield ".Pp"
            yield from sentences(f"Allowed: {key['allowed']}.")
            yield from sentences(f"Default: {key['default']}.")
            if key["needsRestart"]:
                yield "A change needs a restart."
        yield ".El"


def files(root, program, sections):
    for name, placeholder, lines in (("locd.8", "@COMMANDS@", commands(program)), ("locd.yaml.5", "@KEYS@", keys(sections))):
        frame = (root / FOLDER / f"{name}.in").read_text(encoding="utf-8")
        yield f"{FOLDER}/{name}", frame.replace(placeholder, "\n".join(lines))
