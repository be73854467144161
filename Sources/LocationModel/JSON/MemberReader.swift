/// Gives the members of one JSON object by name, in any order; fastest in the order in which they were written.
///
/// A value of the wrong kind, `null` and a number that is not finite are absent: they cost the member, not the record. Who
/// cannot do without a member asks for it with `required…`, which says what is wrong.
package protocol MemberReader {
    /// A finite number.
    mutating func number(_ name: StaticString) -> Double?
    /// A whole number, 0 to 2^53, where numbers are exact.
    mutating func whole(_ name: StaticString) -> Int?
    /// A string.
    mutating func text(_ name: StaticString) -> String?
    /// A moment of RFC 3339.
    mutating func moment(_ name: StaticString) -> Timestamp?
    /// `true` or `false`.
    mutating func flag(_ name: StaticString) -> Bool?
    /// Whether it is this word.
    mutating func spells(_ name: StaticString, _ word: StaticString) -> Bool
    /// Whether there is a value that is not `null`, of whatever kind.
    mutating func holds(_ name: StaticString) -> Bool

    /// A number that the record is worthless without.
    mutating func requiredNumber(_ name: StaticString) throws(MemberFault) -> Double
    /// A whole number that the record is worthless without.
    mutating func requiredWhole(_ name: StaticString) throws(MemberFault) -> Int
    /// A string that the record is worthless without.
    mutating func requiredText(_ name: StaticString) throws(MemberFault) -> String
    /// A moment that the record is worthless without.
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

    /// What is wrong with a member that could not be read.
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

    /// A number above 0; absent if out of range.
    @inline(__always)
    package mutating func positive(_ name: StaticString) -> Double? {
        guard let value = number(name), value > 0 else { return nil }
        return value
    }

    /// A number of 0 or more; absent if out of range.
    @inline(__always)
    package mutating func magnitude(_ name: StaticString) -> Double? {
        guard let value = number(name), value >= 0 else { return nil }
        return value
    }

    /// Degrees, 0..<360; a full turn is 0, what is out of range absent.
    @inline(__always)
    package mutating func angle(_ name: StaticString) -> Double? {
        guard let value = number(name), value >= 0, value <= 360 else { return nil }
        return value == 360 ? 0 : value
    }

    /// Latitude and longitude; `nil` if one is absent or out of range.
    package mutating func place() -> Coordinate? {
        guard let latitude = number("latitude"), let longitude = number("longitude") else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    /// Latitude and longitude that the record is worthless without.
    @inline(__always)
    package mutating func requiredPlace() throws(MemberFault) -> Coordinate {
        let latitude = try requiredNumber("latitude")
        guard abs(latitude) <= 90 else { throw MemberFault(.invalid, "latitude") }
        let longitude = try requiredNumber("longitude")
        guard abs(longitude) <= 180 else { throw MemberFault(.invalid, "longitude") }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
