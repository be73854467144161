"""Which files have texts that somebody reads."""

import subprocess

from wording import prose, swift_text

# What these hold follows from tables, and is checked where the tables stand; or it is no prose.
GENERATED = {
    "config/locd.yaml", "systemd/locd.catalog", "packaging/man/locd.8", "packaging/man/locd.yaml.5",
    "Documentation/CoreLocationSurface.txt",
    "Documentation/CoreMotionSurface.txt",
}
# A page may hold a generated table: its own texts are checked, what stands between the marks is not.
BEGIN, END = "<!-- make generate:", "<!-- end of what make generate writes -->"


def tracked(root):
    output = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"], check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(output.splitlines()) if (root / path).is_file())


def without_generated(text):
    inside, lines = False, []
    for line in text.split("\n"):
        if line.startswith(BEGIN):
            inside = True
        lines.append("" if inside else line)
        if line.startswith(END):
            inside = False
    return "\n".join(lines)


def reader(path):
    """What reads the texts of a file; None where it has none."""
    if path in GENERATED or path.startswith(("Tests/", "Fuzz/", "Scripts/", "Benchmarks/", ".ci/")):
        return None
    if path.endswith(".md"):
        return lambda path, text: prose.markdown(path, without_generated(text))
    if path.endswith(".swift") and path.startswith("Sources/"):
        return swift_text.passages
    if path.startswith("packaging/man/"):
        return prose.roff
    if path.endswith(".varlink"):
        return prose.comments
    if path == "Makefile":
        return prose.makefile
    return None


def passages(root, paths):
    for path in paths:
        read = reader(path)
        if read is not None:
            yield from read(path, (root / path).read_text(encoding="utf-8"))
