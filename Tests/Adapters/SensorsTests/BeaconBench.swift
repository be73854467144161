import Foundation
import LocationModel
import Sensors
import SystemSupport
import Testing

/// A core whose time goes in steps, with beacons at scripted distances and noise.
struct BeaconBench {
    static let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
    static let begin = Timestamp("2026-11-21T12:00:00Z") ?? .earliest

    var core = BeaconCore()
    var now = Duration.zero
    private(set) var reports: [BeaconReport] = []
    private var random: SplitMix64

    init(seed: UInt64 = 1, isListening: Bool = true) {
        random = SplitMix64(seed: seed)
        if isListening { listen(true) }
    }

    var time: Timestamp { Self.begin.advanced(bySeconds: Double(now.components.seconds)) }

    static func beacon(_ minor: UInt16, major: UInt16 = 1) throws -> BeaconIdentity {
        try #require(BeaconIdentity("\(uuid):\(major):\(minor)"))
    }

    mutating func demand(monitored: [BeaconConstraint] = [], ranged: [BeaconConstraint] = []) {
        reports += core.apply(
            BeaconDemand(monitored: Set(monitored), ranged: Set(ranged)), at: now, time: time)
    }

    mutating func listen(_ isListening: Bool, by source: BeaconSighting.Source = .radio) {
        reports += core.listen(source, isListening, at: now, time: time)
    }

    /// Hears an advertisement now.
    mutating func hear(_ beacon: BeaconIdentity, rssi: Int, power: Int? = -59) {
        guard
            let sighting = BeaconSighting(
                BeaconAdvertisement(beacon, measuredPower: power), rssi: rssi, source: .radio)
        else { return }
        reports += core.receive(sighting, at: now, time: time)
    }

    /// Lets time pass to the next deadlines.
    mutating func pass(_ duration: Duration) {
        let end = now + duration
        while let deadline = core.deadline, deadline <= end {
            now = max(now, deadline)
            reports += core.tick(at: now, time: time)
        }
        now = end
    }

    /// Hears beacons at distances, five times a second with noise of 6 dB, as far as a receiver hears them.
    mutating func hear(_ distances: [(BeaconIdentity, metres: Double)], for seconds: Int, floor: Double = -100) {
        for _ in 0..<seconds * 5 {
            for (beacon, metres) in distances {
                let rssi = -59 - 20 * log10(metres) + 6 * noise()
                if rssi > floor { hear(beacon, rssi: Int(rounding: rssi)) }
            }
            pass(.milliseconds(200))
        }
    }

    /// The standard normal distribution, by Box and Muller.
    private mutating func noise() -> Double {
        let (first, second) = (
            Double.random(in: .leastNormalMagnitude...1, using: &random), Double.random(in: 0...1, using: &random)
        )
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
    }

    /// `+1 -1`: minor values that came and left; `+` and `-` for wildcards.
    var passages: [String] {
        reports.compactMap { report in
            guard case .presence(let presence) = report else { return nil }
            return (presence.beacon == nil ? "-" : "+") + (presence.constraint.minor.map { "\($0)" } ?? "")
        }
    }

    /// What was ranged.
    var ranged: [RangedBeacons] {
        reports.compactMap { if case .ranged(let ranged) = $0 { ranged } else { nil } }
    }

    mutating func forget() { reports = [] }
}
