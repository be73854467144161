import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

@Suite struct PrivateStaysTests {
    /// What the hub notes of a drive: 100 s outside, `within` outcomes in a region until second 900, and outside again.
    private static func drive(_ within: [FixOutcome]) -> [FixOutcome] {
        var stays = PrivateStays()
        func say(_ second: Int, isHidden: Bool) {
            stays.note(.sample(Double(second)), isHidden: isHidden, at: .seconds(second))
        }
        for second in 0..<100 { say(second, isHidden: false) }
        for second in 100..<900 { say(second, isHidden: true) }
        for second in 900..<1000 { say(second, isHidden: false) }
        let before = outcome(.delivered, 99)
        let after = [outcome(.withheld(.distanceFilter), 900, measured: 7), outcome(.delivered, 901, measured: 3)]
        let later = outcome(.withheld(.distanceFilter), 902, measured: 4)
        return stays.redacted([before] + within + after + [later], at: .seconds(1000))
    }

    private static func outcome(
        _ kind: FixOutcome.Kind, _ second: Int, until end: Int? = nil, arrival: Int? = nil, measured: Double? = nil
    ) -> FixOutcome {
        var outcome = FixOutcome(
            kind, figures: FixOutcome.Figures(measured: measured, limit: 10), timestamp: .sample(Double(second)),
            arrival: .seconds(arrival ?? second))
        if let end { (outcome.lastTimestamp, outcome.lastArrival) = (.sample(Double(end)), .seconds(end)) }
        return outcome
    }

    @Test func `What happens in a region changes nothing`() {
        let nothing = Self.drive([])
        #expect(
            nothing.map(\.kind) == [
                .delivered, .outage(.privateRegion), .withheld(.distanceFilter), .delivered, .withheld(.distanceFilter),
            ])
        // How far it is from a place within is left out; how far from one outside is not.
        #expect(nothing.map(\.figures.measured) == [nil, nil, nil, 3, 4])
        let drives: [[FixOutcome]] = [
            // The way to the stop, in two ways, and the stop.
            (100..<120).map { Self.outcome($0 % 2 == 0 ? .delivered : .withheld(.distanceFilter), $0, measured: 8) },
            (100..<180).map { Self.outcome(.delivered, $0) } + [Self.outcome(.withheld(.stationary), 180, until: 880)],
            // A garage, and a refused fix.
            [Self.outcome(.outage(.noFix), 130, until: 870), Self.outcome(.rejected(.frozen), 120, measured: 8)],
            // It began outside and lasts beyond; and it was decided again after the region was left.
            [Self.outcome(.withheld(.paused), 150, until: 905)],
            [Self.outcome(.delivered, 850, arrival: 903)],
        ]
        for within in drives { #expect(Self.drive(within) == nothing, "\(within)") }
    }

    @Test func `What was noted before a region became private is hidden`() {
        var stays = PrivateStays()
        stays.note(.sample(0), isHidden: false, at: .seconds(0))
        #expect(stays.redacted([Self.outcome(.delivered, 0)], at: .seconds(1)).count == 1)
        stays.forget(until: .seconds(10))
        let outcomes = [Self.outcome(.delivered, 9), Self.outcome(.delivered, 11)]
        #expect(stays.redacted(outcomes, at: .seconds(20)) == [outcomes[1]])
    }

    /// Before the first record of a run, or after a reload, the recorder measures from a place that may be private.
    @Test func `Metres from a place of before are left out, until one is recorded`() {
        let outcomes = [
            Self.outcome(.withheld(.distanceFilter), 11, measured: 7), Self.outcome(.delivered, 12, measured: 3),
            Self.outcome(.withheld(.distanceFilter), 13, measured: 4),
        ]
        func figures(_ stays: PrivateStays) -> [Double?] {
            stays.redacted(outcomes, at: .seconds(20)).map(\.figures.measured)
        }
        var reloaded = PrivateStays()
        reloaded.note(.sample(0), isHidden: true, at: .seconds(0))
        reloaded.forget(until: .seconds(5))
        reloaded.note(.sample(10), isHidden: false, at: .seconds(10))
        #expect(figures(reloaded) == [nil, 3, 4])

        var home = Region(identifier: "home", center: .sample, radius: 100)
        home.privacy = .cut
        let zones = PrivacyZones([home])
        func core(after last: Location?, hiding zones: PrivacyZones) -> HubCore {
            HubCore(staleAfter: .seconds(5), resumingAfter: last, hiding: zones, at: .live(.zero))
        }
        #expect(figures(core(after: .sample(0), hiding: zones).stays) == [nil, 3, 4])
        #expect(figures(core(after: .sample(0), hiding: PrivacyZones()).stays) == [7, 3, 4])
        #expect(figures(core(after: nil, hiding: zones).stays) == [7, 3, 4])
        var late = core(after: .sample(0), hiding: PrivacyZones())
        _ = late.apply(zones)
        #expect(figures(late.stays) == [nil, 3, 4])
    }

    @Test func `Thousands of stays take bounded memory, and the oldest stay hidden`() {
        var stays = PrivateStays()
        for number in 0..<5000 { stays.note(.sample(Double(number)), isHidden: number % 2 == 0, at: .seconds(number)) }
        let all = (0..<5000).map { Self.outcome(.delivered, $0) }
        let shown = stays.redacted(all, at: .seconds(5000))
        #expect(shown.count { $0.kind == .outage(.privateRegion) } == 256)
        #expect(!shown.contains { $0.kind == .delivered && $0.firstArrival < .seconds(4400) })
    }
}
