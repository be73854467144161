package import LocationModel

/// What the daemon asks of locd-geocode: one question to one address server. One line of JSON.
package struct GeocodeRequest: Codable, Sendable, Hashable {
    package enum Question: Sendable, Hashable {
        /// What is at a place.
        case place(Coordinate)
        /// Where the place with this name or address is; places inside the circle are preferred.
        case address(String, near: Circle?)
    }

    /// Where an address is looked for first.
    package struct Circle: Codable, Sendable, Hashable {
        package var center: Coordinate
        /// Metres.
        package var radius: Double

        package init(center: Coordinate, radius: Double) {
            self.center = center
            self.radius = radius
        }
    }

    /// The address server: `https://HOST[:PORT][/PATH]`, or `http://…`.
    package var server: String
    /// How locd identifies itself to the server.
    package var userAgent: String
    /// How long the whole question may take, in seconds, ``timeouts``.
    package var timeout: Double
    /// The languages of the answer, as POSIX or BCP 47 names them: `de_CH`; `nil` for the server's.
    package var locale: String?
    package var question: Question

    /// The timeouts that are accepted, in seconds: the same as for `geocoder.serverTimeout`.
    package static let timeouts = 0.1...60.0
    /// The longest line of a request, in bytes.
    package static let maximumLength = 1 << 14

    /// A request with these values.
    package init(server: String, userAgent: String, timeout: Double, locale: String?, question: Question) {
        self.server = server
        self.userAgent = userAgent
        self.timeout = timeout
        self.locale = locale
        self.question = question
    }

    private enum CodingKeys: String, CodingKey {
        case server, userAgent, timeout, locale, coordinate, address, near
    }

    /// Reads a request and refuses one with values that no daemon sends.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func fail(_ key: CodingKeys, _ words: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: words)
        }
        server = try container.decode(String.self, forKey: .server)
        userAgent = try container.decode(String.self, forKey: .userAgent)
        guard userAgent.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw fail(.userAgent, "not printable ASCII")
        }
        timeout = try container.decode(Double.self, forKey: .timeout)
        guard Self.timeouts.contains(timeout) else { throw fail(.timeout, "out of range") }
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        let address = try container.decodeIfPresent(String.self, forKey: .address)
        let near = try container.decodeIfPresent(Circle.self, forKey: .near)
        if let coordinate = try container.decodeIfPresent(Coordinate.self, forKey: .coordinate) {
            guard address == nil, near == nil else { throw fail(.coordinate, "two questions") }
            question = .place(coordinate)
        } else if let address {
            if let near {
                guard near.radius.isFinite, near.radius >= 0 else { throw fail(.near, "invalid radius") }
            }
            question = .address(address, near: near)
        } else {
            throw fail(.coordinate, "no question")
        }
    }

    /// Writes what ``init(from:)`` reads.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(server, forKey: .server)
        try container.encode(userAgent, forKey: .userAgent)
        try container.encode(timeout, forKey: .timeout)
        try container.encodeIfPresent(locale, forKey: .locale)
        switch question {
        case .place(let coordinate): try container.encode(coordinate, forKey: .coordinate)
        case .address(let address, let near):
            try container.encode(address, forKey: .address)
            try container.encodeIfPresent(near, forKey: .near)
        }
    }
}
