internal import Glibc
internal import Interchange
import LocationModel
internal import Motion

/// Encodes an epoch as sentences of NMEA 0183: RMC, GGA, GSA, GSV, VTG, GST, ZDA, in this order.
///
/// Without a location RMC is void, the quality of GGA is 0 and the mode of GSA is 1: a reader sees immediately that the
/// fix is lost. Sentences with the position have the talker GP, the only one that GeoClue and old programs look for.
package struct NMEAEncoder: Sendable {
    /// The maximum number of GSV sentences; satellites beyond a receiver's channels are left out.
    private static let maximumMessages = 9
    private static let talker = "GP"

    private var writer = SentenceWriter()

    package init() {}

    /// The sentences of an epoch, each with its line end.
    package mutating func encode(_ epoch: SharedEpoch) -> [UInt8] {
        writer.removeAll()
        if let location = epoch.location {
            encode(location, epoch.sky)
        } else {
            void(epoch.sky)
        }
        return writer.bytes
    }

    /// A TXT sentence for people, for a connection that is being closed.
    package static func text(_ text: String) -> [UInt8] {
        var writer = SentenceWriter()
        writer.sentence("\(talker)TXT") { writer in
            for field in ["01", "01", "00"] { writer.text(field) }
            // A text must not contain characters that end a field or a sentence.
            writer.text(
                String(
                    text.unicodeScalars.filter { $0.isASCII && !"$*,!\\^~\r\n".unicodeScalars.contains($0) }.map(
                        Character.init)))
        }
        return writer.bytes
    }

    private mutating func encode(_ location: Location, _ sky: SkyView?) {
        writer.rmc(location, talker: Self.talker)
        let dilution = HorizontalDilution.of(accuracy: location.horizontalAccuracy)
        writer.gga(
            location, solution: AccuracyModel.deviations(of: location).solution, hdop: dilution, talker: Self.talker)
        gsa(sky, mode: location.fix == .fix2D ? 2 : 3, dilution: dilution)
        gsv(sky)
        writer.vtg(location, talker: Self.talker)
        if location.horizontalAccuracy != nil || location.verticalAccuracy != nil {
            writer.gst(
                location.timestamp,
                horizontal: location.horizontalAccuracy.map { $0 / AccuracyModel.radiusPerDeviation },
                vertical: location.verticalAccuracy.map { $0 / AccuracyModel.intervalPerDeviation }, talker: Self.talker
            )
        }
        writer.zda(location.timestamp, talker: Self.talker)
    }

    /// The time is unknown while the fix is lost: the machine's clock is never used instead.
    private mutating func void(_ sky: SkyView?) {
        writer.sentence("\(Self.talker)RMC") { writer in
            writer.unknown()
            writer.text("V")
            writer.unknown(9)
            writer.text("N")
        }
        writer.sentence("\(Self.talker)GGA") { writer in
            writer.unknown(5)
            writer.text("0")
            writer.text("00")
            writer.unknown(7)
        }
        gsa(sky, mode: 1, dilution: nil)
        gsv(sky)
        writer.sentence("\(Self.talker)VTG") { writer in
            writer.unknown(8)
            writer.text("N")
        }
    }

    private mutating func gsa(_ sky: SkyView?, mode: Int, dilution: Double?) {
        // A sentence has room for twelve numbers; each constellation has its own sentence.
        let used = (sky?.satellites ?? []).filter(\.isUsed)
        let groups = Self.grouped(used)
        let isAlone = groups.count < 2
        for (talker, satellites) in groups.isEmpty ? [(Self.talker, [])] : groups {
            writer.sentence(isAlone ? "\(talker)GSA" : "GNGSA") { writer in
                writer.text("A")
                writer.number(mode)
                for satellite in satellites.prefix(12) { writer.number(satellite.identifier, digits: 2) }
                writer.unknown(12 - min(12, satellites.count))
                writer.unknown()
                writer.number(mode == 1 ? nil : dilution, decimals: 1)
                writer.unknown()
                if !isAlone, let index = Self.talkers.firstIndex(of: talker) { writer.number(index + 1) }
            }
        }
    }

    private mutating func gsv(_ sky: SkyView?) {
        for (talker, all) in Self.grouped(sky?.satellites ?? []) {
            let satellites = all.prefix(Self.maximumMessages * 4)
            let messages = (satellites.count + 3) / 4
            for message in 0..<messages {
                writer.sentence("\(talker)GSV") { writer in
                    writer.number(messages)
                    writer.number(message + 1)
                    writer.number(satellites.count, digits: 2)
                    for satellite in satellites.dropFirst(message * 4).prefix(4) {
                        writer.number(satellite.identifier, digits: 2)
                        writer.number(satellite.elevation.map { $0.rounded() }, decimals: 0, digits: 2)
                        writer.number(
                            satellite.azimuth.map { $0.rounded() == 360 ? 0 : $0.rounded() }, decimals: 0, digits: 3)
                        writer.number(satellite.signalStrength.map { min(max($0, 0), 99) }, decimals: 0, digits: 2)
                    }
                }
            }
        }
    }

    /// The satellites by the talker of their constellation, always in the same order.
    private static func grouped(_ satellites: [Satellite]) -> [(String, [Satellite])] {
        talkers.compactMap { talker in
            let own = satellites.filter { Self.talker(of: $0.constellation) == talker && $0.identifier > 0 }
            return own.isEmpty ? nil : (talker, own)
        }
    }

    private static func talker(of constellation: Satellite.Constellation?) -> String {
        switch constellation {
        case .gps, .sbas, .imes, nil: "GP"
        case .glonass: "GL"
        case .galileo: "GA"
        case .beidou: "GB"
        case .qzss: "GQ"
        case .navic: "GI"
        }
    }

    /// In the order of the system IDs of NMEA 0183 4.11, which begin with 1.
    private static let talkers = ["GP", "GL", "GA", "GB", "GQ", "GI"]
}

/// A horizontal dilution of precision from which readers without other fields derive the accuracy that locd knows.
///
/// A dilution is geometry and says nothing about a receiver's errors, but many programs use only that. GeoClue 2.6 maps
/// it to steps:
///
/// | HDOP | GeoClue's accuracy |
/// |---|---|
/// | up to 1 | 0 m |
/// | up to 2 | 1 m |
/// | up to 5 | 3 m |
/// | up to 10 | 50 m |
/// | up to 20 | 100 m |
/// | more | 300 m |
///
/// So the dilution comes from the step whose accuracy is nearest to ours, in proportion. Within a step it grows with
/// the radius, so that a reader that multiplies sees differences, too. GST and gpsd's `eph` are exact.
package enum HorizontalDilution {
    /// The maximum dilution: readers expect at most three digits.
    package static let greatest = 99.9

    /// The borders of GeoClue's steps: the geometric mean of two steps in metres, and the dilution there.
    private static let steps: [(metres: Double, dilution: Double)] = [
        (0, 0.5), (0.5, 1), (3.0.squareRoot(), 2), (150.0.squareRoot(), 5), (5000.0.squareRoot(), 10),
        (30_000.0.squareRoot(), 20),
    ]

    /// The dilution for a radius in metres, 68 %; 0.5 to 99.9, and `nil` for `nil`.
    package static func of(accuracy: Double?) -> Double? {
        guard let accuracy, accuracy.isFinite else { return nil }
        for (lower, upper) in zip(steps, steps.dropFirst()) where accuracy <= upper.metres {
            let share = max(accuracy - lower.metres, 0) / (upper.metres - lower.metres)
            // One decimal is written: rounded down, so that no step is left by rounding; above its lower end by one of
            // them.
            let exact = lower.dilution + share * (upper.dilution - lower.dilution)
            let written = (exact * 10).rounded(.down) / 10
            return lower.metres == 0 ? written : max(written, lower.dilution + 0.1)
        }
        let last = steps[steps.count - 1]
        return min(max(last.dilution * accuracy / last.metres, last.dilution + 0.1), greatest)
    }
}
