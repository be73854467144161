import Bus
import LocationModel
import LocdTestSupport
import Testing

@testable import Sharing

/// GeoClue's objects, as programs call them.
struct GeoClueCoreTests {
    private static let manager = "/org/freedesktop/GeoClue2/Manager"
    private static let client = "/org/freedesktop/GeoClue2/Client/1"
    private var core = GeoClueCore()
    private var number: UInt64 = 0

    private mutating func call(
        _ member: String, at path: String = Self.client, _ interface: String? = "org.freedesktop.GeoClue2.Client",
        from sender: String = ":1.1", _ arguments: BusValue...
    ) -> [GeoClueAction] {
        number += 1
        return core.receive(
            GeoClueCall(
                number: number, sender: sender, path: path, interface: interface, member: member, arguments: arguments))
    }

    private mutating func set(_ name: String, _ value: BusValue, from sender: String = ":1.1") -> [GeoClueAction] {
        call(
            "Set", "org.freedesktop.DBus.Properties", from: sender, .text("org.freedesktop.GeoClue2.Client"),
            .text(name), value)
    }

    private mutating func get(
        _ name: String, at path: String = Self.client, from sender: String = ":1.1"
    ) -> BusValue? {
        let actions = call("Get", at: path, "org.freedesktop.DBus.Properties", from: sender, .text(""), .text(name))
        guard case .reply(_, let values)? = actions.first, case .variant(let value)? = values.first else { return nil }
        return value
    }

    private mutating func call(
        _ member: String, _ interface: String, from sender: String, _ first: BusValue, _ second: BusValue,
        _ third: BusValue
    ) -> [GeoClueAction] {
        call(member, at: Self.client, interface, from: sender, first, second, third)
    }

    /// A client that was started and admitted.
    private mutating func start() {
        _ = call("GetClient", at: Self.manager, "org.freedesktop.GeoClue2.Manager")
        _ = set("DesktopId", .text("map"))
        _ = call("Start")
        _ = core.admit(1)
    }

    private func failure(_ actions: [GeoClueAction]) -> GeoClueAction.Failure? {
        for case .fail(_, let failure, _) in actions { return failure }
        return nil
    }

    private func updates(_ actions: [GeoClueAction]) -> [[BusValue]] {
        actions.compactMap { if case .signal(_, _, _, "LocationUpdated", let values) = $0 { values } else { nil } }
    }

    @Test mutating func `A program has one client, and more if it asks`() {
        let manager = "org.freedesktop.GeoClue2.Manager"
        #expect(call("GetClient", at: Self.manager, manager) == [.reply(1, [.path(Self.client)])])
        #expect(call("GetClient", at: Self.manager, manager) == [.reply(2, [.path(Self.client)])])
        #expect(call("CreateClient", at: Self.manager, nil) == [.reply(3, [.path(Self.client.dropLast() + "2")])])
        #expect(core.clientCount == 2)
        #expect(call("DeleteClient", at: Self.manager, manager, .path(Self.client)) == [.reply(4, [])])
        #expect(failure(call("DeleteClient", at: Self.manager, manager, .path(Self.client))) == .unknownObject)
        #expect(call("AddAgent", at: Self.manager, manager, .text("gnome-shell")) == [.reply(6, [])])
        for _ in 0..<30 { _ = call("CreateClient", at: Self.manager, manager) }
        #expect(core.clientCount == GeoClueCore.maximumPerSender)
        #expect(failure(call("CreateClient", at: Self.manager, manager)) == .limitsExceeded)
    }

    @Test mutating func `Start needs a desktop id, and answers when it is decided`() {
        _ = call("GetClient", at: Self.manager, nil)
        #expect(failure(call("Start")) == .accessDenied)
        _ = set("DesktopId", .text("map"))
        let started = call("Start")
        #expect(started.contains(.start(client: 1, sender: ":1.1", desktopID: "map", isReduced: false)))
        #expect(!started.contains { if case .reply = $0 { true } else { false } })
        #expect(get("Active") == .boolean(true))
        let number = number - 1
        #expect(core.admit(1) == [.reply(number, [])])
        #expect(core.admit(1).isEmpty)
        let stopped = call("Stop")
        #expect(stopped.contains(.stop(client: 1)) && get("Active") == .boolean(false))
    }

    @Test mutating func `Calls of start that wait for an answer are limited`() {
        _ = call("GetClient", at: Self.manager, nil)
        _ = set("DesktopId", .text("map"))
        let failures = (0..<1000).compactMap { _ in failure(call("Start")) }
        #expect(failures.count == 1000 - GeoClueCore.maximumStarting)
        #expect(failures.allSatisfy { $0 == .limitsExceeded })
        // Those that waited are answered; then there is room again.
        #expect(core.admit(1).count == GeoClueCore.maximumStarting)
        #expect(failure(call("Start")) == nil)
    }

    @Test mutating func `Who is refused is denied, and has no location`() {
        start()
        _ = core.report(.full(), to: 1)
        let refused = core.refuse(1, "no")
        #expect(get("Active") == .boolean(false) && get("Location") == .path("/"))
        #expect(
            refused.contains {
                if case .signal(":1.1", Self.client, _, "PropertiesChanged", _) = $0 { true } else { false }
            })
        #expect(core.report(.full(1), to: 1).isEmpty)
        let again = call("Start")
        #expect(failure(core.refuse(1, "no")) == .accessDenied && !again.isEmpty)
    }

    @Test mutating func `Thresholds hold back, but not the first, and the one before is kept`() {
        start()
        _ = set("DistanceThreshold", .number(50))
        _ = set("TimeThreshold", .number(3))
        #expect(updates(core.report(.sample(0), to: 1)) == [[.path("/"), .path(Self.client + "/Location/0")]])
        #expect(core.report(.sample(1, north: 100), to: 1).isEmpty)
        #expect(core.report(.sample(5, north: 20), to: 1).isEmpty)
        #expect(
            updates(core.report(.sample(6, north: 100), to: 1)) == [
                [.path(Self.client + "/Location/0"), .path(Self.client + "/Location/1")]
            ])
        #expect(get("Latitude", at: Self.client + "/Location/0") == .double(47.5))
        _ = core.report(.sample(20, north: 300), to: 1)
        #expect(get("Latitude", at: Self.client + "/Location/0") == nil)
        #expect(get("Location") == .path(Self.client + "/Location/2"))
    }

    /// A map that was hidden and is shown again, at the same place.
    @Test mutating func `Thresholds do not hold back the first location after another start`() {
        start()
        _ = set("DistanceThreshold", .number(50))
        _ = core.report(.sample(0), to: 1)
        _ = call("Stop")
        #expect(core.report(.sample(1), to: 1).isEmpty)
        _ = call("Start")
        _ = core.admit(1)
        #expect(
            updates(core.report(.sample(2), to: 1)) == [
                [.path(Self.client + "/Location/0"), .path(Self.client + "/Location/1")]
            ])
        #expect(core.report(.sample(3), to: 1).isEmpty)
    }

    @Test mutating func `A program that is late finds locations for five seconds, and no more than those`() {
        start()
        for tenth in 0..<200 { _ = core.report(.sample(Double(tenth) / 10), to: 1) }
        #expect(get("Latitude", at: Self.client + "/Location/198") == .double(47.5))
        #expect(get("Latitude", at: Self.client + "/Location/150") == .double(47.5))
        #expect(get("Latitude", at: Self.client + "/Location/148") == nil)
        // A receiver that goes back in time leaves nothing for ever.
        for _ in 0..<3 { _ = core.report(.sample(-60), to: 1) }
        #expect(get("Latitude", at: Self.client + "/Location/199") == nil)
        #expect(get("Latitude", at: Self.client + "/Location/202") == .double(47.5))
    }

    @Test mutating func `A location has GeoClues words for what is not known`() {
        start()
        _ = core.report(Location(timestamp: .sample(0.25), coordinate: .sample), to: 1)
        let path = Self.client + "/Location/0"
        #expect(get("Altitude", at: path) == .double(-Double.greatestFiniteMagnitude))
        #expect(get("Speed", at: path) == .double(-1) && get("Heading", at: path) == .double(-1))
        #expect(get("Timestamp", at: path) == .time(seconds: 1_795_240_800, microseconds: 250_000))
        #expect(get("Accuracy", at: path) == .double(100))
    }

    @Test mutating func `Another programs client is nobody else's`() {
        start()
        _ = core.report(.full(), to: 1)
        for path in [Self.client, Self.client + "/Location/0"] {
            #expect(
                failure(call("GetAll", at: path, "org.freedesktop.DBus.Properties", from: ":1.2", .text("")))
                    == .accessDenied)
        }
        #expect(failure(call("Stop", from: ":1.2")) == .accessDenied)
        #expect(failure(set("DistanceThreshold", .number(5), from: ":1.2")) == .accessDenied)
        #expect(failure(call("DeleteClient", at: Self.manager, nil, from: ":1.2", .path(Self.client))) == .accessDenied)
        #expect(
            call("GetClient", at: Self.manager, nil, from: ":1.2") == [
                .reply(number, [.path("/org/freedesktop/GeoClue2/Client/2")])
            ])
    }

    @Test mutating func `A program that leaves leaves nothing`() {
        start()
        let left = core.leave(":1.1")
        #expect(left.first == .stop(client: 1) && core.clientCount == 0)
        #expect(core.leave(":1.1").isEmpty)
    }

    @Test(arguments: [(0, false), (3, true), (4, true), (5, false), (7, false), (9000, false)] as [(UInt32, Bool)])
    mutating func `A city is asked for roughly, and a level that is not known is the next lower one`(
        level: UInt32, isReduced: Bool
    ) {
        _ = call("GetClient", at: Self.manager, nil)
        _ = set("DesktopId", .text("weather"))
        _ = set("RequestedAccuracyLevel", .number(level))
        #expect(call("Start").contains(.start(client: 1, sender: ":1.1", desktopID: "weather", isReduced: isReduced)))
    }

    @Test mutating func `Wrong calls are answered with errors`() {
        start()
        #expect(failure(set("DistanceThreshold", .text("5"))) == .invalidArguments)
        #expect(failure(set("Active", .boolean(false))) == .readOnly)
        #expect(failure(set("Colour", .text("red"))) == .unknownProperty)
        for name in [String(repeating: "x", count: 65), "a\nb", "\u{1B}[2J", "a\u{9B}b", "\u{0}"] {
            #expect(failure(set("DesktopId", .text(name))) == .invalidArguments, "\(name.debugDescription)")
        }
        #expect(failure(call("Dance")) == .unknownMethod)
        #expect(failure(call("Start", at: "/org/freedesktop/GeoClue2/Client/7")) == .unknownObject)
        #expect(failure(call("Start", at: "/org/freedesktop/GeoClue2/Client/x")) == .unknownObject)
        #expect(failure(call("Start", at: Self.client + "/Location/")) == .unknownObject)
        #expect(failure(call("Get", at: Self.client, "org.freedesktop.DBus.Properties")) == .invalidArguments)
        #expect(failure(call("AddAgent", at: Self.manager, nil)) == .invalidArguments)
    }

    /// Calls with every type and in any order: each is answered once, and the number of clients stays bounded.
    @Test(arguments: 0..<20 as Range<UInt64>) mutating func `Anything is answered once`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let values: [BusValue] = [
            .text(""), .text("DesktopId"), .text("org.freedesktop.GeoClue2.Client"), .number(.max), .boolean(true),
            .path("/"), .path(Self.client), .text("Location"),
        ]
        let members = [
            "Start", "Stop", "Get", "Set", "GetAll", "GetClient", "CreateClient", "DeleteClient", "Introspect",
        ]
        let interfaces: [String?] = [
            nil, "", "org.freedesktop.DBus.Properties", "org.freedesktop.GeoClue2.Client",
            "org.freedesktop.GeoClue2.Manager", "org.freedesktop.DBus.Introspectable",
        ]
        let paths = ["/", Self.manager, Self.client, Self.client + "/Location/0", "/org/freedesktop/GeoClue2", "//"]
        var open: Set<UInt64> = []
        func answered(_ actions: [GeoClueAction], _ open: inout Set<UInt64>) {
            for action in actions {
                switch action {
                case .reply(let number, _), .fail(let number, _, _): #expect(open.remove(number) != nil)
                default: break
                }
            }
        }
        for number in 1...2000 as ClosedRange<UInt64> {
            open.insert(number)
            let call = GeoClueCall(
                number: number, sender: ":1.\(Int.random(in: 0..<4, using: &generator))",
                path: paths[Int.random(in: 0..<paths.count, using: &generator)],
                interface: interfaces[Int.random(in: 0..<interfaces.count, using: &generator)],
                member: members[Int.random(in: 0..<members.count, using: &generator)],
                arguments: (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                    values[Int.random(in: 0..<values.count, using: &generator)]
                })
            answered(core.receive(call), &open)
            if number % 7 == 0 { answered(core.admit(Int.random(in: 0..<9, using: &generator)), &open) }
            if number % 11 == 0 { answered(core.refuse(Int.random(in: 0..<9, using: &generator), "no"), &open) }
            if number % 50 == 0 { answered(core.leave(":1.\(Int.random(in: 0..<4, using: &generator))"), &open) }
        }
        answered(core.end(), &open)
        #expect(open.isEmpty && core.clientCount == 0)
    }
}
