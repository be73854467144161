import Foundation

/// One line of a track, read with Foundation's JSON: a second opinion on what locd's own formatter wrote.
@dynamicMemberLookup struct TrackEntry {
    /// What stands in it.
    struct Line: Decodable {
        let type: String
        /// As it is written.
        let timestamp: String?
        fileprivate let from: String?
        fileprivate let to: String?
        let cause: String?
        /// Of a region.
        let identifier: String?
        let state: String?
        /// Of a visit, as text.
        let since: String?
        let departureDate: String?
        let latitude: Double?
        let longitude: Double?
        /// Metres.
        let horizontalAccuracy: Double?
        /// Of a change of the zone.
        let timeZone: String?
        /// Of a location that is not trusted.
        let integrity: String?
    }

    private let line: Line
    /// Seconds since 1970 of `timestamp`, or of `to` where there is none.
    let time: Double?
    /// Seconds since 1970.
    let from: Double?

    /// Throws where the line is no JSON object, or a time in it is none.
    init(_ bytes: [UInt8]) throws {
        line = try JSONDecoder().decode(Line.self, from: Data(bytes))
        time = try (line.timestamp ?? line.to).map(Self.seconds)
        from = try line.from.map(Self.seconds)
    }

    subscript<Value>(dynamicMember member: KeyPath<Line, Value>) -> Value { line[keyPath: member] }

    /// How long a gap lasted, in seconds.
    var length: Double? {
        guard let from, let time else { return nil }
        return time - from
    }

    private static func seconds(_ text: String) throws -> Double {
        try Date(
            text,
            strategy: .iso8601.year().month().day().dateTimeSeparator(.standard).time(includingFractionalSeconds: true)
        )
        .timeIntervalSince1970
    }
}

extension [TrackEntry] {
    /// The lines of a type.
    func of(_ type: String) -> [TrackEntry] { filter { $0.type == type } }
}
