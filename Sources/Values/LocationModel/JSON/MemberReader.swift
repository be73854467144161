/// Reads the members of one JSON object by name, in any order; the order in which they were written is fastest.
///
/// A value of the wrong kind, `null` and a number that is not finite count as absent; the rest of the record stays
/// valid. Read required members with `required…`, which throws the problem.
package protocol MemberReader {
    /// A finite number.
    mutating func number(_ name: StaticString) -> Double?
    /// A whole number, 0 to 2^53, where numbers are exact.
    mutating func whole(_ name: StaticString) -> Int?
    mutating func text(_ name: StaticString) -> String?
    /// A time (RFC 3339).
    mutating func moment(_ name: StaticString) -> Timestamp?
    /// `true` or `false`.
    mutating func flag(_ name: StaticString) -> Bool?
    /// An array of strings, without what is no string; `nil` if it is absent or no array.
    mutating func texts(_ name: StaticString) -> [String]?
    /// Whether the member is this word.
    mutating func spells(_ name: StaticString, _ word: StaticString) -> Bool
    /// Whether there is a value of any kind except `null`.
    mutating func holds(_ name: StaticString) -> Bool
    /// An array of records, without those that a newer version wrote with words that this one does not know; `nil` if
    /// it is absent, no array, or one of the others is invalid.
    mutating func records<Record: JSONRecord>(_ name: StaticString, as: Record.Type) -> [Record]?

    mutating func requiredNumber(_ name: StaticString) throws(MemberFault) -> Double
    mutating func requiredWhole(_ name: StaticString) throws(MemberFault) -> Int
    mutating func requiredText(_ name: StaticString) throws(MemberFault) -> String
    mutating func requiredMoment(_ name: StaticString) throws(MemberFault) -> Timestamp
}

extension MemberReader {
    @inline(__always)
    package mutating func requiredNumber(_ name: StaticString) throws(MemberFault) -> Double {
        guard let value = number(name) else { throw fault(name) }
        return value
    }

    package mutating func requiredWhole(_ name: StaticString) throws(MemberFault) -> Int {
        guard let value = whole(name) else { throw fault(name) }
        return value
    }

    package mutating func requiredText(_ name: StaticString) throws(MemberFault) -> String {
        guard let value = text(name) else { throw fault(name) }
        return value
    }

    @inline(__always)
    package mutating func requiredMoment(_ name: StaticString) throws(MemberFault) -> Timestamp {
        guard let value = moment(name) else { throw fault(name) }
        return value
    }

    package mutating func spells(_ name: StaticString, _ word: StaticString) -> Bool {
        text(name) == word.description
    }

    package mutating func fault(_ name: StaticString) -> MemberFault {
        MemberFault(holds(name) ? .invalid : .missing, name)
    }

    /// A word; `nil` if a newer version wrote one that this version does not know.
    package mutating func requiredWord<Word: RawRepresentable<String>>(
        _ name: StaticString, as: Word.Type
    ) throws(MemberFault) -> Word? {
        Word(rawValue: try requiredText(name))
    }

    /// A word; `nil` if absent or not known to this version.
    package mutating func word<Word: RawRepresentable<String>>(_ name: StaticString, as: Word.Type) -> Word? {
        text(name).flatMap { Word(rawValue: $0) }
    }

    /// A number; absent if out of its range.
    @inline(__always)
    package mutating func number(_ name: StaticString, within range: PlausibleRange) -> Double? {
        number(name)?.within(range)
    }

    /// A whole number; absent if out of its range.
    package mutating func whole(_ name: StaticString, within range: PlausibleRange) -> Int? {
        whole(name)?.within(range)
    }

    /// A radius of 68 % in metres, above 0; absent if out of range, and the worst there is if it is worse.
    @inline(__always)
    package mutating func accuracy(_ name: StaticString) -> Double? {
        guard let value = number(name), value > 0 else { return nil }
        return value.within(.accuracy)
    }

    /// Degrees, 0..<360; 360 becomes 0; absent if out of range.
    @inline(__always)
    package mutating func angle(_ name: StaticString) -> Double? {
        guard let value = number(name, within: .course) else { return nil }
        return value == 360 ? 0 : value
    }

    /// Latitude and longitude; `nil` if one is absent or out of range.
    package mutating func place() -> Coordinate? {
        guard let latitude = number("latitude"), let longitude = number("longitude") else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    @inline(__always)
    package mutating func requiredPlace() throws(MemberFault) -> Coordinate {
        let latitude = try requiredNumber("latitude")
        guard abs(latitude) <= 90 else { throw MemberFault(.invalid, "latitude") }
        let longitude = try requiredNumber("longitude")
        guard abs(longitude) <= 180 else { throw MemberFault(.invalid, "longitude") }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
