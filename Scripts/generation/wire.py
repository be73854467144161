"""Sources/Adapters/LocdProtocol/Generated: the types, methods and errors of the interfaces on the socket."""

import re
import sys
import textwrap

FOLDER = "Sources/Adapters/LocdProtocol"
INTERFACES = {"org.varlink.service": "ServiceInterface", "org.locd.Location": "LocationInterface"}
# Names in Swift, where they differ from those in the interface: most tell a type on the wire from one of LocationModel. "Type.member" is
# an enumeration without a name.
NAMES = {
    "FixOutcome": "ReportedOutcome", "Satellite": "ReportedSatellite", "RecorderState": "RecorderStatus.State",
    "SettingsInForce": "SettingsStatus", "Settings": "SessionSettings", "Service": "SessionService",
    "Region": "ReportedRegion", "Ring": "ReportedRegion.Ring", "Polygon": "ReportedRegion.Polygon",
    "Circle": "ReportedRegion.Circle", "Corridor": "ReportedRegion.Corridor", "RegionEntry": "MonitoredRegion",
    "KnownAuthorization": "ReportedAuthorization", "Client": "ReportedClient", "Use": "ReportedUse",
    "TrackFile": "ReportedTrackFile", "Activity": "ReportedActivity", "Setting": "ReportedSetting",
    "Advertisement": "ReportedAdvertisement", "AgentQuestion.request": "ReportedAuthorization.Request",
    "InvalidMessage.reason": "VarlinkError.InvalidMessage",
    # Parameters, by the first method that takes them.
    "Visits": "LabelParameters", "Start": "ServicesParameters", "DisallowDeferredLocationUpdates": "SessionParameters",
    "AllowDeferredLocationUpdates": "DeferralParameters", "RemoveRegion": "RegionParameters", "Deny": "ClientParameters",
    "RequestTemporaryFullAccuracyAuthorization": "TemporaryFullAccuracyParameters", "AuthorizationOf": "UserParameters",
    "ReportSteps": "StepsParameters", "ReportAdvertisements": "AdvertisementsParameters",
}  # fmt: skip
# What is written by hand: the types of LocationModel, and those that wrap one of them.
BY_HAND = {
    "AuthorizationStatus": "AuthorizationStatus", "AccuracyAuthorization": "AccuracyAuthorization", "ReceiverState": "ReceiverState",
    "OutageCause": "OutageCause", "IntegrityState": "IntegrityState", "SettingsReason": "SettingsReason", "ActivityType": "ActivityType", "Coordinate": "Coordinate",
    "Placemark": "Placemark", "RegionSide": "LocationModel.RegionState", "Satellite.constellation": "Satellite.Constellation",
    "Activity.activity": "MotionActivity.Kind", "Activity.confidence": "MotionActivity.Confidence", "Beacon": "RangedBeacon",
    "LocationReport": "ReportedLocation", "HeadingReport": "ReportedHeading", "VisitReport": "ReportedVisit", "Event": "ReportedEvent",
    "Updates": "UpdatesParameters",
}  # fmt: skip
# Replies with a name of their own; others are the Reply of their method.
REPLIES = {"Status", "Why", "Updates", "Heading", "Visits", "Events"}
# Errors whose value needs no label.
PLAIN_ERRORS = {
    "InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter", "NotAuthorized", "NoSuchRegion",
    "ReloadRefused", "InvalidMessage",
}  # fmt: skip
# What systemd writes above a method that answers repeatedly.
STREAM = "[Requires 'more' flag]"
SIMPLE = {"bool": "Bool", "int": "Int", "float": "Double", "string": "String"}
HEAD = """// Written by `make generate` from {}; do not edit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import LocationModel
"""


class Interface:
    """An interface: its members in the order of the file. A structure is a list of (name, type, doc), an enumeration one of (name, doc)."""

    def __init__(self, path):
        self.path = path
        self.tokens = re.findall(r"#[^\n]*|\n|->|[\w.]+|\S", path.read_text(encoding="utf-8"))
        self.types, self.methods, self.errors = {}, {}, {}
        self.position, self.doc = 0, []
        while self.peek():
            word, doc = self.next(), self.taken()
            name = self.next()
            if word == "interface":
                self.name, self.text = name, doc
            elif word == "type":
                self.types[name] = self.group(), doc
            elif word == "error":
                self.errors[name] = self.group(), doc
            elif word == "method":
                parameters = self.group()
                self.expect("->")
                self.methods[name] = parameters, self.group(), doc
            else:
                self.fail(word)
        self.describe()

    def describe(self):
        """A member without a comment has that of a parameter of its name and type, or the first sentence about its type."""
        parameters = {}
        for members, _, _ in self.methods.values():
            for name, kind, doc in members:
                if doc:
                    parameters.setdefault((name, str(kind)), doc)
        for members, _ in self.types.values():
            self.complete(members, {})
        for members, reply, _ in self.methods.values():
            self.complete(members, parameters)
            self.complete(reply, {})

    def complete(self, members, known):
        for index, (name, *rest) in enumerate(members):
            if len(rest) == 2 and not rest[1]:
                kind = rest[0]
                single = kind[1] if isinstance(kind, list) and kind[0] == "?" else kind
                about = self.types[single][1] if isinstance(single, str) and single in self.types else []
                sentence = [re.split(r"(?<=\.) ", " ".join(about))[0]]
                members[index] = name, kind, known.get((name, str(kind)), sentence)

    def fail(self, word):
        sys.exit(f"generate: {self.path}: {word!r} is not understood, after {' '.join(self.tokens[:self.position][-8:])!r}")

    def peek(self):
        """The next word; comments before it are kept, and those above an empty line are not its own."""
        while self.position < len(self.tokens) and self.tokens[self.position][0] in "#\n":
            token = self.tokens[self.position]
            if token == "\n" and self.tokens[self.position - 1] == "\n":
                self.doc = []
            elif token != "\n":
                self.doc.append(token[1:].removeprefix(" "))
            self.position += 1
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def next(self):
        word = self.peek() or self.fail("the end")
        self.position += 1
        return word

    def expect(self, word):
        found = self.next()
        if found != word:
            self.fail(found)

    def taken(self):
        doc, self.doc = self.doc, []
        return doc

    def group(self):
        self.doc = []
        self.expect("(")
        members = []
        while self.peek() != ")":
            if members:
                self.expect(",")
                self.peek()
            doc, name = self.taken(), self.next()
            if self.peek() == ":":
                self.next()
                members.append((name, self.type(), doc))
            else:
                members.append((name, doc))
        self.next()
        return members

    def type(self):
        if self.peek() == "(":
            return tuple(self.group())
        word = self.next()
        if word == "?":
            return ["?", self.type()]
        if word == "[":
            key = self.next()
            if key == "string":
                self.expect("]")
            return ["[" + key, self.type()]
        return word


class Source:
    """A Swift file under construction."""

    def __init__(self, head):
        self.lines, self.depth = head.splitlines(), 0

    def add(self, line=""):
        self.lines.append("    " * self.depth + line if line else "")

    def gap(self):
        """An empty line, but not at the beginning of a block."""
        if not self.lines[-1].endswith("{"):
            self.add()

    def note(self, doc):
        for paragraph in "\n".join(doc).split("\n\n"):
            if paragraph and self.lines[-1].lstrip().startswith("///"):
                self.add("///")
            for line in textwrap.wrap(paragraph, 116 - 4 * self.depth, break_long_words=False, break_on_hyphens=False):
                self.add("/// " + line)

    def open(self, line):
        self.add(line + " {")
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.add("}")

    def list(self, head, items, tail):
        """Items on one line, or on indented lines of their own."""
        line = head + ", ".join(items) + tail
        if len(line) + 4 * self.depth <= 120:
            return self.add(line)
        self.add(head)
        for wrapped in textwrap.wrap(", ".join(item.replace(" ", "\0") for item in items), 116 - 4 * self.depth):
            self.add("    " + wrapped.replace("\0", " "))
        if tail == "]":
            self.lines[-1] += ","
        self.add(tail)

    @property
    def text(self):
        return "\n".join(self.lines).rstrip("\n") + "\n"


class Wire:
    def __init__(self, interfaces):
        self.interfaces = interfaces
        sources = " and ".join(each.path.name for each in interfaces)
        self.types, self.methods, self.error = (Source(HEAD.format(sources)) for _ in range(3))
        self.structures = {}

    # MARK: types

    def swift(self, kind, owner):
        """The Swift type of a member; `owner` is the type and the member, which name an enumeration without a name."""
        if isinstance(kind, tuple):
            return BY_HAND.get(owner) or NAMES.get(owner) or self.nested(owner)
        if isinstance(kind, list):
            inner = self.swift(kind[1], owner)
            return {"?": f"{inner}?", "[]": f"[{inner}]", "[string": f"[String: {inner}]"}[kind[0]]
        return SIMPLE.get(kind) or BY_HAND.get(kind) or NAMES.get(kind, kind)

    def nested(self, owner):
        name = owner.split(".")[1]
        return name[0].upper() + name[1:]

    def enumeration(self, out, name, values, doc):
        out.gap()
        out.note(doc)
        out.open(f"public enum {name}: String, Codable, Sendable, Hashable, CaseIterable")
        for value, text in values:
            out.note(text)
            out.add(f"case {value}")
        out.close()

    def structure(self, out, schema, name, members, doc, protocols="Codable, Sendable, Hashable"):
        out.gap()
        out.note(doc)
        out.open(f"public struct {name}: {protocols}")
        for member, kind, text in members:
            values = kind[1] if isinstance(kind, list) else kind
            owner = f"{schema}.{member}"
            if isinstance(values, tuple) and owner not in BY_HAND and owner not in NAMES:
                self.enumeration(out, self.nested(owner), values, text)
        out.gap()
        fields = [(member, self.swift(kind, f"{schema}.{member}"), text) for member, kind, text in members]
        for member, kind, text in fields:
            out.note(text)
            out.add(f"public var {member}: {kind}")
        out.add()
        out.list("public init(", [f"{m}: {k}{' = nil' if k.endswith('?') else ''}" for m, k, _ in fields], ") {")
        out.depth += 1
        for member, _, _ in fields:
            out.add(f"self.{member} = {member}")
        out.close()
        out.close()

    def named(self, interface):
        for schema, (members, doc) in interface.types.items():
            if schema in BY_HAND:
                continue
            path = NAMES.get(schema, schema).split(".")
            if path[1:]:
                self.types.add()
                self.types.open(f"extension {path[0]}")
            if len(members[0]) == 2:
                self.enumeration(self.types, path[-1], members, doc)
            else:
                self.structure(self.types, schema, path[-1], members, doc)
            if path[1:]:
                self.types.close()

    # MARK: methods

    def shape(self, members):
        return str([member[:2] for member in members])

    def parameters(self, method, members):
        """The name of the type of a method's parameters, which methods with the same parameters share."""
        if not members:
            return "NoParameters"
        if method in BY_HAND:
            return BY_HAND[method]
        shape = self.shape(members)
        if shape not in self.structures:
            name = self.structures[shape] = NAMES.get(method, f"{method}Parameters")
            sharing = [f"`{other}`" for i in self.interfaces for other, each in i.methods.items() if self.shape(each[0]) == shape]
            kinds = {member[0]: member[1] for member in members}
            protocol = "LabelledParameters" if "label" in kinds else "SessionBoundParameters" if "session" in kinds else "VarlinkParameters"
            self.structure(
                self.methods, method, name, members, [f"The parameters of {' and '.join(', '.join(sharing).rsplit(', ', 1))}."],
                f"{protocol}, Hashable")
        return self.structures[shape]

    def interface(self, interface):
        out, swift = self.methods, INTERFACES[interface.name]
        parameters = {name: self.parameters(name, each[0]) for name, each in interface.methods.items()}
        for name, (_, reply, doc) in interface.methods.items():
            if name in REPLIES:
                self.structure(out, name, f"{name}Reply", reply, [f"A reply of `{name}`."])
        out.add()
        out.note(interface.text)
        out.open(f"public enum {swift}")
        out.note(["The name."])
        out.add(f'public static let name = "{interface.name}"')
        out.add()
        out.note(["The interface file: the documentation, in the Varlink interface language."])
        out.open("public static var description: String")
        out.add(f"String(decoding: PackageResources.{interface.path.name.replace('.', '_')}, as: UTF8.self)")
        out.close()
        out.add()
        out.note(["All methods."])
        out.list("public static let methods: [any VarlinkMethod.Type] = [", [f"{name}.self" for name in interface.methods], "]")
        replies = {}
        for name, (_, reply, doc) in interface.methods.items():
            out.add()
            out.note([line for line in doc if line != STREAM])
            out.open(f"public enum {name}: {'VarlinkStream' if STREAM in doc else 'VarlinkMethod'}")
            out.add(f'public static let name = "{interface.name}.{name}"')
            if parameters[name] != "NoParameters":
                out.add(f"public typealias Parameters = {parameters[name]}")
            shared = f"{name}Reply" if name in REPLIES else replies.get(self.shape(reply))
            if shared:
                out.add(f"public typealias Reply = {shared}")
            elif reply:
                replies[self.shape(reply)] = f"{name}.Reply"
                self.structure(out, name, "Reply", reply, [f"The reply of `{name}`."])
            out.close()
        out.close()

    # MARK: errors

    def errors(self):
        out = self.error
        errors = [(f"{i.name}.{name}", name[0].lower() + name[1:], name, *each) for i in self.interfaces for name, each in i.errors.items()]
        fields = {}
        for _, _, name, members, _ in errors:
            for member, kind, _ in members:
                swift = self.swift(kind, f"{name}.{member}").removeprefix("VarlinkError.")
                if fields.setdefault(member, swift) != swift:
                    sys.exit(f"generate: {name}.{member} has another type than in another error")
        out.add()
        out.note(["The errors that a call can return."])
        out.open("public enum VarlinkError: Error, Sendable, Hashable")
        for _, case, name, members, doc in errors:
            out.note(doc)
            labels = [("" if name in PLAIN_ERRORS and not index else f"{m[0]}: ") + fields[m[0]] for index, m in enumerate(members)]
            out.add(f"case {case}" + (f"({', '.join(labels)})" if labels else ""))
        out.note(["An error that is unknown to this version; its full name."])
        out.add("case other(String)")
        for _, _, name, members, doc in errors:
            for member, kind, text in members:
                if isinstance(kind, tuple):
                    self.enumeration(out, fields[member], kind, text or doc)
        out.add()
        out.note(["The full name, as on the wire."])
        out.open("public var name: String")
        out.add("switch self {")
        for full, case, *_ in errors:
            out.add(f'case .{case}: "{full}"')
        out.add("case .other(let name): name")
        out.add("}")
        out.close()
        out.add()
        out.note(["The members of all errors in one struct; each error sets its own."])
        out.open("struct Members: Codable")
        for member, kind in fields.items():
            out.add(f"var {member}: {kind}?")
        out.close()
        out.add()
        out.open("var members: Members")
        out.add("switch self {")
        for _, case, _, members, _ in errors:
            if members:
                given = [member for member in fields if member in [each[0] for each in members]]
                lets = ", ".join(f"let {each[0]}" for each in members)
                out.add(f"case .{case}({lets}): Members({', '.join(f'{each}: {each}' for each in given)})")
        out.add("default: Members()")
        out.add("}")
        out.close()
        out.add()
        out.note(["Reads an error; one that is unknown, or lacks its members, becomes ``other(_:)``. A detail may be missing."])
        out.open("init(name: String, members: Members)")
        out.add("let known: VarlinkError? =")
        out.depth += 1
        out.add("switch name {")
        for full, case, name, members, _ in errors:
            essential = [each[0] for each in members if each[0] != "detail"]
            if len(essential) > 1:
                sys.exit(f"generate: the error {name} has more than one member beside its detail")
            values = ["$0" if each[0] in essential else 'members.detail ?? ""' for each in members]
            labels = ["" if name in PLAIN_ERRORS and not index else f"{each[0]}: " for index, each in enumerate(members)]
            made = f".{case}" + (f"({', '.join(map(''.join, zip(labels, values)))})" if members else "")
            made = f"members.{essential[0]}.map {{ {made} }}" if essential else made
            line = f'case "{full}": {made}'
            if len(line) + 4 * out.depth <= 120:
                out.add(line)
            else:
                out.add(f'case "{full}":')
                out.add(f"    {made}")
        out.add("default: nil")
        out.add("}")
        out.depth -= 1
        out.add("self = known ?? .other(name)")
        out.close()
        out.close()


def files(root):
    interfaces = [Interface(root / FOLDER / f"{name}.varlink") for name in INTERFACES]
    wire = Wire(interfaces)
    for interface in interfaces:
        wire.named(interface)
        wire.interface(interface)
    wire.errors()
    for name, source in {"Types": wire.types, "Methods": wire.methods, "VarlinkError": wire.error}.items():
        yield f"{FOLDER}/Generated/{name}.swift", source.text
