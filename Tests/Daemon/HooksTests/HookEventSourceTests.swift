import LocationModel
import LocdConfiguration
import LocdTestSupport
import Testing

@testable import Hooks

/// Which events become lines, and what is left out of them.
@Suite struct HookEventSourceTests {
    private func crossing(_ name: String, _ state: RegionState = .inside, _ cause: RegionEvent.Cause = .crossed)
        -> LocationEvent
    {
        .region(RegionEvent(timestamp: .sample(1), identifier: name, state: state, cause: cause))
    }

    @Test func `Crossings and visits become lines`() throws {
        var source = HookEventSource(PrivacyZones())
        let told = source.one(crossing("gate"))
        let enter = try #require(told)
        #expect(
            enter.line
                == #"{"event":"enter","identifier":"\#(enter.identifier)","timestamp":"2026-11-21T06:00:01.000Z","region":"gate"}"#
        )
        #expect(enter.identifier.count == 16)
        #expect(source.one(crossing("gate", .outside))?.kind == .exit)
        #expect(source.one(crossing("gate", .inside, .determined)) == nil, "to be inside is no entry")
        #expect(source.one(crossing("gate", .inside, .requested)) == nil)
        let visit = Visit(
            timestamp: .sample(9), arrivalDate: .sample(2), departureDate: nil, coordinate: .sample,
            horizontalAccuracy: 4)
        let stay = source.one(.visit(visit))
        let line = try #require(stay).line
        #expect(line.hasPrefix(#"{"event":"visit","identifier":"#))
        #expect(line.contains(#""latitude":47.5"#) && line.contains(#""arrivalDate":"2026-11-21T06:00:02.000Z""#))
        let identifiers = Set(
            [crossing("gate"), crossing("gate", .outside), crossing("gates")].compactMap { HookEvent($0)?.identifier })
        #expect(identifiers.count == 3)
    }

    @Test(arguments: [
        "gate\u{0}", "gate\n{\"event\":\"exit\"}", "\u{1B}[2J", "gate\u{85}", "gate\u{2028}", "\u{202E}etag",
    ])
    func `A region name with control characters is refused`(name: String) {
        var source = HookEventSource(PrivacyZones())
        #expect(source.one(crossing(name)) == nil)
        #expect(source.refused == 1)
        #expect(source.one(crossing("Gärtnerei \"7\"")) != nil)
    }

    @Test func `A position that is not trusted is told and makes no event of a place`() throws {
        var source = HookEventSource(PrivacyZones())
        let change = IntegrityChange(
            timestamp: .sample(1), state: .notTrusted, reasons: [.jamming, .timeStep], since: .sample(1))
        let told = source.one(.integrity(change))
        let line = try #require(told).line
        #expect(line.contains(#""event":"integrity""#) && line.contains(#""state":"notTrusted""#))
        #expect(line.contains(#""cause":"jamming timeStep""#))
        var location = Location.sample(2)
        location.integrity = .notTrusted
        #expect(source.one(.location(location)) == nil)
    }

    @Test func `Quotes in a name stay one line of JSON`() throws {
        let event = try #require(HookEvent(crossing(#"a"b\c"#)))
        #expect(event.line.contains(#""region":"a\"b\\c""#))
    }

    @Test func `Of a private region only the hook that names it is told`() throws {
        var home = Region(identifier: "home", center: .sample, radius: 200)
        home.privacy = .cut
        var source = HookEventSource(PrivacyZones([home]))
        #expect(source.one(.location(.sample(0))) == nil, "a significant change in there tells where it is")
        let told = source.one(crossing("home"))
        let enter = try #require(told)
        #expect(enter.isPrivate)
        #expect(
            source.one(
                .visit(Visit(timestamp: .sample(9), arrivalDate: nil, departureDate: nil, coordinate: .sample))) == nil)
        func wants(_ pattern: String?) -> Bool {
            Hook(events: [.enter], region: pattern.flatMap { NamePattern($0) }, path: "/s").wants(enter)
        }
        #expect(wants("home"))
        #expect(!wants(nil) && !wants("*") && !wants("hom*") && !wants("office"))
        #expect(source.one(.location(.sample(400, north: 900)))?.kind == .significantChange)
    }

    @Test func `A significant change is five hundred metres and five minutes`() {
        var source = HookEventSource(PrivacyZones())
        #expect(source.one(.location(.sample(0)))?.kind == .significantChange, "the first location")
        #expect(source.one(.location(.sample(400, north: 400))) == nil)
        #expect(source.one(.location(.sample(200, north: 600))) == nil)
        var resumed = HookEventSource(PrivacyZones(), resuming: source.state)
        #expect(resumed.one(.location(.sample(300, north: 600)))?.kind == .significantChange)
    }
}

extension HookEventSource {
    /// The first event of what an event makes.
    fileprivate mutating func one(_ event: LocationEvent) -> HookEvent? { receive(event).first }
}
