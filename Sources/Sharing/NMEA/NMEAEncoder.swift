internal import Interchange
import LocationModel
internal import Motion

/// Encodes an epoch as sentences of NMEA 0183: RMC, GGA, GSA, GSV, VTG, GST, ZDA, in this order.
///
/// Without a location RMC is void, the quality of GGA is 0 and the mode of GSA is 1: a reader sees immediately that the fix is
/// lost. Sentences with the position have the talker GP, the only one that GeoClue and old programs look for.
package struct NMEAEncoder: Sendable {
    /// The maximum number of GSV sentences; satellites beyond a receiver's channels are left out.
    private static let maximumMessages = 9
    private static let talker = "GP"

    private var writer = SentenceWriter()

    /// An encoder.
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
                if !isAlone, let system = Self.system(of: talker) { writer.number(system) }
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
        ["GP", "GL", "GA", "GB", "GQ", "GI"].compactMap { talker in
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

    /// The system ID of NMEA 0183 4.11.
    private static func system(of talker: String) -> Int? {
        ["GP", "GL", "GA", "GB", "GQ", "GI"].firstIndex(of: talker).map { $0 + 1 }
    }
}
