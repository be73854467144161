"""What a document tells a person to type or to write into a file, and how much of it was done."""

import re

from .box import Failure

# What begins a command; everything else between backticks is a name, a key or a path.
COMMANDS = (
    "apt|chown|cp|deluser|fuser|getent|gpsctl|gpsdctl|gpsmon|journalctl|ln|locd|make|rm|rsync|sudo|systemctl|systemd-analyze|tail|"
    "udevadm|usermod|zcat|zgrep"
)
IS_COMMAND = re.compile(rf"(?:\$ )?(?:(?:{COMMANDS}) +\S|update-ca-certificates$)")


class Handbook:
    """One Markdown document. Whoever does what it says asks for the words here, so that these are the words that were tried."""

    def __init__(self, path):
        with open(path) as file:
            text = file.read()
        self.path = path
        self.blocks = [
            "\n".join(line[4:] for line in block.splitlines()) for block in re.findall(r"(?:^ {4}.*\n(?:\n(?= {4}))*)+", text, re.M)
        ]
        self.done = set()
        self.commands = []
        for block in self.blocks:
            self.commands += [self.command_of(line) for line in block.splitlines() if IS_COMMAND.match(line)]
        for span in re.findall(r"`([^`\n]+)`", re.sub(r"(?m)^ {4}.*$", "", text)):
            if IS_COMMAND.match(span):
                self.commands.append(span)

    @staticmethod
    def command_of(line):
        """A line of a block without its prompt and without the remark at its end."""
        return re.sub(r"\s+# .*$", "", line.removeprefix("$ ")).strip()

    def command(self, words):
        """A command as the document has it."""
        if words not in self.commands:
            raise Failure(f"{self.path} has no command `{words}`: {self.commands}")
        self.done.add(words)
        return words

    def remark(self, words):
        """What stands behind a command of a block."""
        for block in self.blocks:
            for line in block.splitlines():
                if self.command_of(line) == words and "# " in line:
                    return line.split("# ", 1)[1].strip()
        raise Failure(f"{self.path} has no remark behind `{words}`")

    def snippet(self, words):
        """The block that holds these words: what is written into a file."""
        found = [block for block in self.blocks if words in block]
        if len(found) != 1:
            raise Failure(f"{self.path} has {len(found)} blocks with {words!r}")
        self.done.add(found[0])
        return found[0] + "\n"

    def left(self):
        """What nobody has asked for: commands, and blocks that are the text of a unit's drop-in."""
        units = [block for block in self.blocks if block.startswith("[")]
        # `locd replay` alone speaks of the command that was tried with all of its words.
        tried = tuple(f"{words} " for words in self.done)
        return [
            words for words in dict.fromkeys(self.commands + units)
            if words not in self.done and not any(command.startswith(f"{words} ") for command in tried)
        ]
