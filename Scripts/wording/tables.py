"""The data beside these modules: rows of columns that tabs separate; a line that begins with # is a comment."""

import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent


def rows(name, columns, folder=FOLDER):
    for number, line in enumerate((folder / name).read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != columns or not all(fields):
            raise SystemExit(f"words: {name}:{number}: needs {columns} columns with tabs between, has {len(fields)}")
        yield number, fields
