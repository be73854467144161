/// Writes the members of one JSON object, in order.
///
/// Records use it for all output forms: ``JSONLine`` writes track lines and stream replies, and an `Encoder` writes the
/// other replies of the socket.
package protocol MemberWriter {
    mutating func member(_ name: StaticString, _ value: String)
    /// A time, RFC 3339 with milliseconds.
    mutating func member(_ name: StaticString, _ value: Timestamp)
    /// A number with a fixed count of `decimals` (0 to 9); absent if `nil` or not finite.
    mutating func member(_ name: StaticString, _ value: Double?, decimals: Int)
    /// A whole number; absent if `nil`.
    mutating func member(_ name: StaticString, _ value: Int?)
    /// `true` or `false`.
    mutating func member(_ name: StaticString, _ value: Bool)
    mutating func strings(_ name: StaticString, _ values: some Sequence<String>)
    mutating func members<Record: JSONRecord>(_ name: StaticString, _ records: [Record])
}

extension MemberWriter {
    /// A time; absent if `nil`.
    package mutating func member(ifKnown name: StaticString, _ value: Timestamp?) {
        if let value { member(name, value) }
    }

    /// A string; absent if `nil`.
    package mutating func member(ifKnown name: StaticString, _ value: String?) {
        if let value { member(name, value) }
    }

    /// Latitude and longitude with 7 decimals (1 cm); absent if `nil`.
    package mutating func place(_ coordinate: Coordinate?) {
        guard let coordinate else { return }
        member("latitude", coordinate.latitude, decimals: 7)
        member("longitude", coordinate.longitude, decimals: 7)
    }

    /// A radius in metres with 1 decimal, or with 3 below 1 m, as for RTK; never 0.
    package mutating func accuracy(_ name: StaticString, _ value: Double?) {
        member(name, value, atLeast: 0.001, decimals: value ?? 1 < 1 ? 3 : 1)
    }

    /// The value, but at least `smallest`.
    package mutating func member(_ name: StaticString, _ value: Double?, atLeast smallest: Double, decimals: Int) {
        member(name, value.map { max($0, smallest) }, decimals: decimals)
    }

    /// Degrees with 1 decimal; a value that rounds to 360 becomes 0.
    package mutating func angle(_ name: StaticString, _ value: Double?) {
        member(name, value?.direction(decimals: 1), decimals: 1)
    }
}

/// A record that can be written and read as JSON, in a track and on the socket.
///
/// Only these two functions of a record contain the names of its members.
package protocol JSONRecord {
    /// Writes the members after the type, in the order of the track format.
    func write(to members: inout some MemberWriter)

    /// Reads the output of ``write(to:)``. `nil`: a newer version wrote a word that this one does not know.
    /// - Throws: ``MemberFault`` if a required member is missing or invalid.
    init?(from members: inout some MemberReader) throws(MemberFault)
}
