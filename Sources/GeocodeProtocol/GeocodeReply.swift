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
