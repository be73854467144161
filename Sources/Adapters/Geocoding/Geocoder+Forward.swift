public import LocationModel

extension Geocoder {
    /// The result of a search by name.
    public struct Finding: Sendable, Hashable {
        /// The places, the most likely first: those within the given circle, then the most populous.
        public var placemarks: [Placemark]
        /// Whether a part of the address was not understood, such as a street or a postal code.
        public var isPartial: Bool
    }

    /// The maximum number of places returned for one name.
    static let maximumFindings = 10
    /// The maximum distance in metres between a town and another one that follows it in an address.
    static let nearbyReach = 50_000.0

    /// Finds the location of a named place: a town, a state or a country, in any language of the table. The area that
    /// contains it may follow, by name or code, with or without a comma: `Springfield, IL`, `Paris Texas`.
    /// - Parameters:
    ///   - near: Places in this circle (metres) come first.
    ///   - locale: An identifier such as `de_CH`, for the names in the result.
    public func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)? = nil, locale: String? = nil
    ) throws(PlaceTableError) -> Finding {
        let query = try AddressQuery(address) { part throws(PlaceTableError) in try table.fold(part) }
        let languages = try languages(for: locale)
        for (index, part) in query.parts.enumerated() {
            let contexts = query.parts[(index + 1)...].map { $0.joined(separator: " ") }
            guard let (entities, isWhole) = try candidates(part, in: contexts) else { continue }
            var inside: [Placemark] = []
            var others: [Placemark] = []
            for entity in entities {
                guard let placemark = try placemark(of: entity, languages) else { continue }
                if let near, placemark.coordinate.isWithin(near.radius, of: near.center) {
                    inside.append(placemark)
                } else {
                    others.append(placemark)
                }
            }
            let found = Array((inside + others).prefix(Self.maximumFindings))
            if !found.isEmpty {
                return Finding(placemarks: found, isPartial: index > 0 || !isWhole || query.isCut)
            }
        }
        return Finding(placemarks: [], isPartial: false)
    }

    /// The meanings of a part of an address to which the parts after it apply.
    private func candidates(
        _ part: [Substring], in contexts: [String]
    ) throws(PlaceTableError) -> (entities: [TableEntity], isWhole: Bool)? {
        for reading in AddressQuery.readings(of: part) {
            var entities = try table.entities(named: reading.name)
            guard !entities.isEmpty else { continue }
            var isWhole = reading.isWhole
            if let context = reading.context {
                // Unknown words make it a different name: New Foo is not New.
                for meanings in try chain(context.split(separator: " ")) ?? [[]] {
                    entities = try entities.filtered(by: self, meanings)
                }
            }
            for context in contexts {
                let meanings = try self.meanings(of: context)
                isWhole = isWhole && meanings.isWhole
                if !meanings.entities.isEmpty { entities = try entities.filtered(by: self, meanings.entities) }
            }
            if !entities.isEmpty { return (entities, isWhole) }
        }
        return nil
    }

    /// Splits words into consecutive names, the longest first: `texas usa`; `nil` if some words are not a name.
    private func chain(_ words: [Substring]) throws(PlaceTableError) -> [[TableEntity]]? {
        var (chain, rest): ([[TableEntity]], ArraySlice<Substring>) = ([], words[...])
        while !rest.isEmpty {
            var length = rest.count
            var entities: [TableEntity] = []
            while length > 0, entities.isEmpty {
                entities = try table.entities(named: rest.prefix(length).joined(separator: " "))
                if entities.isEmpty { length -= 1 }
            }
            guard length > 0 else { return nil }
            chain.append(entities)
            rest = rest.dropFirst(length)
        }
        return chain
    }

    private func meanings(of context: String) throws(PlaceTableError) -> (entities: [TableEntity], isWhole: Bool) {
        for reading in AddressQuery.readings(of: context.split(separator: " ")) where reading.context == nil {
            let entities = try table.entities(named: reading.name)
            if !entities.isEmpty { return (entities, reading.isWhole) }
        }
        return ([], false)
    }

    /// Whether an entity is in another one, or a town near another town.
    fileprivate func lies(_ entity: TableEntity, in other: TableEntity) throws(PlaceTableError) -> Bool {
        switch (entity, other) {
        case (.place(let index), .country(let country)): return try table.place(index).country == country
        case (.place(let index), .region(let region)): return try table.place(index).region == region
        case (.region(let region), .country(let country)): return try table.record(.regions, region).u16(4) == country
        case (.place(let index), .place(let other)):
            let (one, another) = (try table.place(index).coordinate, try table.place(other).coordinate)
            return one.isWithin(Self.nearbyReach, of: another)
        default: return entity == other
        }
    }

    private func placemark(
        of entity: TableEntity, _ languages: [PlaceTable.Language]
    ) throws(PlaceTableError) -> Placemark? {
        switch entity {
        case .place(let index): return try placemark(of: try table.place(index), languages)
        case .region(let index):
            let record = try table.record(.regions, index)
            guard var placemark = try area(record) else { return nil }
            try describe(&placemark, region: index, country: record.u16(4), languages)
            placemark.name = placemark.administrativeArea
            return placemark
        case .country(let index):
            guard var placemark = try area(try table.record(.countries, index)) else { return nil }
            try describe(&placemark, region: nil, country: index, languages)
            placemark.name = placemark.country
            return placemark
        }
    }

    /// The middle of the towns of a state or a country; `nil` if it has no towns.
    private func area(_ record: RecordBytes) throws(PlaceTableError) -> Placemark? {
        let radius = Double(record.u32(16))
        let middle = Coordinate(latitude: record.degrees(8), longitude: record.degrees(12))
        guard radius > 0 else { return nil }
        guard middle.isValid else { throw .damaged("the middle of a region is not on Earth") }
        var placemark = Placemark(coordinate: middle, horizontalAccuracy: radius)
        placemark.radius = radius
        return placemark
    }
}

extension [TableEntity] {
    /// The entities that are in one of the others.
    fileprivate func filtered(
        by geocoder: Geocoder, _ others: [TableEntity]
    ) throws(PlaceTableError) -> [TableEntity] {
        var kept: [TableEntity] = []
        for entity in self {
            for other in others where try geocoder.lies(entity, in: other) {
                kept.append(entity)
                break
            }
        }
        return kept
    }
}

/// An address as a person wrote it, in parts: what stands between commas or on a line, folded.
struct AddressQuery {
    /// The longest address accepted, in bytes.
    static let maximumLength = 1024
    static let maximumParts = 8
    static let maximumWords = 16

    /// The parts, each of them words.
    let parts: [[Substring]]
    /// Whether something was too long to be looked at.
    let isCut: Bool

    init(_ address: String, fold: (Substring) throws(PlaceTableError) -> String) throws(PlaceTableError) {
        let text = address.utf8.count > Self.maximumLength ? String(address.unicodeScalars.prefix(256)) : address
        var isCut = text != address
        var parts: [[Substring]] = []
        for part in text.split(whereSeparator: { ",;\n\r".contains($0) }) {
            let words = try fold(part).split(separator: " ")
            guard !words.isEmpty else { continue }
            guard parts.count < Self.maximumParts, words.count <= Self.maximumWords else {
                isCut = true
                continue
            }
            parts.append(words)
        }
        self.parts = parts
        self.isCut = isCut
    }

    /// How a part may be read: a name, and words behind it that say where. The longest names come first; those without
    /// the words that have digits, such as postal codes, come last, and are less than what was asked.
    static func readings(of words: [Substring]) -> [(name: String, context: String?, isWhole: Bool)] {
        let plain = words.filter { !$0.unicodeScalars.contains { $0.properties.numericType != nil } }
        var readings = Self.readings(of: words, isWhole: true)
        if plain.count < words.count { readings += Self.readings(of: plain, isWhole: false) }
        return readings
    }

    private static func readings(
        of words: [Substring], isWhole: Bool
    ) -> [(name: String, context: String?, isWhole: Bool)] {
        (0..<words.count).map { left in
            let split = words.count - left
            return (
                words[..<split].joined(separator: " "), left == 0 ? nil : words[split...].joined(separator: " "),
                isWhole
            )
        }
    }
}
