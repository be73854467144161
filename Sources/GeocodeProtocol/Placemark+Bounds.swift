package import LocationModel

extension Placemark {
    /// The placemark without what may not stand in a reply: texts that are empty, too long or not one line, invalid numbers and
    /// codes, and the time zone, which no address server knows.
    package func bounded() -> Placemark {
        var placemark = Placemark(coordinate: coordinate)
        placemark.horizontalAccuracy = horizontalAccuracy.flatMap(Self.length)
        placemark.radius = radius.flatMap(Self.length)
        for text in Self.texts { placemark[keyPath: text] = self[keyPath: text].flatMap(Self.text) }
        placemark.isoCountryCode = isoCountryCode.flatMap { code in
            code.utf8.count == 2 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? code : nil
        }
        let interests = (areasOfInterest ?? []).prefix(GeocodeReply.maximumPlacemarks).compactMap(Self.text)
        placemark.areasOfInterest = interests.isEmpty ? nil : interests
        return placemark
    }

    private static var texts: [WritableKeyPath<Placemark, String?>] {
        [
            \.name, \.thoroughfare, \.subThoroughfare, \.locality, \.subLocality, \.administrativeArea,
            \.subAdministrativeArea, \.postalCode, \.country, \.inlandWater, \.ocean,
        ]
    }

    /// Metres; nothing on Earth is further away than half of a great circle.
    private static func length(_ value: Double) -> Double? {
        (0...20_100_000).contains(value) ? value : nil
    }

    private static func text(_ value: String) -> String? {
        (1...GeocodeReply.maximumText).contains(value.utf8.count) && value.isOneLine ? value : nil
    }
}

extension String {
    /// Whether it has no control character and no separator of lines.
    var isOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
