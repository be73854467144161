public import LocationModel

extension Coordinate {
    /// What can be written as a place, for a message.
    public static let placeForms = #"-36.8485,174.7633, "36°50'55\"S 174°45'48\"E" or geo:-36.8485,174.7633"#

    /// Reads a place as a person writes it: latitude, then longitude, in decimal degrees or with minutes and seconds,
    /// apart by a comma or a space; the other way round where letters say which is which; or a `geo:` URI (RFC 5870) in
    /// WGS 84. `nil` for anything else, for what can be read in two ways, and out of range.
    public init?(place text: String) {
        guard text.utf8.count <= 256 else { return nil }
        if text.lowercased().hasPrefix("geo:") {
            guard let place = Self.geo(text.dropFirst(4)) else { return nil }
            self = place
            return
        }
        var found: Set<Coordinate> = []
        for (left, right) in Self.halves(of: text) {
            guard let first = Angle(left), let second = Angle(right), let place = Self.place(first, second) else {
                continue
            }
            found.insert(place)
        }
        guard found.count == 1, let place = found.first else { return nil }
        self = place
    }

    /// As a person reads it, with about 1 cm: `-36.8485000,174.7633000`. ``init(place:)`` reads it.
    public func place() -> String { "\(Figure.decimal(latitude, 7)),\(Figure.decimal(longitude, 7))" }

    private static func geo(_ text: Substring) -> Coordinate? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        for parameter in parts.dropFirst() where parameter.lowercased().hasPrefix("crs=") {
            guard parameter.lowercased() == "crs=wgs84" else { return nil }
        }
        let figures = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { Figure.signed($0) }
        // The third is an altitude.
        guard (2...3).contains(figures.count), figures.allSatisfy({ $0 != nil }), let latitude = figures[0],
            let longitude = figures[1]
        else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        return place.isValid ? place : nil
    }

    /// Every way to cut a text in two: at the only comma; without one at each space and behind each letter.
    private static func halves(of text: String) -> [(Substring, Substring)] {
        let commas = text.indices.filter { text[$0] == "," }
        guard commas.isEmpty else {
            return commas.count == 1 ? [(text[..<commas[0]], text[text.index(after: commas[0])...])] : []
        }
        return text.indices.compactMap { index in
            let isCut = text[index].isWhitespace || text[index].isLetter
            guard isCut, index > text.startIndex else { return nil }
            let next = text.index(after: index)
            return next < text.endIndex ? (text[..<next], text[next...]) : nil
        }
    }

    private static func place(_ first: Angle, _ second: Angle) -> Coordinate? {
        let isSwapped = first.axis == .longitude || second.axis == .latitude
        if isSwapped, first.axis != .longitude || second.axis != .latitude { return nil }
        let place =
            isSwapped
            ? Coordinate(latitude: second.degrees, longitude: first.degrees)
            : Coordinate(latitude: first.degrees, longitude: second.degrees)
        return place.isValid ? place : nil
    }
}
