/// Puts GSV and GSA sentences of all talkers and signals together into one view.
struct SkyAssembler: Sendable {
    /// More satellites than all systems have, and no more than a forged stream may fill.
    private static let limit = 256

    private struct Group: Sendable {
        let talker: Talker
        let signal: Int?
        let messages: Int
        var next: Int
    }

    private struct Used: Sendable, Equatable {
        let system: SatelliteSystem?
        let number: UInt16
    }

    private var groups: [Group] = []
    private var satellites: [SkyReport.Satellite] = []
    private var used: [Used] = []
    private var isUsedOpen = false
    private var hdop: Double?

    init() {}

    /// Whether this message begins a group that the view already holds: the view is over.
    func isNext(_ gsv: GSV) -> Bool {
        gsv.message == 1 && groups.contains { $0.talker == gsv.talker && $0.signal == gsv.signal }
    }

    mutating func add(_ gsv: GSV) {
        if let index = groups.firstIndex(where: {
            $0.talker == gsv.talker && $0.signal == gsv.signal && $0.messages == gsv.messages && $0.next == gsv.message
        }) {
            groups[index].next += 1
        } else {
            guard groups.count < 32 else { return }
            // A view whose beginning was missed can never become whole: its next message stays unreachable.
            let next = gsv.message == 1 ? 2 : gsv.messages + 2
            groups.append(Group(talker: gsv.talker, signal: gsv.signal, messages: gsv.messages, next: next))
        }
        for satellite in gsv.satellites { add(satellite, of: gsv.talker.system) }
    }

    private mutating func add(_ satellite: SatelliteInView, of system: SatelliteSystem?) {
        let system = SatelliteSystem(satellite: satellite.number, under: system)
        if let index = satellites.firstIndex(where: { $0.number == satellite.number && $0.system == system }) {
            if let strength = satellite.signalStrength {
                satellites[index].signalStrength = max(strength, satellites[index].signalStrength ?? strength)
            }
            return
        }
        guard satellites.count < Self.limit else { return }
        satellites.append(
            SkyReport.Satellite(
                system: system, number: satellite.number, elevation: satellite.elevation, azimuth: satellite.azimuth,
                signalStrength: satellite.signalStrength, isUsed: false))
    }

    mutating func add(_ gsa: GSA) {
        if !isUsedOpen {
            used.removeAll(keepingCapacity: true)
            isUsedOpen = true
        }
        hdop = gsa.hdop ?? hdop
        for number in gsa.satellites where used.count < Self.limit {
            used.append(Used(system: SatelliteSystem(satellite: number, under: gsa.system), number: number))
        }
    }

    /// A new epoch: the next GSA begins a new list of satellites in the solution.
    mutating func beginEpoch() {
        isUsedOpen = false
    }

    /// Ends the view; `nil` without one, or if one of its messages was lost.
    mutating func take(time: Int64?) -> SkyReport? {
        defer {
            groups.removeAll(keepingCapacity: true)
            satellites.removeAll(keepingCapacity: true)
            hdop = nil
        }
        guard !groups.isEmpty, groups.allSatisfy({ $0.next == $0.messages + 1 }) else { return nil }
        var view = satellites
        for index in view.indices {
            view[index].isUsed = used.contains {
                $0.number == view[index].number && ($0.system == view[index].system || $0.system == nil)
            }
        }
        return SkyReport(time: time, satellites: view, hdop: hdop)
    }
}

/// The satellites that a receiver sees, of all systems and signals, each once.
public struct SkyReport: Sendable, Hashable {
    /// One satellite.
    public struct Satellite: Sendable, Hashable {
        /// The system, if reported or evident from the number.
        public var system: SatelliteSystem?
        /// The number that the receiver gives it.
        public var number: UInt16
        /// Degrees above the horizon, -90...90.
        public var elevation: Double?
        /// Degrees true, 0..<360.
        public var azimuth: Double?
        /// Carrier-to-noise density in dB-Hz, above 0, of its strongest signal.
        public var signalStrength: Double?
        /// Whether the solution uses it.
        public var isUsed: Bool
    }

    /// Milliseconds since 1970-01-01T00:00:00Z, where known.
    public var time: Int64?
    /// In the order of the sentences.
    public var satellites: [Satellite]
    /// Horizontal dilution of precision, above 0.
    public var hdop: Double?
}
