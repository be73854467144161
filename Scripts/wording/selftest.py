"""Each rule finds its bad sample, and leaves good text alone."""

import pathlib
import tempfile

from wording import beginnings, pages, phrases, prose, spelling, swift_text, tables
from wording.passage import paragraph

SWIFT = '''
/// Whoever reads this is told of it.
public struct Told {
    // Whoever reads a comment inside is not asked.
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Say where it is.",
        discussion: """
            One line that goes \\
            on here.

            \\(count, format: "%d of which")  and more.
            """)
    @Option(help: ArgumentHelp("Only these.", valueName: "metres"))
    var other = #"one "very raw" string"#
    static let started = LogMessage("started", "0", .notice, "The daemon runs.", remedy: "The remedy is free.")
    func f() { logger.log(.started, "The track is there"); throw Problem("there is \\(named ? "one word" : "one more") here") }
    static let key = ConfigurationKey(.log, "level", \\.log.level, .word, "How much is written.")
}
'''
# Of SWIFT: the kind, the role, and the words of each text.
TEXTS = [
    ("doc", "comment", "Whoever reads this is told of it."),
    ("help", "abstract", "Say where it is."),
    ("help", "", "One line that goes on here. ⟨⟩ and more."),
    ("help", "", "%d of which"),
    ("help", "option", "Only these."),
    ("error", "", 'one "very raw" string'),
    ("log", "meaning", "The daemon runs."),
    ("log", "", "The remedy is free."),
    ("log", "line", "The track is there"),
    ("error", "", "there is ⟨⟩ here"),
    ("error", "", "one word"),
    ("error", "", "one more"),
    ("key", "key", "How much is written."),
]
BAD_BEGINNINGS = [
    ("abstract", "Say where it is."), ("abstract", "Distance and time."), ("flag", "Only these."), ("option", "Not further than this."),
    ("argument", "Their names."), ("key", "How long it may take."), ("meaning", "The track is written."), ("line", "The track is written"),
    ("line", "asks for more"),
]
GOOD_BEGINNINGS = [
    ("abstract", "Show the status."), ("flag", "Print JSON."), ("flag", "Do not hold the position."), ("option", "The file to write."),
    ("option", "Limit to N locations."), ("argument", "The user, by name or number."), ("key", "Longest time without data."),
    ("meaning", "Track writable again."), ("line", "Track writable again; 12 queued lines written"), ("line", "⟨⟩ accepted"),
]
# What the phrases must leave alone.
GOOD = [
    "Track writable again; 12 queued lines written", "locd turns them into what every phone has", "requires full accuracy",
    "not authorized to read the position; an administrator can run `x`", "The object that receives events. Set it immediately.",
    "searching for satellites (no fix yet)", "82 GB free, about 9 years at 1 Hz", "Removing a region emits no event.",
    "If the daemon cannot be reached, check the socket.", "There is no fix.", "It is not told from the others.", "No entry exists.",
]
PAGE = """# A page

[good](#a-page) [also](other.md#there) [out](https://example.org) `[code](nothing.md)` [a
link](missing.md) [heading](#nowhere)

[name]: other.md#gone

    [indented](code.md)
"""


def problems():
    for phrase in phrases.load():
        name = f"phrases.tsv: {phrase.pattern.pattern}"
        if not phrase.pattern.search(phrase.example):
            yield f"{name}: does not find its example {phrase.example!r}"
        if phrase.pattern.search(phrase.instead):
            yield f"{name}: finds its own replacement {phrase.instead!r}"
        for good in GOOD:
            if phrase.pattern.search(good):
                yield f"{name}: finds what is good: {good!r}"
    count = sum(1 for _ in phrases.load())
    if count < 150:
        yield f"phrases.tsv has {count} entries, fewer than 150"

    rules = beginnings.load()
    for role, text in BAD_BEGINNINGS:
        if not list(beginnings.findings([paragraph("x", "help", [(1, text)], role)], rules)):
            yield f"beginnings.tsv: takes a bad {role}: {text!r}"
    for role, text in GOOD_BEGINNINGS:
        if list(beginnings.findings([paragraph("x", "help", [(1, text)], role)], rules)):
            yield f"beginnings.tsv: refuses a good {role}: {text!r}"

    found = [(each.kind, each.role, each.text.strip()) for each in swift_text.passages("Sources/locd/Told.swift", SWIFT)]
    for missing in [each for each in TEXTS if each not in found]:
        yield f"swift_text: {missing} not found"
    for extra in [each for each in found if each not in TEXTS]:
        yield f"swift_text: {extra} found"

    long = "word " * 25
    text = f"{long}\n| {long} |\n\n    {long}\n\n```\n{long}\n```\n[{long[:60]}](https://example.org/{'x' * 90})\n"
    if [line for line, _ in pages.long_lines(text)] != [1]:
        yield f"pages: long lines at {list(pages.long_lines(text))}, not in line 1 only"
    broken = [link for _, link, _ in pages.broken_links(
        pathlib.Path("page.md"), PAGE, lambda path: {"other.md": "# There\n"}.get(str(path)))]
    if sorted(broken) != ["#nowhere", "missing.md", "other.md#gone"]:
        yield f"pages: broken links {broken}"
    if [each.line(each.text.index("third")) for each in prose.markdown("x", "first\nsecond\nthird `a\nb` fourth\n")] != [3]:
        yield "prose: a paragraph loses its lines"
    if [each.text.strip() for each in prose.markdown("x", "is 0.87\n87. The end\n\n1. one\n2. two\n")] != ["is 0.87 87. The end", "one", "two"]:
        yield "prose: a number at the start of a line becomes an item"

    if spelling.is_there():
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "page.md").write_text("A recieved fix.\n")
            if [word for _, _, word, _ in spelling.findings(folder, ["page.md"])] != ["recieved"]:
                yield "spelling: a misspelling is not found"
    for name, columns in (("exemptions.tsv", 4), ("pending.tsv", 3)):
        list(tables.rows(name, columns))


def run():
    failed = False
    for problem in problems():
        failed = True
        print(f"words: {problem}")
    print("words: self-test failed" if failed else "words: self-test passed")
    return 1 if failed else 0
