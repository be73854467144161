import FoundationEssentials
package import GeocodeProtocol
package import LocationModel

/// An address server with the questions and answers of Nominatim (`/reverse` and `/search`, format jsonv2), over
/// HTTP/1.1 or HTTPS.
package struct NominatimServer: Sendable {
    /// The longest answer that is read, in bytes.
    static let maximumAnswer = 1 << 20

    /// Where and how it is asked.
    let request: GeocodeRequest
    /// A file of authorities (PEM) to trust instead of the system's; `nil` for the system's.
    var authorities: String?

    package init(_ request: GeocodeRequest, authorities: String? = nil) {
        self.request = request
        self.authorities = authorities
    }

    /// The places that answer the request's question. Blocks until the answer is there or the timeout is over.
    package func placemarks() throws(GeocodeFailure) -> [Placemark] {
        let found: [Placemark]
        switch request.question {
        case .place(let coordinate):
            let query = [("lat", "\(coordinate.latitude)"), ("lon", "\(coordinate.longitude)"), ("zoom", "18")]
            let place = try read(NominatimPlace.self, from: try get("/reverse", query + common))
            found = [place.placemark(around: coordinate)].compactMap(\.self)
        case .address(let address, let near):
            var query = [("q", address), ("limit", "\(GeocodeReply.maximumPlacemarks)")] + common
            if let near {
                // Places inside the box are preferred.
                let corners = [315.0, 135].map { near.center.moved(by: near.radius * 2.0.squareRoot(), bearing: $0) }
                query.append(("viewbox", corners.map { "\($0.longitude),\($0.latitude)" }.joined(separator: ",")))
            }
            let places = try read([NominatimPlace].self, from: try get("/search", query))
            found = places.compactMap { $0.placemark(around: nil) }
        }
        return found.prefix(GeocodeReply.maximumPlacemarks).map { $0.bounded() }
    }

    private var common: [(String, String)] {
        let common = [("format", "jsonv2"), ("addressdetails", "1")]
        guard let locale = request.locale else { return common }
        // A language tag of HTTP has no underscores.
        let tag = locale.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
        return common + [("accept-language", String(tag))]
    }

    private func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(GeocodeFailure) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw .badAnswer
        }
    }

    private func get(_ method: String, _ query: [(String, String)]) throws(GeocodeFailure) -> [UInt8] {
        try HTTPRequest(
            server: request.server, method: method, query: Self.encode(query), userAgent: request.userAgent,
            authorities: authorities, timeout: request.timeout
        ).answer(maximum: Self.maximumAnswer)
    }

    /// `name=value&…`, with everything but letters and digits escaped as RFC 3986 says.
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
}

/// A place as Nominatim tells it (format jsonv2). Everything may be missing; numbers are text.
struct NominatimPlace: Decodable {
    var lat: String?
    var lon: String?
    var name: String?
    /// South, north, west, east.
    var boundingbox: [String]?
    var address: [String: String]?

    /// What is meant; `nil` where it says no place, as where it found none.
    /// - Parameter asked: What was asked about, which the circle of the answer must hold.
    func placemark(around asked: Coordinate?) -> Placemark? {
        guard let latitude = lat.flatMap({ Double($0) }), let longitude = lon.flatMap({ Double($0) }) else {
            return nil
        }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else { return nil }
        var placemark = Placemark(coordinate: coordinate)
        placemark.radius = radius(around: coordinate)
        placemark.horizontalAccuracy = max(asked.map { $0.distance(to: coordinate) } ?? 0, placemark.radius ?? 0)
        placemark.thoroughfare = first("road", "pedestrian", "footway", "path")
        placemark.subThoroughfare = first("house_number")
        placemark.locality = first("city", "town", "village", "hamlet", "municipality")
        placemark.subLocality = first("suburb", "city_district", "borough", "quarter", "neighbourhood")
        placemark.administrativeArea = first("state", "province", "region")
        placemark.subAdministrativeArea = first("county", "state_district")
        placemark.postalCode = first("postcode")
        placemark.isoCountryCode = first("country_code")?.uppercased()
        placemark.country = first("country")
        placemark.ocean = first("ocean", "sea")
        placemark.inlandWater = first("water", "lake")
        placemark.areasOfInterest = first("tourism", "attraction", "leisure", "historic").map { [$0] }
        let street = [placemark.thoroughfare, placemark.subThoroughfare].compactMap(\.self).joined(separator: " ")
        let names = [name, street, placemark.locality, placemark.administrativeArea, placemark.country]
        placemark.name = names.compactMap(\.self).first { !$0.isEmpty }
        return placemark
    }

    private func first(_ keys: String...) -> String? {
        keys.lazy.compactMap { address?[$0] }.first { !$0.isEmpty }
    }

    private func radius(around middle: Coordinate) -> Double? {
        guard let edges = boundingbox?.compactMap({ Double($0) }), edges.count == 4 else { return nil }
        let corners = [(edges[0], edges[2]), (edges[0], edges[3]), (edges[1], edges[2]), (edges[1], edges[3])]
            .map { Coordinate(latitude: $0.0, longitude: $0.1) }
        guard corners.allSatisfy(\.isValid) else { return nil }
        return corners.map { $0.distance(to: middle) }.reduce(1, max)
    }
}
