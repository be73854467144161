import FoundationEssentials
import LocationModel
import NIOCore

/// A server of addresses with the questions and answers of Nominatim (`/reverse` and `/search`, format jsonv2), over HTTP/1.1, in the
/// clear or over TLS.
struct NominatimServer: Sendable {
    /// More is no answer; in bytes.
    static let maximumAnswer = 1 << 20

    let address: GeocodingServer
    let userAgent: String
    /// For all of a question: name, connection, TLS, answer.
    let timeout: Duration
    /// Who vouches for it, where it is asked over TLS.
    var trust = ServerTrust.system

    /// What is at a place.
    func placemarks(at place: Coordinate, locale: String?) async throws -> [Placemark] {
        var query = [("lat", "\(place.latitude)"), ("lon", "\(place.longitude)"), ("zoom", "18")]
        query += Self.common(locale)
        let answer = try await get("/reverse", query)
        let found = try JSONDecoder().decode(NominatimPlace.self, from: Data(answer))
        return [found.placemark(around: place)].compactMap(\.self)
    }

    /// Where what is called so is.
    func placemarks(
        named address: String, near: (center: Coordinate, radius: Double)?, locale: String?
    ) async throws -> [Placemark] {
        var query = [("q", address), ("limit", "10")] + Self.common(locale)
        if let near {
            // What is in the box is preferred.
            let corners = [315.0, 135].map { near.center.moved(by: near.radius * 2.0.squareRoot(), bearing: $0) }
            query.append(("viewbox", corners.map { "\($0.longitude),\($0.latitude)" }.joined(separator: ",")))
        }
        let answer = try await get("/search", query)
        let found = try JSONDecoder().decode([NominatimPlace].self, from: Data(answer))
        return found.compactMap { $0.placemark(around: nil) }
    }

    private static func common(_ locale: String?) -> [(String, String)] {
        let common = [("format", "jsonv2"), ("addressdetails", "1")]
        guard let locale else { return common }
        // A tag of HTTP has no underscores.
        let tag = locale.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
        return common + [("accept-language", String(tag))]
    }

    /// `name=value&…`, with everything but letters and digits as RFC 3986 escapes it.
    static func encode(_ query: [(String, String)]) -> String {
        let digits = Array("0123456789ABCDEF")
        func escape(_ text: String) -> String {
            text.utf8.reduce(into: "") { escaped, byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                    escaped.append(Character(Unicode.Scalar(byte)))
                default: escaped += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
                }
            }
        }
        return query.map { "\(escape($0.0))=\(escape($0.1))" }.joined(separator: "&")
    }

    private func get(_ method: String, _ query: [(String, String)]) async throws -> [UInt8] {
        let question = HTTPQuestion(
            server: address, uri: "\(address.path)\(method)?\(Self.encode(query))", userAgent: userAgent,
            deadline: .now() + TimeAmount(timeout))
        let context = address.scheme == .https ? try trust.context() : nil
        do {
            return try await question.answer(trusting: context, maximum: Self.maximumAnswer)
        } catch let failure as HandshakeWatch.Failure {
            guard let context else { throw failure }
            throw await trust.fault(failure.cause, of: address, context: context, until: question.deadline)
        }
    }
}
