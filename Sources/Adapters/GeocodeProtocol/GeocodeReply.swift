package import LocationModel

/// What locd-geocode replies: places, the most likely first, or why there are none. One line of JSON.
package enum GeocodeReply: Codable, Sendable, Hashable {
    case placemarks([Placemark])
    case error(GeocodeFailure)

    /// The longest line of a reply, in bytes.
    package static let maximumLength = 1 << 16
    /// The most places in a reply.
    package static let maximumPlacemarks = 10
    /// The most bytes of a text in a placemark.
    package static let maximumText = 256
    /// The most bytes of a message or a remedy.
    package static let maximumMessage = 512

    private enum CodingKeys: String, CodingKey {
        case placemarks, error
    }

    /// Reads a reply, strictly: exactly one of the two members, and every value as locd-geocode may send it.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let placemarks = try container.decodeIfPresent([Placemark].self, forKey: .placemarks)
        let error = try container.decodeIfPresent(GeocodeFailure.self, forKey: .error)
        switch (placemarks, error) {
        case (let placemarks?, nil):
            guard placemarks.count <= Self.maximumPlacemarks, placemarks.allSatisfy({ $0.bounded() == $0 }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .placemarks, in: container, debugDescription: "a place with a value out of bounds")
            }
            self = .placemarks(placemarks)
        case (nil, let error?):
            guard Self.isMessage(error.message), error.remedy.map(Self.isMessage) ?? true else {
                throw DecodingError.dataCorruptedError(
                    forKey: .error, in: container, debugDescription: "an error with invalid text")
            }
            self = .error(error)
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .placemarks, in: container, debugDescription: "neither or both of places and error")
        }
    }

    /// Writes what ``init(from:)`` reads.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .placemarks(let placemarks): try container.encode(placemarks, forKey: .placemarks)
        case .error(let error): try container.encode(error, forKey: .error)
        }
    }

    private static func isMessage(_ text: String) -> Bool {
        (1...maximumMessage).contains(text.utf8.count) && text.isOneLine
    }
}

extension Placemark {
    /// The placemark without what may not stand in a reply: texts that are empty, too long or not one line, invalid
    /// numbers and codes, and the time zone, which no address server knows.
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

/// Why there is no answer from an address server. The texts contain nothing of what was asked.
package struct GeocodeFailure: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure. Codes are added; none gets another meaning.
    package enum Code: String, Codable, Sendable, Hashable, CaseIterable {
        /// locd-geocode cannot be reached. Only the daemon says so.
        case noHelper
        /// What locd-geocode replied is invalid. Only the daemon says so.
        case badReply
        case badRequest
        /// The server's name has no address, or the name service does not answer.
        case unresolved
        /// No connection to the server.
        case unreachable
        case timedOut
        /// A status other than 200.
        case status
        /// The answer is too long.
        case tooLong
        /// The connection was closed before the answer was complete.
        case incomplete
        /// The answer is not what Nominatim sends.
        case badAnswer
        case noTLS
        /// The certificate is for another name.
        case wrongName
        case expired
        /// The certificate is not valid yet.
        case notYetValid
        /// No trusted authority signed the certificate.
        case untrusted
        /// This machine trusts no authority.
        case noAuthorities
    }

    package var code: Code
    /// What went wrong: a clause without a full stop.
    package var message: String
    /// What to do about it: whole sentences; `nil` if there is nothing to do here.
    package var remedy: String?

    package init(_ code: Code, _ message: String, remedy: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    package var description: String { remedy.map { "\(message). \($0)" } ?? message }
}
