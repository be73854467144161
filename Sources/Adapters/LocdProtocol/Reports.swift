public import LocationModel

/// A location on the wire: the members of a track line without its type, with the same decimals.
public struct ReportedLocation: Codable, Sendable, Hashable {
    /// The location. Encoding rounds its values.
    public var location: Location

    /// Creates the wire form of a location.
    public init(_ location: Location) {
        self.location = location
    }

    /// Reads a location; a value out of range is absent.
    /// - Throws: `DecodingError` if its time or its coordinate is missing or invalid.
    public init(from decoder: any Decoder) throws {
        location = try Location(required: decoder)
    }

    /// Writes the known values.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { location.write(to: &$0) }
    }
}

extension ReportedClient {
    /// A client without services, regions and replies.
    public init(user: Int, unit: String?, label: String?) {
        self.init(
            user: user, unit: unit, label: label, services: [], regions: 0, delivered: 0, missed: 0, waiting: 0,
            isInBackground: false)
    }
}

extension LocationInterface.Sky.Reply {
    /// Answers with a view; `nil` if no view is available.
    public init(_ view: SkyView?) {
        self.init(
            timestamp: view?.timestamp?.description, satellites: view?.satellites.map(ReportedSatellite.init) ?? [])
    }
}

extension ReportedSatellite {
    /// Creates the wire form of a satellite.
    public init(_ satellite: Satellite) {
        func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
        self.init(
            constellation: satellite.constellation, identifier: satellite.identifier,
            signalStrength: finite(satellite.signalStrength), elevation: finite(satellite.elevation),
            azimuth: finite(satellite.azimuth), isUsed: satellite.isUsed)
    }
}

extension FixCounts {
    /// The counts of the gate. Reasons that never occurred are omitted.
    public init(accepted: Int = 0, rejected: [RejectionReason: Int] = [:], altitudesRejected: Int = 0) {
        self.init(accepted: accepted, rejected: Self.names(of: rejected), altitudesRejected: altitudesRejected)
    }

    static func names(of counts: [RejectionReason: Int]) -> [String: Int] {
        var named: [String: Int] = [:]
        for (reason, count) in counts where count > 0 { named[reason.rawValue] = count }
        return named
    }
}

extension Duration {
    /// Seconds, to the millisecond: enough for an age, and short in JSON.
    package var secondsInMilliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + (Double(attoseconds) * 1e-15).rounded() / 1000
    }
}

extension Double {
    /// Rounded to a number of decimals (0 to 9); `nil` if not finite.
    func rounded(toDecimals decimals: Int) -> Double? {
        guard isFinite else { return nil }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (self * scale).rounded() / scale
        return scaled.isFinite ? scaled : self
    }

    /// An accuracy in metres, as in a track line: 1 decimal, 3 decimals under 1 m, and never 0. `nil` if not finite.
    var roundedAccuracy: Double? { self < 1 ? max(self, 0.001).rounded(toDecimals: 3) : rounded(toDecimals: 1) }
}
