"""Tests/Apple/…ClientTests/Surface.swift, made of Documentation/…Surface.txt, and the number of symbols in the page of the module."""

import re
import sys

MODULES = ["CoreLocation", "CoreMotion"]
PROTOCOLS = {"CLLocationManagerDelegate", "CLBodyIdentifiable", "CLCondition", "CLLocationPushServiceExtension"}
STRUCTS = {"CLLocationCoordinate2D"}


class Surface:
    def __init__(self, module):
        self.module, self.list = module, f"Documentation/{module}Surface.txt"
        self.type, self.raw = None, None
        self.plain, self.old, self.values, self.omitted = [], [], [], []
        self.count = 0

    def add(self, line, number):
        old = line.startswith("deprecated ")
        line = line.removeprefix("deprecated ")
        word, _, rest = line.partition(" ")
        statements = getattr(self, "do_" + word, None)
        if statements is None:
            sys.exit(f"{self.list}:{number}: {word}?")
        for statement in statements(rest):
            (self.old if old else self.plain).append(statement)

    def do_in(self, rest):
        self.type = rest
        return []

    def do_raw(self, rest):
        self.raw = rest
        return [f"same({self.type}.RawValue.self, {rest}.self)"]

    def do_omit(self, rest):
        self.omitted.append(rest)
        return []

    def do_value(self, rest):
        self.values.append(rest)
        return []

    def do_alias(self, rest):
        self.count += 1
        name, other = rest.split(" = ")
        return [f"same({name}.self, ({other}).self)"]

    def do_const(self, rest):
        self.count += 1
        name, other = rest.split(": ", 1)
        kind, _, value = other.partition(" = ")
        if not value:
            return [f"_ = {name} as {kind}"]
        self.values.append(f"({name} as {kind}) == {value}")
        return []

    def do_global(self, rest):
        return self.reference(rest)

    def do_conforms(self, rest):
        name, others = rest.split(": ")
        self.count += 1
        others = others.replace(", ", " & ")
        if name in PROTOCOLS:
            return [f"do {{ func check<T: {name}>(_: T) {{ func other<U: {others}>(_: U.Type) {{}}; other(T.self) }} }}"]
        return [f"do {{ func check<T: {others}>(_: T.Type) {{}}; check({name}.self) }}"]

    def do_case(self, rest):
        self.count += 1
        name, _, raw = rest.partition(" = ")
        name = "`default`" if name == "default" else name
        if not raw:
            return [f"_ = {self.type}.{name} as {self.type}"]
        self.values.append(f"({self.type}.{name} as {self.type}).rawValue == {raw}")
        return []

    def do_init(self, rest):
        self.count += 1
        labels, parameters = re.match(r"\((.*?)\): (.*)$", rest).groups()
        optional = parameters.endswith(" ?")
        parameters = parameters.removesuffix(" ?")
        name = f"init({labels})" if labels else "init"
        # A default argument is no part of a reference to a function: the labels that are left out are called.
        if rest.startswith("(_:): (CLError.Code"):
            return [f"_ = {{ {self.type}($0) }} as {parameters} -> {self.type}"]
        return [f"_ = {self.type}.{name} as {parameters} -> {self.type}{'?' if optional else ''}"]

    def do_get(self, rest):
        self.count += 1
        name, kind = rest.split(": ", 1)
        return [f"_ = \\{self.type}.{name} as KeyPath<{self.type}, {kind}>"]

    def do_var(self, rest):
        self.count += 1
        name, kind = rest.split(": ", 1)
        path = "WritableKeyPath" if self.type in STRUCTS else "ReferenceWritableKeyPath"
        return [f"_ = \\{self.type}.{name} as {path}<{self.type}, {kind}>"]

    def do_func(self, rest):
        self.count += 1
        name, kind = re.match(r"(\w+\([\w:]*\)): (.*)$", rest).groups()
        name = name.removesuffix("()")
        if "completion:" in name and kind.startswith("(String, ("):
            kind = kind.replace("((any Error)?) -> Void)", "(((any Error)?) -> Void)?)")
        return [f"_ = {self.type}.{name} as ({self.type}) -> {kind}"]

    def do_static(self, rest):
        self.count += 1
        match = re.match(r"(\w+\([\w:]*\)): (.*)$", rest)
        if not match:
            name, kind = rest.split(": ", 1)
            return [f"_ = {self.type}.{name} as {kind}"]
        name, kind = match.groups()
        return [f"_ = {self.type}.{name.removesuffix('()')} as {kind}"]

    def do_callback(self, rest):
        self.count += 1
        name, kind = re.match(r"(\w+\([\w:]*\)): (.*)$", rest).groups()
        name = name.removesuffix("()")
        return [f"do {{ func check<T: {self.type} & SendableMetatype>(_: T) {{ _ = T.{name} as (T) -> {kind} }} }}"]

    def do_call(self, rest):
        self.count += 1
        wait = " async" if "await" in rest else ""
        subject = "x: CLMonitor" if wait else ""
        return [f"_ = {{ ({subject}){wait} in _ = {rest} }}"]

    def reference(self, rest):
        self.count += 1
        name, kind = re.match(r"(\w+\([\w:]*\)): (.*)$", rest).groups()
        return [f"_ = {name} as {kind}"]

    def source(self):
        def body(lines):
            return "\n".join("        " + line for line in lines)

        values = "\n".join(f"        #expect({v})" for v in self.values)
        return f"""// Written by `make generate` from {self.list}; do not edit.
// swift-format-ignore-file
import {self.module}
import Testing

@Suite("The surface of {self.module}")
struct SurfaceTests {{
    @Test func `{self.count} symbols are there, with their types`() {{
        Symbols().check()
        let deprecated: any Checking = DeprecatedSymbols()
        deprecated.check()
    }}

    @Test
    @MainActor
    func `Raw values, constants and defaults are Apple's`() {{
{values}
    }}
}}

private protocol Checking {{ func check() }}

private func same<T, U>(_ one: T.Type, _ other: U.Type) {{ #expect(one == other) }}

private struct Symbols: Checking {{
    func check() {{
{body(self.plain)}
    }}
}}

private struct DeprecatedSymbols: Checking {{
    @available(*, deprecated)
    func check() {{
{body(self.old)}
    }}
}}
"""


def files(root):
    for module in MODULES:
        surface, page = Surface(module), f"Documentation/{module}.md"
        for number, line in enumerate((root / surface.list).read_text(encoding="utf-8").splitlines(), 1):
            line = line.strip()
            if line and not line.startswith("#"):
                surface.add(line, number)
        yield f"Tests/Apple/{module}ClientTests/Surface.swift", surface.source()
        text, count = re.subn(r"\d+ symbols", f"{surface.count} symbols", (root / page).read_text(encoding="utf-8"))
        if count != 1:
            sys.exit(f"generate: {page} names the number of symbols {count} times, not once")
        yield page, text
