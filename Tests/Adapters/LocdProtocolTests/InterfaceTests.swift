import Foundation
import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@Suite struct InterfaceTests {
    private let file: InterfaceFile

    init() throws {
        file = try InterfaceFile(LocationInterface.description)
    }

    /// All others are generated from the interface.
    @Test func `Structures that are written by hand have the members of the interface`() throws {
        let events = try ReportedEventTests.all.map { event in
            var line = JSONLine()
            line.append(event)
            return try object(line.bytes)
        }
        func members(of kind: String) -> [[String: Any]] {
            events.filter { $0["type"] as? String == kind }.map { $0.filter { $0.key != "type" } }
        }
        try expect("Event", events)
        try expect("HeadingReport", members(of: "heading"))
        try expect("VisitReport", members(of: "visit"))
        try expect("Beacon", events.flatMap { $0["beacons"] as? [[String: Any]] ?? [] })
        try expect(
            "LocationReport",
            ReportedEventTests.all.compactMap { event in
                guard case .location(let location) = event else { return nil }
                return try object(JSONEncoder().encode(ReportedLocation(location)))
            })
        try expect("Coordinate", [try object(JSONEncoder().encode(Coordinate(latitude: 1.5, longitude: 2)))])
        try expect(
            "Placemark",
            [
                try sent(
                    Placemark.self,
                    """
                    {"coordinate":{"latitude":1.5,"longitude":2.5},"horizontalAccuracy":1.5,"radius":9.5,"name":"a",\
                    "thoroughfare":"b","subThoroughfare":"c","locality":"d","subLocality":"e","administrativeArea":"f",\
                    "subAdministrativeArea":"g","postalCode":"h","isoCountryCode":"CH","country":"i","inlandWater":"j",\
                    "ocean":"k","areasOfInterest":["l"],"timeZone":"m"}
                    """)
            ])
        let updates = try #require(file.methods["Updates"]).parameters
        let parameters = try sent(
            UpdatesParameters.self,
            """
            {"label":"a","desiredAccuracy":"best","distanceFilter":1.5,"activityType":"fitness",\
            "pausesLocationUpdatesAutomatically":true,"holdsPositionWhenStationary":false,\
            "maximumHorizontalAccuracy":1.5,"maximumAge":2.5,"maximumSpeed":3.5,"minimumInterval":4.5,\
            "smoothing":"kalman","headingFilter":5.5,"rangedBeacons":["b"]}
            """)
        #expect(updates.accepts(parameters) && Set(parameters.keys) == updates.members)
    }

    @Test func `Enumerations that are written by hand are those of the interface`() throws {
        func words<Words: CaseIterable & RawRepresentable<String>>(_: Words.Type) -> VarlinkType {
            .enumeration(Words.allCases.map(\.rawValue).sorted())
        }
        #expect(file.types["AuthorizationStatus"] == words(AuthorizationStatus.self))
        #expect(file.types["AccuracyAuthorization"] == words(AccuracyAuthorization.self))
        #expect(file.types["ReceiverState"] == words(ReceiverState.self))
        #expect(file.types["OutageCause"] == words(OutageCause.self))
        #expect(file.types["IntegrityState"] == words(IntegrityState.self))
        #expect(file.types["SettingsReason"] == words(SettingsReason.self))
        #expect(file.types["ActivityType"] == words(ActivityType.self))
        #expect(file.types["RegionSide"] == words(RegionState.self))
        #expect(member("type", of: "Event") == words(LocationEvent.Kind.self))
        let states = RegionState.allCases.map(\.rawValue) + IntegrityState.allCases.map(\.rawValue)
        #expect(member("state", of: "Event") == .optional(.enumeration(states.sorted())))
        #expect(member("source", of: "Event") == .optional(words(StepCount.Source.self)))
        #expect(member("proximity", of: "Beacon") == words(BeaconProximity.self))
        #expect(member("activity", of: "Activity") == words(MotionActivity.Kind.self))
        #expect(member("confidence", of: "Activity") == words(MotionActivity.Confidence.self))
        #expect(member("constellation", of: "Satellite") == .optional(words(Satellite.Constellation.self)))
    }

    /// Some readers of interfaces, the one of Python among them, keep all members under one name each.
    @Test func `No two members of the interface have one name`() throws {
        let names = LocationInterface.description.split(separator: "\n").compactMap { line -> Substring? in
            let words = line.split(whereSeparator: { " (".contains($0) })
            return words.count > 1 && ["type", "method", "error"].contains(words[0]) ? words[1] : nil
        }
        #expect(names.count > 50)
        #expect(Set(names).count == names.count)
    }

    @Test func `Every error of the interfaces is one that is sent and carries what it promises`() throws {
        let sent = Dictionary(uniqueKeysWithValues: try VarlinkErrorTests.all.map { ($0.name, try members(of: $0)) })
        for text in [LocationInterface.description, ServiceInterface.description] {
            let file = try InterfaceFile(text)
            for (name, shape) in file.errors {
                guard case .structure(let promised) = shape else {
                    Issue.record("\(name) is no structure")
                    continue
                }
                #expect(sent["\(file.name).\(name)"] == Set(promised.keys), "\(name)")
            }
            #expect(sent.keys.count { $0.hasPrefix(file.name + ".") } == file.errors.count)
        }
    }

    @Test func `A member that is missing or of another type is noticed`() throws {
        let text = "interface a.b\ntype T (a: ?int, b: string, c: ?[](x, y), d: ?[string]float, e: ?bool)"
        let type = try #require(InterfaceFile(text).types["T"])
        func isAccepted(_ text: String) throws -> Bool { type.accepts(try object(text.utf8)) }
        #expect(try isAccepted(#"{"a":1,"b":"","c":["x"],"d":{"z":1.5},"e":true}"#) && isAccepted(#"{"b":""}"#))
        for text in [
            "{}", #"{"b":1}"#, #"{"b":"","a":1.5}"#, #"{"b":"","a":true}"#, #"{"b":"","c":["z"]}"#,
            #"{"b":"","c":"x"}"#, #"{"b":"","d":{"z":""}}"#, #"{"b":"","e":1}"#, #"{"b":"","f":1}"#,
        ] {
            #expect(try !isAccepted(text), "\(text)")
        }
    }

    @Test(arguments: [
        "[][]int", "?[][]string", "[]?int", "??int", "(a: T)", "[](a: int)", "?(a: int, b: string)",
        "[string][]int", "[int]", ":",
    ])
    func `What systemd's varlinkctl cannot read in an interface is noticed`(type: String) {
        #expect(throws: InterfaceFile.Malformed.self) {
            try InterfaceFile("interface a.b\ntype T (c: int)\nmethod M() -> (x: \(type))")
        }
    }

    /// Whether each sample is of the type, and all of them together have all of its members.
    private func expect(
        _ name: String, _ samples: [[String: Any]], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let type = try #require(file.types[name], sourceLocation: sourceLocation)
        for sample in samples { #expect(type.accepts(sample), "\(sample)", sourceLocation: sourceLocation) }
        #expect(Set(samples.flatMap(\.keys)) == type.members, sourceLocation: sourceLocation)
    }

    private func member(_ member: String, of type: String) -> VarlinkType? {
        if case .structure(let members) = file.types[type] { members[member] } else { nil }
    }

    private func object(_ bytes: some Sequence<UInt8>) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// What is sent of a value that was read.
    private func sent<Value: Codable>(_ type: Value.Type, _ text: String) throws -> [String: Any] {
        try object(JSONEncoder().encode(decoded(type, text.utf8)))
    }

    private func members(of error: VarlinkError) throws -> Set<String> {
        let reply = try object(VarlinkReply.encode(error).dropLast())
        return Set((reply["parameters"] as? [String: Any] ?? [:]).keys)
    }
}
