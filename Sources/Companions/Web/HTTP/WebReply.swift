internal import LocationModel
internal import TrackTools

/// A reply, without the headers that every reply has.
package struct WebReply: Sendable {
    /// Writes bytes of a stream; throws when the client has disconnected.
    package typealias Writer = (_ bytes: [UInt8]) async throws -> Void

    package enum Body: Sendable {
        case bytes([UInt8])
        /// Written piece by piece, until the client disconnects or the function returns.
        case stream(@Sendable (_ write: Writer) async throws -> Void)
    }

    /// The status, such as 200.
    package var status: Int
    /// The headers that not every reply has.
    package var headers: [String: String]
    package var body: Body

    package init(status: Int = 200, type: String, headers: [String: String] = [:], body: Body) {
        self.status = status
        self.headers = headers
        self.headers["Content-Type"] = type
        self.body = body
    }

    /// JSON, which no cache keeps.
    package static func json(_ bytes: [UInt8], status: Int = 200) -> WebReply {
        WebReply(
            status: status, type: "application/json", headers: ["Cache-Control": "no-store"], body: .bytes(bytes))
    }

    /// An error with a sentence for people: `{"error":"…"}`. `seconds`: when to try again.
    package static func problem(_ status: Int, _ sentence: String, retryAfter seconds: Int? = nil) -> WebReply {
        var reply = json(JSONText.object { $0.member("error", sentence) }, status: status)
        reply.headers["Retry-After"] = seconds.map { "\($0)" }
        return reply
    }
}

/// The headers of every reply.
enum SecurityHeaders {
    /// No inline code, no other server but the administrator's server of tiles, no frames.
    private static func policy(tiles: TileServer?) -> String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            "img-src 'self' data:" + (tiles.map { " \($0.origin)" } ?? ""), "connect-src 'self'", "base-uri 'none'",
            "form-action 'self'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    static func all(tiles: TileServer?) -> [(name: String, value: String)] {
        [
            ("Content-Security-Policy", policy(tiles: tiles)), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "geolocation=(), camera=(), microphone=(), interest-cohort=()"),
        ]
    }
}

extension PageFiles {
    /// The file at the path of a request; `nil` if there is none.
    func reply(to request: WebRequest) -> WebReply? {
        guard let file = file(at: request.path) else {
            return package(of: request.path).map { .problem(404, "install the package \($0)") }
        }
        guard let tag = file.tag.map({ "\"\($0)\"" }) else {
            return WebReply(type: file.type, headers: ["Cache-Control": "max-age=3600"], body: .bytes(file.bytes))
        }
        let headers = ["Cache-Control": "no-cache", "ETag": tag]
        let isKnown = request.headers["if-none-match"] == tag
        return WebReply(
            status: isKnown ? 304 : 200, type: file.type, headers: headers, body: .bytes(isKnown ? [] : file.bytes))
    }
}
