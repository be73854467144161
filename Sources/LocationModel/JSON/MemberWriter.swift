/// Takes the members of one JSON object, in order.
///
/// A record writes itself through this, once for every form: ``JSONLine`` makes a line of a track and a reply of a stream,
/// an `Encoder` the replies that the socket encodes.
package protocol MemberWriter {
    /// A string.
    mutating func member(_ name: StaticString, _ value: String)
    /// A moment, RFC 3339 with milliseconds.
    mutating func member(_ name: StaticString, _ value: Timestamp)
    /// A number with a fixed count of `decimals` (0 to 9); absent if `nil` or not finite.
    mutating func member(_ name: StaticString, _ value: Double?, decimals: Int)
    /// A whole number; absent if `nil`.
    mutating func member(_ name: StaticString, _ value: Int?)
    /// `true` or `false`.
    mutating func member(_ name: StaticString, _ value: Bool)
}

extension MemberWriter {
    /// A moment; absent if `nil`.
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

    /// A radius in metres: 1 decimal; under 1 m 3, as RTK has it, and never 0.
    package mutating func accuracy(_ name: StaticString, _ value: Double?) {
        member(name, value, atLeast: 0.001, decimals: value ?? 1 < 1 ? 3 : 1)
    }

    /// The value, or the smallest that the decimals can show.
    package mutating func member(_ name: StaticString, _ value: Double?, atLeast smallest: Double, decimals: Int) {
        member(name, value.map { max($0, smallest) }, decimals: decimals)
    }

    /// Degrees with 1 decimal; north is 0, also if rounding comes from below.
    package mutating func angle(_ name: StaticString, _ value: Double?) {
        member(name, value.map { $0 < 359.95 ? $0 : 0 }, decimals: 1)
    }
}
